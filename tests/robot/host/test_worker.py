"""Jobs in a process of their own: their end, their failure, and a stop before or while they run."""

import os
import sys
import threading
from multiprocessing import active_children
from pathlib import Path

from robot.host.preload import NICENESS, Worker


def write_priority(path: Path) -> None:
    path.write_text(str(os.nice(0)))


def fail() -> None:
    sys.exit(3)


def wait_for_ever() -> None:
    threading.Event().wait()


def test_a_job_runs_to_its_end_below_the_priority_of_the_game(tmp_path: Path) -> None:
    assert Worker(write_priority, tmp_path / "priority").run() == 0
    assert int((tmp_path / "priority").read_text()) == min(19, os.nice(0) + NICENESS)


def test_a_job_that_fails_says_so_by_its_status() -> None:
    assert Worker(fail).run() == 3


def test_a_job_that_is_stopped_before_it_begins_never_does(tmp_path: Path) -> None:
    worker = Worker(write_priority, tmp_path / "priority")
    worker.stop()
    assert worker.run() is None
    assert not (tmp_path / "priority").exists()


def test_a_job_is_stopped_from_another_thread() -> None:
    worker, statuses = Worker(wait_for_ever), list[int | None]()
    thread = threading.Thread(target=lambda: statuses.append(worker.run()))
    thread.start()
    while not active_children():
        threading.Event().wait(0.01)
    worker.stop()
    worker.stop()
    thread.join()
    assert statuses[0] is not None
    assert statuses[0] < 0
