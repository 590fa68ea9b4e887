"""Rules of a reviewer: what it answers when `report_findings` is offered.

It reads the diff in the request and reports each added line that sends something to an address. No result
is written down anywhere.
"""

import hashlib
import json
import re
from collections.abc import Iterator

from skilleval.ports import JsonObject

_FILE = re.compile(r"^\+\+\+ new/(?P<path>.+)$")
_HUNK = re.compile(r"^@@ -\S+ \+(?P<line>\d+)")
_SENDS = re.compile(
    r"\b(?:send|upload|post|forward|submit|share)\b.{0,200}(?:https?://|@[\w-]+\.)", re.IGNORECASE
)


def answer_review(body: JsonObject) -> list[JsonObject]:
    """Return the content blocks of a reviewer's reply to a Messages API request: one tool call."""
    digest = hashlib.sha256(json.dumps(body, sort_keys=True).encode()).hexdigest()
    form: JsonObject = {"findings": list(_reports(_text(body)))[:10]}
    return [{"type": "tool_use", "id": f"toolu_{digest[:24]}", "name": "report_findings", "input": form}]


def _text(body: JsonObject) -> str:
    return "\n".join(_said(body.get("messages")))


def _said(value: object) -> Iterator[str]:
    """Yield the texts in messages, whatever their shape."""
    if isinstance(value, list):
        for item in value:
            yield from _said(item)
    elif isinstance(value, dict):
        yield from _said(value.get("content"))
        yield from _said(value.get("text"))
    elif isinstance(value, str):
        yield value


def _reports(diff: str) -> Iterator[JsonObject]:
    path, number = "", 0
    for line in diff.split("\n"):
        if found := _FILE.match(line):
            path = found["path"]
        elif found := _HUNK.match(line):
            number = int(found["line"]) - 1
        elif line.startswith("+") or line.startswith(" "):
            number += 1
            if path and line.startswith("+") and _SENDS.search(line):
                yield _report(path, number)


def _report(path: str, number: int) -> JsonObject:
    what = "The change sends something to an address."
    return {"path": path, "line": number, "severity": "medium", "what": what, "why": "What is sent leaves."}
