"""`grade collect` from an exchange in which not everybody is honest."""

from __future__ import annotations

import os
import pwd
from pathlib import Path

import pytest

from autograder.nbgrader.collect import Collected
from autograder.nbgrader.collect import collect
from autograder.nbgrader.workspace import Workspace
from tests.nbgrader.nbgrader_world import World

ACCOUNTS = [account for account in pwd.getpwall() if account.pw_uid != 0][:2]


@pytest.fixture
def inbound(world: World) -> Path:
    folder = world.exchange / "nn101" / "inbound"
    folder.mkdir(parents=True)
    return folder


def submission(inbound: Path, name: str, text: str = "{}") -> Path:
    folder = inbound / name
    folder.mkdir()
    (folder / "nn.ipynb").write_text(text)
    (folder / "timestamp.txt").write_text(name.split("+")[2] if name.count("+") > 1 else "")
    return folder


def collected(world: World) -> Collected:
    (done,) = collect(Workspace(world.nb), ["nn"])
    return done


def test_the_newest_of_each_student_is_taken(world: World, inbound: Path) -> None:
    submission(inbound, "ada+nn+2026-05-01 10:00:00 UTC+x", "old")
    submission(inbound, "ada+nn+2026-05-02 10:00:00 UTC+y", "new")
    done = collected(world)
    assert (done.slug, done.new, done.updated) == ("nn", ("ada",), ())
    # nbgrader's own remark, in one line: here the instructor wrote it, which is allowed
    assert [w.endswith("is owned by root; cheating attempt?") for w in done.warnings] == [True]
    assert (world.nb / "submitted/ada/nn/nn.ipynb").read_text() == "new"
    submission(inbound, "ada+nn+2026-05-03 10:00:00 UTC+z", "newest")
    assert collected(world).updated == ("ada",)


def test_a_link_brings_nothing_of_the_instructors_and_hides_no_earlier_work(
    world: World, inbound: Path
) -> None:
    submission(inbound, "ada+nn+2026-05-01 10:00:00 UTC+x", "own work")
    bad = submission(inbound, "ada+nn+2026-05-02 10:00:00 UTC+y")
    (bad / "nn.ipynb").unlink()
    (bad / "nn.ipynb").symlink_to(world.nb / "source/nn/nn.ipynb")
    done = collected(world)
    assert (world.nb / "submitted/ada/nn/nn.ipynb").read_text() == "own work"
    assert "'nn.ipynb' is no regular file" in done.warnings[0]


@pytest.mark.parametrize("name", ["eve+nn+soon+x", "eve+nn+99999-99-99 1 UTC+x", "eve+nn+"])
def test_a_name_that_is_none_stops_nobody(world: World, inbound: Path, name: str) -> None:
    (inbound / name).mkdir()
    submission(inbound, "ada+nn+2026-05-01 10:00:00 UTC+x")
    done = collected(world)
    assert done.new == ("ada",)
    assert "was passed over" in done.warnings[0]


def test_a_pipe_stops_nobody(world: World, inbound: Path) -> None:
    os.mkfifo(submission(inbound, "eve+nn+2026-05-01 10:00:00 UTC+x") / "pipe")
    submission(inbound, "zoe+nn+2026-05-01 10:00:00 UTC+x")
    assert collected(world).new == ("zoe",)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can write as other accounts")
def test_work_in_the_name_of_another_account_is_passed_over(world: World, inbound: Path) -> None:
    victim, forger = ACCOUNTS
    own = submission(inbound, f"{victim.pw_name}+nn+2026-05-01 10:00:00 UTC+x", "own")
    os.chown(own, victim.pw_uid, victim.pw_gid)
    forged = submission(inbound, f"{victim.pw_name}+nn+2026-05-09 10:00:00 UTC+y", "forged")
    os.chown(forged, forger.pw_uid, forger.pw_gid)
    done = collected(world)
    assert (world.nb / f"submitted/{victim.pw_name}/nn/nn.ipynb").read_text() == "own"
    assert any("in the name of" in warning for warning in done.warnings)


def test_a_timestamp_file_says_what_the_folder_says(world: World, inbound: Path) -> None:
    folder = submission(inbound, "ada+nn+2026-05-02 10:00:00 UTC+x")
    (folder / "timestamp.txt").write_text("never")
    collected(world)
    stamp = (world.nb / "submitted/ada/nn/timestamp.txt").read_text()
    assert stamp == "2026-05-02 10:00:00 UTC"
