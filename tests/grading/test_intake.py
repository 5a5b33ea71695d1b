"""Piles as instructors have them: who is found, what is graded, what is said."""

from __future__ import annotations

import os
import shutil
import tarfile
import time
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from hypothesis import HealthCheck
from hypothesis import given
from hypothesis import settings
from hypothesis import strategies as st

from autograder.errors import UserError
from autograder.grading import tree
from autograder.grading.intake import Handed
from autograder.grading.intake import Intake
from autograder.grading.intake import discover
from autograder.grading.layouts import named_slug
from autograder.grading.times import read_times

CASES = Path(__file__).parents[1] / "cases"
CODE = "def conv_out(n, k):\n    return n - k + 1\n"


def put(root: Path, *paths: str, text: str = CODE) -> Path:
    for path in paths:
        target = root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
    return root


def pack(target: Path, members: dict[str, str]) -> Path:
    target.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(target, "w") as archive:
        for name, text in members.items():
            archive.writestr(name, text)
    return target


def students(intake: Intake) -> list[str]:
    return [handed.student for handed in intake.found]


def only(intake: Intake) -> Handed:
    (handed,) = intake.found
    return handed


@pytest.mark.parametrize(
    "paths",
    [
        ("alice/hw.py", "bob/hw.ipynb"),
        ("alice/hw/hw.py", "alice/hw/helper.py", "bob/hw/hw.ipynb"),
        ("submitted/alice/hw/hw.py", "submitted/bob/hw/hw.ipynb"),
        ("submitted/alice/hw/hw.py", "submitted/bob/hw/hw.py", "source/hw/hw.py", "gradebook.db"),
        ("hw/alice/hw.py", "hw/bob/hw.py"),
        ("alice_hw.py", "bob_hw.ipynb"),
        ("alice.py", "bob.py"),
        ("alice_12345_67890_hw.py", "bob_LATE_12346_67891_hw-1.py"),
        (
            "alice_1234567_assignsubmission_file_/hw.py",
            "bob_1234568_assignsubmission_file_/work/hw.py",
        ),
        ("alice_1234567_assignsubmission_file_hw.py", "bob_1234568_assignsubmission_file_hw.py"),
        ("alice/2024-05-01T20-00-00Z/hw.py", "bob/20240501T200000Z/hw.py"),
        ("alice/a/b/c/hw.py", "bob/code/hw.py"),
    ],
)
def test_layouts_of_a_class(tmp_path: Path, paths: tuple[str, ...]) -> None:
    intake = discover(put(tmp_path, *paths), ("hw",))
    assert students(intake) == ["alice", "bob"]
    assert [handed.refused for handed in intake.found] == ["", ""]
    assert all(handed.graded_as in {"hw.py", "hw.ipynb"} for handed in intake.found)


def test_one_students_folder_as_the_root(tmp_path: Path) -> None:
    root = put(tmp_path / "submission", "hw.py", "utils.py", "old/hw.py")
    handed = only(discover(root, ("hw",)))
    assert (handed.student, handed.main) == ("submission", "hw.py")
    assert "utils.py" in {path.rpartition("/")[2] for path in handed.paths}


def test_a_file_beside_the_class_is_not_the_class(tmp_path: Path) -> None:
    intake = discover(put(tmp_path, "hw.py", "alice/hw.py", "bob/hw.py"), ("hw",))
    assert students(intake) == ["alice", "bob"]
    assert any(line.startswith("hw.py:") for line in map(str, intake.ignored))


@pytest.mark.parametrize("inside", ["", "hw/", "2024-05-01 20-00/"])
@pytest.mark.parametrize(
    "beside", ["hw.py", "2024-05-03 20-00/alice/hw.py", "2024-05-03 20-00/hw.py"]
)
def test_what_lies_beside_the_class_makes_no_one_student_of_it(
    tmp_path: Path, beside: str, inside: str
) -> None:
    put(tmp_path, f"alice/{inside}hw.py", f"bob/{inside}hw.py", beside)
    assert {"alice", "bob"} <= set(students(discover(tmp_path, ("hw",))))


