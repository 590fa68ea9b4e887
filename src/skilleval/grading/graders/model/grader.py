"""The model grader: one sheet, one fresh context, one forced tool call."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from skilleval.errors import GraderError, ModelError
from skilleval.grading.graders.model.prompt import (
    confirm_prompt,
    grading_prompt,
    pair_prompt,
    prompt_digest,
    reading_prompt,
)
from skilleval.grading.graders.model.reply import (
    UnusableReply,
    arguments_of,
    grades_from,
    readings_from,
)
from skilleval.grading.graders.model.tools import (
    CONFIRM,
    PAIR,
    READ,
    RECORD,
    Confirmed,
    Pair,
    confirm_tool,
    pair_tool,
    read_tool,
    record_tool,
)
from skilleval.ports import (
    GraderClaim,
    GraderReply,
    GradingSheet,
    JsonObject,
    Model,
    ModelCall,
    ModelReply,
    PairQuestion,
    ReadingQuestion,
    ReadingReply,
)

ReplyT = TypeVar("ReplyT")
_TOOLS: dict[str, Callable[[], JsonObject]] = {
    RECORD: record_tool,
    CONFIRM: confirm_tool,
    READ: read_tool,
    PAIR: pair_tool,
}


class ModelGrader:
    """Grades with a model of any vendor that the `Model` port can reach."""

    def __init__(self, model: str, *, temperature: float | None = 0.0, max_tokens: int = 8192) -> None:
        """Keep the model's name; `temperature` None leaves it to the model."""
        self._model = model
        self._temperature = temperature
        self._max_tokens = max_tokens

    @property
    def name(self) -> str:
        """Model and prompt digest, for the provenance."""
        return f"{self._model} (prompt {prompt_digest()[:12]})"

    async def grade(self, sheet: GradingSheet, model: Model) -> GraderReply:
        """Return grades and claims. Raises GraderError when no usable reply came, twice."""
        return await self._twice(
            lambda remark: self._call(sheet.model_copy(update={"remark": _joined(sheet.remark, remark)})),
            lambda reply: grades_from(reply, sheet.rubric),
            model,
        )

    async def confirm(self, sheet: GradingSheet, claim: GraderClaim, model: Model) -> bool:
        """Return whether a second look, which does not know the first one's reasons, agrees."""

        def call(remark: str) -> ModelCall:
            system, user = confirm_prompt(sheet, claim)
            return self._request(system, f"{user}{remark}", CONFIRM, sheet.blind_id)

        confirmed = await self._twice(call, lambda reply: arguments_of(reply, CONFIRM, Confirmed), model)
        return confirmed.contradicted

    async def read(
        self, sheet: GradingSheet, questions: Sequence[ReadingQuestion], model: Model
    ) -> tuple[ReadingReply, ...]:
        """Return what a reader in a fresh context says of each passage. Raises GraderError."""

        def call(remark: str) -> ModelCall:
            system, user = reading_prompt(sheet, questions)
            return self._request(system, f"{user}{remark}", READ, sheet.blind_id)

        return await self._twice(call, lambda reply: readings_from(reply, questions), model)

    async def compare(
        self, first: GradingSheet, second: GradingSheet, asking: PairQuestion, model: Model
    ) -> tuple[float, float]:
        """Return a number from 0 to 10 for each of two answers. Raises GraderError."""

        def call(remark: str) -> ModelCall:
            system, user = pair_prompt(first, second, asking)
            return self._request(system, f"{user}{remark}", PAIR, first.blind_id)

        pair = await self._twice(call, lambda reply: arguments_of(reply, PAIR, Pair), model)
        return pair.first, pair.second

    def _call(self, sheet: GradingSheet) -> ModelCall:
        system, user = grading_prompt(sheet)
        return self._request(system, user, RECORD, sheet.blind_id)

    def _request(self, system: str, user: str, tool: str, blind_id: str) -> ModelCall:
        return ModelCall(
            model=self._model,
            system=system,
            messages=({"role": "user", "content": user},),
            tools=(_TOOLS[tool](),),
            tool_choice=tool,
            max_tokens=self._max_tokens,
            temperature=self._temperature,
            trial_id=f"grade-{blind_id}",
        )

    async def _twice(
        self, call: Callable[[str], ModelCall], read: Callable[[ModelReply], ReplyT], model: Model
    ) -> ReplyT:
        """Ask; when the reply cannot be used, ask once more and say why. Raises GraderError."""
        remark = ""
        for _ in range(2):
            reply = await self._reply(call(remark), model)
            try:
                return read(reply)
            except UnusableReply as exc:
                remark = f"An earlier reply could not be used: {exc}."
        raise GraderError(f"no usable reply: {remark}", hint="try another grader-model")

    async def _reply(self, call: ModelCall, model: Model) -> ModelReply:
        """Return the reply; a model that takes no temperature is asked without one from then on."""
        try:
            return await model.reply(call.model_copy(update={"temperature": self._temperature}))
        except ModelError as exc:
            if self._temperature is None or "temperature" not in exc.message.lower():
                raise
            self._temperature = None
            return await model.reply(call.model_copy(update={"temperature": None}))


def _joined(*remarks: str) -> str:
    return " ".join(remark for remark in remarks if remark)
