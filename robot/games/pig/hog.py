"""Hog at the table: how many dice to throw is chosen, and more than the wells hold are thrown in several goes."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from robot.games.actions import THROW, Action, make_refusal
from robot.games.game import Card, Move, Offer, Raced, TableGame, check_rules, format_scores
from robot.games.known_dice import die_text, read_given_die
from robot.games.pig.rulebooks import hog_rulebook
from robot.games.reasons import Reason, Robot
from robot.games.rulebook import Rulebook
from robot.games.thrown import WELLS, wells_for
from robot.games.views import HogView
from robot.language.names import actor
from robot.saying import Saying, Value
from solver.decision import Decision, in_hundred
from solver.errors import RuleError
from solver.goal import MOST_WRITTEN_OUT
from solver.race.evaluator import HogEvaluator
from solver.race.hog import MOST_DICE, PIG_OUT, HogState, throw_sums
from solver.race.hog_strategies import hog_strategy, hog_values
from solver.throw_distribution import Chance


@dataclass(frozen=True, slots=True)
class HogPosition(Raced):
    """A position of Hog, and of a throw in several goes: how many dice were `asked` for, and what was `thrown`."""

    state: HogState
    asked: int = 0
    thrown: tuple[int, ...] = ()

    @property
    def forced(self) -> Move | None:
        return throw_of(self.asked) if self.asked else None

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
        """What is still to be thrown."""
        return Saying("hog-goes", {"thrown": len(self.thrown), "dice": self.asked}) if self.asked else None

    @property
    def offer(self) -> Offer:
        return Offer(most=0 if self.over or self.asked else MOST_DICE)

    def find_move(self, action: Action) -> Move:
        if action != Action(THROW, count=action.count):
            raise make_refusal("coach-refused-here")
        if action.count is not None and (self.over or self.asked):
            raise make_refusal("refused-move")
        if action.count is None or not 1 <= action.count <= MOST_DICE:
            raise make_refusal("refused-dice", most=MOST_DICE)
        return throw_of(action.count)

    def due(self, pending: Move | None) -> tuple[int, ...]:
        """Return how many dice the throw has that is chosen, else all numbers that can be."""
        return (dice_of(pending),) if pending else tuple(range(1, MOST_DICE + 1))

    def coach_reasons(self, _action: str, value: float, _cache: Path | None, /) -> Iterator[Saying]:
        yield Saying("coach-why-alone", {"share": in_hundred(value)[0]})

    @property
    def help(self) -> tuple[str, ...]:
        return ("hog", "photo")

    def view(self) -> HogView:
        return HogView(self.scores, self.pending, self.goal, self.remark, MOST_DICE)

    def wells_for(self, move: Move) -> tuple[int, ...]:
        return wells_for(min(len(WELLS), dice_of(move) - len(self.thrown)))

    def after(self, move: Move, values: Sequence[int] = ()) -> "HogPosition":
        """Return the position after a go; once a 1 fell the rest need not be thrown, for the turn scores nothing."""
        asked = dice_of(move)
        if self.asked not in {0, asked} or len(values) != len(self.wells_for(move)):
            raise RuleError(f"{move.action} dice cannot be thrown as {tuple(values)}: throw those that are left")
        thrown = (*self.thrown, *values)
        left = asked - len(thrown)
        if left and PIG_OUT not in thrown:
            return HogPosition(self.state, asked, thrown)
        return HogPosition(self.state.apply(asked, thrown))

    def replay(self, written: str, values: Sequence[int]) -> tuple[int | None, tuple[int, ...], "HogPosition"]:
        """Return the solver's action, None before the last go of a turn, its dice so far, and the position after it."""
        after = self.after(Move(written, {}), values)
        return (None if after.asked else int(written)), (*self.thrown, *values), after

    def to_json(self) -> dict[str, Any]:
        return {"scores": list(self.scores), "dice": self.asked, "thrown": list(self.thrown)}

    def move_of(self, action: str) -> Move:
        return throw_of(int(action))

    def doing(self, manner: str, action: str) -> Saying:
        return Saying("tiles-me-throw" if manner == "me" else f"{manner}-dice", {"dice": int(action)})

    def name_move(self, move: Move) -> Saying:
        return Saying("the-dice", {"dice": dice_of(move)})

    def describe_throw(self, name: str, move: Move, values: Sequence[int]) -> Saying:
        after = self.after(move, values)
        arguments: dict[str, Value] = {"name": actor(name), "values": tuple(values)}
        if after.asked:
            return Saying("hog-go", arguments | {"sum": sum(after.thrown), "left": after.asked - len(after.thrown)})
        gain, scores = after.scores[self.player] - self.scores[self.player], format_scores(after.scores)
        return Saying("hog-throw" if gain else "hog-throw-nothing", arguments | {"points": gain, "scores": scores})


