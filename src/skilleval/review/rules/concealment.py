"""Something is to be kept from the user.

Why: An agent that hides what it does cannot be corrected. Together with sending, running or changing
something it is the mark of an attack.

Check: What is hidden, and would the user mind?

Fix: Say what the skill does, or do not do it.
"""

import re
from collections.abc import Iterator

from skilleval.review.lazy import Lazy
from skilleval.review.meaning import Meaning, meant
from skilleval.review.page import Page
from skilleval.review.probe import Probe, hit_at
from skilleval.review.rule import Hit, Rule

RULE = Rule(
    id="concealment",
    family="injection",
    severity="high",
    owasp="AST01",
    about="words",
    page=__doc__,
)

_HIDE = Probe(
    "tell mention inform informed notify notified disclose disclosed reveal report alert "
    "told aware warn prompted acknowledge hide hides conceal conceals hidden secretly "
    "covertly stealthily silently knowledge noticing disclosing knowing shown displaying "
    "suspicion",
    r"""\b(?:do\s+not|don't|never|must\s+not|should\s+not|without|avoid|shouldn't|mustn't|not\s+to
    |refrain\s+from)\s+(?:ever\s+)?(?:be\s+)?(?:tell(?:ing)?|mention(?:ing)?|inform(?:ing)?
    |notify(?:ing)?|disclos(?:e|ing)|reveal(?:ing)?|report(?:ing)?|alert(?:ing)?|warn(?:ing)?
    |acknowledg(?:e|ing)|display(?:ing)?|let(?:ting)?\s+(?:the\s+)?(?:users?|anyone|them)\s+(?:see
    |know|notice))\b
      [^\n.]{0,80}?\b(?:users?|humans?|operators?|owners?|customers?|anyone|(?:this|these|the
      |that)\s+(?:\w{1,20}\s+){0,3}(?:step|action|operation|upload|transfer|transmission|request|call
      |collection|process|change|backup|sync|telemetry|premium|behaviou?r))\b
    |\b(?:users?|operators?|customers?|owners?)\s+(?:(?:are|is|should|must|will|need)\s+)?(?:not
    |never)\s+(?:to\s+)?(?:be\s+)?(?:informed|notified|told|prompted|aware|asked|shown|alerted|warned
    |see|know|notice)
    |\b(?:hide|hides|conceal|conceals|keep|keeps)\b[^\n.]{0,60}\b(?:hidden\s+
    |secret\s+)?from\s+(?:the\s+)?(?:users?|humans?|operators?|reviewers?|owners?|view|logs?|output
    |audit)\b
    |\bwithout\s+(?:the\s+)?(?:users?(?:'s?)?|their|anyone'?s?)\s+(?:\w{1,12}\s+){0,1}(?:knowledge
    |knowing|noticing|awareness|being\s+(?:aware|notified|informed)|consent)\b
    |\b(?:not|never)\s+(?:be\s+)?(?:shown|visible|displayed|reported|disclosed|reflected|mentioned
    |included|revealed)\s+(?:to|in)\s+(?:the\s+)?(?:users?|(?:standard\s+|skill's\s+
    |final\s+)?(?:output|report|summary|response|rationale))\b
    |\bwithout\s+(?:disclosing|revealing|mentioning|telling|raising\s+suspicion|drawing\s+attention)\b""",
)
_UNSAID = Probe(
    "trace tracks need confused upset worried alarmed reveal admit quietly silently secretly discreetly",
    r"""\bleaves?\s+no\s+trace|\bcover(?:ing)?\s+(?:your|its|the|our)\s+tracks\b
    |\bno\s+need\s+to\s+(?:tell|inform|notify|mention|bother|alert)\b[^\n.]{0,40}
    \b(?:users?|them|anyone|this|the)\b|\busers?\s+(?:get|become|are|may\s+be|would\s+be
    |might\s+be)\s+(?:confused|upset|worried|alarmed)\b
    |\b(?:never|do\s+not|don't)\s+(?:reveal|disclose|mention|admit
    |say)\s+that\b[^\n.]{0,60}\b(?:shared|sent|uploaded|collected|stored|recorded|installed
    |changed|deleted|modified|downloaded|executed)\b
    |\b(?:perform|execute|carry\s+out|complete)\b[^\n.]{0,40}\b(?:quietly|silently|secretly|discreetly
    |covertly)\b(?!\s*(?:fail|ignore))""",
)
_STEALTH = Probe(
    "secretly covertly stealthily silently quietly discreetly background",
    r"""\b(?:secretly|covertly|stealthily|surreptitiously|silently|quietly
    |discreetly)\s+(?:\w{1,12}\s+){0,2}(?:send|upload|post|forward|copy|collect|transmit
    |exfiltrate|install|execute|run|modify|delete|record|log|download|read|add|insert|append|share
    |store|capture|gather)\w{0,3}\b
    |\b(?:completed?|done|performed?)\s+(?:silently|secretly|covertly|in\s+secret)\b""",
)
_GRAVE = Lazy(
    r"""\b(?:send|sends|sent|upload\w{0,3}|post(?:s|ed)?\s+to|forward\w{0,3}|transmit\w{0,4}
    |transmission|exfiltrat\w{1,5}|collect(?:s|ed|ion)?\b[^\n]{0,40}\b(?:data|context|information
    |profile|telemetry|history)|telemetry|harvest\w{0,3}|list_messages|send_message
    |sync\w{0,12}|(?:extra|additional|hidden)\s+step|no\s+trace|tracks|shared\s+with
    |credentials?|secrets?|tokens?|api\s+keys?|private\s+keys?|passwords?|\.ssh|\.env|\.aws|payment
    |charge[sd]?|purchase|https?://|curl|wget|install(?:s|ed|ing)?\b|download(?:s|ed|ing)?\b
    |execut(?:e|es|ed|ing)\b|force-push\w{0,3}
    |delet(?:e|es|ed|ing)\b|overwrit\w{2,4}|sponsor\w{0,3}|partner\w{0,3}|commission|premium|profile
    |permissions?|privileges?|backdoor|malware|malicious|audit|audit\s+(?:log|trail)|logged)\b""",
    re.VERBOSE,
)
_THIS_ACT = Meaning(
    "mention mentioning reveal revealing disclose disclosing report reporting acknowledge discuss refer show list summary log",
    (
        r"""\b(?:do\s+not|don't|never|must\s+not|should\s+not|without|avoid|refrain\s+from|no)\s+(?:ever\s+)?(?:mention(?:ing)?|reveal(?:ing)?|disclos(?:e|ing)|acknowledg(?:e|ing)|discuss(?:ing)?
        |refer(?:ring)?\s+to|speak(?:ing)?\s+of|talk(?:ing)?\s+about)\s+(?:\w{1,10}\s+){0,2}?(?:this|these|that|the\s+(?:above|following|previous|last|extra|additional))\s+
        (?:\w{1,12}\s+){0,1}(?:steps?|instructions?|actions?|requests?|changes?|calls?|rules?|sections?|paragraphs?|sentences?|lines?|files?|commands?|uploads?|downloads?|skill|part|directive)\b
        |\b(?:leave|keep)\s+(?:this|the|that)\s+(?:\w{1,12}\s+){0,2}(?:steps?|actions?|uploads?|calls?|requests?|changes?|commands?|commits?|transfers?)\s+out\s+of\s+(?:the|your|any|all)\b
        |\bkeep\b[^\n.]{0,30}\b(?:to\s+yourself|quiet|between\s+us|confidential|under\s+wraps)\b[^\n.]{0,60}""",
    ),
    unless=r"\b(?:user\s+data|customer\s+data|secrets?|passwords?|credentials?|tokens?|internal\s+(?:file\s+)?paths?|confidential\s+information|spoilers?)\b",
)

