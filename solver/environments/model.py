"""A solved game as a decision process, on the rules of its states and the values of its evaluator.

Gymnasium, PettingZoo, OpenSpiel and the learners all take this form. A family of games says what a learner sees, how
actions are numbered, and how many dice they throw.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Generic, Self, TypeVar

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from solver.action import HOLD, ROLL, Action
from solver.errors import UnknownNameError
from solver.evaluator import Evaluator, State
from solver.game import Game
from solver.recursion import Falls, throws_of_dice
from solver.throw_distribution import Chance

CHANCE = -1
"""Dice are thrown next."""
OVER = -2
"""The game is over."""
NO_ACTION = -1
"""The best action at the end, where nobody acts."""

OPTIMAL, RANDOM = "optimal", "random"
KEPT = 4096
"""How many states the cache holds, with the worth of their actions."""


S = TypeVar("S", bound=State)
Policy = Callable[[S, Generator], int]
"""A policy: it returns the number of an action in a state."""


class Unchanging:
    """An object that never changes, so that copies share it."""

    __slots__ = ()

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        """Return the same object."""
        return self


@dataclass(frozen=True, slots=True)
class GameMoment(Unchanging, Generic[S]):
    """A moment of a game: its `state`, and the `action` whose dice are thrown next, None if a player chooses."""

    state: S
    action: Action | None = None


@dataclass(frozen=True, slots=True)
class Seen:
    """Whole numbers of an observation: their `names`, each from `low` to `high`, and what a player can `see` of them.

    `see` takes a state and a player; where it returns fewer numbers than names, the others are 0.
    """

    names: Sequence[str]
    low: int
    high: int | tuple[int, ...]
    see: Callable[[Any, int], Sequence[int]]


@dataclass(frozen=True, slots=True)
class ModelShape:
    """What a learner sees and does: actions are numbered from 0 to `actions` - 1.

    A player gets `least` to `most` in a whole game.
    """

    seen: tuple[Seen, ...]
    actions: int
    least: float = 0.0
    most: float = 1.0

    @property
    def fields(self) -> tuple[str, ...]:
        """The names of the numbers of an observation."""
        return tuple(name for one in self.seen for name in one.names)

    @property
    def bounds(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The least and the most of each number of an observation."""
        ends = [np.broadcast_arrays(one.low, one.high, np.zeros(len(one.names), np.int64))[:2] for one in self.seen]
        low, high = np.concatenate(ends, axis=1)
        return low, high


