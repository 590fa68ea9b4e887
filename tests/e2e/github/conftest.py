"""The double of GitHub, for the tests of this folder."""

from tests.github_double.fixtures import emulator_process, github, line

__all__ = ["emulator_process", "github", "line"]
