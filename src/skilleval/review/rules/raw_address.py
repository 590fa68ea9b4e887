"""A public machine is addressed by its number.

Why: A bare IP address has no owner that a reader could know, and no certificate that proves one. Honest
services have names; droppers and command servers often do not.

Check: Whose machine is it? Why has it no name?

Fix: Use the service's host name over https.
"""

from collections.abc import Iterator
from ipaddress import ip_address

from skilleval.review.lazy import Lazy
from skilleval.review.page import Page
from skilleval.review.probe import Probe, hit_at
from skilleval.review.rule import Hit, Rule

RULE = Rule(
    id="raw-address",
    family="network",
    severity="high",
    owasp="AST01",
    page=__doc__,
)

_WELL_KNOWN = {"1.1.1.1", "1.0.0.1", "8.8.8.8", "8.8.4.4", "9.9.9.9"}
_DOTTED = Lazy(r"(?P<host>\d(?<![\w.].)\d{0,2}(?:\.\d{1,3}){3})(?P<port>:\d{2,5})?(?![\w.])")
_SCHEME = Lazy(r"\b(?:https?|wss?|ftp|tcp)://(?:[^\s/@\"']{1,60}@)?$")
_DISGUISED = Probe(
    "http:// https:// ws:// wss://",
    r"""\b(?:https?|wss?)://(?:[^\s/@"']{1,60}@)?(?P<host>0x[0-9a-f]{8}|\d{8,10}|\[[0-9a-f:.]{2,45}\])
    (?=[:/?\#"'`)\s>]|$)""",
)


def review(page: Page) -> Iterator[Hit]:
    """Yield a hit for each address of a public machine; with a scheme it weighs more."""
    for found in _DOTTED.finditer(page.text):
        scheme = _SCHEME.search(page.text, max(0, found.start() - 80), found.start())
        if (scheme or found["port"]) and is_public(found["host"]):
            start = scheme.start() if scheme else found.start()
            yield hit_at(RULE, page, (start, found.end()), severity=None if scheme else "medium")
    for found in _DISGUISED.matches(page):
        if is_public(found["host"]):
            yield hit_at(RULE, page, found.span())


def is_public(host: str) -> bool:
    """Return whether a numeric host is reachable from anywhere; examples, private and local ones are not."""
    try:
        number = int(host, 16) if host.startswith("0x") else int(host) if host.isdigit() else None
        address = ip_address(host.strip("[]") if number is None else number)
    except ValueError:
        return False
    mapped = getattr(address, "ipv4_mapped", None)
    if mapped is not None:
        return True  # a mapped address hides another one, whatever that is
    return address.is_global and str(address) not in _WELL_KNOWN
