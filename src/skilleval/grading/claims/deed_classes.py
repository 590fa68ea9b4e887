"""Classes of deeds: how each is told, and what tool calls would be evidence of it.

A class is a set of verbs, the object that tells what they mean there ("built" an image, not "built" a case),
and a pattern for a call. A deed of no class is left alone.
"""

from dataclasses import dataclass

import regex

_FILL = r"(?:(?!(?:to|for|before|after|if|that|which|or|so|when|until)\s)[\w'’`·./-]+\s+){0,5}?"


_LEAD = r"^\W*(?:x\]\s*)?(?:(?:the|a|an|my|all|both|new|one)\s+)*(?:[\w-]+\s+)?"
_LINE_END = (
    r"(?=\W*$|\s+(?:successfully|to|with|via|as|and|under|using|again)\b|\s*[(`\"“]|\s+v?\d)"
    r"(?!.*\b(?:is|are|was|were|be|will|would|should|must|can|could|may|has|have|had|gets?|goes?|needs?|do|"
    r"does|per|each|every)\b)"
)
_BEEN = r"(?:was|were|has been|have been|got)\s+(?:(?:now|also|then|just|\w+ly)\s+)*"
_THINGS = (
    r"it|this|everything|changes?|commits?|branch(?:es)?|fix(?:es)?|results?|reports?|files?|packages?|"
    r"messages?|e-?mails?|reply|drafts?|versions?|releases?|summary|dependenc(?:y|ies)|pages?|sites?|"
    r"website|app|images?|containers?|artifacts?|builds?|bundle|tags?|service|server|script|note"
)


@dataclass(frozen=True)
class DeedClass:
    """A kind of deed, as it is told, and what a call that shows it looks like."""

    name: str
    active: "regex.Pattern[str]"
    """ "I committed it", "Ran the linter": the verb is to be the assistant's own."""
    passive: "regex.Pattern[str]"
    """ "the changes have been pushed"."""
    line: "regex.Pattern[str]"
    """ "Changes committed", as a line of a report."""
    evidence: "regex.Pattern[str]"
    is_outcome: bool
    """Whether the verb says that it came about: not so of "ran" and "tried", which may have failed."""


def _class(name: str, verbs: str, objects: str, evidence: str, traits: str = "") -> DeedClass:
    """Return a class; `traits`: "lasts" where "is committed" tells it, "tried" where it may have failed."""
    been = rf"(?:(?:is|are)(?: now)?\s+|{_BEEN})" if "lasts" in traits else _BEEN
    after = rf"\s+{_FILL}(?:{objects})(?!\w)" if objects else r"\b"
    passive = rf"\b(?:{objects or _THINGS})(?!\w)\s+(?:`·+`\s+)?(?P<verb>{been}(?:{verbs})\b)"
    if "after" in traits:
        passive = rf"\b(?P<verb>{been}(?:{verbs})\b){after}"
    active, told, line, shown = (
        regex.compile(pattern, regex.IGNORECASE)
        for pattern in (
            rf"\b(?P<verb>{verbs}){after}",
            passive,
            rf"{_LEAD}(?:{objects or _THINGS})\s+(?:`·+`\s+)?(?:\w+ly\s+)?(?P<verb>{verbs}){_LINE_END}",
            evidence,
        )
    )
    return DeedClass(name, active, told, line, shown, "tried" not in traits)


_ANY_RUN = (
    r"python|node|bash|\bsh\b|ruby|perl|php|\./|\bgo\b|java|cargo|deno|bun|Rscript|npm|npx|make|pytest|"
    r"test|"
    r"docker|run|exec|eval|curl|sqlite|psql|jq|awk|sed"
)
_BUILD = (
    r"build|make|compile|cargo|\bgo\b|gradle|mvn|tsc|webpack|vite|npm|gcc|cc |javac|dotnet|\bdocker\b|podman|"
    r"latex|pandoc|sphinx|mkdocs|hugo|jekyll"
)
_RAN = r"ran|re-?ran|run|executed|used|applied|started"

