"""Rules of an agent at work: which tool it calls next, or what it answers.

A request is answered in these steps, each only if it is not done yet:

1. load the listed skill whose description fits (`choice`), where a tool `Skill` is offered;
2. read the files that the request names, and those that the skill's body says to read;
3. run the commands that the body says to run;
4. write the answer to the file that body or request names;
5. answer.

What it understands of a body (list items and sentences; also of the request itself):

| said | done |
|---|---|
| Read `references/x.md` | read; a file of the skill's own folder is followed like the body |
| Run `scripts/x.py {file}` | run; what it prints goes into the answer |
| Write the answer to `notes.md` | written there |
| Begin with "...", End with "..." | first, last line; `{label}` becomes the labelled value of a file |
| Include "...", say "..." | a line |
| Under "Heading", ... | what follows goes below that heading |
| List every line that contains "a" or "b" / that starts with "a" | those lines, or "none" |
| State the due date and the number | labelled values, where the files have them |
| Report the sum, average, maximum, number of ... | worked out, exactly; also "for each <column>" |
| Name the row with the highest ... | that row |
| Report the difference between the stated total and the sum of the amounts | worked out |
| If they differ / agree, if it has no <label>, if it contains "x", ...; otherwise ... | on that condition |
| State how many characters, words ... has | **guessed** from the words, as language models do: often wrong |
| Do not mention ... | lines with these words are dropped |
| Keep to N sentences, words | cut |
| Round to whole numbers, hundreds | done |

Everything else is ignored. Without a skill, and where a body says nothing on the content, `habits` speak:
roughly, and briefly.
"""

import re
import shlex
from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath

from skilleval.ports import JsonObject
from skilleval.testing.offline.answer import Material, write_answer
from skilleval.testing.offline.choice import choose_skill
from skilleval.testing.offline.conversation import Call, Conversation, file_text, output_text
from skilleval.testing.offline.documents import Document
from skilleval.testing.offline.instructions import PATH, read_instructions
from skilleval.testing.offline.orders import Instruction

_SKILL_FOLDERS = ("references/", "scripts/", "assets/")
_PLACEHOLDER = re.compile(r"<[\w .-]+>|\{[\w .-]+\}|\$FILE\b|\bFILE\b")
_OWN_FOLDER = re.compile(r"(?<![\w./-])(?=(?:references|scripts|assets)/)")


def answer_agent(conversation: Conversation) -> list[JsonObject]:
    """Return the next tool calls, or the answer."""
    skill = _skill_to_load(conversation)
    if skill is not None:
        return [skill]
    instructions = _instructions(conversation)
    steps = list(_reads(conversation, instructions)) or list(_runs(conversation, instructions))
    if steps:
        return steps
    text = write_answer(_material(conversation, instructions), instructions)
    return list(_writes(conversation, instructions, text)) or [{"type": "text", "text": text}]


def answer_plainly(conversation: Conversation) -> str:
    """Return an answer without any tool."""
    return write_answer(_material(conversation, ()), read_instructions(conversation.request))


def _skill_to_load(conversation: Conversation) -> JsonObject | None:
    if "Skill" not in conversation.tools or conversation.skills or _made(conversation, "Skill"):
        return None
    name = choose_skill(conversation.request, conversation.listing)
    return None if name is None else _use(conversation, "Skill", ("skill", "command", "name"), name)


def _instructions(conversation: Conversation) -> tuple[Instruction, ...]:
    """Return what skill, its references and the request say, in this order."""
    bodies = [skill.body for skill in conversation.skills]
    texts = [*bodies, *(text for path, text in _files(conversation) if _is_own(conversation, path))]
    said = [instruction for text in texts for instruction in read_instructions(text)]
    return (*said, *(i for i in read_instructions(conversation.request) if i not in said))


