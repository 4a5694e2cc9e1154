"""The style of all pictures: their size, colours that everybody can distinguish, also in print, maps and lines.

One kind of picture is drawn, and a file is written whole or not at all.
"""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.cm import ScalarMappable
from matplotlib.colorbar import Colorbar
from matplotlib.colors import Normalize
from matplotlib.figure import Figure
from matplotlib.patches import Patch
from matplotlib.ticker import MaxNLocator
from numpy.typing import NDArray

from solver.errors import OptionError, UnknownNameError

SUFFIXES = (".png", ".svg")
DOTS_AN_INCH = 150

Extent: TypeAlias = tuple[float, float, float, float]
Pictures: TypeAlias = Mapping[str, Callable[[Figure], None]]
"""What draws into a figure, by the kind of picture."""

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
GRID = 0.3
SCORES = ("own score", "opponent's score")


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
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_locator(MaxNLocator(TICKS, integer=True))
    return picture


def contours(
    axes: Axes, numbers: NDArray[np.float64], scale: Normalize, levels: Sequence[float], extent: Extent | None = None
) -> None:
    """Draw lines of equal numbers over a map of them, white where it is dark and black where it is bright.

    Nothing is drawn over a map of a single row or column.
    """
    rows, columns = numbers.shape
    if not levels or min(rows, columns) < 2:
        return
    left, _, bottom, _ = extent or (-0.5, 0.0, -0.5, 0.0)
    x, y = np.arange(columns) + left + 0.5, np.arange(rows) + bottom + 0.5
    ink = ["white" if scale(level) < MIDDLE else "black" for level in levels]
    lines = axes.contour(x, y, numbers, levels=list(levels), colors=ink, linewidths=1)
    axes.clabel(lines, fmt="%g", fontsize=8)


def draw_maps(
    figure: Figure,
    maps: Mapping[str, NDArray[np.float64]],
    unit: str,
    *,
    labels: tuple[str, str] = SCORES,
    columns: int = 2,
    scale: Normalize | None = None,
    extent: Extent | None = None,
    levels: Sequence[float] = (),
    hidden: str = "",
) -> tuple[list[Axes], Colorbar]:
    """Colour maps of numbers at [y, x] by their titles in one scale, and return their axes and the key of their `unit`.

    `labels` are those of y and x; lines are drawn at the `levels`; `hidden` says below what is hatched.
    """
    alone = len(maps) == 1
    scale = scale or scale_of(*maps.values())
    every, grid = panels(figure, len(maps), columns)
    for axes, (heading, numbers) in zip(every, maps.items(), strict=True):
        picture = colour(axes, numbers, scale, extent)
        contours(axes, numbers, scale, levels, extent)
        axes.set_title(heading, fontsize=None if alone else 9)
        axes.set(xlabel=labels[1], ylabel=labels[0], aspect="equal" if labels is SCORES else "auto")
        axes.label_outer()
    # Whole numbers have whole ticks.
    whole = all((np.ma.compressed(numbers) % 1 == 0).all() for numbers in maps.values())
    bar = figure.colorbar(picture, ax=grid, label=unit, ticks=MaxNLocator(integer=True) if whole else None)
    if any(np.ma.getmaskarray(numbers).any() for numbers in maps.values()):
        hatched = Patch(facecolor="white", edgecolor="black", hatch=HATCH, label=hidden)
        figure.legend(handles=[hatched], loc="outside lower center", frameon=False)
    return every, bar


def panels(figure: Figure, count: int, columns: int) -> "tuple[list[Axes], NDArray[np.object_]]":
    """Return axes for some pictures beside and below each other, with the same limits, and the grid of all axes."""
    columns = min(columns, count)
    grid = np.array(figure.subplots(-(-count // columns), columns, sharex=True, sharey=True, squeeze=False))
    every: list[Axes] = list(grid.flat)
    for axes in every[count:]:
        axes.set_visible(False)
    return every[:count], grid


def draw_lines(axes: Axes, lines: Mapping[str, tuple[Any, Any]], size: int = 10, **look: Any) -> None:
    """Draw lines of x and y by what the legend says of them, each in a style of its own, over a grid."""
    for (label, (x, y)), (ink, dashes) in zip(lines.items(), LINES, strict=False):
        axes.plot(x, y, color=ink, linestyle=dashes, label=label, **look)
    axes.grid(alpha=GRID)
    axes.legend(fontsize=size)


def draw(pictures: Pictures, kind: str) -> Figure:
    """Draw one kind of the pictures of a game. Raises UnknownNameError for a kind that the game does not have."""
    if kind not in pictures:
        raise UnknownNameError.of("picture", kind, pictures)
    figure = Figure(figsize=INCHES, layout="constrained")
    pictures[kind](figure)
    return figure


def save(figure: Figure, path: Path) -> None:
    """Write a picture whole or not at all, in the format of the suffix (.png or .svg).

    Raises OptionError if the suffix is another one or the disk refuses.
    """
    if path.suffix not in SUFFIXES:
        raise OptionError(f"{path} has no suffix that can be drawn: end it with {' or '.join(SUFFIXES)}")
    beside = path.with_name(f".{path.name}.part{path.suffix}")
    try:
        with mpl.rc_context({"svg.hashsalt": "pipsqueak", "svg.fonttype": "path"}):
            metadata = {"Date": None} if path.suffix == ".svg" else {"Software": None}
            figure.savefig(beside, dpi=DOTS_AN_INCH, metadata=metadata)
        beside.replace(path)
    except OSError as refused:
        beside.unlink(missing_ok=True)
        raise OptionError(f"{path} cannot be written ({refused.strerror}): name another folder") from refused
