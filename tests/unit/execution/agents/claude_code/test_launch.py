"""How the CLI is started."""

import json

from skilleval.domain.policy import Limits
from skilleval.execution.agents.claude_code.launch import command, environment
from skilleval.ports import AgentTask

TASK = AgentTask(trial_id="t1", prompt="the prompt", model="m-1", limits=Limits(max_turns=7))


def test_the_prompt_is_no_argument() -> None:
    """It comes on stdin: arguments are limited in length and seen by every process in the room."""
    assert not any("the prompt" in part for part in command(TASK, "claude"))


def test_only_project_settings_no_servers_no_sessions() -> None:
    """What a user or a machine has set must not come in, nor what the CLI brings along."""
    argv = command(TASK, "claude")
    settings = json.loads(argv[argv.index("--settings") + 1])

    assert argv[argv.index("--setting-sources") + 1] == "project"
    assert {"--strict-mcp-config", "--no-session-persistence"} <= set(argv)
    assert argv[argv.index("--max-turns") + 1] == "7"
    assert settings["disableBundledSkills"] is True
    assert not any(settings["enabledPlugins"].values())


def test_every_model_is_the_plans_and_the_key_is_none() -> None:
    """Side calls go to the same model; the key is the word that stands for none."""
    env = environment(TASK, base_url="http://127.0.0.1:8787", api_key="none", home="/home/agent")

    assert {value for name, value in env.items() if name.endswith("_MODEL")} == {"m-1"}
    assert env["ANTHROPIC_API_KEY"] == "none"
    assert env["CLAUDE_CODE_DISABLE_BUNDLED_SKILLS"] == env["DISABLE_AUTOUPDATER"] == "1"
    assert "t1" in env["ANTHROPIC_CUSTOM_HEADERS"]
