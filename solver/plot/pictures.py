"""Draws pictures of games: maps and lines by their layout, and bodies of states in space.

Everybody can tell the colours apart, also in print. A file is written completely or not at all.
"""

from collections.abc import Sequence
from itertools import cycle
from pathlib import Path

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.cm import ScalarMappable
from matplotlib.colors import LogNorm, Normalize, to_rgb
from matplotlib.figure import Figure
from matplotlib.patches import Patch
from matplotlib.ticker import MaxNLocator
from mpl_toolkits.mplot3d.art3d import Poly3DCollection

from solver.errors import OptionError
from solver.layout import SCORES, Body, Floats, Layout, Mask, Panel, View

SUFFIXES = (".png", ".svg")
DOTS_AN_INCH = 150
INCHES = (7.2, 5.8)

# From the palette of Okabe and Ito: distinguishable by colour-blind people, and by their lightness in print.
ROLL = "#0072B2"
BODY = "#56B4E9"
SCALE = "cividis"
"""A scale whose lightness rises evenly, for every kind of eye."""
LINES = (("black", "-"), (ROLL, "--"), ("#E69F00", "-."), (BODY, ":"), ("#009E73", "-"), ("#D55E00", "--"))
"""Kinds of lines, from the same palette."""
MIDDLE = 0.5
HATCH = "////"
FINE = 8
TICKS, FEW_TICKS = 6, 3
LIGHT = (-0.18, -0.45, 0.87)
# As large as the labels allow.
ZOOM = 1.08


def draw(view: View) -> Figure:
    """Draw a game's picture."""
    figure = Figure(figsize=INCHES, layout="constrained")
    if isinstance(view, Body):
        _draw_body(figure, view)
    elif isinstance(view.panels[0].columns[0], str):
        _draw_lines(figure, view)
    else:
        _draw_maps(figure, view)
    return figure


def save(figure: Figure, path: Path) -> None:
    """Write a picture completely or not at all, in the format of the suffix (.png or .svg).

    Raises OptionError for another suffix, or if the file cannot be written.
    """
    if path.suffix not in SUFFIXES:
        raise OptionError(f"{path} does not end with the suffix of a picture: end it with {' or '.join(SUFFIXES)}")
    beside = path.with_name(f".{path.name}.part{path.suffix}")
    try:
        with mpl.rc_context({"svg.hashsalt": "pipsqueak", "svg.fonttype": "path"}):
            metadata = {"Date": None} if path.suffix == ".svg" else {"Software": None}
            figure.savefig(beside, dpi=DOTS_AN_INCH, metadata=metadata)
        beside.replace(path)
    except OSError as refused:
        beside.unlink(missing_ok=True)
        raise OptionError(f"{path} cannot be written ({refused.strerror}): name another folder") from refused


