"""The user is to hand over a secret.

Why: A seed phrase, a private key, a one-time code or a card number that is typed into a chat stays in
transcripts and logs, and whoever asks for it can use it.

Check: Who receives it? Could the tool that owns the secret ask for it itself?

Fix: Use the provider's own login; never ask for the secret itself.
"""

from collections.abc import Iterator

from skilleval.review.frame import Frame, Notion
from skilleval.review.lazy import Lazy
from skilleval.review.meaning import Meaning, meant
from skilleval.review.page import Page
from skilleval.review.probe import Probe, hits
from skilleval.review.rule import Hit, Rule
from skilleval.review.vocabulary import HARMLESS, PERSON, SECRETS, TAUGHT

RULE = Rule(
    id="ask-for-secret",
    family="credentials",
    severity="high",
    owasp="AST03",
    about="words",
    page=__doc__,
)

_ASK = (
    r"\b(?:ask|prompt|instruct|tell|request|require|have|get|remind|persuade|convince"
    r"|direct)\b[^\n.]{0,40}\b(?:users?|them|person|customer|client|operator|human"
    r"|victim)\b[^\n.]{0,60}"
)
_GIVE = (
    r"\b(?:provide|enter|paste|type|share|give|submit|supply|confirm|input|send|reveal"
    r"|disclose|for)\b[^\n.]{0,50}"
)
_WORST = r"""\b(?:private\s+keys?|seed\s*phrase|recovery\s+phrase|secret\s+phrase|mnemonic
    |wallet\s+(?:key|password|secret)|credit\s+card|card\s+number|cvv|social\s+security
    |\bssn\b|one[- ]time\s+(?:code|password)|\botp\b|2fa\s+code|mfa\s+code
    |(?:sudo|system|login|account|root|admin|administrator|computer|macos|windows|master|email
    |bank)\s+(?:password|passcode|pin)|keychain\s+password)\b"""
_ASKED = Probe(
    "key keys phrase mnemonic wallet card cvv ssn security otp 2fa mfa password passcode seedphrase code pin",
    rf"{_ASK}{_GIVE}{_WORST}",
)
_STORED = Probe(
    "token credentials password",
    r"\b(?:ask|prompt|instruct|tell|request)"
    r"\b[^\n.]{0,40}\busers?\b[^\n.]{0,60}\b(?:api\s+(?:key|token)|token|credentials?"
    r"|password)\b[^\n]{0,200}\b(?:verify\s+(?:account\s+)?ownership|reassure"
    r"|will\s+not\s+be\s+stored|refuse)",
)
_DIALOG = Probe(
    "hidden dscl validatecredentials sudo kinit",
    r"display\s+dialog[^\n]{0,200}hidden\s+answer|\bdscl\b[^\n]{0,40}-?authonly"
    r"|validatecredentials\(|\becho\s+[^\n|]{1,60}\|\s{0,3}sudo\s+-\w{0,3}s\b"
    r"""|spawn(?:sync)?\(\s{0,3}["']su["']""",
)
_KEPT = Meaning(
    "token tokens password passwords key keys passphrase login credentials 2fa otp pin code",
    (
        r"""\b(?:ask|have|get|prompt|make|let|request|tell|require|persuade|convince|trick|lead)\b[^\n.]{0,50}\b(?:users?|them|customer|client|operator|human|person)\b
        |\b(?:ask|prompt)\s+for\b""",
        r"""\b(?:(?:access|api|auth|personal\s+access|github|gitlab|npm|slack|bearer|login|session)\s+(?:tokens?|keys?)|(?:openai|anthropic|stripe|aws|google|gemini|azure|model|licen[cs]e|\w{2,12}\s+api)\s+keys?|passwords?|passphrase|credentials|private\s+key
        |(?:one[- ]time|2fa|mfa|verification|recovery|login)\s+codes?|pin|secret\s+key|login\s+details)\b""",
        r"""\b(?:save|store|write|keep|remember|log|record|put|note|append|send|post|forward|upload|cache|dump|retain|copy)\b[^\n.]{0,40}\b(?:it|them|that|this|the\s+\w{1,12}|what\w{0,4})\b
        [^\n.]{0,40}(?:\b(?:in|to|into|under|at)\s+[`"']?(?:/|~|\.{1,2}/|\$)|\b(?:file|notes?|memory|log|chat|conversation|transcript|next\s+(?:run|time|session)|later|future|plain\s?text
        |server|webhook|our)\b)|\binto\s+(?:the\s+)?(?:chat|conversation)\b""",
    ),
    unless=r"""\b(?:secrets?\s+manager|keychain|vault|password\s+manager|environment\s+variables?|credential\s+(?:store|helper|manager)|\.env|encrypted|never|do\s+not|don't)\b""",
)

