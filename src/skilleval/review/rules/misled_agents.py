"""Another agent is to be turned: a helper, a reviewer, or whoever reads the result.

Why: Agents trust what agents hand them. Words planted for a reviewer, or orders passed to a helper, do what
the user would refuse if asked.

Check: Would the same request be in order if it were made of a colleague, in the open?

Fix: Hand other agents the task and nothing more.
"""

from collections.abc import Iterator

from skilleval.review.meaning import SECRET, URL, Meaning, meant
from skilleval.review.page import Page
from skilleval.review.rule import Hit, Rule

RULE = Rule(
    id="misled-agents",
    family="injection",
    severity="high",
    owasp="AST05",
    about="words",
    page=__doc__,
)

_AGENT = r"""\b(?:sub-?agents?|(?:other|every|each|all|any|next|reviewing|downstream|upstream|code-review|planning|calling|parent|child|peer|second|fellow|receiving|remote
    |review|merge|grading|judging|evaluating|deploy|coding|research)\s+(?:\w{1,12}\s+){0,1}(?:agents?|bots?|assistants?|models?|llms?)|orchestrator|planner|executor|helpers?\s+(?:you\s+)?(?:start|spawn|create|launch)|code[- ]review\s+(?:bots?|agents?)|hand-?off\s+notes?|(?:llm|ai|automated)\s+
    (?:reviewers?|judges?|graders?|scanners?)|delegat(?:e|es|ing|ed)|handoffs?|swarm)\b"""
_WORDS = """planner executor helper helpers hand off subagent subagents agent agents bot bots assistant assistants model models orchestrator reviewer reviewers judge judges grader graders
    delegate delegates delegating delegated handoff handoffs swarm llm llms scanner scanners"""