def throw_of(dice: int) -> Move:
    """Return the move that throws that many dice."""
    return Move(str(dice), {})


def dice_of(move: Move) -> int:
    """Return how many dice a move throws. Raises RuleError for anything else."""
    if move.keep is None or not str(move.action).isdecimal() or not 1 <= int(move.action) <= MOST_DICE:
        raise RuleError(f"{move.action!r} is not a throw of Hog: throw 1 to {MOST_DICE} dice")
    return int(move.action)


def dice_reason(_position: HogPosition, decision: Decision) -> Reason:
    """Return why one throws that many dice."""
    return Reason("dice", {"dice": int(decision.action), "wins": in_hundred(decision.value)[0]})


CARD = Card("race", HogState.typical, *HogState.length)


@dataclass(frozen=True, slots=True)
class HogGame(TableGame[HogPosition]):
    """Hog to `goal`; `die` holds the chances of the faces of the dice where they are known, for which robots play."""

    goal: int = HogState.usual_goal
    die: tuple[Chance, ...] | None = None
    name: str = HogState.game
    seats: range = range(2, 3)
    wells: tuple[int, ...] = WELLS
    card: Card = CARD

    @property
    def title(self) -> Saying:
        return Saying("title-hog", {"goal": self.goal})

    @property
    def rules(self) -> Mapping[str, Any]:
        return {"goal": self.goal} | ({"die": die_text(self.die)} if self.die else {})

    @property
    def rulebook(self) -> Rulebook:
        return hog_rulebook(self.title, self.goal)

    def begin(self, _players: int, /) -> HogPosition:  # two, as the seats say
        return HogPosition(HogState(self.goal))

    def position(self, standing: Mapping[str, Any], player: int) -> HogPosition:
        first, second = standing["scores"]
        return HogPosition(HogState(self.goal, (first, second), player), standing["dice"], tuple(standing["thrown"]))

    def robot(self, strategy: str, chance: Random | None) -> Robot:
        player = hog_strategy(strategy or "optimal", self.goal, self.die, chance)

        def weigh(position: HogPosition) -> Decision:
            return player.decide(position.state)

        return Robot(weigh, dice_reason)

    def takes_long(self, _players: int, _strategies: Collection[str], /) -> bool:  # it depends on neither
        return self.goal > MOST_WRITTEN_OUT

    def evaluators(self, _players: int, /) -> tuple[HogEvaluator]:
        return (HogEvaluator(hog_values(self.goal, self.die)),)

    def chances(self, position: HogPosition) -> tuple[float, ...]:
        """Return both players' chances to win as this turn began."""
        return HogEvaluator(hog_values(self.goal, self.die)).worth(position.state)


def make(name: str, rules: Mapping[str, Any], _folder: Path | None, /) -> HogGame:  # its table ships
    """Return Hog by its rules: `goal`, and `die` with the chances of the faces of every die.

    Raises OptionError for others and for a goal that cannot be played, DistributionError for no die.
    """
    check_rules(name, rules, {"goal", "die"})
    die = read_given_die(rules)
    if die:
        throw_sums(die)  # which refuses dice that always or never show a 1
    return HogGame(HogState.check_goal(rules.get("goal", HogState.usual_goal)), die)
