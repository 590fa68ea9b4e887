"""The whole derivation of a verdict in plain lines: clause, numbers, reason, way out, formula."""

from collections.abc import Iterator, Sequence

from skilleval.domain.lift import ClaimTable, LiftTable, SkillTables, TriggerTable
from skilleval.domain.policy import Bar
from skilleval.domain.verdict import Clause, Numbers, Settle, SkillVerdict, Verdict
from skilleval.gate import rule
from skilleval.gate.conclusion import ROW_WORDS, Standing, row_of
from skilleval.gate.formulas import FORMULAS


def explain_verdict(
    verdict: Verdict, tables: Sequence[SkillTables], *, bar: Bar | None = None
) -> tuple[str, ...]:
    """Return the lines of the derivation. Texts of the bundle stand in them as they are: print them inert."""
    bar = Bar() if bar is None else bar
    by_name = {table.skill: table for table in tables}
    lines = [f"{verdict.verdict} ({verdict.reason}), the check shows {verdict.conclusion}: {verdict.title}"]
    for skill in verdict.skills:
        lines += ["", *_skill(skill, by_name.get(skill.skill, SkillTables(skill=skill.skill)), bar)]
    if len(verdict.skills) > 1:
        lines += ["", "Over several skills the worst counts: error, fail, inconclusive, pass."]
    return tuple(lines)


def _skill(skill: SkillVerdict, tables: SkillTables, bar: Bar) -> Iterator[str]:
    yield f"# {skill.skill}: {skill.verdict} ({skill.reason}), {skill.conclusion}"
    yield skill.sentence
    yield from _literal(skill, bar)
    yield f"conclusion: {_row(skill, tables)}{'' if bar.blocking else '; blocking is off, so it is green'}"
    for clause in skill.clauses:
        yield ""
        yield from _clause(clause, tables)
    if skill.settle is not None:
        yield ""
        yield _settle(skill.settle)
    if skill.next_look is not None:
        yield f"next look: {skill.next_look.state}, {skill.next_look.reason}"
    yield from (f"note: {note}" for note in skill.notes)


def _literal(skill: SkillVerdict, bar: Bar) -> Iterator[str]:
    beats = "beats" if bar.mean == "beats" else "is not under"
    word = skill.literal_bar or "does not apply"
    yield (
        f"literal bar: {word} (the candidate's mean {beats} the baseline's;"
        f" no task is more than {bar.task_margin:g} below its own)"
    )


def _row(skill: SkillVerdict, tables: SkillTables) -> str:
    standing = Standing(
        skill.literal_bar,
        skill.verdict,
        is_ceiling=rule.is_ceiling(tables.lift),
        is_waiting=skill.reason == "waiting",
        has_broken_evals=skill.reason == "broken-evals",
    )
    return ROW_WORDS[row_of(standing)]


def _clause(clause: Clause, tables: SkillTables) -> Iterator[str]:
    yield f"{clause.name}: {clause.state}. {clause.reason}"
    if clause.numbers:
        yield f"  numbers: {_numbers(clause.numbers)}"
    if clause.name == "tasks" and tables.lift:
        yield from _tasks(tables.lift)
    if clause.name == "claims" and tables.claims:
        yield from _claims(tables.claims)
    if clause.name == "triggers" and tables.triggers:
        yield from _queries(tables.triggers)
    if clause.would_change:
        yield f"  what would change it: {clause.would_change}"
    if clause.state != "n/a":
        yield from (f"  {line}" for line in FORMULAS[clause.name])


def _numbers(numbers: Numbers) -> str:
    return ", ".join(f"{name} {_number(value)}" for name, value in numbers.items())


def _number(value: float | str | None) -> str:
    if value is None:
        return "unknown"
    return f"{value:.4f}" if isinstance(value, float) else str(value)


def _tasks(table: LiftTable) -> Iterator[str]:
    for row in table.tasks:
        yield (
            f"  {row.id}: {_number(row.candidate)} against {_number(row.baseline)}, lift {_number(row.lift)}"
            f" +- {_number(row.se)}, n {row.n[1]} and {row.n[0]}, drawn to the mean {_number(row.shrunken)},"
            f" odds of a drop {_number(row.p_worse)}"
        )


def _claims(table: ClaimTable) -> Iterator[str]:
    for pattern in table.patterns:
        yield (
            f"  {pattern.kind}: candidate {pattern.candidate[0]} of {pattern.candidate[1]},"
            f" baseline {pattern.baseline[0]} of {pattern.baseline[1]}, tasks {len(pattern.tasks)},"
            f" odds of more {_number(pattern.p_more)}, {'a pattern' if pattern.is_pattern else 'no pattern'}"
        )


def _queries(table: TriggerTable) -> Iterator[str]:
    for rate in table.queries:
        fired = ", ".join(f"{arm} {k} of {n}" for arm, (k, n) in sorted(rate.fired.items()))
        wanted = "should fire" if rate.should_trigger else "should stay quiet"
        yield f"  {rate.id} ({wanted}): fired {fired or 'never run'}"


def _settle(settle: Settle) -> str:
    items = ", ".join((*settle.tasks, *settle.queries))
    if not settle.repeats:
        return f"no number of repeats of {items} would settle it if the means stay as they are"
    price = "price unknown" if settle.cost_usd is None else f"about {settle.cost_usd:.2f} USD"
    far = ", beyond the planned looks" if settle.hopeless else ""
    return (
        f"would be settled at {settle.repeats} repeats of {items} in both arms,"
        f" if the means stay as they are: {settle.runs} more trials, {price}{far}"
    )
