"""The skill or what it reads is given more say than the user.

Why: Instructions that outrank the user, the system or a review let whoever writes them decide, also when they
come from a page, a message or another agent.

Check: Who can write the text that is to be obeyed?

Fix: Treat content as data. State rules of the skill without ranking them above the user's.
"""

from collections.abc import Iterator
from dataclasses import replace

from skilleval.review.frame import Frame, Notion
from skilleval.review.meaning import Meaning, meant
from skilleval.review.page import Page
from skilleval.review.probe import Probe, hits
from skilleval.review.rule import Hit, Rule
from skilleval.review.vocabulary import HARMLESS, TAUGHT

RULE = Rule(
    id="false-authority",
    family="injection",
    severity="high",
    owasp="AST05",
    about="words",
    page=__doc__,
)

_OUTRANKS = Probe(
    "precedence priority override overrides overriding supersede supersedes superseded outrank outranks",
    r"""\b(?:follow|this|these|it|its?|skill|instructions?|directives?|messages?|they|which|that
    |task)\b[^\n.]{0,80}\b(?:takes?\s+(?:precedence|priority)\s+over|(?:as|at|with|has
    |have)\s+(?:a\s+)?higher\s+(?:priority|precedence|authority)\s+than|overrid(?:e|es|ing)
    |supersedes?|can\s+override|outranks?)
    \s+(?:any\s+|all\s+|the\s+|your\s+)?(?:user(?:'s)?\b(?!\s*-?\s*(?:settings|config|styles?|agent))
    |system\b(?!\s+(?:theme|defaults?|settings|font))|safety|security|platform|(?:current
    |original)\s+task|original\s+(?:task|instructions?|request)|previous|prior
    |other\s+(?:instructions?|skills?|rules)|this\s+file|local\s+polic)\b""",
)
_OBEYS = Probe(
    "code snippet snippets script instruction instructions directive directives command "
    "commands peer trust executed treated",
    r"""\b(?:treats?|consider|interpret|regard|accept
    |process(?:es)?)\b[^\n.]{0,100}\bas\s+(?:an?\s+)?(?:high[- ]priority|trusted|authoritative
    |system|admin\w{0,10}|developer|legitimate|privileged|elevated|additional|further|extra
    |binding)\s+(?:system\s+
    |peer\s+)?(?:instructions?|directives?|commands?|orders?|prompts?)
    |\b(?:execute|executes|follow|follows|obey|obeys|perform|carry\s+out|act\s+on|comply\s+with
    |run)\s+(?:any|all|the|every|whatever)\s+(?:\w{1,15}\s+){0,3}(?:code(?:\s+blocks?)?|snippets?
    |instructions?|directives?
    |commands?|steps)\s+(?:that\s+(?:are|is|it|they)\s+)?(?:found|contained|embedded|included|written
    |present|received|returned|inside|within|in)\s+(?:by\s+|from\s+|in\s+|inside\s+
    |within\s+)?(?:the\s+|any\s+|each\s+|a\s+|its\s+)?
      (?:(?:fetched|downloaded|remote|retrieved|linked)\s+)?(?:(?:web\s?)?page|website|response
      |e?-?mail|message|issue|comment|(?:code\s+)?comments
      |tool\s+(?:output|result)|file\s+contents?|document|attachment|event|result|output|metadata
      |remote|external)
    |\b(?:text|content|comments?|anything|lines?|messages?|descriptions?
    |input)\b[^\n.]{0,80}\b(?:begin(?:s|ning)?|start(?:s|ing)?|prefixed
    |marked|containing|contains?)\b[^\n.]{0,80}\b(?:must|should|is|are|will)\s+(?:be\s+)?(?:treated
    |executed|followed|interpreted|obeyed
    |processed)\b[^\n.]{0,40}\b(?:as|directives?|instructions?|commands?|immediately|before)
    |\b(?:any|all)\s+(?:instructions?|commands?|directives?|code
    |requests?)\s+(?:\w{1,14}\s+){0,2}(?:found|contained|embedded|included|present|returned
    |hidden|in|inside|within)\b[^\n.]{0,100}\b(?:should|must|are\s+to|will|shall)\s+be\s+(?:executed
    |followed|obeyed|run|performed|treated|carried\s+out)\b
    |\balways\s+(?:trust|obey|follow)\s+(?:any\s+|all\s+)?(?:instructions?|commands?|directives?
    |requests?|content|data)\s+(?:from|by|of|at)\s+\S{3,}""",
)
_RAISES_ITSELF = Probe(
    "elevates elevate elevated escalate escalates escalation bypasses grants",
    r"""\b(?:automatically|silently|also|will|itself|skill|it
    |this)\s+(?:\w{1,12}\s+){0,2}(?:elevat(?:e|es)|escalat(?:e|es)|grants?|rais(?:e|es))\s+
    (?:its\s+own|itself|the\s+skill's?)\s+(?:\w{1,12}\s+){0,2}(?:trust|permissions?|privileges?|access
    |rights|level|role)
    |\brequests?\s+(?:elevated|additional|admin\w{0,10}|root|full)\s+(?:permissions?|privileges?
    |access)\b[^\n.]{0,120}\b(?:silently|background|without
    |not\s+notify)|\bsilently\s+requests?\s+(?:elevated|additional|full)
    |\bbypass(?:es)?\s+the\s+(?:\w{1,12}\s+){0,2}(?:approval|review|authori[sz]ation
    |permission)\s+(?:workflow|process|step|gate|check)""",
)
_DELEGATES = Probe(
    "delegate_to approver approve authority",
    r"""["']?(?:delegate_to|delegateto|approver"""
    r"""|authority_endpoint)["']?\s{0,3}[:=]\s{0,3}["']https?://[^"'\n]{4,200}""",
)
_WAIVED = Probe(
    "mode override maintenance",
    r"""\b(?:developer|debug|maintenance|admin|override|diagnostic|safety[- ]test|test|god
    |research\w{0,3})\s+mode\b[^\n]{0,300}\b(?:unrestricted|bypass(?:es|ed)?|disables?|lifted
    |lifts|elevated|without\s+(?:any\s+)?(?:authentication|restrictions?|logging|approval)|dba-level)\b
    |\b(?:exempt|exempts|exempted)\s+from\s+(?:\w{1,15}\s+){0,2}(?:polic(?:y|ies)|safety|moderation
    |restrictions?|review)\b""",
)
_SPEAKERS = r"""(?:anthropic|openai|google|microsoft|the\s+(?:platform|system|operator|administrator|developers?|vendor|model\s+provider)
    |(?:the\s+|our\s+|your\s+)?(?:\w{1,12}\s+)?(?:security|safety|compliance|legal|it|platform|trust)\s+(?:team|department|office|group|review))"""
