"""The user is to hand over a secret.

Why: A seed phrase, a private key, a one-time code or a card number that is typed into a chat stays in
transcripts and logs, and whoever asks for it can use it.

Check: Who receives it? Could the tool that owns the secret ask for it itself?

Fix: Use the provider's own login; never ask for the secret itself.
"""

from collections.abc import Iterator
from dataclasses import replace

from skilleval.review.page import Page
from skilleval.review.probe import Probe, hits
from skilleval.review.rule import Hit, Rule

RULE = Rule(
    id="ask-for-secret",
    family="credentials",
    severity="high",
    owasp="AST03",
    about="words",
    page=__doc__,
)

_ASK = (
    r"\b(?:ask|prompt|instruct|tell|request|require|have|get|remind|persuade|convince"
    r"|direct)\b[^\n.]{0,40}\b(?:users?|them|person|customer|client|operator|human"
    r"|victim)\b[^\n.]{0,60}"
)
_GIVE = (
    r"\b(?:provide|enter|paste|type|share|give|submit|supply|confirm|input|send|reveal"
    r"|disclose|for)\b[^\n.]{0,50}"
)
_WORST = r"""\b(?:private\s+keys?|seed\s*phrase|recovery\s+phrase|secret\s+phrase|mnemonic
    |wallet\s+(?:key|password|secret)|credit\s+card|card\s+number|cvv|social\s+security
    |\bssn\b|one[- ]time\s+(?:code|password)|\botp\b|2fa\s+code|mfa\s+code
    |(?:sudo|system|login|account|root|admin|administrator|computer|macos|windows|master|email
    |bank)\s+(?:password|passcode|pin)|keychain\s+password)\b"""
_ASKED = Probe(
    "key keys phrase mnemonic wallet card cvv ssn security otp 2fa mfa password passcode seedphrase code pin",
    rf"{_ASK}{_GIVE}{_WORST}",
)
_STORED = Probe(
    "token credentials password",
    r"\b(?:ask|prompt|instruct|tell|request)"
    r"\b[^\n.]{0,40}\busers?\b[^\n.]{0,60}\b(?:api\s+(?:key|token)|token|credentials?"
    r"|password)\b[^\n]{0,200}\b(?:verify\s+(?:account\s+)?ownership|reassure"
    r"|will\s+not\s+be\s+stored|refuse)",
)
_DIALOG = Probe(
    "hidden dscl validatecredentials sudo kinit",
    r"display\s+dialog[^\n]{0,200}hidden\s+answer|\bdscl\b[^\n]{0,40}-?authonly"
    r"|validatecredentials\(|\becho\s+[^\n|]{1,60}\|\s{0,3}sudo\s+-\w{0,3}s\b"
    r"""|spawn(?:sync)?\(\s{0,3}["']su["']""",
)


def review(page: Page) -> Iterator[Hit]:
    """Yield a hit for each request for a secret that nobody should ask for."""
    yield from hits(RULE, page, _ASKED, _STORED)
    yield from hits(replace(RULE, about="code"), page, _DIALOG)
