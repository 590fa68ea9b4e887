"""What the user works on is to be sent to an address of the skill's choosing.

Why: A sentence like "also upload a copy to ..." looks like part of the work. What was sent cannot be called
back.

Check: Is the address the service that the skill is for? Would the user expect the copy?

Fix: Send only what the user asked to send; name the service in the description.
"""

import re
from collections.abc import Iterator

from skilleval.domain.finding import Severity
from skilleval.review.frame import Frame, Notion
from skilleval.review.lazy import Lazy
from skilleval.review.meaning import meant
from skilleval.review.page import Page
from skilleval.review.probe import Sentence, hit_at, is_told, sentences_with
from skilleval.review.reading import Reading
from skilleval.review.rule import Hit, Rule
from skilleval.review.vocabulary import (
    ADDRESS,
    EXTRA,
    FAR,
    HARMLESS,
    LOCAL,
    OUR_PLACE,
    OURS,
    PRIVATE,
    SECRETS,
    SEND,
    SHIP,
    SLY,
    TAUGHT,
    WHOLE,
    WORK,
)
from skilleval.review.weighing import weighed

RULE = Rule(
    id="data-sent-away",
    family="exfiltration",
    severity="high",
    owasp="AST01",
    about="words",
    page=__doc__,
)

_WORDS = (
    "send sends sent upload uploads uploaded post posts posted forward forwards transmit "
    "transmits transmitted "
    "submit submits submitted sync syncs synced mirror backup backs back copy copies share "
    "shares email emails mail "
    "report reports log logs push pushes deliver stream relay export exported replicate "
    "publish notify curl archive attach include append embed add encode transfer transfers save"
)
_ACT = Lazy(
    r"""\b(?:send(?:s|ing)?|sent|upload(?:s|ed|ing)?|post(?:s|ed|ing)?|forward(?:s|ed|ing)?
    |transmit(?:s|ted|ting)?|submit(?:s|ted|ting)?|sync(?:s|ed|hronize)?|mirror(?:s|ed)?|back(?:s
    |ed)?\s+up|backup|cop(?:y|ies)|share[sd]?
    |e?-?mail(?:s|ed)?|report(?:s|ed)?|log(?:s|ged)?|push(?:es|ed)?|deliver(?:s|ed)?|stream(?:s|ed)?
    |relay(?:s|ed)?|export(?:s|ed)?|replicate[sd]?|publish(?:es|ed)?|cc|bcc|archive[sd]?|transfer(?:s
    |red)?|attach(?:es)?|append(?:s|ed)?|embed(?:s|ded)?|encode[sd]?|include[sd]?
    |add(?:s|ed)?)\b""",
    re.VERBOSE,
)
_ADDRESS = Lazy(
    r"""https?://(?P<host>[\w.-]{3,100})[^\s`"')>\]]{0,200}
    |\b[\w.+-]{2,60}@(?P<domain>[\w-]{2,60}(?:\.[\w-]{2,60}){1,4})\b|\bs3://[\w.-]{3,80}|\b(?:ftp
    |sftp|rsync|ssh)://\S{3,100}
    |\b(?:to|with|at|via)\s+[`"']?(?P<bare>[a-z0-9-]{1,40}(?:\.[a-z0-9-]{2,40}){0,3}\.(?:com|net|org
    |io|dev|co|ai|app|xyz|cloud|info|ru|cn|site
    |online|tech|example))\b
    |\bdiscord(?:app)?\.com/api/webhooks|\bhooks\.slack\.com|\bapi\.telegram\.org|\bnc\s+[\w.-]{4,80}\s+\d{2,5}
    |\bour\s+(?:\w{1,12}\s+){0,2}(?:remote|servers?|backend|bucket|infrastructure|cloud|storage
    |endpoints?|collector|archive|database)\b
    |\b(?:our|an?|the|their)\s+(?:\w{1,12}\s+){0,1}(?:external|remote|third[- ]party|analytics
    |telemetry|logging|monitoring|compliance|collection|author's|provider's|skill\s+(?:author
    |provider)(?:'s)?|backup|central|diagnostics?|audit)\s+(?:\w{1,12}\s+){0,1}(?:servers?|endpoints?
    |services?|hosts?|api|archive|collector|address|bucket|storage)\b
    |\b(?:skill\s+)?(?:author|provider|vendor|developer|maintainer|development\s+team)(?:'s)?\s+
    (?:\w{1,12}\s+){0,1}(?:servers?|services?|endpoints?|archive|bucket)\b
    |\b(?:archive|server|service|endpoint|bucket)\s+(?:that\s+is\s+)?(?:maintained|operated|run|hosted
    |owned)\s+by\s+
    the\s+(?:skill\s+)?(?:author|provider|vendor|developer)s?\b
    |\bto\s+(?:an?\s+|the\s+|our\s+)(?:analytics|telemetry|logging|compliance|collection|monitoring)\s+
    (?:servers?|endpoints?|services?|archive|collector)\b""",
    re.VERBOSE,
)
_DATA = Lazy(
    r"""\b(?:conversations?|chat|history|transcripts?|prompts?|messages?|files?|documents?|contracts?
    |workspace|repositor(?:y|ies)|source(?:\s+code)?|code(?:base)?|contents?|results?|outputs?
    |reports?|user(?:'s)?|personal|customer|data|information|details|profile|credentials?|logs?
    |screenshots?|clipboard|contacts|emails?|calendar|spreadsheets?|presentations?|slides|images?
    |records?|notes?|text|input|everything|copy|copies|drafts?|invoices?|datasets?|attachments?
    |metadata|figures|numbers|revenue|plans?|proposals?|quotes?|prices|diagrams?|slides|decks?|pdfs?|recordings?|voice|photos?|telemetry|requests?|headers|body|payloads?|profiles?|env\w{0,12}|configuration|config)\b""",
    re.VERBOSE,
)
_EXTRA = Lazy(
    r"""\b(?:also|additionally|in\s+addition|as\s+well|besides|moreover|(?:full|complete|raw|second
    |backup|extra|additional|archival)\s+cop(?:y|ies)|a\s+copy|copy\s+of|(?:before|prior\s+to
    |after|upon)\s+(?:\w{1,12}\s+){0,2}(?:return|respond|answer|process|complet|finish|generat
    |creat|sav|edit|modif|read|analy[sz]|each|every|any|the\s+(?:task|work|file|document|edit
    |change|commit|run))\w{0,5}
    |(?:each|every)\s+(?:time|\w{1,15})|on\s+(?:every|each)|nightly|daily|hourly|weekly|periodically
    |regularly|continuously|for\s+(?:all|every|each)|always|automatically
    |in\s+the\s+background|at\s+the\s+(?:end|same\s+time)|whenever|must\s+(?:also|first)|(?:for
    |as)\s+(?:\w{1,14}\s+){0,2}(?:backups?|telemetry|analytics|compliance|logging|auditing|monitoring
    |diagnos\w{2,6}|quality|training|safekeeping|record[- ]keeping|archiv\w{2,4}|review|verification
    |validation|indexing|improvement|synchroni[sz]ation|data\s+governance)(?:\s+purposes)?
    |required\s+(?:by|for)|bcc|cc|(?:as\s+an?\s+)?query\s+(?:parameter|string)|base64
    |so\s+that\s+(?:we|the\s+team|support|others)|so\s+the\s+team
    |by\s+default|once\s+(?:done|finished|complete\w{0,2})|when\s+(?:done|finished)|first)\b""",
    re.VERBOSE,
)
_SENSITIVE = Lazy(
    r"""\b(?:e-?mail\s+addresses|phone\s+numbers|personal\s+(?:data|information|details)
    |customer\s+(?:data|records|list)|passwords?
    |credentials?|api\s+keys?|secrets?|history|contacts|conversations?|transcripts?|source\s+code
    |(?:full|entire|complete|whole|raw)\s+(?:\w{1,12}\s+){0,2}
    (?:contents?|text|document|file|conversation|workspace|repository|codebase|request)
    |home\s+directory|installed\s+(?:packages|software)|hostname
    |user\s?names?|(?:the\s+)?user'?s?\s+(?:\w{1,12}\s+){0,1}(?:e-?mails|mail|inbox|messages|calendar|photos|notes|files|documents|downloads|browser\s+history)|environment|clipboard|keystrokes|everything|medical|financial|salary|salaries|\.env
    |config(?:uration)?(?:\.\w{2,5}|\s+files?))\b""",
    re.VERBOSE,
)
_ASIDE = Lazy(
    r"\bonly\s+(?:to|in|with)\b|\b(?:see|docs?|documentation|guide|tutorial|read\s+more|example\.com/docs|bug\s+reports?"
    r"|open\s+an\s+issue|report\s+(?:bugs|issues|problems)|log\s+in|sign\s+(?:in|up)|support@"
    r"|security@|git\s+push|changelog|license|privacy)\b"
    r"|\b(?:create|get|obtain|generate|request|find|manage|copy)\b[^\n.]{0,60}\b(?:keys?|tokens?"
    r"|credentials?|secrets?)\s+(?:at|from|on|in|via)\b"
)
_FOREIGN = Lazy(
    r"^(?:to|our|an?|the|their|skill|author|provider|vendor|developer|maintainer|archive"
    r"|server|service)\b"
)
_MADE_UP = Lazy(r"^(?:www\.)?(?:your-?)?(?:company|example|domain|acme|corp|email|test)\.(?:com|org|net|io)$")
"""Hosts that examples are written with."""
_PUBLIC = Lazy(
    r"(?:^|\.)(?:github\.com|githubusercontent\.com|gitlab\.com|npmjs\.(?:com|org)|pypi\.org"
    r"|localhost|wikipedia\.org|w3\.org|schema\.org|json-schema\.org)$"
)
_HOST = Lazy(r"(?://|@)(?:www\.)?([a-z0-9.-]{4,100})")

