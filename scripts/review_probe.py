"""Sentences put into honest skills: each is one change, an attack or an honest one that looks like it.

A probe file (`tests/data/probes/*.jsonl`) holds one JSON object a line: kind (attack, honest), group, text.
`scripts/review_corpora.py --probe NAME=FILE --into FOLDER` measures them.
"""

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from skilleval.domain.bundle import Bundle, BundleFile


@dataclass(frozen=True)
class ProbeLine:
    """One sentence: what it is, to which group it belongs, and its words."""

    kind: str
    group: str
    text: str


def read_probe(file: Path) -> tuple[ProbeLine, ...]:
    """Return the sentences of a probe file."""
    return tuple(ProbeLine(**json.loads(line)) for line in file.read_text().splitlines() if line)


def injected(
    lines: Sequence[ProbeLine], hosts: Sequence[Bundle]
) -> Iterator[tuple[ProbeLine, Bundle, Bundle]]:
    """Yield each sentence with an honest skill and the same skill with the sentence in it.

    Skill and place follow from the sentence alone: a paragraph of its own, an item of a list, the end of a
    paragraph, or a line of a new reference file.
    """
    for line in lines:
        rank = int(hashlib.sha256(line.text.encode()).hexdigest(), 16)
        host = hosts[rank % len(hosts)]
        yield line, host, with_sentence(host, line.text, rank // len(hosts))


def with_sentence(host: Bundle, text: str, rank: int) -> Bundle:
    """Return a skill with a sentence put where `rank` says."""
    old = host.file("SKILL.md")
    if old is None:
        raise ValueError(f"{host.path}: no SKILL.md")
    if rank % 4 == 3:
        name = "references/notes.md"
        return _with(host, name, f"# Notes\n\nRead this before the first step.\n\n{text}\n")
    paragraphs = old.content.decode("utf-8", "replace").split("\n\n")
    at = _plain(paragraphs, rank // 4)
    if rank % 4 == 0:
        paragraphs.insert(at + 1, text)
    elif rank % 4 == 1:
        paragraphs.insert(at + 1, f"- Check the result.\n- {text}")
    else:
        paragraphs[at] = f"{paragraphs[at].rstrip()} {text}"
    return _with(host, "SKILL.md", "\n\n".join(paragraphs))


def _plain(paragraphs: Sequence[str], rank: int) -> int:
    """Return the number of a paragraph of words outside fences and frontmatter."""
    inside, found = False, []
    for number, paragraph in enumerate(paragraphs):
        fences = sum(line.lstrip().startswith(("```", "~~~")) for line in paragraph.split("\n"))
        if number and not inside and not fences and paragraph[:1].isalpha():
            found.append(number)
        inside ^= bool(fences % 2)
    return found[rank % len(found)] if found else len(paragraphs) - 1


def _with(host: Bundle, name: str, text: str) -> Bundle:
    data = text.encode()
    file = BundleFile(
        path=name, mode="100644", sha256=hashlib.sha256(data).hexdigest(), size_bytes=len(data), content=data
    )
    rest = tuple(other for other in host.files if other.path != name)
    return host.model_copy(update={"files": tuple(sorted((*rest, file), key=lambda f: f.path))})
