"""Lateness, attempts, points: exact, and in the student's favour where a rule can be read twice."""

from __future__ import annotations

import csv
import json
import tomllib
from datetime import UTC
from datetime import datetime
from datetime import timedelta
from fractions import Fraction
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.errors import CourseError
from autograder.grading.deadlines import Deadline
from autograder.grading.intake import discover
from autograder.grading.policy import Adjustment
from autograder.grading.policy import Attempt
from autograder.grading.policy import Policy
from autograder.grading.policy import Standing
from autograder.grading.policy import bounded
from autograder.grading.policy import percent
from autograder.grading.policy import settle
from autograder.grading.policy import shown_percent
from autograder.grading.policy import total
from autograder.grading.policy_table import read_policy
from autograder.grading.result import shown
from autograder.grading.staging import StagingLimits
from autograder.grading.staging import gather

CASES = Path(__file__).parents[1] / "cases"
DUE = datetime(2024, 5, 1, 23, 59, 59)  # noqa: DTZ001 - a deadline is local time plus a zone
TEN = Fraction(10)


def lateness() -> list[dict[str, str]]:
    path = CASES / "44_deadline_and_clock_change" / "class" / "lateness.csv"
    return list(csv.DictReader(path.read_text(encoding="utf-8").splitlines()))


def totals() -> list[dict[str, Any]]:
    path = CASES / "46_adding_up_points" / "class" / "totals.json"
    rows: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))
    return rows


def attempt(name: str, score: int | None, hours: float, content: str | None = None) -> Attempt:
    at = DUE.replace(tzinfo=UTC) + timedelta(hours=hours)
    return Attempt(name, None if score is None else Fraction(score), content or name, at)


def settled(policy: Policy, *attempts: Attempt) -> Standing:
    return settle(policy, "kim", "hw", attempts, TEN)


def due(**rules: Any) -> Policy:
    return Policy(deadlines={"hw": Deadline(DUE, UTC)}, **rules)


@pytest.mark.parametrize("row", lateness(), ids=lambda row: row["submitted_utc"])
def test_late_days_are_days_on_the_wall_clock(row: dict[str, str]) -> None:
    deadline = Deadline(datetime.fromisoformat(row["deadline_local"]), ZoneInfo(row["zone"]))
    submitted = datetime.fromisoformat(row["submitted_utc"])
    assert deadline.days_late(submitted) == int(row["late_days"])


def test_of_two_readings_of_a_local_time_the_later_holds() -> None:
    berlin = ZoneInfo("Europe/Berlin")
    twice = Deadline(datetime(2024, 10, 27, 2, 30), berlin)  # noqa: DTZ001
    never = Deadline(datetime(2024, 3, 31, 2, 30), berlin)  # noqa: DTZ001
    assert twice.moment() == datetime(2024, 10, 27, 1, 30, tzinfo=UTC)
    assert never.moment() == datetime(2024, 3, 31, 1, 30, tzinfo=UTC)


@given(
    local=st.datetimes(datetime(2000, 1, 1), datetime(2030, 1, 1)),  # noqa: DTZ001
    zone=st.sampled_from(["UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe"]),
    delay=st.timedeltas(timedelta(days=-5), timedelta(days=40)),
)
def test_late_days_are_the_fewest_that_suffice(
    local: datetime, zone: str, delay: timedelta
) -> None:
    deadline = Deadline(local, ZoneInfo(zone))
    submitted = deadline.moment() + delay
    days = deadline.days_late(submitted)
    assert submitted <= deadline.moment(days)
    assert days == 0 or submitted > deadline.moment(days - 1)


