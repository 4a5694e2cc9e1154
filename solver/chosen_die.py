"""The die that options ask for."""

from solver.errors import OptionError
from solver.game import Options
from solver.throw_distribution import Chance, check_die, fair_die

DICE = frozenset({"die", "sides"})


def die_of(options: Options) -> tuple[Chance, ...] | None:
    """Return the chances of a die's faces that the options give, None for the usual ones.

    Raises OptionError or DistributionError.
    """
    if options.sides is not None and options.die is not None:
        raise OptionError("sides are those of a fair die: give either sides or die")
    if options.sides is not None:
        return fair_die(options.sides)
    return None if options.die is None else check_die(options.die)