_CLEARED = Meaning(
    "approved reviewed verified cleared certified whitelisted audited vetted authorised authorized signed allowlisted exempted",
    (
        rf"""\b{_SPEAKERS}(?:'s\s+\w{{1,12}}\s+team)?\s+(?:has|have)\s+(?:already\s+|previously\s+|fully\s+)?(?:approved|reviewed|verified
        |cleared|certified|whitelisted|allowlisted|audited|vetted|authori[sz]ed|signed\s+off|exempted)
        |\b(?:this|these|the)\s+(?:skill|steps?|commands?|files?|instructions?|scripts?|document|procedure|actions?)\b[^\n.]{{0,40}}\b(?:has|have)\s+
        (?:already\s+)?been\s+(?:pre-?)?(?:approved|reviewed|verified|cleared|certified|whitelisted|audited|vetted|authori[sz]ed)\b[^\n.]{{0,20}}
        \b(?:by|and\s+(?:need|may|can|must))\b""",
        r"""\b(?:this|these|it|them|so|all|every|any|without|no\s+need|need\s+not)\b""",
    ),
    unless=r"\b(?:once|after|when|if|until|unless|only|whether|ensure|confirm|make\s+sure|check\s+that|verify\s+that|before)\b",
)
_CONSENTED = Meaning(
    "consented agreed approved authorised authorized consent permission accepted preapproved pre waived opted",
    (
        r"""\b(?:user|owner|operator|admin\w{0,10}|customer|team|management|account\s+holder|human)s?\s+(?:has|have)\s+(?:already\s+|previously\s+
        |explicitly\s+|fully\s+|hereby\s+)?(?:consented|agreed|approved|authori[sz]ed|given\s+(?:\w{1,12}\s+)?(?:permission|consent|approval)
        |pre-?approved|accepted|waived|opted\s+in)""",
        r"""\b(?:everything|all|any|every|so|need\s+not|no\s+need|without|do\s+not\s+ask|don't\s+ask|in\s+advance|for\s+(?:this|these|the\s+whole))\b""",
    ),
    unless=r"\b(?:once|after|when|if|until|unless|only|whether|ensure|confirm|make\s+sure|verify|before|wait|not\s+yet|assume\s+that\s+no)\b",
)
_NOTICE = Meaning(
    "notice notification alert directive announcement message update advisory",
    (
        r"""(?:^|[.!?>*_#\s(\["'`-])(?:system|admin\w{0,10}|operator|platform|developer|security|anthropic|openai|root|kernel)\s+(?:notice|notification
        |alert|directive|announcement|message|update|advisory)\s{0,3}[\])]?\s{0,2}[:–—-]""",
        r"""\b(?:enabled|disabled|waived|lifted|suspended|must|confirmations?|approvals?|authori[sz]ed|mode|overrid\w{1,4}|ignore|proceed
        |execute|immediately|obey|comply|elevated)\b""",
    ),
)
_FROM_ABOVE = Meaning(
    "comes come came sent issued written originates speaking behalf authority",
    (
        rf"""\b(?:this|the\s+following|these)\s+(?:message|instructions?|text|file|document|section|order|request|steps?|lines?|skill)\b[^\n.]{{0,20}}
        \b(?:comes?|came|sent|issued|written|originates?|speaks?)\b[^\n.]{{0,30}}\b(?:from|by|for|on\s+behalf\s+of|with\s+the\s+authority\s+of)\s+
        (?:the\s+)?{_SPEAKERS}""",
        r"\b(?:must|obey\w{0,2}|follow\w{0,3}|before|over|above|without|priority|comply|binding|executed?|trust\w{0,2}|immediately)\b",
    ),
)
_ALL_WAIVED = Meaning(
    "waived lifted suspended disabled granted off bypassed",
    (
        r"""\b(?:all|any|every|each)\s+(?:\w{1,14}\s+){0,2}(?:confirmations?|approvals?|checks|restrictions?|safeguards?|permissions?|guardrails?
        |safety\s+\w{1,12})\s+(?:is|are|has\s+been|have\s+been)\s+(?:now\s+|hereby\s+)?(?:waived|lifted|suspended|disabled|granted|off
        |bypassed)\b""",
    ),
)

