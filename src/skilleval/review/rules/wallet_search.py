"""Wallets or password stores are looked for.

Why: Whoever holds a wallet file or a seed phrase holds the money.

Check: Is the skill about the user's own wallet, and does anything leave the machine?

Fix: Let the wallet's own program sign; never touch its files.
"""

from collections.abc import Iterator

from skilleval.review.page import Page
from skilleval.review.probe import Probe, hits
from skilleval.review.rule import Hit, Rule

RULE = Rule(
    id="wallet-search",
    family="credentials",
    severity="high",
    owasp="AST03",
    about="words",
    page=__doc__,
)

_SEARCH = Probe(
    "wallet wallets metamask phantom exodus electrum ledger keystore seed mnemonic keepass "
    "1password bitwarden lastpass",
    r"""\b(?:locate|search(?:es)?|find|scan|collect|copy|export|extract|harvest|steal|dump|exfiltrate
    |gather|enumerate|grab|upload)\b[^\n.]{0,80}\b(?:wallet(?:\.dat|s|\s+(?:files?|material|data
    |keys?|seeds?))|crypto(?:currency)?\s+wallets?
    |metamask|phantom|exodus|electrum|keystores?|seed\s+phrases?|mnemonics?|kdbx|password\s+(?:manager
    |vault|store)s?)\b""",
)
_KEYCHAIN = Probe(
    "dump-keychain find-generic-password find-internet-password lsass mimikatz lazagne "
    "cmdkey vaultcmd hklm\\\\sam runner.worker",
    r"""\bsecurity\s+(?:dump-keychain|export\b|find-(?:generic|internet)-password\s[^\n]{0,60}-(?:g
    |a\s+\*))|\blsass\b|\bmimikatz\b|\blazagne\b|\bcmdkey\s+/list|\bvaultcmd\b[^\n]{0,30}/list
    |\breg\s+save\s+hklm\\+(?:sam|security|system)|pgrep\s[^\n]{0,30}runner\.worker""",
)


def review(page: Page) -> Iterator[Hit]:
    """Yield a hit for each search for wallets, keychains or password stores."""
    yield from hits(RULE, page, _SEARCH, _KEYCHAIN)
