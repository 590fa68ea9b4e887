"""A file is downloaded and then run.

Why: What runs is decided by whoever serves the file, and can differ for every user and every day.

Check: Is the file pinned and verified (checksum, signature) between download and run? Whose host is it?

Fix: Ship the script in the skill, or install a pinned release from a package registry.
"""

from collections.abc import Iterator
from dataclasses import replace

from skilleval.review.frame import Frame, Notion
from skilleval.review.lazy import Lazy
from skilleval.review.meaning import URL, Meaning, meant
from skilleval.review.page import Page
from skilleval.review.probe import Probe, hit_at, hits, is_told
from skilleval.review.rule import Hit, Rule
from skilleval.review.vendors import is_pinned_release, is_vendor_installer
from skilleval.review.vocabulary import ADDRESS, HARMLESS, OUR_PLACE, TAUGHT, WRONG

RULE = Rule(
    id="download-then-run",
    family="download-and-run",
    severity="high",
    owasp="AST01",
    page=__doc__,
)

_FETCH = r"\b(?:curl|wget|aria2c|iwr|invoke-webrequest|start-bitstransfer|urlretrieve|downloadfile)\b"
_START = r"""(?:chmod\s+(?:\+x|[0-7]{3,4}|[ugoa]*\+\w*x)\s+|\b(?:ba|z|da)?sh\s+(?:-\w+\s+)?
    |\bpython[\d.]*\s+|\bnode\s+|\bperl\s+|\bruby\s+
    |\bsource\s+|\bsudo\s+|\bstart\s+|\bopen\s+|\bstart-process\s+|\bsystem\(|\bpopen\(|\brun\(\[?
    |\bcall\(\[?|\bexec\(|[;&]\s{0,3}\./|^\s{0,8}\./)"""
_NAMED = Probe(
    "curl wget aria2c iwr invoke start urlretrieve downloadfile",
    rf"""(?P<fetch>{_FETCH}[^\n|]{{0,300}}?)(?:\s-o|\s-O|--output(?:-document)?|-outfile|\s>
    |(?<=["']),)\s{{0,3}}=?["']?
    (?P<file>[\w$~/.\{{\}}-]{{2,120}})["']?(?:.|\n){{0,500}}?{_START}["']?(?:\./)?(?P=file)(?![\w-])""",
)
_BY_URL = Probe(
    "curl wget",
    rf"""\b(?:wget|curl\s[^\n]{{0,60}}-\w{{0,5}}O)\b[^\n|]{{0,120}}https?://[^\s"']{{1,200}}/
    (?P<file>[\w.-]{{2,60}})["']?(?=\s)(?:.|\n){{0,400}}?{_START}["']?(?:\./)?(?P=file)(?![\w-])""",
)
_REMOTE = Probe(
    "deno bunx npx bun",
    r"\b(?:deno\s+run|bun(?:\s+run)?|bunx|npx)"
    r"""(?:\s+-{1,2}[\w=,./-]{1,40}){0,6}\s+["']?(?:data:\w|https?://)""",
)
_ONE_LINER = Probe(
    "urlopen requests fetch exec eval function",
    r"\b(?:python[\d.]*|node|ruby|perl)\s+-(?:c|e)\s[^\n]{0,300}(?:exec"
    r"|eval)\([^\n]{0,200}(?:urlopen|requests\.get|fetch|urllib|open-uri)"
    r"|\b(?:python[\d.]*|node|ruby|perl|deno|bun)\s+(?:-(?:c|e|p)|eval)\s[^\n]{0,400}(?:https?://|urlopen|\bfetch\()"
    r"[^\n]{0,400}\b(?:exec|eval|function)\(",
)
_TOLD = Probe(
    "install run execute",
    r"\b(?:install|run|execute)\b[^\n.]{0,60}?\bhttps?://(?!localhost"
    r"""|127\.)[^\s`"')>]{3,200}\.(?:sh|ps1|bash|bat|command|py|pl)\b(?![/?\w-])""",
)
_VERIFIED = Lazy(r"\bsha(?:1|256|512)sum\s|\bshasum\s|\bgpg\s+--verify|get-filehash|cosign\s+verify")
_CLONED = Probe(
    "clone",
    r"""\bgit\s+clone\s[^\n]{0,60}https?://(?!github\.com/|gitlab\.com/|bitbucket\.org/
    |codeberg\.org/)[^\n]{3,150}\n?
    (?:.|\n){0,120}?(?:python[\d.]*|(?:ba)?sh|node|make|\./)\s?[\w./-]{2,60}""",
)