_SIGNED_OFF = Meaning(
    "signed authorise authorize authorised authorized implied confirmed elevated cleared vouches consent restrictions ahead advance",
    (
        rf"""\b(?:{_SPEAKERS}|your\s+(?:provider|developers?|vendor|maker|operator|creators?|administrator|admin|company|employer)|legal|management|it|as\s+(?:the|your|an?)\s+(?:repository\s+|account\s+|system\s+)?
        (?:owner|operator|administrator|admin|developer|maintainer)\b[^\n.]{{0,10}})\s*,?\s*(?:i\s+|we\s+)?(?:has\s+|have\s+|hereby\s+|already\s+)?(?:signed\s+off|authori[sz]ed?|confirmed|cleared|vouche[sd]|approved?|decided|allow(?:s|ed)?|permit(?:s|ted)?|waived?|consent(?:ed)?)\b
        |\bconsent\b[^\n.]{{0,30}}\b(?:implied|assumed|given\s+by|granted\s+by)\b|(?:^|\s)\[(?:admin|system|root|operator|sudo|override|developer)\]
        |\belevated\s+(?:session|mode|context|access)\b""",
        r"""\b(?:again|ahead|advance|every|all|any|this|these|below|active|implied|installing|wast\w{1,3}|no\s+need|without|do(?:es)?\s+not\s+apply|restrictions?|workflow|everything)\b""",
    ),
    unless=r"\b(?:once|after|when|if|until|unless|only|whether|ensure|make\s+sure|verify|before|wait|oauth|scope|token)\b",
)

