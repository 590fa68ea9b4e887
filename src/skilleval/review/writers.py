"""Reviews as text, JSON, workflow commands and Markdown. SARIF is written by the report stage."""

import json
from collections.abc import Iterator, Sequence

from skilleval.domain.finding import SEVERITIES, CapabilityRow, Finding, Review
from skilleval.domain.printed import inert_line, one_line

SHOWN_ENTRIES = 8
"""Entries of a capability cell that are shown; the JSON has all."""
_MARKS = {"critical": "✗", "high": "✗", "medium": "!", "low": "·"}
_COMMANDS = {"critical": "error", "high": "error", "medium": "warning", "low": "notice"}


def as_text(reviews: Sequence[Review]) -> str:
    """Return reviews for a terminal: each introduced finding with words, why, check and the way out."""
    parts: list[str] = []
    for review in reviews:
        parts.append(f"{review.skill}: {summary(review)}")
        for finding in ordered(review.of("introduced")):
            parts += _text_lines(review, finding)
        parts += [f"  {line}" for line in _capability_lines(review.capabilities)]
        parts += [f"  note: {note}" for note in review.notes]
        parts += [f"  error (ours): {review.error}"] if review.error else []
    return "".join(f"{inert_line(part)}\n" for part in parts)


def as_json(reviews: Sequence[Review]) -> str:
    """Return all findings, also suppressed ones, capabilities and notes as JSON."""
    return json.dumps({"reviews": [review.model_dump(mode="json") for review in reviews]}, indent=1) + "\n"


def as_github(reviews: Sequence[Review]) -> str:
    """Return a workflow command for each introduced finding; GitHub shows them as annotations."""
    lines = [
        _command(file_of(review, finding), finding)
        for review in reviews
        for finding in ordered(review.of("introduced"))
    ]
    return "".join(lines)


def as_markdown(reviews: Sequence[Review]) -> str:
    """Return tables of introduced findings and of capability deltas; text from the change is made inert."""
    parts: list[str] = []
    for review in reviews:
        parts += [f"### {cell(review.skill)}", "", summary(review), ""]
        findings = ordered(review.of("introduced"))
        if findings:
            parts += ["| severity | where | what | matched |", "|---|---|---|---|"]
            parts += [
                (
                    f"| {f.severity} | {code(f'{file_of(review, f)}:{f.line}')} | {cell(f.message)} "
                    f"| {code(f.matched)} |"
                )
                for f in findings
            ]
            parts.append("")
        rows = [row for row in review.capabilities if row.added or row.removed]
        if rows:
            parts += ["| reach | added | removed |", "|---|---|---|"]
            parts += [f"| {cell(r.kind)} | {_codes(r.added)} | {_codes(r.removed)} |" for r in rows]
            parts.append("")
        parts += [f"- {cell(note)}" for note in review.notes]
    return "".join(f"{inert_line(part)}\n" for part in parts)


def summary(review: Review) -> str:
    """Return one line: how many findings are introduced by severity, fixed and existing."""
    introduced = review.of("introduced")
    counts = [(name, sum(f.severity == name for f in introduced)) for name in reversed(SEVERITIES)]
    new = ", ".join(f"{n} {name}" for name, n in counts if n) or "nothing"
    incomplete = "; not everything could be read" if any(f.incomplete for f in introduced) else ""
    return (
        f"introduces {new}; fixes {len(review.of('fixed'))}; leaves {len(review.of('existing'))}{incomplete}"
    )


def ordered(findings: Sequence[Finding]) -> list[Finding]:
    """Return findings, the gravest first, then by place."""
    return sorted(findings, key=lambda f: (-SEVERITIES.index(f.severity), f.role, f.path, f.line))


def file_of(review: Review, finding: Finding) -> str:
    """Return a finding's path relative to the repository's root."""
    return f"{review.path}/{finding.path}" if review.path else finding.path


def cell(text: str) -> str:
    """Return text that cannot break a table, mention anyone, start HTML or make a link."""
    inert = one_line(text).replace("|", "\\|").replace("<", "&lt;").replace("@", "@\u200b")
    return inert.replace("[", "\\[").replace("`", "'").replace("://", ":\u200b//")


def code(text: str) -> str:
    """Return text as inline code that it cannot end."""
    inert = one_line(text).replace("`", "'").replace("|", "\\|")
    return f"`{inert}`" if inert.strip() else ""


def _text_lines(review: Review, finding: Finding) -> Iterator[str]:
    suffix = f", {finding.role}" if finding.role else ""
    yield f"  {_MARKS[finding.severity]} {file_of(review, finding)}:{finding.line}  {finding.rule}"
    yield f"      {finding.severity}, confidence {finding.confidence}{suffix}: {finding.message}"
    texts = {"matched": finding.matched, "why": finding.why, "check": finding.check, "fix": finding.fix}
    for name, text in texts.items():
        if text:
            yield f"      {name}: {text}"


def _capability_lines(rows: Sequence[CapabilityRow]) -> Iterator[str]:
    for row in rows:
        changes = [*(f"+{entry}" for entry in row.added), *(f"-{entry}" for entry in row.removed)]
        if changes:
            more = f" and {len(changes) - SHOWN_ENTRIES} more" if len(changes) > SHOWN_ENTRIES else ""
            yield f"{row.kind}: {', '.join(changes[:SHOWN_ENTRIES])}{more}"


def _codes(entries: Sequence[str]) -> str:
    more = f" and {len(entries) - SHOWN_ENTRIES} more" if len(entries) > SHOWN_ENTRIES else ""
    return " ".join(code(entry) for entry in entries[:SHOWN_ENTRIES]) + more


def _command(path: str, finding: Finding) -> str:
    place = f"file={_property(path)},line={max(1, finding.line)},title={_property(finding.rule)}"
    said = _message(f"{finding.message}: {finding.matched}")
    return f"::{_COMMANDS[finding.severity]} {place}::{said}\n"


def _property(text: str) -> str:
    """Escape a workflow command's property, as GitHub's toolkit does."""
    return _message(text).replace(":", "%3A").replace(",", "%2C")


def _message(text: str) -> str:
    text = text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
    return one_line(text).replace("##[", "##(")  # the older form of a command, anywhere in a line
