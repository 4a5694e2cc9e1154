"""What rolling and holding are worth in any state, from turn starts alone and without numba, and what is reachable."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from operator import mul

from solver.errors import RuleError
from solver.evaluator import check_rules
from solver.last_round import NONE
from solver.race.race_table import RaceTable, load_race
from solver.race.rules import RaceName
from solver.race.state import RaceState
from solver.throw_distribution import Chance, ThrowDistribution

TURNS_KEPT = 1024
VALUES_KEPT = 8


def sums_of(gains: Sequence[int], end: int) -> int:
    """Return the sums of any number of `gains`, from 0 to below `end`, as bits."""
    sums = 1
    for total in range(1, end):
        if any(total >= gain and sums >> (total - gain) & 1 for gain in gains):
            sums |= 1 << total
    return sums


def _turn_counts(goal: int, distribution: ThrowDistribution, sums: int) -> list[int]:
    """Return for each score the numbers of turns after which a player can have it, as bits; bit 0 for any number."""
    if distribution.bust_gain == 0:
        return [sums >> score & 1 for score in range(goal)]
    banks = [total for total in range(1, goal) if sums >> total & 1 or total == distribution.bust_gain]
    turns = [1] + [0] * (goal - 1)
    for score in range(1, goal):
        for bank in banks:
            if bank > score:
                break
            turns[score] |= turns[score - bank] << 1
    return turns


@lru_cache(16)
def reach(goal: int, distribution: ThrowDistribution) -> Callable[[int, int, int], bool]:
    """Return whether a game to `goal` can stand at own points, the other's, and those at risk.

    Whoever can hold and win does so: the total before the last throw did not yet reach the goal.
    """
    gains = distribution.gains
    sums = sums_of(gains, goal + gains[-1])
    turns = _turn_counts(goal, distribution, sums)

    def can_be(me: int, opponent: int, turn: int) -> bool:
        if max(me, opponent) >= goal:
            return False
        # The waiting player has had as many turns, or one more.
        mine, theirs = turns[me], turns[opponent]
        if not mine & (theirs | theirs >> 1):
            return False
        return turn == 0 or any(
            turn >= gain and me + turn - gain < goal and sums >> (turn - gain) & 1 for gain in gains
        )

    return can_be


def turn_worth(
    distribution: ThrowDistribution, holds: list[float], ended: float, win: float = 1.0
) -> tuple[list[float], list[float]]:
    """Return what a throw and a hold are worth at each turn total, a win being worth `win`.

    `ended` is what throws that end the turn add to the worth of a throw.
    """
    gains, chances = distribution.gains, distribution.chances
    rolls = [0.0] * len(holds)
    best = [win] * (len(holds) + gains[-1])
    for k in range(len(holds) - 1, -1, -1):
        roll = ended + sum(map(mul, chances, [best[k + gain] for gain in gains]))
        rolls[k] = roll
        best[k] = max(roll, holds[k])
    return rolls, holds


class TurnValues:
    """Values of both actions; a turn is solved when it is first asked for, and the last 1,024 turns are kept."""

    def __init__(self, table: RaceTable) -> None:
        distribution = table.distribution
        self.table = table
        self.game = table.game
        self.goal = table.goal
        self.reachable = reach(table.goal, distribution)
        self._start = table.turn_start
        self._bust, self._bust_gain, self._ruin = distribution.bust, distribution.bust_gain, distribution.ruin
        self._distribution = distribution
        self._turn = lru_cache(TURNS_KEPT)(self._solve_turn)

    def weigh(self, state: RaceState) -> tuple[float, float]:
        """Return what `roll_and_hold` says in a state. Raises PositionError for other rules, RuleError at the end."""
        check_rules(state, (type(state), state.goal, state.last_round), (self.table.rules, self.goal, NONE))
        if state.winner is not None:
            raise RuleError("the game is over: there is nothing to decide")
        return self.roll_and_hold(state.me, state.opponent, state.turn_total)

    def roll_and_hold(self, me: int, opponent: int, turn: int) -> tuple[float, float]:
        """Return the win probabilities of a throw and of a hold, with best play afterwards.

        `me` and `opponent` are banked points below the goal, `turn` is the turn total, 0 or more; at 0 the second
        value is what handing over without a throw would be worth, with what a lost turn banks.
        """
        rolls, holds, ended = self._turn(me, opponent)
        if me + turn >= self.goal:
            return 1.0 - self._bust - self._ruin + ended, 1.0
        return rolls[turn], holds[turn]

    def _solve_turn(self, me: int, opponent: int) -> tuple[list[float], list[float], float]:
        """Return the values of rolling and of holding at each turn total, and what throws that end the turn add."""
        holds: list[float] = (1.0 - self._start[opponent, me:]).tolist()
        left = len(holds)
        if self._bust_gain:
            holds[0] = holds[self._bust_gain] if self._bust_gain < left else 1.0
        ended = self._bust * holds[0] + self._ruin * (1.0 - float(self._start[opponent, 0]))
        return *turn_worth(self._distribution, holds, ended), ended


_values = lru_cache(VALUES_KEPT)(TurnValues)


def race_values(game: RaceName, goal: int | None = None, die: tuple[Chance, ...] | None = None) -> TurnValues:
    """Return the values of a race, the last of them kept in memory. Raises what `load_race` raises."""
    return _values(load_race(game, goal, die))
