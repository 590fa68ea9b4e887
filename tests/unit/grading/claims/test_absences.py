"""Stated absences."""

import pytest

from skilleval.grading.claims.absences import find
from tests.builders_grading import a_scene, states

GIVEN = {
    "guide.md": "1. Create a project.\n2. Add the username secret.\n3. Run `deploy.sh`.\n\n## License\nMIT\n"
}


@pytest.mark.parametrize(("answer", "found"), [
    ("The guide never mentions creating a project.", ["contradicted"]),
    ("It does not mention a rollback.", ["verified"]),
    ("There is no mention of `deploy.sh`.", ["contradicted"]),
    ("guide.md makes no mention of pricing.", ["verified"]),
    ("The guide omits the username secret.", ["contradicted"]),
    ("It says nothing about licenses.", ["contradicted"]), ("`deploy.sh` is missing.", ["contradicted"]),
    ("`rollback.sh` is missing from the file.", ["verified"]),
    ("`deploy.sh` is never used.", ["contradicted"]), ("Rollbacks are not mentioned.", ["verified"]),
    ("The license is never mentioned.", ["contradicted"]),
    ("It doesn't contain a `LICENSE`.", ["contradicted"]),
    ("It does not explain how to create a project.", []), ("It has no errors.", []),
    ("I did not mention the project.", []), ("You never mention a project.", []),
    ("There is no mention of `deploy.sh` being tested.", []), ("`deploy.sh` is missing a shebang.", []),
    ("The secret is not mentioned in step 1.", []), ("Nothing in it mentions versions.", ["verified"]),
    ("Nowhere does it mention a project.", ["contradicted"]),
])  # fmt: skip
def test_absences_are_looked_up(answer: str, found: list[str]) -> None:
    """A bare mention is found or not; what would need understanding is left alone."""
    assert states(find(a_scene(answer, given=GIVEN))) == found


def test_evidence_shows_where_it_stands() -> None:
    """A reader sees the line."""
    claim = next(iter(find(a_scene("It never mentions creating a project.", given=GIVEN))))

    assert claim.evidence == "guide.md, line 1: “1. Create a project.”"
