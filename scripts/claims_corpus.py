"""Run the planted corpus of answers through the grading path and write docs/claims.md.

    python scripts/claims_corpus.py                  what code alone finds; no model is asked
    python scripts/claims_corpus.py --model NAME     the model grader's own table, too (ANTHROPIC_API_KEY)
    python scripts/claims_corpus.py --model offline  the same path with the offline rules, to try it

The answers lie in tests/data/claims, one file each, with what is true and what is false in them.
"""

import argparse
import asyncio
import hashlib
import os
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from ruamel.yaml import YAML

from skilleval.domain.grade import Claim
from skilleval.domain.suite import Fixture, RubricItem, Task
from skilleval.domain.trial import Evidence, FileEvidence, ToolCall
from skilleval.domain.value import Value
from skilleval.errors import GraderError, ModelError
from skilleval.grading.blind import Identity
from skilleval.grading.by_model import Bench, ModelMarks, mark_by_model, read_again
from skilleval.grading.claims import find_claims
from skilleval.grading.graders.model import ModelGrader
from skilleval.grading.quote import plain
from skilleval.grading.sheet import build_sheet
from skilleval.models.anthropic import ANTHROPIC_URL, AnthropicModels
from skilleval.ports import Model, Models
from skilleval.testing.offline import serve_offline

ROOT = Path(__file__).parents[1]
CORPUS = ROOT / "tests" / "data" / "claims"
PAGE = ROOT / "docs" / "claims.md"
BY_CODE = ("length", "count", "position", "quotation", "absence", "done")
"""Kinds of claims that code is to settle alone; `other` is left to the model."""


class Planted(Value):
    """A passage of an answer, and whether it is true."""

    say: str
    truth: bool
    of: str


class Judged(Value):
    """A rubric statement, and whether the answer meets it."""

    text: str
    met: bool


class Answer(Value):
    """One answer of the corpus, with its surroundings and what is planted in it."""

    name: str
    task: Task
    evidence: Evidence
    claims: tuple[Planted, ...]
    rubric: tuple[Judged, ...] = ()

    @property
    def group(self) -> str:
        """Return when it was written: its folder."""
        return self.name.split("/")[0]


class CodeCount(Value):
    """What code said of the planted claims of one kind."""

    false: int = 0
    found: int = 0
    true: int = 0
    flagged: int = 0


class CodeTable(Value):
    """What code alone found in a set of answers. `besides` are flagged passages that nobody planted."""

    answers: int
    kinds: dict[str, CodeCount]
    missed: tuple[str, ...]
    wrong: tuple[str, ...]
    besides: tuple[str, ...]

    @property
    def total(self) -> CodeCount:
        """Return the sum over the kinds."""
        rows = self.kinds.values()
        return CodeCount(
            false=sum(row.false for row in rows),
            found=sum(row.found for row in rows),
            true=sum(row.true for row in rows),
            flagged=sum(row.flagged for row in rows),
        )


class ModelTable(Value):
    """What the model grader said of the same answers."""

    model: str
    answers: int
    errored: int
    items: int
    agree: int
    injected_items: int
    injected_met: int
    false: int
    found: int
    flagged_true: int
    read: int
    denied: int


@dataclass(frozen=True)
class Marked:
    """The model's marks of an answer, and what code had settled, read again by the model."""

    marks: ModelMarks
    settled: tuple[Claim, ...]


def read_corpus(folder: Path = CORPUS) -> tuple[Answer, ...]:
    """Return all answers by name. Raises ValueError for a planted passage that is not in its answer."""
    answers = tuple(_read(path) for path in sorted(folder.glob("*/*.yaml")))
    for answer in answers:
        for claim in answer.claims:
            if claim.say not in answer.evidence.answer:
                raise ValueError(f"{answer.name}: not in the answer: {claim.say}")
    return answers


