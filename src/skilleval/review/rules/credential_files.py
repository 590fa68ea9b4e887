"""Files that hold credentials are read.

Why: Keys, tokens, browser stores and wallets let their holder act as the user. A skill reaches them with the
user's own rights, without another question.

Check: Does the skill's stated purpose need this file, and where does its content go?

Fix: Let the tool that owns the credential use it (`gh auth token`, `aws sts`), or ask for one named variable.
"""

from collections.abc import Iterator

from skilleval.review.page import Page
from skilleval.review.rule import Hit, Probe, Rule
from skilleval.review.words import any_of

RULE = Rule(
    id="credential-files",
    family="credentials",
    severity="high",
    confidence="high",
    owasp="AST03",
    page=__doc__,
)

_PLACE = r"""(?:\.ssh/(?:id_\w+|\*|identity)|\bid_(?:rsa|ed25519|ecdsa|dsa)\b(?!\.pub)
    |\.aws/(?:credentials|\*)|\.netrc\b|\.git-credentials\b|\.kube/config\b|\.docker/config\.json|\.config/gh/hosts\.yml|\.pypirc\b
    |\.azure/(?:accesstokens|msal)|application_default_credentials|\.gnupg/|login\.keychain|keychain-db
    |/etc/shadow\b|login\s?data\b|cookies\.sqlite|logins\.json|key4\.db|wallet\.dat|\.(?:bash|zsh)_history
    |/proc/(?:self|\d+|\*|\$\w+)/environ|\.claude/\.credentials|\.codex/auth\.json)"""
_READ = any_of(
    r"""cat cp scp rsync tar zip head tail less more base64 xxd strings grep find read open load copy collect
    gather send upload include extract dump parse readfile(?:sync)? read.text get-content type attach post
    curl steal harvest exfiltrate"""
)
_READ_PLACE = Probe(
    rf"\b{_READ}\b[^\n]{{0,120}}?{_PLACE}",
    needles=(
        ".ssh", "id_rsa", "id_ed", "id_ecdsa", "id_dsa", ".aws/", ".netrc", ".git-cred", ".kube", ".docker/",
        "gh/hosts", ".pypirc", ".azure", "application_default", ".gnupg", "keychain", "/etc/shadow",
        "login data", "logindata", "cookies.sqlite", "logins.json", "key4.db", "wallet.dat", "_history",
        "/proc/", ".claude/.cred", ".codex/auth",
    ),
)  # fmt: skip


def review(page: Page) -> Iterator[Hit]:
    """Yield a hit for each instruction or command that reads a file known to hold credentials."""
    for found in _READ_PLACE.matches(page.text):
        yield page.hit(found)
