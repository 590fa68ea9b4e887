"""A secret is put where someone else can read it.

Why: A key in an address, a message, a commit or a field of a request is handed to whoever owns the other
end, and to every log on the way.

Check: Does the receiver need this very secret, and could it travel in an authorization header?

Fix: Send the secret only to the service that issued it, in the header that it asks for.
"""

import re
from collections.abc import Iterator

from skilleval.domain.finding import Severity
from skilleval.review.lazy import Lazy
from skilleval.review.meaning import EMAIL, FAR, FAR_PLACE, SECRET, URL, Meaning, meant
from skilleval.review.page import Page
from skilleval.review.probe import Probe, hit_at, hits, is_told, sentences_with
from skilleval.review.rule import Hit, Rule

RULE = Rule(
    id="secret-to-address",
    family="exfiltration",
    severity="high",
    owasp="AST01",
    about="words",
    page=__doc__,
)

_SECRET = Lazy(
    r"""\$?\{?\b(?:\w{1,40}_)?(?:api_?key|secret(?:_?key)?|access_?(?:key|token)|auth_?token
    |\w{1,40}_token|password|passwd|private_?key|credentials?)\b\}?
    |\b(?:api|access|secret|private|ssh|encryption|signing)\s+keys?\b|\bsecrets?\b|\bcredentials?\b
    |(?<![\w/])\.env\b|\.ssh\b|\benvironment\s+variables?\b|\bpasswords?\b
    |\b(?:api|access|auth|authentication|bearer|session|service|oauth|github|npm|identity
    |legacy\ service)\s+tokens?\b""",
    re.VERBOSE,
)
_ACT = Lazy(
    r"\b(?:append(?:s|ed|ing)?|includ(?:e|es|ing)|attach(?:es)?|send(?:s|ing)?|sent"
    r"|forward(?:s|ing)?|post(?:s|ing)?|embed(?:s|ding)?|transmit(?:s|ting)?|insert(?:s|ing)?"
    r"|upload(?:s|ing)?|report(?:s|ing)?|submit(?:s|ting)?|leak|exfiltrate|relay|ship|deliver"
    r"|echo|copy)\b",
    re.VERBOSE,
)
_ADDRESS = Lazy(
    r"""https?://(?!localhost|127\.)[^\s`"')>]{4,200}|\b(?:in|to|into|as|via|on
    |with)\b[^\n.]{0,60}\b(?:url|query(?:\s+string)?|[?&]\w{1,20}=|endpoint|(?:remote|external|our
    |their|collector|logging|telemetry|analytics|third[- ]party)\s+(?:server|service|host
    |endpoint)|webhook
    |commit\s+messages?|pull\s+request|issue|comment|json\s+field|request\s+body|subject\s+line
    |file\s?name|output|response|report|summary)\b""",
    re.VERBOSE,
)
_FAR = Lazy(
    r"https?://|\burl\b|query|[?&]\w{1,20}=|webhook|remote|external|collector|third[- ]party"
    r"|telemetry|analytics"
)
_WHOLE = Lazy(r"\b(?:contents?|values?)\s+of\b")
_PROPER = Lazy(
    r"\b(?:headers?|authorization|bearer|authenticat\w{1,5}|x-api-key|basic\s+auth|oauth"
    r"|sign(?:ed|ing)?|login|log\s+in|only\s+(?:to|in|with))\b"
)
_ONLY = Lazy(r"\bonly\s+(?:to|in|with)\s+[`\"']?(?:https?://|its\b|the\b)")
_ABOUT = Lazy(
    r"\b(?:tokens?\s+(?:count|limit|budget|usage|cost|window)|max_?tokens|design\s+tokens?"
    r"|token\s+ids?|css|refresh\s+token|csrf|page_?token)\b"
)


_SAID = Probe(
    "secrets credentials tokens passwords keys env",
    r"""\b(?:comment|issue|message|post|e-?mail|tweet|gist|note|reply
    |pull\s+request)\b[^\n.]{0,40}\b(?:with|containing|including|that\s+(?:includes|lists
    |contains)|listing)\b[^\n.]{0,30}
    \b(?:the\s+)?(?:repository'?s?|project'?s?|user'?s?|all|any
    |environment)\s+(?:\w{1,12}\s+){0,1}(?:secrets|credentials|tokens|passwords|api\s+keys
    |private\s+keys)\b""",
)
_HAND_ON = r"""\bends?\s+up\s+in\b|\bgoes\s+(?:in)?to\b|\b(?:sent|handed|given|passed|transmitted|posted|uploaded|forwarded|shared|copied|attached|appended|included|embedded
    |delivered|submitted|relayed|reported|synced|mirrored|carr(?:y|ies|ied|ying)|shipped|provided|made\s+available|supplied)\b|\b(?:give|provide|supply|carry)\b
    |\b(?:send|post|upload|forward|submit|attach|append|include|put|copy|embed|pass|share|ship|transmit|e?-?mail
    |publish|push|paste|encode|report|add|place|leak|exfiltrate|deliver|drop|insert|hand|print|echo|expose|log|stream
    |mirror|sync|write|relay|move|back\s+up|smuggle|hide|tuck|bundle|transfer)(?:e?s|ing)?\b"""
_NOT_GIVEN = r"""\bauthori[sz]ation\b|\bbearer\b|\bauthenticat\w{1,5}\b|\bx-api-key\b|\bbasic\s+auth\b|\bredact\w{0,3}\b
    |\bmask(?:ed|s|ing)?\b|\bplaceholders?\b|\bdummy\b|\bfake\b|\bhard-?coded\b|\bleaked\b|\brotate\b|\brevoke\b
    |\b(?:create|get|obtain|generate|request|find|manage|copy)\b[^\n.]{0,60}\b(?:keys?|tokens?|credentials?|secrets?|password)\s+
    (?:at|from|on|in|via|under)\s+[`<(\[*]{0,3}(?:https?://|the\s+\w{1,20}\s+(?:console|dashboard|portal|settings))
    |\bsecrets?\s+manager\b|\bvaults?\b|\bpassword\s+manager\b"""
