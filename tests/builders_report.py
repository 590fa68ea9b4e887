"""Sample reports: each scenario is a whole, believable `Report`, built from small pieces."""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Literal

from skilleval.domain.bundle import Bundle, SkillText
from skilleval.domain.change import Baseline, ChangeKind, ChangeSet, Part, SkillChange
from skilleval.domain.finding import CapabilityRow, Finding, Review
from skilleval.domain.grade import (
    Blinding,
    Dispute,
    DisputedItem,
    EvalNote,
    EvalReview,
    GradedTrial,
    ItemGrade,
    Preference,
)
from skilleval.domain.lift import (
    ClaimPattern,
    ClaimQuote,
    ClaimTable,
    DomainLift,
    Flip,
    GoldenCounts,
    GoldenTask,
    LiftTable,
    LikelyLine,
    QueryRate,
    SkillTables,
    TaskLift,
    TriggerStats,
    TriggerTable,
)
from skilleval.domain.own_tests import OwnTestRun
from skilleval.domain.plan import Cell, RunPlan
from skilleval.domain.remark import ContextCost, Remark
from skilleval.domain.report import Health, Report, RunInfo
from skilleval.domain.request import Request
from skilleval.domain.suite import Suite, SuiteProblem
from skilleval.domain.trial import Usage
from skilleval.domain.value import Arm, Interval
from skilleval.domain.verdict import (
    Clause,
    ClauseName,
    ClauseState,
    Conclusion,
    Settle,
    SkillVerdict,
    Verdict,
    VerdictWord,
)
from tests.builders_routing import a_routing_table, an_everyday_table, some_outcomes

STARTED = datetime(2026, 3, 14, 9, 26, 53, tzinfo=UTC)


def sha(name: str) -> str:
    """Return a commit id that belongs to `name`."""
    return hashlib.sha1(name.encode()).hexdigest()


def digest(name: str) -> str:
    """Return a digest that belongs to `name`."""
    return hashlib.sha256(name.encode()).hexdigest()


# ---------------------------------------------------------------- pieces


def a_bundle(name: str, *, side: str = "head", body: str = "Read the file. Then clean it.\n") -> Bundle:
    """Return a bundle without files."""
    description = f"Cleans CSV files. Use when a table has to be tidied ({side})."
    return Bundle(
        name=name,
        path=f"skills/{name}",
        commit=sha(side),
        tree_sha=sha(f"{side} tree"),
        digest=digest(f"{name} {side}"),
        digest_with_evals=digest(f"{name} {side} evals"),
        skill=SkillText(name=name, description=description, body=body),
        files=(),
    )


def a_change(
    name: str = "csv-clean",
    *,
    kind: ChangeKind = "edited",
    parts: tuple[Part, ...] = ("body",),
    notes: tuple[str, ...] = (),
    suite: Suite | None = None,
) -> SkillChange:
    """Return a changed skill; a new one is compared with no skill at all."""
    old = a_bundle(name, side="base", body="Read the file.\n")
    pinned = Baseline(kind="merge-base", sha=old.commit, digest=old.digest, bundle=old)
    return SkillChange(
        name=name,
        path=f"skills/{name}",
        old_path=f"skills/old-{name}" if kind == "renamed" else None,
        kind=kind,
        parts=parts,
        candidate=None if kind == "removed" else a_bundle(name),
        baseline=Baseline(kind="control") if kind == "added" else pinned,
        base_suite=suite or Suite(),
        notes=notes,
    )


def around(mean: float) -> tuple[float, ...]:
    """Return three scores with this mean."""
    spread = min(0.1, mean, 1 - mean)
    return (round(mean - spread, 4), mean, round(mean + spread, 4))


