"""The charts of a report: black, blue and orange of Okabe and Ito, told apart by their shapes in print too."""

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from scipy.stats import beta

from robot.fairness.document import Rectangle
from robot.fairness.intervals import Extent
from robot.fairness.reading_law import FACES, Floats

DARK, BLUE, ORANGE = "#111111", "#0072B2", "#B35C00"
SMALL = 8.0


def within(box: Rectangle, left: float, bottom: float, width: float, height: float) -> Rectangle:
    """Return a part of a rectangle, given as shares of it."""
    return box[0] + left * box[2], box[1] + bottom * box[3], width * box[2], height * box[3]


def faces_chart(figure: Figure, box: Rectangle, found: Extent, worst: Extent | None, words: Sequence[str]) -> None:
    """Draw each face's interval.

    `words` are "face", "chance in %", "fair", "interval", "if all in doubt were one face", and the decimal mark.
    """
    face, chance, fair, interval, anywhere, mark = words
    axes = figure.add_axes(within(box, 0.08, 0.17, 0.9, 0.72))
    place = np.arange(1, FACES + 1)
    axes.axhline(100 / FACES, color=DARK, linestyle="--", linewidth=1, label=fair)
    if worst is not None:
        ends = 100 * np.stack([worst.low[0], worst.high[0]])
        axes.vlines(place + 0.14, *ends, color=ORANGE, linewidth=1.2, linestyle=":")
        axes.plot(place + 0.14, ends[0], "v", color=ORANGE, markersize=5)
        axes.plot(place + 0.14, ends[1], "^", color=ORANGE, markersize=5, label=anywhere)
    middle = 100 * found.likeliest[0]
    reach = np.abs(100 * np.stack([found.low[0], found.high[0]]) - middle)
    axes.errorbar(place, middle, reach, fmt="o", color=BLUE, capsize=5, linewidth=2, markersize=6, label=interval)
    axes.set_xlim(0.5, FACES + 0.5)
    axes.set_xlabel(face, fontsize=SMALL)
    _finish(axes, chance, mark)
    axes.legend(fontsize=SMALL - 0.5, loc="lower center", bbox_to_anchor=(0.5, 1), ncols=3, frameon=False)


def panels_chart(figure: Figure, box: Rectangle, counts: Floats, names: Sequence[str], words: Sequence[str]) -> None:
    """Draw the share of each face in groups of throws, `counts` of shape (groups, 7), each with a 95 % interval.

    The intervals are those of Clopper and Pearson, each alone. `words` are those of the groups, of a face and of the
    chance in percent, and the decimal mark.
    """
    group, face, chance, mark = words
    read = counts[:, :FACES].copy()
    total = read.sum(axis=1, keepdims=True)
    read[total[:, 0] == 0] = np.nan  # nothing was thrown there, so nothing is drawn
    total = np.maximum(total, 1)
    share, low, high = (
        100 * part
        for part in (
            read / total,
            np.where(read != 0, beta.ppf(0.025, read, total - read + 1), 0),
            np.where(read != total, beta.ppf(0.975, read + 1, total - read), 1),
        )
    )
    top = min(100.0, 1.05 * float(np.nanmax(high)))
    for number in range(FACES):
        row, column = divmod(number, 3)
        axes = figure.add_axes(within(box, 0.08 + 0.31 * column, 0.58 - 0.46 * row, 0.27, 0.33))
        axes.axhline(100 / FACES, color=DARK, linestyle="--", linewidth=0.8)
        reach = np.stack([share[:, number] - low[:, number], high[:, number] - share[:, number]])
        axes.errorbar(
            np.arange(1, len(read) + 1),
            share[:, number],
            np.maximum(reach, 0),
            fmt="o",
            color=BLUE,
            capsize=2,
            markersize=3,
        )
        axes.set_ylim(0, top)
        axes.set_title(f"{face} {number + 1}", fontsize=SMALL, pad=2)
        _finish(axes, chance if column == 0 else "", mark)
        axes.set_xticks(np.arange(1, len(read) + 1), names, fontsize=SMALL - 1)
        if row:
            axes.set_xlabel(group, fontsize=SMALL)


def _finish(axes: Axes, chance: str, mark: str) -> None:
    axes.set_ylabel(chance, fontsize=SMALL)
    axes.yaxis.set_major_formatter(lambda value, _: f"{value:g}".replace(".", mark))
    axes.tick_params(labelsize=SMALL)
    axes.grid(axis="y", color="#cccccc", linewidth=0.5)
    axes.spines[["top", "right"]].set_visible(False)
