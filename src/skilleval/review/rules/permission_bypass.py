"""An agent is started without its questions or its sandbox.

Why: The flags exist for throw-away machines. On a user's machine they let any mistake or injected text run.

Check: Where does it run, and what can it reach?

Fix: Leave the questions on, or run it in a sandbox.
"""

from collections.abc import Iterator
from dataclasses import replace

from skilleval.review.frame import Frame, Notion, verbs
from skilleval.review.meaning import Meaning, meant
from skilleval.review.page import Page
from skilleval.review.probe import Probe, hits, order_to
from skilleval.review.rule import Hit, Rule
from skilleval.review.vocabulary import HARMLESS, TAUGHT, WRONG

RULE = Rule(
    id="permission-bypass",
    family="privilege",
    severity="medium",
    owasp="AST03",
    page=__doc__,
)

_FLAG = Probe(
    "--dangerously --yolo bypasspermissions dangerously-bypass full-access --allow-all "
    "--trust-all --no-sandbox",
    r"--dangerously-(?:skip-permissions|bypass-approvals-and-sandbox|auto-approve)|\b(?:codex"
    r"|gemini|claude|cursor-agent|qwen|aider)\s[^\n]{0,120}--yolo(?:-always)?\b"
    r"|--permission-mode[= ]bypasspermissions"
    r"""|sandbox[_-]mode["']?\s{0,3}[=:]\s{0,3}["']?danger-full-access|--trust-all-tools"""
    r"|--allow-all-tools",
)


_ASKED = Probe(
    "permission permissions confirmation security prompts prompt dialogs dialog requests",
    rf"""{order_to("accept approve allow grant confirm dismiss click_through answer_yes_to")}\s+(?:all
    |any|every|each)\s+(?:\w{{1,12}}\s+){{0,1}}(?:permissions?|confirmation|security|tool
    |approval)
    \s+(?:prompts?|requests?|dialogs?|warnings?|pop-?ups?)\b""",
)
_ORDERED = Meaning(
    "dangerously yolo bypasspermissions bypass",
    (
        r"\b(?:start|run|launch|use|pass|set|restart|invoke|call|add|switch|enable|spawn)\b",
        r"--dangerously-[\w-]{4,40}|--yolo\b|\bbypasspermissions\b|--permission-mode[= ]bypass",
        r"""\bso\s+(?:that\s+)?(?:no|nothing|it|they|you|the\s+\w{1,12}|nobody)\b|\bunattended\b|\bto\s+(?:avoid|skip|suppress|silence|prevent)\b
        |\bwithout\s+(?:prompt\w{0,3}|asking|approval|confirm\w{0,5}|interrupt\w{0,4})\b|\balways\b|\bfor\s+(?:every|all|each)\b""",
    ),
    unless=r"\b(?:container|sandbox\w{0,3}|throwaway|disposable|vm|isolated|never|only\s+(?:in|if|when)|avoid\s+(?:using|--))\b",
)

_LOOSE = Notion(
    needles="dangerously yolo bypasspermissions bypass permission",
    pattern=r"--dangerously-[\w-]{4,40}|--yolo\b|\bbypasspermissions\b|--permission-mode[= ]bypass\w*",
)
_STARTS = Notion(
    words=verbs("start launch restart use call pass add switch enable invoke spawn") + " run runs set begun"
)
_CAGE = Notion(
    words="askuserquestion whether auto container sandbox sandboxed throwaway disposable vm isolated microvm outside ephemeral unless"
)
_WHY = WRONG | Notion(words="behalf unattended always every each best automation hang hangs")
FRAMES = (Frame(_STARTS, (_LOOSE,), near=(_WHY,), unless=(HARMLESS, TAUGHT, _CAGE)),)


def review(page: Page) -> Iterator[Hit]:
    """Yield a hit for each such flag."""
    for hit in meant(RULE.of_words, page, _ORDERED, *FRAMES):
        yield replace(hit, severity="high")
    yield from hits(RULE, page, _FLAG)
    for hit in hits(RULE.of_words, page, _ASKED):
        yield replace(hit, severity="high")
