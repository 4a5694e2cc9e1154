"""What a learner sees where dice are kept: of score sheets, for one player, and of keep-and-throw games for two."""

from solver.action import FIRST_KEEP, Action, Verb
from solver.errors import OptionError
from solver.keep_and_throw.evaluator import KeepEvaluator
from solver.keep_and_throw.keep_table import KeepTable
from solver.keep_and_throw.player import KeepPlayer
from solver.keep_and_throw.rules import BLANKS
from solver.keep_and_throw.state import KeepState
from solver.keep_and_throw.strategies import KNOWN, preferences
from solver.process.dice import keep_masks, mask_of
from solver.process.model import OPTIMAL, RANDOM, GameModel, GameMoment, ModelShape, Policy, Seen, see_dice, see_scores
from solver.sheet.coach.evaluator import SheetPointsEvaluator
from solver.sheet.exact.table import SheetTable
from solver.sheet.game.rules import SheetState
from solver.throw_distribution import FACES

OPEN = -1
"""What an observation shows of a box that is open."""

SheetMoment = GameMoment[SheetState]


class SheetModel(GameModel[SheetState]):
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
        return GameMoment(state, None if state.dice or state.over else FIRST_KEEP)

    def number(self, state: SheetState, action: Action) -> int:
        if action.keep is not None:
            return self._keeps[mask_of(state.dice, action.keep)]
        return self.sheet.index(action.box) + len(self.sheet.boxes) * (action.verb is Verb.COMMIT)

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


MOST_TURN = 100
"""A turn total is said to reach at most this many goals; hold wins from one on."""


class KeepModel(GameModel[KeepState]):
    """A keep-and-throw game. Action 0 throws all dice; 2 m sets the dice of bits m aside and throws, 2 m - 1 holds.

    Of equal dice the first are set aside. A turn begins with the action of throwing all dice. Whoever can hold and win
    does: no other action is legal then. A throw that scores nothing ends the turn by itself.

    What can be seen are the own points, the other's, the turn total, and the dice, rising, 0 where there are fewer;
    with a last round scores may lie above the goal, and then are those to beat;
    with a penalty also how many of the last turns in succession scored nothing, the own and the other's. Others can
    play by any of the solver's strategies, `hold-500-2` standing for any numbers.
    """

    policies = KNOWN

    def __init__(self, table: KeepTable) -> None:
        laws = {law for side in table.laws for law in side}
        if len(laws) > 1:
            raise OptionError("environments have no dice that differ: make all dice alike")
        self._table = table
        rules, goal = table.rules, table.rules.goal
        super().__init__(KeepState(rules), KeepEvaluator(table), laws.pop(), rules.dice)
        self.name = rules.name
        most = MOST_TURN * goal

        def see_turn(moment: GameMoment[KeepState], _player: int) -> tuple[int, ...]:
            return (moment.state.total(moment.action.keep or ()) if moment.action else moment.state.turn,)

        scores = see_scores(("me", "opponent"), most if rules.last_round else goal)
        blanks = Seen(
            ("blanks", "opponent_blanks"), 0, BLANKS - 1, lambda at, player: at.state.blanks[:: 1 - 2 * player]
        )
        seen = (scores, Seen(("turn",), 0, most, see_turn), see_dice(rules.dice, FACES))
        self.shape = ModelShape((*seen, blanks) if rules.penalty else seen, 2 * 2**rules.dice - 1)

    def number(self, state: KeepState, action: Action) -> int:
        return 2 * mask_of(state.dice, action.keep or (), last=False) - (action.verb is Verb.HOLD)

    def count_dice(self, state: KeepState, action: Action) -> int:
        return state.dice_left(action.keep or ()) if action.throws else 0

    def policy(self, name: str) -> Policy[KeepState]:
        if name in (OPTIMAL, RANDOM):
            return super().policy(name)
        preferences(name, self._table.hands(0), self._table.steps)  # which knows all names but levels
        keeper = KeepPlayer(name, self._table)
        return lambda state, _: self.number(state, keeper.decide(state).action)
