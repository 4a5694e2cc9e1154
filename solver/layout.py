"""How to show a policy: its numbers by scores, with axes and legend, printed as a table or drawn as a picture.

Each family describes what it shows in these terms. `solver.plot.pictures` draws it.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Mask: TypeAlias = NDArray[np.bool_]
Floats: TypeAlias = NDArray[np.float64]

SCORES = "own score", "opponent's score"
RACES = "throws on until the goal is reached"
"""The legend of hatched places in a map of turn totals at which to hold."""
TENTHS = tuple(n / 10 for n in range(1, 10))
SELDOM = 1e-4
STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500)
"""A table in text has every nth row and column, for one of these n."""


@dataclass(frozen=True, slots=True, eq=False)
class Panel:
    """Numbers at [row, column], masked where there is none, with a label for each row and each column.

    Drawn as a map if the columns are numbers, and as a line for each column if they are words. In print, a number with
    a mark in `marks` has a *.
    """

    numbers: Floats
    rows: Sequence[int | str]
    columns: Sequence[int | str]
    title: str = ""
    marks: Mask | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Layout:
    """Panels that show a policy in one `unit` and scale. `axes` say what rows and columns are.

    In a picture, `title` stands above, `hidden` is the legend of masked places, which are hatched, and lines show where
    a map has the numbers of `levels`. In print, the head begins with `corner`, columns are `wide` letters wide, `label`
    aligns the row labels, and `forms` write the numbers of their columns, in turn; `caption` follows the panels'
    titles, and `key` stands below. Equal rows share a line if `merged`.
    """

    title: str
    unit: str
    panels: tuple[Panel, ...]
    axes: tuple[str, str] = SCORES
    hidden: str = RACES
    levels: Sequence[float] = ()
    logarithmic: bool = False
    corner: str = "i/j"
    wide: int = 5
    label: str = ""
    forms: tuple[str, ...] = ("{:.0f}",)
    caption: str = ""
    key: str = ""
    merged: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Body:
    """States at [own score, opponent's score, turn total], drawn as a body in space."""

    title: str
    states: Mask


View: TypeAlias = Layout | Body


@dataclass(frozen=True, slots=True)
class Views:
    """The pictures of a game by their kind; each is made when it is needed.

    `goal` is the game's goal in points, None if it has none.
    """

    kinds: Mapping[str, Callable[[], View]]
    goal: int | None = None


def mask(numbers: "NDArray[np.int64] | Floats", hidden: Mask) -> Floats:
    """Return numbers with the `hidden` ones masked."""
    return np.ma.masked_where(hidden, numbers.astype(np.float64))


def title(game: str) -> str:
    """Return a game's name as a title."""
    return game.replace("-", " ").title()


def score_lines(title: str, unit: str, scores: Sequence[int], chances: Mapping[str, Floats]) -> Layout:
    """Return how likely each score is by each strategy, in percent, with each strategy's mean and standard deviation.

    Scores at the ends that are rare by every strategy are left out.
    """
    found, points = np.array([*chances.values()]), np.array(scores)
    means = found @ points
    spreads = np.sqrt(found @ points**2 - means**2)
    names = [f"{name}: {mean:.1f} ± {sd:.1f}" for name, mean, sd in zip(chances, means, spreads, strict=True)]
    often = np.flatnonzero(found.max(axis=0) > SELDOM)
    shown = slice(often[0], often[-1] + 1)
    return Layout(title, unit, (Panel(100 * found.T[shown], scores[shown], names),), axes=("score", ""))


def print_layout(layout: Layout, width: int | None = None, more: str = "") -> Iterator[str]:
    """Yield the lines of a layout's tables and what stands below them.

    Lines have at most `width` columns. If labels do not fit, a line says so, and says what shows `more`.
    """
    for panel in layout.panels:
        if panel.title:
            yield panel.title + layout.caption
        step = _step(panel, layout.wide, width)
        yield from _table(panel, layout, step)
        if step > 1:
            what = "Scores" if panel.rows == panel.columns else "Columns"
            yield f"{what} in steps of {step}, for which there is room here{more}."
    if layout.key:
        yield layout.key


def _step(panel: Panel, wide: int, width: int | None) -> int:
    number = len(panel.columns)
    if width is None or isinstance(panel.columns[0], str):
        return 1
    return next((step for step in STEPS if wide * (1 + -(-number // step)) <= width), number)


def _table(panel: Panel, layout: Layout, step: int) -> Iterator[str]:
    pad = "" if panel.marks is None else " "
    columns = range(0, len(panel.columns), step)
    # A table by two scores leaves out the same ones of both.
    rows = range(0, len(panel.rows), step if panel.rows == panel.columns else 1)
    hidden = np.ma.getmaskarray(panel.numbers)

    def cell(row: int, column: int) -> str:
        if hidden[row, column]:
            return f"-{pad}"
        form = layout.forms[column % len(layout.forms)]
        mark = "*" if panel.marks is not None and panel.marks[row, column] else pad
        return form.format(panel.numbers[row, column]) + mark

    shown = [(str(panel.rows[row]), [cell(row, column) for column in columns]) for row in rows]
    wide = layout.wide
    if layout.merged:
        runs = [([label for label, _ in run], cells) for cells, run in groupby(shown, key=lambda row: row[1])]
        shown = [(f"{run[0]}-{run[-1]}" if len(run) > 1 else run[0], cells) for run, cells in runs]
        wide = max(wide, *(1 + len(label) for label, _ in shown))
    head = [f"{panel.columns[column]}{pad}" for column in columns]
    for label, cells in [(layout.corner, head), *shown]:
        yield (f"{label:{layout.label or f'>{wide}'}}" + "".join(f"{one:>{wide}}" for one in cells)).rstrip()
