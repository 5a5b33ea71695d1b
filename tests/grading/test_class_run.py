"""What a run of a class does besides grading: rules, resuming, moving scores, refusing."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import time
from datetime import datetime
from pathlib import Path

import pytest

from tests.runs import GRADE
from tests.runs import Run
from tests.runs import grade
from tests.runs import start
from tests.runs import tree
from tests.small_course import HALF_RIGHT
from tests.small_course import WRONG
from tests.small_course import hand_in
from tests.small_course import set_rules
from tests.small_course import write_course

DEADLINE = "[deadlines]\ndouble = 2024-05-01T20:00:00\n"


class World:
    """A course, a class and an output folder."""

    def __init__(self, root: Path, *slugs: str) -> None:
        self.course = write_course(root / "course", *slugs)
        self.submissions = root / "class"
        self.out = root / "out"
        self.submissions.mkdir()

    def grade(self, *options: str | Path, settings: str | None = None) -> Run:
        if settings is not None:
            set_rules(self.course, settings)
        return grade(self.submissions, *options, "--out", self.out, course=self.course)

    def explain(
        self, student: str, slug: str = "double", *more: str
    ) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [GRADE, "--course", self.course, "explain", student, slug, *more, "--out", self.out],
            capture_output=True,
            text=True,
            check=False,
        )

    def suite(self, slug: str = "double") -> Path:
        return self.course / "solutions" / slug / "test_hidden.py"


@pytest.fixture
def world(tmp_path: Path) -> World:
    return World(tmp_path)


def scores(run: Run, slug: str = "double") -> dict[str, str]:
    return {row["student"]: row[slug] for row in run.rows}


def test_what_a_criterion_waits_for_is_said_in_its_own_words(world: World) -> None:
    suite = world.suite().read_text()
    after = 'says="A negative number.", after="test_small")'
    world.suite().write_text(suite.replace('says="A negative number.")', after))
    hand_in(world.submissions, "ada", text=WRONG)
    page = world.grade().feedback["ada"]
    assert 'Waits for "A small number".' in page
    assert "test_small" not in page


# --- rules ---------------------------------------------------------------------------------


def test_rules_reach_the_table_and_the_student(world: World, tmp_path: Path) -> None:
    for student in ("00123", "bob", "cy", "dee", "eve", "fay"):
        hand_in(world.submissions, student)
    (tmp_path / "roster.csv").write_text(
        "id,name,email,extension\n00123,Ada,ada@x.org,\nbob,Bob,,2024-05-02\ncy,,,soon\ndee,,,\n"
        "eve,,,\nfay,,,\ngil,Gil,,\n"
    )
    times = "".join(
        f"{student},2024-05-02T19:00:00\n" for student in ("00123", "bob", "cy", "dee", "eve")
    )
    (tmp_path / "times.csv").write_text(
        f"student,time\n{times}fay,2024-05-01T20:00:00\nnobody,2024-05-01T20:00:00\n"
    )
    rules = f"""
