"""Text roles: does the text mean what matched, or forbid it, quote it, teach it, test with it?

A role lowers the confidence of a finding and never removes it: an attacker may write "never" too.
Code is forbidden only by what stands right at it, or shown in a course on attacks; words are also taken for
a lesson by the sentence that they stand in.
"""

import re
from functools import lru_cache

from skilleval.review.lazy import Lazy
from skilleval.review.page import Page
from skilleval.review.rule import About, Role

COURSE_LINES = 12
"""Lines that speak of attacks in a document that teaches them ..."""
COURSE_SHARE = 0.03
"""... and their share of its lines; both are far above what a skill with another subject has."""
COURSE_LENGTH = 60
"""A shorter text is no course, whatever it speaks of."""

_TEST_DATA = Lazy(
    r"(?:^|/)(?:tests?|__tests__|fixtures?|testdata|evals?|snapshots)/|(?:^|/)test_[^/]*$|[._-]test\.[a-z]+$"
)
_BANS = Lazy(
    r"""\b(?:never|do\ not|don't|dont|must\ not|mustn't|should\ not|shouldn't|cannot|avoid(?:ing)?|refuse
    |(?:advise|recommend|warn)(?:s|ed)?\ against|discourage[sd]?
    |forbid(?:s|den)?|prohibit(?:s|ed)?|not\ allowed|disallow(?:s|ed)?)\b""",
    re.VERBOSE,
)
_BANS_NEARBY = Lazy(
    r"""\b(?:instead\ of|rather\ than|no\ longer|refuse[sd]?|reject(?:s|ed)?|block(?:s|ed|ing)?
    |den(?:y|ies|ied)|prevent(?:s|ed|ing)?)\b[^,]*$""",
    re.VERBOSE,
)
"""Words that ban what follows them up to a comma: "if a call is denied, do X" orders X."""
_CONDITION = Lazy(r"^[\s>*_\d.)-]*(?:if|when|whenever|should|once|in\ case|where|while|as)\b", re.VERBOSE)
_NOT_A_BAN = Lazy(
    r"""\b(?:never|do\ not|don't|dont)\s+
    (?:forget|fail|skip|hesitate|miss|omit|neglect|ask|tell|mention|inform|wait|stop|worry)\b""",
    re.VERBOSE,
)
_BANNED_AFTER = Lazy(
    r"""^[^.\n]{0,60}?\b(?:(?:is|are)\s+(?:strictly\s+)?(?:forbidden|prohibited|not\ allowed|blocked
    |denied
    |unsafe|dangerous|an?\ (?:security\ )?(?:risk|anti-?pattern|attack))|(?:must|should)\s+(?:not
    |never)\s+be)\b""",
    re.VERBOSE,
)
_BAD_LEAD = Lazy(
    r"""❌|🚫|⛔|\b(?:never|don't|do\ not|dont|avoid|bad|wrong|incorrect|anti-?patterns?|forbidden|prohibited
    |not\ allowed|blocked|denied|deny|vulnerable|unsafe|insecure|dangerous|mistakes?|red\ flags?)\b""",
    re.VERBOSE,
)
_GOOD_LEAD = Lazy(r"✅|\b(?:correct|good|right|safe|instead|fixed|recommended)\b")
_TELLS_TO_USE = Lazy(
    r"""^[\s>*_\d.)-]{0,8}(?:(?:now|then|first|please|next)\ )?
    (?:use|run|execute|apply|paste|enter|start\ with)\ (?:the\ |this|these\ |it\b)
    (?![^\n]{0,120}\b(?:never|not|don't|avoid|bad|wrong|unsafe|insecure|vulnerable|dangerous
    |instead\ of)\b)""",
    re.VERBOSE | re.MULTILINE,
)
_REFERS_BACK = Lazy(r"\s*(?:this|these|it|they|such)\s+(?:can|could|may|might|allows?|lets?|enables?)\b")
"""A sentence that says what can be done with what the one before it is about."""
_JUDGED = Lazy(
    r"""\b(?:an?|any|every|each)\ (?:\w{1,15}\ ){0,3}(?:skill|file|script|instruction|prompt|text|tool
    |plugin)\b(?:[^\n.]|\.(?=\S)){0,160}\b(?:is|are|counts?\ as)\ (?:\w{1,12}\ )?(?:misaligned|malicious
    |suspicious|an?\ (?:red\ flag|attack|violation)|hostile|out\ of\ scope)\s{0,2}$""",
    re.VERBOSE,
)
"""A clause that judges things of a kind, rather than asking for one."""
_TEACHES = Lazy(
    r"""\b(?:attack(?:s|er|ers|ing)?|malicious(?:ly)?|prompt[- ]injections?
    |injection\ (?:attempts?|attacks?|patterns?)|injected|adversar\w{1,6}|jailbreaks?|red[- ]team\w{0,5}
    |exploit(?:s|ed|ation)?|threats?|phish\w{1,5}|untrusted|suspicious|manipulat\w{1,5}|compromised
    |vulnerab\w{1,8}|detect(?:s|ed|ing|ion|or)?|flag(?:s|ged)?\ (?:as|any|if|when)|scan(?:s|ning|ner)?\ for
    |(?:look|watch)(?:ing)?\ (?:out\ )?for|red\ flags?|warning\ signs?|evade[sd]?
    |forensics?|evidence\ of|cryptojacking|cryptominer|for\ the\ training|exposes\ the\ \w+\ to
    |security\ (?:review|audit|test\w{0,4}|scan\w{0,4}))\b""",
    re.VERBOSE,
)
_LOOKS_FOR = Lazy(r"(?:detect|scan|look|watch|flag)")
"""Words that teach only what they govern: "look for code that ..."."""
_OF_ATTACKS = Lazy(
    rf"""{_TEACHES.pattern}|\b(?:exfiltrat\w{{1,6}}|backdoors?|payloads?|obfuscat\w{{2,5}}
    |harvest(?:s|ed|ing)?|steal(?:s|ing)?|malware)\b""",
    re.VERBOSE,
)
_PATTERN_LINE = Lazy(r"\b(?:re\.\w+\(|regexp?\b|patterns?\b|e?grep\b|rg\b|\.match\(|\.test\(|r[\"'])")
_PATTERN_MARK = Lazy(r"\\[sbwdS.(\[/]|\.\*|\.\+|\[\^|\(\?:")
_SENTENCE_END = Lazy(r"[.!?](?=\s)\s*")
_LIST_LINE = Lazy(r"[ \t]*(?:[-*+|>]|\d{1,3}[.)][ ]|$)")


