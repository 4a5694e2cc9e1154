"""What a turn of a round is: dice are kept, tiles are shut, or targets are thrown for.

Every kind of turn has `dice` and the `start`, a position. `rank` of a position is lower after every throw, so that a
turn comes to an end; `throws` are the numbers of dice that may be thrown there, the usual one first; `seen` is what
counts of thrown dice; `options` are what may be chosen after a throw, at least one, of equally good ones the first.
`thumbs` names players by a rule of thumb, who look no further than a throw: `thumb` is the place of the option that
such a player takes, `thumb_throw` the place among `throws` of the number of dice.
"""

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from solver.errors import PositionError
from solver.throw_distribution import FACES

Position: TypeAlias = tuple[int, ...]
"""Where a turn stands before a throw; each kind of turn says what the numbers are."""
Throw: TypeAlias = tuple[int, ...]
"""What counts of thrown dice: their values in rising order, or their sum alone."""
GREEDY = "greedy"

KEPT = 1024
"""This many throws are remembered with all that may be kept of them."""

HIGHEST_TILES, MOST_TILES = "highest-tiles", "most-tiles"


class TurnOption(NamedTuple):
    """One choice after a throw: the dice that are kept or the tiles that are shut, and what it leads to.

    `then` is the position before the next throw, None where the turn ends with `score`.
    """

    choice: tuple[int, ...]
    then: Position | None
    score: int = 0


KeepOption: TypeAlias = tuple[Throw, int, int]
"""Dice that are kept, a bit for each of the needs that is kept then, and the points of those besides them."""


