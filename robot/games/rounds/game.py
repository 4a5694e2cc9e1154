"""Games of one round at the table: players keep dice as in Threes, throw for targets as in Chicago, or shut tiles."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any, ClassVar

from hardware.panel import Button
from robot.errors import IllegalAnswerError
from robot.games.actions import make_refusal
from robot.games.game import OWN, Offer, Position, TableGame, Tally, check_rules
from robot.games.kept_dice import AsidePosition
from robot.games.reasons import Robot
from robot.games.rounds.rulebook import round_rulebook
from robot.games.rulebook import Rulebook
from robot.games.thrown import keep_die, wells_for
from robot.games.views import DiceRow, View
from robot.language.names import name_actor
from robot.saying import Saying, Value
from solver.action import ROLL, Action, Verb, in_row
from solver.decision import Decision
from solver.rounds.games import RoundGame
from solver.rounds.round_player import check_place, round_player
from solver.rounds.rules import MOST_PLAYERS, RoundRules, find_round, format_round, parse_round, read_round
from solver.rounds.state import (
    RoundFault,
    RoundState,
    TargetState,
    TileFault,
    TileState,
    fault_numbers,
    fault_words,
)
from solver.rounds.turn_graph import turn_graph
from solver.rounds.turns import TargetsTurn, TilesTurn
from solver.throw_distribution import FACES, fair_die

REFUSED = {
    fault: f"refused-{kind}-{fault.name.lower().replace('_', '-')}"
    for kind, faults in (("round", RoundFault), ("tiles", TileFault))
    for fault in faults
}
"""The messages that say why dice cannot be kept, or tiles cannot be shut."""
FEW = 2
"""With more players it takes seconds to solve all situations of a round."""


@dataclass(frozen=True, slots=True)
class OneRound(TableGame[Any]):
    """A game of one round by the rules `played`."""

    played: RoundRules = field(kw_only=True)
    seats: ClassVar = range(1, MOST_PLAYERS + 1)

    @property
    def rulebook(self) -> Rulebook:
        return round_rulebook(self.title, self.played)

    def takes_long(self, players: int, _strategies: Collection[str], /) -> bool:  # people get hints
        return players > FEW

    def solver_game(self, players: int, /) -> RoundGame:
        return RoundGame(self.name, self.played).with_options(players=players)

    def robot(self, strategy: str, chance: Random | None) -> Robot:
        player = round_player(self.played, strategy, chance)
        return Robot(lambda position: player.decide(position.state))

    def chances(self, position: Any) -> tuple[float, ...]:
        """Return everybody's chance to win, with shared wins divided; () for one player alone."""
        return TableGame.chances(self, position) if len(position.scores) > 1 else ()


@dataclass(frozen=True, slots=True)
class TargetPosition(Position):
    """A position of a game in which players throw for targets. They have nothing to choose."""

    state: TargetState
    begins: ClassVar = True
    risks: ClassVar = False

    def find_move(self, action: Action) -> Action:
        if not action.throws:
            raise make_refusal("coach-refused-here")
        return Position.find_move(self, action)

    def describe(self) -> Saying | None:
        return self.remark and Saying("sentence", {"words": self.remark})

    @property
    def dice(self) -> int:
        return self.state.targets.dice

    def name_button(self, _action: Action, /) -> Saying:  # the only one
        return Saying("press-throw-dice", {"dice": self.dice})

    @property
    def remark(self) -> Saying | None:
        """Which round this is, and which sum scores."""
        if self.over:
            return None
        rounds = len(self.state.targets.targets)
        return Saying("target-now", {"round": self.state.round + 1, "rounds": rounds, "target": self.state.target})

    def to_json(self) -> dict[str, Any]:
        return {"scores": list(self.scores), "throws": self.state.thrown}

    def name_move(self, _action: Action, /) -> Saying:  # the only one
        return Saying("the-throw")

    def describe_throw(self, name: str, action: Action, values: Sequence[int]) -> Saying:
        after = self.after(action, values)
        told: dict[str, Value] = {"name": name_actor(name), "values": tuple(values), "target": self.state.target}
        hit = after.scores != self.scores
        return Saying("target-hit" if hit else "target-missed", told | {"scores": after.score_words})


