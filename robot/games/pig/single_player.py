"""Games for one player at the table: three solitaires of Pig, and THINK."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar

from robot.games.game import TableGame, check_rules
from robot.games.pig.race import RollPosition
from robot.games.pig.rulebooks import solo_rulebook
from robot.games.rulebook import Rulebook
from robot.games.thrown import keep_die
from robot.language.names import name_actor
from robot.saying import Saying, Value
from solver.action import Action
from solver.errors import OptionError
from solver.evaluator import Evaluator
from solver.single.exact import SOLITAIRES
from solver.single.states import PigReachState, PigTurnsState, SinglePlayerState
from solver.throw_distribution import Chance


@dataclass(frozen=True, slots=True)
class SoloPosition(RollPosition):
    """A position of a game for one player."""

    state: SinglePlayerState

    @property
    def reached(self) -> bool:
        """Whether the goal is banked; true in a game without a goal."""
        return self.goal is None or self.state.score >= self.goal

    @property
    def winners(self) -> tuple[int, ...]:
        return (0,) if self.over and self.reached else ()

    @property
    def scores(self) -> tuple[int, ...]:
        return (self.state.score,)

    @property
    def remark(self) -> Saying | None:
        """The number of this turn."""
        if self.over:
            return None
        told, turns = {"turn": self.state.taken + 1}, getattr(self.state, "turns", None)
        return Saying("turn-of-turns", told | {"turns": turns}) if turns else Saying("turn", told)

    def to_json(self) -> dict[str, Any]:
        return {"scores": list(self.scores), "turn_total": self.state.turn_total, "turns_taken": self.state.taken}

    def result(self, names: Sequence[str]) -> dict[str, Any]:
        winner = {"winner": names[0], "seat": 1} if self.reached else {"winner": None, "seat": None}
        return winner | {"scores": list(self.scores), "turns_taken": self.state.taken}

    def describe_booking(self, name: str, action: Action) -> Saying:
        points = self.after(action).state.score
        return Saying("solo-hold", {"name": name_actor(name), "banked": self.state.turn_total, "points": points})

    def describe_end(self, names: Sequence[str], throws: int) -> Saying:
        standing = {"points": self.state.score, "turns": self.state.taken, "throws": throws}
        arguments: dict[str, Value] = {"name": name_actor(names[0]), **standing}
        if self.reached:
            return Saying("solo-end", arguments)
        return Saying("solo-missed", arguments | {"goal": self.goal or 0})


@dataclass(frozen=True, slots=True)
class SoloGame(TableGame[SoloPosition]):
    """A game for one player, which ends by the `goal` and the `turns` of its rules."""

    seats: ClassVar = range(1, 2)
    positions: ClassVar = SoloPosition

    @property
    def rulebook(self) -> Rulebook:
        return solo_rulebook(self.title, self.begin(1).state)

    def position(self, standing: Mapping[str, Any], _player: int, /) -> SoloPosition:
        return read_alone(self.begin(1), standing)

    def evaluators(self, players: int, /) -> Sequence[Evaluator[Any]]:
        """Return the evaluators of moves. Raises OptionError for a game whose turns are not limited."""
        if self.name == PigTurnsState.game:
            raise OptionError(f"games of {self.name} cannot be reviewed yet: choose another game")
        return TableGame.evaluators(self, players)

    def end_value(self, end: SoloPosition) -> float:
        return float(end.state.returns())

    def chances(self, position: SoloPosition) -> tuple[float, ...]:
        """Return the chance to reach the goal within the turns, () in games without both."""
        if not isinstance(position.state, PigReachState):
            return ()
        if position.over:
            return (position.state.returns(),)
        return (self.decide(position).value,)


def read_alone(begun: SoloPosition, standing: Mapping[str, Any]) -> SoloPosition:
    """Return the position of a `standing` that `to_json` wrote, in a game that begins with `begun`."""
    (score,) = standing["scores"]
    taken, turn_total = standing["turns_taken"], standing["turn_total"]
    return SoloPosition(replace(begun.state, score=score, taken=taken, turn_total=turn_total))


def make(name: str, rules: Mapping[str, Any], _folder: Path | None, /) -> SoloGame:  # solved in no time
    """Return a one-player game by its rules `goal` and `turns`, if it has them, and `die`, the chances of the faces.

    Raises OptionError for other rules and for impossible turns or goals, DistributionError for an impossible die.
    """
    die, limits = settle_alone(name, rules)
    return SoloGame(name, {**limits, **keep_die(die)}, die)


def settle_alone(name: str, rules: Mapping[str, Any]) -> tuple[tuple[Chance, ...] | None, Mapping[str, int]]:
    """Return the die and the limits of a one-player game from its rules. Raises what `make` raises."""
    kind = SOLITAIRES[name]
    die = check_rules(name, rules, {*limits_of(kind()), "die"})
    if die:
        kind.thrown.distribution(die)  # refuses dice with which nobody could win
    return die, limits_of(kind(**{rule: limit for rule, limit in rules.items() if rule != "die"}))


def limits_of(start: SinglePlayerState) -> Mapping[str, int]:
    """Return the goal and the turns of a game that begins at `start`, where it has them."""
    limits = {rule: getattr(start, rule) for rule in ("goal", "turns")}
    return {rule: limit for rule, limit in limits.items() if limit is not None}
