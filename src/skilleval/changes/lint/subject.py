"""What the lint looks at: one skill, from a folder or from a change."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from posixpath import normpath

from skilleval.changes.folders import is_evals
from skilleval.changes.frontmatter import split_frontmatter
from skilleval.changes.reading import text_of
from skilleval.changes.skill_md import FILE_NAMES
from skilleval.changes.snapshot import read_skill
from skilleval.changes.suites import read_suite
from skilleval.changes.suites.plugin_ties import NONE, Ties
from skilleval.domain.bundle import Bundle, BundleFile, SkillText
from skilleval.domain.remark import Remark, RuleDoc
from skilleval.domain.suite import Suite, SuiteProblem
from skilleval.errors import SuiteError

_NO_EVALS = Suite()


@dataclass(frozen=True)
class Subject:
    """A skill to lint. `files` are those that would be installed, by path relative to its folder."""

    name: str
    path: str
    """Relative to what was looked at; "" where that is the skill itself."""
    folder: str
    """The folder's name: the specification wants the skill to be called so."""
    files: Mapping[str, BundleFile]
    skill: SkillText | None = None
    """None where SKILL.md cannot be read; `problem` says why."""
    problem: str = ""
    skill_file: str = "SKILL.md"
    raw_keys: str = ""
    """The frontmatter as it stands in the file."""
    suite: Suite = _NO_EVALS
    remarks: tuple[SuiteProblem, ...] = ()
    old: SkillText | None = None
    """The skill before the change, where there is a change."""
    old_files: Mapping[str, BundleFile] = field(default_factory=dict)

    def at(self, path: str) -> str:
        """Return the path of one of the skill's files, relative to what was looked at."""
        return normpath(f"{self.path}/{path}") if self.path else path

    def remark(self, rule: RuleDoc, message: str, *, path: str = "", line: int = 0) -> Remark:
        """Return a remark on a file of the skill, SKILL.md if none is named."""
        return Remark(
            rule=rule.id,
            level=rule.level,
            skill=self.name,
            path=self.at(path or self.skill_file),
            line=line,
            message=message,
            fix=rule.fix,
        )

    def key_line(self, key: str) -> int:
        """Return the line of SKILL.md at which a key of the frontmatter stands, 1 where it does not."""
        for number, line in enumerate(self.raw_keys.split("\n"), start=2):
            if line.startswith(f"{key}:"):
                return number
        return 1


def subject_of_files(
    files: Mapping[str, BundleFile], *, path: str, folder: str, ties: Ties = NONE
) -> Subject:
    """Return the subject of a skill's files, evals included; `ties` are those of its plugin."""
    installed = {name: file for name, file in files.items() if not is_evals(name)}
    return _subject(installed, path=path, folder=folder, suite=read_suite({**files, **ties.files}))


def subject_of_bundle(bundle: Bundle, suite: Suite, *, folder: str, old: Bundle | None = None) -> Subject:
    """Return the subject of a bundle with its bytes, the suite read beside it, and what it was before."""
    subject = _subject(_by_path(bundle), path=bundle.path, folder=folder, suite=suite)
    return replace(subject, old=old.skill, old_files=_by_path(old)) if old else subject


def _by_path(bundle: Bundle) -> dict[str, BundleFile]:
    return {file.path: file for file in bundle.files}


def _subject(files: Mapping[str, BundleFile], *, path: str, folder: str, suite: Suite) -> Subject:
    reading, problem = read_skill(files, name=folder)
    skill_file = next((name for name in FILE_NAMES if name in files), FILE_NAMES[0])
    return Subject(
        name=reading.text.name,
        path=path,
        folder=folder,
        files=files,
        skill=None if problem else reading.text,
        problem=problem,
        skill_file=skill_file,
        raw_keys=_raw_keys(files.get(skill_file)),
        suite=suite,
        remarks=reading.remarks,
    )


def _raw_keys(file: BundleFile | None) -> str:
    try:
        return (split_frontmatter(text_of(file.content)).keys or "") if file else ""
    except SuiteError:
        return ""
