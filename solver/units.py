"""In what the worth of an action is counted."""

import enum


class Unit(enum.Enum):
    """What worth is counted in: chances to win; points, where more are better; turns or points, where fewer are."""

    WINS = "wins"
    POINTS = "points"
    TURNS = "turns"
    FEWEST = "fewest"

    @property
    def fewer(self) -> bool:
        """Whether less is better."""
        return self in {Unit.TURNS, Unit.FEWEST}