@pytest.mark.parametrize("row", totals(), ids=str)
def test_totals_are_exact(row: dict[str, Any]) -> None:
    earned = total(map(Fraction, row["earned"]))
    most = total(map(Fraction, row["max"]))
    assert earned == Fraction(row["total"])
    if "percent" in row:
        expected = row["percent"]
        assert percent(earned, most) == (None if expected is None else Fraction(expected))
    if "percent_2dp" in row:
        assert shown_percent(earned, most) == row["percent_2dp"]
    if "display_not" in row:
        assert shown(earned) != float(row["display_not"])
    if "capped" in row:
        assert bounded(earned, most, cap=True) == Fraction(row["capped"])
        assert bounded(earned, most, cap=False) == earned
    if "floored" in row:
        assert bounded(earned, most, cap=False) == Fraction(row["floored"])


@given(st.fractions(0, 100))
def test_a_percentage_below_a_hundred_is_never_shown_as_one(score: Fraction) -> None:
    said = shown_percent(score, Fraction(100))
    assert said is not None
    assert (said == "100.00") == (score == 100)
    assert abs(Fraction(said) - score) <= Fraction(1, 100)


def test_the_same_content_after_the_deadline_is_not_late() -> None:
    handed = discover(CASES / "43_resubmission_after_deadline_same_content" / "class", ("hw",))
    marks = {"kim": (10, 10), "lee": (10, 8)}
    found = {}
    for student, scores in marks.items():
        own = [one for one in handed.found if one.student == student]
        attempts = [
            Attempt(
                one.attempt,
                Fraction(score),
                gather(one, StagingLimits()).content,
                one.submitted_at,
            )
            for one, score in zip(own, scores, strict=True)
        ]
        for rule in ("best", "last", "last_on_time"):
            policy = due(attempts=rule, late_per_day=Fraction(1, 2))
            found[student, rule] = settle(policy, student, "hw", attempts, TEN)
    assert {standing.days_late for standing in found.values()} == {0}
    assert [found["kim", rule].score for rule in ("best", "last", "last_on_time")] == [10] * 3
    assert [found["lee", rule].score for rule in ("best", "last", "last_on_time")] == [10, 8, 8]
    assert "is the same as" in found["kim", "last"].notes[0]


def test_late_days_cost_a_share_until_the_cut_off() -> None:
    policy = due(late_per_day=Fraction(1, 10), grace_days=1, cutoff_days=3)
    scores = [settled(policy, attempt("a", 8, 24 * day - 1)).score for day in range(6)]
    assert scores == [8, 8, Fraction(36, 5), Fraction(32, 5), 0, 0]


def test_best_is_best_after_the_penalty() -> None:
    policy = due(late_per_day=Fraction(1, 2))
    standing = settled(policy, attempt("early", 6, -1), attempt("late", 10, 1))
    assert (standing.attempt, standing.score) == ("early", Fraction(6))
    assert settled(due(attempts="last", late_per_day=Fraction(1, 2)),
                   attempt("early", 6, -1), attempt("late", 10, 1)).score == 5  # fmt: skip


def test_an_extension_moves_the_deadline_of_one_student() -> None:
    rules = {"late_per_day": Fraction(1, 2), "extensions": {("kim", ""): 2}}
    assert settled(due(**rules), attempt("a", 10, 47)).score == 10
    assert settle(due(**rules), "lee", "hw", [attempt("a", 10, 23)], TEN).score == 5
    earlier = Deadline(DUE - timedelta(days=3), UTC)
    shorter = due(late_per_day=Fraction(1, 2), extensions={("kim", "hw"): earlier})
    assert settled(shorter, attempt("a", 10, -1)).score == 10


def test_the_limit_counts_contents_not_clicks() -> None:
    tries = [attempt("1", 2, -9, "x"), attempt("2", 2, -8, "x"), attempt("3", 5, -7)]
    tries.append(attempt("4", 9, -6))
    standing = settled(due(attempt_limit=2), *tries)
    assert (standing.attempt, standing.score) == ("3", Fraction(5))
    assert any("not: 4" in note for note in standing.notes)


def test_a_grader_error_is_blank_only_where_it_counts() -> None:
    failed, fine = attempt("2", None, -1), attempt("1", 4, -2)
    assert settled(due(attempts="last"), fine, failed).score is None
    assert settled(due(attempts="best"), fine, failed).score == 4
    assert settled(due(attempts="best"), failed).score is None


