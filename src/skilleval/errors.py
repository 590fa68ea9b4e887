"""The tree of errors. Each says what is wrong in one line and carries the way out.

SkillevalError
 ├─ UserError        exit 2: the user's settings, files or refs
 │   ├─ ConfigError      settings, flags, inputs
 │   ├─ RepositoryError  refs, merge base, shallow clones, git itself
 │   ├─ SkillError       a SKILL.md or bundle that cannot be read
 │   └─ SuiteError       an evals file, fixture or freeze file that cannot be used
 └─ OurError         exit 3: ours, verdict `error`, never pass or fail of a skill
     ├─ SandboxError     engine, image or room of a trial
     ├─ ModelError       provider, gateway or model server
     ├─ GraderError      a grader that answered nothing usable
     ├─ ScannerError     a security scanner that crashed or timed out
     └─ ForgeError       GitHub, or a right that we lack there
"""

from typing import ClassVar


class SkillevalError(Exception):
    """The root: a message of one line, and a hint that says what to do."""

    exit_code: ClassVar[int] = 3

    def __init__(self, message: str, *, hint: str = "") -> None:
        """Keep `message` for people and `hint` for the way out."""
        super().__init__(message)
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        """Return message and hint on one line."""
        return f"{self.message} ({self.hint})" if self.hint else self.message


class UserError(SkillevalError):
    """Something that the user can put right: settings, files, refs."""

    exit_code = 2


class ConfigError(UserError):
    """A setting, flag or action input that cannot be used."""


class RepositoryError(UserError):
    """A ref, merge base or clone that cannot be used."""


class SkillError(UserError):
    """A SKILL.md or a bundle that cannot be read."""


class SuiteError(UserError):
    """An evals file, fixture or freeze file that cannot be used."""


class OurError(SkillevalError):
    """Ours: never a pass or a fail of the skill."""

    exit_code = 3


class SandboxError(OurError):
    """The engine, the image or the room of a trial failed."""


class ModelError(OurError):
    """The provider, the gateway or the model server failed.

    `retryable` says whether the same call may go through later.
    """

    def __init__(self, message: str, *, hint: str = "", retryable: bool = False) -> None:
        """Keep whether a later try may succeed."""
        super().__init__(message, hint=hint)
        self.retryable = retryable


class GraderError(OurError):
    """A grader that answered nothing usable."""


class ScannerError(OurError):
    """A security scanner that crashed or timed out; the message names it."""


class ForgeError(OurError):
    """The forge refused or failed, or we lack a right there."""