roster = "../roster.csv"
{DEADLINE}
[policy]
late_per_day = "50%"
[extensions]
dee = 1
[excused]
eve = ["double"]
"Gil" = true
stranger = true
[[adjustments]]
student = "ada@x.org"
assignment = "double"
points = "+1"
reason = "The handout had an error."
[[adjustments]]
student = "zoe"
assignment = "double"
points = "+1"
reason = "Nobody."
"""
    run = world.grade("--times", tmp_path / "times.csv", settings=rules)
    assert scores(run) == {
        "00123": "2.5",  # half of 3 for a late day, one point by hand
        "bob": "3",  # to the end of the next day, by the roster
        "cy": "1.5",  # an extension that cannot be read
        "dee": "3",  # one day more, by course.toml
        "eve": "",
        "fay": "3",  # on time to the second
        "gil": "",
    }
    status = {row["student"]: row["double status"] for row in run.rows}
    assert status["eve"] == status["gil"] == "excused"
    assert "late by 1 day" in run.feedback["00123"]
    assert "The handout had an error." in run.feedback["00123"]
    for warning in ("'stranger' is nobody", "'zoe' is nobody", "handed in: 'nobody'", "'soon'"):
        assert warning in run.stdout
    assert run.status == 0


def test_changed_rules_need_no_grading(world: World) -> None:
    for at, text in (
        ("2024-05-01T19-00-00Z", HALF_RIGHT),
        ("2024-05-03T19-00-00Z", None),
        ("2024-05-04T19-00-00Z", WRONG),
    ):
        hand_in(world.submissions, f"ada/{at}", text=text)
    assert scores(world.grade()) == {"ada": "3"}
    for policy, score in (
        ('attempts = "last"', "0"),
        ('attempts = "last_on_time"', "2"),
        ('attempts = "best"\nlate_per_day = "25%"', "2"),
        ("grace_days = 2\nlate_per_day = 1", "3"),
        ("attempt_limit = 1", "2"),
        ("cutoff_days = 1", "2"),
        ("", "3"),
    ):
        run = world.grade(settings=f"{DEADLINE}[policy]\n{policy}\n")
        assert "0 graded now" in run.stdout
        assert scores(run) == {"ada": score}, policy


def test_lateness_by_modification_times_is_told_where_there_is_a_deadline(
    world: World, tmp_path: Path
) -> None:
    for student, day in (("ada", "02"), ("bob", "03"), ("cy", "01")):
        at = datetime.fromisoformat(f"2024-05-{day}T12:00:00Z").timestamp()
        os.utime(hand_in(world.submissions, student), (at, at))
    rules = f'{DEADLINE}[policy]\nlate_per_day = "50%"\n'
    run = world.grade(settings=rules)
    assert (
        "! 3 of 3 submission times are modification times of files, which copying changes; "
        "2 of them cost points: see --times\n"
    ) in run.stdout
    assert "modification time" in run.feedback["ada"]
    free = world.grade(settings=DEADLINE)
    assert "3 of 3 submission times" in free.stdout
    assert "none of them costs points" in free.stdout
    none = world.grade(settings="")
    assert "modification time" not in none.stdout + none.feedback["ada"]
    (tmp_path / "times.csv").write_text(
        "student,time\n" + "".join(f"{one},2024-05-02T12:00:00\n" for one in ("ada", "bob", "cy"))
    )
    listed = world.grade("--times", tmp_path / "times.csv", settings=rules)
    assert "modification time" not in listed.stdout + listed.feedback["ada"]


def test_an_adjustment_outlives_a_regrade(world: World) -> None:
    hand_in(world.submissions, "ada", text=HALF_RIGHT)
    rule = (
        '[[adjustments]]\nstudent = "ada"\nassignment = "double"\nscore = "2.5"\nreason = "Seen."\n'
    )
    assert scores(world.grade(settings=rule)) == {"ada": "2.5"}
    run = world.grade("--regrade")
    assert "1 graded now" in run.stdout
    assert scores(run) == {"ada": "2.5"}
    assert scores(world.grade(settings="")) == {"ada": "2"}


def test_a_rule_that_cannot_be_read_is_told_before_any_grading(world: World) -> None:
    hand_in(world.submissions, "ada")
    run = world.grade(settings="[policy]\nattempts = 'lats'\n")
    assert (run.status, "did you mean 'last'" in run.stderr) == (1, True)
    assert not (world.out / "results.db").exists()


@pytest.mark.parametrize(
    ("roster", "said"),
    [
        (None, "the roster {} does not exist"),
        (
            b"id,name\nada,Ada\nzoe,Zo\x81\n",
            "is no text in UTF-8, UTF-16 or Windows-1252 (line 3, byte 0x81): save it again",
        ),
        (b"name\nAda\n", "needs a column called id"),
    ],
)
def test_a_roster_that_cannot_be_read_is_told_before_any_grading(
    world: World, tmp_path: Path, roster: bytes | None, said: str
) -> None:
    hand_in(world.submissions, "ada")
    if roster is not None:
        (tmp_path / "roster.csv").write_bytes(roster)
    run = world.grade(settings='roster = "../roster.csv"\n')
    assert run.status == 1
    assert said.format(world.course / "../roster.csv") in run.stderr
    assert not (world.out / "results.db").exists()


def test_a_person_with_two_addresses_answers_to_both(world: World, tmp_path: Path) -> None:
    hand_in(world.submissions, "b@x.org")
    (tmp_path / "roster.csv").write_text('id;name;email\n7;Ada;"a@x.org, b@x.org"\n')
    run = world.grade(settings='roster = "../roster.csv"\n')
    assert "roster:" not in run.stdout
    assert run.rows[0]["id"] == "7"
    assert world.explain("a@x.org").stdout.startswith("b@x.org, double: 3 of 3 counts")


# --- what is graded again ------------------------------------------------------------------


def test_only_what_is_new_is_graded(world: World) -> None:
    for student in ("ada", "bob"):
        hand_in(world.submissions, student)
    assert "2 graded now" in world.grade().stdout
    before = tree(world.out)
    assert "0 graded now" in world.grade().stdout
    assert tree(world.out) == {**before, **{name: tree(world.out)[name] for name in (".lock",)}}
    hand_in(world.submissions, "cy")
    hand_in(world.submissions, "bob", text=WRONG)
    run = world.grade()
    assert "2 graded now" in run.stdout
    assert scores(run) == {"ada": "3", "bob": "0", "cy": "3"}
    assert "moved bob, double, attempt 1: 3 to 0: the submission changed" in run.stdout
    assert "1 graded now" in world.grade("--student", "ada", "--regrade").stdout
    assert "3 graded now" in world.grade("--regrade").stdout


def test_a_changed_suite_says_whose_score_moved(world: World) -> None:
    hand_in(world.submissions, "ada")
    hand_in(world.submissions, "bob", text=HALF_RIGHT)
    world.grade()
    suite = world.suite()
    suite.write_text(suite.read_text().replace("(-4)", "(4)"))
    run = world.grade()
    assert "2 graded now" in run.stdout
    assert "moved bob, double, attempt 1: 2 to 3: the hidden suite changed" in run.stdout
    assert "moved ada" not in run.stdout
    assert "Moved from 2 to 3: the hidden suite changed" in world.explain("bob").stdout


def test_an_explanation_has_every_rule_and_every_name(world: World, tmp_path: Path) -> None:
    for at, text in (("2024-05-02T19-00-00Z", HALF_RIGHT), ("2024-05-05T19-00-00Z", None)):
        hand_in(world.submissions, f"ada/{at}", text=text)
    hand_in(world.submissions, "bob")
    (tmp_path / "roster.csv").write_text(
        "id,name,email,extension\nada,Ada Lee,ada@x.org,1\nbob,Bob Lee,bob@x.org,\n7,Cy,cy@x.org,\n"
    )
    rules = f"""
