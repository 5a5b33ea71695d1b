"""What is copied for the worker, from folders and from hostile archives."""

from __future__ import annotations

import errno
import io
import os
import stat
import struct
import tarfile
import tempfile
import zipfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import settings
from hypothesis import strategies as st

from autograder.errors import UserError
from autograder.grading import archives
from autograder.grading import intake
from autograder.grading.archives import opened
from autograder.grading.intake import Handed
from autograder.grading.intake import discover
from autograder.grading.members import member_parts
from autograder.grading.staging import StagingLimits
from autograder.grading.staging import gather
from autograder.grading.staging import stage
from autograder.grading.submission import Submission
from autograder.grading.tree import Leaf
from autograder.grading.tree import scan

CODE = "x = 1\n"
SMALL = StagingLimits(file_bytes=1000, total_bytes=2000, files=5)


def handed_in(root: Path) -> Handed:
    (handed,) = discover(root, ("hw",)).found
    return handed


def staged(root: Path, into: Path, limits: StagingLimits = SMALL) -> Submission:
    return stage(handed_in(root), into, limits)


@pytest.fixture
def alice(tmp_path: Path) -> Path:
    folder = tmp_path / "class" / "alice"
    folder.mkdir(parents=True)
    (folder / "hw (1).py").write_text(CODE, encoding="utf-8")
    return folder


def zipped(folder: Path, **members: bytes) -> Path:
    target = folder / "alice.zip"
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return target


def test_files_are_readable_by_others_and_the_main_one_has_its_name(alice: Path) -> None:
    (alice / "lib").mkdir(mode=0o700)
    (alice / "lib" / "helper.py").write_text(CODE, encoding="utf-8")
    (alice / "lib" / "helper.py").chmod(0o600)
    submission = staged(alice.parent, alice.parent.parent / "stage")
    assert submission.main == "hw.py"
    assert (submission.folder / "hw.py").read_text(encoding="utf-8") == CODE
    modes = {
        path.relative_to(submission.folder).as_posix(): stat.S_IMODE(path.stat().st_mode)
        for path in (submission.folder, *submission.folder.rglob("*"))
    }
    assert modes == {".": 0o755, "hw.py": 0o644, "lib": 0o755, "lib/helper.py": 0o644}
    assert "'hw (1).py' was graded as hw.py" in submission.notes


def test_staging_again_replaces_and_hashes_alike(alice: Path, tmp_path: Path) -> None:
    first = staged(alice.parent, tmp_path / "stage")
    (first.folder / "left_behind.txt").write_text("x", encoding="utf-8")
    second = staged(alice.parent, tmp_path / "stage")
    assert (first.folder, first.content) == (second.folder, second.content)
    assert [path.name for path in second.folder.iterdir()] == ["hw.py"]
    (alice / "hw (1).py").write_text("x = 2\n", encoding="utf-8")
    assert staged(alice.parent, tmp_path / "stage").content != first.content


def test_a_name_and_its_content_are_hashed_apart(alice: Path) -> None:
    (alice / "ab").write_text("c", encoding="utf-8")
    one = gather(handed_in(alice.parent), SMALL).content
    (alice / "ab").rename(alice / "a")
    (alice / "a").write_text("bc", encoding="utf-8")
    assert gather(handed_in(alice.parent), SMALL).content != one


def test_what_is_no_file_is_left_out_and_named(alice: Path, tmp_path: Path) -> None:
    (alice / "secret").symlink_to("/etc/passwd")
    (alice / "folder").symlink_to("/etc")
    os.mkfifo(alice / "pipe")
    submission = staged(alice.parent, tmp_path / "stage")
    assert [path.name for path in submission.folder.rglob("*")] == ["hw.py"]
    note = " ".join(submission.notes)
    assert all(name in note for name in ("secret", "folder", "pipe", "symbolic link", "named pipe"))


