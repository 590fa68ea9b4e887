"""Runs the CLI inside the room and passes its events on, a line each, within a budget of bytes.

`python3 -c <this> ORDERS CLI…`. Ends the CLI as soon as a trigger trial knows its answer: the skill asked
about was loaded, or so many skills were, or so many tools were used without it. Long texts are cut here,
since the room cuts its output at a limit and the last event, the result, must not be lost. Standard library
only, Python 3.8.
"""

import json
import os
import signal
import subprocess
import sys
from typing import Any, Dict, Iterator, Set  # noqa: UP035 - images may have Python 3.8

_TEXT_CHARS = 8000


def main() -> None:
    """Run the CLI and leave with its exit code."""
    orders = json.loads(sys.argv[1])
    try:
        cli = subprocess.Popen(sys.argv[2:], stdout=subprocess.PIPE, start_new_session=True)
    except FileNotFoundError:
        sys.stderr.write(f"{sys.argv[2]}: not found\n")
        sys.exit(127)
    watcher = _Watcher(orders)
    if cli.stdout is not None:
        for line in cli.stdout:
            reason = watcher.see(line)
            if reason:
                _emit({"type": "skilleval", "stopped": reason})
                os.killpg(cli.pid, signal.SIGKILL)
                cli.wait()
                sys.exit(0)
    code = cli.wait()
    sys.exit(code if code >= 0 else 128 - code)


class _Watcher:
    """Passes events on and says when it has seen enough."""

    def __init__(self, orders: Dict[str, Any]) -> None:  # noqa: UP006
        self._orders = orders
        self._left = orders["stream_bytes"]
        self._asked: Dict[str, str] = {}  # noqa: UP006
        self._loaded: Set[str] = set()  # noqa: UP006
        self._calls = 0

    def see(self, line: bytes) -> str:
        """Pass one event on; return why the CLI shall end now, or an empty text."""
        try:
            event = json.loads(line)
        except ValueError:
            sys.stderr.write(line[:500].decode("utf-8", "replace"))
            return ""
        self._pass_on(event)
        for block in _blocks(event):
            reason = self._judge(block)
            if reason:
                return reason
        return ""

    def _pass_on(self, event: Dict[str, Any]) -> None:  # noqa: UP006
        is_last = event.get("type") == "result"
        event.pop("tool_use_result", None)
        short = _cut(event, self._orders["result_bytes"] if is_last else _TEXT_CHARS)
        size = len(json.dumps(short))
        if is_last or size <= self._left:
            self._left -= size
            _emit(short)
        elif self._left > 0:
            self._left = 0
            _emit({"type": "skilleval", "cut": "the transcript is longer than the room's output limit"})

    def _judge(self, block: Dict[str, Any]) -> str:  # noqa: UP006
        wanted, most = self._orders["stop_when_loaded"], self._orders["stop_after_tool_calls"]
        if block.get("type") == "tool_use":
            self._calls += 1
            given = block.get("input") or {}
            path = str(given.get("file_path") or "")
            named = given.get("skill") or given.get("name") or given.get("command") or ""
            is_skill = block.get("name") == "Skill"
            self._asked[str(block.get("id"))] = str(named).lstrip("/") if is_skill else _skill_at(path)
            return ""
        if block.get("type") != "tool_result":
            return ""
        asked = self._asked.get(str(block.get("tool_use_id")), "")
        if asked and not block.get("is_error"):
            self._loaded.add(asked)
        loads = self._orders.get("stop_after_loads", 0)
        if (wanted and wanted in self._loaded) or (loads and len(self._loaded) >= loads):
            return "loaded"
        return "tool calls" if most and self._calls >= most else ""


def _skill_at(path: str) -> str:
    """Return the skill whose SKILL.md is at the path, or an empty text."""
    parts = path.split("/")
    return parts[-2] if len(parts) >= 3 and parts[-1] == "SKILL.md" and parts[-3] == "skills" else ""


def _blocks(event: Dict[str, Any]) -> Iterator[Dict[str, Any]]:  # noqa: UP006
    message = event.get("message")
    content = message.get("content") if isinstance(message, dict) else None
    for block in content if isinstance(content, list) else []:
        if isinstance(block, dict):
            yield block


def _cut(value: Any, chars: int) -> Any:  # noqa: ANN401 - JSON
    if isinstance(value, str):
        return value if len(value) <= chars else value[:chars] + "…"
    if isinstance(value, list):
        return [_cut(one, chars) for one in value]
    if isinstance(value, dict):
        return {key: _cut(one, chars) for key, one in value.items()}
    return value


def _emit(event: Dict[str, Any]) -> None:  # noqa: UP006
    sys.stdout.write(json.dumps(event) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
