"""Evasion: each family of attacks in each disguise is still seen, at least as something obfuscated."""

from typing import get_args

import pytest

from skilleval.domain.finding import SEVERITIES, Finding
from skilleval.review import rule_table
from skilleval.review.rule import Family
from tests.builders_evasion import DISGUISES, NOT_APPLICABLE, SEEDS, Seed
from tests.builders_review import found_in

COVERS = {"obfuscation", "hidden-text"}
"""Families whose finding says that something is disguised."""


def is_seen(seed: Seed, findings: tuple[Finding, ...]) -> bool:
    """Return whether it is found with what its family weighs, or as something disguised."""
    families, least = {seed.family, *seed.seen_as, *COVERS}, SEVERITIES.index(seed.severity)
    return any(
        f.family in families and SEVERITIES.index(f.severity) >= least and f.confidence == "high"
        for f in findings
    )


def test_every_family_has_a_seed() -> None:
    """A family that a rule names, and has no seed, would be tested in no disguise."""
    families = {row.family for row in rule_table()}

    assert families == set(get_args(Family))
    assert {seed.family for seed in SEEDS} == families


def test_every_pair_is_tested_or_explained() -> None:
    """Each kind of seed has each disguise, or a reason why that pair makes no sense; never both."""
    pairs = {(seed.kind, name) for seed in SEEDS for name in DISGUISES}

    assert {pair for pair in pairs if pair[0] in DISGUISES[pair[1]]} == pairs - NOT_APPLICABLE.keys()


@pytest.mark.parametrize("name", DISGUISES)
def test_every_family_is_seen(name: str) -> None:
    """In one disguise, each seed is seen in each file that holds it; files are looked at one by one."""
    missed = []
    for seed in (seed for seed in SEEDS if seed.kind in DISGUISES[name]):
        files = DISGUISES[name][seed.kind](seed.text)
        parts = [files] if name.startswith("two ") else [{path: files[path]} for path in files]
        missed += [(seed.family, seed.kind, *part) for part in parts if not is_seen(seed, found_in(part))]

    assert missed == []