def _reads(conversation: Conversation, instructions: tuple[Instruction, ...]) -> Iterator[JsonObject]:
    done = {_path_of(call) for call in _made(conversation, "Read")}
    written = {i.texts[0] for i in instructions if i.kind == "write"}
    asked = [path for path in PATH.findall(conversation.request) if path not in written]
    told = [i.texts[0] for i in instructions if i.kind == "read" and i.texts[0] not in written]
    for path in dict.fromkeys([*asked, *told]):
        whole = _located(conversation, path)
        if "Read" in conversation.tools and whole not in done:
            yield _use(conversation, "Read", ("file_path", "path"), whole)


def _runs(conversation: Conversation, instructions: tuple[Instruction, ...]) -> Iterator[JsonObject]:
    done = {call.input.get("command") for call in _made(conversation, "Bash")}
    for instruction in instructions:
        command = _command(conversation, instruction.texts[0]) if instruction.kind == "run" else ""
        if command and command not in done and "Bash" in conversation.tools:
            yield _use(conversation, "Bash", ("command",), command)


def _writes(
    conversation: Conversation, instructions: tuple[Instruction, ...], text: str
) -> Iterator[JsonObject]:
    done = {_path_of(call) for call in _made(conversation, "Write")}
    for instruction in instructions:
        path = _located(conversation, instruction.texts[0]) if instruction.kind == "write" else ""
        if path and path not in done and "Write" in conversation.tools:
            call = _use(conversation, "Write", ("file_path", "path"), path)
            yield {**call, "input": {**_input(call), "content": text + "\n"}}


def _material(conversation: Conversation, instructions: tuple[Instruction, ...]) -> Material:
    documents = [
        Document(path=path.removeprefix(f"{conversation.work_dir}/"), text=text)
        for path, text in _files(conversation)
        if not _is_own(conversation, path)
    ]
    _, _, pasted = conversation.request.partition("\n")
    if pasted.strip():
        documents.append(Document(path="the request", text=pasted))
    printed = {
        call.input.get("command"): output_text(call.result or "") for call in _made(conversation, "Bash")
    }
    commands = [i.texts[0] for i in instructions if i.kind == "run"]
    return Material(
        request=conversation.request,
        documents=tuple(documents),
        outputs={command: printed.get(_command(conversation, command), "") for command in commands},
        is_careful=bool(conversation.skills),
    )


def _files(conversation: Conversation) -> Iterator[tuple[str, str]]:
    for call in _made(conversation, "Read"):
        if call.result is not None and not call.is_error:
            yield _path_of(call), file_text(call.result)


def _command(conversation: Conversation, text: str) -> str:
    """Return the command with its placeholders and the skill's own files filled in."""
    files = [path for path in PATH.findall(conversation.request)]
    named = " ".join(shlex.quote(path) for path in files)
    base = f"{conversation.skills[0].base_dir}/" if conversation.skills else ""
    return _OWN_FOLDER.sub(base, _PLACEHOLDER.sub(named, text))


def _located(conversation: Conversation, path: str) -> str:
    """Return where the file is: in the skill's folder, else in the work folder (relative if unknown)."""
    if PurePosixPath(path).is_absolute():
        return path
    if conversation.skills and path.startswith(_SKILL_FOLDERS):
        return f"{conversation.skills[0].base_dir}/{path}"
    return f"{conversation.work_dir}/{path}" if conversation.work_dir else path


def _is_own(conversation: Conversation, path: str) -> bool:
    return any(path.startswith(f"{skill.base_dir}/") for skill in conversation.skills)


def _made(conversation: Conversation, tool: str) -> list[Call]:
    return [call for call in conversation.calls if call.name == tool]


def _path_of(call: Call) -> str:
    return str(call.input.get("file_path") or call.input.get("path") or "")


def _input(call: Mapping[str, object]) -> JsonObject:
    value = call["input"]
    return value if isinstance(value, dict) else {}


def _use(conversation: Conversation, tool: str, keys: tuple[str, ...], value: str) -> JsonObject:
    """Return a call of `tool` under the first of `keys` that its schema knows."""
    properties = conversation.tools[tool].get("properties")
    known = properties if isinstance(properties, dict) else {}
    key = next((key for key in keys if key in known), keys[0])
    return {"type": "tool_use", "name": tool, "input": {key: value}}