def test_no_hand_in_is_zero_and_an_excuse_is_blank() -> None:
    assert settled(due()).score == 0
    excused = settled(due(excused=frozenset({("kim", "hw")})), attempt("a", 3, 0))
    assert (excused.score, excused.excused) == (None, True)


@pytest.mark.parametrize(
    ("rules", "at", "is_open"),
    [
        ({}, timedelta(0), True),  # handing in at that very moment is on time
        ({}, timedelta(seconds=1), False),
        ({"extensions": {("kim", "hw"): 2}}, timedelta(days=2), True),
        ({"extensions": {("lee", "hw"): 2}}, timedelta(days=2), False),
        ({"adjustments": (Adjustment("kim", "hw", "oral", score=TEN),)}, -timedelta(1), False),
        ({"adjustments": (Adjustment("kim", "hw", "gift", points=TEN),)}, -timedelta(1), True),
    ],
)
def test_no_hand_in_before_the_deadline_is_not_due(
    rules: dict[str, Any], at: timedelta, is_open: bool
) -> None:
    policy, now = due(**rules), DUE.replace(tzinfo=UTC) + at
    standing = settle(policy, "kim", "hw", [], TEN, now=now)
    assert (standing.open_until is not None, standing.in_total) == (is_open, not is_open)
    assert (standing.score is None) == is_open
    if is_open:
        assert standing.open_until == policy.deadline("kim", "hw")


def test_what_was_handed_in_counts_before_the_deadline() -> None:
    early = DUE.replace(tzinfo=UTC) - timedelta(days=1)
    assert settle(due(), "kim", "hw", [attempt("a", 3, -30)], TEN, now=early).score == 3
    assert settle(Policy(), "kim", "hw", [], TEN, now=early).score == 0, "no deadline, as ever"


def test_an_unknown_time_is_on_time_and_said_so() -> None:
    late = due(late_per_day=Fraction(1))
    standing = settled(late, Attempt("a", Fraction(7), "c"))
    assert standing.score == 7
    assert "no submission time" in standing.notes[0]


def test_adjustments_come_last_with_their_reason() -> None:
    course = """
        [policy]
        late_per_day = "50%"
        cap_at_maximum = true
        [deadlines]
        hw = 2024-05-01T23:59:59
        [[adjustments]]
        student = "kim"
        assignment = "hw"
        points = "+1/3"
        reason = "unclear handout"
        [[adjustments]]
        student = "lee"
        assignment = "hw"
        score = 12
        reason = "oral exam"
    """
    policy = read_policy(tomllib.loads(course), ["hw"])
    standing = settled(policy, attempt("a", 8, 1))
    assert standing.score == 4 + Fraction(1, 3)
    assert any("unclear handout" in note for note in standing.notes)
    assert settle(policy, "lee", "hw", [], TEN).score == 10


@given(
    score=st.fractions(0, 12),
    hours=st.floats(-100, 400),
    per_day=st.fractions(0, 1),
    grace=st.integers(0, 4),
    cutoff=st.none() | st.integers(0, 9),
    cap=st.booleans(),
)
def test_a_penalty_never_gives_points_nor_makes_them_negative(
    *, score: Fraction, hours: float, per_day: Fraction, grace: int, cutoff: int | None, cap: bool
) -> None:
    policy = due(late_per_day=per_day, grace_days=grace, cutoff_days=cutoff, cap_at_maximum=cap)
    at = DUE.replace(tzinfo=UTC) + timedelta(hours=hours)
    found = settle(policy, "kim", "hw", [Attempt("a", score, "c", at)], TEN).score
    assert found is not None
    assert 0 <= found <= score
    if hours <= 0:
        assert found == (min(score, TEN) if cap else score)


