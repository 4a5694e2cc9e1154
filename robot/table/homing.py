"""A board at rest, and bringing its crank home again without moving dice that count."""

from collections.abc import Collection
from typing import TYPE_CHECKING

from hardware.dictionary import WELLS

if TYPE_CHECKING:
    from hardware.controller import Controller, Stat

ALL_WELLS = frozenset(range(1, WELLS + 1))


def come_home(controller: "Controller", dice: Collection[int] = ()) -> None:
    """Home the crank if it has lost its place; levers hold the dice of these wells meanwhile, then all are up.

    Raises what Controller.home and Controller.clamp raise.
    """
    if not controller.stat().homed:
        controller.clamp(dice)
        controller.home()
        controller.clamp(())


def is_at_rest(stat: "Stat") -> bool:
    """Return whether the board powers neither motor nor levers, as after a rest or a reset."""
    return stat.state == "idle" and not stat.homed and not stat.clamped