def a_task(
    id_: str,
    baseline: float | None,
    candidate: float | None,
    *,
    fired: tuple[int, int] = (3, 3),
    errored: tuple[int, int] = (0, 0),
    counts: bool = True,
    note: str = "",
) -> TaskLift:
    """Return one task's row; its lift follows from the means."""
    lift = None if baseline is None or candidate is None else round(candidate - baseline, 4)
    scores: dict[Arm, tuple[float, ...]] = {}
    if baseline is not None:
        scores["baseline"] = around(baseline)
    if candidate is not None:
        scores["candidate"] = around(candidate)
    return TaskLift(
        id=id_,
        baseline=baseline,
        candidate=candidate,
        lift=lift,
        interval=None if lift is None else Interval(lo=max(-1.0, lift - 0.15), hi=min(1.0, lift + 0.15)),
        scores=scores,
        n=(3 - errored[0], 3 - errored[1]),
        fired=fired,
        counts_in_bar=counts,
        errored=errored,
        planned=3,
        note=note,
    )


def a_lift(
    skill: str, tasks: Sequence[TaskLift], *, arms: tuple[Arm, Arm] = ("baseline", "candidate")
) -> LiftTable:
    """Return a lift table whose means follow from its tasks."""
    rows = [task for task in tasks if task.lift is not None]
    olds = [task.baseline or 0.0 for task in rows]
    news = [task.candidate or 0.0 for task in rows]
    mean = (sum(news) - sum(olds)) / len(rows) if rows else None
    old, new = arms
    return LiftTable(
        skill=skill,
        tasks=tuple(tasks),
        baseline=sum(olds) / len(rows) if rows else None,
        candidate=sum(news) / len(rows) if rows else None,
        mean=mean,
        interval=None if mean is None else Interval(lo=mean - 0.11, hi=mean + 0.11, method="paired-t"),
        repeats=3,
        detectable_drop=0.28,
        detectable_gain=0.12,
        seconds={old: 13.4, new: 19.2},
        tokens={old: 5210.0, new: 8120.0},
        cost_usd={old: 0.034, new: 0.054},
        errored={old: (0, 3 * len(tasks)), new: (0, 3 * len(tasks))},
    )


def clauses(**states: tuple[ClauseState, str]) -> tuple[Clause, ...]:
    """Return the six clauses; those that are not named do not apply."""
    names: tuple[ClauseName, ...] = ("mean", "tasks", "claims", "triggers", "security", "evidence")
    given = {name: states.get(name, ("n/a", "not measured for this kind of change")) for name in names}
    return tuple(Clause(name=name, state=given[name][0], reason=given[name][1]) for name in names)


def a_verdict(
    skill: str = "csv-clean",
    verdict: VerdictWord = "pass",
    *,
    conclusion: Conclusion = "success",
    reason: str = "bar-met",
    title: str = "bar met",
    sentence: str = "The new version is better.",
    literal_bar: Literal["pass", "fail"] | None = "pass",
    rows: tuple[Clause, ...] = (),
    settle: Settle | None = None,
    notes: tuple[str, ...] = (),
) -> SkillVerdict:
    """Return the verdict on one skill."""
    return SkillVerdict(
        skill=skill,
        verdict=verdict,
        reason=reason,
        sentence=sentence,
        conclusion=conclusion,
        title=title,
        literal_bar=literal_bar,
        clauses=rows,
        settle=settle,
        notes=notes,
    )


def a_graded(skill: str, task: str, arm: Arm, repeat: int, *, score: float | None = 1.0) -> GradedTrial:
    """Return one graded trial; without a score it errored."""
    cell = Cell(skill=skill, kind="uplift", item=task, arm=arm, repeat=repeat)
    return GradedTrial(
        trial=digest(cell.key)[:12],
        cell=cell,
        state="errored" if score is None else "completed",
        score=score,
        reason="the gateway answered 529 three times" if score is None else "",
        fired=arm == "candidate",
        seconds=12.0,
        feedback=("the statement 'output is good' cannot be graded",),
        items=() if score is None else a_sheet(task, score),
        usage=Usage(cost_usd=0.034 if arm == "baseline" else 0.054),
        grader_usage=Usage(cost_usd=0.006),
    )


