"""Settings: what people write, and what they are told when it is wrong."""

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skilleval.errors import ConfigError
from skilleval.settings import SECRET_INPUTS, Settings, setting_names
from skilleval.settings.load import FILE_LIMIT_BYTES, SettingsFile, load_settings


def a_file(text: str | bytes) -> SettingsFile:
    return SettingsFile(name="skilleval.yml", content=text if isinstance(text, bytes) else text.encode())


def test_defaults_are_those_of_the_names_page() -> None:
    """Without any setting the documented defaults hold."""
    settings = load_settings(flags={})

    assert (settings.repeats, settings.looks, settings.max_cost_usd) == (3, (3, 6, 9, 12), 10.0)
    assert (settings.bar.mode, settings.bar.task_margin, settings.on_missing_evals) == (
        "strict",
        0.05,
        "neutral",
    )
    assert (settings.agent, settings.sandbox.kind, settings.model) == (
        "claude-code",
        "docker",
        "claude-sonnet-5-5",
    )


def test_flags_beat_inputs_beat_the_file() -> None:
    """The strongest source wins, key by key."""
    file = a_file("repeats: 4\nseed: 4\nmax-minutes: 4\n")

    settings = load_settings(flags={"repeats": 6}, inputs={"repeats": "5", "seed": "5"}, file=file)

    assert (settings.repeats, settings.seed, settings.max_minutes) == (6, 5, 4.0)


def test_unset_flags_and_empty_inputs_change_nothing() -> None:
    """None and the empty string mean: not set."""
    settings = load_settings(flags={"repeats": None}, inputs={"seed": ""}, file=a_file("repeats: 7"))

    assert (settings.repeats, settings.seed) == (7, 0)


@pytest.mark.parametrize("text", ["bar:\n  mode: guard\n", "bar.mode: guard\n"])
def test_dotted_and_nested_keys_are_the_same(text: str) -> None:
    """`bar.mode` may be written either way."""
    assert load_settings(flags={}, file=a_file(text)).bar.mode == "guard"


@pytest.mark.parametrize(
    ("flag", "text", "kind", "timeout_s"),
    [
        ("process", "sandbox:\n  timeout-s: 9\n", "process", 9.0),
        (None, "sandbox: process\n", "process", 300.0),
        ("docker", "sandbox: process\n", "docker", 300.0),
    ],
)
def test_sandbox_takes_a_word_or_a_group(flag: str | None, text: str, kind: str, timeout_s: float) -> None:
    """`sandbox: process` and `sandbox: {timeout-s: ...}` go together."""
    box = load_settings(flags={"sandbox": flag}, file=a_file(text)).sandbox

    assert (box.kind, box.timeout_s) == (kind, timeout_s)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("bar:\n  mod: guard\n", "did you mean 'bar.mode'?"),
        ("repeat: 3\n", "did you mean 'repeats'?"),
        ("bar:\n  mode: gard\n", "setting bar.mode"),
        ("repeats: three\n", "setting repeats"),
        ("repeats: 0\n", "setting repeats"),
        ("baseline: yesterday\n", "setting baseline"),
        ("- a\n", "holds no settings"),
        ("a: [\n", "not YAML"),
        ("a: &a {b: *a}\n", "nested too deep"),
        ("anthropic-api-key: sk-live-1234\n", "holds a secret"),
        ("x: " + "y" * FILE_LIMIT_BYTES, "bytes"),
        ("{: }\n", "unknown setting"),
    ],
)
def test_a_wrong_file_is_one_line_that_names_the_place(text: str, says: str) -> None:
    """Each mistake is a ConfigError that says what and where."""
    with pytest.raises(ConfigError, match=r".") as caught:
        load_settings(flags={}, file=a_file(text))

    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("name", SECRET_INPUTS)
def test_a_secret_never_shows(name: str) -> None:
    """Keys are hidden in the settings' text, and in no file of a run at all."""
    settings = load_settings(flags={}, inputs={name: "sk-live-1234"})

    assert "sk-live-1234" not in repr(settings) + settings.model_dump_json()
    assert name not in settings.to_json()
    assert (settings.without_keys() == settings) is (name == "github-token")


@given(st.binary(max_size=200))
def test_no_file_gets_past_us_as_a_crash(content: bytes) -> None:
    """Any bytes are settings or a ConfigError."""
    try:
        settings = load_settings(flags={}, file=a_file(content))
    except ConfigError:
        return

    assert isinstance(settings, Settings)


def test_every_setting_of_the_names_page_exists() -> None:
    """The public names are there."""
    wanted = {
        "agent",
        "bar.mode",
        "bar.task-margin",
        "review.block-at",
        "sandbox.timeout-s",
        "on-missing-evals",
    }

    assert wanted <= set(setting_names())