@dataclass(frozen=True, slots=True)
class TargetsGame(OneRound):
    """A game by the rules `played`, in which players throw for targets."""

    positions: ClassVar = TargetPosition

    def position(self, standing: Mapping[str, Any], _player: int, /) -> TargetPosition:  # follows from throws
        return TargetPosition(TargetState(self.played, tuple(standing["scores"]), standing["throws"]))

    def robot(self, strategy: str, chance: Random | None) -> Robot:
        round_player(self.played, strategy, chance)  # refuses an unknown name, though all strategies are alike
        return Robot(self.decide)

    def decide(self, position: TargetPosition) -> Decision:
        state, (values,) = position.state, self.evaluators(len(position.scores))
        for seat, score in enumerate(state.scores):
            if left := len(state.targets_left(seat)):
                check_place(turn_graph(state.rules, state.rules.die), (left, score))
        ((action, value),) = values.options(state)
        return Decision(action, value, {action: value}, unit=values.unit)

    def gambles(self, _strategy: str, /) -> bool:  # nothing is chosen
        return False

    def takes_long(self, _players: int, _strategies: Collection[str], /) -> bool:  # only sums
        return False


@dataclass(frozen=True, slots=True)
class RoundPosition(AsidePosition):
    """A position of a game of one round in which dice are kept."""

    state: RoundState
    help: ClassVar = ("round", "scores")

    @property
    def dice(self) -> int:
        return self.state.rules.turn.dice

    @property
    def fewest(self) -> bool:
        return not self.state.rules.most

    @property
    def remark(self) -> Saying | None:
        """The number of throws left if it is limited, else the best score so far, or which score is best."""
        state = self.state
        if self.over:
            return None
        if state.dice and state.keeping.counts_throws:
            return Saying("round-left", {"left": state.throws_left})
        if state.best is not None:
            return Saying("round-best" if state.rules.most else "round-best-least", {"points": state.best})
        return Saying("round-most" if state.rules.most else "round-least")

    def fault_of(self, action: Action) -> Saying | None:
        fault = self.state.fault(action)
        return Saying(REFUSED[fault], fault_words(self.state, action)) if fault else None

    @property
    def all_aside(self) -> tuple[int, ...]:
        """The most dice of the last throw that can be kept: all of them if the player can hold."""
        return max((action.keep or () for action in self.state.legal_actions()), key=len, default=())

    @property
    def scoreless(self) -> tuple[int, ...]:
        return tuple(seat for seat, score in enumerate(self.state.results) if score is None)

    @property
    def length(self) -> int:
        """The most points that a turn can bring."""
        turn = self.state.keeping
        return (turn.dice - len(turn.needs)) * max(turn.points)

    def to_json(self) -> dict[str, Any]:
        state = self.state
        standing = {"scores": list(state.results), "turn_total": state.turn, "dice": list(self.faces)}
        return standing | {"aside": list(self.aside), "throws_left": state.throws_left}

    def describe_throw(self, name: str, action: Action, values: Sequence[int]) -> Saying:
        after, keep = self.after(action, values), action.keep or ()
        thrown = in_row(sorted(self.read_thrown(self.with_wells(action), values)))
        told: dict[str, Value] = {"name": name_actor(name), "thrown": thrown}
        told |= {"kept": in_row(keep), "total": self.state.total(keep)}
        if after.faces:
            return Saying("aside-keep-throw" if keep else "aside-throw", told)
        told |= {"points": after.scores[self.player], "scores": after.score_words}
        return Saying("round-keep-throw-ends" if keep else "round-throw-ends", told)


@dataclass(frozen=True, slots=True)
class RoundTableGame(OneRound):
    """A game by the rules `played`, in which dice are kept."""

    positions: ClassVar = RoundPosition

    def position(self, standing: Mapping[str, Any], _player: int, /) -> RoundPosition:  # the next to score
        faces, aside = tuple(standing["dice"]), tuple(standing["aside"])
        begun = RoundState.start(self.played, len(standing["scores"]))
        thrown = tuple(face for well, face in enumerate(faces, 1) if well not in aside)
        kept = tuple(face for well, face in enumerate(faces, 1) if well in aside)
        place = begun.keeping.position(kept, standing["throws_left"] + 1) if faces else begun.place
        return RoundPosition(RoundState(self.played, tuple(standing["scores"]), place, thrown), faces, aside)


