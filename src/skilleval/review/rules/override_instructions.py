"""The text tells the agent to drop the instructions it has.

Why: A skill that overrides what the user, the system or the platform said takes the agent out of their
control. No honest task needs it.

Check: Is it quoted as an example of an attack, or is the agent meant to obey it?

Fix: Delete it. If it is an example, put it into quotes, name it as an attack, and keep it in a test file.
"""

from collections.abc import Iterator

from skilleval.review.page import Page
from skilleval.review.probe import Probe, any_of, hits
from skilleval.review.rule import Hit, Rule

RULE = Rule(
    id="override-instructions",
    family="injection",
    severity="high",
    owasp="AST01",
    about="words",
    page=__doc__,
)

_DROP = any_of(
    """ignore ignores ignoring disregard disregards disregarding forget forgetting override overrides
overriding bypass bypasses bypassing supersede supersedes discard
    discards circumvent circumvents set_aside pay_no_attention_to pay_no_heed_to do_not_follow
    do_not_obey stop_following no_longer_follow"""
)
_FILLER = any_of(
    "all any every the your these those of other and or you were you've been given my our its their"
)
_EARLIER = any_of(
    "previous previously prior earlier above preceding existing current original initial "
    "former foregoing past"
)
_ABOVE = any_of(
    "system developer safety security platform ethical content moderation built-in default "
    "user user's operator admin"
)
_TOLD = any_of(
    "instructions? prompts? directions? directives? guidelines? guidance guardrails? "
    "safeguards? orders programming training context messages? commands?"
)
_BOUND = any_of(
    "rules? polic(?:y|ies) restrictions? constraints? limits limitations? filters? protocols? controls?"
)
_OVERRIDE = Probe(
    """ignore ignores ignoring disregard disregards disregarding forget forgetting override overrides
overriding bypass bypasses bypassing supersede supersedes
    discard discards circumvent circumvents aside heed attention obey follow following""",
    rf"""\b{_DROP}\s+(?:{_FILLER}[\s,]+){{0,4}}(?:(?:{_EARLIER}
    |{_ABOVE})[\s,]+(?:{_FILLER}[\s,]+){{0,2}}){{1,3}}(?:{_TOLD}|{_BOUND})\b
    |\b(?<!not\ )(?:ignore|disregard|forget|override|bypass)\s+(?:all|any|every)\s+(?:of\s+)?(?:the\s+
    |your\s+)?{_TOLD}\b
    |\b{_DROP}\s+(?:everything|anything|all)\s+(?:(?:that\s+)?(?:came\s+before|(?:was|were)\s+(?:said
    |written)|you\s+(?:were|have\s+been)\s+(?:told|given|instructed))|above|before)""",
)
_WISHES = Probe(
    "ignore ignores disregard disregards override overrides bypass against despite",
    r"""\b(?:ignores?|disregards?|overrides?|bypass(?:es)?)\s+(?:the\s+
    |any\s+)?users?'?s?\s+(?:explicit\s+)?(?:requests?|wish(?:es)?|preferences?
    |consent|objections?|choices?|refusals?|opt[- ]outs?|privacy\s+settings|instructions?)\b""",
)
_ROLE_TOKENS = Probe(
    "<|im_start <|im_end <|system <|endoftext <|start_header <|eot_id [inst] [/inst] <<sys>> "
    "<</sys>> override",
    r"""<\|(?:im_start|im_end|system|endoftext|start_header_id|eot_id)\|>|\[/?inst\]|<</?sys>>
    |(?:^|[*_\#>\s])(?:system|admin|developer|security)\s{0,3}(?:prompt\s{0,3})?override\s{0,3}[:*]
    |<(?:system|admin|developer)[-_](?:override|instructions?|prompt)>""",
)
_PERSONA = Probe(
    "mode dan unrestricted unfiltered uncensored jailbroken",
    r"""\byou\s+are\s+(?:now|no\s+longer)\s+(?:operating\s+|running\s+)?(?:in\s+)?(?:an?\s+)?
    (?:dan\b|(?:unrestricted|unfiltered|uncensored|jailbroken|evil)\b|(?:bound|restricted|limited
    |constrained)\s+by|(?:developer|debug|god|admin|root|maintenance|jailbreak)\s+mode)
    |\b(?:enters?|enables?|activates?|switch(?:es)?\s+to|supports?\s+an?)\s+(?:an?\s+|the\s+)?(?:dan
    |god|jailbreak|unrestricted|unfiltered|uncensored|special\s+developer)\s+mode\b""",
)


def review(page: Page) -> Iterator[Hit]:
    """Yield a hit for each override of instructions, forged role token, or swap of persona."""
    if page.language != "machine":
        yield from hits(RULE, page, _OVERRIDE, _WISHES, _ROLE_TOKENS, _PERSONA)
