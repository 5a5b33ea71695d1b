"""Folders as instructors keep them: what Canvas and Moodle gave, side by side, as it came."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from tests.runs import Run
from tests.runs import grade
from tests.small_course import FACTORS
from tests.small_course import write_course


def right(slug: str = "double") -> str:
    return f"def {slug}(x):\n    return {FACTORS[slug]} * x\n"


def pack(target: Path, *names: str, **texts: str) -> Path:
    """A zip with a right answer to `double` under each name, and others named by `texts`."""
    target.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(target, "w") as archive:
        for name in names:
            archive.writestr(name, right("triple" if "triple" in name else "double"))
        for name, text in texts.items():
            archive.writestr(name, text)
    return target


def run(root: Path, *options: str | Path, settings: str = "", source: str = "class") -> Run:
    course = root / "course"
    if not course.exists():
        write_course(course, "double", "triple")
    (course / "course.toml").write_text(f'title = "Small"\n{settings}')
    return grade(root / source, *options, "--out", root / "out", course=course)


def table(run: Run, *columns: str) -> dict[str, str]:
    return {row["student"]: " ".join(row[name] for name in columns) for row in run.rows}


CANVAS = ("rightanna_100_9011_double.py", "leebo_101_9012_double-1.py")
MOODLE = (
    "Cy Young_200011_assignsubmission_file_/double.py",
    "Dee Roy_200012_assignsubmission_file_/double.py",
)


@pytest.mark.parametrize("slugs", [("double",), ("double", "triple"), ()])
@pytest.mark.parametrize("top", ["", "submissions/"])
def test_archives_of_two_platforms_in_one_folder(
    tmp_path: Path, slugs: tuple[str, ...], top: str
) -> None:
    pack(tmp_path / "class" / "submissions.zip", *(top + name for name in CANVAS))
    pack(tmp_path / "class" / "NN-Week 1-77.zip", *MOODLE)
    (tmp_path / "class" / "double.py").write_text(right())  # the instructor's own
    done = run(tmp_path, *slugs)
    assert table(done, "double") == {
        "Cy Young": "3",
        "Dee Roy": "3",
        "leebo": "3",
        "rightanna": "3",
    }
    assert "double.py: beside the downloads" in done.stdout


def test_an_unpacked_download_beside_one_as_it_came(tmp_path: Path) -> None:
    for name in CANVAS:
        file = tmp_path / "class" / "canvas" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(right())
    pack(tmp_path / "class" / "moodle.zip", *MOODLE)
    assert set(table(run(tmp_path), "double")) == {"Cy Young", "Dee Roy", "leebo", "rightanna"}


def test_a_download_of_one_hand_in_is_not_called_after_its_archive(tmp_path: Path) -> None:
    pack(tmp_path / "class" / "submissions.zip", CANVAS[0])
    assert table(run(tmp_path, "double"), "double") == {"rightanna": "3"}


def test_an_archive_called_like_an_assignment_is_for_that_one(tmp_path: Path) -> None:
    pack(tmp_path / "class" / "double.zip", "rightanna_100_9011_hw.py", "leebo_101_9012_hw.py")
    triple = {"rightanna_100_9013_hw.py": right("triple"), "leebo_101_9014_hw.py": "x = 1\n"}
    pack(tmp_path / "class" / "triple.zip", **triple)
    done = run(tmp_path)
    assert table(done, "double", "triple") == {"leebo": "3 0", "rightanna": "3 3"}


def test_a_download_among_students_is_nobodys_work(tmp_path: Path) -> None:
    pack(tmp_path / "class" / "submissions.zip", *CANVAS)
    pack(tmp_path / "class" / "eve.zip", "double.py")
    done = run(tmp_path, "double")
    assert table(done, "double status") == {"eve": "graded", "submissions": "refused"}
    assert "'submissions.zip' holds what leebo, rightanna handed in" in done.stdout
    assert "grade it by itself" in done.feedback["submissions"]


def test_a_students_own_archive_gives_nobody_else_a_score(tmp_path: Path) -> None:
    pack(tmp_path / "class" / "eve.zip", "double.py")
    pack(tmp_path / "class" / "mallory.zip", "eve_100_9011_double.py")
    pack(tmp_path / "class" / "bo.zip", "hw_1_2_double.py")
    done = run(tmp_path, "double")
    assert table(done, "double status") == {
        "bo": "graded",
        "eve": "graded",
        "mallory": "refused",
    }


def test_a_text_typed_into_the_page_of_canvas_is_somebodys(tmp_path: Path) -> None:
    pack(tmp_path / "class.zip", *CANVAS, **{"fayfox_102_text.html": "<p>see mail</p>"})
    done = run(tmp_path, "double", source="class.zip")
    assert table(done, "double status")["fayfox"] == "refused"


LATE = (
    '[deadlines]\ndouble = 2020-05-01T20:00:00\n[policy]\nlate_per_day = "20%"\ncutoff_days = 5\n'
)


def test_a_time_inside_the_zip_of_canvas_makes_nobody_late(tmp_path: Path) -> None:
    pack(tmp_path / "class.zip", "rightanna_100_9011_double.py", "leebo_LATE_101_9012_double.py")
    done = run(tmp_path, "double", settings=LATE, source="class.zip")
    assert table(done, "double") == {"leebo": "3", "rightanna": "3"}
    assert "marked as late by Canvas, which does not say since when: leebo (double)" in done.stdout
    assert "modification time" not in done.stdout + "".join(done.feedback.values())
    (tmp_path / "times.csv").write_text("student,time\nleebo,2020-05-02T10:00:00\n")
    done = run(
        tmp_path, "double", "--times", tmp_path / "times.csv", settings=LATE, source="class.zip"
    )
    assert table(done, "double") == {"leebo": "2.4", "rightanna": "3"}
    assert "marked as late" not in done.stdout


def test_an_empty_download_and_one_that_is_damaged(tmp_path: Path) -> None:
    pack(tmp_path / "class" / "moodle.zip")
    pack(tmp_path / "class" / "submissions.zip", CANVAS[0])
    assert table(run(tmp_path, "double"), "double") == {"rightanna": "3"}
    (tmp_path / "class" / "moodle.zip").write_bytes(b"PK cut short")
    done = run(tmp_path)
    assert done.status == 1
    assert "'moodle.zip' is not a zip file: it is a zip archive that is cut short" in done.stderr
    assert "'submissions.zip' holds what rightanna handed in" in done.stderr


def test_blackboard_tells_accounts_and_attempts(tmp_path: Path) -> None:
    first, second = "attempt_2024-05-01-20-00-00", "attempt_2024-05-02-20-00-00"
    pack(
        tmp_path / "class" / "gradebook_NN_Week_1.zip",
        f"Week_1_jdoe_{first}.txt",
        f"Week_1_jdoe_{first}_double.py",
        f"Week_1_jdoe_{second}.txt",
        f"Week_1_jdoe_{second}_my answer.py",
        f"Week_1_jdoe_{second}_helper.txt",
        f"Week_1_j_doe_{first}.txt",
        f"Week_1_j_doe_{first}_double.py",
        f"Week_1_roe_{first}.txt",
    )
    done = run(tmp_path, "double")
    assert table(done, "double", "double status") == {
        "jdoe": "3 graded",
        "j_doe": "3 graded",
        "roe": "0 refused",
    }
    assert {name: one["submitted_at"] for name, one in done.results.items()} == {
        ("jdoe", "2024-05-01 20-00-00"): "2024-05-01T20:00:00+00:00",
        ("jdoe", "2024-05-02 20-00-00"): "2024-05-02T20:00:00+00:00",
        ("j_doe", "2024-05-01 20-00-00"): "2024-05-01T20:00:00+00:00",
        ("roe", "2024-05-01 20-00-00"): "2024-05-01T20:00:00+00:00",
    }


def test_blackboards_of_two_weeks_side_by_side(tmp_path: Path) -> None:
    for week, slug in (("Week 1", "double"), ("Week 2", "triple")):
        names = (f"{week}_{who}_attempt_2024-05-01-20-00-00_{slug}.py" for who in ("ann", "bo"))
        pack(tmp_path / "class" / f"gradebook {week}.zip", *names)
    both = {"ann": "3 3", "bo": "3 3"}
    assert table(run(tmp_path), "double", "triple") == both
    (tmp_path / "class" / "cy").mkdir()
    (tmp_path / "class" / "cy" / "double.py").write_text(right())
    done = run(tmp_path, "double")
    assert "'gradebook Week 1.zip' holds what Week 1_ann, Week 1_bo handed in" in done.stdout


def test_accounts_of_two_titles_are_not_merged(tmp_path: Path) -> None:
    for title in ("Week 1", "Lab 7"):
        (tmp_path / "class").mkdir(exist_ok=True)
        name = f"{title}_jdoe_attempt_2024-05-01-20-00-00_double.py"
        (tmp_path / "class" / name).write_text(right())
    assert set(table(run(tmp_path, "double"), "double")) == {"Week 1_jdoe", "Lab 7_jdoe"}


@pytest.mark.parametrize("slugs", [("double",), ()])
def test_google_classroom_joins_names_by_a_dash(tmp_path: Path, slugs: tuple[str, ...]) -> None:
    names = ("Ada Lovelace - double.py", "Bo Lee - double (1).py", "Cy Young - Double.py")
    pack(tmp_path / "class.zip", *names)
    done = run(tmp_path, *slugs, source="class.zip")
    assert table(done, "double") == {"Ada Lovelace": "3", "Bo Lee": "3", "Cy Young": "3"}
