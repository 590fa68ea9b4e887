"""Settings -> World: the tables of plug-ins. The one place that names concrete classes."""

import os
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, nullcontext
from pathlib import Path
from typing import Protocol, TypeVar

from skilleval.desk import Desk
from skilleval.domain.price import TokenCount
from skilleval.domain.remark import RuleDoc
from skilleval.errors import ConfigError
from skilleval.grading import Marking
from skilleval.grading.graders.model import ModelGrader
from skilleval.models.anthropic import ANTHROPIC_URL, AnthropicModels
from skilleval.models.chat import ChatModels
from skilleval.models.embeddings import PackagedEmbedder
from skilleval.models.prices import load_prices
from skilleval.ports import Embedder, Models, Progress, Reporter, Reviewer, World
from skilleval.report.findings import LEVELS
from skilleval.report.reporters.files import FilesReporter
from skilleval.review import rule_table
from skilleval.review.reviewers import ReviewerApart
from skilleval.run_folder import RunFolder
from skilleval.settings import Settings
from skilleval.shield import hide_memory
from skilleval.testing.demo_repository import DemoRepository, build_demo_repository, examples_folder
from skilleval.testing.offline import serve_offline
from skilleval.wiring_checkout import Checkout, SystemClock
from skilleval.wiring_rooms import Provider, open_workplace

T = TypeVar("T")


class ModelsApi(Protocol):
    """Makes clients of a server that speaks one API."""

    def __call__(self, *, api_key: str, base_url: str) -> Models:
        """Return what opens them."""


GRADER_APIS: Mapping[str, ModelsApi] = {"messages": AnthropicModels, "chat-completions": ChatModels}


def open_reviewer() -> Reviewer:
    """Return the reviewer of a run: apart from this process, which holds keys."""
    return ReviewerApart("skilleval.wiring_review")


def build_demo(target: Path) -> DemoRepository:
    """Make the example repository with its commits in an empty or missing folder."""
    return build_demo_repository(target, examples_folder())


@contextmanager
def open_desk(
    settings: Settings, checkout: Checkout, *, folder: RunFolder, progress: Progress
) -> Iterator[Desk]:
    """Yield the desk of a run; what it needed (servers, engines) ends with the context.

    Raises:
        SkillevalError: something that the settings ask for is not there; the hint says what to do.
    """
    hide_memory()
    with ExitStack() as stack:
        provider = stack.enter_context(_open_provider(settings, model=settings.model))
        place = stack.enter_context(open_workplace(settings, provider, log_folder=folder.path / "gateway"))
        graders = stack.enter_context(_open_graders(settings))
        grader = ModelGrader(settings.grader_model)
        world = World(
            repository=checkout.repository,
            forge=checkout,
            reviewer=open_reviewer(),
            agent=place.agent,
            sandboxes=place.sandboxes,
            models=place.models,
            grader=grader,
            judge=grader,
            grader_models=graders,
            reporters=(file_reporter(folder),),
            clock=SystemClock(),
            progress=progress,
            embedder=open_embedder(settings),
        )
        yield Desk(
            world,
            settings,
            folder,
            trial_cost_usd=_trial_cost_usd(settings),
            query_cost_usd=load_prices().cost_usd(settings.model, _QUERY_TOKENS),
            probe=place.probe,
            open_bare=lambda: nullcontext(place.bare),
        )


def open_embedder(settings: Settings) -> Embedder | None:
    """Return the model of sentence embeddings, where the settings ask for one. It loads at first use."""
    return PackagedEmbedder() if settings.routing.similarity == "embeddings" else None


@contextmanager
def open_marking(settings: Settings, *, progress: Progress) -> Iterator[Marking]:
    """Yield what grades a saved run again."""
    grader = ModelGrader(settings.grader_model)
    with _open_graders(settings) as models:
        yield Marking(
            grader=grader,
            judge=grader,
            models=models,
            seed=settings.seed,
            votes=settings.grader_votes,
            on_graded=progress.graded,
        )


def file_reporter(folder: RunFolder) -> Reporter:
    """Return the reporter that writes the report's files into a run folder."""
    return FilesReporter(folder.path, rule_docs())


def rule_docs() -> tuple[RuleDoc, ...]:
    """Return all rules of the security review, for SARIF."""
    return tuple(
        RuleDoc(id=row.id, title=row.title, level=LEVELS[row.severity], fix=row.page) for row in rule_table()
    )


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


@contextmanager
def _open_graders(settings: Settings) -> Iterator[Models]:
    """Yield a client for the grader: of its own server, of the agent's, or of the offline one."""
    if settings.grader_url and settings.grader_model != "offline":
        open_api = pick(GRADER_APIS, settings.grader_api, kind="grader-api")
        yield open_api(api_key=settings.grader_api_key.get_secret_value(), base_url=settings.grader_url)
        return
    with _open_provider(settings, model=settings.grader_model) as provider:
        yield AnthropicModels(api_key=provider.key, base_url=provider.url)


@contextmanager
def _open_provider(settings: Settings, *, model: str) -> Iterator[Provider]:
    """Yield where the model answers, and the key: the provider, or the offline server."""
    if model != "offline":
        url = os.environ.get("ANTHROPIC_BASE_URL") or ANTHROPIC_URL
        yield Provider(url, settings.anthropic_api_key.get_secret_value())
        return
    with serve_offline() as url:
        yield Provider(url, "offline")


# Assumed until a run has costs of its own: a trial of eight calls on a shared prefix, and one grading.
_TRIAL_TOKENS = TokenCount(cache_read=217_500, cache_write=12_500, output=2_800)
_GRADE_TOKENS = TokenCount(fresh=6_000, output=600)
# One trial of a query: one call on the shared prefix, and a short answer or the call of a skill.
_QUERY_TOKENS = TokenCount(cache_read=20_000, cache_write=500, output=150)


def _trial_cost_usd(settings: Settings) -> float | None:
    """Return what one trial with its grading is expected to cost, or None where a price is unknown."""
    prices = load_prices()
    trial = prices.cost_usd(settings.model, _TRIAL_TOKENS)
    grade = prices.cost_usd(settings.grader_model, _GRADE_TOKENS)
    return None if trial is None or grade is None else trial + settings.grader_votes * grade