def test_limits_leave_out_the_least_important(alice: Path, tmp_path: Path) -> None:
    (alice / "helper.py").write_text(CODE, encoding="utf-8")
    (alice / "big.bin").write_bytes(b"x" * 1001)
    for number in range(8):
        (alice / f"data{number}.txt").write_text("x", encoding="utf-8")
    submission = staged(alice.parent, tmp_path / "stage")
    names = {path.name for path in submission.folder.iterdir()}
    assert {"hw.py", "helper.py"} <= names
    assert len(names) == 5
    assert "big.bin" not in names
    assert any("left out" in note and "big.bin" in note for note in submission.notes)
    assert submission.refused == ""


def test_names_that_cannot_be_placed_are_left_out(tmp_path: Path) -> None:
    root = tmp_path / "class"
    root.mkdir()
    deep = "/".join(["d" * 240] * 20) + "/x.txt"
    zipped(root, **{"hw (1).py": CODE.encode(), "hw.py/x.txt": b"", deep: b""})
    submission = staged(root, tmp_path / "stage")
    assert [path.name for path in submission.folder.rglob("*")] == ["hw.py"]
    assert "no place" in " ".join(submission.notes)


def test_a_main_file_over_the_limit_is_refused(alice: Path, tmp_path: Path) -> None:
    (alice / "hw (1).py").write_bytes(b"#" * 1001)
    submission = staged(alice.parent, tmp_path / "stage")
    assert "larger than" in submission.refused
    assert (submission.main, list(submission.folder.iterdir())) == ("", [])
    (alice / "hw (1).py").rename(alice / "hw.ipynb")
    assert "clear its outputs" in staged(alice.parent, tmp_path / "stage").refused


def test_a_file_that_vanished_after_the_scan_is_a_refusal(alice: Path, tmp_path: Path) -> None:
    handed = handed_in(alice.parent)
    (alice / "hw (1).py").unlink()
    (alice / "hw (1).py").symlink_to("/etc/passwd")
    assert "cannot be read" in stage(handed, tmp_path / "stage", SMALL).refused


def test_a_student_called_dot_dot_stays_inside(tmp_path: Path) -> None:
    (tmp_path / "class").mkdir()
    for name in (".._hw.py", "x_hw.py"):
        (tmp_path / "class" / name).write_text(CODE, encoding="utf-8")
    for handed in discover(tmp_path / "class", ("hw",)).found:
        folder = stage(handed, tmp_path / "stage", SMALL).folder
        assert folder.resolve().parent == (tmp_path / "stage").resolve()


def test_unsafe_members_are_left_out_and_nothing_leaves_the_folder(tmp_path: Path) -> None:
    root = tmp_path / "class"
    root.mkdir()
    names = ["../up.py", "/abs.py", "C:\\win.py", "a/../../up.py", "..\\up.py", "hw.py"]
    zipped(root, **dict.fromkeys(names, CODE.encode()))
    submission = staged(root, tmp_path / "stage")
    assert [path.name for path in submission.folder.rglob("*")] == ["hw.py"]
    assert "unsafe" in " ".join(submission.notes)
    outside = [p for p in tmp_path.rglob("*.py") if submission.folder not in p.parents]
    assert outside == []


def test_a_zip_bomb_costs_no_more_than_the_limit(tmp_path: Path) -> None:
    root = tmp_path / "class"
    root.mkdir()
    zipped(root, **{"hw.py": b"\n" * 50_000_000})
    assert "larger than" in staged(root, tmp_path / "stage").refused


def test_a_member_that_lies_about_its_size_is_refused(tmp_path: Path) -> None:
    root = tmp_path / "class"
    root.mkdir()
    target = zipped(root, **{"hw.py": b"\n" * 5_000_000})
    raw = bytearray(target.read_bytes())
    for magic, at in ((b"PK\1\2", 24), (b"PK\3\4", 22)):
        struct.pack_into("<L", raw, raw.index(magic) + at, 10)
    target.write_bytes(raw)
    assert "damaged" in staged(root, tmp_path / "stage").refused


