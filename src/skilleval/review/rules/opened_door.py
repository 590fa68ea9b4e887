"""Somebody outside is let in to the user's machine.

Why: A tunnel, a listener or a key on the machine is a way in for whoever holds the other end, for as long as
it stays open.

Check: Who is at the other end? Did the user ask for it, and when does it close?

Fix: Leave access to the user; bind servers to localhost.
"""

from collections.abc import Iterator

from skilleval.review.frame import Frame, Notion
from skilleval.review.meaning import meant
from skilleval.review.page import Page
from skilleval.review.probe import Probe, hits
from skilleval.review.rule import Hit, Rule
from skilleval.review.vocabulary import HARMLESS, OURS, TAUGHT

RULE = Rule(
    id="opened-door",
    family="network",
    severity="high",
    owasp="AST01",
    about="words",
    page=__doc__,
)

_OPEN = Notion(
    words="listen share let open opens opened start starts expose exposes exposed keep keeps kept establish established set bring brought enable enables register registered attach create creates add adds adding append launch run forward publish allow allows leave grant gives give reach reached write",
    needles="let",
)
_DOOR = Notion(
    words="tmate cloudflared telnetd ngrok tunnel tunnels backdoor anydesk teamviewer authorized_keys rustdesk cloudflared localtunnel 2375",
    needles="listen port accepted router lasting authorised authorized keys port listener session terminal internet reverse remote ssh docker vnc rdp web websocket firewall public shell listener telnet socket debug port",
    pattern=r"""\blisten\s+on\s+port\b
    |\baccepted\s+keys\b|\brouter\s+port\b|\blasting\s+access\b
    |\bauthori[sz]ed\s+keys\b|\blistener\s+on\s+(?:port\s+)?\d|\bport\s+\d{2,5}\s+to\s+the\s+internet\b|\bshare\s+the\s+terminal\b|\bsession\s+link\b|\bremote\s+session\b
    |\breverse\s+(?:shell|tunnel|proxy\s+to\s+us|ssh)\b|\bremote\s+(?:desktop|access|shell|assistance|control|help|console)\b|\bssh\s+(?:tunnel|access|port|server|-\w*r\b)|\bdocker\s+socket\b|\b(?:vnc|rdp)\b|\bpublic\s+(?:ssh\s+)?key\b|\bpublic\s+keys?\b|\b(?:open|bind)\s+shell\b|\bthe\s+firewall\s+(?:for|to)\b|\bweb\s?socket\s+listener\b|\bevaluates?\s+any\s+(?:message|input|text)\b|\bdebug\s+endpoint\b""",
)
_IN_FOR = Notion(
    words="anonymous beyond",
    needles="execute what arrives technician office time lasting log each support public internet line runs keys under our us support maintainers vendor engineer colleagues every any without no port relay persistent after address later reconnect restart open public code",
    pattern=r"""\b(?:execute|run)\s+(?:what|whatever)\b
    |\bfrom\s+our\b|\bat\s+any\s+time\b|\btechnician\b
    |\bso\s+(?:that\s+)?we\b|\bruns?\s+(?:each|every|any|all)\s+(?:\w{1,10}\s+)?(?:line|command|message|input)|\bunder\s+a\s+public\b|\bto\s+the\s+internet\b|\bsupport\.\w+|\bour\s+\w+\s+channel\b|\bpublish\b
    |\b(?:our|us)\b|\bfor\s+us\b|\b(?:the\s+)?(?:maintainers?|vendor|support\s+(?:team|host|engineer)|authors?|engineer|colleagues)(?:'s)?\b[^\n.;]{0,30}\b(?:can|key|access|may|in|reach|reconnect|connect|joins?)\b|\b(?:from|for|to)\s+(?:every|any|all)\s+(?:address|host|ip|network)|\b(?:no|without)\s+(?:authentication|password|login)\b|\bkept\s+open\b|\bkeep\s+(?:it|a\s+persistent)\b|\brestart\s+it\s+whenever\b|\banonymous\s+tunnel\b|\baddress\b[^\n.;]{0,30}\b(?:is\s+)?(?:registered|posted|sent|reported)\b|\bregister\s+the\b|\bas\s+code\b""",
)
FRAMES = (
    Frame(_OPEN, (_DOOR, _IN_FOR), unless=(HARMLESS, TAUGHT)),
    Frame(
        _DOOR,
        near=(OURS | Notion(words="maintainers vendor colleagues engineer anonymous persistent"),),
        unless=(HARMLESS, TAUGHT),
    ),
)

_TUNNEL = Probe(
    "ssh autossh ngrok",
    r"\b(?:auto)?ssh\s[^\n]{0,80}-\w{0,4}r\s{0,2}(?:[\w.*]{1,40}:)?\d{2,5}:[\w.-]{1,60}:\d{2,5}\b|\bngrok\s+tcp\s+\d{2,5}\b",
)


def review(page: Page) -> Iterator[Hit]:
    """Yield a hit for each way in that is opened for somebody outside."""
    yield from meant(RULE, page, *FRAMES)
    yield from hits(RULE.of_code, page, _TUNNEL)
