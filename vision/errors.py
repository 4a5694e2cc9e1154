"""The errors of vision. Each message is one line that says what to do."""


class VisionError(Exception):
    """Base class of all errors that vision raises on purpose."""

    message_key = ""
    """The key of the message that says the same in other languages, "" where there is none."""

    def __init_subclass__(cls, *, key: str = "") -> None:
        super().__init_subclass__()
        if key:
            cls.message_key = key


class PictureError(VisionError, ValueError):
    """A file does not hold a picture that can be read."""


class MissingPictureError(PictureError, FileNotFoundError):
    """There is no such file."""


class FolderInsteadOfPictureError(PictureError, IsADirectoryError):
    """The path names a folder."""


class UnreadablePictureError(PictureError, OSError):
    """The file exists, but the system refuses to read it."""


class EmptyPictureError(PictureError, key="fault-picture-empty"):
    """The file holds no bytes."""


class NotAPictureError(PictureError, key="fault-picture-none"):
    """The file is no picture, or has an unsupported format."""


class FormatNotReadError(NotAPictureError, key="fault-picture-kind"):
    """The file is a picture of a kind that is not read here: a raw one, or one of too many bits."""


class TruncatedPictureError(PictureError, key="fault-picture-damaged"):
    """The file is truncated or damaged."""


class LargePictureError(PictureError, key="fault-picture-large"):
    """The picture has more pixels than the reader loads, or a longer side."""


class PixelLimitError(LargePictureError):
    """The picture has more pixels than whoever wants it read allows."""


class ImageShapeError(VisionError, ValueError):
    """An array is no picture of uint8 (h, w, 3), or the exposures differ in size."""


class PlateError(VisionError, ValueError):
    """The dimensions do not describe a base plate."""


class LabelsError(VisionError, ValueError):
    """A labels.jsonl is missing or has a bad line."""


class ConfidenceError(VisionError, ValueError):
    """Predictions from which no confidence can be fitted."""


class CalibrationError(VisionError, ValueError, key="fault-calibration"):
    """A calibration is impossible from these pictures."""


class CalibrationFileError(CalibrationError):
    """A calibration file cannot be used."""


class BoardNotSeenError(CalibrationError, key="fault-board-not-seen"):
    """A picture does not show the board or the plate."""


class BlurredError(CalibrationError, key="fault-blurred"):
    """A picture is too blurred to measure in."""


class TooFewViewsError(CalibrationError, key="fault-too-few-views"):
    """The views of the board do not suffice to fit the lens."""


class PrintedSizeError(CalibrationError, key="fault-printed-size"):
    """The board was not printed true to scale."""


class WrongDiceError(CalibrationError, key="fault-wrong-dice"):
    """Known dice are read with wrong values."""


class LightError(CalibrationError):
    """A light is missing, too weak or too strong."""

    message_key = "fault-light"
