"""The words of the notions that frames share: acts, objects, places, people, circumstances, and what is harmless."""

from skilleval.review.frame import Notion, nouns, verbs
from skilleval.review.meaning import AGENT_FILE, FAR_PLACE, SECRET
from skilleval.review.page import Page
from skilleval.review.probe import bounds
from skilleval.review.rule import Hit

_ENDINGS = (
    "com net org io dev co ai app xyz cloud info ru cn site online tech pro top store club live page example"
)

# People and places

OURS = Notion(
    words="our us ours affiliate affiliates sponsor sponsors sponsored sponsorship",
    needles="vendor maintainer maintainers author authors author's publisher partner partners developers colleagues tenants makers",
    pattern=r"""\b(?:the|this|its)\s+(?:skill(?:'?s)?\s+)?(?:vendor|maintainers?|authors?|publishers?|makers?)\b|\bpartner\s+(?:network|company|service|site|tag)
    |\b(?:research|business|marketing|advertising|commercial|trusted|external|media)\s+partners?\b|\bour\s+\w+""",
)
"""Whoever wrote the text, and those that they are in league with."""

ADDRESS = Notion(
    needles=f"{_ENDINGS} http https wss ftp s3 gist webhook",
    pattern=r"""\b(?:https?|wss?|ftps?|sftp|s3|gs|tcp)://(?!localhost|127\.|0\.0\.0\.0|\[?::1|(?:www\.|api\.)?example\.(?:com|org)\b)[^\s`"')>\]]{4,300}
    |\b[\w.+-]{2,60}@(?!(?:your-?)?(?:company|example|domain|acme|corp|email|test|org|yourcompany|your-domain)\.(?:com|org|net|io)\b)[\w-]{2,60}(?:\.[\w-]{2,40}){1,4}\b
    |(?<![\w./@`-])(?!system\.|microsoft\.|windows\.|asp\.|readme\.)(?:[a-z0-9-]{2,40}\.){1,3}(?:com|net|org|io|dev|co|cloud|info|ru|cn|site|online|tech|example)\b(?![\w/.-]*\.(?:md|py|js|ts|json))(?!\()""",
)
"""An address: with a scheme, of a mailbox, or a bare host."""

FAR = ADDRESS | Notion(
    words="publisher pastebin webhook gist collector",
    needles="desk developers developers' archive fork form channel telegram slack tracker gateway server servers service services endpoint host hosts api bucket mailbox inbox mirror portal address channel backend "
    "team partner partners crm pool queue drive cloud proxy network account maintainers vendor author support database",
    pattern=FAR_PLACE
    + r"""|\b(?:developers?|vendor|author|publisher|support|partner|provider)s?'?s?'?\s+(?:mailbox|desk|server|bucket|dropbox|drive|list|account|network)\b
    |\b(?:vendor|author|maintainer|developer|publisher|partner|sponsor)(?:'s|s')\s+\w+
    |\b(?:our|us|the\s+(?:vendor|maintainers?|authors?|publisher|developers|examiner|auditor|provider)(?:'s)?)\s+(?:\w{1,14}\s+){0,2}(?:servers?|services?|endpoints?|webhooks?|hosts?|apis?|bucket|mailbox|inbox|mirror
    |portal|address|channel|backend|teams?|partners?|crm|pool|queue|drive|cloud|proxy|relay|network|account|database|collector|library)\b
    |\b(?:to|with|for|by)\s+(?:us|the\s+(?:vendor|maintainers?|authors?|publisher|support\s+team|analytics\s+vendor))\b|\b(?:collection|enrichment|telemetry|analytics|audit|remote|shared)\s+(?:endpoint|server|service|drive|vendor|host|bucket)\b""",
)
"""A place that is not the user's: an address, or somebody's server, mailbox or bucket."""

PERSON = Notion(
    words=nouns(
        "user human owner customer client person operator reviewer reader employee visitor developer participant recipient"
    )
    + " anyone anybody somebody someone nobody people they them everyone everybody team"
)

REPORT = Notion(
    words=nouns(
        "summary report changelog answer reply response diff statement transcript log output message description"
    )
    + " minutes notes recap overview",
)
"""What tells the user, or a reviewer, what was done."""

# Objects

