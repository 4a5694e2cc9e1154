"""What can go wrong with the machine itself, each of it for the whole machine or for some wells."""

import enum
from collections.abc import Mapping

Faults = Mapping["MachineFault", frozenset[int]]
"""The faults that are switched on, each with the wells 1..6 that it strikes; faults of no well have none."""


class MachineFault(enum.StrEnum):
    """A physical fault."""

    LOST_STEPS = "lost-steps"
    """The motor has too little torque for a shake, but enough to creep."""
    SWITCH_OPEN = "switch-open"
    """The home switch never closes."""
    SWITCH_CLOSED = "switch-closed"
    """The home switch sticks and never opens."""
    SLIPPING = "slipping-lever"
    """The lever slips on its servo's shaft: its tip hardly presses."""
    SLOW = "slow-servo"
    """The lever comes, but takes far longer than it may."""
    COCKED = "cocked-die"
    """A bump in the soft floor, on which the die of the well leans more often than not."""
    DOUBLE = "two-dice"
    """Somebody has put a second die into the well."""


OF_WELLS = frozenset({MachineFault.SLIPPING, MachineFault.SLOW, MachineFault.COCKED, MachineFault.DOUBLE})
SOLID = frozenset({MachineFault.COCKED, MachineFault.DOUBLE})
"""Those that change what there is in the wells."""

BROWN_OUT = "brown-out"
"""A fault of the supply: each line that the board hears has this chance to be followed by a reset."""
LOST_STRENGTH = 0.2
SLIPPING_TORQUE = 0.003
"""N m: a tenth of a newton at the tip."""
SLOW_SHARE = 0.1
