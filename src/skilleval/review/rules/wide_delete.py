"""A delete can reach far more than the task.

Why: The root, the home folder or an empty variable turns a clean-up into the loss of everything.

Check: What is the path when a variable is empty or the working folder is another one?

Fix: Delete named files below the task's own folder; quote variables and check that they are set.
"""

from collections.abc import Iterator

from skilleval.review.frame import Frame, Notion
from skilleval.review.meaning import meant
from skilleval.review.page import Page
from skilleval.review.probe import Probe, hits, order_to
from skilleval.review.rule import Hit, Rule
from skilleval.review.vocabulary import DESTROY, HARMLESS, LOCAL, TAUGHT, WRONG

RULE = Rule(
    id="wide-delete",
    family="destructive",
    severity="high",
    owasp="AST01",
    page=__doc__,
)

_ROOTS = (
    r"""(?:/(?=\s|$|["'`;&|)*])|/\*|~/?(?=\s|$|["'`;&|)*])|~/\*|\$\{?home\}?/?(?=\s|$"""
    r"""|["'`;&|)*])|/(?:etc|usr|bin|var|home|root|boot|lib|opt|users)(?:/\*)?/?(?=\s|$"""
    r"""|["'`;&|)])|~/(?:documents|desktop|downloads|library|\.ssh|\.config|projects)(?=/?(?:\s"""
    r"""|$|["'`;&|)*]))"""
    r"""|\*(?=\s|$|["'`;&|)]))"""
)
_SHELL = Probe(
    "rm rmdir rimraf del remove-item find",
    rf"""\brm\s+(?:-\w+\s+|--\w[\w-]{{0,20}}\s+){{0,4}}(?:-\w*(?:r\w*f|f\w*r)\w*|-r\s+-f|-f\s+-r
    |--recursive\s+--force)\s+(?:-\w+\s+|--\w[\w-]{{0,20}}\s+){{0,3}}["']?{_ROOTS}
    |\bfind\s+(?:/|~|\$home)\s[^\n]{{0,80}}-(?:delete|exec\s+rm)|\brimraf\s+["']?{_ROOTS}
    |\bdel\s+(?:/\w\s+){{1,4}}["']?(?:c:\\|%userprofile%)|\brmdir\s+/s[^\n]{{0,20}}c:\\(?:\s|$|users)
    |\bremove-item\s[^\n]{{0,80}}-recurse[^\n]{{0,80}}(?:c:\\|\$env:userprofile|\$home)
    |shutil\.rmtree\(\s{{0,3}}(?:path\.home\(\)|os\.path\.expanduser\(\s{{0,3}}["']~["']\)|["']/["'])""",
)
_THINGS = Probe(
    "git history backups branches downloads folder directory files documents photos desktop database",
    rf"""{order_to("delete erase wipe destroy purge remove clear empty drop")}\s+(?:the\s+|all\s+
    |any\s+|every\s+)?
    (?:(?:entire\s+|whole\s+)?`?\.git`?\s+(?:directory|folder)|git\s+history
    |(?:the\s+user'?s?\s+)?backups\b
    |(?:other\s+|remaining\s+|local\s+|remote\s+)?branches\s+(?:other\s+than|except|but)
    |(?:the\s+)?user'?s?\s+(?:\w{{1,12}}\s+){{0,2}}(?:folders?|director(?:y|ies)|files?|documents
    |downloads|desktop|photos|data|home)\b
    |downloads\s+folder|production\s+(?:database|data|tables?))""",
)
_ASKED = Probe(
    "delete erase wipe destroy remove purge encrypt",
    r"""\b(?:delete|erase|wipe|destroy|purge|remove|shred|corrupt)\b[^\n.]{0,40}\b(?:all|every
    |everything|entire|whole)\b[^\n.]{0,40}\b(?:in|from|on|under
    |of)\s+(?:the\s+)?(?:user(?:'s)?\s+)?(?:home|root|documents|desktop|hard\s+drive|disk|system
    |machine|computer|file\s?system|workspace|repositor\w{1,3}|database|backups?|git\s+history)\b
    |\b(?:delete|erase|wipe|destroy|purge)\s+(?:all\s+(?:of\s+)?(?:the\s+)?(?:user(?:'s)?)\s+(?:files
    |data|documents|backups|photos)|the\s+(?:user(?:'s)?\s+)?(?:home\s+directory|hard\s+drive
    |backups))\b
    |\bencrypt\w{0,3}\b[^\n.]{0,60}\b(?:all|every|each|user(?:'s)?)\b[^\n.]{0,60}\b(?:files?
    |documents?|data|drive|disk|folders?)\b[^\n]{0,200}\b(?:ransom|bitcoin|btc|decrypt(?:ion)?\s+key
    |password\s+only|pay(?:ment)?|delete\s+the\s+(?:originals?|key))""",
)