roster = "../roster.csv"
{DEADLINE}
[policy]
late_per_day = "30%"
[[adjustments]]
student = "ada@x.org"
assignment = "double"
points = "+1"
reason = "The handout had an error."
"""
    world.grade(settings=rules)
    said = world.explain("ADA LEE").stdout
    for line in (
        "ada, double: 3 of 3 counts\n",
        "roster, line 2: ada, Ada Lee, ada@x.org\n",
        "deadline: 2024-05-02 20:00 (UTC), extended from 2024-05-01 20:00 (UTC)\n",
        'attempt that counts: 2024-05-02T19-00-00Z of 2 (attempts = "best")\n',
        "- +1 by hand: The handout had an error.\n",
        "late by 3 days: costs 90 % of the points (30 % a day): 0.3 of 3 left\n",
    ):
        assert line in said
    for name in ("ada", "Ada Lee", "ada@x.org"):
        assert world.explain(name).stdout == said
    cy = world.explain("cy@x.org").stdout
    assert "7, double: 0 of 3 counts\nstatus: not submitted\n" in cy
    several = world.explain("lee")
    assert several.returncode == 1
    assert "'lee' may be: ada = Ada Lee = ada@x.org; bob = Bob Lee = bob@x.org." in several.stderr
    assert "Nobody is called 'zoe'. Students here: 7, ada, bob." in world.explain("zoe").stderr
    assert "bob has no attempt '9' at double; there are: 1." in (
        world.explain("bob", "double", "--attempt", "9").stderr
    )
    assert "ada has no result for triple; there are results for: double" in (
        world.explain("ada", "triple").stderr
    )


def test_a_late_page_says_how_the_cost_comes_about(world: World, tmp_path: Path) -> None:
    times = tmp_path / "times.csv"
    days = {"ada": 3, "bob": 2, "cy": 5, "dee": 9}
    lines = [f"{student},2024-05-0{1 + late}T12:00:00" for student, late in days.items()]
    times.write_text("\n".join(["student,time", *lines]).replace("-010T", "-10T"))
    for student in days:
        hand_in(world.submissions, student)
    rules = f"""{DEADLINE}
