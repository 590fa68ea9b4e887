"""What is said to be so now of a thing that is gone: "Bo is now listed with Lund as his city".

A name or number that stood in what was given, and that no file has at the end, is told as if it were there.
"""

from collections.abc import Iterator

import regex

from skilleval.domain.grade import Claim
from skilleval.grading.claims.kinds import CHANGE
from skilleval.grading.claims.newest import made, newest, pairs, stands_in
from skilleval.grading.claims.scene import Scene
from skilleval.grading.claims.settled import settled

_NOW = regex.compile(
    r"\b(?:now|still|remains?|stays?|stayed|remained|kept|keeps|carried over|preserved|"
    r"retained|survives?|survived|intact|"
    r"nach wie vor|weiterhin|bleibt|bleiben|jetzt|toujours|reste|restent|maintenant|ahora|sigue|siguen)\b",
    regex.IGNORECASE,
)
_GONE = regex.compile(
    r"\b(?:remov\w*|delet\w*|gone|no|not|never|drop\w*|replac\w*|renam\w*|instead|from|was|"
    r"were|had|old|former\w*|previous\w*|chang\w*|cut|"
    r"without|left out|leav\w* out|omit\w*|miss\w*|lost|convert\w*|became|becomes|turn\w*|"
    r"until|before|rather|than|out|nicht|kein\w*|ohne|pas|plus|sans|sin|ya)\b|n['’]t\b|→|->",
    regex.IGNORECASE,
)
_NAME = regex.compile(
    r"[`\"“„«]([^`\"“”„«»\n]{2,60})[`\"”“»]|(?<=[a-zäöüß,;] )(\p{Lu}\w{2,})|"
    r"(?<![\w.,/-])(\d[\d.,]*\d)(?![\w/-])"
)


def find(scene: Scene) -> Iterator[Claim]:
    """Yield each clause that tells of a thing as being there that no file has any more."""
    if not scene.is_answer or not pairs(scene):
        return
    left = [text for one in newest(scene) for text in (one.text, one.path)]
    given = [old.text for old, _ in pairs(scene)]
    for sentence in scene.sentences:
        for clause in regex.split(r"[;:]\s|,\s(?:and|but|while|so)\s", sentence.text):
            if not _NOW.search(clause) or _GONE.search(clause) or clause.rstrip().endswith("?"):
                continue
            for found in _NAME.finditer(clause):
                if regex.match(
                    r"\W*\s*(?:is|are|has|have|\w+s)?\s*(?:[^,;]{0,40}\s)?now\b", clause[found.end() :]
                ):
                    continue  # "`A` is now `B`" names the old one
                name = next(group for group in found.groups() if group).strip(".,")
                is_gone = any(stands_in(name, text) for text in given) and not any(
                    stands_in(name, text) for text in left
                )
                if is_gone and made(scene):
                    evidence = f"“{name}” stands in no file any more"
                    yield settled(
                        kind=CHANGE, quote=clause.strip(" *_"), holds=False, evidence=evidence, process=True
                    )
                    break
