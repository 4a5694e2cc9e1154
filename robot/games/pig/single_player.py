"""Games for one player at the table: three solitaires of Pig, and THINK."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, ClassVar

from robot.games.game import TableGame, check_rules
from robot.games.known_dice import keep_die
from robot.games.pig.rulebooks import solo_rulebook
from robot.games.pig.throwing import RollPosition
from robot.games.reasons import Robot, worth_reason
from robot.games.rulebook import Rulebook
from robot.language.names import actor
from robot.saying import Saying, Value
from solver.action import Action
from solver.decision import Decision
from solver.errors import OptionError
from solver.race.strategies import NamedStrategy
from solver.single.evaluator import SinglePlayerEvaluator
from solver.single.games import WORDINGS, Solitaire
from solver.single.states import PigReachState, PigScoreState, PigTurnsState, SinglePlayerState, ThinkState

KINDS: dict[str, type[SinglePlayerState]] = {
    kind.game: kind for kind in (PigReachState, PigScoreState, PigTurnsState, ThinkState)
}


@dataclass(frozen=True, slots=True)
class SoloPosition(RollPosition):
    """The solver's state, as the table sees it."""

    state: SinglePlayerState

    @property
    def reached(self) -> bool:
        """Whether the goal is banked; a game without one has none to miss."""
        return self.goal is None or self.state.score >= self.goal

    @property
    def winners(self) -> tuple[int, ...]:
        return (0,) if self.over and self.reached else ()

    @property
    def scores(self) -> tuple[int, ...]:
        return (self.state.score,)

    @property
    def turns(self) -> int | None:
        """How many turns there are, None if they are not limited."""
        turns: int | None = getattr(self.state, "turns", None)
        return turns

    @property
    def remark(self) -> Saying | None:
        """Which turn this is."""
        if self.over:
            return None
        turn = self.state.taken + 1
        return (
            Saying("turn-of-turns", {"turn": turn, "turns": self.turns})
            if self.turns
            else Saying("turn", {"turn": turn})
        )

    def to_json(self) -> dict[str, Any]:
        return {"scores": list(self.scores), "turn_total": self.state.turn_total, "turns_taken": self.state.taken}

    def result(self, names: Sequence[str]) -> dict[str, Any]:
        winner = {"winner": names[0], "seat": 1} if self.reached else {"winner": None, "seat": None}
        return winner | {"scores": list(self.scores), "turns_taken": self.state.taken}

    def describe_booking(self, name: str, action: Action) -> Saying:
        points = self.after(action).state.score
        return Saying("solo-hold", {"name": actor(name), "banked": self.state.turn_total, "points": points})

    def describe_end(self, names: Sequence[str], throws: int) -> Saying:
        standing = {"points": self.state.score, "turns": self.state.taken, "throws": throws}
        arguments: dict[str, Value] = {"name": actor(names[0]), **standing}
        if self.reached:
            return Saying("solo-end", arguments)
        return Saying("solo-missed", arguments | {"goal": self.goal or 0})


@dataclass(frozen=True, slots=True)
class SoloGame(TableGame[SoloPosition]):
    """A game for one by the rules that `start` begins."""

    start: SinglePlayerState = field(kw_only=True)
    seats: ClassVar = range(1, 2)

    @property
    def limits(self) -> Mapping[str, int]:
        """The goal and the turns, where it has them."""
        return limits_of(self.start)

    @property
    def known(self) -> Solitaire:
        """The same game as the solver knows it."""
        return Solitaire(self.name).with_options(**self.limits, die=self.die)

    @property
    def rulebook(self) -> Rulebook:
        return solo_rulebook(self.title, self.start, self.limits)

    def begin(self, _players: int, /) -> SoloPosition:  # one, as the seats say
        return SoloPosition(self.start)

    def position(self, standing: Mapping[str, Any], _player: int, /) -> SoloPosition:
        (score,) = standing["scores"]
        place = {"score": score, "taken": standing["turns_taken"], "turn_total": standing["turn_total"]}
        return SoloPosition(type(self.start)(**place, **self.limits))

    def robot(self, strategy: str, chance: Random | None) -> Robot:
        ruled = NamedStrategy(strategy or "optimal", WORDINGS[self.name].numbers, chance)

        def weigh(position: SoloPosition) -> Decision:
            state = position.state
            return ruled.choose(self.known.decide(state), state.score, state.turn_total, goal=position.goal)

        return Robot(weigh, worth_reason)

    def evaluators(self, _players: int, /) -> tuple[SinglePlayerEvaluator]:
        """Return what weighs moves. Raises OptionError for a game whose turns are not limited."""
        if isinstance(self.start, PigTurnsState):
            raise OptionError(f"games of {self.name} cannot be reviewed yet: choose another game")
        return (self.known.values(),)

    def chances(self, position: SoloPosition) -> tuple[float, ...]:
        """Return the chance to reach the goal within the turns, () in a game that cannot be missed."""
        if not isinstance(position.state, PigReachState):
            return ()
        if position.over:
            return (position.state.returns(),)
        _, reasons = self.robot("", None).decide(position)
        return (reasons.decision.value,)


def make(name: str, rules: Mapping[str, Any], _folder: Path | None, /) -> SoloGame:  # solved in no time
    """Return a game for one by its rules: `goal` and `turns`, where it has them, and `die`, the law of the dice.

    Raises OptionError for others, and for turns or a goal that cannot be played, DistributionError for no die.
    """
    kind = KINDS[name]
    die = check_rules(name, rules, {*limits_of(kind()), "die"})
    if die:
        kind.thrown.distribution(die)  # which refuses dice with which nobody could win
    start = kind(**{rule: limit for rule, limit in rules.items() if rule != "die"})
    return SoloGame(name, {**limits_of(start), **keep_die(die)}, die, start=start)


def limits_of(start: SinglePlayerState) -> Mapping[str, int]:
    """Return the goal and the turns of a game that begins so, where it has them."""
    limits = {rule: getattr(start, rule) for rule in ("goal", "turns")}
    return {rule: limit for rule, limit in limits.items() if limit is not None}
