"""The one line that says what is missing where the packages of environments are not installed."""

from solver.errors import SolverError


class MissingGymError(SolverError, ImportError):
    """A package that environments need is not installed."""

    def __init__(self, package: str) -> None:
        super().__init__(f"environments need {package}: run 'pip install pipsqueak[gym]'")
