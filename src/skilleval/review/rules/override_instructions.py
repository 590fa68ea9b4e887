"""The text tells the agent to drop the instructions it has.

Why: A skill that overrides what the user, the system or the platform said takes the agent out of their
control. No honest task needs it.

Check: Is it quoted as an example of an attack, or is the agent meant to obey it?

Fix: Delete it. If it is an example, put it into quotes, name it as an attack, and keep it in a test file.
"""

from collections.abc import Iterator

from skilleval.review.page import Page
from skilleval.review.rule import Hit, Probe, Rule
from skilleval.review.words import any_of

RULE = Rule(
    id="override-instructions",
    family="injection",
    severity="high",
    confidence="high",
    owasp="AST01",
    page=__doc__,
)

_DROP = any_of(
    """ignore ignoring disregard disregarding forget forgetting override overriding overrides bypass bypassing
    supersede supersedes discard discarding drop dropping set_aside pay_no_attention_to pay_no_heed_to
    do_not_follow do_not_obey"""
)
_WHOSE = any_of(
    """all any every the your these those of other previous previously prior earlier above preceding existing
    current original initial former system developer user safety security given provided platform default
    built-in conflicting and"""
)
_WHAT = any_of(
    """instructions? prompts? directions? directives? guidelines? rules polic(?:y|ies) guardrails?
    restrictions? constraints safeguards? system_messages? orders programming training context_above"""
)
_OVERRIDE = Probe(
    rf"\b{_DROP}\s+(?:{_WHOSE}[\s,]+){{1,6}}{_WHAT}\b",
    needles=(
        "ignor", "disregard", "forget", "overrid", "bypass", "supersede", "discard", "drop", "aside",
        "attention", "heed", "do not",
    ),
)  # fmt: skip
_ROLE_TOKENS = Probe(
    r"""<\|(?:im_start|im_end|system|endoftext|start_header_id|eot_id)\|>|\[/?inst\]|<</?sys>>
    |^\s{0,3}(?:\#{1,4}\s{0,3})?system\s{0,3}(?:prompt)?\s{0,3}override\s{0,3}:
    |<(?:system|admin|developer)[-_](?:override|instructions?|prompt)>""",
    needles=("<|", "inst]", "sys>>", "override", "instruction", "prompt>"),
)
_PERSONA = Probe(
    r"""\byou\s+are\s+(?:now|no\s+longer)\s+(?:in\s+)?
    (?:dan\b|an?\s+(?:unrestricted|unfiltered|uncensored|jailbroken|evil)
    |(?:bound|restricted|limited|constrained)\s+by
    |(?:developer|debug|god|admin|maintenance|unrestricted|jailbreak)\s+mode)
    |\b(?:enter|enable|activate|switch\s+to)\s+(?:dan|god|jailbreak|unrestricted|unfiltered)\s+mode\b""",
    needles=("you are no", "dan mode", "god mode", "jailbreak mode", "unrestricted mode", "unfiltered mode"),
)


def review(page: Page) -> Iterator[Hit]:
    """Yield a hit for each override of instructions, forged role token, or swap of persona."""
    if page.language == "machine":
        return
    for probe in (_OVERRIDE, _ROLE_TOKENS, _PERSONA):
        for found in probe.matches(page.text):
            yield page.hit(found)
