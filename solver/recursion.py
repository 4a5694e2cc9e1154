"""Small games that are solved by recursion over their states: their values, and what a game offers with these."""

import itertools
import time
from abc import abstractmethod
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import ClassVar, Self

import numpy as np

from solver.action import HOLD, ROLL, Action
from solver.decision import Decision
from solver.errors import DistributionError
from solver.evaluator import Evaluator
from solver.game import DIE, WIN, Game, Solution
from solver.notation import Noted, Written
from solver.throw_distribution import Chance, fair_die

KEPT = 8
ENDED = "e"
"""The mark of a game that is over in its line of text."""
DIGITS = 12
"""The known decimals of a worth: of actions that differ by less, the one that ends a turn comes first."""


@dataclass(frozen=True)
class Falls:
    """All outcomes of dice: the `chances`, which sum to 1, and the `dice` of each."""

    chances: tuple[float, ...]
    dice: tuple[tuple[int, ...], ...]

    @cached_property
    def up_to(self) -> tuple[float, ...]:
        """The cumulative chances."""
        return tuple(itertools.accumulate(self.chances))

    def draw(self, random: np.random.Generator) -> int:
        """Return the number of an outcome that chance picks."""
        return min(bisect_right(self.up_to, random.random()), len(self.chances) - 1)


@lru_cache
def throws_of_dice(law: tuple[Chance, ...], dice: int, *, rising: bool = True) -> Falls:
    """Return all throws of this many dice: each rising, or each die in its place."""
    thrown = np.indices((len(law),) * dice).reshape(dice, -1).T
    chances = np.prod(np.array([float(chance) for chance in law])[thrown], axis=1)
    if rising:
        thrown, number = np.unique(np.sort(thrown, axis=1), axis=0, return_inverse=True)
        chances = np.bincount(number.reshape(-1), chances)
    possible = np.flatnonzero(chances)
    return Falls(tuple(chances[possible].tolist()), tuple(tuple(row) for row in (thrown[possible] + 1).tolist()))


@dataclass(frozen=True, slots=True)
class TurnState(Written):
    """A state of a small game for two in which players throw or hold: whose turn it is, and its points so far.

    When it is `over` the most points win; players with equal points share the win. The class says which `game` it is.
    """

    scores: tuple[int, ...] = (0, 0)
    player: int = 0
    turn_total: int = 0
    over: bool = False

    game: ClassVar[str]

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won, () while the game goes on."""
        best = max(self.scores)
        return tuple(seat for seat, score in enumerate(self.scores) if score == best) if self.over else ()

    @property
    def noted(self) -> Noted:
        marks = {ENDED: "1" if self.over else ""}
        return Noted(self.game, tuple(map(str, self.scores)), player=self.player, turn=self.turn_total, marks=marks)

    def legal_actions(self) -> tuple[Action, ...]:
        """Return what the player may do: nothing if the game is over, only throw at the start of a turn."""
        if self.over:
            return ()
        return (ROLL, HOLD) if self.turn_total else (ROLL,)

    @abstractmethod
    def apply(self, action: Action, throw: Sequence[int] = (), /) -> Self:
        """Return the state after an action, given the dice that it throws. Raises RuleError."""


class RecursiveEvaluator(Evaluator[TurnState]):
    """The chances to win from states that no game visits twice; each throw has `dice` dice with the chances `die`."""

    def __init__(self, die: tuple[Chance, ...], dice: int) -> None:
        self.die, self.dice = die, dice
        self.known: dict[TurnState, tuple[float, ...]] = {}

    def worth(self, state: TurnState) -> tuple[float, ...]:
        if state not in self.known:
            if state.over:
                found = tuple((seat in state.winners) / len(state.winners) for seat in range(len(state.scores)))
            else:
                found = self.after(state, self.options(state)[0][0])
            self.known[state] = found
        return self.known[state]

    def options(self, state: TurnState) -> Sequence[tuple[Action, float]]:
        found = [(action, self.after(state, action)[state.player]) for action in state.legal_actions()]
        return sorted(found, key=lambda option: (-round(option[1], DIGITS), option[0].throws))

    def after(self, state: TurnState, action: Action) -> tuple[float, ...]:
        """Return what a state is worth to each player after an action is chosen, before its dice are thrown."""
        if not action.throws:
            return self.worth(state.apply(action))
        falls = throws_of_dice(self.die, self.dice)
        ways = [self.worth(state.apply(action, dice)) for dice in falls.dice]
        return tuple(sum(map(float.__mul__, falls.chances, worth)) for worth in zip(*ways, strict=True))

    def place(self, state: TurnState) -> str:
        return f"{' : '.join(map(str, state.scores))} +{state.turn_total}"


class RecursiveGame(Game):
    """A small game for two in which players throw or hold; its values are exact.

    It begins in the state `first`. Each throw has `dice` dice, and nobody has more than `most` points.
    """

    unit, takes = WIN, DIE

    def __init__(self, first: TurnState, most: int, dice: int = 1) -> None:
        self.name, self.first, self.most, self.dice = first.game, first, most, dice
        self.seen = dice

    @property
    def die(self) -> tuple[Chance, ...]:
        """The chances of the faces. Raises OptionError and DistributionError."""
        die = self.options.chances() or fair_die(self.faces)
        if len(die) != self.faces:
            many = f"{len(die)} face{'s' * (len(die) > 1)}"
            raise DistributionError(f"a die with {many} does not fit {self.name}: give {self.faces} numbers")
        return die

    def solve(self) -> Solution:
        values, begun = RecursiveEvaluator(self.die, self.dice), time.perf_counter()
        value = values.worth(self.first)[0]
        return Solution(self.name, value, self.unit, len(values.known), time.perf_counter() - begun)

    def values(self) -> RecursiveEvaluator:
        return _values(self.die, self.dice)

    def start(self, players: int = 0) -> TurnState:
        self.check_players(players, len(self.first.scores))
        return self.first

    def read(self, noted: Noted) -> TurnState:
        noted.check(ENDED, turn=True)
        start, over = self.start(len(noted.scores)), bool(noted.number(ENDED, 0))
        return replace(start, scores=noted.points, player=noted.player, turn_total=noted.turn, over=over)

    def decide(self, state: TurnState) -> Decision:
        self.check_going(state)
        return Decision.of(self.values().options(state), state=state)


@lru_cache(KEPT)
def _values(die: tuple[Chance, ...], dice: int) -> RecursiveEvaluator:
    return RecursiveEvaluator(die, dice)
