"""Glob patterns as regular expressions: `*`, `?`, `[a-z]`, `{a,b}` within a name, `**` over folders."""

import re

_TOKEN = re.compile(r"\*\*/|\*\*|\*|\?|\[!?[^\]/]+\]|\{[^{}/]*\}|.", re.DOTALL)
_FIXED = {"**/": "(?:[^/]+/)*", "**": ".*", "*": "[^/]*", "?": "[^/]"}


def pattern_from_glob(glob: str) -> re.Pattern[str]:
    """Return a pattern whose `fullmatch` says whether a relative path fits the glob."""
    body = "".join(_translated(token) for token in _TOKEN.findall(glob.removeprefix("./")))
    return re.compile(body, re.DOTALL)


def _translated(token: str) -> str:
    if token in _FIXED:
        return _FIXED[token]
    if len(token) > 1 and token[0] == "[":
        negated = token[1] == "!"
        names = re.escape(token[2 if negated else 1 : -1]).replace("\\-", "-")
        return f"[^{names}]" if negated else f"[{names}]"
    if len(token) > 1 and token[0] == "{":
        return "(?:" + "|".join(re.escape(choice) for choice in token[1:-1].split(",")) + ")"
    return re.escape(token)
