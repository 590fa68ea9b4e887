"""The demo's repository: real git commits made from the files of `examples/demo`.

`base/` is the repository at its first commit, on branch `main`; each folder of `head/`, in the order of
their names, is one commit on branch `better-skills`: the files to lay over, and the message in `COMMIT`.
Names, dates and contents are fixed, so that the commits have the same ids on every machine.
"""

import os
import shutil
import subprocess
from pathlib import Path
from typing import Final

import skilleval
from skilleval.domain.value import Value
from skilleval.errors import ConfigError, RepositoryError

BASE_BRANCH: Final = "main"
HEAD_BRANCH: Final = "better-skills"
_MESSAGE_FILE: Final = "COMMIT"
_FIRST_COMMIT_S: Final = 1_767_258_000
"""1 January 2026, 09:00 UTC; each commit comes a day later."""
_DAY_S: Final = 86_400
_CONFIG: Final = (
    "core.hooksPath=/dev/null",
    "commit.gpgSign=false",
    "core.autocrlf=false",
    "core.fileMode=false",
    "core.excludesFile=/dev/null",
    "core.attributesFile=/dev/null",
    "init.templateDir=",
    "gc.auto=0",
)


class DemoRepository(Value):
    """A checkout with two refs to compare; the head's branch is checked out."""

    path: Path
    base_ref: str
    head_ref: str


def examples_folder() -> Path:
    """Return `examples/`: beside the package in a wheel, at the root of a checkout.

    Raises ConfigError when it is in neither place.
    """
    package = Path(skilleval.__file__).parent
    for folder in (package / "examples", package.parent.parent / "examples"):
        if (folder / "demo" / "base").is_dir():
            return folder
    raise ConfigError(
        "the examples are not there", hint="install skilleval-bot again, or use a full checkout"
    )


def build_demo_repository(target: Path, examples: Path) -> DemoRepository:
    """Make the repository in `target`, which must be empty or missing. Raises RepositoryError."""
    if target.exists() and any(target.iterdir()):
        raise RepositoryError(f"{target} is not empty", hint="name a folder that does not exist yet")
    target.mkdir(parents=True, exist_ok=True)
    demo = examples / "demo"
    _git(target, "init", "--quiet", f"--initial-branch={BASE_BRANCH}")
    _lay_over(demo / "base", target)
    _commit(target, "Office skills, first version", number=0)
    _git(target, "checkout", "--quiet", "-b", HEAD_BRANCH)
    for number, folder in enumerate(sorted(path for path in (demo / "head").iterdir() if path.is_dir()), 1):
        _lay_over(folder, target)
        _commit(target, (folder / _MESSAGE_FILE).read_text(encoding="utf-8"), number=number)
    return DemoRepository(path=target, base_ref=BASE_BRANCH, head_ref=HEAD_BRANCH)


def _lay_over(source: Path, target: Path) -> None:
    ignored = shutil.ignore_patterns(_MESSAGE_FILE, "__pycache__", ".DS_Store")
    shutil.copytree(source, target, dirs_exist_ok=True, ignore=ignored)


def _commit(repository: Path, message: str, *, number: int) -> None:
    date = f"{_FIRST_COMMIT_S + number * _DAY_S} +0000"
    _git(repository, "add", "--all", "--force")
    _git(repository, "commit", "--quiet", "--no-verify", "-m", message.strip(), date=date)


def _git(repository: Path, *arguments: str, date: str = "") -> None:
    """Run git with nothing of the user's or the machine's configuration. Raises RepositoryError."""
    options = [word for setting in _CONFIG for word in ("-c", setting)]
    try:
        subprocess.run(
            ["git", *options, *arguments],
            cwd=repository,
            env=_environment(repository, date),
            check=True,
            capture_output=True,
            timeout=60,
        )
    except FileNotFoundError as exc:
        raise RepositoryError("git is not installed", hint="install git") from exc
    except subprocess.CalledProcessError as exc:
        said = exc.stderr.decode(errors="replace").strip()
        raise RepositoryError(f"git {arguments[0]} failed: {said}", hint="is git 2.28 or newer?") from exc


def _environment(repository: Path, date: str) -> dict[str, str]:
    people = {
        f"GIT_{role}_{key}": value
        for role in ("AUTHOR", "COMMITTER")
        for key, value in (("NAME", "Demo"), ("EMAIL", "demo@example.invalid"), ("DATE", date))
    }
    return {
        **people,
        "PATH": os.environ.get("PATH", os.defpath),
        "HOME": str(repository),
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_CONFIG_GLOBAL": "/dev/null",
        "GIT_TERMINAL_PROMPT": "0",
        "LC_ALL": "C",
    }