def test_a_directory_too_large_for_memory_is_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = tmp_path / "class"
    root.mkdir()
    zipped(root, **{f"f{number}": b"" for number in range(100)}, **{"hw.py": b"x = 1"})
    monkeypatch.setattr(archives, "DIRECTORY_BYTES", 1000)
    assert "list of files" in staged(root, tmp_path / "stage").refused


def test_tar_members_that_are_no_files(tmp_path: Path) -> None:
    root = tmp_path / "class"
    root.mkdir()
    with tarfile.open(root / "alice.tar.gz", "w:gz") as archive:
        for name, kind in (
            ("link", tarfile.SYMTYPE),
            ("hard", tarfile.LNKTYPE),
            ("pipe", tarfile.FIFOTYPE),
            ("dev", tarfile.CHRTYPE),
        ):
            info = tarfile.TarInfo(name)
            info.type, info.linkname = kind, "/etc/passwd"
            archive.addfile(info)
        info = tarfile.TarInfo("hw.py")
        info.size = len(CODE)
        archive.addfile(info, io.BytesIO(CODE.encode()))
    submission = staged(root, tmp_path / "stage")
    assert [path.name for path in submission.folder.iterdir()] == ["hw.py"]
    note = " ".join(submission.notes)
    assert all(word in note for word in ("symbolic link", "hard link", "named pipe", "device"))


def test_a_tar_bomb_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = tmp_path / "class"
    root.mkdir()
    with tarfile.open(root / "alice.tgz", "w:gz") as archive:
        info = tarfile.TarInfo("zeros")
        info.size = 3_000_000
        archive.addfile(info, io.BytesIO(bytes(info.size)))
        archive.addfile(tarfile.TarInfo("hw.py"))
    monkeypatch.setattr(archives, "UNPACKED_BYTES", 1_000_000)
    assert "unpacks to more" in staged(root, tmp_path / "stage").refused


@pytest.mark.parametrize("kind", ["zip", "gz", "xz"])
def test_an_archive_is_unpacked_once_for_all_its_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    names = ["hw.py", *(f"h{number:02}.py" for number in reversed(range(30)))]
    if kind == "zip":
        zipped(tmp_path, **dict.fromkeys(names, CODE.encode()))
    else:
        with tarfile.open(tmp_path / f"alice.tar.{kind}", f"w:{kind}") as archive:  # type: ignore[call-overload]
            for name in names:
                info = tarfile.TarInfo(name)
                info.size = len(CODE)
                archive.addfile(info, io.BytesIO(CODE.encode()))
    opened_anew = []

    def counted(leaf: Leaf, *rest: Any, **more: Any) -> Any:
        opened_anew.append(leaf.path)
        return original(leaf, *rest, **more)

    name = "_open_zip" if kind == "zip" else "_open_tar"
    original = getattr(archives, name)
    handed = handed_in(tmp_path)
    monkeypatch.setattr(archives, name, counted)
    assert dict.fromkeys(names, CODE.encode()) == gather(handed, StagingLimits()).files
    assert len(opened_anew) <= 1


def test_no_room_to_unpack_is_not_the_students_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Full(io.BytesIO):
        def write(self, _: object) -> int:
            raise OSError(errno.ENOSPC, "No space left on device")

    with tarfile.open(tmp_path / "alice.tar.gz", "w:gz") as archive:
        archive.addfile(tarfile.TarInfo("hw.py"), io.BytesIO())
    monkeypatch.setattr(tempfile, "TemporaryFile", Full)
    with pytest.raises(UserError, match="set TMPDIR"):
        handed_in(tmp_path)


