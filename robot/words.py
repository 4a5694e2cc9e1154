"""How players are spoken of."""

import re

from robot.language import Saying, named

YOU = "you"
ROBOT = "robot"

_SEAT = re.compile(r"(you|robot(?::[^ ]*)?) (\d)")


def called(name: str) -> str | Saying:
    """Return how a player of that name is spoken of: people by their names, the nameless and robots as languages do."""
    seat = _SEAT.fullmatch(name)
    if seat:
        values: dict[str, str | int | Saying] = {"name": called(seat[1]), "seat": int(seat[2])}
        return Saying("name-you-seat" if seat[1] == YOU else "name-seat", values, name)
    if name == YOU:
        return Saying("name-you", {}, name)
    kind, _, strategy = name.partition(":")
    if kind != ROBOT:
        return name
    if not strategy:
        return Saying("name-robot", {}, name)
    return Saying("name-robot-strategy", {"strategy": named("strategy", strategy, strategy)}, name)


def actor(name: str) -> str | Saying:
    """Return a player of whom a sentence tells: the word "you" as it is, which has its own verbs, others as called."""
    return name if name == YOU else called(name)
