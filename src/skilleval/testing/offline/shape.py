"""The answer's shape: order, headings, what is left out, how long it may be, what is said of its length."""

from collections.abc import Sequence

from skilleval.testing.offline.orders import Instruction
from skilleval.testing.offline.words import stems

Line = tuple[str, str]
"""(heading, or nothing; text)"""

_CHARS_PER_WORD = 5
"""How a language model guesses a length: it sees words, not characters."""


def shape_answer(
    active: Sequence[Instruction],
    *,
    opening: Sequence[str],
    middle: Sequence[Line],
    closing: Sequence[str],
) -> list[str]:
    """Return the answer's lines; a line that was asked for twice comes once."""
    kept = _limited(_allowed(list(dict.fromkeys(middle)), active), active)
    lines = [*opening, *_headed(kept), *closing]
    for instruction in active:
        if instruction.kind == "measure":
            lines = _measured(instruction, lines)
    return lines


def _allowed(lines: Sequence[Line], active: Sequence[Instruction]) -> list[Line]:
    terms = [stems(text) for i in active if i.kind == "avoid" for text in i.texts]
    return [line for line in lines if not any(term and term <= stems(line[1]) for term in terms)]


def _limited(lines: list[Line], active: Sequence[Instruction]) -> list[Line]:
    for limit in (i for i in active if i.kind == "limit"):
        is_words = limit.texts[0] == "word"
        lines = _first_words(lines, limit.number) if is_words else lines[: limit.number]
    return lines


def _first_words(lines: Sequence[Line], number: int) -> list[Line]:
    kept: list[Line] = []
    for heading, line in lines:
        words = line.split()[:number]
        number -= len(words)
        kept += [(heading, " ".join(words))] if words else []
    return kept


def _headed(lines: Sequence[Line]) -> list[str]:
    """Return the lines, those of a heading together below it."""
    result: list[str] = []
    for heading in dict.fromkeys(heading for heading, _ in lines):
        result += [f"## {heading}"] if heading else []
        result += [line for own, line in lines if own == heading]
    return result


def _measured(instruction: Instruction, lines: list[str]) -> list[str]:
    """Return the lines with a statement on a length: estimated from words, as nothing here counts."""
    unit, sentence = instruction.texts
    subject = next((n for n, line in enumerate(lines) if line.lower().startswith("subject:")), None)
    if "subject" in sentence.lower() and subject is not None:
        text = lines[subject].partition(":")[2].strip()
        said = f'The subject line "{text}" has {_guess(text, unit)} {unit}s.'
        return [*lines[: subject + 1], said, *lines[subject + 1 :]]
    return [*lines, f"The answer has {_guess(' '.join(lines), unit)} {unit}s."]


def _guess(text: str, unit: str) -> int:
    words = len(text.split())
    return round(words, -1) if unit == "word" else words * _CHARS_PER_WORD
