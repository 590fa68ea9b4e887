"""Rules of a grader. A placeholder: the grading room writes them."""

from skilleval.ports import JsonObject


def answer_grading(body: JsonObject) -> list[JsonObject]:
    """Return the content blocks of a grader's reply to `body`. Raises NotImplementedError until written."""
    raise NotImplementedError(f"the offline grader has no rules yet ({len(body)} keys in the request)")
