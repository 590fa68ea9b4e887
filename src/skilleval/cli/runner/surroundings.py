"""The runner's environment, read once into a frozen value.

Names: docs.github.com, "Variables reference" and "Metadata syntax" (`INPUT_` + the input's name in
capitals, spaces as underscores, hyphens kept).
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from skilleval.errors import ConfigError
from skilleval.ports import JsonObject
from skilleval.settings import SECRET_INPUTS, setting_names

DOTTED = {name.replace(".", "-"): name for name in setting_names()} | {"sandbox": "sandbox"}
"""Input name to setting: GitHub's names hold no dots, so `bar.mode` is the input `bar-mode`."""
_SECRET_NAMES = ("GITHUB_TOKEN", "GH_TOKEN", "ANTHROPIC_API_KEY", "GRADER_API_KEY", "ACTIONS_RUNTIME_TOKEN")
EVENT_LIMIT_BYTES = 32 * 1024 * 1024


@dataclass(frozen=True)
class Surroundings:
    """What the runner told us."""

    inputs: Mapping[str, str] = field(repr=False)
    event_name: str
    event: JsonObject = field(repr=False)
    repository: str
    api_url: str
    server_url: str
    run_id: int
    attempt: int
    job: str
    workspace: Path
    temp: Path | None = None
    output_file: Path | None = None
    summary_file: Path | None = None
    state_file: Path | None = None
    host_workspace: str = ""
    """The workspace's parent on the runner's own disk, where we are in a container."""
    state: Mapping[str, str] = field(default_factory=dict)
    """What the main step left for the post step."""
    secrets: tuple[str, ...] = field(default=(), repr=False)

    @property
    def token(self) -> str:
        """The token for GitHub's API."""
        return self.inputs.get("github-token", "")

    @property
    def run_url(self) -> str:
        """The page of this run, for links."""
        return f"{self.server_url}/{self.repository}/actions/runs/{self.run_id}/attempts/{self.attempt}"


def read_surroundings(environ: Mapping[str, str]) -> Surroundings:
    """Return what the environment says.

    Raises:
        ConfigError: this is no runner, or its event file cannot be read.
    """
    event_name = environ.get("GITHUB_EVENT_NAME", "")
    if not event_name or not environ.get("GITHUB_EVENT_PATH"):
        raise ConfigError(
            "this is no GitHub runner: GITHUB_EVENT_NAME and GITHUB_EVENT_PATH are missing",
            hint="in a shell, use `skilleval run --base REF --head REF`",
        )
    inputs = dict(_inputs(environ))
    temp = environ.get("RUNNER_TEMP")
    return Surroundings(
        inputs=inputs,
        event_name=event_name,
        event=_event(Path(environ["GITHUB_EVENT_PATH"])),
        repository=environ.get("GITHUB_REPOSITORY", ""),
        api_url=environ.get("GITHUB_API_URL") or "https://api.github.com",
        server_url=(environ.get("GITHUB_SERVER_URL") or "https://github.com").rstrip("/"),
        run_id=_number(environ.get("GITHUB_RUN_ID", "")),
        attempt=_number(environ.get("GITHUB_RUN_ATTEMPT", "")) or 1,
        job=f"{environ.get('GITHUB_JOB', '')}.{environ.get('GITHUB_ACTION', '')}"[:80],
        workspace=Path(environ.get("GITHUB_WORKSPACE") or "."),
        temp=Path(temp) if temp else None,
        output_file=_path(environ, "GITHUB_OUTPUT"),
        summary_file=_path(environ, "GITHUB_STEP_SUMMARY"),
        state_file=_path(environ, "GITHUB_STATE"),
        host_workspace=environ.get("RUNNER_WORKSPACE", ""),
        state={key[6:].lower(): value for key, value in environ.items() if key.startswith("STATE_")},
        secrets=tuple(dict.fromkeys(_secrets(environ, inputs))),
    )


def _inputs(environ: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield the inputs that are set, under the settings' names; an unknown one is kept, to be refused."""
    for key, value in environ.items():
        if key.startswith("INPUT_") and value:
            name = key.removeprefix("INPUT_").lower().replace("_", "-")
            yield DOTTED.get(name, name), value


def _event(path: Path) -> JsonObject:
    try:
        if path.stat().st_size > EVENT_LIMIT_BYTES:
            raise ConfigError(
                f"the event file is over {EVENT_LIMIT_BYTES} bytes", hint="is it the right one?"
            )
        data = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError) as exc:
        raise ConfigError(
            f"the event file {path} cannot be read: {type(exc).__name__}",
            hint="GITHUB_EVENT_PATH must name a JSON file that this container sees",
        ) from exc
    return data if isinstance(data, dict) else {}


def _secrets(environ: Mapping[str, str], inputs: Mapping[str, str]) -> Iterator[str]:
    yield from (inputs[name] for name in SECRET_INPUTS if inputs.get(name))
    for key, value in environ.items():
        is_token = key.startswith("ACTIONS_") and key.endswith("TOKEN")
        if value and (key in _SECRET_NAMES or is_token):
            yield value


def _path(environ: Mapping[str, str], key: str) -> Path | None:
    return Path(environ[key]) if environ.get(key) else None


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() else 0
