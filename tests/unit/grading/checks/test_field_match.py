"""`field_match`, and what counts as handed over."""

import pytest

from skilleval.domain.suite import FieldMatch
from skilleval.domain.trial import Evidence
from skilleval.grading.checks.field_match import is_escalated, mark
from skilleval.grading.exhibit import Exhibit


@pytest.mark.parametrize(("answer", "field", "expected", "passed"), [
    ('{"status": "open", "n": 3}', "status", "Open", True), ('{"a": {"b": 3}}', "a.b", 3, True),
    ("**Ticket id:** 4471", "ticket_id", 4471, True), ("Status: closed", "status", "open", False),
    ("nothing here", "status", "open", False), ("total = 12.50", "total", 12.5, True),
])  # fmt: skip
def test_field_is_found_in_json_or_lines(answer: str, field: str, expected: object, passed: bool) -> None:
    """JSON keys with dots, or `field: value` in prose."""
    check = FieldMatch(id="C", kind="field_match", field=field, expected=expected)

    assert mark(check, Exhibit(Evidence(answer=answer))).passed is passed


@pytest.mark.parametrize(("answer", "escalated"), [
    ('{"outcome": "escalated"}', True), ("I am escalating this to support.", True),
    ("Handed over to a human agent.", True),
    ("See our escalation policy.", False), ("Resolved.", False),
])  # fmt: skip
def test_handing_over_is_seen(answer: str, escalated: bool) -> None:
    """An answer that gives the matter to a person is told from one that fails."""
    assert is_escalated(answer) is escalated
