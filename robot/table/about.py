"""What an announcement is about, for those who do more than to pass it on."""

import enum


class About(enum.Enum):
    """What an announcement is about.

    GAME is what happens or is asked just now; ASIDE is said beside it, and leaves the screen as it is. FIRST is
    about the throws for who begins, AGAIN says that dice in doubt are thrown again. REFUSED is why a press of a button
    does nothing. LOST is a device that went away in a game. MISSING keeps dice that people throw from being read.
    """

    GAME = "game"
    ASIDE = "aside"
    FIRST = "first"
    AGAIN = "again"
    REFUSED = "refused"
    LOST = "lost"
    MISSING = "missing"
