"""Who asks: a grader, a reviewer of a diff, an agent, or a client on the side. Each has rules of its own."""

from skilleval.ports import JsonObject
from skilleval.testing.offline.agent_rules import answer_agent
from skilleval.testing.offline.conversation import read_conversation
from skilleval.testing.offline.grader_rules import answer_grading
from skilleval.testing.offline.review_rules import answer_review
from skilleval.testing.offline.side_rules import answer_side, forced_call
from skilleval.testing.offline.wire import MessagesRequest

GRADING_TOOLS = frozenset({"record_grades", "confirm_claim", "confirm_readings", "judge_pair"})


def answer(request: MessagesRequest, body: JsonObject) -> list[JsonObject]:
    """Return the content blocks that answer the request."""
    offered = {tool.name for tool in request.tools}
    if offered & GRADING_TOOLS:
        return answer_grading(body)
    if "report_findings" in offered:
        return answer_review(body)
    choice = request.tool_choice
    if not offered or (choice is not None and choice.type == "none"):
        return answer_side(request)
    if choice is not None and choice.type == "tool":
        return [forced_call(request, choice.name)]
    blocks = answer_agent(read_conversation(request))
    if choice is not None and choice.type == "any" and not any(b["type"] == "tool_use" for b in blocks):
        return [forced_call(request, request.tools[0].name)]
    return blocks
