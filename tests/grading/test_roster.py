"""The roster against the hand-ins: nobody lost, nobody merged."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.errors import UserError
from autograder.grading.intake import discover
from autograder.grading.matching import reconcile
from autograder.grading.roster import Person
from autograder.grading.roster import read_roster

CASES = Path(__file__).parents[1] / "cases"


def test_a_roster_and_a_class_that_disagree() -> None:
    folder = CASES / "42_roster_and_submissions_disagree" / "class"
    roster = read_roster(folder / "roster.csv")
    report = reconcile(roster, discover(folder, ("hw",)).students)
    assert {student: row.name for student, row in report.matched.items()} == {
        "00123": "Ada",
        "ABC9": "Bob",
    }
    assert [row.id for row in report.missing] == ["00555"]
    assert report.strangers == ("waitlist1",)
    assert report.unclear == ("00777",)
    assert [row.name for row in report.contested] == ["Dan", "Dana"]
    said = "\n".join(report.warnings)
    assert all(word in said for word in ("leading zeros", "00777", "waitlist1", "00555"))


def test_names_are_matched_whatever_form_their_accents_have() -> None:
    folder = CASES / "40_awkward_student_names" / "class"
    report = reconcile(read_roster(folder / "roster.csv"), discover(folder, ("hw",)).students)
    assert {row.id for row in report.matched.values()} == {f"00{n}" for n in range(1, 9)}
    assert (report.missing, report.strangers, report.warnings) == ((), (), ())


@pytest.mark.parametrize(
    "text",
    [
        "id,name\n007,Bond\n",
        "\ufeffid;name;section\r\n007;Bond;A\r\n;;\r\n",
        "Name\tStudent_ID\tnotes\nBond\t007\tx\n",
        '"id","name"\n"007","Bond"',
    ],
)
def test_dialects(tmp_path: Path, text: str) -> None:
    path = tmp_path / "roster.csv"
    path.write_text(text, encoding="utf-8", newline="")
    (person,) = read_roster(path)
    assert (person.id, person.name) == ("007", "Bond")


@pytest.mark.parametrize(
    ("raw", "word"),
    [
        (b"name,section\nA,b\n", "column called id.*matrikelnummer"),
        (b"", "nothing"),
        (b"id,name\n,Ann\n", "line 2"),
        (b"id\n\x81\n", "UTF-8"),
        (b"PK\3\4", "workbook"),
        (b'id,name\n1,A\n2,"Ann\n3,Bo\n4,Cy\n', "line 3 has no end"),
        (b'id,name\n1,"A\n2",B\n3,"Ann\n4,"Bo"\n', "line 4 has no end"),
        (b"id,name\n1," + b"x" * 200_000, "line 2 has no end"),
    ],
)
def test_a_roster_that_cannot_be_used(tmp_path: Path, raw: bytes, word: str) -> None:
    path = tmp_path / "roster.csv"
    path.write_bytes(raw)
    with pytest.raises(UserError, match=word):
        read_roster(path)


def test_an_id_that_a_spreadsheet_shortened_is_named() -> None:
    report = reconcile((Person("1.23E+05", line=2),), ["123456"])
    assert "spreadsheet" in report.warnings[0]
    assert report.strangers == ("123456",)


def test_two_students_for_one_row_are_not_merged() -> None:
    report = reconcile((Person("7", line=2),), ["007", "07"])
    assert (report.matched, report.unclear) == ({}, ("007", "07"))


_IDS = st.sampled_from(["1", "01", "001", "a", "A", "Zo\u00eb", "Zoe\u0308", "b", ""])


@given(
    rows=st.lists(st.tuples(_IDS.filter(bool), _IDS), max_size=6),
    students=st.sets(_IDS.filter(bool), max_size=6),
)
def test_everybody_is_in_exactly_one_place(rows: list[tuple[str, str]], students: set[str]) -> None:
    roster = tuple(Person(key, name, line=at) for at, (key, name) in enumerate(rows, 2))
    report = reconcile(roster, students)
    placed = [*report.matched, *report.strangers, *report.unclear]
    assert sorted(placed) == sorted(students)
    rows_of = {*report.matched.values()}, {*report.missing}, {*report.contested}
    lines = [row.line for found in rows_of for row in found]
    assert sorted(lines) == [row.line for row in roster]


@pytest.mark.parametrize(
    ("row", "student", "matched"),
    [
        (Person("1000", "Anna Right"), "rightanna", True),
        (Person("1000", "Right, Anna"), "rightanna", True),
        (Person("1000", "Anna-Lena von Stöckl"), "vonstockl-annalena", True),
        (Person("1000", "Annie R.", canvas_id="100"), "rightanna", True),
        (Person("1000", "Anna Right", canvas_id="101"), "rightanna", False),
        (Person("100", "Anna Right"), "rightanna (100)", True),
        (Person("100"), "rightanna", True),
        (Person("100", "Somebody Else"), "rightanna", False),
    ],
)
def test_a_hand_in_from_canvas(row: Person, student: str, matched: bool) -> None:
    report = reconcile((row,), [student], {student: "100"})
    assert report.matched == ({student: row} if matched else {})
    assert (report.missing, report.strangers) == (((), ()) if matched else ((row,), (student,)))


def test_a_squashed_name_that_fits_two_rows_or_two_students_matches_nobody() -> None:
    anna, right = Person("1", "Anna Right"), Person("2", "Right Anna")
    report = reconcile((anna, right), ["rightanna"], {"rightanna": "100"})
    assert (report.matched, report.unclear) == ({}, ("rightanna",))
    twins = {"rightanna (100)": "100", "rightanna (101)": "101"}
    assert reconcile((anna,), twins, twins).unclear == tuple(twins)
    assert reconcile((Person("101", "Anna Right"),), twins, twins).strangers == ("rightanna (100)",)


@pytest.mark.parametrize(
    ("text", "person"),
    [
        (
            "Matrikelnummer;Nachname;Vorname;E-Mail\n007;Bönd;James;j@x.org\n",
            Person("007", "James Bönd", "j@x.org", line=2),
        ),
        (
            "Student ID;Last name;First name;Email address\n007;Bönd;James;j@x.org\n",
            Person("007", "James Bönd", "j@x.org", line=2),
        ),
        (
            "First name,Last name,ID number,Email address,Last downloaded\nJames,Bönd,,j@x.org,-\n",
            Person("j@x.org", "James Bönd", "j@x.org", line=2),
        ),
        (
            "First name,Surname,ID number,Email address,Quiz\nJames,Bönd,007,j@x.org,-\n",
            Person("007", "James Bönd", "j@x.org", line=2),
        ),
        (
            "Identifier,Full name,Email address,Status\nParticipant 31,James Bönd,j@x.org,-\n",
            Person("j@x.org", "James Bönd", "j@x.org", moodle_id="Participant 31", line=2),
        ),
        (
            """Student,ID,SIS User ID,SIS Login ID,Section,HW (47)
