"""What an instruction is, once understood."""

from typing import Literal

from pydantic import BaseModel, ConfigDict

Operation = Literal["sum", "average", "maximum", "minimum", "count", "row-maximum", "row-minimum", "stated"]


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True)


class Quantity(_Frozen):
    """A figure to take from the documents: an operation on a column, on lines, or a labelled value.

    `by` names a column to group by; `containing` narrows lines to those with one of the texts.
    """

    operation: Operation
    what: str
    by: str = ""
    containing: tuple[str, ...] = ()


class Condition(_Frozen):
    """When an instruction holds. `unknown` never does, nor does its opposite."""

    kind: Literal["differ", "contains", "label", "unknown"]
    texts: tuple[str, ...] = ()
    negated: bool = False

    def opposite(self) -> "Condition":
        """Return the condition of an "otherwise"."""
        return self.model_copy(update={"negated": not self.negated})


class Instruction(_Frozen):
    """One thing to do. Which of the fields count depends on the kind."""

    kind: Literal[
        "read", "run", "write", "begin", "end", "quote_lines", "include", "compute", "difference", "state",
        "measure", "avoid", "limit", "round", "exact",
    ]  # fmt: skip
    texts: tuple[str, ...] = ()
    heading: str = ""
    condition: Condition | None = None
    quantities: tuple[Quantity, ...] = ()
    is_prefix: bool = False
    number: int = 0
