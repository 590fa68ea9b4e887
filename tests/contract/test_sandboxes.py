"""What every provider of rooms promises: commands, files, evidence, and that nothing stays."""

import asyncio
import hashlib
import posixpath
import time
from collections.abc import Sequence
from functools import partial

import pytest

from skilleval.domain.policy import Limits
from skilleval.domain.trial import CommandResult, FileEvidence
from skilleval.errors import SandboxError
from skilleval.ports import Sandbox, SandboxFile
from tests.contract.sandbox_factories import Rooms

SECRET = "sk-not-for-rooms"


def a_file(path: str = "a.txt", content: bytes = b"hello\n", *, executable: bool = False) -> SandboxFile:
    return SandboxFile(path=path, content=content, executable=executable)


def run(
    rooms: Rooms, *argv: str, files: Sequence[SandboxFile] = (), limits: Limits | None = None
) -> CommandResult:
    """Return what one command does in a fresh room with these files."""

    async def body(room: Sandbox) -> CommandResult:
        await room.put(files)
        return await room.run(argv, timeout_s=20)

    return asyncio.run(rooms.use(body, limits))


def evidence_after(rooms: Rooms, *argv: str, files: Sequence[SandboxFile] = ()) -> tuple[FileEvidence, ...]:
    """Return the evidence that one command leaves in a room with these files."""

    async def body(room: Sandbox) -> tuple[FileEvidence, ...]:
        await room.put(files)
        await room.seal()
        await room.run(argv, timeout_s=20)
        return await room.evidence()

    return asyncio.run(rooms.use(body))


def states(files: Sequence[FileEvidence]) -> dict[str, str]:
    """Return path to state."""
    return {file.path: file.state for file in files}


# ---------------------------------------------------------------- the room


def test_provider_says_what_it_is(rooms: Rooms) -> None:
    """A provider has a name, and its rooms isolate as it says."""

    async def body(room: Sandbox) -> bool:
        return room.isolated

    assert asyncio.run(rooms.use(body)) is rooms.sandboxes.isolated
    assert rooms.sandboxes.name


def test_home_lies_outside_the_work_folder(rooms: Rooms) -> None:
    """HOME is no part of what the agent works on: project skills are not seen where the two are one."""

    async def body(room: Sandbox) -> tuple[str, str]:
        return room.work_dir, room.home_dir

    work, home = asyncio.run(rooms.use(body))

    assert posixpath.isabs(work)
    assert posixpath.isabs(home)
    assert posixpath.commonpath([work, home]) not in {work, home}


def test_rooms_are_new(rooms: Rooms) -> None:
    """Nothing of one room is in the next."""
    run(rooms, "sh", "-c", "printf x > left.txt")

    assert run(rooms, "cat", "left.txt").exit_code == 1


def test_open_rooms_do_not_see_each_other(rooms: Rooms) -> None:
    """Two rooms at the same time have different files under the same names."""

    async def body(room: Sandbox, word: bytes) -> str:
        await room.put([a_file(content=word)])
        await asyncio.sleep(0.05)
        return (await room.run(["cat", "a.txt"], timeout_s=20)).stdout

    async def both() -> list[str]:
        words = (b"one", b"two")
        return await asyncio.gather(*(rooms.use(partial(body, word=word)) for word in words))

    assert asyncio.run(both()) == ["one", "two"]


def test_ten_rooms_at_once(rooms: Rooms) -> None:
    """Ten rooms work side by side."""

    async def body(room: Sandbox) -> int | None:
        return (await room.run(["true"], timeout_s=30)).exit_code

    async def all_of_them() -> list[int | None]:
        return await asyncio.gather(*(rooms.use(body) for _ in range(10)))

    assert asyncio.run(all_of_them()) == [0] * 10


