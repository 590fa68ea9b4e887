"""Files that hold credentials are read.

Why: Keys, tokens, browser stores and wallets let their holder act as the user. A skill reaches them with the
user's own rights, without another question.

Check: Does the skill's stated purpose need this file, and where does its content go?

Fix: Let the tool that owns the credential use it (`gh auth token`, `aws sts`), or ask for one named variable.
"""

from collections.abc import Iterator

from skilleval.review.page import Page
from skilleval.review.probe import Probe, any_of, hits
from skilleval.review.rule import Hit, Rule

RULE = Rule(
    id="credential-files",
    family="credentials",
    severity="high",
    owasp="AST03",
    page=__doc__,
)

_PLACE = r"""(?:\.ssh/(?:id_\w{2,12}|\*|identity)(?!\w{0,12}\.pub)|\.ssh["'],\s{0,3}["']id_
    |\bid_(?:rsa|ed25519|ecdsa|dsa)\b(?!\.pub)|\.s\*h\b|\.ss\?/
    |\.aws/(?:credentials|\*)|\.aws["'],\s{0,3}["']credentials|\.netrc\b|\.git-credentials\b
    |\.kube/config\b|\.docker/config\.json|\.config/gh/hosts\.yml|\.npmrc\b|\.pypirc\b
    |\.azure/(?:accesstokens|msal)|application_default_credentials|\.config/gcloud|\.gnupg/
    |login\.keychain|keychain-db|/etc/shadow\b|login\s?data\b|cookies\.sqlite|logins\.json|key4\.db
    |wallet\.dat|\.(?:bash|zsh)_history|/proc/(?:self|\d+|\*|\$\w+)/environ|\.claude/\.credentials
    |\.claude\.json|\.codex/auth\.json|\.openclaw/(?:openclaw|device|identity)\S{0,40}
    |\.vault-token|\.cargo/credentials|\.gem/credentials|huggingface/token
    |\.codespaces/shared/\S{0,20}secrets\S{0,20}|local/share/keyrings|\.electrum/
    |\.config/solana/id\.json)"""
_READ = any_of(
    r"""cat cp scp rsync tar zip head tail less more base64 xxd strings grep find read open load
    loads copy copies collect collects gather gathers send
    upload include extract extracts dump parse parses readfile(?:sync)? read.text get-content type
    attach post curl steal harvest harvests exfiltrate fetch check jq source package list scan archive
    forward"""
)
_NEEDLES = """.ssh id_rsa id_ed25519 id_ecdsa id_dsa .s*h .ss? .aws .netrc .git-credentials .kube/config
.docker/config gh/hosts .npmrc .pypirc .azure/ application_default
    config/gcloud .gnupg keychain /etc/shadow default/login logindata cookies.sqlite logins.json
    key4.db wallet.dat _history /environ .claude .codex/auth .openclaw
    .vault-token .cargo/credentials .gem/credentials huggingface/token codespaces keyrings .electrum
    solana/id"""
_READ_PLACE = Probe(_NEEDLES, rf"\b{_READ}\b[^\n]{{0,120}}?{_PLACE}")
_PLACE_READ = Probe(
    _NEEDLES,
    rf"(?:(?:join|resolve|path)\([^\n)]{{0,80}}|file://[^\s]{{0,80}})(?:{_PLACE})"
    rf"|{_PLACE}[^\n]{{0,60}}?(?:\.read_text\(|\.read\(|\.open\(|\breadfile|\|\s{{0,3}}(?:curl"
    rf"|nc|base64|ssh)\b)",
)
_TAKEN = Probe(
    _NEEDLES,
    rf"\b(?:tokens?|credentials?|keys?|secrets?|cookies?|session)\s+(?:stored\s+"
    rf"|found\s+)?(?:from|in|at)\s+[`\"']?"
    rf"[^\s]{{0,60}}{_PLACE}",
)
_LIST = Probe(_NEEDLES, rf"(?:{_PLACE}(?:.|\n){{1,80}}?){{2}}{_PLACE}")


def review(page: Page) -> Iterator[Hit]:
    """Yield a hit for each instruction or command that reads such a file, and for lists of them."""
    yield from hits(RULE, page, _READ_PLACE, _PLACE_READ, _TAKEN, _LIST)
