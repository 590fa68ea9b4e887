"""What may stand on either side of a number and its noun: the patterns and words of `quantities`."""

import regex

from skilleval.grading.claims.numerals import COUNT as NUMBER

_SUBJECT = regex.compile(
    r"(?:^|[;:,(–—]\s*|\b(?:and|but|so|while|that|where)\s+)\W*(?P<subject>(?:[\w'’./`·-]+\s+){0,6}?)"
    r"(?:(?:now|also|still|currently|actually|only|really|thus|in fact)\s+)*"
    r"(?P<verb>has|have|had|is|are|was|were|with|having|containing|exchanging|total+ing|spanning|covering|"
    r"listing|holding|including|"
    r"comprising|counting|featuring|defining|exporting|showing|[a-z]+(?<!s)s(?: up| out| down| for| of|"
    r" into| to| over)?|contain|consist of|"
    r"comprise|include|list|hold|made up of|composed of|split into|divided into|(?:is|are) (?:made up|"
    r"composed) of|(?:is|are) "
    r"(?:split|divided|structured|organi[sz]ed) (?:in|into)|falls? into|amount to)[\s,]+(?:it\s+)?",
    regex.IGNORECASE,
)
"""A subject and its verb; the quantity follows."""
_SPOKEN = (
    r"(?:there (?:is|are|was|were)|there['’]s|you(?:['’]ll)? (?:also )?(?:get|find|see|have)|"
    r"(?:i|we)(?:['’]ve| have)? (?:\w+ly )?(?:see|saw|count|counted|found|find|have|wrote|written|added|"
    r"created|put|defined|included|"
    r"drafted|implemented|spotted|identified))"
)
NOT_HOLDING = frozenset(
    """
    skips drops removes deletes ignores leaves misses lacks changes touches affects uses prints returns
    calls fails needs exceeds duplicates repeats merges adds moves renames hides matches filters wants
    asks expects allows accepts costs saves lasts waits happens occurs appears comes goes stands sits
    reads shows prefers suggests recommends proposes fixes breaks was
    """.split()  # noqa: SIM905 -- reads better than fifty quoted words
) - {"shows", "calls", "needs", "was"}
TEXT_NOUNS = frozenset(
    """
    it this that they there which file document doc text source data dataset csv table spreadsheet sheet
    export log json yaml config configuration schema api module script program code class component
    package library project repo repository page site form stylesheet query database recipe thread mail
    email letter message note memo poem haiku story essay outline list checklist menu agenda minutes
    guide manual handbook tutorial readme changelog article report paper brief policy contract agreement
    lease terms invoice bill order receipt catalogue inventory roster survey questionnaire transcript
    interview conversation chat transcription makefile dockerfile workflow pipeline plan proposal spec
    specification faq template diff patch summary draft version result output answer collection record
    method directions procedure instructions
    record archive notebook scene chapter song quiz test suite collection deck presentation one rest
    file's whole everything
    """.split()  # noqa: SIM905 -- reads better than a hundred quoted words
)
"""What a text, or the one thing that was given, can be called."""
_LEAD_WORDS = (
    r"(?:(?:also|only|just|exactly|precisely|in total|in all|altogether|overall|all in all|all told|"
    r"a (?:grand )?total of|"
    r"the total of|some|about|around|roughly|approximately|nearly|almost|at least|at most|up to|over|under|"
    r"more than|"
    r"fewer than|less than|no more than|no fewer than|another|plus|~|≈)[\s,]*)*"
)
OPENS = regex.compile(
    rf"(?:^|[;:,–—|]\s*|\b(?:and|plus|but|as well as|along with|while|then|so)\s+)\W*{_LEAD_WORDS}$",
    regex.IGNORECASE,
)
TOLD = regex.compile(rf"\b{_SPOKEN}[\s,]+{_LEAD_WORDS}$", regex.IGNORECASE)
EARLIER = regex.compile(rf"{_SUBJECT.pattern}{_LEAD_WORDS}{NUMBER}\s", regex.IGNORECASE)
"""A subject whose first quantity stands before this one: "Kai has two actions and one question"."""
HELD = regex.compile(rf"{_SUBJECT.pattern}{_LEAD_WORDS}$", regex.IGNORECASE)
OUT_OF = regex.compile(r"\b(?:out of|of)\s+(?:the|its|all)\s+$", regex.IGNORECASE)
PARTITIVE_OF = regex.compile(
    r"\b(?:one|none|some|many|most|all|both|each|any|few|several|half|first|last|version|row|line|"
    r"step|example|sample|reading|kind|sort|average|mean|median|price|cost|sum|value|column)\s+of\s+$",
    regex.IGNORECASE,
)
CLOSES = regex.compile(
    r"^\s*(?:$|[.,;:!?)\]–—|]|(?:in|inside|within) (?:it|there|here|total|all|the (?:file|document|text|"
    r"log|table|list|"
    r"module|script|csv|data|thread|recipe|config)|this (?:file|document|one))\b|(?:in|inside|within|"
    r"to) (?:`·|[\w/-]+\.\w{1,5}\b)|in there\b|altogether\b|overall\b|"
    r"long\b|all told\b|of (?:data|text|code)\b|and\b|plus\b|but\b|as well\b|as well as\b|along with\b|"
    r"so\b|or\b(?! more| fewer| less)|"
    r"(?:are|is|were|was) (?:there|present|found|in it|listed|recorded|defined|in all|in total)\b|"
    r"from (?:\d+|[a-z]+) [a-z]+s\b|(?:or|and) (?:more|fewer|less)\b|each\b|across\b|spread over\b|"
    r"(?:split|divided|grouped) (?:over|across|into|by)\b)",
    regex.IGNORECASE,
)
OF_A_PART = regex.compile(
    r"^\s*(?:in|of|from|inside|within) (?:`·+`|the [\w-]+|[\w./-]+\.\w{1,5})\s+(?!(?:and|or|but|so|plus|in|"
    r"altogether|overall|as well|long|all told|along|itself|file|alone|which|that|by|at|are there)\b)[a-z]",
    regex.IGNORECASE,
)
"""What goes on to say something of the things: "two lines in `a.yaml` differ" counts those that do."""
A_NUMBER = regex.compile(NUMBER, regex.IGNORECASE)
PHRASES = tuple(
    regex.compile(
        rf"(?P<are>\s+(?:of them\s+)?(?:are|is|"
        rf"were)\b)?\s+(?P<words>(?:[\w-]+\s+){{{size}}})(?P<noun>[A-Za-z]+)(?![\w-])",
        regex.IGNORECASE,
    )
    for size in range(3)
)
"""What follows a number: no, one or two words, then the noun."""
ASIDE = regex.compile(r"[`”\"]\s*\($")
"""A quantity in brackets behind a name: "`Parser` (43 lines)" speaks of that name."""
CODE_QNP = regex.compile(
    rf"(?P<number>{NUMBER})\s+(?P<code>`[^`\n]+`)\s+(?P<noun>instructions?|lines?|entries|statements?|"
    rf"rows?|commands?|"
    r"directives?|calls?|keys?|sections?|blocks?|elements?|tags?|occurrences?|records?|messages?)\b",
    regex.IGNORECASE,
)
NEUTRAL = frozenset(
    """
    separate different distinct unique data whole individual total bullet main short full
    actual further other overall top-level level single new log text csv source input markdown entire
    complete plain
    """.split()  # noqa: SIM905 -- reads better than twenty quoted words
)
SMALL_WORDS = frozenset(
    """
    of in for on to or at from with this that the and by than a an times per is are was were be more
    fewer less percent years year days day hours hour minutes minute seconds euros dollars minuten
    minute stunden tage wochen minutes heures jours semaines minutos horas días semanas euro gramm
    """.split()  # noqa: SIM905 -- reads better than twenty quoted words
)
OWN_WORDS = frozenset({"character", "char", "word", "sentence", "test", "file"})
"""Counted elsewhere: lengths of a part, runs of tests, files that were made."""
LINE_LIKE = frozenset({"line", "row", "entry", "record", "message", "event", "item"})
FINDING = frozenset(
    """
    issue problem bug mistake gap finding flaw weakness risk suggestion idea option reason fix
    improvement recommendation point difference tip example violation concern observation assumption
    change thing way case
    """.split()  # noqa: SIM905 -- reads better than twenty quoted words
)
"""What an assistant finds, and no program can count in a file unless the file calls it so."""
SUPPOSED = regex.compile(
    r"\b(?:if|when|whenever|unless|would|could|should|must|may|might|can|need(?:s|ed)? to|aim|limit|"
    r"at a time|asked|"
    r"want(?:s|ed)?|goal|target|let['’]s|suppose|e\.g\.|for example|such as|per|every|each|not|never|no|"
    r"n['’]t|instead)\b",
    regex.IGNORECASE,
)