[policy]
late_per_day = "10%"
grace_days = 1
cutoff_days = 5
[extensions]
ada = 1
bob = 1
cy = 0
"""
    run = world.grade("--times", times, settings=rules)
    terms = "(1 day free, 10 % a day)"
    said = {
        "ada": f"- late by 2 days: costs 10 % of the points {terms}\n",
        "bob": f"- late by 1 day: costs no points {terms}\n",
        "cy": f"- late by 5 days: costs 40 % of the points {terms}\n",
        "dee": "- late by 9 days: costs 100 % of the points (nothing counts after 5 days)\n",
    }
    extended = ", extended from 2024-05-01 20:00 (UTC)"
    for student, line in said.items():
        due = "2024-05-02 20:00 (UTC)" + extended if student in "ada bob" else "2024-05-01 20:00"
        for text in (run.feedback[student], world.explain(student).stdout):
            assert line in text
            assert f"deadline: {due}" in text


def test_a_score_set_by_hand_anew_is_one_sentence(world: World) -> None:
    hand_in(world.submissions, "ada")
    rule = '[[adjustments]]\nstudent = "ada"\nassignment = "double"\nscore = {}\nreason = "Oral."'
    world.grade(settings=rule.format(2))
    moved = "2 to 1: set to 1 by hand: Oral; no longer set to 2 by hand: Oral\n"
    assert moved in world.grade(settings=rule.format(1)).stdout


def test_what_failed_every_criterion_is_explained_once(world: World) -> None:
    hand_in(world.submissions, "ada", text="def double(x:\n    return x\n")
    world.grade()
    said = world.explain("ada").stdout
    assert (said.count("told: "), said.count("as above")) == (1, 1)


def test_long_headings_do_not_break_the_table(world: World) -> None:
    hand_in(world.submissions, "ada")
    wide, narrow = (
        grade(world.submissions, "--out", world.out, course=world.course, COLUMNS=columns).stdout
        for columns in ("80", "20")
    )
    assert "double" in wide
    assert "1=double" not in wide
    assert " student  1  of 3 " in narrow
    assert "1=double" in narrow


def test_a_score_that_rules_or_times_move_is_told_with_its_reason(
    world: World, tmp_path: Path
) -> None:
    rules = f'{DEADLINE}[policy]\nlate_per_day = "50%"\n'
    times = tmp_path / "times.csv"
    for student in ("ada", "bob"):
        hand_in(world.submissions, student)
    times.write_text("student,time\nada,2024-05-01T12:00:00\nbob,2024-05-01T12:00:00\n")
    assert "moved" not in world.grade("--times", times, settings=rules).stdout
    times.write_text("student,time\nada,2024-05-01T12:00:00\nbob,2024-05-02T12:00:00\n")
    late = world.grade("--times", times).stdout
    assert (
        "moved bob, double, attempt 1: 3 to 1.5: another submission time; "
        "late by 1 day: costs 50 % of the points\n"
    ) in late
    assert late.count("moved") == 1
    assert "moved" not in world.grade("--times", times).stdout
    stricter = world.grade("--times", times, settings=rules.replace("50%", "100%")).stdout
    assert "0 graded now" in stricter
    assert "moved bob, double, attempt 1: 1.5 to 0: late by 1 day: costs 100 %" in stricter
    forgiven = world.grade("--times", times, settings='[excused]\nada = ["double"]\n').stdout
    assert "moved bob, double, attempt 1: 0 to 3: another deadline; no longer late" in forgiven
    assert "moved ada, double: 3 to no score: excused" in forgiven
    hand_in(world.submissions, "bob", text=WRONG)
    again = world.grade("--times", times, settings=rules).stdout
    assert again.count("moved bob") == 1, "another hand-in has its own reason"
    assert "3 to 0: the submission changed" in again


def test_a_new_and_a_lost_secret_are_told(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GRADE_SECRET", raising=False)
    for student in ("ada", "bob"):
        hand_in(world.submissions, student)
    secret = world.course / ".grade-secret"
    first = world.grade().stderr
    assert f"! {secret} did not exist: a new course secret is made there. Keep it" in first
    assert "secret changed" not in first
    assert world.grade().stderr == ""
    secret.unlink()
    run = world.grade()
    assert f"{secret} did not exist" in run.stderr
    assert f"secret changed: of the results in {world.out}, 2 made with another" in run.stderr
    assert "2 graded now" in run.stdout
    assert world.grade("--regrade").stderr == ""


@pytest.mark.parametrize(
    "words", [("verify", "double"), ("mutate", "double"), ("package", "gradescope", "double")]
)
def test_whatever_makes_a_secret_says_so(
    world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    monkeypatch.delenv("GRADE_SECRET", raising=False)
    monkeypatch.chdir(tmp_path)
    secret = world.course / ".grade-secret"
    said = [
        subprocess.run(
            [GRADE, "--course", world.course, *words], capture_output=True, text=True, check=False
        ).stderr
        for _ in range(2)
    ]
    assert f"! {secret} did not exist: a new course secret is made there" in said[0]
    assert "did not exist" not in said[1]


def test_a_score_that_moves_by_itself_is_called_not_deterministic(world: World) -> None:
    text = "import os\nLUCK = int.from_bytes(os.urandom(2)) % 2\n"
    hand_in(world.submissions, "ada", text=f"{text}def double(x):\n    return 2 * x + LUCK\n")
    world.grade()
    for _ in range(40):
        said = world.grade("--regrade").stdout
        if "moved" in said:
            assert "the submission is not deterministic" in said
            return
    pytest.fail("forty equal draws in a row")


# --- a course that changes -----------------------------------------------------------------


def test_settings_and_slugs_may_change_in_the_middle_of_a_term(tmp_path: Path) -> None:
    world = World(tmp_path, "double", "triple")
    for slug in ("double", "triple"):
        hand_in(world.submissions, "ada", slug)
    assert "2 graded now" in world.grade().stdout
    settings = world.course / "solutions" / "double" / "assignment.toml"
    settings.write_text(settings.read_text() + "minutes = 5\n")
    assert "1 graded now" in world.grade().stdout
    shutil.rmtree(world.course / "solutions" / "triple")
    run = world.grade()
    assert (run.status, "0 graded now" in run.stdout) == (0, True)
    assert "there are results for 'triple'" in run.stdout
    columns = ("student", "id", "name", "double", "double status", "total", "maximum")
    assert tuple(run.rows[0]) == columns
    with sqlite3.connect(world.out / "results.db") as kept:
        assert kept.execute("SELECT count(*) FROM results").fetchone() == (2,)
    kept.close()


def test_what_three_hundred_share_is_told_once(world: World, tmp_path: Path) -> None:
    names = [f"s{number:03d}" for number in range(300)]
    for name in names:
        (world.submissions / name).mkdir()
        (world.submissions / name / "double.rar").write_bytes(b"Rar!")
        (world.submissions / name / ".DS_Store").write_text("")
    rows = "".join(f"x{name},X {name},soon\n" for name in names)
    (tmp_path / "roster.csv").write_text(f"id,name,extension\n{rows}")
    stated = "".join(f"y{name},2024-05-01T12:00:00\n" for name in names)
    (tmp_path / "times.csv").write_text(f"student,time\n{stated}")
    times = ("--times", tmp_path / "times.csv")
    said = world.grade(*times, settings='roster = "../roster.csv"\n').stdout
    assert len(said.splitlines()) < 15
    for sentence in (
        "300 students, double: refused: 'double.rar' cannot be opened",
        "(s000, s001, s002, s003, s004, s005, s006, s007, s008, s009 and 290 more)",
        "300 times: s000/.DS_Store, ",
        "and 290 more: left by a tool",
        "no submission of 'xs000' X s000, ",
        "handed in, but not on the roster: 's000', ",
        "and 290 more (300 in all; grades.csv has a row for each)",
        "not applied: roster, line 2: extension: ",
        "nobody of that name handed in: 'ys000', ",
    ):
        assert sentence in said, sentence


def test_a_broken_assignment_stops_only_itself(tmp_path: Path) -> None:
    world = World(tmp_path, "double", "triple", "quadruple")
    for slug in ("double", "triple", "quadruple"):
        hand_in(world.submissions, "ada", slug)
    world.suite("triple").unlink()
    suite = world.suite("quadruple")
    suite.write_text("import nothing_of_this_name\n" + suite.read_text())
    run = world.grade()
    assert run.status == 1
    assert scores(run) == {"ada": "3"}
    assert scores(run, "quadruple") == {"ada": ""}
    assert "triple was not graded" in run.stderr
    assert "nothing_of_this_name" in run.stdout
    assert "Traceback" not in run.stderr


def test_results_of_an_older_version_are_taken_over(world: World) -> None:
    hand_in(world.submissions, "ada")
    world.grade()
    with sqlite3.connect(world.out / "results.db") as older:
        drop = "".join(f"DROP TABLE {name};" for name in ("standings", "files", "unmatched"))
        older.executescript(f"{drop} PRAGMA user_version = 1;")
    older.close()
    run = world.grade()
    assert (run.status, "0 graded now" in run.stdout, run.stderr) == (0, True, "")
    assert "moved" not in run.stdout
    assert scores(run) == {"ada": "3"}


def test_results_of_a_newer_version_are_left_alone(world: World) -> None:
    hand_in(world.submissions, "ada")
    world.grade()
    with sqlite3.connect(world.out / "results.db") as newer:
        newer.execute("PRAGMA user_version = 99")
    newer.close()
    before = tree(world.out)
    run = world.grade()
    assert (run.status, "newer version" in run.stderr) == (1, True)
    assert {**tree(world.out), ".lock": ""} == {**before, ".lock": ""}


def test_a_damaged_database_is_a_sentence(world: World) -> None:
    hand_in(world.submissions, "ada")
    world.grade()
    database = world.out / "results.db"
    whole = database.read_bytes()
    database.write_bytes(whole[:4096] + b"\xff" * (len(whole) - 4096))
    for run in (world.grade(), world.explain("ada")):
        assert "results.db cannot be read" in run.stderr
        assert "Traceback" not in run.stderr


def test_an_assignment_named_twice_is_graded_once(world: World) -> None:
    hand_in(world.submissions, "ada")
    run = world.grade("double", "double")
    assert (run.rows[0]["total"], "1 graded now" in run.stdout) == ("3", True)


# --- the machine ---------------------------------------------------------------------------


def test_two_runs_on_one_folder(world: World) -> None:
    hand_in(world.submissions, "ada", text="import time\ntime.sleep(20)\n")
    first = start(world.submissions, "--out", world.out, course=world.course)
    try:
        lock = world.out / ".lock"
        patience = time.monotonic() + 60
        while not (lock.is_file() and lock.read_text()) and time.monotonic() < patience:
            time.sleep(0.05)
        second = world.grade()
        assert (second.status, f"(pid {first.pid})" in second.stderr) == (1, True)
    finally:
        first.kill()
        first.communicate()
    hand_in(world.submissions, "bob")
    assert world.grade("--student", "bob").status == 0


def test_nothing_to_grade_is_an_error_that_says_what_was_expected(tmp_path: Path) -> None:
    world = World(tmp_path, "double", "triple")
    (world.submissions / "ada").mkdir()
    (world.submissions / "ada" / "notes.txt").write_text("I was ill.")
    run = world.grade()
    assert run.status == 1
    assert "holds no hand-in for double, triple" in run.stderr
    assert "such as double.py" in run.stderr
    assert "ada: no file names one of the assignments" in run.stderr
    hand_in(world.submissions, "bob")
    run = world.grade("--student", "Bobb")
    assert run.status == 1
    assert "'Bobb' may be: bob. Name one of them as it stands here." in run.stderr


@pytest.mark.parametrize("inside", ["", "out", "../class/deep/out"])
def test_results_do_not_go_among_the_submissions(world: World, inside: str) -> None:
    hand_in(world.submissions, "ada")
    before = tree(world.submissions)
    world.out = world.submissions / inside
    run = world.grade()
    assert (run.status, "lies in the submissions folder" in run.stderr) == (1, True)
    assert tree(world.submissions) == before


def test_a_folder_that_cannot_be_written(world: World, tmp_path: Path) -> None:
    hand_in(world.submissions, "ada")
    (tmp_path / "file").write_text("")
    world.out = tmp_path / "file" / "out"
    run = world.grade()
    assert (run.status, "cannot be written" in run.stderr) == (1, True)
    assert "Traceback" not in run.stderr


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may mount a small disk")
@pytest.mark.parametrize("kilobytes", [24, 48, 96])
def test_a_full_disk(world: World, tmp_path: Path, kilobytes: int) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={kilobytes}k", "tmpfs", disk], check=False
    )
    if mounted.returncode:
        pytest.skip("this container may not mount")
    world.out = disk / "out"
    for number in range(12):
        hand_in(world.submissions, f"student {number}")
    try:
        run = world.grade()
        assert (run.status, "No space left" in run.stderr or "full" in run.stderr) == (1, True)
        assert "Traceback" not in run.stderr
        assert all(text.endswith("}\n") for text in map(Path.read_text, disk.rglob("*.json")))
        assert not list(disk.rglob(".new-*"))
        subprocess.run(["mount", "-o", "remount,size=8m", disk], check=True)
        resumed = world.grade()
        assert resumed.status == 0
        assert set(scores(resumed).values()) == {"3"}
    finally:
        subprocess.run(["umount", disk], check=True)