,,,,,Manual Posting
    Points Possible,,,,,10
"Bönd, James",31,007,jb,A,
"Student, Test",99,,,A,
""",
            Person("007", "Bönd, James", section="A", username="jb", canvas_id="31", line=4),
        ),
        (
            "First Name,Last Name,SID,Email,Sections\nJames,Bönd,007,j@x.org,A\n",
            Person("007", "James Bönd", "j@x.org", "A", line=2),
        ),
    ],
)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
def test_real_exports(tmp_path: Path, text: str, person: Person, encoding: str) -> None:
    path = tmp_path / "roster.csv"
    path.write_text(text, encoding=encoding, newline="")
    assert read_roster(path) == (person,)


def test_a_roster_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"roster .*/nobody.csv does not exist"):
        read_roster(tmp_path / "nobody.csv")


def test_a_name_with_a_comma_is_that_without() -> None:
    row = Person("1", "Right, Anna", line=2)
    assert reconcile((row,), ["Anna Right"]).matched == {"Anna Right": row}
    row = Person("1", "Anna Right", line=2)
    assert reconcile((row,), ["Right, Anna"]).matched == {"Right, Anna": row}


def test_a_guess_gives_nobody_a_second_name() -> None:
    row = Person("7", line=2)
    report = reconcile((row,), ["7", "007"])
    assert (report.matched, report.unclear) == ({"7": row}, ("007",))
    assert report.doubted == {row: ["007"]}


def test_id_name_and_address_are_one_person() -> None:
    row = Person("7", "Anna Right", "a@x.org", username="ar", line=2)
    names = ["7", "Anna Right", "a@x.org", "ar", "Right, Anna"]
    report = reconcile((row,), names)
    assert report.matched == dict.fromkeys(names, row)
    assert report.unclear == ()