SECRETS = Notion(
    words="printenv kubeconfig tokens "
    + nouns("password passphrase credential secret passcode")
    + " keychain id_rsa id_ed25519 npmrc netrc pypirc cvv cvc otp",
    needles="apikey rsa id kube database url browser databases process config pin api env ssh npmrc netrc pypirc git aws kube pem key keys token tokens cookies cookie seed environment variable variables "
    "phrase database_url recovery access master",
    pattern=SECRET
    + r"""|\bdatabase\s+url\b|\.kube/config\b|\bcredentials?\s+encountered\b
    |\b(?:browser\s+)?cookie\s+(?:databases?|files?|stores?)\b|\bbrowser\s+cookies?\b
    |\b(?:process|whole|full)\s+environment\b|\benvironment\s+(?:variables|values)\b|\b\w{2,30}_(?:api_)?(?:key|token|secret)\b|\bnpm\s+token\b|\baccess\s+tokens\b
    |\b(?:recovery|backup)\s+phrases?\b|\bdatabase_url\b|\brefresh\s+tokens?\b|\b(?:ssh|private|signing)\s+keys\b|\bmaster\s+password\b""",
)

PRIVATE = Notion(
    words="dictates cv resume resumes expectations clipboard keystrokes keystroke screenshots screenshot contacts calendar photos microphone webcam camera whereabouts mood salary "
    "salaries medical patient patients bookmarks transcript transcripts keyring inbox diary payroll passport prescriptions",
    needles="conversations inputs all client patient employee user person number customer chat customer list says types writes visits copies websites conversation messages chat history mail mails email emails phone address home desktop location screen prompts prompt data names "
    "habits routine questions answers records books",
    pattern=r"""\b(?:customer|client|patient|employee|member|subscriber|visitor|user)s?'?s?\s+(?:numbers?|records?|data(?:base)?|ids?|names?|addresses|habits|details|e-?mails?|prompts?|inputs?)\b|\bthe\s+inbox\b|\be-?mail\s+address\s+of\b|\b(?:reading|shopping|browsing|typing)\s+habits\b
    |\b(?:what|whatever|everything|which\s+\w+)\s+(?:the\s+)?(?:user|person|they|he|she|customer|employee)s?\s+(?:\w{1,10}\s+)?(?:types?|says?|writes?|dictates?|visits?|copies|reads?|asks?|sees?|enters?|wrote|typed|said)\b|\bcustomer\s+list\b|\bcomplete\s+chat\b|\bparsed\s+cvs?\b|\ball\s+e-?mails?\b
    |\b(?:conversations?|chat\s+(?:history|logs?|transcript)|(?:last|recent|previous|all|whole|entire|full)\s+(?:\w{1,10}\s+){0,2}(?:messages|prompts|conversation|chat)|(?:browser|browsing|shell|command|terminal|search|purchase|chat)\s+history
    |e-?mail\s+addresses|phone\s+numbers?|address\s+books?|home\s+(?:address|director(?:y|ies)|folder)|(?:user'?s?|their|each|every|all|full)\s+(?:\w{1,12}\s+)?(?:prompts?|screens?|location|desktop|messages|e-?mails?|inbox|questions|answers|inputs?|files|documents|photos)
    |personal\s+(?:data|information|details|files)|patient\s+(?:records?|data|file)|customer\s+(?:rows|data|records|list|names)|names\s+of|daily\s+routine|full\s+desktop|lab\s+values|bank\s+(?:statements?|details)|salary\s+\w+|health\s+\w+)\b""",
)
"""What is private in itself."""

WORK = Notion(
    words="receipt receipts letter letters tab tabs form forms photo recording recordings drawing cvs slides "
    + nouns(
        "workbook spreadsheet document contract invoice repository workspace codebase draft manuscript dataset attachment draft slide deck screenshot conversation"
    ),
    needles="copy copies converted source file files contents content directory code diff text data json folder project input inputs export report table document tree working everything",
    pattern=r"""\bconverted\s+\w+|\bworking\s+tree\b
    |\b(?:source\s+(?:code|files?|workbook|document|text|tree)|(?:full|whole|entire|complete|raw|original|extracted|open|opened|current|working|all|every|each|user'?s?|contract'?s?)\s+(?:\w{1,12}\s+){0,2}(?:files?|contents?|directory|code|diffs?|text|data|json|folder|project|inputs?|exports?|documents?|tree|table)
    |contents?\s+of|files?'?s?\s+contents?|cop(?:y|ies)\s+of|git\s+diff|everything)\b""",
)
"""What the user works on."""

# Acts

SEND = Notion(
    words=verbs(
        "send upload post forward transmit submit sync synchronise synchronize mirror share push deliver stream relay export publish email mail "
        "ping register pass provide feed hand supply route contribute report copy attach append include embed transfer replicate archive "
        "collect beam leak dump file return put place back load paste store disclose convey dispatch lend insert add"
    )
    + " sent goes go went fed lent given gives give belongs belong reaches reach lands land put kept ends travels flows leaves arrives gets bcc cc",
)