def measure_code(answers: Sequence[Answer]) -> CodeTable:
    """Return what code alone finds among the planted claims, and what else it flags."""
    counts: dict[str, Counter[str]] = {kind: Counter() for kind in BY_CODE}
    missed, wrong, besides = [], [], []
    for answer in answers:
        flagged = [c for c in find_claims(answer.task, answer.evidence) if c.state == "contradicted"]
        lies = [claim for claim in answer.claims if not claim.truth]
        for claim in answer.claims:
            if claim.of not in counts:
                continue
            hits = [found for found in flagged if _is_same(found, claim)]
            counts[claim.of]["true" if claim.truth else "false"] += 1
            if not claim.truth:
                counts[claim.of]["found"] += bool(hits)
                missed += [] if hits else [f"{answer.name}: {claim.say}"]
            elif any(not any(_is_same(found, lie) for lie in lies) for found in hits):
                counts[claim.of]["flagged"] += 1
                wrong.append(f"{answer.name}: {claim.say}")
        besides += [
            f"{answer.name}: {found.quote}"
            for found in flagged
            if not any(_is_same(found, claim) for claim in answer.claims)
        ]
    kinds = {kind: CodeCount(**counter) for kind, counter in counts.items()}
    return CodeTable(
        answers=len(answers), kinds=kinds, missed=tuple(missed), wrong=tuple(wrong), besides=tuple(besides)
    )


def measure_model(answers: Sequence[Answer], name: str, models: Models) -> ModelTable:
    """Return what a model grader says of the answers, each graded as in a run."""

    async def grade_all() -> list[Marked | None]:
        async with models.open() as model:
            return [await _grade(answer, ModelGrader(name), model) for answer in answers]

    return _model_table(name, answers, asyncio.run(grade_all()))


async def _grade(answer: Answer, grader: ModelGrader, model: Model) -> Marked | None:
    task = answer.task
    sheet = build_sheet(
        task, answer.evidence, identity=Identity(()), blind_id=_digest(answer.name.encode())[:16]
    )
    known, bench = find_claims(task, answer.evidence), Bench(grader, model)
    try:
        marks = await mark_by_model(sheet, known, bench)
        return Marked(marks, await read_again(sheet, known, known, bench))
    except (GraderError, ModelError):
        return None


def _model_table(name: str, answers: Sequence[Answer], marks: Sequence[Marked | None]) -> ModelTable:
    tally: Counter[str] = Counter()
    for answer, marked in zip(answers, marks, strict=True):
        tally["errored"] += marked is None
        if marked is None:
            continue
        mark = marked.marks
        seconds = [claim.second for claim in marked.settled if claim.state == "contradicted"]
        tally["read"] += len(seconds)
        tally["denied"] += seconds.count("disagrees")
        scores = {item.id: item.score for item in mark.items}
        for number, judged in enumerate(answer.rubric, start=1):
            is_met = scores[f"R{number}"] == 1.0
            tally["items"] += 1
            tally["agree"] += is_met == judged.met
            is_injected = "injection" in answer.name and not judged.met
            tally["injected_items"] += is_injected
            tally["injected_met"] += is_injected and is_met
        said = [claim for claim in mark.claims if claim.state == "contradicted" and claim.confirmed]
        for planted in answer.claims:
            hit = any(_is_same(claim, planted) for claim in said)
            if planted.of not in BY_CODE and not planted.truth:
                tally["false"] += 1
                tally["found"] += hit
            elif planted.truth:
                tally["flagged_true"] += hit
    fields = {key: tally[key] for key in ModelTable.model_fields if key not in {"model", "answers"}}
    return ModelTable(model=name, answers=len(answers), **fields)


def code_page(answers: Sequence[Answer]) -> Iterator[str]:
    """Yield the part of docs/claims.md that is measured without a model."""
    table = measure_code(answers)
    yield "| kind of claim | false, planted | found by code | true, planted | wrongly flagged |"
    yield "|---|---|---|---|---|"
    for kind, row in (*table.kinds.items(), ("**all**", table.total)):
        found, flagged = _of(row.found, row.false), _of(row.flagged, row.true)
        yield f"| {kind} | {row.false} | {found} | {row.true} | {flagged} |"
    yield ""
    yield (
        f"{table.answers} answers. Flagged besides what was planted: {len(table.besides)}."
        " A claim that code does not flag may still be found by the model grader."
    )
    for title, names in (("Not found", table.missed), ("Wrongly flagged", table.wrong)):
        yield from (f"- {title}: {name}" for name in names)


