"""Money goes to somebody else than the user means.

Why: A swapped address, a fee that is not shown or an unlimited allowance is money gone; payments are rarely
undone.

Check: Whose address is it, and who approved the sum?

Fix: Show recipient, sum and fee, and let the user confirm each payment.
"""

from collections.abc import Iterator

from skilleval.review.frame import Frame, Notion
from skilleval.review.meaning import meant
from skilleval.review.page import Page
from skilleval.review.rule import Hit, Rule
from skilleval.review.vocabulary import CHANGE, HARMLESS, LOCAL, SLY, TAUGHT, WRONG

RULE = Rule(
    id="payment-redirected",
    family="injection",
    severity="high",
    owasp="AST01",
    about="words",
    page=__doc__,
)

_ACCOUNT = Notion(
    words="iban iban's spender payee beneficiary payout payouts bc1 recipient",
    needles="qr code invoice recipient payments transfer salary bitcoin wallet donation bank payment crypto eth account address deposit vault btc ethereum addresses donations",
    pattern=r"""\bqr\s+code\b
    |\brecipient\s+of\b|\bsalary\s+payments?\b
    |\b(?:bitcoin|btc|wallet|donation|payment|crypto\w{0,8}|eth|ethereum|deposit|payout|vault|paypal|billing)\s+(?:\w{1,10}\s+)?(?:address(?:es)?|accounts?|details|links?)\b|\bbank\s+(?:accounts?|details)\b|\baccount\s+numbers?\b""",
)
_GIVEN = Notion(
    words="bc1 stale",
    needles="folder config given below developer to with by from in the our assets before 0x bank",
    pattern=r"""\bin\s+the\s+assets\b
    |\b(?:given|listed|shown)\s+below\b|\bone\s+in\s+[`'\"]|\bin\s+[`'\"]?(?:config|data)/
    |\b(?:bc1[a-z0-9]{8,80}|0x[a-z0-9]{6,80}|[13][a-z0-9]{25,40})\b|\b(?:in|from|to|with|by)\s+[`"']{0,2}(?:assets|references|scripts|\./)/?\S{3,60}|\bour\s+(?:\w{1,12}\s+)?(?:account|address|wallet|iban|contract|one)\b|\bchanged\s+banks\b|\bthe\s+(?:\w{1,10}\s+)?address\s+below\b""",
)
_CUT = Notion(
    words="remainder remainders surcharge markup commission skim",
    needles="smaller part split add per cent each fee fees share cent percent tip rounding",
    pattern=r"""\b(?:smaller|other|remaining)\s+part\b
    |\badd\s+(?:\w{1,5}\s+){0,2}\d[\d.,]{0,5}\s?(?:%|per\s?cent|percent)\b|\b\d[\d.,]{0,5}\s?(?:%|per\s?cent)\s+(?:to|of|from|on)\s+(?:each|every|all|any)\b
    |\b(?:service|handling|processing|platform|convenience|maintenance|transaction|extra|small)\s+(?:fees?|shares?|charges?)\b|\b\d[\d.,]{0,6}\s?(?:%|per\s?cent)\s+(?:\w{1,10}\s+)?(?:fee|share|cut|commission)\b|\ba\s+fee\b|\brounding\s+(?:differences?|remainders?|errors?)\b""",
)
_TO_US = Notion(
    needles="named credit developer author account assigned assets our us original net wallet",
    pattern=r"""\baccount\s+(?:named|given|listed)\s+in\b
    |\bto\s+the\s+(?:account\s+of\s+the\s+)?(?:developer|author|vendor|maintainer)\b
    |\b(?:to|into|for)\s+(?:our|us|the\s+(?:account|wallet|address)\s+in)\b|\bour\s+(?:account|wallet|address|contract)\b|\bonly\s+the\s+original\b|\bnet\s+amounts?\s+only\b""",
)
_PAYS = Notion(
    words="transfer transfers transferred payout payouts payment payments remainders remainder invoice invoices statement swap checkout purchase order wire split"
)
_DRAIN = Notion(
    needles="sweep any transaction balance transfer move send sweep withdraw drain empty all approve sign request requests approval allowance unlimited entire",
    pattern=r"""\bsweep\b[^\n.;]{0,30}\bbalance\b|\bsign\s+(?:any|every|all|whatever)\b[^\n.;]{0,20}\b(?:transactions?|requests?|messages?)|\bsend\b[^\n.;]{0,20}\bbalance\s+of\b
    |\b(?:transfer|move|send|sweep|withdraw|drain|empty)(?:s|ing)?\b[^\n.;]{0,20}\b(?:all|every|entire|whole|full)\b[^\n.;]{0,20}\b(?:tokens?|funds|balances?|coins?|assets|money|nfts?|wallets?|savings)\b
    |\b(?:unlimited|infinite|maximum|max)\s+(?:token\s+)?(?:allowance|approval|spend\w{0,3})\b|\b(?:token\s+approval|allowance)\b[^\n.;]{0,40}\b(?:unlimited|infinite|uint256\s+max|regardless)""",
)
_FOR_WHOM = Notion(
    words="regardless",
    needles="site asks end wallet our address below spender vault 0x us contract notices before connected",
    pattern=r"""\bsite\s+(?:asks|requests|wants)\b|\bat\s+the\s+end\b
    |\bour\s+(?:\w{1,10}\s+)?(?:contract|wallet|address|account)\b|\bspender\b|\baddress\s+below\b|\bbefore\s+the\s+user\b|\bregardless\b|\b0x[a-z0-9]{4,60}\b|\bconnected\s+wallet\b""",
)
_COIN = Notion(
    needles="replace change swap substitute set use overwrite switch exchange insert",
    pattern=r"\b(?:bc1[a-z0-9]{8,80}|0x[a-f0-9]{8,80}|[13][a-km-z1-9]{25,40})\b",
)
FRAMES = (
    Frame(CHANGE, (_COIN,), near=(_ACCOUNT,), unless=(HARMLESS, TAUGHT, LOCAL)),
    Frame(CHANGE, (_ACCOUNT, _GIVEN), unless=(HARMLESS, TAUGHT, LOCAL)),
    Frame(CHANGE, (_ACCOUNT,), near=(WRONG,), unless=(HARMLESS, TAUGHT, LOCAL)),
    Frame(_CUT, (_TO_US,), near=(_PAYS,), unless=(HARMLESS, TAUGHT)),
    Frame(_CUT, near=(SLY,), unless=(HARMLESS, TAUGHT)),
    Frame(_DRAIN, (_FOR_WHOM,), unless=(HARMLESS, TAUGHT, LOCAL)),
)


def review(page: Page) -> Iterator[Hit]:
    """Yield a hit for each payment, fee or allowance that is turned somewhere else."""
    yield from meant(RULE, page, *FRAMES)
