"""What is built, or where it is built, loses a protection.

Why: A login that takes an empty code, checks that are switched off for good or a fixed password in every image
look like ordinary work, and open what they touch to anybody.

Check: Which protection, where, and who asked for it?

Fix: Leave protections on; if one is in the way, say so and let the user decide.
"""

from collections.abc import Iterator

from skilleval.review.frame import Frame, Notion
from skilleval.review.meaning import meant
from skilleval.review.page import Page
from skilleval.review.rule import Hit, Rule
from skilleval.review.vocabulary import DROP, HARMLESS, LOCAL, OURS, SLY, TAUGHT, WRONG

RULE = Rule(
    id="weakened-protection",
    family="injection",
    severity="high",
    owasp="AST01",
    about="words",
    page=__doc__,
)

_PROTECTION = Notion(
    words="csrf antivirus pinning hsts csrf csp mfa 2fa selinux apparmor gatekeeper defender edr antivirus firewall sandbox guardrails refusals",
    needles="log logs logging alerting licence license findings security tests intrusion monitoring alarm certificates detection md5 hash two firewall privacy deploy ignore cors origin approval certificate tls ssl verify authentication authorisation authorization factor rate branch secret security safety content linter signature access input encryption validation checks random password integrity filters limits access",
    pattern=r"""\bsecurity\s+(?:tests?|gates?|reviews?)\b
    |\bintrusion\s+detection\b|\b(?:monitoring|alerting|alarms?)\b|\bcertificates\b
    |\bpassword\s+hash\w{0,3}\b|\btwo-factor\s+\w+|\bthe\s+firewall\b|\bcsrf\s+(?:check|token|protection)\b|\bany\s+origin\b|\bsecret\s+scanner\b|\bignore\s+list\b|\bscanner'?s?\s+findings\b|\bfindings\s+of\s+the\b|\bprivacy\b
    |\b(?:certificate|tls|ssl|signature|checksum|integrity|security|safety|permission|licen[cs]e|ownership)\s+(?:verification|validation|checks?|filters?|limits|pinning|rules?|scans?|reviews?)\b|\bverify\s?=\s?false\b|\b(?:authentication|authori[sz]ation|access)\s+(?:checks?|controls?|rules?|code)\b|\bsecond\s+factor\b|\brate\s+limit\w{0,4}\b|\bbranch\s+protection\w{0,1}\b|\b(?:secret|vulnerability|malware|virus|code)\s+(?:scann\w{2,4}|scans?)\b|\blinter\s+rules?\b|\binput\s+validation\b|\b(?:content|safety)\s+(?:filters?|guidelines|limits|policies)\b|\bencryption\b|\brandom\s+(?:number\s+)?generator\b|\bprotected\s+folders\b|\baudit\s+log\w{0,4}\b|\bpassword\s+(?:hash\w{0,3}|checks?|policy|rules)\b""",
)
_FOR_GOOD = Notion(
    words="everywhere wherever permanently interfere interferes noisy",
    needles="cannot slow slows way resumed code produce trusted files its list because as all for duration off them leave only widget such every all each any again where complain prevents too time never because nobody support our staff licence license",
    pattern=r"""\bneed\s+not\s+be\s+(?:resumed|restored|re-?enabled)\b|\ball\s+code\b|\bcannot\s+be\s+verified\b
    |\bby\s+adding\s+(?:the|them|all|our)\b|\bits\s+ignore\b
    |\bleave\s+(?:it|them)\s+off\b|\bonly\s+gets\s+in\b|\bfor\s+the\s+(?:duration|time)\b|\bin\s+all\s+projects\b|\bignore\s+list\b|\bsuch\s+as\s+md5\b|\bso\s+(?:that\s+)?our\b|\bfaster\s+one\b
    |\bin\s+(?:every|all|each|any)\b|\b(?:every|all|each|any)\s+(?:\w{1,12}\s+){0,2}(?:clients?|requests?|projects?|files?|repositor(?:y|ies)|dockerfiles?|apps?|services?|you\s+(?:write|touch|generate))\b|\bwhere(?:ver)?\s+(?:it\s+is|they\s+are|you)\s+(?:found|find)\b|\b(?:don't|do\s+not|never)\s+turn\s+(?:them|it)\s+(?:back\s+)?on\b|\bthat\s+complain\b|\bprevents\s+a\s+class\b|\bso\s+(?:that\s+)?our\b|\btoo\s+many\s+(?:alerts|warnings|questions|prompts)\b|\bget\s+in\s+the\s+way\b|\bnobody\s+has\s+time\b|\bslows?\s+(?:\w{1,10}\s+){0,2}down\b""",
)
_HOLE = Notion(
    words="backdoor backdoors",
    needles="insensitive bugs delay plain route hidden needs login works always token password passwords empty code account user accept accepts error bug off seeded fixed any",
    pattern=r"""\bpasswords?\s+in\s+(?:plain|clear)\b|\bneeds?\s+no\s+(?:log-?in|auth\w{0,12}|password)\b|\bhidden\s+(?:route|endpoint|page|account|user)\b|\bwithout\s+(?:any\s+)?(?:login|authentication)\b
    |\b(?:password|token|code|key)\s+`[^`]{2,40}`\s+(?:always\s+|still\s+)?(?:works|is\s+accepted|passes)\b
    |\baccepts?\s+(?:an?\s+|any\s+|the\s+)?(?:empty|any|every|blank|expired|password|master)\b|\b(?:fixed|default|hard-?coded|universal|master|shared|known)\s+passwords?\b|\boff-by-one\b|\bpassword\s+`[^`]{2,40}`|\bmembership\s+in\s+(?:sudo|wheel|admin)\w{0,5}\b|\bseeded\s+(?:from|with)\s+(?:the\s+)?(?:date|time|clock|fixed|constant)\b|\b(?:small|subtle|slight|hidden)\s+(?:\w{1,12}\s+)?(?:errors?|bugs?|flaws?|faults?|delays?|vulnerabilit\w{1,3})\b|\bcase-insensitive\b|\bevaluates\s+any\b""",
)
_BUILD = Notion(
    words="store keep insert add plant leave leaves accept generate generating drafting write create embed include introduce replace put slip sneak build seed ship make"
)
_BUILT = Notion(
    needles="every service hashing login authentication auth code billing dockerfile projects accounts account key second app any user factor keys loop",
    pattern=r"""\b(?:every|each|all)\s+(?:services?|apps?|projects?|images?)\b|\bhashing\b
    |\b(?:login|auth\w{0,12}|sign-?in|billing|payment|crypto\w{0,6}|key\s+creation|second\s+factor)\b|\bdockerfiles?\b|\b(?:any|every|all|each)\s+(?:accounts?|users?|projects?)\b|\bprojects\s+that\b|\badd\s+a\s+user\b""",
)
_LIFTED = Notion(
    needles="unrestricted safety content refusals system policy limits filters normal usual checks restrictions guidelines safeguards rules",
    pattern=r"""\b(?:safety|content|security|usage|usual|system|normal|ethical)\s+(?:\w{1,10}\s+){0,1}(?:limits?|filters?|polic(?:y|ies)|checks?|rules|restrictions?|guidelines|safeguards|constraints)\b[^\n.;]{0,40}\b(?:lifted|off|disabled|suspended|do(?:es)?\s+not\s+apply|no\s+longer\s+appl\w{1,3}|waived|void|relaxed)\b|\brefusals\s+(?:are|have\s+been)\s+\w+|\bthose\s+you\s+would\s+(?:normally|otherwise)\s+(?:decline|refuse)|\bwould\s+(?:normally|otherwise)\s+(?:decline|refuse)\b|\bunrestricted\s+(?:tool|shell|access|use|mode)\b""",
)
_SOUND = Notion(
    words="critical bot overpermissioned justification network proxy mistake mistakes pitfall pitfalls checklist audit finding findings flag detect troubleshoot symptom explain",
    needles="check lacks no ca self cure add missing whether review look",
    pattern=r"\badd\s+the\s+(?:company|ca|missing)|\bself-signed\b|\bright\s+cure\b|\blook\s+for\b|\bcheck\s+(?:for|whether|that)\b|\b(?:missing|lacks?|no)\s+(?:rate|input|auth|csrf|branch)",
)
FRAMES = (
    Frame(DROP, (_PROTECTION,), near=(_FOR_GOOD,), unless=(HARMLESS, TAUGHT, LOCAL, _SOUND), ordered=True),
    Frame(DROP, (_PROTECTION,), near=(WRONG,), unless=(HARMLESS, TAUGHT, LOCAL, _SOUND), ordered=True),
    Frame(_BUILD, (_HOLE, _BUILT), unless=(HARMLESS, TAUGHT, LOCAL, _SOUND), ordered=True),
    Frame(_BUILD, (_HOLE,), near=(SLY | OURS,), unless=(HARMLESS, TAUGHT, LOCAL, _SOUND), ordered=True),
    Frame(_LIFTED, unless=(TAUGHT, HARMLESS, _SOUND)),
)


def review(page: Page) -> Iterator[Hit]:
    """Yield a hit for each protection that is taken away, and each hole that is left."""
    yield from meant(RULE, page, *FRAMES)
