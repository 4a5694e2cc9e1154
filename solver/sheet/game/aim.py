"""What is played for on a sheet: as many points as can be, or a score, which as many games as can be shall have."""

from solver.errors import OptionError

POINTS = "points"
BEAT = "beat="
"""Begins the aim of a score or more."""
MOST_DIGITS = 6


def score_of(aim: str | None) -> int | None:
    """Return the score that an aim such as "beat=250" names, None for as many points as can be.

    Raises OptionError for what is no aim.
    """
    if aim is None or aim == POINTS:
        return None
    number = aim.removeprefix(BEAT)
    if number == aim or not number.isdecimal() or len(number) > MOST_DIGITS or not int(number):
        raise OptionError(
            f"{aim[:40]!r} is not an aim of a score sheet: give {POINTS}, or {BEAT}250 for 250 points or more"
        )
    return int(number)
