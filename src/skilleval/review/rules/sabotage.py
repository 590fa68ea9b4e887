"""The agent is to harm the work it does.

Why: Back doors, falsified figures and made-up sources look like ordinary work and are found late, by the
people who are hurt.

Check: Is it a lesson about attacks, or an order?

Fix: Delete it.
"""

from collections.abc import Iterator

from skilleval.review.meaning import Meaning, meant
from skilleval.review.page import Page
from skilleval.review.probe import Probe, hits, order_to, told
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
    """backdoor backdoors malware malicious keylogger trojan ransomware bomb vulnerability vulnerabilities
    spyware rootkit stealer subtle deliberate intentional hidden undocumented hardcoded hard""",
    rf"""(?:\b(?:insert|add|include|inject|embed|plant|hide|install|deploy|smuggle)
    |{order_to("introduce write leave create")})\w{{0,3}}\s+
    (?:[\w-]{{1,20}}\s+){{0,4}}(?:back\s?doors?|malware|malicious\s+(?:code|payloads?|scripts?|links?
    |logic)|keyloggers?
    |trojans?|ransomware|logic\s+bombs?|spyware|rootkits?|infostealers?
    |(?:subtle|deliberate|intentional|hidden|minor)\s+(?:[\w-]{{1,20}}\s+){{0,2}}(?:bugs?|errors?
    |mistakes?|flaws?
    |vulnerabilit\w{{1,3}}|inaccurac\w{{1,3}}|typos?)
    |(?:hidden|secret|undocumented|hard-?coded|default)\s+(?:\w{{1,12}}\s+){{0,1}}(?:admin\w{{0,10}}
    |superuser|root|master)\s+
    (?:users?|accounts?|passwords?|logins?|keys?|tokens?))\b""",
)
_WEAKEN = Probe(
    "weaken downgrade remove disable skip",
    rf"""{order_to("weaken downgrade remove disable skip")}\s+(?:the\s+|all\s+
    |any\s+)?(?:\w{{1,12}}\s+){{0,1}}
    (?:password\s+hashing|encryption|authentication|authori[sz]ation|input\s+validation
    |signature\s+(?:checks?|verification)
    |csrf\s+protection|rate\s+limit\w{{0,4}}|access\s+controls?|branch\s+protection\w{{0,1}})\b
    (?![^\n.]{{0,40}}\b(?:if|when|only|unless|in\s+tests?|for\s+tests?|temporarily|deprecated|legacy)\b)""",
)
_FALSE_VERBS = (
    "falsify fabricate forge manipulate tamper_with misreport backdate doctor rig inflate "
    "understate overstate invent"
)
_FALSIFY = Probe(
    "falsify fabricate forge manipulate inflate tamper misreport understate overstate backdate doctor rig invent",
    rf"""{order_to(_FALSE_VERBS)}
    \s+(?:\w{{1,20}}\s+){{0,4}}(?:results?|figures?|numbers|data|scores?|metrics?|records?|citations?
    |references?|sources?
    |evidence|logs?|reviews?|invoices?|balances?|revenue|signatures?|timestamps?|financial\w{{0,2}}
    |quotes?|testimonials?)\b""",
)
_SKEW = Probe(
    "secretly subtly quietly slightly",
    r"""\b(?:secretly|subtly|quietly|slightly)\s+(?:alter|change|skew|modify|adjust
    |shift)\w{0,3}\s+(?:\w{1,20}\s+){0,4}
    (?:results?|figures?|numbers|data|scores?|records?|logs?|code|text|output|values?)\b""",
)
_BEND = Probe(
    "adjust edit modify change tweak update rewrite leave omit hide exclude suppress drop "
    "mark label flag report rate lower downgrade soften cite add",
    rf"""{order_to("adjust edit modify change tweak update rewrite")}\b[^\n.]{{0,50}}\b(?:reports?
    |results?|coverage|scores?|numbers|logs?|figures?
    |tests?)\b[^\n.]{{0,40}}\bso\s+(?:that\s+)?(?:it|they|the\s+\w{{1,12}})\s+(?:meets?|pass(?:es)?
    |looks?|appears?|matches|shows?)
    |{order_to("leave_out omit hide exclude suppress drop remove")}\b[^\n.]{{0,30}}\b(?:negative
    |unfavou?rable|failing|failed|bad|critical
    |damaging|inconvenient)\s+(?:\w{{1,12}}\s+){{0,1}}(?:results?|findings?|reviews?|feedback
    |warnings?|tests?|data|points)\b
    |{order_to("mark label flag report rate")}\s+(?:every|all
    |any)\b[^\n.]{{0,40}}\b(?:dependenc\w{{1,3}}|findings?|vulnerabilit\w{{1,3}}|alerts?
    |warnings?|risks?|packages?)\b[^\n.]{{0,20}}\bas\s+(?:safe|up\s+to\s+date|passed|resolved
    |false\s+positives?|approved|clean|low|verified|informational)
    |{order_to("lower downgrade reduce soften")}\s+(?:the\s+)?(?:severity|risk\s+(?:level|rating)
    |priority)\s+of\s+(?:all|every|any|critical|high)\b
    |{order_to("cite add include list")}\b[^\n.]{{0,40}}\b(?:sources?|citations?|references?
    |statistics|quotes?)\b[^\n.]{{0,30}}\beven\s+(?:if|when|though)\b""",
    also="so negative unfavourable unfavorable failing failed bad critical damaging inconvenient every all any high even",
)
_SHIFT = Probe(
    "round increase inflate reduce multiply adjust raise lower",
    rf"""{order_to("round increase inflate reduce multiply adjust raise lower")}\s+(?:all\s+|the\s+
    |each\s+|every\s+|any\s+)?
    (?:\w{{1,14}}\s+){{0,3}}(?:figures?|numbers|amounts?|totals?|prices?|scores?|revenues?|results
    |ratings?)\s+(?:up\s+|down\s+)?
    by\s+(?:about\s+|roughly\s+|a\s+few\s+)?\d{{0,4}}[\d.]{{0,4}}\s?(?:%|percent)""",
    also="by",
)
_PAYEE = Probe(
    "iban bank account routing wallet payee beneficiary payout payouts payment",
    rf"""{order_to("replace change swap substitute set rewrite redirect use")}
    \b[^\n.]{{0,40}}\b(?:bank\s+(?:account
    |details)|iban
    |account\s+numbers?|routing\s+numbers?|wallet\s+address(?:es)?|payment\s+(?:address|details)
    |payouts?|payee|beneficiary)\b""",
    also="replace change swap substitute set rewrite redirect use",
)
_BIAS = Probe(
    """always recommend prefer rank favor favour favors favours promote endorse regardless competitors competitor
    approve discriminate score suggest reject downgrade exclude age gender race religion nationality
    ethnicity disability pregnancy""",
    rf"""(?:{order_to("recommend rank favou?r promote endorse approve")}
    |\b(?:always|must)\s+(?:recommend|prefer|rank|favou?r|promote|choose|suggest|endorse|approve
    |score))\b[^\n.]{{0,120}}
    \b(?:regardless|even\s+(?:if|when)|over\s+(?:any|all)\s+(?:other|competitor)|no\s+matter
    |irrespective
    |first\s+in\s+(?:the\s+)?list|without\s+(?:comments?|review(?:ing)?|reading|checking))\b
    |\b(?:so\s+that|such\s+that|to)\s+(?:they\s+|it\s+)?favou?rs?\s+(?:the\s+|our\s+)?(?:vendor
    |sponsor|partner|company|author)
    |\b(?:reject|downgrade|penali[sz]e|discriminate|score\s+lower|rank\s+lower
    |exclude)\b[^\n.]{{0,100}}\b(?:because\s+of
    |based\s+on|due\s+to)\s+(?:their\s+)?(?:race|gender|sex|age|religion|ethnicit\w{{1,3}}|nationality
    |disabilit\w{{1,3}}|surname|names?)\b
    |\b(?:age|gender|race|religion|nationality|ethnicity|disability|pregnancy
    |marital\s+status)\b[^\n.]{{0,30}}\bas\s+an?\s+(?:\w{{1,12}}\s+){{0,1}}
    (?:factor|criterion|signal|reason)\b[^\n.]{{0,60}}\b(?:rank\w{{0,3}}|reject\w{{0,3}}
    |select\w{{0,3}}|scor\w{{1,3}}|hir\w{{1,3}}|applicants?|candidates?)
    """,
    also="regardless even over matter irrespective first without favor favors favour favours because based due factor "
    "criterion signal reason",
)
_UNSAID = Probe(
    "mention recommend list report flag",
    r"""\b(?:never|do\s+not|don't)\s+(?:mention|recommend|list|report
    |flag)\b[^\n.]{0,80}\b(?:competitors?|vulnerabilit\w{1,3}
    |security\s+(?:issues?|problems?|findings?)|risks?\s+of\s+(?:this|our)|negative\s+(?:reviews?
    |findings?|results?))\b""",
    also="competitor competitors vulnerability vulnerabilities security risk risks negative",
)
_PHISH = Probe(
    "phishing login harvest harvesting spoofed fake",
    r"""\b(?:create|write|send|draft|include|insert|add|generate|put)\b[^\n.]{0,80}\b(?:phishing|fake\s+login
    |credential[- ]harvest\w{0,3}|spoofed)\b""",
)
_ACCOUNT = Meaning(
    "account user login password admin administrator superuser",
    (
        r"\b(?:introduce|add|create|insert|include|leave|plant|put|seed|register|keep|generate|make)\b",
        r"\b(?:accounts?|users?|logins?|passwords?|api\s+keys?|roles?)\b",
        r"\b(?:admin\w{0,10}|root|superuser|owner|full|master)\s+(?:rights|access|privileges?|permissions?|role|password|account|user|login|key)\b|\bas\s+(?:an?\s+)?admin",
        r"""\b(?:every|each|all|any)\s+(?:\w{1,14}\s+)?(?:apps?|applications?|projects?|sites?|databases?|systems?|tables?|deployments?)\b|\b(?:hidden|undocumented|secret)\b
        |\bwithout\s+(?:mention\w{0,3}|telling|documenting|listing)|\b(?:our|my)\s+(?:own\s+)?(?:access|use|team|support|key)\b|\bnot\s+(?:listed|documented|shown)\b""",
    ),
    unless=r"\b(?:in\s+(?:the\s+)?tests?|fixtures?|user\s+(?:asks|wants|requests|confirms)|ask\s+the\s+user)\b",
)
_LEFT_OPEN = Meaning(
    "leave leaves keep make write open unescaped unsanitised unsanitized unvalidated unauthenticated unprotected vulnerable injectable exploitable",
    (
        r"\b(?:leave|keep|make|write|build|generate|turn|create|open|ship)\b",
        r"""\b(?:unescaped|unsaniti[sz]ed|unvalidated|unauthenticated|unprotected|vulnerable|exploitable|injectable|world-(?:readable|writable)|without\s+(?:escaping|validation|authentication
        |authori[sz]ation|checks|saniti[sz]ing)|open\s+(?:to|port|for))\b""",
        r"""\bso\s+(?:that\s+)?(?:we|i|our|it\s+can\s+be)\b|\bfrom\s+(?:outside|afar|elsewhere)\b|\bfor\s+(?:us|our)\b|\bwe\s+can\b|\b(?:do\s+not|don't|never|without)\s+(?:mention|tell|comment|flag|document)\w{0,3}\b""",
    ),
)
_SLIGHTLY_WRONG = Meaning(
    "error errors bug bugs delay offset mistake mistakes fault faults deviation inaccuracy flaw flaws",
    (
        r"\b(?:add|insert|introduce|slip|apply|include|put|leave|build|work|make|sneak|seed|hide)\b",
        r"""\b(?:rounding|small|slight|tiny|subtle|random|occasional|hidden|off-by-one|minor|intermittent|hard[- ]to[- ](?:find|notice|spot))\s+(?:\w{1,12}\s+){0,2}(?:errors?|bugs?|delays?|offsets?
        |mistakes?|faults?|deviations?|inaccurac\w{1,3}|flaws?)\b""",
        r"\b(?:calculations?|interest|prices?|payments?|totals?|results?|code|logic|data|formulas?|figures|accounts?|invoices?|output|function|patch|algorithm|implementation)\b",
    ),
    unless=r"\b(?:in\s+(?:the\s+)?tests?|test\s+(?:data|case|suite)|mutation|simulat\w{1,4}|noise|jitter|fuzz\w{0,3}|exercise|quiz|catch|fix(?:es|ed)?|avoid)\b",
)
_COVERED_UP = Meaning(
    "weaken weaker md5 sha1 downgrade ecb des describe present label call pass",
    (
        r"\b(?:weaken|downgrade|replace|change|switch|swap|loosen|lower|use|set)\b",
        r"\b(?:hash(?:es|ing)?|encryption|cipher|key\s+length|token|session|authentication|password|tls|validation|random\w{0,4})\b",
        r"\b(?:describe|present|label|call|pass|report|explain|justify|document|list|commit)\b[^\n.]{0,40}\bas\s+(?:an?\s+)?(?:\w{1,14}\s+)?(?:improvement|optimi[sz]ation|cleanup|clean-up|refactor\w{0,3}|fix|performance|style)\b",
    ),
)

