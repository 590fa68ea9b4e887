"""What an image is named by."""

import pytest

from skilleval.execution.sandboxes.docker.image import Packages, Recipe, recipe_digest


def test_the_same_recipe_has_the_same_digest() -> None:
    """So that an image is made once, and found again by any run."""
    assert recipe_digest(Recipe(), "sha256:a") == recipe_digest(Recipe(), "sha256:a")


@pytest.mark.parametrize(
    ("recipe", "base"),
    [
        (Recipe(), "sha256:b"),
        (Recipe(base="other"), "sha256:a"),
        (Recipe(is_own=True), "sha256:a"),
        (Recipe(packages=Packages(apt=("jq=1",))), "sha256:a"),
        (Recipe(packages=Packages(pip=("x==1",))), "sha256:a"),
        (Recipe(programs={"claude": "1"}), "sha256:a"),
    ],
)
def test_whatever_changes_the_image_changes_the_digest(recipe: Recipe, base: str) -> None:
    """Base, packages, the agent's program: a stale image would measure something else."""
    assert recipe_digest(recipe, base) != recipe_digest(Recipe(), "sha256:a")
