"""Errors of planting."""


class PlantingError(Exception):
    """Base class of all errors that stop a run."""


class MovedFaultError(PlantingError, ValueError):
    """The text that a fault changes does not stand exactly once in its file."""


class BrokenRunError(PlantingError, RuntimeError):
    """Pytest ended without running tests."""
