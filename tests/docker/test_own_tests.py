"""A skill's own tests in containers: no door to the gateway, no network, and the same ends."""

import pytest

from skilleval.changes.own_tests import read_own_tests
from skilleval.changes.snapshot import bundle_file, bundle_of
from skilleval.domain.bundle import SkillText
from skilleval.domain.policy import Limits
from skilleval.execution.own_tests import Bare, run_own_tests
from skilleval.execution.sandboxes.docker.prepare import Prepared
from tests import builders_docker
from tests.builders_grading import a_change, a_change_set

pytestmark = [*builders_docker.needs_docker, pytest.mark.timeout(300)]

FILES = {
    "SKILL.md": "---\nname: s\ndescription: d\n---\n",
    "tests/test_no_door.sh": 'test ! -e /run/skilleval && test -z "$HTTPS_PROXY$ANTHROPIC_API_KEY"\n',
    "tests/test_net.sh": "python3 -c 'import socket; socket.create_connection((\"192.0.2.1\", 80), 1)'",
    "tests/test_sum.py": "import unittest\nclass T(unittest.TestCase):\n  def test_a(self): assert 1 == 3\n",
}


def test_own_tests_run_in_rooms_without_a_door() -> None:
    """The room has no socket and no way out; a failing test is a failing test there, too."""
    files = {path: bundle_file(path, text.encode()) for path, text in FILES.items()}
    place = {"path": "skills/s", "commit": "a" * 40, "tree_sha": ""}
    bundle = bundle_of(files, SkillText(name="s", description="d"), place)
    change = a_change(candidate=bundle).model_copy(update={"own_tests": read_own_tests(None, files)})
    rooms = Prepared(builders_docker.engine(), builders_docker.plain_image()).bare_rooms()
    try:
        runs = run_own_tests(a_change_set(change), Bare(rooms, Limits(timeout_s=30.0, memory_mb=512)))
    finally:
        rooms.close()

    shell, python = sorted(runs, key=lambda run: run.runner)
    assert (shell.runner, shell.state, shell.tests) == ("bash", "failed", 2)
    assert [name.split()[0] for name in shell.failed] == ["tests/test_net.sh"]
    assert (python.runner, python.state, python.tests) == ("unittest", "failed", 1)
