"""What the classifier sees of a sentence: its words, the classes they belong to, and which stand near which.

A sentence that was never seen is known by what its words have in common with others': "forward",
"post" and "upload" are all of the class `send`, and any address is an address. The shorthand of a feature:
`@send` a class, `a b` neighbours, `a ~ b` one before the other within three words of content.
"""

import re
from collections.abc import Iterator, Sequence

WORDS_OF_CLASS = {
    "send": """send sends sent sending upload uploads uploaded uploading post posts posted posting
    forward forwards forwarded transmit transmits transmitted deliver delivers delivered
    submit submits submitted ship ships shipped relay relays relayed stream streams beacon
    exfiltrate mail mails mailed email emails emailed cc bcc push pushed sync syncs synced
    mirror mirrored share shares shared""",
    "fetch": """fetch fetches fetched download downloads downloaded downloading pull pulls pulled
    retrieve retrieves retrieved curl wget iwr load loads loaded obtain obtains""",
    "obey": """follow follows followed obey obeys execute executes executed perform performs
    performed comply apply applies applied adopt honour honor""",
    "run": """run runs running start starts started launch launches launched invoke invokes install
    installs installed installing exec eval""",
    "write": """write writes written append appends appended add adds added insert inserts inserted
    put puts place places placed store stores stored save saves saved recorded
    embed include includes included register registers registered""",
    "delete": """delete deletes deleted remove removes removed wipe wipes wiped erase erases purge
    purges truncate clear clears overwrite overwrites shred destroy drop drops""",
    "collect": """collect collects collected gather gathers gathered harvest capture captures captured
    dump dumps export exports exported zip archive archives enumerate extract extracts
    grab compile compiles scan scans""",
    "tell": """tell tells telling told mention mentions mentioned mentioning inform informs informed
    notify notifies notified disclose disclosed disclosing reveal reveals revealed
    reported alerted warn warned show shown showing display displayed announce
    announced discuss explain admit acknowledge acknowledged refer""",
    "ask": """ask asks asked asking prompts prompted confirm confirms confirmed confirming
    wait waits waiting check pause pausing request requests requested requesting consult""",
    "approve": """approval approve approved approves confirmation consent permission permissions
    authorised authorized authorisation authorization preauthorised agreement agreed
    granted cleared consented""",
    "disable": """disable disables disabled disabling skip skips skipping skipped bypass bypasses ignore
    ignores ignored suppress suppresses suppressed relax relaxed weaken deactivate
    deactivated exempt mute loosen lower""",
    "watch": """monitor monitors monitoring monitored track tracks tracking tracked watch watches
    record recording recordings screenshot screenshots keystrokes keystroke microphone
    webcam camera listen listens listener log logs logging observe location clipboard""",
    "replace": """replace replaces replaced swap swaps swapped substitute redirect redirects redirected
    reroute rewrite rewrites rewritten alter alters altered adjust adjusted nudge nudged
    round rounded divert change changes changed inflate""",
    "spend": """pay pays paid payment payments transfer transfers transferred buy buys purchase
    purchases purchased charge charged withdraw wire payout payouts refund refunds fee
    fees invoice invoices""",
    "praise": """recommend recommends recommended recommendation recommendations promote promotes
    promoted suggest suggests suggested favour favor prefer prefers preferred rank ranks
    ranked endorse praise plug favourably favorably""",
    "secret": """secret secrets token tokens credential credentials password passwords passphrase
    passphrases key keys cookie cookies keychain keystore vault keyring kubeconfig .env
    .ssh .aws .npmrc .netrc .pypirc .pem id_rsa""",
    "conv": """conversation conversations chat chats transcript transcripts dialogue message messages
    prompt session sessions""",
    "pii": """customer customers client clients patient patients personal contact contacts salary
    salaries employee employees candidate candidates student students payroll subscriber
    subscribers recipient recipients guest guests address addresses""",
    "wallet": """wallet wallets crypto bitcoin iban balance funds treasury donation beneficiary payee
    allowance""",
    "files": """file files workspace folder directory document documents source code codebase
    repository repositories repo repos project projects database""",
    "ours": """our us maintainer maintainers author authors publisher vendor vendors sponsor sponsors
    partner partners affiliate affiliates third-party external remote outside""",
    "quiet": """silently quietly discreetly secretly covertly unobtrusively hidden invisible unnoticed
    unmentioned stealth background hide hides conceal conceals concealed withhold omit
    omitted""",
    "neg": """not never don't no without nor nothing isn't aren't doesn't needn't won't cannot avoid
    nobody""",
    "always": """always every each whenever permanently afterwards""",
    "override": """override overrides supersede supersedes disregard forget outrank precedence priority
    regardless whatever""",
    "authority": """compliance directive mandated official officially certified audited trusted legal
    policy administrator administrators anthropic openai""",
    "test": """test tests assertion assertions validation pipeline lint linter scanner scanners
    review reviewer reviewers warning warnings alert alerts findings""",
    "sec": """auth authentication certificate certificates tls ssl verify verification sandbox csrf
    cors firewall encryption signature protection safety admin root sudo""",
    "result": """figure figures number numbers result results metric metrics score scores value values
    outliers rating ratings total totals statistics""",
    "lasting": """cron crontab launchagent systemd hook hooks startup profile bashrc zshrc daemon boot
    login reboot restart memory memories claude.md agents.md soul.md remember""",
    "user": """user users user's human humans owner person people reader readers anyone they them""",
    "agent": """agent assistant model you claude yourself""",
    "answer": """answer answers reply replies summary summaries response output report reports""",
    "pron": """it this that these those its their""",
    "may": """may can could might""",
    "must": """must should shall ought has have""",
    "be": """is are be been being was were gets get""",
    "det": """the a an any all""",
    "prep": """to at into onto via through in on with from of for by""",
    "obf": """base64 rot13 hex hexadecimal decode decoded decodes decoding reversed backwards cipher
    encoded obfuscated""",
}
CLASSES = {word: f"@{name}" for name, words in WORDS_OF_CLASS.items() for word in words.split()}
"""Class of each word: the words of a class do the same work in an order."""

