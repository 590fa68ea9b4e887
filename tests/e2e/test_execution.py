"""Stage 5 as a whole: real loop, real processes, real SDK, a scripted server in place of the model."""

from typing import Any

from starlette.responses import Response

from skilleval.domain.suite import CommandCheck
from skilleval.execution import execute_plan
from skilleval.execution.agents.messages import MessagesAgent
from skilleval.execution.sandboxes.process import ProcessSandboxes
from skilleval.models.anthropic import AnthropicModels
from tests.builders_execution import a_bundle, a_cell, a_lab, a_plan, a_task, changes_with
from tests.contract.model_server import message, serving, text, tool_use


def _fills_the_form(body: dict[str, Any]) -> Response:
    """Load the skill where one is listed, run its script, answer."""
    turns = len(body["messages"])
    system = body["system"][0]["text"]
    if "- pdf-forms:" in system and turns == 1:
        return message(tool_use("Skill", skill="pdf-forms"), stop_reason="tool_use")
    if turns <= 3:
        script = "sh .claude/skills/pdf-forms/scripts/fill.sh" if turns == 3 else "cp form.txt out.txt"
        return message(tool_use("Bash", command=f"{script}; pwd"), stop_reason="tool_use")
    return message(text("All done."))


def test_whole_stage_with_real_processes() -> None:
    """Three arms run for real: skill loaded, script run, files and command checks taken as evidence."""
    script = {"scripts/fill.sh": b"sed s/____/Ada/ form.txt > out.txt\n"}
    checks = (CommandCheck(id="filled", kind="command", argv=("grep", "-q", "Ada", "out.txt")),)
    changes = changes_with(
        a_task(checks=checks), candidate=a_bundle(files=script), baseline=a_bundle(files=script)
    )
    plan = a_plan(a_cell(arm="candidate"), a_cell(arm="baseline"), a_cell(arm="control"), model="offline")

    with serving(_fills_the_form) as server:
        models = AnthropicModels(api_key="k", base_url=server.url)
        lab = a_lab(agent=MessagesAgent(), sandboxes=ProcessSandboxes(), models=models)
        result = execute_plan(plan, changes, lab)

    candidate, baseline, control = result.trials
    assert [trial.outcome.state for trial in result.trials] == ["completed"] * 3
    assert (candidate.fired("pdf-forms"), control.fired("pdf-forms")) == (True, False)
    assert candidate.evidence.answer == "All done."
    assert [(file.path, file.state, file.text) for file in candidate.evidence.files] == [
        ("out.txt", "created", "name: Ada\n")
    ]
    assert candidate.evidence.commands["filled"].exit_code == 0
    assert control.evidence.commands["filled"].exit_code == 1
    assert baseline.evidence.tool_calls[-1].result.endswith("/work")
    assert (result.usage.calls, result.usage.cost_usd) == (9, 0.0)
    assert {headers["x-skilleval-trial"] for headers in server.headers} == {
        trial.id for trial in result.trials
    }
