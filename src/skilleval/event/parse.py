"""The payload's shape: the one place that knows it."""

from collections.abc import Mapping
from typing import Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from skilleval.domain.request import Request
from skilleval.domain.value import CommitSha
from skilleval.errors import ConfigError


class _Side(BaseModel):
    """A ref and the commit that it was pinned to."""

    model_config = ConfigDict(frozen=True)
    ref: str
    sha: CommitSha


class _TwoRefs(BaseModel):
    """Two refs of a checkout, as the local forge says them."""

    model_config = ConfigDict(frozen=True)
    kind: Literal["refs"]
    repository: str
    base: _Side
    head: _Side
    only: tuple[str, ...] = ()


def parse_event(payload: Mapping[str, object]) -> Request:
    """Return what the payload asks for.

    Raises:
        ConfigError: the payload has no shape that we know.
    """
    try:
        event = _TwoRefs.model_validate(payload)
    except ValidationError as exc:
        raise ConfigError(
            f"this event cannot be read: {exc.errors()[0]['msg']} at {_place(exc)}",
            hint="skilleval runs on two refs of a checkout",
        ) from exc
    return Request(
        kind="refs",
        repository=event.repository,
        base_ref=event.base.ref,
        head_ref=event.head.ref,
        base_sha=event.base.sha,
        head_sha=event.head.sha,
        trust="local",
        only=event.only,
    )


def _place(exc: ValidationError) -> str:
    return "/".join(str(part) for part in exc.errors()[0]["loc"]) or "the top"
