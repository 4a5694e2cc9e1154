"""Pictures of games: one kind is drawn, and a file is written whole or not at all."""

from pathlib import Path

import matplotlib as mpl
from matplotlib.figure import Figure

from solver.errors import OptionError, UnknownNameError
from solver.game import Pictures
from solver.plot.style import INCHES

SUFFIXES = (".png", ".svg")
DOTS_AN_INCH = 150


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
