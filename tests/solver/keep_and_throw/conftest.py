"""A keep-and-throw game that slow methods solve, too."""

import pytest

from solver.keep_and_throw.rules import KeepRules, parse_rules
from tests.support.solver.reference_keep import SMALL


@pytest.fixture(scope="package")
def small() -> KeepRules:
    """Return rules of a game with three dice."""
    return parse_rules(SMALL)