@pytest.mark.parametrize("verb", ["run", "put", "seal", "evidence"])
def test_closed_room_is_refused(rooms: Rooms, verb: str) -> None:
    """A room is never used twice: after it is left, each verb is refused."""

    async def use_after_close() -> None:
        async with rooms.sandboxes.open("0123456789ab", Limits()) as room:
            pass
        calls = {
            "run": lambda: room.run(["true"], timeout_s=5),
            "put": lambda: room.put([a_file()]),
            "seal": room.seal,
            "evidence": room.evidence,
        }
        await calls[verb]()

    with pytest.raises(SandboxError):
        asyncio.run(use_after_close())


def test_nothing_stays(rooms: Rooms) -> None:
    """A room that is left takes its files with it."""
    before = rooms.leftovers()

    run(rooms, "sh", "-c", "printf x > left.txt", files=[a_file("deep/down/a.txt")])

    assert rooms.leftovers() == before


def test_nothing_stays_after_a_failure(rooms: Rooms) -> None:
    """A room is removed, too, when what used it failed."""
    before = rooms.leftovers()

    async def body(room: Sandbox) -> None:
        await room.put([a_file()])
        raise LookupError

    with pytest.raises(LookupError):
        asyncio.run(rooms.use(body))

    assert rooms.leftovers() == before


# ---------------------------------------------------------------- commands


def test_command_that_works(rooms: Rooms) -> None:
    """Exit code 0, the argv, and how long it took are in the result."""
    result = run(rooms, "true")

    assert (result.exit_code, result.argv, result.timed_out, result.truncated) == (0, ("true",), False, False)
    assert 0.0 <= result.seconds < 20.0


def test_failing_command_is_a_result(rooms: Rooms) -> None:
    """A command that exits non-zero is a result, not an error."""
    assert run(rooms, "false").exit_code == 1


def test_exit_code_comes_through(rooms: Rooms) -> None:
    """The exact exit code is kept."""
    assert run(rooms, "sh", "-c", "exit 37").exit_code == 37


def test_unknown_program_is_a_result(rooms: Rooms) -> None:
    """A program that is not there gives 127, as a shell does, and says so."""
    result = run(rooms, "no-such-program")

    assert result.exit_code == 127
    assert "no-such-program" in result.stderr


def test_output_and_errors_are_apart(rooms: Rooms) -> None:
    """Standard output and standard error do not mix."""
    result = run(rooms, "sh", "-c", "printf out; printf err >&2")

    assert (result.stdout, result.stderr) == ("out", "err")


def test_input_arrives(rooms: Rooms) -> None:
    """What is given as standard input is what the command reads."""

    async def body(room: Sandbox) -> str:
        return (await room.run(["cat"], timeout_s=20, stdin=b"words")).stdout

    assert asyncio.run(rooms.use(body)) == "words"


def test_input_ends(rooms: Rooms) -> None:
    """Without input a command that reads gets the end of it, not our terminal."""
    assert run(rooms, "cat").stdout == ""


def test_arguments_are_literal(rooms: Rooms) -> None:
    """No shell stands in between: blanks, stars and dollars reach the program as they are."""
    name = "$HOME *;'\".txt"

    assert run(rooms, "cat", "--", name, files=[a_file(name)]).stdout == "hello\n"


@pytest.mark.parametrize("argv", [(), ("cat", "a\0b")], ids=["empty", "nul"])
def test_impossible_command_is_refused(rooms: Rooms, argv: tuple[str, ...]) -> None:
    """No program, or a NUL byte in an argument, is an error of the caller."""
    with pytest.raises(SandboxError):
        run(rooms, *argv)


def test_commands_run_in_the_work_folder(rooms: Rooms) -> None:
    """The working directory is the work folder."""

    async def body(room: Sandbox) -> tuple[str, str]:
        return (await room.run(["pwd"], timeout_s=20)).stdout.strip(), room.work_dir

    shown, work = asyncio.run(rooms.use(body))

    assert shown == work


