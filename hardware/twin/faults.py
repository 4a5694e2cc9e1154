"""Faults of the machine itself, of the whole machine or of some wells."""

import enum
from collections.abc import Mapping

Faults = Mapping["MachineFault", frozenset[int]]
"""The active faults, each with its wells 1..6; faults of the whole machine have no wells."""


class MachineFault(enum.StrEnum):
    """A physical fault."""

    LOST_STEPS = "lost-steps"
    """The motor has too little torque for a shake, but enough to creep."""
    SWITCH_OPEN = "switch-open"
    """The home switch never closes."""
    SWITCH_CLOSED = "switch-closed"
    """The home switch sticks and never opens."""
    SLIPPING = "slipping-lever"
    """The lever slips on the shaft of its servo: its tip hardly presses."""
    SLOW = "slow-servo"
    """The lever moves far too slowly."""
    COCKED = "cocked-die"
    """A bump in the soft floor, on which the well's die leans more often than not."""
    DOUBLE = "two-dice"
    """Somebody has put a second die into the well."""
    HEAVY = "heavy-die"
    """The well's die has its centre of mass 0.5 mm off, towards its 1: it shows its 6 too often."""


SOLID = frozenset({MachineFault.COCKED, MachineFault.DOUBLE, MachineFault.HEAVY})
"""Faults that change the contents of the wells."""
OF_WELLS = SOLID | {MachineFault.SLIPPING, MachineFault.SLOW}

NOT_OF_THE_BUILD = frozenset({"two-dice"})
"""Faults of a build that are faults of the machine here."""
BROWN_OUT = "brown-out"
"""A fault of the supply: each line that the board receives has this probability of being followed by a reset."""
LOST_STRENGTH = 0.2
SLIPPING_TORQUE = 0.003
"""Torque in N m: 0.1 N at the tip."""
HEAVY_SHIFT = 0.0005
"""Metres by which a heavy die's centre of mass is off."""
SLOW_SHARE = 0.1
