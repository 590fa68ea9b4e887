"""The part of wiring that makes agent, rooms and model fit together: gateway, engine, image.

The model's key goes to the gateway over stdin; agent, rooms and this process's client get its address only.
"""

import os
import shutil
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from skilleval.engine import Engine, open_engine
from skilleval.engine.labels import sweep
from skilleval.engine.own import image_with, own_container
from skilleval.errors import ConfigError, SandboxError
from skilleval.execution import Lab
from skilleval.execution.agents.claude_code import ClaudeCodeAgent
from skilleval.execution.agents.claude_code.install import claude_program
from skilleval.execution.agents.claude_code.launch import PINNED_VERSION
from skilleval.execution.agents.messages import MessagesAgent
from skilleval.execution.agents.metered import MeteredAgent
from skilleval.execution.probes import ProbeReport, probe_lab
from skilleval.execution.sandboxes.docker.image import Packages
from skilleval.execution.sandboxes.docker.prepare import Wishes, no_programs, prepare_docker
from skilleval.execution.sandboxes.docker.room_settings import GATEWAY_URL
from skilleval.execution.sandboxes.process import ProcessSandboxes
from skilleval.execution.slots import choose_slots, cores, free_memory_mb
from skilleval.gateway import ContainerLauncher, Gateway, GatewayConfig, Launcher, ProcessLauncher
from skilleval.models.anthropic import AnthropicModels
from skilleval.models.patience import Patience
from skilleval.models.prices import load_prices
from skilleval.ports import Agent, Models, Sandboxes
from skilleval.settings import Settings

_AHEAD = 2
"""Rooms that are open beyond those at work: the executor makes the next ones ready (execution/execute.py)."""
_GATEWAY_ANSWERS_S = 1800.0
"""All tries and pacing of a call; trials have limits of their own."""
_HEADROOM = 1.25
"""The executor starts no trial past max-cost-usd; the gateway is the wall behind it for those under way."""
_SECRET_NAMES = ("TOKEN", "SECRET", "PASSWORD", "API_KEY")


@dataclass(frozen=True)
class Provider:
    """Who answers behind the gateway, and the key for it."""

    url: str
    key: str


@dataclass(frozen=True)
class Workplace:
    """Agent, rooms and model of a run, and the probe that goes before its first trial."""

    agent: Agent
    sandboxes: Sandboxes
    models: Models
    bare: Sandboxes
    """Rooms with no way to a model, for a skill's own tests."""
    probe: Callable[[Lab], ProbeReport] | None = None


@contextmanager
def open_bare_rooms(settings: Settings) -> Iterator[Sandboxes]:
    """Yield rooms with no way to a model, where no workplace is open: no gateway, no agent, no key.

    Raises SandboxError with the remedy.
    """
    if settings.sandbox.kind != "docker":
        yield ProcessSandboxes()
        return
    with prepare_docker(_wishes(settings), now=time.time()) as prepared:
        yield prepared.bare_rooms()


@contextmanager
def open_workplace(settings: Settings, provider: Provider, *, log_folder: Path) -> Iterator[Workplace]:
    """Yield what trials need; gateway, rooms and connections to the engine end with the context.

    Raises SandboxError or ModelError with the remedy; `process` never stands in for `docker`.
    """
    with ExitStack() as stack:
        if settings.sandbox.kind == "docker":
            yield _in_docker(settings, provider, log_folder, stack)
        elif settings.agent == "claude-code":
            yield _beside_us(settings, provider, log_folder, stack)
        else:
            models = AnthropicModels(api_key=provider.key, base_url=provider.url)
            rooms = ProcessSandboxes()
            yield Workplace(MessagesAgent(), rooms, models, bare=rooms)


def remove_leftovers() -> None:
    """Remove what runs that were killed left in the engine; without an engine there is nothing."""
    try:
        engine = open_engine()
        try:
            own_container(engine)
            sweep(engine, now=time.time())
        finally:
            engine.close()
    except SandboxError:
        return