def test_archives_in_archives_in_archives_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(intake, "_ARCHIVES", 5)
    (tmp_path / "alice").mkdir()
    inner = zipped(tmp_path, **{"x.txt": b"x"}).read_bytes()
    for _ in range(2):
        inner = zipped(tmp_path, **{f"z{n}.zip": inner for n in range(9)}).read_bytes()
    (tmp_path / "alice.zip").rename(tmp_path / "alice" / "all.zip")
    alice = handed_in(tmp_path)
    # opened: all.zip, the first of nine in it, and three of nine in that
    assert len(alice.paths) == 17
    assert alice.refused.count("only 5 archives were opened") == 1


def test_a_password_is_named(tmp_path: Path) -> None:
    root = tmp_path / "class"
    root.mkdir()
    target = zipped(root, **{"hw.py": CODE.encode()})
    raw = bytearray(target.read_bytes())
    for magic, at in ((b"PK\1\2", 8), (b"PK\3\4", 6)):
        raw[raw.index(magic) + at] |= 1
    target.write_bytes(raw)
    assert "password" in staged(root, tmp_path / "stage").refused


@pytest.mark.parametrize(
    ("head", "what"),
    [
        (b"", "empty"),
        (b"Rar!\x1a\x07", "RAR"),
        (b"7z\xbc\xaf\x27\x1c", "7z"),
        (b"<!DOCTYPE html>", "web page"),
        (b"%PDF-1.4", "PDF"),
        (b"PK\3\4", "cut short"),
    ],
)
@pytest.mark.parametrize("name", ["alice.zip", "alice.tar.gz"])
def test_what_an_archive_really_is(tmp_path: Path, name: str, head: bytes, what: str) -> None:
    (tmp_path / name).write_bytes(head)
    assert what in handed_in(tmp_path).refused


@given(
    name=st.text(max_size=40) | st.from_regex(r"(\.\.|[A-Z]:|[/\\.a ]|\x00){1,8}", fullmatch=True)
)
def test_member_paths_never_leave_a_folder(name: str) -> None:
    parts = member_parts(name)
    if parts is not None:
        base = Path("/base")
        inside = Path(os.path.normpath(base.joinpath(*parts)))
        assert base in inside.parents
        assert all(part not in {"", ".", ".."} and "/" not in part for part in parts)


@settings(max_examples=150, deadline=None)
@given(raw=st.binary(max_size=300), name=st.sampled_from(["a.zip", "a.tar", "a.tgz", "a.txz"]))
def test_any_bytes_are_an_archive_or_a_sentence(
    tmp_path_factory: pytest.TempPathFactory, raw: bytes, name: str
) -> None:
    path = tmp_path_factory.mktemp("archive") / name
    path.write_bytes(raw)
    leaf = scan(path)
    assert isinstance(leaf, Leaf)
    folder = opened(leaf)
    assert folder.problems or not folder.children or list(folder.walk())


@settings(max_examples=150, deadline=None)
@given(
    changes=st.lists(st.tuples(st.integers(0, 20_000), st.integers(0, 255)), max_size=4),
    cut=st.integers(0, 20_000),
    kind=st.sampled_from(["zip", "tar.gz", "tar"]),
)
def test_a_damaged_archive_gives_right_bytes_or_a_sentence(
    tmp_path_factory: pytest.TempPathFactory, changes: list[tuple[int, int]], cut: int, kind: str
) -> None:
    root = tmp_path_factory.mktemp("damaged")
    path = root / f"alice.{kind}"
    if kind == "zip":
        zipped(root, **{"hw.py": CODE.encode(), "d/e.txt": b"y" * 99})
    else:
        (root / "hw.py").write_text(CODE, encoding="utf-8")
        with tarfile.open(path, "w:gz" if kind == "tar.gz" else "w") as archive:
            archive.add(root / "hw.py", "hw.py")
        (root / "hw.py").unlink()
    raw = bytearray(path.read_bytes())
    for at, value in changes:
        raw[at % len(raw)] = value
    path.write_bytes(raw if cut % 3 else raw[: cut % len(raw)])
    for handed in discover(root, ("hw",)).found:
        gathered = gather(handed, SMALL)
        assert gathered.refused or gathered.files
