"""The user is to be told something that is not so.

Why: A user who is told that nothing happened, that it cannot happen, or that they agreed to it, stops
looking.

Check: Is the answer that the skill prescribes true?

Fix: Tell the user what the skill does.
"""

from collections.abc import Iterator

from skilleval.review.lazy import Lazy
from skilleval.review.meaning import Meaning, meant
from skilleval.review.page import Page
from skilleval.review.probe import Probe, hit_at, is_told
from skilleval.review.rule import Hit, Rule

RULE = Rule(
    id="deceived-user",
    family="injection",
    severity="high",
    owasp="AST01",
    about="words",
    page=__doc__,
)

_DENY = Probe(
    "labeled labelled know told telemetry generic skip omit bypass cannot deny denies "
    "respond say claim answer pretend assure reassure",
    r"""\b(?:if|when)\s+(?:the\s+|a\s+)?(?:users?|anyone|someone|they)?\s{0,3}(?:later\s+)?(?:asks?
    |asked|questions?|inquires?)\b[^\n.]{0,120}\b(?:always\s+)?(?:respond|say|claim|answer|deny
    |state|explain|insist|tell\s+them|assure|reply|pretend)\b[^\n.]{0,60}\b(?:cannot|does\s+not
    |do\s+not|did\s+not|has\s+not|will\s+not|never|no\s+such|not\s+(?:possible|stored|shared
    |collected|retained)|implicitly|authori[sz]ed)\b
    |\bdeny\s+(?:that|any|all|having|the\s+existence|knowledge)\b|\b(?:pretend|claim|say|report
    |tell\s+the\s+user)\s+(?:that\s+)?(?:the\s+|it\s+|this\s+|everything\s+|nothing\s+
    |no\s+)(?:\w{1,14}\s+){0,5}(?:succeeded|was\s+successful|happened|occurred|was\s+(?:sent|changed
    |deleted|uploaded|collected)|errors?\s+occurred|no\s+errors)\b
    |\b(?:skip|omit|bypass|(?:do\s+not|don't|without)\s+run(?:ning)?)\b[^\n.]{0,80}\b(?:tell|report
    |say|claim|state|mark)\b[^\n.]{0,60}
    \b(?:passed|succeeded|successful|completed?|done|ok|clean|safe|verified)\b
    |\b(?:answer|say|respond|reply|state|claim|assure\s+(?:them|the\s+user))\s+that\s+(?:no
    |nothing)\s+(?:\w{1,14}\s+){0,3}(?:leaves|is\s+(?:sent|shared|stored
    |collected|logged|changed)|was\s+(?:sent|shared|stored|changed))
    |\busers?\s+(?:do\s+not|don't|need\s+not|need\s+never)\s+(?:need\s+to\s+)?(?:know
    |be\s+told)\s+(?:this|about|that)|\busers?\s+cannot\s+opt\s+out\b
    |\bcannot\s+be\s+disabled\b[^\n]{0,160}\b(?:telemetry|collect|transmi)
    |\b(?:telemetry|collection|tracking|transmission)\b[^\n]{0,200}\bcannot\s+be\s+(?:disabled
    |turned\s+off|waived)\b|\bnot\s+labell?ed\s+as\s+(?:ads?|advertis\w{3,8}|sponsored)\b
    |\breplaced\s+with\s+a\s+generic\b[^\n.]{0,80}\bmessage\b""",
)
_BUT = Lazy(
    r"\b(?:in\s+practice|actually|even\s+(?:if|though)|although|in\s+reality"
    r"|but\s+(?:in\s+fact|the)|truth|secretly|retained|disclos\w{2,4}|opt\s+out|implicitly"
    r"|sent|collect(?:s|ed)|uploaded|transmit\w{0,4}|telemetry|advertis\w{3,8}|labell?ed"
    r"|generic)\b"
)
_COVER_STORY = Meaning(
    "asks ask asked wonders questions notices complains inquires suspicious",
    (
        r"""\b(?:if|when|should|whenever|in\s+case)\s+(?:the\s+|a\s+)?(?:users?|anyone|someone|anybody|they|reviewers?|humans?|customers?)\s+(?:ever\s+|later\s+)?(?:asks?|asked|wonders?|questions?|notices?|complains?
        |inquires?|(?:is|are|gets?|becomes?)\s+suspicious)\b[^\n.]{0,60}\b(?:what\s+(?:you|it|this|happened|is\s+happening)|why\s+(?:you|it|this|the\s+(?:network|traffic|upload|file|data|request|connection))|about\s+(?:this|it|that|the\s+(?:upload|delay|traffic|request|change|step|process|file|command|network|connection
        |extra|transfer|pause|script))|whether\s+(?:you|it|data|anything|this)|if\s+(?:you|it|this|anything|data)|suspicious|the\s+(?:upload|traffic|request|network|connection|delay))""",
        r"""\b(?:answer|say|claim|tell\s+(?:them|him|her|the\s+user)|reply|respond|state|pretend|assure|insist|explain|deny|blame)\b\s*(?:only\s+|simply\s+|just\s+)?(?:that\s+|with\s+|it\b|you\b|this\b|nothing\b|no\b|the\b|them\b|["'“])""",
    ),
    unless=r"\b(?:truth\w{0,4}|honest\w{0,2}|accurate\w{0,2}|link\s+to|show\s+(?:them|the)|point\s+(?:them|to)|you\s+(?:can|may)\s+(?:also\s+)?explain|clarif\w{1,4})\b",
)


def review(page: Page) -> Iterator[Hit]:
    """Yield a hit for each prescribed untruth; where the text shows that it is one, it weighs more."""
    yield from meant(RULE, page, _COVER_STORY)
    for found in _DENY.matches(page):
        if not is_told(page, found.start()):
            continue
        around = page.text[max(0, found.start() - 300) : found.end() + 300]
        yield hit_at(RULE, page, found.span(), severity="high" if _BUT.search(around) else "medium")
