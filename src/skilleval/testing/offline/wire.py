"""The Messages API as data: what a request must look like, what errors look like.

Source: the public reference of the Messages API (version 2023-06-01). Keys that we do not know are let
through, as a server that is older than its client would have to refuse half of them.
"""

from typing import Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

ERROR_STATUS = {
    "invalid_request_error": 400,
    "authentication_error": 401,
    "not_found_error": 404,
    "request_too_large": 413,
    "api_error": 500,
}

_Request = TypeVar("_Request", bound="CountRequest")


class ApiError(Exception):
    """A request that is answered with an error of the API's shape."""

    def __init__(self, kind: str, message: str) -> None:
        """Keep the API's name for the error, and the message."""
        super().__init__(message)
        self.kind = kind
        self.message = message


class _Loose(BaseModel):
    model_config = ConfigDict(frozen=True, extra="allow")


class Block(_Loose):
    """A content block of any type; keys of other types stay empty."""

    type: str
    text: str = ""
    id: str = ""
    name: str = ""
    input: dict[str, object] = Field(default_factory=dict)
    tool_use_id: str = ""
    content: "str | list[Block] | dict[str, object] | None" = None
    is_error: bool | None = None
    cache_control: dict[str, object] | None = None


class Message(_Loose):
    """One turn. `system` stands in the middle of a conversation where the client has that beta."""

    role: Literal["user", "assistant", "system"]
    content: str | list[Block]

    def blocks(self) -> list[Block]:
        """Return the content as blocks, whichever way it was written."""
        if isinstance(self.content, str):
            return [Block(type="text", text=self.content)]
        return self.content


class Tool(_Loose):
    """A tool that the model may use. Tools of the provider's own have no schema."""

    name: str
    description: str = ""
    input_schema: dict[str, object] = Field(default_factory=dict)


class ToolChoice(_Loose):
    """What the client wants done with the tools."""

    type: Literal["auto", "any", "tool", "none"]
    name: str = ""


class CountRequest(_Loose):
    """The body of POST /v1/messages/count_tokens."""

    model: str = Field(min_length=1)
    messages: list[Message] = Field(min_length=1)
    system: str | list[Block] = ""
    tools: list[Tool] = Field(default_factory=list)
    tool_choice: ToolChoice | None = None


class MessagesRequest(CountRequest):
    """The body of POST /v1/messages."""

    max_tokens: int = Field(ge=1)
    stream: bool = False


def messages_request(body: object) -> MessagesRequest:
    """Return the body, read and checked. Raises ApiError as the API would refuse it."""
    request = _validated(MessagesRequest, body)
    _check_tool_choice(request)
    _check_tool_results(request.messages)
    return request


def count_request(body: object) -> CountRequest:
    """Return the body of a token count, read and checked. Raises ApiError."""
    return _validated(CountRequest, body)


def error_body(kind: str, message: str, request_id: str) -> dict[str, object]:
    """Return an error in the API's shape."""
    return {"type": "error", "error": {"type": kind, "message": message}, "request_id": request_id}


def _validated(shape: type[_Request], body: object) -> _Request:
    try:
        return shape.model_validate(body)
    except ValidationError as exc:
        first = exc.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise ApiError("invalid_request_error", f"{where}: {first['msg']}") from exc


def _check_tool_choice(request: MessagesRequest) -> None:
    choice = request.tool_choice
    if choice is None or choice.type in ("auto", "none"):
        return
    if not request.tools:
        raise ApiError("invalid_request_error", "tool_choice may only be specified while providing tools")
    if choice.type == "tool" and choice.name not in {tool.name for tool in request.tools}:
        raise ApiError("invalid_request_error", f"tool_choice: tool '{choice.name}' not found in tools")


def _check_tool_results(messages: list[Message]) -> None:
    asked: set[str] = set()
    for number, message in enumerate(messages):
        for block in message.blocks():
            if block.type == "tool_use":
                asked.add(block.id)
            elif block.type == "tool_result" and block.tool_use_id not in asked:
                raise ApiError(
                    "invalid_request_error",
                    f"messages.{number}: unexpected tool_use_id in tool_result: {block.tool_use_id}",
                )
