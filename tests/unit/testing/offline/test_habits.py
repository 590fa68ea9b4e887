"""What is said out of habit."""

from skilleval.testing.offline.documents import Document
from skilleval.testing.offline.habits import habit_lines


def test_habits_by_kind_of_document() -> None:
    """A table and a bill are said roughly, a text by its first lines, and nothing by the request."""
    table = Document(path="t.csv", text="a,b\nx,1200\ny,1300\n")
    bill = Document(path="b.txt", text="Ink 12.50\nPaper 99.10\n")
    text = Document(path="n.txt", text="One.\nTwo.\nThree.\n")

    assert habit_lines("", [table]) == ["t.csv has about 2 rows.", "b comes to about 2500 in all."]
    assert habit_lines("", [bill]) == ["The amounts in b.txt come to about 110."]
    assert habit_lines("", [text]) == ["n.txt in short: One. Two."]
    assert habit_lines("Tell me a joke", []) == ["In short: Tell me a joke."]
