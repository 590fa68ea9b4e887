"""A command sends local data away.

Why: The output of a command, a folder, a history or an environment goes into a request. What leaves cannot be
called back.

Check: Which data, to which host, and does the skill's purpose need it there?

Fix: Send only what the user asked to send, to a service that the description names.
"""

from collections.abc import Iterator

from skilleval.review.page import Page
from skilleval.review.probe import Probe, hits, is_told
from skilleval.review.rule import Hit, Rule

RULE = Rule(
    id="upload-of-local-data",
    family="exfiltration",
    severity="high",
    owasp="AST01",
    page=__doc__,
)

_NET = r"\b(?:curl|wget|nc|ncat|netcat|iwr|irm|invoke-(?:webrequest|restmethod))\b"
_COMMANDS = r"""(?:env|printenv|export|whoami|hostname|ifconfig|history|tar|zip|base64|git\s+(?:log
    |diff|remote|config)|security|pbpaste|xclip|xsel
    |cat\s+(?:~|/|\$home|\.env|[^\n)`]{0,60}(?:secret|credential|passw|token|key|\.pem|history|\.ssh
    |\.aws|config)))"""
_INSIDE = Probe(
    "curl wget nc ncat netcat iwr irm invoke",
    rf"""{_NET}[^\n|;]{{0,300}}?(?:\$\(|`)\s{{0,3}}{_COMMANDS}\b[^\n]{{0,160}}""",
)
_PIPED = Probe(
    "env printenv tar zip history pbpaste cat whoami ps find",
    rf"""(?:^|[;&|`$(\s])(?:env|printenv|history|pbpaste|tar\s+\S*c\S*\s[^\n|]{{0,160}}
    |zip\s+-\S*r[^\n|]{{0,120}}|cat\s+(?:~|/etc|/root|/home|\$home|\.env|\S*(?:secret|credential
    |passw|token|history|id_\w+))[^\n|]{{0,120}})
    \s{{0,3}}(?:\|[^\n|]{{0,80}}){{0,3}}\|\s{{0,3}}(?:{_NET}|ssh\s+\S{{3,80}})""",
)
_FILE = Probe(
    "curl wget nc scp rsync rclone",
    r"""\bcurl\b[^\n|;]{0,300}?(?:\s-(?:f|-form)\s+["']?\w{1,40}=@|\s-(?:t|-upload-file)\s+|\s(?:-d
    |--data(?:-binary|-raw|-urlencode)?)\s+["']?@)["']?
    (?P<secret>~|/etc/|/root/|/home/|\$home|[^\s"';]{0,100}(?:\.env\b|\.ssh|\.aws|secret|credential
    |passw|history|\.pem\b|id_rsa|\.kube|wallet|\.zip\b|\.tar|\.tgz|\.sql\b|backup))[^\s"';]{0,80}
    |\bwget\b[^\n|;]{0,200}--post-file[=\s]\S{2,80}|\b(?:nc|ncat
    |netcat)\s+(?!-l)[\w.$\{}-]{3,80}\s+\d{2,5}\s{0,3}<\s{0,3}\S{2,80}
    |\b(?:scp|rsync)\s[^\n]{0,120}(?:~|/etc|/root|\.ssh|\.aws|\.env
    |\$home)[^\n]{0,80}\s[\w.-]{1,40}@[\w.-]{3,80}:""",
)

_TO_SOCKET = Probe(
    "nc ncat netcat socat",
    r"\b(?:tar|zip|compress|archive|pipe|send|stream|cat|dump)\b[^\n]{0,120}\b(?:nc|ncat|netcat|socat)\s+(?:-\w{1,4}\s+)?(?!-l)(?:[\d.]{7,15}|[\w-]{1,40}(?:\.[\w-]{1,40}){1,4})[\s:]\d{2,5}",
)


def review(page: Page) -> Iterator[Hit]:
    """Yield a hit for each request or pipe that carries local data away."""
    yield from (hit for hit in hits(RULE, page, _INSIDE) if not _only_marked(page, hit))
    yield from hits(RULE, page, _PIPED, _FILE, _TO_SOCKET)


def _only_marked(page: Page, hit: Hit) -> bool:
    """Return whether the command inside stands between the marks that prose puts around code."""
    return page.kind == "prose" and "$(" not in page.text[slice(*hit.span)] and is_told(page, hit.span[0])
