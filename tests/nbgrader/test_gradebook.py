"""What is written into gradebook.db, and what is left alone."""

from __future__ import annotations

import csv
import json
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from autograder.course.course import Course
from autograder.errors import UserError
from autograder.grading.run import ClassRun
from autograder.grading.store import Store
from autograder.isolation import probe
from autograder.nbgrader.export import CriteriaExporter
from autograder.nbgrader.release import release_to
from autograder.nbgrader.run import NbgraderClass
from autograder.nbgrader.workspace import Workspace
from tests.nbgrader.course_files import ANSWERS
from tests.nbgrader.nbgrader_world import World
from tests.nbgrader.nbgrader_world import answer
from tests.nbgrader.nbgrader_world import cell


class Quiet:
    """A run's progress that nobody watches."""

    def begin(self, total: int, unchanged: int) -> None: ...

    def done(self, result: object) -> None: ...


def grade(world: World) -> None:
    """`grade run --nbgrader`, in this process."""
    course = Course.load(world.course)
    found = NbgraderClass(course, Workspace(world.nb), course.slugs)
    store = Store(world.nb / "out")
    try:
        run = ClassRun(course, store, probe().level, 2)
        list(run.grade(run.plan(found.intake.found), Quiet()))
        found.record(store.all())
    finally:
        store.close()


def grades(book: Any, student: str) -> dict[str, Any]:
    return {g.name: g for g in book.find_submission_notebook("nn", "nn", student).grades}


def comments(book: Any, student: str) -> dict[str, Any]:
    return {c.name: c for c in book.find_submission_notebook("nn", "nn", student).comments}


def test_manual_scores_and_comments_are_never_touched(world: World) -> None:
    world.hand_in("ada", answer(world.released(), {"relu": "return x"}))
    grade(world)
    with world.gradebook() as book:
        one = grades(book, "ada")["nn-test_relu"]
        assert (one.auto_score, one.needs_manual_grade) == (0.0, False)
        one.manual_score, one.extra_credit = 1.25, 0.5
        comments(book, "ada")["nn-relu"].manual_comment = "Nearly."
        book.find_submission_notebook("nn", "nn", "ada").flagged = True
        book.db.commit()
    world.hand_in("ada", answer(world.released(), ANSWERS))
    grade(world)
    with world.gradebook() as book:
        one = grades(book, "ada")["nn-test_relu"]
        assert (one.auto_score, one.manual_score, one.extra_credit) == (2.0, 1.25, 0.5)
        assert one.needs_manual_grade
        assert comments(book, "ada")["nn-relu"].comment == "Nearly."
        assert comments(book, "ada")["nn-relu"].auto_comment == "All criteria are met."
        notebook = book.find_submission_notebook("nn", "nn", "ada")
        assert notebook.flagged
        assert notebook.score == 10.5 - 2 + 1.25 + 0.5


def test_a_comment_says_what_was_missed_and_the_likely_mistake(world: World) -> None:
    summed = "return float(np.sum((prediction - target) ** 2))"
    world.hand_in("ada", answer(world.released(), {**ANSWERS, "mse": summed, "relu": "return x"}))
    grade(world)
    with world.gradebook() as book:
        said = comments(book, "ada")
        assert "The squares are added, not averaged." in said["nn-mse"].auto_comment
        assert "Negative numbers become zero. (0 of 2)" in said["nn-relu"].auto_comment
        assert "41.5" not in said["nn-relu"].auto_comment


def test_what_was_not_attempted_says_so(world: World) -> None:
    world.hand_in("ada", world.released())
    grade(world)
    with world.gradebook() as book:
        assert all(g.auto_score == 0.0 for g in grades(book, "ada").values())
        assert not any(g.needs_manual_grade for g in grades(book, "ada").values())


def test_the_time_is_that_of_the_timestamp_file(world: World) -> None:
    world.hand_in("ada", world.released())
    grade(world)
    with world.gradebook() as book:
        time = book.find_submission("nn", "ada").timestamp
    assert time == datetime(2026, 5, 1, 10, 0, 0, 123456)  # noqa: DTZ001  # as nbgrader keeps it


def test_a_newer_hand_in_replaces_scores_time_and_notebook(world: World) -> None:
    folder = world.hand_in("ada", world.released())
    grade(world)
    world.hand_in("ada", answer(world.released(), ANSWERS))
    (folder / "timestamp.txt").write_text("2026-05-02 10:00:00 UTC")
    grade(world)
    assert world.scores() == {"ada": 10.5}
    autograded = world.nb / "autograded/ada/nn"
    assert (autograded / "timestamp.txt").read_text() == "2026-05-02 10:00:00 UTC"
    assert "np.matmul" in (autograded / "nn.ipynb").read_text()


@pytest.mark.parametrize("stamp", ["", "soon", "9" * 400])
def test_a_time_that_is_none_costs_nobody_anything(world: World, stamp: str) -> None:
    folder = world.hand_in("ada", answer(world.released(), ANSWERS))
    (folder / "timestamp.txt").write_text(stamp)
    (folder / "submission_secret.txt").unlink()
    grade(world)
    assert world.scores() == {"ada": 10.5}
    autograded = world.nb / "autograded/ada/nn"
    assert (autograded / "timestamp.txt").read_text() == ""
    assert len((autograded / "submission_secret.txt").read_text()) == 128


