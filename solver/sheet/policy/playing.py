"""Play by values of any kind: exact ones where a sheet can be solved here, else prices; and many games of such play."""

import random
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from solver.decision import count_in_words
from solver.errors import OptionError
from solver.sheet.coach.decide import weigh
from solver.sheet.exact.card_values import SheetValues, card_values
from solver.sheet.exact.sheet_files import load_sheet
from solver.sheet.exact.size import is_solvable
from solver.sheet.exact.table import check_sides
from solver.sheet.game.rules import SheetState
from solver.sheet.game.sheet import Sheet
from solver.sheet.policy.prices import PricedValues
from solver.throw_distribution import Chance


def values_of(sheet: Sheet, die: tuple[Chance, ...] | None = None, cache: Path | None = None) -> SheetValues:
    """Return the best values of `sheet` with a die, fair if None, that this machine finds: exact ones, else prices.

    A table is looked for in the folder `cache`, and kept there. Raises DistributionError and what `load_sheet` raises.
    """
    die = check_sides(sheet, die)
    if not is_solvable(sheet):
        return PricedValues.of(sheet, die)
    return load_sheet(sheet, die, cache) if sheet.tabled else card_values(sheet, die)


@dataclass(frozen=True, slots=True)
class Simulation:
    """What a way of playing brought in many games: mean and standard deviation of the score, and the mean's error."""

    games: int
    mean: float
    sd: float
    games_per_second: float

    @classmethod
    def of(cls, points: Sequence[float] | NDArray[np.int64], seconds: float, **more: Any) -> Self:
        """Return what games brought that took so many seconds."""
        return cls(len(points), float(np.mean(points)), float(np.std(points, ddof=1)), len(points) / seconds, **more)

    @property
    def standard_error(self) -> float:
        """The standard deviation of the mean itself."""
        return self.sd / float(np.sqrt(self.games))

    def to_json(self) -> dict[str, Any]:
        """Return the numbers as the command line prints them."""
        return {
            "mean": self.mean,
            "sd": self.sd,
            "standard_error": self.standard_error,
            "games_per_second": self.games_per_second,
        }


@dataclass(frozen=True, slots=True)
class PlayedByValues(Simulation):
    """The same of play by values: where `exact`, best play brings `value` on average, else no play brings more."""

    value: float
    exact: bool

    def to_json(self) -> dict[str, Any]:
        """Return the same, and beside a bound what is lost at most."""
        known = {"value": self.value} if self.exact else {"bound": self.value, "loss_at_most": self.value - self.mean}
        return Simulation.to_json(self) | known


def check_games(games: int) -> None:
    """Raise OptionError for too few games to tell how sure their mean is."""
    if games < 2:
        raise OptionError(f"{count_in_words(games, 'game has', 'games have')} no standard error: play 2 or more")


def play_by_values(values: SheetValues, games: int, seed: int) -> PlayedByValues:
    """Play that many `games` for one player by `values`; the same seed gives the same dice.

    Raises OptionError for less than 2 games.
    """
    check_games(games)
    dice, faces = random.Random(seed), range(1, values.sheet.sides + 1)
    chances = [float(chance) for chance in values.die]
    start = SheetState.start(values.sheet)
    value = values.at(start.card) + start.card.total
    begun, points = time.perf_counter(), []
    for _ in range(games):
        state = start
        while not state.over:
            action = weigh(values, state).options[0][0]
            thrown = 0 if action.keep is None else values.sheet.dice - len(action.keep)
            state = state.apply(action, dice.choices(faces, chances, k=thrown))
        points.append(state.card.total)
    return PlayedByValues.of(points, time.perf_counter() - begun, value=value, exact=values.exact)
