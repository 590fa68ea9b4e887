"""The review of a skill of which no file could be read: one finding, and it blocks."""

from skilleval.domain.change import SkillChange
from skilleval.domain.finding import Review
from skilleval.review.findings import finding_from_hit, fingerprinted
from skilleval.review.fold import visible
from skilleval.review.rule import Hit
from skilleval.review.rules import not_read


def unread_review(change: SkillChange) -> Review:
    """Return the review of a changed skill that has no candidate: `incomplete`, with the reason."""
    return unread_skill(change.name, change.path, change.problem)


def unread_skill(name: str, path: str, problem: str) -> Review:
    """Return the review of a skill that cannot be read: `incomplete`, with the reason."""
    why = visible(problem, limit=400)
    hit = Hit("SKILL.md", 0, why, message="The skill cannot be read: nothing is known of it", incomplete=True)
    finding = finding_from_hit(not_read.RULE, hit, skill=name)
    return Review(skill=name, path=path, findings=fingerprinted([finding]))
