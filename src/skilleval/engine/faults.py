"""The SDK's and the transport's errors, translated at this one edge."""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from skilleval.engine.fit import FREE_DISK
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


_REMEDIES = {
    "no space left on device": FREE_DISK,
    "docker-init": "install the package that holds docker-init (docker-init, or tini), or set `init-path`",
}
"""What an engine says when something runs out, or is found missing, in the middle of a run."""


def _remedy(said: str) -> str:
    return next((remedy for words, remedy in _REMEDIES.items() if words in said), "")


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
        said = str(exc.explanation or exc)
        raise SandboxError(f"the engine refused to {doing}: {said}", hint=_remedy(said)) from exc
    except (requests.RequestException, docker.errors.DockerException, OSError) as exc:
        raise SandboxError(f"the engine did not {doing}: {exc}", hint=no_engine_hint(os.environ)) from exc