def test_given_environment_is_seen_once(rooms: Rooms) -> None:
    """A variable that is given to a command is there for it, and gone for the next."""

    async def body(room: Sandbox) -> tuple[str, str]:
        first = await room.run(["env"], timeout_s=20, env={"TASK_MODE": "dry run"})
        second = await room.run(["env"], timeout_s=20)
        return first.stdout, second.stdout

    first, second = asyncio.run(rooms.use(body))

    assert "TASK_MODE=dry run" in first.splitlines()
    assert "TASK_MODE" not in second


def test_home_is_the_rooms(rooms: Rooms) -> None:
    """HOME names the room's own home, and locale and time zone are the same everywhere."""

    async def body(room: Sandbox) -> tuple[list[str], str]:
        return (await room.run(["env"], timeout_s=20)).stdout.splitlines(), room.home_dir

    lines, home = asyncio.run(rooms.use(body))

    assert {f"HOME={home}", "TZ=UTC", "LANG=C.UTF-8"} <= set(lines)


def test_environment_holds_nothing_of_ours(real_rooms: Rooms, monkeypatch: pytest.MonkeyPatch) -> None:
    """No variable of our own process, least of all a secret, is seen inside; only a short list is."""
    monkeypatch.setenv("ANTHROPIC_API_KEY", SECRET)
    monkeypatch.setenv("GITHUB_TOKEN", SECRET)
    monkeypatch.setenv("SOME_OTHER_SETTING", "1")

    output = run(real_rooms, "env").stdout

    assert SECRET not in output
    names = {line.partition("=")[0] for line in output.splitlines()}
    allowed = {"PATH", "HOME", "LANG", "TZ", "TMPDIR", "USER", "LOGNAME", "SHELL", "HOSTNAME"}
    assert names <= allowed


def test_command_over_its_time_is_killed(rooms: Rooms) -> None:
    """A command that runs past its limit is a result without an exit code, soon after the limit."""

    async def body(room: Sandbox) -> CommandResult:
        return await room.run(["sleep", "30"], timeout_s=0.3)

    started = time.monotonic()
    result = asyncio.run(rooms.use(body))

    assert (result.timed_out, result.exit_code) == (True, None)
    assert time.monotonic() - started < 10.0


def test_output_before_the_time_limit_is_kept(real_rooms: Rooms) -> None:
    """What a command said before it was killed is in the result."""

    async def body(room: Sandbox) -> CommandResult:
        return await room.run(["sh", "-c", "echo early; sleep 30"], timeout_s=0.5)

    assert asyncio.run(real_rooms.use(body)).stdout == "early\n"


def test_long_output_is_cut(rooms: Rooms) -> None:
    """Of long output the first bytes are kept, and the result says that it was cut."""
    limits = Limits(output_bytes=1000)

    result = run(rooms, "cat", "a.txt", files=[a_file(content=b"x" * 5000)], limits=limits)

    assert (result.stdout, result.truncated, result.exit_code) == ("x" * 1000, True, 0)


def test_output_at_the_limit_is_whole(rooms: Rooms) -> None:
    """Output of exactly the limit is not cut."""
    result = run(rooms, "cat", "a.txt", files=[a_file(content=b"x" * 1000)], limits=Limits(output_bytes=1000))

    assert (len(result.stdout), result.truncated) == (1000, False)


def test_ten_megabytes_of_output(real_rooms: Rooms) -> None:
    """A flood on both streams neither blocks the command nor fills our memory."""
    flood = "head -c 10000000 /dev/zero | tr '\\0' x"
    result = run(real_rooms, "sh", "-c", f"{flood}; {flood} >&2; exit 3", limits=Limits(output_bytes=2000))

    assert (result.exit_code, result.truncated) == (3, True)
    assert (len(result.stdout), len(result.stderr)) == (2000, 2000)


def test_binary_output_is_readable(rooms: Rooms) -> None:
    """Bytes that are no UTF-8 are replaced, not raised."""
    assert run(rooms, "cat", "a.bin", files=[a_file("a.bin", b"ok\xff\xfe\0!")]).stdout == "ok\ufffd\ufffd\0!"


