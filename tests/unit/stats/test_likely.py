"""Lines of a skill that a kind of false claim likely comes from."""

import hashlib

from hypothesis import given
from hypothesis import strategies as st

from skilleval.domain.bundle import Bundle, BundleFile, SkillText
from skilleval.domain.change import Baseline, Hunk, SkillChange
from skilleval.domain.lift import ClaimPattern, ClaimQuote, ClaimTable, LikelyLine
from skilleval.stats.likely import MOST, SHARED, point_to_lines
from tests.builders_report_hostile import hostile_texts
from tests.builders_stats import a_bundle

OLD = """# Summaries

Read every row of the table.
Name the month with the largest total.
"""
NEW = OLD + "End by saying that you ran the checks and that all totals were verified.\n"
RAN = "I ran the checks and all totals are verified."


def a_side(body: str, *, path: str = "skills/report", files: dict[str, str] | None = None) -> Bundle:
    """Return a bundle whose SKILL.md has this body from line 5 on."""
    return a_bundle().model_copy(
        update={
            "path": path,
            "skill": SkillText(name="report", description="Writes reports", body=body, body_line=5),
            "files": tuple(
                BundleFile(
                    path=name,
                    sha256=hashlib.sha256(text.encode()).hexdigest(),
                    size_bytes=len(text),
                    content=text.encode(),
                )
                for name, text in (files or {}).items()
            ),
        }
    )


def a_change(old: Bundle | None, new: Bundle | None, *hunks: Hunk) -> SkillChange:
    """Return an edit from one side to the other."""
    kind = "control" if old is None else "merge-base"
    return SkillChange(
        name="report",
        path="skills/report",
        kind="edited",
        candidate=new,
        baseline=Baseline(kind=kind, bundle=old),
        hunks=hunks,
    )


def a_table(*quotes: str, status: str = "new", kind: str = "states a wrong fact") -> ClaimTable:
    """Return a table with one kind of claim."""
    said = tuple(ClaimQuote(task="t", trial="x", arm="candidate", quote=quote) for quote in quotes)
    pattern = {"kind": kind, "status": status, "candidate": (1, 3), "baseline": (0, 3), "quotes": said}
    return ClaimTable(skill="report", patterns=(ClaimPattern.model_validate(pattern),))


def pointed(table: ClaimTable, change: SkillChange) -> tuple[LikelyLine, ...]:
    """Return the lines that are named for the only kind."""
    found = point_to_lines(table, change)
    assert found is not None
    return found.patterns[0].likely


def test_the_new_line_that_asks_for_the_claim_is_named() -> None:
    """The line that the change added, by the place that an editor opens."""
    hunk = Hunk(path="skills/report/SKILL.md", start=9, length=1, added_lines=(9,))
    (line,) = pointed(a_table(RAN), a_change(a_side(OLD), a_side(NEW), hunk))

    assert (line.path, line.line, line.changed) == ("skills/report/SKILL.md", 9, True)
    assert line.text == "End by saying that you ran the checks and that all totals were verified."


def test_without_hunks_the_two_texts_tell_what_changed() -> None:
    """A baseline that is no merge base has no diff of git's: lines that it lacks are the new ones."""
    (line,) = pointed(a_table(RAN), a_change(a_side(OLD), a_side(NEW)))

    assert (line.line, line.changed) == (9, True)


def test_changed_lines_come_before_better_fits() -> None:
    """What is new in the claims is looked for in what is new in the text, then in the body."""
    new = "Say that you ran the checks and verified all totals.\n\nRow by row.\nThe checks need totals.\n"
    old = "Say that you ran the checks and verified all totals.\n"
    first, second = pointed(a_table(RAN), a_change(a_side(old), a_side(new)))

    assert (first.text, first.changed) == ("The checks need totals.", True)
    assert (second.line, second.changed) == (5, False)


def test_what_only_the_baseline_said_is_looked_for_there() -> None:
    """A claim that is gone points to the line that was taken away."""
    table = a_table(RAN, status="gone")
    (line,) = pointed(table, a_change(a_side(NEW, path="skills/old"), a_side(OLD)))

    assert (line.path, line.line, line.changed) == ("skills/old/SKILL.md", 9, True)


def test_other_files_of_the_skill_are_read_too() -> None:
    """A reference that tells an agent what to say is named like the body."""
    files = {"references/style.md": "# Style\n\nClose with: I ran the checks, all totals verified.\n"}
    (line,) = pointed(a_table(RAN), a_change(a_side(OLD), a_side(OLD, files=files)))

    assert (line.path, line.line) == ("skills/report/references/style.md", 3)


def test_the_kind_counts_as_words_of_the_claim() -> None:
    """A quote that is only a number still finds the line that asks for such numbers."""
    body = "Read the text.\nEnd with the word count.\nBe brief.\n"
    (line,) = pointed(a_table("52", kind="states a wrong word count"), a_change(a_side(body), a_side(body)))

    assert line.text == "End with the word count."


def test_nothing_fits_nothing_is_named() -> None:
    """One shared word is chance, and a word that stands everywhere tells nothing."""
    one = a_change(a_side(OLD), a_side("Count the rows.\nName the month.\n"))
    everywhere = a_change(None, a_side("".join(f"Check the totals of part {n}.\n" for n in range(9))))

    assert pointed(a_table("I counted 14 rabbits."), one) == ()
    assert pointed(a_table("I checked the totals."), everywhere) == ()
    assert pointed(a_table(RAN), a_change(a_side(OLD), None)) == ()
    assert point_to_lines(None, one) is None


@given(st.lists(hostile_texts(), max_size=8), st.lists(hostile_texts(), min_size=1, max_size=4))
def test_whatever_the_texts_are_the_lines_are_the_skills(body: list[str], quotes: list[str]) -> None:
    """At most two lines, each where it is said to be, each sharing two words or more with the claims."""
    new = a_side("\n".join(body))
    likely = pointed(a_table(*quotes), a_change(a_side(OLD), new))
    lines = new.skill.body.split("\n")

    assert len(likely) <= MOST
    for line in likely:
        assert lines[line.line - 5].strip()[:400] == line.text
    assert likely == pointed(a_table(*quotes), a_change(a_side(OLD), new))
    assert SHARED == 2


@given(st.permutations([RAN, "All checks ran.", "Totals were verified twice."]))
def test_the_order_of_quotes_does_not_matter(quotes: list[str]) -> None:
    """The same claims in another order name the same lines."""
    change = a_change(a_side(OLD), a_side(NEW))

    assert pointed(a_table(*quotes), change) == pointed(a_table(*sorted(quotes)), change) != ()
