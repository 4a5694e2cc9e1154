"""Every picture of every game: which kinds there are, one of them drawn, and a file that is whole or not there."""

from collections.abc import Sequence
from pathlib import Path

import matplotlib as mpl
from matplotlib.figure import Figure

from solver.errors import PlotError, UnknownNameError
from solver.game import PositionTable
from solver.multiplayer.three import ThreeTable
from solver.multiplayer.views import MultiplayerTable
from solver.plot.multiplayer import multiplayer_pictures, three_pictures
from solver.plot.race import hog_pictures, race_pictures
from solver.plot.risk import risk_pictures
from solver.plot.sheet import sheet_pictures
from solver.plot.simultaneous import skunk_pictures, swine_herd_pictures
from solver.plot.single import single_pictures
from solver.plot.style import INCHES, Pictures
from solver.race.race_table import HogTable, RaceTable
from solver.risk.views import Battles
from solver.sheet.policy.views import SheetViews
from solver.simultaneous.views import SkunkTable, SwineHerdTable
from solver.single.exact import SinglePlayerTable

SUFFIXES = (".png", ".svg")
DOTS_AN_INCH = 150


def pictures_of(table: PositionTable, sections: Sequence[int] = ()) -> Pictures:
    """Return the pictures of a game by their kinds; `sections` are the scores that sections are drawn at.

    These are the opponent's, and for three the last player's. Raises PlotError for scores outside the game, or in a
    game without sections.
    """
    if isinstance(table, RaceTable | ThreeTable):
        for score in sections:
            if not 0 <= score < table.goal:
                raise PlotError(f"a section at a score of {score} lies outside the game: 0 to {table.goal - 1}")
        return race_pictures(table, sections) if isinstance(table, RaceTable) else three_pictures(table, sections)
    if sections:
        raise PlotError("this game has no sections at the scores of opponents: leave them out")
    if isinstance(table, HogTable):
        return hog_pictures(table)
    if isinstance(table, SinglePlayerTable):
        return single_pictures(table)
    if isinstance(table, MultiplayerTable):
        return multiplayer_pictures(table)
    if isinstance(table, SwineHerdTable):
        return swine_herd_pictures(table)
    if isinstance(table, SkunkTable):
        return skunk_pictures(table)
    if isinstance(table, Battles):
        return risk_pictures(table)
    if isinstance(table, SheetViews):
        return sheet_pictures(table)
    raise PlotError("this game is drawn by nobody yet: choose another one")


def draw(table: PositionTable, kind: str, sections: Sequence[int] = ()) -> Figure:
    """Draw one kind of picture, at `sections` as in `pictures_of`.

    Raises UnknownNameError for a kind that this game has not, PlotError for sections that it has not.
    """
    pictures = pictures_of(table, sections)
    if kind not in pictures:
        raise UnknownNameError.of("picture", kind, pictures)
    figure = Figure(figsize=INCHES, layout="constrained")
    pictures[kind](figure)
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
