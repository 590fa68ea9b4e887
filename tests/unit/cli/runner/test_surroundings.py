"""What the runner tells us."""

import json
from pathlib import Path

import pytest

from skilleval.cli.runner.surroundings import Surroundings, read_surroundings
from skilleval.errors import ConfigError


def an_environment(tmp_path: Path, **more: str) -> dict[str, str]:
    """Return the runner's variables around an event file."""
    event = tmp_path / "event.json"
    event.write_text(json.dumps({"action": "opened"}))
    return {
        "GITHUB_EVENT_NAME": "pull_request",
        "GITHUB_EVENT_PATH": str(event),
        "GITHUB_REPOSITORY": "maint/skills",
        "GITHUB_RUN_ID": "77",
        "INPUT_GITHUB-TOKEN": "token-of-the-job",
        "INPUT_BAR-MODE": "guard",
        "INPUT_MAX-COST-USD": "3",
        "INPUT_MODEL": "",
    } | more


def test_inputs_are_settings_under_their_names(tmp_path: Path) -> None:
    """`bar-mode` is `bar.mode`; what is empty was not given; an unknown one is kept, to be refused."""
    around = read_surroundings(an_environment(tmp_path, INPUT_COLOUR="red"))

    assert around.inputs == {
        "github-token": "token-of-the-job",
        "bar.mode": "guard",
        "max-cost-usd": "3",
        "colour": "red",
    }


def test_addresses_follow_the_server(tmp_path: Path) -> None:
    """An enterprise server's own addresses are used, the public ones only without."""
    own = {"GITHUB_API_URL": "https://git.test/api/v3", "GITHUB_SERVER_URL": "https://git.test/"}
    around = read_surroundings(an_environment(tmp_path, **own))

    assert around.api_url == "https://git.test/api/v3"
    assert around.run_url == "https://git.test/maint/skills/actions/runs/77/attempts/1"
    assert read_surroundings(an_environment(tmp_path)).api_url == "https://api.github.com"


def test_every_token_is_known_as_a_secret(tmp_path: Path) -> None:
    """Ours, the key, and those that the runner hands to every container."""
    tokens = {"ACTIONS_RUNTIME_TOKEN": "runtime", "ACTIONS_ID_TOKEN_REQUEST_TOKEN": "oidc"}
    more = {"INPUT_ANTHROPIC-API-KEY": "the-key", "GITHUB_TOKEN": "another"}
    around = read_surroundings(an_environment(tmp_path, **tokens, **more))

    assert set(around.secrets) == {"token-of-the-job", "the-key", "another", "runtime", "oidc"}
    assert "the-key" not in repr(around)


def test_state_of_the_main_step_is_read(tmp_path: Path) -> None:
    """The post step finds what the main step left."""
    assert read_surroundings(an_environment(tmp_path, STATE_head="a" * 40)).state == {"head": "a" * 40}


@pytest.mark.parametrize("missing", ["GITHUB_EVENT_NAME", "GITHUB_EVENT_PATH"])
def test_a_shell_is_told_which_command_it_wants(tmp_path: Path, missing: str) -> None:
    """Outside of a runner the way out is `skilleval run`."""
    environ = an_environment(tmp_path)
    del environ[missing]

    with pytest.raises(ConfigError, match="skilleval run"):
        read_surroundings(environ)


@pytest.mark.parametrize("content", ["", "{", "[" * 100_000])
def test_a_broken_event_file_is_named(tmp_path: Path, content: str) -> None:
    """What cannot be read says which file it is."""
    environ = an_environment(tmp_path)
    (tmp_path / "event.json").write_text(content)

    with pytest.raises(ConfigError, match=r"event\.json"):
        read_surroundings(environ)


def test_an_event_that_is_no_object_is_empty(tmp_path: Path) -> None:
    """A list is no event; the reader of events says what is missing in it."""
    environ = an_environment(tmp_path)
    (tmp_path / "event.json").write_text("[]")
    around: Surroundings = read_surroundings(environ)

    assert around.event == {}
