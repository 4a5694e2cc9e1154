"""A board that falls behind the clock is told from one that was only stopped for a while."""

import pytest

from hardware.errors import TwinError
from hardware.twin.pace import Pace


def test_a_board_that_takes_twice_its_time_is_too_slow_once_it_is_far_behind() -> None:
    pace, board = Pace(), 0.0
    for _ in range(11):
        board += 0.27
        pace.note(board, 2 * board)
    with pytest.raises(TwinError, match=r"3\.2 s behind; .*--fast"):
        pace.note(board + 0.27, 2 * (board + 0.27))


def test_a_board_that_was_stopped_catches_up() -> None:
    pace, board, clock = Pace(), 0.0, 60.0
    while board < clock:
        board, clock = board + 0.01, clock + 0.002
        pace.note(board, clock)
