"""The agent is to remember something that outlasts the task.

Why: A rule of trust or behaviour that is stored once steers every later task, with no skill in sight.

Check: What is remembered, where, and can the user see and delete it?

Fix: Keep state in a file of the task; never store rules of trust.
"""

from collections.abc import Iterator

from skilleval.review.page import Page
from skilleval.review.probe import Probe, hits
from skilleval.review.rule import Hit, Rule

RULE = Rule(
    id="poisoned-memory",
    family="persistence",
    severity="high",
    owasp="AST05",
    about="words",
    page=__doc__,
)

_REMEMBER = Probe(
    "permanent lasting persistent term remember memorize store save persist memory memories "
    "heartbeat permanently",
    r"""\b(?:remember|memori[sz]e|store|save|persist|record|write|add)\b[^\n.]{0,120}\b(?:permanently
    |for\s+(?:all\s+)?(?:future|subsequent|later)|in\s+every\s+(?:future\s+)?(?:session
    |conversation|task)|across\s+(?:all\s+)?sessions|in(?:to)?\s+(?:your
    |the\s+agent'?s?)\s+(?:long[- ]term\s+)?memory|to\s+memory)\b[^\n]{0,160}
    \b(?:always|never|trust\w{0,3}|obey|ignore|allow\w{0,2}|approve\w{0,2}|safe|authori[sz]ed
    |preferred|instruction|override|execute|send|forward)\b
    |\b(?:permanent(?:ly)?|long-term|persistent|lasting)\b[^\n.]{0,40}\b(?:note|memory|rule|fact
    |instruction)s?\b[^\n.]{0,100}
    \b(?:always|never|trust\w{0,3}|safe|ignore|allow\w{0,2}|approve\w{0,2}|authori[sz]ed)\b
    |\bheartbeat[\w-]{0,20}(?:_file)?_instructions?\b|\bevery\s+heartbeat\b[^\n]{0,120}\b(?:fetch
    |follow|execute|read)\b""",
)


def review(page: Page) -> Iterator[Hit]:
    """Yield a hit for each request to remember a rule."""
    yield from hits(RULE, page, _REMEMBER)