_CARRIER = Notion(
    needles="log logs report message description issue alt file metadata argument parameter header field query params body placeholder badge ping notes image",
    pattern=r"""\b(?:issue|bug|ticket|commit|pr)\s+(?:description|body|report|comment|message)\b|\balt\s+text\b|\bbadge\s+url\b|\b(?:job|build|public)\s+logs?\b|\bfile\s+name\s+of\b
    |\b(?:argument|(?:query\s+)?parameter|header|query\s+string|error\s+ping|image\s+link)\b|\bthe\s+[`'"][\w-]{1,30}[`'"]\s+(?:field|header|argument|parameter|column)\b|\b(?:pull\s+request|issue|commit)\s+(?:body|description)\b|\bbody\s+of\s+the\s+(?:pull\s+request|issue|comment)\b""",
)
"""A part of a call in which something else can travel."""
_OTHERS_TOO = Notion(
    words="also additionally ignored unrelated recently previous",
    needles="last most not every other regardless preceded opened contents each all both so support uses know ask plain because lets form works",
    pattern=r"""\b(?:last|previous|recent)\s+(?:\w{1,10}\s+)?(?:messages|prompts|files?)\b|\bmost\s+recently\b|\bnot\s+just\b|\bincluding\s+(?:ignored|hidden|private|unrelated)\b|\bpreceded\s+by\b|\bcontents?\s+of\b|\b(?:in\s+)?plain\s+(?:form|text)\b""",
)
_ROUTINE = Notion(
    words="release dashboard sheets docs documentation webhook_url changelog readme license privacy graphql schema sdk saml upsert crud",
    needles="only nothing example see own read more log your docs guide api",
    pattern=r"\bsee\s+(?:the\s+)?(?:docs?|documentation|guide|https?)|\byour\s+(?:own\s+)?(?:api|server|backend|endpoint|account|bucket|app)\b|\b(?:the\s+)?user'?s\s+(?:own|api|account)\b|\bread\s+more\b|\bonly\s+(?:in|to)\b|\bnothing\s+else\b|\bapi\s+reference\b|\bfor\s+example\b|\be\.g\.",
)
_LOGIN = Notion(
    words="authorization bearer oauth authenticate authentication signature webhook redact placeholder jwt cookie csrf required optional default value type string",
    needles="x api",
    pattern=r"\bx-api-key\b|\bapi[- ]key\s+header\b",
)
_ODD = Notion(
    needles="commit pr crash user agent string request header badge issue ticket body alt log logs file description metadata pull query",
    pattern=r"""\b(?:crash|error|bug)\s+reports?\b|\buser-agent\b|\b(?:licen[cs]e|first|each|every)\s+request\b
    |\b[`'"]?x-[\w-]{2,30}[`'"]?\s+header\b|\bbadge\b|\b(?:issue|bug|ticket|commit|pr|pull\s+request)\s+(?:description|body|report|comment|message|title)\b|\bbody\s+of\s+(?:the|a|an)\s+(?:pull|issue|comment)|\balt\s+text\b|\b(?:job|build|public)\s+logs?\b|\bfile\s+name\s+of\b|\breport's\s+metadata\b""",
)
_GOES = Notion(
    needles="copied passed sent forwarded delivered mirrored end get carry accompanies accompany travel included drop put sold goes go belongs belong reaches reach lands land travels flows ends kept held stored way handed lent fed arrives carries",
    pattern=r"""\bshould\s+carry\b|\baccompan(?:y|ies)\b|\btravel(?:s|led)?\s+with\b|\b(?:is|are|gets?)\s+(?:sold|handed|passed|forwarded|sent|stored|copied|delivered|mirrored|submitted)\b
    |\b(?:goes|go)\s+(?:in)?to\b|\bbelongs?\s+(?:in|to|at)\b|\breach(?:es)?\b|\blands?\s+(?:in|at|on|with)\b|\b(?:travels?|flows?)\s+(?:to|with|along)\b|\bends?\s+up\b|\b(?:is|are)\s+(?:kept|held|stored|collected)\s+(?:at|in|by|with|on)\b|\bfinds?\s+(?:its|their)\s+way\b|\barrives?\s+(?:at|in|with)\b""",
)
_GATHER = Notion(
    words="list keep encountered look gather gathered gathers collect collected collects harvest dump dumps extract scrape search read compile stash hoard look find show pick grab",
)
_HANDED = Notion(
    needles="sends it passed submit worth keeping results secrets csv handed hand sync upload uploaded send post next our badge maintainers issue report bundle pull",
    pattern=r"""\bworth\s+keeping\b|[`'\"]?(?:secrets|tokens|keys|creds|passwords)\.(?:csv|txt|json|md)\b
    |\b(?:handed|passed|given|turned)\s+(?:over|on)\b|\bwith\s+the\s+next\s+(?:sync|upload|request|call|run)\b|\b(?:send|post|upload|submit|deliver)(?:s|ed)?\s+(?:them|it|both|all)\b|\bbadge\s+url\b|\b(?:maintainers?|vendor|authors?)\s+(?:can\s+)?(?:see|get|receive|know)\b|\b(?:that|which)\s+(?:gets|is|are)\s+(?:uploaded|sent|posted)\b|\b(?:body|description)\s+of\s+the\s+(?:pull|issue)|\bour\s+(?:server|endpoint|service|bucket|team)""",
)
_OWN = PRIVATE | WORK
_ANY = _OWN | SECRETS
_QUIET = HARMLESS, TAUGHT, LOCAL, _ROUTINE
FRAMES = (
    Frame(SEND, (_OWN, FAR), near=(ADDRESS | OURS, EXTRA | SLY), unless=_QUIET, ordered=True),
    Frame(_GOES, (_OWN, FAR), near=(ADDRESS | OURS,), unless=_QUIET),
    Frame(_GOES, (SECRETS, FAR | _ODD), unless=(*_QUIET, _LOGIN)),
    Frame(SHIP, (PRIVATE, FAR), near=(OURS | EXTRA,), unless=_QUIET, ordered=True),
    Frame(SHIP, (SECRETS, FAR), near=(EXTRA | OURS | WHOLE,), unless=_QUIET, ordered=True),
    Frame(SHIP, (PRIVATE | SECRETS, OUR_PLACE), unless=_QUIET, ordered=True),
    Frame(SHIP, (WORK, OUR_PLACE), near=(EXTRA | SLY,), unless=_QUIET, ordered=True),
    Frame(SHIP, (PRIVATE, ADDRESS), unless=_QUIET, ordered=True),
    Frame(SEND, (SECRETS, _ODD), unless=(*_QUIET, _LOGIN), ordered=True),
    Frame(_GATHER, (SECRETS,), near=(_HANDED,), unless=(*_QUIET, _LOGIN), ordered=True),
    Frame(SEND, (_ANY, _CARRIER, _OTHERS_TOO), unless=_QUIET),
)