def _draw_maps(figure: Figure, layout: Layout) -> None:
    """Draw the numbers of all panels in one colour scale, beside and below each other."""
    number = len(layout.panels)
    columns = min(number, 2 if number <= 4 else 3)
    grid = figure.subplots(-(-number // columns), columns, sharex=True, sharey=True, squeeze=False)
    shown = np.concatenate([np.ma.compressed(panel.numbers) for panel in layout.panels])
    scale = _scale_of(shown, logarithmic=layout.logarithmic)
    for axes in grid.flat[number:]:
        axes.set_visible(False)
    for axes, panel in zip(grid.flat, layout.panels, strict=False):
        picture = _draw_map(axes, panel, scale, layout.levels)
        axes.set_title(panel.title, fontsize=9)
        axes.set(xlabel=layout.axes[1], ylabel=layout.axes[0], aspect="equal" if layout.axes is SCORES else "auto")
        axes.label_outer()
        for axis in (axes.xaxis, axes.yaxis):
            axis.set_major_locator(MaxNLocator(TICKS if columns < 3 else FEW_TICKS, integer=True))
    if shown.size:
        # Whole numbers have whole ticks.
        whole = bool((shown % 1 == 0).all()) and not layout.logarithmic
        figure.colorbar(picture, ax=grid, label=layout.unit, ticks=MaxNLocator(integer=True) if whole else None)
    if any(np.ma.getmaskarray(panel.numbers).any() for panel in layout.panels):
        hatched = Patch(facecolor="white", edgecolor="black", hatch=HATCH, label=layout.hidden)
        figure.legend(handles=[hatched], loc="outside lower center", frameon=False)
    figure.suptitle(layout.title)


def _scale_of(shown: Floats, *, logarithmic: bool) -> Normalize:
    """Return one scale for all shown numbers; a single number is the top of a scale from 0."""
    if not shown.size:
        return Normalize(0.0, 1.0)
    least, most = float(shown.min()), float(shown.max())
    if logarithmic:
        return LogNorm(least, most)
    return Normalize(0.0 if least == most else least, max(most, 1e-9))


def _draw_map(axes: Axes, panel: Panel, scale: Normalize, levels: Sequence[float]) -> ScalarMappable:
    """Colour a panel, hatch masked places, and draw lines where the numbers are the `levels`."""
    (bottom, top), (left, right) = _ends(panel.rows), _ends(panel.columns)
    picture = axes.imshow(
        panel.numbers,
        origin="lower",
        cmap=SCALE,
        norm=scale,
        aspect="auto",
        interpolation="nearest",
        extent=(left, right, bottom, top),
    )
    rows, columns = panel.numbers.shape
    hidden = np.ma.getmaskarray(panel.numbers)
    if hidden.any():
        # Fine enough that lines between cells do not cut corners.
        cells = hidden.repeat(FINE, 0).repeat(FINE, 1)
        x, y = np.linspace(left, right, FINE * columns), np.linspace(bottom, top, FINE * rows)
        axes.contourf(x, y, cells, levels=[0.5, 1.5], colors="none", hatches=[HATCH])
    if levels and min(rows, columns) > 1:
        # White where the map is dark, and black where it is bright.
        ink = ["white" if scale(level) < MIDDLE else "black" for level in levels]
        lines = axes.contour(panel.columns, panel.rows, panel.numbers, levels=list(levels), colors=ink, linewidths=1)
        axes.clabel(lines, fmt="%g", fontsize=8)
    return picture


def _ends(labels: Sequence[int | str]) -> tuple[float, float]:
    """Return where a map of cells in the same distance begins and ends, half a cell beyond the first and the last."""
    first, last = float(labels[0]), float(labels[-1])
    half = (last - first) / (len(labels) - 1) / 2 if len(labels) > 1 else 0.5
    return first - half, last + half


def _draw_lines(figure: Figure, layout: Layout) -> None:
    """Draw a line for each column, each in a style of its own, over the rows."""
    axes = figure.add_subplot()
    (panel,) = layout.panels
    shown = np.ma.compressed(panel.numbers)
    steps = "steps-mid" if (shown % 1 == 0).all() else "default"
    for label, numbers, (ink, dashes) in zip(panel.columns, panel.numbers.T, cycle(LINES), strict=False):
        axes.plot(panel.rows, numbers, color=ink, linestyle=dashes, label=label, drawstyle=steps)
    axes.set(xlabel=layout.axes[0], ylabel=layout.unit, title=layout.title, ylim=(0, None))
    axes.grid(alpha=0.3)
    if len(panel.columns) > 1:
        axes.legend()


def _draw_body(figure: Figure, body: Body) -> None:
    """Draw states in space as in Neller and Presser, "Optimal Play of the Dice Game Pig", 2004."""
    axes = figure.add_subplot(projection="3d")
    quads, normals = faces(body.states)
    shade = 0.55 + 0.45 * normals @ np.array(LIGHT)
    colours = shade[:, None] * np.array(to_rgb(BODY))
    axes.add_collection3d(Poly3DCollection(quads, facecolors=colours, linewidths=0, antialiaseds=False))
    span = (0, len(body.states))
    axes.set(xlim=span, ylim=span, zlim=(0, max(1.0, quads[..., 2].max(initial=0))))
    axes.set(xlabel="own score", ylabel="opponent's score", zlabel="turn total")
    axes.zaxis.set_rotate_label(False)
    axes.zaxis.label.set_rotation(90)
    axes.view_init(elev=24, azim=-125)
    axes.set_box_aspect(None, zoom=ZOOM)
    figure.suptitle(body.title)


def faces(solid: Mask) -> tuple[Floats, Floats]:
    """Return the squares on the surface of a body of cells: corners (n, 4, 3) and unit normals (n, 3).

    Cell (i, j, k) extends from i to i + 1, j to j + 1 and k to k + 1.
    """
    padded = np.pad(solid, 1)
    quads, normals = [], []
    for axis in range(3):
        for side in (0, 1):
            there = np.roll(padded, -1 if side else 1, axis)
            cells = np.argwhere(padded & ~there) - 1.0
            corners = np.zeros((4, 3))
            across, up = (axis + 1) % 3, (axis + 2) % 3
            corners[:, axis] = side
            corners[:, across] = (0, 1, 1, 0)
            corners[:, up] = (0, 0, 1, 1)
            quads.append(cells[:, None] + corners)
            normal = np.zeros(3)
            normal[axis] = 1 if side else -1
            normals.append(np.broadcast_to(normal, (len(cells), 3)))
    return np.concatenate(quads), np.concatenate(normals)
