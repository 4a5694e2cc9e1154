"""Throws of several dice of which only the number that show something was counted, such as Weldon's fives and sixes."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.stats import binom, chi2

from robot.errors import UsageError
from robot.fairness.checks import Check, Suspicion
from robot.fairness.reading_law import Floats
from robot.fairness.summary import DieSummary, summarise_counts

LEAST = 5.0
"""Throws that a class of Pearson's chi-square expects; smaller ones at the ends are put together."""


@dataclass(frozen=True, slots=True)
class SuccessSummary:
    """What such throws say.

    `die` is the summary of all dice alike: its first face is that a die does not show what was asked, its second one
    that it does. `pearson` compares the table with the binomial law of the expected chance.
    """

    dice: int
    throws: int
    die: DieSummary
    pearson: Check

    def to_json(self) -> dict[str, Any]:
        """Return the summary as `fairness report --json` prints it."""
        pearson = {"statistic": self.pearson.statistic, "freedom": self.pearson.freedom, "p": self.pearson.p}
        return {"dice_of_a_throw": self.dice, "throws_of_all": self.throws, "pearson": pearson, **self.die.to_json()}


def summarise_successes(table: Sequence[int], chance: float, level: float) -> SuccessSummary:
    """Return what `table`, how many throws showed 0, 1, 2 … of their dice with what was asked, says against `chance`.

    That dice of a throw are alike and independent is asked of the table by its own chance. Raises UsageError.
    """
    throws = np.array(table, dtype=np.float64)
    if not 3 <= len(table) <= 101 or throws.min() < 0 or not throws.sum():
        raise UsageError("give how many throws showed 0, 1, 2 and so on of their dice: 3 to 101 whole numbers")
    if not 0 < chance < 1:
        raise UsageError("give the chance that a die shows it, such as --expected 1/3")
    dice = len(table) - 1
    shown = int((throws * np.arange(dice + 1)).sum())
    whole = dice * int(throws.sum())
    checks = []
    if 0 < shown < whole:
        alike = pearson(throws, shown / whole, known=False)
        checks = [alike] if alike.freedom > 0 else []
    die = summarise_counts([whole - shown, shown], 0, [1 - chance, chance], level, checks)
    return SuccessSummary(dice, int(throws.sum()), die, pearson(throws, chance, known=True))


def pearson(throws: Floats, chance: float, *, known: bool) -> Check:
    """Compare how many throws showed 0, 1, 2 … with the binomial law of a chance, `known` or that of these throws.

    Pearson, "On the Criterion that a Given System of Deviations from the Probable … Can Be Reasonably Supposed to Have
    Arisen from Random Sampling", Philosophical Magazine 50 (1900), with the degrees of freedom of Fisher, "Statistical
    Methods for Research Workers" (1925), who puts small classes together. With too few throws, p is 1.
    """
    dice = len(throws) - 1
    expected = throws.sum() * binom.pmf(np.arange(dice + 1), dice, chance)
    enough = np.flatnonzero((expected.cumsum() >= LEAST) & (expected[::-1].cumsum()[::-1] >= LEAST))
    if len(enough) < 2:
        return Check(Suspicion.TABLE, 0.0, 0, 1.0)
    starts = np.array([0, *enough[1:]])
    seen, foreseen = (np.add.reduceat(part, starts) for part in (throws, expected))
    statistic = float(((seen - foreseen) ** 2 / foreseen).sum())
    freedom = len(starts) - (1 if known else 2)
    return Check(Suspicion.TABLE, statistic, freedom, float(chi2.sf(statistic, freedom)) if freedom else 1.0)
