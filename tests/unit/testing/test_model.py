"""The scripted model; its contract is in tests/contract/test_models.py."""

import asyncio

import pytest

from skilleval.errors import ModelError
from skilleval.ports import ModelCall
from skilleval.testing.model import ScriptedModels, says, tool_results

CALL = ModelCall(model="m", system="", messages=({"role": "user", "content": "hi"},))


def test_answers_in_turn_and_then_no_more() -> None:
    """Answers are given in order; asking beyond the last is an error that says so."""
    models = ScriptedModels([says("one"), says("two")])

    async def ask() -> list[str]:
        async with models.open() as model:
            texts = [str((await model.reply(CALL)).content[0]) for _ in range(2)]
            with pytest.raises(ModelError, match="no answer left"):
                await model.reply(CALL)
            return texts

    assert asyncio.run(ask()) == [str(says(text).content[0]) for text in ("one", "two")]
    assert models.model.calls == [CALL] * 3


def test_tool_results_are_found() -> None:
    """Results are read from all messages, oldest first; plain text is none."""
    results = ({"type": "tool_result", "content": "a"}, {"type": "text", "text": "x"})
    call = CALL.model_copy(
        update={
            "messages": (
                *CALL.messages,
                {"role": "user", "content": list(results)},
                {"role": "user", "content": [{"type": "tool_result", "content": "b"}]},
            )
        }
    )

    assert tool_results(call) == ("a", "b")
