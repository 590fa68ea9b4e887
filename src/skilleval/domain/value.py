"""The base of every noun, and the few types that many of them share."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

Arm = Literal["candidate", "baseline", "control"]
"""The pull request's bundle; the pinned old one; no skill at all."""

SecondLook = Literal["none", "agrees", "disagrees"]
"""What an independent second look said of a false claim; none = nobody looked."""

CommitSha = Annotated[str, Field(pattern=r"^[0-9a-f]{40}([0-9a-f]{24})?$")]
Digest = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
Score = Annotated[float, Field(ge=0.0, le=1.0)]


class Value(BaseModel):
    """A frozen value: parsed once at the edge, equal by content, unknown keys refused."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Interval(Value):
    """A 95 % interval, and the method it comes from (for example `paired-t`)."""

    lo: float
    hi: float
    method: str = ""
