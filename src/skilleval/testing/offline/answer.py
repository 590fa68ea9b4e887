"""The answer: what the instructions make of the documents, or a plain habit where they say nothing."""

import re
from collections.abc import Callable, Sequence

from pydantic import BaseModel, ConfigDict

from skilleval.testing.offline.documents import Document, labelled_value, matching_lines
from skilleval.testing.offline.habits import habit_lines
from skilleval.testing.offline.orders import Condition, Instruction
from skilleval.testing.offline.quantities import (
    Rounding,
    describe,
    exact,
    quantity_lines,
    quantity_value,
    rough,
    rounded_to,
)
from skilleval.testing.offline.shape import shape_answer

_PLACEHOLDER = re.compile(r"[{<]([a-zA-Z][\w -]*)[}>]")


class Material(BaseModel):
    """What an agent has in hand when it writes: the request, what it read, what commands printed."""

    model_config = ConfigDict(frozen=True)

    request: str
    documents: tuple[Document, ...]
    outputs: dict[str, str]
    """Command, as the instruction gives it, to what it printed."""
    is_careful: bool = True
    """Whether a skill speaks; without one, figures are given roughly."""


def write_answer(material: Material, instructions: Sequence[Instruction]) -> str:
    """Return the answer's text."""
    active = [i for i in instructions if i.condition is None or _holds(i.condition, material, instructions)]
    number = _rounding(active, material)
    middle = [(i.heading, line) for i in active for line in _lines(i, material, number)]
    if not middle:
        middle = [("", line) for line in habit_lines(material.request, material.documents)]
    opening = [_filled(text, material) for i in active if i.kind == "begin" for text in i.texts]
    closing = [_filled(text, material) for i in active if i.kind == "end" for text in i.texts]
    return "\n".join(shape_answer(active, opening=opening, middle=middle, closing=closing))


def _rounding(active: Sequence[Instruction], material: Material) -> Rounding:
    unit = next((i.number for i in active if i.kind == "round"), 0)
    if unit:
        return rounded_to(unit)
    return exact if material.is_careful or any(i.kind == "exact" for i in active) else rough


def _lines(instruction: Instruction, material: Material, number: Rounding) -> list[str]:
    """Return the lines that one instruction adds to the answer."""
    if instruction.kind == "compute":
        return quantity_lines(instruction.quantities[0], material.documents, number)
    if instruction.kind == "difference":
        return _difference_lines(instruction, material, number)
    make = _TEXTS.get(instruction.kind)
    return make(instruction, material) if make else []


def _included(instruction: Instruction, material: Material) -> list[str]:
    return [_filled(text, material) for text in instruction.texts]


def _quoted(instruction: Instruction, material: Material) -> list[str]:
    found = matching_lines(material.documents, instruction.texts, is_prefix=instruction.is_prefix)
    return [f"- {line}" for line in found] or ["- none"]


def _stated(instruction: Instruction, material: Material) -> list[str]:
    values = (labelled_value(material.documents, name) for name in instruction.texts)
    return [f"{found[0]}: {found[1]}" for found in values if found]


def _printed(instruction: Instruction, material: Material) -> list[str]:
    return [line for text in instruction.texts for line in material.outputs.get(text, "").splitlines()]


_TEXTS: dict[str, Callable[[Instruction, Material], list[str]]] = {
    "include": _included,
    "quote_lines": _quoted,
    "state": _stated,
    "run": _printed,
}


def _difference(instruction: Instruction, material: Material) -> float | None:
    values = [quantity_value(quantity, material.documents) for quantity in instruction.quantities]
    known = [value for value in values if value is not None]
    return round(known[0] - known[1], 6) if len(known) == 2 else None


def _difference_lines(instruction: Instruction, material: Material, number: Rounding) -> list[str]:
    difference = _difference(instruction, material)
    if difference is None:
        return []
    names = " and ".join(describe(quantity).lower() for quantity in instruction.quantities)
    return [f"Difference between {names}: {number(abs(difference))}"]


def _holds(condition: Condition, material: Material, instructions: Sequence[Instruction]) -> bool:
    is_met: bool | None = None
    if condition.kind == "contains":
        is_met = any(True for _ in matching_lines(material.documents, condition.texts, is_prefix=False))
    elif condition.kind == "label":
        is_met = labelled_value(material.documents, condition.texts[0]) is not None
    elif condition.kind == "differ":
        known = [_difference(i, material) for i in instructions if i.kind == "difference"]
        is_met = None if not known or known[0] is None else known[0] != 0
    return is_met is not None and is_met != condition.negated


def _filled(text: str, material: Material) -> str:
    """Return `text` with its placeholders replaced by labelled values."""

    def value(mark: re.Match[str]) -> str:
        found = labelled_value(material.documents, mark.group(1))
        return found[1] if found else f"({mark.group(1)} not stated)"

    return _PLACEHOLDER.sub(value, text)
