"""Cases of `claude plugin eval`."""

import regex

from skilleval.changes.snapshot import bundle_file
from skilleval.changes.suites import read_suite
from skilleval.domain.suite import FileCheck, Suite, TextMatch, ToolCheck, ToolOrderCheck
from tests.builders_changes import skill_md

RUBRIC = "---\ntype: llm\n---\n\nRight.\n"
PROMPT = "---\nmax_turns: 10\nallowed_tools: [Read, Skill]\n---\n\nIs the total right?\n"


def suite_of(files: dict[str, str]) -> Suite:
    """Return the suite of a skill called alpha with these files below evals/."""
    contents = {"SKILL.md": skill_md("alpha"), **{f"evals/{path}": text for path, text in files.items()}}
    return read_suite({path: bundle_file(path, text.encode()) for path, text in contents.items()})


def grader(text: str) -> Suite:
    """Return the suite of one case with one grader file beside a rubric."""
    return suite_of(
        {
            "one/prompt.md": PROMPT,
            "one/graders/a.md": text,
            "one/graders/z.md": "---\ntype: llm\n---\nRight.\n",
        }
    )


def test_a_case() -> None:
    """The folder is the id, the body the prompt, an llm grader's body the rubric."""
    suite = suite_of({"one/prompt.md": PROMPT, "one/graders/criteria.md": RUBRIC})

    (task,) = suite.tasks
    assert suite.problems == ()
    assert (task.id, task.prompt, task.scoring) == ("one", "Is the total right?", "share")
    assert [(item.id, item.text) for item in task.rubric] == [("criteria", "Right.")]


def test_graders_that_are_carried_over() -> None:
    """Patterns over the answer and over a file, files, tools; `with-only` is adherence."""
    checks = [
        grader("---\ntype: regex\npattern: '12\\.00'\nflags: i\n---\n"),
        grader("---\ntype: regex\nmatch: not_contains\ntarget: {source: file, path: out.md}\n---\nwrong\n"),
        grader("---\ntype: file_exists\npath: out.md\nexists: false\n---\n"),
        grader("---\ntype: tool_used\ntool: Bash\nmin: 0\nmax: 0\narm: with-only\n---\n"),
        grader("---\ntype: tool_used\ntool: Bash\ninput_match: 'npm (test|ci)'\nmin: 2\nmax: 3\n---\n"),
        grader("---\ntype: tool_order\nbefore: Read\nafter: {tool: Edit, input_match: 'users\\.js'}\n---\n"),
        grader("---\ntype: file_exists\npath: 'out/**/*.md'\n---\n"),
        grader("---\ntype: regex\npattern: VAT\nmatch: count:0\n---\n"),
    ]

    found = [suite.tasks[0].checks[0] for suite in checks]

    assert isinstance(found[0], TextMatch)
    assert (found[0].kind, found[0].ignore_case, found[0].target) == ("must_match", True, "answer")
    assert isinstance(found[1], TextMatch)
    assert (found[1].kind, found[1].ignore_case, found[1].target) == ("must_not_match", False, "out.md")
    assert isinstance(found[2], FileCheck)
    assert (found[2].kind, found[2].path, found[2].created) == ("file_absent", "out.md", True)
    assert isinstance(found[3], ToolCheck)
    assert (found[3].kind, found[3].tool, found[3].adherence) == ("tool_not_used", "Bash", True)
    assert isinstance(found[4], ToolCheck)
    assert (found[4].kind, found[4].at_least, found[4].at_most) == ("tool_used", 2, 3)
    assert regex.search(found[4].input_pattern, '{"command":"npm ci"}')
    assert isinstance(found[5], ToolOrderCheck)
    assert (found[5].tools, found[5].first_calls) == (("Read", "Edit"), True)
    assert found[5].input_patterns[0] == ""
    assert isinstance(found[6], FileCheck)
    assert (found[6].path, found[6].created) == ("out/**/*.md", True)
    assert isinstance(found[7], TextMatch)
    assert found[7].kind == "must_not_match"


