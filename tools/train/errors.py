"""What goes wrong while the network is trained."""

from vision.errors import VisionError


class TrainingError(VisionError):
    """Anything that stops a training."""


class BatchesStoppedError(TrainingError, RuntimeError):
    """The process that makes batches is gone."""


class OtherPlanError(TrainingError, ValueError):
    """A checkpoint is of another training than the one that is to go on."""


class TooFewFoldsError(TrainingError, LookupError):
    """Too few nets are trained to judge by what they say of the folders that they left out."""