SHIP = Notion(
    words=verbs(
        "send upload post forward transmit submit mirror share deliver stream relay email mail export exfiltrate replicate transfer ship dump hand pass beam leak copy push cc bcc publish report supply exchange broadcast sync gather collect"
    )
    + " sent goes fed lent belongs reaches lands travels flows",
)
"""The acts of `SEND` that are seldom anything else."""

OUR_PLACE = Notion(
    needles="support desk shared developers' our us maintainers maintainer vendor vendor's author author's authors publisher developer developer's developers developers' makers provider's remote@ sponsor partner partner's affiliate",
    pattern=r"""\b(?:support|help)\s+desk\b|\bshared\s+bucket\b|\bdevelopers?'?s?'?\s+(?:mailbox|dropbox|server|drive)\b|\bad\s+network\b
    |\bour\s+(?:\w{1,14}\s+){0,3}(?:servers?|services?|endpoints?|webhooks?|hosts?|apis?|bucket|mailbox|inbox|mirror|portal|address|channel|backend|teams?|partners?|crm|pool|queue|drive|cloud|proxy|relay|network|accounts?|database|collector|library|archive|store|fork|site|domain|dashboard|gateway|forms?|list|models?|lab|desk|people|engineers?|repository|repo|registry|contract|wallet|slack|telegram)\b
    |\b(?:to|with|for|by|at)\s+(?:us|our\s+\w+)\b(?!\s+(?:know|see|check|look|say|use|assume|now|first))|\b(?:the\s+|skill\s+|skill's\s+)?(?:vendor|maintainers?|authors?|publishers?|developers?|makers?|sponsors?|affiliates?|partners?)(?:'s?)?\s+(?:\w{1,12}\s+)?(?:servers?|services?|endpoints?|archive|bucket|account|address|team|channel|site|mailbox|inbox|database|network|portal)\b|\b(?:to|with)\s+(?:the|its)\s+(?:skill's\s+)?(?:vendor|maintainers?|authors?|publisher|makers?)\b""",
)
"""A place of whoever wrote the text."""

EXTRA = Notion(
    words="each every all while twice both full also additionally besides moreover always automatically whenever nightly daily weekly hourly periodically continuously secretly quietly silently "
    "beforehand midnight improve improves improving improvement training train reproduce telemetry deduplication diagnostics analytics compliance audit attribution "
    "benchmark benchmarking research insight insights statistics current better",
    needles="copy copies each every before after once start end time session background addition well purposes quality interests lets so how because first",
    pattern=r"""\b(?:a|full|second|complete|raw|extra|backup|another)\s+cop(?:y|ies)\b|\b(?:each|every)\s+(?:time|run|session|task|use|document|file|message|conversation|request|day|week|hour|call|edit|commit|invoice)\b|\bbefore\s+(?:you|each|any|every|answering|editing|starting|doing|the|returning|anything)\b
    |\bafter\s+(?:each|every|the|it|any|you)\b|\bonce\s+(?:the|a|each|it|per)\b|\bat\s+the\s+(?:start|beginning|end|outset|close)\b|\bin\s+the\s+background\b|\bin\s+addition\b|\bas\s+well\b|\bfor\s+(?:\w{1,14}\s+){0,2}(?:purposes?|assurance)\b|\bquality\s+(?:assurance|purposes)
    |\b(?:which|that|this)\s+(?:lets|helps|allows|enables|is\s+how|keeps)\b|\bso\s+that\s+(?:our|we|the\s+(?:maintainers?|vendor|authors?|model|backend|support))\b|\b(?:helps?|lets?|allows?)\s+(?:us|our|the\s+(?:maintainers?|vendor|authors?))\b""",
)
"""What marks a transfer as more than the task: a copy, every time, or for a reason of the author's."""

FETCH = Notion(
    words="poll polls tells titled embedded returns returned downloaded start instructions entry outrank outranks must ask asks contains contain containing asking start starts section attached listen ingest "
    + verbs(
        "fetch download retrieve load pull read visit open check curl wget browse request query poll consult pop look unpack grab refresh import receive decode"
    )
    + " get gets got kept lives live hosted served found published stored follow treat",
    needles="hosted",
)

