"""Words of a phrase, brought to a common form, without those that carry no meaning of their own."""

import regex

_WORD = regex.compile(r"[a-z0-9][a-z0-9'’]*", regex.IGNORECASE)
_EMPTY = frozenset(
    """
    a about all also an and any are as at be been being but by can could did do does doing done each
    either else even ever every for from further get gets give given gives has have having he her
    here him his how i if in into is it its itself just may me might more most much must my need
    needs no nor not of off on one only or other our out over own per she should so some such than
    that the their them then there these they this those through to too under up upon us used user
    uses using was we were what when where whether which while who whom whose why will with would
    you your many often long newcomers newcomer readers reader people person someone anyone everyone
    actually anything anywhere clearly exactly explicitly something somewhere
    """.split()  # noqa: SIM905 -- reads better than a hundred quoted words
)
_IRREGULAR = {
    "paid": "pay", "sent": "send", "made": "make", "written": "write", "wrote": "write", "built": "build",
    "kept": "keep", "ran": "run", "found": "find", "bought": "buy", "sold": "sell", "chosen": "choose",
    "begun": "begin", "began": "begin", "done": "do", "taken": "take", "held": "hold", "left": "leave",
    "people": "person", "children": "child",
}  # fmt: skip
_ENDINGS = ("ations", "ation", "ings", "ing", "ies", "ied", "ers", "er", "ed", "es", "ly", "s")


def stems(text: str) -> frozenset[str]:
    """Return the stems of the words of `text` that carry meaning."""
    return frozenset(stem(word) for word in _WORD.findall(text.lower()) if word not in _EMPTY)


def stem(word: str) -> str:
    """Return a word without the commonest English endings: "creating", "created", "creates" are one."""
    word = _IRREGULAR.get(word, word)
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3 and not word.endswith("ss"):
            word = word.removesuffix(ending)
            break
    if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "ls":
        word = word[:-1]
    return word.rstrip("eiy") if len(word) > 3 else word
