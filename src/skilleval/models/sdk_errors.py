"""What each error class of the vendors' SDKs means for us: may it be tried again, and what to do.

Keyed by class name, so that this table needs no import of an SDK; both were made by one generator and share
most names. A test walks the SDKs' classes and fails when one has no row of its own.
"""

from collections.abc import Mapping
from typing import NamedTuple
from urllib.parse import urlsplit

from skilleval.errors import ModelError

_REASON_CHARS = 300


class Meaning(NamedTuple):
    """What an SDK error means: in words, whether a later try may succeed, the way out."""

    words: str
    retryable: bool
    hint: str = ""


_KEY = "set ANTHROPIC_API_KEY (action input anthropic-api-key), or use the model `offline`"
_MONEY = "raise the spending limit or the credit at the provider; a later try alone does not help"
_ACCOUNT = "ask the owner of the provider account"
_OURS = "please report it: skilleval sent something the provider does not take"
_LATER = "the provider is busy or down; try again later"
_LOGIN = "use a plain API key; other ways to log in are not supported"

_refused = Meaning("the provider refused the request", retryable=False, hint=_OURS)
_account = Meaning("the provider account may not do this", retryable=False, hint=_ACCOUNT)
_spent = Meaning("the provider's spending limit is reached", retryable=False, hint=_MONEY)
_down = Meaning("the provider failed", retryable=True, hint=_LATER)
_too_large = Meaning("the request is too large for the model", retryable=False, hint="use smaller fixtures")
_encryption = Meaning("the account's encryption key cannot be used", retryable=False, hint=_ACCOUNT)
_login = Meaning("no usable credentials", retryable=False, hint=_LOGIN)

MEANINGS: dict[str, Meaning] = {
    "AnthropicError": Meaning("the anthropic SDK failed", retryable=False),
    "OpenAIError": Meaning("the openai SDK failed", retryable=False),
    "APIError": Meaning("the model server failed", retryable=True, hint=_LATER),
    "APIStatusError": Meaning("the model server refused the request", retryable=False),
    "APIConnectionError": Meaning("the model server does not answer", retryable=True),
    "APITimeoutError": Meaning("the model server did not answer in time", retryable=True, hint=_LATER),
    "APIResponseValidationError": Meaning("the model server's answer cannot be read", retryable=True),
    "APIWebhookValidationError": _refused,
    "RetryableError": _down,
    "AuthenticationError": Meaning("the model server does not take the API key", retryable=False, hint=_KEY),
    "CredentialsError": _login,
    "IdentityTokenFileError": _login,
    "WorkloadIdentityError": _login,
    "PermissionDeniedError": Meaning("the API key may not use this model", retryable=False, hint=_ACCOUNT),
    "NotFoundError": Meaning("the provider does not know the model", retryable=False, hint="check `model`"),
    "BadRequestError": _refused,
    "UnprocessableEntityError": _refused,
    "PreconditionFailedError": _refused,
    "RequestBodyEncodingInvalidError": _refused,
    "RequestBodyEncodingUnsupportedError": _refused,
    "RequestHeaderFieldsTooLargeError": _refused,
    "HTTPNotImplementedError": _refused,
    "ClaudeCodeVersionTooOldError": Meaning(
        "the agent CLI is too old", retryable=False, hint="raise agent-version"
    ),
    "ClaudeCodeKeyCreatorNotMemberError": _account,
    "OrganizationOnHoldError": _account,
    "OrganizationTypeNotSupportedError": _account,
    "ParentOrganizationRequiredError": _account,
    "SandboxEgressRestrictedError": _account,
    "WorkspaceHumanReviewDisabledError": _account,
    "PaymentRequiredError": _spent,
    "LinkedOrganizationBillingUnavailableError": _spent,
    "LinkedOrganizationSpendLimitReachedError": _spent,
    "ContractSpendLimitReachedError": _spent,
    "EnforcedSpendLimitReachedError": _spent,
    "CMEKKeyDisabledError": _encryption,
    "CMEKKeyNetworkBlockedError": _encryption,
    "CMEKKeyUnreachableError": _encryption._replace(retryable=True),
    "CMEKContextUnavailableError": _encryption._replace(retryable=True),
    "ContentTooLargeError": _too_large,
    "RequestBodyTooLargeAfterDecodingError": _too_large,
    "RateLimitError": Meaning(
        "the provider's rate limit is reached", retryable=True, hint="lower concurrency"
    ),
    "RampLimitExceededError": Meaning("requests rose too steeply", retryable=True, hint="lower concurrency"),
    "RequestTimeoutError": _down,
    "ConflictError": _down,
    "ClientClosedRequestError": _down,
    "InternalServerError": _down,
    "ServiceUnavailableError": _down,
    "GatewayTimeoutError": _down,
    "OverloadedError": _down,
}


def meaning_of(error: type[BaseException]) -> Meaning:
    """Return what an error class means: its own row, or the nearest parent's."""
    names = (parent.__name__ for parent in error.__mro__)
    return next(
        (MEANINGS[name] for name in names if name in MEANINGS), MEANINGS["APIResponseValidationError"]
    )


def model_error(exc: Exception, *, base_url: str, key: str | None, key_hint: str = _KEY) -> ModelError:
    """Return our error for an SDK's: what it means, the server's own words without the key, the way out."""
    meaning = meaning_of(type(exc))
    server = urlsplit(base_url).netloc or base_url
    status = getattr(exc, "status_code", None)
    detail = " ".join(_detail(exc).split())[:_REASON_CHARS]
    if key:
        detail = detail.replace(key, "***")
    shown = f"{meaning.words}: {server}" + (f" answered {status}" if status else "")
    hint = key_hint if meaning.hint == _KEY else meaning.hint
    hint = hint or ("start it, or check its address" if status is None else "")
    return ModelError(f"{shown}: {detail}" if detail else shown, hint=hint, retryable=meaning.retryable)


def _detail(exc: Exception) -> str:
    """Return the server's own message where there is one: SDKs keep the body, or the error in it."""
    body = getattr(exc, "body", None)
    error = body.get("error", body) if isinstance(body, Mapping) else None
    message = error.get("message") if isinstance(error, Mapping) else None
    return message if isinstance(message, str) else str(exc)
