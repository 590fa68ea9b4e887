"""The comment, for a terminal. Foreign text is shown as it is, without markup or escape codes."""

from collections.abc import Iterator, Sequence

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from skilleval.domain.lift import ClaimPattern
from skilleval.domain.report import Report
from skilleval.report import words
from skilleval.report.evals import EvalBlock
from skilleval.report.inert import plain
from skilleval.report.items import ItemRow
from skilleval.report.own_tests import OwnTestBlock
from skilleval.report.routing import RoutingBlock
from skilleval.report.rows import (
    ClaimBlock,
    Cut,
    FindingBlock,
    FindingRow,
    LiftBlock,
    TriggerBlock,
    UnconfirmedRow,
    cut,
)
from skilleval.report.skill import Limits, SkillView
from skilleval.report.steps import Step
from skilleval.report.view import BodyView, build_view

_STYLES = {"✓": "green", "✗": "red", "?": "yellow", "–": "dim"}
_FIGURES = {"lift", "n", "fired", "baseline", "candidate", "no skill", "worse│better", "verdict"}
_LIMITS = Limits(rows=40, quotes=3, skills=1000, overview=1000)
_PAIRS = 10


def render_terminal(report: Report, console: Console) -> None:
    """Print the report on `console`: the comment's parts, in its order."""
    view = build_view(report, _LIMITS)
    console.print(Group(*_body(view)), markup=False, highlight=False, emoji=False)


def render_routing(report: Report, console: Console) -> None:
    """Print what `skilleval route` is asked for: the verdict, and all skills together."""
    view = build_view(report, _LIMITS)
    console.print(Group(*_routing_body(view)), markup=False, highlight=False, emoji=False)


def _routing_body(view: BodyView) -> Iterator[RenderableType]:
    if view.report.run.offline:
        yield _line("No language model was used: a rule-based stand-in answered.", "yellow")
    yield _marked(view.mark, view.report.verdict.title, bold=True)
    yield _line(" · ".join(view.facts), "dim")
    pairs = cut(sorted(view.report.changes.collisions, key=lambda pair: -pair.closeness), _PAIRS)
    for pair in pairs.shown:
        yield _line(f"{pair.one} and {pair.other} collide ({pair.closeness:.2f})", "dim")
    if pairs.more:
        yield _line(f"{words.count(pairs.more, 'more pair')} collide; --json has all", "dim")
    for skill in view.skills.shown:
        if skill.verdict.verdict in {"fail", "error"}:
            yield _marked(skill.mark, f"{skill.verdict.skill}: {skill.verdict.sentence}")
    if view.routing is not None:
        yield Text("")
        yield from _routing(view.routing)
        yield Text("")
        rows = [
            (row.expected, row.got, str(row.trials), str(row.queries)) for row in view.routing.matrix.shown
        ]
        yield _table(("belongs to", "goes to", "trials", "queries"), rows)
    yield Text("")
    yield _line(view.health, "dim")
    yield from _notes(view.notes)


def _body(view: BodyView) -> Iterator[RenderableType]:
    run = view.report.run
    if run.offline:
        yield _line("No language model was used: a rule-based stand-in answered.", "yellow")
    if not run.isolated and view.report.health.total:
        yield _line(
            f"Nothing was isolated: trials ran as processes of this machine (sandbox {run.sandbox}).",
            "yellow",
        )
    yield _marked(view.mark, view.report.verdict.title, bold=True)
    yield _line(" · ".join(view.facts), "dim")
    if view.overview.total > 1:
        yield _line(view.tally)
        rows = [
            (r.mark, r.verdict.skill, r.verdict.verdict, r.lift, r.verdict.title) for r in view.overview.shown
        ]
        yield _table(("", "skill", "verdict", "lift", "in short"), rows)
    for skill in view.skills.shown:
        yield Text("")
        yield _marked(skill.mark, f"{skill.verdict.skill}: {skill.verdict.sentence}", bold=True)
        yield Padding(Group(*_skill(skill)), (0, 0, 0, 2), expand=False)
    if view.routing is not None:
        yield Text("")
        yield from _routing(view.routing)
    yield Text("")
    yield _line(view.health, "dim")
    yield from (_line(line, "dim") for line in view.grading)
    yield from _notes(view.notes)


def _skill(skill: SkillView) -> Iterator[RenderableType]:
    about = "; ".join(part for part in (skill.path, skill.what, _against(skill)) if part)
    if about:
        yield _line(about, "dim")
    for row in skill.clauses:
        yield _marked(row.mark, f"{row.clause.name}: {row.clause.reason}")
    for part in (_measured(skill), _own_tests(skill.own_tests), _costs(skill), _remarks(skill)):
        yield from part


def _measured(skill: SkillView) -> Iterator[RenderableType]:
    for title, block in (("", skill.lift), ("the author's own tasks, not in the bar", skill.own)):
        if block is not None and block.rows.total:
            yield from _lift(block, title)
    yield from _falls(skill.falls)
    if skill.triggers is not None:
        yield from _triggers(skill.triggers)
    for line in skill.loading:
        yield _line(line, "dim")
    if skill.claims is not None:
        yield from _claims(skill.claims)
    if skill.review is not None:
        yield from _findings(skill.review)


