"""Foreign text in every template: it is text, and nothing else."""

import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest
import regex
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jinja2 import UndefinedError
from markdown_it import MarkdownIt
from markdown_it.token import Token

from skilleval.domain.report import Report
from skilleval.report import (
    build_check,
    read_state,
    render_comment,
    render_html,
    render_junit,
    render_results,
    render_summary,
)
from skilleval.report.check import build_status
from skilleval.report.findings import remarks_of
from skilleval.report.inert import ZERO_WIDTH
from skilleval.report.render import _markdown, templates_dir
from skilleval.report.reporters.sarif import sarif_text
from tests.builders_report import SCENARIOS
from tests.builders_report_hostile import FRAGMENTS, hostile_texts, numbered, renamed

SMALL = [name for name in SCENARIOS if name != "sixty-skills"]
HARMLESS = "harmless"
MARKDOWN = MarkdownIt("commonmark").enable(["table", "strikethrough"])
STATE = re.compile(r"<!-- skilleval:state .*? -->")

HIDDEN = regex.compile(r"[\p{Cc}\p{Cs}\p{Cf}\u2028\u2029]")
"""Controls, half characters, bidi and zero-width: nothing that a reader does not see."""

LINKS_ON_GITHUB = re.compile(
    r"@\w|#\d|\bGH-\d|://|\bwww\.|\b[0-9a-f]{7,40}\b|:[\w+-]+:", re.IGNORECASE | re.ASCII
)
"""What GitHub turns into links, mentions or emoji in rendered text, outside code."""


def flat(tokens: list[Token]) -> Iterator[Token]:
    """Yield block and inline tokens alike, in order."""
    for token in tokens:
        yield token
        yield from flat(token.children or [])


def structure(body: str) -> list[str]:
    """Return the shape of a Markdown body; text and code without their content, HTML with it."""
    shape = []
    for token in flat(MARKDOWN.parse(STATE.sub("", body))):
        if token.type == "inline":
            continue
        held = token.content if token.type in {"html_block", "html_inline"} else ""
        shape.append(f"{token.type} {token.tag} {token.attrs} {held}")
    return [row for at, row in enumerate(shape) if row[:5] != "text " or shape[at - 1 : at] != [row]]


class Tags(HTMLParser):
    """Collects tags with their attributes, and text."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[tuple[str, list[tuple[str, str | None]]]] = []
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Keep an opening tag."""
        self.tags.append((tag, attrs))

    def handle_endtag(self, tag: str) -> None:
        """Keep a closing tag."""
        self.tags.append((f"/{tag}", []))

    def handle_data(self, data: str) -> None:
        """Keep text."""
        self.text.append(data)

    def handle_comment(self, data: str) -> None:
        """Keep a comment."""
        self.tags.append(("!--", [(data, None)]))


def read_page(page: str) -> Tags:
    """Return what a browser would see."""
    tags = Tags()
    tags.feed(page)
    tags.close()
    return tags


def pair(scenario: str, payload: str, *, first: bool) -> tuple[Report, Report]:
    """Return the scenario twice: with the payload in every foreign string, and with a harmless word."""
    report = SCENARIOS[scenario]()
    return (
        renamed(report, numbered(payload, first=first)),
        renamed(report, numbered(HARMLESS, first=first)),
    )