_WORDS_ASKED = Meaning(
    "bank login card words phrase password passwords pin credentials code codes social passport",
    (
        r"\b(?:ask|prompt|request|demand|get|obtain|elicit|collect|have|persuade|convince|trick)\w{0,3}\b",
        r"""\b(?:bank(?:ing)?\s+(?:login|details|password|credentials|account)|card\s+(?:number|details|data)|cvv|(?:12|24|twelve|twenty-four|recovery|seed|backup|secret)\s+(?:recovery\s+|seed\s+|backup\s+)?(?:words|phrase)|social\s+security\s+numbers?|passport\s+(?:number|scan|photo)
        |(?:sudo|root|admin|administrator|system|computer|e-?mail|apple\s+id|google|microsoft)\s+(?:account\s+)?passwords?|(?:sms|2fa|mfa|one-time|authenticator|verification)\s+codes?)\b""",
        r"""\b(?:user|users|user's|them|their|person|customer|for\s+the|pretext|under\s+the|claiming|saying|wallet|extension|installed|verify\w{0,3}|so\s+that|to\s+continue|reason)\b""",
    ),
    unless=r"\b(?:never|do\s+not|don't|test\s+(?:card|account|data|mode)|stripe\s+test|4242|form\s+field|input\s+field|validation|checkout|schema|login\s+page)\b",
)

_DIALOG_ASKED = Meaning(
    "dialog dialogue popup window prompt form box",
    (
        r"\b(?:show|display|open|pop\s+up|create|present|raise|draw|bring\s+up)\b",
        r"\b(?:dialogu?e?s?|pop-?ups?|windows?|prompts?|forms?|box(?:es)?|login\s+page)\b",
        r"\b(?:macos|windows|system|sudo|admin\w{0,10}|login|keychain|account|computer|bank|e-?mail|user'?s?)\s+(?:\w{1,12}\s+)?passwords?\b|\bpasswords?\b[^\n.]{0,40}\b(?:remember|save|store|keep|send|record|what\s+(?:was|is|they)\s+type\w{0,1})",
    ),
    unless=r"\b(?:web\s+app|component|react|html|css|test\w{0,3}|validation|reset|forgot|user\s+story|mock-?up|design)\b",
)