class GameModel(Unchanging, Generic[S]):
    """A solved game as a decision process; moments are immutable and can be compared.

    `players` play a `game`, numbered from 0; it begins in the state `first`. An action throws at most `dice` dice with
    the chances `die`. A player gets a win (1, else 0) or points, in the unit of the `evaluator`, negative if fewer are
    better. So with best play, the expected sum of all future rewards is the value.
    """

    shape: ModelShape
    policies: tuple[str, ...] = (OPTIMAL, RANDOM)
    """The names of the ways in which the other players can play."""
    origin: Callable[[], Any]
    """A function that makes the same model again."""

    def __init__(
        self, game: Game, evaluator: Evaluator[S], die: tuple[Chance, ...], dice: int, players: int = 2
    ) -> None:
        self.game, self.name, self.evaluator, self.players = game, game.name, evaluator, players
        self.first: S = game.start()
        self.die, self.dice = die, dice
        self.sign = -1.0 if evaluator.unit.fewer else 1.0
        """The sign of values: -1 if the fewest points or turns are best."""
        self.actions = lru_cache(KEPT)(self._actions)
        self.weighed = lru_cache(KEPT)(self._weigh)
        self.strategy = lru_cache(None)(self.policy)

    def __reduce__(self) -> tuple[Callable[[], Any], tuple[()]]:
        """Return how to make the same model again, in another process too."""
        return self.origin, ()

    def number(self, _state: S, action: Action, /) -> int:
        """Return the number of a legal action; where a player rolls or holds, these are 0 and 1."""
        return (ROLL, HOLD).index(action)

    def count_dice(self, state: Any, action: Action, /) -> int:
        """Return how many dice a legal action throws."""
        if action.keep is not None and action.throws:
            thrown: int = state.dice_left(action.keep)
            return thrown
        return action.count or self.dice * action.throws

    def throws(self, dice: int) -> Falls:
        """Return all outcomes of this many dice."""
        return throws_of_dice(self.die, dice)

    def moment(self, state: S, /) -> GameMoment[S]:
        """Return the moment in which a state begins. A throw that is no choice may be its action."""
        return GameMoment(state)

    def count_gains(self, state: S, /) -> tuple[float, ...]:
        """Return what each player has got so far; players get it at the end."""
        worth = self.evaluator.worth(state) if state.over else (0.0,) * self.players
        return tuple(self.sign * one for one in worth)

    def policy(self, name: str, /) -> Policy[S]:
        """Return the policy called `name`. Raises UnknownNameError."""
        if name == OPTIMAL:
            return lambda state, _: next(iter(self.weighed(state)))
        if name == RANDOM:
            return lambda state, random: [*self.actions(state)][int(random.integers(len(self.actions(state))))]
        raise UnknownNameError.of("policy", name, self.policies)

    @property
    def most_falls(self) -> int:
        """The largest number of outcomes of a throw."""
        return max(len(self.throws(dice).chances) for dice in range(1, self.dice + 1))

    def observe(self, moment: GameMoment[S], player: int) -> tuple[int, ...]:
        """Return what `player` sees."""
        told = ((one.see(moment.state, player), len(one.names)) for one in self.shape.seen)
        return tuple(number for seen, size in told for number in (*seen, *(0,) * (size - len(seen))))

    def start(self) -> GameMoment[S]:
        """Return the beginning of a game."""
        return self.moment(self.first)

    def mover(self, moment: GameMoment[S]) -> int:
        """Return the player who acts, or CHANCE or OVER."""
        if moment.state.over:
            return OVER
        return moment.state.player if moment.action is None else CHANCE

    def legal(self, moment: GameMoment[S]) -> Sequence[int]:
        """Return the numbers of the actions that the rules allow the mover, rising."""
        return tuple(self.actions(moment.state))

    def apply(self, moment: GameMoment[S], number: int) -> GameMoment[S]:
        """Return the moment after a legal action."""
        state, action = moment.state, self.actions(moment.state)[number]
        return GameMoment(state, action) if self.count_dice(state, action) else self.moment(state.apply(action))

    def falls(self, moment: GameMoment[S]) -> Falls:
        """Return the outcomes of the dice; the mover is CHANCE."""
        assert moment.action is not None, "dice fall only after an action"
        return self.throws(self.count_dice(moment.state, moment.action))

    def follow(self, moment: GameMoment[S], fall: int) -> GameMoment[S]:
        """Return the moment after an outcome of the dice, a number of `falls`."""
        assert moment.action is not None, "dice fall only after an action"
        return self.moment(moment.state.apply(moment.action, self.falls(moment).dice[fall]))

    def let_fall(self, moment: GameMoment[S], random: Generator) -> GameMoment[S]:
        """Return the next moment in which somebody acts or the game is over; chance picks the dice."""
        while self.mover(moment) == CHANCE:
            moment = self.follow(moment, self.falls(moment).draw(random))
        return moment

    def gains_of(self, moment: GameMoment[S]) -> tuple[float, ...]:
        """Return what each player has got so far."""
        return self.count_gains(moment.state)

    def regret(self, moment: GameMoment[S], number: int) -> float:
        """Return by how much a legal action is worth less than the best one."""
        worth = self.weighed(moment.state)
        return max(worth.values()) - worth[number]

    def choose(self, name: str, moment: GameMoment[S], random: Generator) -> int:
        """Return what a player does by the policy called `name`. Raises UnknownNameError."""
        return self.strategy(name)(moment.state, random)

    def zero_sum(self, gained: Sequence[float]) -> tuple[float, ...]:
        """Return what players got so that it sums to 0: 1 to the winner, to the others -1 together; alone as it is.

        With n players the value v of a win becomes (n v - 1) / (n - 1).
        """
        if self.players == 1:
            return tuple(gained)
        total = sum(gained)
        return tuple((self.players * one - total) / (self.players - 1) for one in gained)

    def label(self, moment: GameMoment[S], number: int) -> str:
        """Return in words what an action does in a moment."""
        return self.evaluator.words(moment.state, self.actions(moment.state)[number])

    def words(self, moment: GameMoment[S]) -> str:
        """Return the moment in one line, different for different moments."""
        state = moment.state
        acts = "over" if state.over else f"player {state.player} acts"
        if moment.action is not None:
            acts = f"dice fall, player {state.player}, {self.evaluator.words(state, moment.action)}"
        seen = zip(self.shape.fields, self.observe(moment, 0), strict=True)
        return f"{acts}: {' '.join(f'{name}={number}' for name, number in seen)}"

    def tell(self, moment: GameMoment[S], player: int, *, exact: bool) -> dict[str, Any]:
        """Return what a player knows of a moment: `action_mask` (int8), 1 for each action that the player may take.

        With `exact` it is also the `value`, what is still to come, and the `best` action, by the solver's rule for
        ties. A player who does not act may do nothing, and gets 0 and -1.
        """
        acts = self.mover(moment) == player
        mask = np.zeros(self.shape.actions, np.int8)
        mask[list(self.legal(moment)) if acts else []] = 1
        worth = self.weighed(moment.state) if acts and exact else {}
        solved = {"value": max(worth.values(), default=0.0), "best": next(iter(worth), NO_ACTION)}
        return {"action_mask": mask} | (solved if exact else {})

    def _actions(self, state: S) -> Mapping[int, Action]:
        """Return the legal actions by their numbers, rising."""
        return dict(sorted((self.number(state, action), action) for action in state.legal_actions()))

    def _weigh(self, state: S) -> Mapping[int, float]:
        """Return what is still to come after each legal action, best first."""
        legal, got = self.actions(state), self.count_gains(state)[state.player]
        numbered = ((self.number(state, action), value) for action, value in self.evaluator.options(state))
        return {number: self.sign * value - got for number, value in numbered if number in legal}


AnyModel = GameModel[Any]
