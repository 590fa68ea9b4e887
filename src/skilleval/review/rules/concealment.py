"""Something is to be kept from the user.

Why: An agent that hides what it does cannot be corrected. Together with sending, running or changing
something it is the mark of an attack.

Check: What is hidden, and would the user mind?

Fix: Say what the skill does, or do not do it.
"""

import re
from collections.abc import Iterator
from dataclasses import replace

from skilleval.review.frame import Frame, Notion
from skilleval.review.lazy import Lazy
from skilleval.review.meaning import Meaning, meant
from skilleval.review.page import Page
from skilleval.review.probe import Probe, hit_at
from skilleval.review.rule import Hit, Rule
from skilleval.review.vocabulary import (
    COSTLY,
    DESTROY,
    HARMLESS,
    PERSON,
    REPORT,
    SECRETS,
    SEND,
    SLY,
    TAUGHT,
    WRITE,
)

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
    |sync\w{0,12}|(?:extra|additional|hidden)\s+step|shared\s+with
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


_HUSH = Notion(
    words="unmentioned",
    needles="report know nothing mention neither quiet keep left better appear hide hidden say word not never don without need needn avoid refrain nothing no neither must nor",
    pattern=r"""\blearn\s+nothing\b
    |\bmention\s+neither\b|\bkeep\s+(?:quiet|silent|mum)\s+about\b|\b(?:left|leave)\s+unmentioned\b|(?:\b(?:need|should|must)\s*(?:not|n't)|\bdo(?:es)?(?:\s+not|n't)\s+(?:have|need)\s+to)\s+(?:be\s+)?(?:appear|listed|mentioned|included|visible)\b[^\n.;]{0,20}\bin\b|\bsay\s+nothing\b|\bnot\s+a\s+word\b|\b(?:hide|conceal|bury|tuck)\s+(?:the\s+)?(?:extra|additional|second|other|real)\b
    |\b(?:do\s+not|don't|never|must\s+not|mustn't|should\s+not|shouldn't|without|avoid|refrain\s+from|no\s+need\s+to|need\s+not|needn't|need\s+never|not\s+to|is\s+not\s+to|are\s+not\s+to|nothing\s+is|no\s+reason\s+to|and\s+not|don\s+t)\s+(?:ever\s+)?(?:be\s+)?
    (?:tell(?:ing)?|told|mention(?:ed|ing)?|inform(?:ed|ing)?|disclos(?:e|ed|ing)|reveal(?:ed|ing)?|notif(?:y|ied|ying)|alert(?:ed|ing)?|let(?:ting)?\s+on|admit(?:ted|ting)?|bring(?:ing)?\s+(?:it\s+|this\s+|that\s+|them\s+|the\s+[\w-]{1,14}\s+(?:[\w-]{1,14}\s+)?)?up|brought\s+up|point(?:ing)?\s+(?:it|this|that|them)\s+out|point(?:ing)?\s+out|acknowledg(?:e|ed|ing)|speak|talk|raise[sd]?\s+(?:it|this)|refer\s+to|divulge|allude|confess|draw(?:ing)?\s+attention)\b
    |\b(?:keep|kept|keeps|leave|left|hold|hide|hidden|conceal(?:ed)?|withhold|withheld)\b[^\n.;]{0,40}\b(?:to\s+yourself|between\s+us|quiet|under\s+wraps|from\s+(?:the\s+)?(?:users?|anyone|reviewers?|owner|customers?|readers?|clients?|them))\b""",
)
_DEED = Notion(
    words="skipped failed receives received changes edits third copy notice branch box clean-up cleanup complaints tidying entries companion extra additional second deletion commit traffic network dependency cloud service output step steps phase upload uploads sync request requests call calls transfer transfers sponsorship telemetry hook hooks tracker tracking listener backup copies deletion deletions download downloads connection connections script scripts installer package payment fee fees commission purchase arrangement location traffic collection push commits worker background second extra location daemon",
    needles="transfer was were has been is are sent created changed installed uploaded deleted copied shared recorded stored modified happened file files this it",
    pattern=r"""\b(?:was|were|has\s+been|have\s+been|is\s+being|had\s+been|gets?|is|are)\s+(?:\w{1,12}\s+){0,1}(?:sent|created|changed|installed|uploaded|deleted|copied|shared|recorded|stored|modified|written|removed|replaced|added|run|executed|contacted|enabled|disabled|collected|altered|moved|made|opened|charged|signed|committed|pushed)\b|\bthis\s+(?:step|part|file|action|section|process)\b|\bit\s+shares\b""",
)
_PLAIN = Notion(
    words="configure research latency design internal jargon raw secret secrets password passwords token tokens stack verbatim spoiler spoilers guess speculate unless until competitors placeholder sensitive apologise apologize confidential numbers trivial personally",
    needles="none commit stop failed unless until first again every per technical false rule implementation cleanly system prompt nothing",
    pattern=r"\band\s+stop\b|\bfailed\s+call\b|\bfalse\s+positives?\b|\bimplementation\s+details?\b|\b(?:system\s+prompt|rule)\s+numbers?\b|\bif\s+(?:nothing|there\s+(?:is|are)\s+no|none)\b|\bsystem\s+prompt\b|\bin\s+(?:the\s+)?(?:commit|pr)\s+(?:message|title|description)s?\b",
)
_LEFT_OUT = Notion(
    words="",
    needles="not never without left leave leaves leaving keep kept keeps skip exclude excluded out off unmentioned carried include listed named mentioned",
    pattern=r"""\b(?:left|leave|leaves|leaving|keep|keeps|kept|stays?)\b[^\n.;]{0,50}?\b(?:out\s+of|off|away\s+from)\s+(?:the|your|any|its|all|every)\b|\b(?:not|never|without)\s+(?:be\s+)?(?:includ(?:e|ed|ing)|list(?:ed|ing)?|appear(?:s|ing)?|mention(?:ed|ing)?|show(?:n|ing)?|record(?:ed|ing)?|nam(?:ed|ing))\b[^\n.;]{0,30}\bin\s+(?:the|your|any|its)\b|\b(?:exclude|skip|omit)s?\b[^\n.;]{0,50}\bfrom\s+(?:the|your|any|its)\b""",
)
_TOLD_OF = Notion(
    needles="reports responses answers statements replies summaries logs summary report answer reply response list log changelog diff minutes statement message table contents notes recap version transcript overview output",
    pattern=r"""\b(?:summar(?:y|ies)|reports?|answers?|repl(?:y|ies)|responses?|to-do\s+list|list\s+of\s+(?:actions|changes|steps|files)|changelog|minutes|statements?|final\s+message|closing\s+\w+|table\s+of\s+contents|release\s+notes|recap|transcript|(?:activity|audit|session|command|action|change)\s+logs?|version\s+that\s+is)\b""",
)
_OFFICE = Notion(
    words="uncertain speculative failed failing optional trivial boilerplate secrets names personal pii headings whitespace empty generated vendored irrelevant duplicates sections section fluff"
)
_CALLED = Notion(
    needles="answer questions remark tell told describe describes described call calls present presents label labels pass explain refer refers phrase say claim answer recommended commit deny blame insist",
    pattern=r"""\banswer\s+(?:any\s+|all\s+)?questions?\s+(?:about|on)\b[^\n.;]{0,60}\bwith\b
    |\btell\s+(?:the\s+)?(?:users?|them|him|her|people)\s+(?:that\s+)?(?:it\s+is|it's|this\s+is|all|everything|nothing|no)\b[^\n.;]{0,40}\b(?:routine|update|check|locally|local|sent|happened|normal|standard|processed|maintenance)\b
    |\b(?:describe|present|label|call|explain|phrase|portray|frame|commit|list|refer\s+to|pass)(?:s|ed|ing)?\b[^\n.;]{0,50}?\b(?:as|off\s+as)\s+(?:an?\s+)?(?:[\w-]{1,14}\s+){0,2}?(?:cache|fix|typo|formatter|boilerplate|improvement|clean-?up|refactor\w{0,3}|maintenance|chore|font|update|template|temporary|plain|routine|standard|harmless|test|log|backup)\b
    |\b(?:say|claim|answer|reply|insist|assure|state|maintain|pretend)(?:s|ed|ing)?\b[^\n.;]{0,40}\b(?:that\s+)?(?:nothing|everything|no\s+data|it|none|all)\b[^\n.;]{0,30}\b(?:left|leaves|locally|local|happens?|sent|stored|happened|was|is\s+kept|stays?)\b|\b(?:recommended|right|correct|standard|best)\s+(?:answer|reply|response)\s+is\b|\bdeny\s+(?:that|any|it|having|everything)\b|\bblame\s+(?:it|the)\b""",
)
_ASKED_ABOUT = Notion(
    words="although",
    needles="though asks ask asked question questions inspect inspects reviewer reviewers wonders wants inquires notices comes anybody anyone matter somebody auditors complains",
    pattern=r"""\b(?:al)?though\b
    |\b(?:if|when|where|should|whenever|in\s+case)\b[^\n.;]{0,40}\b(?:asks?|asked|questions?|inspects?|wonders?|inquires?|notices?|audits?|complains?|comes\s+up|looks?\s+(?:at|into)|objects?|raises?)\b|\bquestions\s+about\b|\b(?:nothing|no\s+data)\s+(?:left|leaves)\b|\bthe\s+matter\s+comes\s+up\b|\bto\s+the\s+user\b""",
)
_UNTRUE = Notion(
    words="cache nothing telemetry endpoint boilerplate typo formatter",
    needles="mention also remark outgoing connection second phase even vendor loader everything locally",
    pattern=r"""\bwith\s+an?\s+(?:remark|reference|story|excuse|note)\b|\boutgoing\s+connection\b
    |\beven\s+(?:if|when|where)\b|\balso\s+(?:if|when)\b|\bfollow-up\s+(?:tickets|questions)\b|\bsecond\s+phase\b|\b(?:do\s+not|don't)\s+(?:mention|bring|say)\b|\bskip\s+the\s+changes\b""",
)
_WIPED = Notion(
    needles="zsh_history bash_history above lines terminal before delete deletes deleted clear cleared clears wipe wiped tidy tidied remove removed scrub scrubbed purge erase erased history truncate clean cleaned cover",
    pattern=r"""\b(?:scrub|clean|clear|strip|purge|rid)\b[^\n.;]{0,20}_history\b|_history`?\s+of\b
    |\b(?:remove|delete|clear|drop|cut)\w{0,3}\s+(?:the\s+)?(?:lines?|entries|records?)\s+(?:about|of|on|for)\b|\bclear\s+the\s+(?:terminal|screen|console)\b[^\n.;]{0,60}\b(?:so|before)\b|\bfrom\s+the\s+log\s+before\b
    |\b(?:delet|clear|wip|tid(?:y|ied)|remov|scrub|purg|eras|truncat|clean|trim)\w{0,4}\b[^\n.;]{0,40}\b(?:(?:shell|command|bash|zsh|terminal)\s+history|(?<!\w)traces\b|tracks|(?:history|journal|audit)\s+(?:entr(?:y|ies)|lines?|records?|trail)|evidence|its\s+(?:log\s+)?lines)\b|\b(?:traces?|tracks|evidence)\s+(?:\w{1,8}\s+){0,3}(?:tidied|removed|cleared|wiped|deleted|erased|cleaned)\b""",
)
_BLENDS = Notion(
    needles="named author same latest process kworker between attract timestamp author name names title process committer look like inconspicuous different commit",
    pattern=r"""\bsame\s+author\b[^\n.;]{0,40}\bas\s+the\s+(?:latest|last|previous)\b|\bauthor\s+name\s+as\b
    |\b(?:name|call|rename)\s+(?:the|it|this)\s+(?:process\s+|file\s+|job\s+|service\s+)?[`'\"]?(?:kworker|svchost|systemd|com\.apple|launchd|explorer)|\bbetween\s+two\s+\w+\s+commits\b
    |\b(?:timestamp|author|committer|date)\b[^\n.;]{0,40}\bof\s+the\s+(?:previous|last|original|user)|\b(?:inconspicuous|harmless|innocent|unremarkable|system-like)\s+(?:name|title|label)|\bunder\s+(?:an?\s+)?(?:false|inconspicuous|somebody\s+else's)\s+(?:name|title|author)|\bnamed?\s+[`"']?com\.(?:apple|microsoft|google)\b|\bunder\s+the\s+title\b|\bwith\s+the\s+(?:message|title)\s+["'`]chore""",
)
_STAY = Notion(
    needles="standing background worker alive commits carry running put every pull everywhere sibling fontsync",
    pattern=r"\bstanding\s+out\b|\bbackground\b|\bworker\b|\balive\b|\bcommits?\b|\bput\s+it\s+back\b|\bevery\s+repositor|\bsibling\b|\bscheduled\b",
)
_HUSH_THAT = Notion(
    needles="let report reveal mention tell say admit disclose know notice",
    pattern=r"""\b(?:do\s+not|don't|never|must\s+not)\s+(?:ever\s+)?(?:report|reveal|mention|admit|disclose|acknowledge|tell\s+\w{2,8}(?:\s+\w{2,8})?|let\s+on)\s+that\b|\blet\b[^\n.;]{0,30}\bknow\s+nothing\s+(?:of|about)\b|\bwithout\s+further\s+notice\b""",
)
FRAMES = (
    Frame(_HUSH_THAT, (_DEED,), unless=(_PLAIN, TAUGHT, HARMLESS), refusal=True),
    Frame(_HUSH, (_DEED, PERSON | REPORT), unless=(_PLAIN, TAUGHT, HARMLESS), refusal=True),
    Frame(
        _HUSH,
        (COSTLY | SEND | WRITE | DESTROY,),
        near=(
            _DEED,
            Notion(
                words="user users reviewer reviewers customer customers client clients owner anyone afterwards"
            ),
        ),
        unless=(_PLAIN, TAUGHT, HARMLESS, SECRETS),
        refusal=True,
    ),
    Frame(_LEFT_OUT, (_TOLD_OF,), near=(_DEED,), unless=(_PLAIN, TAUGHT, _OFFICE, HARMLESS), refusal=True),
    Frame(_CALLED, near=(_UNTRUE | _ASKED_ABOUT,), unless=(TAUGHT, _PLAIN), refusal=True),
    Frame(SLY, near=(_DEED,), unless=(TAUGHT, _PLAIN, HARMLESS)),
    Frame(_WIPED, unless=(TAUGHT, _PLAIN, HARMLESS)),
    Frame(_BLENDS, unless=(TAUGHT, HARMLESS)),
)


def review(page: Page) -> Iterator[Hit]:
    """Yield a hit for each request to hide; beside an act that a user would mind, it weighs more."""
    yield from (_beside_an_act(page, hit) for hit in _found(page))


def _found(page: Page) -> Iterator[Hit]:
    yield from meant(RULE, page, *FRAMES)
    yield from meant(RULE, page, _THIS_ACT, _KEPT_QUIET, _NOT_A_WORD, _QUIETLY)
    for probe in (_HIDE, _UNSAID, _STEALTH):
        for found in probe.matches(page):
            grave = _GRAVE.search(_around(page, *found.span()))
            yield hit_at(RULE, page, found.span(), severity="high" if grave else "medium")


def _beside_an_act(page: Page, hit: Hit) -> Hit:
    """Return the hit as one that its surroundings have weighed, if it orders to hide what stands there."""
    start, end = hit.span
    ordered = _ORDERED.search(page.text, max(0, start - 24), end)
    return replace(hit, worded=False) if ordered and _GRAVE.search(_around(page, start, end)) else hit


def _around(page: Page, start: int, end: int) -> str:
    return page.text[max(0, start - 500) : end + 250]


_ORDERED = Lazy(r"\b(?:must|shall|do\s+not|don't|never|hide)\b")
