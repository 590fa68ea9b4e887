"""junit.xml: one suite a skill, one case a clause, so that any CI shows which clause of the bar broke.

Written to the common shape of JUnit XML (testsuites, testsuite, testcase with failure, error or
skipped), which has no official schema.
"""

from xml.etree import ElementTree as Xml

from skilleval.domain.report import Report
from skilleval.domain.verdict import Clause, SkillVerdict, Verdict
from skilleval.report.inert import plain


def render_junit(report: Report) -> bytes:
    """Return junit.xml. What is open or does not apply is skipped, with its reason: never passed."""
    root = Xml.Element("testsuites", name="skilleval", time=f"{report.seconds:.3f}")
    for skill in report.verdict.skills:
        root.append(_suite(skill))
    if not report.verdict.skills:
        root.append(_empty(report.verdict))
    for name in ("tests", "failures", "errors", "skipped"):
        root.set(name, str(sum(int(suite.get(name, "0")) for suite in root)))
    Xml.indent(root)
    xml: bytes = Xml.tostring(root, encoding="utf-8", xml_declaration=True)
    return xml + b"\n"


def _suite(skill: SkillVerdict) -> Xml.Element:
    suite = Xml.Element("testsuite", name=plain(skill.skill))
    for clause in skill.clauses:
        _add_clause(suite, skill, clause)
    _add_verdict(suite, skill)
    return _counted(suite)


def _empty(verdict: Verdict) -> Xml.Element:
    suite = Xml.Element("testsuite", name="skilleval")
    _add_case(suite, "skilleval", "verdict", kind=_kind_of(verdict), message=verdict.title)
    return _counted(suite)


def _add_clause(suite: Xml.Element, skill: SkillVerdict, clause: Clause) -> None:
    kind = {"met": "", "broken": "failure", "open": "skipped", "n/a": "skipped"}[clause.state]
    if skill.verdict == "error" and clause.name == "evidence" and kind:
        kind = "error"  # ours, not the skill's
    message = clause.reason if clause.state != "n/a" else f"does not apply: {clause.reason}"
    _add_case(suite, skill.skill, clause.name, kind=kind, message=message)


def _add_verdict(suite: Xml.Element, skill: SkillVerdict) -> None:
    _add_case(suite, skill.skill, "verdict", kind=_kind_of(skill), message=f"{skill.title}: {skill.sentence}")


def _kind_of(verdict: SkillVerdict | Verdict) -> str:
    if verdict.verdict == "error":
        return "error"
    return {"success": "", "failure": "failure", "neutral": "skipped", "action_required": "skipped"}[
        verdict.conclusion
    ]


def _add_case(suite: Xml.Element, skill: str, name: str, *, kind: str, message: str) -> None:
    case = Xml.SubElement(suite, "testcase", classname=f"skilleval.{plain(skill)}", name=name, time="0")
    if kind:
        Xml.SubElement(case, kind, message=plain(message, 1000))


def _counted(suite: Xml.Element) -> Xml.Element:
    """Return the suite with the counts that readers of the format expect."""
    suite.set("tests", str(len(suite)))
    for name, kind in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
        suite.set(name, str(len(suite.findall(f"testcase/{kind}"))))
    return suite
