"""The students' commands in a real kit."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import zipfile
from collections.abc import Callable

from autograder.grading.intake import discover
from autograder.grading.staging import StagingLimits
from autograder.grading.staging import gather
from tests.runs import GRADE
from tests.student.conftest import Kit


def test_from_nothing_to_a_solved_exercise(kit: Kit) -> None:
    listed = kit.grade("list")
    assert listed.returncode == 0
    assert listed.stdout.count("·") == 3  # two exercises, and the legend

    started = kit.grade("start", "double")
    assert str(kit.file()) in started.stdout

    first = kit.grade("check")
    assert first.returncode == 1
    assert "not attempted" in first.stdout
    assert "0 of 2 visible tests pass; 2 not run yet" in first.stdout
    assert not re.search(r"✓\s+double", kit.grade("list").stdout)

    kit.solve("return x + x")
    solved = kit.grade("check")
    assert solved.returncode == 0, solved.stdout
    assert "All visible tests pass; they check only a part." in solved.stdout
    assert "1/2" in solved.stdout
    assert re.search(r"✓\s+double", kit.grade("list").stdout)


def test_the_first_failure_shows_what_was_expected_and_found(kit: Kit) -> None:
    kit.solve("return 2 * abs(x)")
    shown = kit.grade("check", "double").stdout
    assert "Next: double: An array." in shown
    assert "expected" in shown
    assert "found" in shown
    assert "-4" in shown


def test_pytest_shows_no_way_through_the_package(kit: Kit) -> None:
    kit.solve("return 2 * x if x.size else x")
    run = [sys.executable, "-m", "pytest", str(kit.file().with_name("test_public.py"))]
    shown = subprocess.run(run, capture_output=True, encoding="utf-8", check=False).stdout
    kit.solve("return -x")
    wrong = subprocess.run(run, capture_output=True, encoding="utf-8", check=False).stdout
    assert "test_public.py:11   assert_equal(student.double(3), 6" in shown
    assert "double.py:" in shown
    assert "return 2 * x if x.size else x" in shown
    assert "raised AttributeError: 'int' object has no attribute 'size'" in shown
    assert "double(3): expected 6, found -3." in wrong
    assert not re.search(r"\b(raise|def|self)\b", shown + wrong)


def test_an_error_names_the_students_own_line(kit: Kit) -> None:
    kit.solve("return x / 0")
    shown = kit.grade("check", "double").stdout
    assert "ZeroDivisionError" in shown
    assert "return x / 0" in shown
    assert "Traceback" not in shown


def test_a_file_that_does_not_parse_is_a_sentence(kit: Kit) -> None:
    kit.file().write_text("def double(x:\n    return 2\n")
    shown = kit.grade("check", "double")
    assert shown.returncode == 1
    assert "double.py: Python cannot read line 1 (`def double(x:`): '(' was nev" in shown.stdout
    assert "Until that is mended the file defines nothing." in shown.stdout
    assert "Traceback" not in shown.stdout + shown.stderr


def test_a_file_named_like_the_standard_library_does_not_break_the_check(kit: Kit) -> None:
    folder = kit.file().parent
    (folder / "types.py").write_text("x = 1\n")
    (folder / "random.py").write_text("def helper(x):\n    return 2 * x\n")
    kit.solve("import random; return random.helper(x)")
    checked = subprocess.run(
        [GRADE, "check"], cwd=folder, capture_output=True, encoding="utf-8", check=False
    )
    assert "`import random` gives the library random, never the random.py" in checked.stdout
    assert "types" not in checked.stdout
    assert "Traceback" not in checked.stdout
    assert "0 of 2 visible tests pass; 2 failed" in checked.stdout


def test_an_endless_loop_ends_and_is_named(kit: Kit) -> None:
    kit.solve("while True: pass")
    shown = kit.grade("check", "double").stdout
    assert "double(3) did not finish within 5 seconds of computing" in shown
    assert "endless loop" in shown
    assert "while True: pass" in shown.replace("\n", " ")
    # which test it waits for is said at once; the second one would hang as long
    assert shown.startswith("Still at it: double: Three becomes 6.\n")
    assert "1 failed, 1 not run yet" in shown


def test_a_program_that_ends_itself_is_said_so(kit: Kit) -> None:
    kit.solve("import os; os._exit(3)")
    assert "exit code 3" in kit.grade("check", "double").stdout


def test_hints_come_one_by_one_and_after_a_try(kit: Kit) -> None:
    early = kit.grade("hint", "double")
    assert early.returncode == 1
    assert "Try first" in early.stderr
    kit.grade("check", "double")
    assert "Try first" in kit.grade("hint", "double").stderr  # the stub is no try
    kit.solve("return x")
    assert kit.grade("hint", "double").stdout == "1. Look at the sign.\n"
    second = kit.grade("hint", "double").stdout
    assert second == "1. Look at the sign.\n2. Twice means times two.\n"
    assert "no more hints" in kit.grade("hint", "double").stdout


def test_reset_keeps_the_work(kit: Kit) -> None:
    kit.grade("start", "double")
    stub = kit.file().read_text("utf-8")
    kit.solve("return 41")
    kit.grade("start", "double")  # never touches work that is there
    assert "41" in kit.file().read_text("utf-8")
    said = kit.grade("reset", "double").stdout
    assert kit.file().read_text("utf-8") == stub
    (backup,) = (kit.root / ".grade" / "backups").iterdir()
    assert backup.name in said
    assert "41" in backup.read_text("utf-8")


def test_reset_brings_back_the_file_that_is_not_there(kit: Kit) -> None:
    kit.grade("start", "double")
    kit.solve_notebook("return 41")
    kit.file().unlink()
    assert str(kit.file()) in kit.grade("reset", "double").stdout
    assert kit.file().is_file()
    assert "return 41" in kit.notebook().read_text("utf-8")
    assert str(kit.notebook()) in kit.grade("reset", "double").stdout
    assert "return 41" not in kit.notebook().read_text("utf-8")


def test_reset_of_a_named_file_lets_the_other_one_be_gone(kit: Kit) -> None:
    kit.grade("start", "double")
    kit.solve_notebook("return 41")
    kit.file().unlink()
    assert str(kit.notebook()) in kit.grade("reset", str(kit.notebook())).stdout
    assert not kit.file().exists()
    assert "double.ipynb" in kit.grade("check", "double").stdout


def test_a_missing_function_is_named_though_an_import_failed(kit: Kit) -> None:
    kit.file().write_text("import not_there\n\ndef doubled(x):\n    return 2 * x\n")
    shown = kit.grade("check", "double").stdout
    assert "! While importing double.py: line 1 (import not_there) raised" in shown
    assert "Next: double: Three becomes 6." in shown
    assert "double is not defined in the submission." in shown


def test_a_misspelled_name_is_told_as_by_the_grader(kit: Kit) -> None:
    kit.file().write_text("def doubled(x):\n    return 2 * x\n")
    assert "The file defines doubled: rename it to double." in kit.grade("check", "double").stdout


def test_reset_of_the_stub_has_no_work_to_keep(kit: Kit) -> None:
    kit.grade("start", "double")
    said = kit.grade("reset", "double").stdout
    assert said == f"{kit.file()} is the stub, as it was given.\n"
    assert not (kit.root / ".grade" / "backups").exists()


def test_what_is_submitted_is_what_the_grader_sees(kit: Kit) -> None:
    kit.solve("from helper import two; return two * x")
    (kit.file().parent / "helper.py").write_text("two = 2\n")
    said = kit.grade("submit", "double").stdout
    archive = kit.root / "to-hand-in" / "double.zip"
    assert str(archive) in said
    with zipfile.ZipFile(archive) as packed:
        assert sorted(packed.namelist()) == ["double/double.py", "double/helper.py"]
    (handed,) = discover(archive, ("double",)).found
    gathered = gather(handed, StagingLimits())
    assert gathered.files["double.py"] == kit.file().read_bytes()
    assert gathered.content in said
    (receipt,) = (kit.root / ".grade" / "receipts").iterdir()
    assert json.loads(receipt.read_text("utf-8"))["content"] == gathered.content


def test_a_check_inside_the_exercises_folder_needs_no_name(kit: Kit) -> None:
    shown = subprocess.run(
        [sys.executable, "-m", "autograder", "check"],
        cwd=kit.file("triple").parent,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert "triple" in shown.stdout


def test_an_unknown_exercise_is_corrected(kit: Kit) -> None:
    said = kit.grade("check", "duble")
    assert said.returncode == 1
    assert "double" in said.stderr
    assert "Traceback" not in said.stderr


def test_nothing_is_coloured_when_piped(kit: Kit) -> None:
    assert "\x1b[" not in kit.grade("check", "double").stdout


def test_a_folder_with_spaces_and_accents(make_kit: Callable[..., Kit]) -> None:
    kit = make_kit("Kurs für José")
    kit.solve("return 2 * x")
    assert kit.grade("check", "double").returncode == 0
    assert kit.grade("submit", "double").returncode == 0


def test_windows_line_ends_are_the_same_work(kit: Kit) -> None:
    kit.solve("return 2 * x")
    assert kit.grade("check", "double").returncode == 0
    kit.file().write_bytes(kit.file().read_bytes().replace(b"\n", b"\r\n"))
    assert re.search(r"✓\s+double", kit.grade("list").stdout)
    assert kit.grade("check", "double").returncode == 0


def test_an_exception_shows_the_call(kit: Kit) -> None:
    kit.solve("return (2 * x).nothing if hasattr(x, 'shape') else 2 * x")
    shown = kit.grade("check", "double").stdout
    assert "double([1.0, -2.0, 5.0]) raised AttributeError: " in shown


def test_a_result_of_no_use_shows_the_line_of_the_test(kit: Kit) -> None:
    tests = kit.file().parent / "test_public.py"
    tests.write_text("def test_shape(student):\n    assert student.double(3).shape == ()\n")
    kit.solve("return 2 * x")
    shown = kit.grade("check", "double").stdout
    assert "What came back could not be used (AttributeError: " in shown
    assert "assert student.double(3).shape == ()" in shown


def test_what_comes_next_has_its_needs_done(make_kit: Callable[..., Kit]) -> None:
    kit = make_kit()
    facts = (kit.root / "course.toml").read_text("utf-8")
    needs = '[assignments.triple]\nneeds = ["double"]\n'
    (kit.root / "course.toml").write_text(facts.replace("[assignments.triple]\n", needs), "utf-8")
    assert "first  double (not done yet)" in kit.grade("start", "triple").stdout
    kit.solve("return 2 * x")
    assert "Next: `grade start triple`" in kit.grade("check", "double").stdout
    assert "not done yet" not in kit.grade("start", "triple").stdout


def test_a_hint_may_be_asked_for_one_function(make_kit: Callable[..., Kit]) -> None:
    kit = make_kit()
    facts = (kit.root / "course.toml").read_text("utf-8")
    hints = facts.replace('"Twice means', '"double: twice means')
    (kit.root / "course.toml").write_text(hints, "utf-8")
    kit.solve("return x")
    said = kit.grade("hint", "double", "--for", "double").stdout
    assert said == "1. double: twice means times two.\n"
    assert "2. Look at the sign." in kit.grade("hint", "double").stdout
    assert "no further hint for double" in kit.grade("hint", "--for", "double").stdout


def test_hints_that_are_left_after_green_are_named(make_kit: Callable[..., Kit]) -> None:
    kit = make_kit()
    facts = (kit.root / "course.toml").read_text("utf-8")
    hints = facts.replace('"Twice means', '"double: twice means')
    (kit.root / "course.toml").write_text(hints, "utf-8")
    kit.solve("return 2 * x")
    kit.grade("check", "double")
    assert kit.grade("hint", "double").stdout == "1. Look at the sign.\n"
    said = kit.grade("hint", "double").stdout
    assert "`grade hint --for double` has 1 more" in said
    assert "no more hints" not in said
    assert "twice means times two" in kit.grade("hint", "--for", "double").stdout
    assert "There are no more hints." in kit.grade("hint").stdout


def test_a_hint_for_what_is_no_function(kit: Kit) -> None:
    kit.solve("return x")
    said = kit.grade("hint", "double", "--for", "duble")
    assert said.returncode == 1
    assert said.stderr == "Error: double has no function 'duble'. Did you mean 'double'?\n"


def test_a_command_that_is_misspelled(kit: Kit) -> None:
    said = kit.grade("chekc")
    assert said.returncode == 2
    assert "There is no command 'chekc'. Did you mean 'check'?" in said.stderr


def test_a_file_that_is_not_there(kit: Kit) -> None:
    for name in ("foo.ipynb", "assignments/double/doble.ipynb"):
        said = kit.grade("check", name)
        assert said.returncode == 1
        assert said.stderr.startswith(f"Error: There is no file {name}, seen from {kit.root}.")


def test_outside_the_kit_a_student_reads_where_to_go(kit: Kit) -> None:
    said = subprocess.run(
        [sys.executable, "-m", "autograder", "check"],
        cwd=kit.root.parent,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert said.returncode == 1
    assert "Change into the folder of the course" in said.stderr
    assert "title =" not in said.stderr
