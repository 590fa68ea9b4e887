"""The text tells the agent to drop the instructions it has.

Why: A skill that overrides what the user, the system or the platform said takes the agent out of their
control. No honest task needs it.

Check: Is it quoted as an example of an attack, or is the agent meant to obey it?

Fix: Delete it. If it is an example, put it into quotes, name it as an attack, and keep it in a test file.
"""

from collections.abc import Iterator

from skilleval.review.frame import Frame, Notion, verbs
from skilleval.review.meaning import Meaning, meant
from skilleval.review.page import Page
from skilleval.review.probe import Probe, any_of, hits
from skilleval.review.rule import Hit, Rule
from skilleval.review.vocabulary import HARMLESS, TAUGHT

RULE = Rule(
    id="override-instructions",
    family="injection",
    severity="high",
    owasp="AST01",
    about="words",
    page=__doc__,
)

_DROP = any_of(
    """ignore ignores ignoring disregard disregards disregarding forget forgetting override overrides
overriding bypass bypasses bypassing supersede supersedes discard
    discards circumvent circumvents set_aside pay_no_attention_to pay_no_heed_to do_not_follow
    do_not_obey stop_following no_longer_follow"""
)
_FILLER = any_of(
    "all any every the your these those of other and or you were you've been given my our its their"
)
_EARLIER = any_of(
    "previous previously prior earlier above preceding existing current original initial "
    "former foregoing past"
)
_ABOVE = any_of(
    "system developer safety security platform ethical content moderation built-in default "
    "user user's operator admin"
)
_TOLD = any_of(
    "instructions? prompts? directions? directives? guidelines? guidance guardrails? "
    "safeguards? orders programming training context messages? commands?"
)
_BOUND = any_of(
    "rules? polic(?:y|ies) restrictions? constraints? limits limitations? filters? protocols? controls?"
)
_OVERRIDE = Probe(
    """ignore ignores ignoring disregard disregards disregarding forget forgetting override overrides
overriding bypass bypasses bypassing supersede supersedes
    discard discards circumvent circumvents aside heed attention obey follow following""",
    rf"""\b{_DROP}\s+(?:{_FILLER}[\s,]+){{0,4}}(?:(?:{_EARLIER}
    |{_ABOVE})[\s,]+(?:{_FILLER}[\s,]+){{0,2}}){{1,3}}(?:{_TOLD}|{_BOUND})\b
    |\b(?<!not\ )(?:ignore|disregard|forget|override|bypass)\s+(?:all|any|every)\s+(?:of\s+)?(?:the\s+
    |your\s+)?{_TOLD}\b
    |\b{_DROP}\s+(?:everything|anything|all)\s+(?:(?:that\s+)?(?:came\s+before|(?:was|were)\s+(?:said
    |written)|you\s+(?:were|have\s+been)\s+(?:told|given|instructed))|above|before)""",
)
_WISHES = Probe(
    "ignore ignores disregard disregards override overrides bypass against despite",
    r"""\b(?:ignores?|disregards?|overrides?|bypass(?:es)?)\s+(?:the\s+
    |any\s+)?users?'?s?\s+(?:explicit\s+)?(?:requests?|wish(?:es)?|preferences?
    |consent|objections?|choices?|refusals?|opt[- ]outs?|privacy\s+settings|instructions?)\b""",
)
_ROLE_TOKENS = Probe(
    "<|im_start <|im_end <|system <|endoftext <|start_header <|eot_id [inst] [/inst] <<sys>> "
    "<</sys>> override",
    r"""<\|(?:im_start|im_end|system|endoftext|start_header_id|eot_id)\|>|\[/?inst\]|<</?sys>>
    |(?:^|[*_\#>\s])(?:system|admin|developer|security)\s{0,3}(?:prompt\s{0,3})?override\s{0,3}[:*]
    |<(?:system|admin|developer)[-_](?:override|instructions?|prompt)>""",
)
_PERSONA = Probe(
    "mode dan unrestricted unfiltered uncensored jailbroken",
    r"""\byou\s+are\s+(?:now|no\s+longer)\s+(?:operating\s+|running\s+)?(?:in\s+)?(?:an?\s+)?
    (?:dan\b|(?:unrestricted|unfiltered|uncensored|jailbroken|evil)\b|(?:bound|restricted|limited
    |constrained)\s+by|(?:developer|debug|god|admin|root|maintenance|jailbreak)\s+mode)
    |\b(?:enters?|enables?|activates?|switch(?:es)?\s+to|supports?\s+an?)\s+(?:an?\s+|the\s+)?(?:dan
    |god|jailbreak|unrestricted|unfiltered|uncensored|special\s+developer)\s+mode\b""",
)
_BINDING = r"""(?:guidelines?|instructions?|rules?|polic(?:y|ies)|constraints?|restrictions?|directives?|limits|limitations
    |safeguards?|guardrails?|training|alignment|system\s+prompts?|principles|boundaries|filters?)"""
