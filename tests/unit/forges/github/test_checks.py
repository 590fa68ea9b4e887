"""What an external id says, so that any later process knows whose check it is."""

from typing import Any

import pytest

from skilleval.forges.github import CheckId, GitHubCheck, Standing
from skilleval.forges.github.faults import NoAnswer, Rejected

HEAD = "a" * 40
MARK = CheckId(12, 7, 1)


def test_an_external_id_is_read_back() -> None:
    """Pull request, run, attempt and job travel in the id."""
    mark = CheckId(12, 9_000_000_001, 2, "evaluate.skilleval")

    assert str(mark) == "skilleval/12/9000000001/2/evaluate.skilleval"
    assert CheckId.parse(str(mark)) == mark


@pytest.mark.parametrize("text", ["", "skilleval", "other/12/1/1/x", "skilleval/x/1/1/y", "skilleval/1/2/3"])
def test_other_ids_are_not_ours(text: str) -> None:
    """A check of the same name by somebody else is never touched."""
    assert CheckId.parse(text) is None


@pytest.mark.parametrize(
    ("other", "is_before"),
    [
        (CheckId(12, 8, 1, "x"), True),
        (CheckId(12, 7, 2, "x"), True),
        (CheckId(12, 7, 1, "y"), False),
        (CheckId(12, 6, 9, "x"), False),
        (CheckId(13, 9, 1, "x"), False),
    ],
)
def test_only_older_runs_of_the_same_pull_request_are_older(other: CheckId, is_before: bool) -> None:
    """Another pull request with the same head, and another job of the same run, keep their checks."""
    assert CheckId(12, 7, 1, "x").is_before(other) is is_before


class FussyApi:
    """An API that keeps one check, and refuses bodies as it is told to."""

    def __init__(self, *, refuses_annotations: bool = False, fails: int = 0) -> None:
        self.refuses_annotations = refuses_annotations
        self.fails = fails
        self.check: dict[str, Any] = {}

    def post(self, _errand: object, _path: str, body: dict[str, Any], **_more: object) -> dict[str, Any]:
        """Open the check."""
        self.check = {"id": 1, **body}
        return self.check

    def patch(self, _errand: object, _path: str, body: dict[str, Any], **_more: object) -> None:
        """Change the check, or refuse to."""
        if self.fails:
            self.fails -= 1
            raise NoAnswer("GitHub: cannot write the check run: status 502", hint="run again")
        if self.refuses_annotations and body["output"].get("annotations"):
            raise Rejected("GitHub: cannot write the check run: refused with 422", hint="path is invalid")
        self.check |= body

    def pages(self, *_args: object, **_more: object) -> list[dict[str, Any]]:
        """List the check."""
        return [self.check]


def a_body(*, closes: bool = True) -> dict[str, Any]:
    """Return a request of a report with one annotation."""
    output = {"title": "worse", "summary": "…", "annotations": [{"path": "x", "start_line": 1}]}
    return {**({"status": "completed", "conclusion": "failure"} if closes else {}), "output": output}


def test_refused_annotations_do_not_take_the_verdict_with_them() -> None:
    """A place that GitHub does not know costs the annotation, not the conclusion."""
    api = FussyApi(refuses_annotations=True)
    check = GitHubCheck(api, "acme/skills", head_sha=HEAD, mark=MARK)  # type: ignore[arg-type]
    check.open(details_url="", title="measuring", summary="")
    check.conclude([a_body(), a_body(closes=False)])

    assert (api.check["conclusion"], api.check["output"]["title"]) == ("failure", "worse")
    assert check.is_closed


def test_a_report_that_was_not_taken_leaves_the_check_to_be_closed() -> None:
    """Where the report cannot be written, the end of the run still closes the check, and says why."""
    api = FussyApi(fails=1)
    shown = Standing(api, "acme/skills", head_sha=HEAD, mark=MARK, run_url="")  # type: ignore[arg-type]
    shown.open("check", title="measuring")
    with pytest.raises(NoAnswer):
        shown.conclude([a_body()])
    assert api.check["status"] == "in_progress"

    shown.end("failure", "could not be judged", "why")
    assert (api.check["status"], api.check["output"]["title"]) == ("completed", "could not be judged")


def test_a_verdict_that_is_written_is_never_overwritten() -> None:
    """An error after the conclusion, such as a lost slice of annotations, leaves it as it is."""
    api = FussyApi()
    shown = Standing(api, "acme/skills", head_sha=HEAD, mark=MARK, run_url="")  # type: ignore[arg-type]
    shown.open("check", title="measuring")
    shown.conclude([a_body()])
    shown.end("failure", "could not be judged", "why")

    assert api.check["output"]["title"] == "worse"
