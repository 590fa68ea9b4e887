"""Data can reach a host that only collects, tunnels or relays.

Why: Request catchers, out-of-band testers, anonymous file drops, tunnels and chat webhooks belong to whoever
opened them five minutes ago. They are where stolen data goes.

Check: What is sent there, and who reads it?

Fix: Send to a service that the skill's users know, named in its description; or leave it out.
"""

from collections.abc import Iterator

from skilleval.review.page import Page
from skilleval.review.probe import Probe, hits
from skilleval.review.rule import Hit, Rule

RULE = Rule(
    id="collector-host",
    family="network",
    severity="high",
    owasp="AST01",
    about="words",
    page=__doc__,
)

_CATCHERS = Probe(
    "webhook.site requestbin pipedream interact.sh oast burpcollaborator oastify canarytokens dnslog "
    "ceye beeceptor hookbin requestcatcher postb transfer.sh 0x0.st gofile anonfile anonfiles catbox file.io "
    "bashupload",
    r"""\b(?:webhook\.site|requestbin\.(?:com|net|io)|[\w-]{1,60}\.m\.pipedream\.net
    |(?:[\w-]{1,60}\.)?interact\.sh|[\w-]{1,60}\.oast\.(?:pro|live|site|online|fun|me)
    |[\w-]{1,60}\.(?:burpcollaborator\.net|oastify\.com)|canarytokens\.(?:com|org)
    |[\w-]{1,60}\.(?:dnslog\.cn|ceye\.io)|[\w-]{1,60}\.(?:free\.)?beeceptor\.com
    |hookbin\.com|[\w-]{1,60}\.requestcatcher\.com|postb\.in|transfer\.sh|0x0\.st|gofile\.io
    |anonfiles?\.\w{2,4}|(?:litter(?:box)?\.)?catbox\.moe|(?<![\w.])file\.io
    |bashupload\.com)(?=[/:"'`\s?)>\].,]|$)""",
)
_TUNNELS = Probe(
    "ngrok trycloudflare serveo localhost loca lhr pinggy tunnelmole",
    r"\bhttps?://(?!<|your|xxx|example|my-)[a-z0-9-]{3,60}\.(?:ngrok(?:-free)?\.(?:io|app|dev)"
    r"|eu\.ngrok\.io|trycloudflare\.com|serveo\.net|localhost\.run|loca\.lt|lhr\.(?:life"
    r"|rocks)|pinggy\.link)",
)
_CHATS = Probe(
    "discord discordapp telegram slack",
    r"\b(?:discord(?:app)?\.com/api/webhooks/\d{6,20}/[\w-]{10,100}"
    r"|api\.telegram\.org/bot\d{6,12}:[\w-]{20,60}"
    r"|hooks\.slack\.com/services/t\w{6,12}/b\w{6,12}/(?!x{6})\w{16,30})",
)


def review(page: Page) -> Iterator[Hit]:
    """Yield a hit for each such host."""
    yield from hits(RULE, page, _CATCHERS, _TUNNELS, _CHATS)