def test_input_need_not_be_read(real_rooms: Rooms) -> None:
    """A command may end without reading a large input."""

    async def body(room: Sandbox) -> CommandResult:
        return await room.run(["true"], timeout_s=20, stdin=b"x" * 3_000_000)

    assert asyncio.run(real_rooms.use(body)).exit_code == 0


def test_signal_is_an_exit_code(real_rooms: Rooms) -> None:
    """A command that a signal ended exits with 128 + its number, as in a shell."""
    assert run(real_rooms, "sh", "-c", "kill -9 $$").exit_code == 137


def test_pipes_break_as_usual(real_rooms: Rooms) -> None:
    """SIGPIPE is not ignored inside: the writer of a pipe that nobody reads ends."""
    result = run(real_rooms, "sh", "-c", "yes | head -n 1")

    assert (result.stdout, result.exit_code, result.timed_out) == ("y\n", 0, False)


def test_commands_side_by_side(real_rooms: Rooms) -> None:
    """Several commands in one room at once keep their outputs apart."""

    async def body(room: Sandbox) -> list[str]:
        scripts = [f"sleep 0.1; echo {number}" for number in range(6)]
        results = await asyncio.gather(*(room.run(["sh", "-c", script], timeout_s=20) for script in scripts))
        return [result.stdout.strip() for result in results]

    assert asyncio.run(real_rooms.use(body)) == [str(number) for number in range(6)]


# ---------------------------------------------------------------- nothing outlives its command

BEAT = "while :; do date +%s%N > beat.tmp; mv beat.tmp beat; sleep 0.05; done"
"""Writes the time into a file for as long as it lives."""

ESCAPES = {
    "background": f"({BEAT}) &",
    "own session": f"setsid sh -c '{BEAT}' &",
    "no environment": f"env -i PATH=/usr/bin:/bin setsid sh -c '{BEAT}' &",
    "orphan of an orphan": f"(setsid sh -c \"(setsid sh -c '{BEAT}' &) &\" &) &",
    "deaf to signals": f"(trap '' HUP INT TERM; {BEAT}) &",
}


async def _still_beats(room: Sandbox) -> bool:
    """Return whether the beat goes on; it must have begun."""
    first = await room.run(["cat", "beat"], timeout_s=20)
    assert first.exit_code == 0, "the beat never began"
    await asyncio.sleep(0.4)
    return (await room.run(["cat", "beat"], timeout_s=20)).stdout != first.stdout


@pytest.mark.parametrize("escape", ESCAPES)
def test_no_process_outlives_a_killed_command(real_rooms: Rooms, escape: str) -> None:
    """At the time limit the whole tree is killed, also what tried to get away."""

    async def body(room: Sandbox) -> bool:
        result = await room.run(["sh", "-c", f"{ESCAPES[escape]} sleep 30"], timeout_s=0.8)
        assert result.timed_out
        return await _still_beats(room)

    assert not asyncio.run(real_rooms.use(body))


@pytest.mark.parametrize("escape", ESCAPES)
def test_no_process_outlives_an_ended_command(real_rooms: Rooms, escape: str) -> None:
    """What a command leaves in the background is gone when it ends, and nobody waits for its output."""

    async def body(room: Sandbox) -> bool:
        result = await room.run(["sh", "-c", f"{ESCAPES[escape]} sleep 0.4; echo done"], timeout_s=20)
        assert (result.stdout, result.timed_out) == ("done\n", False)
        return await _still_beats(room)

    assert not asyncio.run(real_rooms.use(body))


def test_cancelled_command_is_killed(real_rooms: Rooms) -> None:
    """A command whose caller gives up is killed with everything it started."""

    async def body(room: Sandbox) -> bool:
        task = asyncio.create_task(room.run(["sh", "-c", f"{ESCAPES['own session']} sleep 30"], timeout_s=30))
        await asyncio.sleep(0.8)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        return await _still_beats(room)

    assert not asyncio.run(real_rooms.use(body))