def role_at(page: Page, start: int, end: int, *, about: About) -> Role:
    """Return the role of the text from `start` to `end` of a page, for a rule about code or words."""
    if about == "words" and _TEST_DATA.search(page.path):
        return "test-data"
    if page.source is not None:
        place = page.source.offset_of(page.line_of(start))
        shown = role_at(page.source, place, page.source.line_end(place), about=about)
        if shown:
            return shown
    if _is_banned(page, start, end):
        return "prohibition"
    if _is_pattern(page, start, end):
        return "quoted"
    if (about == "words" or page.kind == "prose") and _is_shown(page, start, end) and is_course(page.folded):
        return "teaching"
    told = page.kind == "prose" and not any(first <= start < last for first, last in page.fences)
    return _lesson(page, start, end) if about == "words" and told else ""


@lru_cache(maxsize=64)
def is_course(text: str) -> bool:
    """Return whether a folded text speaks of attacks throughout: a security guide, not just a mention."""
    lines = [line for line in text.split("\n") if line.strip()]
    about_attacks = sum(1 for line in lines if _OF_ATTACKS.search(line)) if len(lines) >= COURSE_LENGTH else 0
    return about_attacks >= COURSE_LINES and about_attacks >= COURSE_SHARE * len(lines)


def lead_of(page: Page, offset: int) -> str:
    """Return what introduces the place: the line above its list or fence, a comment above, the heading."""
    if page.kind != "prose":
        return ""
    text = page.text
    inside = next((span for span in page.fences if span[0] <= offset < span[1]), None)
    place = text.rfind("\n", 0, inside[0] - 1) if inside else text.rfind("\n", 0, offset)
    lead = _line_above(text, place, through_lists=inside is None)
    listed = inside or _LIST_LINE.match(text[place + 1 : place + 60])
    if not listed and not lead.rstrip(" *_").endswith(":"):
        lead = ""  # a paragraph of its own says what the next one is about only with a colon
    sentences = _SENTENCE_END.compiled.split(lead.rstrip())
    lead = " ".join(sentences[-2:]) if _REFERS_BACK.match(sentences[-1]) else sentences[-1]
    heading = f"\n{text}".rfind("\n#", 0, place + 2) - 1  # of the lines before: a line does not title itself
    title = text[heading + 1 : text.find("\n", heading + 1)][:200] if heading >= -1 else ""
    comment = _comment_above(page.folded, inside[0], offset) if inside else ""
    return f"{lead}\n{comment}\n{title}"


