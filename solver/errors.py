"""What can go wrong in this room; every message is one line that says what to do."""

import difflib
from collections.abc import Iterable
from typing import Self


class SolverError(Exception):
    """Root of all errors of rules, tables and strategies."""


class PositionError(SolverError, ValueError):
    """A position that lies outside the game."""


class GoalError(SolverError, ValueError):
    """A goal that no game can have, or that is too large to solve."""


class OptionError(SolverError, ValueError):
    """An option that a game does not take, or a value that it cannot have."""


class DistributionError(SolverError, ValueError):
    """Chances that no throw can have."""


class TableError(SolverError, ValueError):
    """A table file that is missing, truncated, damaged or of another version."""


class UnknownNameError(SolverError, LookupError):
    """A game or strategy that does not exist."""

    @classmethod
    def of(cls, kind: str, name: str, known: Iterable[str], forms: str = "") -> Self:
        """Return the error for a `name` that is no `kind`, with the nearest of the `known` names.

        `forms` tells all names that there are where these are more than the known ones.
        """
        names = list(known)
        near = difflib.get_close_matches(name.lower()[:80], names, n=1, cutoff=0.5)
        advice = [f"did you mean {near[0]}?"] if near else []
        if forms or not near:
            advice.append(f"known are {forms or ', '.join(names)}")
        return cls(f"unknown {kind} {name[:80]!r}: {' '.join(advice)}")


class RuleError(SolverError, ValueError):
    """An action or a throw that the rules do not allow."""


class MissingNumbaError(SolverError, ImportError):
    """Numba is needed to solve a game afresh and is not installed."""


class MissingMatplotlibError(SolverError, ImportError):
    """Matplotlib, which draws, is not installed."""


class PlotError(SolverError, ValueError):
    """A picture cannot be drawn or written."""
