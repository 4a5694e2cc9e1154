"""Pictures of a policy: what it does in every state, in three dimensions and in sections, and what a turn is worth.

The body of the states that roll is seen as in Neller and Presser, "Optimal Play of the Dice Game Pig", 2004.
"""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from solver.errors import MissingMatplotlibError, PlotError, UnknownNameError
from solver.race.table import HogTable, RaceTable, Table
from solver.race.views import Mask, hold_values, reachable
from solver.solo.exact import SoloTable

try:
    import matplotlib as mpl
    from matplotlib.axes import Axes
    from matplotlib.colors import ListedColormap
    from matplotlib.figure import Figure
    from mpl_toolkits.mplot3d.art3d import Poly3DCollection
except ImportError as missing:
    raise MissingMatplotlibError("pictures need matplotlib: pip install 'pipsqueak[solve]'") from missing

# From the palette of Okabe and Ito: told apart by colour-blind people, and by their lightness in print.
ROLL = "#0072B2"
BODY = "#56B4E9"
HOLD = "#F5EDDA"
REACHED = "#E69F00"
SCALE = "cividis"
"""A scale whose lightness rises evenly, for every kind of eye."""

SECTIONS = (0, 20, 40, 60, 80, 95)
SUFFIXES = (".png", ".svg")
DOTS_AN_INCH = 150
LIGHT = (-0.18, -0.45, 0.87)

Quads = NDArray[np.float64]


Drawn = Table | SoloTable


def kinds_of(table: Drawn) -> tuple[str, ...]:
    """Return the kinds of pictures that there are of a game."""
    if isinstance(table, SoloTable):
        return tuple(SOLO_KINDS)
    return tuple(HOG_KINDS if isinstance(table, HogTable) else RACE_KINDS)


def draw(table: Drawn, kind: str, opponents: Sequence[int] = ()) -> Figure:
    """Draw one kind of picture; `opponents` are the opponent's scores of sections (by default some from all over).

    Raises UnknownNameError for a kind that this game has not, PlotError for scores outside the game.
    """
    if kind not in kinds_of(table):
        raise UnknownNameError.of("picture", kind, kinds_of(table))
    for score in opponents:
        if table.goal is not None and not 0 <= score < table.goal:
            raise PlotError(f"a section at an opponent's score of {score} lies outside the game: 0 to {table.goal - 1}")
    figure = Figure(figsize=(7.2, 5.8), layout="constrained")
    if isinstance(table, SoloTable):
        SOLO_KINDS[kind](figure, table)
    elif isinstance(table, HogTable):
        HOG_KINDS[kind](figure, table)
    elif isinstance(table, RaceTable):
        RACE_KINDS[kind](figure, table, tuple(opponents))
    return figure


def save(figure: Figure, path: Path) -> None:
    """Write a picture whole or not at all, in the format of the suffix (.png or .svg).

    Raises PlotError if the suffix is another one or the disk refuses.
    """
    if path.suffix not in SUFFIXES:
        raise PlotError(f"{path} has no suffix that can be drawn: end it with {' or '.join(SUFFIXES)}")
    beside = path.with_name(f".{path.name}.part{path.suffix}")
    try:
        with mpl.rc_context({"svg.hashsalt": "pipsqueak", "svg.fonttype": "path"}):
            metadata = {"Date": None} if path.suffix == ".svg" else {"Software": None}
            figure.savefig(beside, dpi=DOTS_AN_INCH, metadata=metadata)
        beside.replace(path)
    except OSError as refused:
        beside.unlink(missing_ok=True)
        raise PlotError(f"{path} cannot be written ({refused.strerror}): name another folder") from refused


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


def _surface(figure: Figure, table: RaceTable, _: tuple[int, ...]) -> None:
    _body(figure, table, table.roll_mask(), BODY, "the body is where the player rolls")


def _reachable(figure: Figure, table: RaceTable, _: tuple[int, ...]) -> None:
    mask = reachable(table) & table.roll_mask()
    _body(figure, table, mask, REACHED, "the states that the player can come to and rolls in")


def _body(figure: Figure, table: RaceTable, mask: Mask, colour: str, what: str) -> None:
    axes = figure.add_subplot(projection="3d")
    quads, normals = faces(mask)
    shade = 0.55 + 0.45 * normals @ np.array(LIGHT)
    base = np.array(mpl.colors.to_rgb(colour))
    body = Poly3DCollection(quads, facecolors=shade[:, None] * base, linewidths=0, antialiaseds=False)
    axes.add_collection3d(body)
    span = (0, table.goal)
    axes.set(xlim=span, ylim=span, zlim=(0, max(1.0, quads[..., 2].max(initial=0))))
    axes.set(xlabel="own score", ylabel="opponent's score", zlabel="turn total")
    axes.view_init(elev=24, azim=-125)
    figure.suptitle(f"{_title(table)}: {what}")


