"""What a learner sees of score sheets: Yahtzee by its rules, Kniffel, Yatzy and Hooligan, for one player for points."""

import numpy as np
from numpy.typing import NDArray

from solver.decision import count_in_words
from solver.process.dice import Falls, keep_masks, mask_of, places_of, throws_of_dice
from solver.process.model import GameModel, GameMoment, ModelShape
from solver.process.scene import PointsStanding
from solver.sheet.coach.evaluator import SheetPointsEvaluator
from solver.sheet.exact.table import SheetTable
from solver.sheet.game.rules import Commit, Keep, Score, SheetAction, SheetState

OPEN = -1
"""What an observation shows of a box that is open."""

SheetMoment = GameMoment[SheetState, SheetAction]


class SheetModel(GameModel[SheetState, SheetAction]):
    """A score sheet. Action n scores in box n, or commits to one, or keeps dice; turns begin with a throw.

    What can be seen are the dice, rising, the throws left, the box committed to where one is, from 1, and what stands
    in each box, -1 where it is open.
    """

    players = 1

    def __init__(self, table: SheetTable) -> None:
        self.table = table
        self.sheet = sheet = table.sheet
        super().__init__(SheetState.start(sheet), SheetPointsEvaluator(table))
        self.name = sheet.name
        self.masks = keep_masks(sheet.dice)
        self._place = {mask: place for place, mask in enumerate(self.masks)}
        self.most_falls = len(throws_of_dice(table.die, sheet.dice).chances)
        self.boxes = len(sheet.boxes)
        self.first_keep = self.boxes * (2 if sheet.commit else 1)
        plan = table.plan
        most = [int(plan.points[begin:end].max()) for begin, end in zip(plan.first[:-1], plan.first[1:], strict=True)]
        dice = tuple(f"die{place}" for place in range(1, sheet.dice + 1))
        committed = ("committed",) if sheet.commit else ()
        names = (f"{verb} {box}" for verb in ("score", *("commit" for _ in committed)) for box in sheet.names)
        self.shape = ModelShape(
            (*dice, "throws_left", *committed, *sheet.names),
            (*(0,) * (sheet.dice + 1 + len(committed)), *(OPEN,) * self.boxes),
            (*(sheet.sides,) * sheet.dice, sheet.throws, *(self.boxes,) * len(committed), *most),
            (*names, *(f"keep {places_of(mask, sheet.dice) or 'none'}" for mask in self.masks)),
            most=float(sum(most) + sheet.bonus + sheet.extra * self.boxes),
        )

    def moment(self, state: SheetState) -> SheetMoment:
        return GameMoment(state, None if state.dice or state.over else Keep(()))

    def number(self, state: SheetState, action: SheetAction) -> int:
        match action:
            case Score(box):
                return self.sheet.index(box)
            case Commit(box):
                return self.boxes + self.sheet.index(box)
            case Keep(kept):
                return self.first_keep + self._place[mask_of(state.dice, kept)]

    def falls_of(self, _state: SheetState, action: SheetAction, /) -> Falls | None:
        return throws_of_dice(self.table.die, self.sheet.dice - len(action.dice)) if isinstance(action, Keep) else None

    def count_gains(self, state: SheetState) -> tuple[float, ...]:
        return (float(state.card.total),)

    def observe(self, moment: SheetMoment, _player: int, /) -> tuple[int, ...]:
        state = moment.state
        dice = state.dice or (0,) * self.sheet.dice
        left = 0 if state.over else state.rolls_left
        committed = (self.sheet.index(state.committed) + 1 if state.committed else 0,) if self.sheet.commit else ()
        return (*dice, left, *committed, *(OPEN if score is None else score for score in state.card.scores))

    def words(self, moment: SheetMoment) -> str:
        """Return the moment in one line, with the further Yahtzees that were paid."""
        return f"{super().words(moment)} bonuses={moment.state.card.extras}"

    def describe(self, state: SheetState, action: SheetAction) -> str:
        if isinstance(action, Keep):
            return f"keep {' '.join(map(str, action.dice)) or 'nothing'}"
        return super().describe(state, action)

    def standings(self, moment: SheetMoment) -> tuple[PointsStanding, ...]:
        return (PointsStanding("points", moment.state.card.total),)

    def rows(self, moment: SheetMoment) -> tuple[tuple[str, str], ...]:
        scores = ("" if score is None else str(score) for score in moment.state.card.scores)
        return tuple(zip(self.sheet.names, scores, strict=True))

    def note(self, state: SheetState) -> str:
        committed = f", {state.committed} committed" if state.committed else ""
        return (
            "the game is over"
            if state.over
            else f"{count_in_words(state.rolls_left, 'throw', 'throws')} left{committed}"
        )

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
