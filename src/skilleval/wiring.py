"""Settings -> World: the tables of plug-ins. The one place that names concrete classes."""

import hashlib
import os
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar

from skilleval.domain.price import TokenCount
from skilleval.engine import Engine
from skilleval.errors import ConfigError, RepositoryError
from skilleval.execution.agents.claude_code import ClaudeCodeAgent
from skilleval.execution.agents.claude_code.install import claude_program
from skilleval.execution.agents.claude_code.launch import PINNED_VERSION
from skilleval.execution.agents.messages import MessagesAgent
from skilleval.execution.sandboxes.docker.image import Packages
from skilleval.execution.sandboxes.docker.prepare import Programs, Wishes, no_programs, prepare_docker
from skilleval.execution.sandboxes.docker.room_settings import GATEWAY_URL
from skilleval.execution.sandboxes.process import ProcessSandboxes
from skilleval.execution.slots import choose_slots, cores, free_memory_mb
from skilleval.forges.git import GitRepository
from skilleval.forges.local import LocalForge
from skilleval.gateway import Gateway, GatewayConfig
from skilleval.grading import Marking
from skilleval.grading.graders.model import ModelGrader
from skilleval.models.anthropic import ANTHROPIC_URL, AnthropicModels
from skilleval.models.prices import load_prices
from skilleval.pipeline import Desk
from skilleval.ports import Agent, Clock, JsonObject, Models, Progress, Reporter, Sandboxes, Scanner, World
from skilleval.report.reporters.files import FilesReporter
from skilleval.review.scanners.bandit import BanditScanner
from skilleval.review.scanners.semgrep import SemgrepScanner
from skilleval.run_folder import RunFolder
from skilleval.settings import Settings
from skilleval.testing.demo_repository import DemoRepository, build_demo_repository, examples_folder
from skilleval.testing.offline import serve_offline

T = TypeVar("T")
OFFLINE = "offline"


def scanners() -> tuple[Scanner, ...]:
    """Return the third-party scanners that every review uses."""
    return (SemgrepScanner(), BanditScanner())


class SystemClock:
    """The machine's clock."""

    def now(self) -> datetime:
        """Return the time in UTC."""
        return datetime.now(UTC)

    def monotonic(self) -> float:
        """Return seconds that no change of the clock can bend."""
        return time.monotonic()


@dataclass(frozen=True)
class Checkout:
    """A local checkout and the two refs of it that are compared."""

    repository: GitRepository
    forge: LocalForge
    base_sha: str
    head_sha: str
    only: tuple[str, ...] = ()

    def payload(self) -> JsonObject:
        """Return the event: two pinned refs."""
        return self.forge.payload() | {"only": list(self.only)}

    def base_file(self, path: str) -> bytes | None:
        """Return a file of the base side, or None: policy is never read from the head."""
        entries = {entry.path: entry for entry in self.repository.tree(self.base_sha)}
        entry = entries.get(path)
        return None if entry is None else self.repository.read([entry.oid])[entry.oid]

    def new_run_path(self, root: Path, clock: Clock) -> Path:
        """Return where a run of these refs goes below `root`: `.skilleval/runs/<utc>-<id>`."""
        now = clock.now()
        seed = f"{now.isoformat()}/{self.base_sha}/{self.head_sha}"
        name = f"{now:%Y%m%dT%H%M%SZ}-{hashlib.sha256(seed.encode()).hexdigest()[:6]}"
        return root / ".skilleval" / "runs" / name


def open_checkout(path: Path, *, base: str, head: str, only: tuple[str, ...] = ()) -> Checkout:
    """Return a checkout with both refs resolved.

    Raises:
        RepositoryError: no repository there, or a ref that names no commit.
    """
    if not path.is_dir():
        raise RepositoryError(f"{path} is no folder", hint="name a checkout with --repo")
    repository = GitRepository(path)
    base_sha, head_sha = repository.resolve(base), repository.resolve(head)
    forge = LocalForge(repository, name=path.resolve().name, base=base, head=head)
    return Checkout(repository, forge, base_sha, head_sha, only)


def build_demo(target: Path) -> DemoRepository:
    """Make the example repository with its commits in an empty or missing folder."""
    return build_demo_repository(target, examples_folder())


@contextmanager
def open_desk(
    settings: Settings, checkout: Checkout, *, folder: RunFolder, progress: Progress
) -> Iterator[Desk]:
    """Yield the desk of a run; what it needed (servers, engines, gateway) ends with the context.

    Raises:
        SkillevalError: something that the settings ask for is not there; the hint says what to do.
    """
    with ExitStack() as stack:
        offline = stack.enter_context(serve_offline()) if "offline" in _models_of(settings) else ""
        lab = stack.enter_context(_open_lab(settings, folder, offline, progress))
        world = World(
            repository=checkout.repository,
            forge=checkout,
            scanners=scanners(),
            agent=lab.agent,
            sandboxes=lab.sandboxes,
            models=lab.models,
            grader=ModelGrader(settings.grader_model),
            grader_models=_models(settings, model=settings.grader_model, offline=offline),
            reporters=(file_reporter(folder),),
            clock=SystemClock(),
            progress=progress,
        )
        yield Desk(
            world, settings, folder, trial_cost_usd=_trial_cost_usd(settings), secrets=_secrets(settings, lab)
        )


@contextmanager
def open_marking(settings: Settings, *, progress: Progress) -> Iterator[Marking]:
    """Yield what grades a saved run again."""
    with ExitStack() as stack:
        offline = stack.enter_context(serve_offline()) if settings.grader_model == OFFLINE else ""
        yield Marking(
            grader=ModelGrader(settings.grader_model),
            models=_models(settings, model=settings.grader_model, offline=offline),
            seed=settings.seed,
            votes=settings.grader_votes,
            on_graded=progress.graded,
        )


