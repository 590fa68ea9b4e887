"""Protection of the machine is switched off or its tracks are removed.

Why: Virus scanners, firewalls, system integrity and logs are what stops or shows an attack. Whoever needs
them off has something that they would stop.

Check: Which protection, for how long, and why?

Fix: Leave protection on; if a tool is blocked, let the user decide.
"""

from collections.abc import Iterator
from dataclasses import replace

from skilleval.review.page import Page
from skilleval.review.probe import Probe, hits
from skilleval.review.rule import Hit, Rule

RULE = Rule(
    id="security-switched-off",
    family="destructive",
    severity="high",
    owasp="AST01",
    page=__doc__,
)

_CODE = Probe(
    "mppreference csrutil spctl setenforce ufw iptables quarantine auditctl wevtutil "
    "histfile history defender hosts aukill nftables sc firewalld netsh amsi",
    r"""\b(?:set|add)-mppreference\b[^\n]{0,120}(?:disable\w{3,40}|exclusion\w{3,20})
    |\bcsrutil\s+disable|\bspctl\s+--(?:master|global)-disable|\bsetenforce\s+0|\bufw\s+disable
    |\bsystemctl\s+(?:stop|disable)\s+(?:firewalld|ufw|apparmor|auditd|falcon\S{0,20}
    |crowdstrike\S{0,20}|defender\S{0,20})
    |\biptables\s+(?:-f\b|-p\s+\w{1,12}\s+accept|-\w\s+\w{1,12}\s[^\n]{0,120}(?:redirect|dnat))
    |\bnetsh\s+(?:advfirewall|firewall)\s+set\s[^\n]{0,60}off|\bwevtutil\s+cl\b|\bauditctl\s+-[de]
    |\bunset\s+histfile|\bhistory\s+-c\b|(?:rm|>)\s[^\n]{0,20}\.(?:bash|zsh)_history
    |>>?\s{0,3}/etc/hosts\b|\bsc(?:\.exe)?\s+(?:create|start)\s[^\n]{0,60}(?:kernel|\.sys)|\baukill\b
    |amsiutils|amsiinitfailed""",
)
_QUARANTINE = Probe("quarantine xattr", r"\bxattr\s+-\w{1,4}\s[^\n]{0,120}(?:quarantine|\.app|/tmp|\.dmg)")
_ASKED = Probe(
    "disable disables disabling turn bypass deactivate stop kill evade circumvent antivirus "
    "defender firewall disabled bypassed audit",
    r"""\b(?:disabl(?:e|es|ing)|turn(?:s|ing)?\s?off|deactivat(?:e|es|ing)|switch\s+off|bypass(?:es
    |ing)?|stop(?:s|ping)?|kill(?:s|ing)?|evad(?:e|es|ing)|circumvent(?:s|ing)?
    |uninstall)\b[^\n.]{0,40}
    \b(?:anti-?virus(?:es)?|(?:windows\s+)?defender|firewalls?|gatekeeper|endpoint\s+(?:protection
    |security|detection)|\bedr\b|security\s+(?:controls|software|tools|processes|checks|monitoring
    |features|policies)|malware\s+(?:protection|scann\w{2,4})|audit\s+logg?ing|audit\s+logs?
    |smartscreen|\bsip\b|selinux|content\s+filter(?:s|ing)?|safety\s+(?:checks?|filters?
    |guidelines))\b
    |\b(?:content\s+filter(?:s|ing)|safety\s+(?:checks?|filters?)|audit\s+(?:logs?|trail|logging)
    |moderation)\s+
    (?:is|are|will\s+be)\s+(?:disabled|bypassed|turned\s+off|lifted|suspended|skipped)\b
    |\b(?:do(?:es)?\s+not|not|never)\s+(?:be\s+)?(?:log(?:ged)?|recorded?
    |written)\b[^\n.]{0,60}\b(?:audit\s+(?:log|trail)|(?:standard\s+)?
    (?:\w{1,12}\s+)?audit)\b""",
)


def review(page: Page) -> Iterator[Hit]:
    """Yield a hit for each command, and each sentence, that takes protection away."""
    yield from hits(RULE, page, _CODE)
    for hit in hits(RULE, page, _QUARANTINE):
        yield replace(hit, severity="medium")
    yield from hits(replace(RULE, about="words"), page, _ASKED)
