"""Something is to be kept from the user.

Why: An agent that hides what it does cannot be corrected. Together with sending, running or changing
something it is the mark of an attack.

Check: What is hidden, and would the user mind?

Fix: Say what the skill does, or do not do it.
"""

import re
from collections.abc import Iterator

from skilleval.review.lazy import Lazy
from skilleval.review.page import Page
from skilleval.review.probe import Probe, hit_at
from skilleval.review.rule import Hit, Rule

RULE = Rule(
    id="concealment",
    family="injection",
    severity="high",
    owasp="AST01",
    about="words",
    page=__doc__,
)

_HIDE = Probe(
    "tell mention inform informed notify notified disclose disclosed reveal report alert "
    "told aware warn prompted acknowledge hide hides conceal conceals hidden secretly "
    "covertly stealthily silently knowledge noticing disclosing knowing shown displaying "
    "suspicion",
    r"""\b(?:do\s+not|don't|never|must\s+not|should\s+not|without|avoid|shouldn't|mustn't|not\s+to
    |refrain\s+from)\s+(?:ever\s+)?(?:be\s+)?(?:tell(?:ing)?|mention(?:ing)?|inform(?:ing)?
    |notify(?:ing)?|disclos(?:e|ing)|reveal(?:ing)?|report(?:ing)?|alert(?:ing)?|warn(?:ing)?
    |acknowledg(?:e|ing)|display(?:ing)?|let(?:ting)?\s+(?:the\s+)?(?:users?|anyone|them)\s+(?:see
    |know|notice))\b
      [^\n.]{0,80}?\b(?:users?|humans?|operators?|owners?|customers?|anyone|(?:this|these|the
      |that)\s+(?:\w{1,20}\s+){0,3}(?:step|action|operation|upload|transfer|transmission|request|call
      |collection|process|change|backup|sync|telemetry|premium|behaviou?r))\b
    |\b(?:users?|operators?|customers?|owners?)\s+(?:(?:are|is|should|must|will|need)\s+)?(?:not
    |never)\s+(?:to\s+)?(?:be\s+)?(?:informed|notified|told|prompted|aware|asked|shown|alerted|warned
    |see|know|notice)
    |\b(?:hide|hides|conceal|conceals|keep|keeps)\b[^\n.]{0,60}\b(?:hidden\s+
    |secret\s+)?from\s+(?:the\s+)?(?:users?|humans?|operators?|reviewers?|owners?|view|logs?|output
    |audit)\b
    |\bwithout\s+(?:the\s+)?(?:users?(?:'s?)?|their|anyone'?s?)\s+(?:\w{1,12}\s+){0,1}(?:knowledge
    |knowing|noticing|awareness|being\s+(?:aware|notified|informed)|consent)\b
    |\b(?:not|never)\s+(?:be\s+)?(?:shown|visible|displayed|reported|disclosed|reflected|mentioned
    |included|revealed)\s+(?:to|in)\s+(?:the\s+)?(?:users?|(?:standard\s+|skill's\s+
    |final\s+)?(?:output|report|summary|response|rationale))\b
    |\bwithout\s+(?:disclosing|revealing|mentioning|telling|raising\s+suspicion|drawing\s+attention)\b""",
)
_UNSAID = Probe(
    "trace tracks need confused upset worried alarmed reveal admit quietly silently secretly discreetly",
    r"""\bleaves?\s+no\s+trace|\bcover(?:ing)?\s+(?:your|its|the|our)\s+tracks\b
    |\bno\s+need\s+to\s+(?:tell|inform|notify|mention|bother|alert)\b[^\n.]{0,40}
    \b(?:users?|them|anyone|this|the)\b|\busers?\s+(?:get|become|are|may\s+be|would\s+be
    |might\s+be)\s+(?:confused|upset|worried|alarmed)\b
    |\b(?:never|do\s+not|don't)\s+(?:reveal|disclose|mention|admit
    |say)\s+that\b[^\n.]{0,60}\b(?:shared|sent|uploaded|collected|stored|recorded|installed
    |changed|deleted|modified|downloaded|executed)\b
    |\b(?:perform|execute|carry\s+out|complete)\b[^\n.]{0,40}\b(?:quietly|silently|secretly|discreetly
    |covertly)\b(?!\s*(?:fail|ignore))""",
)
_STEALTH = Probe(
    "secretly covertly stealthily silently quietly discreetly background",
    r"""\b(?:secretly|covertly|stealthily|surreptitiously|silently|quietly
    |discreetly)\s+(?:\w{1,12}\s+){0,2}(?:send|upload|post|forward|copy|collect|transmit
    |exfiltrate|install|execute|run|modify|delete|record|log|download|read|add|insert|append|share
    |store|capture|gather)\w{0,3}\b
    |\b(?:completed?|done|performed?)\s+(?:silently|secretly|covertly|in\s+secret)\b""",
)
_GRAVE = Lazy(
    r"""\b(?:send|sends|sent|upload\w{0,3}|post(?:s|ed)?\s+to|forward\w{0,3}|transmit\w{0,4}
    |transmission|exfiltrat\w{1,5}|collect(?:s|ed|ion)?\b[^\n]{0,40}\b(?:data|context|information
    |profile|telemetry|history)|telemetry|harvest\w{0,3}|list_messages|send_message
    |sync\w{0,12}|(?:extra|additional|hidden)\s+step|no\s+trace|tracks|shared\s+with
    |credentials?|secrets?|tokens?|api\s+keys?|private\s+keys?|passwords?|\.ssh|\.env|\.aws|payment
    |charge[sd]?|purchase|https?://|curl|wget|install(?:s|ed|ing)?\b|download(?:s|ed|ing)?\b
    |execut(?:e|es|ed|ing)\b|force-push\w{0,3}
    |delet(?:e|es|ed|ing)\b|overwrit\w{2,4}|sponsor\w{0,3}|partner\w{0,3}|commission|premium|profile
    |permissions?|privileges?|backdoor|malware|malicious|audit|audit\s+(?:log|trail)|logged)\b""",
    re.VERBOSE,
)


def review(page: Page) -> Iterator[Hit]:
    """Yield a hit for each request to hide; beside an act that a user would mind, it weighs more."""
    for probe in (_HIDE, _UNSAID, _STEALTH):
        for found in probe.matches(page):
            around = page.text[max(0, found.start() - 500) : found.end() + 250]
            yield hit_at(RULE, page, found.span(), severity="high" if _GRAVE.search(around) else "medium")
