"""Notice + what the forge was asked -> Request, or the reason why nothing runs."""

from typing import Literal

from skilleval.domain.request import Request, Trust
from skilleval.domain.value import Value
from skilleval.event.commands import Command
from skilleval.event.notice import Notice
from skilleval.event.payloads import Permission, Pull

Role = Literal["none", "read", "triage", "write", "maintain", "admin"]
ROLES: tuple[Role, ...] = ("none", "read", "triage", "write", "maintain", "admin")
_OTHER_WORDS: dict[str, Role] = {"pull": "read", "push": "write"}


class Refusal(Value):
    """Nothing runs, and why: a sentence for the log. `moved` says that a newer head has its own run."""

    reason: str
    moved: bool = False


def role_of(permission: Permission | None) -> Role:
    """Return the role that the permission endpoint shows; somebody unknown has none.

    `permission` folds maintain into write and triage into read; `role_name` tells them apart, and
    holds a custom role's name where there is one, which then counts as what it is folded into.
    """
    if permission is None:
        return "none"
    for word in (permission.role_name, permission.permission):
        role = _OTHER_WORDS.get(word, word)
        if role in ROLES:
            return role
    return "none"


def has_role(role: Role, floor: Role) -> bool:
    """Return whether `role` is at or above `floor`."""
    return ROLES.index(role) >= ROLES.index(floor)


def judge(notice: Notice, pull: Pull, role: Role, *, floor: Role = "write") -> Request | Refusal:
    """Return what may run for a notice.

    `pull` was read from the forge just now: its head is the one that counts, and stays pinned.
    """
    refusal = _refuse(notice, pull, role, floor)
    if refusal is not None:
        return refusal
    command = notice.command
    return Request(
        kind=notice.kind,
        repository=notice.repository,
        base_ref=pull.base.ref,
        head_ref=pull.head.ref,
        base_sha=pull.base.sha,
        head_sha=pull.head.sha,
        trust=_trust(notice, pull, role, floor),
        actor=notice.actor,
        number=pull.number,
        draft=pull.draft,
        foreign=pull.is_from_fork or pull.is_from_dependabot,
        command=command.word if command else "",
        only=command.only if command else (),
    )


def _refuse(notice: Notice, pull: Pull, role: Role, floor: Role) -> Refusal | None:
    if pull.state != "open":
        return Refusal(reason="the pull request is closed")
    if notice.head_sha is not None and notice.head_sha != pull.head.sha:
        return Refusal(
            reason=f"the head has moved on to {pull.head.sha[:12]}, which has its own run", moved=True
        )
    return _refuse_command(notice, notice.command, pull, (role, floor)) if notice.command else None


def _refuse_command(notice: Notice, command: Command, pull: Pull, roles: tuple[Role, Role]) -> Refusal | None:
    role, floor = roles
    if notice.actor_is_bot or not has_role(role, floor):
        return Refusal(
            reason=f"a command needs {floor} permission, and {notice.actor or 'nobody'} has {role}"
        )
    if command.problem:
        return Refusal(reason=command.problem)
    if command.word == "approve" and command.sha != pull.head.sha:
        return Refusal(reason=f"{command.sha[:12]} is not the head; that is {pull.head.sha}")
    return None


def _trust(notice: Notice, pull: Pull, role: Role, floor: Role) -> Trust:
    if notice.actor_is_bot or not has_role(role, floor):
        return "outsider"
    if pull.is_from_fork or pull.is_from_dependabot:
        approved = notice.command is not None and notice.command.word == "approve"
        return "writer" if approved else "outsider"
    return "writer"
