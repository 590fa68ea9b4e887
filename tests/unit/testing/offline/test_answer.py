"""The answer is what instructions make of the material."""

from skilleval.testing.offline.answer import Material, write_answer
from skilleval.testing.offline.documents import Document
from skilleval.testing.offline.instructions import read_instructions

BILL = Document(path="b", text="Number: 7\nInk 1.25\nTotal: 3.00\n")


def answered(body: str, *, is_careful: bool = True, outputs: dict[str, str] | None = None) -> str:
    """Return the answer that a body makes of a bill."""
    material = Material(request="?", documents=(BILL,), outputs=outputs or {}, is_careful=is_careful)
    return write_answer(material, read_instructions(body))


def test_roughly_without_a_skill() -> None:
    """Figures are rough unless a skill speaks, or somebody asks for exact ones."""
    asked = "Report the sum of the amounts."

    assert answered(asked) == "Sum of amounts: 1.25"
    assert answered(asked, is_careful=False) == "Sum of amounts: about 1"
    assert answered(asked + " Be exact.", is_careful=False) == "Sum of amounts: 1.25"


def test_output_of_a_command() -> None:
    """What was printed is passed on; what was not run gives nothing but the habit."""
    assert answered("Run `x`.", outputs={"x": "a\nb"}) == "a\nb"
    assert answered("Run `y`.") == "b in short: Number: 7 Ink 1.25"


def test_difference_that_cannot_be_had() -> None:
    """Where one side is missing, neither the difference nor what hangs on it is said."""
    body = 'Report the difference between the stated tax and the sum of the amounts. If they differ, say "X".'

    assert "Difference" not in answered(body)
    assert "X" not in answered(body)


def test_missing_placeholder_is_said() -> None:
    """A value that no file has is not made up."""
    assert answered('Say "No. {number} for {name}".') == "No. 7 for (name not stated)"
