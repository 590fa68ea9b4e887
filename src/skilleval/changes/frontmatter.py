"""Text files with YAML between two lines of `---` at their head."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Frontmatter:
    """The parts of a file. `keys` is None where it has no frontmatter, `closed` False where it never ends."""

    keys: str | None
    body: str
    body_line: int = 1
    """The line at which the body begins, counted from 1."""
    closed: bool = True


def split_frontmatter(text: str) -> Frontmatter:
    r"""Return the parts of a text whose lines end in \n."""
    lines = text.split("\n")
    if lines[0].rstrip() != "---":
        return Frontmatter(None, text)
    for number, line in enumerate(lines[1:], start=1):
        if line.rstrip() == "---":
            return Frontmatter("\n".join(lines[1:number]), "\n".join(lines[number + 1 :]), number + 2)
    return Frontmatter(None, text, closed=False)