def _is_banned(page: Page, start: int, end: int) -> bool:
    text = page.text
    before = text[max(text.rfind("\n", 0, start) + 1, start - 160) : start]
    clause = re.split(r"[.!?;:](?:\s|$)", before)[-1]
    said = clause.rpartition(",")[2] if _CONDITION.match(clause) else clause
    if (_BANS.search(said) or _BANS_NEARBY.search(clause)) and not _NOT_A_BAN.search(said):
        return True
    if _BANNED_AFTER.search(text[end : end + 120]) or _JUDGED.search(f"{clause}{text[start:end]}"):
        return True
    lead = lead_of(page, start)
    above, _, _ = lead.rpartition("\n")
    if _TELLS_TO_USE.search(above):  # the line above wins over a title: "Unsafe example" excuses no order
        return False
    return bool(_BAD_LEAD.search(lead)) and not _GOOD_LEAD.search(lead)


def _is_pattern(page: Page, start: int, end: int) -> bool:
    """Return whether the match is part of a search pattern: a rule of a scanner, not what it looks for."""
    line = _line(page, start)
    around = page.text[max(0, start - 12) : end + 12]
    return bool(_PATTERN_LINE.search(line)) and bool(_PATTERN_MARK.search(around))


def _is_shown(page: Page, start: int, end: int) -> bool:
    """Return whether a part of the place is in a fence, a table, a quotation or a pair of quotes."""
    if any(first < end and start < last for first, last in page.fences):
        return True
    line = _line(page, start)
    before = page.text[page.text.rfind("\n", 0, start) + 1 : start]
    between = any(before.count(mark) % 2 or mark in page.text[start:end] for mark in '`"')
    return between or line.lstrip()[:1] in {"|", ">"} or "<!--" in line


def _lesson(page: Page, start: int, end: int) -> Role:
    """Return whether words are shown in a paragraph on attacks, or stand in a sentence on one.

    The rest of a paragraph teaches only what it quotes, or in a course on attacks: else one word on detection
    would excuse any order.
    """
    begin, stop = page.text.rfind("\n", 0, start) + 1, page.text.find("\n", end)
    stop = stop if stop >= 0 else len(page.text)
    shown = _is_shown(page, start, end)
    if not shown and not is_course(page.folded):
        begin = max([begin, *(found.end() for found in _SENTENCE_END.finditer(page.text, begin, start))])
        after = _SENTENCE_END.search(page.text, end, stop)
        stop = after.start() if after else stop
    around = page.text[max(begin, start - 700) : start] + " " + page.text[end : min(stop, end + 700)]
    taught = _TEACHES.search(around)
    if taught and not shown and not is_course(page.folded) and _LOOKS_FOR.match(taught[0]):
        taught = _TEACHES.search(page.text, max(begin, start - 60), start)
    if not (taught or _TEACHES.search(lead_of(page, start))):
        return ""
    return "quoted" if shown else "teaching"


def _line(page: Page, offset: int) -> str:
    begin = page.text.rfind("\n", 0, offset) + 1
    end = page.text.find("\n", offset)
    return page.text[max(begin, offset - 700) : min(end if end >= 0 else len(page.text), offset + 700)]


def _line_above(text: str, place: int, *, through_lists: bool) -> str:
    """Return the last line before `place` that is not blank and, if so wished, no part of a list."""
    for _ in range(20):
        if place <= 0:
            return ""
        begin = text.rfind("\n", 0, place) + 1
        line = text[begin:place]
        if line.strip() and not (through_lists and _LIST_LINE.match(line)):
            return line[-300:]
        place = begin - 1
    return ""


def _comment_above(text: str, fence: int, offset: int) -> str:
    for line in reversed(text[fence:offset].split("\n")[-6:]):
        if re.match(r"\s*(?:#|//|--|/\*)", line):
            return line[:200]
    return ""
