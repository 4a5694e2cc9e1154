"""How a coach speaks."""

import enum


class Manner(enum.Enum):
    """OPEN says what is best; AFTER what a choice has cost; SILENT tells all at the end."""

    OPEN = "open"
    AFTER = "after"
    SILENT = "silent"
