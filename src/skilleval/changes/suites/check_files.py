"""Files that a check brings along: from the suite's own side, never seen by an agent before they run."""

from collections.abc import Mapping
from typing import Final

from skilleval.changes.folders import is_evals
from skilleval.changes.paths import inside
from skilleval.changes.reading import Plain
from skilleval.changes.snapshot import is_lfs_pointer
from skilleval.changes.suites.fixtures import fixture_of
from skilleval.changes.suites.sheet import Sheet, kind_of
from skilleval.domain.bundle import BundleFile
from skilleval.domain.suite import Fixture

MAX_SCRIPT_BYTES: Final = 100_000
MAX_FILES: Final = 20


def with_files(item: Mapping[str, Plain], sheet: Sheet, where: str) -> dict[str, object] | None:
    """Return a check with its `script` (python) or `files` (command) read; None with an error noted.

    Paths are relative to the skill's folder or to `evals/`; in a frozen set to the set's folder, so that
    its digest covers them. They lie in the evals: what is installed with the skill, one arm could read.
    """
    found: dict[str, object] = dict(item)
    if item.get("kind") == "python":
        script = _script(item.get("script"), sheet, f"{where}/script")
        said = item.get("text") or (
            f"the check file {script.path.rpartition('/')[2]} passes" if script else ""
        )
        return {**found, "script": script, "text": said} if script else None
    if item.get("kind") == "command" and item.get("files") is not None:
        files = _files(item["files"], sheet, f"{where}/files")
        return {**found, "files": files} if files is not None else None
    return found


def _script(value: Plain, sheet: Sheet, where: str) -> Fixture | None:
    file = _file(value, sheet, where)
    if file is None:
        return None
    if not file.path.endswith(".py"):
        sheet.error(where, f"{file.path} is no Python file: a name that ends in .py is wanted")
        return None
    if file.size_bytes > MAX_SCRIPT_BYTES:
        sheet.error(where, f"{file.path} has {file.size_bytes} bytes, at most {MAX_SCRIPT_BYTES} are read")
        return None
    # a folder that no agent can guess, and so cannot have prepared
    return fixture_of(file, f".check-{file.sha256[:12]}/{file.path.rpartition('/')[2]}")


def _files(value: Plain, sheet: Sheet, where: str) -> tuple[Fixture, ...] | None:
    if not isinstance(value, list) or len(value) > MAX_FILES:
        sheet.error(where, f"a list of at most {MAX_FILES} paths is wanted, this is {kind_of(value)}")
        return None
    found = [_file(item, sheet, f"{where}/{index}") for index, item in enumerate(value)]
    base = _base(sheet) or "evals"
    kept = [fixture_of(file, file.path.removeprefix(f"{base}/")) for file in found if file]
    return tuple(kept) if len(kept) == len(found) else None


def _file(value: Plain, sheet: Sheet, where: str) -> BundleFile | None:
    if not isinstance(value, str) or not value.strip():
        sheet.error(where, f"the path of a file is wanted, this is {kind_of(value)}")
        return None
    simple, base = inside(value.strip()), _base(sheet)
    if simple is None:
        sheet.error(where, f"{value!r} leaves the {'frozen set' if base else 'skill'}'s folder")
        return None
    places = (f"{base}/{simple}",) if base else (simple, f"evals/{simple}")
    file = next((sheet.files[place] for place in places if place in sheet.files), None)
    if file is None:
        sheet.error(where, f"there is no file {' nor '.join(places)}")
    elif not is_evals(file.path):
        sheet.error(where, f"{file.path} is installed with the skill: move it below evals/")
    elif is_lfs_pointer(file):
        sheet.error(where, f"{file.path} is a Git LFS pointer: the file behind it is not fetched")
    else:
        return file
    return None


def _base(sheet: Sheet) -> str:
    """Return the folder of a frozen set, which its files may not leave; "" for other eval files."""
    folder = sheet.path.rpartition("/")[0]
    return folder if folder.rpartition("/")[2] == "frozen" else ""
