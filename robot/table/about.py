"""Topics of announcements."""

import enum


class About(enum.Enum):
    """The topic of an announcement.

    GAME: what happens or is asked now. ASIDE: something else, which leaves the screen as it is. FIRST: the throw-off.
    THROW: people are asked to throw. AGAIN: dice in doubt are thrown again. REFUSED: why a press of a button does
    nothing. LOST: a device was lost during a game. MISSING: why dice that people throw cannot be read. QUESTION: people
    are asked something other than a throw; it counts until the question is closed.
    """

    GAME = "game"
    ASIDE = "aside"
    FIRST = "first"
    THROW = "throw"
    AGAIN = "again"
    REFUSED = "refused"
    LOST = "lost"
    MISSING = "missing"
    QUESTION = "question"
