"""What rolling and holding are worth in any state, from the values of turn starts alone and without numba."""

from functools import cache, lru_cache
from operator import mul

from solver.law import ThrowLaw, pig_law
from solver.tables import PigTable, load_pig

TURNS_KEPT = 1024

# Values nearer than this are equal: rounding reaches some 1e-15, and the closest choice of Pig to 100 is 2.7e-8.
TIE = 1e-13


class TurnValues:
    """Values of both actions; a turn is solved when it is first asked for, and the last 1,024 turns are kept."""

    def __init__(self, table: PigTable, law: ThrowLaw) -> None:
        self.goal = table.goal
        self._start = table.turn_start
        self._bust = law.bust
        self._least, self._most = law.gains[0], law.gains[-1]
        chance = dict(zip(law.gains, law.chances, strict=True))
        self._chances = [chance.get(gain, 0.0) for gain in range(self._least, self._most + 1)]
        self._turn = lru_cache(TURNS_KEPT)(self._solve_turn)

    def roll_and_hold(self, me: int, opponent: int, turn: int) -> tuple[float, float]:
        """Return the win probabilities of a throw and of a hold, with best play afterwards.

        `me` and `opponent` are banked points below the goal, `turn` is the turn total, 0 or more; at 0 the second
        value is what handing over without a throw would be worth.
        """
        rolls, holds = self._turn(me, opponent)
        if me + turn >= self.goal:
            return 1.0 - self._bust * (1.0 - holds[0]), 1.0
        return rolls[turn], holds[turn]

    def _solve_turn(self, me: int, opponent: int) -> tuple[list[float], list[float]]:
        holds: list[float] = (1.0 - self._start[opponent, me:]).tolist()
        lost = self._bust * holds[0]
        left = len(holds)
        rolls = [0.0] * left
        best = [1.0] * (left + self._most)
        for k in range(left - 1, -1, -1):
            roll = lost + sum(map(mul, self._chances, best[k + self._least : k + self._most + 1]))
            rolls[k] = roll
            best[k] = max(roll, holds[k])
        return rolls, holds


@cache
def pig_values(goal: int) -> TurnValues:
    """Return the values of Pig to `goal`, kept in memory. Raises what `load_pig` raises."""
    return TurnValues(load_pig(goal), pig_law())
