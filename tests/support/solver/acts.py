"""Short names for what players do on score sheets."""

from solver.action import Action, Verb


def keep_dice(*dice: int, wells: tuple[int, ...] | None = None) -> Action:
    return Action(Verb.KEEP, dice, wells=wells)


def score_in(box: str) -> Action:
    return Action(Verb.SCORE, box=box)


def commit_to(box: str) -> Action:
    return Action(Verb.COMMIT, box=box)
