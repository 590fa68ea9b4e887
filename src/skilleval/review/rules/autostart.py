"""Something is made to start by itself.

Why: What starts at login or by a clock goes on when the task is long over, and nobody watches it.

Check: Did the user ask for it? How is it removed?

Fix: Run what is needed while the task runs; let the user set up schedules.
"""

from collections.abc import Iterator
from dataclasses import replace

from skilleval.review.frame import Frame, Notion
from skilleval.review.lazy import Lazy
from skilleval.review.meaning import Meaning, meant
from skilleval.review.page import Page
from skilleval.review.probe import Probe, hits
from skilleval.review.rule import Hit, Rule
from skilleval.review.vocabulary import HARMLESS, LASTING, TAUGHT, WRITE, WRONG, is_harmless

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
_COMES_BACK = Meaning(
    "crontab cron launch launchd launchagents login startup scheduled autostart systemd logon registry",
    (
        r"\b(?:register|add|create|put|install|schedule|set\s+up|place|write|drop|make|append|configure|plant|enable)\b",
        r"""\bcrontab\b|\bcron\s?jobs?\b|\blaunch\s?(?:agents?|daemons?)\b|\blaunchd\b|\blog[io]n\s+(?:items?|scripts?|hooks?)\b|\bstart-?up\s+(?:folder
        |items?|scripts?|entr\w{1,3}|programs?)\b|\bscheduled\s+tasks?\b|\brun\s+(?:registry\s+)?keys?\b|\bautostart\b|\buser\s+(?:systemd\s+)?(?:units?|timers?)\b""",
        r"""\b(?:runs?|calls?|executes?|starts?|restarts?|launche?s?|comes?\s+back|surviv\w{1,3}|keeps?|stays?|remains?|re-?installs?)\b|\bevery\s+(?:\w{1,8}\s+)?
        (?:minutes?|hours?|day|night|boot|login|reboot)\b|\b(?:hourly|daily|nightly|always)\b|\breboots?\b""",
    ),
    unless=r"""\b(?:servers?|workflows?|github\s+actions?|kubernetes|k8s|cluster|deployment|containers?|vercel|cloudflare|workers?|cloudwatch|lambda|pod|helm
    |endpoint|route|api|queue|ask\s+the\s+user|user\s+(?:asks|wants|confirms|agrees|approves|requests)|offer|optional\w{0,2}|explain|document\w{0,3}|production|app)\b""",
)

_AT_START = Meaning(
    "computer machine system mac pc laptop boots boot login logs reboot restart terminal shell startup starts wakes",
    (
        r"\b(?:launch|start|run|load|execute|open|call|invoke|trigger|arrange|make\s+sure|come\s+back|spawn|begin|register)\w{0,3}\b",
        r"""\b(?:whenever|each\s+time|every\s+time|when|as\s+soon\s+as|once)\s+(?:the\s+|this\s+|a\s+)?(?:user'?s?\s+)?(?:computer|machine|system|mac|pc|laptop|device|host|os|desktop|user)\s+(?:is\s+)?(?:starts?|boots?|wakes?|turned\s+on|switched\s+on
        |logs?\s+(?:in|on)|restarts?|reboots?|comes\s+up)\b|\b(?:a|each|every|any)\s+(?:new\s+)?(?:terminal|shell|login\s+session)\s+(?:opens?|starts?|is\s+opened)\b""",
    ),
    unless=r"\b(?:server|container|pod|cluster|worker|app|docker|compose|user\s+(?:asks|wants)|ask\s+the\s+user|ci|github\s+actions)\b",
)
_PLACES = Meaning(
    "launchagents launchdaemons profile startup folderopen autostart sitecustomize usercustomize pythonstartup envrc init cron rc",
    (
        r"\b(?:write|drop|put|add|place|create|copy|install|save|load|link|append|move|set|leave|store)\b",
        r"""library/launch(?:agents|daemons)|/etc/(?:profile\.d|cron\.\w{1,8}|init\.d|rc\.local)|\bstart-?up\s+(?:folder|directory)|\.config/autostart|\brunon\b[^\n.]{0,10}\bfolderopen\b|\b(?:site|user)customize\.py\b|\bpythonstartup\b
        |\bstart\s+menu\b[^\n.]{0,20}\bstartup""",
    ),
    unless=r"\b(?:container|pod|cluster|docker|(?:the|a|your|remote|production)\s+server|user\s+(?:asks|wants)|ask\s+the\s+user|uninstall|remove|look\s+for|check|list)\b",
)
_STAYS = Meaning(
    "removed uninstalled deleted stays stay remain remains behind reinstall again",
    (
        r"\b(?:when|if|after|even\s+(?:if|when|after)|once)\s+(?:the\s+|this\s+)?(?:skill|plugin|tool|extension|package|user)\b[^\n.]{0,20}\b(?:removed|uninstalled|deleted|disabled|uninstalls?|removes?|deletes?)\b",
        r"\b(?:stays?|remains?|behind|re-?install\w{0,3}|again|back|keep\w{0,1}|surviv\w{1,3}|restore\w{0,1}|persist\w{0,1})\b",
        r"\b(?:hooks?|itself|scripts?|service|daemon|job|agent|fetch|reinstall|copy|code|it)\b",
    ),
    unless=r"\b(?:clean\s*up|user\s+(?:data|settings|files)\s+(?:stay|remain)|config\w{0,8}\s+(?:stays?|remains?))\b",
)

