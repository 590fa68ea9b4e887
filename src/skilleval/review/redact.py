"""Secrets: recognised by their shape or by how random they look, and never repeated."""

import math
import re
from collections import Counter
from collections.abc import Iterator

from skilleval.review.lazy import Lazy

SECRET_SHAPES = Lazy(
    r"""\b(?:AKIA|ASIA)[A-Z0-9]{16}\b
    |\bgh[pousr]_[A-Za-z0-9]{30,255}\b|\bgithub_pat_[A-Za-z0-9_]{50,255}\b|\bglpat-[A-Za-z0-9_-]{20,64}
    |\bsk-(?:ant-|proj-|live-|svcacct-|or-v1-)?(?=[A-Za-z0-9_-]{0,60}\d)[A-Za-z0-9_-]{20,200}
    |\b[rs]k_(?:live|test)_[A-Za-z0-9]{16,200}|\bwhsec_[A-Za-z0-9]{24,80}
    |\bxox[abeoprs]-[A-Za-z0-9-]{10,200}|\bxapp-[A-Za-z0-9-]{20,200}
    |\bhttps://hooks\.slack\.com/services/T\w{6,12}/B\w{6,12}/\w{16,30}
    |\bhttps://discord(?:app)?\.com/api/webhooks/\d{6,20}/[\w-]{30,100}|\b\d{8,10}:AA[A-Za-z0-9_-]{33}\b
    |\bAIza[A-Za-z0-9_-]{35}\b|\bya29\.[A-Za-z0-9_-]{20,300}|\bGOCSPX-[A-Za-z0-9_-]{28}
    |\bnpm_[A-Za-z0-9]{36}\b|\bpypi-[A-Za-z0-9_-]{50,300}|\bhf_[A-Za-z0-9]{30,64}\b
    |\bdop_v1_[a-f0-9]{64}\b
    |\bSG\.[A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{32,64}\b|\bshp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}\b
    |\blin_api_[A-Za-z0-9]{32,64}
    |\beyJ[A-Za-z0-9_-]{10,500}\.eyJ[A-Za-z0-9_-]{10,2000}\.[A-Za-z0-9_-]{10,500}
    |\b[a-z][a-z0-9+]{2,12}://[\w.%-]{1,60}:(?![${<*x])[^\s:/@"'<>${}]{6,80}@[\w.-]{4,80}
    |-----BEGIN\ [A-Z ]{0,30}PRIVATE\ KEY(?:\ BLOCK)?-----\s{0,4}[A-Za-z0-9+/=]{20,80}""",
    re.VERBOSE,
)
_SHAPE_MARKS = (
    "AKIA", "ASIA", "ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_", "glpat-", "sk-", "sk_", "rk_",
    "whsec_", "xox", "xapp-", "hooks.slack.com", "/webhooks/", ":AA", "AIza", "ya29.", "GOCSPX-", "npm_",
    "pypi-", "hf_", "dop_v1_", "SG.", "shp", "lin_api_", "eyJ", "PRIVATE KEY", "@",
)  # fmt: skip
_PLACEHOLDER = Lazy(
    r"""example|sample|dummy|placeholder|changeme|change-me|your[-_ ]?|my[-_](?:secret|key|token|api)
    |redacted|fake|test[-_]?(?:key|token|secret)|insert|replace|todo
    |x{4,}|0{6,}|1234|abcd|\.\.\.|…|<|\$\{|\{\{|\*{3,}|foo|bar(?:baz)?|secret[-_]?(?:key|token|here)
    |localhost|user(?:name)?:pass(?:word)?@|postgres:postgres|:password@|deadbeef|aaaa""",
    re.VERBOSE | re.IGNORECASE,
)


def secrets_in(raw: str) -> Iterator[re.Match[str]]:
    """Yield what has the shape of a secret, looking only at lines with the mark of one."""
    lines: set[int] = set()
    for mark in _SHAPE_MARKS:
        place = raw.find(mark)
        while place >= 0:
            start = raw.rfind("\n", 0, place) + 1
            end = raw.find("\n", place)
            end = len(raw) if end < 0 else end
            if mark != "@" or "://" in raw[start:place]:
                lines.add(start)
            place = raw.find(mark, end)
    for start in sorted(lines):
        end = (
            raw.find("\n", raw.find("\n", start) + 1)
            if "PRIVATE KEY" in raw[start : start + 80]
            else raw.find("\n", start)
        )
        yield from SECRET_SHAPES.finditer(raw, start, len(raw) if end < 0 else end)


def redact(text: str) -> str:
    """Return the text in which each secret is cut to its first four characters and its length."""
    return SECRET_SHAPES.sub(lambda found: hidden(found[0]), text)


def hidden(value: str) -> str:
    """Return a secret's first four characters and its length."""
    return f"{value[:4]}…[redacted, {len(value)} characters]"


def is_placeholder(value: str) -> bool:
    """Return whether a value says itself that it is no secret, or repeats too few characters to be one."""
    return bool(_PLACEHOLDER.search(value)) or len(set(value)) < min(8, len(value) // 2)


def looks_random(value: str) -> bool:
    """Return whether a value mixes letters and digits with at least 3.5 bits of entropy a character."""
    mixed = any(char.isdigit() for char in value) and any(char.isalpha() for char in value)
    if not mixed or len(value) < 16 or re.fullmatch(r"[\w.]*\([^)]*\)?|[a-z0-9]+(?:[-_.][a-z0-9]+)+", value):
        return False
    counts = Counter(value)
    entropy = -sum(n / len(value) * math.log2(n / len(value)) for n in counts.values())
    return entropy >= 3.5
