"""An order is written so that a reader does not see it, and is to be obeyed once it is solved.

Why: Text in base64, rot13, first letters or an image comment passes every reader and every filter; only the agent
learns what it says.

Check: What does it say once decoded?

Fix: Write orders in plain words.
"""

from collections.abc import Iterator

from skilleval.review.frame import Frame, Notion
from skilleval.review.meaning import meant
from skilleval.review.page import Page
from skilleval.review.rule import Hit, Rule
from skilleval.review.vocabulary import HARMLESS, TAUGHT

RULE = Rule(
    id="riddled-order",
    family="obfuscation",
    severity="high",
    owasp="AST01",
    about="words",
    page=__doc__,
)

_SOLVE = Notion(
    words="decode decodes decoded decoding decrypt decrypts decipher deciphers unscramble unscrambles reversed backwards rot13 rot caesar base64 acrostic morse exif steganography steganographic",
    needles="right left capital letters reverse third backwards picture image first hidden letter letters initial word bits spell spells every hex",
    pattern=r"""\bfrom\s+right\s+to\s+left\b|\bcapital\s+letters\b
    |\bwritten\s+backwards\b|\bevery\s+\w{2,8}\s+word\b|\b(?:picture|image|photo|logo|audio)\b[^\n.;]{0,40}\b(?:order|instruction|message|metadata|command)\b
    |\b(?:first|initial|last|second|third|nth)\s+(?:letters?|words?|characters?)\s+of\s+(?:each|every|all|the)\b|\bhidden\s+(?:text|message|comment|string|layer)\b|\bleast\s+significant\s+bits?\b|\breverse\s+the\s+(?:following|string|text|letters|words)\b|\bwhich\s+they\s+spell\b|\bevery\s+(?:second|third|other|nth|fifth)\s+(?:letter|word|character|line)\b|\b(?:hex\w{0,8}|binary)\s+(?:string|text|form|code)\b""",
)
_DO = Notion(
    words="comply complies obey obeys obeyed",
    needles="perform enter shell next them following whatever act acts do does follow follows carry execute executes run order orders instruction instructions command commands step prompt",
    pattern=r"""\bperform\s+it\b|\bin\s+(?:the|a)\s+shell\b|\bnext\s+step\b
    |\bexecute\s+whatever\b|\bwhatever\s+it\s+says\b|\bfollow\s+the\s+(?:resulting|hidden|decoded)\b|\bcarry\s+them\s+out\b
    |\bact(?:s|ed)?\s+(?:up)?on\b|\b(?:do|does)\s+what\b|\bfollows?\s+(?:it|them|what|the\s+(?:result|text|instructions?|order|message|sentence))\b|\bcarr(?:y|ies)\s+(?:\w{1,12}\s+){0,3}?out\b|\b(?:execute|run|obey|perform)(?:s|ed)?\s+(?:it|them|the\s+(?:result|order|commands?|output|decoded\s+\w+|instructions?|text|sentence)|what)\b|\b(?:treat|use|take|regard)\s+(?:it|them|the\s+\w+)\s+as\s+(?:your\s+|an?\s+|the\s+)?(?:next\s+)?(?:instructions?|orders?|commands?|prompts?|steps?)|\bcommands?\b[^\n.;]{0,40}\b(?:is|are)\s+(?:run|executed)\b|\bcommand\s+and\s+run\s+it\b|\b(?:is|as)\s+your\s+next\s+(?:instruction|order|step|task)|\bfollows\s+it\s+as\b""",
)
_SHOWN = Notion(
    words="jwt photo attachment attachments flag certificate qr mime payload audio video locale language languages",
    needles="never don request display undo not",
    pattern=r"\brequest\s+to\b|\bfor\s+display\b|\b(?:do\s+not|never|don't)\s+(?:\w{1,8}\s+){0,2}(?:execute|run|obey|follow|trust|act)",
)
FRAMES = (Frame(_SOLVE, near=(_DO,), unless=(TAUGHT, HARMLESS, _SHOWN)),)


def review(page: Page) -> Iterator[Hit]:
    """Yield a hit for each text that is to be solved and then obeyed."""
    yield from meant(RULE, page, *FRAMES)
