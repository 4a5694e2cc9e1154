"""Motions that may end with a fault, which a step looks at rather than fails by."""

from collections.abc import Callable

from hardware.controller import Controller
from hardware.dictionary import FaultNumber
from hardware.errors import FaultError, MotionTimeoutError


def fault_of(board: Controller, move: Callable[[], None]) -> int:
    """Return the fault that ended a motion, and clear it; 0 if the motion ended well.

    Raises FaultError for the lid and the emergency stop, which people have moved.
    """
    try:
        move()
    except FaultError as error:
        if error.fault in {FaultNumber.ESTOP, FaultNumber.LID}:
            raise
        board.clear(error.fault)
        return error.fault
    except MotionTimeoutError:
        clear_passed(board)
        return int(FaultNumber.LIMIT)
    return 0


def clear_passed(board: Controller) -> None:
    """Clear the faults that are latched, but those whose cause lasts."""
    stat = board.stat()
    lasting = {FaultNumber.ESTOP: stat.estop, FaultNumber.LID: not stat.lid_closed}
    for fault in sorted(stat.faults):
        if not lasting.get(FaultNumber(fault), False):
            board.clear(fault)


def comes_home(board: Controller) -> bool:
    """Clear what has passed and home the crank unless it is there; return whether it is."""
    clear_passed(board)
    return board.stat().homed or not fault_of(board, board.home)
