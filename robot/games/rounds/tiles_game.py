"""Games at the table in which tiles are shut, as Shut the Box."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from hardware.panel import KEEPS, Button
from robot.games.choices import MoveChoice, ShutTiles, ThrowDice
from robot.games.dialogs import WISHES
from robot.games.game import Move, Reasons, Tally, Wish
from robot.games.pig.throwing import wells_for
from robot.games.reasons import Reason, Reasoned, in_hundred, preferred_reason
from robot.games.rounds.one_round import OneRound
from robot.games.rounds.tiles_position import TilesPosition, doing_tiles, marked, move_of
from robot.saying import Saying
from solver.rounds.round_player import RoundPlayer, TileDecision, round_chances, round_player
from solver.rounds.state import TileAction, TileState
from solver.units import Unit

ALONG = {Button.ROLL: 1, Button.RIGHT: 1, Button.DOWN: 1, Button.LEFT: -1, Button.UP: -1}
"""By how many combinations these go on in the list of those that may be shut."""


class TilesDialog:
    """Before a throw ROLL throws all dice, and HOLD one die where that may be; ENTER is ROLL.

    After it 1 to 6 mark the first tile to the sixth, or take the mark away, and pressed again the seventh to the
    twelfth. ROLL and the arrow keys go through the tiles that may be shut, and HOLD and ENTER shut what is marked.
    """

    def lit(self, position: TilesPosition, tally: Tally) -> Collection[Button]:
        places = {place for place, tile in enumerate(position.state.tiles.tiles) if tile in tally.tiles}
        return [KEEPS[place] for place in sorted({place % len(KEEPS) for place in places})]

    def pressed(self, position: TilesPosition, tally: Tally, button: Button) -> Tally | MoveChoice | Wish:
        if button in WISHES:
            return WISHES[button]
        state = position.state
        if state.throws:
            if button in {Button.ROLL, Button.ENTER}:
                return ThrowDice(state.throws[0])
            return ThrowDice(state.throws[-1]) if button is Button.HOLD and len(state.throws) > 1 else tally
        if button in {Button.HOLD, Button.ENTER}:
            return ShutTiles(tally.tiles)
        ways = position.combinations
        if button in ALONG and ways:
            step = ALONG[button]
            at = ways.index(tally.tiles) + step if tally.tiles in ways else (0 if step > 0 else -1)
            return replace(tally, tiles=ways[at % len(ways)])
        if button in KEEPS:
            known = state.tiles.tiles
            pressed = range(KEEPS.index(button), len(known), len(KEEPS))
            places = [place for place in pressed if known[place] in state.open]
            return replace(tally, tiles=marked(tally.tiles, places, known)) if places else tally
        return tally


@dataclass(frozen=True, slots=True)
class TilesRobot:
    """A strategy that shuts tiles."""

    player: RoundPlayer

    def decide(self, position: TilesPosition) -> tuple[Move, Reasons]:
        decision = self.player.decide(position.state)
        done = tiles_done(decision.taken.action)
        reasons = Reasoned.of(decision, done, lambda: tiles_reason(position, decision))
        return move_of(decision.taken.action), reasons


def tiles_reason(position: TilesPosition, decision: TileDecision) -> Reason:
    """Return what is done and what the next best would be, by the chances to win or by points."""
    taken = decision.taken
    if position.begins and len(decision.choices) == 1:
        if decision.unit is Unit.WINS:
            return Reason("first", {"wins": in_hundred(taken.value)[0]})
        return Reason("aside-points-first", {"worth": round(taken.value, 1)})
    done = tiles_done(taken.action)
    other = next((one for one in decision.choices if one is not taken), None)
    if other is None:
        return Reason("only", done)
    values = done | {"other": doing_tiles("doing", other.action)}
    return preferred_reason(values, taken.value, other.value, decision.unit)


def tiles_done(action: TileAction) -> dict[str, Saying]:
    """Return what is done, as an order and as the robot's own."""
    return {"action": doing_tiles("do", action), "mine": doing_tiles("me", action)}


@dataclass(frozen=True, slots=True)
class TilesGame(OneRound):
    """A game by the rules `played`, in which tiles are shut."""

    @property
    def wells(self) -> tuple[int, ...]:
        return wells_for(self.played.turn.dice)

    def begin(self, players: int) -> TilesPosition:
        return TilesPosition(TileState.start(self.played, players))

    def position(self, standing: Mapping[str, Any], _player: int, /) -> TilesPosition:  # who has no score
        place = tuple(standing["tiles"]) or self.played.turn.start
        return TilesPosition(TileState(self.played, tuple(standing["scores"]), place, tuple(standing["dice"])))

    def robot(self, strategy: str, chance: Random | None) -> TilesRobot:
        return TilesRobot(round_player(self.played, strategy, chance))

    def dialog(self) -> TilesDialog:
        return TilesDialog()

    def chances(self, position: TilesPosition) -> tuple[float, ...]:
        return round_chances(position.state) if len(position.scores) > 1 else ()
