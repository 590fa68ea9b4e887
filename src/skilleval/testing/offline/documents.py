"""What an agent has read, as it sees it: lines, a table, labelled values, amounts."""

import csv
import re
from collections.abc import Iterator, Sequence
from functools import cached_property

from pydantic import BaseModel, ConfigDict

from skilleval.testing.offline.words import stems

_NUMBER = re.compile(r"[-+]?\d{1,3}(?:,\d{3})+(?:\.\d+)?|[-+]?\d+(?:\.\d+)?")
_CURRENCY = r"(?:[$€£]|[A-Z]{3})"
_MONEY = re.compile(
    rf"^(?P<what>.*?\S)\s+(?:{_CURRENCY} ?)?(?P<amount>[-+]?[\d,]*\d\.\d\d)(?: ?{_CURRENCY})?$"
)
_LABEL = re.compile(r"^\W*(?P<label>[A-Za-z][\w /-]{0,30}?) *: *(?P<value>\S.*?) *$")
_LONGEST = 500
"""Characters of a line in which a label or an amount is looked for."""

_COLUMN = re.compile(r"\b(?:column|field)s?\b", re.IGNORECASE)
_TOTALS = stems("total subtotal balance sum")


def numbers_in(text: str) -> list[float]:
    """Return the numbers of `text`, thousands separated by commas or not at all."""
    return [float(found.replace(",", "")) for found in _NUMBER.findall(text)]


class Document(BaseModel):
    """A file that was read, or the lines that came with the request."""

    model_config = ConfigDict(frozen=True)

    path: str
    text: str

    @cached_property
    def lines(self) -> tuple[str, ...]:
        """The lines that are not blank."""
        return tuple(line.strip() for line in self.text.splitlines() if line.strip())

    @cached_property
    def table(self) -> tuple[dict[str, str], ...]:
        """The rows of a table with a header; empty where the text is none."""
        return next((rows for delimiter in ",;\t" if (rows := _table(self.lines, delimiter))), ())

    @cached_property
    def labels(self) -> dict[str, str]:
        """Values of lines such as "Due date: 3 May", by label; the first of a label counts."""
        found = [match for line in self.lines if (match := _LABEL.match(line[:_LONGEST]))]
        return {match["label"]: match["value"] for match in reversed(found)}

    @cached_property
    def amounts(self) -> tuple[float, ...]:
        """Amounts of money (two decimals) that end a line, but for labelled values and for totals."""
        lines = [line for line in self.lines if not _LABEL.match(line[:_LONGEST])]
        found = [match for line in lines if (match := _MONEY.match(line[:_LONGEST]))]
        return tuple(numbers_in(m["amount"])[0] for m in found if not stems(m["what"]) & _TOTALS)

    def column(self, name: str) -> str | None:
        """Return the header that fits `name` ("the price column") best, or None."""
        return best_label(_COLUMN.sub("", name), list(self.table[0])) if self.table else None


def _table(lines: Sequence[str], delimiter: str) -> tuple[dict[str, str], ...]:
    try:
        rows = [[cell.strip() for cell in row] for row in csv.reader(lines, delimiter=delimiter)]
    except csv.Error:  # a field beyond the reader's limit
        return ()
    if len(rows) < 2 or len(rows[0]) < 2 or {len(row) for row in rows} != {len(rows[0])}:
        return ()
    return tuple(dict(zip(rows[0], row, strict=True)) for row in rows[1:])


def best_label(name: str, labels: Sequence[str]) -> str | None:
    """Return the label that shares most words with `name`; all words of one must be in the other."""
    asked = stems(name)
    fits = [label for label in labels if (own := stems(label)) and (own <= asked or asked <= own) and asked]
    return max(fits, key=lambda label: len(stems(label) & asked), default=None)


def labelled_value(documents: Sequence[Document], name: str) -> tuple[str, str] | None:
    """Return (label, value) of the first document that has a label like `name`."""
    for document in documents:
        label = best_label(name, list(document.labels))
        if label is not None:
            return label, document.labels[label]
    return None


def matching_lines(documents: Sequence[Document], texts: Sequence[str], *, is_prefix: bool) -> Iterator[str]:
    """Yield the lines that contain, or begin with, one of the texts; case does not count."""
    for document in documents:
        for line in document.lines:
            bare = line.lower().lstrip("-*• ")
            if any(bare.startswith(t.lower()) if is_prefix else t.lower() in bare for t in texts):
                yield line.lstrip("-*• ")
