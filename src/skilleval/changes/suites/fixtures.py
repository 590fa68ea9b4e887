"""Fixtures: files of the skill that the agent finds in its work folder."""

from collections.abc import Iterable
from typing import Final

from skilleval.changes.paths import inside
from skilleval.changes.reading import Plain
from skilleval.changes.snapshot import is_lfs_pointer
from skilleval.changes.suites.sheet import Sheet, kind_of
from skilleval.domain.bundle import BundleFile
from skilleval.domain.suite import Fixture

MAX_FILLED: Final = 200_000
"""Bytes of text that a placeholder may bring into a prompt; past this it stays as it is."""
_SHELVES: Final = ("evals/files/", "evals/fixtures/", "evals/")
"""Folders that hold fixtures: the agent does not see their names, unless the prompt says them."""


def read_fixtures(value: Plain, sheet: Sheet, where: str, *, prompt: str) -> tuple[Fixture, ...] | None:
    """Return the files of a list of paths, or None where one cannot be had (each noted as an error).

    Paths are relative to the skill's folder; some repositories write them relative to `evals/`. A
    folder means all files in it. Nothing outside the skill is ever read.
    """
    if value is None:
        return ()
    if not isinstance(value, list):
        sheet.error(where, f"files must be a list of paths, this is {kind_of(value)}")
        return None
    found: dict[str, Fixture] = {}
    whole = True
    for index, item in enumerate(value):
        files = _files_at(item, sheet, f"{where}/{index}")
        whole = whole and bool(files)
        for file in files:
            path = _place(file.path, prompt)
            if path in found and found[path].sha256 != file.sha256:
                sheet.error(f"{where}/{index}", f"two files would both lie at {path}")
                whole = False
            found[path] = fixture_of(file, path)
    return tuple(found.values()) if whole else None


def fill_placeholders(prompt: str, fixtures: Iterable[Fixture]) -> str:
    """Return the prompt with each `{{name}}` of a fixture replaced by its text (skill-ab-eval's habit)."""
    for fixture in fixtures:
        for name in (fixture.path, fixture.path.rpartition("/")[2]):
            mark = "{{" + name + "}}"
            size = prompt.count(mark) * fixture.size_bytes
            if 0 < size <= MAX_FILLED and b"\0" not in fixture.content:
                prompt = prompt.replace(mark, fixture.content.decode("utf-8", "replace"))
    return prompt


def fixture_of(file: BundleFile, path: str) -> Fixture:
    """Return the file as a fixture that the agent finds at `path`."""
    return Fixture(path=path, sha256=file.sha256, size_bytes=file.size_bytes, content=file.content)


def files_below(files: Iterable[BundleFile], path: str) -> list[BundleFile]:
    """Return the file at `path`, or all files of the folder there."""
    return [file for file in files if file.path == path or file.path.startswith(path + "/")]


def _files_at(item: Plain, sheet: Sheet, where: str) -> list[BundleFile]:
    path = item.get("path") if isinstance(item, dict) else item
    if not isinstance(path, str) or not path.strip():
        sheet.error(where, f"a file must be a path, this is {kind_of(item)}")
        return []
    simple = inside(path.strip())
    if simple is None:
        sheet.error(where, f"{path!r} leaves the skill's folder; only files of the skill can be used")
        return []
    for place in (simple, f"evals/{simple}"):
        files = files_below(sheet.files.values(), place)
        pointers = [file.path for file in files if is_lfs_pointer(file)]
        if pointers:
            sheet.error(where, f"{pointers[0]} is a Git LFS pointer: the file behind it is not fetched")
            return []
        if files:
            return files
    sheet.error(where, f"there is no file {simple!r} in the skill, nor below evals/")
    return []


def _place(path: str, prompt: str) -> str:
    if path in prompt:
        return path
    shelf = next((shelf for shelf in _SHELVES if path.startswith(shelf)), "")
    return path[len(shelf) :]
