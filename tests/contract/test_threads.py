"""What every conversation of a pull request promises, in memory and on GitHub."""

from collections.abc import Callable
from typing import NamedTuple

import pytest

from skilleval.forges.github import GitHubThread
from skilleval.ports import Thread
from skilleval.testing.thread import MemoryThread
from tests.github_double.emulate import REPOSITORY, Emulator
from tests.github_double.fixtures import Line


class Talk(NamedTuple):
    """A thread under test, and what moves the head of its pull request."""

    thread: Thread
    head_sha: str


def _memory(_: pytest.FixtureRequest) -> Talk:
    return Talk(MemoryThread("a" * 40), "a" * 40)


def _on_github(request: pytest.FixtureRequest) -> Talk:
    github: Emulator = request.getfixturevalue("github")
    line: Line = request.getfixturevalue("line")
    pull = github.open_pull()
    path = f"/repos/{REPOSITORY}/issues/{pull['number']}/comments"
    github.call("POST", path, {"body": "chat of somebody else"}, token="mallory-token")
    return Talk(GitHubThread(line.api(), REPOSITORY, pull["number"]), pull["head"]["sha"])


@pytest.fixture(params=[_memory, _on_github], ids=["memory", "github"])
def talk(request: pytest.FixtureRequest) -> Talk:
    """Every conversation."""
    make: Callable[[pytest.FixtureRequest], Talk] = request.param
    return make(request)


def test_only_our_own_comments_are_seen_oldest_first(talk: Talk) -> None:
    """Comments of others are not there; ours come in the order in which they were made."""
    for body in ("one", "two", "three"):
        talk.thread.create(body)

    assert [note.body for note in talk.thread.own()] == ["one", "two", "three"]


def test_a_comment_is_edited_in_place(talk: Talk) -> None:
    """An edit keeps the id; an edit of what is gone says so."""
    talk.thread.create("old")
    (note,) = talk.thread.own()

    assert talk.thread.edit(note.id, "new")
    assert [(now.id, now.body) for now in talk.thread.own()] == [(note.id, "new")]
    assert not talk.thread.edit(note.id + 1000, "lost")


def test_deleting_twice_is_fine(talk: Talk) -> None:
    """Two runs that remove the same twin do not fail."""
    talk.thread.create("twin")
    (note,) = talk.thread.own()
    talk.thread.delete(note.id)
    talk.thread.delete(note.id)

    assert talk.thread.own() == ()


def test_the_head_is_the_pull_requests(talk: Talk) -> None:
    """The thread knows which head the pull request has."""
    assert talk.thread.head() == talk.head_sha


def test_long_conversations_are_read_to_the_end(talk: Talk) -> None:
    """A comment on a later page is found."""
    for number in range(103):
        talk.thread.create(f"comment {number}")

    assert talk.thread.own()[-1].body == "comment 102"