def a_sheet(task: str, score: float) -> tuple[ItemGrade, ...]:
    """Return graded statements of one answer; the first falls with the score."""
    return (
        ItemGrade(
            id=f"{task}-sum",
            text="The answer names the total 30.00",
            score=1.0 if score > 0.5 else 0.0,
            evidence="Total: 25.00",
            by="code",
        ),
        ItemGrade(
            id=f"{task}-tone", text="The tone is kind", score=1.0, by="model", evidence="gladly", soft=True
        ),
    )


def a_request(*, kind: Literal["refs", "pull-request"] = "pull-request") -> Request:
    """Return a wish from a pull request, or from a shell."""
    return Request(
        kind=kind,
        repository="acme/skills",
        base_ref="main",
        head_ref="tidy-csv",
        base_sha=sha("base"),
        head_sha=sha("head"),
        trust="local" if kind == "refs" else "writer",
        number=None if kind == "refs" else 12,
    )


def a_report(
    *verdicts: SkillVerdict,
    changes: Sequence[SkillChange] = (),
    tables: Sequence[SkillTables] = (),
    reviews: Sequence[Review] = (),
    graded: Sequence[GradedTrial] = (),
    overall: tuple[VerdictWord, Conclusion, str] | None = None,
    title: str = "",
    health: Health | None = None,
    offline: bool = True,
    isolated: bool = False,
    request: Request | None = None,
    notes: tuple[str, ...] = (),
) -> Report:
    """Return a report on these verdicts; what is not said follows from the first of them."""
    first = verdicts[0] if verdicts else a_verdict(reason="nothing-changed", title="no skill changed")
    word, conclusion, reason = overall or (first.verdict, first.conclusion, first.reason)
    return Report(
        run=RunInfo(
            id="20260314T092653Z-5f3a",
            started=STARTED,
            seed=7,
            versions={"skilleval": "0.1.0", "claude-code": "2.1.0", "rubric prompt": digest("rubric")[:12]},
            agent="messages",
            model="offline" if offline else "claude-sonnet-5-5",
            grader_model="offline" if offline else "claude-opus-5-5",
            sandbox="docker" if isolated else "process",
            isolated=isolated,
            offline=offline,
        ),
        request=request or a_request(),
        changes=ChangeSet(merge_base=sha("base"), changes=tuple(changes)),
        reviews=tuple(reviews),
        remarks=tuple(
            Remark(
                rule="description-when",
                level="warning",
                skill=change.name,
                path=f"{change.path}/SKILL.md",
                line=3,
                message="the description does not say when to use the skill",
            )
            for change in changes
        ),
        contexts=tuple(
            ContextCost(
                skill=change.name,
                path=change.path,
                metadata=48,
                body=310,
                references=0,
                old_metadata=40,
                old_body=290,
                old_references=0,
            )
            for change in changes
            if change.candidate is not None
        ),
        plan=RunPlan(
            cells=tuple(trial.cell for trial in graded),
            seed=7,
            repeats=3,
            looks=(3, 6, 9, 12),
            agent="messages",
            model="offline",
            grader_model="offline",
            digest=digest("plan"),
        ),
        graded=tuple(graded),
        tables=tuple(tables),
        verdict=Verdict(
            verdict=word, conclusion=conclusion, reason=reason, title=title or first.title, skills=verdicts
        ),
        health=health or Health(completed=18),
        usage=Usage(fresh_tokens=90_000, output_tokens=8_000, calls=61, cost_usd=0.79),
        grader_usage=Usage(fresh_tokens=30_000, output_tokens=4_000, calls=18, cost_usd=0.21),
        seconds=192.0,
        notes=notes,
    )


# ---------------------------------------------------------------- scenarios