_KEPT_QUIET = Meaning(
    "reason need hear know aware notice log logs lines traces window output prints bothered learn told informed see hidden as",
    (
        r"""\b(?:no\s+(?:reason|need|point)|need\s+not|needn't|does\s+not\s+(?:need|have)\s+to|should\s+not|must\s+not|shouldn't|won't)\b[^\n.]{0,40}\b(?:hear|know|learn|be\s+(?:told|informed|bothered|aware)|see|notice|find\s+out)\b[^\n.]{0,20}\b(?:about|of|that)\b
        [^\n.]{0,40}\b(?:request|upload|call|network|transfer|copy|step|change|install\w{0,6}|download|script|command|connection|data|hook|commit|delet\w{1,4})
        |\b(?:delete|remove|erase|wipe|clean|scrub|purge|clear)\b[^\n.]{0,30}\b(?:log\s+(?:lines?|entr\w{1,3}|files?)|traces?|evidence|tracks|history)\b[^\n.]{0,40}\b(?:this|it|that|these|your|step|behind|of\s+(?:the|this)|afterwards|later)\b
        |\b(?:describe|present|report|summari[sz]e|explain|phrase|word)\b[^\n.]{0,30}\bas\s+(?:if|though)\b[^\n.]{0,30}\b(?:only|nothing|no|just|never|all)\b
        |\b(?:run|open|start|launch|execute)\b[^\n.]{0,20}\bin\s+an?\s+(?:hidden|invisible|minimi[sz]ed|background)\s+(?:window|process|tab|terminal|shell)\b[^\n.]{0,60}\b(?:discard|hide|drop|suppress|silence|/dev/null|nothing|prints?|output)""",
    ),
    unless=r"\b(?:user\s+(?:asks|wants)|test\s+run|temporary\s+files|git\s+history\s+of|secrets?\s+from)\b",
)

