"""Pictures of games for two: what the policy does in every state, and what a turn is worth.

The body of the states that roll is seen as in Neller and Presser, "Optimal Play of the Dice Game Pig", 2004.
"""

from collections.abc import Sequence
from functools import partial

import numpy as np
from matplotlib.colors import ListedColormap, to_rgb
from matplotlib.figure import Figure
from mpl_toolkits.mplot3d.art3d import Poly3DCollection
from numpy.typing import NDArray

from solver.game import Pictures
from solver.plot.pictures import BODY, HOLD, RACES, REACHED, ROLL, TENTHS, draw_maps, panels, title
from solver.race.race_table import HogTable, RaceTable, TwoPlayerTable
from solver.race.views import Mask, hold_values, reachable

SECTIONS = (0, 20, 40, 60, 80, 95)
LIGHT = (-0.18, -0.45, 0.87)
# As large as the labels allow.
ZOOM = 1.08

Quads = NDArray[np.float64]


def race_pictures(table: RaceTable, opponents: Sequence[int] = ()) -> Pictures:
    """Return the pictures of a race, with sections at the scores of `opponents`, by default some from all over."""
    return {
        "surface": partial(_surface, table=table),
        "sections": partial(_sections, table=table, opponents=opponents),
        "hold": partial(_hold, table=table),
        "win": partial(_win, table=table),
        "reachable": partial(_reachable, table=table),
    }


def hog_pictures(table: HogTable) -> Pictures:
    """Return the pictures of Hog."""
    return {"dice": partial(_dice, table=table), "win": partial(_win, table=table)}


def faces(solid: Mask) -> tuple[Quads, Quads]:
    """Return the squares between the cells of a body and what is outside: corners (n, 4, 3) and unit normals (n, 3).

    Cell (i, j, k) reaches from i to i + 1 and so on.
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


def _surface(figure: Figure, table: RaceTable) -> None:
    _body(figure, table, table.roll_mask(), BODY, "the body is where the player throws")


def _reachable(figure: Figure, table: RaceTable) -> None:
    mask = reachable(table) & table.roll_mask()
    _body(figure, table, mask, REACHED, "the states that the player can come to and throws in")


def _body(figure: Figure, table: RaceTable, mask: Mask, colour: str, what: str) -> None:
    axes = figure.add_subplot(projection="3d")
    quads, normals = faces(mask)
    shade = 0.55 + 0.45 * normals @ np.array(LIGHT)
    base = np.array(to_rgb(colour))
    body = Poly3DCollection(quads, facecolors=shade[:, None] * base, linewidths=0, antialiaseds=False)
    axes.add_collection3d(body)
    span = (0, table.goal)
    axes.set(xlim=span, ylim=span, zlim=(0, max(1.0, quads[..., 2].max(initial=0))))
    axes.set(xlabel="own score", ylabel="opponent's score", zlabel="turn total")
    axes.zaxis.set_rotate_label(False)
    axes.zaxis.label.set_rotation(90)
    axes.view_init(elev=24, azim=-125)
    axes.set_box_aspect(None, zoom=ZOOM)
    figure.suptitle(f"{_title(table)}: {what}")


def _sections(figure: Figure, table: RaceTable, opponents: Sequence[int]) -> None:
    chosen = opponents or tuple(score for score in SECTIONS if score < table.goal)
    mask = table.roll_mask()
    colours = ListedColormap([HOLD, ROLL])
    for axes, score in zip(panels(figure, len(chosen), 3)[0], chosen, strict=True):
        axes.imshow(mask[:, score, :].T, origin="lower", cmap=colours, vmin=0, vmax=1, aspect="auto")
        axes.plot([0, table.goal], [table.goal, 0], color="black", linewidth=0.8, linestyle="--")
        axes.set(xlim=(-0.5, table.goal - 0.5), ylim=(-0.5, table.goal - 0.5))
        axes.set_title(f"opponent at {score}", fontsize=9)
    figure.supxlabel("own score")
    figure.supylabel("turn total")
    figure.suptitle(f"{_title(table)}: dark, the player throws; on the broken line holding wins")


def _hold(figure: Figure, table: RaceTable) -> None:
    holds = hold_values(table)
    # Where each turn total below the goal rolls.
    races = holds >= table.goal - np.arange(table.goal)[:, None]
    shown = np.ma.masked_where(races, holds.astype(float))
    draw_maps(figure, {f"{_title(table)}: the turn total at which to hold": shown}, "turn total", hidden=RACES)


def _win(figure: Figure, table: TwoPlayerTable) -> None:
    maps = {f"{_title(table)}: chance to win at the start of a turn": table.turn_start}
    draw_maps(figure, maps, "chance to win", levels=TENTHS)


def _dice(figure: Figure, table: HogTable) -> None:
    counts = table.policy.reshape(table.goal, table.goal).astype(float)
    draw_maps(figure, {f"{_title(table)}: how many dice to throw": counts}, "dice")


def _title(table: TwoPlayerTable) -> str:
    return f"{title(table.game)} to {table.goal}"
