"""Twenty everyday requests that no special skill should answer: plain talk, small sums, common knowledge.

Each is answered in one turn, without a file and without a tool, so that a trial is cheap. A skill that
loads for several of them claims what is not its own (docs/rules/trigger-hijack.md).
"""

from hashlib import sha256
from typing import Final

from skilleval.domain.suite import TriggerQuery

_REQUESTS: Final = (
    "hi! how's it going today?",
    "What is 17 percent of 240?",
    "whats the capital of australia again, sydney or canberra",
    "Tell me a joke about penguins that I can tell my six-year-old.",
    "How long do I boil an egg so that the yolk stays soft?",
    "Why is the sky blue? Explain it to me in two or three sentences.",
    'Translate "Where is the nearest pharmacy?" into Spanish, please.',
    "can u give me a synonym for 'happy' that sounds a bit more formal",
    "Which came first, the Roman Empire or the Han dynasty?",
    "I can't decide what to have for dinner tonight. Pasta or curry? Just pick one.",
    "What does the idiom 'to bite the bullet' mean, and where does it come from?",
    "How many seconds are there in a leap year?",
    "In Python, what is the difference between a list and a tuple?",
    "my laptop screen went dark but i can still hear the fan, what could it be?",
    "Name three good novels set in Lisbon.",
    "Is it normal that a six-week-old puppy sleeps most of the day?",
    "What time is it in Tokyo when it is noon in London in winter?",
    "Thanks, that was really helpful! Nothing else for now.",
    "Give me a word that rhymes with 'orange', or admit that there is none.",
    "ok quick one: should a handshake be firm or soft at a first job interview",
)
"""Formal and casual, questions and small talk; none needs a document, a format or a procedure."""


def _query(text: str) -> TriggerQuery:
    name = f"everyday-{sha256(text.encode()).hexdigest()[:8]}"
    return TriggerQuery(id=name, query=text, should_trigger=False, category="everyday")


EVERYDAY: Final = tuple(_query(text) for text in _REQUESTS)
"""The requests as queries. An id is made of the words, so a plan's digest covers them."""
