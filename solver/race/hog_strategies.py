"""Decisions in Hog: what each number of dice is worth, named strategies, and reasons."""

import random
import re
import time
from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from operator import eq
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from solver.action import Action
from solver.decision import Decision
from solver.errors import RuleError, UnknownNameError
from solver.evaluator import Evaluator, check_rules, split_wins
from solver.goal import check_goal
from solver.levels import RANDOM, careless_rate, need_chance
from solver.race.evaluator import sums_of
from solver.race.hog import DICE, MOST_DICE, HogState, settle_hog, throw_sums
from solver.race.state import TIE
from solver.race.strategies import OPTIMAL
from solver.reason import BY_CHANCE, SLIP, Reason, in_percent, share_item
from solver.throw_distribution import Chance

KNOWN = ("optimal", "dice5", "dice6", "random", "careless")
FORMS = (
    "optimal, dice<n> as in dice6, random, careless, careless:<share> as in careless:0.1, or a level, child to perfect"
)
DICE_NAME = re.compile(r"dice([1-9]|[12][0-9]|30)")
VALUES_KEPT = 4
LEAST_WIN = 0.01
"""From this chance on, the reason is to win at once."""


class HogValues(Evaluator[HogState]):
    """Hog to a `goal` with a die of these chances and up to `most` dice, solved exactly.

    `turn_start[i, j]` is the win probability of the player who throws with i points against j, `best[i, j]` the best
    number of dice there; `sums` are those of `throw_sums`. `seconds` is how long the solution took. Raises OptionError
    for a goal, or DistributionError.
    """

    game: ClassVar[str] = HogState.game

    def __init__(self, goal: int, die: tuple[Chance, ...], most: int = MOST_DICE) -> None:
        self.goal, self.die, self.sums = check_goal(goal), die, throw_sums(die, most)
        begun = time.perf_counter()
        self.turn_start, self.best = settle_hog(goal, self.sums)
        self.seconds = time.perf_counter() - begun
        self._gains = sums_of([face for face, chance in enumerate(die[1:], start=2) if chance], goal)

    @property
    def value(self) -> float:
        """Win probability of the player who begins."""
        return float(self.turn_start[0, 0])

    @property
    def states(self) -> int:
        """How many states the table decides."""
        return self.goal**2

    def weigh(self, state: HogState) -> NDArray[np.float64]:
        """Return what `dice_values` says in a state. Raises PositionError for another goal, RuleError at the end."""
        check_rules(state, state.goal, self.goal)
        if state.winner is not None:
            raise RuleError("the game is over: there is nothing to decide")
        return self.dice_values(state.me, state.opponent)

    def dice_values(self, me: int, opponent: int) -> NDArray[np.float64]:
        """Return the win probability of throwing n dice, at [n - 1], with best play afterwards."""
        after = np.ones(self.sums.shape[1])
        left = min(self.goal - me, len(after))
        after[:left] = 1.0 - self.turn_start[opponent, me : me + left]
        values: NDArray[np.float64] = self.sums @ after
        return values

    def options(self, state: HogState) -> Sequence[tuple[Action, float]]:
        worth = self.weigh(state)
        best = best_dice(worth)
        numbers = sorted(range(1, len(worth) + 1), key=lambda dice: (dice != best, -worth[dice - 1]))
        return tuple((DICE[dice - 1], float(worth[dice - 1])) for dice in numbers)

    def worth(self, state: HogState) -> tuple[float, ...]:
        if state.winner is not None:
            return split_wins(1.0, state.winner)
        return split_wins(float(self.weigh(state).max()), state.player)

    def place(self, state: HogState) -> str:
        return f"{state.me} : {state.opponent}"

    def decide(self, state: HogState) -> Decision:
        """Return how many dice to throw, with every number valued for perfect play afterwards. Raises SolverError."""
        worth = self.weigh(state)
        action, options = DICE[best_dice(worth) - 1], dict(zip(DICE, map(float, worth), strict=True))
        can_be = bool(self._gains >> state.me & 1 and self._gains >> state.opponent & 1)
        more: dict[str, Any] = {"reachable": can_be, "alike": eq, "explain": self._explain}
        more["weigh"] = partial(self._differ, state)
        return Decision(action, options[action], options, **more)

    def _explain(self, decision: Decision, action: Action, other: Action | None) -> Reason:
        clean = in_percent(1.0 - float(self.sums[action.count - 1, 0]))
        lead = Reason("scoring", {"action": action, "share": clean})
        return decision.compare(action, other, None if decision.rule else lead)

    def _differ(self, state: HogState, better: Action, worse: Action) -> Iterator[tuple[Reason, float]]:
        """Yield the differences of two numbers of dice: throws that score, throws that win at once, and points."""
        laws = [self.sums[action.count - 1] for action in (worse, better)]
        clean, others = (1.0 - float(law[0]) for law in laws)
        yield from share_item("clean", clean, others)
        at_once, sooner = (float(law[self.goal - state.me :].sum()) for law in laws)
        if max(at_once, sooner) >= LEAST_WIN:
            yield from share_item("at-once", at_once, sooner)
            return
        mean, other = (
            float(law @ np.arange(len(law))) / score for law, score in zip(laws, (clean, others), strict=True)
        )
        yield Reason("part-score", {"points": mean, "other": other}), other - mean


