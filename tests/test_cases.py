"""The cases of tests/cases, graded by `grade run` and held to their expect.json.

Single submissions and small classes are one class of one run; the few cases about layouts,
rosters and deadlines get a run of their own. What a case leaves to us is decided in POLICIES,
each decision with the words under which docs/policies.md states it.
"""

from __future__ import annotations

import csv
import json
import shutil
import socket
from collections.abc import Callable
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any
from typing import cast
from zoneinfo import ZoneInfo

import pytest

from autograder.grading.deadlines import Deadline
from autograder.grading.policy import bounded
from autograder.grading.policy import percent
from autograder.grading.policy import shown_percent
from autograder.grading.policy import total
from autograder.grading.result import shown
from autograder.grading.times import parse_time
from tests.runs import CASES
from tests.runs import COURSE
from tests.runs import Run
from tests.runs import grade
from tests.runs import tree

FUNCTIONS = {"q1": "conv_out", "q2": "softmax", "q3": "relu_backward", "q4": "attention"}
FOLDERS = {path.name[:2]: path for path in sorted(CASES.glob("[0-9]*"))}
ALONE = ("24", "39", "40", "42", "43")
TABLES = ("44", "46")
POLICIES_TEXT = (CASES.parents[1] / "docs" / "policies.md").read_text("utf-8")

FULL = dict.fromkeys(FUNCTIONS, "full")
ZERO = dict.fromkeys(FUNCTIONS, "zero")
NO_SOFTMAX = {**FULL, "q2": "zero"}
LEFT_OUT = "a statement at module level that raises, hangs or ends the process"
RENAMED = "exactly one plausible file under another name"
ENCODING = "another encoding"
POLICIES = {
    "04": (FULL, LEFT_OUT),
    "06": (FULL, LEFT_OUT),
    "60": (FULL, LEFT_OUT),
    "59 imp": (FULL, LEFT_OUT),
    "38 past": (FULL, LEFT_OUT),
    "09": (NO_SOFTMAX, "starting another process"),
    "11": (NO_SOFTMAX, "starting another process"),
    "22": (FULL, "a relative import"),
    "24 amy": (FULL, RENAMED),
    "24 ben": (FULL, RENAMED),
    "24 cem": (FULL, RENAMED),
    "24 eli": (FULL, RENAMED),
    "35 cp1252": (FULL, ENCODING),
    "35 cp1252_in_comment": (FULL, ENCODING),
    "35 utf16": (FULL, ENCODING),
    "35 sjis": (FULL, ENCODING),
    "35 nul": (FULL, "NUL bytes at the end of the file"),
    "39 deep": (ZERO, "several candidates deep in an archive"),
    "39 slip": (FULL, "unsafe member paths"),
    "43 kim": (FULL, "the same content handed in again"),
    "43 lee": (FULL, "`attempts`"),
    "48 list": (NO_SOFTMAX, "a list or a matrix where an array is asked for"),
    "48 mat": (NO_SOFTMAX, "a list or a matrix where an array is asked for"),
    "54 sam": ({**FULL, "q2": "partial", "q4": "partial"}, "settings a file makes"),
    "59 fn": ({**FULL, "q4": "zero"}, "a device that is not there"),
}


@dataclass(frozen=True)
class Graded:
    """A case after its run; `names` maps a student of the case to the name in the class."""

    case: str
    run: Run
    names: dict[str, str]
    source: Path
    before: dict[str, dict[str, str]]

    def shares(self, student: str) -> dict[str, Fraction]:
        return self.run.shares(self.names[student], COUNTING.get(f"{self.case} {student}"))

    def page(self, student: str) -> str:
        return self.run.feedback[self.names[student]]

    @property
    def pages(self) -> str:
        return "\n".join(self.page(student) for student in self.names)


COUNTING = {"43 kim": "2024-05-01T20-00-00Z", "43 lee": "2024-05-01T20-00-00Z"}

# --- one class of all cases that need nothing special --------------------------------------


