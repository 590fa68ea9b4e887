"""The shell's start-up file is changed.

Why: What stands in `.bashrc` and its like runs in every shell from then on.

Check: What does the line do? Is it a PATH entry, or does it fetch, decode or redefine something?

Fix: Tell the user which line to add and why.
"""

from collections.abc import Iterator
from dataclasses import replace

from skilleval.review.lazy import Lazy
from skilleval.review.meaning import Meaning, meant
from skilleval.review.page import Page
from skilleval.review.probe import Probe, hit_at, hits, order_to
from skilleval.review.rule import Hit, Rule

RULE = Rule(
    id="shell-profile",
    family="persistence",
    severity="high",
    owasp="AST01",
    page=__doc__,
)

_APPEND = Probe(
    "bashrc zshrc profile bash_profile zprofile config.fish zshenv $profile",
    r"(?P<line>[^\n]{0,240})(?:>>?|tee\s+-a|sed\s+-i[^\n]{0,60}"
    r"""|add-content[^\n]{0,60})\s{0,3}["']?(?:~|\$home|\$\{home\}|/home/\S{1,40}|/root|/etc"""
    r"|\$profile)?/?\.?(?:bashrc|zshrc|zshenv|zprofile|bash_profile|profile\b|config\.fish"
    r"|bash\.bashrc)",
)
_HARD = Lazy(
    r"curl|wget|base64|\beval\b[^\n]{0,30}\$\([^\n]{0,20}(?:curl|wget|base64)|nohup|/dev/tcp"
    r"|\bnc\b|alias\s+(?:sudo|ssh|git|ls|cd|npm|pip)=|prompt_command|trap\b|ld_preload"
    r"|dyld_insert|https?://|http_proxy|base_url"
)


_ASKED = Probe(
    "alias shell profile bashrc zshrc dotfiles rc",
    rf"""{order_to("add create define set write put append install")}
    \b[^\n.]{{0,60}}\b(?:alias(?:es)?\b[^\n.]{{0,20}}\b(?:git
    |ssh|sudo|ls|cd|npm|pip|docker|kubectl)\b[^\n.]{{0,80}}
    \b(?:shell|profile|rc|configuration|dotfiles|routes?|through)|(?:line|function|hook|command
    |snippet|export)s?\b[^\n.]{{0,80}}\b(?:to|in|into)\s+(?:the\s+)?(?:user'?s?\s+)?
    (?:shell\s+(?:configuration|profile|rc)|dotfiles|`?[~/]{{0,2}}\.(?:bashrc|zshrc|profile|zprofile)))""",
)

_REDEFINED = Meaning(
    "zsh bash shell profile zshrc bashrc fish powershell terminal dotfiles",
    (
        r"\b(?:add|extend|put|write|append|define|create|insert|set|install|change|edit|patch|wrap)\b",
        r"\b(?:zsh|bash|shell|fish|powershell|terminal)\s+(?:config\w{0,8}|profile|start-?up|rc|settings|environment|init)\b|\.(?:zshrc|bashrc|zshenv|zprofile|bash_profile|profile|bash_aliases)\b|\bdotfiles\b",
        r"""\balias\s+[`"']?(?:git|ssh|sudo|ls|cd|npm|pip|docker|kubectl|curl|gh|aws|python|node)=|\b(?:function|alias|wrapper|command)\s+(?:called|named|for)\s+[`"']?(?:git|ssh|sudo|ls|cd|npm|pip|docker|kubectl|curl|gh|aws|python|node)\b|\bour\b|\b(?:logger|recorder|tracker|proxy|server)\b|\b(?:sends?|uploads?|posts|reports|fetch(?:es)?|downloads?|evaluates?)\b|https?://|\bcurl\b""",
    ),
    unless=r"\b(?:user\s+(?:asks|wants|confirms)|ask\s+the\s+user|completions?|server\s+command)\b",
)


def review(page: Page) -> Iterator[Hit]:
    """Yield a hit for each change of a start-up file; what fetches, decodes or redefines weighs more."""
    yield from meant(RULE.of_words, page, _REDEFINED)
    for hit in hits(RULE.of_words, page, _ASKED):
        plain = "path" in hit.matched.lower() or "completion" in hit.matched.lower()
        yield replace(hit, severity="low" if plain else "high")
    for found in _APPEND.matches(page):
        hard = _HARD.search(found["line"])
        yield hit_at(RULE, page, found.span(), severity="high" if hard else "low")
