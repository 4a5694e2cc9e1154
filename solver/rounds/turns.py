"""What a turn of a round is: dice are kept, tiles are shut, or targets are thrown for.

Every kind of turn has `dice` and the `start`, a position. The `rank` of a position is lower after every throw, so that
a turn ends. `throws` are the numbers of dice that the player may throw there, the usual one first. `seen` is what
counts of thrown dice. `options` are the choices after a throw, at least one; of equally good ones the first is taken.
`thumbs` names rules of thumb, which look only at the present throw: `thumb` is the place of the option that such a rule
takes, `thumb_throw` the place among `throws` of the number of dice.
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
"""The state of a turn before a throw; each kind of turn says what the numbers are."""
Throw: TypeAlias = tuple[int, ...]
"""What counts of thrown dice: their values in rising order, or their sum alone."""
GREEDY = "greedy"

KEPT = 1024
"""How many throws the cache holds, with the dice that a player may keep."""

HIGHEST_TILES, MOST_TILES = "highest-tiles", "most-tiles"


class TurnOption(NamedTuple):
    """One choice after a throw: the dice that are kept or the tiles that are shut, and what it leads to.

    `then` is the position before the next throw, None where the turn ends with `score`.
    """

    choice: tuple[int, ...]
    then: Position | None
    score: int = 0


KeepOption: TypeAlias = tuple[Throw, int, int]
"""Dice that are kept, a bit for each need that they meet, and the points of the other dice."""


@dataclass(frozen=True, slots=True)
class KeepingTurn:
    """A turn of at most `most_throws` throws, each of which keeps at least `keep` dice; the last one keeps all.

    A kept die scores `points[face - 1]`. Dice that show `needs` are needed: they score nothing, and a turn without all
    of them scores 0. With `in_order` the player keeps these at once, in their order, and no other die before the last
    of them. With `together` the player keeps all other dice or throws all of them. `most` says whether more points are
    better.

    A position holds the throws left, the dice to throw next, a bit for each of `needs` that is kept, and the points of
    the other kept dice.
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
        return self._make_place(self.most_throws, self.dice, 0, 0)

    @property
    def counts_throws(self) -> bool:
        """Whether a turn can run out of throws before all dice are kept."""
        return self._make_place(self.most_throws + 1, self.dice, 0, 0) != self.start

    def rank(self, position: Position) -> int:
        return position[0]

    def throws(self, position: Position) -> tuple[int, ...]:
        return (position[1],)

    def see(self, dice: tuple[int, ...]) -> Throw:
        return tuple(sorted(dice))

    def options(self, position: Position, throw: Throw) -> list[TurnOption]:
        """Return what the player may keep, the most dice first; keeping all dice ends the turn."""
        last, _, met, _ = position
        return [self.option(position, *choice) for choice in _choices(self, met, throw, last == 1)]

    def keeps(self, position: Position, throw: Throw) -> Mapping[Throw, TurnOption]:
        """Return the dice that the player may keep, in rising order, with their options, the fewest dice first.

        Unlike `options`, these are all choices, also equivalent ones.
        """
        return _keeps(self, position, throw)

    def needs_more(self, position: Position, throw: tuple[int, ...]) -> bool:
        """Return whether needed dice are missing after the player keeps all of a throw that fit in order."""
        return self.in_order and not self._is_complete(self.meet(position[2], tuple(throw))[0])

    @property
    def thumbs(self) -> tuple[str, ...]:
        return (GREEDY,)

    def thumb(self, _name: str, position: Position, throw: Throw, _options: list[TurnOption]) -> int:
        """Keep needed dice and dice that score no worse than the average throw; else as few as allowed.

        Dice that are kept or thrown together are kept if their sum is no worse than that of an average throw.
        """
        return _greedy(self, position[2], throw, position[0] == 1)

    def thumb_throw(self, _position: Position) -> int:
        return 0

    def can_keep(self, kept: tuple[int, ...]) -> bool:
        """Return whether these dice can have been kept, in any order, before the turn is over."""
        met, rest = self.meet(0, kept)
        return len(kept) < self.dice and not (self.in_order and rest and not self._is_complete(met))

    def position(self, kept: tuple[int, ...], throws_left: int) -> Position:
        """Return the position with these dice kept and that many throws left. Raises PositionError."""
        if len(kept) >= self.dice:
            raise PositionError(f"{len(kept)} of {self.dice} dice are kept: the turn is over")
        met, rest = self.meet(0, kept)
        if not self.can_keep(kept):
            order = ", ".join(map(str, self.needs))
            raise PositionError(f"{' '.join(map(str, kept))} cannot be kept: {order} are, in this order, before others")
        return self._make_place(throws_left, self.dice - len(kept), met, sum(self.points[value - 1] for value in rest))

    def _make_place(self, throws: int, dice: int, met: int, total: int) -> Position:
        most = -(-dice // self.keep) if self.keep else throws
        return min(throws, most), dice, met, total

    def choices(self, met: int, throw: Throw, last: bool) -> Iterator[KeepOption]:
        """Yield what the player may keep of a throw, the most dice first, and only the first of equivalent choices."""
        if last:
            yield self.choice(met, throw)
            return
        base: Throw = ()
        rest, now = throw, met
        sizes: tuple[int, ...] | range = range(len(throw), self.keep - 1, -1)
        if self.in_order and not self._is_complete(now):
            now, left = self.meet(now, throw)
            rest = tuple(left)
            base = tuple(value for value in sorted(set(throw)) for _ in range(throw.count(value) - rest.count(value)))
            sizes = range(len(rest), -1, -1) if self._is_complete(now) else (0,)
        if self.together and self._is_complete(now):
            sizes = (len(rest), 0)
        for size in sizes:
            kept = dict.fromkeys(itertools.combinations(rest, size))
            found: dict[tuple[int, int], KeepOption] = {}
            for more in kept:
                choice = self.choice(met, tuple(sorted(base + more)))
                found.setdefault(choice[1:], choice)
            yield from found.values()

    def choice(self, met: int, kept: Throw) -> KeepOption:
        """Return the choice of keeping these dice when these needs are already met."""
        met, rest = self.meet(met, kept)
        return kept, met, sum(self.points[value - 1] for value in rest)

    def option(self, position: Position, kept: Throw, met: int, points: int) -> TurnOption:
        """Return the option of a choice."""
        last, left, _, total = position
        total += points
        if len(kept) == left:
            return TurnOption(kept, None, total if self._is_complete(met) else 0)
        return TurnOption(kept, self._make_place(last - 1, left - len(kept), met, total))

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

    def _is_complete(self, met: int) -> bool:
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

    def like(choice: KeepOption) -> tuple[float, int]:
        _, kept = turn.meet(before, choice[0])
        met = len(choice[0]) - len(kept)
        return met * len(throw) * max(turn.points) + sum(worth[value] for value in kept), len(kept)

    return max(range(len(choices)), key=lambda place: like(choices[place]))


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

    def see(self, dice: tuple[int, ...]) -> Throw:
        return (sum(dice),)

    def options(self, position: Position, throw: Throw) -> list[TurnOption]:
        """Return which tiles the player may shut, the fewest and largest first; the turn ends if there are none."""
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
        """Rules of thumb: shut the fewest tiles, of these the largest; the highest, then the next; or the most."""
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

    def see(self, dice: tuple[int, ...]) -> Throw:
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
