"""Fifty skills that stand beside those under test: a crowd in which the right one has to be found.

Written for this purpose: names and descriptions as a mixed office and engineering team might have them, and
bodies of one line. They are no test of the skills themselves.
"""

from collections.abc import Container
from hashlib import sha256
from typing import Final

from skilleval.domain.bundle import Bundle, BundleFile, SkillText

_DESCRIBED: Final = {
    "accessibility-audit": "Checks web pages for contrast, labels and keyboard use. Use when a page must "
    "meet WCAG or someone asks whether a form can be used with a screen reader.",
    "address-labels": "Lays out postal addresses as printable label sheets. Use for mailings and parcels.",
    "api-docs": "Writes reference pages for HTTP endpoints from an OpenAPI file. Use when endpoints, "
    "parameters or status codes have to be documented.",
    "archive-photos": "Sorts photographs into folders by date and place. Use when a camera card or a phone "
    "has to be tidied.",
    "backup-plan": "Draws up a backup and restore schedule for servers. Use when retention, off-site copies "
    "or restore drills are discussed.",
    "board-deck": "Builds slides for board meetings from quarterly figures. Use when directors need slides.",
    "brand-voice": "Rewrites marketing copy in the company's tone. Use for landing pages and campaigns.",
    "budget-forecast": "Projects monthly spending and income for the year ahead. Use when finance plans.",
    "calendar-triage": "Finds free slots and moves clashing appointments. Use to arrange calls across zones.",
    "candidate-screen": "Compares applications with a job profile. Use when hiring for an open position.",
    "chemistry-notes": "Balances equations and formats lab protocols. Use for chemistry experiments.",
    "churn-report": "Explains why subscribers cancelled. Use with cancellation surveys and cohorts.",
    "contract-redline": "Marks risky clauses in agreements and proposes wording. Use for legal drafts.",
    "course-outline": "Plans lessons, exercises and reading for a seminar. Use when teachers prepare a term.",
    "crop-planner": "Works out sowing and harvest dates for a vegetable garden. Use for beds and rotation.",
    "dashboard-design": "Chooses charts and layout for monitoring screens. Use when metrics need panels.",
    "data-dictionary": "Documents database tables, columns and owners. Use when a warehouse lacks notes.",
    "dependency-upgrade": "Raises library versions and repairs what breaks. Use for outdated packages.",
    "dockerfile-slim": "Shrinks container images and their build time. Use when images are too large.",
    "email-sequence": "Drafts a series of onboarding mails. Use when new customers must be welcomed.",
    "expense-claim": "Fills in travel expense forms from tickets and hotel bills. Use after business trips.",
    "flashcards": "Turns study material into question cards. Use when someone learns for an exam.",
    "floor-plan": "Describes rooms, doors and furniture as a scaled plan. Use for office moves.",
    "game-balance": "Tunes damage, prices and rewards of a game. Use when players find a level unfair.",
    "grant-proposal": "Structures applications for research funding. Use with calls and reviewers' criteria.",
    "haiku-corner": "Writes haiku and other short verse with correct syllables. Use for poems on request.",
    "icon-set": "Draws consistent vector icons. Use when a product needs pictograms in one style.",
    "incident-review": "Writes blameless postmortems with a timeline. Use after an outage of a service.",
    "inventory-count": "Reconciles stock lists with warehouse counts. Use at stocktaking.",
    "kubernetes-debug": "Finds why pods crash or stay pending. Use with cluster events and manifests.",
    "landing-page": "Builds a single promotional web page. Use when a product launch needs a page.",
    "lesson-feedback": "Comments on pupils' essays by a rubric. Use when teachers return homework.",
    "load-test": "Writes and reads performance tests of web services. Use when latency must be measured.",
    "localisation-check": "Compares translated interface strings for length and placeholders. Use before a "
    "product goes to another market.",
    "map-maker": "Draws maps from coordinates and boundaries. Use for geographic data.",
    "migration-script": "Writes reversible database migrations. Use when a schema must change in production.",
    "music-chart": "Transposes chords and formats lead sheets. Use for songs and bands.",
    "newsletter-layout": "Arranges articles and pictures for a printed newsletter. Use for a club.",
    "nutrition-plan": "Plans meals by calories and allergies. Use for diets that a doctor advised.",
    "onboarding-checklist": "Prepares accounts, hardware and first-week tasks. Use for new colleagues.",
    "patent-search": "Looks for prior art and summarises claims. Use for inventions.",
    "podcast-notes": "Writes show notes with chapters and timestamps. Use for audio episodes.",
    "press-kit": "Gathers facts, pictures and quotations for journalists. Use before public launches.",
    "privacy-assessment": "Assesses personal data processing under the GDPR. Use for new data uses.",
    "recipe-scaler": "Converts cooking quantities and oven settings. Use when a recipe feeds another number.",
    "regex-builder": "Builds and explains regular expressions. Use when text must be matched or extracted.",
    "route-optimiser": "Orders delivery stops to save kilometres. Use for drivers and fleets.",
    "seating-plan": "Places guests at tables by wishes and quarrels. Use for weddings and banquets.",
    "shell-portability": "Makes shell scripts run on other systems. Use for POSIX trouble.",
    "survey-analysis": "Weighs and cross-tabulates questionnaire answers. Use for polls and satisfaction.",
}

MOST_DISTRACTORS: Final = len(_DESCRIBED)


def distractors(count: int, *, besides: Container[str], seed: int = 0) -> tuple[Bundle, ...]:
    """Return so many skills, none named as in `besides`; a larger crowd holds the smaller ones."""
    names = sorted(_DESCRIBED, key=lambda name: sha256(f"{seed}/{name}".encode()).hexdigest())
    return tuple(_bundle(name) for name in [name for name in names if name not in besides][:count])


def _bundle(name: str) -> Bundle:
    description = _DESCRIBED[name]
    body = "Do what the description says, step by step.\n"
    content = f"---\nname: {name}\ndescription: {description}\n---\n\n{body}".encode()
    digest = sha256(content).hexdigest()
    return Bundle(
        name=name,
        path=name,
        commit="0" * 40,
        tree_sha="",
        digest=digest,
        digest_with_evals=digest,
        skill=SkillText(name=name, description=description, body=body, body_line=6),
        files=(BundleFile(path="SKILL.md", sha256=digest, size_bytes=len(content), content=content),),
    )
