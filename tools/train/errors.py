"""Errors of training."""

from vision.errors import VisionError


class TrainingError(VisionError):
    """Base class of all errors that stop a training."""


class BatchesStoppedError(TrainingError, RuntimeError):
    """The process that makes batches has ended."""


class OtherPlanError(TrainingError, ValueError):
    """A checkpoint belongs to another training."""


class TooFewFoldsError(TrainingError, LookupError):
    """Too few nets are trained to evaluate the folders that they left out."""
