"""How a coach speaks, and which games it coaches."""

import enum

from robot.games.registry import PLAYED, SIMULTANEOUS

COACHED = tuple(name for name, family in PLAYED.items() if family != SIMULTANEOUS)
"""All games of the table that are solved."""


class Manner(enum.Enum):
    """OPEN says what is best; AFTER what a choice has cost; SILENT tells all at the end."""

    OPEN = "open"
    AFTER = "after"
    SILENT = "silent"