def _in_docker(settings: Settings, provider: Provider, log_folder: Path, stack: ExitStack) -> Workplace:
    is_cli = settings.agent == "claude-code"
    version = settings.agent_version or PINNED_VERSION
    programs = partial(_claude, version) if is_cli else no_programs
    prepared = stack.enter_context(prepare_docker(_wishes(settings), programs=programs, now=time.time()))
    slots = choose_slots(settings.budget(), cores=cores(), free_mb=free_memory_mb()) + _AHEAD
    launcher = _launcher(prepared.engine)
    gateway = stack.enter_context(_gateway(settings, provider, log_folder, slots, launcher))
    sandboxes = stack.enter_context(prepared.rooms(gateway.sources, gateway))
    models = models_behind(gateway)
    agent: Agent = MeteredAgent(MessagesAgent(), gateway)
    if is_cli:
        agent = ClaudeCodeAgent(base_url=GATEWAY_URL, meter=gateway, version=version)
    return Workplace(agent, sandboxes, models, bare=prepared.bare_rooms(), probe=_probe(settings, provider))


def _beside_us(settings: Settings, provider: Provider, log_folder: Path, stack: ExitStack) -> Workplace:
    """Return the CLI of this machine in folders of this machine: it isolates nothing, but has no key."""
    program = os.environ.get("SKILLEVAL_CLAUDE") or shutil.which("claude")
    if not program:
        raise ConfigError("agent claude-code: no `claude` here", hint="install it, or use sandbox docker")
    beside = ProcessLauncher(os.environ)
    gateway = stack.enter_context(_gateway(settings, provider, log_folder, 0, beside))
    agent = ClaudeCodeAgent(
        base_url=gateway.url,
        api_key=gateway.token,
        meter=gateway,
        version=settings.agent_version or PINNED_VERSION,
        program=program,
    )
    models = models_behind(gateway)
    rooms = ProcessSandboxes()
    return Workplace(agent, rooms, models, bare=rooms, probe=_probe(settings, provider))


def models_behind(gateway: Gateway) -> AnthropicModels:
    """Return models behind the gateway, which paces and tries again: who asked twice would pay twice."""
    patience = Patience(call_s=_GATEWAY_ANSWERS_S, retries=0)
    return AnthropicModels(api_key=gateway.token, base_url=gateway.url, patience=patience)


def _gateway(
    settings: Settings, provider: Provider, log_folder: Path, slots: int, launcher: Launcher
) -> Gateway:
    config = GatewayConfig(
        upstream=provider.url,
        models=(settings.model,),
        prices=load_prices(),
        max_cost_usd=settings.max_cost_usd * _HEADROOM,
        log_folder=str(log_folder),
    )
    return Gateway(config, key=provider.key, slots=slots, launcher=launcher)


def _launcher(engine: Engine) -> Launcher:
    """Return how the gateway starts: in a container of the image that we run from, elsewhere beside us.

    Beside us is also for a container whose code is not its image's (a development container).
    """
    ours = (Path(sys.prefix), Path(__file__).parent)
    image = image_with(engine, ours)
    if image:
        network = f"container:{own_container(engine)}"
        return ContainerLauncher(engine, image, sys.executable, network=network, environment=os.environ)
    shared = os.environ.get("RUNNER_TEMP")  # in a container: what the host shares with it
    folder = Path(shared) if shared and Path(shared).is_dir() else None
    return ProcessLauncher(os.environ, folder)


def _wishes(settings: Settings) -> Wishes:
    packages = settings.sandbox.packages
    cache = os.environ.get("SKILLEVAL_CACHE")
    return Wishes(
        sandbox_image=settings.sandbox_image,
        packages=Packages(apt=packages.apt, pip=packages.pip, npm=packages.npm),
        image_cache=Path(cache) / "images" if cache else None,
    )


def _claude(version: str, engine: Engine, base: str) -> Mapping[str, Path]:
    cache = Path(os.environ.get("SKILLEVAL_CACHE") or Path.home() / ".cache" / "skilleval")
    return {"claude": claude_program(version, engine=engine, base=base, cache=cache, environment=os.environ)}


def _probe(settings: Settings, provider: Provider) -> Callable[[Lab], ProbeReport]:
    named = [value for name, value in os.environ.items() if name.upper().endswith(_SECRET_NAMES)]
    secrets = (settings.anthropic_api_key, settings.grader_api_key, settings.github_token)
    own = [secret.get_secret_value() for secret in secrets]
    return partial(probe_lab, model=settings.model, secrets=(provider.key, *own, *named))
