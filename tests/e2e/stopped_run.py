"""A run that a test stops from outside: `python stopped_run.py FOLDER` prints each trial's id as it ends.

The first trial ends at once; all others hang in a shell command that beats a file in FOLDER.
"""

import sys
from pathlib import Path

from skilleval.domain.policy import Budget, Limits
from skilleval.domain.trial import Trial
from skilleval.execution import execute_plan
from skilleval.execution.sandboxes.process import ProcessSandboxes
from skilleval.ports import AgentRun, AgentTask, Sandbox
from skilleval.testing.agent import ScriptedAgent, agent_run
from tests.builders_execution import a_cell, a_lab, a_plan, a_task, changes_with

CELLS = tuple(a_cell(repeat=n) for n in range(1, 7))


def main(folder: Path) -> None:
    """Run six cells in three slots, of which only the first ends."""
    started: list[str] = []

    async def play(task: AgentTask, room: Sandbox) -> AgentRun:
        started.append(task.trial_id)
        if len(started) == 1:
            return agent_run("done")
        beat = f"setsid sh -c 'while :; do date +%s%N > {folder}/beat; sleep 0.05; done' & sleep 60"
        await room.run(["sh", "-c", beat], timeout_s=60)
        return agent_run("late")

    def tell(trial: Trial) -> None:
        sys.stdout.write(f"{trial.id} {trial.outcome.state}\n")
        sys.stdout.flush()

    lab = a_lab(
        agent=ScriptedAgent(play),
        sandboxes=ProcessSandboxes(folder=folder),
        budget=Budget(concurrency=3),
        limits=Limits(timeout_s=60),
        on_trial=tell,
    )
    execute_plan(a_plan(*CELLS), changes_with(a_task()), lab)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