def _own_tests(block: OwnTestBlock) -> Iterator[RenderableType]:
    if not block.rows.total:
        return
    yield _line(f"own tests (no model): {block.says}")
    for row in block.rows.shown:
        yield _marked(row.mark, row.what)
        yield from (_line(f"    {name}", "dim") for name in row.failed.shown)


def _costs(skill: SkillView) -> Iterator[RenderableType]:
    if skill.costs:
        rows = [(row.measure, row.old, row.new, row.n) for row in skill.costs]
        yield Text("")
        yield _table(("cost", skill.old_arm, "candidate", "n"), rows)


def _remarks(skill: SkillView) -> Iterator[RenderableType]:
    yield Text("")
    for state, reason, times in skill.mishaps.shown:
        yield _line(f"{state} × {times}: {reason}", "dim")
    yield from _more(skill.mishaps, "reason")
    if skill.lint.total:
        remarks = words.count(skill.lint.total, "remark")
        yield _line(f"lint: {remarks}; skilleval lint {skill.path} lists them", "dim")
    yield from _evals(skill.evals)
    yield from _notes(skill.notes)
    for step in skill.steps:
        yield from _step(step)


def _evals(block: EvalBlock) -> Iterator[RenderableType]:
    for golden in block.golden.shown:
        yield _line(f"golden task {golden.task}: {golden.old} → {golden.new}", "dim")
    for row in block.preferences.shown:
        scores = f"{words.score(row.old)} → {words.score(row.new)}"
        yield _line(
            f"compared blind, not in the bar: {row.task} {scores} ({words.count(row.pairs, 'pair')})", "dim"
        )
    for item in block.disputes.shown:
        scores = f"{words.score(item.score)}, would be {words.score(item.would_be)}"
        yield _line(f"disputed: {item.text} ({item.task}): {item.dispute.because}; score {scores}", "dim")
    yield from (_line(f"evals: {note}", "dim") for note in block.notes.shown)
    yield from _more(block.notes, "note on the evals", "notes on the evals")


def _notes(notes: Cut[str]) -> Iterator[RenderableType]:
    for note in notes.shown:
        yield _line(f"note: {note}")
    yield from _more(notes, "note")


def _step(step: Step) -> Iterator[RenderableType]:
    yield _line(f"next: {step.text} {step.place}".rstrip())
    if step.command:
        yield _line(f"  {step.command}", "cyan")


def _against(skill: SkillView) -> str:
    return f"compared with {skill.compared_with} {skill.old_sha}".strip() if skill.compared_with else ""


def _lift(block: LiftBlock, title: str) -> Iterator[RenderableType]:
    notes = ("note",) if block.has_notes else ()
    control = ("no skill",) if block.has_control else ()
    bars = () if control else ("worse│better",)  # with a third arm 80 columns hold the figures and no more
    head = ("task", *control, block.old_arm, "candidate", *bars, "lift", "n", "fired", *notes)
    rows = [
        (
            row.task.id,
            *([words.score(row.task.control)] if control else []),
            words.score(row.old),
            words.score(row.task.candidate),
            *([words.bar(row.task.lift)] if bars else []),
            words.measured(row.task.lift, row.task.interval),
            row.n,
            words.of(*row.task.fired),
            *([row.note] if notes else []),
        )
        for row in block.rows.shown
    ]
    table = block.table
    last = (
        f"mean of {block.rows.total}",
        *[""] * len(control),
        words.score(block.old_mean),
        words.score(table.candidate),
        *([words.bar(table.mean)] if bars else []),
        words.measured(table.mean, table.interval),
        *[""] * (len(head) - len(control) - len(bars) - 4),
    )
    yield Text("")
    if title:
        yield _line(title, "bold")
    yield _table(head, [*rows, last])
    yield from _more(block.rows, "task")
    for line in block.lines:
        yield _line(line, "dim")


def _falls(rows: Cut[ItemRow]) -> Iterator[RenderableType]:
    if rows.total:
        yield Text("")
        yield _line("what fell", "bold")
    for row in rows.shown:
        means = f"{words.score(row.old)} → {words.score(row.new)} (n {row.n[0]}→{row.n[1]})"
        yield _line(f"- {row.task}: {row.text}: {means}")
        if row.evidence:
            yield _line(f"    “{row.evidence}” (trial {row.trial})")
    yield from _more(rows, "statement")


def _triggers(block: TriggerBlock) -> Iterator[RenderableType]:
    figures = [(row.measure, row.old, row.new) for row in block.rows]
    yield Text("")
    yield _table(("triggers", "baseline", "candidate"), figures)
    if block.says:
        yield _line(block.says, "dim")
    for row in block.flipped.shown:
        flip = row.flip
        wish = "should fire" if flip.should_trigger else "should not fire"
        fired = f"fired {words.of(*flip.baseline)} → {words.of(*flip.candidate)}"
        yield _marked("✓" if flip.better else "✗", f"“{row.query}” {wish}: {fired}")
    yield from _more(block.flipped, "query", "queries")