def file_reporter(folder: RunFolder) -> Reporter:
    """Return the reporter that writes the report's files into a run folder."""
    return FilesReporter(folder.path)


def pick(table: Mapping[str, T], name: str, *, kind: str) -> T:
    """Return table[name], or tell the user which names exist.

    Raises:
        ConfigError: there is no such name.
    """
    try:
        return table[name]
    except KeyError:
        known = ", ".join(sorted(table))
        raise ConfigError(f"unknown {kind} {name!r}", hint=f"use one of: {known}") from None


@dataclass(frozen=True)
class _Place:
    """Where trials run: agent, rooms, the way to the model, and the token of our own gateway, if any."""

    agent: Agent
    sandboxes: Sandboxes
    models: Models
    token: str = ""


def _open_lab(
    settings: Settings, folder: RunFolder, offline: str, progress: Progress
) -> AbstractContextManager[_Place]:
    if settings.sandbox.kind == "process":
        return nullcontext(_process_place(settings, offline))
    return _docker_place(settings, folder, offline, progress)


def _process_place(settings: Settings, offline: str) -> _Place:
    if settings.agent != "messages":
        raise ConfigError(
            f"agent {settings.agent!r} runs in containers only",
            hint="use --sandbox docker, or --agent messages",
        )
    return _Place(
        MessagesAgent(), ProcessSandboxes(), _models(settings, model=settings.model, offline=offline)
    )


@contextmanager
def _docker_place(
    settings: Settings, folder: RunFolder, offline: str, progress: Progress
) -> Iterator[_Place]:
    """Yield rooms that are containers, and a gateway that alone holds the key."""
    wishes = Wishes(
        sandbox_image=settings.sandbox_image,
        packages=Packages(**settings.sandbox.packages.model_dump()),
        image_cache=_cache() / "images",
    )
    progress.note("preparing the sandbox image (minutes when it is new)")
    with ExitStack() as stack:
        prepared = stack.enter_context(
            prepare_docker(wishes, programs=_programs(settings), now=datetime.now(UTC).timestamp())
        )
        slots = choose_slots(settings.budget(), cores=cores(), free_mb=free_memory_mb())
        gateway = stack.enter_context(
            Gateway(
                _gateway_config(settings, folder, offline),
                key=_key(settings, model=settings.model),
                slots=slots,
                environment=os.environ,
            )
        )
        rooms = stack.enter_context(prepared.rooms(gateway.folders, gateway))
        agents: dict[str, Callable[[], Agent]] = {
            "messages": MessagesAgent,
            "claude-code": lambda: ClaudeCodeAgent(
                base_url=GATEWAY_URL, meter=gateway, version=_cli_version(settings)
            ),
        }
        yield _Place(
            pick(agents, settings.agent, kind="agent")(),
            rooms,
            AnthropicModels(api_key=gateway.token, base_url=gateway.url),
            gateway.token,
        )


def _gateway_config(settings: Settings, folder: RunFolder, offline: str) -> GatewayConfig:
    return GatewayConfig(
        upstream=offline if settings.model == OFFLINE else _provider_url(),
        models=(settings.model,),
        prices=load_prices(),
        max_cost_usd=settings.max_cost_usd,
        log_folder=str(folder.path.resolve() / "gateway"),
    )


def _programs(settings: Settings) -> Programs:
    """Return what the sandbox image gets besides packages: the agent's CLI, never in an image we publish."""
    if settings.agent != "claude-code":
        return no_programs

    def programs(engine: Engine, base: str) -> Mapping[str, Path]:
        version = _cli_version(settings)
        program = claude_program(
            version, engine=engine, base=base, cache=_cache(), environment=dict(os.environ)
        )
        return {"claude": program}

    return programs


def _cli_version(settings: Settings) -> str:
    return settings.agent_version or PINNED_VERSION


def _cache() -> Path:
    return Path(os.environ.get("SKILLEVAL_CACHE") or Path.home() / ".cache" / "skilleval")


def _provider_url() -> str:
    return os.environ.get("ANTHROPIC_BASE_URL") or ANTHROPIC_URL


def _models_of(settings: Settings) -> tuple[str, ...]:
    return (settings.model, settings.grader_model)


def _key(settings: Settings, *, model: str) -> str:
    return OFFLINE if model == OFFLINE else settings.anthropic_api_key.get_secret_value()


def _models(settings: Settings, *, model: str, offline: str) -> Models:
    """Return the provider's models, or those of the offline server."""
    base_url = offline if model == OFFLINE else _provider_url()
    return AnthropicModels(api_key=_key(settings, model=model), base_url=base_url)


def _secrets(settings: Settings, lab: _Place) -> tuple[str, ...]:
    """Return the values that must be in no room."""
    values = (
        settings.anthropic_api_key.get_secret_value(),
        settings.github_token.get_secret_value(),
        lab.token,
    )
    return tuple(value for value in values if value)


# One trial of eight calls on a shared prefix, and one grading: docs/cost.md says where the figures come from.
_TRIAL_TOKENS = TokenCount(cache_read=217_500, cache_write=12_500, output=2_800)
_GRADE_TOKENS = TokenCount(fresh=6_000, output=600)


def _trial_cost_usd(settings: Settings) -> float | None:
    """Return what one trial with its grading is expected to cost, or None where a price is unknown."""
    prices = load_prices()
    trial = prices.cost_usd(settings.model, _TRIAL_TOKENS)
    grade = prices.cost_usd(settings.grader_model, _GRADE_TOKENS)
    return None if trial is None or grade is None else trial + settings.grader_votes * grade
