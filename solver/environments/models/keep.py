"""What a learner sees of keep-and-throw games for two players: Ten Thousand, Farkle and Kingdom Come."""

from solver.aside import HOLD, THROW, KeepAction
from solver.errors import OptionError
from solver.keep_and_throw.evaluator import KeepEvaluator
from solver.keep_and_throw.keep_table import KeepTable
from solver.keep_and_throw.player import KeepPlayer
from solver.keep_and_throw.rules import BLANKS
from solver.keep_and_throw.state import KeepState
from solver.keep_and_throw.strategies import KNOWN, preferences
from solver.process.dice import mask_of
from solver.process.model import OPTIMAL, RANDOM, GameModel, GameMoment, ModelShape, Policy, Seen, see_dice, see_scores
from solver.throw_distribution import FACES

MOST_TURN = 100
"""A turn total is said to reach at most this many goals; hold wins from one on."""


class KeepModel(GameModel[KeepState, KeepAction]):
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

        def see_turn(moment: GameMoment[KeepState, KeepAction], _player: int) -> tuple[int, ...]:
            return (moment.state.total(moment.action.keep) if moment.action else moment.state.turn,)

        scores = see_scores(("me", "opponent"), most if rules.last_round else goal)
        blanks = Seen(
            ("blanks", "opponent_blanks"), 0, BLANKS - 1, lambda at, player: at.state.blanks[:: 1 - 2 * player]
        )
        seen = (scores, Seen(("turn",), 0, most, see_turn), see_dice(rules.dice, FACES))
        self.shape = ModelShape((*seen, blanks) if rules.penalty else seen, 2 * 2**rules.dice - 1)

    def number(self, state: KeepState, action: KeepAction) -> int:
        return 2 * mask_of(state.dice, action.keep, last=False) - (action.then == HOLD)

    def count_dice(self, state: KeepState, action: KeepAction) -> int:
        return state.dice_left(action.keep) if action.then == THROW else 0

    def policy(self, name: str) -> Policy[KeepState]:
        if name in (OPTIMAL, RANDOM):
            return super().policy(name)
        preferences(name, self._table.hands(0), self._table.steps)  # which knows all names but levels
        keeper = KeepPlayer(name, self._table)
        return lambda state, _: self.number(state, keeper.decide(state).taken.action)
