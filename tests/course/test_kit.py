from __future__ import annotations

import tomllib
from datetime import UTC
from datetime import date
from datetime import datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.course.kit import toml_value

SCALARS: st.SearchStrategy[Any] = (
    st.booleans()
    | st.integers(-(2**63), 2**63 - 1)
    | st.floats(allow_nan=False)
    | st.text(st.characters(exclude_categories=["Cs"]))
    | st.dates()
    | st.datetimes(timezones=st.just(UTC) | st.none())
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner) | st.dictionaries(st.text(st.characters(codec="ascii")), inner),
    max_leaves=8,
)


@given(VALUES)
def test_what_is_written_is_what_is_read(value: object) -> None:
    assert tomllib.loads(f"x = {toml_value(value)}") == {"x": value}


def test_dates_stay_dates() -> None:
    assert toml_value(date(2026, 3, 1)) == "2026-03-01"
    assert toml_value(datetime(2026, 3, 1, tzinfo=UTC)) == "2026-03-01T00:00:00+00:00"


def test_no_form_for_none() -> None:
    with pytest.raises(TypeError, match="NoneType"):
        toml_value(None)
