"""The comment and the summary, whole."""

import re

import pytest

from skilleval.domain.report import Report
from skilleval.report.comment import (
    COMMENT_LIMIT,
    SUMMARY_LIMIT_BYTES,
    read_state,
    render_comment,
    render_summary,
    utf16_length,
)
from tests.builders_report import (
    SCENARIOS,
    a_change,
    a_false_claim,
    a_guilty_task,
    a_pass,
    a_report,
    everything,
    sixty_skills,
)
from tests.builders_report_hostile import numbered, renamed
from tests.snapshots import assert_snapshot

SMALL = pytest.mark.parametrize("scenario", [name for name in SCENARIOS if name != "sixty-skills"])


@SMALL
def test_comment_reads_as_it_did(scenario: str) -> None:
    """Each sample comment is the golden one: a change of wording or order is seen in review."""
    assert_snapshot(f"report/{scenario}.comment.md", render_comment(SCENARIOS[scenario]()))


def test_summary_reads_as_it_did() -> None:
    """The fullest summary is the golden one."""
    assert_snapshot("report/everything.summary.md", render_summary(everything()))


@SMALL
def test_same_report_gives_the_same_bytes(scenario: str) -> None:
    """A saved and re-read report renders the same comment and summary, byte for byte."""
    report = SCENARIOS[scenario]()
    again = Report.model_validate_json(report.model_dump_json())

    assert render_comment(again) == render_comment(report)
    assert render_summary(again) == render_summary(report)


def test_offline_is_said_in_the_first_line() -> None:
    """A report made without a language model says so before anything else."""
    assert "No language model was used" in render_comment(a_pass()).splitlines()[0]
    assert "No language model was used" in render_summary(a_pass()).splitlines()[0]
    assert "No language model was used" not in render_comment(a_guilty_task())


def test_a_comment_of_sixty_skills_fits_and_counts_what_it_cut() -> None:
    """Sixty skills stay under the limit, worst first, and each cut names how many rows it left out."""
    body = render_comment(sixty_skills())

    assert len(body.encode("utf-16-le")) // 2 <= COMMENT_LIMIT
    assert "20 more tasks in the job summary" in body
    assert body.count("| ✗ | `skill-") == 40
    assert body.count("<details") == body.count("</details>")


def test_nothing_that_grows_breaks_the_limit() -> None:
    """Thousands of long notes, skills and cells that the budget left out are cut, with their count."""
    report = sixty_skills()
    notes = tuple(f"{n} {'x' * 500}" for n in range(40))
    skills = tuple(skill.model_copy(update={"notes": notes}) for skill in report.verdict.skills)
    report = report.model_copy(
        update={
            "verdict": report.verdict.model_copy(update={"skills": skills, "title": "long " * 400}),
            "notes": tuple(f"note {n}: {'y' * 600}" for n in range(2000)),
        }
    )
    body = render_comment(report)

    assert utf16_length(body) <= COMMENT_LIMIT
    assert "more notes in the job summary" in body
    assert len(render_summary(report).encode()) <= SUMMARY_LIMIT_BYTES


@pytest.mark.parametrize(
    "payload",
    ["@octocat #1 " * 40, "\u202e\U000e0041" * 120, "👩\u200d💻漢" * 90],
    ids=["mentions", "hidden", "wide"],
)
def test_sixty_skills_of_hostile_words_fit_too(payload: str) -> None:
    """What making text inert adds to it counts: names, notes and quotes that swell keep to the limit."""
    report = renamed(sixty_skills(), numbered(payload, first=True))
    body = render_comment(report)
    shown = len(re.findall(r"^\| [✓✗?–] \| ", body, re.MULTILINE))
    told = re.findall(r"_(\d+) more skills? in the job summary\._", body)

    assert utf16_length(body) <= COMMENT_LIMIT
    assert shown + sum(int(number) for number in told[:1] if shown < 60) == 60
    assert body.count("<details") == body.count("</details>")
    assert read_state(body) is not None


def test_the_state_stays_short_whatever_skills_are_called() -> None:
    """Long and odd names go by their hash, and very many skills by one: the state never fills the comment."""
    odd = "-->" + "\U0001f4a9" * 300
    few = read_state(render_comment(a_report(changes=[a_change(odd), a_change("csv-clean")])))
    many = [a_change(f"skill-{number}") for number in range(500)]
    whole = read_state(render_comment(a_report(changes=many)))
    other = read_state(render_comment(a_report(changes=many[1:])))

    assert few is not None
    assert whole is not None
    assert other is not None
    assert sorted(len(name) for name in few.digests) == [len("csv-clean"), 64]
    assert list(whole.digests) == ["all 500"]
    assert whole.digests != other.digests


def test_link_to_the_whole_report_is_plain_or_not_there() -> None:
    """An address of ours becomes a link; anything else becomes nothing."""
    link = "[The whole report](https://github.test/acme/skills/actions/runs/1)"
    url = "https://github.test/acme/skills/actions/runs/1"

    assert link in render_comment(a_pass(), details_url=url)
    for bad in ("", "javascript:alert(1)", "https://x.test/)![](https://y.test", "https://x.test/a b"):
        assert "The whole report" not in render_comment(a_pass(), details_url=bad)


def test_what_is_cut_is_linked() -> None:
    """Each truthful count leads to where the rest is, when the comment knows where that is."""
    url = "https://github.test/acme/skills/actions/runs/1"
    body = render_comment(sixty_skills(), details_url=url)

    assert f"20 more tasks in [the job summary]({url})" in body
    assert "in the job summary._" not in body
    assert len(body.encode("utf-16-le")) // 2 <= COMMENT_LIMIT


def test_state_is_read_back() -> None:
    """What a run writes into its comment, the next run reads."""
    state = read_state(render_comment(a_false_claim(), key="eu"))

    assert state is not None
    assert (state.key, state.run, state.verdict) == ("eu", "20260314T092653Z-5f3a", "fail")


def test_state_is_not_read_from_foreign_text() -> None:
    """A marker that does not open the body is nobody's."""
    body = render_comment(a_false_claim())

    assert read_state("> quoted\n" + body) is None
    assert read_state("") is None
