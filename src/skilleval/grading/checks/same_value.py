"""Whether two JSON values are the same, numbers within a tolerance."""


def is_same(value: object, wanted: object, *, tolerance: float = 0.0) -> bool:
    """Return whether `value` equals `wanted`; true and 1 are not the same, 1 and 1.0 are."""
    if isinstance(value, bool) or isinstance(wanted, bool):
        return value is wanted
    if isinstance(value, int | float) and isinstance(wanted, int | float):
        return value == wanted or abs(value - wanted) <= tolerance
    if isinstance(value, list) and isinstance(wanted, list):
        return len(value) == len(wanted) and all(
            is_same(mine, theirs, tolerance=tolerance) for mine, theirs in zip(value, wanted, strict=True)
        )
    if isinstance(value, dict) and isinstance(wanted, dict):
        return value.keys() == wanted.keys() and all(
            is_same(value[key], wanted[key], tolerance=tolerance) for key in value
        )
    return value == wanted