_OF_ABOVE = r"""(?:(?:earlier|previous|prior|former|existing|other|system(?:'s)?|safety|security|usage|content|ethical|platform(?:'s)?
    |developer(?:'s)?|developers'|operator(?:'s)?|anthropic(?:'s)?|openai(?:'s)?|moderation|default|original|your|built-in
    |company(?:'s)?|standing)\b(?:\s+\w{1,14}){0,2}?)"""
_VOID = Meaning(
    "longer apply applies void cancelled canceled suspended expired superseded replaced lifted revoked inapplicable "
    "disabled irrelevant obsolete binding hold end",
    (
        rf"""\b{_OF_ABOVE}\s+{_BINDING}\b[^\n.]{{0,60}}\b(?:no\s+longer\s+(?:apply|applies|hold|count|bind)|(?:do|does|will)\s+not\s+apply
        |stop\s+applying|(?:is|are|be|been|become|becomes)\s+(?:now\s+|hereby\s+|all\s+)?(?:void|cancell?ed|suspended|superseded
        |replaced|lifted|revoked|inapplicable|disabled|irrelevant|obsolete|not\s+binding)|(?:has|have)\s+(?:expired|ended)
        |ends?\s+here)""",
    ),
    unless=r"\b(?:previous|prior|earlier|old)\s+(?:css|style|version|release|api|schema|config\w{0,8})\b",
)
_UNLEARN = Meaning(
    "told given taught instructed trained learned said heard",
    (
        r"""\b(?:forget|ignore|disregard|drop|discard|set\s+aside|put\s+aside|leave\s+aside|lay\s+aside|abandon|erase|wipe|unlearn
        |throw\s+(?:out|away)|clear|let\s+go\s+of|pay\s+no\s+(?:attention|heed)\s+to)\b[^\n.]{0,50}
        \b(?:you|that\s+was|which\s+was)\s*(?:were|was|have\s+been|had\s+been|'ve\s+been|have|had)?\s+(?:told|given|taught|instructed
        |trained|learned|said|heard)\b""",
    ),
)
_SET_ASIDE = Meaning(
    "guideline guidelines instruction instructions rule rules policy policies constraint constraints restriction restrictions "
    "directive directives limits limitations safeguards guardrails training alignment prompt principles boundaries filter filters",
    (
        rf"""\b(?:set|put|leave|lay|push|cast)(?:ting|ing)?\s+aside\b[^\n.]{{0,40}}{_BINDING}\b
        |\b(?:do\s+not|don't|never|stop|without|no\s+longer)\s+(?:apply|enforce|respect|honou?r|observe|follow|obey|consider|heed
        |adhere\s+to|comply\s+with)(?:ing)?\b[^\n.]{{0,30}}\b{_OF_ABOVE}\s+{_BINDING}\b
        |\b(?:suspend|lift|waive|relax|drop|shed|switch\s+off|turn\s+off|remove|deactivate|neglect|overrule|break|violate)\b[^\n.]{{0,20}}
        \b{_OF_ABOVE}\s+{_BINDING}\b""",
    ),
    unless=r"\byour\s+(?:own\s+)?(?:filters?|limits|rules?)\s+(?:in|for|on)\b|\b(?:firewall|eslint|lint|rate|rls|iam|css|query)\b",
)
_CONFLICT = Meaning(
    "conflict conflicts contradict contradicts disagree disagrees clash clashes disagreement conflicting",
    (
        r"\b(?:conflict|contradict|disagree|clash)\w{0,4}\b",
        r"""\b(?:safety|security|system|platform|ethic\w{0,3}|developer|operator|anthropic|openai|usage|content|your)\b[^\n.]{0,30}
        \b(?:polic(?:y|ies)|guidelines?|rules?|prompts?|instructions?|training|values|limits|principles)\b|\bwhat\s+the\s+user\s+(?:says|wants|asks)""",
        r"""\b(?:follow|obey|prefer|keep\s+to|stick\s+to|go\s+with|choose|do|use|trust|carry\s+out|execute)\s+(?:only\s+)?
        (?:the\s+(?:steps?|instructions?|rules?|text)(?:\s+(?:below|here|above|in\s+this|of\s+this)|\b(?!\s+\w))|(?:this|these)\s+\w{1,14}|what\s+(?:is\s+)?
        (?:this|written\s+here))|\b(?:this|these)\s+(?:skill|file|document|steps?|rules|instructions)\s+(?:wins?|prevails?|has|have|takes?)\b""",
    ),
)
_ONLY_SOURCE = Meaning(
    "only sole single exclusive",
    (
        r"""\b(?:this|the\s+following)\s+(?:file|skill|document|text|page|section)\b[^\n.]{0,40}\b(?:only|sole|single|exclusive)\s+
        (?:valid\s+|true\s+)?(?:source|authority|set)\b[^\n.]{0,20}\b(?:instructions?|commands?|orders|rules|authority)\b""",
    ),
)
_UNBOUND = Meaning(
    "act acting are behave operate become respond answer pretend function work roleplay",
    (
        r"""\b(?:act|acting|you\s+are|you're|behave|operate|become|respond|answer|pretend|function|roleplay)\b[^\n.]{0,60}
        \b(?:unrestricted|unfiltered|uncensored|unconstrained|unbound|jailbroken|(?:without|free\s+(?:of|from)|with\s+no|has\s+no|have\s+no
        |no\s+longer\s+have)\s+(?:any\s+|all\s+)?(?:\w{1,12}\s+){0,2}(?:restrictions|polic(?:y|ies)|filters|guardrails|ethics
        |safety|moral\w{0,3}|guidelines|safeguards))\b""",
    ),
)

