"""Stage 1 of 9: payload or argv -> Request."""

from skilleval.event.commands import Command, read_command
from skilleval.event.notice import Notice, read_notice
from skilleval.event.parse import parse_event
from skilleval.event.payloads import Permission, Pull
from skilleval.event.trust import Refusal, Role, has_role, judge, role_of

__all__ = [
    "Command",
    "Notice",
    "Permission",
    "Pull",
    "Refusal",
    "Role",
    "has_role",
    "judge",
    "parse_event",
    "read_command",
    "read_notice",
    "role_of",
]