_FROM_THERE = Meaning(
    "http https",
    (
        r"\b(?:execut|eval(?:uat)?|run|running|launch|start(?!\s+with)|sourc|import|invok|past|load|install)(?:e|es|ing|s)?\b",
        rf"""\b(?:scripts?|bootstrap\w{{0,6}}|snippets?|one-liners?|installers?|binar(?:y|ies)|payload|code|helpers?|programs?|executables?|loader|agent|line|command)\b
        [^\n]{{0,60}}?\b(?:at|from|on|via)\s+[`"'(<\[]{{0,2}}{URL}|https?://(?!localhost|127\.)[^\s`"')>\]]{{4,200}}\.(?:sh|ps1|py|js|exe|bat|cmd|pkg|dmg|msi|bin|run|command)\b(?![/?\w-])""",
    ),
    unless=r"""\b(?:docs?|documentation|read|see|reference|curl|wget|git\s+clone|playwright|storybook|dev\s+server|swagger|user\s+(?:asks|wants|confirms)|ask\s+the\s+user|checksum|sha-?256|schema
    |script\s+tags?|<script|cdn|browser|example|import\s+map)\b|\b(?:localhost|open)\b""",
)

_CLONE_RUN = Meaning(
    "clone cloning",
    (
        r"\bclon(?:e|ing)\b",
        r"https?://(?!(?:www\.)?(?:github\.com|gitlab\.com|bitbucket\.org|codeberg\.org|huggingface\.co))[^\s]{4,200}|git@(?!github\.com|gitlab\.com|bitbucket\.org)\S{4,200}",
        r"\b(?:run|execute|start|launch|install|make)\b",
    ),
    unless=r"\b(?:user\s+(?:asks|wants|confirms)|ask\s+the\s+user)\b",
)


