"""An encoded text hides a command, a script or instructions.

Why: What is encoded passes a reviewer unread, and an agent or a script can decode it.

Check: The finding shows what it says. Who decodes it, and why is it not written plainly?

Fix: Write it in plain text, or delete it.
"""

from collections.abc import Iterator

from skilleval.review.kinds import PROGRAM
from skilleval.review.page import Page
from skilleval.review.probe import Probe, bounds, hit_at
from skilleval.review.rule import Hit, Rule

RULE = Rule(
    id="encoded-command",
    family="obfuscation",
    severity="high",
    owasp="AST08",
    page=__doc__,
)

_COMMAND = Probe(
    "curl wget bash sh powershell iex exec eval import require socket subprocess rm chmod "
    "ignore http:// https:// os.system nc sudo /bin/ previous instructions",
    r"""\b(?:curl|wget)\s[^\n]{0,200}(?:https?://|\|\s{0,3}(?:ba|z)?sh)|/bin/(?:ba)?sh\b
    |\bpowershell\b|\biex\b|\bimport\s+(?:os|socket|subprocess|base64|requests|urllib)\b
    |\brequire\(["'](?:child_process|net|http|fs)
    |\b(?:exec|eval)\(|os\.system\(|\brm\s+-rf?\b|\bchmod\s+\+x|\bignore\s+(?:all|previous|prior
    |your)\b|\bsudo\s+\w{2,20}\s|\bnc\s+-\w|\bhttps?://(?:\d{1,3}\.){3}\d{1,3}|\bprocess\.env\b
    |^\s{0,4}(?:you\s+(?:must|should|are)|do\s+not\s+(?:tell|mention)|send|upload|download|forward
    |read|delete)\b[^\n]{8,}""",
)


def review(page: Page) -> Iterator[Hit]:
    """Yield the first hit in each text that had to be decoded."""
    if "decoded" in page.origin:
        if page.raw.startswith(PROGRAM):
            yield hit_at(RULE, page, (0, len(page.text)), message="An encoded text hides a compiled program")
        found = next(iter(_COMMAND.matches(page)), None)
        if found is not None:
            yield hit_at(RULE, page, bounds(page.text, found.start()))