def test_leaving_the_room_ends_its_commands(real_rooms: Rooms) -> None:
    """A command that still runs when the room is left ends then, and the room is gone all the same."""
    before = real_rooms.leftovers()

    async def leave_while_it_runs() -> float:
        async with real_rooms.sandboxes.open("0123456789ab", Limits()) as room:
            task = asyncio.create_task(room.run(["sh", "-c", f"{BEAT}"], timeout_s=30))
            await asyncio.sleep(0.5)
        started = time.monotonic()
        await asyncio.gather(task, return_exceptions=True)
        return time.monotonic() - started

    assert asyncio.run(leave_while_it_runs()) < 8.0
    assert real_rooms.leftovers() == before


# ---------------------------------------------------------------- files in


def test_bytes_arrive_unchanged(rooms: Rooms) -> None:
    """All 256 byte values go in, and come out as evidence."""
    every_byte = bytes(range(256))

    files = evidence_after(rooms, "sh", "-c", "cat all.bin > copy.bin", files=[a_file("all.bin", every_byte)])

    assert [(file.path, file.content) for file in files] == [("copy.bin", every_byte)]


def test_large_file_in_and_out(rooms: Rooms) -> None:
    """Five megabytes go in and come out."""
    content = bytes(range(250)) * 20_000

    (file,) = evidence_after(rooms, "sh", "-c", "cat in.bin > out.bin", files=[a_file("in.bin", content)])

    assert (file.path, file.size_bytes, file.sha256) == (
        "out.bin",
        len(content),
        hashlib.sha256(content).hexdigest(),
    )
    assert file.content == content


def test_folders_are_made(rooms: Rooms) -> None:
    """Folders on the way to a file are made."""
    assert run(rooms, "cat", "a/b/c.txt", files=[a_file("a/b/c.txt")]).stdout == "hello\n"


def test_file_is_replaced(rooms: Rooms) -> None:
    """A file that is put again has the later bytes, and nothing of longer earlier ones."""
    files = [a_file(content=b"a long first version"), a_file(content=b"new")]

    assert run(rooms, "cat", "a.txt", files=files).stdout == "new"


def test_home_takes_files(rooms: Rooms) -> None:
    """Files can go into HOME; they are no evidence."""

    async def body(room: Sandbox) -> tuple[str, tuple[FileEvidence, ...]]:
        await room.seal()
        await room.put([a_file("notes/a.txt")], root="home")
        result = await room.run(["cat", f"{room.home_dir}/notes/a.txt"], timeout_s=20)
        return result.stdout, await room.evidence()

    assert asyncio.run(rooms.use(body)) == ("hello\n", ())


@pytest.mark.parametrize(
    "path",
    ["/etc/passwd", "../out.txt", "a/../../out.txt", "a/..", "..", ".", "", "a//b", "a/./b", "a/", "a\0b"],
)
def test_path_that_leads_out_is_refused(rooms: Rooms, path: str) -> None:
    """Absolute paths, `..` and everything else that is not a plain relative path is refused."""
    with pytest.raises(SandboxError):
        run(rooms, "true", files=[a_file(path)])


def test_executable_bit_is_kept(real_rooms: Rooms) -> None:
    """A script with the bit runs; one without it does not."""
    script = b"#!/bin/sh\necho ran\n"

    assert run(real_rooms, "./s", files=[a_file("s", script, executable=True)]).stdout == "ran\n"
    assert run(real_rooms, "./s", files=[a_file("s", script)]).exit_code == 126


def test_files_belong_to_who_works_with_them(real_rooms: Rooms) -> None:
    """A command may change, add beside and remove what was put."""
    script = "echo more >> d/a.txt && touch d/b.txt && rm d/a.txt && touch x && echo ok"

    assert run(real_rooms, "sh", "-c", script, files=[a_file("d/a.txt")]).stdout == "ok\n"