_GET = Notion(
    words="clone download downloads downloaded fetch fetches fetched pull pulls get grab grabs retrieve install obtain unpack unzip extract available load save",
    needles="use",
    pattern=r"""\buse\s+the\s+(?:prebuilt|patched|unlisted|nightly|modified|special)\b""",
)
_PROGRAM = Notion(
    words="nightly build macro accelerator updater extension driver wheel package module daemon binary binaries executable exe helper installer setup zip dmg msi snippet payload program loader companion codec plugin",
    needles="ps1 pkg msi exe bin sh script scripts tool archive build python code",
    pattern=r"""\.(?:bin|sh|ps1|exe|msi|dmg|pkg|appimage|bat|scr)\b|\bprebuilt\s+\w+
    |\b(?:python|shell|repair|setup|install\w{0,4}|bash|powershell)\s+(?:script|snippet|code)\b|\bcompanion\s+tool\b|\bunlisted\s+build\b""",
)
_RUN = Notion(
    words="chmod move install use execute executes launch launches start starts exec eval run runs import double-click source open",
    needles="marked passes mark pass",
    pattern=r"\bmark\w{0,2}\s+(?:it\s+)?(?:as\s+)?executable\b|\bpass(?:es)?\s+(?:it|them)\s+to\b",
)
_UNUSUAL = Notion(
    words="dropbox absent telegram discord forum root admin administrator antivirus background password unlisted sudo silently quietly whenever raw exec",
    needles="signatures not chmod prompts instead straight false before first lags since http ip paste nothing otherwise top each every official not any place index in",
    pattern=r"""\bsignatures?\s+(?:are|is)\s+not\b|\bchmod\b|\bprompts?\s+disabled\b|\bdropbox\b
    |\binstead\s+of\s+the\s+one\s+(?:on|from)\b|\bfalse\s+alarm\b|\bas\s+(?:root|administrator)\b|\bbefore\s+(?:the|any|each|you|using|doing)\b|\b(?:our|the\s+vendor's)\s+(?:\w{1,10}\s+)?(?:channel|forum|server|site|mirror|bucket)\b|\bpublic\s+index\b|\bhttps?://\d
    |\bhttps?://\d{1,3}(?:\.\d{1,3}){3}|\bin\s+the\s+background\b|\bwarnings?\s+can\s+be\s+ignored\b|\bpaste\.|\bin\s+place\s+of\s+the\s+official\b|--(?:extra-)?index-url\b|\bexec\(|\bnot\s+on\s+any\s+(?:package\s+)?index\b|\bpassword\b|\bnothing\s+else\b[^\n.;]{0,20}\bworks\b|\bprior\s+to\s+the\s+first\b""",
)
_CHECKED = Notion(
    words="checksum checksums sha256 sha gpg hash hashes pinned verify verifies compare venv",
    needles="sha",
    pattern=r"\bsha-?(?:256|512)\b",
)
FRAMES = (
    Frame(
        _GET,
        (
            _PROGRAM,
            _RUN,
            OUR_PLACE
            | Notion(needles="telegram discord forum attached", pattern=r"\b(?:telegram|discord|forum)\b"),
        ),
        unless=(HARMLESS, TAUGHT, _CHECKED),
    ),
    Frame(_GET, (ADDRESS, _PROGRAM, _RUN), near=(_UNUSUAL | WRONG,), unless=(HARMLESS, TAUGHT, _CHECKED)),
    Frame(_GET, (ADDRESS, _RUN), near=(_UNUSUAL,), unless=(HARMLESS, TAUGHT, _CHECKED)),
)

_IN_PYTHON = Probe(
    "exec eval",
    r"\b(?:exec|eval)\(\s{0,3}(?:compile\(\s{0,3})?[^\n]{0,60}\b(?:urlopen|requests\.get|httpx\.get|urllib\d?\.\w{1,20}\.urlopen|wget\.download)\(",
)


def review(page: Page) -> Iterator[Hit]:
    """Yield a hit for each file that is fetched and run a few lines later."""
    yield from hits(RULE, page, _IN_PYTHON)
    yield from meant(RULE.of_words, page, *FRAMES)
    for hit in (*_named(page), *hits(RULE, page, _BY_URL, _REMOTE, _ONE_LINER, _CLONED)):
        verified = _VERIFIED.search(page.text, *hit.span) or is_pinned_release(hit.matched)
        yield replace(hit, severity="medium") if verified else hit
    for hit in meant(RULE.of_words, page, _FROM_THERE, _CLONE_RUN):
        yield replace(hit, severity="low") if is_vendor_installer(hit.matched) else hit
    for hit in hits(RULE.of_words, page, _TOLD):
        piped = "curl" in hit.matched or "wget" in hit.matched  # the other rules speak of these
        if not piped and is_told(page, hit.span[0]):
            yield replace(hit, severity="low") if is_vendor_installer(hit.matched) else hit


def _named(page: Page) -> Iterator[Hit]:
    """Yield a hit for each file that is saved under a name from an address, and started by that name."""
    for found in _NAMED.matches(page):
        rest = page.text[found.end("fetch") : found.end("fetch") + 300].partition("\n")[0]
        if "://" in found["fetch"] + rest or "$" in found["fetch"]:
            yield hit_at(RULE, page, found.span())
