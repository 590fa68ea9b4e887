"""Which descriptions collide, from their words and, with a model, from their meaning."""

import math
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skilleval.changes.collisions import EMBEDDING, LEXICAL, colliding, find_similar, with_collisions
from skilleval.domain.bundle import Bundle
from tests.builders_changes import Checkout, skill_md
from tests.builders_execution import a_bundle


class FakeEmbedder:
    """Puts texts with the word `money` in one corner, and all others in another."""

    name = "fake"

    def embed(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        """Return two numbers a text."""
        return [[1.0, 0.1] if "money" in text else [0.0, 1.0] for text in texts]


def skill(name: str, description: str, **frontmatter: object) -> Bundle:
    return a_bundle(name, description=description, frontmatter=frontmatter)


def test_the_formula_by_hand() -> None:
    """Cosine of smoothed-idf weights: one shared word of two in each of two descriptions."""
    (pair,) = find_similar([skill("aa", "invoices parcels"), skill("bb", "invoices letters")])
    rare = math.log(3 / 2) + 1

    assert pair.lexical == pytest.approx(1 / (1 + rare**2), abs=1e-4)
    assert (pair.one, pair.other, pair.words, pair.embedding) == ("aa", "bb", ("invoices",), None)


def test_equal_descriptions_are_one_and_disjoint_ones_nothing() -> None:
    """The ends of the scale; the names differ, so equal descriptions come near to 1."""
    same, other, far = (
        skill("aa", "checks every invoice total"),
        skill("bb", "checks every invoice total"),
        skill("cc", "paints walls"),
    )
    found = {(pair.one, pair.other): pair.lexical for pair in find_similar([far, other, same])}

    assert found["aa", "bb"] == 1.0
    assert found["aa", "cc"] == found["bb", "cc"] == 0.0


@given(st.lists(st.text("ab cd", max_size=30), min_size=2, max_size=5))
def test_similarities_are_shares_and_the_closest_come_first(texts: list[str]) -> None:
    """Every pair once, from 0 to 1, in falling order, whatever the words."""
    found = find_similar([skill(f"s{n}", text) for n, text in enumerate(texts)])

    assert len(found) == math.comb(len(texts), 2)
    assert all(0.0 <= pair.lexical <= 1.0 and pair.one < pair.other for pair in found)
    assert [pair.closeness for pair in found] == sorted((pair.closeness for pair in found), reverse=True)


def test_meaning_finds_what_words_do_not() -> None:
    """With a model, a pair without one common word collides."""
    bundles = [skill("aa", "money owed"), skill("bb", "bills and money"), skill("cc", "poems")]
    lexical, embedded = colliding(find_similar(bundles)), colliding(find_similar(bundles, FakeEmbedder()))

    assert {(pair.one, pair.other) for pair in embedded} == {("aa", "bb")}
    assert embedded[0].embedding is not None
    assert embedded[0].embedding >= EMBEDDING
    assert all(pair.lexical >= LEXICAL for pair in lexical)


def test_hidden_skills_collide_with_none_and_when_to_use_counts() -> None:
    """What a model never reads takes no request; what it reads besides the description does."""
    said = skill("aa", "x", when_to_use="tidy invoices by supplier")

    assert find_similar([said, skill("bb", "tidy invoices", **{"disable-model-invocation": True})]) == ()
    assert find_similar([said, skill("bb", "tidy invoices by supplier")])[0].lexical > LEXICAL
    assert find_similar([said, skill("bb", "y"), skill("cc", "z")], near=frozenset({"bb"}))[0].words == ()


def test_a_change_set_knows_the_pairs_of_its_changed_skills(tmp_path: Path) -> None:
    """A description that moves towards a neighbour's collides with it; old pairs count, too."""
    checkout = Checkout(tmp_path)
    money = "Checks invoices, totals and due dates of suppliers."
    checkout.write(
        {
            "a/bill-check/SKILL.md": skill_md("bill-check", description=money),
            "b/painter/SKILL.md": skill_md("painter", description="Paints walls and fences."),
            "c/poems/SKILL.md": skill_md("poems", description="Writes short verse."),
        }
    ).commit()
    checkout.git("branch", "base")
    checkout.write(
        {"b/painter/SKILL.md": skill_md("painter", description="Checks totals and due dates of suppliers.")}
    ).commit()

    changes = checkout.changes("base", "main")
    back = checkout.changes("main", "base")

    assert [(pair.one, pair.other) for pair in changes.collisions] == [("bill-check", "painter")]
    assert with_collisions(changes, FakeEmbedder()).collisions
    assert back.changes == () or back.collisions


def test_who_is_not_asked_for_stays_beside(tmp_path: Path) -> None:
    """`--only` measures one skill among the same neighbours as a whole run, changed ones too."""
    checkout = Checkout(tmp_path)
    checkout.write({f"{name}/SKILL.md": skill_md(name) for name in ("one", "two", "three")}).commit()
    checkout.git("branch", "base")
    lists = '[{"query": "do two", "should_trigger": true}]'
    checkout.write(
        {
            "one/SKILL.md": skill_md("one", body="New.\n"),
            "two/SKILL.md": skill_md("two", body="New, too.\n"),
            "two/evals/triggers.json": lists,
        }
    ).commit()
    request = checkout.request("base", "main").model_copy(update={"only": ("one",)})
    from skilleval.changes import detect_changes
    from skilleval.domain.policy import Scope

    changes = detect_changes(request, checkout.objects, Scope())

    assert [change.name for change in changes.changes] == ["one"]
    assert sorted(bundle.name for bundle in changes.beside(changes.changes[0])) == ["three", "two"]
    assert [query.query for query in changes.suites["two"].queries] == ["do two"]