_DEMAND = Notion(
    words="warn ask asks asking request requests demand demands prompt prompts elicit require requires want wants needs persuade",
    needles="send sends let get make warn show have display show tell read form unless give",
    pattern=r"""\b(?:show|open|display|pop\s+up|draw)\s+(?:an?\s+)?(?:window|pop-?up|page|form|dialog|prompt|box)\b|\bwarn\s+(?:the\s+)?users?\b|\bask\s+for\b
    |\b(?:have|let|make|get)\s+(?:the\s+)?(?:users?|clients?|customers?|them|people)\s+(?:to\s+)?(?:read|type|enter|paste|copy|give|dictate|spell|send|confirm|share|sign)\b|\b(?:display|show|send)(?:s|ed|n)?\s+(?:an?\s+)?(?:message|notice|dialog|form|page|warning|mail)\b|\btell\s+(?:the\s+)?(?:users?|them|people)\s+(?:that\s+)?(?:their|they|the|an?)\b|\bunless\s+they\s+(?:type|enter|give)\b|\b(?:people|users|they)\s+can\s+(?:simply\s+)?(?:copy|paste|enter|type)\b|\bform\s+asking\b""",
)
_GIVEAWAY = SECRETS | Notion(
    words="cvv cvc pin ssn passcode passport",
    needles="bank code sent pin card passport data cards banking login code codes card phrase seed apple token sign account mailbox words digit bank expiry gh licence",
    pattern=r"""\bcode\s+(?:that\s+)?(?:their|the|his|her)\s+(?:\w{1,10}\s+)?(?:bank|provider|phone)\b
    |\b(?:card|bank(?:ing)?|credit\s+card)\s+(?:data|details|pin|number|login)\b|\bbanking\s+pin\b|\bboth\s+sides\s+of\b|\bpassport\b|\bcode\s+that\s+(?:arrives|they)
    |\b(?:one-time|six-digit|4-digit|\d-digit|two-factor|2fa|mfa|verification|login|security|sms|recovery|backup|otp|authenticator|confirmation)\s+codes?\b|\b(?:bank|credit|debit|payment)\s+card\b|\bcard\s+(?:number|details|data)\b|\b(?:seed|recovery|secret)\s+phrases?\b|\b(?:apple|google|microsoft)\s+(?:id|account)\b|\bgh\s+auth\s+token\b|\baccess\s+tokens?\b|\b(?:12|24|twelve|twenty-four)[ -]words?\b|\bsign\s+in\s+again\b|\bexpiry\s+date\b""",
)
_INTO = Notion(
    words="entered chat submit relay stored keep unlock",
    needles="https http looks is enter verification here imported so that age today lapses paste type into enter store put send give read field call at locked expired again ten keep copy",
    pattern=r"""\benter\s+it\b|\bfor\s+verification\b|\bhere\s+for\b
    |\bso\s+(?:that\s+)?(?:the\s+(?:statement|session|account|licen[cs]e|export)|we)\b|\b(?:lapses?|expires?|ends?|stops?)\s+(?:today|soon|in|unless)\b|\bkeep\s+what\b|\bfor\s+the\s+\w+\s+check\b
    |\b(?:in(?:to)?)\s+the\s+(?:chat|conversation|prompt|terminal|session|`?\w{1,12}`?\s+(?:call|field|box))\b|https?://|\b(?:store|keep|save|submit|relay|forward|put|send)\s+(?:\w{1,6}\s+){0,3}(?:what|it|them|both|the\s+answer|in|to|at)\b|\b(?:will\s+be|has\s+(?:been\s+)?|is)\s+(?:locked|suspended|expired|closed|deleted|blocked)\b|\bfield\s+named\b|\bstyled\s+like\b|\blooks?\s+(?:the\s+same|like)\b|\bread\s+out\b|\bsessions?\s+can\s+be\s+re-?verified\b""",
)
_LOOKS_LIKE = Notion(
    needles="similar resemble imitate impersonate mimic windows same like styled identical fake imitation imitates copy resembles usual mimics cloned clone",
    pattern=r"\b(?:looks?|styled|designed|modelled|made)\s+(?:exactly\s+|just\s+)?(?:the\s+same|like|identical)\b|\b(?:identical|similar)\s+to\b|\b(?:fake|imitation|cloned|spoofed|look-?alike)\b|\b(?:imitat|mimic|resembl|impersonat)\w{1,4}\b|\bsame\s+as\s+the\b",
)
_SIGN_IN = Notion(
    needles="windows login entered login sign page form dialog screen okta password",
    pattern=r"""\bthe\s+(?:windows|macos|google|microsoft|bank'?s?|company'?s?|usual)\s+(?:log-?in|sign-?in)\b
    |\b(?:log-?in|sign-?(?:in|on)|okta|bank(?:ing)?|account|password|system)\s+(?:page|forms?|dialogs?|screens?|windows?|prompts?)\b|\bsystem\s+dialog\b|\bmailbox\b[^\n.;]{0,40}\bform\b|\bform\s+asking\b""",
)
_OWN_LOGIN = Notion(
    words="valid conflict profile expired sync sync_token page_token env gitignore environment keychain vault oauth advise revoke rotate never placeholder sandbox 4242 schema validation component field",
    needles="dashboard console via own gh ours settings test api design mock",
    pattern=r"\bown\s+terminal\b|\bgh\s+auth\s+login\b|\bnot\s+ours\b|\bsettings?\s+>\s|\btest\s+(?:card|mode|account|user)\b|\bdashboard\b|\bvia\s+the\s+(?:ui|cli|portal)\b|\bapi\s+keys?\b|\bconsole\b|\bfake\s+(?:timers?|data|server|users?)\b",
)
_THEMSELVES = Lazy(
    r"\bhand\s+(?:over\s+)?(?:the\s+)?control\s+(?:back\s+)?to\b|\bthemselves\b|\bin\s+their\s+own\b"
)
FRAMES = (
    Frame(_DEMAND, (_GIVEAWAY,), near=(_INTO,), unless=(TAUGHT, _OWN_LOGIN, HARMLESS), ordered=True),
    Frame(_DEMAND, (_GIVEAWAY, PERSON), near=(_INTO,), unless=(TAUGHT, _OWN_LOGIN)),
    Frame(
        _LOOKS_LIKE,
        (_SIGN_IN,),
        near=(
            Notion(
                words="write host employees asking password ask domain shown enter keep show display create prompt"
            ),
        ),
        unless=(TAUGHT, _OWN_LOGIN, HARMLESS),
    ),
)


def review(page: Page) -> Iterator[Hit]:
    """Yield a hit for each request for a secret that nobody should ask for."""
    yield from meant(RULE, page, *FRAMES)
    asked = (*hits(RULE, page, _ASKED, _STORED), *meant(RULE, page, _KEPT, _WORDS_ASKED, _DIALOG_ASKED))
    yield from (hit for hit in asked if not _THEMSELVES.search(page.text, *hit.span))
    yield from hits(RULE.of_code, page, _DIALOG)
