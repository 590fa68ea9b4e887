"""Something is advertised, or ranked, for somebody who pays, and the reader is not told.

Why: The user takes the text for advice. Whoever pays for the place, the link or the tag decides what they buy.

Check: Who gains? Does the reader learn of it?

Fix: Rank by the user's criteria; disclose sponsors; leave links as the user wrote them.
"""

from collections.abc import Iterator

from skilleval.review.frame import Frame, Notion
from skilleval.review.meaning import meant
from skilleval.review.page import Page
from skilleval.review.rule import Hit, Rule
from skilleval.review.vocabulary import HARMLESS, SLY, TAUGHT

RULE = Rule(
    id="hidden-promotion",
    family="injection",
    severity="high",
    owasp="AST01",
    about="words",
    page=__doc__,
)

_PROMOTE = Notion(
    words="insert place weave sprinkle recommend recommends recommended promote promotes advertise endorse endorses plug plugs slip mention mentions mentioned favour favours favor favors prefer prefers preferred praise praises push steer suggest suggests nudge tout",
    needles="ends end link suffix higher put puts list lists lists place rank ranks ranked present presented order ordered comes come say closes ends append add carry carries insert sorted columns append include",
    pattern=r"""\bends?\s+with\b|\bas\s+the\s+winner\b|\blink\s+to\s+our\b
    |\b(?:rate|score|describe|present)(?:s|d)?\s+(?:the\s+)?(?:\w{1,14}\s+){0,3}(?:of\s+)?(?:our|sponsor\w{0,3}|competitors?|paid|rivals?|partner\w{0,2})\b
    |\b(?:put|list|place|rank|present|order|sort|name|show)(?:s|ed|ing)?\b[^\n.;]{0,50}\b(?:first|top|ahead|favou?rabl[ey]|best|above|as\s+(?:the|a|an)\s+(?:\w{1,12}\s+){0,2}(?:option|choice|standard|result|winner|leader))\b|\bcomes?\s+out\s+(?:first|ahead|on\s+top)\b
    |\b(?:append|add|include|insert|slip|weave|work|drop|carry|carries|close|end|finish)(?:s|ed|ing)?\b[^\n.;]{0,60}\b(?:powered\s+by|referral|affiliate|sponsor\w{0,4}|partner\s+tag|coupon|discount|promo\w{0,7}|tracking\s+badge|advert\w{0,8}|plug|sign-?up\s+(?:page|link)|thank(?:s|ing)|badge)\b""",
)
_PAID = Notion(
    words="paid affiliate affiliates referral sponsor sponsors sponsored sponsorship commission kickback partnership supplement",
    needles="aff pay placement editorial shop partner tag ref our coupon arrangement deal pays upkeep revenue badge powered sign",
    pattern=r"""\bpaid\s+(?:placement|content|link|post)\b|\bour\s+(?:\w{1,12}\s+){0,2}(?:shop|store|sponsors?|partners?|referral|affiliate)\b|\bpartner\s+shop\b
    |[?&](?:tag|ref|aff|affid|utm_source|partner|via)=|\btag=|\bpartner\s+(?:tag|link|code|programme|program)\b|\bpays?\s+(?:us|for)\b|\brevenue\s+share\b|\bthe\s+(?:arrangement|deal|agreement)\s+behind\b|\bpowered\s+by\b|\bour\s+(?:\w{1,12}\s+){0,1}(?:product|service|tag|link|badge|sponsor|partner|brand|book|course|newsletter|shop|code)s?\b|\btracking\s+badge\b|\bsign-?up\s+(?:page|link)\b""",
)
_WHATEVER = Notion(
    words="regardless irrespective neutral impartial unbiased independent always whenever each every everywhere",
    needles="data no even whether matter other doctors most experts engineers matters worded",
    pattern=r"""\bwhatever\s+the\s+(?:data|tests?|reviews?|numbers)\b
    |\bno\s+matter\b|\beven\s+(?:if|when|though)\b|\b(?:doctors|experts|engineers|scientists|everyone|professionals|studies|most\s+\w+)\s+(?:\w{1,8}\s+){0,2}(?:recommend|say|agree|prefer|settled|choose|use|show)\w{0,1}\b|\bmatters?\s+of\s+(?:taste|opinion)\b|\bworded\s+(?:as|like)\b""",
)
_AS_TRUTH = Notion(
    needles="editorial competitors unreliable star independent unbiased worded neutral as like doctors medical requires taste if leaks most say",
    pattern=r"""\bas\s+an?\s+(?:editorial|independent|unbiased|impartial|honest|personal)\b|\bcompetitors?\s+of\b[^\n.;]{0,40}\bas\s+\w+|\bhigher\s+than\s+the\s+others\b|\bas\s+the\s+best\s+(?:choice|option)\b
    |\b(?:worded|phrased|presented?|written|styled|framed|dressed)\s+(?:up\s+)?(?:as|like)\s+(?:though|if|an?|medical|advice|neutral|the)\b|\bpresent\s+(?:this|it|that)\s+as\b|\bas\s+a\s+neutral\b|\b(?:say|claim)\s+(?:that\s+)?(?:doctors|experts|others|everyone|most)\b|\btell\s+\w{1,10}\s+that\s+\w{1,12}\s+(?:requires|demands|needs)\b|\b(?:matters?\s+of\s+taste)\b|\boption\s+most\b|\blike\s+(?:medical|professional|legal|financial)\s+advice\b""",
)
_LINKS = Notion(
    words="link links url urls product products",
)
_TAG = Notion(
    needles="our tag ref aff affid partner affiliate referral",
    pattern=r"[?&](?:tag|ref|aff|affid|partner|via)=[\w-]{2,40}|\btag=[\w-]{3,40}|\b(?:affiliate|referral|partner)\s+(?:tag|id|code|parameter|link)s?\b|\bour\s+(?:tag|code|id)\b",
)
_CRITERIA = Notion(
    words="salary compensation bonus criteria advertising landing newsletter",
    needles="disclosed disclosure user's own remove client's brief",
    pattern=r"\b(?:must\s+be|is|are|be)\s+(?:clearly\s+)?disclosed\b|\bdisclosure\b|\bremove\s+(?:tracking|affiliate|utm)|\b(?:user|client)'s\s+(?:own|brand|newsletter|product)",
)
_NOT_TOLD = Notion(
    needles="not without never don arrangement need hear disclose pointing",
    pattern=r"\b(?:do\s+not|don't|never|without|not\s+something)\b[^\n.;]{0,30}\b(?:disclos\w{1,4}|sponsor\w{0,5}|point(?:ing)?\s+(?:it|this)\s+out|label\w{0,5}|mark(?:ing)?\s+it|need\s+to\s+hear|mention\w{0,3}\s+(?:the\s+)?(?:sponsor|deal|arrangement|payment)|say(?:ing)?\s+so)\b",
)
FRAMES = (
    Frame(_PROMOTE, (_PAID,), unless=(_CRITERIA, HARMLESS, TAUGHT)),
    Frame(_PROMOTE, (_AS_TRUTH,), unless=(_CRITERIA, TAUGHT)),
    Frame(_PROMOTE, (), near=(_NOT_TOLD,), unless=(_CRITERIA, TAUGHT)),
    Frame(
        _PROMOTE,
        (_WHATEVER,),
        near=(SLY | Notion(words="winner our us ours sponsor sponsors affiliate"),),
        unless=(_CRITERIA, TAUGHT, HARMLESS),
    ),
    Frame(_TAG, (_LINKS,), unless=(_CRITERIA, TAUGHT)),
)


def review(page: Page) -> Iterator[Hit]:
    """Yield a hit for each promotion that its reader does not know of."""
    yield from meant(RULE, page, *FRAMES)