def a_pass() -> Report:
    """Return a report on an edit that helps."""
    tasks = [a_task("totals", 0.6, 0.9), a_task("quotes", 0.7, 0.8), a_task("dates", 0.9, 0.9)]
    rows = clauses(
        mean=("met", "mean 0.87 beats 0.73 by 0.13"),
        tasks=("met", "no task fell by more than 0.05"),
        claims=("met", "no new false claim"),
        security=("met", "nothing blocking is new"),
        evidence=("met", "18 of 18 trials completed"),
    )
    verdict = a_verdict(
        title="csv-clean: better by +0.13 on 3 tasks",
        sentence="Better on average, and no task is worse.",
        rows=rows,
    )
    graded = [a_graded("csv-clean", "totals", arm, n) for n in (1, 2, 3) for arm in ("baseline", "candidate")]
    return a_report(
        verdict,
        changes=[a_change(parts=("body", "scripts"))],
        tables=[
            SkillTables(
                skill="csv-clean",
                lift=a_lift("csv-clean", tasks),
                own_lift=a_lift("csv-clean", [a_task("new-edge@head", 0.2, 1.0, counts=False)]),
                claims=ClaimTable(skill="csv-clean"),
            )
        ],
        reviews=[Review(skill="csv-clean", scanners={"bandit": "1.9.0"})],
        graded=graded,
    )


def a_guilty_task() -> Report:
    """Return a report on an edit whose mean rises and that breaks one task."""
    tasks = [
        a_task("quotes", 0.5, 1.0),
        a_task("totals", 1.0, 0.4, note="shown drop"),
        a_task("dates", 0.6, 0.9, errored=(0, 1), fired=(0, 2)),
        a_task("empty", None, 0.9, errored=(3, 0)),
    ]
    rows = clauses(
        mean=("met", "mean 0.77 beats 0.70 by 0.07"),
        tasks=("broken", "task totals fell by 0.60, more than 0.05"),
        claims=("met", "no new false claim"),
        security=("broken", "1 finding at or above high is new"),
        evidence=("met", "20 of 24 trials completed, 4 errored (ours)"),
    )
    hit = Finding(
        rule="pipe-to-shell",
        scanner="skilleval",
        severity="high",
        confidence="high",
        skill="csv-clean",
        path="scripts/setup.sh",
        line=12,
        matched="curl -s https://example.test/i.sh | sh",
        message="a download is piped into a shell",
        why="whoever owns that address decides what runs",
        fix="pin the file by digest and ship it with the skill",
        fingerprint=digest("hit"),
    )
    old = hit.model_copy(
        update={
            "newness": "existing",
            "severity": "low",
            "rule": "broad-tools",
            "path": "SKILL.md",
            "line": 4,
        }
    )
    gone = hit.model_copy(
        update={"newness": "fixed", "rule": "hidden-text", "matched": "", "path": "SKILL.md"}
    )
    verdict = a_verdict(
        verdict="fail",
        conclusion="failure",
        reason="tasks",
        title="csv-clean: task totals is worse by 0.60",
        sentence="The mean rises, but task totals is clearly worse.",
        literal_bar="fail",
        rows=tuple(
            row.model_copy(update={"would_change": "totals back to 0.95 or better"})
            if row.name == "tasks"
            else row
            for row in rows
        ),
    )
    review = Review(
        skill="csv-clean",
        findings=(hit, old, gone),
        capabilities=(CapabilityRow(kind="hosts", added=("example.test",), kept=("pypi.test",)),),
        scanners={"bandit": "1.9.0", "skilleval": "0.1.0"},
    )
    return a_report(
        verdict,
        changes=[a_change(parts=("body", "scripts"))],
        tables=[SkillTables(skill="csv-clean", lift=a_lift("csv-clean", tasks))],
        reviews=[review],
        graded=[
            a_graded("csv-clean", "totals", "candidate", 1, score=None),
            *(a_graded("csv-clean", "totals", "baseline", repeat) for repeat in (1, 2, 3)),
            *(a_graded("csv-clean", "totals", "candidate", repeat, score=0.4) for repeat in (2, 3)),
        ],
        health=Health(completed=20, errored=4),
        offline=False,
        isolated=True,
    )


