"""YAML from a pull request: bounded, and with our own errors only."""

from functools import lru_cache
from typing import Any

from skilleval.changes.reading import MAX_NODES, Plain, plain_of
from skilleval.errors import SuiteError


def yaml_of(text: str, *, first_line: int = 1, max_nodes: int = MAX_NODES) -> Plain:
    """Return the value made of JSON's types; raises SuiteError with the line, counted from `first_line`."""
    from ruamel.yaml.error import MarkedYAMLError, YAMLError  # noqa: PLC0415 - 50 ms, JSON needs none of it

    try:
        value = _loader().load(text)
    except MarkedYAMLError as exc:
        mark = exc.problem_mark or exc.context_mark
        line = f"line {mark.line + first_line}: " if mark else ""
        raise SuiteError(f"{line}not YAML: {exc.problem or exc.context}") from exc
    except YAMLError as exc:
        raise SuiteError(f"not YAML: {' '.join(str(exc).split())[:200]}") from exc
    except RecursionError as exc:
        raise SuiteError("not YAML that is read: nested too deep") from exc
    except (ValueError, TypeError, AttributeError, LookupError, AssertionError, OverflowError) as exc:
        # the reader's own slips on odd input: bad dates, huge numbers, keys that are lists
        raise SuiteError(f"not YAML that can be read: {str(exc)[:200]}") from exc
    return plain_of(value, max_nodes=max_nodes)


@lru_cache(maxsize=1)
def _loader() -> Any:  # noqa: ANN401 - the reader has no useful types
    from ruamel.yaml import YAML  # noqa: PLC0415 - 50 ms, JSON needs none of it

    # pure: the C reader overflows the stack on deep nesting, where this one raises
    return YAML(typ="safe", pure=True)