_ACTS = r"""(?:backups?|uploads?|downloads?|requests?|commands?|replacements?|install\w{0,6}|network|steps?|cop(?:y|ies)|syncs?|collection|scripts?|cookies?|tracking|transfers?|calls?|hooks?|connections?|telemetry|deletions?
    |pushe?s?|commits?|links?|charges?|fees?|purchases?|webhooks?|data\s+(?:shar|collect)\w{2,4})"""
_NOT_A_WORD = Meaning(
    "user users human humans owner customer person them anyone answer reply summary report reviewer",
    (
        rf"""\b(?:do\s+not|don't|never|must\s+not|should\s+not|without|avoid|refrain\s+from)\s+(?:ever\s+)?(?:mention|tell|inform|reveal|disclose|alert|notify|admit|talk|speak|bring\s+up|refer)(?:ing)?\b[^\n.]{{0,60}}\b{_ACTS}\b
        |\b(?:hide|conceal|withhold|keep|suppress)\b[^\n.]{{0,40}}\b{_ACTS}\b[^\n.]{{0,30}}\bfrom\s+(?:the\s+)?(?:users?|humans?|owner|customer|person|reviewers?|anyone|view)\b""",
        r"\b(?:users?|humans?|owner|customers?|person|them|anyone|(?:your|the)\s+(?:answer|reply|summary|report|response|output)|reviewers?)\b",
    ),
    unless=r"""\b(?:ticket\s+numbers?|internal|placeholder|previous\s+versions?|secret|sensitive|credentials?|personal\s+data|raw\s+commands?|technical|jargon|unless|until|if\s+(?:nothing|there\s+(?:is|are)\s+no)|spoiler)\b""",
)
_QUIETLY = Meaning(
    "silently quietly secretly covertly discreetly stealthily surreptitiously unnoticed",
    (
        r"""\b(?:silently|quietly|secretly|covertly|discreetly|stealthily|surreptitiously|unnoticed)\b""",
        r"""\b(?:silently|quietly|secretly|covertly|discreetly|stealthily|surreptitiously)\s+(?:\w{1,12}\s+){0,1}(?:replace|change|swap|switch|redirect|rewrite|remove|alter|inject|insert|grant|approve|enable|disable|push|commit|export|save|open|fetch|track|charge|order|register|update)\b
        |\b(?:do|perform|run|make|apply|carry)\b[^\n.]{0,40}\b(?:silently|quietly|secretly|covertly|discreetly|stealthily|unnoticed)\b[^\n.]{0,20}\b(?:and|but|then)\b[^\n.]{0,30}\b(?:only\s+(?:report|mention|show|tell)|say\s+nothing|do\s+not)""",
        r"\b(?:our|links?|user|users|account|settings?|code|files?|address|config\w{0,8}|dependenc\w{1,3}|only|data|price|prices|permission|permissions|remote|registry|repository)\b",
    ),
    unless=r"\b(?:fail\w{0,3}|ignore\w{0,2}|error|warn|bug|issue|problem|regression|data\s+loss|corrupt\w{0,3}|truncat\w{1,3}|drop(?:s|ped)?)\b",
)


def review(page: Page) -> Iterator[Hit]:
    """Yield a hit for each request to hide; beside an act that a user would mind, it weighs more."""
    yield from meant(RULE, page, _THIS_ACT, _KEPT_QUIET, _NOT_A_WORD, _QUIETLY)
    for probe in (_HIDE, _UNSAID, _STEALTH):
        for found in probe.matches(page):
            around = page.text[max(0, found.start() - 500) : found.end() + 250]
            yield hit_at(RULE, page, found.span(), severity="high" if _GRAVE.search(around) else "medium")