def _sections(figure: Figure, table: RaceTable, opponents: tuple[int, ...]) -> None:
    chosen = opponents or tuple(score for score in SECTIONS if score < table.goal)
    mask = table.roll_mask()
    colours = ListedColormap([HOLD, ROLL])
    columns = min(3, len(chosen))
    rows = -(-len(chosen) // columns)
    grid = figure.subplots(rows, columns, sharex=True, sharey=True, squeeze=False)
    for axes, score in zip(grid.flat, chosen, strict=False):
        axes.imshow(mask[:, score, :].T, origin="lower", cmap=colours, vmin=0, vmax=1, aspect="auto")
        axes.plot([0, table.goal], [table.goal, 0], color="black", linewidth=0.8, linestyle="--")
        axes.set(xlim=(-0.5, table.goal - 0.5), ylim=(-0.5, table.goal - 0.5))
        axes.set_title(f"opponent at {score}", fontsize=9)
    for axes in grid.flat[len(chosen) :]:
        axes.set_visible(False)
    figure.supxlabel("own score")
    figure.supylabel("turn total")
    figure.suptitle(f"{_title(table)}: dark, the player rolls; on the broken line holding wins")


def _hold(figure: Figure, table: RaceTable, _: tuple[int, ...]) -> None:
    _map(figure, hold_values(table).astype(float), f"{_title(table)}: the turn total at which to hold", "turn total")


def _win(figure: Figure, table: Table, _: tuple[int, ...] = ()) -> None:
    axes = _map(figure, table.turn_start, f"{_title(table)}: chance to win at the start of a turn", "chance to win")
    scores = np.arange(table.goal)
    lines = axes.contour(
        scores, scores, table.turn_start, levels=np.arange(0.05, 1.0, 0.1), colors="white", linewidths=1
    )
    axes.clabel(lines, fmt="%.2f", fontsize=8)


def _dice(figure: Figure, table: HogTable) -> None:
    counts = table.policy.reshape(table.goal, table.goal).astype(float)
    _map(figure, counts, f"{_title(table)}: how many dice to throw", "dice")


def _solo_hold(figure: Figure, table: SoloTable) -> None:
    rolls = table.rolls if table.turns is None else table.rolls[1:]
    holds = np.where(rolls.all(axis=2), rolls.shape[2], np.argmin(rolls, axis=2)).astype(float)
    _by_turns(figure, table, holds, "the turn total at which to hold", "turn total")


def _solo_value(figure: Figure, table: SoloTable) -> None:
    values = -table.start if table.turns is None else table.start[1:]
    _by_turns(figure, table, values, "what the start of a turn is worth", "worth")


def _by_turns(figure: Figure, table: SoloTable, values: NDArray[np.float64], what: str, unit: str) -> None:
    """Draw values given at [turns left, score], from 1 turn up; a curve where turns are not limited."""
    axes = figure.add_subplot()
    shown = values[:, : table.goal] if table.goal is not None else values
    axes.set(xlabel="own score", title=f"{table.game.replace('-', ' ').title()}: {what}")
    if table.turns is None:
        axes.plot(shown[0], color=ROLL)
        axes.set_ylabel(unit)
        axes.grid(alpha=0.3)
        return
    extent = (-0.5, shown.shape[1] - 0.5, 0.5, len(shown) + 0.5)
    picture = axes.imshow(shown, origin="lower", cmap=SCALE, aspect="auto", interpolation="nearest", extent=extent)
    axes.set_ylabel("turns left")
    figure.colorbar(picture, ax=axes, label=unit)


def _map(figure: Figure, values: NDArray[np.float64], title: str, unit: str) -> Axes:
    """Colour values given at [own score, opponent's score]."""
    axes = figure.add_subplot()
    picture = axes.imshow(values, origin="lower", cmap=SCALE, aspect="equal", interpolation="nearest")
    axes.set(xlabel="opponent's score", ylabel="own score", title=title)
    figure.colorbar(picture, ax=axes, label=unit)
    return axes


def _title(table: Table) -> str:
    return f"{table.game.replace('-', ' ').title()} to {table.goal}"


RACE_KINDS: Mapping[str, Callable[[Figure, RaceTable, tuple[int, ...]], None]] = {
    "surface": _surface,
    "sections": _sections,
    "hold": _hold,
    "win": _win,
    "reachable": _reachable,
}
SOLO_KINDS: Mapping[str, Callable[[Figure, SoloTable], None]] = {"hold": _solo_hold, "value": _solo_value}
HOG_KINDS: Mapping[str, Callable[[Figure, HogTable], None]] = {"dice": _dice, "win": _win}
