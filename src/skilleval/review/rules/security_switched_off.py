"""Protection of the machine is switched off or its tracks are removed.

Why: Virus scanners, firewalls, system integrity and logs are what stops or shows an attack. Whoever needs
them off has something that they would stop.

Check: Which protection, for how long, and why?

Fix: Leave protection on; if a tool is blocked, let the user decide.
"""

from collections.abc import Iterator
from dataclasses import replace

from skilleval.review.meaning import Meaning, meant
from skilleval.review.page import Page
from skilleval.review.probe import Probe, bounds, hits
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
    |\bhistory\s+-d\s|\bsed\s+-i\s[^\n]{0,60}(?:\.claude/projects|/var/log/|_history)
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
_UNGUARDED = Meaning(
    """protection antivirus edr firewall scanner scanning scanners audit auditd history 2fa mfa factor sandbox seccomp apparmor selinux gatekeeper
    signature integrity checksum checksums dlp monitoring owners reviews review hook hooks verification logging logs certificate certificates
    tls ssl quarantine smartscreen sandboxing attestation provenance alerts alerting""",
    (
        r"""\b(?:turn(?:s|ing)?\s+off|disabl(?:e|es|ing)|switch(?:es|ing)?\s+off|deactivat(?:e|es|ing)|stop(?:s|ping)?|remov(?:e|es|ing)|kill(?:s|ing)?|paus(?:e|es|ing)
        |suspend(?:s|ing)?|skip(?:s|ping)?|uninstall(?:s|ing)?|bypass(?:es|ing)?|clear(?:s|ing)?|delet(?:e|es|ing)|wip(?:e|es|ing)|eras(?:e|es|ing)|exclud(?:e|es|ing)|comment(?:ing)?\s+out
        |silenc(?:e|es|ing)|mut(?:e|es|ing)|tak(?:e|es|ing)\s+down|shut(?:s|ting)?\s+(?:off|down)|lower(?:s|ing)?|loosen(?:s|ing)?|opt(?:ing)?\s+out\s+of|accept(?:s|ing)?\s+any)\b""",
        r"""\b(?:endpoint\s+(?:protection|security|agent)|anti-?virus|edr|firewall|(?:secret|security|vulnerabilit\w{1,3}|malware|dependency|credential|code|virus)[\s-]+
        (?:scann\w{2,4}|scans?|audits?|checks?)|push\s+protection|branch\s+protection|code\s?owners?|required\s+(?:reviews?|checks?|approvals?)|audit\s+(?:daemon|logs?|logging|trail)
        |auditd|(?:shell|bash|command|terminal|zsh)\s+history|2fa|mfa|two[- ]factor|multi[- ]factor|sandbox(?:ing)?|seccomp|apparmor|selinux|gatekeeper|smartscreen|quarantine
        |signature\s+(?:checks?|verification|validation)|integrity\s+(?:checks?|verification)|checksum\s+(?:checks?|verification|validation)|dlp|monitoring\s+agents?
        |(?:tls|ssl|certificate)\s+(?:verification|validation|checks?|warnings?)|security\s+(?:alerts?|monitoring|logging|hooks?|review)|login\s+alerts?)\b""",
    ),
    unless=r"""\b(?:in\s+(?:the\s+)?tests?|test\s+(?:suite|environment|database)|local(?:ly)?\s+(?:dev\w{0,8}|only|testing)|re-?enable\w{0,1}|user\s+(?:asks|confirms|approves|agrees|wants)
    |ask\s+the\s+user|false\s+positives?\s+in\s+the\s+baseline|unless|if\s+you\s+(?:want|need|prefer)|optional\w{0,2}|mistakes?|findings?|checklist|explain\w{0,1}|whether
    |covers|verify\s+that|check\s+(?:that|whether|for)|browser\s+history|insecure|if\s+enabled)\b|_insecure\b|--[a-z-]{3,30}\s{2,}""",
    ordered=True,
)
_GOES_ON = Meaning(
    "node_tls_reject_unauthorized rejectunauthorized certificate certificates insecure unauthorized",
    (
        r"\b(?:set|export|use|pass|add|go\s+on|continue|proceed|accept|trust)\b",
        r"""node_tls_reject_unauthorized\s{0,2}=\s{0,2}["']?0|\brejectunauthorized\b[^\n]{0,6}false|\bpythonhttpsverify\s{0,2}=\s{0,2}0
        |\bcertificate\b[^\n.]{0,40}\b(?:cannot|can't|could\s+not|fails?|invalid|expired|unknown)\b""",
        r"\b(?:go\s+on|continue|proceed|carry\s+on|anyway|regardless|retry|try\s+again|ignore|accept)\b",
    ),
    unless=r"\b(?:local\w{0,4}|development|self-signed|ask\s+the\s+user|stop|abort|warn)\b",
)

