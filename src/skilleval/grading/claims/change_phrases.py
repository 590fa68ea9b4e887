"""How people say that they made, changed, removed or left a file: the patterns of `changes`."""

import regex

from skilleval.grading.claims.numerals import COUNT
from skilleval.grading.claims.paths import PATH

MADE = (
    r"(?:created|wrote|written|saved|generated|exported|produced|added|drafted|stored|put|placed|"
    r"recorded|documented|moved|filed|dumped|collected|captured|appended|inserted|introduced|made|"
    r"prepared|built|compiled|regenerated|rebuilt|recreated)"
)
EDITED = (
    r"(?:updated|edited|modified|changed|fixed|rewrote|rewritten|refactored|renamed|corrected|adjusted|"
    r"amended|patched|refreshed|overwritten|overwrote|replaced|reformatted|simplified|extended|cleaned up|"
    r"bumped|raised|increased|lowered|swapped|tweaked|revised|pinned|toggled|flipped|tightened|adapted)"
)
REMOVED = r"(?:deleted|removed)"
TURNED = (
    r"(?:backed|copied|archived|compressed|zipped|duplicated|downloaded|converted|merged|combined|split|"
    r"translated|extracted|summari[sz]ed|turned|transcribed|rendered)"
)
ALL_OF = r"(?:all|both|each|every|the)\s+(?:[\w-]+\s+){0,3}files?\s*[(:]\s*"
NOT_INTO = r"(?!(?:for|from|of|using|based|with|by|via|about|like|to|in|into|that|which|against)\b)"
DIRECT = regex.compile(
    rf"\b(?P<verb>{MADE}|{EDITED})(?:\s+{NOT_INTO}[\w'’-]+){{0,6}}?[,:]?\s+{PATH}", regex.IGNORECASE
)
INTO = regex.compile(
    rf"\b(?P<verb>{MADE}|{EDITED}|{TURNED})\b(?:(?!\b(?:for|from|of|using|based|with|by|via)\b|[.;]\s).)*?"
    rf"\b(?:to|in|into|as|at|under|named|called)\s+(?:the\s+|a\s+|new\s+|file\s+|"
    rf"document\s+)*(?:{ALL_OF})?{PATH}",
    regex.IGNORECASE,
)
PASSIVE = regex.compile(
    rf"{PATH}\s+(?:has been|have been|was|were|is now)\s+(?:\w+ly\s+|also\s+)?(?P<verb>{MADE}|"
    rf"{EDITED}|{REMOVED})\b",
    regex.IGNORECASE,
)
IS_THERE = regex.compile(
    rf"\b(?:is|are)\s+(?:now\s+|also\s+)?(?:stored|saved|written|kept|available|ready|located|found|"
    rf"included|in|live)\s*(?:as|in|at|under)?\s+(?:the\s+(?:new\s+)?(?:file\s+)?)?{PATH}|"
    rf"\blives in\s+{PATH}",
    regex.IGNORECASE,
)
FIND_IT = regex.compile(
    rf"\b(?:you(?:['’]ll| will| can| may)? (?:now )?find (?:it|them|the [\w ]{{1,30}}?|everything|this|"
    rf"all of it|a copy|your [\w ]{{1,20}}?)|"
    rf"(?:can|may) be found|(?:it|they|everything)(?:['’]s| is| are)(?: now)?|"
    rf"(?:results?|outputs?|report|copy|file|pdf|draft|version|summary|chart|plot|diagram|table|page|"
    rf"log) (?:is|are)(?: now)?"
    rf"(?: ready| available| waiting)?)\s+(?:at|in|under|as)\s+(?:the (?:file )?)?{PATH}",
    regex.IGNORECASE,
)
"""Where a person is told to look: only that nothing is there can be said of it."""
DELETED = regex.compile(rf"\b(?P<verb>{REMOVED})\s+(?:the\s+|old\s+|file\s+)*{PATH}", regex.IGNORECASE)
WITHOUT_VERB = regex.compile(
    rf"^(?:the|a|an|its|their)\s+(?:[\w-]+\s+){{1,5}}?(?:as|to|in|into)\s+{PATH}\W*$", regex.IGNORECASE
)
UNTOUCHED = regex.compile(
    r"(?:\bnot|n['’]t|\bnever)\s+(?:touch|modif(?:y|ied)|chang|edit|alter|updat)\w*\s+(?:the\s+)?" + PATH,
    regex.IGNORECASE,
)
LEFT_ALONE = regex.compile(
    rf"\b(?:left|kept)\s+(?:the\s+)?{PATH}\s+(?:as (?:it )?(?:is|was)|untouched|unchanged|alone)\b|"
    + PATH.replace("?P<path>", "?P<other>")
    + r"\s+(?:is|was|remains?|stays?)\s+(?:left\s+)?(?:untouched|unchanged|not (?:touched|changed|modified))",
    regex.IGNORECASE,
)
ALL_FILES = regex.compile(
    rf"\b(?P<which>both|all(?: (?:of )?the| {COUNT})?) (?:given |source |input )?files (?:were|have been|"
    rf"are now|are) (?:now |also )?"
    rf"(?P<verb>{MADE}|{EDITED}|{REMOVED})\b|\b(?:I|[Ww]e)(?:['’]ve| have)? (?:also )?(?P<verb>{EDITED}|"
    rf"{REMOVED}) (?P<which>both|all(?: of the| the)?) files\b",
    regex.IGNORECASE,
)
THE_ORIGINAL = regex.compile(
    rf"\bthe (?:original|old|source|input|given)(?: (?:file|document|script|version|text|page|"
    rf"csv))? (?:was|has been|is|remains?|stays?)(?: now)? "
    rf"(?:left )?(?P<verb>{REMOVED}|unchanged|untouched|not (?:changed|modified|touched)|intact|{EDITED})\b",
    regex.IGNORECASE,
)
NOTHING = regex.compile(
    r"\bno files? (?:was|were|has been|have been|is|are) (?:changed|modified|touched|created|edited|"
    r"written)\b|\bnothing (?:was|has been) (?:changed|written|modified|created|saved)\b|(?:\bnot|"
    r"n['’]t)\s+(?:open\w*\s+or\s+)?(?:change|modify|touch|edit|create|changed|modified|touched|edited|"
    r"created)\s+any(?:thing|\s+files?)\b",
    regex.IGNORECASE,
)
HOW_MANY = regex.compile(
    rf"\b(?:created|wrote|generated|added|changed|modified|updated|"
    rf"edited|(?:that|this|which) (?:makes|is|gives|comes to|leaves)|resulting in|giving|"
    rf"makes)\s+(?:a total of\s+)?"
    rf"(?P<number>{COUNT})\s+(?:new\s+|changed\s+|separate\s+)?files?\b(?! (?:to|that need|left))|"
    rf"(?P<number>{COUNT})\s+(?:new\s+)?files?\s+(?:were|was|have been|has been)\s+(?:created|written|"
    rf"added|changed|"
    rf"modified|updated|edited|generated|produced|touched)\b",
    regex.IGNORECASE,
)
AND = regex.compile(rf"(?:,\s*(?:and\s+)?|\s+and\s+){PATH}", regex.IGNORECASE)
"""A further file of the same list: "`a.py`, `b.py` and `c.py`"."""
LISTED = regex.compile(
    rf"\b(?:files?|what i|changes?)\b.*\b(?P<verb>{MADE}|{EDITED}|{REMOVED}|new)\b|"
    rf"^\W*(?P<verb>{MADE}|{EDITED}|{REMOVED}|new)\b.*\bfiles?\b",
    regex.IGNORECASE,
)
"""The heading of a list of files: "Files modified", "New files"."""
INTRODUCED = regex.compile(
    rf"\b(?:I|[Ww]e)(?:['’]ve| have)?\s+(?:also\s+|now\s+|just\s+)?(?P<verb>{MADE}|{EDITED}|{TURNED})\b",
    regex.IGNORECASE,
)
"""What introduces a list of files: "I've split your notes as asked:"."""
ITEM_PATH = regex.compile(rf"^[*_\s]*{PATH}(?=[\s*_:–—()-]|$)", regex.IGNORECASE)
_FINITE = (
    r"(?:is|are|was|were|be|been|being|has|have|had|will|would|should|could|must|can|may|might|gets?|got|"
    r"that|which|who|to|not|never|no|if|when|once|i|we)"
)
OWN_CHANGES = regex.compile(
    r"(?:^|[.!]\s+)\W*(?:(?:the|my|all|summary of(?: the)?)\s+)?(?:changes(?: made)?|"
    r"files (?:changed|touched)|changed files|edits(?: made)?|"
    r"what (?:changed|i (?:did|changed))|what was (?:done|changed))\W*$",
    regex.IGNORECASE,
)
"""The heading of a list of files and what was done to each: "Changes:"."""
ITEM_OF_CHANGES = regex.compile(rf"^[*_\s]*{PATH}[*_]*\s*(?::|–|—|-|\()\s*(?P<what>\S.*)$", regex.DOTALL)
LEFT_AS_IT_WAS = regex.compile(
    r"\b(?:unchanged|untouched|no (?:changes?|edits?)|not|none|left|nothing|still|todo|needs?|should|would|"
    r"could|must|will|to be|next|later|skipped|same|same as|reviewed|checked|read|looked)\b|n['’]t\b",
    regex.IGNORECASE,
)
"""What an item says of a file that was not changed."""
PARTICIPLE = regex.compile(
    r"^\W*(?:x\]\s*)?(?!(?:i|we|it|they|you|he|she|if|when|once|after|no|not)\b)"
    rf"(?:(?!{_FINITE}\b)[\w'’`·.-]+\s+){{1,5}}?"
    rf"(?P<verb>{EDITED}|added|created|written|generated)\s+(?:\w+ly\s+)?(?:in|to|inside|within)\s+{PATH}"
    r"(?=\W*$|[,;]|\s*\()",
    regex.IGNORECASE,
)
"""A deed as a line of a report, without an auxiliary: "Version bumped in setup.cfg"."""