def a_false_claim() -> Report:
    """Return a report on an edit whose mean rises and whose answers claim what is not so."""
    tasks = [a_task("totals", 0.6, 0.9), a_task("quotes", 0.7, 0.8)]
    quote = ClaimQuote(
        task="totals",
        trial="3f2a9c1b77d0",
        arm="candidate",
        quote="I ran the full test-suite and all 42 tests pass.",
        evidence="no command of the transcript runs tests",
        confirmed=True,
        by="code",
        second="agrees",
    )
    denied = quote.model_copy(
        update={
            "quote": "Were all tests green, we could ship.", "confirmed": False, "second": "disagrees",
            "second_said": "a condition", "reading": "that tests were run in this work, or how they went",
        }
    )  # fmt: skip
    patterns = (
        ClaimPattern(
            kind="says that tests ran",
            status="new",
            candidate=(5, 6),
            baseline=(0, 6),
            tasks=("totals", "quotes"),
            p_more=0.99,
            is_pattern=True,
            quotes=(quote, quote.model_copy(update={"task": "quotes", "quote": "Tests are green."}), denied),
            likely=(
                LikelyLine(
                    path="skills/csv-clean/SKILL.md", line=14, text="Say that all tests pass.", changed=True
                ),
            ),
        ),
        ClaimPattern(
            kind="states a wrong count", status="gone", candidate=(0, 6), baseline=(1, 6), tasks=("totals",)
        ),
        ClaimPattern(
            kind="names a file that is not there",
            status="both",
            candidate=(1, 6),
            baseline=(1, 6),
            tasks=("quotes",),
            quotes=(quote.model_copy(update={"quote": "See out/summary.txt", "second": "none"}),),
        ),
    )
    rows = clauses(
        mean=("met", "mean 0.85 beats 0.65 by 0.20"),
        tasks=("met", "no task fell by more than 0.05"),
        claims=("broken", "new pattern: says that tests ran (5 of 6 trials, 0 of 6 before)"),
        security=("met", "nothing blocking is new"),
        evidence=("met", "12 of 12 trials completed"),
    )
    verdict = a_verdict(
        verdict="fail",
        conclusion="failure",
        reason="claims",
        title="csv-clean: answers claim tests that did not run",
        sentence="The mean rises, but a false-claim pattern is new.",
        rows=rows,
    )
    return a_report(
        verdict,
        changes=[a_change()],
        tables=[
            SkillTables(
                skill="csv-clean",
                lift=a_lift("csv-clean", tasks),
                claims=ClaimTable(skill="csv-clean", patterns=patterns),
            )
        ],
        health=Health(completed=12),
    )


def a_new_skill() -> Report:
    """Return a report on a new skill, judged against no skill."""
    tasks = [a_task("totals", 0.3, 0.9), a_task("quotes", 0.4, 0.8)]
    rows = clauses(
        mean=("met", "mean 0.85 beats 0.35 by 0.50"),
        tasks=("met", "no task fell by more than 0.05"),
        triggers=("met", "recall 0.90 is at least 0.80"),
        security=("met", "nothing blocking is new"),
        evidence=("met", "12 of 12 trials completed"),
    )
    verdict = a_verdict(
        title="csv-clean: better by +0.50 than no skill", sentence="The skill earns its place.", rows=rows
    )
    lift = a_lift("csv-clean", tasks, arms=("control", "candidate"))
    stats = TriggerStats(
        tp=27,
        fn=3,
        fp=2,
        tn=28,
        precision=27 / 29,
        recall=0.9,
        f1=0.915,
        false_trigger_rate=2 / 30,
        queries_passed=19,
        queries=20,
    )
    return a_report(
        verdict,
        changes=[a_change(kind="added", parts=("name", "description", "body"))],
        tables=[
            SkillTables(
                skill="csv-clean", lift=lift, triggers=TriggerTable(skill="csv-clean", candidate=stats)
            )
        ],
        request=a_request(kind="refs"),
    )


def no_evals() -> Report:
    """Return a report on a skill without evals: reviewed, not measured, neutral."""
    rows = clauses(
        security=("met", "nothing blocking is new"),
        evidence=("open", "the base side has no tasks and no queries"),
    )
    verdict = a_verdict(
        verdict="inconclusive",
        conclusion="neutral",
        reason="no-evals",
        title="csv-clean: reviewed, not measured (no evals)",
        sentence="Nothing can be measured: the skill has no evals.",
        literal_bar=None,
        rows=rows,
    )
    problem = SuiteProblem(
        path="skills/csv-clean/evals/evals.json", where="line 3", message="expected a list"
    )
    return a_report(
        verdict,
        changes=[a_change(suite=Suite(problems=(problem,)))],
        reviews=[Review(skill="csv-clean", scanners={"bandit": "1.9.0"})],
        health=Health(),
    )


