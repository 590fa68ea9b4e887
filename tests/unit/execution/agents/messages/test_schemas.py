"""The tools as the model sees them."""

from skilleval.domain.policy import Limits
from skilleval.execution.agents.messages.schemas import TOOLS
from skilleval.execution.agents.messages.toolbox import Toolbox
from skilleval.testing.sandbox import MemorySandbox


def test_every_declared_tool_exists() -> None:
    """What is offered to the model and what can be done are the same tools."""
    toolbox = Toolbox(MemorySandbox(Limits(), {}), {})

    assert [tool["name"] for tool in TOOLS] == list(toolbox.names)
