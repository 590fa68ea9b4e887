"""A claim that code has settled."""

from skilleval.domain.grade import Claim


def settled(*, kind: str, quote: str, holds: bool, evidence: str, process: bool = False) -> Claim:
    """Return the claim: verified, or contradicted and confirmed by construction."""
    return Claim(
        text=quote,
        type="process" if process else "factual",
        kind=kind,
        state="verified" if holds else "contradicted",
        evidence=evidence,
        quote=quote,
        by="code",
        confirmed=not holds,
    )
