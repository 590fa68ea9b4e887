"""The review of a skill of which no file could be read: one finding, and it blocks."""

from skilleval.domain.change import SkillChange
from skilleval.domain.finding import Review
from skilleval.review.findings import finding_from_hit, fingerprinted
from skilleval.review.fold import visible
from skilleval.review.rule import Hit
from skilleval.review.rules import not_read


def unread_review(change: SkillChange) -> Review:
    """Return the review of a changed skill that has no candidate: `incomplete`, with the reason."""
    why = visible(change.problem, limit=400)
    hit = Hit("SKILL.md", 0, why, message="The skill cannot be read: nothing is known of it", incomplete=True)
    finding = finding_from_hit(not_read.RULE, hit, skill=change.name)
    return Review(skill=change.name, path=change.path, findings=fingerprinted([finding]))
