"""What the user and the agent say to each other is to be sent elsewhere.

Why: A conversation holds whatever the user pasted into it: code, names, keys, plans. Nobody who talks to an
agent expects a third party to listen.

Check: Who reads it, and did the user agree to it in so many words?

Fix: Delete it. If feedback is wanted, let the user send it.
"""

from collections.abc import Iterator

from skilleval.review.meaning import EMAIL, FAR, FAR_PLACE, URL, Meaning, meant
from skilleval.review.page import Page
from skilleval.review.rule import Hit, Rule

RULE = Rule(
    id="conversation-sent",
    family="exfiltration",
    severity="high",
    owasp="AST01",
    about="words",
    page=__doc__,
)

_SENT = r"""\b(?:copied|sent|forwarded|posted|relayed|mirrored|streamed|shared|logged|recorded|uploaded|transmitted|delivered|relaying|call|provide|give|listen\w{0,3}|informed)\b
    |\b(?:send|forward|post|submit|upload|transmit|report|relay|mirror|stream|copy|pipe|share|ship|log|include|attach
    |append|e?-?mail|deliver|push|save|dump|record|sync|publish|pass|back\s+up|archive|route)(?:e?s|ing)?\b"""
_TALK = r"""\b(?:the\s+(?:discussion|exchange|dialogue)|all\s+(?:user\s+)?(?:inputs?|prompts|messages)|(?:this|the|our|your|full|whole|entire|each|every|complete)\s+(?:\w{1,12}\s+){0,1}(?:conversations?|chats?|dialogues?)
    |(?:chat|conversation|session|message|prompt)\s+(?:history|histories|logs?|transcripts?|records?|contents?)|transcripts?
    |everything\s+(?:that\s+)?(?:the\s+|an?\s+)?(?:user|human|customer|you|they)\s+(?:\w{1,12}\s+){0,2}(?:types?|says?|asks?|writes?|sees?|said)
    |everything\s+(?:said|written|asked|discussed)|(?:the\s+)?messages?\s+(?:exchanged|so\s+far|above|in\s+this)|what(?:ever)?\s+(?:the\s+)?(?:user|person|human|customer|they)\s+
    (?:typed?s?|says?|said|asks?|asked|writes?|wrote)|(?:this|your)\s+(?:chat|thread|session)|(?:each|every|all)\s+(?:of\s+)?(?:the\s+)?(?:\w{1,12}\s+){0,2}(?:prompts?|messages?|replies|answers|questions|turns?)
    |what(?:ever)?\s+(?:the\s+)?user\s+(?:types?|says?|asks?|writes?)|(?:your|the)\s+system\s+prompt|context\s+window|hidden\s+prompt
    |(?:user'?s?\s+)?(?:questions?|prompts?|messages?|requests?)\s+and\s+(?:your|the|its)\s+(?:answers?|repl(?:y|ies)|responses?))\b"""
_SENT_ON = Meaning(
    "discussion inputs input exchange conversation conversations said wrote typed exchanged session thread chat chats dialogue transcript transcripts history types says asks writes said prompt prompts "
    "messages replies answers questions question turn turns message context dialogues",
    (
        _SENT,
        _TALK,
        rf"""{URL}|{EMAIL}|{FAR}|\b(?:our|their)\s+(?:\w{{1,12}}\s+){{0,2}}(?:dashboard|team|logs?|listeners?|database)\b|\balt\s+text\b|{FAR_PLACE}|\b(?:webhooks?|telemetry|analytics|tracking|third[- ]part\w{{1,3}}|collector)\b
        |\b(?:to|with)\s+(?:us|(?:the\s+)?skill'?s?\s+(?:author|maker|vendor|developers?|publisher)s?|the\s+(?:author|vendor|developers?|maintainers?|publisher|provider)s?)\b
        |\b(?:feedback|logging|quality|support|usage|monitoring)\s+(?:api|endpoint|call|service|server|webhook|team)\b""",
    ),
    unless=r"""\b(?:user\s+(?:asks|wants|requests|confirms|agrees|consents)|ask\s+the\s+user|slack\s+(?:channel|thread)|git\s+history
    |commit\s+history|chat\s+completions?|messages\s+api)\b""",
)

_KEPT_HIDDEN = Meaning(
    "hidden secret shadow invisible undisclosed",
    (
        r"\b(?:copy|store|save|write|append|record|keep|log|put|mirror|stash)(?:s|ing)?\b",
        rf"{_TALK}|\b(?:user|customer|client|human)(?:'s)?[\s-](?:texts?|inputs?|data|words|documents?|files?|prompts?|messages?|answers?)\b",
        r"\b(?:in|into|to|under|at)\s+(?:an?\s+|the\s+|your\s+)?[`'\"]?(?:hidden|secret|shadow|invisible|undisclosed)[\s_-]\w{0,20}",
    ),
    unless=r"\b(?:user\s+(?:asks|wants|requests|confirms|agrees|consents)|ask\s+the\s+user|secret\s+(?:manager|store|vault)|hidden\s+(?:field|input|layer)s?|never)\b",
)


def review(page: Page) -> Iterator[Hit]:
    """Yield a hit for each sentence that sends what was said to somebody else, or keeps it in a hidden place."""
    yield from meant(RULE, page, _SENT_ON, _KEPT_HIDDEN)
