"""Results are to come out other than they are.

Why: A figure that was nudged, a failing test that reports success or a source that does not exist is found
late, by those who relied on it.

Check: Is a real result replaced by a wished one?

Fix: Report what was measured, with what failed and what was left out.
"""

from collections.abc import Iterator

from skilleval.review.frame import Frame, Notion
from skilleval.review.meaning import meant
from skilleval.review.page import Page
from skilleval.review.rule import Hit, Rule
from skilleval.review.vocabulary import HARMLESS, OURS, SLY

RULE = Rule(
    id="falsified-results",
    family="injection",
    severity="high",
    owasp="AST01",
    about="words",
    page=__doc__,
)

_BEND = Notion(
    words="fake faked fill report show quote cite nudge nudged inflate inflated inflates shade massage fudge doctor doctored falsify fabricate fabricated invent invented invents forge forged backdate backdated tweak tweaked polish embellish exaggerate manipulate skew rig raise raised round rounded",
    needles="edits modify modified changes changed altered adjusted replaces replaced marks rates red round leave describe change make edit edited alter altered adjust adjusted change changed rewrite move shift leave rate rated mark marked lower lowered set replace",
    pattern=r"""\bround(?:s|ed)?\b[^\n.;]{0,30}\b(?:up|down)\b|\bmake\s+(?:one|some|them|it)\s+up\b|\bmake\s+up\b
    |\bmake\s+(?:it\s+)?up\b|\b(?:edit|alter|adjust|change|rewrite|shift|rate|mark|lower|replace|modify|touch\s+up)(?:s|ed|d|ing)?\b|\bleav(?:e|es)\s+[^\n.;]{0,40}\bout\b""",
)
_RESULT = Notion(
    words="benchmark gaps latency target approval trail emissions trials study studies sample threshold authors figures numbers scores readings measurements citations metrics statistics ratings benchmarks kpis",
    needles="reported reports measured real result results figure score rate value values rates date dates evidence reference references report data finding findings test tests group conversion lab grades coverage",
    pattern=r"""\b(?:(?:test|lab|audit|study|survey|benchmark|measured|reported|control|trial|financial|sales|conversion|error|success)\s+(?:\w{1,12}\s+){0,1}(?:results?|values?|data|figures?|rates?|group|scores?|numbers|findings?|reports?)|evidence\s+dates?|dates?\s+of\s+(?:the\s+)?evidence|(?:literature\s+)?references|reported\s+\w+|(?:the|each|every|any)\s+(?:report|results?|findings?|score|coverage|grades?))\b""",
)
_WISHED = Notion(
    words="realistic significance plausible favourable favorable informational reassuring flattering",
    needles="stay stays success first plausible instead whatever real percent by complete until below above expected green none exists build so that as where until by percent cent would shows pass passed passed look looks assure record validates validate reach target more often otherwise better",
    pattern=r"""\bcomes?\s+(?:out\s+)?first\b|\bplausible\s+\w+\b
    |\bwhatever\s+the\s+(?:real|data|actual|truth)\b|\breport\s+the\s+\w{1,12}\s+instead\b|\bone\s+day\s+(?:before|earlier)\b
    |\bby\s+\d{1,3}\s?%
    |\buntil\s+(?:the\s+)?(?:\w{1,10}\s+)?(?:passes|pass|succeeds|is\s+green)\b|\b(?:stays?|remains?|is|are|falls?)\s+(?:below|above|within|under)\b|\bdescribe\b[^\n.;]{0,30}\bas\s+(?:complete|representative|normal)\b|\breport\s+(?:a\s+)?(?:green|success|passed)\b|\bif\s+none\s+exists?\b|\bmake\s+(?:one|some)\s+up\b|\bmark\b[^\n.;]{0,20}\bas\s+expected\b
    |\bso\s+(?:that\s+)?(?:it|they|the\s+\w{1,12}|all)\s+(?:\w{1,12}\s+){0,2}(?:shows?|pass(?:es)?|looks?|appears?|match(?:es)?|validates?|meets?|reach(?:es)?|seems?|exceeds?)\b|\b(?:shows?|report|mark(?:ed|s)?|present|list|count)\b[^\n.;]{0,40}\bas\s+(?:passed|passing|green|successful|informational|resolved|compliant|complete|low)\b|\bby\s+(?:\w{1,6}\s+){0,4}(?:\d{1,3}\s?%|\d{1,3}\s+per\s?cent|per\s?cent|percent)\b|\bwould\s+(?:otherwise\s+)?not\s+(?:reach|be|pass)\b|\bassure\s+the\b|\bkeep\s+no\s+record\b|\bplausible\s+(?:doi|source|value|number|name)s?\b|\b(?:clients?|investors?|customers?|management|people)\s+(?:renew|like|prefer|pay|expect)\b|\boutside\s+the\s+normal\b|\bwhen\s+you\s+(?:can't|cannot)\s+find\b|\bcan't\s+find\s+any\b""",
)
_TESTS = Notion(
    words="test tests assertion assertions assert check checks pipeline build suite snapshot snapshots ci"
)
_MADE_TRUE = Notion(
    needles="made return report target show return true always pass passes green expected match hardcode skip delete loosen success succeed exit",
    pattern=r"""\b(?:be|are|is)\s+made\s+to\s+(?:return\s+success|pass|succeed)\b|\breturn\s+success\b
    |\b(?:have|make|let|get|force|set|rewrite|change|edit|patch|replace)\b[^\n.;]{0,50}\b(?:(?:always\s+)?(?:pass|succeed)(?:es)?\b(?!\s+(?:a|an|the|in|to|it))|return\s+(?:true|success|0)|green|exit\s+0)\b|\b(?:assertions?|tests?|checks?)\b[^\n.;]{0,40}\b(?:return\s+true|always\s+(?:pass|true)|hard-?coded)\b|\bshows?\s+(?:all\s+of\s+)?(?:them|it|all)\s+as\s+pass\w{0,3}\b|\bleave\s+the\s+failures\s+out\b""",
)
_REPAIRED = Notion(
    words="driven tdd approval threshold synthetic mock mocks faker demo fake stub fixture fixtures",
    needles="implement implementing implements refactor write fix code root cause",
    pattern=r"\bfix\s+the\s+(?:code|bug|root)|\broot\s+cause\b|\bfailing\s+test\s+first\b|\bminimal\s+code\b|\bwrite\s+(?:the\s+)?(?:\w{1,10}\s+)?(?:code|implementation)\b|\b(?:implement|refactor)\w{0,3}\b",
)
_THEY_FAIL = Notion(
    words="flaky simply fails fail failing failed noise quickest anyway twice",
    needles="green",
    pattern=r"\bgreen\s+(?:pipeline|run|build)\b",
)
FRAMES = (
    Frame(_BEND, (_RESULT,), near=(_WISHED,), unless=(HARMLESS, _REPAIRED), ordered=True),
    Frame(_BEND, (_RESULT,), near=(SLY | OURS,), unless=(HARMLESS, _REPAIRED), ordered=True),
    Frame(_MADE_TRUE, (_TESTS,), near=(_THEY_FAIL,), unless=(HARMLESS, _REPAIRED)),
)


def review(page: Page) -> Iterator[Hit]:
    """Yield a hit for each result that is to be bent."""
    yield from meant(RULE, page, *FRAMES)