def members(case: str) -> dict[str, Path]:
    """Student -> folder; the student of a single submission is ""."""
    folder = FOLDERS[case]
    if (folder / "submission").is_dir():
        return {"": folder / "submission"}
    return {path.name: path for path in sorted((folder / "class").iterdir())}


POOLED = {case: members(case) for case in FOLDERS if case not in (*ALONE, *TABLES)}
COPIES = 20
CLEAN = CASES / "54_global_state_left_behind" / "class" / "tom"
NETWORK = """
import socket
try:
    socket.create_connection(("127.0.0.1", {port}), 2)
except OSError:
    pass
"""
SPY = """
import gc, os, sys
def found():
    texts = [o for o in gc.get_objects() if isinstance(o, str)]
    texts += [c for o in gc.get_objects() if hasattr(o, "co_consts") for c in o.co_consts]
    yield "module" * any("hw" in name and name != __name__ for name in list(sys.modules)
                         if hasattr(sys.modules[name], "attention"))
    yield "solution text" * any("BEGIN SOL" + "UTION" in str(t) for t in texts)
    yield "environment" * any("cases" in value for value in os.environ.values())
    try:
        links = [os.readlink(f"/proc/self/fd/{n}") for n in os.listdir("/proc/self/fd")]
        yield "open file" * any("solutions" in link for link in links)
    except OSError:
        pass
    yield "folder" * os.path.exists("{solutions}")
print("FOUND", [word for word in found() if word])
"""


@pytest.fixture(scope="module")
def pooled(tmp_path_factory: pytest.TempPathFactory) -> tuple[Run, Path, Any]:
    work = tmp_path_factory.mktemp("cases")
    classroom = work / "class"
    for case, students in POOLED.items():
        for name, folder in students.items():
            shutil.copytree(folder, classroom / f"{case} {name}".strip())
    for number in range(COPIES):
        shutil.copytree(POOLED["53"][""], classroom / f"53 copy {number}")
    for case in ("21", "54"):  # the same people in the reverse order
        for number, folder in enumerate(reversed(POOLED[case].values())):
            shutil.copytree(folder, classroom / f"{case} reversed {number} {folder.name}")
    shutil.copytree(CLEAN, classroom / "17 next")
    with socket.create_server(("127.0.0.1", 0)) as listener:
        texts = {
            "60 probe": NETWORK.format(port=listener.getsockname()[1]),
            "18 probe": SPY.replace("{solutions}", str(COURSE / "solutions")),
        }
        for name, text in texts.items():
            shutil.copytree(CLEAN, classroom / name)
            with (classroom / name / "hw.py").open("a") as stream:
                stream.write(text)
        before = {"class": tree(classroom), "course": tree(COURSE / "solutions")}
        # more jobs than processors: several of the cases only wait for their limit
        run = grade(classroom, "--out", work / "out", "--jobs", "6")
        listener.setblocking(False)
        with pytest.raises(BlockingIOError):
            listener.accept()
    return run, classroom, before


@pytest.fixture(scope="module")
def book(
    pooled: tuple[Run, Path, Any], tmp_path_factory: pytest.TempPathFactory
) -> Callable[[str], Graded]:
    def graded(case: str) -> Graded:
        if case in ALONE:
            return alone(case, tmp_path_factory.mktemp(f"case{case}"))
        run, classroom, before = pooled
        names = {name: f"{case} {name}".strip() for name in POOLED[case]}
        return Graded(case, run, names, classroom, before)

    return graded


def alone(case: str, work: Path) -> Graded:
    """A run of one case, with its roster and deadline in a course of its own."""
    source = FOLDERS[case] / "class"
    course = shutil.copytree(COURSE, work / "course")
    settings = ""
    if (source / "roster.csv").is_file():
        settings = f"roster = {json.dumps(str(source / 'roster.csv'))}\n"
    if (source / "deadline.txt").is_file():
        deadline = (source / "deadline.txt").read_text().strip()
        settings += f'[deadlines]\nhw = {deadline}\n[policy]\nlate_per_day = "10%"\n'
    with (course / "course.toml").open("a") as stream:
        stream.write(settings)
    before = {"class": tree(source), "course": tree(course), "around": tree(work)}
    run = grade(source, "--out", work / "out", course=course)
    students = {student for student, _ in run.results}
    known = {path.name.removesuffix(".zip"): path for path in source.iterdir()}
    return Graded(case, run, {s: s for s in sorted(students) if s in known}, source, before)


