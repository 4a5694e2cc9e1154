"""What to do in Hog: what each number of dice is worth, named strategies, and why."""

import random
import re
from functools import lru_cache
from operator import attrgetter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.action import Action
from solver.decision import Decision
from solver.errors import RuleError, UnknownNameError
from solver.evaluator import check_rules
from solver.levels import RANDOM, careless_rate, need_chance
from solver.race.hog import DICE, MOST_DICE, HogState, throw_sums
from solver.race.race_table import HogTable, load_hog
from solver.race.state import TIE
from solver.race.strategies import OPTIMAL
from solver.race.turn_values import sums_of
from solver.reason import BY_CHANCE, SLIP, Reason, Share
from solver.throw_distribution import Chance

KNOWN = ("optimal", "dice5", "dice6", "random", "careless")
FORMS = (
    "optimal, dice<n> as in dice6, random, careless, careless:<share> as in careless:0.1, or a level, child to perfect"
)
DICE_NAME = re.compile(r"dice([1-9]|[12][0-9]|30)")
VALUES_KEPT = 4


class DiceValues:
    """Values of every number of dice in any position, from the values of turn starts."""

    def __init__(self, table: HogTable) -> None:
        self.table = table
        self.goal = table.goal
        self.sums = throw_sums(table.die)
        gains = [face for face, chance in enumerate(table.die[1:], start=2) if chance]
        self._sums = sums_of(gains, table.goal)

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
        after[:left] = 1.0 - self.table.turn_start[opponent, me : me + left]
        values: NDArray[np.float64] = self.sums @ after
        return values

    def reachable(self, me: int, opponent: int) -> bool:
        """Whether a game can stand at these scores."""
        return bool(self._sums >> me & 1 and self._sums >> opponent & 1)


class HogPlayer:
    """A strategy that throws a number of dice with the chances that `shares` gives it."""

    def __init__(self, name: str, values: DiceValues, chance: random.Random | None) -> None:
        self.name = name
        self._shares = None if name == OPTIMAL else dice_shares(name, values.table)
        self._values = values
        self._chance = chance

    def decide(self, state: HogState) -> Decision:
        """Return how many dice to throw, with every number valued for perfect play afterwards. Raises SolverError."""
        worth = self._values.weigh(state)
        dice, rule = best_dice(worth), None
        if self._shares is not None:
            shares = self._shares[state.me, state.opponent]
            dice = int(shares.argmax()) + 1
            if shares[dice - 1] < 1.0:
                dice = need_chance(self._chance, self.name).choices(range(1, MOST_DICE + 1), shares)[0]
            rule = rule_of(self.name, dice, best_dice(worth))
        can_be = self._values.reachable(state.me, state.opponent)
        options = dict(zip(DICE, map(float, worth), strict=True))
        action = DICE[dice - 1]
        more: dict[str, Any] = {"reachable": can_be, "kind": attrgetter("count"), "explain": self._explain}
        return Decision(action, options[action], options, rule=rule, **more)

    def _explain(self, decision: Decision, action: Action, other: Action | None) -> Reason:
        clean = Share(1.0 - self._values.sums[action.count - 1, 0])
        lead = Reason("scoring", {"action": action, "share": clean})
        return decision.compare(action, other, None if decision.rule else lead)


def rule_of(name: str, dice: int, best: int) -> Reason | None:
    """Return why the strategy called `name` throws that many dice where so many are `best`, None for best play."""
    if DICE_NAME.fullmatch(name):
        return Reason("rule-dice", {"dice": dice})
    return BY_CHANCE if name == RANDOM else SLIP if dice != best else None


def best_dice(worth: NDArray[np.float64]) -> int:
    """Return the number of dice with the highest value, the fewest where several have it."""
    return int((worth >= worth.max() - TIE).argmax()) + 1


def dice_shares(name: str, table: HogTable) -> NDArray[np.float64]:
    """Return the chance with which the strategy called `name` throws n dice at scores i and j, at [i, j, n - 1].

    Raises UnknownNameError.
    """
    shape = (table.goal, table.goal, MOST_DICE)
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
    best = table.policy.reshape(table.goal, table.goal, 1).astype(np.int64) - 1
    np.put_along_axis(shares, best, 1.0 - rate, axis=2)
    return shares


def hog_strategy(
    name: str, goal: int | None = None, die: tuple[Chance, ...] | None = None, chance: random.Random | None = None
) -> HogPlayer:
    """Return the strategy called `name` for Hog; `chance` is what random and careless draw from.

    The names are optimal, dice and a number from 1 to 30 as in dice6, random, careless (which errs in a fifth of its
    choices), careless:R with an error rate R from 0 to 1, or a level as of the races. Raises UnknownNameError,
    OptionError, DistributionError or TableError.
    """
    return HogPlayer(name, hog_values(goal, die), chance)


_values = lru_cache(VALUES_KEPT)(DiceValues)


def hog_values(goal: int | None = None, die: tuple[Chance, ...] | None = None) -> DiceValues:
    """Return the values of Hog, the last of them kept in memory. Raises what `load_hog` raises."""
    return _values(load_hog(goal, die))
