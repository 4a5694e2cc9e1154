"""Hog at the table: how many dice to throw is chosen, and more than the wells hold are thrown in several goes."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

from hardware.panel import KEEPS, Button
from robot.games.choices import CountDice, MoveChoice, MoveStep, ThrowDice, ToldChoice, refused
from robot.games.dialogs import WISHES, choose
from robot.games.game import Board, Move, Tally, Wish, check_rules
from robot.games.known_dice import die_text, given_die
from robot.games.pig.raced import Raced
from robot.games.pig.rulebooks import hog_rulebook
from robot.games.pig.throwing import WELLS, DecidingRobot, format_scores, wells_for
from robot.games.reasons import dice_reason, in_hundred
from robot.games.rulebook import Rulebook
from robot.games.views import HogView
from robot.language.names import actor
from robot.saying import Saying, Value
from solver.decision import Decision
from solver.errors import RuleError
from solver.goal import MOST_WRITTEN_OUT
from solver.race.evaluator import HogEvaluator
from solver.race.hog import MOST_DICE, PIG_OUT, HogState, throw_sums
from solver.race.hog_strategies import hog_strategy, hog_values
from solver.race.strategies import gambles
from solver.throw_distribution import Chance

STEPS = {Button.UP: 1, Button.RIGHT: 1, Button.DOWN: -1, Button.LEFT: -1}
"""By how many dice each arrow key changes a throw."""


@dataclass(frozen=True, slots=True)
class HogPosition(Raced[HogState]):
    """A position of Hog, and of a throw in several goes: how many dice were `asked` for, and what was `thrown`."""

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
    def pending(self) -> tuple[int, ...]:
        """The sum of the dice of this turn so far."""
        return tuple(sum(self.thrown) * (seat == self.player) for seat in range(len(self.scores)))

    @property
    def remark(self) -> Saying | None:
        """What is still to be thrown."""
        return Saying("hog-goes", {"thrown": len(self.thrown), "dice": self.asked}) if self.asked else None

    @property
    def draft(self) -> Tally:
        return Tally(dice=1)

    @property
    def asking(self) -> Tally:
        return Tally(dice=1, asks=True)

    def drafted(self, draft: Tally, step: MoveStep) -> Tally:
        if not isinstance(step, CountDice):
            raise refused("refused-answer")
        return replace(draft, dice=self._legal(step.dice))

    def chosen(self, choice: ToldChoice) -> Move:
        match choice:
            case ThrowDice(int(dice)):
                return throw_of(self._legal(dice))
            case ThrowDice():
                raise refused("refused-dice", most=MOST_DICE)
        raise refused("coach-refused-here")

    def choose_throw(self, dice: int) -> Move:
        """Return the choice to throw so many dice."""
        return self.chosen(ThrowDice(dice))

    def due(self, pending: Move | None) -> tuple[int, ...]:
        """Return how many dice the throw has that is chosen, else all numbers that can be."""
        return (dice_of(pending),) if pending else tuple(range(1, MOST_DICE + 1))

    def coach_reasons(self, _action: str, value: float, _cache: Path | None, /) -> Iterator[Saying]:
        yield Saying("coach-why-alone", {"share": in_hundred(value)[0]})

    @property
    def help(self) -> tuple[str, ...]:
        return ("hog", "photo")

    def _legal(self, dice: int) -> int:
        if self.over or self.asked:
            raise refused("refused-move")
        if not 1 <= dice <= MOST_DICE:
            raise refused("refused-dice", most=MOST_DICE)
        return dice

    def view(self) -> HogView:
        return HogView(self.scores, self.pending, self.goal, self.remark, MOST_DICE)

    def keys(self, tally: Tally) -> tuple[Saying, ...]:
        """Return which keys choose how many dice, and throw them."""
        throw = Saying("key-throw-dice", {"dice": tally.dice or 1})
        if tally.asks:
            return throw, Saying("key-asked-more")
        return (throw, *map(Saying, ("key-count", "key-one-more", "key-six-more")))

    def choices(self, name: str, tally: Tally, _told: Tally | None, /) -> Saying:
        """Return what the buttons do, with the number of dice so far."""
        throw = Saying("press-throw-dice", {"dice": tally.dice or 1})
        more = ("press-one-more",) if tally.asks else ("press-count", "press-six-more")
        return choose(name, [throw, *map(Saying, more)])

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

    def replayed(self, written: str, values: Sequence[int]) -> tuple[int | None, tuple[int, ...], "HogPosition"]:
        """Return the solver's action, None before the last go of a turn, its dice so far, and the position after it."""
        after = self.after(Move(written, {}), values)
        return (None if after.asked else int(written)), (*self.thrown, *values), after

    def to_json(self) -> dict[str, Any]:
        return {"scores": list(self.scores), "dice": self.asked, "thrown": list(self.thrown)}

    def booking(self, move: Move) -> dict[str, Any]:
        raise RuleError(f"{move.action} is not a move without a throw: Hog has none")

    def name_move(self, move: Move) -> Saying:
        return Saying("the-dice", {"dice": dice_of(move)})

    def describe_throw(self, name: str, move: Move, values: Sequence[int]) -> Saying:
        after = self.after(move, values)
        arguments: dict[str, Value] = {"name": actor(name), "values": tuple(values)}
        if after.asked:
            return Saying("hog-go", arguments | {"sum": sum(after.thrown), "left": after.asked - len(after.thrown)})
        gain, scores = after.scores[self.player] - self.scores[self.player], format_scores(after.scores)
        return Saying("hog-throw" if gain else "hog-throw-nothing", arguments | {"points": gain, "scores": scores})

    def describe_booking(self, name: str, move: Move) -> Saying:
        raise RuleError(f"{name} cannot do {move.action} without a throw: Hog has no such move")


