"""Measure the review on corpora that are on this machine, and write `docs/review-corpora.md`.

    python scripts/review_corpora.py --attacks NAME=FOLDER[:GLOB|:/] --benign NAME=FOLDER \
        --edits NAME=CHECKOUT --probe NAME=FILE --into FOLDER ... [--scanners] [--write]

Nothing is fetched and nothing is committed. An attack or benign corpus is a folder: each folder with a
SKILL.md in it is a skill; with GLOB each file that it names is a skill of one file, with `:/` each child
folder is one. `--edits` takes git checkouts: each commit that touches a skill is a pair of base and head.
`--probe` takes a file of sentences (`review_probe.py`) that are put, one by one, into the honest skills below
the folder of `--into`. `--expected` holds each child folder against the severity that a JSON file names for
it ("" = nothing that is found).
"""

import argparse
import hashlib
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from functools import partial
from pathlib import Path

from review_probe import injected, read_probe

from skilleval.domain.bundle import Bundle, BundleFile, SkillText
from skilleval.domain.change import Baseline, ChangeSet, SkillChange
from skilleval.domain.finding import SEVERITIES, Finding, Review
from skilleval.review import review_changes
from skilleval.review.scanners.bandit import BanditScanner
from skilleval.review.scanners.semgrep import SemgrepScanner
from skilleval.stats.intervals import wilson

SHA = "0" * 40
OUTPUT = Path(__file__).parent.parent / "docs/review-corpora.md"


NOT_HERE = (
    "## What is not in the table",
    "",
    "- The other malicious skills beside the one account were left alone on purpose: sets that no rule",
    "  author looks at are the better judge.",
    "- What the agent-asset corpus calls informational counts as nothing: it is not a vulnerability. Of its",
    "  fixtures the assets are read (skill, tool, memory, agent card, trace), not what describes them.",
    "- Sentences put into honest skills, and how the rules met those that they had not seen: `review.md`.",
)
DETECTION_GOALS = {"ClawHub account": 95.0, "one-attack showcase": 80.0}
"""At least this share of a corpus of attacks is to be flagged, in %."""
ALARM_GOALS = {"benign": 5.0, "edits": 1.0}
"""At most this share of all corpora of a kind is to be flagged, in %."""


@dataclass(frozen=True)
class Corpus:
    """One set: its kind (attacks, benign, edits), and pairs of base and head."""

    kind: str
    name: str
    pairs: tuple[tuple[Bundle | None, Bundle], ...]


@dataclass
class Tally:
    """What was found in one corpus: how many pairs were flagged, and by which rules."""

    corpus: Corpus
    high: int = 0
    blocking: int = 0
    medium: int = 0
    rules: Counter[str] = field(default_factory=Counter)
    missed: list[str] = field(default_factory=list)
    flagged: list[tuple[str, Finding]] = field(default_factory=list)


@dataclass(frozen=True)
class Expected:
    """One skill of a corpus that says what is to be found: the gravest severity expected and found."""

    corpus: str
    skill: str
    expected: str
    found: str


def bundle_of(path: str, files: dict[str, tuple[str, bytes]]) -> Bundle:
    """Return a bundle of files: path to (git mode, content)."""
    parts = tuple(
        BundleFile(
            path=name, mode=mode, sha256=hashlib.sha256(data).hexdigest(), size_bytes=len(data), content=data
        )
        for name, (mode, data) in sorted(files.items())
    )
    name = Path(path).name
    return Bundle(
        name=name,
        path=path,
        commit=SHA,
        tree_sha=SHA,
        digest="0" * 64,
        digest_with_evals="0" * 64,
        skill=SkillText(name=name, description=""),
        files=parts,
    )


def skills_in(folder: Path, glob: str) -> Iterator[Bundle]:
    """Yield a bundle for each skill below a folder, or for each file that the glob names."""
    if glob and glob != "/":
        for file in sorted(folder.glob(glob)):
            yield bundle_of(file.relative_to(folder).as_posix(), {"SKILL.md": ("100644", file.read_bytes())})
        return
    found = (
        (place for place in folder.iterdir() if place.is_dir())
        if glob
        else (f.parent for f in folder.rglob("SKILL.md"))
    )
    roots = sorted(set(found))
    for root in roots:
        inner = [other for other in roots if other != root and root in other.parents]
        files = {
            file.relative_to(root).as_posix(): (_mode(file), file.read_bytes())
            for file in sorted(root.rglob("*"))
            if file.is_file() and not file.is_symlink() and ".git" not in file.relative_to(root).parts
            and not any(other in file.parents for other in inner)
        }  # fmt: skip
        yield bundle_of(root.relative_to(folder).as_posix(), files)


