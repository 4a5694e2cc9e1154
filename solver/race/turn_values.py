"""What rolling and holding are worth in any state, from the values of turn starts alone and without numba."""

from functools import lru_cache
from operator import mul

from solver.race.race_files import load_race
from solver.race.race_table import RaceTable
from solver.race.reachable import reach
from solver.throw_distribution import Chance

TURNS_KEPT = 1024
VALUES_KEPT = 8


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
        self._gains, self._chances = distribution.gains, distribution.chances
        self._turn = lru_cache(TURNS_KEPT)(self._solve_turn)

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
        rolls = [0.0] * left
        best = [1.0] * (left + self._gains[-1])
        for k in range(left - 1, -1, -1):
            roll = ended + sum(map(mul, self._chances, [best[k + gain] for gain in self._gains]))
            rolls[k] = roll
            best[k] = max(roll, holds[k])
        return rolls, holds, ended


def race_values(game: str, goal: int | None = None, die: tuple[Chance, ...] | None = None) -> TurnValues:
    """Return the values of a race, the last of them kept in memory. Raises what `load_race` raises."""
    return _values(load_race(game, goal, die))


@lru_cache(VALUES_KEPT)
def _values(table: RaceTable) -> TurnValues:
    return TurnValues(table)
