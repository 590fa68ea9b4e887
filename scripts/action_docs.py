"""Write the parts of docs/github.md that are copies: the workflow, and the tables of inputs and outputs.

Run `python scripts/action_docs.py` after changing action.yml, a setting or the workflow; a test holds
all of them together.
"""

import re
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML

from skilleval.cli.runner.surroundings import DOTTED
from skilleval.settings import SECRET_INPUTS, Settings

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "github.md"
WORKFLOW = ROOT / ".github" / "workflows" / "skilleval.yml"
_BLOCK = re.compile(r"(```yaml\n)name: skilleval\n.*?(```\n)", re.DOTALL)
_INPUTS = re.compile(r"(\| input \| default \| what it does \|\n\|---\|---\|---\|\n)(?:\|.*\n)*")
_OUTPUTS = re.compile(r"(\| output \| what it holds \|\n\|---\|---\|\n)(?:\|.*\n)*")


def action() -> dict[str, Any]:
    """Return action.yml."""
    loaded = YAML(typ="safe", pure=True).load((ROOT / "action.yml").read_text(encoding="utf-8"))
    return dict(loaded)


def default_of(name: str) -> str:
    """Return an input's default as the page shows it: the setting's, or where it comes from."""
    if name == "github-token":
        return "the job's token"
    value: Any = Settings()
    for part in DOTTED[name].replace("-", "_").split("."):
        value = getattr(value, part)
    value = getattr(value, "kind", value)  # `sandbox` is short for `sandbox.kind`
    shown = str(value).lower() if isinstance(value, bool) else str(value)
    return f"`{shown}`" if shown and name not in SECRET_INPUTS else ""


def fresh_page(page: str) -> str:
    """Return the page with its copies renewed."""
    parts = action()
    inputs = "".join(
        f"| `{name}` | {default_of(name)} | {row['description']} |\n" for name, row in parts["inputs"].items()
    )
    outputs = "".join(f"| `{name}` | {row['description']} |\n" for name, row in parts["outputs"].items())
    workflow = WORKFLOW.read_text(encoding="utf-8")
    page = _BLOCK.sub(lambda match: match[1] + workflow + match[2], page)
    page = _INPUTS.sub(lambda match: match[1] + inputs, page)
    return _OUTPUTS.sub(lambda match: match[1] + outputs, page)


def main() -> None:
    """Renew the page."""
    PAGE.write_text(fresh_page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
