"""Games at the table in which tiles are shut, as Shut the Box."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from hardware.panel import Button
from robot.errors import IllegalAnswerError
from robot.games.actions import make_refusal
from robot.games.game import Offer, Position, Tally
from robot.games.rounds.one_round import OneRound
from robot.games.thrown import wells_for
from robot.games.views import DiceRow, View
from robot.language.names import actor
from robot.saying import Saying, Value
from solver.action import ROLL, Action, Verb, in_row
from solver.rounds.state import TileFault, TileState, fault_numbers

REFUSED = {fault: f"refused-tiles-{fault.name.lower().replace('_', '-')}" for fault in TileFault}
"""The messages that say why a choice cannot be made."""


@dataclass(frozen=True, slots=True)
class TilesPosition(Position):
    """The solver's state, as the table sees it. A throw and the tiles shut after it are moves of their own."""

    state: TileState

    @property
    def scores(self) -> tuple[int, ...]:
        """The scores; who has none when the round is over has shut nothing."""
        everything = sum(self.state.tiles.tiles)
        waits = everything if self.over else 0
        return tuple(waits if score is None else score for score in self.state.results)

    @property
    def at_risk(self) -> int:
        """What the turn of the player scores if it ends now, 0 before its first throw."""
        return 0 if self.begins else self.state.turn

    @property
    def begins(self) -> bool:
        """Whether the next throw is the first of a turn."""
        return not self.over and not self.state.dice and self.state.place == self.state.tiles.start

    @property
    def chooses(self) -> bool:
        return not self.over and (bool(self.state.dice) or len(self.state.throws) > 1)

    @property
    def choosable(self) -> tuple[int, ...] | None:
        return self.state.dice or (None if len(self.state.throws) > 1 else ())

    @property
    def dice(self) -> int:
        return self.state.tiles.dice

    @property
    def fewest(self) -> bool:
        return True

    def doing(self, manner: str, action: Action) -> Saying:
        if not action.tiles:  # with none, the turn ends
            return Position.doing(self, manner, replace(action, tiles=None))
        return Saying(f"tiles-{manner}-shut", {"tiles": in_row(action.tiles)})

    def lies(self, thrown: Sequence[int]) -> tuple[int, ...]:
        return self.state.dice or tuple(thrown)

    @property
    def remark(self) -> Saying | None:
        """The best score so far, and that the fewest points win."""
        if self.over:
            return None
        best = self.state.best
        return Saying("round-least") if best is None else Saying("round-best-least", {"points": best})

    @property
    def offer(self) -> Offer:
        """What people can mark and do: before a throw all dice are thrown, or one die where that may be."""
        ways = ((Button.ROLL, "press-throw-dice"), (Button.HOLD, "tiles-press-one"))
        return Offer(
            {
                button: (Action(Verb.THROW, count=dice), Saying(words, {"dice": dice}))
                for (button, words), dice in zip(ways, self.state.throws, strict=False)
            },
            tiles=self.state.tiles.tiles,
            open=self.state.open,
            ways=tuple(option.choice for option in self.state.options),
        )

    def ends(self, tally: Tally) -> Iterator[Saying]:
        if tally.tiles:
            shuts = Saying("tiles-press-shut", {"tiles": in_row(tally.tiles)})
            yield self.fault(self.state.shutting(tally.tiles)) or shuts

    def choose_throw(self, dice: int, /) -> Action:
        return self.find_move(Action(Verb.THROW, count=dice))

    def find_move(self, action: Action) -> Action:
        if action.tiles is not None:
            done = self.state.shutting(action.tiles)
        elif action in (ROLL, Action(action.verb, count=action.count)) and action.throws:
            done = Action(Verb.THROW, count=action.count or self.state.tiles.dice)
        else:
            raise make_refusal("coach-refused-here")
        if fault := self.fault(done):
            raise IllegalAnswerError(fault)
        return done

    def due(self, pending: Action | None) -> tuple[int, ...]:
        """Return how many dice the throw has that is chosen, else all numbers that can be, () where tiles are shut."""
        return (len(self.wells_for(pending)),) if pending else tuple(sorted(self.state.throws))

    @property
    def help(self) -> tuple[str, ...]:
        return ("dice", "tiles", "scores", "photo")

    def describe(self) -> Saying | None:
        if self.begins:
            return None
        told: dict[str, Value] = {"dice": in_row(sorted(self.state.dice)), "tiles": in_row(self.state.open)}
        return Saying("coach-dice-tiles" if self.state.dice else "coach-tiles-open", told)

    def fault(self, action: Action) -> Saying | None:
        """Return why an action is not legal, None if it is."""
        if self.over:
            return Saying("refused-move")
        fault = self.state.fault(action)
        return Saying(REFUSED[fault], fault_numbers(self.state, action)) if fault else None

    @property
    def scoreless(self) -> tuple[int, ...]:
        return () if self.over else tuple(seat for seat, score in enumerate(self.state.results) if score is None)

    @property
    def length(self) -> int:
        """The most points that a turn can cost: the sum of all tiles."""
        return sum(self.state.tiles.tiles)

    def view(self) -> View:
        """Return what screens draw of it, with the dice and the tiles."""
        tiles, dice = self.state.tiles, () if self.over else self.state.dice
        row = DiceRow(wells_for(len(self.state.dice) or tiles.dice), dice)
        shown = {tile: tile in self.state.open for tile in tiles.tiles if self.state.open}
        return replace(Position.view(self), dice=row, tiles=shown)

    def wells_for(self, action: Action) -> tuple[int, ...]:
        return wells_for(action.count)

    def to_json(self) -> dict[str, Any]:
        state = self.state
        standing = {"scores": list(state.results), "turn_total": state.turn, "dice": list(state.dice)}
        return standing | {"tiles": list(state.open)}

    def booking(self, action: Action) -> dict[str, Any]:
        return {"event": "shut", "player": self.player + 1, "action": action.to_json()}

    def name_move(self, action: Action) -> Saying:
        if action.tiles is None:
            return Saying("the-dice", {"dice": action.count})
        return Saying("the-shutting", {"tiles": in_row(action.tiles)})

    def describe_throw(self, name: str, action: Action, values: Sequence[int]) -> Saying:
        after = self.after(action, values)
        told: dict[str, Value] = {"name": actor(name), "thrown": in_row(values), "sum": sum(values)}
        if after.state.dice:
            return Saying("tiles-throw", told)
        told |= {"points": after.scores[self.player], "scores": after.score_words}
        return Saying("tiles-throw-ends", told)

    def describe_booking(self, name: str, action: Action) -> Saying:
        after = self.after(action)
        told: dict[str, Value] = {"name": actor(name), "tiles": in_row(action.tiles or ())}
        left = after.state.open if after.player == self.player and not after.over else ()
        if not left or after.state.results != self.state.results:
            return Saying("tiles-shut-all", told)
        return Saying("tiles-shut", told | {"left": in_row(left)})


@dataclass(frozen=True, slots=True)
class TilesGame(OneRound):
    """A game by the rules `played`, in which tiles are shut."""

    positions: ClassVar = TilesPosition

    def position(self, standing: Mapping[str, Any], _player: int, /) -> TilesPosition:  # who has no score
        place = tuple(standing["tiles"]) or self.played.turn.start
        return TilesPosition(TileState(self.played, tuple(standing["scores"]), place, tuple(standing["dice"])))
