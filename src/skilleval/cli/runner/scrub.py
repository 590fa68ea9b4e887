"""An environment without secrets, also in /proc: the process starts itself again in a clean one.

`os.environ.pop` would not do: a child of the same user still reads the start environment in
`/proc/<our pid>/environ`. What the runner handed in travels through an anonymous file in memory.
"""

import json
import os
import re
import sys
from collections.abc import Mapping

from skilleval.errors import ConfigError

HANDED_OVER = "SKILLEVAL_HANDED_OVER"
_OURS_ONLY = re.compile(
    r"^(INPUT|STATE|GITHUB|GH|ACTIONS|RUNNER)_"  # tokens, cache, OIDC, and files that steer later steps
    r"|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIAL|API_?KEY|PRIVATE_?KEY",
    re.IGNORECASE,
)


def clean_environment(environ: Mapping[str, str]) -> dict[str, str]:
    """Return the variables that a child process may see."""
    return {key: value for key, value in environ.items() if not _OURS_ONLY.search(key)}


def leave_environment() -> dict[str, str]:
    """Return the environment as the runner made it; this process itself no longer has it.

    The first time, the process is replaced by itself (same id, same streams) and does not return.

    Raises:
        ConfigError: this system has no anonymous files in memory (it is not Linux).
    """
    handed_over = os.environ.pop(HANDED_OVER, "")
    if handed_over:
        with os.fdopen(int(handed_over), "rb") as file:
            whole = json.loads(file.read())
        return {str(key): str(value) for key, value in whole.items()}
    whole = dict(os.environ)
    clean = clean_environment(whole)
    if clean == whole:
        return whole
    if not hasattr(os, "memfd_create"):
        raise ConfigError("the action runs on Linux only", hint="in a shell, use `skilleval run`")
    _start_again(whole, clean)
    raise AssertionError("exec does not return")


def _start_again(whole: dict[str, str], clean: dict[str, str]) -> None:
    file = os.memfd_create("skilleval", 0)
    os.write(file, json.dumps(whole).encode("utf-8", "surrogateescape"))
    os.lseek(file, 0, os.SEEK_SET)
    argv = [sys.executable, "-m", "skilleval", *sys.argv[1:]]
    os.execve(sys.executable, argv, clean | {HANDED_OVER: str(file)})  # noqa: S606 (ourselves, no shell)
