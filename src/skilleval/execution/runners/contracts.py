"""Contracts of scripts: how they end, what they print, and that a second run changes nothing."""

import json
from collections.abc import Iterator

import regex

from skilleval.domain.own_tests import Contract, OwnSuite, SuiteState
from skilleval.domain.trial import CommandResult
from skilleval.execution.runners.told import Told, tail_of
from skilleval.ports import Sandbox

_PATTERN_S = 2.0


async def run(suite: OwnSuite, room: Sandbox, timeout_s: float) -> Told:
    """Return what came of the contracts, each named with what it broke."""
    if not suite.contracts:
        return Told("not-run", "contracts", "the file lists no contract")
    broken, results = [], []
    for contract in suite.contracts:
        stdin = contract.stdin.encode()
        first = await room.run(contract.run, timeout_s=timeout_s, stdin=stdin)
        results.append(first)
        faults = list(_faults(contract, first, timeout_s))
        if contract.idempotent and not faults:
            await room.seal()
            second = await room.run(contract.run, timeout_s=timeout_s, stdin=stdin)
            changed = [file.path for file in await room.evidence()]
            faults += _unlike(first, second, changed)
        broken += [f"{contract.name}: {fault}" for fault in faults]
    seconds = sum(result.seconds for result in results)
    state: SuiteState = "failed" if broken else "passed"
    return Told(
        state,
        "contracts",
        tests=len(suite.contracts),
        failed=tuple(broken),
        output=tail_of(*results) if broken else "",
        seconds=seconds,
    )


def _faults(contract: Contract, result: CommandResult, timeout_s: float) -> Iterator[str]:
    if result.timed_out:
        yield f"still running after {timeout_s:g} s"
        return
    if result.exit_code != contract.exit_code:
        yield f"exit code {result.exit_code}, not {contract.exit_code}"
    if contract.stdout_pattern and not _is_found(contract.stdout_pattern, result.stdout):
        yield "what it prints does not match"
    if contract.json_keys:
        yield from _shape(contract.json_keys, result.stdout)


def _is_found(pattern: str, text: str) -> bool:
    try:
        return regex.search(pattern, text, regex.MULTILINE, timeout=_PATTERN_S) is not None
    except (regex.error, TimeoutError):
        return False


def _shape(keys: tuple[str, ...], text: str) -> Iterator[str]:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        yield "it does not print a JSON object"
        return
    missing = [key for key in keys if key not in value]
    if missing:
        yield f"the JSON that it prints lacks {', '.join(missing)}"


def _unlike(first: CommandResult, second: CommandResult, changed: list[str]) -> Iterator[str]:
    """Yield how a second run differs from the first."""
    if (first.exit_code, first.stdout) != (second.exit_code, second.stdout):
        yield "a second run prints or ends otherwise"
    if changed:
        yield f"a second run changes {', '.join(changed[:5])}"
