"""A scripted grader: says what a test wants it to say, and remembers what it was shown."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from skilleval.errors import GraderError
from skilleval.ports import (
    GraderClaim,
    GraderItem,
    GraderReply,
    GradingSheet,
    Model,
    ReadingQuestion,
    ReadingReply,
)

Script = Callable[[GradingSheet], GraderReply]


def all_met(sheet: GradingSheet) -> GraderReply:
    """Return full marks for every item, quoting the whole answer."""
    return GraderReply(
        items=tuple(GraderItem(id=item.id, score=1.0, evidence=sheet.answer) for item in sheet.rubric)
    )


@dataclass
class ScriptedGrader:
    """Answers each sheet by a function of the sheet; `script` may raise GraderError."""

    script: Script = all_met
    confirms: bool = True
    reads: Callable[[ReadingQuestion], bool] = field(default=lambda _question: True)
    sheets: list[GradingSheet] = field(default_factory=list)
    asked_to_confirm: list[GraderClaim] = field(default_factory=list)
    asked_to_read: list[ReadingQuestion] = field(default_factory=list)

    @property
    def name(self) -> str:
        """The grader's name."""
        return "scripted"

    async def grade(self, sheet: GradingSheet, model: Model) -> GraderReply:  # noqa: ARG002 -- needs no model
        """Return what the script says of the sheet."""
        self.sheets.append(sheet)
        return self.script(sheet)

    async def confirm(self, sheet: GradingSheet, claim: GraderClaim, model: Model) -> bool:  # noqa: ARG002
        """Return the scripted word."""
        self.asked_to_confirm.append(claim)
        return self.confirms

    async def read(
        self,
        sheet: GradingSheet,  # noqa: ARG002
        questions: Sequence[ReadingQuestion],
        model: Model,  # noqa: ARG002
    ) -> tuple[ReadingReply, ...]:
        """Return what `reads` says of each."""
        self.asked_to_read.extend(questions)
        return tuple(ReadingReply(id=asked.id, states=self.reads(asked)) for asked in questions)


def refuses(sheet: GradingSheet) -> GraderReply:
    """Raise as a grader that twice gave nothing usable."""
    raise GraderError(f"no usable reply for {sheet.blind_id}")
