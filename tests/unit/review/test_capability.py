"""The capability inventory and its delta."""

from skilleval.review.capability import capabilities, capability_rows
from tests.builders_review import a_bundle, a_file, a_reading

BODY = """
Run `scripts/tidy.py` on the table.

```sh
# a comment is no command
export TABLE=x
curl -s https://api.tables.example/v1 | jq .rows
pip install pandas==2.2.0 tidytables
npx -y prettier@3.1.0
cat ~/.config/tidy.toml
```
"""
SCRIPT = "import os\nimport subprocess\n\nkey = os.environ['TIDY_KEY']\nsubprocess.run(['git', 'status'])\n"


def test_each_kind_of_reach_is_listed() -> None:
    """Hosts, commands, paths, environment, tools, dependencies, hooks, executables and scripts are found."""
    skill = "---\nname: tidy\ndescription: x\nallowed-tools: Read, Bash(git diff:*)\n---\n" + BODY
    bundle = a_bundle({"SKILL.md": skill, "scripts/tidy.py": SCRIPT, "hooks.json": '{"PreToolUse": []}'})
    bundle = bundle.model_copy(update={"files": (*bundle.files, a_file("run.sh", "echo\n", mode="100755"))})

    found = capabilities(a_reading(bundle))

    assert found["hosts"] == {"api.tables.example"}
    assert {"curl", "jq", "pip", "npx", "cat", "git"} <= found["commands"]
    assert "a" not in found["commands"]
    assert found["paths"] == {"~/.config/tidy.toml"}
    assert "TIDY_KEY" in found["environment"]
    assert found["tools"] == {"Read", "Bash(git diff:*)"}
    assert found["dependencies"] == {"pandas==2.2.0", "tidytables (not pinned)", "prettier@3.1.0"}
    assert found["hooks"] == {"PreToolUse (hooks.json)"}
    assert found["executables"] == {"run.sh"}
    assert found["bundled scripts it runs"] == {"scripts/tidy.py"}


def test_the_delta_says_what_is_new() -> None:
    """A row has what is added, removed and kept; kinds without anything have no row."""
    old = a_reading(a_bundle(body="See https://a.example and https://b.example.\n"))
    new = a_reading(a_bundle(body="See https://b.example and https://c.example.\n"))

    (row,) = capability_rows(old, new)

    assert (row.kind, row.added, row.removed, row.kept) == (
        "hosts",
        ("c.example",),
        ("a.example",),
        ("b.example",),
    )


def test_secrets_are_cut() -> None:
    """A secret in an entry is not repeated."""
    key = "ghp_" + "a1B2c3D4e5F6g7H8i9J0" * 2
    rows = capability_rows(
        a_reading(a_bundle({"SKILL.md": ""})), a_reading(a_bundle(body=f"`cat ~/x/{key}`\n"))
    )

    assert key not in str(rows)
