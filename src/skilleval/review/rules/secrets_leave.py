"""The skill reads secrets in one place and sends data in another.

Why: Each half looks harmless and may come in its own pull request; together they are a leak.

Check: Can what is read reach what is sent? Follow it through the files that the finding names.

Fix: Do not read the secret, or send only to the service that issued it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from skilleval.domain.finding import Finding
from skilleval.review.probe import Probe, hit_at
from skilleval.review.reading import Reading
from skilleval.review.rule import Hit, Rule

RULE = Rule(
    id="secrets-leave",
    family="exfiltration",
    severity="critical",
    owasp="AST01",
    page=__doc__,
)

_READS = frozenset({"credential-files", "environment-dump", "wallet-search", "cloud-metadata"})
_SENDS = Probe(
    "curl wget requests httpx urlopen fetch axios post nc sendall smtplib websocket "
    "xmlhttprequest invoke upload send forward",
    r"""\b(?:requests|httpx|session|client|axios|aiohttp\S{0,20})\.(?:post|put|patch|request)\(
    |\burlopen\([^\n]{0,120}(?:data|request)|\bfetch\([^\n]{0,200}(?:.
    |\n){0,200}?method["']?\s{0,3}:\s{0,3}["'](?:post|put)
    |\bcurl\b[^\n]{0,300}?(?:\s-d\b|--data|\s-f\b|--form|\s-t\b|--upload-file|-x\s{0,2}(?:post|put))
    |\bnc\s+[\w.-]{3,80}\s+\d{2,5}|\.sendall\(|\bsmtplib\.|\bnew\s+websocket\(|invoke-(?:restmethod
    |webrequest)[^\n]{0,120}-method\s+(?:post|put)
    |\b(?:upload|send|forward|post|transmit|exfiltrate)\b[^\n.]{0,120}\bhttps?://(?!localhost
    |127\.)[^\s)"'`]{4,200}""",
)


def review_with(reading: Reading, found: Sequence[Finding]) -> Iterator[Hit]:
    """Yield a hit where a skill that reads secrets, as the other rules found, also sends."""
    reads = [f for f in found if f.rule in _READS and not f.role and f.severity in {"high", "critical"}]
    for page in reading.pages if reads else ():
        for sent in _SENDS.matches(page):
            hit = hit_at(RULE, page, sent.span())
            if not hit.role:
                read = reads[0]
                message = f"{RULE.message} ({read.path}:{read.line} reads)"
                yield replace(hit, matched=f"{read.matched} … {hit.matched}"[:240], message=message)
                return