_SAYS_SO = Meaning(
    "requires demands wants orders instructs expects permits allows according policy per under approved certified trusted behalf preapproved cleared",
    (
        rf"""\b(?:{_SPEAKERS}|(?:the\s+)?(?:system\s+)?administrators?|management|your\s+(?:employer|company|provider|operator))\b[^\n.]{{0,20}}\b(?:requires?|demands?|wants?|orders?|instructs?|expects?|permits?|allows?|tells?)\b[^\n.]{{0,12}}\byou\b[^\n.]{{0,80}}
        \b(?:without|any|all|immediately|must|commands?|ignore|skip|even\s+if)
        |\b(?:according\s+to|per|under|by\s+order\s+of|in\s+line\s+with)\s+(?:the\s+)?(?:current\s+|new\s+|latest\s+)?(?:{_SPEAKERS}|company)(?:'s)?\s*(?:\w{{1,12}}\s+)?(?:polic(?:y|ies)|rules?|terms|guidelines|decision)?\b[^\n.]{{0,60}}\b(?:skills?|agents?|you|this)\b[^\n.]{{0,30}}
        \b(?:may|can|must|allowed|exempt|trusted|free\s+to)\b
        |\b(?:this|these)\s+(?:skill|steps?|commands?|files?|scripts?|document|actions?)\b[^\n.]{{0,20}}\b(?:is|are|was|were)\s+(?:fully\s+|already\s+)?(?:pre-?approved|approved|certified|trusted|cleared|exempt\w{{0,2}}|whitelisted|allowlisted|vetted|audited)\b[^\n.]{{0,60}}
        \b(?:so|therefore|and|no|skip|without|need)\b""",
    ),
    unless=r"\b(?:once|after|when|if\s+(?:the|a)\s+user|until|unless|whether|ensure|make\s+sure|before|wait|check\s+that)\b",
)

_ACCEPTED = Meaning(
    "accepted waived approved exempted cleared signed acknowledged",
    (
        r"\b(?:has|have|is|are|was|were|been)\s+(?:\w{1,12}\s+){0,2}(?:accepted|waived|approved|exempted|cleared|signed\s+off|acknowledged)\b",
        r"""\b(?:this|these|the|all|any)\s+(?:\w{1,12}\s+){0,2}?(?:critical|high|severe|known|security|scanner)[\s-](?:\w{1,12}\s+){0,2}(?:findings?|risks?|issues?|alerts?|warnings?)\b""",
    ),
    unless=r"\b(?:once|after|when|if|until|unless|only|whether|ensure|make\s+sure|verify|before|wait|list|record|document|track|must|should|table|report)\b",
)