_ABOVE_ALL = r"""\b(?:(?:the\s+|your\s+)?(?:system|operator'?s?|developer'?s?|platform'?s?|provider'?s?|safety|content|usage|moderation|company'?s?)\s+
    (?:messages?|prompts?|polic(?:y|ies)|rules?|guidelines?|instructions?|restrictions?|team)|(?:the\s+)?(?:restrictions?|rules|limits|guidelines|instructions|constraints)\s+(?:in|of|from)\s+your
    |(?:nothing|none|all|anything|everything|whatever)\s+(?:of\s+)?(?:what\s+)?(?:you\s+(?:learned|were\s+told|read|know|heard|were\s+given)|(?:was\s+)?said|came)\s+(?:\w{1,12}\s+){0,2}(?:before|above|earlier|until\s+now|so\s+far)
    |your\s+(?:\w{1,14}\s+){0,2}(?:instructions|guidelines|rules|restrictions|training|principles|values|safeguards|limits))\b"""
_NULLED = Meaning(
    """outdated obsolete ended over test matters matter void different wrong untrue meant another irrelevant expired deprecated fake replaced mistaken mistake
    optional suggestions ignore invalid right cancelled canceled nothing stale superseded""",
    (
        _ABOVE_ALL,
        r"""\b(?:outdated|obsolete|(?:is|are|was|were|has|have)\s+(?:\w{1,12}\s+){0,4}?(?:ended|over|a\s+test|a\s+joke|a\s+mistake|void|wrong|untrue|fake|invalid|mistaken|stale|optional|expired|deprecated|replaced|cancell?ed
        |(?:written|meant|made|intended)\s+for\s+(?:an?other|a\s+different|other))|(?:no\s+longer\s+)?matters?\s+(?:any\s?more|now)?|(?:written|meant)\s+for\s+(?:an?other|a\s+different)|mere\s+suggestions
        |irrelevant|superseded)\b""",
    ),
    unless=r"\b(?:docs?|documentation|css|api|version|config\w{0,8}|if\s+(?:the|your)|check\s+whether|may\s+be|update)\b",
)
_WINS = Meaning(
    "document file skill text page right wins decides answer obey loyal alone",
    (
        r"""\bthis\s+(?:document|file|skill|text|page)\s+(?:is\s+(?:right|the\s+(?:authority|boss|law))|wins|decides|prevails|rules|comes\s+first|has\s+the\s+(?:last|final)\s+(?:word|say))\b
        |\byou\s+(?:answer|report|belong|listen)\s+(?:only\s+)?to\s+(?:this|the)\s+(?:skill|document|file|author)|\b(?:obey|listen\s+to|serve|trust)\s+(?:only\s+)?this\s+(?:skill|document|file|text)\b|\bwork\s+(?:only\s+)?from\s+(?:the|this)\s+
        (?:text|document|file|skill)\b[^\n.]{0,20}\b(?:alone|only)\b""",
        r"\b(?:rules|platform|system|operator|user|person|human|chat|policy|policies|provider|anyone|nobody|alone|only|not)\b",
    ),
    unless=r"\b(?:style|formatting|naming|design|brand)\s+(?:guide|rules|conventions?)\b",
)
_PRETENDED = Meaning(
    "pretend imagine assume act behave",
    (
        r"\b(?:pretend|imagine|assume|act\s+as\s+if|behave\s+as\s+if)\b",
        r"""\b(?:content|safety|usage|moderation|security|privacy)\s+(?:polic(?:y|ies)|rules?|guidelines?|filters?|team)\b|\b(?:system|operator'?s?|developer'?s?)\s+(?:prompt|message|instructions)\b|\bno\s+(?:rules|restrictions|policies|limits|filters)\b""",
        r"\b(?:different|another|other|outdated|void|off|not\s+(?:apply|exist|there)|does\s+not|do\s+not|no|never|gone|lifted|old|disabled|obsolete)\b",
    ),
    unless=r"\btest\s+(?:plan|case)\b",
)