def test_lists_may_be_written_on_one_line() -> None:
    """Flags and action inputs are strings: names and numbers with commas make a list."""
    flags = {"looks": "3, 6", "arms": "candidate,baseline,control", "neighbours": "csv,zip"}
    settings = load_settings(flags=flags)

    assert settings.looks == (3, 6)
    assert settings.arms == ("candidate", "baseline", "control")
    assert settings.neighbours == ("csv", "zip")
    assert load_settings(flags={"neighbours": "none"}).neighbours == "none"
    assert load_settings(flags={"neighbours": ["csv"]}).neighbours == ("csv",)
    assert load_settings(flags={"curtail": "true", "everyday": "0"}).sampling().curtail


LISTS: dict[str, tuple[object, ...]] = {
    "include": ("skills/a*", "[ab]/x"),
    "exclude": ("*/drafts", "skills/old, older"),
    "own-tests": ("tests", "evals/unit"),
    "sandbox.packages.apt": ("jq=1.6", "git=1:2.39"),
    "sandbox.packages.pip": ("pandas==2.10", "1.10"),
    "sandbox.packages.npm": ("@scope/x@1.2.3",),
    "arms": ("candidate", "baseline", "control"),
    "neighbours": ("csv", "yes"),
    "looks": (1, 3),
}


def value_of(settings: Settings, name: str) -> object:
    value: object = settings
    for part in name.split("."):
        value = getattr(value, part.replace("-", "_"))
    return value


def test_every_list_setting_is_in_the_table_above() -> None:
    """A list setting added later is tried in both forms, too."""
    lists = {name for name in setting_names() if isinstance(value_of(Settings(), name), tuple)}

    assert lists | {"neighbours"} == set(LISTS)


def read_as(name: str, text: str) -> tuple[object, ...]:
    """What a flag and an action input of this text mean: the same."""
    flag = value_of(load_settings(flags={name: text}), name)
    assert value_of(load_settings(flags={}, inputs={name: text}), name) == flag
    assert isinstance(flag, tuple)
    return flag


@pytest.mark.parametrize("name", LISTS)
def test_every_list_may_be_written_in_brackets_or_with_commas(name: str) -> None:
    """As the documents print it, as JSON writes it, with commas or lines; flags and action inputs alike."""
    wanted = LISTS[name]
    plain = [str(word) for word in wanted if str(word)[0] != "[" and "," not in str(word)]
    bare = [word for word in plain if word[0] not in "*@"]

    assert read_as(name, json.dumps(wanted)) == wanted
    assert read_as(name, json.dumps(wanted).replace('", "', '" ,  "').center(300)) == wanted
    for sign in (",", ", ", "\n"):
        assert [str(word) for word in read_as(name, sign.join(plain))] == plain
    assert [str(word) for word in read_as(name, f"[{', '.join(bare)}]")] == bare


@pytest.mark.parametrize("text", ["[]", "[ ]"])
def test_an_empty_list_in_brackets_is_empty(text: str) -> None:
    assert load_settings(flags={"include": text}).include == ()


@pytest.mark.parametrize("text", ["[ab]*", "[a]*,[b]*", "[!x]*/skills, y"])
def test_a_glob_that_begins_with_a_bracket_is_a_glob(text: str) -> None:
    assert load_settings(flags={"include": text}).include == tuple(re.split(", ?", text))


@pytest.mark.parametrize(
    "text", ["[a", '["a"', '["a", "b]', "[*/x]", "[[a]]", "[{a: b}]", "[a: b]", "[a,b]*", '["a"], ["b"]']
)
def test_a_broken_list_is_told_not_taken_for_globs(text: str) -> None:
    """Nothing that was meant as a list matches nothing in silence; the message says what to write."""
    with pytest.raises(ConfigError, match="setting exclude: no list: write a, b or"):
        load_settings(flags={"exclude": text})


@pytest.mark.parametrize(
    ("text", "words"),
    [("['it''s ]', b]", ("it's ]", "b")), (r'["a\"]", "b"]', ('a"]', "b")), (r"['a\', 'b]']", ("a\\", "b]"))],
)
def test_a_quote_within_quotes_ends_nothing(text: str, words: tuple[str, ...]) -> None:
    """Doubled between single quotes, behind a backslash between double ones: as YAML has it."""
    assert load_settings(flags={"include": text}).include == words


_AWKWARD = st.text(alphabet="a\"'\\,[]{}: ", max_size=8)


@given(st.lists(st.text(max_size=8) | _AWKWARD, max_size=4))
def test_any_words_come_back_from_json(words: list[str]) -> None:
    """What a machine writes is read, whatever the words hold."""
    assert load_settings(flags={"include": json.dumps(words)}).include == tuple(words)