_MUCH = Notion(
    words="mailboxes mailbox backups backup snapshots",
    needles="files data any user recycle downloads external drive production all every whole home database databases tables bucket buckets branches git folder history disk documents projects archive remotes month free schema collection volume volumes downloads photos",
    pattern=r"""\brecycle\s+bin\b|\bdownloads\s+folder\b|\bexternal\s+(?:drive|disk)\b|\bproduction\s+(?:database|bucket|data)\b|\ball\s+branches\b|\bthe\s+backups\b|\b(?:user'?s?)\s+(?:\w{1,12}\s+)?(?:folder|files|documents|photos)\b
    |\b(?:all|every|each|whole|entire|any)\s+(?:of\s+)?(?:the\s+|their\s+|its\s+|old\s+|s3\s+|user'?s?\s+)?(?:\w{1,12}\s+){0,2}?(?:tables?|databases?|buckets?|branches|backups?|snapshots?|documents|projects|disks?|volumes?|mailboxes|records|users|history|remotes|photos|data|files)\b|\bhome\s+(?:directory|folder)\b|(?<![\w/.])~/(?:\s|$|documents|projects|downloads|desktop|pictures)|(?<!\w)\.git`?\s+(?:folder|directory)\b|\bhistory\s+of\b|\b(?:first|primary|system|whole)\s+disk\b|\bfree\s+(?:and\s+used\s+)?space\b|\blast\s+(?:month|year|week)\b""",
)
_RECKLESS = Notion(
    words="grateful vanishes unauthorised unauthorized revenge punish whatever",
    needles="ask force don never invoice paid fee asked bill low once finished licence run out almost full when free tidy no not without skipping clean slate licence license check whatever only cost usual before finished job up yourself space prefix doesn avoid prevent first backup points take",
    pattern=r"""\bif\s+the\s+(?:invoice|licen[cs]e|fee|payment)\b
    |\bkeep\s+(?:the\s+)?(?:bill|costs?)\s+low\b|\bhas\s+not\s+asked\b|\bcost\s+too\b
    |\bonce\s+the\b|\blicen[cs]e\s+(?:has|is)\b|\balmost\s+full\b|\bfree\s+(?:up\s+)?space\b|\bto\s+(?:tidy|free)\b|\brun\s+out\b
    |\b(?:do\s+not|don't|without|no\s+need\s+to|never)\s+(?:\w{1,8}\s+){0,2}(?:backups?|back\s+up|backing|warn\w{0,3}|ask\w{0,3}|confirm\w{0,6}|wait\w{0,3})\b|\bskipping\s+the\b|\bclean\s+slate\b|\blicen[cs]e\s+(?:check|key)\b|\bwhatever\s+(?:database|it|they)\b|\bonly\s+cost\b|\bclean\s+up\s+after\s+yourself\b|\bdoesn't\s+(?:begin|start|belong)\b|\btake\s+up\s+space\b|\bto\s+(?:prevent|punish|speed)\b|\bwhen\s+the\s+job\s+is\s+(?:finished|done)\b|\bforce-push\b""",
)
_TEMPORARY = Notion(
    words="report patch one temporary tmp cache cached dist build stale artifact artifacts ephemeral dump pg_dump soft dropped test restore",
    needles="check checked this own",
    pattern=r"\bof\s+this\s+project\b|\bcheck(?:ed)?\s+that\b",
)
FRAMES = (Frame(DESTROY, (_MUCH,), near=(_RECKLESS | WRONG,), unless=(HARMLESS, TAUGHT, LOCAL, _TEMPORARY)),)

_BACKUPS = Probe(
    "vssadmin shadowcopy wbadmin recoveryenabled tmutil s3 gsutil azcopy",
    r"""\bvssadmin\s+(?:delete|resize)\s+shadow|\bshadowcopy\s+delete\b|\bwbadmin\s+delete\b|\brecoveryenabled\s+no\b|\btmutil\s+(?:delete|disable)\w{0,20}\b
    |\baws\s+s3\s+r[mb]\s[^\n]{0,80}(?:backup|archive|snapshot)[^\n]{0,80}--(?:recursive|force)|\bgsutil\s[^\n]{0,20}rm\s+-r\s[^\n]{0,60}(?:backup|archive|snapshot)""",
)


def review(page: Page) -> Iterator[Hit]:
    """Yield a hit for each delete without a safe boundary."""
    yield from meant(RULE.of_words, page, *FRAMES)
    yield from hits(RULE, page, _SHELL, _BACKUPS)
    yield from hits(RULE.of_words, page, _THINGS, _ASKED)