_LET_THROUGH = Meaning(
    "exclusions exclusion defender exceptions verify nopasswd 777 csrf csp policy scans scan scanner detector pipeline checks antivirus sandbox",
    (
        r"""\b(?:add|put|set|use|run|relax|drop|take\s+out|remove|delete|strip|skip|loosen|disable|exempt|exclude|append|grant|give|pass|open|comment\s+out|chmod|commit)\b""",
        r"""\b(?:defender|antivirus|anti-virus|edr)\b[^\n]{0,60}\b(?:exclu\w{2,8}|exception\w{0,1}|ignore\w{0,1}|allow\s?list)|\b(?:exclu\w{2,8}|exception\w{0,1})\b[^\n]{0,40}\b(?:defender|antivirus|anti-virus|edr|scanner|virus)
        |--no-verify\b[^\n.]{0,80}\b(?:so\s+that|to\s+(?:avoid|skip|bypass|keep)|detector|scanner|hooks?\s+(?:do|stay|are)|out\s+of\s+the\s+way|leak|secret)
        |\bnopasswd\b|\bchmod\s+(?:-r\s+)?(?:0?777|a\+rwx|\+s|u\+s|4755)\b[^\n.]{0,40}(?:\bhome\b|~|\s/|\beverything\b|\$home|\.ssh|/etc|/usr)
        |\b(?:csrf|xsrf)\s+(?:tokens?|protection|checks?)\b[^\n.]{0,40}\b(?:fail|wherever|everywhere|whenever|errors?)|\b(?:content[- ]security[- ]policy|csp)\b[^\n.]{0,20}(?:\bto\s+[`'"]?\*(?!\*)|\b(?:off|unsafe))
        |\b(?:step|job|stage|check|gate|action)s?\b[^\n.]{0,40}\b(?:that\s+)?(?:scans?|checks?|audits?|looks?)\b[^\n.]{0,20}\b(?:vulnerabilit\w{1,3}|secrets?|malware|licen[cs]es?|security)""",
    ),
    unless=r"\b(?:user\s+(?:asks|wants|confirms|agrees)|ask\s+the\s+user|never|avoid|do\s+not|don't|add\s+a\s+(?:step|job|stage|check|gate)|explain|review)\b",
    ordered=True,
)

_WAVED_THROUGH = Meaning(
    "hash hashes checking approval warnings warning firewall port inbound gitignore signature checks review confirmations",
    (
        r"\b(?:disable|bypass|suppress|skip|ignore|hide|dismiss|silence|remove|drop|add|open|allow|omit|delete|circumvent|override|turn\s+off|switch\s+off)\b",
        r"""\b(?:hash|checksum|signature|integrity|provenance|attestation)\s+(?:check\w{0,3}|verif\w{2,8}|validation)\b|\b(?:approval|review|confirmation|authori[sz]ation|sign-off|permission)\s+(?:steps?|process|gates?|workflow|requirements?|stage)\b
        |\b(?:suppress|hide|dismiss|silence|ignore)\s+(?:all\s+|any\s+|every\s+)(?:\w{1,12}\s+)?security\s+(?:warnings?|alerts?|prompts?|notices?|findings?)
        |\b(?:exceptions?|rules?|holes?|ports?)\b[^\n.]{0,30}\bfirewall\b[^\n.]{0,40}\b(?:inbound|port|any|all|incoming)|\bfirewall\b[^\n.]{0,40}\b(?:allow|open)\w{0,3}\b[^\n.]{0,20}\b(?:inbound|incoming|any|all)\b
        |\.gitignore\b[^\n.]{0,20}(?:\.env|secret|key|credential)[^\n]{0,60}\b(?:committed|commit|pushed|included|tracked)""",
    ),
    unless=r"""\b(?:user\s+(?:asks|wants|confirms|agrees)|ask\s+the\s+user|never|avoid|do\s+not|don't|in\s+(?:the\s+)?tests?|test\s+by|stub\w{0,4}|unless|local\s+(?:dev\w{0,8}|only)|dry[- ]run|trivial|typo|comments?\s+only|explain)\b""",
    ordered=True,
)
LABEL_WORDS = 3


def review(page: Page) -> Iterator[Hit]:
    """Yield a hit for each command, and each sentence, that takes protection away."""
    yield from hits(RULE, page, _CODE)
    for hit in hits(RULE, page, _QUARANTINE):
        yield replace(hit, severity="medium")
    for hit in hits(RULE.of_words, page, _ASKED):
        start, end = bounds(page.text, hit.span[0])
        if len(page.text[start:end].split()) > LABEL_WORDS:  # "bypass firewalls" alone names a risk
            yield hit
    yield from meant(RULE.of_words, page, _UNGUARDED, _GOES_ON, _LET_THROUGH, _WAVED_THROUGH)
