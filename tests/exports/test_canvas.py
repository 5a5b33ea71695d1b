"""Canvas: a file it accepts, and its own file filled in without losing a byte."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.cli.main import main
from autograder.course.course import Course
from autograder.errors import UserError
from autograder.exports.canvas import canvas_csv
from autograder.exports.canvas import filled
from autograder.exports.spans import cells_of
from autograder.exports.spans import delimiter_of
from autograder.exports.spans import replaced
from autograder.grading.class_book import ClassBook
from tests.exports.importers import Canvas
from tests.reports.classes import book_of
from tests.reports.classes import keep
from tests.reports.classes import make_course
from tests.reports.classes import make_result

QUIZ, ESSAY = "The quiz, or: a <test>", "The essay, or: a <test>"
PEOPLE = {
    101: {"name": "Zoë Müller", "sortable": "Müller, Zoë", "SIS User ID": "007"},
    102: {"name": '=HYPERLINK("http://x")', "SIS User ID": "u2"},
    103: {"name": "Sam", "SIS User ID": "u3"},
    104: {"name": "김서연", "SIS User ID": "u4"},
    105: {"name": "Eve Late", "SIS Login ID": "eve@example.org"},
    106: {"name": "Fay Fault", "SIS User ID": "u6"},
    107: {"name": "Max Excused", "SIS User ID": "u7"},
}
EXPORT = (
    "\ufeffStudent,ID,SIS User ID,SIS Login ID,Section,Notes,"
    f'"{QUIZ} (17)",Homework (18),"{ESSAY} (19)",Final Score\r\n'
    ",,,,,,Manual Posting,,,\r\n"
    '    Points Possible,,,,,,5.00,10,"5",(read only)\r\n'
    '"Müller, Zoë",101,007,zoe,A,"two\nlines, and ""quotes""",,7,"",93\r\n'
    '"=""=HYPERLINK""",102,u2,two,A,,"1,00",,,\r\n'
    "Sam,103,u3,sam,B,,2.00,,,\r\n"
    "김서연,104,u4,four,B,,EX,,,\r\n"
    '"Late, Eve",105,,eve@example.org,B,, ,,,\r\n'
    '"Fault, Fay",106,u6,fay,B,,4.5,,,\r\n'
    '"Excused, Max",107,u7,max,B,,,,,\r\n'
    '"Stranger, A",199,u99,st,B,,3,,,\r\n'
    '"Student, Test",900,,,B,,,,,\r\n'
)
COLUMNS = {"quiz": f"{QUIZ} (17)"}


def _course() -> Canvas:
    return Canvas(PEOPLE, {17: QUIZ, 18: "Homework", 19: ESSAY})


def test_canvas_accepts_our_own_file(book: ClassBook) -> None:
    canvas = _course()
    canvas.read(canvas_csv(book))
    assert canvas.created == []
    assert canvas.unknown == []
    quiz = {number: grade for (number, title), grade in canvas.grades.items() if title == QUIZ}
    assert quiz == {101: "5", 102: "3", 103: "2", 104: "1", 105: "0", 107: "EX"}
    assert canvas.grades[101, ESSAY] == "1.67"


def test_our_own_file_runs_nothing_in_a_spreadsheet(book: ClassBook) -> None:
    rows = list(csv.reader(io.StringIO(canvas_csv(book), newline="")))
    assert {len(row) for row in rows} == {7}
    assert '="=HYPERLINK("http://x")"' in [row[0] for row in rows]
    assert rows[1][0] == "    Points Possible"
    assert rows[1][5:] == ["5", "5"]


def test_the_round_trip_fills_the_right_cells(book: ClassBook) -> None:
    done = filled(EXPORT, book, {})
    canvas = _course()
    canvas.read(done.text.removeprefix("\ufeff"))
    quiz = {number: grade for (number, title), grade in canvas.grades.items() if title == QUIZ}
    assert quiz == {101: "5", 102: "3", 103: "2.00", 104: "1", 105: "0", 106: "4.5", 107: "EX"}
    assert canvas.grades[101, "Homework"] == "7"


def test_everything_else_is_the_same_byte_for_byte(book: ClassBook) -> None:
    quiz = replace(book, assignments=tuple(a for a in book.assignments if a.slug == "quiz"))
    done = filled(EXPORT, quiz, {})
    before, after = EXPORT.split("\r\n"), done.text.split("\r\n")
    same = [number for number, line in enumerate(before) if line == after[number]]
    assert same == [0, 1, 2, 5, 8, 10, 11, 12], "also the score that was right, and no score at all"
    assert after[3].endswith('quotes""",5,7,"",93')
    assert after[4] == '"=""=HYPERLINK""",102,u2,two,A,,"3",,,'
    assert filled(done.text, quiz, {}).text == done.text