def test_graders_that_are_not() -> None:
    """What would mean something else here is left out by name; the rest of the case stands."""
    for text in (
        "---\ntype: regex\npattern: a\ntarget: trace\n---\n",
        "---\ntype: regex\npattern: a\nmatch: count:2\n---\n",
        "---\ntype: regex\npattern: '(?i)a'\n---\n",
        "---\ntype: regex\npattern: a\nflags: u\n---\n",
        "---\ntype: regex\npattern: a\ntarget: files\n---\n",
        "---\ntype: llm\nfocus: trace\n---\nGood.\n",
        "---\ntype: tool_used\ntool: Bash\ninput_match: '(?i)npm'\n---\n",
        "---\ntype: tool_used\ntool: Bash\ninput_match: [npm]\n---\n",
        "---\ntype: tool_used\ntool: Bash\nmin: many\n---\n",
        "---\ntype: tool_used\n---\n",
        "---\ntype: tool_order\nbefore: Read\n---\n",
        "---\ntype: tool_order\nbefore: Read\nafter: {input_match: x}\n---\n",
        "---\ntype: file_exists\npath: '{a,b}.md'\n---\n",
        "---\ntype: baseline\nbaseline_file: a.jsonl\n---\n",
        "---\ntype: [\n---\n",
        "no frontmatter",
    ):
        suite = grader(text)
        assert [problem.level for problem in suite.problems][:1] == ["error"], text
        assert suite.problems[0].path == "evals/one/graders/a.md"
        assert [item.id for item in suite.tasks[0].rubric] == ["z"]


def test_skill_graders_are_trigger_queries() -> None:
    """A case that asks whether the skill fired is a query; one that asks nothing else is no task."""
    fired = '---\ntype: tool_used\ntool: Skill\ninput_match: \'"skill"\\s*:\\s*"alpha"\'\n---\n'
    silent = "---\ntype: tool_used\ntool: Skill\nmin: 0\nmax: 0\narm: both\n---\n"
    other = fired.replace("alpha", "beta")
    suite = suite_of(
        {
            **{f"{name}/prompt.md": f"Ask {name}." for name in ("yes", "no", "other")},
            "yes/graders/g.md": fired,
            "no/graders/g.md": silent,
            "other/graders/g.md": other,
        }
    )

    assert [(query.query, query.should_trigger) for query in suite.queries] == [
        ("Ask no.", False),
        ("Ask yes.", True),
    ]
    assert any("grader g is not run: this skill's loading alone" in one.message for one in suite.problems)
    assert suite.tasks == ()
    assert "case other cannot be graded" in suite.problems[-1].message


def test_case_yaml() -> None:
    """A whole case in YAML, with fixture folders; what would need a script is left out by name."""
    case = """
schema_version: "1.1"
name: from-diff
context: {add_dirs: [resources]}
execution: {prompt: "Look."}
graders:
  - {name: g, type: llm, criteria: Good.}
"""
    suite = suite_of(
        {
            "a/case.yaml": case,
            "a/resources/x.txt": "x",
            "b/case.yaml": case.replace("add_dirs: [resources]", "scaffold_script: s"),
        }
    )

    (task,) = suite.tasks
    assert (task.id, task.prompt) == ("from-diff", "Look.")
    assert [fixture.path for fixture in task.fixtures] == ["resources/x.txt"]
    assert "from-diff is left out: scaffold_script is not run" in suite.problems[0].message


def test_what_only_looks_like_a_case() -> None:
    """A prompt.md among fixtures is no case."""
    assert suite_of({"files/x/prompt.md": "p", "files/x/graders/g.md": RUBRIC}) == Suite()


def test_a_case_without_graders() -> None:
    """It is named with what is missing, and does not run."""
    suite = suite_of(
        {
            "one/prompt.md": "Do it.",
            "one/part/prompt.md": "Do it, too.",
            "group/prompt.md": "What all cases here share.",
            "group/two/prompt.md": "Do.",
            "group/two/graders/g.md": RUBRIC,
        }
    )

    (problem,) = suite.problems
    assert [task.id for task in suite.tasks] == ["group.two"]
    assert (problem.path, problem.level) == ("evals/one/prompt.md", "error")
    assert "there is no evals/one/graders/*.md, and no case.yaml with graders" in problem.message


def test_reading_ends() -> None:
    """Hundreds of cases full of YAML are cut, and the rest is said."""
    long = f"---\ndescription: {'a' * 9_000}\n---\nDo it.\n"
    suite = suite_of({f"c{n:03}/{name}": long for n in range(12) for name in ("prompt.md", "graders/g.md")})

    assert any("12 cases, the first" in problem.message for problem in suite.problems)