@dataclass(frozen=True, slots=True)
class KeepingTurn:
    """A turn of at most `most_throws` throws, each of which keeps at least `keep` dice; the last one keeps all.

    A kept die scores `points[face - 1]`. Dice that show `needs` are needed: they score nothing themselves, and a turn
    without all of them scores 0. With `in_order` these are kept in their order and at once, and no other die is kept
    before the last of them. With `together` the dice besides them are all kept or all thrown. `most` says whether more
    points are better.

    A position holds the throws that may still be made, the dice that are thrown next, a bit for each of `needs` that
    is kept, and the points of the other kept dice.
    """

    dice: int
    points: tuple[int, ...]
    keep: int
    most_throws: int
    needs: tuple[int, ...] = ()
    in_order: bool = False
    together: bool = False
    most: bool = True

    @property
    def start(self) -> Position:
        return self._before(self.most_throws, self.dice, 0, 0)

    @property
    def counts_throws(self) -> bool:
        """Whether a turn can run out of throws before all dice are kept."""
        return self._before(self.most_throws + 1, self.dice, 0, 0) != self.start

    def rank(self, position: Position) -> int:
        return position[0]

    def throws(self, position: Position) -> tuple[int, ...]:
        return (position[1],)

    def seen(self, dice: tuple[int, ...]) -> Throw:
        return tuple(sorted(dice))

    def options(self, position: Position, throw: Throw) -> list[TurnOption]:
        """Return what may be kept, the most dice first; who keeps all dice ends the turn."""
        last, _, met, _ = position
        return [self.option(position, *choice) for choice in _choices(self, met, throw, last == 1)]

    def keeps(self, position: Position, throw: Throw) -> Mapping[Throw, TurnOption]:
        """Return what may be kept of a throw, in rising order, and what each leads to, the fewest dice first.

        Unlike `options` these are all choices, those too that lead to the same.
        """
        return _keeps(self, position, throw)

    def needs_more(self, position: Position, throw: tuple[int, ...]) -> bool:
        """Return whether needed dice are still missing after a throw from which all that can be are kept in order."""
        return self.in_order and not self._complete(self.meet(position[2], tuple(throw))[0])

    @property
    def thumbs(self) -> tuple[str, ...]:
        return (GREEDY,)

    def thumb(self, _name: str, position: Position, throw: Throw, _options: list[TurnOption]) -> int:
        """Keep needed dice and those that score no worse than a throw does on average; else as few as may be.

        Of dice that are kept or thrown together, all are kept if their sum is no worse than that of a throw.
        """
        return _greedy(self, position[2], throw, position[0] == 1)

    def thumb_throw(self, _position: Position) -> int:
        return 0

    def can_keep(self, kept: tuple[int, ...]) -> bool:
        """Return whether these dice can have been kept, in any order, before the turn is over."""
        met, rest = self.meet(0, kept)
        return len(kept) < self.dice and not (self.in_order and rest and not self._complete(met))

    def position(self, kept: tuple[int, ...], throws_left: int) -> Position:
        """Return the position with these dice kept and that many throws left. Raises PositionError."""
        if len(kept) >= self.dice:
            raise PositionError(f"{len(kept)} of {self.dice} dice are kept: the turn is over")
        met, rest = self.meet(0, kept)
        if not self.can_keep(kept):
            order = ", ".join(map(str, self.needs))
            raise PositionError(f"{' '.join(map(str, kept))} cannot be kept: {order} are, in this order, before others")
        return self._before(throws_left, self.dice - len(kept), met, sum(self.points[value - 1] for value in rest))

    def _before(self, throws: int, dice: int, met: int, total: int) -> Position:
        most = -(-dice // self.keep) if self.keep else throws
        return min(throws, most), dice, met, total

    def choices(self, met: int, throw: Throw, last: bool) -> Iterator[KeepOption]:
        """Yield what may be kept of a throw, the most dice first; of choices that come to the same, the first."""
        if last:
            yield self.choice(met, throw)
            return
        base: Throw = ()
        rest, now = throw, met
        sizes: tuple[int, ...] | range = range(len(throw), self.keep - 1, -1)
        if self.in_order and not self._complete(now):
            now, left = self.meet(now, throw)
            rest = tuple(left)
            base = tuple(value for value in sorted(set(throw)) for _ in range(throw.count(value) - rest.count(value)))
            sizes = range(len(rest), -1, -1) if self._complete(now) else (0,)
        if self.together and self._complete(now):
            sizes = (len(rest), 0)
        for size in sizes:
            kept = dict.fromkeys(itertools.combinations(rest, size))
            found: dict[tuple[int, int], KeepOption] = {}
            for more in kept:
                choice = self.choice(met, tuple(sorted(base + more)))
                found.setdefault(choice[1:], choice)
            yield from found.values()

    def choice(self, met: int, kept: Throw) -> KeepOption:
        """Return what it is to keep these dice where such needs are kept already."""
        met, rest = self.meet(met, kept)
        return kept, met, sum(self.points[value - 1] for value in rest)

    def option(self, position: Position, kept: Throw, met: int, points: int) -> TurnOption:
        """Return what a choice leads to."""
        last, left, _, total = position
        total += points
        if len(kept) == left:
            return TurnOption(kept, None, total if self._complete(met) else 0)
        return TurnOption(kept, self._before(last - 1, left - len(kept), met, total))

    def meet(self, met: int, kept: tuple[int, ...]) -> tuple[int, list[int]]:
        """Return which needs are met with these dice too, and the dice that meet none."""
        rest = list(kept)
        for place, need in enumerate(self.needs):
            if not met >> place & 1 and need in rest:
                rest.remove(need)
                met |= 1 << place
            elif self.in_order and not met >> place & 1:
                break
        return met, rest

    def _complete(self, met: int) -> bool:
        return met == (1 << len(self.needs)) - 1


@lru_cache(KEPT)
def _keeps(turn: KeepingTurn, position: Position, throw: Throw) -> Mapping[Throw, TurnOption]:
    same = {option[1:] for option in turn.options(position, throw)}
    sizes = range(len(throw) + 1) if position[0] > 1 else (len(throw),)
    every = dict.fromkeys(dice for size in sizes for dice in itertools.combinations(throw, size))
    options = {dice: turn.option(position, *turn.choice(position[2], dice)) for dice in every}
    return MappingProxyType({dice: option for dice, option in options.items() if option[1:] in same})


@lru_cache(4 * KEPT)
def _choices(turn: KeepingTurn, met: int, throw: Throw, last: bool) -> tuple[KeepOption, ...]:
    return tuple(turn.choices(met, throw, last))


@lru_cache(4 * KEPT)
def _greedy(turn: KeepingTurn, before: int, throw: Throw, last: bool) -> int:
    """Return the place of what `thumb` takes in `choices`."""
    choices = _choices(turn, before, throw, last)
    _, rest = turn.meet(before, throw)
    mean = sum(turn.points) / FACES
    sign = 1 if turn.most else -1
    worth = {value: sign * (turn.points[value - 1] - mean) for value in set(rest)}
    if turn.together or turn.in_order:
        return 0 if sum(worth[value] for value in rest) >= 0 else len(choices) - 1

    def liking(choice: KeepOption) -> tuple[float, int]:
        _, kept = turn.meet(before, choice[0])
        met = len(choice[0]) - len(kept)
        return met * len(throw) * max(turn.points) + sum(worth[value] for value in kept), len(kept)

    return max(range(len(choices)), key=lambda place: liking(choices[place]))


@dataclass(frozen=True, slots=True)
class TilesTurn:
    """A turn that shuts tiles, each once, whose numbers sum to the sum of the thrown dice.

    A turn scores the sum of the tiles that stay open. One die may be thrown instead of all where `one_die_shut` are
    shut, or where the open tiles sum to `one_die_sum` or less; with `one_die_must` it must be. A position holds the
    open tiles, in rising order.
    """

    dice: int
    tiles: tuple[int, ...]
    one_die_shut: tuple[int, ...] | None = None
    one_die_sum: int = 0
    one_die_must: bool = False

    @property
    def start(self) -> Position:
        return self.tiles

    def rank(self, position: Position) -> int:
        return len(position)

    def throws(self, position: Position) -> tuple[int, ...]:
        shut = self.one_die_shut is not None and not set(self.one_die_shut) & set(position)
        one = self.dice > 1 and (shut or sum(position) <= self.one_die_sum)
        return (self.dice, 1)[one and self.one_die_must : 1 + one]

    def seen(self, dice: tuple[int, ...]) -> Throw:
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
        return (GREEDY, HIGHEST_TILES, MOST_TILES)

    def thumb(self, name: str, _position: Position, _throw: Throw, options: list[TurnOption]) -> int:
        if name == HIGHEST_TILES:
            return max(range(len(options)), key=lambda place: options[place].choice[::-1])
        if name == MOST_TILES:
            return max(range(len(options)), key=lambda place: (len(options[place].choice), -place))
        return 0

    def thumb_throw(self, position: Position) -> int:
        return len(self.throws(position)) - 1

    def position(self, tiles: tuple[int, ...]) -> Position:
        """Return the position with these tiles open. Raises PositionError."""
        if not tiles or len(set(tiles)) != len(tiles) or not set(tiles) <= set(self.tiles):
            known = " ".join(map(str, self.tiles))
            raise PositionError(
                f"the open tiles {' '.join(map(str, tiles))} are impossible: give some of {known}, each once"
            )
        return tuple(sorted(tiles))


@dataclass(frozen=True, slots=True)
class TargetsTurn:
    """One throw for each of the `targets`, which scores it if the dice sum to it.

    A position holds the targets that are left and the points so far.
    """

    dice: int
    targets: tuple[int, ...]

    @property
    def start(self) -> Position:
        return len(self.targets), 0

    def rank(self, position: Position) -> int:
        return position[0]

    def throws(self, _position: Position) -> tuple[int, ...]:
        return (self.dice,)

    def seen(self, dice: tuple[int, ...]) -> Throw:
        return (sum(dice),)

    def options(self, position: Position, throw: Throw) -> list[TurnOption]:
        left, points = position
        target = self.targets[-left]
        points += target if throw[0] == target else 0
        return [TurnOption((), (left - 1, points) if left > 1 else None, points)]

    @property
    def thumbs(self) -> tuple[str, ...]:
        return (GREEDY,)

    def thumb(self, _name: str, _position: Position, _throw: Throw, _options: list[TurnOption]) -> int:
        return 0

    def thumb_throw(self, _position: Position) -> int:
        return 0

    def position(self, points: int, left: int) -> Position:
        """Return the position with these points and that many targets left. Raises PositionError."""
        if not 1 <= left <= len(self.targets):
            raise PositionError(f"{left} turns left are impossible: give 1 to {len(self.targets)}")
        return left, points
