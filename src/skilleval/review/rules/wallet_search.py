"""Wallets or password stores are looked for.

Why: Whoever holds a wallet file or a seed phrase holds the money.

Check: Is the skill about the user's own wallet, and does anything leave the machine?

Fix: Let the wallet's own program sign; never touch its files.
"""

from collections.abc import Iterator

from skilleval.review.meaning import Meaning, meant
from skilleval.review.page import Page
from skilleval.review.probe import Probe, hits, order_to
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
_BROWSER = Probe(
    "cookies cookie passwords sessions session",
    r"""\b(?:save|extract|copy|export|read|dump|steal|collect|reuse|grab|take
    |store)\w{0,3}\b[^\n.]{0,40}\b(?:cookies?|saved\s+passwords?
    |login\s+sessions?|session\s+(?:tokens?|cookies?))\b[^\n.]{0,30}\b(?:from|of
    |in)\s+(?:the\s+|their\s+|a\s+)?(?:user'?s?\s+)?(?:\w{1,12}\s+)?(?:chrome|firefox|safari|edge|brave|browsers?)\b""",
)
_TAKE = "read open list look_through search collect inspect scan access retrieve grab take use gather find"
_USERS_OWN = Probe(
    "credentials password passwords tokens cookies secrets keychain pem keys browser",
    rf"""{order_to(_TAKE)}\b[^\n.]{{0,40}}
    \b(?:user'?s?\s+(?:\w{{1,12}}\s+){{0,2}}(?:credentials|passwords?|ssh\s+keys?|private\s+keys?
    |cookies|secrets|keychain|saved\s+logins?|access\s+tokens?)
    |\.?pem\s+files?|private\s+key\s+files?|(?:passwords?|one|logins?|credentials)\s+(?:that\s+is\s+
    |that\s+are\s+)?(?:stored|saved)\s+in\s+(?:the\s+|a\s+)?(?:user'?s?\s+)?(?:browser|keychain
    |password\s+manager))\b""",
)
_STASH = Probe(
    "keys tokens credentials secrets passwords cookies numbers cvv ssn",
    r"""\b(?:store|save|copy|write|collect|gather|keep|dump|export
    |record)\w{0,3}\b[^\n.]{0,30}\b(?:found|discovered|the\s+user'?s?|all|any)\b[^\n.]{0,30}
    \b(?:api\s+keys?|access\s+tokens?|tokens|credentials|secrets|passwords
    |private\s+keys)\b[^\n.]{0,60}\b(?:to|in|into|under|at)\s+(?!\.env|an?\s+(?:\.env
    |secret|vault|keychain|environment)|the\s+(?:\.env|secret|vault|keychain|environment|system)
    |environment|keychain|`?\.env)
    [^\n.]{0,10}(?:file|path|/|~|notes|[\w-]+\.(?:txt|json|log|csv|md))
    |\b(?:copy|save|store|collect|record|log|write
    |keep)\w{0,3}\b[^\n.]{0,30}\b(?:(?:credit\s+)?card\s+numbers?|cvv|social\s+security\s+numbers?
    |bank\s+details)\b[^\n.]{0,40}\b(?:to|in|into)\b""",
)
_KEYCHAIN = Probe(
    "dump-keychain find-generic-password find-internet-password lsass mimikatz lazagne "
    "cmdkey vaultcmd hklm\\\\sam runner.worker",
    r"""\bsecurity\s+(?:dump-keychain|export\b|find-(?:generic|internet)-password\s[^\n]{0,60}-(?:g
    |a\s+\*))|\blsass\b|\bmimikatz\b|\blazagne\b|\bcmdkey\s+/list|\bvaultcmd\b[^\n]{0,30}/list
    |\breg\s+save\s+hklm\\+(?:sam|security|system)|pgrep\s[^\n]{0,30}runner\.worker""",
)
_SWEEP = Meaning(
    """data history resembles key keys token tokens password passwords credentials secrets wallet wallets seed mnemonic keychain logins cookies browser ssh env
    cookie pem vault passphrases profile keyring""",
    (
        r"""\b(?:decrypt|pick\s+out|go\s+over|make\s+a\s+list|back\s+up|check\s+whether|sift|comb|trawl)\b|\b(?:collect|gather|search|look\s+(?:through|for|in|into)|scan|find|list|harvest|dump|extract|summari[sz]e|copy|enumerate|go\s+through|read|open|take|grab|locate|zip
        |archive|pack|retrieve|fetch|compile|index|inventory|note|crawl|browse|export|tar|compress|bundle)\b""",
        r"""\b(?:api\s+keys?|access\s+tokens?|tokens|passwords?|credentials?|secrets|private\s+keys?|ssh\s+(?:keys?|director\w{1,3}|folder)|wallets?|seed\s+phrases?|mnemonics?|keychain|keyring
        |password\s+(?:managers?|stores?|vaults?)|saved\s+(?:logins|passwords)|browser\s+(?:profiles?|data|cookies)|(?:session|login|auth)\s+cookies?|recovery\s+phrases?)\b|\blogin\s+data\b|\bresembl\w{1,3}\s+an?\s+(?:\w{1,12}\s+)?(?:key|token|password|secret)\b|\.ssh\b|(?<!\w)\.env\s+files|\.aws\b
        |\.gnupg\b""",
        r"""\bhome\s+(?:directory|folder)\b|\b(?:disk|machine|computer|hard\s+drive|laptop|file\s?system)\b|\beverywhere\b|\byou\s+(?:can\s+)?find\b|\byou\s+(?:come\s+across|see|encounter|discover)\b
        |\buser'?s?\s+(?:\.\w|\w{1,12}\s+){0,2}(?:\.?ssh|keychain|browser|wallets?|keys?|passwords?|credentials|cookies|profile|tokens?|keyring)|\b(?:every|all|any|other)\s+(?:\w{1,12}\s+)?(?:projects?|repositor\w{1,3}|folders?|directories|drives?|files)\b
        |\bthe\s+(?:keychain|keyring|browser(?:'s)?|password\s+manager)\b|(?<!\w)~/|\$home\b|\bdotfiles\b|\b(?:shell|bash|zsh|browser|terminal|command)\s+history\b|\b(?:chrome|firefox|safari|edge|brave)(?:'s)?\b|\blogin\s+data\b
        |\b(?:the\s+)?developer'?s\b|\b(?:environment|config(?:uration)?\s+(?:folder|director\w{1,3}))\b[^\n.]{0,20}\bof\s+the\s+user""",
    ),
    unless=r"""\b(?:repositor(?:y|ies)\s+for|codebase|commits?|diffs?|hard-?coded|leaked|rotate|revoke|redact\w{0,3}|remove\s+(?:it|them)|report\s+(?:it|them|any|each)|flag\s+(?:it|them|any|each)|scanner
    |user\s+(?:asks|wants|confirms|agrees|approves)|ask\s+the\s+user|by\s+default|never|placeholder|test\s+(?:data|fixture|account)s?|vaults?|git-?ignore\w{0,1}|reads?\s+(?:aws|the)\s+credentials)\b|\badd\b[^\n.]{0,30}\.env""",
    ordered=True,
)


def review(page: Page) -> Iterator[Hit]:
    """Yield a hit for each search for wallets, keychains or password stores."""
    yield from hits(RULE, page, _SEARCH, _BROWSER, _USERS_OWN, _STASH, _KEYCHAIN)
    yield from meant(RULE, page, _SWEEP)
