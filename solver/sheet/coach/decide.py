"""A moment of a score-sheet game solved: the values of all actions, best first, and how its turn ends."""

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from solver.action import FIRST_KEEP, Action, Verb
from solver.errors import PositionError
from solver.sheet.exact.card_values import writes
from solver.sheet.exact.table import SheetValues
from solver.sheet.exact.turn import Turn, first_boxes, play_out, solve_committed, solve_turn, throw
from solver.sheet.game.card import Card
from solver.sheet.game.dice import TIE, Lattice
from solver.sheet.game.rules import SheetState
from solver.sheet.game.sheet import Sheet

Floats: TypeAlias = NDArray[np.float64]


WIN_STEP = 1 / 65535
"""Tables keep chances to win on a sheet as multiples of this."""


@dataclass(frozen=True, slots=True, eq=False)
class Weighed:
    """A moment of a player's turn, solved.

    `state` holds that player's card alone. `turn` is what is left of the turn where something may be thrown, and
    that for each open box where one is still to be committed to; else None. `ends` is what ending the turn is worth
    now [boxes, rolls], -inf where it is not allowed, and `all_ends` the same for `solve_turn`, by the throws left.

    `options` are all legal actions with what they are worth when play is best afterwards, best first; actions within
    1e-10 are equal and stand in the order of the rules: boxes in that of the sheet, then keeps, more dice before fewer
    and higher faces before lower. Worth is the expected points still to come on the card, with this turn, the bonus and
    further Yahtzees, or a bound of these; or it is the chance to win.
    """

    state: SheetState
    lattice: Lattice
    ends: NDArray[np.float64]
    turn: Turn | dict[int, Turn] | None
    options: tuple[tuple[Action, float], ...]
    all_ends: NDArray[np.float64]

    def worth(self, action: Action) -> float:
        """Return what a legal action is worth in points still to come. Raises PositionError for any other."""
        for option, value in self.options:
            if option == action:
                return value
        raise PositionError(f"{action} is not an action here: choose one of the {len(self.options)} options")


def weigh(values: SheetValues, state: SheetState) -> Weighed:
    """Solve the rest of the turn in `state`, whose card is not full.

    Raises PositionError if the values are those of another sheet.
    """
    check_sheet(values, state.sheet)
    return weigh_ends(state, values.lattice, values.ends(state.card))


def check_sheet(values: SheetValues, sheet: Sheet) -> None:
    """Raise PositionError unless values are those of a sheet."""
    if sheet != values.sheet:
        raise PositionError(
            f"the values are those of {values.sheet.name} by the {values.sheet.rule} rule: give those of this card"
        )


def weigh_ends(state: SheetState, dice: Lattice, ends: NDArray[np.float64]) -> Weighed:
    """Solve the rest of the turn in `state`, given what ending it is worth, as for `solve_turn`."""
    alone = SheetState((state.card,), 0, state.dice, state.rolls_left, state.committed)
    sheet, left = state.sheet, state.rolls_left
    here, every = ends_with(ends, left), ends
    if sheet.commit and state.committed is None:
        turns = solve_committed(dice, ends, state.card.throws)
        return Weighed(alone, dice, here, turns, _rank(_commitments(alone, dice, turns)), every)
    if state.committed is not None:
        filled = np.arange(ends.shape[-2])[:, None] != sheet.index(state.committed)
        ends, here = (np.where(filled, -np.inf, some) for some in (ends, here))
    turn = solve_turn(dice, ends[..., :left, :, :] if ends.ndim == 3 else ends, left) if left else None
    return Weighed(alone, dice, here, turn, _rank(_actions(alone, dice, here, turn)), every)


def ends_with(ends: Floats, left: int) -> Floats:
    """Return what ending a turn with so many throws left is worth [boxes, rolls], of ends that `solve_turn` takes."""
    return ends if ends.ndim == 2 else ends[min(left, len(ends) - 1)]


