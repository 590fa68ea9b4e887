"""The SDK's and the transport's errors, translated at this one edge."""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from skilleval.errors import SandboxError

START_ENGINE = (
    "start Docker (`systemctl start docker`, or Docker Desktop) and check `docker version`; "
    "`sandbox: process` runs without it, but holds nothing back"
)


ON_KUBERNETES = (
    "this runner starts containers as Kubernetes pods, and no pod has a Docker Engine: run the job on a "
    "runner with Docker (GitHub's own, or Actions Runner Controller with `containerMode: dind`), "
    "see docs/github.md#kubernetes"
)


def no_engine_hint(environ: Mapping[str, str]) -> str:
    """Return what to do where no engine answers: a pod of Kubernetes is told by its service variables."""
    return ON_KUBERNETES if environ.get("KUBERNETES_SERVICE_HOST") else START_ENGINE


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
        raise SandboxError(f"the engine did not {doing}: {exc}", hint=no_engine_hint(os.environ)) from exc