def test_what_does_not_fit_is_told(book: ClassBook) -> None:
    remarks = filled(EXPORT.replace("5.00", "20"), book, {}).remarks
    assert remarks == [
        "in the gradebook, but not in the class: Stranger, A",
        "quiz: Canvas expects 20 points, here there are 5",
    ]
    without = "".join(line + "\r\n" for line in EXPORT.split("\r\n")[:-1] if "u4" not in line)
    assert "not in the gradebook: u4" in filled(without, book, {}).remarks


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda text: text.replace("(17)", "(17)x"), "quiz: no column is called"),
        (lambda text: text.replace("Homework (18)", "quiz"), "quiz: 2 columns are called"),
        (lambda text: text.replace("Student,ID", "Name,ID", 1), "no gradebook of Canvas"),
        (lambda text: "", "found: nothing"),
        (lambda text: text.replace("5.00", "(read only)"), "Canvas computes that column itself"),
    ],
)
def test_a_gradebook_that_does_not_fit_is_refused(
    book: ClassBook, change: Callable[[str], str], said: str
) -> None:
    with pytest.raises(UserError, match=said.replace("(", r"\(")):
        filled(change(EXPORT), book, {})


def test_a_column_can_be_named(book: ClassBook) -> None:
    done = filled(EXPORT, book, {"quiz": "Homework (18)", "essay": f"{ESSAY} (19)"})
    assert ',A,"two\nlines, and ""quotes""",,5,"1.67",93' in done.text


def test_two_people_are_never_merged(book: ClassBook) -> None:
    twins = EXPORT.replace("u99", "007")
    done = filled(twins, book, {})
    assert "not in the gradebook: 007" in done.remarks
    assert done.text.split("\r\n")[3] == twins.split("\r\n")[3]


def test_canvas_s_own_number_is_no_number_of_ours(book: ClassBook) -> None:
    """Somebody here is called u2; whoever is number 7 in Canvas is not our 007."""
    text = f'Student,ID,Section,"{QUIZ} (17)","{ESSAY} (19)"\nSomebody,u2,A,,\nZoë Müller,7,A,,\n'
    done = filled(text, book, {})
    assert done.text.splitlines()[1:] == ["Somebody,u2,A,3,0", "Zoë Müller,7,A,5,1.67"]


CANVAS_ZIP = {"rightanna": "100", "leebo": "102"}


def _from_canvas(tmp_path: Path, roster: str = "", ids: dict[str, str] = CANVAS_ZIP) -> ClassBook:
    course = make_course(tmp_path / "canvas")
    if roster:
        (course.root / "roster.csv").write_text(roster, "utf-8")
        with (course.root / "course.toml").open("a", encoding="utf-8") as settings:
            settings.write('roster = "roster.csv"\n')
        course = Course.load(course.root)
    quiz = course.assignment("quiz")
    results = [make_result(quiz, name, "ppppf", canvas_id=number) for name, number in ids.items()]
    keep(tmp_path / "canvas-out", results)
    return book_of(course, tmp_path / "canvas-out")


def _gradebook(*rows: str) -> str:
    return "\n".join([f'Student,ID,SIS User ID,Section,"{QUIZ} (17)"', *rows]) + "\n"


@pytest.mark.parametrize(
    "roster", ["", "id,name\n1000,Anna Right\n", "id,name,canvas_id\n1,Annie R.,100\n"]
)
@pytest.mark.parametrize("student", ["Right, Anna", "Somebody Renamed"])
def test_the_number_in_the_file_names_of_canvas_is_its_id(
    tmp_path: Path, roster: str, student: str
) -> None:
    text = _gradebook(f'"{student}",100,,A,', '"Lee, Bo",102,u2,A,1', '"Right, Anna",103,u3,A,2')
    done = filled(text, _from_canvas(tmp_path, roster), {})
    assert [line[-2:] for line in done.text.splitlines()[1:]] == [",4", ",4", ",2"]
    assert done.remarks == ["in the gradebook, but not in the class: Right, Anna"]


def test_the_squashed_name_counts_where_no_number_agrees_and_it_is_the_only_one(
    tmp_path: Path,
) -> None:
    book = _from_canvas(tmp_path, ids={"rightanna": "", "leebo": "", "mulleranazoe": ""})
    text = _gradebook('"Right, Anna",1,,A,', "Bo Lee,2,,A,", "Lee Bo,3,,A,", "Ana Zoë Müller,4,,A,")
    done = filled(text, book, {})
    assert [line[-2:] for line in done.text.splitlines()[1:]] == [",4", "A,", "A,", ",4"]
    assert "not in the gradebook: leebo" in done.remarks


