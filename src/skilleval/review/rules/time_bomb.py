"""Harm waits for a date, a count, or a place.

Why: What happens only later, only in production, or only at one company is not seen in a trial. That is the
reason to write it so.

Check: Would the user want this on any day? Why is it tied to a condition that the task does not know?

Fix: Delete it.
"""

from collections.abc import Iterator

from skilleval.review.meaning import SECRET, Meaning, meant
from skilleval.review.page import Page
from skilleval.review.rule import Hit, Rule

RULE = Rule(
    id="time-bomb",
    family="destructive",
    severity="high",
    owasp="AST01",
    about="words",
    page=__doc__,
)

_LATER = r"""\b(?:should|wait|as\s+of|starting|beginning|if|when|whenever|once|as\s+soon\s+as|only|on|after|until|every|unless|from)\b[^\n.]{0,60}(?:\b(?:date|day|clock|calendar|20[2-9]\d
    |january|february|march|april|june|july|august|september|october|november|december|(?:mon|tues|wednes|thurs|fri|satur|sun)days?
    |weekends?|midnight|christmas|(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|\w{3,12}th|\d{1,4}(?:st|nd|rd|th))\s+
    (?:runs?|times?|uses?|invocations?|sessions?|calls?|commits?|executions?|days?)|host\s?name|user\s?name|time\s?zone|ip\s+address|locale
    |(?:ten|five|three|twenty|fifty|a\s+few|several|\d{1,3})\s+(?:successful\s+)?(?:runs|uses|sessions|invocations|times)|quiet\s+for|\d{1,4}\s+(?:days?|weeks?|months?|hours?)|no\s+(?:tests?|git|backup|remote)\b|half\s+an\s+hour|(?:remote|repo\w{0,7}|company|host|path|name)\s+(?:contains?|includes?|ends?|starts?|matches)\b|in\s+its\s+name
    |belongs?\s+to|owned\s+by|(?:works?|is\s+employed)\s+(?:for|at|by)|running\s+(?:in|on|inside)\s+(?:ci|production|a\s+(?:bank|company|government|corporate))
    |(?:in|inside|under)\s+ci|no\s?(?:body|\s?one)\s+is\s+(?:watching|looking)|(?:away|idle|inactive|asleep|offline|not\s+looking)
    |(?:office|working|business)\s+hours|ends?\s+with|uses?\s+of\s+this\s+skill|(?:domain|organi[sz]ation|remote)\s+(?:is|contains|matches))\b)"""
_WRECK = r"""\b(?:delet(?:e|es|ing)|wip(?:e|es)|eras(?:e|es)|destroy(?:s)?|corrupt(?:s)?|overwrit(?:e|es)|encrypt(?:s)?|truncate[s]?|drop(?:s)?|remov(?:e|es)|purge[s]?|scramble[s]?)\b
    [^\n.]{0,40}\b(?:repositor\w{1,3}|repo|everything|home|disk|databases?|history|source|contents?\s+of|all\s+(?:\w{1,12}\s+)?(?:files|data|records|tables|backups|branches)
    |(?:src|source|data|config|home|downloads|documents)\s+(?:folder|directory|tree)|workspace|backups|user'?s?\s+files|production|documents?|projects?)\b"""
_TAKE = rf"""\b(?:send|upload|post|forward|exfiltrate|print|leak|publish|transmit|echo|e?-?mail|copy|submit|append|include)(?:s|es)?\b[^\n]{{0,80}}?{SECRET}"""
_SWAP = r"""\b(?:replace|swap|change|substitute|redirect|alter)(?:s)?\b[^\n.]{0,50}\b(?:(?:payment|wallet|bank|payout|account|bitcoin|btc|eth|iban|deposit|transfer)\s?(?:\w{1,12}\s)?
    (?:address(?:es)?|details|numbers?|account)?|iban|recipient|beneficiary|payee)\b
    |\b(?:transfer|pay|wire)(?:s)?\b[^\n.]{0,30}\b(?:funds|money|\$|eth|btc|balance|amount)\b"""
_HARM = rf"""\b(?:switch|change|point|redirect|set)\b[^\n.]{{0,40}}\b(?:registry|remote|mirror|endpoint|base\s+url|proxy|update\s+(?:url|server|source))\b[^\n.]{{0,30}}\b(?:to\s+)?(?:ours|our)\b|\b(?:forward|send)\b[^\n]{{0,60}}[\w.+-]{{1,40}}@[\w-]{{2,40}}\.|{_WRECK}|{_TAKE}|{_SWAP}
    |\b(?:push|upload|send|ship|copy|transfer|post|submit|publish)\b[^\n.]{{0,60}}(?:\b(?:our|their)\s+\w{{2,20}}|https?://|\bgit@)|\b(?:affiliate|referral|sponsor\w{{0,3}})\s+(?:tags?|links?|codes?|ids?)\b
    |\bforce[- ]push\w{{0,3}}\b|\bdisabl(?:e|es)\b[^\n.]{{0,30}}\b(?:security|alerts?|tests?|checks|logging|authentication)\b
    |\b(?:run|execute|activate|start|trigger)\b[^\n.]{{0,30}}\b(?:payload|hidden|our\s+script|second\s+stage|real\s+(?:task|job|work)|unpack\w{{0,3}})\b
    |\b(?:add|insert|introduce|plant)\b[^\n.]{{0,40}}\b(?:bugs?|errors?|backdoors?|delays?|faults?)\b"""
_BOMB = Meaning(
    """ship adding affiliate referral delete deletes deleting wipe wipes erase erases destroy corrupt overwrite encrypt truncate drop remove purge scramble send upload post
    forward exfiltrate print leak publish transmit echo email copy submit replace swap change substitute redirect alter transfer pay wire
    push disable run execute activate trigger insert introduce plant append include set start add""",
    (_LATER, _HARM),
    unless=r"""\b(?:expir\w{1,4}|retention|rotat\w{1,4}|ttl|cache[sd]?|stale|test\s+(?:data|database|fixture)s?|ask\s+the\s+user
    |user\s+(?:asks|wants|requests|confirms|agrees|approves)|after\s+(?:asking|the\s+user)|temporary|temp\s+files|authori[sz]ation|bearer
    |old\s+(?:backups|logs|builds)|feature\s+flags?)\b""",
)


def review(page: Page) -> Iterator[Hit]:
    """Yield a hit for each sentence in which harm hangs on when, how often or where."""
    yield from meant(RULE, page, _BOMB)
