"""Short names for what players do on score sheets."""

from solver.action import Action, Verb


def keep(*dice: int, wells: tuple[int, ...] | None = None) -> Action:
    return Action(Verb.KEEP, dice, wells=wells)


def score(box: str) -> Action:
    return Action(Verb.SCORE, box=box)


def commit(box: str) -> Action:
    return Action(Verb.COMMIT, box=box)
