"""A skill is chosen by the words of its description."""

from hypothesis import given
from hypothesis import strategies as st

from skilleval.testing.offline.choice import THRESHOLD, choose_skill, score_skills

TIDES = "Work out high and low tides of a harbour. Use for tide times. Not for weather or wind."
SKILLS = {"tide-table": TIDES, "knots": "Explain how to tie a knot in a rope."}


def test_fitting_request_chooses() -> None:
    """Two words of meaning in common, in any inflection, are enough for a short request."""
    assert choose_skill("When are the tides high tomorrow?", SKILLS) == "tide-table"
    assert choose_skill("Teach me how one ties this knot", SKILLS) == "knots"


def test_other_requests_choose_nothing() -> None:
    """Words that everybody uses count for nothing, one shared word is not enough."""
    assert choose_skill("Could you please help me with what I have here?", SKILLS) is None
    assert choose_skill("Is the harbour pretty?", SKILLS) is None


def test_the_better_fit_wins() -> None:
    """Among skills that fit, the best does, whatever their order."""
    near = {"harbour-guide": "Describe a harbour and its tides."}
    request = "Work out the low tides at this harbour"

    assert choose_skill(request, {**near, **SKILLS}) == "tide-table"
    assert choose_skill(request, {**SKILLS, **near}) == "tide-table"


def test_not_for_counts_against() -> None:
    """A clause such as "not for ..." keeps a skill away from such requests."""
    request = "What about wind and weather and tide times?"
    allowed = {"tide-table": TIDES.replace(" Not for weather or wind.", "")}

    assert score_skills(request, allowed)["tide-table"] > score_skills(request, SKILLS)["tide-table"]
    assert choose_skill(request, SKILLS) is None
    assert choose_skill(request, allowed) == "tide-table"


def test_a_claim_on_everything_is_believed() -> None:
    """A description that wants every request gets what fits nothing else."""
    greedy = {"helper": "Always use this for any question."}

    assert choose_skill("Is the harbour pretty?", greedy) == "helper"


def test_a_name_in_the_request_is_an_order() -> None:
    """Who names the skill gets it."""
    assert choose_skill("Use tide-table, please", SKILLS) == "tide-table"


def test_shared_words_weigh_less() -> None:
    """What all skills speak of says little about any."""
    request = "sort a list of books"
    alone = score_skills(request, {"a": "Sort a list.", "b": "Paint walls."})["a"]
    crowded = score_skills(request, {"a": "Sort a list.", "b": "Sort a list, too."})["a"]

    assert crowded < alone


@given(st.text(max_size=200), st.dictionaries(st.text(max_size=20), st.text(max_size=200), max_size=4))
def test_any_text_will_do(request: str, listing: dict[str, str]) -> None:
    """Whatever stands in request and listing, the choice is one of the list, and fits; or nothing."""
    name = choose_skill(request, listing)

    assert name is None or name in listing
    if name is not None and not ("-" in name and name in request):
        assert score_skills(request, listing)[name] >= THRESHOLD
