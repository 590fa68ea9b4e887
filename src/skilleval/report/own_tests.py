"""A skill's own tests, as the bodies show them: what failed first, what was not run with its reason."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from skilleval.domain.own_tests import OwnTestRun, SuiteState
from skilleval.report import words
from skilleval.report.rows import Cut, cut

_WHOSE = {"baseline": "the base side's", "candidate": "the change's", "both": "unchanged"}
_ORDER: tuple[SuiteState, ...] = ("failed", "error", "not-run", "passed")
_MARKS = {"failed": "✗", "error": "?", "not-run": "–", "passed": "✓"}
_STATES = {"error": "error (ours)", "not-run": "not run"}
_NAMES = 5
_LINES = 20


@dataclass(frozen=True)
class OwnTestRow:
    """One suite: `✗ pytest 8.4, the base side's tests: failed, 5 tests`, and what failed in it."""

    mark: str
    what: str
    failed: Cut[str]
    output: tuple[str, ...]
    """The last lines that it printed, where it failed."""


@dataclass(frozen=True)
class OwnTestBlock:
    """All suites of one skill, those that failed first. `says` is empty where there are none."""

    says: str
    rows: Cut[OwnTestRow]
    is_bad: bool


def own_test_block(runs: Sequence[OwnTestRun], *, limit: int) -> OwnTestBlock:
    """Return the block, cut to `limit` rows."""
    ordered = sorted(runs, key=lambda run: _ORDER.index(run.state))
    states = Counter(run.state for run in ordered)
    says = ", ".join(f"{states[state]} {_STATES.get(state, state)}" for state in _ORDER if states[state])
    return OwnTestBlock(
        says=f"{words.count(len(runs), 'suite')}: {says}" if runs else "",
        rows=cut([_row(run) for run in ordered], limit),
        is_bad=bool(states["failed"] or states["error"]),
    )


def _row(run: OwnTestRun) -> OwnTestRow:
    said = [f"{run.runner}, {_WHOSE[run.side]} tests ({words.count(len(run.paths), 'file')})"]
    ended = _STATES.get(run.state, run.state)
    ended += f", {words.count(run.tests, 'test')}" if run.tests is not None else ""
    said.append(": ".join(part for part in (ended, run.reason) if part))
    if run.before:
        said.append(f"on the base's scripts they {'pass' if run.before == 'passed' else 'fail, too'}")
    shown = run.output.splitlines()[-_LINES:] if run.state in {"failed", "error"} else []
    return OwnTestRow(_MARKS[run.state], "; ".join(said), cut(run.failed, _NAMES), tuple(shown))