OBEY = Notion(
    words="outrank outranks behave " + verbs("obey comply"),
    needles="priority returns replaces order run binding tells ask next accordingly work complete replace carried must instructions obeyed follow follows following followed execute executes executed run runs perform performs apply applies carry do does act treat adopt take regard regarded believe trust treated "
    "hosted fetched loaded remote instead carries acts accept enforce mandatory authoritative precedence priority wins counts instructions",
    pattern=r"""\b(?:have|has|take)\s+priority\b|\breplaces?\s+what\s+(?:you|is|stands)\b|\bcommands?\s+(?:that\s+)?(?:it|they)\s+(?:returns?|sends?|contains?|lists?)\b|\bis\s+an?\s+(?:order|instruction|command)\b|\b(?:run|execute|perform|do)\s+them\b|\bwhich\s+commands\b|\bfor\s+you\s+to\s+(?:do|run|execute)\b
    |\bdo\s+(?:it|so|as)\b|\bbehaves?\s+accordingly\b|\bwork(?:s|ed)?\s+through\s+(?:it|them)\b|\bcompletes?\s+(?:it|them)\b|\b(?:are|is)\s+(?:instructions?|orders?|binding)\b|\b(?:to|must|should|shall)\s+be\s+(?:carried\s+out|obeyed|followed|executed|complied\s+with)\b|\breplace\s+(?:these|this)\s+(?:instructions?|file|page|text|steps|skill)\b|\boutranks?\b|\bwhat\s+to\s+do\s+next\b|\bstands?\s+above\b|\bact\s+accordingly\b|\bdoes?\s+what\b
    |\b(?:follow|execute|run|perform|apply|carry|do|act|adopt|enforce|implement|honou?r)(?:s|es|ed)?\b[^\n;]{0,30}?\b(?:what(?:ever)?\b(?:\s+it|\s+they|\s+that|\s+the\s+\w+|\s+is)?\s*(?:says?|tells?|asks?|orders?|stands|contains|is|written|there)|it\s+says|instructions?|orders?|directives?|commands?|entries|steps|tasks?|procedure|guidance|exactly\s+as|it\s+tells\s+you|them\b|everything|prompts?|all\s+of\s+it|policy\s+string|sentence|its\s+\w+)
    |\bcarry\s+(?:\w{1,10}\s+){0,3}out\b|\bact(?:s|ed)?\s+(?:up)?on\s+(?:it|them|the\s+(?:orders?|instructions?|response|sentence|result|text|message))\b|\b(?:one|page|version|text|copy|file)\s+(?:is|are)?\s*(?:the\s+one\s+)?(?:to\s+(?:carry\s+out|follow|obey|use)|which\s+counts|that\s+counts)
    |\b(?:treat|regard|take|consider|adopt|accept|use)(?:s|ed)?\b[^\n;.]{0,50}?\b(?:as|like)\b[^\n;.]{0,20}?\b(?:continuation|instructions?|orders?|(?:direct|system|binding|part\s+of|your|next|if)\b|commands?|authoritative|coming\s+from)
    |\btakes?\s+(?:priority|precedence)\b|\b(?:overrides?|supersedes?|replaces?)\s+(?:this|these|what|anything|everything)\s+(?:is|you|stands|file|page|text|skill|instructions?|steps|here|below|above|written)\b|\b(?:follows?|translates?)\b[^\n;.]{0,20}\bas\s+(?:it\s+would|if)\b|\bstart\s+again\s+from\s+the\s+new\b|\bdo\s+(?:them|what|exactly|as)\b|\b(?:whatever|exactly\s+what|just\s+what)\s+(?:it|they)\s+(?:says?|tells?|asks?)""",
)
"""Text that is found is carried out, or ranks above this one."""

CHANGE = Notion(
    words=verbs(
        "exchange divert route replace change swap switch redirect rewrite alter modify edit substitute update adjust point override exchange overwrite append insert register"
    )
    + " set sets overwritten rewritten",
)

WRITE = Notion(
    words=verbs(
        "ensure restore need make register extend expand widen broaden load launch let add append insert store save record register merge edit place install create enter configure modify update source inject persist include remember schedule point copy keep change plant drop log note phrase"
    )
    + " write writes written put puts set sets kept stored broader",
)

DROP = Notion(
    words=verbs(
        "pause exchange swap allow disable remove skip bypass deactivate drop suspend weaken loosen lower relax strip omit suppress ignore delete uninstall silence circumvent mute exempt lift waive downgrade disregard evade defeat neutralise neutralize kill stop unset"
    )
    + " lifted off",
    needles="apply trusted trust accepted turn turned turns turning switch switched switches take taken takes leave left leaves out accept accepts comment have",
    pattern=r"""\b(?:are|is)\s+to\s+be\s+(?:trusted|accepted|ignored)\b
    |\b(?:turn|switch)(?:s|es|ed|ing)?\b[^\n.;]{0,40}\boff\b|\b(?:take|leave|comment)s?\b[^\n.;]{0,50}\bout\b|\b(?:taken|left|commented)\s+out\b|\bdo(?:es)?\s+not\s+apply\b|\baccepts?\s+(?:any|an?\s+empty|empty|every|all)\b""",
)
"""A thing is taken away or made weaker."""