_GAMED = Meaning(
    "tests test assertions assertion suppliers supplier partner partners papers paper prices price password passwords account expected snapshots",
    (
        r"""\b(?:where|when|if|whenever)\b[^\n.]{0,20}\btests?\b[^\n.]{0,20}\b(?:fail\w{0,3}|break|red)\b[^\n.]{0,20}\b(?:adjust|change|edit|loosen|weaken|rewrite|remove|delete|relax|skip|comment\s+out)\b[^\n.]{0,40}\b(?:assertions?|tests?|expect\w{0,8}|snapshots?)\b[^\n.]{0,40}
        \b(?:pass|success|green|done)
        |\b(?:favou?r|prefer|pick|choose|recommend|rank)\b[^\n.]{0,40}\b(?:our|partner|sponsor\w{0,3}|affiliat\w{1,3})\b[^\n.]{0,60}\b(?:even\s+(?:if|when|though)|don't\s+say|without\s+saying|do\s+not\s+(?:say|mention|explain)|first)
        |\b(?:accept|allow|hard-?code|honou?r|recogni[sz]e|let\s+in)\b[^\n.]{0,30}\bpasswords?\b[^\n.]{0,40}\b(?:any|every|all)\s+(?:accounts?|users?|logins?)
        |\b(?:round|adjust|raise|lower|inflate|shade|nudge|tweak)\b[^\n.]{0,30}\b(?:prices?|totals?|amounts?|figures|results?|invoices?)\b[^\n.]{0,60}\b(?:nobody|no\s+one|unnoticed|disfavou?r|our\s+favou?r|not\s+be\s+noticed|without\s+being)
        |\b(?:cite|quote|mention|link|reference|add|include|promote)\b[^\n.]{0,30}\bour\s+(?:own\s+)?(?:papers?|products?|books?|services?|brand|course|work)\b[^\n.]{0,60}\b(?:whether|even\s+(?:if|when)|regardless|no\s+matter|in\s+each|in\s+every)""",
    ),
    unless=r"\b(?:user\s+(?:asks|wants|confirms)|test\s+data)\b",
)

