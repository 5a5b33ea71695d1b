"""Times as people and programs write them."""

from __future__ import annotations

from datetime import UTC
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.errors import UserError
from autograder.grading.times import parse_time
from autograder.grading.times import read_times
from autograder.grading.times import time_in_name


@pytest.mark.parametrize(
    "text",
    [
        "2024-05-01T20:00:00Z",
        "2024-05-01T20-00-00Z",
        "20240501T200000Z",
        "2024-05-01 20:00 UTC",
        "2024-05-01_20-00-00",
        "2024-05-01T22:00:00+02:00",
        "2024-05-01T22:00:00.000+0200",
        "2024-05-01 16:00:00.000000 America/New_York\n",
    ],
)
def test_spellings(text: str) -> None:
    assert parse_time(text, UTC) == datetime(2024, 5, 1, 20, tzinfo=UTC)


def test_a_time_without_a_zone_is_local() -> None:
    berlin = ZoneInfo("Europe/Berlin")
    assert parse_time("2024-10-27T02:30", berlin) == datetime(2024, 10, 27, 0, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    "text", ["", "hw", "2024", "2024-13-01T00:00Z", "2024-05-01T20:00 PST/X", "2024-05-01T25:00"]
)
def test_what_is_no_time(text: str) -> None:
    assert time_in_name(text, UTC) is None


@given(st.datetimes(timezones=st.just(UTC)))
def test_iso_times_come_back(moment: datetime) -> None:
    if moment.year >= 1000:
        assert parse_time(moment.isoformat(), ZoneInfo("Asia/Tokyo")) == moment


def test_the_most_specific_row_holds(tmp_path: Path) -> None:
    path = tmp_path / "times.csv"
    path.write_text(
        "student,assignment,attempt,submitted_at\n"
        "007,,,2024-05-01T01:00Z\n"
        "007,hw,,2024-05-01T02:00Z\n"
        "007,hw,2,2024-05-01T03:00Z\n",
        encoding="utf-8",
    )
    times = read_times(path, UTC)
    hours = [
        found.hour
        for key in (("mlp", "1"), ("hw", "1"), ("hw", "2"))
        if (found := times.of("007", *key))
    ]
    assert hours == [1, 2, 3]
    assert times.of("7", "hw", "1") is None


def test_an_assignment_that_is_not_there_is_told_with_the_one_that_is(tmp_path: Path) -> None:
    path = tmp_path / "times.csv"
    path.write_text("student,assignment,time\nann,duoble,2024-05-01T01:00Z\nann,,2024-05-01T01:00Z")
    (told,) = read_times(path, UTC).unused(["ann"], ["double", "triple"])
    assert "no assignment 'duoble'" in told
    assert "double" in told.partition(".")[2]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("who,when\na,b\n", "student and time"),
        ("student,time\nann,noon\n", "line 2"),
        ("sep=;\nStudent;Submitted_At\nann;noon\n", "line 3"),
        ("student,time\nann,2024-05-01T01:00Z\nann,2024-05-01T02:00Z\n", "line 3"),
    ],
)
def test_a_table_that_cannot_be_used(tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "times.csv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(UserError, match=words):
        read_times(path, UTC)