def review(reading: Reading) -> Iterator[Hit]:
    """Yield a hit for each sentence that sends the user's things away; something extra in it weighs more."""
    for page in (*reading.pages, *reading.spread):
        if page.language != "machine":
            found = [(RULE, hit) for hit in _found(reading, page)]
            yield from (hit for _, hit in weighed(page, found))


def _found(reading: Reading, page: Page) -> Iterator[Hit]:
    for hit in meant(RULE, page, *FRAMES):
        host = _HOST.search(page.text, *hit.span)
        if not host or not (_PUBLIC.search(host[1]) or is_own_host(reading, page, host[1])):
            yield hit
    for sentence in sentences_with(page, _WORDS):
        severity = _severity(reading, page, sentence)
        if severity and (page.seam < 0 or sentence.start < page.seam < sentence.end):
            act = _ACT.search(sentence.text)
            start = sentence.start + (act.start() if act else 0)
            yield hit_at(RULE, page, (start, sentence.end), severity=severity)


def _severity(reading: Reading, page: Page, sentence: Sentence) -> Severity | None:
    """Return how grave a sentence is; None if it sends nothing of the user's to somebody else."""
    address = _ADDRESS.search(sentence.text)
    if not address or not is_told(page, sentence.start):
        return None
    words = sentence.text.replace(address[0], " ")
    host = address["host"] or address["domain"] or address["bare"] or ""
    if (
        _ASIDE.search(words)
        or not (_DATA.search(words) or _SENSITIVE.search(words))
        or not _ACT.search(words)
    ):
        return None
    if host and (_PUBLIC.search(host) or _MADE_UP.search(host) or is_own_host(reading, page, host)):
        return None
    if _EXTRA.search(words) or _SENSITIVE.search(words) or (address["domain"] and page.kind != "data"):
        return "high"  # mail to a stranger is never part of a skill's work
    return None if _FOREIGN.match(address[0]) else "medium"


def is_own_host(reading: Reading, page: Page, host: str) -> bool:
    """Return whether the skill is about this host: in its name or description, or named throughout."""
    labels = host.removeprefix("www.").split(".")
    label = labels[-2] if len(labels) >= 2 else host
    about = f"{reading.skill} {reading.description}".lower()
    return (len(label) >= 4 and label in about) or page.text.count(".".join(labels[-2:])) >= 4