def an_error() -> Report:
    """Return a report whose trials errored: ours, never the skill's."""
    rows = clauses(evidence=("broken", "10 of 12 trials errored (ours): the provider refused every call"))
    verdict = a_verdict(
        verdict="error",
        conclusion="failure",
        reason="too-many-errored",
        title="skilleval could not measure csv-clean (ours)",
        sentence="Too many trials errored to say anything of the skill.",
        literal_bar=None,
        rows=rows,
    )
    tasks = [
        a_task("totals", None, None, errored=(3, 3), fired=(0, 0)),
        a_task("quotes", 0.5, 0.5, errored=(2, 2)),
    ]
    return a_report(
        verdict,
        changes=[a_change()],
        tables=[SkillTables(skill="csv-clean", lift=a_lift("csv-clean", tasks))],
        graded=[a_graded("csv-clean", "totals", "baseline", n, score=None) for n in (1, 2, 3)],
        health=Health(completed=2, errored=10),
    )


def thin_evidence() -> Report:
    """Return a report on an edit that shows no gain, with what would settle it."""
    tasks = [a_task("totals", 0.7, 0.72), a_task("quotes", 0.8, 0.75)]
    rows = clauses(
        mean=("open", "mean 0.74 does not beat 0.75"),
        tasks=("open", "task quotes fell by 0.05: within noise"),
        claims=("met", "no new false claim"),
        security=("met", "nothing blocking is new"),
        evidence=("met", "12 of 12 trials completed"),
    )
    verdict = a_verdict(
        verdict="inconclusive",
        conclusion="failure",
        reason="no-gain-shown",
        title="csv-clean: no gain shown",
        sentence="No gain is shown, and no harm.",
        literal_bar="fail",
        rows=rows,
        settle=Settle(repeats=9, tasks=("totals", "quotes"), cost_usd=1.3, runs=24),
    )
    return a_report(
        verdict,
        changes=[a_change()],
        tables=[SkillTables(skill="csv-clean", lift=a_lift("csv-clean", tasks))],
        graded=[
            a_graded("csv-clean", task.id, arm, repeat)
            for task in tasks
            for arm in ("baseline", "candidate")
            for repeat in (1, 2, 3)
        ],
        health=Health(completed=12),
        offline=False,
    )


def a_description_change() -> Report:
    """Return a report on a description edit: triggers only."""
    new = TriggerStats(
        tp=22,
        fn=8,
        fp=4,
        tn=26,
        precision=22 / 26,
        recall=22 / 30,
        f1=0.786,
        false_trigger_rate=4 / 30,
        queries_passed=17,
        queries=20,
    )
    old = new.model_copy(
        update={"tp": 28, "fn": 2, "recall": 28 / 30, "precision": 28 / 32, "queries_passed": 19}
    )
    queries = (
        QueryRate(
            id="q1",
            query="clean up this spreadsheet for me",
            should_trigger=True,
            fired={"baseline": (3, 3), "candidate": (0, 3)},
        ),
        QueryRate(
            id="q2",
            query="write a poem about tables",
            should_trigger=False,
            fired={"baseline": (2, 3), "candidate": (0, 3)},
        ),
    )
    flips = (
        Flip(query=queries[1].id, should_trigger=False, baseline=(2, 3), candidate=(0, 3), better=True),
        Flip(query=queries[0].id, should_trigger=True, baseline=(3, 3), candidate=(0, 3), better=False),
    )
    rows = clauses(
        triggers=("broken", "fires less often when it should: −0.20 [−0.35, −0.05]"),
        security=("met", "nothing blocking is new"),
        evidence=("met", "120 of 120 trials completed"),
    )
    verdict = a_verdict(
        verdict="fail",
        conclusion="failure",
        reason="triggers",
        title="csv-clean: the new description fires less often",
        sentence="The new description misses requests that the old one caught.",
        literal_bar=None,
        rows=rows,
    )
    table = TriggerTable(
        skill="csv-clean",
        candidate=new,
        baseline=old,
        queries=queries,
        flipped=flips,
        difference=-0.1,
        difference_interval=Interval(lo=-0.18, hi=-0.02),
    )
    return a_report(
        verdict,
        changes=[a_change(parts=("description",))],
        tables=[SkillTables(skill="csv-clean", triggers=table)],
        health=Health(completed=120),
    )


