"""Hog with few dice, and what is solved in processes of its own."""

import os
import pickle
import subprocess
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from multiprocessing import active_children
from multiprocessing.connection import Connection
from typing import Any

import pytest

from solver import apart
from solver.errors import MissingNumbaError, OptionError, TableError
from solver.race.hog import HogState
from solver.race.hog_strategies import HogValues
from solver.race.race_table import solve_table
from tests.support.robot.waiting import PATIENCE, until


def hog_value(goal: int, most: int) -> float:
    """Return what Hog with at most so many dice is worth to who begins, by plain value iteration."""
    laws: list[Counter[int]] = []
    for count in range(1, most + 1):
        throws = product(range(1, 7), repeat=count)
        laws.append(Counter(0 if 1 in throw else sum(throw) for throw in throws))
    win = dict.fromkeys(product(range(goal), repeat=2), 0.5)
    for _ in range(60):
        for i, j in sorted(win, key=sum, reverse=True):
            win[i, j] = max(
                sum(ways * (1 - win[j, i + gain] if i + gain < goal else 1) for gain, ways in law.items()) / law.total()
                for law in laws
            )
    return win[0, 0]


ASKS = """
import sys
from solver.apart import solve_apart
from solver.race.race_table import load_race
if __name__ == "__main__":
    solve_apart()
    print(load_race("pig", 12).turn_start[0, 0], "numba" in sys.modules)
"""


def end_within_the_answer() -> bytes:
    """End this process when it has sent half of a long answer."""
    send: Any = getattr(Connection, "_send")  # noqa: B009  it has no public name

    def send_half(pipe: Connection, data: bytes) -> None:
        send(pipe, data[: len(data) // 2] if len(data) > 1000 else data)
        if len(data) > 1000:
            os._exit(1)

    setattr(Connection, "_send", send_half)  # noqa: B010
    return bytes(10**6)


@pytest.mark.parametrize("cap", [1, 2, 4])
def test_hog_with_few_dice_is_what_value_iteration_says(cap: int) -> None:
    assert HogValues(12, HogState.die(), cap).value == pytest.approx(hog_value(12, cap), abs=1e-12)


def test_a_program_that_solves_apart_gets_the_same_table_and_no_compiler() -> None:
    told = subprocess.run([sys.executable, "-c", ASKS], capture_output=True, text=True, check=True).stdout.split()
    assert float(told[0]) == solve_table("pig", 12).turn_start[0, 0]
    assert told[1] == "False"


def test_errors_come_back_and_a_process_that_is_ended_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(apart, "_apart", True)
    with pytest.raises(OptionError, match="goal"):
        apart.call_apart("solver.race.race_table", "solve_table", "pig", 0)
    with pytest.raises(TableError, match="free some memory"):
        apart.call_apart("os", "_exit", 1)
    assert apart.call_apart("math", "sqrt", 4.0) == 2.0


def test_a_program_that_ends_waits_for_no_process_and_begins_no_other_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(apart, "_apart", True)
    monkeypatch.setattr(apart, "_ended", False)
    with ThreadPoolExecutor(1) as threads:
        asked = threads.submit(apart.call_apart, "time", "sleep", 1000)
        until(active_children)
        apart.end_calls()
        assert isinstance(asked.exception(PATIENCE), TableError)
    with pytest.raises(TableError, match="the program is ending"):
        apart.call_apart("math", "sqrt", 4.0)


def test_a_process_that_ends_within_its_answer_keeps_nobody_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(apart, "_apart", True)
    with ThreadPoolExecutor(1) as threads:
        asked = threads.submit(apart.call_apart, __name__, "end_within_the_answer")
        assert isinstance(asked.exception(PATIENCE), TableError)


def test_a_call_has_a_low_priority_and_one_that_is_stopped_before_never_begins() -> None:
    assert apart.ApartCall(os.nice, 0).run() == min(19, os.nice(0) + apart.NICENESS)
    call = apart.ApartCall(os.nice, 0)
    call.stop()
    with pytest.raises(TableError):
        call.run()


def test_the_error_of_a_missing_package_crosses_processes() -> None:
    missing = pickle.loads(pickle.dumps(MissingNumbaError()))
    assert (type(missing), str(missing)) == (MissingNumbaError, str(MissingNumbaError()))
    assert (missing.name, missing.what) == ("numba", "solving a game afresh needs numba")