def test_a_deadline_of_the_course_gives_the_penalty(world: World) -> None:
    (world.course / "course.toml").write_text(
        'title = "Late"\n[policy]\nlate_per_day = "10%"\n[deadlines]\nnn = 2026-04-29T10:00:00Z\n'
    )
    world.hand_in("ada", answer(world.released(), {k: ANSWERS[k] for k in ("affine", "relu")}))
    grade(world)
    with world.gradebook() as book:
        submission = book.find_submission("nn", "ada")
        assert (submission.score, submission.late_submission_penalty) == (5.0, 1.5)
    (world.course / "course.toml").write_text('title = "Late"\n')
    grade(world)
    with world.gradebook() as book:
        assert not book.find_submission("nn", "ada").late_submission_penalty


def test_without_one_nbgraders_own_due_date_and_plugin_decide(world: World) -> None:
    with (world.nb / "nbgrader_config.py").open("a") as config:
        config.write('c.LateSubmissionPlugin.penalty_method = "zero"\n')
    with world.gradebook() as book:
        book.update_or_create_assignment("nn", duedate="2026-04-30 10:00:00 UTC")
    world.hand_in("ada", answer(world.released(), ANSWERS))
    grade(world)
    with world.gradebook() as book:
        submission = book.find_submission("nn", "ada")
        assert (submission.score, submission.late_submission_penalty) == (10.5, 10.5)
        book.grant_extension("nn", "ada", days=2)
    grade(world)
    with world.gradebook() as book:
        assert not book.find_submission("nn", "ada").late_submission_penalty


def test_the_graders_own_fault_leaves_the_score_open(world: World) -> None:
    world.hand_in("ada", answer(world.released(), ANSWERS))
    grade(world)
    hidden = world.course / "solutions/nn/test_hidden.py"
    hidden.write_text(hidden.read_text().replace("student.relu(HIDDEN", "reference_(HIDDEN"))
    grade(world)
    with world.gradebook() as book:
        assert all(g.auto_score is None for g in grades(book, "ada").values())
        assert all(g.needs_manual_grade for g in grades(book, "ada").values())
    assert not (world.nb / "autograded/ada/nn").exists()


def test_a_suite_with_another_criterion_is_refused_before_anything_is_graded(world: World) -> None:
    hidden = world.course / "solutions/nn/test_hidden.py"
    hidden.write_text(hidden.read_text().replace("def test_affine", "def test_affine_map"))
    world.hand_in("ada", world.released())
    with pytest.raises(UserError, match=r"nn-test_affine_map is worth 3, found no such cell.*rele"):
        grade(world)


def test_questions_of_the_instructors_own_are_left_to_the_instructor(world: World) -> None:
    source = world.nb / "source/nn/nn.ipynb"
    own = {
        "cell_type": "markdown",
        "id": "why",
        "metadata": {
            "nbgrader": {
                "grade": True,
                "grade_id": "why",
                "locked": False,
                "points": 4,
                "schema_version": 3,
                "solution": True,
                "task": False,
            }
        },
        "source": "Why?",
    }
    notebook = json.loads(source.read_text())
    notebook["cells"].append(own)
    source.write_text(json.dumps(notebook))
    world.nbgrader("generate_assignment", "nn", "--force")
    world.hand_in("ada", answer(world.released(), ANSWERS))
    answered = answer(world.released(), ANSWERS)
    cell(answered, "why")["source"] = "Because <b>of</b> it."
    world.hand_in("bob", answered)
    grade(world)
    with world.gradebook() as book:
        untouched, written = grades(book, "ada")["why"], grades(book, "bob")["why"]
        assert (untouched.auto_score, untouched.needs_manual_grade) == (0.0, False)
        assert (written.auto_score, written.needs_manual_grade) == (None, True)
    assert "Because &lt;b>of" in (world.nb / "autograded/bob/nn/nn.ipynb").read_text()
    with pytest.raises(UserError, match="would be lost"):
        release_to(Course.load(world.course), Workspace(world.nb), ["nn"], exchange=False)


def test_names_that_need_quoting_are_quoted(world: World, tmp_path: Path) -> None:
    world.hand_in("ada", answer(world.released(), ANSWERS))
    grade(world)
    target = tmp_path / "grades.csv"
    with world.gradebook() as book:
        book.update_or_create_student("ada", last_name='Love, "A"', first_name="=1+1")
        book.update_or_create_student("bob", last_name="Line\nbreak")
        CriteriaExporter(to=str(target)).export(book)
    with target.open(newline="") as stream:
        rows = {row["student_id"]: row for row in csv.DictReader(stream)}
    ada, bob = rows["ada"], rows["bob"]
    assert (ada["last_name"], ada["first_name"]) == ('Love, "A"', "'=1+1")
    assert (ada["score"], ada["nn-test_mse"]) == ("10.5", "3.0")
    assert (bob["last_name"], bob["score"], bob["nn-test_mse"]) == ("Line\nbreak", "0.0", "")