# --- what must hold for the host -----------------------------------------------------------


def finishes(graded: Graded) -> None:
    for name in graded.names.values():
        assert graded.run.result(name)["timings"]["wall"] < 60  # the limit is 120 s


def nothing_survives(graded: Graded) -> None:
    assert graded.run.survivors == ()


def memory_is_bounded(graded: Graded) -> None:
    # 1 GiB a submission by default, on top of what an interpreter with torch takes
    assert graded.run.maxrss_kb < 2 * 1024 * 1024


def sizes(graded: Graded) -> int:
    return sum(
        file.stat().st_size
        for name in graded.names.values()
        for file in graded.run.out.rglob("*")
        if file.is_file() and name in file.parts
    )


def report_is_small(graded: Graded) -> None:
    assert 0 < sizes(graded) < 1_000_000
    assert len(graded.pages) < 20_000


def disk_use_is_bounded(graded: Graded) -> None:
    files = [file for file in graded.run.out.rglob("*") if file.is_file()]
    assert sum(file.stat().st_size for file in files) < 30_000_000


def everybody_is_graded(graded: Graded) -> None:
    statuses = {one["status"] for one in graded.run.results.values()}
    assert statuses <= {"graded", "not_attempted", "refused"}
    everybody = {path.name.removesuffix(".zip") for path in graded.source.iterdir()}
    files = {"roster.csv", "deadline.txt"}
    assert {row["student"] for row in graded.run.rows} >= everybody - files


def next_student_unaffected(graded: Graded) -> None:
    assert set(graded.run.shares("17 next").values()) == {1}


def reference_never_loaded(graded: Graded) -> None:
    assert "FOUND []" in graded.run.result("18 probe")["output"]


def hidden_inputs_absent(graded: Graded) -> None:
    assert "INPUT WAS [" not in graded.pages
    assert "HIDDEN?" not in graded.pages
    detail = [test["detail"] for test in graded.run.result("19")["tests"]]
    inputs = [text.partition("[")[2][:18] for text in detail if "INPUT WAS" in text]
    assert inputs
    assert not any(start in graded.pages for start in inputs)


def order_independent(graded: Graded) -> None:
    for number, name in enumerate(reversed(graded.names)):
        again = graded.run.shares(f"{graded.case} reversed {number} {name}")
        assert again == graded.shares(name)


def no_shell(graded: Graded) -> None:
    result = graded.run.result("27")
    assert any("skipped" in note and "pip install" in note for note in result["notes"])
    assert "hw.ipynb" not in result["output"]  # what `!ls` would print


def nothing_written_outside(graded: Graded) -> None:
    work = graded.run.out.parent
    here = {path: stamp for path, stamp in tree(work).items() if not path.startswith("out")}
    assert here == graded.before["around"]
    assert not Path("/tmp/ceo_absolute_hw.py").exists()
    assert not list(work.parent.rglob("escaped_hw.py"))


def eight_rows(graded: Graded) -> None:
    assert len(graded.run.rows) == 8
    assert {row["id"] for row in graded.run.rows} == {f"00{n}" for n in range(1, 9)}
    assert all(row["total"] == "10" for row in graded.run.rows)


def html_is_escaped(graded: Graded) -> None:
    page = graded.page('Bobby "DROP" <b>')
    assert "<b>" not in page
    assert "&lt;b>" in page


