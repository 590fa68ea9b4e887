"""What can be set, with defaults: frozen Settings, grouped as the stages need them."""

import json
from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, SecretStr

from skilleval.domain.finding import Severity
from skilleval.domain.policy import Bar, Budget, Limits, Sampling, Scope
from skilleval.domain.value import Arm

SETTINGS_FILE = "settings.json"
"""What a run was made with, in its folder; without secrets."""
SECRET_INPUTS = ("anthropic-api-key", "grader-api-key", "github-token")


_NO_LIST = 'no list: write a, b or [a, "b"]; in brackets, quote what begins with * or holds a bracket'


def _kebab(name: str) -> str:
    return name.replace("_", "-")


def _words(value: object) -> object:
    """Accept one string where a list is wanted: `a, b`, lines, or `[a, "b"]` as YAML writes it on one line.

    Flags and action inputs are strings. A list in brackets is never taken for words of a glob in silence.
    """
    if not isinstance(value, str):
        return value
    text = value.strip()
    if text.startswith("[") and _closing(text) == len(text) - 1:
        return _flow_list(text)
    words = tuple(word.strip() for word in text.replace("\n", ",").split(",") if word.strip())
    if text.startswith("[") and any('"' in word or word.count("[") != word.count("]") for word in words):
        raise ValueError(_NO_LIST)
    return words


def _closing(text: str) -> int:
    """Return where the bracket that begins the text ends, -1 if it does not.

    Quotes hide brackets; a quote behind a backslash, or doubled between single ones, ends nothing.
    """
    depth, quote, is_plain = 0, "", False
    for at, char in enumerate(text):
        if is_plain:
            is_plain = False
        elif quote:
            is_plain = (quote == '"' and char == "\\") or (quote == "'" and text[at : at + 2] == "''")
            quote = "" if char == quote and not is_plain else quote
        elif char in "\"'" and text[:at].rstrip()[-1:] in {"[", ","}:
            quote = char
        else:
            depth += (char == "[") - (char == "]")
            if not depth:
                return at
    return -1


def _flow_list(text: str) -> tuple[str, ...]:
    from ruamel.yaml import YAML  # noqa: PLC0415  (few settings are lists in brackets)
    from ruamel.yaml.error import YAMLError  # noqa: PLC0415

    try:
        found = json.loads(text, parse_int=str, parse_float=str)
    except (ValueError, RecursionError):
        try:
            found = YAML(typ="base", pure=True).load(
                text
            )  # words stay as they are written: 1.10 is no number
        except (YAMLError, ValueError, RecursionError) as exc:
            raise ValueError(_NO_LIST) from exc
    if not isinstance(found, list) or not all(isinstance(word, str) for word in found):
        raise ValueError(_NO_LIST)
    return tuple(found)


def _named(value: object) -> object:
    """Accept one string of names, but for the two words that mean all and none."""
    return value if value in ("repo", "none") else _words(value)


Words = Annotated[tuple[str, ...], BeforeValidator(_words)]


class _Group(BaseModel):
    model_config = ConfigDict(
        frozen=True, extra="forbid", alias_generator=_kebab, populate_by_name=True, protected_namespaces=()
    )


class BarSettings(_Group):
    """`bar.*`: the thresholds of the gate."""

    mode: Literal["strict", "guard"] = Field("strict", description="strict: show a gain; guard: show no harm")
    mean: Literal["beats", "not-worse"] = Field("beats", description="what the mean has to do")
    task_margin: float = Field(0.05, ge=0, le=1, description="how far one task may fall below its baseline")
    trigger_floor: float | None = Field(None, ge=0, le=1, description="lowest recall of a description")
    routing_floor: float | None = Field(
        None, ge=0, le=1, description="lowest share of requests that reach the right skill; aim at 0.9"
    )
    shrinkage: Literal["default", "strict"] = Field("default", description="how careful with single tasks")


class PackageSettings(_Group):
    """`sandbox.packages`: what the sandbox image adds, pinned."""

    apt: Words = Field((), description="Debian packages of the sandbox image, as name=version")
    pip: Words = Field((), description="Python packages of the sandbox image, as name==version")
    npm: Words = Field((), description="npm packages of the sandbox image, as name@version")


class SandboxSettings(_Group):
    """`sandbox`: which room trials run in, and its limits. A plain string sets `kind`."""

    kind: Literal["docker", "process"] = Field("docker", description="docker, or process (isolates nothing)")
    timeout_s: float = Field(300.0, gt=0, description="seconds that one trial may take")
    memory_mb: int = Field(2048, gt=0, description="memory of one trial, in MB")
    cpus: float = Field(2.0, gt=0, description="processors of one trial")
    packages: PackageSettings = PackageSettings()


class RoutingSettings(_Group):
    """`routing.*`: which skill takes a request, of all that are installed."""

    pairs: Literal["colliding", "all", "none"] = Field(
        "colliding", description="whose requests are tried: of skills that collide, of all, of none"
    )
    similarity: Literal["lexical", "embeddings"] = Field(
        "lexical", description="how collisions are found; embeddings need the extra `embeddings`"
    )


class ReviewSettings(_Group):
    """`review.*`: the security review."""

    block_at: Severity = Field("high", description="lowest severity that blocks when introduced")
    model: bool = Field(
        default=False, description="let the grader's model look at the diff, too (one paid call a skill)"
    )


def _sandbox(value: object) -> object:
    return {"kind": value} if isinstance(value, str) else value


