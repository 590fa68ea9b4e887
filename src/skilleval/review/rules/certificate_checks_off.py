"""Certificate checks are switched off.

Why: Without them anyone on the network path can pose as the server, read what is sent and change what comes
back.

Check: Is it a development server, or a host on the internet?

Fix: Leave verification on; name a private authority's certificate instead.
"""

from collections.abc import Iterator

from skilleval.review.page import Page
from skilleval.review.probe import Probe, hits
from skilleval.review.rule import Hit, Rule

RULE = Rule(
    id="certificate-checks-off",
    family="network",
    severity="medium",
    owasp="AST01",
    page=__doc__,
)

_OFF = Probe(
    "reject_unauthorized --insecure curl rejectunauthorized sslverify no_verify --no-check strict-ssl",
    r"""node_tls_reject_unauthorized["']?\]?\s{0,3}[=:]\s{0,3}["']?0
    |rejectunauthorized\s{0,3}:\s{0,3}false|git_ssl_no_verify\s{0,3}=\s{0,3}(?:1|true)
    |http\.sslverify\s{0,3}=?\s{0,3}false
    |\bcurl\s[^\n]{0,80}?(?:\s-\w{0,8}k\w{0,4}\b|--insecure)[^\n]{0,120}?https?://(?!localhost|127\.
    |\[?::1)|\bwget\s[^\n]{0,120}--no-check-certificate|strict-ssl\s+false""",
)


_ASKED = Probe(
    "certificate certificates ssl tls",
    r"\b(?:disable|skip|turn\s+off|ignore|bypass)\b[^\n.]{0,20}\b(?:ssl|tls"
    r"|certificates?)\b[^\n.]{0,20}\b(?:verification|validation|checks?|errors?)\b",
)


def review(page: Page) -> Iterator[Hit]:
    """Yield a hit for each switch that turns them off."""
    yield from hits(RULE, page, _OFF, _ASKED)
