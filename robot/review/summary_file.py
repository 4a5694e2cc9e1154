"""The image of a game's summary, as a file."""

from importlib import import_module
from pathlib import Path

from robot.language import Language
from robot.review.summary import GameSummary


def draw(after: GameSummary, language: Language, path: Path, *, narrow: bool = False, dark: bool = False) -> None:
    """Draw a game to keep, as .png or .svg, or `narrow` for a phone; `dark` on a dark ground.

    Raises:
        MissingPackageError, OptionError: it cannot be drawn, or not be written.

    """
    import_module("solver.plot")  # which says what to install
    from robot.review.summary_image import narrow_picture, picture
    from solver.plot.pictures import save

    save((narrow_picture if narrow else picture)(after, language, dark=dark), path)
