"""SARIF logs."""

import json
from typing import Any

from skilleval.domain.remark import Remark, RuleDoc
from skilleval.report.reporters.sarif import MAX_RESULTS, sarif_text

RULES = (
    RuleDoc(id="spec-name", level="error", title="The name is right", fix="rename it"),
    RuleDoc(id="unused", level="note", title="Nobody breaks it"),
)


def a_remark(**keys: Any) -> Remark:
    """Return a remark with the fields that a test is about."""
    usual = {"rule": "spec-name", "level": "error", "path": "skills/a/SKILL.md", "line": 2, "message": "no"}
    return Remark.model_validate({**usual, **keys})


def run_of(*remarks: Remark) -> dict[str, Any]:
    """Return the only run of the log."""
    log = json.loads(sarif_text(remarks, RULES, version="1.2.3", category="lint"))
    assert log["version"] == "2.1.0"
    (run,) = log["runs"]
    return dict(run)


def test_a_result() -> None:
    """Rule, level, place and the way out are what code scanning shows."""
    run = run_of(a_remark(fix="do it"))

    assert [rule["id"] for rule in run["tool"]["driver"]["rules"]] == ["spec-name"]
    assert run["automationDetails"]["id"] == "skilleval/lint/"
    (result,) = run["results"]
    assert (result["ruleId"], result["ruleIndex"], result["level"]) == ("spec-name", 0, "error")
    assert result["message"]["text"] == "no. do it"
    place = result["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "skills/a/SKILL.md"
    assert place["region"] == {"startLine": 2}


def test_odd_places() -> None:
    """A whole file is its first line; a path is an address, percent-encoded, whatever it holds."""
    (result,) = run_of(a_remark(line=0, path="a b/ü#%.md"))["results"]

    place = result["locations"][0]["physicalLocation"]
    assert place["region"] == {"startLine": 1}
    assert place["artifactLocation"]["uri"] == "a%20b/%C3%BC%23%25.md"


def test_fingerprints_do_not_depend_on_lines() -> None:
    """The same remark some lines further down is the same alert; twice the same are two."""
    moved, again = run_of(a_remark(line=2))["results"], run_of(a_remark(line=9))["results"]
    twice = run_of(a_remark(), a_remark())["results"]

    assert moved[0]["partialFingerprints"] == again[0]["partialFingerprints"]
    assert twice[0]["partialFingerprints"] != twice[1]["partialFingerprints"]


def test_a_fingerprint_of_its_own() -> None:
    """With a fingerprint it stays the same alert when its words change: new today, existing once merged."""
    new = run_of(a_remark(message="no (introduced)", fingerprint="f"))["results"]
    old = run_of(a_remark(message="no (existing)", fingerprint="f"))["results"]
    elsewhere = run_of(a_remark(path="skills/b/SKILL.md", fingerprint="f"))["results"]

    assert new[0]["partialFingerprints"] == old[0]["partialFingerprints"]
    assert new[0]["partialFingerprints"] != elsewhere[0]["partialFingerprints"]


def test_a_rule_that_nobody_documented() -> None:
    """A remark of an unknown rule is still a result."""
    (result,) = run_of(a_remark(rule="other"))["results"]

    assert result["ruleId"] == "other"
    assert "ruleIndex" not in result


def test_too_many() -> None:
    """Past GitHub's limit the rest is counted, not dropped in silence."""
    run = run_of(*[a_remark(message=str(number)) for number in range(MAX_RESULTS + 3)])

    assert len(run["results"]) == MAX_RESULTS
    notes = run["invocations"][0]["toolExecutionNotifications"]
    assert notes[0]["message"]["text"].startswith("3 more results")


def test_nothing_found_is_a_log_too() -> None:
    """An empty list of results says that the tool ran."""
    assert run_of()["results"] == []