class Settings(_Group):
    """All settings, with their defaults. Field names are those of skilleval.yml, with dashes."""

    version: Literal[1] = Field(1, description="the version of this file's shape")
    include: Words = Field((), description="globs of skill folders to look at; empty means all")
    exclude: Words = Field((), description="globs of skill folders to leave out")
    agent: Literal["claude-code", "messages"] = Field("claude-code", description="who works on the tasks")
    agent_version: str = Field("", description="version of the agent's CLI; empty means the tested one")
    model: str = Field("claude-sonnet-5-5", description="the agent's model; `offline` needs no key")
    grader_model: str = Field("claude-opus-5-5", description="the grader's model")
    grader_api: Literal["messages", "chat-completions"] = Field(
        "messages", description="how the grader's model is spoken to: the API of its vendor"
    )
    grader_url: str = Field(
        "",
        pattern=r"^(https?://.+)?$",
        description="where the grader's model answers, with grader-api-key; empty means with the agent's",
    )
    grader_votes: int = Field(1, ge=1, le=5, description="how often each answer is graded")
    sandbox: Annotated[SandboxSettings, BeforeValidator(_sandbox)] = SandboxSettings()
    sandbox_image: str = Field("", description="an image of your own for the sandbox")
    own_tests: Words = Field(
        (), description="folders of a skill with its own tests; empty means tests and evals/unit"
    )
    baseline: str = Field(
        "merge-base",
        pattern=r"^(merge-base|pinned|tag:.+|commit:[0-9a-fA-F]{7,64})$",
        description="merge-base, tag:PATTERN, commit:SHA or pinned",
    )
    arms: Annotated[tuple[Arm, ...], BeforeValidator(_words)] = Field(
        ("candidate", "baseline"), description="what is compared"
    )
    neighbours: Annotated[Literal["repo", "none"] | tuple[str, ...], BeforeValidator(_named)] = Field(
        "repo", description="which other skills are installed beside it: repo, none, or names"
    )
    repeats: int = Field(3, ge=1, le=100, description="trials of each task and arm at the first look")
    looks: Annotated[tuple[int, ...], BeforeValidator(_words)] = Field(
        (3, 6, 9, 12), description="repeats at which the gate looks again"
    )
    max_cost_usd: float = Field(10.0, ge=0, description="no trial starts that would pass this sum")
    max_minutes: float = Field(60.0, gt=0, description="no trial starts past this time")
    curtail: bool = Field(
        default=False, description="true: a query stops when its other repeats cannot change its verdict"
    )
    everyday: int = Field(
        1,
        ge=0,
        le=100,
        description="trials of each of 20 everyday requests for a changed description; 0 = off",
    )
    routing: RoutingSettings = RoutingSettings()
    concurrency: int = Field(0, ge=0, description="trials at once; 0 = by cores and memory")
    seed: int = Field(0, description="mixes the order of trials")
    bar: BarSettings = BarSettings()
    blocking: bool = Field(default=True, description="false: comment only, the check is green")
    on_missing_evals: Literal["neutral", "fail", "pass"] = Field(
        "neutral", description="the check's conclusion for a skill without evals"
    )
    review: ReviewSettings = ReviewSettings()
    report: Literal["check", "status", "both"] = Field("check", description="what GitHub shows")
    comment: Literal["always", "changes", "failures", "off"] = Field("always", description="when to comment")
    permission_floor: Literal["write", "maintain", "admin"] = Field(
        "write", description="who may start what costs money"
    )
    anthropic_api_key: SecretStr = Field(SecretStr(""), description="the model's key; never in the file")
    grader_api_key: SecretStr = Field(SecretStr(""), description="the key for grader-url; never in the file")
    github_token: SecretStr = Field(SecretStr(""), description="the forge's token; never in the file")

    @property
    def is_offline(self) -> bool:
        """Whether the shipped rule-based server answers instead of a language model."""
        return self.model == "offline"

    def to_json(self) -> str:
        """Return all settings but the secrets, in the shape of skilleval.yml, as JSON."""
        secrets = {name.replace("-", "_") for name in SECRET_INPUTS}
        return self.model_dump_json(by_alias=True, indent=1, exclude=secrets, exclude_none=True)

    def without_keys(self) -> "Settings":
        """Return the same without the models' keys, for what calls no model."""
        return self.model_copy(update={"anthropic_api_key": SecretStr(""), "grader_api_key": SecretStr("")})

    def bar_policy(self) -> Bar:
        """Return what the gate needs."""
        return Bar(
            **self.bar.model_dump(),
            blocking=self.blocking,
            on_missing_evals=self.on_missing_evals,
            block_at=self.review.block_at,
        )

    def sampling(self) -> Sampling:
        """Return what the plan needs."""
        return Sampling(
            arms=self.arms,
            repeats=self.repeats,
            looks=self.looks,
            seed=self.seed,
            neighbours=self.neighbours,
            curtail=self.curtail,
            everyday=self.everyday,
            routing=self.routing.pairs,
        )

    def budget(self) -> Budget:
        """Return what the execution may use in all."""
        return Budget(
            max_cost_usd=self.max_cost_usd, max_minutes=self.max_minutes, concurrency=self.concurrency
        )

    def limits(self) -> Limits:
        """Return what one trial may use."""
        box = self.sandbox
        return Limits(timeout_s=box.timeout_s, memory_mb=box.memory_mb, cpus=box.cpus)

    def scope(self) -> Scope:
        """Return which skills count, and against what."""
        return Scope(
            include=self.include,
            exclude=self.exclude,
            baseline=self.baseline,
            own_tests=self.own_tests,
        )


def setting_names() -> tuple[str, ...]:
    """Return the dotted, dashed name of each setting."""
    return tuple(_names(Settings))


def _names(model: type[BaseModel], prefix: str = "") -> Iterator[str]:
    for field_name, field in model.model_fields.items():
        name = prefix + _kebab(field_name)
        kind = field.annotation
        if isinstance(kind, type) and issubclass(kind, _Group):
            yield from _names(kind, name + ".")
        else:
            yield name