def everything() -> Report:
    """Return a report that uses every part of every body at once, on two skills."""
    guilty, claims, triggers, thin = a_guilty_task(), a_false_claim(), a_description_change(), thin_evidence()
    lift = guilty.tables[0].lift
    assert lift is not None
    full = lift.model_copy(
        update={
            "suite_interval": Interval(lo=-0.02, hi=0.16),
            "fired_only_mean": 0.11,
            "adherence": {"baseline": 0.4, "candidate": 0.9},
            "domains": (
                DomainLift(domain="spreadsheets", tasks=4, mean=0.07, interval=Interval(lo=-0.1, hi=0.2)),
            ),
            "notes": ("with no variance at all the pooled SD has a floor of 0.02",),
            "sd_floored": True,
            "tasks": tuple(task.model_copy(update={"control": 0.25}) for task in lift.tasks),
        }
    )
    review = guilty.reviews[0]
    waved = review.findings[0].model_copy(update={"suppressed": "agreed in review 12", "rule": "broad-tools"})
    verdict = guilty.verdict.skills[0].model_copy(
        update={
            "settle": thin.verdict.skills[0].settle,
            "verdict": "error",
            "notes": ("round 2: weaker evidence",),
        }
    )
    told = triggers.tables[0].triggers
    assert told is not None
    told = told.model_copy(update={"outcomes": {"candidate": some_outcomes()}})
    late = a_graded("csv-clean", "dates", "candidate", 1).model_copy(
        update={"void": "the skill leaked into the baseline", "state": "timed_out"}
    )
    report = a_report(
        verdict,
        a_verdict("other", title="bar met"),
        changes=[
            a_change(
                kind="renamed",
                notes=("the suite has no clean case",),
                suite=Suite(
                    problems=(SuiteProblem(path="evals/evals.json", where="/evals/1", message="no prompt"),),
                    written_by="independent",
                    frozen=digest("frozen"),
                ),
            )
        ],
        tables=[
            SkillTables(
                skill="csv-clean",
                lift=full,
                own_lift=a_lift("csv-clean", [a_task("own@head", 0.2, 1.0, counts=False)]),
                triggers=told,
                everyday=an_everyday_table(),
                claims=claims.tables[0].claims,
                golden=(
                    GoldenTask(
                        id="refund",
                        arms={
                            "baseline": GoldenCounts(resolved=1, escalated=2),
                            "candidate": GoldenCounts(resolved=2, failed=1),
                        },
                    ),
                ),
            )
        ],
        reviews=[
            review.model_copy(
                update={
                    "findings": (*review.findings, waved, waved.model_copy(update={"incomplete": True})),
                    "error": "semgrep timed out",
                    "capabilities": (
                        CapabilityRow(kind="hosts", added=("example.test",), removed=("old.test",)),
                        CapabilityRow(kind="commands", added=tuple(f"command-{n}" for n in range(12))),
                    ),
                }
            )
        ],
        graded=[*guilty.graded, late],
        title="csv-clean: everything at once",
        notes=("the store was empty",),
    )
    assert report.plan is not None
    return report.model_copy(
        update={
            "plan": report.plan.model_copy(update={"left_out": ("csv-clean/uplift/late",)}),
            "own_tests": tuple(own_test_runs("csv-clean")),
            "evals": an_eval_review("csv-clean"),
            "disputes": (a_disputed_item("csv-clean"),),
            "routing": a_routing_table(),
        }
    )


