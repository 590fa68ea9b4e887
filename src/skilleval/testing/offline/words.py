"""Words of a text, brought to a common form: what choosing a skill and finding a column rest on."""

import re

_WORD = re.compile(r"[a-z0-9]+(?:'[a-z]+)?")
_COMMON = """
a about after all also am an and any are as ask asked asking asks at be been before being but by can
could did do does doing don't each else for from get give given go going had has have having he her here
him his how i if in into is it its itself just kind let like make made me more most my need needed no
nor not now of off on once only or other our out over own per please she should so some such than that
the their them then there these they this those through to too under until up us use used user users
uses using very want wants was we were what when where whether which while who whom whose why will with
would you your"""
_STOP = frozenset(_COMMON.split())
_SUFFIXES = ("ations", "ation", "ings", "ing", "ers", "ied", "ies", "ed", "er", "es", "ly", "s")


def stem(word: str) -> str:
    """Return `word` without the commonest English endings: "checking", "checks" -> "check"."""
    for suffix in _SUFFIXES:
        if word.endswith(suffix) and len(word) - len(suffix) >= 3 and not word.endswith("ss"):
            word = word.removesuffix(suffix)
            break
    if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "ls":
        word = word[:-1]
    return word.rstrip("eyi") if len(word) > 3 else word


def stems(text: str) -> frozenset[str]:
    """Return the stems of the words of `text` that carry meaning."""
    return frozenset(stem(word) for word in _WORD.findall(text.lower()) if word not in _STOP)
