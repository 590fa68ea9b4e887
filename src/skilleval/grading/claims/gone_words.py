"""How something is said to be missing, gone, or in one place only: the patterns of `gone`."""

import regex

_QUOTED = r"[`\"“„«‘'](?P<thing>[^`\"“”„«»\n]{1,120}?)[`\"”“»’']"
_NAME = (
    r"(?P<thing>#?\d[\w.:,/-]*\w|[A-Z]{2,}[\w-]*|[A-Z][a-z]+(?: [A-Z][a-z]+)*|\w+_\w+|[\w-]+\.[a-z]{2,4}\b)"
)
_CALLED = (
    r"(?:the\s+|das\s+|der\s+|die\s+|le\s+|la\s+|el\s+)?(?:old\s+|former\s+|previous\s+|"
    r"original\s+)?(?:word|name|term|string|phrase|number|"
    r"figure|value|identifier|import|function|key|variable|class|wort|begriff|name|zahl|mot|"
    r"nom|terme|palabra|nombre)\s+"
)
_NEVER_THERE = (
    r"(?:(?:is|are|was|were)\s+(?:nowhere|not|never|no longer)\s+(?:\w+ly\s+)?(?:to be "
    r"(?:found|seen)|found|there|present|mentioned|used|"
    r"included|contained|named|left|written|said)|(?:is|are|was|were) (?:now )?(?:nowhere|"
    r"gone|absent|missing)\b|(?:is|are|was|were)(?: not|n['’]t) in (?=the|it)|"
    r"(?:no longer|never|nowhere|does not|doesn['’]t|do not|don['’]t|did not|"
    r"didn['’]t)\s+(?:once\s+|even\s+)?(?:appears?|occurs?|shows? up|"
    r"comes? up|exists?|features?|figures?|stands?|turns? up|remains?|survives?)|"
    r"(?:kommt|taucht|steht|findet sich|erscheint)\s+(?:[\w.]+\s+){0,3}?(?:nicht|nirgends|nie|"
    r"nirgendwo|nicht mehr)\b|fehlt\b|"
    r"wird\s+(?:\w+\s+)?(?:nicht|nirgends|nie)\s+(?:erwähnt|genannt|verwendet|benutzt)|"
    r"(?:n['’](?:apparaît|existe|est)|ne (?:figure|se trouve|sont|apparaît))\s+(?:plus|pas|"
    r"jamais|nulle part)|"
    r"(?:no|nunca|ya no) (?:aparece|figura|está|se menciona|sale|existe))"
)
SUBJECT_FIRST = regex.compile(
    rf"(?:{_CALLED})?(?:{_QUOTED}(?:\s+\w+)?|{_NAME})\s+(?:itself\s+)?{_NEVER_THERE}(?P<rest>[^.;!?]*)"
)
CALLED_FIRST = regex.compile(rf"(?i:{_CALLED})(?P<thing>\w[\w-]*)\s+{_NEVER_THERE}(?P<rest>[^.;!?]*)")
ONLY_IN = regex.compile(
    rf"(?:(?i:{_CALLED})(?:{_QUOTED}|{_NAME})|{_QUOTED}|{_NAME})\s+(?:now\s+|still\s+)?"
    r"(?:(?:is|are|was)\s+(?:only|just)\s+\w+\s+(?:in|by)|(?:appears?|occurs?|remains?|"
    r"survives?|stands?|lives?|shows? up|comes? up|"
    r"is (?:found|used|mentioned|left|kept|set|given|defined|named))\s+(?:only\s+)?(?:in|"
    r"by))\s+(?P<where>[^,.;!?]{2,60})(?P<rest>[^.;!?]*)"
)
OLD_NAME = regex.compile(
    r"\b(?:the|its) old (?:name|identifier|spelling|version|number|value|address|title|term)\s+"
    + _NEVER_THERE
    + r"(?P<rest>[^.;!?]*)",
    regex.IGNORECASE,
)
RENAMED = regex.compile(
    r"\b(?:rename|replace|change|bump|switch|raise|"
    r"lower)\b[^.`\"]{0,40}?[`\"“]?(?P<old>[\w./-]*[\w])[`\"”]?\s+(?:to|with|by|into)\s+",
    regex.IGNORECASE,
)
NO_KIND = regex.compile(
    r"(?:\b(?:no|without (?:any|an?)|not a single|not one|zero|neither|kein\w*|sans|aucune?|"
    r"ningún|ninguna|sin)\s+|"
    r"\bn['’]t (?:any|an?|contain any|use any|have any)\s+|\bnot (?:any|use any|contain any)\s+)"
    r"(?P<kind>[\w-]+(?: [\w-]+)??)(?P<rest>(?:\s*$|[,.;:!?)]|\s+(?:and|or|nor|at all|"
    r"anywhere|in|is|are|was|were|left|remains?|can be|to be)\b)[^.;!?]*)",
    regex.IGNORECASE,
)
KINDS: dict[str, str] = {
    r"exclamation (?:mark|point)s?|ausrufezeichen|points? d['’]exclamation|signos? de exclamación": r"!",
    r"question marks?|fragezeichen": r"\?",
    r"hashtags?": r"(?<!\w)#[A-Za-z]\w*",
    r"emojis?": r"\p{Emoji_Presentation}",
    r"links?|urls?": r"https?://|www\.|\]\(\S+\)",
    r"e-?mail addresse?s?|e-?mails?": r"[\w.+-]+@[\w-]+\.\w",
    r"phone numbers?|telephone numbers?|telefonnummern?": r"(?:\+|\b0)\d[\d /()-]{6,}",
    r"headings?|headlines?|überschrift(?:en)?": r"(?m)^#{1,6}\s",
    r"bullets?|bullet points?|bulleted lists?": r"(?m)^\s*[-*•]\s",
    r"tables?|tabellen?": r"(?m)^\s*\|.*\|",
    r"digits?|numerals?|numbers?|figures?": r"\d",
    r"comments?": r"(?m)^\s*(?:#(?!!)|//|/\*|--\s|<!--)|\s#\s",
    r"semicolons?": r";",
    r"print (?:calls?|statements?)": r"\bprint\(",
    r"todos?|todo comments?": r"\bTODO\b",
    r"placeholders?": r"\[[A-Z][^\]\n(]*\](?!\()|\{\{",
    r"percentages?|percent signs?": r"\d\s?%|\bpercent\b",
    r"brackets?|parenthes[ei]s": r"[()]",
    r"dash(?:es)?": r"[–—]",
    r"capitals?|capital letters?|upper-?case letters?": r"\p{Lu}",
    r"blank lines?|empty lines?": r"(?m)\A\n|\n[ \t]*\n(?=.)",
    r"tabs?|tab characters?": r"\t",
}
"""Kinds of things that are known by their form."""
NOT_SURE = regex.compile(
    r"\b(?:if|unless|would|could|should|must|make sure|ensure|whether|may|might|error|bug|"
    r"warning|says?|said)\b",
    regex.IGNORECASE,
)
NARROWS = regex.compile(
    r"\b(?:for|with|that|which|when|if|before|after|other than|except|besides|beyond|from|of|"
    r"about|being|as|by|until|at|among|under|"
    r"outside|apart|on|to|wrong|longer|than|per|because|since)\b",
    regex.IGNORECASE,
)
IN = regex.compile(
    r"^\W*(?:(?:any ?(?:where|more)|at all|either|now|in|the|it|file|text|there|code|package|"
    r"project|anywhere|else|whole|either|both|files?|and|or|vor|mehr|darin|auf|plus|dans|le|"
    r"en|el|texto|texte|vorkommt|up|altogether|completely|entirely)\b\W*)*$",
    regex.IGNORECASE,
)


