"""The errors of vision. Each message is one line that says what to do."""


class VisionError(ValueError):
    """Base class of all errors that vision raises on purpose."""

    message_key = ""
    """The key of the message that says the same in other languages, "" where there is none."""

    def __init_subclass__(cls, *, key: str = "") -> None:
        super().__init_subclass__()
        cls.message_key = key or cls.message_key

    def __init__(self, what: str, *, key: str = "") -> None:
        super().__init__(what)
        self.message_key = key or self.message_key


class PictureError(VisionError):
    """A file does not hold a picture that can be read."""


class MissingPictureError(PictureError, FileNotFoundError):
    """There is no such file."""


class TruncatedPictureError(PictureError, key="fault-picture-damaged"):
    """The file is truncated or damaged."""


class PixelLimitError(PictureError, key="fault-picture-large"):
    """The picture has more pixels than whoever wants it read allows."""


class CalibrationError(VisionError, key="fault-calibration"):
    """A calibration is impossible from these pictures."""


class CalibrationFileError(CalibrationError):
    """A calibration file cannot be used."""


class BoardNotSeenError(CalibrationError, key="fault-board-not-seen"):
    """A picture does not show the board or the plate."""


class BlurredError(CalibrationError, key="fault-blurred"):
    """A picture is too blurred to measure in."""
