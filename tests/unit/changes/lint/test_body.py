"""Lint of bodies."""

import pytest

from tests.builders_lint import a_subject, lint_of, rules_of

FRONT = "---\nname: invoice-check\ndescription: Checks bills whenever asked.\n---\n"


def rules_for(body: str, **files: str) -> list[str]:
    """Return the rules for a skill with this body, beside files by path."""
    return rules_of(a_subject({"SKILL.md": FRONT + body, **files}))


def test_too_long() -> None:
    """More than 500 lines are read at each load."""
    assert rules_for("line\n" * 501) == ["body-too-long"]
    assert rules_for("line\n" * 500) == []


@pytest.mark.parametrize(
    ("body", "dead"),
    [
        ("See [guide](references/guide.md).", True),
        ("See [guide](references/none.md).", True),
        ("See [a](references/a.md) and [b](./references/a.md#part).", False),
        ("Read references/none.md now.", True),
        ("Read `scripts/none.py` now.", False),  # no scripts/ here: the skill speaks of another's
        (
            "See [site](https://example.com/x.md), [top](#top), [up](../x.md), [t](references/{name}.md).",
            False,
        ),
        ("```\n[x](references/none.md)\n```\n", False),
        ("See [folder](references/).", False),
    ],
)
def test_dead_references(body: str, dead: bool) -> None:
    """A link to a file that is not there is named at its line."""
    assert rules_for(body, **{"references/a.md": "x"}) == (["body-dead-reference"] if dead else [])


def test_the_line_of_a_dead_reference() -> None:
    """Lines count from the top of SKILL.md, code blocks included."""
    body = "one\n```\ncode\n```\nSee [x](gone.md).\n"
    (remark,) = [
        remark
        for remark in lint_of(a_subject({"SKILL.md": FRONT + body})).remarks
        if remark.rule == "body-dead-reference"
    ]

    assert remark.line == 9


def test_nested_references() -> None:
    """A reference that leads on to one that SKILL.md does not name is two levels deep."""
    files = {"references/a.md": "Go on: [b](b.md).", "references/b.md": "x"}

    assert rules_for("See references/a.md.", **files) == ["body-nested-reference"]
    assert rules_for("See references/a.md and references/b.md.", **files) == []


def test_capitals_in_place_of_reasons() -> None:
    """Six lines that shout without a reason are noted; with reasons they are not."""
    assert rules_for("You MUST add it up.\n" * 6) == ["body-capitals"]
    assert rules_for("You MUST add it up, because totals are often wrong.\n" * 6) == []


def test_repeated_helpers() -> None:
    """The same code in two files belongs into a script."""
    code = "```python\na = 1\nb = 2\nc = 3\nprint(a + b + c)\n```\n"

    assert rules_for(code, **{"references/a.md": code}) == ["body-repeated-helper"]