def model_page(table: ModelTable) -> Iterator[str]:
    """Yield the model grader's own table."""
    yield "| what | of | right |"
    yield "|---|---|---|"
    yield f"| rubric statements graded as the corpus says | {table.items} | {_of(table.agree, table.items)} |"
    held = table.injected_items - table.injected_met
    yield f"| statements that an injection asked to pass, not passed | {table.injected_items} | {held} |"
    yield f"| false claims left to the model, found and confirmed | {table.false} | {table.found} |"
    yield f"| true claims flagged | | {table.flagged_true} |"
    yield f"| false claims of code that the second reader reads otherwise | {table.read} | {table.denied} |"
    yield f"| answers that ended errored | {table.answers} | {table.errored} |"


@contextmanager
def open_models(name: str) -> Iterator[Models]:
    """Yield the provider's models, or the offline server's."""
    if name != "offline":
        key = os.environ.get("ANTHROPIC_API_KEY", "")
        yield AnthropicModels(api_key=key, base_url=os.environ.get("ANTHROPIC_BASE_URL", ANTHROPIC_URL))
        return
    with serve_offline() as url:
        yield AnthropicModels(api_key="offline", base_url=url)


def with_section(page: str, name: str, lines: Iterable[str]) -> str:
    """Return the page with what stands between the marks of a section replaced."""
    start, end = f"<!-- {name} -->", f"<!-- /{name} -->"
    head, rest = page.split(start, 1)
    _, tail = rest.split(end, 1)
    return f"{head}{start}\n" + "\n".join(lines) + f"\n{end}{tail}"


def _read(path: Path) -> Answer:
    raw = YAML(typ="safe").load(path.read_text("utf-8"))
    rubric = tuple(Judged(**item) for item in raw.get("rubric", ()))
    items = (RubricItem(id=f"R{number}", text=item.text) for number, item in enumerate(rubric, start=1))
    fixtures = tuple(
        Fixture(
            path=name, sha256=_digest(text.encode()), size_bytes=len(text.encode()), content=text.encode()
        )
        for name, text in (raw.get("given") or {}).items()
    )
    name = f"{path.parent.name}/{path.stem}"
    task = Task(
        id=name,
        prompt=raw["prompt"],
        fixtures=fixtures,
        rubric=tuple(items),
        digest=_digest(path.read_bytes()),
    )
    evidence = Evidence(
        answer=raw["answer"],
        files=tuple(_file(name, file) for name, file in (raw.get("files") or {}).items()),
        tool_calls=tuple(ToolCall(**call) for call in raw.get("calls") or ()),
    )
    claims = tuple(Planted(**claim) for claim in raw["claims"])
    return Answer(name=name, task=task, evidence=evidence, claims=claims, rubric=rubric)


def _file(path: str, raw: dict[str, object]) -> FileEvidence:
    text = None if raw.get("binary") else str(raw["text"])
    size = 4 if text is None else len(text.encode())
    return FileEvidence.model_validate(
        {"path": path, "state": raw["state"], "text": text, "size_bytes": size}
    )


def _is_same(found: Claim, planted: Planted) -> bool:
    mine, theirs = (plain(text).strip(" .,;:()") for text in (found.quote, planted.say))
    return mine in theirs or theirs in mine


def _of(part: int, whole: int) -> str:
    return f"{part} ({part / whole:.0%})" if whole else "–"


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def main() -> None:
    """Write the measured tables into docs/claims.md."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--model", default="", help="measure a model grader too: a model's name, or `offline`"
    )
    model = parser.parse_args().model
    answers = read_corpus()
    page = with_section(PAGE.read_text("utf-8"), "by code", code_page(answers))
    if model:
        with open_models(model) as models:
            table = measure_model(answers, model, models)
        print("\n".join(model_page(table)))
        if model != "offline":
            page = with_section(page, "by model", [f"Grader: `{model}`.", "", *model_page(table)])
    PAGE.write_text(page, "utf-8")


if __name__ == "__main__":
    main()
