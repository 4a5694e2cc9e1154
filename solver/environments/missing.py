"""What is said where the packages of environments are not installed."""

from solver.errors import MissingPackageError


def missing_package(module: str) -> MissingPackageError:
    """Return the error for a module that the extra `learn` brings."""
    return MissingPackageError("environments need", module, "learn")
