"""Win probabilities of races as fractions, where these are short: near the goal, or to a small goal.

Pairs of scores are solved as in `solver.race.exact`, by the choices of the solved table, in exact arithmetic.
"""

from fractions import Fraction
from typing import TypeAlias

from solver.errors import OptionError
from solver.race.race_table import RaceTable
from solver.race.rules import race_rules
from solver.throw_distribution import Effect

# Longer fractions are of no use to people, and take ever longer to compute with.
LONGEST = 10**9
# Where both players together lack more points than this, no fraction of Pig is as short: none is looked for.
FARTHEST = 60

Line: TypeAlias = tuple[Fraction, Fraction]
"""A value as a constant, and a multiple of the chance to win after a turn that was lost."""


class RaceFractions:
    """The values of a race in fractions. Raises OptionError for chances that are none, and where scores are ruined."""

    def __init__(self, table: RaceTable) -> None:
        if not all(isinstance(chance, Fraction) for chance in table.die):
            raise OptionError("fractions need chances that are fractions: give --die-counts, not --die")
        outcomes = race_rules(table.game).distribution(table.die).outcomes
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
