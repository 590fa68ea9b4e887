"""Files that the runner reads from us, and whom the files that we leave belong to."""

import json
import os
import secrets
from collections.abc import Mapping, Sequence
from pathlib import Path, PurePosixPath

from skilleval.cli.runner.masks import Redactor
from skilleval.cli.runner.surroundings import Surroundings

CONTAINER_WORKSPACE = PurePosixPath("/github/workspace")
CONTAINER_TEMP = PurePosixPath("/github/runner_temp")
STATE_NAME = "skilleval-head"


def append_values(file: Path | None, values: Mapping[str, str]) -> None:
    """Add name-value pairs to GITHUB_OUTPUT or GITHUB_STATE; values may hold anything.

    The form with a delimiter, and a random one: a value cannot end itself and begin another.
    """
    if file is None:
        return
    with file.open("a", encoding="utf-8", newline="") as target:
        for name, value in values.items():
            mark = f"end-{secrets.token_hex(16)}"
            target.write(f"{name}<<{mark}\n{value}\n{mark}\n")


def runs_folder(around: Surroundings) -> Path:
    """Return where run folders go: below RUNNER_TEMP, or the workspace where that would be lost.

    In a container only what is mounted outlives us; the runner mounts both, `act` only the workspace.
    """
    temp = around.temp
    if temp is not None and (_is_mounted(temp) or not _is_mounted(around.workspace)):
        return temp / "skilleval" / "runs"
    return around.workspace / ".skilleval" / "runs"


def share_folder(around: Surroundings) -> None:
    """Tell the rest of the run, by RUNNER_TEMP, where the engine's machine sees what we put down.

    Rooms are sibling containers: the gateway's sockets must lie on a mount of ours to reach them.
    """
    shared = runs_folder(around).parent
    shared.mkdir(parents=True, exist_ok=True)
    os.environ["RUNNER_TEMP"] = str(shared)


def _is_mounted(path: Path) -> bool:
    return any(os.path.ismount(part) for part in (path, *path.parents) if part != Path("/"))


def path_outside(path: Path, around: Surroundings) -> str:
    """Return a path as later steps know it: they run on the runner, not in our container.

    Files in the workspace are named relative to it, which is where steps start. The temp folder lies
    beside the workspaces (`_work/_temp`, actions/runner), and RUNNER_WORKSPACE tells where these are.
    """
    pure = PurePosixPath(path)
    for workspace in (CONTAINER_WORKSPACE, PurePosixPath(around.workspace)):
        if pure.is_relative_to(workspace):
            return str(pure.relative_to(workspace))
    if pure.is_relative_to(CONTAINER_TEMP) and around.host_workspace:
        host_temp = PurePosixPath(around.host_workspace).parent / "_temp"
        return str(host_temp / pure.relative_to(CONTAINER_TEMP))
    return str(pure)


def hand_over(folder: Path, owner_of: Path) -> None:
    """Give a folder and all in it to the owner of another: root's leftovers break later steps."""
    if os.geteuid() != 0:
        return
    try:
        owner = owner_of.stat()
        for place, folders, files in os.walk(folder):
            for name in (".", *folders, *files):
                os.chown(Path(place) / name, owner.st_uid, owner.st_gid, follow_symlinks=False)
    except OSError:
        return  # a read-only or foreign file system: the files are there, only not theirs


def sweep(folder: Path, redactor: Redactor) -> int:
    """Blacken secrets in all files of a folder; return in how many there was one (there should be none)."""
    swept = 0
    for file in folder.rglob("*"):
        if file.is_symlink() or not file.is_file():
            continue
        data = file.read_bytes()
        clean = redactor.bytes(data)
        if clean != data:
            file.write_bytes(clean)
            swept += 1
    return swept


def remember_head(around: Surroundings, head_sha: str) -> None:
    """Leave the head for the post step: in the runner's state, and in a file where that does not travel."""
    append_values(around.state_file, {"head": head_sha})
    if around.temp is not None and around.temp.is_dir():
        (around.temp / f"{STATE_NAME}-{around.run_id}-{around.attempt}").write_text(
            head_sha, encoding="utf-8"
        )


def remembered_heads(around: Surroundings) -> tuple[str, ...]:
    """Return the heads that the main step may have opened a check on."""
    found = [around.state.get("head", "")]
    if around.temp is not None:
        file = around.temp / f"{STATE_NAME}-{around.run_id}-{around.attempt}"
        found.append(file.read_text(encoding="utf-8").strip() if file.is_file() else "")
    return tuple(dict.fromkeys(head for head in found if head))


def json_list(names: Sequence[str]) -> str:
    """Return names as a JSON list on one line, for `fromJSON` in later steps."""
    return json.dumps(list(names), ensure_ascii=True)