def edits_in(checkout: Path) -> Iterator[tuple[Bundle | None, Bundle]]:
    """Yield (base, head) of each skill that each commit edits, without merges; new skills have no base."""
    log = _git(checkout, "log", "--no-merges", "--format=%H %P", "--reverse", "HEAD").decode().split("\n")
    for line in filter(None, log):
        commit, *parents = line.split()
        if len(parents) != 1:
            continue
        changed = (
            _git(checkout, "diff", "--name-only", "-z", parents[0], commit)
            .decode("utf-8", "replace")
            .split("\0")
        )
        head_skills = _skill_folders(checkout, commit)
        base_skills = _skill_folders(checkout, parents[0])
        touched = sorted({f for f in head_skills for path in changed if _owner(path, head_skills) == f})
        for folder in touched:
            head = _bundle_at(checkout, commit, folder, head_skills)
            base = _bundle_at(checkout, parents[0], folder, base_skills) if folder in base_skills else None
            yield base, head


def measure(corpora: Sequence[Corpus], *, with_scanners: bool) -> list[Tally]:
    """Return what the review finds in each corpus; one call of each scanner for everything."""
    with ProcessPoolExecutor(2) as pool:
        return list(pool.map(partial(_measured, with_scanners=with_scanners), corpora))


def _measured(corpus: Corpus, *, with_scanners: bool) -> Tally:
    scanners = (BanditScanner(), SemgrepScanner()) if with_scanners else ()
    changes = tuple(_change(base, head) for base, head in corpus.pairs)
    reviews = review_changes(ChangeSet(merge_base=SHA, changes=changes), scanners, today=_today())
    tally = Tally(corpus)
    for (_, head), review in zip(corpus.pairs, reviews, strict=True):
        _count(tally, head, review)
    return tally


