"""What a learner sees and does in a turn of a round, for each kind of turn."""

from abc import ABC, abstractmethod
from itertools import combinations

from solver.aside import HOLD
from solver.environments.models.dice import keep_masks, mask_of, places_of
from solver.rounds.turns import FACES, KeepingTurn, Position, TargetsTurn, TilesTurn, TurnOption

OVER: Position = ()
"""No position of a turn: the round is over."""


class TurnView(ABC):
    """How a learner sees a turn, besides dice and scores: `fields`, each from 0 to its `high`; and the `actions`."""

    fields: tuple[str, ...]
    high: tuple[int, ...]
    actions: tuple[str, ...]

    @abstractmethod
    def number(self, dice: tuple[int, ...], option: TurnOption, /) -> int:
        """Return the action that takes an option after a throw of rising `dice`."""

    @abstractmethod
    def seen(self, position: Position, dice: tuple[int, ...], /) -> tuple[int, ...]:
        """Return what `fields` hold in a position, OVER at the end of a round."""

    @abstractmethod
    def rows(self, position: Position) -> tuple[tuple[str, str], ...]:
        """Return what a picture shows of a position."""

    @abstractmethod
    def points(self, position: Position) -> int:
        """Return the points of the turn as it stands."""


class KeepingView(TurnView):
    """Of a turn that keeps dice: the throws left, for each needed die whether it is kept, and the points so far.

    Actions keep dice, more of them first, then higher ones; of equal dice the last ones.
    """

    def __init__(self, turn: KeepingTurn, most: int) -> None:
        self._turn = turn
        every = ((1 << turn.dice) - 1, *keep_masks(turn.dice))
        masks = tuple(mask for mask in every if mask or not turn.keep)
        self._place = {mask: place for place, mask in enumerate(masks)}
        self.fields = ("throws_left", *(f"kept_{need}" for need in turn.needs), "points")
        self.high = (turn.most_throws, *(1 for _ in turn.needs), max(most, turn.dice * max(turn.points)))
        self.actions = tuple(f"keep {places_of(mask, turn.dice) or 'none'}" for mask in masks)

    def number(self, dice: tuple[int, ...], option: TurnOption) -> int:
        return self._place[mask_of(dice, option.choice)]

    def seen(self, position: Position, dice: tuple[int, ...]) -> tuple[int, ...]:
        left, _, met, points = position or (0, 0, 0, 0)
        needs = (met >> place & 1 for place in range(len(self._turn.needs)))
        return (left - bool(dice), *needs, points)

    def rows(self, position: Position) -> tuple[tuple[str, str], ...]:
        left = ("throws left", str(position[0] - 1))
        if not self._turn.needs:
            return (left,)
        needed = (str(need) for place, need in enumerate(self._turn.needs) if not position[2] >> place & 1)
        return left, ("needed", " ".join(needed))

    def points(self, position: Position) -> int:
        return position[3]


class TilesView(TurnView):
    """Of a turn that shuts tiles: for each whether it is open. Actions shut the fewest and largest tiles first."""

    def __init__(self, turn: TilesTurn) -> None:
        self._turn = turn
        most = FACES * turn.dice
        shut = [
            tiles[::-1]
            for size in range(1, len(turn.tiles) + 1)
            for tiles in combinations(turn.tiles[::-1], size)
            if sum(tiles) <= most
        ]
        self._place = {tiles: place for place, tiles in enumerate([*shut, ()])}
        self.fields = tuple(f"tile{tile}" for tile in turn.tiles)
        self.high = (1,) * len(turn.tiles)
        self.actions = (*(f"shut {' '.join(map(str, tiles))}" for tiles in shut), f"shut none, {HOLD}")

    def number(self, _dice: tuple[int, ...], option: TurnOption, /) -> int:  # the tiles say it
        return self._place[option.choice]

    def seen(self, position: Position, _dice: tuple[int, ...], /) -> tuple[int, ...]:
        return tuple(int(tile in position) for tile in self._turn.tiles)

    def rows(self, position: Position) -> tuple[tuple[str, str], ...]:
        return (("open tiles", " ".join(map(str, position))),)

    def points(self, position: Position) -> int:
        return sum(position)


class TargetsView(TurnView):
    """Of a turn that aims at targets: the one aimed at, 0 at the end, and the points so far. Nothing is chosen."""

    fields = ("target", "points")
    actions = ("go on",)

    def __init__(self, turn: TargetsTurn) -> None:
        self._turn = turn
        self.high = (max(turn.targets), sum(turn.targets))

    def number(self, _dice: tuple[int, ...], _option: TurnOption, /) -> int:  # there is one action
        return 0

    def seen(self, position: Position, _dice: tuple[int, ...], /) -> tuple[int, ...]:
        return (self._turn.targets[-position[0]], position[1]) if position else (0, 0)

    def rows(self, position: Position) -> tuple[tuple[str, str], ...]:
        return (("target", str(self._turn.targets[-position[0]])),)

    def points(self, position: Position) -> int:
        return position[1]


def view_of(turn: KeepingTurn | TilesTurn | TargetsTurn, most: int) -> TurnView:
    """Return how a learner sees a turn that scores at most `most`."""
    if isinstance(turn, KeepingTurn):
        return KeepingView(turn, most)
    return TilesView(turn) if isinstance(turn, TilesTurn) else TargetsView(turn)