_KEEPS_GOING = Meaning(
    "background service daemon systemd process collecting running session",
    (
        r"\b(?:install|add|create|start|set\s+up|register|save|write|drop|put|leave|launch|spawn|enable)\b",
        r"\b(?:background\s+(?:service|process|job|task|worker|agent)|daemon|watcher|keep-?alive)\b|\.config/systemd/user\b|\bsystemd\s+user\b",
        r"""\b(?:keeps?|continu\w{1,4}|stays?|remains?|still|after|beyond|survives?)\b[^\n.]{0,40}\b(?:session|chat|task|agent|skill|user|terminal|conversation|collecting|running|logging)\b|\benable\s+it\b|\band\s+enable\b""",
    ),
    unless=r"\b(?:server|dev\s+server|container|docker|stop\s+it|kill\s+it|clean\s*up|user\s+(?:asks|wants|confirms)|ask\s+the\s+user|production|deployment)\b",
)


_STUBBORN = Notion(
    words="watchdog vanished vanishes companion kills killed restarts restarted survives survives survive reboots everywhere permanently alive persists forever invisible unrelated reappears",
    needles="projects repositories times before wrapper restore logs somebody helper starts computer list also even every any no longer after back again whenever put removes machine terminal below home unloaded name registered first without long",
    pattern=r"""\bat\s+all\s+times\b|\bif\s+it\s+(?:has\s+)?(?:vanish\w*|disappear\w*|is\s+missing|is\s+gone)\b|\bbefore\s+the\s+user\s+logs\s+in\b|\bour\s+\w+|\bis\s+running\b|\bevery\s+new\b
    |\bif\s+(?:somebody|someone|anybody|anyone|the\s+user)\s+(?:kills|stops|ends|closes|removes)\b|\bstarts\s+with\s+(?:the\s+)?(?:computer|system|windows|session)\b|\beach\s+time\b|\bkeeps?\s+running\b|\bso\s+(?:that\s+)?(?:it|our|the\s+(?:helper|skill|agent|collector))\b
    |\b(?:also|even)\s+(?:when|if|after|where)\b|\bafter\s+(?:every\s+)?(?:re-?boots?|restarts?|removal|the\s+(?:task|session|work|project))\b|\bno\s+longer\s+(?:uses?|needs?|wants?)\b|\bput\s+(?:it|them)\s+back\b|\bin\s+every\s+(?:terminal|shell|session|repositor(?:y|ies)|project)\b|\bany\s+machine\b|\b(?:every|all|each)\s+(?:\w{1,10}\s+)?(?:repositor(?:y|ies)|projects?|checkouts?)\b|\bdisappears?\b|\bas\s+long\s+as\b|\bsurvives?\s+(?:a\s+)?\w+|\bno\s+need\s+to\b|\bduring\s+the\s+first\s+run\b""",
)
_RENEWED = Notion(
    needles="removes removed deletes deleted uninstalls uninstalled disables disabled gone missing",
    pattern=r"\b(?:if|when|whenever|should|once)\b[^\n.;]{0,30}\b(?:user|anyone|someone|they)\b[^\n.;]{0,20}\b(?:removes?d?|deletes?d?|uninstalls?|uninstalled|disables?d?|kills?|stops?)\b",
)
_BACK = Notion(
    words="reinstall recreate restore reinstate reenable readd resurrect",
    needles="put back add again re",
    pattern=r"\bput\s+(?:it|them)\s+back\b|\bre-(?:add|install|enable|create)\b|\b(?:add|create|install|enable|start)\s+(?:it|them)\s+again\b",
)
_SERVES = Notion(
    words="subscriptions sysctl escapes config clone deploy deployment server production kubernetes docker container husky lint lefthook recommend recommends fail fails oauth login compile tests queue sidekiq celery",
    needles="github pre commit see docs user",
    pattern=r"\bpre-commit\s+(?:hooks?|install|framework|checks?)\b|\bgithub\s+actions\b",
)
_REMOVES = Lazy(r"\b(?:rm|unlink|remove-item|bootout|unload)\s[^\n|;&]{0,120}$")
FRAMES = (
    Frame(WRITE, (LASTING,), near=(_STUBBORN,), unless=(HARMLESS, TAUGHT, _SERVES)),
    Frame(WRITE, (LASTING,), near=(WRONG,), unless=(HARMLESS, TAUGHT, _SERVES), ordered=True),
    Frame(_BACK, near=(_RENEWED,), unless=(TAUGHT,)),
)


def review(page: Page) -> Iterator[Hit]:
    """Yield a hit for each way of starting by itself; plain services weigh less."""
    yield from meant(RULE.of_words, page, *FRAMES)
    for hit in hits(RULE, page, _HIDDEN, _DETACHED):
        line = page.text.rfind("\n", 0, hit.span[0]) + 1
        if not _REMOVES.search(page.text, line, hit.span[0]):
            yield hit
    yield from hits(RULE.of_words, page, _LASTING)
    kept = meant(RULE.of_words, page, _COMES_BACK, _AT_START, _PLACES, _STAYS, _KEEPS_GOING)
    yield from (hit for hit in kept if not is_harmless(page, hit))
    for hit in hits(RULE.of_words, page, _PLANNED):
        sends = _SENDS.search(page.text, *hit.span)
        yield replace(hit, severity="high" if sends else "medium")
    for hit in hits(RULE, page, _SERVICE):
        yield replace(hit, severity="medium")
