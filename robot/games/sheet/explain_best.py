"""What the coach says of the best action on a score sheet."""

from collections.abc import Iterator
from pathlib import Path

from robot.games.box_names import box_saying
from robot.games.reasons import in_hundred
from robot.saying import Saying
from solver.errors import MissingNumbaError
from solver.review import NOTHING
from solver.sheet.coach.advise import bonus_chance, turn_aims
from solver.sheet.game.rules import Commit, Keep, Score, SheetAction, SheetState


def explain_best(state: SheetState, action: SheetAction, value: float, cache: Path | None) -> Iterator[Saying]:
    """Yield what the best action brings: points now and later, boxes that it aims at, and the chance of the bonus.

    `value` is what it is worth in points still to come. Tables that are solved are kept in `cache`. Raises SolverError.
    """
    match action:
        case Score(box):
            points = state.card.points(box, state.dice)
            yield Saying("coach-why-box", {"points": points, "later": _people(value - points)})
        case Keep() | Commit():
            aims = tuple(
                Saying("coach-aim", {"share": in_hundred(chance)[0], "box": box_saying(state.sheet, box)})
                for box, chance in turn_aims(state, action, cache)
            )
            if aims:
                yield Saying("coach-why-keep", {"aims": aims})
    if state.sheet.bonus and not state.card.bonus:
        try:
            chance = bonus_chance(state, action, cache)
        except MissingNumbaError:
            return
        if chance > NOTHING:
            yield Saying("coach-bonus", {"share": in_hundred(min(chance, 1.0))[0]})


def _people(points: float) -> float:
    """Return expected points as people say them: whole ones from ten on, else with one decimal."""
    return round(points) if points >= 10 else round(points, 1)
