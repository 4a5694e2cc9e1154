"""Games at the table in which tiles are shut, as Shut the Box."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from hardware.panel import KEEPS, Button
from robot.errors import IllegalAnswerError
from robot.games.choices import MarkTile, MoveChoice, MoveStep, ShutTiles, ThrowDice, ToldChoice, refused
from robot.games.dialogs import WISHES, choose
from robot.games.game import Move, Reasons, Tally, Wish
from robot.games.keep_and_throw.game import AsideReasons
from robot.games.pig.raced import Raced, describe_points_end, winners_json
from robot.games.pig.throwing import wells_for
from robot.games.reasons import Reason, in_hundred, preferred_reason
from robot.games.rounds.one_round import OneRound
from robot.games.table_position import in_row
from robot.games.views import BoxView, score_words
from robot.language.names import actor
from robot.saying import Saying, Value
from solver.rounds.round_player import RoundPlayer, TileDecision, round_chances, round_player
from solver.rounds.state import TileAction, TileFault, TileState, fault_numbers, read_tile_action
from solver.units import Unit

REFUSED = {fault: f"refused-tiles-{fault.name.lower().replace('_', '-')}" for fault in TileFault}
"""The messages that say why a choice cannot be made."""


@dataclass(frozen=True, slots=True)
class TilesPosition(Raced[TileState]):
    """The solver's state, as the table sees it. A throw and the tiles shut after it are moves of their own."""

    @property
    def winners(self) -> tuple[int, ...]:
        return self.state.winners

    @property
    def forced(self) -> Move | None:
        return None

    @property
    def scores(self) -> tuple[int, ...]:
        """The scores; who has none when the round is over has shut nothing."""
        everything = sum(self.state.tiles.tiles)
        waits = everything if self.over else 0
        return tuple(waits if score is None else score for score in self.state.results)

    @property
    def pending(self) -> tuple[int, ...]:
        """What the turn of the player scores if it ends now, 0 before its first throw."""
        begun = not self.begins
        return tuple(self.state.turn * (begun and seat == self.player) for seat in range(len(self.scores)))

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
    def fewest(self) -> bool:
        return True

    def doing(self, manner: str, action: Any) -> Saying:
        return doing_tiles(manner, read_tile_action(action))

    def lies(self, thrown: Sequence[int]) -> tuple[int, ...]:
        return self.state.dice or tuple(thrown)

    @property
    def remark(self) -> Saying | None:
        """The best score so far, or that the fewest points win."""
        if self.over:
            return None
        best = self.state.best
        return Saying("round-least") if best is None else Saying("round-best", {"points": best})

    @property
    def combinations(self) -> tuple[tuple[int, ...], ...]:
        """The tiles that may be shut now, the fewest and largest first; () before a throw."""
        return tuple(option.choice for option in self.state.options)

    @property
    def draft(self) -> Tally:
        """Return what a choice begins with: the tiles that must be shut, where there is no choice."""
        known = self.combinations
        return Tally(tiles=known[0]) if len(known) == 1 else Tally()

    @property
    def asking(self) -> Tally:
        """Return the same with three big buttons alone: the first combination, from which ROLL goes on."""
        return Tally(tiles=self.combinations[0] if self.combinations else (), asks=True)

    def drafted(self, draft: Tally, step: MoveStep) -> Tally:
        """Mark an open tile as one to shut, or take the mark away."""
        match step:
            case MarkTile(tile, shut):
                if not self.state.dice or tile not in self.state.open:
                    raise refused("refused-tiles-not-open", tiles=str(tile))
                others = {*draft.tiles} - {tile}
                return replace(draft, tiles=tuple(sorted(others | {tile} if shut else others)))
        raise refused("refused-answer")

    def chosen(self, choice: ToldChoice) -> Move:
        match choice:
            case ThrowDice(dice):
                return self._legal(TileAction(dice=dice or self.state.tiles.dice))
            case ShutTiles(tiles):
                return self._legal(self.state.shutting(tiles))
        raise refused("coach-refused-here")

    def choose_throw(self, dice: int) -> Move:
        """Return the choice to throw so many dice."""
        return self.chosen(ThrowDice(dice))

    def due(self, pending: Move | None) -> tuple[int, ...]:
        """Return how many dice the throw has that is chosen, else all numbers that can be, () where tiles are shut."""
        return (len(self.wells_for(pending)),) if pending else tuple(sorted(self.state.throws))

    @property
    def help(self) -> tuple[str, ...]:
        return ("dice", "tiles", "scores", "photo")

    def told(self) -> Saying | None:
        if self.begins:
            return None
        told: dict[str, Value] = {"dice": in_row(sorted(self.state.dice)), "tiles": in_row(self.state.open)}
        return Saying("coach-dice-tiles" if self.state.dice else "coach-tiles-open", told)

    def fault(self, action: TileAction) -> Saying | None:
        """Return why an action is not legal, None if it is."""
        if self.over:
            return Saying("refused-move")
        fault = self.state.fault(action)
        return Saying(REFUSED[fault], fault_numbers(self.state, action)) if fault else None

    def _legal(self, action: TileAction) -> Move:
        if fault := self.fault(action):
            raise IllegalAnswerError(fault)
        return move_of(action)

    def view(self) -> BoxView:
        state = self.state
        thrown = len(state.dice) or state.tiles.dice
        waiting = tuple(seat for seat, score in enumerate(state.results) if score is None)
        return BoxView(
            self.scores,
            self.pending,
            None,
            self.remark,
            wells_for(thrown),
            () if self.over else state.dice,
            (),
            throws=False,
            waiting=() if self.over else waiting,
            least=True,
            most=sum(state.tiles.tiles),
            tiles=state.tiles.tiles,
            open=state.open,
            shuts=bool(state.dice) and not self.over,
            numbers=state.throws,
        )

    def keys(self, tally: Tally) -> tuple[Saying, ...]:
        """Return which keys throw, or mark and shut tiles."""
        if self.state.throws:
            return tuple(self._throw_words("key-asked-roll" if tally.asks else "key-throw-dice", "key-throw-one"))
        shut = tuple(self._shut_words(tally, "key-shut"))
        ways = (Saying("key-other-tiles"),) if len(self.combinations) > 1 else ()
        return (*shut, *ways, *(() if tally.asks else (Saying("key-tiles"),)))

    def choices(self, name: str, tally: Tally, told: Tally | None) -> Saying:
        """Return what the dice show, and what the buttons do."""
        if self.state.throws:
            return choose(name, [*self._throw_words("press-throw-dice", "tiles-press-one")])
        options = list(self._shut_words(tally, "tiles-press-shut"))
        if len(self.combinations) > 1:
            options.append(Saying("tiles-press-other"))
        if not tally.asks and told is None:
            options.append(Saying("tiles-press-mark"))
        dice = Saying("dice-show", {"dice": in_row(self.state.dice)})
        return choose(name, options, dice if told is None else None)

    def _throw_words(self, every: str, one: str) -> Iterator[Saying]:
        for place, number in enumerate(self.state.throws):
            yield Saying(one if place else every, {"dice": number})

    def _shut_words(self, tally: Tally, shut: str) -> Iterator[Saying]:
        """Yield by this message that HOLD shuts the tiles that are marked, or else why it cannot."""
        if tally.tiles:
            yield self.fault(self.state.shutting(tally.tiles)) or Saying(shut, {"tiles": in_row(tally.tiles)})

    def wells_for(self, move: Move) -> tuple[int, ...]:
        return wells_for(read_tile_action(move.action).dice)

    def after(self, move: Move, values: Sequence[int] = ()) -> "TilesPosition":
        return TilesPosition(self.state.apply(read_tile_action(move.action), tuple(values)))

    def replayed(self, written: Any, values: Sequence[int]) -> tuple[TileAction, tuple[int, ...], "TilesPosition"]:
        """Return the solver's action, the dice that it threw, and the position after it."""
        action = read_tile_action(written)
        return action, tuple(values), self.after(move_of(action), values)

    def to_json(self) -> dict[str, Any]:
        state = self.state
        standing = {"scores": list(state.results), "turn_total": state.turn, "dice": list(state.dice)}
        return standing | {"tiles": list(state.open)}

    def booking(self, move: Move) -> dict[str, Any]:
        return {"event": "shut", "player": self.player + 1, "action": move.action}

    def result(self, names: Sequence[str]) -> dict[str, Any]:
        return winners_json(self.winners, names) | {"scores": list(self.scores)}

    def name_move(self, move: Move) -> Saying:
        action = read_tile_action(move.action)
        if action.dice:
            return Saying("the-dice", {"dice": action.dice})
        return Saying("the-shutting", {"tiles": in_row(action.tiles)})

    def describe_throw(self, name: str, move: Move, values: Sequence[int]) -> Saying:
        after = self.after(move, values)
        told: dict[str, Value] = {"name": actor(name), "thrown": in_row(values), "sum": sum(values)}
        if after.state.dice:
            return Saying("tiles-throw", told)
        words = " : ".join(score_words(after.view()))
        return Saying("tiles-throw-ends", told | {"points": after.scores[self.player], "scores": words})

    def describe_booking(self, name: str, move: Move) -> Saying:
        after, tiles = self.after(move), read_tile_action(move.action).tiles
        told: dict[str, Value] = {"name": actor(name), "tiles": in_row(tiles)}
        left = after.state.open if after.player == self.player and not after.over else ()
        if not left or after.state.results != self.state.results:
            return Saying("tiles-shut-all", told)
        return Saying("tiles-shut", told | {"left": in_row(left)})

    def describe_end(self, names: Sequence[str], throws: int) -> Saying:
        return describe_points_end(names, self.winners, self.scores, throws)


def doing_tiles(manner: str, action: TileAction) -> Saying:
    """Return an action in words; the `manner` is "do", "me" or "doing", as for dice that are set aside."""
    if action.dice:
        return Saying("tiles-me-throw" if manner == "me" else f"{manner}-dice", {"dice": action.dice})
    return Saying(f"tiles-{manner}-shut", {"tiles": in_row(action.tiles)})


def move_of(action: TileAction) -> Move:
    """Return the move of an action: a throw is of dice that all are thrown."""
    return Move(action.to_json(), {} if action.dice else None)


def marked(tiles: Collection[int], places: Sequence[int], known: Sequence[int]) -> tuple[int, ...]:
    """Return the tiles with those at some `places` among `known` as the next of all ways to mark these.

    The ways are none, each of them alone, the first first, and all of them.
    """
    ours = [known[place] for place in places]
    ways = [(), *((tile,) for tile in ours), *([tuple(ours)] if len(ours) > 1 else [])]
    now = tuple(tile for tile in ours if tile in tiles)
    following = ways[(ways.index(now) + 1) % len(ways)]
    return tuple(sorted(({*tiles} - {*ours}) | {*following}))


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
        reasons = AsideReasons.of(decision, done, lambda: tiles_reason(position, decision))
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
