"""The one line that says what is missing where the packages of environments are not installed."""

from installation import install_command
from solver.errors import SolverError


class MissingGymError(SolverError, ImportError):
    """A package that environments need, one of the extra `gym`, is not installed."""

    def __init__(self, package: str) -> None:
        super().__init__(f"environments need {package}: run '{install_command(package)}'")
