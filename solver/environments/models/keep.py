"""What a learner sees of keep-and-throw games for two players: Ten Thousand, Farkle and Kingdom Come.

A turn begins with the action of throwing all dice. Whoever can hold and win does: no other action is legal then. A
throw that scores nothing ends the turn by itself.
"""

from solver.aside import FIRST, HOLD, THROW, KeepAction
from solver.errors import OptionError
from solver.keep_and_throw.evaluator import KeepEvaluator
from solver.keep_and_throw.keep_table import KeepTable
from solver.keep_and_throw.player import KeepPlayer
from solver.keep_and_throw.rules import BLANKS
from solver.keep_and_throw.state import KeepState
from solver.keep_and_throw.strategies import KNOWN, preferences
from solver.process.dice import Falls, mask_of, places_of, throws_of_dice
from solver.process.model import OPTIMAL, RANDOM, Follow, GameModel, GameMoment, ModelShape
from solver.process.scene import PointsStanding, standings_of
from solver.throw_distribution import FACES

MOST_TURN = 100
"""A turn total is said to reach at most this many goals; hold wins from one on."""


class KeepModel(GameModel[KeepState, KeepAction]):
    """A keep-and-throw game. Action 0 throws all dice; the others set dice aside, then hold or throw.

    Of equal dice the first are set aside.

    What can be seen are the own points, the other's, the turn total, and the dice, rising, 0 where there are fewer;
    with a last round scores may lie above the goal, and then are those to beat;
    with a penalty also how many of the last turns in succession scored nothing, the own and the other's. Others can
    play by any of the solver's strategies, `hold-500-2` standing for any numbers.
    """

    players = 2
    policies = KNOWN

    def __init__(self, table: KeepTable) -> None:
        laws = {law for side in table.laws for law in side}
        if len(laws) > 1:
            raise OptionError("environments have no dice that differ: make all dice alike")
        self._law = laws.pop()
        self.table, self.rules = table, table.rules
        rules, goal = table.rules, table.rules.goal
        super().__init__(KeepState(rules), KeepEvaluator(table))
        self.name = rules.name
        self.most_falls = len(throws_of_dice(self._law, rules.dice).chances)
        masks = range(1, 1 << rules.dice)
        aside = (f"set aside {places_of(mask, rules.dice)}, {then}" for mask in masks for then in (HOLD, THROW))
        dice = tuple(f"die{place}" for place in range(1, rules.dice + 1))
        blanks = ("blanks", "opponent_blanks") if rules.penalty else ()
        self._most = MOST_TURN * goal if rules.last_round else goal
        self.shape = ModelShape(
            ("me", "opponent", "turn", *dice, *blanks),
            (0,) * (3 + rules.dice + len(blanks)),
            (self._most, self._most, MOST_TURN * goal, *(FACES,) * rules.dice, *(BLANKS - 1,) * len(blanks)),
            ("throw all", *aside),
        )

    def number(self, state: KeepState, action: KeepAction) -> int:
        return 2 * mask_of(state.dice, action.keep, last=False) - (action.then == HOLD)

    def falls_of(self, state: KeepState, action: KeepAction) -> Falls | None:
        return throws_of_dice(self._law, state.dice_left(action.keep)) if action.then == THROW else None

    def named(self, name: str) -> Follow[KeepState]:
        if name in (OPTIMAL, RANDOM):
            return super().named(name)
        preferences(name, self.table.hands(0), self.table.steps)
        keeper = KeepPlayer(name, self.table)
        return lambda state, _: self.number(state, keeper.decide(state).taken.action)

    def observe(self, moment: GameMoment[KeepState, KeepAction], player: int) -> tuple[int, ...]:
        state, action, other = moment.state, moment.action, 1 - player
        dice = () if action else state.dice
        me, opponent = (min(self._most, state.scores[seat]) for seat in (player, other))
        turn = state.total(action.keep) if action else state.turn
        blanks = (state.blanks[player], state.blanks[other]) if self.rules.penalty else ()
        return (me, opponent, turn, *dice, *(0,) * (self.rules.dice - len(dice)), *blanks)

    def describe(self, _state: KeepState, action: KeepAction, /) -> str:
        return "throw all" if action == FIRST else f"set aside {' '.join(map(str, action.keep))}, {action.then}"

    def standings(self, moment: GameMoment[KeepState, KeepAction]) -> tuple[PointsStanding, ...]:
        me, opponent, turn, *_ = self.observe(moment, 0)
        return standings_of((me, opponent), moment.state.player, turn, self.rules.goal)
