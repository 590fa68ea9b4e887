"""Which skill, if any, fits a request: by the words of its description, as that is all an agent sees.

The score is the weight of the request's words that name and description share, over the root of the
number of words in the request. A word that many listed skills share weighs less; words in a clause such
as "not for ..." count against. There are no synonyms: a description that leaves out how people ask is not
found (recall falls), one that lists everything is found too often (false triggers rise).
"""

import math
import re
from collections.abc import Mapping

from skilleval.testing.offline.words import stems

THRESHOLD = 0.6
"""Two plain words of a request of ten reach it."""
_MIN_WORDS = 2

_NEGATIVE = re.compile(
    r"\b(?:not (?:for|when|to be used|meant)|do(?: not|n't) use|never (?:use|for)|except|unless)\b[^.;]*",
    re.IGNORECASE,
)
_EVERYTHING = re.compile(
    r"\b(?:always use|(?:any|every|all) (?:kinds? of |other )?(?:requests?|tasks?|questions?|messages?))\b",
    re.IGNORECASE,
)


def choose_skill(request: str, listing: Mapping[str, str]) -> str | None:
    """Return the listed skill that fits the request best, or None where none fits well enough."""
    for name in listing:
        if "-" in name and name in request:
            return name
    scores = score_skills(request, listing)
    best = max(scores, key=lambda name: scores[name], default=None)
    return best if best is not None and scores[best] >= THRESHOLD else None


def score_skills(request: str, listing: Mapping[str, str]) -> dict[str, float]:
    """Return each skill's fit: 0 without a shared word, beyond THRESHOLD when an agent would load it."""
    asked = stems(request)
    sides = {name: _sides(name, text) for name, text in listing.items()}
    weights = _weights([wanted for wanted, _ in sides.values()])
    return {
        name: _score(asked, wanted=wanted, unwanted=unwanted, weights=weights)
        + (THRESHOLD if _EVERYTHING.search(listing[name]) else 0.0)
        for name, (wanted, unwanted) in sides.items()
    }


def _sides(name: str, description: str) -> tuple[frozenset[str], frozenset[str]]:
    wanted = stems(f"{name.replace('-', ' ')} {_NEGATIVE.sub(' ', description)}")
    unwanted = stems(" ".join(_NEGATIVE.findall(description)))
    return wanted, unwanted - wanted


def _weights(descriptions: list[frozenset[str]]) -> dict[str, float]:
    """Return a weight of 1 for a word of one description, falling to a third for a word of all."""
    known = frozenset().union(*descriptions)
    spread = math.log(len(descriptions) + 1)
    shared = {word: sum(word in words for words in descriptions) for word in known}
    return {word: 1 - (2 / 3) * math.log(count) / spread for word, count in shared.items()}


def _score(
    asked: frozenset[str], *, wanted: frozenset[str], unwanted: frozenset[str], weights: Mapping[str, float]
) -> float:
    hits = asked & wanted
    if len(hits) < _MIN_WORDS:
        return 0.0
    weight = sum(weights[word] for word in hits) - len(asked & unwanted)
    return weight / math.sqrt(max(len(asked), 1))