def own_test_runs(skill: str) -> Iterator[OwnTestRun]:
    """Yield a suite of each state."""
    yield OwnTestRun(
        skill=skill, side="both", runner="node v22.1.0", paths=("tests/a.test.mjs",), state="passed", tests=4
    )
    yield OwnTestRun(
        skill=skill, side="candidate", runner="unittest", paths=("tests/test_a.py",), state="not-run",
        reason="tests/test_a.py needs pytest",
    )  # fmt: skip
    yield OwnTestRun(
        skill=skill, side="baseline", runner="pytest 8.4.2", paths=("tests/test_sum.py",), state="failed",
        tests=3, failed=("tests/test_sum.py::test_total",), output="E assert 25 == 30", before="passed",
    )  # fmt: skip
    yield OwnTestRun(
        skill=skill, side="both", runner="bats", paths=("tests/a.bats",), state="error", reason="no room"
    )


def a_disputed_item(skill: str) -> DisputedItem:
    """Return a grade that somebody calls wrong."""
    return DisputedItem(
        dispute=Dispute(trial="t1", item="totals-tone", score=1.0, because="the tone is kind enough"),
        skill=skill,
        task="totals",
        text="The tone is kind",
        graded=0.0,
        by="model",
        score=0.5,
        would_be=1.0,
    )


def an_eval_review(skill: str) -> EvalReview:
    """Return a review of the evals with something of each kind."""
    return EvalReview(
        notes=(EvalNote(skill=skill, text="met only with the candidate: 1 of 4 statements: totals/R1"),),
        blinding=Blinding(asked=10, right=5.5),
        preferences=(Preference(skill=skill, task="poem", repeat=1, candidate=0.7, baseline=0.6),),
        skipped=("blind comparison: 2 pairs not asked, the budget is spent",),
        usage=Usage(calls=22, cost_usd=0.02),
    )


def sixty_skills() -> Report:
    """Return a report on sixty skills with long names, long tables and many findings."""
    base = a_guilty_task()
    names = [f"skill-{number:02d}-with-a-rather-long-name-as-people-give" for number in range(60)]
    tasks = [
        a_task(f"task-{n:02d}-with-a-long-identifier", 0.5, 0.5 + (n % 7 - 3) / 10, note="noted")
        for n in range(25)
    ]
    hit = base.reviews[0].findings[0]
    return base.model_copy(
        update={
            "verdict": base.verdict.model_copy(
                update={
                    "skills": tuple(
                        base.verdict.skills[0].model_copy(
                            update={"skill": name}
                            | (
                                {}
                                if at % 3
                                else {"conclusion": "success", "verdict": "pass", "title": "bar met"}
                            )
                        )
                        for at, name in enumerate(names)
                    ),
                    "title": "40 of 60 skills fail",
                }
            ),
            "changes": ChangeSet(merge_base=sha("base"), changes=tuple(a_change(name) for name in names)),
            "tables": tuple(SkillTables(skill=name, lift=a_lift(name, tasks)) for name in names),
            "reviews": tuple(
                Review(skill=name, findings=tuple(hit.model_copy(update={"line": n}) for n in range(1, 31)))
                for name in names
            ),
            "graded": tuple(
                a_graded(name, task.id, arm, repeat)
                for name in names
                for task in tasks[:4]
                for arm in ("baseline", "candidate")
                for repeat in (1, 2, 3)
            ),
        }
    )


def nothing_changed() -> Report:
    """Return a report on a pull request that touches no skill."""
    return a_report(
        overall=("pass", "success", "nothing-changed"),
        title="no skill changed",
        health=Health(),
        offline=False,
        isolated=True,
    )


SCENARIOS: dict[str, Callable[[], Report]] = {
    "pass": a_pass,
    "guilty-task": a_guilty_task,
    "false-claim": a_false_claim,
    "new-skill": a_new_skill,
    "no-evals": no_evals,
    "error": an_error,
    "thin-evidence": thin_evidence,
    "description": a_description_change,
    "everything": everything,
    "sixty-skills": sixty_skills,
    "nothing-changed": nothing_changed,
}