def test_the_whole_table() -> None:
    course = """
        [policy]
        zone = "Europe/Berlin"
        attempts = "last_on_time"
        attempt_limit = 3
        late_per_day = 0.1
        grace_days = 1
        cutoff_days = 7
        [deadlines]
        hw = 2024-05-01
        mlp = "2024-05-08T12:00:00Z"
        cnn = 2024-05-08T12:00:00+02:00
        rnn = "2024-05-01"
        [extensions]
        alice = 2
        frank = "2024-05-02"
        bob = { hw = 3, mlp = 2024-05-09T23:59:00 }
        [excused]
        carol = ["hw"]
        dan = true
    """
    policy = read_policy(tomllib.loads(course), ["hw", "mlp", "cnn", "rnn"])
    assert policy.late_per_day == Fraction(1, 10)
    due_hw = policy.deadline("eve", "hw")
    assert due_hw is not None
    assert due_hw.days_late(datetime(2024, 5, 1, 21, 59, 59, tzinfo=UTC)) == 0
    assert due_hw.days_late(datetime(2024, 5, 1, 22, 0, 0, tzinfo=UTC)) == 1
    assert policy.deadline("eve", "rnn") == due_hw, "a date is the end of its day, quoted or not"
    franks = policy.deadline("frank", "rnn")
    assert franks is not None
    assert franks.shown() == "2024-05-02 23:59 (Europe/Berlin)"
    moments = {
        (who, what): deadline.moment()
        for who, what in (("eve", "mlp"), ("eve", "cnn"), ("alice", "cnn"), ("bob", "mlp"))
        if (deadline := policy.deadline(who, what))
    }
    assert moments == {
        ("eve", "mlp"): datetime(2024, 5, 8, 12, tzinfo=UTC),
        ("eve", "cnn"): datetime(2024, 5, 8, 10, tzinfo=UTC),
        ("alice", "cnn"): datetime(2024, 5, 10, 10, tzinfo=UTC),
        ("bob", "mlp"): datetime(2024, 5, 9, 21, 59, tzinfo=UTC),
    }
    assert policy.is_excused("carol", "hw")
    assert not policy.is_excused("carol", "mlp")
    assert policy.is_excused("dan", "mlp")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[policy]\ngrace_day = 1", ["grace_day", "did you mean 'grace_days'"]),
        ("[policy]\nattempts = 'lats'", ["did you mean 'last'"]),
        ("[policy]\nzone = 'Berlin/Europe'", ["Europe/Berlin", "Berlin/Europe"]),
        ("[policy]\nlate_per_day = 10", ["10%"]),
        ("[policy]\nlate_per_day = true", ["number", "True"]),
        ("[policy]\nlate_per_day = nan", ["number", "nan"]),
        ("[policy]\ngrace_days = 1.5", ["whole number"]),
        ("[policy]\nattempt_limit = 0", ["from 1"]),
        ("[policy]\ncap_at_maximum = 'yes'", ["true or false"]),
        ("policy = 3", ["table"]),
        ("[deadlines]\nsoftmx = 2024-05-01", ["did you mean 'softmax'"]),
        ("[deadlines]\nsoftmax = 'Friday'", ["Friday", "[deadlines] softmax"]),
        ("[deadlines]\nsoftmax = 5", ["expected a time"]),
        ("[extensions]\nann = -1", ["number of days"]),
        ("[extensions]\nann = { softmax = true }", ["number of days"]),
        ("[excused]\nann = 'softmax'", ["list of assignments"]),
        ("[[adjustments]]\nstudent = 'a'\nassignment = 'softmax'\npoints = 1", ["reason"]),
        (
            "[[adjustments]]\nstudent = 'a'\nassignment = 'softmax'\nreason = 'x'",
            ["either points"],
        ),
    ],
)
def test_mistakes_in_the_table_say_what_to_write(text: str, words: list[str]) -> None:
    with pytest.raises(CourseError) as caught:
        read_policy(tomllib.loads(text), ["softmax"])
    assert all(word in str(caught.value) for word in words), str(caught.value)
