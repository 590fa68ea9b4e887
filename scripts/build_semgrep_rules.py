"""Build the one JSON file of semgrep rules that is shipped, from the YAML in which they are written."""

import json
import sys
from pathlib import Path

from ruamel.yaml import YAML

FOLDER = Path(__file__).parent.parent / "src/skilleval/review/scanners/semgrep"


def rules_json() -> str:
    """Return the text of rules.json."""
    rules = YAML(typ="safe").load((FOLDER / "rules.yml").read_text())["rules"]
    return json.dumps({"rules": rules}, indent=1, ensure_ascii=True) + "\n"


if __name__ == "__main__":
    (FOLDER / "rules.json").write_text(rules_json())
    sys.stderr.write(f"wrote {FOLDER / 'rules.json'}\n")
