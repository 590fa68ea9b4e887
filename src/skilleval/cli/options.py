"""What several commands share: options, and the settings that they make."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer
from pydantic import SecretStr

from skilleval.domain.policy import Scope
from skilleval.errors import ConfigError
from skilleval.settings import Settings
from skilleval.settings.load import FILE_NAMES, SettingsFile, load_settings
from skilleval.wiring_checkout import Checkout

Json = Annotated[bool, typer.Option("--json", help="Print results.json on stdout and nothing else.")]
Repo = Annotated[Path, typer.Option("--repo", help="A checkout of the repository.")]
Out = Annotated[
    Path | None, typer.Option("--out", help="The run folder; default .skilleval/runs/<utc>-<id>.")
]
Set = Annotated[list[str], typer.Option("--set", help="Any other setting, as key=value; may be repeated.")]


def settings_for(checkout: Checkout, flags: Mapping[str, object], *, needs_key: bool = True) -> Settings:
    """Return the settings for a run: flags, then the base side's skilleval.yml.

    Raises:
        ConfigError: also when a model needs a key that is not there.
    """
    found = next((content for name in FILE_NAMES if (content := checkout.base_file(name)) is not None), None)
    name = next((name for name in FILE_NAMES if checkout.base_file(name) is not None), FILE_NAMES[0])
    file = None if found is None else SettingsFile(name=name, content=found)
    settings = load_settings(flags=flags, inputs=model_keys(), file=file)
    if needs_key:
        require_keys(settings)
    return settings


def scope_of_folder(folder: Path) -> Scope:
    """Return which skills count below a folder on disk: by its own skilleval.yml, if it has one.

    A folder named deeper down is looked at whole, whatever a file above it leaves out.

    Raises:
        ConfigError: the file is not understood.
    """
    for name in FILE_NAMES:
        if (folder / name).is_file():
            return load_settings(
                flags={}, file=SettingsFile(name=name, content=(folder / name).read_bytes())
            ).scope()
    return Scope()


def model_keys() -> dict[str, str]:
    """Return the models' keys from the environment, as the action inputs that they are."""
    names = {"anthropic-api-key": "ANTHROPIC_API_KEY", "grader-api-key": "GRADER_API_KEY"}
    return {name: os.environ.get(variable, "") for name, variable in names.items()}


def require_keys(settings: Settings) -> None:
    """Refuse models that need a key when there is none.

    Raises:
        ConfigError: with the way out.
    """
    if settings.model != "offline":
        _require_key(settings.model, settings.anthropic_api_key)
    require_grader_key(settings)


def require_grader_key(settings: Settings) -> None:
    """Refuse a grader that needs an address or a key when there is none; the agent's key goes nowhere else.

    Raises:
        ConfigError: with the way out.
    """
    if settings.grader_model == "offline":
        return
    if not settings.grader_url:
        if settings.grader_api != "messages":
            raise ConfigError(
                f"grader-api {settings.grader_api!r} needs grader-url",
                hint="set grader-url to the vendor's address, up to its version: https://HOST/v1",
            )
        _require_key(settings.grader_model, settings.anthropic_api_key)
    elif not settings.grader_api_key.get_secret_value():
        raise ConfigError(
            f"model {settings.grader_model!r} needs a key",
            hint="set GRADER_API_KEY (input grader-api-key): the agent's key is not sent to grader-url",
        )


def _require_key(model: str, key: SecretStr) -> None:
    if not key.get_secret_value():
        raise ConfigError(
            f"model {model!r} needs a key",
            hint="set ANTHROPIC_API_KEY, or try it without a language model: "
            "--model offline --set grader-model=offline",
        )


def parse_pairs(pairs: list[str]) -> dict[str, object]:
    """Return `key=value` words as settings.

    Raises:
        ConfigError: a word without `=`.
    """
    values: dict[str, object] = {}
    for pair in pairs:
        key, sign, value = pair.partition("=")
        if not sign:
            raise ConfigError(f"--set {pair!r} has no value", hint="write --set key=value")
        values[key.strip()] = value.strip()
    return values
