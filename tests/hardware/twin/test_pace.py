"""A board that falls behind the clock is told from one that was only stopped for a while."""

import re

import pytest

from hardware.errors import HardwareError
from hardware.twin.board import Pace


def given_up(share: float, rate: float = 1.0) -> tuple[float, str]:
    """Return after how many real seconds of 60 a board that makes this share of its time is given up, and why."""
    pace = Pace(rate)
    for tick in range(1, 6000):
        real = tick / 100
        try:
            pace.note(rate * share * real, rate * real)
        except HardwareError as error:
            return real, str(error)
    return 60.0, ""


@pytest.mark.parametrize("rate", [0.5, 1.0, 5.0])
def test_a_board_that_takes_twice_its_time_is_too_slow_once_it_is_3_real_seconds_behind(rate: float) -> None:
    assert given_up(0.5, rate)[0] == pytest.approx(6.0, abs=0.6)


def test_a_board_a_tenth_too_slow_is_given_up_later_and_one_in_time_never() -> None:
    assert given_up(0.9)[0] == pytest.approx(30.0, abs=0.6)
    assert given_up(1.0) == (60.0, "")


def test_it_says_how_far_behind_it_is_and_what_to_do() -> None:
    assert re.search(r"it is 3\.\d s behind; .*--fast", given_up(0.5)[1])


def test_a_board_that_was_stopped_catches_up() -> None:
    pace, board, clock = Pace(), 0.0, 60.0
    while board < clock:
        board, clock = board + 0.01, clock + 0.002
        pace.note(board, clock)


@pytest.mark.parametrize("stop", [3.5, 10.0, 600.0])
def test_a_stop_behind_windows_that_were_a_hair_slow_ends_nothing(stop: float) -> None:
    pace, board, clock = Pace(), 0.0, 0.0
    for window in range(40):
        board, clock = board + 0.26, clock + (0.261 if window % 2 else 0.2595)
        pace.note(board, clock)
    clock += stop
    while board < clock:
        board, clock = board + 0.26, clock + 0.0052
        pace.note(board, clock)


def test_stops_one_after_the_other_that_are_caught_up_with_between_end_nothing() -> None:
    pace, board, clock = Pace(), 0.0, 0.0
    for _ in range(20):
        clock += 4.0
        while board < clock:
            board, clock = board + 0.01, clock + 0.005
            pace.note(board, clock)
