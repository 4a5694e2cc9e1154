"""Small words that several sentences need."""

from collections.abc import Sequence

YOU = "you"


def does(name: str, verb: str) -> str:
    """Return the name and the verb in its form for that name."""
    return f"{name} {verb}" if name == YOU else f"{name} {verb}s"


def counted(count: int, thing: str) -> str:
    """Return how many things there are, in words."""
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"


def listed(things: Sequence[object]) -> str:
    """Return the things with commas between them, and "and" before the last."""
    *most, last = map(str, things)
    return f"{', '.join(most)} and {last}" if most else last
