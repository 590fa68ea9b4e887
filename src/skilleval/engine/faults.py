"""The SDK's and the transport's errors, translated at this one edge."""

from collections.abc import Iterator
from contextlib import contextmanager

from skilleval.errors import SandboxError

START_ENGINE = (
    "start Docker (`systemctl start docker`, or Docker Desktop) and check `docker version`; "
    "`sandbox: process` runs without it, but holds nothing back"
)


class GoneError(SandboxError):
    """The container, image or volume is not (or no longer) there."""


@contextmanager
def engine_errors(doing: str) -> Iterator[None]:
    """Raise SandboxError (GoneError for a 404) instead of anything of the SDK or its transport."""
    import docker.errors  # noqa: PLC0415 - a third of a second that runs without Docker must not pay
    import requests  # noqa: PLC0415 - comes with the SDK

    try:
        yield
    except docker.errors.NotFound as exc:
        raise GoneError(f"the engine has nothing to {doing}: {exc.explanation}") from exc
    except docker.errors.APIError as exc:
        raise SandboxError(f"the engine refused to {doing}: {exc.explanation or exc}") from exc
    except (requests.RequestException, docker.errors.DockerException, OSError) as exc:
        raise SandboxError(f"the engine did not {doing}: {exc}", hint=START_ENGINE) from exc
