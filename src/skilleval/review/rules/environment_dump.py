"""The whole environment is read out.

Why: The environment holds the keys of everything the user is logged in to. One named variable is a need;
all of them are a haul.

Check: Where does it go? Which variable would do?

Fix: Read the one variable that the skill declares.
"""

from collections.abc import Iterator

from skilleval.review.page import Page
from skilleval.review.probe import Probe, hits
from skilleval.review.rule import Hit, Rule

RULE = Rule(
    id="environment-dump",
    family="credentials",
    severity="high",
    owasp="AST03",
    page=__doc__,
)

_SEARCH = Probe(
    "env printenv set export environ",
    r"""(?:^|[;&|`$(\s])(?:env|printenv|export\s+-p
    |set)\s{0,3}\|\s{0,3}(?:\w{1,10}\s[^\n|]{0,30}\|\s{0,3})?(?:e?grep|rg|awk
    |findstr)\s[^\n]{0,60}(?:key|token|secret|pass|cred|auth|api)
    |/proc/(?:self|\d+|\*|\$\{?\w{1,20}\}?)/environ""",
    also="grep egrep rg awk findstr environ",
)
_FILTERED = Probe(
    "env environ",
    r"""(?:environ\b(?:\.items\(\))?|process\.env\)?)(?:.|\n){0,160}?(?:any\(|filter\(|if\s|test\(|match\(
    |includes\()[^\n]{0,120}["'/|](?:key|secret|token|password|api_?key|credential)""",
)
_ASKED = Probe(
    "environment env variables environ",
    r"""\b(?:collect|gather|dump|print|list|include|read|capture|send|export|log|record|save|grab
    |harvest|enumerate|append|output|echo|submit)\b[^\n.]{0,40}
    \b(?:all|every|each|the\s+(?:full|entire|complete|whole
    |current))\b(?!\s+(?:required|needed|missing|necessary|relevant|mandatory|listed)\b)(?:[^\n.]{0,30}\b(?:environment\s+variables?|env(?:ironment)?\s+vars?)
    |\s+(?:of\s+)?(?:the\s+|this\s+|its\s+|your\s+|user'?s?\s+){0,2}(?:(?:process|shell|current|user'?s?|whole|full)\s+)?environment\b(?!al))(?![^\n.]{0,20}\b(?:that|which)\s+(?:the|this)\s+(?:app|skill|script|service|project|tool|code|server)\b)""",
)
_REDIRECTED = Probe(
    "env printenv export set declare compgen",
    r"""(?:^|[;&|`$(\s])(?:env|printenv|export\s+-p|export|set|declare\s+-xp?|compgen\s+-e)\s{0,3}(?:\|\s{0,3}(?:sort|tee|cat|base64|gzip|xxd|jq)\b[^\n|]{0,40}){0,3}
    (?:>{1,2}\s{0,3}|\|\s{0,3}tee\s+(?:-a\s+)?)(?!/dev/null|&|\$?\{?github_(?:env|output))["']?
    (?:[$~/.{]|[\w-]{1,60}[./])
    |^\s{0,8}(?:env|printenv|export\s+-p|declare\s+-xp?|compgen\s+-e)\s{0,3}(?:\|\s{0,3}(?:sort|tee|cat|base64|gzip|xxd|jq)\b[^\n|]{0,40}){0,3}
    (?:>{1,2}\s{0,3}|\|\s{0,3}tee\s+(?:-a\s+)?)[\w-]{1,60}\s{0,3}$
    |\b(?:run|check_output|popen|call|exec|execsync|spawn|spawnsync|system|getoutput)\(\s{0,4}\[?\s{0,4}["'](?:/usr/bin/)?(?:env|printenv|export\s-p|set)["'](?:\s{0,4}[\],)])""",
)
_WRITTEN = Probe(
    "environ env process environment getenv childitem dir gci",
    r"""(?:json\.dumps?|pickle\.dumps?|yaml\.(?:safe_)?dump|repr|str|pformat|urlencode|b64encode|pprint|print)\(\s{0,4}(?:dict\(|list\(|\{\s{0,2}\*\*|str\(|sorted\()?\s{0,4}(?:os\.)?environ(?:b\b)?(?!\s{0,2}[\[.]\s{0,2}(?:get|\w{0,3}["']|setdefault|pop|update))
    (?:\.copy\(\)|\.items\(\))?\s{0,4}[),}]
    |\b(?:json\.stringify|util\.inspect|object\.(?:entries|values)|console\.\w{3,5}|querystring\.stringify)\(\s{0,4}(?:\{\s{0,3}\}\s{0,3},\s{0,3}|\{\s{0,3}\.\.\.)?process\.env\s{0,4}[,)}]
    |\bfor\s{0,2}\(\s{0,2}(?:const|let|var)\s[^\n]{0,60}(?:in|of)\s+(?:object\.\w{4,8}\()?process\.env\b
    |\b(?:get-childitem|gci|dir|ls)\s+env:\\?(?:\s|$|\|)|\[environment\]::getenvironmentvariables\(|\benv::vars\(\)|\bos\.environ\(\)|\bsystem\.getenv\(\s{0,2}\)|\benv\.to_h\b
    |/proc/["']?\s{0,3}\+[^\n]{0,40}/?environ|/proc/(?:self|thread-self|1|\d+|\*|\{\w{0,20}\}|%[ds]|<\w{1,10}>|\$\{?\w{1,20}\}?)/environ
    |["']/?proc["']\)?\s{0,3}[,/][^\n]{0,60}["']/?environ["']""",
)
_LOOPED = Probe(
    "environ",
    r"""\bfor\s+\w{1,20}(?:\s{0,2},\s{0,2}\w{1,20})?\s+in\s+(?:sorted\(\s{0,2})?(?:os\.)?environ(?:\.items\(\))?\)?\s{0,2}:(?:.|\n){0,200}?(?:write\(|print\(|append\(|\.post\(|send|\+=)""",
)
_TAKEN = Probe(
    "environ process",
    r"""(?:\.post\(|\.put\(|\.request\(|\burlopen\(|\bfetch\(|\.send\(|\.sendall\(|\bsendbeacon\(|\.write\(|\.write_text\(|writefile(?:sync)?\()[^\n]{0,160}?(?:\bos\.environ\b(?!\s{0,2}[\[.]|\.get)|\bprocess\.env\b(?!\s{0,2}[\[.?]))""",
)


def review(page: Page) -> Iterator[Hit]:
    """Yield a hit for each search of the environment for secrets, and each request to collect all of it."""
    yield from hits(RULE, page, _SEARCH, _FILTERED, _REDIRECTED, _WRITTEN, _LOOPED, _TAKEN)
    yield from hits(RULE.of_words, page, _ASKED)
