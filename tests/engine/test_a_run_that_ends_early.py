"""Servers whose run ended (Ctrl-C) while they were starting."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.small_course import write_course

START = """
import sys
from pathlib import Path
from autograder.engine import channel
from autograder.engine.servers import start_template, start_worker_server
from autograder.isolation import probe

workers = start_worker_server(probe().level, ())
template = start_template(workers, ())
"""
AT_ONCE = "sys.exit()"
WHILE_IT_COLLECTS = """
workers.wait_ready()
template.wait_ready()
ours, theirs = channel.pair()
request = {"folder": sys.argv[1], "secret": b"s"}
channel.send(template.control, request, (theirs.fileno(),))
"""
WITH_A_REQUEST_UNREAD = (
    WHILE_IT_COLLECTS
    + """
channel.send(ours, {"folder": "", "main": "", "processor": None})
"""
)
WITH_AN_ANSWER_UNREAD = (
    WHILE_IT_COLLECTS
    + """
import select
select.select([ours], [], [], 60)
"""
)


@pytest.mark.parametrize(
    "then", [AT_ONCE, WHILE_IT_COLLECTS, WITH_A_REQUEST_UNREAD, WITH_AN_ANSWER_UNREAD]
)
def test_servers_without_their_run_end_in_silence(then: str, tmp_path: Path) -> None:
    folder = write_course(tmp_path / "course") / "solutions" / "double"
    # the servers share this error stream: it ends when the last of them has ended
    done = subprocess.run(
        [sys.executable, "-c", START + then, folder],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