def nobody_dropped(graded: Graded) -> None:
    rows = [(row["student"], row["name"]) for row in graded.run.rows]
    assert sorted(rows) == [
        ("00123", "Ada"),
        ("00555", "Cara (no submission)"),
        ("00777", ""),
        ("00777", "Dan"),
        ("00777", "Dana"),
        ("ABC9", "Bob"),
        ("waitlist1", ""),
    ]
    assert {row["student"] for row in graded.run.rows if row["hw status"] == "not_submitted"} == {
        "00555"
    }
    for word in ("00777", "waitlist1", "leading zeros", "no submission of '00555'"):
        assert word in graded.run.stdout


def nobody_merged(graded: Graded) -> None:
    scores = [(row["name"], row["total"], row["hw status"]) for row in graded.run.rows]
    assert ("Dan", "", "unmatched") in scores
    assert ("Dana", "", "unmatched") in scores


def others_see_the_original(graded: Graded) -> None:
    outcomes = {test["id"]: test["status"] for test in graded.run.result("47")["tests"]}
    mutating = {"test_softmax_input", "test_relu_backward_inputs"}
    assert {name for name, status in outcomes.items() if status != "passed"} == mutating


def mutation_reported(graded: Graded) -> None:
    tests = {test["id"]: test["message"] for test in graded.run.result("47")["tests"]}
    for name in ("test_softmax_input", "test_relu_backward_inputs"):
        assert "changes what it was given" in tests[name]


def identical_runs(graded: Graded) -> None:
    runs = [graded.run.result(f"53 copy {number}") for number in range(COPIES)]
    scores = {json.dumps([one["score"], [t["status"] for t in one["tests"]]]) for one in runs}
    assert len(scores) == 1
    assert graded.run.shares("53 copy 0") == graded.shares("")


def submissions_unchanged(graded: Graded) -> None:
    assert tree(graded.source) == graded.before["class"]


def grader_files_safe(graded: Graded) -> None:
    assert tree(COURSE / "solutions") == graded.before["course"]


def no_packet(graded: Graded) -> None:
    # the listener of the probe was asked in the run's fixture
    assert graded.run.result("60 probe")["status"] == "graded"
    assert graded.run.result("60")["timings"]["wall"] < 10


HOST: dict[str, Callable[[Graded], None]] = {
    "finishes well inside the overall limit": finishes,
    "no process of the submission survives": nothing_survives,
    "pgrep sleep 3600 finds nothing": nothing_survives,
    "peak memory bounded": memory_is_bounded,
    "report under 1 MB": report_is_small,
    "report small": report_is_small,
    "disk use bounded": disk_use_is_bounded,
    "other students are graded": everybody_is_graded,
    "grader survives": everybody_is_graded,
    "class run completes": everybody_is_graded,
    "every student appears in the table": everybody_is_graded,
    "next student unaffected": next_student_unaffected,
    "reference never loaded in the student process": reference_never_loaded,
    "hidden inputs absent from the student report": hidden_inputs_absent,
    "order independent": order_independent,
    "no shell command executed": no_shell,
    "no pip run": no_shell,
    "nothing written outside the work folder": nothing_written_outside,
    "CSV opens with 8 rows": eight_rows,
    "HTML escapes <b>": html_is_escaped,
    "no student silently dropped": nobody_dropped,
    "no two people merged": nobody_merged,
    "other tests see the original data": others_see_the_original,
    "mutation reported for q2 and q3": mutation_reported,
    "20 identical runs": identical_runs,
    "submissions unchanged on disk": submissions_unchanged,
    "grader files safe": grader_files_safe,
    "no packet leaves the host": no_packet,
}


# --- the test ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "case", [c for c in FOLDERS if c not in TABLES], ids=lambda c: FOLDERS[c].name
)
def test_case(case: str, book: Callable[[str], Graded]) -> None:
    graded = book(case)
    expected = json.loads((FOLDERS[case] / "expect.json").read_text("utf-8"))
    assert graded.run.status in (0, 1)
    assert "Traceback" not in graded.run.stderr
    for student, wanted in by_student(expected["score"], graded).items():
        found = graded.shares(student)
        for question, share in decided(case, student, wanted).items():
            assert fits(found.get(FUNCTIONS[question], Fraction(0)), share), (student, question)
    for phrase in expected["host"]:
        HOST[phrase](graded)
    if expected["message"]:
        read = f"{graded.pages}\n{graded.run.stdout if case == '42' else ''}".casefold()
        assert any(word.casefold() in read for word in expected["message"])


