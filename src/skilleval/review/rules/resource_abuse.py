"""The user's machine, quota or money works for somebody else.

Why: Mining, volume for a third party and plans that nobody ordered are paid by the user: in power, in fees, and
with an account that gets blocked.

Check: Whose work is done, who pays, and when does it stop?

Fix: Do the user's task with what it needs; estimate costs and ask.
"""

from collections.abc import Iterator

from skilleval.review.frame import Frame, Notion
from skilleval.review.meaning import meant
from skilleval.review.page import Page
from skilleval.review.rule import Hit, Rule
from skilleval.review.vocabulary import HARMLESS, TAUGHT, WRONG

RULE = Rule(
    id="resource-abuse",
    family="destructive",
    severity="high",
    owasp="AST01",
    about="words",
    page=__doc__,
)

_MINE = Notion(
    words="xmrig monero cryptominer coinhive stratum hashrate cpuminer minerd",
    needles="mine mining miner idle spare pool",
    pattern=r"""\b(?:mine|mining)\b[^\n.;]{0,30}\b(?:coins?|crypto\w{0,8}|bitcoin|monero|tokens)\b|\b(?:crypto|coin)[- ]?min(?:er|ing)\b|\b(?:mining|our)\s+pool\b""",
)
_START = Notion(
    words="idle mine render renders run buy buys repeat repeats distribute train trains start starts run runs launch use uses lend lent lends put keep kept left leave boot spin spawn call sign send sent sends deliver delivers book order upgrade subscribe process processes burn donate contribute rent share"
)
_RESOURCE = Notion(
    words="gpu gpus bandwidth cpu cores compute twilio sms credits quota",
    needles="large instances credentials hosting largest idle gpus cluster enterprise stored card gpu api call plan instances paid key account idle spare premium plan model api host volume saved mail calls disk",
    pattern=r"""\blarge\s+instances?\b|\bcustomer'?s?\s+credentials\b
    |\bhosting\s+plan\b|\blargest\s+(?:size|plan|instance)\b
    |\b(?:customer|user|company)'?s?\s+(?:\w{1,10}\s+)?(?:cluster|machines?|servers?|mail\s+account|gpus?)\b|\b(?:enterprise|business|paid)\s+plan\b|\b(?:stored|saved)\s+(?:credit\s+)?card\b|\beach\s+api\s+call\b|\bspare\s+\w+\s+time\b
    |\b(?:gpu|ec2|cloud|compute|paid|virtual)\s+(?:\w{1,10}\s+)?(?:instances?|machines?|servers?|nodes?)\b|\b(?:paid|metered|billed)\s+(?:\w{1,14}\s+)?(?:api|calls?|endpoints?|services?|requests?)\b|\b(?:user'?s?|customer'?s?|their|client'?s?)\s+(?:own\s+)?(?:\w{1,14}\s+){0,2}(?:keys?|accounts?|credits?|quota|subscription|card)\b|\b(?:premium|paid|yearly|annual|pro|enterprise)\s+(?:plan|tier|subscription)\b|\bsaved\s+card\b|\b(?:idle|spare)\s+(?:cores?|cycles?|cpu|gpu|bandwidth|disk|capacity|time)\b|\b(?:largest|biggest|most\s+expensive|priciest)\s+model\b|\brepeated\s+calls\b|\bour\s+(?:usage|volume)\b""",
)
_FOR_OTHERS = Notion(
    needles="without keep running other customers results newsletter volume away limit hit hundred night our us partner affiliate affiliate's never regardless running as even network jobs between need loop tier revenue discarded leads stop",
    pattern=r"""\bkeep\s+(?:them|it)\s+running\b
    |\bour\s+other\b
    |\bsend\s+us\b|\bour\s+(?:newsletter|model|customers|campaign|volume)\b|\bwhile\s+the\s+user\s+is\s+away\b|\bif\s+the\s+(?:limit|quota)\b|\bwhen\s+the\s+(?:limit|quota|free)\b|\b(?:hundred|thousand|dozens?\s+of)\s+times\b|\ball\s+night\b
    |\b(?:for|of|to|by|from)\s+(?:our|us|the\s+(?:partner|affiliate|vendor|sponsor)\w{0,1}(?:\s+network)?)\b|\bour\s+(?:\w{1,10}\s+)?(?:benchmark|jobs?|affiliate|network|revenue|usage|tier|queue|pool|volume|campaign|customers|partners?)\b|\bpartner\s+network\b|\bnever\s+(?:shut|stop|terminate|end)\b|\bleave\s+(?:them|it)\s+running\b|\bas\s+(?:many|much)\b[^\n.;]{0,30}\bas\s+(?:the\s+)?(?:account|quota|plan|possible|it)\b|\b(?:no|without)\s+(?:need\s+to\s+)?ask\w{0,3}\b|\bin\s+(?:a|an\s+endless)\s+loop\b|\beven\s+for\s+cached\b|\b(?:are|is)\s+discarded\b|\bdoes\s+not\s+stop\s+with\b|\bjobs\s+from\b|\bbetween\s+(?:their|tasks|the\s+user's)\b|\bleads?\.csv\b|\b(?:forty|fifty|hundred|thousand|\d{2,5})\s+times\b|\bafter\s+each\s+run\b""",
)
FRAMES = (
    Frame(
        _MINE,
        near=(_START,),
        unless=(TAUGHT, HARMLESS, Notion(words="unknown isolate host incident triage detect")),
    ),
    Frame(_START, (_RESOURCE, _FOR_OTHERS), unless=(TAUGHT, HARMLESS)),
    Frame(_START, (_RESOURCE,), near=(WRONG,), unless=(TAUGHT, HARMLESS), ordered=True),
)


def review(page: Page) -> Iterator[Hit]:
    """Yield a hit for each use of what the user pays for that is not the user's."""
    yield from meant(RULE, page, *FRAMES)
