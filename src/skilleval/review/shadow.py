"""Shadow files: fenced code of a document as files of their own, padded so that line numbers stay.

Script analysers do not look inside Markdown; in a shadow they see the fence at its own lines.
"""

import re
from collections.abc import Iterator

from skilleval.ports import ScanFile
from skilleval.review.page import FENCE, Page

SUFFIXES = {"python": ".py", "bash": ".sh", "javascript": ".js", "typescript": ".ts"}
_INFO = {
    "python": "python", "py": "python", "python3": "python", "ipython": "python", "bash": "bash",
    "sh": "bash", "shell": "bash", "zsh": "bash", "console": "bash", "terminal": "bash",
    "shellscript": "bash", "javascript": "javascript", "js": "javascript", "node": "javascript",
    "jsx": "javascript", "mjs": "javascript", "typescript": "typescript", "ts": "typescript",
    "tsx": "typescript",
}  # fmt: skip
_GUESSES = (
    ("python", re.compile(r"^\s*(?:import \w+|from [\w.]+ import |def \w+\(.*\):|print\()", re.MULTILINE)),
    (
        "javascript",
        re.compile(r"^\s*(?:const|let|var) \w+ =|\brequire\(['\"]|^import .* from ['\"]", re.MULTILINE),
    ),
    (
        "bash",
        re.compile(
            r"^\s*(?:\$ )?(?:curl|wget|sudo|bash|sh|export|chmod|rm|echo|cat|cd|git|npm|pip3?|python3?) ",
            re.MULTILINE,
        ),
    ),
)


def shadow_files(page: Page) -> Iterator[ScanFile]:
    """Yield one file per language fenced in a document: its fences at their lines, all else blank.

    What a fence calls itself is believed only if it names a script language; else its content decides.
    """
    if page.kind != "prose":
        return
    blank = [""] * (page.raw.count("\n") + 1)
    shadows: dict[str, list[str]] = {}
    for fence in FENCE.finditer(page.raw):
        language = fence_language(fence["info"], fence["body"])
        if language not in SUFFIXES:
            continue
        first = page.raw.count("\n", 0, fence.start("body"))
        lines = fence["body"].split("\n")[:-1]
        shadow = shadows.setdefault(language, list(blank))
        shadow[first : first + len(lines)] = [_bare(line, indent=fence["indent"]) for line in lines]
    for language, lines in shadows.items():
        yield ScanFile(
            path=f"{page.path}{SUFFIXES[language]}", content="\n".join(lines).encode("utf-8", "replace")
        )


def fence_language(info: str, body: str) -> str:
    """Return the script language of a fence, or an empty string."""
    words = re.findall(r"[a-z0-9]+", info.lower())
    named = next((_INFO[word] for word in words[:1] if word in _INFO), "")
    return named or next((language for language, clue in _GUESSES if clue.search(body)), "")


def _bare(line: str, *, indent: str) -> str:
    line = line.removeprefix(indent) if indent else line
    return re.sub(r"^\$ ", "", line)
