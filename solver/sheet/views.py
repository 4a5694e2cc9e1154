"""What is shown of a score-sheet game: what its first throws are worth and what is kept of them."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from solver.layout import Layout, Panel, title
from solver.sheet.exact.table import SheetTable
from solver.sheet.exact.turn import first_boxes, solve_committed, solve_turn
from solver.sheet.game.card import Card
from solver.sheet.game.sheet import Sheet

Floats = NDArray[np.float64]
# What differs by rounding alone is worth the same.
DIGITS = 9


@dataclass(frozen=True, slots=True)
class FirstThrows:
    """Those first throws of a game after which the same is done: what is `kept`, or the box that is chosen early.

    Keeps that are worth the same stand together. `mean` are the points that the game is then worth on average, and
    `chance` how likely such a throw is.
    """

    kept: str
    mean: float
    chance: float


def first_throws(table: SheetTable) -> tuple[FirstThrows, ...]:
    """Return all first throws by what is done best after them, those that are worth most first."""
    sheet, dice = table.sheet, table.lattice
    ends = table.ends(Card.blank(sheet))
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
        chances = dice.roll_chances[rolls]
        if chance := float(chances.sum()):
            found.append(FirstThrows(kept, float(worth[rolls] @ chances) / chance, chance))
    return tuple(sorted(found, key=lambda throws: -throws.mean))


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


def first_layout(table: SheetTable) -> Layout:
    """Return how likely all first throws are and what they are worth, by what is done best after them."""
    every = first_throws(table)
    done, corner = ("the box that is chosen", "box") if table.sheet.commit else ("what is kept of it", "keep")
    return Layout(
        sheet_title(table.sheet),
        "points",
        (
            Panel(
                np.array([[100 * throws.chance, throws.mean] for throws in every]),
                [throws.kept for throws in every],
                ("chance", "points"),
                f"The first throw of a game, by {done}:",
            ),
        ),
        corner=corner,
        label=f"<{max(len(throws.kept) for throws in every) + 2}",
        wide=10,
        forms=("{:.2f} %", "{:.2f}"),
        key="Points are those of the whole game, expected after such a throw.",
    )


def sheet_title(sheet: Sheet) -> str:
    """Return a sheet's name as a title, with its rule where there are several."""
    return title(sheet.name) + ("" if sheet.rule == "plain" else f", {sheet.rule} rule")
