"""What an announcement is about, for those who do more than to pass it on."""

import enum


class About(enum.Enum):
    """What an announcement is about.

    GAME is what happens or is asked just now; ASIDE is told beside it, and leaves on the screen what stands there.
    FIRST tells of the throws for who begins, AGAIN that dice in doubt are thrown again.
    """

    GAME = "game"
    ASIDE = "aside"
    FIRST = "first"
    AGAIN = "again"
