"""Hog at the table: players choose how many dice to throw. More dice than wells are thrown in several goes."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, ClassVar

from robot.games.actions import make_refusal
from robot.games.game import Offer, TableGame, check_rules
from robot.games.last_round import Raced
from robot.games.pig.rulebooks import hog_rulebook
from robot.games.reasons import Robot
from robot.games.rulebook import Rulebook
from robot.games.thrown import WELLS, keep_die, wells_for
from robot.language.names import name_actor
from robot.saying import Saying, Value
from solver.action import Action, Verb
from solver.errors import RuleError
from solver.goal import MOST_WRITTEN_OUT, check_goal
from solver.race.hog import DICE, MOST_DICE, PIG_OUT, HogState, throw_sums
from solver.race.hog_strategies import hog_strategy


@dataclass(frozen=True, slots=True)
class HogPosition(Raced):
    """A position of Hog. In a throw of several goes, `asked` is its number of dice, and `thrown` the values so far."""

    state: HogState
    asked: int = 0
    thrown: tuple[int, ...] = ()
    dice: ClassVar = len(WELLS)
    dice_help: ClassVar = ("dice-hog", "photo")
    help: ClassVar = ("hog", "scores")

    @property
    def forced(self) -> Action | None:
        return DICE[self.asked - 1] if self.asked else None

    @property
    def begins(self) -> bool:
        return not self.asked

    @property
    def chooses(self) -> bool:
        return not self.over and not self.asked

    @property
    def goes_on(self) -> bool:
        return bool(self.asked)

    @property
    def at_risk(self) -> int:
        return sum(self.thrown)

    @property
    def remark(self) -> Saying | None:
        """How far a throw in several goes has come."""
        return Saying("hog-goes", {"thrown": len(self.thrown), "dice": self.asked}) if self.asked else None

    @property
    def offer(self) -> Offer:
        return Offer(most=0 if self.over or self.asked else MOST_DICE)

    def choose_throw(self, dice: int, /) -> Action:
        return self.find_move(Action(Verb.THROW, count=dice))

    def find_move(self, action: Action) -> Action:
        if action != Action(action.verb, count=action.count) or not action.throws:
            raise make_refusal("coach-refused-here")
        if action.count and (self.over or self.asked):
            raise make_refusal("refused-move")
        if not 1 <= action.count <= MOST_DICE:
            raise make_refusal("refused-dice", most=MOST_DICE)
        return DICE[action.count - 1]

    def find_due(self, pending: Action | None) -> tuple[int, ...]:
        """Return the number of dice in a chosen throw, else all possible numbers."""
        return (dice_of(pending),) if pending else tuple(range(1, MOST_DICE + 1))

    def wells_for(self, action: Action) -> tuple[int, ...]:
        return wells_for(min(len(WELLS), dice_of(action) - len(self.thrown)))

    def after(self, action: Action, values: Sequence[int] = ()) -> "HogPosition":
        """Return the position after a go. After a 1 the rest need not be thrown, as the turn scores nothing."""
        asked = dice_of(action)
        if self.asked not in {0, asked} or len(values) != len(self.wells_for(action)):
            raise RuleError(f"{action} cannot be thrown as {tuple(values)}: throw the dice that are left")
        thrown = (*self.thrown, *values)
        left = asked - len(thrown)
        if left and PIG_OUT not in thrown:
            return HogPosition(self.state, asked, thrown)
        return HogPosition(self.state.apply(action, thrown))

    def replay(self, action: Action, values: Sequence[int]) -> tuple[Action | None, tuple[int, ...], "HogPosition"]:
        """Return the action, None before the last go of a turn, its dice so far, and the position after it."""
        after = self.after(action, values)
        return (None if after.asked else action), (*self.thrown, *values), after

    def to_json(self) -> dict[str, Any]:
        return {"scores": list(self.scores), "dice": self.asked, "thrown": list(self.thrown)}

    def name_move(self, action: Action) -> Saying:
        return Saying("the-dice", {"dice": dice_of(action)})

    def describe_throw(self, name: str, action: Action, values: Sequence[int]) -> Saying:
        after = self.after(action, values)
        arguments: dict[str, Value] = {"name": name_actor(name), "values": tuple(values)}
        if after.asked:
            return Saying("hog-go", arguments | {"sum": sum(after.thrown), "left": after.asked - len(after.thrown)})
        gain, scores = after.scores[self.player] - self.scores[self.player], after.score_words
        return Saying("hog-throw" if gain else "hog-throw-nothing", arguments | {"points": gain, "scores": scores})


def dice_of(action: Action) -> int:
    """Return how many dice an action throws. Raises RuleError if it is no throw of Hog."""
    if action not in DICE:
        raise RuleError(f"{action} is not a throw of Hog: throw 1 to {MOST_DICE} dice")
    return action.count


@dataclass(frozen=True, slots=True)
class HogGame(TableGame[HogPosition]):
    """Hog to the `goal` of its rules."""

    seats: ClassVar = range(2, 3)
    positions: ClassVar = HogPosition

    @property
    def rulebook(self) -> Rulebook:
        return hog_rulebook(self.title, self.goal)

    def position(self, standing: Mapping[str, Any], player: int) -> HogPosition:
        first, second = standing["scores"]
        return HogPosition(HogState(self.goal, (first, second), player), standing["dice"], tuple(standing["thrown"]))

    def robot(self, strategy: str, chance: Random | None) -> Robot:
        player = hog_strategy(strategy or "optimal", self.goal, self.die, chance)
        return Robot(lambda position: player.decide(position.state))

    def takes_long(self, _players: int, _strategies: Collection[str], /) -> bool:  # it depends on neither
        return self.goal > MOST_WRITTEN_OUT


def make(name: str, rules: Mapping[str, Any], _folder: Path | None, /) -> HogGame:  # its table ships
    """Return Hog by its rules `goal` and `die`, the chances of the faces of every die.

    Raises OptionError for other rules and for an impossible goal, DistributionError for an impossible die.
    """
    die = check_rules(name, rules, {"goal", "die"})
    if die:
        throw_sums(die)  # refuses dice that always or never show a 1
    goal = check_goal(rules.get("goal", HogState.usual_goal))
    return HogGame(name, {"goal": goal} | keep_die(die), die)
