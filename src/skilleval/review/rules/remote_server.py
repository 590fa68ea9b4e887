"""A tool server is added from an address or started unpinned.

Why: A server of tools speaks into the agent's context and acts with its rights. At a URL, or as a package
without a version, it can change at any time.

Check: Who runs the server, and which version did anyone look at?

Fix: Pin the version, or the digest of the image; name the tools that are allowed.
"""

from collections.abc import Iterator

from skilleval.review.page import Page
from skilleval.review.probe import Probe, hits
from skilleval.review.rule import Hit, Rule

RULE = Rule(
    id="remote-server",
    family="remote-instructions",
    severity="medium",
    owasp="AST05",
    page=__doc__,
)

_SERVER = Probe(
    "mcpservers mcp",
    r"""["']?mcpservers["']?\s{0,3}[:=]\s{0,3}\{(?:.
    |\n){0,400}?(?:["']?url["']?\s{0,3}:\s{0,3}["']https?://(?!localhost|127\.)[^"'\n]{4,200}
    |["']?command["']?\s{0,3}:\s{0,3}["'](?:bash|sh|zsh|powershell|cmd|curl)["'])
    |\b(?:claude|codex|gemini)\s+mcp\s+add\s[^\n]{0,120}https?://(?!localhost|127\.)\S{4,200}
    |\bcursor://[^\s"'`]{0,40}install\w{0,4}mcp\w{0,10}[^\s`]{0,300}|vscode:mcp/install""",
)


def review(page: Page) -> Iterator[Hit]:
    """Yield a hit for each such server."""
    yield from hits(RULE, page, _SERVER)
