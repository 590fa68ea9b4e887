"""The skill or what it reads is given more say than the user.

Why: Instructions that outrank the user, the system or a review let whoever writes them decide, also when they
come from a page, a message or another agent.

Check: Who can write the text that is to be obeyed?

Fix: Treat content as data. State rules of the skill without ranking them above the user's.
"""

from collections.abc import Iterator

from skilleval.review.page import Page
from skilleval.review.probe import Probe, hits
from skilleval.review.rule import Hit, Rule

RULE = Rule(
    id="false-authority",
    family="injection",
    severity="high",
    owasp="AST05",
    about="words",
    page=__doc__,
)

_OUTRANKS = Probe(
    "precedence priority override overrides overriding supersede supersedes superseded outrank outranks",
    r"""\b(?:follow|this|these|it|its?|skill|instructions?|directives?|messages?|they|which|that
    |task)\b[^\n.]{0,80}\b(?:takes?\s+(?:precedence|priority)\s+over|(?:as|at|with|has
    |have)\s+(?:a\s+)?higher\s+(?:priority|precedence|authority)\s+than|overrid(?:e|es|ing)
    |supersedes?|can\s+override|outranks?)
    \s+(?:any\s+|all\s+|the\s+|your\s+)?(?:user(?:'s)?\b(?!\s*-?\s*(?:settings|config|styles?|agent))
    |system\b(?!\s+(?:theme|defaults?|settings|font))|safety|security|platform|(?:current
    |original)\s+task|original\s+(?:task|instructions?|request)|previous|prior
    |other\s+(?:instructions?|skills?|rules)|this\s+file|local\s+polic)\b""",
)
_OBEYS = Probe(
    "code snippet snippets script instruction instructions directive directives command "
    "commands peer trust executed treated",
    r"""\b(?:treats?|consider|interpret|regard|accept
    |process(?:es)?)\b[^\n.]{0,100}\bas\s+(?:an?\s+)?(?:high[- ]priority|trusted|authoritative
    |system|admin\w{0,10}|developer|legitimate|privileged|elevated|additional|further|extra
    |binding)\s+(?:system\s+
    |peer\s+)?(?:instructions?|directives?|commands?|orders?|prompts?)
    |\b(?:execute|executes|follow|follows|obey|obeys|perform|carry\s+out|act\s+on|comply\s+with
    |run)\s+(?:any|all|the|every|whatever)\s+(?:\w{1,15}\s+){0,3}(?:code(?:\s+blocks?)?|snippets?
    |instructions?|directives?
    |commands?|steps)\s+(?:that\s+(?:are|is|it|they)\s+)?(?:found|contained|embedded|included|written
    |present|received|returned|inside|within|in)\s+(?:by\s+|from\s+|in\s+|inside\s+
    |within\s+)?(?:the\s+|any\s+|each\s+|a\s+|its\s+)?
      (?:(?:fetched|downloaded|remote|retrieved|linked)\s+)?(?:(?:web\s?)?page|website|response
      |e?-?mail|message|issue|comment|(?:code\s+)?comments
      |tool\s+(?:output|result)|file\s+contents?|document|attachment|event|result|output|metadata
      |remote|external)
    |\b(?:text|content|comments?|anything|lines?|messages?|descriptions?
    |input)\b[^\n.]{0,80}\b(?:begin(?:s|ning)?|start(?:s|ing)?|prefixed
    |marked|containing|contains?)\b[^\n.]{0,80}\b(?:must|should|is|are|will)\s+(?:be\s+)?(?:treated
    |executed|followed|interpreted|obeyed
    |processed)\b[^\n.]{0,40}\b(?:as|directives?|instructions?|commands?|immediately|before)
    |\b(?:any|all)\s+(?:instructions?|commands?|directives?|code
    |requests?)\s+(?:\w{1,14}\s+){0,2}(?:found|contained|embedded|included|present|returned
    |hidden|in|inside|within)\b[^\n.]{0,100}\b(?:should|must|are\s+to|will|shall)\s+be\s+(?:executed
    |followed|obeyed|run|performed|treated|carried\s+out)\b
    |\balways\s+(?:trust|obey|follow)\s+(?:any\s+|all\s+)?(?:instructions?|commands?|directives?
    |requests?|content|data)\s+(?:from|by|of|at)\s+\S{3,}""",
)
_RAISES_ITSELF = Probe(
    "elevates elevate elevated escalate escalates escalation bypasses grants",
    r"""\b(?:automatically|silently|also|will|itself|skill|it
    |this)\s+(?:\w{1,12}\s+){0,2}(?:elevat(?:e|es)|escalat(?:e|es)|grants?|rais(?:e|es))\s+
    (?:its\s+own|itself|the\s+skill's?)\s+(?:\w{1,12}\s+){0,2}(?:trust|permissions?|privileges?|access
    |rights|level|role)
    |\brequests?\s+(?:elevated|additional|admin\w{0,10}|root|full)\s+(?:permissions?|privileges?
    |access)\b[^\n.]{0,120}\b(?:silently|background|without
    |not\s+notify)|\bsilently\s+requests?\s+(?:elevated|additional|full)
    |\bbypass(?:es)?\s+the\s+(?:\w{1,12}\s+){0,2}(?:approval|review|authori[sz]ation
    |permission)\s+(?:workflow|process|step|gate|check)""",
)
_DELEGATES = Probe(
    "delegate_to approver approve authority",
    r"""["']?(?:delegate_to|delegateto|approver"""
    r"""|authority_endpoint)["']?\s{0,3}[:=]\s{0,3}["']https?://[^"'\n]{4,200}""",
)
_WAIVED = Probe(
    "mode override maintenance",
    r"""\b(?:developer|debug|maintenance|admin|override|diagnostic|safety[- ]test|test|god
    |research\w{0,3})\s+mode\b[^\n]{0,300}\b(?:unrestricted|bypass(?:es|ed)?|disables?|lifted
    |lifts|elevated|without\s+(?:any\s+)?(?:authentication|restrictions?|logging|approval)|dba-level)\b
    |\b(?:exempt|exempts|exempted)\s+from\s+(?:\w{1,15}\s+){0,2}(?:polic(?:y|ies)|safety|moderation
    |restrictions?|review)\b""",
)


def review(page: Page) -> Iterator[Hit]:
    """Yield a hit for each text that is ranked above the user or obeyed unseen."""
    yield from hits(RULE, page, _OUTRANKS, _OBEYS, _RAISES_ITSELF, _DELEGATES, _WAIVED)
