"""What a skill costs in context: always (the listing), when it loads (the body), when it reads on.

Tokens are estimated at four characters each, for want of the model's own tokenizer: good for comparing
a skill with its old self, not for billing.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from skilleval.changes.lint.subject import Subject
from skilleval.changes.skill_md import FILE_NAMES
from skilleval.domain.bundle import BundleFile, SkillText
from skilleval.domain.remark import ContextCost, Remark, RuleDoc

BODY = RuleDoc(
    id="cost-body",
    level="warning",
    title="The body has at most 5000 tokens",
    fix="move what is needed now and then to references/",
)
ENTRY = RuleDoc(
    id="cost-listing-entry",
    level="warning",
    title="Description and when_to_use fit into the host's listing",
    fix="put the words that decide into the first 1536 characters",
)
LISTING = RuleDoc(
    id="cost-listing",
    level="warning",
    title="All descriptions together fit into the host's listing",
    fix="shorten the longest descriptions: the host drops those that are used least",
)
RULES = (BODY, ENTRY, LISTING)

CHARS_A_TOKEN: Final = 4
MAX_BODY_TOKENS: Final = 5_000
MAX_ENTRY: Final = 1_536
"""Characters of description and when_to_use that Claude Code lists of one skill (peers.md B1)."""
MAX_LISTING: Final = 8_000
"""Characters of the whole listing, about 1 % of the context (peers.md B1)."""
_PROSE: Final = (".md", ".txt", ".mdx", ".rst")


def cost_of(subject: Subject) -> ContextCost | None:
    """Return the skill's cost; None where SKILL.md cannot be read."""
    if subject.skill is None:
        return None
    old = subject.old
    return ContextCost(
        skill=subject.name,
        path=subject.path,
        metadata=tokens_of(_entry(subject.skill)),
        body=tokens_of(subject.skill.body),
        references=_references(subject.files),
        old_metadata=tokens_of(_entry(old)) if old else None,
        old_body=tokens_of(old.body) if old else None,
        old_references=_references(subject.old_files) if old else None,
    )


def _references(files: Mapping[str, BundleFile]) -> int:
    prose = (file for path, file in files.items() if path.endswith(_PROSE) and path not in FILE_NAMES)
    return sum(tokens_of(file.content.decode("utf-8", "replace")) for file in prose)


def tokens_of(text: str) -> int:
    """Return an estimate of the tokens of a text."""
    return -(-len(text) // CHARS_A_TOKEN)


def lint(subject: Subject) -> Iterator[Remark]:
    """Yield what costs more than hosts and models allow for."""
    skill = subject.skill
    if skill is None:
        return
    tokens = tokens_of(skill.body)
    if tokens > MAX_BODY_TOKENS:
        message = f"the body has about {tokens} tokens; all of it is read whenever the skill loads"
        yield subject.remark(BODY, message, line=skill.body_line)
    length = len(_said(skill))
    if length > MAX_ENTRY:
        message = f"{length} characters of description: the host cuts them at {MAX_ENTRY}"
        yield subject.remark(ENTRY, message, line=subject.key_line("description"))


def lint_all(subjects: Sequence[Subject]) -> Iterator[Remark]:
    """Yield a remark at the skill whose description makes the whole listing too long."""
    listed = [subject for subject in subjects if subject.skill and not _is_hidden(subject.skill)]
    lengths = [_listed_length(subject) for subject in listed]
    whole = total = sum(lengths)
    for subject, length in zip(reversed(listed), reversed(lengths), strict=True):
        total -= length
        if total <= MAX_LISTING < total + length:
            sizes = f"{len(listed)} descriptions have {whole} characters, the host lists about {MAX_LISTING}"
            message = f"{sizes}: some are dropped where all are installed together"
            yield subject.remark(LISTING, message, line=subject.key_line("description"))


def _listed_length(subject: Subject) -> int:
    return len(subject.name) + min(len(_said(subject.skill)), MAX_ENTRY) if subject.skill else 0


def _said(skill: SkillText) -> str:
    when = skill.frontmatter.get("when_to_use")
    return f"{skill.description} {when}".strip() if isinstance(when, str) else skill.description


def _entry(skill: SkillText) -> str:
    return f"{skill.name}: {_said(skill)}"


def _is_hidden(skill: SkillText) -> bool:
    return skill.frontmatter.get("disable-model-invocation") is True