ARTICLES = frozenset(
    """
    it this that these those they there he she we i the a an one none nothing nobody der
    die das ein eine es er sie le la les un une il elle el los las una
    """.split()  # noqa: SIM905 -- reads better than so many quoted words
)


NEITHER = regex.compile(
    r"\b(?:neither|none of the|no) (?:of (?:them|the \w+)|version|file|document|text|draft|"
    r"policy|one|files|documents|texts|versions)\s+"
    r"(?:mentions?|names?|refers? to|contains?|uses?|talks? (?:of|about))\s+(?:the |any "
    r")?(?P<thing>[\w-]{4,})(?=\s*(?:$|[.,;!]))",
    regex.IGNORECASE,
)
ELLIPTIC = regex.compile(
    r"\b(?:mention(?:ed|s)?|named?|included?|appears?|listed)\b[^.;]{0,20},\s+(?:but\s+|"
    r"and\s+)?(?P<thing>[A-Z][\w-]+)\s+(?:does|is|was|did)(?:n['’]t|\s+not)(?=\s*(?:$|[.;!]))"
)
IN_A_PART = regex.compile(
    r"^\s*(?:\w+\s+)?in (?!it\b|there\b|them\b|either\b|any\b|all\b|[`\"]|"
    r"the (?:\w+ )?(?:file|text|document|mail|letter|note|list|page|result|output|"
    r"version|draft|copy)\b|[\w/-]+\.\w)",
    regex.IGNORECASE,
)