def test_nobody_gets_a_zero_while_a_hand_in_is_nobody_s(tmp_path: Path) -> None:
    roster = "id,name\n1000,Anna Wright\n1001,Bo Lee\n"
    text = _gradebook('"Wright, Anna",7,1000,A,', '"Lee, Bo",102,1001,A,')
    done = filled(text, _from_canvas(tmp_path, roster), {})
    assert [line[-2:] for line in done.text.splitlines()[1:]] == ["A,", ",4"]
    assert done.remarks[-1] == (
        "quiz: no 0 was written for students without a hand-in (1), their cells stay as they are: "
        "hand-ins of students unknown to the gradebook (1) may be theirs"
    )


def test_whoever_handed_in_nothing_gets_a_zero_when_everybody_is_known(tmp_path: Path) -> None:
    roster = "id,name\n1000,Anna Right\n1001,Bo Lee\n1002,Cy Young\n"
    text = _gradebook('"Right, Anna",100,1000,A,', '"Lee, Bo",102,1001,A,', '"Young, Cy",5,1002,A,')
    done = filled(text, _from_canvas(tmp_path, roster), {})
    assert [line[-2:] for line in done.text.splitlines()[1:]] == [",4", ",4", ",0"]
    assert done.remarks == []


def test_semicolons(book: ClassBook) -> None:
    text = f"Student;ID;SIS User ID;SIS Login ID;Section;{QUIZ} (17);{ESSAY} (19)\n"
    text += "    Points Possible;;;;;5,0;5\nZoë;101;007;z;A;1,5;\n\n"
    done = filled(text, book, {})
    assert done.text == text.replace("1,5;", "5;1.67")
    canvas = _course()
    canvas.read(done.text)
    assert canvas.grades == {(101, QUIZ): "5", (101, ESSAY): "1.67"}


def test_the_same_name_with_another_id_is_another_person(book: ClassBook) -> None:
    other = EXPORT.replace("김서연,104,u4", "김서연,104,u44")
    done = filled(other, book, {})
    assert "not in the gradebook: u4" in done.remarks
    assert "in the gradebook, but not in the class: 김서연" in done.remarks


@given(
    st.lists(
        st.lists(st.text(alphabet='ab,;"\r\n é\ufeff', max_size=6), min_size=2, max_size=5),
        min_size=1,
        max_size=6,
    ),
    st.sampled_from(",;"),
    st.sampled_from(["\r\n", "\n", "\r"]),
)
def test_cells_are_found_where_csv_finds_them(
    rows: list[list[str]], delimiter: str, line_end: str
) -> None:
    out = io.StringIO(newline="")
    # a line end of another kind is quoted by no rule but "everything"
    broken = any(end in cell for row in rows for cell in row for end in "\r\n")
    writer = csv.writer(
        out,
        delimiter=delimiter,
        lineterminator=line_end,
        quoting=csv.QUOTE_ALL if broken else csv.QUOTE_MINIMAL,
    )
    writer.writerows(rows)
    raw = out.getvalue()
    cells = cells_of(raw, delimiter)
    texts = [[cell.text for cell in row] for row in cells]
    assert [row for row in texts if any(row)] == [row for row in rows if any(row)]
    assert replaced(raw, {}) == raw
    kept = {(cell.start, cell.end): raw[cell.start : cell.end] for row in cells for cell in row}
    assert replaced(raw, kept) == raw


def test_delimiter_of() -> None:
    assert delimiter_of("a;b\n1,5;2\n") == ";"
    assert delimiter_of("a,b\n1;5,2\n") == ","


def test_the_command_keeps_bytes_that_are_no_text(
    course: Course, out: Path, tmp_path: Path
) -> None:
    gradebook = tmp_path / "Grades.csv"
    gradebook.write_bytes(EXPORT.encode().replace(b"two\n", b"t\xffwo\n"))
    before = gradebook.read_bytes()
    target = tmp_path / "filled.csv"
    options = ["--out", str(out), "--gradebook", str(gradebook), "--to", str(target)]
    with pytest.raises(SystemExit) as ended:
        main(["--course", str(course.root), "export", "canvas", "quiz", *options])
    assert ended.value.code == 0
    assert gradebook.read_bytes() == before
    assert b"t\xffwo\n" in target.read_bytes()
    assert b'",5,7,"",93\r\n' in target.read_bytes()
