"""A bundle: the bytes of a skill's folder at one commit."""

from collections.abc import Iterator

from pydantic import Field

from skilleval.domain.value import CommitSha, Digest, Value


class BundleFile(Value):
    """One file: path relative to the skill's folder, git mode, digest, bytes.

    The bytes are left out of saved runs; a bundle read back from a run folder has the manifest only.
    """

    path: str
    mode: str = "100644"
    sha256: Digest
    size_bytes: int
    content: bytes = Field(default=b"", exclude=True, repr=False)

    @property
    def is_executable(self) -> bool:
        """Whether git has the executable bit."""
        return self.mode == "100755"


class SkillText(Value):
    """SKILL.md, read: what an agent sees. `problems` holds what the reader objects to."""

    name: str
    description: str
    body: str = ""
    frontmatter: dict[str, object] = Field(default_factory=dict)
    body_line: int = 1
    """The line of SKILL.md at which the body begins, counted from 1."""


class Bundle(Value):
    """The bytes of a skill's folder at one commit, without its evals.

    `digest` is SHA-256 over the sorted manifest of file digests (the algorithm of FREEZE.txt) of
    the installed files; `digest_with_evals` is the same over the whole folder.
    """

    name: str
    path: str
    commit: CommitSha
    tree_sha: str
    digest: Digest
    digest_with_evals: Digest
    skill: SkillText
    files: tuple[BundleFile, ...]

    @property
    def is_hidden(self) -> bool:
        """Whether the skill asks hosts not to offer it to the model: `disable-model-invocation`."""
        return str(self.skill.frontmatter.get("disable-model-invocation", "")).lower() == "true"

    def file(self, path: str) -> BundleFile | None:
        """Return the file at `path` (relative to the skill's folder), or None."""
        return next((file for file in self.files if file.path == path), None)

    def lines(self) -> Iterator[tuple[str, int, str]]:
        """Yield (path, line number from 1, line) of every file that is UTF-8 text."""
        for file in self.files:
            if b"\0" in file.content:
                continue
            text = file.content.decode("utf-8", errors="replace")
            for number, line in enumerate(text.splitlines(), start=1):
                yield file.path, number, line
