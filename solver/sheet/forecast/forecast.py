"""An estimate of everybody's win probability on a score sheet, if all go on for the most points.

Then final scores depend on nothing but each player's own dice, and it is enough to compare their chances. With few
boxes open these are exact; before that an expected final score, which is exact too, is spread as the Outlook says.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from solver.errors import PositionError
from solver.sheet.coach.decide import weigh
from solver.sheet.coach.turn_ends import end_chances, play_out
from solver.sheet.exact.sheet_table import SheetTable
from solver.sheet.exact.turn import solve_turn
from solver.sheet.forecast.outlook import Outlook
from solver.sheet.game.card import Card
from solver.sheet.game.rules import SheetState

Floats = NDArray[np.float64]

# With so many boxes open all that can still come is gone through: 0.3 s at Yahtzee the first time, then it is known.
EXACT = 4
# The share of a tie is a polynomial of at most seven degrees, which four points integrate exactly.
_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(4)


@dataclass(slots=True, eq=False)
class Forecast:
    """Compares what may still come of everybody's sheet, by the `table` of its values and their `outlook`."""

    table: SheetTable
    outlook: Outlook
    _rests: dict[tuple[int, int, int], Floats] = field(default_factory=dict)

    def win(self, state: SheetState) -> tuple[float, ...]:
        """Return every player's chance to win, in sum 1, ties shared; a sheet without early choices of boxes.

        Raises PositionError where the cards are those of another sheet, or boxes are chosen early.
        """
        if state.over:
            return tuple((seat in state.winners) / len(state.winners) for seat in range(len(state.cards)))
        return shares([self.finals(state, seat) for seat in range(len(state.cards))])

    def finals(self, state: SheetState, seat: int) -> Floats:
        """Return the chances of the final scores of a player, from 0 points up. Raises what `win` raises."""
        if state.sheet.commit:
            raise PositionError("where boxes are chosen early nobody estimates chances: choose another sheet")
        card = state.cards[seat]
        if seat != state.player or not state.dice:
            return self._from(card)
        weighed = weigh(self.table, state)
        ended = end_chances(weighed, weighed.options[0][0])
        return _mixed([(chance, self._from(after)) for chance, after in self._ends(card, ended)])

    def _from(self, card: Card) -> Floats:
        """Return the chances of the final scores of a card at the start of a turn."""
        if len(card.open) <= EXACT:
            return np.concatenate([np.zeros(card.total), self._rest(card)])
        outlook = self.outlook
        spread = outlook.at(*self._place(card))
        middle = card.total + self.table.at(card)
        points = np.arange(int(middle + outlook.offsets[-1]) + 1)
        density = np.interp(points - middle, outlook.offsets, spread, left=0.0, right=0.0)
        return np.asarray(density / density.sum())

    def _rest(self, card: Card) -> Floats:
        """Return the exact chances of the points still to come on a card at the start of a turn."""
        plan, dice = self.table.plan, self.table.lattice
        place = self._place(card)
        if place not in self._rests:
            if not card.open:
                return np.ones(1)
            turn = solve_turn(dice, self.table.ends(card), plan.throws)
            ended = play_out(turn, dice.roll_chances, plan.throws - 1)
            parts = [
                (chance, np.concatenate([np.zeros(after.total - card.total), self._rest(after)]))
                for chance, after in self._ends(card, ended)
            ]
            self._rests[place] = _mixed(parts)
        return self._rests[place]

    def _place(self, card: Card) -> tuple[int, int, int]:
        """Return filled boxes, flag and upper total as the tables take them."""
        plan = self.table.plan
        return card.filled, int(plan.flags == 2 and card.joker_paid), min(card.upper, plan.cap)

    def _ends(self, card: Card, ended: Floats) -> Iterator[tuple[float, Card]]:
        """Yield the cards that a turn makes of a card, each with its chance, from those of boxes and rolls."""
        plan, rolls = self.table.plan, self.table.lattice.rolls
        alike = set(plan.alike.tolist())
        together: dict[tuple[int, int], list[int]] = {}
        for box, roll in np.argwhere(ended).tolist():
            slot = -1 - roll if roll in alike else int(plan.slot[roll, box])  # a further Yahtzee is paid, too
            together.setdefault((box, slot), []).append(roll)
        for (box, _), some in together.items():
            yield float(ended[box, some].sum()), card.with_score(card.sheet.names[box], rolls[some[0]])


def _mixed(parts: Sequence[tuple[float, Floats]]) -> Floats:
    mixed = np.zeros(max(len(part) for _, part in parts))
    for chance, part in parts:
        mixed[: len(part)] += chance * part
    return mixed


def shares(finals: Sequence[Floats]) -> tuple[float, ...]:
    """Return the chance of each to have the most points, ties shared, from the chances of everybody's points.

    With others below with chance B and level with chance T each, one's part is the integral over u from 0 to 1 of the
    product of all B + T u.
    """
    longest = max(map(len, finals))
    level = np.array([np.pad(one, (0, longest - len(one))) for one in finals])
    below = np.cumsum(level, axis=1) - level
    found = np.zeros(len(finals))
    for node, weight in zip((_NODES + 1) / 2, _WEIGHTS / 2, strict=True):
        beaten = below + node * level
        for seat in range(len(finals)):
            found[seat] += weight * (level[seat] * np.delete(beaten, seat, axis=0).prod(axis=0)).sum()
    return tuple((found / found.sum()).tolist())
