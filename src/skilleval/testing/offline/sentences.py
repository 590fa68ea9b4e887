"""A skill's body, cut into the sentences that could be instructions, quoted text kept whole.

Left out: code blocks, tables, headings, and everything below a heading that speaks of an example. In a
sentence a quoted text stands as ‹q0› and a text in backticks as ‹b1›, so that a rule sees where a text
begins and ends, whatever stands in it.
"""

import re
from collections.abc import Iterator

from pydantic import BaseModel, ConfigDict

_FENCE = re.compile(r"^ *(```|~~~).*?(^ *\1 *$|\Z)", re.MULTILINE | re.DOTALL)
_HEADING = re.compile(r"^(#+) +(.*)$")
_ITEM = re.compile(r"^\s*(?:[-*+]|\d+[.)])\s+")
_SPAN = re.compile(r'"([^"\n]*)"|“([^”\n]*)”|`([^`\n]*)`')
_END = re.compile(r"(?<=[.!?;:])\s+(?=[A-Z‹])")
_LONGEST = 1_000
"""Characters of a sentence that anybody would follow; the rules' patterns need a bound."""

_MARK = re.compile(r"‹[qb](\d+)›")


class Sentence(BaseModel):
    """One sentence, its texts taken out."""

    model_config = ConfigDict(frozen=True)

    masked: str
    texts: tuple[str, ...]

    def quoted(self, part: str) -> tuple[str, ...]:
        """Return the texts whose marks stand in `part` of the sentence, in order."""
        return tuple(self.texts[int(number)] for number in _MARK.findall(part))

    def plain(self, part: str) -> str:
        """Return `part` with its texts put back."""
        return _MARK.sub(lambda mark: self.texts[int(mark.group(1))], part)


def split_sentences(body: str) -> Iterator[Sentence]:
    """Yield the sentences of `body` in order."""
    body = body.replace("‹", "<").replace("›", ">")  # ours alone
    for block in _blocks(_FENCE.sub("", body)):
        texts: list[str] = []

        def take(span: re.Match[str], texts: list[str] = texts) -> str:
            text = next(group for group in span.groups() if group is not None)
            texts.append(text)
            return f"‹{'b' if span.group(3) is not None else 'q'}{len(texts) - 1}›" + _stop_after(text)

        masked = _SPAN.sub(take, block)
        for part in _END.split(masked):
            if part.strip() and len(part) <= _LONGEST:
                yield Sentence(masked=part.strip(), texts=tuple(texts))


def _stop_after(text: str) -> str:
    """Return a full stop where the quoted text ends its sentence inside the quotes."""
    return "." if text.endswith((".", "!", "?")) else ""


def _blocks(body: str) -> Iterator[str]:
    """Yield list items and paragraphs, wrapped lines joined."""
    block: list[str] = []
    is_example = False
    for line in body.splitlines():
        heading = _HEADING.match(line)
        starts = heading or not line.strip() or _ITEM.match(line) or line.lstrip().startswith("|")
        if starts and block:
            yield " ".join(block)
            block = []
        if heading:
            is_example = "example" in heading.group(2).lower()
        elif not is_example and line.strip() and not line.lstrip().startswith("|"):
            block.append(_ITEM.sub("", line).strip())
    if block:
        yield " ".join(block)