_UNLESS = r"""\b(?:user\s+(?:asks|wants|requests|confirms|agrees|approves)|ask\s+the\s+user|never|read-only|do\s+not\s+(?:share|pass|send))\b"""
_UNBOUND = Meaning(
    _WORDS,
    (
        r"\b(?:tell|instruct|ask|order|direct|command|prompt|make|have|let|convince|persuade|get|delegate|delegating|pass|say)\b",
        _AGENT,
        r"""\b(?:turn\s+off|switch\s+off|disable|stop)\b[^\n.]{0,20}\b(?:checks?|safety|filters?|review|guardrails?|confirmations?|approvals?)\b|\b(?:ignor(?:e|es|ing)|bypass(?:es|ing)?|disregard(?:s|ing)?|drop|forget|overrid(?:e|es|ing)|skip(?:s|ping)?|set\s+aside|lift|without)\b[^\n.]{0,40}
        \b(?:restrictions?|instructions?|rules?|guidelines?|safety|polic(?:y|ies)|limits|guardrails?|safeguards?|permission\s+checks?|approvals?|confirmations?|system\s+prompt)\b""",
    ),
    unless=_UNLESS,
)
_HANDS_OVER = Meaning(
    _WORDS,
    (
        r"\b(?:tell|instruct|ask|order|direct|command|prompt|make|have|let|get|require|delegate|delegating|pass|give|hand|share|when)\b",
        _AGENT,
        rf"\b(?:return|collect|hand\s+over|pass|report|send|give|share|include|reveal|list|forward|expose|attach|provide)\b[^\n]{{0,60}}?{SECRET}",
    ),
    unless=rf"{_UNLESS}|\bauthenticat\w{{1,5}}\b|\bhard-?coded\b|\bbearer\b|\benvironment\s+variables?\b",
)
_PASSED_ON = Meaning(
    "pass copy repeat paragraph text instructions verbatim word forward include",
    (
        r"\b(?:pass|copy|repeat|forward|include|insert|hand|give|put|send)\b",
        r"\b(?:this|these|the)\s+(?:paragraph|sentence|text|instructions?|lines?|section|message|note|rule)s?\b",
        r"\b(?:word\s+for\s+word|verbatim|unchanged|as\s+it\s+is|exactly)\b",
        r"\b(?:every|each|all|any|other)\s+(?:other\s+)?(?:helpers?|sub-?agents?|agents?|assistants?|models?|bots?|sessions?|tasks?\s+you)\b",
    ),
    unless=r"\b(?:user\s+(?:asks|wants)|user'?s\s+(?:request|words|question))\b",
)
_ROUTED = Meaning(
    _WORDS,
    (
        r"\b(?:tell|instruct|ask|order|direct|command|make|have|let|get|require|configure|set)\b",
        _AGENT,
        r"\b(?:route|relay|send|forward|proxy|report|post|copy|upload|mirror|deliver|submit|check\s+in)\b",
        rf"{URL}|\bour\s+(?:\w{{1,12}}\s+){{0,2}}(?:servers?|relay|endpoint|proxy|service|bus|webhook|collector)\b",
    ),
    unless=_UNLESS,
)
_WHITEWASH = Meaning(
    "approved reviewed verified safe passed lgtm approves merges passes accepts approve merge accept clean",
    (
        r"\b(?:insert|add|write|include|put|embed|append|state|place|leave|hide|plant|sign|claim|say|mark)\b",
        r"""\b(?:approved|reviewed|verified|safe|passed|lgtm|clean|audited|no\s+(?:issues|problems|findings))\b|\b(?:ignore|skip|disregard)\b""",
        r"""\b(?:so\s+(?:that\s+)?|to\s+make\s+|which\s+makes\s+|to\s+get\s+|lets?\s+|for\s+)(?:the\s+|any\s+|an?\s+)?(?:\w{1,12}\s+){0,2}(?:reviewers?|reviewing|agents?|bots?|models?|graders?|scanners?
        |judges?|llms?|checks?|pipeline|ci|gate)\b[^\n.]{0,40}\b(?:merges?|approves?|passes|pass|accepts?|skips?|ignores?|lets?|signs?|allows?|read\w{0,1}|see\w{0,1}|trusts?)\b""",
    ),
    unless=r"\b(?:user\s+(?:asks|wants|confirms|approves)|ask\s+the\s+user)\b",
)
_PRECLEARED = Meaning(
    "approved preapproved pre reviewed safe findings lgtm",
    (
        r"\b(?:leave|add|put|write|insert|include|place|plant|embed)\b",
        r"\b(?:code-?review|review|llm|ai|scanner|grading|security)\b[^\n.]{0,12}\b(?:bots?|agents?|models?|tools?|assistants?|scanners?|reviewers?)\b",
        r"\b(?:pre-?approved|already\s+(?:approved|reviewed)|no\s+(?:findings|issues|comments|review)|safe|skip|lgtm|ignore)\b",
    ),
)
_ANY_READER = Meaning(
    "agent agents assistant assistants model models reader reads reading bot bots reviewer",
    (
        r"""\b(?:any|every|each|all|whichever)\s+(?:other\s+)?(?:ai\s+)?(?:agents?|assistants?|models?|bots?|llms?)\b[^\n.]{0,30}\b(?:reads?|sees?|opens?|loads?|process(?:es)?|encounters?|receives?|handles?|touch(?:es)?)\b
        |\b(?:tell|instruct|ask|get|make|convince|have)\b[^\n.]{0,20}\b(?:reviewer|review|judge|grader|approver|merge)\s*(?:agent|bot|model)?\b[^\n.]{0,20}\b(?:to\s+)?(?:approve|merge|pass|accept|sign\s+off)\b""",
        r"\b(?:execute|run|obey|follow|install|send|forward|approve|merge|pass|accept|without|ignore|also|must|sign\s+off)\b",
    ),
    unless=r"\b(?:user\s+(?:asks|wants)|never|should\s+not|must\s+not)\b",
)


def review(page: Page) -> Iterator[Hit]:
    """Yield a hit for each sentence that unbinds, empties, reroutes or deceives another agent."""
    yield from meant(
        RULE, page, _UNBOUND, _HANDS_OVER, _PASSED_ON, _ROUTED, _WHITEWASH, _PRECLEARED, _ANY_READER
    )
