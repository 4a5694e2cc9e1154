"""Short names for what players do on score sheets."""

from solver.action import Action, Verb
from solver.sheet.game.card import Card
from solver.sheet.game.rules import SheetState


def keep(*dice: int, wells: tuple[int, ...] | None = None) -> Action:
    return Action(Verb.KEEP, dice, wells=wells)


def score(box: str) -> Action:
    return Action(Verb.SCORE, box=box)


def commit(box: str) -> Action:
    return Action(Verb.COMMIT, box=box)


def moment(card: Card, dice: tuple[int, ...], rolls_left: int, committed: str | None = None) -> SheetState:
    """Return a moment of a turn on one card alone; dice in any order, () before the first throw."""
    return SheetState((card,), 0, tuple(sorted(dice)), rolls_left, committed)
