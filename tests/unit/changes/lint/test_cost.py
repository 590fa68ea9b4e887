"""Context cost."""

from skilleval.changes.lint.cost import cost_of, tokens_of
from tests.builders_lint import a_subject, lint_of, rules_of


def test_estimate() -> None:
    """Four characters are a token, rounded up."""
    assert [tokens_of("x" * length) for length in (0, 1, 4, 5)] == [0, 1, 1, 2]


def test_cost_of_a_skill() -> None:
    """Listed, loaded, and read on: scripts cost nothing, they run outside of the context."""
    cost = cost_of(a_subject({"references/a.md": "x" * 40, "scripts/a.py": "x" * 400}))

    assert cost is not None
    assert (cost.references, cost.body) == (10, 4)
    assert cost.metadata > 40


def test_the_host_cuts_long_entries() -> None:
    """Description and when_to_use over 1536 characters are cut."""
    words = "Checks bills whenever asked. " * 60

    assert "cost-listing-entry" in rules_of(a_subject(description=words.strip()))


def test_the_listing_is_full() -> None:
    """The skill at which the descriptions of all siblings pass the host's limit is named, once."""
    subjects = [a_subject(name=f"skill-{number:03}") for number in range(100)]
    hidden = [a_subject(name=f"hid-{n:03}", front="disable-model-invocation: true\n") for n in range(100)]
    remarks = [remark for remark in lint_of(*subjects).remarks if remark.rule == "cost-listing"]

    assert len(remarks) == 1
    assert "100 descriptions" in remarks[0].message
    assert "cost-listing" not in rules_of(*hidden)
