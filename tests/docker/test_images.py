"""Images: made once, kept as a tar file, loaded again; a user's own image gets our scripts only."""

import time
from pathlib import Path

import pytest

from skilleval.engine.images import image_id
from skilleval.errors import SandboxError
from skilleval.execution.sandboxes.docker.image import BASE_IMAGE, Packages, Recipe, build_image
from tests import builders_docker

pytestmark = [*builders_docker.needs_docker, pytest.mark.timeout(600)]


def test_an_image_is_saved_and_loaded(tmp_path: Path) -> None:
    """A workflow that caches the folder makes no image twice."""
    engine = builders_docker.engine()
    recipe = Recipe(base=builders_docker.plain_image(), is_own=True, programs={"x": str(tmp_path)})
    tag = build_image(engine, recipe, programs={}, cache=tmp_path)
    first = image_id(engine, tag)
    engine.api.remove_image(tag, force=True)
    again = build_image(engine, recipe, programs={}, cache=tmp_path)
    engine.api.remove_image(tag, force=True)

    assert again == tag
    assert [file.name for file in tmp_path.iterdir()] == [f"sandbox-{tag.partition(':')[2]}.tar"]
    assert first


def test_the_second_time_costs_nothing() -> None:
    """The digest of the recipe names the image."""
    builders_docker.plain_image()
    started = time.monotonic()
    build_image(builders_docker.engine(), Recipe(), programs={})

    assert time.monotonic() - started < 5.0


def test_an_image_that_is_not_there_is_named() -> None:
    """With the way out; nothing else is taken in its place."""
    recipe = Recipe(base="no-such-image-of-ours:1", is_own=True)

    with pytest.raises(SandboxError, match="no-such-image-of-ours") as caught:
        build_image(builders_docker.engine(), recipe, programs={})
    assert "sandbox-image" in caught.value.hint


def test_an_own_image_without_python_is_refused() -> None:
    """The base has none: said when the image is made, not in the first trial."""
    recipe = Recipe(base=BASE_IMAGE, is_own=True)

    with pytest.raises(SandboxError) as caught:
        build_image(builders_docker.engine(), recipe, programs={})
    assert "python3" in caught.value.hint


def test_a_package_that_does_not_exist_is_the_settings_fault() -> None:
    """The package manager's own words, and where to look."""
    recipe = Recipe(packages=Packages(apt=("no-such-package-of-ours=1",)))

    with pytest.raises(SandboxError, match="no-such-package-of-ours") as caught:
        build_image(builders_docker.engine(), recipe, programs={})
    assert "sandbox.packages" in caught.value.hint
