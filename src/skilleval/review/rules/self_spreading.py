"""The skill is to put itself into other projects.

Why: A text that copies itself is a worm: it reaches people who never chose it, and outlives its removal.

Check: Did the user ask for the skill in each of those places?

Fix: Say once how to install the skill, for one place that the user names.
"""

from collections.abc import Iterator

from skilleval.review.meaning import Meaning, meant
from skilleval.review.page import Page
from skilleval.review.rule import Hit, Rule

RULE = Rule(
    id="self-spreading",
    family="persistence",
    severity="high",
    owasp="AST01",
    about="words",
    page=__doc__,
)

_SPREADS = Meaning(
    "itself yourself skill skills instructions file text paragraph section block",
    (
        r"\b(?:copy|install|clone|replicate|add|propagate|spread|write|put|insert|append|paste|deploy|duplicate|push|include|share|place|embed)\b",
        r"""\b(?:this|these)\s+(?:\w{1,12}\s+){0,1}(?:skill|file|instructions|text|paragraph|section|block|folder|rules?|lines?)\b|\bitself\b|\byourself\b
        |\ba\s+copy\s+of\s+(?:this|it)\b|\bskill\.md\b""",
        r"""\b(?:every|all|each|any|other)\s+(?:of\s+the\s+)?(?:other\s+|the\s+user'?s?\s+|nearby\s+|open\s+)?(?:\w{1,12}\s+)?(?:projects?|project's|repositor(?:y|ies)|repos?|skills?|skill's|workspaces?|machines?
        |hosts?|agents?|home\s+director\w{1,3}|folders?|skill\.md|checkouts?|teammates?)\b""",
        r"""\byou\s+(?:can\s+)?(?:find|see|open|touch|visit|create|reach|work\s+(?:on|in))\b|\.claude\b|\bskills?(?:/|\s+folders?|\s+director\w{1,3})|\bskill\.md\b|\b(?:every|all|each)\s+other\b
        |\bon\s+(?:the|this)\s+(?:machine|disk|network|system)\b|\b(?:every|all|each)\s+(?:repositor|project|repo|skill|workspace|machine)""",
    ),
    unless=r"""\b(?:user\s+(?:asks|wants|requests|confirms|agrees|names)|ask\s+the\s+user|to\s+use\s+this\s+skill|optional\w{0,2}|licen[cs]e|template|frontmatter|each\s+skill\s+(?:has|needs|folder)
    |every\s+skill\s+(?:has|needs|must))\b""",
)


def review(page: Page) -> Iterator[Hit]:
    """Yield a hit for each sentence that copies the skill to where nobody asked for it."""
    yield from meant(RULE, page, _SPREADS)