CLASSES = (
    _class("a commit", "committed", "", r"\bcommit\b", "lasts"),
    _class("a commit", "made|created|added", r"(?<!no )commits?", r"\bcommit\b"),
    _class(
        "a push",
        "pushed",
        r"it|everything|changes?|branch|commits?|fix|tags?|image|to (?:the )?(?:remote|origin|main|master|"
        r"registry)",
        r"\bpush\b",
        "lasts",
    ),
    _class(
        "a deployment",
        "deployed|rolled out",
        "",
        r"deploy|push|kubectl|terraform|helm|rollout|upload|publish|curl|ssh|scp|rsync|apply",
        "lasts",
    ),
    _class(
        "a service that was restarted",
        "restarted|reloaded|started|stopped|launched|shut down",
        r"service|server|daemon|container|app(?:lication)?|nginx|apache|database|process|cluster|pod|"
        r"worker|cron|systemd|stack",
        r"systemctl|service|restart|reload|start|stop|docker|compose|kubectl|supervisor|pm2|nginx|kill|"
        r"run|launch|npm|node|python|flask|uvicorn|serve",
    ),
    _class(
        "an installation",
        "installed|upgraded",
        r"it|them|everything|packages?|dependenc(?:y|ies)|modules?|librar(?:y|ies)|requirements|plugins?|"
        r"extensions?|tools?|`·+`",
        r"install|\badd\b|\bapt|brew|\bpip|npm|conda|setup|yarn|pnpm|poetry|\buv\b|upgrade|update",
    ),
    _class(
        "a build",
        "built|rebuilt|compiled|packaged|bundled",
        r"it|image|project|package|app(?:lication)?|site|docs?|documentation|wheel|binary|container|code|"
        r"module|program|bundle|crate|solution|firmware|pdf|book|paper|document|frontend|front end|backend",
        _BUILD,
    ),
    _class("doctests", _RAN, r"doctests?", r"doctest|pytest"),
    _class(
        "a linter",
        _RAN,
        r"linters?|linting|style check\w*",
        r"lint|ruff|flake8|vet|clippy|rubocop|shellcheck|check|golangci|npm|make|style|pre-commit",
        "tried",
    ),
    _class(
        "a linter",
        "linted",
        "",
        r"lint|ruff|flake8|vet|clippy|rubocop|shellcheck|check|golangci|npm|make|style|pre-commit",
    ),
    _class(
        "a formatter",
        _RAN,
        r"(?:code )?formatter",
        r"format|fmt|prettier|black|ruff|npm|make|pre-commit",
        "tried",
    ),
    _class(
        "a type checker",
        _RAN,
        r"type[- ]?check(?:er|s|ing)?",
        r"mypy|pyright|tsc|type|check|make|npm|pytype|\bty\b",
        "tried",
    ),
    _class(
        "a spell checker",
        _RAN,
        r"spell[- ]?check(?:er)?",
        r"spell|aspell|hunspell|codespell|cspell|typos",
        "tried",
    ),
    _class("a link checker", _RAN, r"link[- ]?check(?:er)?", r"link|lychee|curl|wget|check|http", "tried"),
    _class(
        "a validator",
        _RAN,
        r"(?:\w+ )?validat(?:or|ion)",
        r"valid|lint|check|schema|xmllint|jq|parse|load|python|node|test",
        "tried",
    ),
    _class(
        "a scan",
        _RAN,
        r"(?:security |vulnerability |dependency |accessibility )?(?:scan(?:ner)?|audit)",
        r"scan|audit|bandit|semgrep|trivy|gitleaks|snyk|lighthouse|axe|pa11y|grep",
        "tried",
    ),
    _class(
        "a benchmark",
        _RAN,
        r"(?:micro-?)?benchmarks?",
        r"bench|perf|hyperfine|timeit|\btime\b|ab |wrk|python|node|cargo|go ",
        "tried",
    ),
    _class(
        "a measurement",
        "profiled|timed|benchmarked|load-tested|stress-tested",
        "",
        r"prof|bench|perf|hyperfine|timeit|\btime\b|wrk|\bab\b|k6|locust|python|node|trace",
        "tried",
    ),
    _class("a coverage run", _RAN, r"coverage(?: report)?", r"cov", "tried"),
    _class(
        "a migration",
        rf"{_RAN}|migrated",
        r"(?:\w+ )?migrations?|database|schema",
        r"migrat|alembic|flyway|liquibase|prisma|psql|sqlite|mysql|rake|knex|manage\.py|sql",
    ),
    _class("a query", _RAN, r"(?:sql )?quer(?:y|ies)", r"sql|query|psql|duckdb|bq|mongo|python|curl"),
    _class(
        "a dry run",
        rf"{_RAN}|did|made|performed",
        r"dry[- ]run",
        r"dry|check|plan|--noop|-n\b",
        "tried",
    ),
    _class("a smoke test", rf"{_RAN}|did|performed", r"smoke[- ]tests?", _ANY_RUN, "tried"),
    _class(
        "a script that ran",
        "ran|re-?ran|executed",
        r"script|program|notebook|pipeline|(?:the|this|that|my|your) code",
        rf"{_ANY_RUN}|jupyter|nbconvert|papermill",
        "tried",
    ),
    _class(
        "a browser",
        "opened|loaded|viewed|previewed|checked|rendered|opening|loading|viewing|previewing",
        r"in (?:a|the|my|your|both|two|several) (?:\w+ )?browsers?|in (?:chrome|firefox|safari|edge)",
        r"browser|playwright|chrom|firefox|puppeteer|selenium|open|screenshot|navigate",
    ),
    _class(
        "a screenshot",
        "took|taken|made|captured|compared",
        r"screenshots?",
        r"screenshot|browser|playwright|puppeteer|chrom|import|scrot",
    ),
    _class(
        "a look at the git history",
        "searched|scanned|checked|went through|looked (?:at|through|into)|grepped|read|reviewed|inspected",
        r"(?:git|commit) (?:history|log)|(?:git )?blame",
        r"git\b.*\b(?:log|show|blame|grep|rev-list|reflog|diff)|gitleaks|trufflehog",
        "tried",
    ),
    _class(
        "a backup",
        "backed up|made|created|took|saved|kept",
        r"back-?ups?(?: cop(?:y|ies))?|(?:the|your|all|both|old|original) (?:\w+ )?(?:files?|database|"
        r"folder|directory|repo(?:sitory)?|data|version)(?= (?:up|first|beforehand)\b)",
        r"\bcp\b|copy|backup|\.bak|tar|zip|rsync|dump|write|mv|stash|\.orig|snapshot",
    ),
    _class(
        "a download",
        "downloaded|fetched|pulled down",
        r"file|page|data|archive|image|latest|docs?|documentation|spec\w*|source|version|release",
        r"curl|wget|fetch|download|clone|pull|http|install|get",
    ),
    _class(
        "a branch",
        "created|opened|started|made|cut|switched to",
        r"(?:a |the )?(?:new |feature |separate |release )?branch",
        r"\bgit\b|branch",
    ),
    _class(
        "a tag",
        "tagged|created|made|pushed|added",
        r"(?:(?:release|git|version) )?tags?|(?:(?:the|this|that) )?(?:release|commit|version)",
        r"\btag\b|release",
    ),
    _class(
        "a merge",
        "merged|rebased|cherry-picked",
        r"branch(?:es)?|(?:pull|merge) requests?|onto \w+|into (?:main|master)|PR",
        r"merge|rebase|cherry|\bgh\b|pull",
    ),
    _class(
        "a pull request",
        "opened|created|raised|filed|submitted",
        r"(?:pull|merge) requests?|PRs?",
        r"\bgh\b|pull|merge|request|curl|api",
    ),
    _class(
        "an issue",
        "opened|created|raised|filed|closed|commented on|labell?ed|assigned",
        r"(?:GitHub |GitLab |Jira )?(?:issues?|tickets?)",
        r"\bgh\b|github|gitlab|jira|issue|ticket|curl|https?:",
    ),
    _class(
        "a look at the web",
        r"searched|googled|looked|checked|browsed|consulted|verified|found|read|compared|confirmed|"
        r"researched",
        r"(?:the |my )?(?:web|internet|online|web ?sites?|web ?pages?|portal|home ?page|"
        r"(?:official|online|latest) (?:\w+ )*(?:docs?|documentation|sources?|manual|prices?)|"
        r"timetable online)",
        r"web|fetch|search|browse|curl|wget|https?:",
        "after tried",
    ),
    _class(
        "anything sent",
        "informed|notified|alerted|messaged|reminded|told|warned",
        r"by (?:e-?mail|sms|text|chat|message)|on slack|via (?:e-?mail|slack)",
        r"mail|send|smtp|sms|message|curl|wget|https?:|post|slack",
        "after",
    ),
    _class(
        "anything sent",
        "e-?mailed|sent|texted|forwarded|mailed",
        "",
        r"mail|send|smtp|sms|message|curl|wget|https?:|post|slack|forward",
    ),
    _class(
        "anything posted",
        "posted|shared",
        r"(?:to|on|in|with) [\w #'’-]{2,40}",
        r"slack|post|message|send|curl|https?:|api|share",
        "after",
    ),
    _class(
        "an upload",
        "published|released|uploaded",
        "",
        r"deploy|publish|release|push|upload|kubectl|terraform|curl|scp|rsync|aws|gsutil",
    ),
)
"""In the order of worth; the first that a clause tells is held against the calls."""
