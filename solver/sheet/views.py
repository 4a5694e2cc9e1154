"""What is shown of a score-sheet game: what its first throws are worth and what is kept of them, as text too."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from solver.decision import count_in_words
from solver.policy_words import Sentence
from solver.sheet.exact.table import SheetTable
from solver.sheet.exact.turn import first_boxes, solve_committed, solve_turn
from solver.sheet.game.card import Card
from solver.sheet.game.sheet import Sheet
from solver.text_table import grid, paragraph

if TYPE_CHECKING:
    from solver.sheet.policy.evaluate import PolicyEvaluation

Floats = NDArray[np.float64]
# What differs by rounding alone is worth the same.
DIGITS = 9
FEW = 3
"""Sentences speak of this many kinds of throws."""


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
    evaluate: "Callable[[str], PolicyEvaluation]"
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
            worth, boxes = first_boxes(solve_committed(dice, ends, sheet.throws))
            done = [sheet.names[box] for box in boxes]
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


def first_table(views: SheetViews, width: int | None = None) -> Iterator[str]:
    """Yield a table of all first throws by what is done best after them, the best first, and what it says in words."""
    every = views.first_throws()
    rows = [[one.kept, f"{100 * one.chances.sum():.2f} %", f"{one.mean:.2f}"] for one in every]
    wide = max(len(row[0]) for row in rows) + 2
    committed = views.sheet.commit
    yield f"The first throw of a game, by {'the box that is chosen' if committed else 'what is kept of it'}:"
    for line in grid(["chance", "points"], ([row[1], row[2]] for row in rows), 10):
        first = "box" if committed else "keep"
        place = rows.pop(0)[0] if not line.lstrip().startswith("chance") else first
        yield f"{place:<{wide}}{line}"
    yield "Points are those of the whole game, expected after such a throw."
    yield from paragraph((one.words for one in first_sentences(views)), width)


def first_sentences(views: SheetViews) -> Iterator[Sentence]:
    """Yield sentences about the first throws that come most often, the best and the worst."""
    every = views.first_throws()
    does = "you choose" if views.sheet.commit else "you keep"
    often = sorted(every, key=lambda one: -one.chances.sum())[:FEW]
    told = ", ".join(f"{one.kept} in {100 * one.chances.sum():.1f} %" for one in often)
    yield Sentence(
        f"After the first of {count_in_words(views.sheet.throws, 'throw', 'throws')} {does} most often {told}.", ()
    )
    yield Sentence(f"Before it a game is worth {views.table.value:.2f} points.", ())
    best, worst = every[0], every[-1]
    yield Sentence(f"The best is {best.kept}, with {best.mean:.2f}; the worst {worst.kept}, with {worst.mean:.2f}.", ())