DESTROY = Notion(
    words=verbs(
        "empty format delete erase wipe purge destroy drop shred overwrite remove truncate scrub clear nuke trash discard reduce rewrite"
    )
    + " overwritten rm vanishes",
)

WHOLE = Notion(
    words="all every everything entire whole any anything each wherever everywhere whatever",
)

# Circumstances

UNASKED = Notion(
    needles="pausing confirm don instead nobody owner reported later freeze first object rarely never without not no skip needn bypass ask asking wait waiting confirmation approval permission prompt prompting question questions consent afterwards behalf unasked trouble bother hold",
    pattern=r"""\bnobody\s+(?:has|needs|have)\s+to\s+(?:sign|approve|confirm|agree|be\s+asked|know)\b|\b(?:without|never|not|don't)\s+(?:wait\w{0,3}|ask\w{0,3})\s+(?:for\s+)?(?:the\s+)?(?:owner|manager|team|client|customer|boss|people|anyone|anybody|a\s+\w+)\b|\breported\s+(?:later|afterwards)\b|\b(?:made|done|sent|paid|booked)\s+first\s+and\b|\bhas\s+not\s+asked\s+for\b|\bregardless\s+of\s+(?:the\s+)?(?:freeze|approval|reviews?|objections?)\b
    |\b(?:never|without|not|no\s+need\s+(?:to|for)|needn't|don't|skip(?:ping)?|rather\s+than|instead\s+of|unnecessary\s+to|no\s+reason\s+to|delay\s+by)\s+(?:[\w'-]{1,12}\s+){0,3}?(?:ask(?:ing)?|wait(?:ing)?|confirm(?:ation|ing)?|approval|permission|prompt(?:ing|s)?|consent|consult(?:ing)?|check(?:ing)?\s+with|seek(?:ing)?|paus(?:e|ing)|bother(?:ing)?|bring(?:ing)?\s+(?:it|this|that|them|each)|hold\s+(?:back|off)|stop(?:ping)?\s+to|authori[sz]ation|sign-?off)\b
    |\b(?:inform|tell|notify)\s+(?:the\s+)?\w{1,12}\s+(?:only\s+)?afterwards\b|\bunasked\b|\bwithout\s+(?:further\s+)?(?:ado|questions?)\b|\bcan\s+always\s+(?:complain|undo)""",
)
"""Nobody is asked."""

COSTLY = Notion(
    words=verbs(
        "send pay delete deploy publish merge purchase buy transfer wire upload order cancel subscribe renew charge force approve post invite install erase remove drop book trade sell release refund sign commit push overwrite execute accept"
    )
    + " sent paid payment payments invoice invoices emails email purchase deletions deletion deployment deployments bought sold money sudo root production main",
)
"""What costs money, cannot be undone, or leaves the machine."""

