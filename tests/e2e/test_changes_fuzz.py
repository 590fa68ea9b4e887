"""Fuzzing of every reader: whatever stands in a pull request, only our own problems come out.

`make fuzz` tries new inputs for minutes; what once failed stays below as an example.
"""

import json
import os
from typing import Any

from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from skilleval.changes.lint.run import lint_subjects
from skilleval.changes.lint.subject import subject_of_files
from skilleval.changes.lint.write import github_text, json_text, plain_text
from skilleval.changes.reading import json_of
from skilleval.changes.skill_md import read_skill_md
from skilleval.changes.snapshot import bundle_file
from skilleval.changes.suites import read_suite
from skilleval.domain.suite import Suite
from skilleval.errors import SkillError, SuiteError

FUZZ = settings(
    deadline=None,
    max_examples=int(os.environ.get("SKILLEVAL_EXAMPLES", "60")),
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
SCALARS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=20)
    | st.sampled_from(
        ["1", "../x", "/etc/passwd", "evals/files", "a.txt", "\ud800", "{{a.txt}}", "(?i)x", "["]
    )
)
KEYS = st.sampled_from(
    """
    id prompt question expected_output ground_truth files expectations assertions checks name evals cases
    tasks fixture rubric answerKey query should_trigger expected_skills queries kind type pattern path text
    domain cluster written-by soft target pointer equals argv tool measure at_most should_trigger_prompts
    value context execution graders add_dirs min max match flags focus criteria weight arm script tools
    """.split()  # noqa: SIM905 - a list would fill a page
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(KEYS | st.text(max_size=5), inner, max_size=6)
    ),
    max_leaves=25,
)
KINDS = st.sampled_from(
    """
    must_match must_not_match file_exists file_absent file_equals json_path command tool_used tool_not_used
    budget contains regex llm baseline tool_order python
    """.split()  # noqa: SIM905 - a list would fill a page
)
ITEMS = st.fixed_dictionaries(
    {},
    optional={
        "id": SCALARS,
        "prompt": st.text(max_size=20),
        "query": st.text(max_size=20),
        "should_trigger": SCALARS,
        "expected_skills": VALUES,
        "files": st.lists(SCALARS, max_size=3),
        "fixture": SCALARS,
        "assertions": VALUES,
        "expectations": st.lists(st.text(max_size=10), max_size=3),
        "checks": st.lists(
            st.dictionaries(KEYS, VALUES, max_size=4) | st.builds(dict, kind=KINDS), max_size=3
        ),
        "rubric": VALUES,
        "answerKey": VALUES,
    },
)
SUITES: st.SearchStrategy[Any] = (
    VALUES | st.lists(ITEMS, max_size=4) | st.builds(dict, evals=st.lists(ITEMS), tasks=st.lists(ITEMS))
)
PATHS = st.sampled_from(
    [
        "evals/evals.json",
        "evals/evals.yaml",
        "evals/evals.jsonl",
        "evals/trigger-eval.json",
        "triggers.json",
        "evals/trigger_tests.yaml",
        "evals/routing.json",
        "evals/other.json",
        "evals/frozen/tasks.json",
        "evals/set/frozen/a.json",
        "evals/FREEZE.txt",
        "evals/case/case.yaml",
        "evals/case/prompt.md",
        "evals/case/graders/g.md",
        "evals/files/a.txt",
        "a.txt",
    ]
)
TEXTS = st.binary(max_size=60) | st.text(max_size=80).map(lambda text: text.encode("utf-8", "surrogatepass"))
JSON_TEXTS = SUITES.map(lambda value: json.dumps(value, allow_nan=True).encode("utf-8", "surrogatepass"))
FRONT = st.text(alphabet="abnme:-? []{}&*!|>'\"#%@`\n\t,~0\\\x00é", max_size=60).map(
    lambda text: f"---\nname: a\ndescription: b\n{text}\n---\nbody".encode()
)
GRADER_KEYS = """
    tool input_match min max before after match flags focus target pattern criteria path exists arm weight
    """.split()  # noqa: SIM905 - a list would fill a page