def report(tallies: Sequence[Tally], held: Sequence[Expected] = ()) -> str:
    """Return the page: shares with intervals, and which rule found what where."""
    lines = [
        "# The review, measured",
        "",
        "Generated by `scripts/review_corpora.py` from corpora that are not part of this repository.",
        "Flagged = an introduced finding of HIGH or CRITICAL; blocking = with high confidence as well.",
        "Intervals are 95 % Wilson score intervals. These are the sets that the rules were written against,",
        "so the figures say what the rules can do there, not what they will do elsewhere.",
        "",
        "| kind | corpus | n | flagged | 95 % | blocking | 95 % | at least MEDIUM |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for tally in tallies:
        n = len(tally.corpus.pairs)
        cells = [_share(tally.high, n), _interval(tally.high, n), _share(tally.blocking, n)]
        cells += [_interval(tally.blocking, n), _share(tally.medium, n)]
        lines.append(f"| {tally.corpus.kind} | {tally.corpus.name} | {n} | {' | '.join(cells)} |")
    lines += ["", "## Goals", "", *_goal_table(tallies)]
    lines += _expected_table(held)
    lines += [
        "",
        "## By rule",
        "",
        "Skills or edits in which the rule has an introduced HIGH or CRITICAL.",
        "",
    ]
    lines += _rule_table(tallies)
    lines += ["", *NOT_HERE]
    return "\n".join(lines) + "\n"


def hold_against(name: str, folder: Path, expected: dict[str, str]) -> Iterator[Expected]:
    """Yield, for each child folder, the gravest severity that is expected and the one that is found."""
    for bundle in skills_in(folder, "/"):
        changes = ChangeSet(merge_base=SHA, changes=(_change(None, bundle),))
        (review,) = review_changes(changes, (), today=_today())
        grades = [SEVERITIES.index(f.severity) for f in review.of("introduced")]
        found = SEVERITIES[max(grades)] if grades else ""
        yield Expected(name, bundle.path, expected[bundle.path], found)


def _goal_table(tallies: Sequence[Tally]) -> list[str]:
    lines = ["| goal | flagged | 95 % | holds |", "|---|---|---|---|"]
    for tally in tallies:
        goal = DETECTION_GOALS.get(tally.corpus.name)
        n = len(tally.corpus.pairs)
        if goal is not None and n:
            cells = f"{tally.high} of {_share_of(tally.high, n)} | {_interval(tally.high, n)}"
            held = _yes(100 * tally.high >= goal * n)
            lines.append(f"| {tally.corpus.name}: at least {goal:g} % | {cells} | {held} |")
    for kind, goal in ALARM_GOALS.items():
        some = [tally for tally in tallies if tally.corpus.kind == kind]
        n, hits = sum(len(tally.corpus.pairs) for tally in some), sum(tally.high for tally in some)
        if not n:
            continue
        cells = f"{hits} of {_share_of(hits, n)} | {_interval(hits, n)}"
        lines.append(f"| all {kind}: at most {goal:g} % | {cells} | {_yes(100 * hits <= goal * n)} |")
    return lines


def _expected_table(held: Sequence[Expected]) -> list[str]:
    lines: list[str] = []
    for name in dict.fromkeys(one.corpus for one in held):
        some = [one for one in held if one.corpus == name]
        met = sum(one.found == one.expected for one in some)
        lines += ["", f"## {name}: held against its expectations", "", f"{met} of {len(some)} are met.", ""]
        lines += ["| fixture | expected | found | met |", "|---|---|---|---|"]
        for one in some:
            shown = f"| {one.skill} | {one.expected or 'nothing'} | {one.found or 'nothing'} |"
            lines.append(f"{shown} {_yes(one.found == one.expected)} |")
    return lines


def _yes(holds: bool) -> str:  # noqa: FBT001 - one word for one value
    return "yes" if holds else "no"


def _share_of(hits: int, total: int) -> str:
    return f"{total} ({100 * hits / total:.1f} %)"


def _rule_table(tallies: Sequence[Tally]) -> list[str]:
    kinds = ("attacks", "benign", "edits")
    sizes = {kind: sum(len(t.corpus.pairs) for t in tallies if t.corpus.kind == kind) for kind in kinds}
    lines = ["| rule | attacks | benign | 95 % | edits | 95 % |", "|---|---|---|---|---|---|"]
    rules = sorted({rule for tally in tallies for rule in tally.rules})
    for rule in rules:
        hits = {kind: sum(t.rules[rule] for t in tallies if t.corpus.kind == kind) for kind in kinds}
        benign = _interval(hits["benign"], sizes["benign"])
        edits = _interval(hits["edits"], sizes["edits"])
        lines.append(
            f"| `{rule}` | {hits['attacks']} | {hits['benign']} | {benign} | {hits['edits']} | {edits} |"
        )
    return lines


def _count(tally: Tally, head: Bundle, review: Review) -> None:
    if review.error:
        sys.exit(f"a scanner failed: {review.error}")
    introduced = review.of("introduced")
    high = [f for f in introduced if SEVERITIES.index(f.severity) >= SEVERITIES.index("high")]
    tally.high += bool(high)
    tally.blocking += any(f.confidence == "high" for f in high)
    tally.medium += any(f.severity != "low" for f in introduced)
    tally.rules.update({f.rule for f in high})
    tally.flagged += [(head.path, f) for f in high]
    if not high:
        tally.missed.append(head.path)


def _change(base: Bundle | None, head: Bundle) -> SkillChange:
    baseline = Baseline(kind="merge-base", sha=SHA, bundle=base)
    kind = "added" if base is None else "edited"
    return SkillChange.model_construct(
        name=head.name, path=head.path, kind=kind, candidate=head, baseline=baseline
    )


def _share(hits: int, total: int) -> str:
    return f"{hits} ({100 * hits / total:.1f} %)" if total else "–"


def _interval(hits: int, total: int) -> str:
    span = wilson(hits, total)
    low, high = (span.lo, span.hi) if span else (0.0, 1.0)
    return f"{100 * low:.1f}–{100 * high:.1f} %"


def _mode(file: Path) -> str:
    return "100755" if file.stat().st_mode & 0o100 else "100644"


def _today() -> date:
    return datetime.now(UTC).date()


def _git(checkout: Path, *arguments: str) -> bytes:
    return subprocess.run(["git", "-C", str(checkout), *arguments], check=True, capture_output=True).stdout


def _skill_folders(checkout: Path, commit: str) -> frozenset[str]:
    names = (
        _git(checkout, "ls-tree", "-r", "-z", "--name-only", commit).decode("utf-8", "replace").split("\0")
    )
    return frozenset(name.rpartition("/")[0] for name in names if name.rpartition("/")[2] == "SKILL.md")


def _owner(path: str, folders: frozenset[str]) -> str | None:
    while path:
        path = path.rpartition("/")[0]
        if path in folders:
            return path
    return None


_BLOBS: dict[tuple[Path, str], bytes] = {}


def _bundle_at(checkout: Path, commit: str, folder: str, folders: frozenset[str]) -> Bundle:
    listing = (
        _git(checkout, "ls-tree", "-r", "-z", commit, "--", folder).decode("utf-8", "replace").split("\0")
    )
    files: dict[str, tuple[str, bytes]] = {}
    for entry in filter(None, listing):
        (mode, kind, oid), path = entry.partition("\t")[0].split(), entry.partition("\t")[2]
        if kind == "blob" and _owner(path, folders) == folder:
            key = checkout, oid
            if key not in _BLOBS:
                _BLOBS[key] = _git(checkout, "cat-file", "blob", oid)
            files[path.removeprefix(f"{folder}/")] = mode, _BLOBS[key]
    return bundle_of(folder, files)


def main() -> None:
    """Read the corpora that the arguments name, measure, write the page, and say what stands out."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    for kind in ("attacks", "benign", "edits"):
        parser.add_argument(f"--{kind}", action="append", default=[], metavar="NAME=FOLDER[:GLOB]")
    parser.add_argument("--probe", action="append", default=[], metavar="NAME=FILE")
    parser.add_argument("--into", type=Path, help="folder of honest skills for the sentences of --probe")
    parser.add_argument("--expected", action="append", default=[], metavar="NAME=FOLDER:FILE")
    parser.add_argument("--scanners", action="store_true", help="run bandit and semgrep, too")
    parser.add_argument("--show", choices=("missed", "flagged"), help="list single skills on stdout")
    parser.add_argument("--write", action="store_true", help=f"write {OUTPUT.name}")
    arguments = parser.parse_args()
    corpora = []
    for kind in ("attacks", "benign", "edits"):
        for given in getattr(arguments, kind):
            name, _, place = given.partition("=")
            folder, _, glob = place.partition(":")
            pairs: Iterator[tuple[Bundle | None, Bundle]]
            pairs = (
                edits_in(Path(folder))
                if kind == "edits"
                else ((None, b) for b in skills_in(Path(folder), glob))
            )
            corpora.append(Corpus(kind, name, tuple(pairs)))
    corpora += [corpus for given in arguments.probe for corpus in _probe_corpora(given, arguments.into)]
    tallies = measure(corpora, with_scanners=arguments.scanners)
    held = [one for given in arguments.expected for one in _expected(given)]
    text = report(tallies, held)
    if arguments.write:
        OUTPUT.write_text(text)
    sys.stdout.write(text)
    for tally in tallies if arguments.show else ():
        sys.stdout.write(f"\n# {tally.corpus.kind} {tally.corpus.name}\n")
        lines = tally.missed if arguments.show == "missed" else [_flag(*each) for each in tally.flagged]
        sys.stdout.write("\n".join(lines) + "\n")


def _expected(given: str) -> Iterator[Expected]:
    name, _, place = given.partition("=")
    folder, _, file = place.partition(":")
    yield from hold_against(name, Path(folder), json.loads(Path(file).read_text()))


def _probe_corpora(given: str, folder: Path) -> Iterator[Corpus]:
    name, _, file = given.partition("=")
    hosts = tuple(skills_in(folder, ""))
    lines = read_probe(Path(file))
    for kind, title in (("attack", "attacks"), ("honest", "edits")):
        some = [line for line in lines if line.kind == kind]
        pairs = tuple((base, _named(head, line.text)) for line, base, head in injected(some, hosts))
        yield Corpus(title, f"{name}, {kind} sentences", pairs)


def _named(head: Bundle, text: str) -> Bundle:
    """Return a bundle whose path says which sentence it is about."""
    return head.model_copy(update={"path": f"{head.path}: {text[:110]}"})


def _flag(path: str, f: Finding) -> str:
    return f"{path}: {f.rule} {f.path}:{f.line} [{f.severity}/{f.confidence}] {f.matched[:150]}"


if __name__ == "__main__":
    main()