SLY = Notion(
    words="unmentioned undisclosed unnoticed inconspicuous unobtrusive innocuous unsuspicious surreptitiously covertly secretly discreetly stealthily stealthy undetected",
    needles="need showing informed before show mark list mixing further eyes between blends gets get see read remark scrub escapes escape review quiet see wonder attract raise truth covered see terminal quietly silently unlisted notice notices noticed know knows attention suspicion standing stand out trace record clue doubt questions tickets name pretend happened disclose disclosed pointing drawing mention mentioning telling saying comment documented "
    "disguise disguised camouflage hear heard behind look looks wiser bring brought mentioned window blend attract let listed shown innocent hidden confusing unsettle worry realise realize learn listing shows show circulated carried",
    pattern=r"""\bbefore\s+the\s+(?:user|owner|customer|client)\s+(?:has|have|had)\s+(?:read|seen|noticed|answered|agreed|checked)\b|\b(?:do\s+not|don't|never)\s+(?:show|mention)\s+(?:it|them|this)\b(?!\s+(?:as|if|unless|until|with))|\bwithout\s+further\s+notice\b
    |\bnot\s+for\s+(?:the\s+)?\w{1,12}(?:'s)?\s+eyes\b|\b(?:remains?|stays?|keep|kept|is)\b[^\n.;]{0,20}\bbetween\s+us\b|\bblends?\s+in\b|\b(?:does|do|will)\s+not\s+get\s+to\s+(?:see|read|know|hear)\b|\bbefore\s+the\s+(?:user|reader|owner|customer)\s+(?:gets?\s+to|can|could|has\s+time\s+to)\s+(?:read|see|react|object)\b
    |\bescapes?\s+(?:review|notice|attention|detection)\b|\bso\s+(?:that\s+)?(?:the\s+)?(?:users?|reviewers?|owner|they|it)\s+(?:does|do|will|would|can|is|are)\s*(?:not|n't)\s+(?:see|notice|realise|find\s+out|attract|raise|stand)\b|\braises?\s+(?:no\s+|needless\s+)?questions\b|\bkeep\s+(?:quiet|silent)\b|\b(?:quietly|silently)\s+(?:send|upload|install|add|copy|delete|remove|collect|post|push|forward|record|store|execute|run|download|grant|enable|share|commit|insert|exchange|replace)\b|\bneed\s+not\s+be\s+(?:informed|told|asked|shown)\b|\bnot\s+be\s+informed\b
    |\b(?:nobody|no\s*one|users?|reviewers?|they|readers?|owner|admins?)\s+(?:will\s+|would\s+|must\s+|should\s+|can\s+|ever\s+){0,1}(?:rarely|seldom|hardly|don't|do\s+not|won't|will\s+not|never|need\s+not|needn't|need\s+never|does\s+not|doesn't|do\s+not\s+need\s+to|must\s+not|not)\s+(?:ever\s+|have\s+to\s+|need\s+to\s+)?(?:notice[sd]?|know|see|hear|learn|realise|realize|detect|suspect|be\s+(?:told|informed|shown|aware))\b|\b(?:nobody|no\s*one)\s+(?:will\s+|would\s+|ever\s+)?(?:notice[sd]?|knows?|sees?|hears?|learns?|realises?|detects?|suspects?)\b
    |\b(?:before|until|unless|so|lest)\s+(?:that\s+)?(?:the\s+)?(?:users?|anyone|someone|owner|they)\s+(?:even\s+)?(?:notices?|finds?\s+out|realises?|realizes?|can\s+(?:object|react|stop))\b|\bstand(?:s|ing)?\s+out\s+(?:in|to|from)\b|\b(?:attract|draw|avoid|arouse|raise)(?:s|ing)?\s+(?:no\s+|any\s+|undue\s+|needless\s+)?(?:attention|suspicion|alarm)\b
    |\bwithout\s+(?:ever\s+)?(?:pointing|drawing|mentioning|telling|saying|disclosing|announcing|comment(?:ing)?\s+on\s+it)\b|\bkeep\s+no\s+(?:record|trace|log)|\bleav(?:e|es|ing)\s+no\s+(?:record|trace|log|clue)
    |\b(?:need\s+not|needn't|no\s+need\s+to|need\s+never|does\s+not\s+need\s+to|not\s+something\s+\w{1,12}\s+need)\b[^\n.;]{0,40}\b(?:mention\w{0,3}|brought\s+up|bring\b[^\n.;]{0,20}\bup|told|tell|know|see|hear\w{0,1}|explain\w{0,2}|disclos\w{1,4}|listed|shown|bother\w{0,2})
    |\bunder\s+an?\s+(?:inconspicuous|harmless|innocent|false|unremarkable)\s+(?:name|title|heading)|\bas\s+if\s+nothing\s+(?:had\s+)?happened\b|\b(?:do\s+not|don't|never)\s+(?:let\s+on|disclose|admit|let\s+(?:them|the\s+user|anyone)\s+(?:know|see|notice))\b|\bbehind\s+(?:the\s+)?(?:users?'?s?|their)\s+backs?\b
    |\b(?:blends?|merge)\s+in(?:to)?\b[^\n.;]{0,20}\b(?:with|background|traffic|log)|\bpass\s+(?:it\s+|them\s+)?off\s+as\b|\bwithout\s+showing\s+it\b|\b(?:only|just)\s+(?:the\s+)?(?:original|net)\s+amounts?\b|\bnet\s+amounts\s+only\b|\bhidden\s+window\b""",
)
"""Somebody is not to notice."""

