"""Data for the pictures of a score-sheet game: values of first throws, when boxes are filled, final scores."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from solver.sheet.exact.sheet_table import SheetTable
from solver.sheet.exact.turn import solve_committed, solve_turn
from solver.sheet.game.card import Card
from solver.sheet.game.sheet import Sheet
from solver.sheet.policy.evaluate import PolicyEvaluation

Floats = NDArray[np.float64]

# What differs by rounding alone is worth the same.
DIGITS = 9


@dataclass(frozen=True, slots=True, eq=False)
class FirstThrows:
    """Those first throws of a game after which the same is done: what is `kept`, or the box that is chosen early.

    Keeps that are worth the same stand together. `worth` are the points that the game is then worth, rising, and
    `chances` how likely a throw comes to each of them.
    """

    kept: str
    worth: Floats
    chances: Floats

    @property
    def mean(self) -> float:
        """The points that the game is worth after such a throw, on average."""
        return float(self.worth @ self.chances / self.chances.sum())


@dataclass(frozen=True, slots=True, eq=False)
class SheetViews:
    """A score-sheet game to draw: its table, the names of its strategies, and a function that evaluates one."""

    table: SheetTable
    strategies: tuple[str, ...]
    evaluate: Callable[[str], PolicyEvaluation]
    goal: None = None

    @property
    def sheet(self) -> Sheet:
        """The sheet that is played on."""
        return self.table.sheet

    def first_throws(self) -> tuple[FirstThrows, ...]:
        """Return all first throws by what is done best after them, those that are worth most first."""
        sheet, dice = self.sheet, self.table.lattice
        ends = self.table.ends(Card.blank(sheet))
        if sheet.commit:
            committed = solve_committed(dice, ends, sheet.throws)
            worth, done = committed.of_roll, [sheet.names[box] for box in committed.best_boxes()]
        else:
            turn = solve_turn(dice, ends, sheet.throws)
            keeps = turn.best_keeps(sheet.throws - 1)
            worth = turn.of_roll[-1]
            done = _together([_faces(dice.keeps[keep], dice.sides) for keep in keeps], worth)
        found = []
        for kept in dict.fromkeys(done):
            rolls = np.flatnonzero([one == kept for one in done])
            values, place = np.unique(worth[rolls].round(DIGITS), return_inverse=True)
            chances = np.zeros(len(values))
            np.add.at(chances, place, dice.roll_chances[rolls])
            found.append(FirstThrows(kept, values, chances))
        possible = [throws for throws in found if throws.chances.sum() > 0]
        return tuple(sorted(possible, key=lambda throws: -throws.mean))


def filled_by_turn(evaluation: PolicyEvaluation) -> Floats:
    """Return the chance that each turn [turns, boxes] fills each box."""
    return np.add.reduceat(evaluation.written, evaluation.plan.first[:-1], axis=1)


def _faces(dice: tuple[int, ...], sides: int) -> str:
    return ("" if sides < 10 else " ").join(map(str, dice)) or "nothing"


def _together(kept: list[str], worth: Floats) -> list[str]:
    """Return names of keeps, one for those that are worth the same."""
    alike: dict[float, list[str]] = {}
    for one, value in zip(kept, worth.round(DIGITS).tolist(), strict=True):
        if one not in alike.setdefault(value, []):
            alike[value].append(one)
    names = {
        one: ", ".join(some) if len(some) < 3 else f"{some[0]} … {some[-1]}" for some in alike.values() for one in some
    }
    return [names[one] for one in kept]
