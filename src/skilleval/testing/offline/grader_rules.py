"""Rules of a grader: what it answers when `record_grades`, `confirm_claim`, `confirm_readings` or
`judge_pair` is offered.

It looks at the evidence in the sheet and at nothing else: no result is written down anywhere. What it
does with a statement is in `grader_items`, with a claim in `grader_claims`, with the
reading of a passage in `grader_readings`.
"""

import hashlib
import json
from collections.abc import Callable

from skilleval.ports import JsonObject
from skilleval.testing.offline.grader_claims import find_claims, is_contradicted
from skilleval.testing.offline.grader_items import rule_item
from skilleval.testing.offline.grader_readings import fault_of
from skilleval.testing.offline.grader_sheet import Section, Sheet, read_sheet


def answer_grading(body: JsonObject) -> list[JsonObject]:
    """Return the content blocks of a grader's reply to a Messages API request: one tool call."""
    tool = next(name for name in _offered(body) if name in _RULES)
    arguments = _RULES[tool](read_sheet(body))
    digest = hashlib.sha256(json.dumps(body, sort_keys=True).encode()).hexdigest()
    return [{"type": "tool_use", "id": f"toolu_{digest[:24]}", "name": tool, "input": arguments}]


def _record(sheet: Sheet) -> JsonObject:
    return {
        "items": [_item(section, sheet) for section in sheet.named("item")],
        "claims": list(find_claims(sheet)),
        "feedback": [],
    }


def _item(section: Section, sheet: Sheet) -> JsonObject:
    ruling = rule_item(section.text, section.attributes.get("scale", "pass-fail"), sheet)
    return {
        "id": section.attributes.get("id", ""),
        "score": ruling.score,
        "quote": ruling.quote,
        "absence": ruling.absence,
        "reason": ruling.reason,
    }


def _confirm(sheet: Sheet) -> JsonObject:
    said = json.loads(next(iter(sheet.texts("claim")), "{}"))
    quote = str(said.get("quote", ""))
    contradicted = bool(quote) and is_contradicted(quote, sheet)
    return {"contradicted": contradicted, "quote": quote, "reason": "counted again"}


def _read(sheet: Sheet) -> JsonObject:
    return {"readings": [_reading(section, sheet) for section in sheet.named("passage")]}


def _reading(section: Section, sheet: Sheet) -> JsonObject:
    fault = fault_of(section.text, section.attributes.get("read_as", ""), sheet)
    return {"id": section.attributes.get("id", ""), "states": not fault, "reason": fault}


def _judge(sheet: Sheet) -> JsonObject:
    """Score two answers by how many of the request's words they take up, 0 to 10."""
    scores = [
        round(10 * rule_item(request, "halves", Sheet((section,))).score)
        for request in sheet.texts("request")
        for section in sheet.named("answer")
    ]
    first, second = (*scores, 0, 0)[:2]
    return {"first": first, "second": second, "reason": "by the words of the request"}


_RULES: dict[str, Callable[[Sheet], JsonObject]] = {
    "record_grades": _record,
    "confirm_claim": _confirm,
    "confirm_readings": _read,
    "judge_pair": _judge,
}


def _offered(body: JsonObject) -> list[str]:
    tools = body.get("tools")
    return (
        [str(tool.get("name")) for tool in tools if isinstance(tool, dict)] if isinstance(tools, list) else []
    )
