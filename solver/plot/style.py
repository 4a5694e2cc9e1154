"""The style of all pictures: their size, colours that everybody can distinguish, also in print, and maps of numbers."""

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
from matplotlib.axes import Axes
from matplotlib.cm import ScalarMappable
from matplotlib.colors import Normalize
from matplotlib.figure import Figure
from matplotlib.patches import Patch
from matplotlib.ticker import MaxNLocator
from numpy.typing import NDArray

Extent: TypeAlias = tuple[float, float, float, float]

# From the palette of Okabe and Ito: distinguishable by colour-blind people, and by their lightness in print.
ROLL = "#0072B2"
BODY = "#56B4E9"
HOLD = "#F5EDDA"
REACHED = "#E69F00"
SCALE = "cividis"
"""A scale whose lightness rises evenly, for every kind of eye."""

INCHES = (7.2, 5.8)
# Lines also differ by their dashes.
LINES = (("black", "-"), (ROLL, "--"), (REACHED, "-."), (BODY, ":"))
LEARNERS = (
    ("black", "-", "o"),
    (ROLL, "--", "s"),
    (REACHED, "-.", "^"),
    (BODY, ":", "D"),
    ("#009E73", "-", "v"),
    ("#D55E00", "--", "x"),
    ("#CC79A7", "-.", "+"),
)
"""Seven kinds of lines, from the same palette, with marks besides."""
TENTHS = tuple(n / 10 for n in range(1, 10))
MIDDLE = 0.5
HATCH = "////"
FINE = 8
TICKS = 6


def title(game: str) -> str:
    """Return a game's name as a title."""
    return game.replace("-", " ").title()


def scale_of(*maps: NDArray[np.float64]) -> Normalize:
    """Return one scale for all numbers that are not masked in some maps; a single number is the top of one from 0."""
    shown = np.concatenate([np.ma.compressed(numbers) for numbers in maps])
    if not shown.size:
        return Normalize(0.0, 1.0)
    least, most = float(shown.min()), float(shown.max())
    return Normalize(0.0 if least == most else least, max(most, 1e-9))


def colour(axes: Axes, numbers: NDArray[np.float64], scale: Normalize, extent: Extent | None = None) -> ScalarMappable:
    """Colour numbers given at [y, x]; those that are masked are hatched. `extent` is left, right, bottom and top."""
    rows, columns = numbers.shape
    left, right, bottom, top = extent or (-0.5, columns - 0.5, -0.5, rows - 0.5)
    picture = axes.imshow(
        numbers,
        origin="lower",
        cmap=SCALE,
        norm=scale,
        aspect="auto",
        interpolation="nearest",
        extent=(left, right, bottom, top),
    )
    hidden = np.ma.getmaskarray(numbers)
    if hidden.any():
        # Fine enough that lines between cells do not cut corners.
        cells = hidden.repeat(FINE, 0).repeat(FINE, 1)
        x = np.linspace(left, right, FINE * columns)
        y = np.linspace(bottom, top, FINE * rows)
        axes.contourf(x, y, cells, levels=[0.5, 1.5], colors="none", hatches=[HATCH])
    axes.xaxis.set_major_locator(MaxNLocator(TICKS, integer=True))
    axes.yaxis.set_major_locator(MaxNLocator(TICKS, integer=True))
    return picture


def contours(
    axes: Axes, numbers: NDArray[np.float64], scale: Normalize, levels: Sequence[float], first: int = 0
) -> None:
    """Draw lines of equal numbers over a map of them, white where it is dark and black where it is bright.

    Rows are counted from `first`. Nothing is drawn over a map of a single row or column.
    """
    rows, columns = numbers.shape
    if min(rows, columns) < 2:
        return
    ink = ["white" if scale(level) < MIDDLE else "black" for level in levels]
    lines = axes.contour(
        np.arange(columns), np.arange(first, first + rows), numbers, levels=list(levels), colors=ink, linewidths=1
    )
    axes.clabel(lines, fmt="%g", fontsize=8)


def score_map(figure: Figure, numbers: NDArray[np.float64], scale: Normalize, heading: str, unit: str) -> Axes:
    """Colour numbers given at [own score, opponent's score]."""
    axes = figure.add_subplot()
    picture = colour(axes, numbers, scale)
    axes.set(xlabel="opponent's score", ylabel="own score", title=heading, aspect="equal")
    key(figure, picture, axes, unit)
    return axes


def key(figure: Figure, picture: ScalarMappable, beside: "Axes | NDArray[np.object_]", unit: str) -> None:
    """Draw the key of the colours beside a map or several; whole numbers have whole ticks."""
    numbers = picture.get_array()
    whole = numbers is not None and bool((np.ma.compressed(numbers) % 1 == 0).all())
    figure.colorbar(picture, ax=beside, label=unit, ticks=MaxNLocator(integer=True) if whole else None)


def explain(figure: Figure, numbers: NDArray[np.float64], hidden: str) -> None:
    """Explain below the picture what is hatched in a map, if anything is."""
    if not np.ma.getmaskarray(numbers).any():
        return
    hatched = Patch(facecolor="white", edgecolor="black", hatch=HATCH, label=hidden)
    figure.legend(handles=[hatched], loc="outside lower center", frameon=False)
