"""Who owns what, and when it is a leftover."""

import os

from skilleval.engine.labels import CONTAINER, EXPIRES, KEPT_S, OWNER, is_leftover, labels_of_this_process


def test_ours_is_no_leftover_while_we_live() -> None:
    """Not even when it has expired: a long run keeps its rooms."""
    labels = labels_of_this_process(now=0.0)

    assert labels[EXPIRES] == str(KEPT_S)
    assert not is_leftover(labels, now=10.0 * KEPT_S)


def test_a_dead_owner_on_this_machine_leaves_leftovers() -> None:
    """A process that ended, or whose number another process has now, is gone."""
    boot, namespace, pid, _ = labels_of_this_process()[OWNER].split("/")
    child = os.fork()
    if child == 0:
        os._exit(0)
    os.waitpid(child, 0)

    assert is_leftover({OWNER: f"{boot}/{namespace}/{child}/123"}, now=0.0)
    assert is_leftover({OWNER: f"{boot}/{namespace}/{pid}/0"}, now=0.0)


def test_an_owner_elsewhere_is_left_alone_until_it_expires() -> None:
    """Another machine may share the engine: we cannot see its processes."""
    labels = {OWNER: "other/pid:[1]/1/1", EXPIRES: "1000"}

    assert not is_leftover(labels, now=999.0)
    assert is_leftover(labels, now=1001.0)


def test_an_owner_in_a_container_is_gone_with_it() -> None:
    """The engine knows which containers run; a process id of another container says nothing."""
    labels = labels_of_this_process(now=0.0) | {CONTAINER: "abc"}

    assert is_leftover(labels, now=1.0, running={"def"})
    assert not is_leftover(labels, now=1.0, running={"abc"})
    assert not is_leftover(
        {OWNER: "other/pid:[1]/1/1", EXPIRES: "1000", CONTAINER: "abc"}, 1.0, running={"abc"}
    )


def test_without_labels_nothing_is_a_leftover() -> None:
    """What is not surely ours is not touched."""
    assert not is_leftover({}, now=1e12)
    assert not is_leftover({OWNER: "x", EXPIRES: "soon"}, now=1e12)