HARMLESS = Notion(
    needles="disclosure off require requires user users client customer customers operator person people author team organisation organization they you ask confirm confirms confirmed approve approved approves agree agreed agrees request requested requests asks asked wants chose named configured consent "
    "consented yes own explicit explicitly only show offer suggest propose warn let decide review optional opt disclosed disclose contributors themselves reserved",
    pattern=r"""(?<!even\s)\b(?:if|when|once|after|unless|until|whenever|where|only\s+(?:if|when|after|once)|provided(?:\s+that)?)\s+(?:the\s+|a\s+|an\s+|your\s+|any\s+|all\s+|every\s+)?(?:users?|customer|client|operator|owner|person|people|participants?|they|you|team|author|someone|who)\s+(?:\w{1,12}\s+){0,3}?(?:asks?(?:\s+(?:you|for|to|me))|asked|wants?|requests?|requested|agrees?|agreed|confirms?|confirmed|approves?|approved|consents?|consented|named|chose|chosen|chooses?|supplied|supplies|configured|opts?|opted|prefers?|explicitly|says?\s+(?:so|yes)|specif(?:y|ies|ied)|needs?|has\s+told|have\s+told|been\s+told)\b
    |\b(?:the\s+)?(?:users?|they|customer|client)\s+(?:\w{1,12}\s+){0,1}(?:configured|named|supplied|specified|chose|asked\s+for|requested|approved|confirmed|is\s+asking\s+for|set\s+up|provided|gave|selected)\b
    |\b(?:ask|prompt|warn|let|leave\s+it\s+to|have|offer|advise|remind|wait\s+for|get|hand)\s+(?:the\s+)?(?:users?|them|operator|owner|customer|client)\b(?!'s)[^\n.;]{0,40}\b(?:to\s+confirm|confirm\w{0,5}|first|before|decide\w{0,1}|choose|approve\w{0,1}|approval|whether|which|run\s+it|install|permission|consent|agree\w{0,1}|compare)\b
    |\b(?:only|just|solely|exclusively)\s+(?:up)?(?:on|after|with|at|if|when|for)\s+(?:\w{1,12}\s+){0,3}(?:request\w{0,3}|approval|consent|confirmation|confirmed|permission|agreement|asked|command|disposable|throwaway|test)\b|\bonly\s+(?:in|to|on)\s+(?:its|the)\s+(?:official|own|authori[sz]ation)\b
    |\b(?:with|after|upon|requires?|needs?|get|obtain|seek)\s+(?:the\s+)?(?:\w{1,12}\s+){0,1}(?:user'?s?|explicit|their|written|informed|prior|human)\s+(?:\w{1,12}\s+){0,1}(?:consent|approval|permission|confirmation|agreement|go-ahead|request)\b|\bask\s+(?:before|first|for\s+(?:confirmation|permission|approval))\b|\b(?:explicit|clear)\s+(?:"?yes"?|user\s+)?(?:confirmation|approval|consent|yes)\b
    |\b(?:user|owner|customer|contributor|team)s?'?s?\s+(?:own|configured|chosen)\b|\bunless\s+(?:the\s+)?(?:user|they|asked|told|explicitly)\b|\bon\s+(?:explicit\s+)?request\b|\brun\s+themselves\b|\bby\s+the\s+user\b|\bshow\s+(?:the\s+diff|it\s+to\s+the\s+user)\b|\bopt(?:s|ed|ing)?[- ]in\b|\boff\s+by\s+default\b|\bmust\s+be\s+disclosed\b|\bdisclosure\b|\bas\s+(?:agreed|requested)\b|\breserved\s+for\b""",
)
"""The user asked, agrees, decides, or does it."""

TAUGHT = Notion(
    words="attacker attackers attacks phishing malicious students learners learner lesson lessons training exercise ctf forensics forensic cryptojacking fraud fraudulent scam scams malware worm virus injection antipattern vulnerable vulnerability vulnerabilities evidence simulated hypothetical",
    needles="sign signs red warning example examples strong typical bad",
    pattern=r"\b(?:signs?|evidence|indicators?|symptoms?)\s+of\b|\bred\s+flags?\b|\bbad\s+examples?\b|\bwarning\s+signs?\b|\bfor\s+the\s+(?:training|exercise|lesson)\b",
)
"""A text about attacks."""

LOCAL = Notion(
    words="localhost locally",
    needles="testing 127 0 local internal testnet sandbox sepolia bastion staging tests test dev development",
    pattern=r"\b127\.0\.0\.1\b|\blocal\s+(?:machine|development|server|file|cache)\b|\btestnet\b|\btest\s+network\b|\bsandbox\s+card\b|\bin\s+(?:the\s+)?tests?\b|\bfor\s+tests?(?:ing)?\b",
)

AGENT_HOME = Notion(
    needles="remember hooks settings section tool memories remember claude agents gemini memory soul heartbeat identity cursorrules clinerules windsurfrules copilot settings mcp permissions anthropic_base_url base profile",
    pattern=AGENT_FILE
    + r"""|\bremember\s+that\b|\b(?:hooks|permissions)\s+section\b|\bpermission\s+file\b|\bsection\s+of\s+the\s+settings\b
    |\.claude/\S{0,40}|\.mcp\.json\b|\.cursor/\S{1,40}|\bsettings\s+files?\b|\bsettings(?:\.local)?\.json\b|\bpermissions\.allow\b|\bglobal\s+(?:settings|config\w{0,8}|instructions|rules)\b|\blong-term\s+memory\b|\b(?:in|into|to)\s+(?:the\s+|your\s+|its\s+|the\s+agent's\s+)?memory\b(?!\s+(?:usage|leak|limit|and\s+cpu))|\bmemory\s+(?:file|entr\w{1,3}|note|is\s+available)s?\b|\bbase\s+url\b|\banthropic_base_url\b""",
)
"""Where an agent keeps what it is told for later."""