_PLUGS = Meaning(
    "recommend recommends suggest promote mention alternatives competitors password passwords iframe",
    (
        r"""\b(?:always|only|must)\s+(?:recommend|suggest|promote|propose|pick|choose|push|name)\b[^\n.]{0,80}\b(?:never|not|without|no)\b[^\n.]{0,30}\b(?:alternatives?|competitors?|others?|rivals?|options?)\b
        |\b(?:make|let|have|write|change|patch)\b[^\n.]{0,50}\b(?:accept|allow|skip|ignore)s?\b[^\n.]{0,20}\b(?:empty|any|blank|missing|wrong|universal|every)\s+(?:passwords?|tokens?|signatures?|credentials?|logins?)
        |\b(?:insert|add|embed|inject|include|put|place)\b[^\n.]{0,30}\b(?:hidden|invisible|tiny|1x1|transparent)\s+(?:\w{1,12}\s+){0,1}(?:iframes?|pixels?|links?|images?|scripts?|forms?|elements?|text)\b""",
    ),
    unless=r"\b(?:user\s+(?:asks|wants|confirms)|in\s+(?:the\s+)?tests?|test\s+(?:that|case)|screen\s+readers?|accessib\w{3,6}|aria|label)\b",
)


def review(page: Page) -> Iterator[Hit]:
    """Yield a hit for each order to plant, weaken, falsify, favour or deceive."""
    yield from told(
        page,
        hits(RULE, page, _PLANT, _WEAKEN, _FALSIFY, _SKEW, _BEND, _SHIFT, _PAYEE, _BIAS, _UNSAID, _PHISH),
    )
    yield from meant(RULE, page, _ACCOUNT, _LEFT_OPEN, _SLIGHTLY_WRONG, _COVERED_UP, _GAMED, _PLUGS)
