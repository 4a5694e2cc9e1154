"""The values of all actions at a moment of a score-sheet game, best first, with a sentence that gives the reason."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from solver.errors import PositionError
from solver.sheet.exact.turn import CommittedTurn, Turn, solve_committed, solve_turn
from solver.sheet.game.card import Card
from solver.sheet.game.dice import TIE, Lattice, lattice
from solver.sheet.game.rules import Commit, Keep, Score, SheetAction, SheetState, action_json
from solver.sheet.game.sheet import Sheet
from solver.throw_distribution import Chance
from solver.units import Unit


class Values(Protocol):
    """What cards are worth at the start of a turn, for a sheet and the chances of the die's faces from 1 up."""

    @property
    def sheet(self) -> Sheet: ...
    @property
    def die(self) -> tuple[Chance, ...]: ...

    def at(self, card: Card) -> float:
        """Return the expected points still to come on the card."""
        ...

    def ends(self, card: Card) -> NDArray[np.float64]:
        """Return what ending a turn is worth [boxes, rolls]: all points from here on, -inf where it is not legal."""
        ...


@dataclass(frozen=True, slots=True)
class SheetDecision:
    """The decision at a moment of a game.

    `options` are all legal actions with what they are worth when play is best afterwards, best first; actions within
    1e-10 are equal and stand in the order of the rules: boxes in that of the sheet, then keeps, more dice before fewer
    and higher faces before lower. Worth is expected points still to come on the card, those of this turn, the bonus and
    further Yahtzees included; where the `unit` is wins, it is the chance to win. `value` is that of `action`; `why` is
    one sentence.
    """

    action: SheetAction
    value: float
    options: tuple[tuple[SheetAction, float], ...]
    why: str
    unit: Unit = Unit.POINTS

    def to_json(self) -> dict[str, Any]:
        """Return the decision as the command line prints it, with all digits."""
        return {
            "action": action_json(self.action),
            "value": self.value,
            "options": [{"action": action_json(action), "value": value} for action, value in self.options],
            "why": self.why,
        }


@dataclass(frozen=True, slots=True, eq=False)
class Weighed:
    """A moment of a player's turn, solved.

    `state` holds that player's card alone. `turn` is what is left of the turn where something may be thrown, and the
    whole turn where a box is still to be committed to; else None. `ends` is what ending the turn is worth
    [boxes, rolls], -inf where it is not allowed; `options` are those of a SheetDecision.
    """

    state: SheetState
    lattice: Lattice
    ends: NDArray[np.float64]
    turn: Turn | CommittedTurn | None
    options: tuple[tuple[SheetAction, float], ...]

    def worth(self, action: SheetAction) -> float:
        """Return what a legal action is worth in points still to come. Raises PositionError for any other."""
        return worth_of(action, self.options)


def moment(card: Card, dice: Sequence[int], rolls_left: int, committed: str | None = None) -> SheetState:
    """Return the moment of a turn on one card alone; dice in any order, () before the first throw.

    Raises PositionError for dice that are no throw, for throws that are never left then, and for a full card.
    """
    if None not in card.scores:
        raise PositionError("the card is full: give one with an open box")
    return SheetState((card,), 0, tuple(sorted(dice)), rolls_left, committed)


def weigh(values: Values, state: SheetState) -> Weighed:
    """Solve what is left of the turn in `state`, in which a card is not full.

    Raises PositionError where the values are those of another sheet.
    """
    check_sheet(values, state.sheet)
    return weigh_ends(state, lattice(state.sheet.dice, values.die), values.ends(state.card))


def check_sheet(values: Values, sheet: Sheet) -> None:
    """Raise PositionError unless values are those of a sheet."""
    if sheet != values.sheet:
        raise PositionError(
            f"the values are those of {values.sheet.name} by the {values.sheet.rule} rule: give those of this card"
        )


def weigh_ends(state: SheetState, dice: Lattice, ends: NDArray[np.float64]) -> Weighed:
    """Solve what is left of the turn in `state`, given what ending it is worth [boxes, rolls], -inf if not allowed."""
    alone = SheetState((state.card,), 0, state.dice, state.rolls_left, state.committed)
    sheet, left = state.sheet, state.rolls_left
    if sheet.commit and state.committed is None:
        whole = solve_committed(dice, ends, sheet.throws)
        return Weighed(alone, dice, ends, whole, _ranked(_commitments(alone, dice, whole)))
    if state.committed is not None:
        place = sheet.index(state.committed)
        ends = np.where(np.arange(len(ends))[:, None] == place, ends, -np.inf)
    turn = solve_turn(dice, ends, left) if left else None
    return Weighed(alone, dice, ends, turn, _ranked(_actions(alone, dice, ends, turn)))


def worth_of(action: SheetAction, options: Sequence[tuple[SheetAction, float]]) -> float:
    """Return what an action is worth among options. Raises PositionError if it is none of them."""
    for option, value in options:
        if option == action:
            return value
    raise PositionError(f"{action_json(action)} is no action here: choose one of the {len(options)} options")


def _actions(
    state: SheetState, dice: Lattice, ends: NDArray[np.float64], turn: Turn | None
) -> list[tuple[SheetAction, float]]:
    roll = dice.roll_index(state.dice) if state.dice else None
    valued: list[tuple[SheetAction, float]] = []
    for action in state.legal_actions():
        if isinstance(action, Keep) and turn is not None:
            valued.append((action, float(turn.of_keep[-1, dice.index(action.dice)])))
        elif isinstance(action, Score):
            valued.append((action, float(ends[state.sheet.index(action.box), roll])))
    return valued


def _commitments(state: SheetState, dice: Lattice, turn: CommittedTurn) -> list[tuple[SheetAction, float]]:
    if not state.dice:
        return [(Keep(()), turn.value)]
    roll = dice.roll_index(state.dice)
    boxes = zip(state.sheet.names, turn.boxes, strict=True)
    return [(Commit(box), float(rest.of_roll[-1, roll])) for box, rest in boxes if rest is not None]


def _ranked(valued: list[tuple[SheetAction, float]]) -> tuple[tuple[SheetAction, float], ...]:
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
