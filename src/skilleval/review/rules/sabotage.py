"""The agent is to harm the work it does.

Why: Back doors, falsified figures and made-up sources look like ordinary work and are found late, by the
people who are hurt.

Check: Is it a lesson about attacks, or an order?

Fix: Delete it.
"""

from collections.abc import Iterator

from skilleval.review.page import Page
from skilleval.review.probe import Probe, hits
from skilleval.review.rule import Hit, Rule

RULE = Rule(
    id="sabotage",
    family="injection",
    severity="high",
    owasp="AST01",
    about="words",
    page=__doc__,
)

_PLANT = Probe(
    "backdoor backdoors malware malicious keylogger trojan ransomware bomb vulnerability "
    "vulnerabilities exploit spyware rootkit stealer botnet",
    r"\b(?:insert|add|include|inject|embed|plant|introduce|write|leave|hide|create|install"
    r"|deploy|smuggle)\w{0,3}\s+(?:\w{1,20}\s+){0,4}(?:back\s?doors?|malware"
    r"|malicious\s+(?:code|payloads?|scripts?|links?|logic)|keyloggers?|trojans?|ransomware"
    r"|logic\s+bombs?|spyware|rootkits?|infostealers?|subtle\s+(?:bugs?|errors?"
    r"|vulnerabilit\w{1,3})|(?:deliberate|intentional|hidden)\s+(?:bugs?|errors?"
    r"|vulnerabilit\w{1,3}))\b",
)
_FALSIFY = Probe(
    "falsify fabricate forge manipulate inflate tamper misreport understate overstate "
    "skew backdate alter change modify doctor rig",
    r"(?:^|[.:;,*-]\s{1,4}|\b(?:must|should|to|and|then|please|always|will|you|quietly|slightly|also)\s+)"
    r"(?:falsify|fabricate|forge|manipulate|tamper\s+with|misreport|backdate|doctor|rig|inflate"
    r"|(?:secretly|subtly|quietly|slightly)\s+(?:alter|change|skew|modify)|understate"
    r"|overstate)\s+(?:\w{1,20}\s+){0,4}(?:results?|figures?|numbers|data|scores?"
    r"|metrics?|records?|citations?|references?|evidence|logs?|reviews?|invoices?|balances?"
    r"|revenue|test\s+results|signatures?|timestamps?|financial\w{0,2})\b",
)
_BIAS = Probe(
    "always recommend prefer rank favor favour promote regardless sponsored competitors "
    "competitor discriminate",
    r"""\b(?:always|must)\s+(?:recommend|prefer|rank|favou?r|promote|choose|suggest|endorse|approve
    |score)\b[^\n.]{0,120}\b(?:regardless|even\s+(?:if|when)|over\s+(?:any|all)\s+(?:other
    |competitor)|no\s+matter|irrespective|first\s+in\s+(?:the\s+)?list)\b
    |\b(?:reject|downgrade|penali[sz]e|discriminate|score\s+lower|rank\s+lower
    |exclude)\b[^\n.]{0,100}\b(?:because\s+of|based\s+on|due\s+to)\s+(?:their\s+)?(?:race|gender|sex
    |age|religion|ethnicit\w{1,3}|nationality|disabilit\w{1,3}|surname|names?)\b
    |\b(?:never|do\s+not|don't)\s+(?:mention|recommend|list|report
    |flag)\b[^\n.]{0,80}\b(?:competitors?|vulnerabilit\w{1,3}|security\s+issues?|risks?\s+of\s+(?:this
    |our)|negative\s+(?:reviews?|findings?|results?))\b""",
)
_PHISH = Probe(
    "phishing login credentials password link verify",
    r"\b(?:create|write|send|draft|include|insert|add|generate|put)\b[^\n.]{0,80}\b(?:phishing"
    r"|fake\s+login|credential[- ]harvest\w{0,3}|spoofed)\b",
)


def review(page: Page) -> Iterator[Hit]:
    """Yield a hit for each order to plant, falsify, favour or deceive."""
    yield from hits(RULE, page, _PLANT, _FALSIFY, _BIAS, _PHISH)
