"""Results as JUnit XML: one suite a student and assignment, one case a criterion."""

from __future__ import annotations

import re
from xml.etree.ElementTree import Element
from xml.etree.ElementTree import SubElement
from xml.etree.ElementTree import tostring

from autograder.grading.class_book import ClassBook
from autograder.grading.class_book import Entry
from autograder.reports.student_view import CriterionView
from autograder.reports.student_view import FunctionView
from autograder.reports.student_view import student_view

_SKIPPED = ("waiting", "not tried")
# Whatever XML 1.0 cannot hold, not even escaped.
_FORBIDDEN = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def junit_xml(book: ClassBook) -> bytes:
    """UTF-8, valid by the Jenkins schema junit-10.xsd; says no more than students may read."""
    root = Element("testsuites", name="autograder")
    for row in book.rows:
        for assignment in book.assignments:
            view = student_view(assignment.title, row.student, row.entries[assignment.slug])
            entry = row.entries[assignment.slug]
            suite = SubElement(root, "testsuite", name=_text(f"{row.student}: {assignment.slug}"))
            suite.set("package", assignment.slug)
            suite.set("time", f"{_seconds(entry):.3f}")
            if entry.counting and entry.counting.submitted_at:
                suite.set("timestamp", entry.counting.submitted_at)
            for function in view.functions:
                for criterion in function.criteria:
                    _criterion(suite, assignment.slug, function, criterion)
            if not view.functions:
                _whole(suite, assignment.slug, entry, view.problem or view.heading)
            _count(suite)
    for name in ("tests", "failures", "errors"):
        root.set(name, str(sum(int(suite.get(name, "0")) for suite in root)))
    written: bytes = tostring(root, encoding="utf-8", xml_declaration=True)
    return written


def _criterion(suite: Element, slug: str, function: FunctionView, criterion: CriterionView) -> None:
    case = SubElement(suite, "testcase", name=criterion.id, classname=f"{slug}.{function.name}")
    if criterion.state in _SKIPPED:
        SubElement(case, "skipped", message=criterion.state)
    elif not criterion.met:
        found = SubElement(case, "failure", type=criterion.state, message=_text(criterion.asked))
        lines = (criterion.found, criterion.place, criterion.mistake)
        found.text = _text("\n".join(line for line in lines if line))


def _whole(suite: Element, slug: str, entry: Entry, said: str) -> None:
    """A hand-in without outcomes is one case of its own: nobody is dropped in silence."""
    case = SubElement(suite, "testcase", name="submission", classname=slug)
    if entry.status in ("not_submitted", "not_due", "excused", "unmatched"):
        SubElement(case, "skipped", message=_text(said or entry.status))
    else:
        SubElement(case, "failure", type=entry.status, message=_text(said))


def _count(suite: Element) -> None:
    suite.set("tests", str(len(suite)))
    suite.set("failures", str(sum(case.find("failure") is not None for case in suite)))
    suite.set("errors", "0")
    suite.set("skipped", str(sum(case.find("skipped") is not None for case in suite)))


def _seconds(entry: Entry) -> float:
    return entry.counting.timings.get("wall", 0.0) if entry.counting else 0.0


def _text(text: str) -> str:
    return _FORBIDDEN.sub("\ufffd", text)
