"""Write docs/settings.md and docs/schemas/settings.schema.json from the Settings model.

Run `python scripts/settings_docs.py` after changing a setting; a test holds both fresh.
"""

import json
from collections.abc import Iterator
from pathlib import Path

from pydantic import BaseModel, SecretStr
from pydantic_core import PydanticUndefined

from skilleval.settings import SECRET_INPUTS, Settings

DOCS = Path(__file__).parents[1] / "docs"
HEAD = """# Settings

Written by `scripts/settings_docs.py` from the code. Strongest first: flags of the command line
(`--set key=value` reaches every one), `skilleval.yml` or `.github/skilleval.yml` **of the base side**,
these defaults. `bar.mode: guard` and

```yaml
bar:
  mode: guard
```

are the same. An unknown key is an error. `sandbox: process` is short for `sandbox.kind`.

A list can be written on one line in two ways, in the file, in flags and in action inputs: with commas, or in
brackets as YAML does, where a word that begins with `*` or holds a bracket needs quotes.

```sh
skilleval run --base main --head HEAD --set looks=3,6 --set 'exclude=["*/drafts", skills/old]'
```

| setting | default | what it does |
|---|---|---|
"""


def settings_page() -> str:
    """Return docs/settings.md."""
    return HEAD + "".join(f"| `{name}` | {default} | {text} |\n" for name, default, text in _rows(Settings))


def settings_schema() -> str:
    """Return the JSON Schema of skilleval.yml."""
    schema = Settings.model_json_schema(by_alias=True)
    for secret in SECRET_INPUTS:
        schema["properties"].pop(secret)
    schema["title"] = "skilleval.yml"
    return json.dumps(schema, indent=1, sort_keys=True) + "\n"


def _rows(model: type[BaseModel], prefix: str = "") -> Iterator[tuple[str, str, str]]:
    for field in model.model_fields.values():
        name = f"{prefix}{field.alias}"
        if isinstance(field.annotation, type) and issubclass(field.annotation, BaseModel):
            yield from _rows(field.annotation, name + ".")
        else:
            yield name, _shown(field.default), field.description or ""


def _shown(default: object) -> str:
    if default in ("", (), None, PydanticUndefined) or isinstance(default, SecretStr):
        return ""
    if isinstance(default, tuple):
        return f"`[{', '.join(str(item) for item in default)}]`"
    return f"`{str(default).lower() if isinstance(default, bool) else default}`"


def main() -> None:
    """Write both files."""
    (DOCS / "schemas").mkdir(parents=True, exist_ok=True)
    (DOCS / "settings.md").write_text(settings_page(), encoding="utf-8")
    (DOCS / "schemas" / "settings.schema.json").write_text(settings_schema(), encoding="utf-8")


if __name__ == "__main__":
    main()
