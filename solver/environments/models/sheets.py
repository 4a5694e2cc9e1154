"""Score sheets as decision processes: Yahtzee by its rules, Kniffel, Yatzy and Hooligan, for one player for points."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from solver.decision import counted
from solver.environments.models.dice import keep_masks, mask_of, places_of
from solver.environments.models.model import CHANCE, OVER, Falls, GameModel, ModelShape, Unchanging
from solver.environments.models.scene import GameScene, PointsStanding, spoken
from solver.sheet.coach.decide import weigh
from solver.sheet.exact.table import SheetTable
from solver.sheet.game.dice import TIE, Lattice
from solver.sheet.game.rules import Commit, Keep, Score, SheetAction, SheetState

OPEN = -1
"""What an observation shows of a box that is open."""


@dataclass(frozen=True, slots=True)
class SheetMoment(Unchanging):
    """A moment of a game on a sheet; where dice fall next, `kept` are those that stay."""

    state: SheetState
    kept: tuple[int, ...] | None = None


def throws_of(dice: Lattice) -> tuple[Falls, ...]:
    """Return which rolls, of all dice, each keep of a lattice can become when the other dice are thrown."""
    chances = dice.expect(np.eye(len(dice.roll_chances)))
    found = []
    for column in chances.T[: dice.first_roll]:
        possible = np.flatnonzero(column)
        found.append(Falls(tuple(column[possible].tolist()), tuple(dice.rolls[place] for place in possible)))
    return tuple(found)


class SheetModel(GameModel[SheetMoment]):
    """A score sheet. Action n scores in box n, or commits to one, or keeps dice; turns begin with a throw.

    What can be seen are the dice, rising, the throws left, the box committed to where one is, from 1, and what stands
    in each box, -1 where it is open.
    """

    players = 1

    def __init__(self, table: SheetTable) -> None:
        self.table = table
        self.sheet = sheet = table.sheet
        self.name = sheet.name
        self.masks = keep_masks(sheet.dice)
        self._place = {mask: place for place, mask in enumerate(self.masks)}
        self._falls = throws_of(table.lattice)
        self.boxes = len(sheet.boxes)
        self.first_keep = self.boxes * (2 if sheet.commit else 1)
        plan = table.plan
        most = [int(plan.points[begin:end].max()) for begin, end in zip(plan.first[:-1], plan.first[1:], strict=True)]
        dice = tuple(f"die{place}" for place in range(1, sheet.dice + 1))
        committed = ("committed",) if sheet.commit else ()
        names = tuple(f"score {box}" for box in sheet.names)
        if sheet.commit:
            names += tuple(f"commit {box}" for box in sheet.names)
        names += tuple(f"keep {places_of(mask, sheet.dice) or 'none'}" for mask in self.masks)
        self.shape = ModelShape(
            (*dice, "throws_left", *committed, *sheet.names),
            (*(0,) * (sheet.dice + 1 + len(committed)), *(OPEN,) * self.boxes),
            (*(sheet.sides,) * sheet.dice, sheet.throws, *(self.boxes,) * len(committed), *most),
            names,
            0.0,
            float(sum(most) + sheet.bonus + sheet.extra * self.boxes),
        )

    @property
    def most_falls(self) -> int:
        return len(self._falls[0].chances)

    def start(self) -> SheetMoment:
        return SheetMoment(SheetState.start(self.sheet), ())

    def mover(self, state: SheetMoment) -> int:
        if state.kept is not None:
            return CHANCE
        return OVER if state.state.over else 0

    def legal(self, state: SheetMoment) -> Sequence[int]:
        return sorted(self._number(state.state, action) for action in state.state.legal_actions())

    def apply(self, state: SheetMoment, action: int) -> SheetMoment:
        if action >= self.first_keep:
            mask = self.masks[action - self.first_keep]
            return SheetMoment(state.state, tuple(die for n, die in enumerate(state.state.dice) if mask >> n & 1))
        box = self.sheet.names[action % self.boxes]
        after = state.state.apply(Score(box) if action < self.boxes else Commit(box))
        return SheetMoment(after, () if not after.dice and not after.over else None)

    def falls(self, state: SheetMoment) -> Falls:
        return self._falls[self.table.lattice.index(state.kept or ())]

    def follow(self, state: SheetMoment, fall: int) -> SheetMoment:
        kept = state.kept or ()
        thrown = Counter(self.falls(state).dice[fall]) - Counter(kept)
        return SheetMoment(state.state.apply(Keep(kept), tuple(thrown.elements())))

    def gained(self, state: SheetMoment) -> tuple[float, ...]:
        return (float(state.state.card.total),)

    def worth(self, state: SheetMoment) -> dict[int, float]:
        options = weigh(self.table, state.state).options
        return dict(sorted((self._number(state.state, action), worth) for action, worth in options))

    def best(self, _state: SheetMoment, worth: dict[int, float], /) -> int:
        """Return the first of the best actions, which are numbered in the order in which the solver breaks ties."""
        most = max(worth.values())
        return next(action for action, value in worth.items() if value >= most - TIE)

    def observe(self, state: SheetMoment, _player: int, /) -> tuple[int, ...]:
        now = state.state
        dice = now.dice or (0,) * self.sheet.dice
        left = 0 if now.over else now.rolls_left
        committed = (self.sheet.index(now.committed) + 1 if now.committed else 0,) if self.sheet.commit else ()
        return (*dice, left, *committed, *(OPEN if score is None else score for score in now.card.scores))

    def words(self, state: SheetMoment) -> str:
        """Return the state in one line: the card, the dice, and what stays of them where others fall."""
        now = state.state
        card = now.card.text or "empty"
        if now.over:
            return f"over: {card}"
        if state.kept is not None:
            stay = " ".join(map(str, state.kept)) or "none"
            return f"dice fall, {now.rolls_left} throws left, {stay} kept{self._committed(now)}: {card}"
        dice = " ".join(map(str, now.dice))
        return f"dice {dice}, {now.rolls_left} throws left{self._committed(now)}: {card}"

    def label(self, state: SheetMoment, action: int) -> str:
        if action < self.first_keep:
            return self.shape.actions[action]
        kept = self.apply(state, action).kept
        return f"keep {' '.join(map(str, kept or ())) or 'nothing'}"

    def scene(self, state: SheetMoment, _dice: tuple[int, ...] = (), /) -> GameScene:
        now = state.state
        scores = ["" if score is None else str(score) for score in now.card.scores]
        rows = tuple(zip(now.card.sheet.names, scores, strict=True))
        left = f"{counted(now.rolls_left, 'throw', 'throws')} left{self._committed(now)}"
        note = "the game is over" if now.over else left
        return GameScene(spoken(self.name), (PointsStanding("points", now.card.total),), now.dice, rows, note)

    def _number(self, state: SheetState, action: SheetAction) -> int:
        match action:
            case Score(box):
                return self.sheet.index(box)
            case Commit(box):
                return self.boxes + self.sheet.index(box)
            case Keep(kept):
                return self.first_keep + self._place[mask_of(state.dice, kept)]

    @staticmethod
    def _committed(state: SheetState) -> str:
        return f", {state.committed} committed" if state.committed else ""

    def keeps_of_rolls(self) -> NDArray[np.int64]:
        """Return what each keeping action keeps of each roll, a place of the lattice, -1 where another keeps the same.

        The array is rolls x actions that keep.
        """
        dice = self.table.lattice
        found = np.full((len(dice.rolls), len(self.masks)), -1)
        for roll, faces in enumerate(dice.rolls):
            for place, mask in enumerate(self.masks):
                kept = tuple(die for n, die in enumerate(faces) if mask >> n & 1)
                if mask_of(faces, kept) == mask:
                    found[roll, place] = dice.index(kept)
        return found
