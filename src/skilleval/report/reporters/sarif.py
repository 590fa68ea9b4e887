"""SARIF 2.1.0 for the lint and the review: what GitHub's code scanning and editors show at a line.

Source: OASIS SARIF 2.1.0, and the properties that GitHub reads (docs.github.com, "SARIF support").
"""

import hashlib
import json
from collections.abc import Sequence
from typing import Final
from urllib.parse import quote

from skilleval.domain.remark import Remark, RuleDoc
from skilleval.report.inert import unlinked

SCHEMA: Final = "https://json.schemastore.org/sarif-2.1.0.json"
MAX_RESULTS: Final = 5_000
"""GitHub shows at most so many of one run; the rest is counted in a notification."""


def sarif_text(remarks: Sequence[Remark], rules: Sequence[RuleDoc], *, version: str, category: str) -> str:
    """Return the remarks as a SARIF log of one run.

    `category` keeps runs of one commit apart (`lint`, `review`); paths are relative to the repository.
    """
    used = {remark.rule for remark in remarks}
    known = [rule for rule in rules if rule.id in used]
    index = {rule.id: number for number, rule in enumerate(known)}
    shown = remarks[:MAX_RESULTS]
    run: dict[str, object] = {
        "tool": {
            "driver": {
                "name": "skilleval",
                "semanticVersion": version,
                "rules": [_rule(rule) for rule in known],
            }
        },
        "automationDetails": {"id": f"skilleval/{category}/"},
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {"SRCROOT": {"description": {"text": "The root of the repository."}}},
        "results": [
            _result(remark, index, prints) for remark, prints in zip(shown, _prints(shown), strict=True)
        ],
    }
    if len(remarks) > MAX_RESULTS:
        run["invocations"] = [_cut(len(remarks) - MAX_RESULTS)]
    return (
        json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, indent=1, ensure_ascii=True) + "\n"
    )


def _rule(rule: RuleDoc) -> dict[str, object]:
    return {
        "id": rule.id,
        "shortDescription": {"text": rule.title},
        "help": {"text": rule.fix or rule.title},
        "defaultConfiguration": {"level": rule.level},
    }


def _result(remark: Remark, index: dict[str, int], fingerprint: str) -> dict[str, object]:
    message = f"{remark.message}. {remark.fix}" if remark.fix else remark.message
    place: dict[str, object] = {
        "artifactLocation": {"uri": quote(remark.path, errors="replace"), "uriBaseId": "SRCROOT"}
    }
    place["region"] = {"startLine": max(1, remark.line)}
    found: dict[str, object] = {
        "ruleId": remark.rule,
        "level": remark.level,
        "message": {"text": unlinked(message)},
        "locations": [{"physicalLocation": place}],
        "partialFingerprints": {"skilleval/v1": fingerprint},
    }
    return {**found, "ruleIndex": index[remark.rule]} if remark.rule in index else found


def _prints(remarks: Sequence[Remark]) -> list[str]:
    """Return what makes each remark the same one in the next run: rule, path, words, and which of them.

    A remark that brings a fingerprint is told by it: the words of a finding say whether it is new, and that
    ends with the merge.
    """
    seen: dict[str, int] = {}
    found = []
    for remark in remarks:
        key = "\0".join((remark.rule, remark.path, remark.fingerprint or remark.message))
        seen[key] = seen.get(key, 0) + 1
        found.append(hashlib.sha256(f"{key}\0{seen[key]}".encode("utf-8", "replace")).hexdigest()[:32])
    return found


def _cut(count: int) -> dict[str, object]:
    text = f"{count} more results are left out: at most {MAX_RESULTS} are shown"
    note = {"level": "warning", "message": {"text": text}}
    return {"executionSuccessful": True, "toolExecutionNotifications": [note]}
