"""The sticky comment: one, the newest, and only when there is something to say."""

import queue
import random
import threading
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import TypeVar

import pytest

from skilleval.domain.report import Report
from skilleval.domain.value import CommitSha
from skilleval.ports import Note
from skilleval.report import marker, read_state, render_comment
from skilleval.report.reporters.pr_comment import PrCommentReporter
from skilleval.report.reporters.pr_comment.sticky import settle
from skilleval.testing.thread import MemoryThread
from tests.builders_report import a_guilty_task, nothing_changed

T = TypeVar("T")


def a_report(*, minutes: int = 0, head: CommitSha | None = None) -> Report:
    """Return a report of a run that started so much later."""
    report = a_guilty_task()
    started = report.run.started + timedelta(minutes=minutes)
    return report.model_copy(
        update={
            "run": report.run.model_copy(update={"started": started, "id": f"run-{minutes}"}),
            "request": report.request.model_copy(update={"head_sha": head or report.request.head_sha}),
        }
    )


def started_of(body: str) -> datetime:
    """Return when the run of a comment started."""
    state = read_state(body)
    assert state is not None
    return datetime.fromisoformat(state.started)


def a_thread(*notes: Note) -> MemoryThread:
    """Return the conversation of the reports' pull request."""
    return MemoryThread(a_report().request.head_sha, notes)


def test_the_first_run_makes_it_and_the_next_edits_it() -> None:
    """Two runs leave one comment under one id, with the second's words."""
    thread = a_thread()
    PrCommentReporter(thread).publish(a_report())
    (first,) = thread.own()
    PrCommentReporter(thread).publish(a_report(minutes=5))
    (second,) = thread.own()

    assert second.id == first.id
    assert started_of(second.body) - started_of(first.body) == timedelta(minutes=5)


def test_an_old_run_never_overwrites_a_newer_one() -> None:
    """A slow run that ends late leaves the newer words alone."""
    thread = a_thread()
    PrCommentReporter(thread).publish(a_report(minutes=5))
    before = thread.own()
    PrCommentReporter(thread).publish(a_report())

    assert thread.own() == before


def test_a_head_that_moved_on_is_not_commented() -> None:
    """A verdict on a commit that is no longer the head is for its own check only."""
    thread = MemoryThread("e" * 40)
    PrCommentReporter(thread).publish(a_report())

    assert thread.own() == ()


def test_twins_become_one() -> None:
    """Of comments made at the same moment the lowest id stays, with the newest words."""
    bodies = [render_comment(a_report(minutes=minutes)) for minutes in (3, 9, 1)]
    thread = a_thread(*(Note(id=id_, body=body) for id_, body in zip((7, 8, 9), bodies, strict=True)))
    PrCommentReporter(thread).publish(a_report(minutes=5))

    (kept,) = thread.own()
    assert (kept.id, kept.body) == (7, bodies[1])


def test_comments_without_our_marker_are_left_alone() -> None:
    """The same login may say other things, and other instances have their own comment."""
    chat = Note(id=3, body="coverage: 98 %")
    other = Note(id=4, body=render_comment(a_report(), key="docs"))
    thread = a_thread(chat, other)
    PrCommentReporter(thread).publish(a_report())

    assert thread.own()[:2] == (chat, other)
    assert len(thread.own()) == 3


def test_a_damaged_comment_is_repaired() -> None:
    """A comment of ours whose state cannot be read is older than any run."""
    thread = a_thread(Note(id=3, body=marker() + "\nsomebody edited this"))
    PrCommentReporter(thread).publish(a_report())

    assert read_state(thread.notes[3].body) is not None


def test_a_comment_removed_meanwhile_is_made_again() -> None:
    """Somebody who deletes the comment between our look and our edit does not lose the verdict."""

    class Vanishing(MemoryThread):
        def edit(self, note: int, body: str) -> bool:
            self.notes.pop(note, None)
            return super().edit(note, body)

    thread = Vanishing("a" * 40, (Note(id=3, body=marker() + "\n"),))
    settle(thread, render_comment(a_report()), first=marker())

    assert len(thread.own()) == 1


class Actor:
    """A run whose every call waits for its turn."""

    def __init__(self, thread: MemoryThread, body: str) -> None:
        self._turns: queue.Queue[None] = queue.Queue()
        self._ended: queue.Queue[bool] = queue.Queue()
        self._thread = thread
        self._body = body
        threading.Thread(target=self._run, daemon=True).start()

    def step(self) -> bool:
        """Let one call happen; return whether the run is over."""
        self._turns.put(None)
        return self._ended.get(timeout=10)

    def _run(self) -> None:
        settle(self, self._body, first=marker())
        self._turns.get()
        self._ended.put(True)

    def _turn(self, call: Callable[[], T]) -> T:
        self._turns.get()
        result = call()
        self._ended.put(False)
        return result

    def head(self) -> CommitSha:
        return self._thread.head()

    def own(self) -> tuple[Note, ...]:
        return self._turn(self._thread.own)

    def create(self, body: str) -> None:
        self._turn(lambda: self._thread.create(body))

    def edit(self, note: int, body: str) -> bool:
        return self._turn(lambda: self._thread.edit(note, body))

    def delete(self, note: int) -> None:
        self._turn(lambda: self._thread.delete(note))


@pytest.mark.parametrize("seed", range(60))
def test_parallel_runs_leave_one_comment(seed: int) -> None:
    """Whatever order the calls of three runs come in, one comment of one of them remains."""
    thread, order = a_thread(), random.Random(seed)
    bodies = [f"{marker()}\nrun {number}\n" for number in range(3)]
    actors = [Actor(thread, body) for body in bodies]
    while actors:
        actor = order.choice(actors)
        if actor.step():
            actors.remove(actor)

    assert len(thread.own()) == 1
    assert thread.own()[0].body in bodies


def test_nothing_is_said_where_no_skill_changed() -> None:
    """A pull request that touches no skill gets a green check and no mail; an old comment is put right."""
    report = nothing_changed()
    thread = MemoryThread(report.request.head_sha)
    PrCommentReporter(thread).publish(report)
    assert thread.own() == ()

    thread.create(marker() + "\n")
    PrCommentReporter(thread).publish(report)
    assert read_state(thread.own()[0].body) is not None


@pytest.mark.parametrize(("when", "comments"), [("always", 1), ("changes", 1), ("failures", 1), ("off", 0)])
def test_the_setting_says_when(when: str, comments: int) -> None:
    """A failing run comments unless comments are off."""
    thread = a_thread()
    PrCommentReporter(thread, when=when).publish(a_report())

    assert len(thread.own()) == comments


def test_only_changes_are_written() -> None:
    """With `changes`, a run that says the same of the same bytes writes nothing."""
    thread = a_thread()
    PrCommentReporter(thread, when="changes").publish(a_report())
    writes = thread.writes
    PrCommentReporter(thread, when="changes").publish(a_report(minutes=9))

    assert thread.writes == writes
