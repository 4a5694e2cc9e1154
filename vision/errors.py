"""What can go wrong in vision: one root, named subclasses, each message one line that says what to do."""


class VisionError(Exception):
    """Root of everything that vision raises on purpose."""


class PictureError(VisionError, ValueError):
    """A file does not hold a picture that can be read."""


class MissingPictureError(PictureError, FileNotFoundError):
    """There is no such file."""


class FolderInsteadOfPictureError(PictureError, IsADirectoryError):
    """The path names a folder."""


class UnreadablePictureError(PictureError, OSError):
    """The file is there, but the system does not hand it over."""


class EmptyPictureError(PictureError):
    """The file holds no bytes."""


class NotAPictureError(PictureError):
    """The file is text, or a format that is not read here."""


class TruncatedPictureError(PictureError):
    """The file ends, or is damaged, before the picture is complete."""


class LargePictureError(PictureError):
    """The picture has more pixels than the reader takes into memory."""


class ImageShapeError(VisionError, ValueError):
    """An array handed in is no (h, w, 3) picture of uint8, or the exposures differ in size."""


class PlateError(VisionError, ValueError):
    """The dimensions given do not describe a base plate."""


class LabelsError(VisionError, ValueError):
    """A labels.jsonl is missing or has a bad line."""


class ConfidenceError(VisionError, ValueError):
    """Predictions from which no confidence can be learnt."""


class CalibrationError(VisionError, ValueError):
    """A calibration cannot be made from what was seen."""


class CalibrationFileError(CalibrationError):
    """A calibration that was kept cannot be used."""


class BoardNotSeenError(CalibrationError):
    """The board, or the plate, is not to be seen in a picture."""


class BlurredError(CalibrationError):
    """A picture is too blurred to measure in."""


class TooFewViewsError(CalibrationError):
    """The views of the board do not suffice to tell the lens."""


class PrintedSizeError(CalibrationError):
    """The board was not printed true to scale."""


class WrongDiceError(CalibrationError):
    """Known dice are not read as what they show."""


class LightError(CalibrationError):
    """A light is missing, too weak or too strong."""