def throw_of(dice: int) -> Move:
    """Return the move that throws so many dice."""
    return Move(str(dice), {})


def dice_of(move: Move) -> int:
    """Return how many dice a move throws. Raises RuleError for anything else."""
    if move.keep is None or not str(move.action).isdecimal() or not 1 <= int(move.action) <= MOST_DICE:
        raise RuleError(f"{move.action!r} is not a throw of Hog: throw 1 to {MOST_DICE} dice")
    return int(move.action)


class HogDialog:
    """1 to 6 say how many dice, HOLD adds six, from 30 on back to a few, and ROLL throws.

    The arrow keys add one or take one away, and ENTER throws. With three big buttons alone HOLD adds one.
    """

    def lit(self, _position: HogPosition, tally: Tally, /) -> Collection[Button]:
        return [KEEPS[(tally.dice - 1) % len(KEEPS)]]

    def pressed(self, _position: HogPosition, tally: Tally, button: Button, /) -> Tally | MoveChoice | Wish:
        if button in KEEPS:
            return replace(tally, dice=KEEPS.index(button) + 1)
        more = STEPS | {Button.HOLD: 1 if tally.asks else len(KEEPS)}
        if button in more:
            return replace(tally, dice=(tally.dice - 1 + more[button]) % MOST_DICE + 1)
        if button in {Button.ROLL, Button.ENTER}:
            return ThrowDice(tally.dice)
        return WISHES.get(button, tally)


@dataclass(frozen=True, slots=True)
class HogGame:
    """Hog to `goal`; `die` holds the chances of the faces of the dice where they are known, for which robots play."""

    goal: int = HogState.usual_goal
    die: tuple[Chance, ...] | None = None
    name: str = HogState.game
    seats: range = range(2, 3)
    wells: tuple[int, ...] = WELLS

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

    def robot(self, strategy: str, chance: Random | None) -> DecidingRobot:
        player = hog_strategy(strategy or "optimal", self.goal, self.die, chance)

        def weigh(position: HogPosition) -> Decision:
            return player.decide(position.state)

        return DecidingRobot(weigh, lambda _, decision: dice_reason(decision), lambda action: throw_of(int(action)))

    def gambles(self, strategy: str) -> bool:
        return gambles(strategy)

    def takes_long(self, _players: int, _strategies: Collection[str], /) -> bool:  # it depends on neither
        return self.goal > MOST_WRITTEN_OUT

    def dialog(self) -> HogDialog:
        return HogDialog()

    def evaluators(self, _players: int, /) -> tuple[HogEvaluator]:
        return (HogEvaluator(hog_values(self.goal, self.die)),)

    def board(self) -> Board:
        from robot.games.track_board import TrackBoard

        return TrackBoard(self.title, self.chances)

    def chances(self, position: HogPosition) -> tuple[float, ...]:
        """Return both players' chances to win as this turn began."""
        return HogEvaluator(hog_values(self.goal, self.die)).worth(position.state)


def make(name: str, rules: Mapping[str, Any], _folder: Path | None, /) -> HogGame:  # its table ships
    """Return Hog by its rules: `goal`, and `die` with the chances of the faces of every die.

    Raises OptionError for others and for a goal that cannot be played, DistributionError for no die.
    """
    check_rules(name, rules, {"goal", "die"})
    die = given_die(rules)
    if die:
        throw_sums(die)  # which refuses dice that always or never show a 1
    return HogGame(HogState.check_goal(rules.get("goal", HogState.usual_goal)), die)
