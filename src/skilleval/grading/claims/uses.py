"""Whether a line imports, defines or uses a named thing: what "`os` is never imported" is held against.

That a name stands in a program is not enough: a name that is defined and never used stands there, too.
"""

from pathlib import PurePosixPath

import regex

PROGRAMS = frozenset(
    """
    .py .pyi .js .jsx .mjs .ts .tsx .go .rs .java .kt .c .h .cpp .hpp .cs .rb .php .sh .bash .swift .scala
    """.split()  # noqa: SIM905 -- reads better than twenty quoted words
)
_SET = r"(?:set|defined|declared|assigned|initiali[sz]ed|configured|specified|given)"
_CALLED = r"(?:called|invoked)"
_USED = rf"(?:used|referenced|{_CALLED})"
VERBS = rf"(?:imported|{_SET}|{_USED})"
"""What can be denied of a name: "is never" imported, set, used."""
_COMMENT = regex.compile(r"^\s*(?:#(?!include)|//|/?\*|--|;)")
_IMPORT = regex.compile(r"\b(?:import|from|require(?:_once)?|use|include|using|source)\b|#include")
_DEFINES = (
    r"(?:\b(?:def|class|func|function|fn|struct|enum|interface|type|const|let|var|val|static)\s+{name}\b|"
    r"^\s*(?:(?:export|public|private|local|readonly|self\.|this\.)\s*)*{name}\s*(?::[^=]+)?(?::?=(?!=)))"
)
_NAMES = (
    r"\b(?:def|func|function|fn|lambda|for|catch|except|as|global|nonlocal)\b|=>|"
    r"(?<!\w){name}\s*(?:,[^=()]*)?=(?!=)|^\s*{name}\s*(?:[,:)]|$)"
)
"""A line that may name a thing without using it: as a parameter, an argument's name, one of several."""
_STRING = regex.compile(r"\"[^\"]*\"|'[^']*'|#.*|//.*")


def does(verb: str, name: str, line: str, path: str) -> bool:
    """Return whether a line does with a name what the verb says; a comment does nothing."""
    if _COMMENT.match(line) or not _has(name, line):
        return False
    if PurePosixPath(path).suffix.lower() not in PROGRAMS:
        return True
    escaped = regex.escape(name)
    defines = regex.search(_DEFINES.replace("{name}", escaped), line) is not None
    imports = _IMPORT.search(line) is not None
    if verb == "imported":
        return imports
    if regex.fullmatch(_SET, verb):
        return defines
    bare = _STRING.sub('""', line)
    is_named_only = defines or imports or regex.search(_NAMES.replace("{name}", escaped), bare) is not None
    is_called = regex.search(rf"(?<!\w){escaped}\s*\(", bare) is not None
    return not is_named_only and (is_called if regex.fullmatch(_CALLED, verb) else _has(name, bare))


def _has(name: str, line: str) -> bool:
    """Return whether a name stands in a line as a whole word."""
    left = r"(?<![\w-])" if name[:1].isalnum() else ""
    right = r"(?![\w-])" if name[-1:].isalnum() else ""
    return regex.search(f"{left}{regex.escape(name)}{right}", line) is not None