@pytest.mark.parametrize("top", ["", "submissions/"])
@pytest.mark.parametrize(
    "who", ["{}/hw.py", "{}_1234_assignsubmission_file_/hw.py", "{}_1_23_hw.py"]
)
def test_what_the_archive_of_a_class_loses_is_told(tmp_path: Path, top: str, who: str) -> None:
    names = [f"{top}{who.format(name)}" for name in ("alice", "bob")]
    lost = "../" + who.format("cy")
    pack(tmp_path / "class.zip", dict.fromkeys([*names, lost], CODE))
    intake = discover(tmp_path / "class.zip", ("hw",))
    assert students(intake) == ["alice", "bob"]
    (told,) = map(str, intake.ignored)
    assert "unsafe paths, which were left out" in told
    assert repr(lost) in told


def test_more_files_than_are_read_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tree, "MAX_ENTRIES", 2)
    put(tmp_path, "alice_hw.py", "bob_hw.py", "cy_hw.py")
    (told,) = map(str, discover(tmp_path, ("hw",)).ignored)
    assert "holds more than 2 files; the rest was left out" in told


def test_a_file_that_vanishes_takes_nobody_else_along(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(tmp_path, *(f"{name}/hw.py" for name in "abcde"))

    @contextmanager
    def listing(path: Path) -> Iterator[list[os.DirEntry[str]]]:
        with scandir(path) as entries:
            found = list(entries)
        if path == tmp_path:
            shutil.rmtree(found[0].path)
        yield found

    scandir = os.scandir
    monkeypatch.setattr(os, "scandir", listing)
    intake = discover(tmp_path, ("hw",))
    assert len(students(intake)) == 4
    assert "cannot be read: No such file" in str(intake.ignored[0])


def test_a_class_whose_archive_is_cut_short_is_no_student(tmp_path: Path) -> None:
    whole = pack(tmp_path / "class.zip", {"alice/hw.py": CODE, "bob/hw.py": CODE})
    whole.write_bytes(whole.read_bytes()[:-30])
    with pytest.raises(UserError, match=r"'class\.zip' is not a zip file: .* download it again"):
        discover(whole, ("hw",))


def test_one_file_as_the_root(tmp_path: Path) -> None:
    put(tmp_path, "alice_hw.py")
    handed = only(discover(tmp_path / "alice_hw.py", ("hw",)))
    assert (handed.student, handed.graded_as) == ("alice", "hw.py")


def test_several_assignments_of_one_student(tmp_path: Path) -> None:
    put(tmp_path, "alice/softmax.py", "alice/softmax_loss.py", "alice/mlp/mlp.ipynb", "bob/mlp.py")
    found = discover(tmp_path, ("softmax", "softmax_loss", "mlp")).found
    assert [(one.student, one.slug, one.main) for one in found] == [
        ("alice", "mlp", "mlp.ipynb"),
        ("alice", "softmax", "softmax.py"),
        ("alice", "softmax_loss", "softmax_loss.py"),
        ("bob", "mlp", "mlp.py"),
    ]


def test_the_longest_slug_owns_a_flat_file(tmp_path: Path) -> None:
    put(tmp_path, "ann_softmax_loss.py", "bea_loss.py")
    found = discover(tmp_path, ("loss", "softmax_loss")).found
    assert [(one.student, one.slug) for one in found] == [("ann", "softmax_loss"), ("bea", "loss")]


def test_attempts_have_the_time_of_their_folder(tmp_path: Path) -> None:
    put(tmp_path, "kim/2024-05-01T20-00-00Z/hw.py", "kim/2024-05-02T09:00:00+02:00/hw.py")
    put(tmp_path, "lee/hw/2024-05-02 09:00:00/hw.py")
    times = [
        one.submitted_at for one in discover(tmp_path, ("hw",), zone=ZoneInfo("Asia/Seoul")).found
    ]
    assert times == [
        datetime(2024, 5, 1, 20, tzinfo=UTC),
        datetime(2024, 5, 2, 7, tzinfo=UTC),
        datetime(2024, 5, 2, 0, tzinfo=UTC),
    ]


def test_nbgraders_timestamp_outranks_the_folder(tmp_path: Path) -> None:
    put(tmp_path, "alice/hw/hw.py", "bob/hw/hw.py")
    stamp = "2015-02-02 15:58:23.948203 America/Los_Angeles"
    (tmp_path / "alice/hw/timestamp.txt").write_text(stamp, encoding="utf-8")
    (tmp_path / "bob/hw/timestamp.txt").write_text("yesterday", encoding="utf-8")
    alice, bob = discover(tmp_path, ("hw",)).found
    assert alice.submitted_at == datetime(2015, 2, 2, 23, 58, 23, 948203, tzinfo=UTC)
    assert alice.notes == ()
    assert any("yesterday" in note for note in bob.notes)
    assert any("modification time" in note for note in bob.notes)


def test_a_table_of_times_outranks_everything(tmp_path: Path) -> None:
    put(tmp_path / "class", "alice/2024-05-01T20-00-00Z/hw.py", "bob/hw.py")
    table = tmp_path / "times.csv"
    table.write_text("\ufeffstudent;time\nbob;2024-05-03T10:00:00Z\n", encoding="utf-8")
    alice, bob = discover(tmp_path / "class", ("hw",), times=read_times(table, UTC)).found
    assert alice.submitted_at == datetime(2024, 5, 1, 20, tzinfo=UTC)
    assert bob.submitted_at == datetime(2024, 5, 3, 10, tzinfo=UTC)
    assert bob.notes == ()


def test_a_timestamp_in_a_students_own_archive_is_not_believed(tmp_path: Path) -> None:
    archive = pack(tmp_path / "alice.zip", {"hw.py": CODE, "timestamp.txt": "2001-01-01T00:00:00Z"})
    os.utime(archive, (1_714_600_000, 1_714_600_000))
    pack(tmp_path / "bob.zip", {"hw.py": CODE})
    handed = discover(tmp_path, ("hw",)).found[0]
    assert handed.submitted_at == datetime.fromtimestamp(1_714_600_000, UTC)
    assert any("timestamp.txt" in note for note in handed.notes)


@pytest.mark.parametrize("name", ["timestamp.txt", "2001-01-01T00:00:00Z/hw.py"])
@pytest.mark.parametrize("packed", [True, False], ids=["own archive", "upload"])
def test_what_a_student_says_of_the_time_is_not_believed(
    tmp_path: Path, name: str, *, packed: bool
) -> None:
    """Neither by a file of nbgrader's name nor by a folder, packed or uploaded to a platform."""
    files = {name: CODE if name.endswith(".py") else "2001-01-01T00:00:00Z"}
    files.setdefault("hw.py", CODE) if name == "timestamp.txt" else None
    if packed:
        pack(tmp_path / "class" / "alice.zip", files)
        pack(tmp_path / "class" / "bob.zip", {"hw.py": CODE})
    else:
        person = {"Alice A": files, "Bob B": {"hw.py": CODE}}
        members = {
            f"{who}_{number}_assignsubmission_file_/{path}": text
            for number, (who, own) in enumerate(person.items(), 1234)
            for path, text in own.items()
        }
        pack(tmp_path / "class" / "all.zip", members)
    (handed, _) = discover(tmp_path / "class", ("hw",)).found
    assert handed.submitted_at is None or handed.submitted_at.year > 2001


def test_renamed_files() -> None:
    intake = discover(CASES / "24_renamed_file" / "class", ("hw",))
    graded = {handed.student: handed.main for handed in intake.found}
    assert graded == {
        "amy": "hw (1).py",
        "ben": "HW_final-v2.py",
        "cem": "hw.py.txt",
        "dia": "hw.py",
        "eli": "homework.PY",
    }
    amy, *_, dia, _ = intake.found
    assert "'hw (1).py' was graded as hw.py" in amy.notes
    assert "hw.py was graded; not looked at: 'hw (1).py'" in dia.notes


@pytest.mark.parametrize(
    ("names", "graded"),
    [
        (["hw.PY"], "hw.PY"),
        (["Hw.ipynb"], "Hw.ipynb"),
        (["hw - Copy.py"], "hw - Copy.py"),
        (["Copy of hw.ipynb"], "Copy of hw.ipynb"),
        (["hw.ipynb.txt"], "hw.ipynb.txt"),
        (["hw.txt"], "hw.txt"),
        (["my-hw.py", "utils.py"], "my-hw.py"),
        (["main.py", "test_hw.py", "__init__.py"], "main.py"),
        (["hw.py", "hw.py.bak", "hw.docx"], "hw.py"),
    ],
)
def test_one_plausible_name(tmp_path: Path, names: list[str], graded: str) -> None:
    put(tmp_path, "zed/hw.py", *(f"alice/{name}" for name in names))
    assert discover(tmp_path, ("hw",)).found[0].main == graded


@pytest.mark.parametrize(
    "name", ["out-size.py", "out size.py", "OutSize.ipynb", "out%20size (1).py"]
)
def test_other_ways_to_join_two_words(tmp_path: Path, name: str) -> None:
    put(tmp_path, f"alice/{name}")
    (found,) = discover(tmp_path, ("out_size", "hw")).found
    assert (found.slug, found.main) == ("out_size", name)


@given(
    st.sampled_from(["", "my", "Week 3", "anna"]),
    st.sampled_from(["out{}size", "Out{}Size", "OUT{}size", "outsize", "OutSize"]),
    st.sampled_from(["-", "_", " ", "%20", "."]),
    st.sampled_from(["", "final", "v2", "Final-v2", "final (1)"]),
    st.sampled_from("-_ "),
)
def test_other_joints_and_other_words_at_once(
    before: str, spelled: str, joint: str, after: str, edge: str
) -> None:
    stem = edge.join(filter(None, [before, spelled.format(joint), after]))
    assert named_slug(f"{stem}.py", ("out", "out_size", "size", "hw")) == "out_size"


@pytest.mark.parametrize(
    "name", ["outside.py", "out.py", "size_out.py", "plot outsizes.py", "f.py"]
)
def test_other_words_name_no_assignment(name: str) -> None:
    assert named_slug(name, ("out_size", "hw")) is None


@pytest.mark.parametrize("name", ["ada_out-size.py", "ada-Out Size.ipynb", "ada_OutSize (1).py"])
def test_other_joints_in_a_flat_pile(tmp_path: Path, name: str) -> None:
    put(tmp_path, name, "bo_out_size.py")
    found = discover(tmp_path, ("out", "out_size")).found
    assert [(one.student, one.slug, one.refused) for one in found] == [
        ("ada", "out_size", ""),
        ("bo", "out_size", ""),
    ]


@pytest.mark.parametrize(
    ("names", "word"),
    [
        (["hw (1).py", "hw (2).py"], "differ"),
        (["main.py", "homework.py"], "differ"),
        (["a/hw.py", "b/hw.py"], "differ"),
        (["report.pdf"], "report.pdf"),
        (["hw.rar"], ".zip"),
    ],
)
def test_nothing_plausible_is_refused_with_a_sentence(
    tmp_path: Path, names: list[str], word: str
) -> None:
    put(tmp_path, "zed/hw.py")
    for number, name in enumerate(names):
        put(tmp_path, f"alice/{name}", text=f"x = {number}\n")
    handed = discover(tmp_path, ("hw",)).found[0]
    assert handed.student == "alice"
    assert word in handed.refused
    assert "hw.py" in handed.refused


def test_identical_copies_are_one(tmp_path: Path) -> None:
    handed = discover(put(tmp_path, "alice/a/hw.py", "alice/b/hw.py", "bob/hw.py"), ("hw",)).found[
        0
    ]
    assert handed.refused == ""
    assert any("same file" in note for note in handed.notes)


def test_the_unanswered_one_of_script_and_notebook_is_not_graded(tmp_path: Path) -> None:
    put(tmp_path, "alice/hw.py", text="def f():\n    raise NotImplementedError\n")
    put(tmp_path, "alice/hw.ipynb", text='{"cells": [], "nbformat": 4}')
    put(tmp_path, "bob/hw.py", "bob/hw.ipynb", text="x = 1")
    (tmp_path / "bob/hw.ipynb").write_text("x = 2", encoding="utf-8")
    alice, bob = discover(tmp_path, ("hw",)).found
    assert (alice.main, bob.main) == ("hw.ipynb", "hw.py")
    assert all("hw.ipynb" in " ".join(one.notes) for one in (alice, bob))


def test_a_student_who_handed_in_nothing_still_appears(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    put(tmp_path, "alice/hw.py")
    (tmp_path / "link").symlink_to(tmp_path / "alice")
    os.mkfifo(tmp_path / "pipe")
    intake = discover(tmp_path, ("hw",))
    assert students(intake) == ["alice", "empty", "link", "pipe"]
    refusals = {handed.student: handed.refused for handed in intake.found}
    assert "no file at all" in refusals["empty"]
    assert "symbolic link" in refusals["link"]
    assert "named pipe" in refusals["pipe"]


def test_a_main_file_that_is_a_link_is_refused(tmp_path: Path) -> None:
    put(tmp_path, "bob/hw.py")
    (tmp_path / "alice").mkdir()
    (tmp_path / "alice/hw.py").symlink_to("/etc/passwd")
    assert "symbolic link" in discover(tmp_path, ("hw",)).found[0].refused


def test_awkward_names_arrive_whole() -> None:
    intake = discover(CASES / "40_awkward_student_names" / "class", ("hw",))
    assert len(intake.found) == 8
    assert "Zo\u00eb M\u00fcller" in intake.students  # stored decomposed
    assert {"-rf", "a+b=c", 'Bobby "DROP" <b>'} <= set(intake.students)


def test_people_whose_names_look_alike_are_not_merged(tmp_path: Path) -> None:
    put(tmp_path, "Zoe\u0308/hw.py", "Zo\u00eb/hw.py", "bo\nb/hw.py", "bo\\nb/hw.py")
    put(tmp_path, "Jo Li_111_assignsubmission_file_/hw.py")
    put(tmp_path, "Jo Li_222_assignsubmission_file_/hw.py")
    intake = discover(tmp_path, ("hw",))
    assert len(set(students(intake))) == 6
    assert {"Jo Li (111)", "Jo Li (222)"} <= set(intake.students)
    assert any("Unicode" in line for line in map(str, intake.ignored))


def test_bytes_that_are_no_text_are_still_a_name(tmp_path: Path) -> None:
    folder = os.fsencode(tmp_path) + b"/caf\xe9"
    put(Path(os.fsdecode(folder)), "hw.py")
    put(tmp_path, "bob/hw.py")
    assert students(discover(tmp_path, ("hw",))) == ["bob", "caf\\xe9"]


def test_archives_of_students() -> None:
    intake = discover(CASES / "39_zip_with_mac_junk_and_nesting" / "class", ("hw",))
    by_name = {handed.student: handed for handed in intake.found}
    assert "not a zip file" in by_name["broken"].refused
    assert "deep.zip/old/hw.py" in by_name["deep"].refused
    assert by_name["mac"].refused == ""
    assert by_name["mac"].notes[:-1] == ()
    assert by_name["slip"].refused == ""
    assert "unsafe" in by_name["slip"].notes[0]
    assert any("__MACOSX" in line for line in map(str, intake.ignored))


@pytest.mark.parametrize("wrapped", [False, True])
@pytest.mark.parametrize("top", ["", "hw-submissions/"])
def test_one_archive_for_the_class(tmp_path: Path, wrapped: bool, top: str) -> None:
    members = {f"{top}alice/hw.py": CODE, f"{top}bob/hw.py": CODE, f"{top}bob/utils.py": "x = 1"}
    archive = pack(tmp_path / "class" / "all.zip", members)
    intake = discover(archive.parent if wrapped else archive, ("hw",))
    assert students(intake) == ["alice", "bob"]


def test_a_platforms_zip_of_zips(tmp_path: Path) -> None:
    inner = pack(tmp_path / "inner.zip", {"HW/hw.py": CODE}).read_bytes()
    with zipfile.ZipFile(tmp_path / "hw.zip", "w") as archive:
        for name in ("doejane_111_222_work.zip", "roejohn_LATE_112_223_work-2.zip"):
            archive.writestr(name, inner)
    intake = discover(tmp_path / "hw.zip", ("hw",))
    assert students(intake) == ["doejane", "roejohn"]
    assert [handed.refused for handed in intake.found] == ["", ""]
    assert any("late" in note for note in intake.found[1].notes)


def test_tar_archives(tmp_path: Path) -> None:
    put(tmp_path / "src", "hw.py")
    for ending, mode in ((".tar", "w"), (".tar.gz", "w:gz"), (".txz", "w:xz"), (".tbz2", "w:bz2")):
        with tarfile.open(tmp_path / f"s{mode[2:]}{ending}", mode) as archive:  # type: ignore[call-overload]
            archive.add(tmp_path / "src" / "hw.py", "work/hw.py")
    (tmp_path / "src" / "hw.py").unlink()
    (tmp_path / "src").rmdir()
    intake = discover(tmp_path, ("hw",))
    assert students(intake) == ["s", "sbz2", "sgz", "sxz"]
    assert {handed.refused for handed in intake.found} == {""}


def test_an_archive_is_opened_by_what_it_is_not_by_what_it_is_called(tmp_path: Path) -> None:
    put(tmp_path / "src", "hw.py")
    (tmp_path / "class").mkdir()
    for name, mode in (("a.zip", "w"), ("b.zip", "w:gz"), ("c.ZIP", "w:xz"), ("d.zip", "w:bz2")):
        with tarfile.open(tmp_path / "class" / name, mode) as archive:  # type: ignore[call-overload]
            archive.add(tmp_path / "src" / "hw.py", "hw.py")
    pack(tmp_path / "class" / "e.tar.gz", {"hw.py": CODE})
    pack(tmp_path / "class" / "f.tar", {"hw.py": CODE})
    intake = discover(tmp_path / "class", ("hw",))
    assert students(intake) == ["a", "b", "c", "d", "e", "f"]
    assert {handed.refused for handed in intake.found} == {""}


def test_a_folder_that_windows_packed_is_no_file(tmp_path: Path) -> None:
    pack(tmp_path / "alice.zip", {"work\\": "", "work\\lib\\": "", "work\\hw.py": CODE})
    alice = only(discover(tmp_path, ("hw",)))
    assert (alice.refused, alice.main, alice.notes[:-1]) == ("", "hw.py", ())


def test_work_from_two_places_is_two_attempts(tmp_path: Path) -> None:
    put(tmp_path, "alice/hw.py", "bob/hw.py")
    pack(tmp_path / "alice.zip", {"hw.py": "x = 2"})
    intake = discover(tmp_path, ("hw",))
    assert [(one.student, one.attempt) for one in intake.found] == [
        ("alice", "1"),
        ("alice", "1.2"),
        ("bob", "1"),
    ]


def test_helpers_of_a_flat_hand_in_come_along(tmp_path: Path) -> None:
    put(tmp_path, "alice_hw.py", "alice_utils.py", "bob_hw.py", "roster.csv")
    intake = discover(tmp_path, ("hw",))
    assert [path for path, _ in intake.found[0].folder.walk()] == ["hw.py", "utils.py"]
    assert any(line.startswith("roster.csv:") for line in map(str, intake.ignored))


@pytest.mark.parametrize("slugs", [("hw",), ("hw", "mlp")])
@pytest.mark.parametrize("inside", ["hw.py", "hw/hw.py"])
def test_a_folder_one_level_too_high_is_refused_with_what_it_holds(
    tmp_path: Path, slugs: tuple[str, ...], inside: str
) -> None:
    names = [f"A/{who}" for who in ("al", "bo", "cy", "di")] + ["B/eve"]
    top = put(tmp_path / "term", *(f"{name}/{inside}" for name in names))
    with pytest.raises(UserError) as refused:
        discover(top, slugs)
    assert (
        "term holds folders of several students each: A (al, bo, cy and 1 more), B (eve)."
        in str(refused.value)
    )
    assert students(discover(top / "A", slugs)) == ["al", "bo", "cy", "di"]
    put(top, "Fay/hw.py")
    assert "Fay" in students(discover(top, slugs)), "one student's drafts stop nobody else"


def test_a_name_is_read_once_for_all_assignments(tmp_path: Path) -> None:
    slugs = ("hw", *(f"hw_{number}" for number in range(30)))
    names = [f"{number}{'_-' * 110}x_hw_{number % 30}.py" for number in range(100)]
    put(tmp_path, *names)
    began = time.perf_counter()
    assert len(students(discover(tmp_path, slugs))) == 100
    assert time.perf_counter() - began < 5


def test_a_root_that_is_not_there_is_the_users_mistake(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="nowhere"):
        discover(tmp_path / "nowhere", ("hw",))


_NAMES = st.text(st.characters(exclude_characters="/\0", exclude_categories=["Cs"]), min_size=1)
_PARTS = st.one_of(
    st.sampled_from(["hw.py", "hw.ipynb", "hw (1).py", "old", "hw", "a_hw.py", "x.zip", ".git"]),
    _NAMES.filter(lambda name: name not in {".", ".."} and len(name.encode()) < 200),
)


@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(paths=st.lists(st.lists(_PARTS, min_size=1, max_size=4), max_size=8))
def test_any_pile_ends_in_students_and_sentences(
    tmp_path_factory: pytest.TempPathFactory, paths: list[list[str]]
) -> None:
    root = tmp_path_factory.mktemp("pile")
    for parts in paths:
        target = root.joinpath(*parts)
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(CODE, encoding="utf-8")
        except OSError:  # a file stands where a folder is wanted
            continue
    before = sorted(root.rglob("*"))
    try:
        intake = discover(root, ("hw",))
    except UserError:  # groups of students: refused as a whole
        return
    keys = [(one.student, one.slug, one.attempt) for one in intake.found]
    assert len(keys) == len(set(keys))
    assert {one.student for one in intake.found} == set(intake.students)
    assert all(one.main or one.refused for one in intake.found)
    assert sorted(root.rglob("*")) == before


def test_a_virtual_environment_is_left_out_whatever_its_name(tmp_path: Path) -> None:
    put(tmp_path, "ann/hw.py", "ann/rl/pyvenv.cfg", "ann/rl/lib/hw.py", "bo/env/hw.py", "bo/hw.py")
    intake = discover(tmp_path, ("hw",))
    ann, bo = intake.found
    assert ann.paths == ("ann/hw.py",)
    assert set(bo.paths) == {"bo/hw.py", "bo/env/hw.py"}
    assert any("ann/rl" in left_out.path for left_out in intake.ignored)


def test_the_number_of_a_student_in_canvas_is_kept(tmp_path: Path) -> None:
    folder = put(
        tmp_path,
        "rightanna_100_9011_hw.py",
        "leebo_LATE_101_9012_hw-1.py",
        "Cy Young_102_assignsubmission_file_hw.py",
    )
    numbers = {handed.student: handed.canvas_id for handed in discover(folder, ("hw",)).found}
    assert numbers == {"rightanna": "100", "leebo": "101", "Cy Young": ""}


def test_many_names_of_many_words_take_no_time(tmp_path: Path) -> None:
    """Each of 400 files is held against each of 30 assignments."""
    slugs = tuple(f"over_output_{number}" for number in range(30))
    put(tmp_path, "alice/over_output_1.py", *(f"bob/{'o-' * 110}{n}.py" for n in range(400)))
    started = time.process_time()
    assert "alice" in {handed.student for handed in discover(tmp_path, slugs).found}
    assert time.process_time() - started < 5