def _actions(
    state: SheetState, dice: Lattice, ends: NDArray[np.float64], turn: Turn | None
) -> list[tuple[Action, float]]:
    roll = dice.roll_index(state.dice) if state.dice else None
    valued: list[tuple[Action, float]] = []
    for action in state.legal_actions():
        if action.keep is not None and turn is not None:
            valued.append((action, float(turn.of_keep[-1, dice.index(action.keep)])))
        elif action.verb is Verb.SCORE:
            valued.append((action, float(ends[state.sheet.index(action.box), roll])))
    return valued


def _commitments(state: SheetState, dice: Lattice, turns: dict[int, Turn]) -> list[tuple[Action, float]]:
    if not state.dice:
        return [(FIRST_KEEP, float(dice.roll_chances @ first_boxes(turns)[0]))]
    roll = dice.roll_index(state.dice)
    commits = (Action(Verb.COMMIT, box=state.sheet.names[box]) for box in turns)
    return [(commit, float(turn.of_roll[-1, roll])) for commit, turn in zip(commits, turns.values(), strict=True)]


def _rank(valued: list[tuple[Action, float]]) -> tuple[tuple[Action, float], ...]:
    """Return options best first; those within 1e-10 of the best of the rest stay in their order."""
    falling = sorted(range(len(valued)), key=lambda place: -valued[place][1])
    ranked: list[int] = []
    equal: list[int] = []
    for place in falling:
        if equal and valued[place][1] < valued[equal[0]][1] - TIE:
            ranked += sorted(equal)
            equal = []
        equal.append(place)
    return tuple(valued[place] for place in ranked + sorted(equal))


def end_chances(weighed: Weighed, action: Action) -> NDArray[np.float64]:
    """Return the chance [boxes, rolls] that the turn ends with each roll in each box after a legal `action`.

    After it the turn is played best, ties by the rule of `Turn`. All chances sum to 1.
    """
    state, dice = weighed.state, weighed.lattice
    ends = np.zeros_like(weighed.ends)
    turn = weighed.turn
    if action.keep is not None:
        thrown = throw(dice, _one(len(dice.keeps), dice.index(action.keep)))
        if isinstance(turn, dict):
            chosen = first_boxes(turn)[1]
            for place, rest in turn.items():
                ends[place] = play_out(rest, np.where(chosen == place, thrown, 0.0), rest.throws - 1)[0]
            return ends
        assert turn is not None
        return play_out(turn, thrown, state.rolls_left - 1)
    place, roll = state.sheet.index(action.box), dice.roll_index(state.dice)
    if action.verb is Verb.COMMIT:
        assert isinstance(turn, dict)
        ends[place] = play_out(turn[place], _one(len(dice.rolls), roll), state.rolls_left)[0]
        return ends
    ends[place, roll] = 1.0
    return ends


def _one(size: int, place: int) -> NDArray[np.float64]:
    chances = np.zeros(size)
    chances[place] = 1.0
    return chances


def further_pay(card: Card, dice: Lattice) -> Floats:
    """Return what a further Yahtzee of each roll pays [rolls]."""
    paid = np.zeros(len(dice.rolls))
    if card.sheet.extra and card.joker_paid:
        paid[: card.sheet.sides] = card.sheet.extra
    return paid


def compute_written(card: Card, dice: Lattice, *, first: bool = False) -> Floats:
    """Return what each roll writes in each open box [boxes, rolls], whether or not it may; no further pay counts.

    Some boxes write more for the `first` throw of a turn.
    """
    sheet = card.sheet
    points = np.zeros((len(sheet.boxes), len(dice.rolls)))
    for place in (place for place, score in enumerate(card.scores) if score is None):
        written, slot = writes(sheet.boxes[place], dice, first)
        points[place] = np.take(written, slot)
    if card.further((1,) * dice.dice):
        for roll, faces in enumerate(dice.rolls[: dice.sides]):
            for name in card.boxes_for(faces):
                points[sheet.index(name), roll] = card.points(name, faces, first=first)
    return points