@dataclass(frozen=True, slots=True)
class TilesPosition(Position):
    """A position of a game in which tiles are shut. To throw and to shut tiles are two moves."""

    state: TileState
    fewest: ClassVar = True
    help: ClassVar = ("tiles", "scores")

    @property
    def scores(self) -> tuple[int, ...]:
        """The scores. Players who have none when the round is over count as if they had shut nothing."""
        everything = sum(self.state.tiles.tiles)
        waits = everything if self.over else 0
        return tuple(waits if score is None else score for score in self.state.results)

    @property
    def at_risk(self) -> int:
        """The score of the player's turn if it ends now, 0 before its first throw."""
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

    def tell(self, manner: str, action: Action) -> Saying:
        if not action.tiles:  # with none, the turn ends
            return Position.tell(self, manner, replace(action, tiles=None))
        return Saying(f"tiles-{manner}-shut", {"tiles": in_row(action.tiles)})

    @property
    def remark(self) -> Saying | None:
        """The best score so far, and that the fewest points win."""
        if self.over:
            return None
        best = self.state.best
        return Saying("round-least") if best is None else Saying("round-best-least", {"points": best})

    @property
    def offer(self) -> Offer:
        """What people can mark and do. Before a throw, buttons throw all dice, or one die where that is allowed."""
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
            yield self.fault(self.state.shut(tally.tiles)) or shuts

    def choose_throw(self, dice: int, /) -> Action:
        return self.find_move(Action(Verb.THROW, count=dice))

    def find_move(self, action: Action) -> Action:
        if action.tiles is not None:
            done = self.state.shut(action.tiles)
        elif action in (ROLL, Action(action.verb, count=action.count)) and action.throws:
            done = Action(Verb.THROW, count=action.count or max(self.state.throws, default=self.state.tiles.dice))
        else:
            raise make_refusal("coach-refused-here")
        if fault := self.fault(done):
            raise IllegalAnswerError(fault)
        return done

    def find_due(self, pending: Action | None) -> tuple[int, ...]:
        """Return the number of dice in a chosen throw, else all possible numbers; () where tiles must be shut."""
        return (len(self.wells_for(pending)),) if pending else tuple(sorted(self.state.throws))

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
        """Return the view that screens draw, with the dice and the tiles."""
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
        told: dict[str, Value] = {"name": name_actor(name), "thrown": in_row(values), "sum": sum(values)}
        if after.state.dice:
            return Saying("tiles-throw", told)
        told |= {"points": after.scores[self.player], "scores": after.score_words}
        return Saying("tiles-throw-ends", told)

    def describe_booking(self, name: str, action: Action) -> Saying:
        after = self.after(action)
        told: dict[str, Value] = {"name": name_actor(name), "tiles": in_row(action.tiles or ())}
        left = after.state.open if after.player == self.player and not after.over else ()
        if not left or after.state.results != self.state.results:
            return Saying("tiles-shut-all", told)
        return Saying("tiles-shut", told | {"left": in_row(left)})


@dataclass(frozen=True, slots=True)
class TilesGame(OneRound):
    """A game by the rules `played`, in which tiles are shut."""

    positions: ClassVar = TilesPosition

    def position(self, standing: Mapping[str, Any], _player: int, /) -> TilesPosition:  # the next to score
        place = tuple(standing["tiles"]) or self.played.turn.start
        return TilesPosition(TileState(self.played, tuple(standing["scores"]), place, tuple(standing["dice"])))


POSITIONS = {RoundState: RoundPosition, TileState: TilesPosition}
BY_TURN: Mapping[type, type[OneRound]] = {TilesTurn: TilesGame, TargetsTurn: TargetsGame}


def read_own(path: Path) -> tuple[str, str]:
    """Return the name and the rules of a round in a TOML file; raises OptionError."""
    played = read_round(path)
    return played.name, format_round(played)


def make(name: str, rules: Mapping[str, Any], _folder: Path | None, /) -> OneRound:  # solved in no time
    """Return a game that ships, or a custom game by `toml`, its file's text. `die` holds the chances of every die.

    Raises OptionError or DistributionError.
    """
    die, text = check_rules(name, rules, {"die", OWN}), rules.get(OWN, "")
    played = parse_round(text) if text else find_round(name)
    if die:
        played = replace(played, die=die)
    given = ({OWN: text} if text else {}) | ({} if played.die == fair_die(FACES) else keep_die(played.die))
    kind = BY_TURN.get(type(played.turn), RoundTableGame)
    return kind(played.name, given, die, played=played)
