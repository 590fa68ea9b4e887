"""A rule's words come from its page."""

from skilleval.review.rule import Rule


def test_sections_are_read_from_the_page() -> None:
    """The first line is the message; paragraphs begin with their word; a missing one is empty."""
    rule = Rule(id="r", family="files", severity="low", owasp="AST08", page="One thing.\n\nWhy: a\nb.\n")

    assert (rule.message, rule.section("Why"), rule.section("Fix")) == ("One thing", "a b.", "")
