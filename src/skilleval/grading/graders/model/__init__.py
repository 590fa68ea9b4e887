"""The grader that asks a language model: blind, with evidence, through a forced tool."""

from skilleval.grading.graders.model.grader import ModelGrader
from skilleval.grading.graders.model.prompt import prompt_digest

__all__ = ["ModelGrader", "prompt_digest"]
