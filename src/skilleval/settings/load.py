"""Action inputs, skilleval.yml and flags -> frozen Settings.

Strongest first: flags, action inputs, the file, defaults. An unknown key is an error with a
did-you-mean: a typing error in a bar must not loosen it.
"""

import difflib
import io
from collections.abc import Iterator, Mapping
from typing import Any

from pydantic import ValidationError

from skilleval.domain.value import Value
from skilleval.errors import ConfigError
from skilleval.settings import SECRET_INPUTS, Settings, setting_names

FILE_NAMES = ("skilleval.yml", ".github/skilleval.yml")
FILE_LIMIT_BYTES = 256 * 1024


class SettingsFile(Value):
    """The bytes of a settings file, and the name to use in messages."""

    name: str
    content: bytes


def load_settings(
    *, flags: Mapping[str, object], inputs: Mapping[str, str] | None = None, file: SettingsFile | None = None
) -> Settings:
    """Return the settings from flags, action inputs and the file, the strongest first.

    Keys are the dashed names; `bar.mode` and `{"bar": {"mode": ...}}` are the same. None and empty
    inputs mean: not set.

    Raises:
        ConfigError: names the file or flag, the key, what was found and what is allowed.
    """
    merged: dict[str, Any] = {}
    sources: list[tuple[str, Mapping[str, object]]] = []
    if file is not None:
        sources.append((file.name, _read_file(file)))
    sources.append(("action inputs", {k: v for k, v in (inputs or {}).items() if v != ""}))
    sources.append(("flags", {k: v for k, v in flags.items() if v is not None}))
    for origin, values in sources:
        try:
            nested = _nest(values)
        except RecursionError as exc:
            raise ConfigError(f"{origin}: nested too deep", hint="settings are two levels deep") from exc
        _refuse_unknown(nested, origin)
        _merge(merged, nested)
    if merged.get("model") == "offline":  # who has no key for the agent has none for the grader
        merged.setdefault("grader-model", "offline")
    try:
        return Settings.model_validate(merged)
    except ValidationError as exc:
        raise _explained(exc, [origin for origin, _ in sources]) from exc


def _read_file(file: SettingsFile) -> dict[str, object]:
    from ruamel.yaml import YAML  # noqa: PLC0415  (only runs with a file pay for it)
    from ruamel.yaml.error import YAMLError  # noqa: PLC0415

    if len(file.content) > FILE_LIMIT_BYTES:
        raise ConfigError(f"{file.name}: over {FILE_LIMIT_BYTES} bytes", hint="keep settings short")
    try:
        loaded = YAML(typ="safe", pure=True).load(io.BytesIO(file.content))
    except (YAMLError, ValueError, RecursionError) as exc:
        raise ConfigError(
            f"{file.name}: not YAML: {_first_line(exc)}", hint="check it with any YAML tool"
        ) from exc
    if loaded is None:
        return {}
    if not isinstance(loaded, dict):
        raise ConfigError(f"{file.name}: holds no settings", hint="write `key: value` lines")
    if any(secret in loaded for secret in SECRET_INPUTS):
        raise ConfigError(
            f"{file.name}: holds a secret", hint="hand keys over as inputs or in the environment"
        )
    return loaded


def _first_line(exc: Exception) -> str:
    problem = getattr(exc, "problem", None) or str(exc) or type(exc).__name__
    mark = getattr(exc, "problem_mark", None)
    place = f" at line {mark.line + 1}" if mark is not None else ""
    return str(problem).splitlines()[0] + place


def _nest(values: Mapping[str, object]) -> dict[str, Any]:
    nested: dict[str, Any] = {}
    for key, value in values.items():
        head, _, rest = str(key).partition(".")
        piece = _nest({rest: value}) if rest else value
        if isinstance(value, Mapping) and not rest:
            piece = _nest(value)
        _merge(nested, {head: piece})
    return nested


def _merge(into: dict[str, Any], more: Mapping[str, Any]) -> None:
    for key, value in more.items():
        old = into.get(key)
        if isinstance(old, str) and key == "sandbox":
            old = {"kind": old}
        if isinstance(value, str) and key == "sandbox" and isinstance(old, dict):
            value = {"kind": value}  # noqa: PLW2901  (the short form of the same group)
        if isinstance(old, dict) and isinstance(value, Mapping):
            _merge(old, value)
            into[key] = old
        else:
            into[key] = value


def _refuse_unknown(values: Mapping[str, Any], origin: str) -> None:
    known = set(setting_names())
    groups = {name.rpartition(".")[0] for name in known}
    for name in _leaves(values):
        if name in known or name in groups:
            continue
        near = difflib.get_close_matches(name, sorted(known), n=1, cutoff=0.6)
        hint = f"did you mean {near[0]!r}?" if near else "docs/settings.md lists them all"
        raise ConfigError(f"{origin}: unknown setting {name!r}", hint=hint)


def _leaves(values: Mapping[str, Any], prefix: str = "") -> Iterator[str]:
    for key, value in values.items():
        name = f"{prefix}{key}"
        if isinstance(value, Mapping):
            yield from _leaves(value, name + ".")
        else:
            yield name


def _explained(exc: ValidationError, origins: list[str]) -> ConfigError:
    first = exc.errors(include_url=False, include_input=True)[0]
    name = ".".join(str(part) for part in first["loc"])
    secret = any(key in name for key in SECRET_INPUTS)
    found = "" if secret else f" (found {first.get('input')!r})"
    said = first["msg"].removeprefix("Value error, ")
    return ConfigError(f"setting {name}: {said}{found}", hint=f"set in: {', '.join(origins)}")
