"""How the CLI is started: flags, settings and environment that make it the same in every trial.

Everything that comes with the CLI and could differ from machine to machine, call home, or offer a skill that
is not the repository's, is off. Names of flags, variables and settings: the CLI's own documentation.
"""

import json
from collections.abc import Mapping
from pathlib import Path

from skilleval.ports import AgentTask

PINNED_VERSION = "2.1.332"
"""The CLI that this agent was tried with."""
WATCH = Path(__file__).with_name("watch.py")
_OWN_PLUGINS = ("agents-md", "plugin-authoring", "privacy", "sec-default", "tips", "mods-guide", "promos")
"""Plugins inside the CLI; `plugin-authoring` brings a skill that the model would see in every arm."""
_SETTINGS = {
    "enabledPlugins": {f"cc-plugin-{name}@builtin": False for name in _OWN_PLUGINS},
    "disableBundledSkills": True,
    "includeCoAuthoredBy": False,
}
_OFF = (
    "CLAUDE_CODE_DISABLE_AUTO_MEMORY",
    "CLAUDE_CODE_DISABLE_BUNDLED_SKILLS",
    "CLAUDE_CODE_DISABLE_FEEDBACK_SURVEY",
    "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC",
    "CLAUDE_CODE_DISABLE_NONSTREAMING_FALLBACK",
    "CLAUDE_CODE_DISABLE_OFFICIAL_MARKETPLACE_AUTOINSTALL",
    "CLAUDE_CODE_DISABLE_TERMINAL_TITLE",
    "DISABLE_AUTOUPDATER",
    "DISABLE_DOCTOR_COMMAND",
    "DISABLE_ERROR_REPORTING",
    "DISABLE_TELEMETRY",
    "DISABLE_UPDATES",
)
_MODEL_NAMES = (
    "ANTHROPIC_SMALL_FAST_MODEL",
    "ANTHROPIC_DEFAULT_HAIKU_MODEL",
    "ANTHROPIC_DEFAULT_OPUS_MODEL",
    "ANTHROPIC_DEFAULT_SONNET_MODEL",
)
_STREAM_SHARE = 0.75
"""Of the room's output limit; the rest is for the last events, which must not be lost."""


def environment(task: AgentTask, *, base_url: str, api_key: str, home: str) -> dict[str, str]:
    """Return the CLI's environment on top of the room's. `api_key` is no secret: the gateway has that."""
    return {
        "ANTHROPIC_BASE_URL": base_url,
        "ANTHROPIC_API_KEY": api_key,
        "ANTHROPIC_CUSTOM_HEADERS": f"x-skilleval-trial: {task.trial_id}",
        "CLAUDE_CONFIG_DIR": f"{home}/.claude",
        "CLAUDE_CODE_MAX_RETRIES": "0",  # the gateway tries again, and knows when not to
        "IS_SANDBOX": "1",
        **dict.fromkeys(_OFF, "1"),
        **dict.fromkeys(_MODEL_NAMES, task.model),
    }


def command(task: AgentTask, program: str) -> tuple[str, ...]:
    """Return the argv: the watcher, its orders, and the CLI. The prompt comes on stdin."""
    orders: Mapping[str, object] = {
        "stop_when_loaded": task.stop_when_loaded,
        "stop_after_tool_calls": task.stop_after_tool_calls,
        "stop_after_loads": task.stop_after_loads,
        "stream_bytes": int(task.limits.output_bytes * _STREAM_SHARE),
        "result_bytes": int(task.limits.output_bytes * (1 - _STREAM_SHARE) / 2),
    }
    return (
        *("python3", "-I", "-S", "-c", WATCH.read_text(encoding="utf-8"), json.dumps(orders)),
        *(program, "-p", "--output-format", "stream-json", "--verbose"),
        *("--model", task.model, "--max-turns", str(task.limits.max_turns)),
        *("--setting-sources", "project", "--settings", json.dumps(_SETTINGS)),
        *("--strict-mcp-config", "--no-session-persistence", "--permission-mode", "bypassPermissions"),
    )
