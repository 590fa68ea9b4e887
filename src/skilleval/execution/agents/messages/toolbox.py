"""What the tools of agent `messages` do. All of it happens in the room; nothing touches our own files."""

import posixpath
import re
from collections.abc import Awaitable, Callable, Mapping
from typing import NamedTuple

from skilleval.domain.bundle import Bundle
from skilleval.domain.trial import CommandResult
from skilleval.execution.agents.messages.globs import pattern_from_glob
from skilleval.execution.agents.messages.listing import is_offered
from skilleval.execution.skill_files import skill_folder
from skilleval.ports import JsonObject, Sandbox

READ_LINES = 2000
RESULT_CHARS = 30_000
_FILE_TIMEOUT_S = 30.0
_BASH_DEFAULT_MS = 120_000
_BASH_MOST_MS = 600_000


class ToolResult(NamedTuple):
    """What the model gets back, and the name of a skill whose body is in it."""

    text: str
    is_error: bool = False
    loaded: str = ""


class _Refused(Exception):
    """The model asked for something that cannot be done; the text tells it so."""


class Toolbox:
    """The tools of one trial, over its room and the skills installed there."""

    def __init__(self, sandbox: Sandbox, skills: Mapping[str, Bundle]) -> None:
        """Take the room, and by name the skills that are installed in it."""
        self._sandbox = sandbox
        self._skills = skills
        self._tools: dict[str, Callable[[JsonObject], Awaitable[ToolResult]]] = {
            "Skill": self._skill,
            "Read": self._read,
            "Write": self._write,
            "Edit": self._edit,
            "Bash": self._bash,
            "Glob": self._glob,
        }

    @property
    def names(self) -> tuple[str, ...]:
        """The tools there are."""
        return tuple(self._tools)

    async def use(self, name: str, arguments: JsonObject) -> ToolResult:
        """Return what a tool call gives; a bad call is an error result. Raises SandboxError when ours."""
        tool = self._tools.get(name)
        if tool is None:
            return ToolResult(f"There is no tool {name!r}. Tools: {', '.join(self._tools)}.", is_error=True)
        try:
            result = await tool(arguments)
        except _Refused as exc:
            return ToolResult(str(exc), is_error=True)
        return result._replace(text=_shortened(result.text))

    async def _skill(self, arguments: JsonObject) -> ToolResult:
        name = _text(arguments, "skill").lstrip("/")
        bundle = self._skills.get(name)
        if bundle is None or not is_offered(bundle):
            raise _Refused(f"Unknown skill: {name}")
        text = f"Base directory for this skill: {skill_folder(bundle)}\n\n{bundle.skill.body}"
        return ToolResult(text, loaded=name)

    async def _read(self, arguments: JsonObject) -> ToolResult:
        path = self._inside(_text(arguments, "file_path"))
        first = max(1, _number(arguments, "offset", default=1))
        most = max(1, _number(arguments, "limit", default=READ_LINES))
        lines = (await self._content(path)).splitlines()
        shown = lines[first - 1 : first - 1 + most]
        if not shown:
            return ToolResult(f"({path} has {len(lines)} lines: nothing to show from line {first} on)")
        rest = len(lines) - (first - 1 + len(shown))
        note = [f"({rest} more lines: read on with offset {first + len(shown)})"] if rest else []
        numbered = [f"{number:6d}\t{line}" for number, line in enumerate(shown, start=first)]
        return ToolResult("\n".join(numbered + note), loaded=self._skill_at(path))

    async def _write(self, arguments: JsonObject) -> ToolResult:
        path = self._inside(_text(arguments, "file_path"))
        await self._put(path, _text(arguments, "content"))
        return ToolResult(f"Wrote {path}")

    async def _edit(self, arguments: JsonObject) -> ToolResult:
        path = self._inside(_text(arguments, "file_path"))
        old, new = _text(arguments, "old_string"), _text(arguments, "new_string")
        content = await self._content(path)
        count = content.count(old) if old else 0
        if count != 1:
            raise _Refused(f"old_string stands {count} times in {path}; it must stand there exactly once")
        await self._put(path, content.replace(old, new))
        return ToolResult(f"Edited {path}")

    async def _bash(self, arguments: JsonObject) -> ToolResult:
        milliseconds = min(_BASH_MOST_MS, max(1, _number(arguments, "timeout", default=_BASH_DEFAULT_MS)))
        result = await self._sandbox.run(
            ["bash", "-c", _text(arguments, "command")], timeout_s=milliseconds / 1000
        )
        output = "\n".join(part.rstrip("\n") for part in (result.stdout, result.stderr) if part)
        if result.timed_out:
            return ToolResult(f"Command timed out after {milliseconds} ms\n{output}", is_error=True)
        if result.exit_code:
            return ToolResult(f"Exit code {result.exit_code}\n{output}", is_error=True)
        return ToolResult(output or "(no output)", loaded=self._skill_shown(output))

    async def _glob(self, arguments: JsonObject) -> ToolResult:
        matches = pattern_from_glob(_text(arguments, "pattern")).fullmatch
        result = await self._command("find", ".", "-type", "f")
        paths = sorted(line.removeprefix("./") for line in result.stdout.splitlines())
        return ToolResult("\n".join(path for path in paths if matches(path)) or "(no files match)")

    async def _content(self, path: str) -> str:
        result = await self._command("cat", "--", path)
        if result.exit_code:
            raise _Refused(result.stderr.strip() or f"{path} cannot be read")
        return result.stdout + ("\n(cut here: the file is too long)" if result.truncated else "")

    async def _put(self, path: str, content: str) -> None:
        """Write through a command of the room: a link that lies in the way is followed there, not by us."""
        await self._command("mkdir", "-p", "--", posixpath.dirname(path) or ".")
        result = await self._command("tee", "--", path, stdin=content.encode("utf-8", "surrogateescape"))
        if result.exit_code:
            raise _Refused(result.stderr.strip() or f"{path} cannot be written")

    async def _command(self, *argv: str, stdin: bytes = b"") -> CommandResult:
        return await self._sandbox.run(argv, timeout_s=_FILE_TIMEOUT_S, stdin=stdin)

    def _inside(self, path: str) -> str:
        """Return the path, relative to the work folder where it lies there; refuse what is outside."""
        work, home = self._sandbox.work_dir, self._sandbox.home_dir
        full = posixpath.normpath(posixpath.join(work, path))
        if full == work or full.startswith(f"{work}/"):
            return posixpath.relpath(full, work)
        if full.startswith(f"{home}/"):
            return full
        raise _Refused(f"{path} is outside the working folder")

    def _skill_at(self, path: str) -> str:
        return next((s.name for s in self._skills.values() if path == f"{skill_folder(s)}/SKILL.md"), "")

    def _skill_shown(self, output: str) -> str:
        bodies = ((name, bundle.skill.body.strip()) for name, bundle in self._skills.items())
        return next((name for name, body in bodies if body and body in output), "")


def _shortened(text: str) -> str:
    if len(text) <= RESULT_CHARS:
        return text
    half = RESULT_CHARS // 2
    return f"{text[:half]}\n({len(text) - 2 * half} characters left out)\n{text[-half:]}"


def _text(arguments: JsonObject, key: str) -> str:
    value = arguments.get(key)
    if not isinstance(value, str):
        raise _Refused(f"{key} is missing or no text")
    return re.sub("\0", "", value)


def _number(arguments: JsonObject, key: str, *, default: int) -> int:
    value = arguments.get(key, default)
    if not isinstance(value, int | float):
        raise _Refused(f"{key} is no number")
    return int(value)
