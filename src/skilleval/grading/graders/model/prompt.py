"""The words that a grading model is given, from `templates/prompts`, and their digest.

All that comes from outside stands between fences whose code is a hash of the material itself: no answer
can know it, so none can close its own section.
"""

import hashlib
import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import skilleval
from skilleval.errors import GraderError
from skilleval.grading.graders.model.tools import CONFIRM, PAIR, READ, RECORD
from skilleval.ports import GraderClaim, GradingSheet, PairQuestion, ReadingQuestion

if TYPE_CHECKING:
    from jinja2 import Environment

CLAIMS_LIMIT = 12
_PARTS = (
    "grader.md.j2",
    "claims.md.j2",
    "sheet.md.j2",
    "confirm.md.j2",
    "readings.md.j2",
    "pair.md.j2",
    "pair_sheet.md.j2",
)


def grading_prompt(sheet: GradingSheet) -> tuple[str, str]:
    """Return (system, user) for grading a sheet."""
    system = _render("grader.md.j2", tool=RECORD, wants_claims=sheet.wants_claims, limit=CLAIMS_LIMIT)
    return system, _sheet_text(sheet)


def confirm_prompt(sheet: GradingSheet, claim: GraderClaim) -> tuple[str, str]:
    """Return (system, user) for a second look at one claim. The first look's evidence stays out."""
    said = json.dumps({"quote": claim.quote, "claim": claim.claim}, ensure_ascii=False)
    bare = sheet.model_copy(update={"rubric": (), "expected_output": "", "answer_key": {}, "remark": ""})
    return _render("confirm.md.j2", tool=CONFIRM), _sheet_text(bare, claim=said)


def reading_prompt(sheet: GradingSheet, questions: Sequence[ReadingQuestion]) -> tuple[str, str]:
    """Return (system, user) for a second reader of passages that code has settled.

    Only what the assistant wrote is shown, and the names of the given files: who cannot count cannot be
    tempted to.
    """
    bare = sheet.model_copy(
        update={
            "rubric": (), "expected_output": "", "answer_key": {}, "remark": "", "actions": (),
            "given_files": tuple((path, "(not shown)") for path, _ in sheet.given_files),
        }
    )  # fmt: skip
    asked = [question.model_dump() for question in questions]
    return _render("readings.md.j2", tool=READ), _sheet_text(bare, readings=asked)


def pair_prompt(first: GradingSheet, second: GradingSheet, asking: PairQuestion) -> tuple[str, str]:
    """Return (system, user) for two answers to one request, side by side."""
    system = _render("pair.md.j2", tool=PAIR, asking=asking)
    pair = (first, second)
    return system, _encodable(
        _render("pair_sheet.md.j2", pair=pair, fence=_fence([s.model_dump() for s in pair]))
    )


@cache
def prompt_digest() -> str:
    """Return the SHA-256 of all prompt templates: it belongs into the provenance of every grade."""
    hashed = hashlib.sha256()
    for part in _PARTS:
        hashed.update((templates_folder() / "prompts" / part).read_bytes() + b"\0")
    return hashed.hexdigest()


@cache
def templates_folder() -> Path:
    """Return the folder of templates: in the package (wheel), else at the checkout's root."""
    package = Path(skilleval.__file__).parent
    for folder in (package / "templates", package.parents[1] / "templates"):
        if (folder / "prompts").is_dir():
            return folder
    raise GraderError("the prompt templates are not there", hint="install skilleval again")


def _sheet_text(sheet: GradingSheet, claim: str = "", readings: Sequence[dict[str, str]] = ()) -> str:
    fence = _fence([sheet.model_dump(), claim, *readings])
    key = json.dumps(sheet.answer_key, ensure_ascii=False, indent=1)
    return _encodable(
        _render("sheet.md.j2", sheet=sheet, fence=fence, key=key, claim=claim, readings=readings)
    )


def _fence(material: object) -> str:
    """Return a code that nobody who wrote the material can have known."""
    return hashlib.sha256(json.dumps(material, sort_keys=True, default=str).encode()).hexdigest()[:12]


def _encodable(text: str) -> str:
    """Return `text` with half characters, which no server takes, as question marks."""
    return text.encode("utf-8", errors="replace").decode("utf-8")


def _render(name: str, **values: object) -> str:
    return _environment().get_template(f"prompts/{name}").render(**values)


@cache
def _environment() -> "Environment":
    from jinja2 import Environment, FileSystemLoader, StrictUndefined  # noqa: PLC0415 -- 0.1 s, graders only

    return Environment(
        loader=FileSystemLoader(templates_folder()),
        undefined=StrictUndefined,
        autoescape=False,  # noqa: S701 -- plain text for a model, fenced, never shown in a browser
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