class HogPlayer:
    """A strategy that throws a number of dice with the chances that `dice_shares` gives it."""

    def __init__(self, name: str, values: HogValues, chance: random.Random | None) -> None:
        self.name = name
        self._shares = None if name == OPTIMAL else dice_shares(name, values)
        self._values = values
        self._chance = chance

    def decide(self, state: HogState) -> Decision:
        """Return how many dice to throw, with every number valued for perfect play afterwards. Raises SolverError."""
        best = self._values.decide(state)
        if self._shares is None:
            return best
        shares = self._shares[state.me, state.opponent]
        dice = int(shares.argmax()) + 1
        if shares[dice - 1] < 1.0:
            dice = need_chance(self._chance, self.name).choices(range(1, MOST_DICE + 1), shares)[0]
        return best.instead(DICE[dice - 1], rule_of(self.name, dice, best.action.count))


def rule_of(name: str, dice: int, best: int) -> Reason | None:
    """Return why the strategy called `name` throws that many dice if `best` is another number, None for best play."""
    if DICE_NAME.fullmatch(name):
        return Reason("rule-dice", {"dice": dice})
    return BY_CHANCE if name == RANDOM else SLIP if dice != best else None


def best_dice(worth: NDArray[np.float64]) -> int:
    """Return the number of dice with the highest value, the fewest if several have it."""
    return int((worth >= worth.max() - TIE).argmax()) + 1


def dice_shares(name: str, values: HogValues) -> NDArray[np.float64]:
    """Return the chance with which the strategy called `name` throws n dice at scores i and j, at [i, j, n - 1].

    Raises UnknownNameError.
    """
    shape = (values.goal, values.goal, MOST_DICE)
    if fixed := DICE_NAME.fullmatch(name):
        shares = np.zeros(shape)
        shares[:, :, int(fixed[1]) - 1] = 1.0
        return shares
    if name == RANDOM:
        return np.full(shape, 1.0 / MOST_DICE)
    rate = 0.0 if name == OPTIMAL else careless_rate(name)
    if rate is None:
        raise UnknownNameError.of("strategy", name, KNOWN, FORMS)
    shares = np.full(shape, rate / (MOST_DICE - 1))
    np.put_along_axis(shares, values.best[:, :, None].astype(np.int64) - 1, 1.0 - rate, axis=2)
    return shares


def hog_strategy(
    name: str, goal: int | None = None, die: tuple[Chance, ...] | None = None, chance: random.Random | None = None
) -> HogPlayer:
    """Return the strategy called `name` for Hog; random and careless draw from `chance`.

    The names are optimal, dice and a number from 1 to 30 as in dice6, random, careless (which errs in a fifth of its
    choices), careless:R with an error rate R from 0 to 1, or a level as in races. Raises UnknownNameError, OptionError
    or DistributionError.
    """
    return HogPlayer(name, hog_values(goal, die), chance)


def hog_values(goal: int | None = None, die: tuple[Chance, ...] | None = None) -> HogValues:
    """Return the values of Hog; the last ones stay in memory. Raises OptionError or DistributionError."""
    return _values(HogState.usual_goal if goal is None else goal, HogState.die() if die is None else die)


_values = lru_cache(VALUES_KEPT)(HogValues)