GRADERS = st.fixed_dictionaries(
    {"type": st.sampled_from("regex llm file_exists tool_used tool_order baseline other".split())},  # noqa: SIM905
    optional={
        key: VALUES
        | st.sampled_from(["Skill", "Bash", "trace", "contains", "count:0", {"path": "a.txt"}, 0, 2])
        for key in GRADER_KEYS
    },
)
CASES = st.fixed_dictionaries(
    {"graders": st.lists(GRADERS, max_size=3)},
    optional={
        "context": VALUES,
        "execution": st.builds(dict, prompt=SCALARS),
        "tags": VALUES,
        "name": SCALARS,
    },
)
# JSON is YAML: what stands there is read, and not only refused
CASE_FILES = CASES.map(lambda value: json.dumps(value, allow_nan=True).encode("utf-8", "surrogatepass"))
GRADER_FILES = GRADERS.map(
    lambda value: b"---\n" + json.dumps(value).encode("utf-8", "surrogatepass") + b"\n---\nGood.\n"
)
ANY_FILES = st.dictionaries(PATHS, JSON_TEXTS | TEXTS | FRONT, max_size=5)
PLUGIN_FILES = st.fixed_dictionaries(
    {"evals/case/prompt.md": FRONT | st.just(b"Do it."), "evals/case/case.yaml": CASE_FILES},
    optional={"evals/case/graders/g.md": GRADER_FILES, "evals/case/graders/h.md": GRADER_FILES | FRONT},
)
FILES = ANY_FILES | PLUGIN_FILES


@given(TEXTS | FRONT)
@example(b"---\n\xef\xbb\xbf---\n---\n")
@example(b"---\na: &x [*x]\ndescription: b\n---\n")
@example(b"---\n? [a]\n: b\n---\n")
@example(b"---\ndescription: !!python/object:os.system x\n---\n")
@FUZZ
def test_frontmatter(raw: bytes) -> None:
    """SKILL.md is read, or refused with our error; what is read can be saved as JSON."""
    try:
        found = read_skill_md(raw, folder="a")
    except SkillError:
        return
    assert found.text.model_dump_json()


@given(TEXTS | JSON_TEXTS)
@example(b"[" * 100_000)
@example(b'{"a": ' * 100_000)
@example(b"1" * 5_000)
@example(b'"\\ud800"')
@example(b"NaN")
@FUZZ
def test_json(raw: bytes) -> None:
    """JSON is read, or refused with our error."""
    try:
        json.dumps(json_of(raw), allow_nan=False).encode()
    except SuiteError:
        return


@given(FILES)
@example(
    {"evals/evals.json": b'[{"id": 1, "prompt": "p", "checks": [{"kind": "json_path", "equals": 1e999}]}]'}
)
@example({"evals/evals.json": b'{"evals": {"a": 1}}', "evals/frozen/tasks.json": b'{"tasks": 5}'})
@example({"evals/a/prompt.md": b"p", "evals/a/graders/g.md": b"---\ntype: llm\nfocus: {path: x}\n---\nGood."})
@example({"evals/a/prompt.md": b"p", "evals/a/graders/g.md": b"---\ntype: regex\nmatch: [x]\n---\na"})
@example(
    {"evals/case/case.yaml": b"graders: 5\ncontext: []\nexecution: x\n", "evals/case/prompt.md": b"---\n"}
)
@FUZZ
def test_suites(files: dict[str, bytes]) -> None:
    """All eval files at once: a suite comes out, whole and able to be saved and read back."""
    suite = read_suite({path: bundle_file(path, raw) for path, raw in files.items()})

    assert Suite.model_validate_json(suite.model_dump_json()) is not None
    assert len({task.id for task in suite.tasks}) == len(suite.tasks)
    assert len({query.id for query in suite.queries}) == len(suite.queries)
    for task in suite.tasks:
        assert all(".." not in fixture.path.split("/") for fixture in task.fixtures)


@given(FILES, TEXTS | FRONT)
@FUZZ
def test_lint(files: dict[str, bytes], skill_md: bytes) -> None:
    """The lint looks at anything, and writes it down without control characters."""
    contents = {**files, "SKILL.md": skill_md}
    subject = subject_of_files(
        {path: bundle_file(path, raw) for path, raw in contents.items()}, path="skills/a", folder="a"
    )
    report = lint_subjects([subject, subject])

    assert all(char == "\n" or char.isprintable() for char in plain_text(report))
    assert len(github_text(report).splitlines()) == len(report.remarks)
    assert json_text(report)
