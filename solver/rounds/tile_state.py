"""The moves of a round in which tiles are shut: dice are thrown, and then tiles are shut, as moves of their own."""

import enum
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from solver.aside import HOLD, THROW
from solver.decision import counted
from solver.errors import RuleError
from solver.rounds.standing import RoundStanding
from solver.rounds.tiles import TilesTurn
from solver.rounds.turn import TurnOption


@dataclass(frozen=True, slots=True)
class TileAction:
    """A throw of so many `dice`, or without dice the `tiles`, rising, that are shut, and whether a throw follows.

    `then` is "throw", or "hold" where no tile stays open.
    """

    tiles: tuple[int, ...] = ()
    then: str = THROW
    dice: int = 0

    def __str__(self) -> str:
        if self.dice:
            return f"throw {counted(self.dice, 'die', 'dice')}"
        return f"shut {' '.join(map(str, self.tiles))}"

    def to_json(self) -> dict[str, Any]:
        """Return the action as the command line prints it."""
        return {THROW: self.dice} if self.dice else {"shut": list(self.tiles), "then": self.then}


def read_tile_action(data: Any) -> TileAction:
    """Return the action that `to_json` wrote. Raises RuleError for anything else."""
    match data:
        case {"throw": int(dice)} if dice > 0:
            return TileAction(dice=dice)
        case {"shut": [*tiles], "then": "hold" | "throw" as then} if all(type(tile) is int for tile in tiles):
            return TileAction(tuple(sorted(tiles)), then)
    raise RuleError(f'{data!r:.80} is no action of these games: write {{"shut": [4, 5], "then": "throw"}}')


class TileFault(enum.Enum):
    """Why an action is not legal, and what English says of it."""

    THROW_FIRST = "the dice are not thrown yet: throw them first"
    SHUT_FIRST = "tiles are to be shut: shut tiles that sum to {sum} first"
    NUMBER = "so many dice cannot be thrown here: throw {dice}"
    NOTHING = "the dice sum to {sum}: shut tiles that sum to it"
    NOT_OPEN = "{tiles} cannot be shut: shut open tiles, each once"
    SUM = "{tiles} sum to {marked}: shut tiles that sum to {sum}"


@dataclass(frozen=True, slots=True)
class TileState(RoundStanding):
    """A round in which tiles are shut. A throw after which no tile can be shut ends the turn at once."""

    @property
    def tiles(self) -> TilesTurn:
        """What a turn is."""
        assert isinstance(self.rules.turn, TilesTurn), "only there tiles are shut"
        return self.rules.turn

    @property
    def open(self) -> tuple[int, ...]:
        """The open tiles of the player whose turn it is, in rising order; () when the round is over."""
        return () if self.over else self.place

    @property
    def turn(self) -> int:
        """The sum of the open tiles, which the turn scores if it ends now; 0 when the round is over."""
        return sum(self.open)

    @property
    def throws(self) -> tuple[int, ...]:
        """How many dice may be thrown now: all of them first, () where tiles have to be shut."""
        return () if self.over or self.dice else self.tiles.throws(self.place)

    @property
    def options(self) -> tuple[TurnOption, ...]:
        """What may be shut, the fewest and largest tiles first; () before a throw."""
        return tuple(self.tiles.options(self.place, self.tiles.seen(self.dice))) if self.dice and not self.over else ()

    def option(self, tiles: Sequence[int]) -> TurnOption | None:
        """Return what shutting these tiles leads to, None if they cannot be shut."""
        return next((one for one in self.options if one.choice == tuple(sorted(tiles))), None)

    def shutting(self, tiles: Sequence[int]) -> TileAction:
        """Return the action that shuts these tiles."""
        rest = {*self.place} - {*tiles}
        return TileAction(tuple(sorted(tiles)), THROW if rest else HOLD)

    def fault(self, action: TileAction) -> TileFault | None:
        """Return why an action is not legal, None if it is."""
        if action.dice:
            if self.dice:
                return TileFault.SHUT_FIRST
            return None if action.dice in self.throws else TileFault.NUMBER
        if not self.dice:
            return TileFault.THROW_FIRST
        if len({*action.tiles}) < len(action.tiles) or not {*action.tiles} <= {*self.place}:
            return TileFault.NOT_OPEN
        if not action.tiles:
            return TileFault.NOTHING
        if sum(action.tiles) != sum(self.dice) or action != self.shutting(action.tiles):
            return TileFault.SUM
        return None

    def legal_actions(self) -> tuple[TileAction, ...]:
        """Return all legal actions."""
        if self.dice:
            return tuple(self.shutting(option.choice) for option in self.options)
        return tuple(TileAction(dice=dice) for dice in self.throws)

    def apply(self, action: TileAction, thrown: Sequence[int] = ()) -> "TileState":
        """Return the state after an action, which for a throw comes with the values of the dice thrown.

        Raises RuleError for an action that is not legal and for a wrong number of dice.
        """
        self.check_open()
        if fault := self.fault(action):
            raise RuleError(fault.value.format(**fault_numbers(self, action)))
        if action.dice:
            self.check_dice(thrown, action.dice)
            fallen = replace(self, dice=tuple(thrown))
            ended = fallen.options[0]
            return fallen.ended(ended.score) if not ended.choice else fallen
        option = self.option(action.tiles)
        assert option is not None, "it is legal"
        if option.then is None:
            return self.ended(option.score)
        return replace(self, place=option.then, dice=())


def fault_numbers(state: TileState, action: TileAction) -> dict[str, str | int]:
    """Return what the words of a fault name: tiles and their sum, that of the dice, and how many may be thrown."""
    return {
        "tiles": " ".join(map(str, action.tiles)),
        "marked": sum(action.tiles),
        "sum": sum(state.dice),
        "dice": " or ".join(map(str, state.throws)),
    }
