"""Turns in which tiles are shut: after each throw, tiles that sum to it; the turn ends when none do."""

import itertools
from dataclasses import dataclass

from solver.errors import PositionError
from solver.rounds.turn import GREEDY, Position, Throw, TurnOption

HIGHEST, MOST = "highest-tiles", "most-tiles"


@dataclass(frozen=True, slots=True)
class TilesTurn:
    """A turn that shuts tiles, each once, whose numbers sum to the sum of the thrown dice.

    A turn scores the sum of the tiles that stay open. One die may be thrown instead of all where `one_die_shut` are
    shut, or where the open tiles sum to `one_die_sum` or less. A position holds the open tiles, in rising order.
    """

    dice: int
    tiles: tuple[int, ...]
    one_die_shut: tuple[int, ...] | None = None
    one_die_sum: int = 0

    @property
    def start(self) -> Position:
        """The position with all tiles open."""
        return self.tiles

    def rank(self, position: Position) -> int:
        """Return how many tiles are open."""
        return len(position)

    def throws(self, position: Position) -> tuple[int, ...]:
        """Return all dice, and one die where that may be thrown."""
        shut = self.one_die_shut is not None and not set(self.one_die_shut) & set(position)
        one = self.dice > 1 and (shut or sum(position) <= self.one_die_sum)
        return (self.dice, 1) if one else (self.dice,)

    def seen(self, dice: tuple[int, ...]) -> Throw:
        """Return the sum."""
        return (sum(dice),)

    def options(self, position: Position, throw: Throw) -> list[TurnOption]:
        """Return which tiles may be shut, the fewest and largest first; with none the turn ends."""
        found = [
            TurnOption(shut, tuple(tile for tile in position if tile not in shut) or None, 0)
            for size in range(1, len(position) + 1)
            for shut in itertools.combinations(position[::-1], size)
            if sum(shut) == throw[0]
        ]
        return [option._replace(choice=option.choice[::-1]) for option in found] or [
            TurnOption((), None, sum(position))
        ]

    @property
    def thumbs(self) -> tuple[str, ...]:
        """Players who shut the fewest tiles, of these the largest; the highest tile, then the next; or the most."""
        return (GREEDY, HIGHEST, MOST)

    def thumb(self, name: str, _position: Position, _throw: Throw, options: list[TurnOption]) -> int:
        """Return the place of the option that such a player takes."""
        if name == HIGHEST:
            return max(range(len(options)), key=lambda place: options[place].choice[::-1])
        if name == MOST:
            return max(range(len(options)), key=lambda place: (len(options[place].choice), -place))
        return 0

    def thumb_throw(self, position: Position) -> int:
        """Throw one die where that may be."""
        return len(self.throws(position)) - 1

    def position(self, tiles: tuple[int, ...]) -> Position:
        """Return the position with these tiles open. Raises PositionError."""
        if not tiles or len(set(tiles)) != len(tiles) or not set(tiles) <= set(self.tiles):
            known = " ".join(map(str, self.tiles))
            raise PositionError(
                f"the open tiles {' '.join(map(str, tiles))} cannot be: give some of {known}, each once"
            )
        return tuple(sorted(tiles))
