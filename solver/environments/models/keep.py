"""Keep-and-throw games for two players as decision processes: Ten Thousand, Farkle and Kingdom Come.

A turn begins with the action of throwing all dice. Whoever can hold and win does: no other action is legal then. A
throw that scores nothing ends the turn by itself.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np

from solver.aside import FIRST, HOLD, THROW, KeepAction, KeepDecision, SetAside
from solver.environments.models.dice import places_of, throws_of_dice
from solver.environments.models.model import CHANCE, OPTIMAL, OVER, RANDOM, Falls, GameModel, ModelShape, Unchanging
from solver.environments.models.scene import GameScene, spoken, standings_of
from solver.errors import OptionError
from solver.keep_and_throw.decide import legal_keeps
from solver.keep_and_throw.keep_table import KeepTable
from solver.keep_and_throw.player import RuledKeeper, decide_state
from solver.keep_and_throw.rules import BLANKS, FACES, KeepRules
from solver.keep_and_throw.state import KeepState
from solver.keep_and_throw.strategies import KNOWN, preferences

THROW_ALL = 0
DECISIONS = 4096
MOST_TURN = 100
"""So many goals a turn total is said to reach at most; hold wins from one on."""


@dataclass(frozen=True, slots=True)
class KeepMoment(Unchanging):
    """A moment of a game: its `state`, whose dice rise, and the action whose dice fall next, None where one chooses."""

    state: KeepState
    action: KeepAction | None = None


class KeepModel(GameModel[KeepMoment]):
    """A keep-and-throw game. Action 0 throws all dice; the others set dice aside, then hold or throw.

    Of equal dice the first are set aside.

    What can be seen are the own points, the other's, the turn total, and the dice, rising, 0 where there are fewer;
    with a penalty also how many of the last turns in succession scored nothing, the own and the other's.
    """

    players = 2

    def __init__(self, table: KeepTable) -> None:
        laws = {law for side in table.laws for law in side}
        if len(laws) > 1:
            raise OptionError("environments know no dice that differ: give all the same")
        self.table = table
        self.rules = rules = table.rules
        self.name = rules.name
        self._law = laws.pop()
        self._ruled = lru_cache(None)(lambda name: RuledKeeper(name, table))
        self._decide = lru_cache(DECISIONS)(self._decided)
        self._masks = tuple(range(1, 1 << rules.dice))
        aside = tuple(
            f"set aside {places_of(mask, rules.dice)}, {then}" for mask in self._masks for then in (HOLD, THROW)
        )
        most = MOST_TURN * rules.goal
        dice = tuple(f"die{place}" for place in range(1, rules.dice + 1))
        blanks = ("blanks", "opponent_blanks") if rules.penalty else ()
        self.shape = ModelShape(
            ("me", "opponent", "turn", *dice, *blanks),
            (0,) * (3 + rules.dice + len(blanks)),
            (rules.goal, rules.goal, most, *(FACES,) * rules.dice, *(BLANKS - 1,) * len(blanks)),
            ("throw all", *aside),
            0.0,
            1.0,
        )

    @property
    def most_falls(self) -> int:
        return len(throws_of_dice(self._law, self.rules.dice).chances)

    def start(self) -> KeepMoment:
        return KeepMoment(KeepState(self.rules))

    def mover(self, state: KeepMoment) -> int:
        if state.state.over:
            return OVER
        return state.state.player if state.action is None else CHANCE

    def legal(self, state: KeepMoment) -> Sequence[int]:
        now = state.state
        if not now.dice:
            return (THROW_ALL,)
        return sorted(
            self._number(places, then)
            for places in distinct_keeps(self.rules, now.dice)
            for then in (HOLD, THROW)
            if now.fault(KeepAction(tuple(now.dice[place] for place in places), then)) is None
        )

    def apply(self, state: KeepMoment, action: int) -> KeepMoment:
        meant = self._meant(state.state, action)
        return KeepMoment(state.state, meant) if meant.then == THROW else KeepMoment(state.state.apply(meant))

    def falls(self, state: KeepMoment) -> Falls:
        return throws_of_dice(self._law, self._thrown(state))

    def follow(self, state: KeepMoment, fall: int) -> KeepMoment:
        assert state.action is not None, "dice fall after an action"
        return KeepMoment(state.state.apply(state.action, self.falls(state).dice[fall]))

    def gained(self, state: KeepMoment) -> tuple[float, ...]:
        return tuple(float(seat == state.state.winner) for seat in range(self.players))

    def worth(self, state: KeepMoment) -> dict[int, float]:
        return dict(sorted((self._taken(one), one.value) for one in self._decide(state.state).choices))

    def best(self, state: KeepMoment, _worth: dict[int, float], /) -> int:
        return self._taken(self._decide(state.state).choices[0])

    @cached_property
    def policies(self) -> tuple[str, ...]:
        """The names of the solver's strategies, `hold-500-2` standing for any numbers."""
        return KNOWN

    def check_policy(self, name: str) -> str:
        if name not in (OPTIMAL, RANDOM):
            preferences(name, self.table.hands(0), self.table.steps)
        return name

    def choose(self, name: str, state: KeepMoment, random: np.random.Generator) -> int:
        if name in (OPTIMAL, RANDOM):
            return super().choose(name, state, random)
        return self._taken(self._ruled(name).decide(state.state).taken)

    def observe(self, state: KeepMoment, player: int) -> tuple[int, ...]:
        now, other = state.state, 1 - player
        dice = () if state.action else now.dice
        me, opponent = (min(self.rules.goal, now.scores[seat]) for seat in (player, other))
        turn = now.turn if state.action is None else now.total(state.action.keep)
        blanks = (now.blanks[player], now.blanks[other]) if self.rules.penalty else ()
        return (me, opponent, turn, *dice, *(0,) * (self.rules.dice - len(dice)), *blanks)

    def words(self, state: KeepMoment) -> str:
        """Return the state in one line; who throws how many dice counts where dice fall."""
        if state.action is None:
            return super().words(state)
        now = state.state
        first, second = now.scores
        blanks = f", {' '.join(map(str, now.blanks))} blank" if self.rules.penalty else ""
        risk = now.total(state.action.keep)
        return f"player {now.player} throws {self._thrown(state)} dice: {first} {second}, {risk} at risk{blanks}"

    def label(self, state: KeepMoment, action: int) -> str:
        if action == THROW_ALL:
            return self.shape.actions[action]
        meant = self._meant(state.state, action)
        return f"set aside {' '.join(map(str, meant.keep))}, {meant.then}"

    def scene(self, state: KeepMoment, dice: tuple[int, ...] = ()) -> GameScene:
        now = state.state
        note = f"player {now.winner} has won" if now.over else f"player {now.player} acts"
        scores = self.observe(state, 0)[:2]
        standings = standings_of(scores, now.player, self.observe(state, 0)[2], self.rules.goal)
        return GameScene(spoken(self.name), standings, (() if state.action else now.dice) or dice, note=note)

    def _thrown(self, state: KeepMoment) -> int:
        """Return how many dice fall next."""
        assert state.action is not None, "dice fall after an action"
        return state.state.left(state.action.keep)

    def _decided(self, state: KeepState) -> KeepDecision:
        return decide_state(self.table, state)

    def _meant(self, state: KeepState, action: int) -> KeepAction:
        """Return the action of a number."""
        if action == THROW_ALL:
            return FIRST
        mask = self._masks[(action - 1) // 2]
        keep = tuple(die for place, die in enumerate(state.dice) if mask >> place & 1)
        return KeepAction(keep, HOLD if action % 2 else THROW)

    def _taken(self, choice: SetAside) -> int:
        return self._number(choice.places, choice.then)

    @staticmethod
    def _number(places: tuple[int, ...], then: str) -> int:
        mask = sum(1 << place for place in places)
        return 2 * mask - (then == HOLD)


@lru_cache(DECISIONS)
def distinct_keeps(rules: KeepRules, dice: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Return the places of what may be set aside of rising `dice`; of equal dice the first ones."""
    found: dict[tuple[int, ...], tuple[int, ...]] = {}
    for places in legal_keeps(rules, dice):
        found.setdefault(tuple(dice[place] for place in places), places)
    return tuple(found.values())