def _routing(block: RoutingBlock) -> Iterator[RenderableType]:
    yield _line("which skill takes which request", "bold")
    figures = [(row.measure, row.old, row.new) for row in block.rows]
    yield _table(("all skills", "baseline", "candidate"), figures)
    rows = [(row.skill, row.precision, row.recall_before, row.recall) for row in block.skills.shown]
    yield _table(("skill", "precision", "recall before", "recall"), rows)
    for line in (*block.lines, *block.moves.shown):
        yield _line(f"- {line}")
    yield from _more(block.moves, "move")


def _claims(block: ClaimBlock) -> Iterator[RenderableType]:
    for title, kinds in (("new", block.new), ("gone", block.gone), ("in both", block.both)):
        if kinds.total:
            yield Text("")
            yield _line(f"false claims, {title}", "bold")
        for kind in kinds.shown:
            yield from _claim(kind, block.quotes)
        yield from _more(kinds, "kind")
    if block.unconfirmed.total:
        yield Text("")
        yield _line("false claims that a second look did not confirm (not counted)", "bold")
    for row in block.unconfirmed.shown:
        yield from _charge(row)
    yield from _more(block.unconfirmed, "charge")


def _charge(row: UnconfirmedRow) -> Iterator[RenderableType]:
    quote = row.quote
    yield _line(f"- {row.kind}: “{quote.quote}” ({quote.arm}, task {quote.task}, {words.standing(quote)})")
    if quote.reading:
        yield _line(f"    read as: {quote.reading}")
    if quote.second_said:
        yield _line(f"    the second reader: {quote.second_said}")


def _claim(kind: ClaimPattern, quotes: int) -> Iterator[RenderableType]:
    weight = ", a pattern" if kind.is_pattern else ", watched (no pattern so far)"
    yield _line(
        f"- {kind.kind}: {words.of(*kind.baseline)} → {words.of(*kind.candidate)} trials"
        + (weight if kind.status != "gone" else "")
    )
    for quote in kind.quotes[:quotes]:
        where = f"{quote.arm}, task {quote.task}, trial {quote.trial}, {words.standing(quote)}"
        yield _line(f"    “{quote.quote}” ({where})")
        if quote.evidence:
            yield _line(f"      but: {quote.evidence}")
    for line in kind.likely:
        new = ", new in this change" if line.changed and kind.status != "gone" else ""
        yield _line(f"    likely from {line.path}:{line.line}{new}: “{line.text}”")


def _findings(block: FindingBlock) -> Iterator[RenderableType]:
    yield from _finding_list("introduced", block.introduced)
    for reach in block.capabilities:
        for verb, names in (("newly reaches", reach.added), ("no longer reaches", reach.removed)):
            if names:
                yield _line(f"- {verb} {reach.kind}: {', '.join(names)}")
    yield from _finding_list("fixed", block.fixed)
    if block.existing.total:
        yield _line(f"findings that were there before: {block.existing.total}", "dim")
    if block.error:
        yield _line(f"the review could not finish (ours): {block.error}", "yellow")


def _finding_list(title: str, rows: Cut[FindingRow]) -> Iterator[RenderableType]:
    if rows.total:
        yield Text("")
        yield _line(f"findings, {title}: {rows.total}", "bold")
    for row in rows.shown:
        yield from _finding(row)
    yield from _more(rows, "finding")


def _finding(row: FindingRow) -> Iterator[RenderableType]:
    hit = row.finding
    yield _line(f"- {hit.severity} ({hit.confidence} confidence) {row.place}: {hit.message} [{hit.rule}]")
    for name, text in (("found", hit.matched), ("why", hit.why), ("fix", hit.fix)):
        if text:
            yield _line(f"    {name}: {text}")


def _more(rows: Cut[object], noun: str, plural: str = "") -> Iterator[RenderableType]:
    if rows.more:
        more = words.count(rows.more, f"more {noun}", f"more {plural}" if plural else "")
        yield _line(f"{more} in the report files", "dim")


def _line(text: str, style: str = "") -> Text:
    lead = len(text) - len(text.lstrip(" "))
    return Text(" " * lead + plain(text, 1000), style=style)


def _marked(mark: str, text: str, *, bold: bool = False) -> Text:
    line = Text(f"{mark} ", style=_STYLES.get(mark, ""))
    return line.append(plain(text, 1000), style="bold not dim" if bold else "default not dim")


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="dim")
    for name in head:
        # figures are worth nothing in two halves: only words wrap
        table.add_column(Text(name), overflow="fold", no_wrap=name in _FIGURES, min_width=min(12, len(name)))
    for row in rows:
        table.add_row(*(Text(plain(cell, 200)) for cell in row))
    return table