_RANK = Notion(
    words="ciso ceo cto dpo headquarters anthropic openai regulator examiner",
    needles="board instruction provider auditors legal compliance administrator directive order works signed ops security team office leads department developers administrator platform corporate owner management notice operator legal system audit officer board vendor",
    pattern=r"""\bon\s+(?:the\s+)?(?:instructions?|orders?|authority|behalf)\s+of\s+(?:the\s+)?(?:board|management|company|ceo|ministry|police|auditors?|provider)\b|\bthe\s+(?:provider|platform|vendor|board)\s+(?:vouches|guarantees|has|certifies)\b
    |\bby\s+order\s+of\b|\b(?:legal|compliance)\s+(?:has|have|team|department)\b|^[\W_]*(?:legal|compliance|security)\b|\bas\s+(?:the\s+)?(?:administrator|owner)\b|\baudit\s+directive\b|\badministrator\s+(?:rights|mode)\b|\bworks\s+council\b|\bsigned\s+[\"']\w+[\"']
    |\b(?:security|safety|platform|corporate|trust|legal|privacy|audit|data\s+protection|it)\s+(?:\w{1,12}\s+){0,1}(?:team|office|officer|leads?|department|owner|board|group|staff)\b|\b(?:notice|message|order|directive|update)\s+from\s+(?:your\s+|the\s+)?(?:developers?|anthropic|openai|platform|administrators?|system|vendor|operator|management)\b|\b(?:platform|system|workspace)\s+(?:owner|operator|administrator)\b|\bas\s+the\s+administrator\b|\baudit\s+directive\b|\bmandatory\s+audit\b|\bsystem\s+notice\b""",
)
_DECREES = Notion(
    words="vouches guarantees instruction order certified rights approval approves demands carry approved cleared certified authorised authorized authorise authorize signed confirmed reviewed vetted sanctioned waived exempted obliged mandatory hereby instructs orders directive ordered lifted granted accepted requires mandates obeyed",
    needles="come",
    pattern=r"\bsigned\s+off\b|\bcome\s+from\s+the\b",
)
_THEREFORE = Notion(
    words="unnecessary superfluous therefore hence thus unrestricted lifted skip exempt obeyed immediately root",
    needles="hand over agents why assistants inspection without override so may can must need not without no do apply switched further proceed any bypass consent delay now counts obliged first",
    pattern=r"""\bagents\s+(?:need|have|must|are)\b|\bhand\s+over\b
    |\bwhich\s+is\s+why\b|\bassistants\s+must\b|\bmust\s+export\b|\boverrides?\s+the\s+user\b|\bwithout\s+an?\s+sandbox\b|\bneed\s+not\s+be\b|\bnot\s+be\s+informed\b|\bfor\s+an?\s+inspection\b
    |\bso\s+(?:you|the|that|no|it|they|there)\b|\b(?:do|does|need)\s+not\s+apply\b|\bno\s+(?:further\s+)?(?:checks?|questions?|review|approval|consent)\b|\b(?:may|can|must|should)\s+(?:therefore\s+)?(?:be\s+)?(?:skip|switch|bypass|ignore|passed|obey\w{0,2}|run|not\s+raise|disregard|provide|proceed|treat)\w{0,3}\b|\bwithout\s+(?:an?\s+|the\s+|further\s+)?(?:consent|checks?|asking|questions?|delay|record|review)\b|\bproceed\s+with\s+any\b|\bmust\s+(?:not|be)\b|\bswitched\s+off\b|\bskip\s+the\b|\b(?:don't|do\s+not)\s+delay\b|\bare\s+obliged\s+to\b|\bhereby\b|\bread\s+all\b""",
)
_DUTY = Notion(
    words="ticket codeowners verify directory retention proof enough upgrade extra contract checklist",
    needles="no only not",
    pattern=r"\bnot\s+(?:proof|enough)\b|\bask\s+(?:for|the\s+user)\b|\bno\s+extra\s+rights\b|\bonly\s+the\s+names\b|\bmust\s+be\s+(?:approved|reviewed|confirmed|signed)\b|\bnot\s+been\s+(?:approved|reviewed)\b|\b(?:once|after|until|unless|when|if|before)\b",
)
FRAMES = (
    Frame(_RANK, (_DECREES,), near=(_THEREFORE,), unless=(TAUGHT, HARMLESS, _DUTY)),
    Frame(
        _RANK,
        (_DECREES,),
        near=(
            Notion(
                needles="may scanners therefore proceed any lifted switched",
                pattern=r"\b(?:proceed\s+with\s+any|may\s+(?:therefore\s+)?be\s+(?:switched|passed|skipped|ignored)|limits\s+have\s+been\s+lifted|scanners\s+that)\b",
            ),
        ),
        unless=(TAUGHT, HARMLESS, _DUTY),
    ),
)


def review(page: Page) -> Iterator[Hit]:
    """Yield a hit for each text that is ranked above the user or obeyed unseen."""
    yield from meant(RULE, page, *FRAMES)
    yield from hits(RULE, page, _OUTRANKS, _OBEYS, _RAISES_ITSELF, _DELEGATES, _WAIVED)
    yield from meant(
        RULE, page, _CLEARED, _CONSENTED, _NOTICE, _FROM_ABOVE, _ALL_WAIVED, _SIGNED_OFF, _SAYS_SO
    )
    for hit in meant(RULE, page, _ACCEPTED):
        yield replace(hit, severity="critical", message="The skill says that its own risk is accepted")
