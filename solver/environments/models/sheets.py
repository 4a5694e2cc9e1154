"""What a learner sees of score sheets: Yahtzee by its rules, Kniffel, Yatzy and Hooligan, for one player for points."""

from solver.process.dice import keep_masks, mask_of
from solver.process.model import GameModel, GameMoment, ModelShape, Seen, see_dice
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
        self.sheet = table.sheet
        sheet, plan, boxes = table.sheet, table.plan, len(table.sheet.boxes)
        super().__init__(SheetState.start(sheet), SheetPointsEvaluator(table), table.die, sheet.dice)
        self.name = sheet.name
        begin = boxes * (2 if sheet.commit else 1)
        self._keeps = {mask: begin + place for place, mask in enumerate(keep_masks(sheet.dice))}
        most = [int(plan.points[begin:end].max()) for begin, end in zip(plan.first[:-1], plan.first[1:], strict=True)]
        seen = [see_dice(sheet.dice, sheet.sides), Seen(("throws_left",), 0, sheet.throws, self._see_throws)]
        if sheet.commit:
            seen.append(Seen(("committed",), 0, boxes, self._see_committed))
        seen.append(Seen(sheet.names, OPEN, tuple(most), self._see_boxes))
        whole = float(sum(most) + sheet.bonus + sheet.extra * boxes)
        self.shape = ModelShape(tuple(seen), begin + len(self._keeps), most=whole)

    def moment(self, state: SheetState) -> SheetMoment:
        return GameMoment(state, None if state.dice or state.over else Keep(()))

    def number(self, state: SheetState, action: SheetAction) -> int:
        match action:
            case Score(box):
                return self.sheet.index(box)
            case Commit(box):
                return len(self.sheet.boxes) + self.sheet.index(box)
            case Keep(kept):
                return self._keeps[mask_of(state.dice, kept)]

    def count_dice(self, _state: SheetState, action: SheetAction, /) -> int:
        return self.sheet.dice - len(action.dice) if isinstance(action, Keep) else 0

    def count_gains(self, state: SheetState) -> tuple[float, ...]:
        return (float(state.card.total),)

    def _see_throws(self, moment: SheetMoment, _player: int, /) -> tuple[int, ...]:
        return (0 if moment.state.over else moment.state.rolls_left,)

    def _see_committed(self, moment: SheetMoment, _player: int, /) -> tuple[int, ...]:
        box = moment.state.committed
        return (self.sheet.index(box) + 1,) if box else ()

    def _see_boxes(self, moment: SheetMoment, _player: int, /) -> tuple[int, ...]:
        return tuple(OPEN if score is None else score for score in moment.state.card.scores)

    def words(self, moment: SheetMoment) -> str:
        """Return the moment in one line, with the further Yahtzees that were paid."""
        return f"{super().words(moment)} bonuses={moment.state.card.extras}"