def by_student(score: dict[str, Any], graded: Graded) -> dict[str, Any]:
    if graded.names.keys() == {""}:
        return {"": score}
    if "*" in score:
        return dict.fromkeys(graded.names, score["*"])
    return score


def decided(case: str, student: str, wanted: str | dict[str, str]) -> dict[str, str]:
    """What is expected a question, with our own decision where the case leaves it to us."""
    wishes = wanted if isinstance(wanted, dict) else dict.fromkeys(FUNCTIONS, wanted)
    if "policy" not in wishes.values():
        return wishes
    ours, stated = POLICIES[f"{case} {student}".strip()]
    assert stated in POLICIES_TEXT
    return {q: ours[q] if wish == "policy" else wish for q, wish in wishes.items()}


def fits(share: Fraction, wish: str) -> bool:
    return {
        "full": share == 1,
        "zero": share == 0,
        "partial": 0 < share < 1,
        "not_full": share < 1,
    }[wish]


def test_every_policy_choice_is_of_a_case() -> None:
    left_to_us = {
        f"{case} {student}".strip()
        for case in FOLDERS
        for student, wish in policy_wishes(case)
        if "policy" in json.dumps(wish)
    }
    assert POLICIES.keys() == left_to_us


def policy_wishes(case: str) -> Iterator[tuple[str, Any]]:
    score = json.loads((FOLDERS[case] / "expect.json").read_text("utf-8"))["score"]
    if score.keys() <= FUNCTIONS.keys():
        yield "", score
    else:
        yield from score.items()


def test_a_deadline_and_attempts_of_the_same_content(book: Callable[[str], Graded]) -> None:
    graded = book("43")
    rows = {row["student"]: row for row in graded.run.rows}
    assert rows["kim"]["hw"] == "10"
    assert "is the same as" in graded.page("kim")
    assert rows["lee"]["hw"] == "10"
    assert "## Attempts" in graded.page("lee")


# --- tables of numbers ---------------------------------------------------------------------


def lateness() -> list[dict[str, str]]:
    with (FOLDERS["44"] / "class" / "lateness.csv").open(encoding="utf-8") as stream:
        return list(csv.DictReader(stream))


@pytest.mark.parametrize("row", lateness(), ids=lambda row: f"{row['zone']} {row['submitted_utc']}")
def test_lateness(row: dict[str, str]) -> None:
    zone = ZoneInfo(row["zone"])
    deadline = Deadline.at(parse_time(row["deadline_local"], zone), zone)
    submitted = parse_time(row["submitted_utc"], zone)
    assert deadline.days_late(submitted) == int(row["late_days"])


def sums() -> list[dict[str, Any]]:
    text = (FOLDERS["46"] / "class" / "totals.json").read_text("utf-8")
    return cast(list[dict[str, Any]], json.loads(text))


@pytest.mark.parametrize("row", sums(), ids=lambda row: row["total"])
def test_adding_up_points(row: dict[str, Any]) -> None:
    score, most = total(map(Fraction, row["earned"])), total(map(Fraction, row["max"]))
    assert score == Fraction(row["total"])
    if "percent" in row:
        exact = percent(score, most)
        assert exact == (None if row["percent"] is None else Fraction(row["percent"]))
    if "percent_2dp" in row:
        assert shown_percent(score, most) == row["percent_2dp"]
    if "display_not" in row:
        assert f"{shown(score):g}" != row["display_not"]
        assert shown_percent(score, most, 0) != row["display_not"]
    if "capped" in row:
        assert bounded(score, most, cap=True) == Fraction(row["capped"])
        assert bounded(score, most, cap=False) == score
    if "floored" in row:
        assert bounded(score, most, cap=False) == Fraction(row["floored"])
