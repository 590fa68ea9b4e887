"""A shell is opened to another machine.

Why: A reverse shell gives whoever listens the user's own shell, past every firewall.

Check: There is hardly an honest use outside of a security course. Who listens?

Fix: Delete it.
"""

from collections.abc import Iterator
from dataclasses import replace

from skilleval.review.page import Page
from skilleval.review.probe import Probe, hits
from skilleval.review.rule import Hit, Rule

RULE = Rule(
    id="reverse-shell",
    family="network",
    severity="critical",
    owasp="AST01",
    page=__doc__,
)

_SHELL = Probe(
    "/dev/tcp /dev/udp nc ncat netcat socat dup2 tcpsocket fsockopen mkfifo pty",
    r"""(?:>\s{0,8}&?|<|exec\s+\d?<?>?)\s{0,8}/dev/(?:tcp|udp)/[\w.$\{}-]{1,60}/|\b(?:nc|ncat
    |netcat)\b[^\n]{0,80}\s-\w{0,4}[ec]\s+(?:/bin/|cmd)\w*
    |mkfifo\s[^\n]{0,80}\b(?:nc|ncat|netcat)\b|\bsocat\b[^\n]{0,120}\bexec:
    |os\.dup2\(\s{0,3}\w{1,20}\.fileno\(\)
    |tcpsocket\.(?:open|new)[^\n]{0,120}(?:exec|popen|/bin/)|fsockopen\([^\n]{0,120}(?:exec|/bin/
    |proc_open)|pty\.spawn\(\s{0,3}["'](?:/bin/)?(?:ba)?sh""",
)
_ASKED = Probe(
    "shell access backdoor",
    r"\b(?:open|start|create|establish|spawn|launch|set\s+up"
    r"|provide)\b[^\n.]{0,30}\b(?:reverse|bind|remote|backdoor)\s+(?:shell|access\s+to)\b",
)
_SOCKET = Probe(
    "websocket socket onmessage",
    r"""\b(?:onmessage|on\(\s{0,3}["'](?:message|data)["'])[^\n]{0,160}(?:spawn|exec(?:sync"""
    r"|file)?)\(|socket\.socket\((?:.|\n){0,400}?(?:subprocess\.(?:call|popen|run"
    r"|check_output)|os\.popen|os\.system)\((?:.|\n){0,200}?\.send",
)


def review(page: Page) -> Iterator[Hit]:
    """Yield a hit for each shell whose input or output is a socket."""
    yield from hits(RULE, page, _SHELL, _SOCKET)
    for hit in hits(RULE.of_words, page, _ASKED):
        yield replace(hit, severity="high")
