"""Bringing the crank home again, once the board has rested or lost its place, without moving dice that count."""

from collections.abc import Collection

from hardware.controller import Controller
from hardware.dictionary import WELLS

ALL_WELLS = frozenset(range(1, WELLS + 1))


def come_home(controller: Controller, dice: Collection[int] = ()) -> bool:
    """Home the crank if it has lost its place; levers hold the dice of these wells meanwhile, then all are up.

    Return whether it was so. Raises what Controller.home and Controller.clamp raise.
    """
    if controller.stat().homed:
        return False
    controller.clamp(dice)
    controller.home()
    controller.clamp(())
    return True