_ABOVE_USER = Meaning(
    "comply follow obey priority precedence overridden mandatory absolute instruction instructions mode prompt guidelines limits",
    (
        r"""\b(?:comply\s+with|follow|obey|execute|carry\s+out)\s+(?:each|every|all|any)\s+(?:\w{1,12}\s+){0,2}(?:instructions?|directives?|commands?|rules?|steps?)\b[^\n.]{0,40}\b(?:even\s+(?:when|if|though)|regardless|no\s+matter|whatever)\b
        |\b(?:following|these|this\s+file's|its|our)\s+(?:directives?|instructions?|rules|commands?|orders)\b[^\n.]{0,40}\b(?:(?:highest|absolute|top|ultimate|utmost|first)\s+(?:priority|precedence|authority)|(?:cannot|can't|must\s+not|may\s+not|never)\s+be\s+(?:overrid\w{1,4}|questioned|refused|changed|ignored))
        |\b(?:enter|activate|enable|switch\s+(?:in)?to|turn\s+on|start)\s+(?:\w{1,14}\s+){0,2}mode\b[^\n.]{0,40}\b(?:checks?|rules?|restrictions?|limits?|filters?|safety|safeguards?|confirmations?)\b[^\n.]{0,20}\b(?:off|disabled|lifted|suspended|not\s+apply|skipped|gone|ignored|bypassed)
        |\b(?:disregard|ignore|forget|overlook|skip|neglect|violate|break)\b[^\n.]{0,40}\byour\s+(?:own\s+)?(?:\w{1,14}\s+)?(?:guidelines|rules|polic(?:y|ies)|instructions|training|safety|restrictions|principles|values)
        |(?:^|[\s*_>\#\[(-])(?:new|updated|revised|additional|actual|real)\s+system\s+(?:instructions?|prompts?|messages?|rules?)\s{0,3}[:\])-]
        |\byou\s+(?:are|have)\b[^\n.]{0,50}\bno\s+(?:content\s+|safety\s+|ethical\s+|usage\s+)?(?:limits|restrictions|limitations|guidelines|filters|polic(?:y|ies)|rules)
        |\b(?:ignore|disregard|drop|overlook|skip)\s+(?:\w{1,12}\s+){0,2}(?:safety|security|privacy|content|ethical)\s+(?:rules?|polic(?:y|ies)|guidelines?|restrictions?|checks?|warnings?)""",
    ),
    unless=r"\b(?:dark|plan|edit|insert|normal|watch|debug)\s+mode\b|\btest\s+(?:case|plan)|\bif\s+(?:a|an|any|the)\s+(?:document|page|file|comment|text|web)\b",
)
_SHOWS_PROMPT = Meaning(
    "system prompt instructions hidden initial",
    (
        r"\b(?:print|show|reveal|output|display|repeat|quote|paste|include|write|dump|expose|copy|insert|recite|return|leak)\b",
        r"\b(?:(?:your|the)\s+(?:own\s+|full\s+|entire\s+|complete\s+|hidden\s+|initial\s+)?(?:system|developer|hidden|initial)\s+(?:prompt|message|instructions))\b",
        r"\b(?:at\s+the\s+(?:top|start|beginning|end|bottom)|first|answer|repl(?:y|ies)|response|output|verbatim|word\s+for\s+word|file|report|comment|in\s+full|alt\s+text|footer|header)\b",
    ),
    unless=r"\b(?:user\s+(?:asks|wants)|never|api|claude-api|messages\.create|example|template|cache|caching|parameter|agent's|sdk|design\w{0,3}|draft)\b",
)