@pytest.mark.parametrize("link", ["ln -s /tmp d", "ln -s .. d", "mkdir d && ln -s /tmp/target d/a.txt"])
def test_put_does_not_follow_links(real_rooms: Rooms, link: str) -> None:
    """A link that something in the room has laid in the way is refused, not followed."""

    async def body(room: Sandbox) -> None:
        made = await room.run(["sh", "-c", link], timeout_s=20)
        assert made.exit_code == 0
        await room.put([a_file("d/a.txt")])

    with pytest.raises(SandboxError):
        asyncio.run(real_rooms.use(body))


ODD_NAMES = ["with blank", "new\nline", "-dash", "quo'te\"s", "tab\there", "ünï", "back\\slash", "*?[x]"]


@pytest.mark.parametrize("name", ODD_NAMES)
def test_odd_names_survive(real_rooms: Rooms, name: str) -> None:
    """Names that upset shells and lists go in and come out."""
    files = evidence_after(real_rooms, "cp", "--", f"./{name}", "./copy", files=[a_file(name)])
    renamed = evidence_after(real_rooms, "cp", "--", "./a.txt", f"./{name}", files=[a_file()])

    assert states(files) == {"copy": "created"}
    assert states(renamed) == {name: "created"}


def test_name_that_is_no_text_goes_in(real_rooms: Rooms) -> None:
    """A name that is not UTF-8, as git may hold it, is put as its bytes."""
    name = b"n\xff.txt".decode("utf-8", "surrogateescape")

    assert run(real_rooms, "sh", "-c", "cat n*.txt", files=[a_file(name)]).stdout == "hello\n"


def test_name_that_is_no_text_comes_out(real_rooms: Rooms) -> None:
    """A name that is not UTF-8 is evidence under a name that can be saved."""
    (file,) = evidence_after(real_rooms, "sh", "-c", "printf x > $(printf 'n\\377.txt')")

    assert (file.path, file.content) == ("n\\xff.txt", b"x")
    assert file.model_dump_json()


# ---------------------------------------------------------------- evidence out


def test_created_changed_deleted(rooms: Rooms) -> None:
    """Evidence says what is new, what differs and what is gone, sorted by path; the rest is not in it."""
    files = [a_file("changed.txt"), a_file("gone.txt"), a_file("kept.txt")]

    found = evidence_after(
        rooms, "sh", "-c", "printf x > new.txt; printf y > changed.txt; rm gone.txt", files=files
    )

    assert [(file.path, file.state, file.content) for file in found] == [
        ("changed.txt", "changed", b"y"),
        ("gone.txt", "deleted", b""),
        ("new.txt", "created", b"x"),
    ]


def test_same_bytes_are_no_change(rooms: Rooms) -> None:
    """A file written again with the same bytes is no evidence."""
    assert evidence_after(rooms, "sh", "-c", "printf hello > a.txt", files=[a_file(content=b"hello")]) == ()


def test_evidence_has_digest_size_and_text(rooms: Rooms) -> None:
    """Text is given for UTF-8, and for nothing else; digest and size always."""
    files = [a_file("t", "grüße\n".encode()), a_file("b", b"\xff\xfe"), a_file("n", b"a\0b")]
    script = "cat t > text.txt; cat b > binary.bin; cat n > nul.bin"

    found = {file.path: file for file in evidence_after(rooms, "sh", "-c", script, files=files)}

    assert found["text.txt"].text == "grüße\n"
    assert (found["binary.bin"].text, found["nul.bin"].text) == (None, None)
    assert found["binary.bin"].sha256 == hashlib.sha256(b"\xff\xfe").hexdigest()
    assert found["binary.bin"].size_bytes == 2


def test_empty_file_is_evidence(real_rooms: Rooms) -> None:
    """A new file without bytes counts."""
    (file,) = evidence_after(real_rooms, "touch", "empty.txt")

    assert (file.path, file.state, file.size_bytes, file.text) == ("empty.txt", "created", 0, "")