@settings(max_examples=50, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(scenario=st.sampled_from(SMALL), payload=hostile_texts(), first=st.booleans())
def test_markdown_keeps_its_structure(scenario: str, payload: str, first: bool) -> None:
    """Whatever foreign text says, comment, summary and check parse as with harmless words."""
    hostile, harmless = pair(scenario, payload, first=first)

    for body, tame in (
        (render_comment(hostile), render_comment(harmless)),
        (render_summary(hostile), render_summary(harmless)),
        (build_check(hostile).summary, build_check(harmless).summary),
        (build_check(hostile).text, build_check(harmless).text),
    ):
        assert structure(body) == structure(tame)
        assert body.count("<!--") == tame.count("<!--")
        for token in flat(MARKDOWN.parse(body)):
            if token.type == "text":
                assert not LINKS_ON_GITHUB.search(token.content), token.content


@pytest.mark.parametrize("first", [True, False])
def test_every_known_fragment_is_inert(first: bool) -> None:
    """Each nasty piece by itself changes nothing in the comment's structure."""
    report = SCENARIOS["everything"]()
    tame = structure(render_comment(renamed(report, numbered(HARMLESS, first=first))))

    for fragment in FRAGMENTS:
        hostile = renamed(report, numbered(fragment, first=first))
        assert structure(render_comment(hostile)) == tame, fragment


def test_hostile_reports_are_hostile_all_over() -> None:
    """The test data reach every part: without our filters the comment would fall apart."""
    body = render_comment(renamed(SCENARIOS["everything"](), numbered("@x ", first=True)))

    assert len(set(re.findall(r"zq(\d+)zq", body))) > 60


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(scenario=st.sampled_from(SMALL), payload=hostile_texts(), first=st.booleans())
def test_state_survives_and_cannot_be_forged(scenario: str, payload: str, first: bool) -> None:
    """The embedded state is read back whole, whatever the names in it are; one marker is in the body."""
    hostile, _ = pair(scenario, payload, first=first)
    body = render_comment(hostile)
    state = read_state(body)

    assert state is not None
    assert state.run == hostile.run.id
    assert state.head == hostile.request.head_sha
    assert body.count("<!-- skilleval:v1") == 1


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(scenario=st.sampled_from(SMALL), payload=hostile_texts(), first=st.booleans())
def test_page_keeps_its_structure(scenario: str, payload: str, first: bool) -> None:
    """The page's tags and attributes are those of harmless words: foreign text is text."""
    hostile, harmless = (read_page(render_html(report)) for report in pair(scenario, payload, first=first))

    assert hostile.tags == harmless.tags


@pytest.mark.parametrize("scenario", SMALL)
def test_page_loads_nothing(scenario: str) -> None:
    """The page is one file: no script, no image, no address."""
    page = read_page(render_html(SCENARIOS[scenario]()))
    names = {tag for tag, _ in page.tags}
    addresses = [
        value for _, attrs in page.tags for name, value in attrs if name in {"src", "href", "action", "data"}
    ]

    assert not names & {"script", "img", "link", "iframe", "object", "form", "base"}
    assert all(str(address).startswith("#skill-") for address in addresses)
    assert "url(" not in "".join(page.text)


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(scenario=st.sampled_from(SMALL), payload=hostile_texts(), first=st.booleans())
def test_machine_files_keep_their_structure(scenario: str, payload: str, first: bool) -> None:
    """junit.xml stays XML with the same elements, and results.json carries names unchanged."""
    hostile, harmless = pair(scenario, payload, first=first)
    shapes = [
        [element.tag for element in ElementTree.fromstring(render_junit(report)).iter()]
        for report in (hostile, harmless)
    ]
    skills = render_results(hostile)["skills"]

    assert shapes[0] == shapes[1]
    assert isinstance(skills, list)
    assert [skill["name"] for skill in skills] == [skill.skill for skill in hostile.verdict.skills]


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(scenario=st.sampled_from(SMALL), payload=hostile_texts(), first=st.booleans())
def test_plain_places_carry_nothing_hidden(scenario: str, payload: str, first: bool) -> None:
    """Titles, statuses, annotations and SARIF: one line of visible text, no link, nothing unsendable."""
    hostile, _ = pair(scenario, payload, first=first)
    check = build_check(hostile)
    said = [check.title, str(build_status(hostile)["description"])]
    for request in check.requests():
        output = request["output"]
        assert isinstance(output, dict)
        said += [row[name] for row in output["annotations"] for name in ("title", "message")]
    log = json.loads(sarif_text(remarks_of(hostile.reviews), (), version="1", category="review"))
    messages = [result["message"]["text"] for result in log["runs"][0]["results"]]

    for text in (*said, *(message.replace(ZERO_WIDTH, "") for message in messages)):
        assert not HIDDEN.search(text), text
    for message in messages:
        assert "](" not in message
        assert not LINKS_ON_GITHUB.search(message), message


def test_a_bare_number_is_refused() -> None:
    """A number that no filter has put into words is a mistake in a template, and says so."""
    with pytest.raises(TypeError, match="needs a filter"):
        _markdown().from_string("{{ number }}").render(number=1.5)


def test_an_unknown_name_is_refused() -> None:
    """A misspelt field of the view is an error, never an empty place."""
    with pytest.raises(UndefinedError, match="'nubmer' is undefined"):
        _markdown().from_string("{{ nubmer }}").render(number=1.5)


def test_templates_are_found_beside_the_package_or_at_the_root() -> None:
    """The folder that is used holds every body."""
    assert (templates_dir() / "pr_comment/body.md.j2").is_file()
