"""What rolling and holding are worth in any state, from turn starts alone and without numba, and what is reachable."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache
from operator import mul
from typing import TypeAlias

from solver.errors import OptionError, RuleError
from solver.evaluator import check_rules
from solver.last_round import NONE
from solver.race.race_table import RaceTable, load_race
from solver.race.rules import RaceName
from solver.race.state import RaceState
from solver.throw_distribution import Chance, Effect, ThrowDistribution

TURNS_KEPT = 1024
VALUES_KEPT = 8
# Longer fractions are of no use to people, and take ever longer to compute with.
LONGEST = 10**9
# Where both players together lack more points than this, no fraction of Pig is as short: none is looked for.
FARTHEST = 60

Line: TypeAlias = tuple[Fraction, Fraction]
"""A value as a constant, and a multiple of the chance to win after a turn that was lost."""


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


class RaceFractions:
    """The values of a race as fractions, where these are short: near the goal, or to a small goal.

    Pairs of scores are solved as in `solver.race.exact`, by the choices of the solved table, in exact arithmetic.
    Raises OptionError for chances that are none, and where scores are ruined.
    """

    def __init__(self, table: RaceTable) -> None:
        if not all(isinstance(chance, Fraction) for chance in table.die):
            raise OptionError("fractions need chances that are fractions", do="give {die_counts}, not {die}")
        outcomes = table.distribution.outcomes
        if any(outcome.effect is Effect.RUIN for outcome in outcomes):
            raise OptionError(f"{table.game} has no short fractions, because whole scores are lost: leave them out")
        self._table = table
        self._gains = [(Fraction(one.chance), one.gain) for one in outcomes if one.effect is Effect.ON]
        ((self._bust, self._bust_gain),) = (
            (Fraction(one.chance), one.gain) for one in outcomes if one.effect is Effect.BUST
        )
        self._starts: dict[tuple[int, int], Fraction | None] = {}

    def start(self, me: int, opponent: int) -> Fraction | None:
        """Return the win probability at the start of a turn, None where the fraction is long."""
        goal, least = self._table.goal, min(me, opponent)
        if 2 * goal - me - opponent > FARTHEST:
            return None
        for both in range(2 * goal - 2, me + opponent - 1, -1):
            for i in range(max(least, both - goal + 1), min(both - least, goal - 1) + 1):
                if (i, both - i) not in self._starts:
                    self._solve(i, both - i)
        return self._starts[me, opponent]

    def roll_and_hold(self, me: int, opponent: int, turn: int) -> tuple[Fraction | None, Fraction | None]:
        """Return what rolling and holding are worth, None where the fraction is long.

        Scores are below the goal. At a turn total of 0 the second value is that of handing over without a throw.
        """
        goal = self._table.goal
        score = me + (turn or self._bust_gain)
        handed = None if score >= goal else self.start(opponent, score)
        hold = Fraction(1) if score >= goal else None if handed is None else 1 - handed
        other = self.start(opponent, me)
        rolled = None if other is None else self._roll(self._lines(me, opponent), me, opponent, turn)
        if rolled is None or other is None:
            return None, hold
        constant, share = rolled
        return _short(constant + share * (1 - other)), hold

    def _solve(self, me: int, opponent: int) -> None:
        mine, theirs = self._lines(me, opponent)[0], self._lines(opponent, me)[0]
        solved: tuple[Fraction | None, Fraction | None] = (None, None)
        if mine is not None and theirs is not None:
            (a, p), (b, q) = mine, theirs
            # x = a + p (1 - y) and y = b + q (1 - x)
            x = (a + p * (1 - b - q)) / (1 - p * q)
            solved = _short(x), _short(b + q * (1 - x))
        self._starts[me, opponent], self._starts[opponent, me] = solved

    def _lines(self, me: int, opponent: int) -> list[Line | None]:
        """Return the value of each turn total by the table's choices."""
        left = self._table.goal - me
        lines: list[Line | None] = [None] * left
        for turn in range(left - 1, -1, -1):
            if self._table.rolls(me, opponent, turn):
                lines[turn] = self._roll(lines, me, opponent, turn)
            elif (held := self._handed(me + turn, opponent)) is not None:
                lines[turn] = held, Fraction(0)
        return lines

    def _roll(self, lines: list[Line | None], me: int, opponent: int, turn: int) -> Line | None:
        """Return what a throw is worth at a turn total, None where a fraction is long."""
        constant, share = Fraction(0), Fraction(0)
        for chance, gain in self._gains:
            after = lines[turn + gain] if turn + gain < len(lines) else (Fraction(1), Fraction(0))
            if after is None:
                return None
            constant, share = constant + chance * after[0], share + chance * after[1]
        if self._bust_gain == 0:
            share += self._bust
        elif (ended := self._handed(me + self._bust_gain, opponent)) is not None:
            constant += self._bust * ended
        else:
            return None
        return constant, share

    def _handed(self, score: int, opponent: int) -> Fraction | None:
        """Return the chance of a player who has just handed over with a score."""
        if score >= self._table.goal:
            return Fraction(1)
        start = self._starts.get((opponent, score))
        return None if start is None else 1 - start


def _short(number: Fraction) -> Fraction | None:
    return number if number.denominator <= LONGEST else None
