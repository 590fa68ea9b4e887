"""Rules for a passage and what it was read to state: does what the reading names stand in it?

The number, the unit of a length and every quoted text must stand in the passage, and the passage in what
the assistant wrote. A wish, a condition or a plan states nothing. There is no understanding here.
"""

import re

from skilleval.testing.offline.grader_sheet import Sheet

_NUMBER = re.compile(r"the number it states for it is (?P<number>\d+)$")
_UNIT = re.compile(r"^the length in (?P<unit>characters|words|sentences)\b")
_UNITS = {
    "characters": r"\bchar|\bletters?\b|\blength",
    "words": r"\bwords?\b|-word",
    "sentences": r"\bsentences?\b",
}
_QUOTED = re.compile(r"“(?P<text>[^”]+)”|`(?P<code>[^`]+)`")
_STATES_NOTHING = re.compile(
    r"^(?:if|when|unless|should|once)\b|\b(?:should|would|could|must|might|please|wants? to|plans? to)\b",
    re.IGNORECASE,
)
_SMALL = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty",
)  # fmt: skip
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")


def fault_of(passage: str, reading: str, sheet: Sheet) -> str:
    """Return why the passage does not state it; empty when it does, as far as words tell."""
    if _plain(passage) not in _plain("\n".join(sheet.produced)):
        return "the passage is not in the answer"
    if _STATES_NOTHING.search(_outside_quotes(passage)):
        return "a wish, a plan or a condition"
    number = _NUMBER.search(reading)
    if number is not None and not _has_number(passage, int(number["number"])):
        return f"the number {number['number']} is not in it"
    unit = _UNIT.search(reading)
    if unit is not None and not re.search(_UNITS[unit["unit"]], passage, re.IGNORECASE):
        return f"it does not speak of {unit['unit']}"
    missing = next((text for text in _quoted(reading) if _plain(text) not in _plain(passage)), "")
    return f"“{missing}” is not in it" if missing else ""


def _quoted(reading: str) -> list[str]:
    return [match["text"] or match["code"] for match in _QUOTED.finditer(reading)]


def _has_number(passage: str, number: int) -> bool:
    digits = {int(found.replace(",", "")) for found in re.findall(r"\d+(?:,\d{3})*", passage)}
    words = set(re.findall(r"[a-z]+", passage.lower()))
    if number in digits:
        return True
    if number < len(_SMALL):
        return (
            _SMALL[number] in words
            or (number == 1 and bool({"a", "single", "once"} & words))
            or "dozen" in words
        )
    tens, ones = divmod(number, 10)
    if tens >= len(_TENS) + 2:
        return "hundred" in words
    return _TENS[tens - 2] in words and (not ones or _SMALL[ones] in words)


def _outside_quotes(text: str) -> str:
    return re.sub(r"“[^”]*”|\"[^\"]*\"|`[^`]*`", " ", text)


def _plain(text: str) -> str:
    return " ".join(re.sub(r"[*_`#>|\"“”'‘’]+", " ", text.lower()).split())
