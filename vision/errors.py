"""The errors of vision. Each message is one line that says what to do."""

from pathlib import Path


class VisionError(ValueError):
    """Base class of all errors that vision raises on purpose."""

    message_key = ""
    """The key of the message that says the same in other languages, "" where there is none."""

    def __init__(self, what: str, *, key: str = "") -> None:
        super().__init__(what)
        self.message_key = key or self.message_key


class PictureError(VisionError):
    """A file does not hold a picture that can be read."""


class MissingPictureError(PictureError, FileNotFoundError):
    """There is no such file."""


class CalibrationError(VisionError):
    """A calibration is impossible from these pictures."""

    message_key = "fault-calibration"


class CalibrationFileError(CalibrationError):
    """A calibration file cannot be used."""


class BoardNotSeenError(CalibrationError):
    """A picture does not show the board or the plate; its key is BLURRED where it is too blurred to measure in."""

    message_key = "fault-board-not-seen"


BLURRED, TOO_LARGE = "fault-blurred", "fault-picture-large"
"""The keys of errors that have no class of their own but are handled separately."""


def printable_path(path: str | Path) -> str:
    """Return a path unchanged, or in ASCII with escapes if it holds characters that are not printable."""
    words = str(path)
    return words if words.isprintable() else ascii(words)