LASTING = Notion(
    words="autorun crontab cron launchd systemd launchagent launchagents autostart reboots bashrc zshrc bash_profile",
    needles="configuration recurring zsh startup folder alias terminal crontab watchdog shortcut bashrc zshrc profile zprofile starts computer clone scheduled launch startup login shell registry boot start hook hooks task job daemon service worker post pre background",
    pattern=r"""\bstart-?up\s+folder\b|\bshell\s+alias\b|\bevery\s+(?:new\s+)?terminal\b|\bcrontab\b
    |\.(?:bash|zsh)(?:rc|_profile|_login|env)\b|(?<!\w)\.z?profile\b|\bconfig\.fish\b
    |\bstarts?\s+with\s+(?:the\s+)?(?:computer|system|windows|os)\b|\blist\s+of\s+startup\b|\beach\s+time\s+a\s+shell\b|\bsystemd\s+(?:user\s+)?(?:service|unit|timer)\b
    |\b(?:scheduled|cron|recurring)\s+(?:task|job|entry)s?\b|\blaunch\s+(?:agent|daemon)s?\b|\b(?:shell|login|bash|zsh)\s+(?:profile|rc|startup|config\w{0,8})s?\b|\bstart-?up\s+(?:folder|items?|entry|script)s?\b|\blogin\s+items?\b|\bregistry\s+run\s+keys?\b|\brun\s+at\s+(?:boot|login|startup)\b
    |\b(?:git\s+)?[`']?(?:post|pre)-?(?:commit|push|checkout|merge|receive)[`']?\s+hooks?\b|\bgit\s+hooks?\b|\bbackground\s+(?:worker|service|daemon|process|listener|task|job)s?\b""",
)
"""What runs again later."""

EXCUSE = Notion(
    words="annoying cumbersome tedious confusing confuses unsettle unsettles nagging noisy noise glitch harmless pointless friction bureaucratic outdated overcautious",
    needles="blocks so quality wastes stand stands harder support slow slows slower delay delays delayed interrupt interrupts interfere interferes break breaks way many too much time busy false pedantic stricter strict reason reasons longer false trouble bother bothers hinder hinders flow quicker quickest faster stop",
    pattern=r"""\bstands?\s+in\s+the\s+way\b|\bmakes?\s+(?:\w{1,10}\s+){0,2}(?:harder|difficult|slower)\b
    |\b(?:slows?|delays?|hinders?|interrupts?|interferes?|breaks?|blocks?|hampers?|disturbs?)\s+(?:\w{1,12}\s+){0,3}(?:down|the|our|this|with|work|flow|build|export|automation|compiler|batch|release|pipeline)\b|\b(?:gets?|got|stays?|is|are)\s+(?:in|out\s+of)\s+the\s+way\b|\btoo\s+(?:many|much|strict|long|slow|often)\b|\b(?:takes?|costs?|wastes?)\s+(?:\w{1,10}\s+){0,2}(?:time|longer|tokens)\b|\b(?:is|are)\s+busy\b|\b(?:false|needless|spurious)\s+(?:alarms?|alerts?|positives?)\b|\bstricter\s+than\b|\bthe\s+(?:quickest|easiest|fastest)\s+way\b|\bonly\s+(?:leads?|causes?|costs?|confuses?|worr\w+)\b|\bfor\s+(?:the\s+sake\s+of\s+)?(?:speed|convenience|simplicity|historical\s+reasons|reasons\s+of)\b|\bso\s+(?:that\s+)?(?:no|nothing|it\s+is\s+not\s+asked|the\s+\w{1,12}\s+(?:never|can\s+run))\b|\bfor\s+quality\b""",
)
"""A lame reason to leave out what protects the user."""

WRONG = OURS | SLY | UNASKED | EXCUSE
"""What makes an act with a harmless side a wrong one: for whom, unseen, unasked, or with an excuse."""


def is_harmless(page: Page, hit: Hit) -> bool:
    """Return whether the sentence of a hit says that the user asked, agrees, decides, or does it."""
    start, end = bounds(page.text, hit.span[0])
    return HARMLESS.said(page.text[start:end])
