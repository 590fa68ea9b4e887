"""`skilleval run` with the real CLI in network-less rooms, on the example repository, offline."""

import json
import os
from pathlib import Path

import pytest

from skilleval.cli import main
from skilleval.execution.agents.claude_code.launch import PINNED_VERSION
from skilleval.testing.demo_repository import DemoRepository, build_demo_repository, examples_folder
from tests import builders_docker

pytestmark = [*builders_docker.needs_docker, pytest.mark.timeout(1500)]

SHORT = ("everyday=0", "curtail=true", "routing.pairs=none", "concurrency=4")
"""What leaves verdicts as they are and saves a third of the trials: everyday requests and routing are
tried elsewhere, and the stand-in answers from the same cores. SKILLEVAL_FULL_E2E=1 runs all, about 350."""
KEY = "sk-of-the-bot-and-of-nobody-else"


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> DemoRepository:
    return build_demo_repository(tmp_path_factory.mktemp("demo") / "demo", examples_folder())


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    builders_docker.cli_image()  # made once for all tests; the command finds what it would make
    builders_docker.plain_image()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)


def results(
    demo: DemoRepository, capfd: pytest.CaptureFixture[str], *argv: str, short: bool = True
) -> dict[str, object]:
    """Run the command on the example repository and return its JSON."""
    capfd.readouterr()
    refs = ["--repo", str(demo.path), "--base", demo.base_ref, "--head", demo.head_ref]
    is_short = short and not os.environ.get("SKILLEVAL_FULL_E2E")
    more = [f"--set={pair}" for pair in SHORT] if is_short else []
    main(["run", *refs, "--model", "offline", "--json", *more, *argv])
    out, err = capfd.readouterr()
    try:
        loaded = json.loads(out)
    except ValueError:
        pytest.fail(err[-3000:])
    assert isinstance(loaded, dict)
    return loaded


def verdicts(found: dict[str, object]) -> dict[str, tuple[object, object]]:
    skills = found["skills"]
    assert isinstance(skills, list)
    return {skill["name"]: (skill["verdict"], skill["literal_bar"]) for skill in skills}


def test_the_real_agent_gives_the_demos_verdicts(
    demo: DemoRepository, capfd: pytest.CaptureFixture[str]
) -> None:
    """Verdict and literal bar of each skill are those of our own agent without Docker; none is errored."""
    plain = results(demo, capfd, "--agent", "messages", "--sandbox", "process", short=False)
    real = results(demo, capfd, "--agent", "claude-code", "--sandbox", "docker", "--out", "real")
    health = real["health"]
    assert isinstance(health, dict)

    assert verdicts(real) == verdicts(plain)
    assert {verdict for verdict, _ in verdicts(real).values()} == {"pass", "fail", "inconclusive"}
    assert health["errored"] == 0
    _check_run_folder(Path("real"))


def _check_run_folder(folder: Path) -> None:
    """Each trial was the pinned CLI in a closed room, offered nothing but the repository's skills."""
    transcripts = list(folder.glob("trials/*/transcript.jsonl"))
    inits = [json.loads(file.read_text().splitlines()[0]) for file in transcripts]
    installed = {path.name for path in (examples_folder()).rglob("*") if path.is_dir()}

    assert transcripts
    assert {init["claude_code_version"] for init in inits} == {PINNED_VERSION}
    assert {name for init in inits for name in init["skills"]} <= installed
    assert not any(init["mcp_servers"] or init["plugins"] for init in inits)
    calls = (folder / "gateway" / "model-calls.jsonl").read_text().splitlines()
    assert {json.loads(line)["state"] for line in calls} == {"answered"}
    assert all(KEY.encode() not in file.read_bytes() for file in folder.rglob("*") if file.is_file())


def test_our_own_agent_in_docker_gives_them_too(
    demo: DemoRepository, capfd: pytest.CaptureFixture[str]
) -> None:
    """`messages` calls through the gateway from the bot; its tools are commands in the room."""
    ours = ("--agent", "messages", "--only", "first-reply")
    plain = results(demo, capfd, *ours, "--sandbox", "process")
    docker = results(demo, capfd, *ours, "--sandbox", "docker")

    assert verdicts(docker) == verdicts(plain)


def test_without_docker_it_is_an_error_with_the_remedy(
    demo: DemoRepository, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """`process` is never chosen silently: exit 3, and what to do."""
    monkeypatch.setenv("DOCKER_HOST", "tcp://127.0.0.1:1")
    capfd.readouterr()
    refs = ["--repo", str(demo.path), "--base", demo.base_ref, "--head", demo.head_ref]
    code = main(["run", *refs, "--model", "offline", "--agent", "claude-code", "--sandbox", "docker"])

    assert code == 3
    assert "start Docker" in capfd.readouterr().err