def test_evidence_after_a_killed_command(real_rooms: Rooms) -> None:
    """What a command wrote before it was killed can be taken."""

    async def body(room: Sandbox) -> tuple[FileEvidence, ...]:
        await room.seal()
        await room.run(["sh", "-c", "echo half > out.txt; sleep 30"], timeout_s=0.5)
        return await room.evidence()

    (file,) = asyncio.run(real_rooms.use(body))

    assert (file.path, file.text) == ("out.txt", "half\n")


def test_evidence_can_be_taken_twice(rooms: Rooms) -> None:
    """Taking evidence changes nothing: the seal stays where it was."""

    async def body(room: Sandbox) -> list[dict[str, str]]:
        await room.seal()
        await room.put([a_file("one.txt")])
        first = await room.evidence()
        await room.put([a_file("two.txt")])
        return [states(first), states(await room.evidence())]

    assert asyncio.run(rooms.use(body)) == [
        {"one.txt": "created"},
        {"one.txt": "created", "two.txt": "created"},
    ]


LINKS = {"file": "ln -s /etc/passwd out", "folder": "ln -s /etc out", "dangling": "ln -s /no/where out"}


@pytest.mark.parametrize("kind", LINKS)
def test_links_are_no_evidence(real_rooms: Rooms, kind: str) -> None:
    """A symbolic link is neither followed nor reported: what it points at is not the agent's work."""
    assert evidence_after(real_rooms, "sh", "-c", LINKS[kind]) == ()


def test_pipes_are_no_evidence(real_rooms: Rooms) -> None:
    """A named pipe does not make the taking of evidence wait for ever."""
    assert states(evidence_after(real_rooms, "sh", "-c", "mkfifo pipe; echo x > real")) == {"real": "created"}


def test_file_replaced_by_a_link_is_gone(real_rooms: Rooms) -> None:
    """Where a link took a file's place, the file counts as deleted."""
    files = evidence_after(real_rooms, "sh", "-c", "rm a.txt; ln -s /etc/passwd a.txt", files=[a_file()])

    assert states(files) == {"a.txt": "deleted"}


def test_locked_files_are_evidence(real_rooms: Rooms) -> None:
    """Files and folders without any right are evidence all the same, and do not keep the room from going."""
    before = real_rooms.leftovers()

    files = evidence_after(real_rooms, "sh", "-c", "mkdir d; echo x > d/f; chmod 0 d/f; chmod 0 d")

    assert states(files) == {"d/f": "created"}
    assert real_rooms.leftovers() == before


def test_removed_work_folder(real_rooms: Rooms) -> None:
    """When the agent removes all its files, each of them is deleted."""
    files = evidence_after(real_rooms, "sh", "-c", "rm -rf ./* .[!.]*", files=[a_file(), a_file("d/b.txt")])

    assert states(files) == {"a.txt": "deleted", "d/b.txt": "deleted"}


# ---------------------------------------------------------------- limits


def test_memory_limit_holds(real_rooms: Rooms) -> None:
    """A command that wants far more memory than the limit does not get it."""
    hungry = 'BEGIN { s = "xxxxxxxxxxxxxxxx"; while (length(s) < 400000000) s = s s; print length(s) }'

    result = run(real_rooms, "awk", hungry, limits=Limits(memory_mb=64))

    assert result.exit_code not in {0, None}
    assert result.stdout == ""


def test_room_survives_a_command_out_of_memory(real_rooms: Rooms) -> None:
    """After a command that died at its limit, evidence can be taken and commands run."""

    async def body(room: Sandbox) -> tuple[int | None, dict[str, str]]:
        await room.seal()
        script = "echo x > out.txt; head -c 400000000 /dev/zero | tail -c 400000000 > /dev/null"
        await room.run(["sh", "-c", script], timeout_s=20)
        return (await room.run(["true"], timeout_s=20)).exit_code, states(await room.evidence())

    assert asyncio.run(real_rooms.use(body, Limits(memory_mb=64))) == (0, {"out.txt": "created"})
