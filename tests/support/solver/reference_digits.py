"""Judge a policy of Pig in forty digits: what it is worth, and whether any choice could be bettered."""

from collections.abc import Iterator
from decimal import Decimal, localcontext

from solver.race.race_table import RaceTable

DIGITS = 40


class PolicyCheck:
    """The worth of every turn's start when both players follow a table's policy with a die of given weights."""

    def __init__(self, table: RaceTable, weights: tuple[int, ...]) -> None:
        self.goal = table.goal
        self.rolls = table.rolls
        self.start: dict[tuple[int, int], Decimal] = {}
        with localcontext(prec=DIGITS):
            self.bust, *self.chances = (Decimal(weight) / sum(weights) for weight in weights)
            for both in range(2 * self.goal - 2, -1, -1):
                for i in range(max(0, both - self.goal + 1), both // 2 + 1):
                    self._judge_pair(i, both - i)

    def gaps(self) -> Iterator[tuple[tuple[int, int, int], Decimal]]:
        """Yield each state with what rolling is worth more than holding there."""
        for i in range(self.goal):
            for j in range(self.goal):
                with localcontext(prec=DIGITS):
                    gaps = self._gaps(i, j)
                for k, gap in enumerate(gaps):
                    yield (i, j, k), gap

    def _judge_pair(self, i: int, j: int) -> None:
        (a, p), (b, q) = self._line(i, j), self._line(j, i)
        self.start[i, j] = (a + p * (1 - b - q)) / (1 - p * q)
        self.start[j, i] = (b + q * (1 - a - p)) / (1 - p * q)

    def _line(self, i: int, j: int) -> tuple[Decimal, Decimal]:
        """Return a and p so that the turn is worth a + p (1 - the opponent's next turn)."""
        value, slope = self._after_goal(Decimal(1)), self._after_goal(Decimal(0))
        for k in range(self.goal - i - 1, -1, -1):
            if self.rolls(i, j, k):
                value.append(self._throw(value))
                slope.append(self.bust + self._throw(slope))
            else:
                value.append(1 - self.start[j, i + k])
                slope.append(Decimal(0))
        return value[-1], slope[-1]

    def _gaps(self, i: int, j: int) -> list[Decimal]:
        value, gaps = self._after_goal(Decimal(1)), []
        for k in range(self.goal - i - 1, -1, -1):
            roll = self.bust * (1 - self.start[j, i]) + self._throw(value)
            hold = 1 - self.start[j, i + k]
            gaps.append(roll - hold)
            value.append(roll if self.rolls(i, j, k) else hold)
        return gaps[::-1]

    def _after_goal(self, worth: Decimal) -> list[Decimal]:
        return [worth] * (len(self.chances) + 1)

    def _throw(self, behind: list[Decimal]) -> Decimal:
        """Return the mean over faces 2, 3, …, of values listed from high turn totals to low."""
        return sum((chance * behind[-face] for face, chance in enumerate(self.chances, start=2)), Decimal(0))
