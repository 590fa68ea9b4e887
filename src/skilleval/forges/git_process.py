"""One git command as a process in which nothing but git runs.

A pull request can bring attributes, and a checkout can bring configuration, that make git start other
programs (hooks, filters, textconv, external diff, pagers, file monitors, lazy fetches). All of that is
off here: fixed argument vectors, no shell, an environment of our own, plumbing commands only.
"""

import os
import re
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from skilleval.errors import RepositoryError

TIMEOUT_S: Final = 120.0
FETCH_TIMEOUT_S: Final = 600.0

FETCH_FLAGS: Final = (
    "--quiet",
    "--no-tags",
    "--no-write-fetch-head",
    "--no-recurse-submodules",
    "--no-auto-maintenance",
    "--refmap=",
    "--upload-pack=git-upload-pack",
)
"""By address and by object id: no setting of the remote counts, no branch of the user's moves."""

Done = subprocess.CompletedProcess[bytes]

# Each key here could start a program, reach a network or change what a diff says.
_INERT: Final = {
    "core.alternateRefsCommand": "",
    "core.askPass": "",
    "core.attributesFile": os.devnull,
    "core.fsmonitor": "false",
    "core.gitProxy": "",
    "core.hooksPath": os.devnull,
    "core.pager": "cat",
    "core.precomposeUnicode": "false",
    "core.quotePath": "false",
    "core.sshCommand": "false",
    "core.useReplaceRefs": "false",
    "credential.helper": "",
    "diff.external": "",
    "diff.ignoreSubmodules": "none",
    "diff.orderFile": os.devnull,
    "diff.renames": "true",
    "diff.suppressBlankEmpty": "false",
    "fetch.recurseSubmodules": "false",
    "fetch.unpackLimit": "1",  # packs, not loose objects: no folders of another owner in the checkout
    "gc.auto": "0",
    "log.showSignature": "false",
    "maintenance.auto": "false",
    "submodule.recurse": "false",
}
_NETWORK: Final = {
    "protocol.version": "2",  # objects by id, from servers that do not advertise them
}
_PROTOCOLS: Final = "file:http:https"
# What a fetch needs to get through a proxy, and to know whom to believe.
_PASSED_ON: Final = (
    "ALL_PROXY",
    "CURL_CA_BUNDLE",
    "GIT_SSL_CAINFO",
    "HTTPS_PROXY",
    "HTTP_PROXY",
    "NO_PROXY",
    "SSL_CERT_DIR",
    "SSL_CERT_FILE",
    "all_proxy",
    "http_proxy",
    "https_proxy",
    "no_proxy",
)


def run_git(path: Path, *argv: str, stdin: bytes = b"", network: bool = False) -> Done:
    """Return what git did in the folder; a non-zero exit is a result.

    Arguments may hold `surrogateescape`d bytes. Raises RepositoryError where git cannot be started or
    does not end in time.
    """
    command = [b"git", *(arg.encode("utf-8", "surrogateescape") for arg in argv)]
    timeout_s = FETCH_TIMEOUT_S if network else TIMEOUT_S
    try:
        return subprocess.run(
            command,
            cwd=path,
            env=git_environment(path, os.environ, network=network),
            input=stdin,
            capture_output=True,
            timeout=timeout_s,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise RepositoryError(f"git {argv[0]} took more than {timeout_s:.0f} s") from None
    except OSError as exc:
        raise RepositoryError(
            f"git {argv[0]} could not be started: {exc.strerror}", hint="install git; is the folder there?"
        ) from exc


def git_environment(path: Path, outer: Mapping[str, str], *, network: bool = False) -> dict[str, str]:
    """Return the whole environment of a git process in `path`; of `outer` only PATH, and proxies to fetch."""
    config = {**_INERT, **(_NETWORK if network else {}), "safe.directory": str(path)}
    environment = {
        "PATH": outer.get("PATH", os.defpath),
        "HOME": os.devnull,
        "LC_ALL": "C",
        # not by protocol.allow, which protocol.ext.allow of the checkout's own configuration would beat
        "GIT_ALLOW_PROTOCOL": _PROTOCOLS if network else "none",
        "GIT_ASKPASS": "",
        "GIT_ATTR_NOSYSTEM": "1",
        "GIT_CONFIG_COUNT": str(len(config)),
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_GRAFT_FILE": os.devnull,
        "GIT_LITERAL_PATHSPECS": "1",
        "GIT_NO_LAZY_FETCH": "1",
        "GIT_NO_REPLACE_OBJECTS": "1",
        "GIT_OPTIONAL_LOCKS": "0",
        "GIT_PAGER": "cat",
        "GIT_TERMINAL_PROMPT": "0",
        "SSH_ASKPASS": "",
    }
    for number, (key, value) in enumerate(config.items()):
        environment[f"GIT_CONFIG_KEY_{number}"] = key
        environment[f"GIT_CONFIG_VALUE_{number}"] = value
    passed_on = {key: outer[key] for key in _PASSED_ON if network and key in outer}
    return {**environment, **passed_on}


def text_of(raw: bytes) -> str:
    """Return git's bytes as text; what is not UTF-8 is kept by `surrogateescape`."""
    return raw.decode("utf-8", "surrogateescape")


def failure(verb: str, done: Done) -> RepositoryError:
    """Return the error for a command that failed, with git's own words."""
    missing = (b"promisor", b"missing", b"bad object", b"Not a valid object", b"could not fetch")
    hint = ""
    if any(word in done.stderr for word in missing):
        hint = "objects are missing here: clone with fetch-depth: 0"
    return RepositoryError(f"git {verb} failed: {complaint(done)}", hint=hint)


def complaint(done: Done) -> str:
    """Return the line in which git says what went wrong, without the name and password of an address."""
    lines = done.stderr.decode("utf-8", "replace").strip().splitlines()
    line = next((line for line in lines if line.startswith(("fatal:", "error:"))), lines[-1] if lines else "")
    return re.sub(r"://[^@/\s]*@", "://", line) or f"it ended with {done.returncode}"
