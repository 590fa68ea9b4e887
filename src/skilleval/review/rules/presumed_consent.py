"""A yes is assumed that nobody gave.

Why: An agent that takes silence, an old request or its own start for consent can spend, send and delete in the
user's name. The question before an act is the user's last chance to stop it.

Check: Did the user agree to this act, knowing what it does?

Fix: Ask before anything that cannot be undone, costs money or leaves the machine.
"""

from collections.abc import Iterator

from skilleval.review.frame import Frame, Notion
from skilleval.review.meaning import meant
from skilleval.review.page import Page
from skilleval.review.rule import Hit, Rule
from skilleval.review.vocabulary import COSTLY, EXCUSE, HARMLESS, TAUGHT, UNASKED

RULE = Rule(
    id="presumed-consent",
    family="injection",
    severity="high",
    owasp="AST03",
    about="words",
    page=__doc__,
)

_TAKEN_AS = Notion(
    needles="allowed granted advance approve assume presume count counts authorised silence installed having permission approval consent consented permission approved authorised authorized authorisation authorization agreed agreement confirmed confirmation yes go accepted pre preapproved preauthorised preauthorized blessing mandate agrees",
    pattern=r"""\b(?:approval|permission|consent|authori[sz]ation)\s+(?:is|was|has\s+been)\s+(?:granted|given|assumed|implied)\s+(?:in\s+advance|beforehand|already)|\ballowed\s+to\s+(?:buy|spend|pay|order|delete|sign|book)\b|\bapprove\s+your\s+own\b
    |\b(?:assume|presume|infer)\s+(?:the\s+|a\s+|their\s+)?(?:user'?s?\s+)?(?:consent|approval|agreement|permission|yes)\b|\bcounts?\s+as\s+(?:authori[sz]ed|approved|agreed|accepted|confirmed)\b
    |\b(?:is|are)\s+to\s+be\s+(?:read|taken|treated|regarded|understood|seen)\s+as\b|\bstanding\s+(?:permission|approval|order|authori[sz]ation|consent)\b|\bhaving\s+(?:installed|started|opened|loaded)\b[^\n.;]{0,40}\b(?:agreed|consented|accepted|approved)\b|\byou\s+have\s+(?:\w{1,12}\s+)?(?:permission|authori[sz]ation|authority|approval)\s+(?:to|for)\b
    |\b(?:treat|regard|consider|count|take|interpret|read|assume|deem|understand|view|presume)(?:s|ed|ing|n)?\b[^\n.;]{0,60}?\b(?:as|that|to\s+be|means?|stands?\s+for)\b[^\n.;]{0,40}?\b(?:approval|consent(?:ed)?|permission|approved|authori[sz](?:ed|ation)|agree(?:d|ment|s)|confirm(?:ed|ation)|go-ahead|accepted|blessing|mandate|(?:means?|as)\s+(?:an?\s+)?["']?yes)\b
    |\b(?:counts?|serves?|stands?|suffices?)\s+as\s+(?:the\s+)?(?:user'?s?\s+|an?\s+|their\s+|full\s+)?(?:approval|consent|permission|authori[sz]ation|agreement|confirmation|go-ahead|yes)\b|\bpre-?(?:approved|authori[sz]ed|cleared|confirmed)\b|\b(?:users?|they|owner|customer)\s+(?:has|have|had)\s+(?:already|implicitly|tacitly|thereby|in\s+advance)\s+(?:agreed|consented|approved|authori[sz]ed|accepted|signed)\b
    |\b(?:implied|implicit|blanket|standing|tacit|deemed)\s+(?:consent|approval|permission|authori[sz]ation|agreement)\b|\b(?:silence|no\s+answer|no\s+reply)\b[^\n.;]{0,40}\b(?:means|counts|is|as)\b[^\n.;]{0,20}\b(?:agreement|consent|yes|approval)""",
)
_FAR_REACHING = Notion(
    words="advance own whenever object seconds any anything everything all later further future subsequent silence objections below whatever initial start second outbound standing unless purchases deletions deployments implied implicit tacit blanket",
    needles="mentioned pre turns needed need answer",
    pattern=r"""\bdoes\s+not\s+(?:object|answer|reply|respond)\b|\bneed\s+not\s+be\b
    |\bno\s+(?:answer|reply|need)\b""",
)
_ANSWERS = Notion(
    words="affirmative",
    needles="close closes dismisses box confirm always choose answer answers click clicks press accept accepts choose approve approves confirm confirms select tick reply grant dismiss respond say allow yes",
    pattern=r"""\b(?:close|dismiss|clear)s?\b[^\n.;]{0,40}\bwith\s+[\"'`]?(?:yes|ok|allow|accept)
    |\b(?:accept|approve|answer|allow|grant)\s+(?:every|all|any|each)\b|\bconfirm\s+every\s+(?:prompt|dialog|question)\b|\balways\s+(?:choose|answer|click|say|select|press|pick|reply)\s+[\"']?(?:yes|ok|allow|continue|accept|y\b)|\bchooses?\s+[\"']?yes\b
    |(?<!user\s)\b(?:answer|click|press|accept|choose|approve|confirm|select|tick|reply|grant|dismiss|respond|acknowledge)(?:s|ed|ing)?\b[^\n.;]{0,50}\b(?:yes|ok|affirmative|allow|always|accept|approve|continue|on\s+(?:the\s+user'?s|their)\s+behalf|for\s+(?:them|the\s+user)|automatically|yourself|carry\s+on|go\s+on|by\s+default)\b""",
)
_DIALOG = Notion(
    words="continue question questions asks dialog dialogs dialogue prompt prompts popup approval permission confirmation consent confirmations permissions warning",
)
_EVEN_IF = Notion(
    needles="skip only right objections objection reviewer even regardless despite although whether irrespective matter while",
    pattern=r"""\beven\s+(?:if|when|though)\b[^\n.;]{0,30}\b(?:objections?|disagrees?|objects?|refuses?|says?\s+no|declines?)\b|\bskip\s+the\s+(?:approval|review|confirmation|sign-?off)\b|\bright\s+away\b|\bonly\s+costs\s+time\b
    |\b(?:even\s+(?:if|when|though|where|while)|regardless|despite|although|no\s+matter|irrespective|whether\s+or\s+not)\b[^\n.;]{0,60}\b(?:reviews?|checks?|ci|tests?|approvals?|owners?|builds?|objections?|reviewers?)\b[^\n.;]{0,40}\b(?:red|fail\w{0,3}|outstanding|pending|missing|open|broken|incomplete|object\w{0,3}|requested|not\s+\w+)\b""",
)
_READS = Notion(
    words="reserved prefix grant copyright typed awaited cli flag flags undo serverless",
    needles="test suite other plan not never reading read running tests already second twice again ephemeral preview ci non dry lint linter format formatting unattended",
    pattern=r"\bis\s+not\b|\bother\s+than\b|\bplan\s+(?:as|is)\b|\bnot\s+(?:an?\s+)?(?:approval|yes|confirmation|consent)\b|\bnever\s+(?:counts|means)\b|\breading\s+files|\bunit\s+tests|\btest\s+suite|\balready\s+(?:approved|confirmed|agreed)\b[^\n.;]{0,30}\b(?:in\s+this|this\s+conversation)|\bsecond\s+time|\bephemeral\b|\bdry[- ]run\b|\bnon-interactive\b|\bcan\s+be\s+undone\b",
)
_NO_NEED = Notion(
    needles="never without not no delay afterwards rather needn unasked bother",
    pattern=r"""\b(?:never|do\s+not|don't|no\s+need\s+to|need\s+not|needn't|no\s+reason\s+to|not\s+necessary\s+to|without|there's\s+no\s+need\s+to|unnecessary\s+to|rather\s+than)\s+(?:\w{1,10}\s+){0,2}?(?:wait(?:ing)?\s+for\s+(?:the\s+)?(?:users?|a\s+reply|an\s+answer|approval|confirmation|them|consent|permission)|ask(?:ing)?(?:\s+(?:the\s+user|them|first|before|again|for\s+(?:permission|approval|confirmation|consent)))?\s{0,2}(?=$|[.,;:]|before|first|and|when|for)|seek(?:ing)?\s+(?:approval|permission|consent|confirmation)|check(?:ing)?\s+with\s+(?:the\s+)?(?:users?|them|owner)|consult(?:ing)?\s+(?:the\s+)?(?:users?|owner)
    |bring\b[^\n.;]{0,30}\battention)
    |\b(?:inform|tell|notify)\s+(?:the\s+)?\w{1,12}\s+(?:only\s+)?afterwards\b|\bcan\s+always\s+complain\b|\bdelay\b[^\n.;]{0,10}\basking\b""",
)
_MONEY = Notion(
    words="charges refund refunds newsletter replacement spend dollars euros expenses payment payments pay paid invoice invoices purchase purchases buy order funds money transfer transfers mailboxes emails deletions deletion delete publish deploy deployment subscribe subscription premium keychain wallet trade ",
    needles="registry production main",
    pattern=r"\bpublic\s+registry\b|\b(?:to|into|in)\s+(?:production|main)\b",
)
_SPENDS = Notion(
    words="bookings booking deploy upgrade plan trips tickets payment payments pay purchase purchases buy funds money mailboxes refund refunds newsletter invoice invoices charges subscription emails deploy deployments",
    needles="remove delete deletes wipe registry transfer account",
    pattern=r"\b(?:delete|wipe|remove)\s+(?:all|every|the\s+(?:old|user'?s?|whole))\b|\bpublic\s+registry\b|\btransfer\s+(?:the\s+|all\s+|of\s+)?(?:\w{1,10}\s+)?(?:funds|money|tokens|balance)\b",
)
FRAMES = (
    Frame(_TAKEN_AS, near=(_FAR_REACHING,), unless=(TAUGHT, _READS)),
    Frame(_TAKEN_AS, (_MONEY,), unless=(TAUGHT, _READS, HARMLESS)),
    Frame(
        _ANSWERS,
        near=(
            _DIALOG,
            Notion(
                words="behalf affirmative glitch deletions automatically always allow every any all yes carry"
            ),
        ),
        unless=(TAUGHT, _READS, HARMLESS),
        ordered=True,
    ),
    Frame(_NO_NEED, near=(_SPENDS,), unless=(TAUGHT, _READS, HARMLESS), refusal=True),
    Frame(UNASKED, (_SPENDS,), unless=(TAUGHT, _READS, HARMLESS), refusal=True),
    Frame(COSTLY, (_SPENDS, EXCUSE), unless=(TAUGHT, HARMLESS, _READS), ordered=True),
    Frame(COSTLY, (_EVEN_IF,), unless=(TAUGHT, HARMLESS)),
)


def review(page: Page) -> Iterator[Hit]:
    """Yield a hit for each consent that is made up, and each costly act without one."""
    yield from meant(RULE, page, *FRAMES)