_FUNCTION = frozenset({"@det", "@prep", "@be", "@pron", ".", ",", ";", ":", "?", "!"})
"""What is passed over when neighbours among the words of content are looked for."""
_IDLE = _FUNCTION.union(
    (word for word, kind in CLASSES.items() if kind in _FUNCTION),
    ("so", "as", "and", "or", "but", "if", "when", "then", "than", "also"),
)
"""Words of which a run alone says nothing: "so that the" is a habit of style."""
REACH = 3
MAX_WORDS = 400
"""Words and stops of a sentence that are looked at: all of the 800 characters that one may have."""
_URL = re.compile(r"\bhttps?://\S{1,400}")
_MAIL = re.compile(r"\b[\w.+-]{1,60}@[\w-]{1,60}(?:\.[\w-]{1,40}){1,4}")
_PATH = re.compile(r"(?<!\w)[~.]?/?[\w.*~-]{0,60}(?:/[\w.*~{}<>$-]{1,80}){1,12}/?")
_HOST = re.compile(
    r"\b(?:[a-z0-9-]{1,40}\.){1,3}(?:com|net|org|io|dev|co|ai|app|xyz|cloud|info|ru|cn|site|online|tech|pro"
    r"|top|store|club|example|test)\b"
)
_DOTTED = re.compile(r"\.[a-z]{2,12}")
_TOKEN = re.compile(r"z[a-z]{3,5}z|[a-z][a-z'-]{0,30}[a-z0-9.]{0,20}[a-z0-9]|\.[a-z]{2,12}|[a-z.?!;:,]")
_ENDINGS = ("'s", "ing", "ed", "es", "s", "ly")
_MIN_STEM = 4


def words_in(text: str) -> list[str]:
    """Return the words and stops of a stretch of folded text; addresses and paths as one word each."""
    text = text.replace("’", "'")
    if "://" in text:
        text = _URL.sub(" zurlz ", text)
    if "@" in text:
        text = _MAIL.sub(" zmailz ", text)
    if "/" in text:
        text = _PATH.sub(_path, text)
    if "." in text:
        text = _HOST.sub(" zhostz ", text)
    return _TOKEN.findall(text)[:MAX_WORDS]


def features_of(words: Sequence[str]) -> set[str]:
    """Return the features of a stretch of words."""
    stems = [_stem(word) for word in words]
    kinds = [_kind(word, stem) for word, stem in zip(words, stems, strict=True)]
    content = [kind for kind in kinds if kind not in _FUNCTION]
    return {*kinds, *stems, *_runs(stems, 2), *_runs(kinds, 2), *_runs(kinds, 3), *_near(content)}


def features_alone(word: str) -> set[str]:
    """Return the features of a word by itself: its stem, and its class if it has one."""
    stem = _stem(word)
    return {stem, _kind(word, stem)}


def _kind(word: str, stem: str) -> str:
    return CLASSES.get(word) or CLASSES.get(stem, stem)


def _runs(words: Sequence[str], length: int) -> Iterator[str]:
    for run in zip(*(words[start:] for start in range(length)), strict=False):
        if not _IDLE.issuperset(run):
            yield " ".join(run)


def _near(words: Sequence[str]) -> Iterator[str]:
    for distance in range(1, REACH + 1):
        yield from map(" ~ ".join, zip(words, words[distance:], strict=False))


def _path(found: re.Match[str]) -> str:
    return f" zpathz {' '.join(_DOTTED.findall(found[0]))} "


def _stem(word: str) -> str:
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _MIN_STEM:
            return word[: -len(ending)]
    return word
