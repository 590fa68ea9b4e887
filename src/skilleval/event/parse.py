"""Whatever asks for a run -> Request: two refs of a checkout, or a GitHub event with its facts."""

from collections.abc import Mapping
from typing import Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from skilleval.domain.plan import CellKind
from skilleval.domain.request import Request
from skilleval.domain.value import CommitSha
from skilleval.errors import ConfigError
from skilleval.event.notice import read_notice
from skilleval.event.payloads import Permission, Pull
from skilleval.event.trust import Refusal, Role, judge, role_of


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
    kinds: tuple[CellKind, ...] = ()


class _GitHub(BaseModel):
    """A GitHub event with what the forge was asked about it."""

    model_config = ConfigDict(frozen=True)
    kind: Literal["github"]
    event: str
    payload: dict[str, object]
    pull: Pull
    permission: Permission | None
    floor: Role


def parse_event(payload: Mapping[str, object]) -> Request:
    """Return what the payload asks for.

    Raises:
        ConfigError: the payload has no shape that we know, or asks for nothing that may run.
    """
    try:
        if payload.get("kind") == "github":
            return _from_github(_GitHub.model_validate(payload))
        return _from_refs(_TwoRefs.model_validate(payload))
    except ValidationError as exc:
        raise ConfigError(
            f"this event cannot be read: {exc.errors()[0]['msg']} at {_place(exc)}",
            hint="skilleval runs on two refs of a checkout, or on a GitHub event",
        ) from exc


def _from_refs(event: _TwoRefs) -> Request:
    return Request(
        kind="refs",
        repository=event.repository,
        base_ref=event.base.ref,
        head_ref=event.head.ref,
        base_sha=event.base.sha,
        head_sha=event.head.sha,
        trust="local",
        only=event.only,
        kinds=event.kinds,
    )


def _from_github(event: _GitHub) -> Request:
    notice = read_notice(event.event, event.payload)
    verdict = judge(notice, event.pull, role_of(event.permission), floor=event.floor)
    if notice.ignored or isinstance(verdict, Refusal):
        reason = notice.ignored or (verdict.reason if isinstance(verdict, Refusal) else "")
        raise ConfigError(f"nothing may run: {reason}", hint="read the notice before the run")
    return verdict


def _place(exc: ValidationError) -> str:
    return "/".join(str(part) for part in exc.errors()[0]["loc"]) or "the top"
