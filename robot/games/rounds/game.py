"""Games of one round at the table in which dice are kept, as Threes and Midnight, or thrown for targets, as Chicago."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any, ClassVar

from robot.games.actions import make_refusal
from robot.games.aside import AsidePosition
from robot.games.game import OWN, Position, check_rules
from robot.games.known_dice import keep_die
from robot.games.reasons import Robot
from robot.games.rounds.one_round import OneRound
from robot.games.rounds.tiles_game import TilesGame, TilesPosition
from robot.language.names import actor
from robot.saying import Saying, Value
from solver.action import Action, in_row
from solver.decision import Decision
from solver.rounds.round_player import check_place, round_player
from solver.rounds.rules import find_round, format_round, parse_round, read_round
from solver.rounds.state import RoundFault, RoundState, TargetState, TileState, fault_words
from solver.rounds.turn_graph import turn_graph
from solver.rounds.turns import TargetsTurn, TilesTurn
from solver.throw_distribution import FACES, fair_die

REFUSED = {fault: f"refused-round-{fault.name.lower().replace('_', '-')}" for fault in RoundFault}
"""The messages that say why dice cannot be kept so."""


@dataclass(frozen=True, slots=True)
class TargetPosition(Position):
    """The solver's state; the one thing to do is to throw."""

    state: TargetState

    @property
    def begins(self) -> bool:
        return True

    @property
    def help(self) -> tuple[str, ...]:
        return ("dice", "scores", "photo")

    def find_move(self, action: Action) -> Action:
        if not action.throws:
            raise make_refusal("coach-refused-here")
        return Position.find_move(self, action)

    def describe(self) -> Saying | None:
        return self.remark and Saying("sentence", {"words": self.remark})

    @property
    def dice(self) -> int:
        return self.state.targets.dice

    def name_button(self, _action: Action, /) -> Saying:  # there is one
        return Saying("press-throw-dice", {"dice": self.dice})

    @property
    def risks(self) -> bool:
        return False

    @property
    def remark(self) -> Saying | None:
        """Which round this is, and which sum scores."""
        if self.over:
            return None
        rounds = len(self.state.targets.targets)
        return Saying("target-now", {"round": self.state.round + 1, "rounds": rounds, "target": self.state.target})

    def to_json(self) -> dict[str, Any]:
        return {"scores": list(self.scores), "throws": self.state.thrown}

    def name_move(self, _action: Action, /) -> Saying:  # there is one
        return Saying("the-throw")

    def describe_throw(self, name: str, action: Action, values: Sequence[int]) -> Saying:
        after = self.after(action, values)
        told: dict[str, Value] = {"name": actor(name), "values": tuple(values), "target": self.state.target}
        hit = after.scores != self.scores
        return Saying("target-hit" if hit else "target-missed", told | {"scores": after.score_words})


@dataclass(frozen=True, slots=True)
class TargetsGame(OneRound):
    """A game by the rules `played`, in which targets are thrown for."""

    positions: ClassVar = TargetPosition

    def position(self, standing: Mapping[str, Any], _player: int, /) -> TargetPosition:  # it follows
        return TargetPosition(TargetState(self.played, tuple(standing["scores"]), standing["throws"]))

    def robot(self, strategy: str, chance: Random | None) -> Robot:
        round_player(self.played, strategy, chance)  # a name that is none is refused, though all do the same
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

    def takes_long(self, _players: int, _strategies: Collection[str], /) -> bool:  # it is a sum
        return False


@dataclass(frozen=True, slots=True)
class RoundPosition(AsidePosition):
    """The solver's state with the table's side of it."""

    state: RoundState

    @property
    def dice(self) -> int:
        return self.state.rules.turn.dice

    @property
    def help(self) -> tuple[str, ...]:
        return ("dice", "round", "scores", "photo")

    @property
    def fewest(self) -> bool:
        return not self.state.rules.most

    @property
    def remark(self) -> Saying | None:
        """How many throws are left where they are limited, else the best score so far, or which score is best."""
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
        """As many of the dice thrown last as can be kept: all of them where somebody can hold."""
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
        thrown = in_row(sorted(self.thrown_by(self.with_wells(action), values)))
        told: dict[str, Value] = {"name": actor(name), "thrown": thrown}
        told |= {"kept": in_row(keep), "total": self.state.total(keep)}
        if after.faces:
            return Saying("aside-keep-throw" if keep else "aside-throw", told)
        told |= {"points": after.scores[self.player], "scores": after.score_words}
        return Saying("round-keep-throw-ends" if keep else "round-throw-ends", told)


@dataclass(frozen=True, slots=True)
class RoundTableGame(OneRound):
    """A game by the rules `played`, in which dice are kept."""

    positions: ClassVar = RoundPosition

    def position(self, standing: Mapping[str, Any], _player: int, /) -> RoundPosition:  # who has no score
        faces, aside = tuple(standing["dice"]), tuple(standing["aside"])
        begun = RoundState.start(self.played, len(standing["scores"]))
        thrown = tuple(face for well, face in enumerate(faces, 1) if well not in aside)
        kept = tuple(face for well, face in enumerate(faces, 1) if well in aside)
        place = begun.keeping.position(kept, standing["throws_left"] + 1) if faces else begun.place
        return RoundPosition(RoundState(self.played, tuple(standing["scores"]), place, thrown), faces, aside)


POSITIONS = {RoundState: RoundPosition, TileState: TilesPosition}
BY_TURN: Mapping[type, type[OneRound]] = {TilesTurn: TilesGame, TargetsTurn: TargetsGame}


def read_own(path: Path) -> tuple[str, str]:
    """Return the name and the rules of a round in a TOML file; raises OptionError."""
    played = read_round(path)
    return played.name, format_round(played)


def make(name: str, rules: Mapping[str, Any], _folder: Path | None, /) -> OneRound:  # solved in no time
    """Return a game that ships, or of one's own by `toml`, the text of its file; `die` is the law of every die.

    Raises OptionError or DistributionError.
    """
    die, text = check_rules(name, rules, {"die", OWN}), rules.get(OWN, "")
    played = parse_round(text) if text else find_round(name)
    if die:
        played = replace(played, die=die)
    given = ({OWN: text} if text else {}) | ({} if played.die == fair_die(FACES) else keep_die(played.die))
    kind = BY_TURN.get(type(played.turn), RoundTableGame)
    return kind(played.name, given, die, played=played)