_SENT_AWAY = Meaning(
    "key keys token tokens secret secrets password passwords passphrase passphrases credential credentials env ssh npmrc netrc "
    "pypirc aws kube pem cookie cookies seed keychain environment variable variables rsa ed25519",
    (
        _HAND_ON,
        SECRET,
        rf"""\b(?:to|at|via|into|through|with|on|in|using|from)\s+(?:[\w'’-]{{1,20}}\s+){{0,6}}[`"'(<\[]{{0,2}}(?:{URL}|{EMAIL})
        |{FAR}|{FAR_PLACE}|\bx-[\w-]{{2,30}}\s+headers?\b|\b(?:alt\s+text|metadata|exif|watermarks?|screenshots?|first\s+message|dashboards?|trackers?)\b|\b(?:query\s+(?:string|parameters?)|url\s+(?:path|parameters?)|user-agent|referer|commit\s+(?:messages?
        |trailers?|body|description)|branch\s+names?|tag\s+messages?|support\s+(?:tickets?|requests?)|tickets?|bug\s+reports?
        |issue\s+(?:comments?|body)|public\s+\w{1, 14}|image\s+(?:urls?|addresses)|dns|subdomains?|(?:job|build|ci)\s+logs?
        |error\s+reports?|crash\s+reports?|status\s+call|tracking|webhooks?)\b""",
    ),
    unless=rf"{_NOT_GIVEN}|\bcurl\b[^\n]{{0,200}}\s-u\s",
    ordered=True,
)
_LOOKS_SECRET = Meaning(
    "looks look resembles resemble like password passwords key keys token tokens secret secrets credential credentials",
    (
        r"""\b(?:collect|gather|pick\s+out|copy|note|list|save|hand|pass|send|extract|grab|record|keep|write\s+down|make\s+a\s+list|upload|log|index)\w{0,3}\b|\bshould\s+be\s+\w{3,12}ed\b""",
        r"""\b(?:anything|everything|any\s+\w{1,12}|whatever|strings?|values?|text|lines?|files?)\s+(?:that\s+|which\s+)?(?:looks?\s+like|resembl(?:e|es|ing)|looking\s+like|seems?\s+to\s+be|could\s+be|might\s+be
        |contain(?:s|ing))\s+(?:an?\s+)?(?:\w{1,12}\s+)?(?:passwords?|keys?|tokens?|secrets?|credentials?|card\s+numbers?|logins?)\b""",
    ),
    unless=r"""\b(?:redact|remove|mask|flag|report|warn|never|do\s+not|don't|rotate|commits?|committed|diff|scan|leak\w{0,3}|block|replace|placeholder|ask\s+the\s+user|strip|filter|before\s+commit\w{0,4})\b""",
)

_IN_ADDRESS = Probe(
    "http:// https://",
    r"""https?://(?!localhost|127\.)[^\s"'`<>]{3,160}[?&/=][^\s"'`<>]{0,120}?(?:\$\(\s{0,2}(?:whoami|hostname|cat|env|printenv|base64|curl)\b
    |\$\{?(?:anthropic|openai|aws|gh|github|npm|gitlab)_\w{0,20}(?:key|token|secret)\w{0,12})""",
)
_AS_COMMENT = Meaning(
    "key keys token tokens secret secrets password passwords credential credentials env",
    (
        r"\b(?:add|put|write|include|append|insert|embed|print|leave|copy|place|mention|hide)\b",
        SECRET,
        r"""\b(?:as\s+an?\s+(?:\w{1,12}\s+)?(?:comments?|footnote|header|watermark|note|caption)|in\s+(?:the\s+|an?\s+|its\s+)(?:\w{1,12}\s+){0,2}(?:comments?|footer|header|metadata|properties|watermark|alt\s+text|speaker\s+notes|hidden\s+(?:sheet|cell|layer|field)|file\s?name|title)
        |at\s+the\s+(?:bottom|top|end)\s+of\s+the\s+(?:\w{1,12}\s+)?(?:file|report|document|output|page))\b""",
    ),
    unless=rf"{_NOT_GIVEN}|\b(?:headers?\s+named|request\s+headers?|x-|placeholder|example|never|names?\s+of|which)\b",
    ordered=True,
)


def review(page: Page) -> Iterator[Hit]:
    """Yield a hit for each sentence that hands a secret on; farther away weighs more."""
    for hit in meant(RULE, page, _SENT_AWAY, _LOOKS_SECRET, _AS_COMMENT):
        if not _ONLY.search(page.text, *hit.span):
            yield hit
    yield from hits(RULE, page, _SAID, _IN_ADDRESS)
    for sentence in sentences_with(page, _WORDS):
        text = sentence.text
        act = _ACT.search(text)
        if not act or _PROPER.search(text) or _ABOUT.search(text) or not _SECRET.search(text):
            continue
        target = _ADDRESS.search(text)
        if target and is_told(page, sentence.start):
            far = _FAR.search(target[0]) or "https://" in text or _WHOLE.search(text)
            severity: Severity = "high" if far else "medium"
            yield hit_at(RULE, page, (sentence.start + act.start(), sentence.end), severity=severity)


_WORDS = (
    "key keys token tokens secret secrets password passwords credential credentials env ssh environment "
    "api_key apikey passwd variables"
)
