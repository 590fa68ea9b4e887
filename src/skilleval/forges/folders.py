"""Two folders of skills as two commits of a throwaway repository: what runs on refs runs on folders, too.

Nothing of the folders is followed or run: links stay links, attributes and hooks are off, bytes are kept.
"""

import shutil
from pathlib import Path
from typing import Final

from skilleval.errors import ConfigError, RepositoryError
from skilleval.forges.git_process import complaint, run_git

BEFORE: Final = "before"
AFTER: Final = "after"
SKILL_FILES: Final = ("SKILL.md", "skill.md")
_SETTINGS: Final = ("skilleval.yml", ".github/skilleval.yml")
_PASSED_OVER: Final = (".git", "node_modules", ".venv", "__pycache__", ".skilleval", ".tox", ".DS_Store")
_IDENTITY: Final = ("-c", "user.name=skilleval", "-c", "user.email=skilleval@localhost")
_PLAIN: Final = ("-c", "commit.gpgSign=false", "-c", "core.autocrlf=false", "-c", "core.symlinks=true")


def commit_folders(target: Path, path: Path, against: Path | None) -> None:
    """Make a repository at `target` with branches `before` (`against`, or nothing) and `after` (`path`).

    A folder that is a skill itself stands under its name. Settings are those that lie beside the skills of
    `path`: they are the user's own, and count as of `before`.

    Raises:
        ConfigError: a folder that is not there, or holds no skill.
        RepositoryError: git failed.
    """
    for folder in (path, against):
        if folder is not None:
            _check(folder)
    _git(target, "init", "--quiet", f"--initial-branch={BEFORE}")
    (target / ".git" / "info").mkdir(exist_ok=True)
    (target / ".git" / "info" / "attributes").write_text("* -text -filter -ident -working-tree-encoding\n")
    if against is not None:
        _lay_down(against, target, name=path.resolve().name)
    _take_settings(path, target)
    _commit(target, "before")
    _git(target, "checkout", "--quiet", "-b", AFTER)
    for old in target.iterdir():
        if old.name != ".git":
            shutil.rmtree(old) if old.is_dir() and not old.is_symlink() else old.unlink()
    _lay_down(path, target, name=path.resolve().name)
    _commit(target, "after")


def _check(folder: Path) -> None:
    if not folder.is_dir():
        raise ConfigError(f"{folder} is no folder", hint="name a skill, or a folder with skills below it")
    if not any(True for name in SKILL_FILES for _ in folder.rglob(name)):
        raise ConfigError(
            f"no SKILL.md is in {folder}", hint="name a skill, or a folder with skills below it"
        )


def _lay_down(source: Path, target: Path, *, name: str) -> None:
    is_skill = any((source / file).is_file() for file in SKILL_FILES)
    goal = target / (name or "skill") if is_skill else target
    ignored = shutil.ignore_patterns(*_PASSED_OVER)
    try:
        shutil.copytree(source, goal, symlinks=True, ignore=ignored, dirs_exist_ok=True)
    except (OSError, shutil.Error) as exc:
        raise ConfigError(f"{source} cannot be read: {exc}", hint="are all of its files readable?") from exc


def _take_settings(path: Path, target: Path) -> None:
    for name in _SETTINGS:
        if (path / name).is_file():
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path / name, target / name)


def _commit(target: Path, message: str) -> None:
    _git(target, "add", "--all", "--force", ".")
    _git(target, "commit", "--quiet", "--no-verify", "--allow-empty", "-m", message)


def _git(target: Path, *argv: str) -> None:
    done = run_git(target, *_IDENTITY, *_PLAIN, *argv)
    if done.returncode:
        raise RepositoryError(f"git {argv[0]} failed: {complaint(done)}", hint="is git 2.28 or newer?")