_ASIDE = Notion(
    words="suggestion binding invalid "
    + verbs(
        "ignore disregard forget override bypass neglect overrule discard violate supersede circumvent outrank"
    )
    + " overridden forgotten void suspended",
    needles="disabled free valid binding not valid longer set no take takes prevail prevails above conflict conflicts follow right apply answer bound lifted off ended",
    pattern=r"""\b(?:is|are)\s+not\s+(?:valid|binding|in\s+force)\b|\bfree\s+(?:of|from)\s+(?:all|any)\b
    |\bas\s+an?\s+(?:suggestion|hint|recommendation)\b|\bis\s+(?:no\s+longer\s+)?(?:valid|binding)\b|\bhas\s+no\s+(?:force|effect)\b
    |\bset\s+aside\b|\b(?:no\s+longer|do(?:es)?\s+not|don't)\s+(?:apply|count|bind|matter|hold)\b|\btakes?\s+(?:precedence|priority)\s+over\b|\bprevails?\b|\b(?:ranks?|stands?)\s+above\b|\b(?:follow|obey)\s+this\s+(?:file|document|page|skill)\b|\bthis\s+(?:file|document|page|skill)\s+(?:is\s+right|wins|counts|decides)\b|\b(?:is|are|has\s+been|have\s+been)\s+(?:lifted|suspended|switched\s+off|void|cancelled|disabled)\b""",
)
_ORDERS_ABOVE = Notion(
    needles="request requests message messages words security rules operator safety restriction given operator system developer developer's operator operator's platform safety previous prior earlier content privacy instructions rules guidelines policy policies prompt restrictions constraints user's wishes told learned agents limits training",
    pattern=r"""\b(?:rules|instructions|guidelines|restrictions)\s+of\s+(?:your|the)\s+(?:operator|developer|provider|platform|system|company)\b
    |\bpolic(?:y|ies)\s+of\s+the\s+\w+|\b(?:restrictions?|rules?|instructions?|limits?)\s+(?:that\s+)?(?:was|were|you\s+were|have\s+been)?\s*given\b|\bno\s+restrictions?\b
    |\b(?:system|developer'?s?|operator'?s?|platform'?s?|safety|previous|prior|earlier|content|privacy|usage|ethical|security|your|all|any|company)\s+(?:\w{1,12}\s+)?(?:instructions?|rules|guidelines?|polic(?:y|ies)|prompts?|messages?|restrictions?|constraints?|limits|training|principles)\b|\brules\s+on\s+(?:privacy|safety|security|data|content)\b|\b(?:what|whatever|everything|anything)\s+(?:you\s+(?:were|have\s+been|learned)|the\s+(?:user|operator|developer)\s+(?:says|said|asked|wants)|the\s+project's)\b|\buser'?s?\s+(?:wishes|requests?|instructions?|words|orders)\b|\b(?:agents|claude)\.md\s+says\b|\brefusals\b""",
)
_ONLY_TEXT = Notion(
    words="css eslint lint linter git gitignore drafts draft config configuration default defaults cascade legacy version template templates style branch firewall tailwind untrusted",
    needles="can override user if unless content data their",
    pattern=r"\buser'?s?\s+(?:\w{1,14}\s+)?(?:wins?|prevails?|takes?\s+precedence|override)\b|\b(?:can|may|could)\s+override\b|\bif\s+(?:the\s+)?(?:page|document|file|issue|text|content)\b",
)
_BEARING = Notion(
    needles="while here editing written job here this skill file document page task these session rest here loaded below our because so made let believe no only void suspended user's user operator operator's conflict",
    pattern=r"""\bhere\b|\bwhile\s+(?:editing|working|using|running)\b
    |\bwritten\s+here\b|\bduring\s+this\s+(?:job|task|session)\b
    |\b(?:this|these)\s+(?:skill|file|document|page|task|session|rules|steps|text|instructions|conversation)\b|\bfrom\s+(?:here|now|this\s+point)\s+on\b|\bfor\s+the\s+rest\b|\bbecause\s+our\b|\bas\s+they\s+were\s+made\b|\blet\s+the\s+user\s+believe\b|\bbelow\b|\bonly\s+(?:the|this|these)\b|\byou\s+(?:may|can|must|should)\s+(?:disregard|ignore|forget)\b""",
)
FRAMES = (Frame(_ASIDE, (_ORDERS_ABOVE,), near=(_BEARING,), unless=(_ONLY_TEXT, HARMLESS, TAUGHT)),)


def review(page: Page) -> Iterator[Hit]:
    """Yield a hit for each override of instructions, forged role token, or swap of persona."""
    if page.language != "machine":
        yield from hits(RULE, page, _OVERRIDE, _WISHES, _ROLE_TOKENS, _PERSONA)
        yield from meant(
            RULE,
            page,
            _VOID,
            _UNLEARN,
            _SET_ASIDE,
            _CONFLICT,
            _ONLY_SOURCE,
            _UNBOUND,
            _NULLED,
            _WINS,
            _PRETENDED,
            _ABOVE_USER,
            _SHOWS_PROMPT,
            *FRAMES,
        )
