"""A check in words, for those that bring none."""

from skilleval.domain.suite import Check


def wording(check: Check) -> str:
    """Return what the check asks for, from its parameters: all of them, shortest form."""
    hidden = {"id", "text", "soft", "adherence", "kind", "ignore_case", "timeout_s"}
    given = {
        name: value
        for name, value in check.model_dump(mode="json").items()
        if name not in hidden and value not in ("", 0, 0.0, None, [], {})
    }
    details = ", ".join(f"{name} {_short(value)}" for name, value in given.items())
    return f"{check.kind.replace('_', ' ')}: {details}" if details else check.kind.replace("_", " ")


def _short(value: object) -> str:
    text = " ".join(map(str, value)) if isinstance(value, list) else str(value)
    return text if len(text) <= 120 else f"{text[:119]}…"
