"""Something is made to start by itself.

Why: What starts at login or by a clock goes on when the task is long over, and nobody watches it.

Check: Did the user ask for it? How is it removed?

Fix: Run what is needed while the task runs; let the user set up schedules.
"""

from collections.abc import Iterator
from dataclasses import replace

from skilleval.review.lazy import Lazy
from skilleval.review.page import Page
from skilleval.review.probe import Probe, hits
from skilleval.review.rule import Hit, Rule

RULE = Rule(
    id="autostart",
    family="persistence",
    severity="high",
    owasp="AST01",
    page=__doc__,
)

_HIDDEN = Probe(
    "crontab launchagents launchdaemons launchctl schtasks currentversion\\run cron.d "
    "startup reg new-scheduledtask register-scheduledtask at autostart",
    r"""\bcrontab\s+(?:-\s|-$|-\)|<)|\|\s{0,3}crontab\b|>{1,2}\s{0,3}/etc/cron\S{0,40}|/etc/cron\.(?:d
    |daily|hourly)/|/var/spool/cron
    |library/launch(?:agents|daemons)/[\w.-]{3,80}\.plist|\blaunchctl\s+(?:load|bootstrap|submit)\b
    |\bschtasks(?:\.exe)?\s[^\n]{0,40}/create|(?:register|new)-scheduledtask\b
    |currentversion\\+run(?:once)?\b|\\start\s?menu\\+programs\\+startup|\.config/autostart/""",
)
_SERVICE = Probe(
    "systemctl systemd pm2 rc.local update-rc.d",
    r"\bsystemctl\s+(?:--user\s+)?enable\b|/etc/systemd/system/[\w@.-]{2,60}\.(?:service"
    r"|timer)|\.config/systemd/user/|\bpm2\s+startup\b|/etc/rc\.local|\bupdate-rc\.d\b",
)
_DETACHED = Probe(
    "nohup setsid disown system popen exec spawn",
    r"""\b(?:nohup|setsid)\b[^\n]{0,120}(?:curl|wget|python[\d.]*\s+-c|base64|/tmp/|/dev/shm|\$\(
    |bash\s+-c)[^\n]{0,120}&
    |\b(?:os\.system|popen|exec(?:sync)?|spawn)\([^\n]{0,120}(?:~/|/tmp/|\$home
    |%appdata%)[^\n]{0,80}&\s{0,2}["'`]""",
)
_PLANNED = Probe(
    "cron cronjob scheduled schedule launch systemd daemon startup login",
    r"""\b(?:create|add|set\s+up|install|register|configure)\b[^\n.]{0,30}\b(?:cron\s?jobs?
    |crontab\s+entr\w{1,3}|scheduled\s+tasks?|launch\s+agents?
    |startup\s+items?|login\s+items?|systemd\s+(?:service|timer|unit)s?)\b[^\n]{0,240}
    |\b(?:make\s+sure|ensure|configure|set|start|launch|run)\b[^\n.]{0,50}\b(?:on|at|after
    |upon)\s+(?:every\s+|each\s+|user\s+|system\s+)?(?:login|log-in|boot|reboot|startup|start-up)\b""",
)
_SENDS = Lazy(
    r"\b(?:send|sends|upload|uploads|post|posts|mail|emails?|sync|syncs|push|pushes|fetch"
    r"|fetches|download|downloads|curl|wget)\b"
)
_LASTING = Probe(
    "background persistent uninstalling reinstalls re-enables removed survives",
    r"""\binstalls?\s+(?:\w{1,12}\s+){0,2}(?:persistent|permanent
    |background)\s+(?:\w{1,12}\s+){0,1}(?:service|daemon|agent|process|task)\b
    |\b(?:service|daemon|agent|process|hook)\b[^\n.]{0,60}\b(?:cannot\s+be\s+(?:removed|stopped
    |disabled)|re-?(?:enables|installs|starts)\s+itself
    |survives?\s+(?:reboots?|uninstall\w{0,6}))""",
)


def review(page: Page) -> Iterator[Hit]:
    """Yield a hit for each way of starting by itself; plain services weigh less."""
    yield from hits(RULE, page, _HIDDEN, _DETACHED)
    yield from hits(replace(RULE, about="words"), page, _LASTING)
    for hit in hits(replace(RULE, about="words"), page, _PLANNED):
        sends = _SENDS.search(page.text, *hit.span)
        yield replace(hit, severity="high" if sends else "medium")
    for hit in hits(RULE, page, _SERVICE):
        yield replace(hit, severity="medium")
