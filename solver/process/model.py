"""A solved game as a decision process, on the rules of its states and the values of its evaluator.

Gymnasium, PettingZoo and OpenSpiel are all served from this one form. A family of games says what a learner sees of it:
the numbers of an observation, the numbers of actions, and what a picture shows.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Generic, Self, TypeVar

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from solver.errors import UnknownNameError
from solver.evaluator import Evaluator, State
from solver.process.dice import Falls
from solver.process.scene import GameScene, PointsStanding, format_title

CHANCE = -1
"""Dice are thrown next."""
OVER = -2
"""The game is over."""
NO_ACTION = -1
"""The best action where nobody acts any more."""

OPTIMAL, RANDOM = "optimal", "random"
KEPT = 4096
"""This many states are remembered with their actions and with what these are worth."""


S = TypeVar("S", bound=State)
A = TypeVar("A")
Follow = Callable[[S, Generator], int]
"""What a policy does in a state, as the number of an action."""


@dataclass(frozen=True, slots=True)
class ModelShape:
    """What a learner sees and does.

    `fields` names the whole numbers of an observation, which run from `low` to `high`; `actions` names what can be
    done. What a player gets in a whole game lies from `least` to `most`.
    """

    fields: tuple[str, ...]
    low: tuple[int, ...]
    high: tuple[int, ...]
    actions: tuple[str, ...]
    least: float = 0.0
    most: float = 1.0


class Unchanging:
    """Something that never changes, so that copies share it."""

    __slots__ = ()

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        """Return the same object."""
        return self


@dataclass(frozen=True, slots=True)
class GameMoment(Unchanging, Generic[S, A]):
    """A moment of a game: its `state`, and the `action` whose dice fall next, None where a player chooses."""

    state: S
    action: A | None = None


class GameModel(Unchanging, ABC, Generic[S, A]):
    """A solved game as a decision process; moments are immutable and can be compared.

    `players` play, numbered from 0. What a player gets is a win (1, else 0) or points, in the unit of the `evaluator`,
    less where fewer are better, so that with best play the expected sum of all that is still to come is the value.
    """

    name: str
    players: int
    shape: ModelShape
    most_falls: int
    """In how many ways dice can fall at most."""
    policies: tuple[str, ...] = (OPTIMAL, RANDOM)
    """The names of the ways in which the other players can play."""
    table: Any = None
    """The solver's table, whose `states` say how many states it decides; None for a game without one."""
    origin: tuple[Callable[..., Any], tuple[Any, ...]]
    """What makes the same model again, with what it is called."""

    def __init__(self, first: S, evaluator: Evaluator[S, A] | None = None) -> None:
        self.first = first
        self.evaluator = evaluator
        self.actions = lru_cache(KEPT)(self._actions)
        self.weighed = lru_cache(KEPT)(self._weighed)
        self.strategy = lru_cache(None)(self.named)

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        """Return how to make the same model again, in another process too."""
        return self.origin

    @abstractmethod
    def number(self, state: S, action: A, /) -> int:
        """Return the number of a legal action."""

    @abstractmethod
    def falls_of(self, state: S, action: A, /) -> Falls | None:
        """Return how the dice of a legal action fall, None if it throws none."""

    @abstractmethod
    def observe(self, moment: GameMoment[S, A], player: int, /) -> tuple[int, ...]:
        """Return what `player` sees."""

    @abstractmethod
    def standings(self, moment: GameMoment[S, A], /) -> tuple[PointsStanding, ...]:
        """Return what a picture shows of the points."""

    def rows(self, _moment: GameMoment[S, A], /) -> tuple[tuple[str, str], ...]:
        """Return what a picture shows besides, in words."""
        return ()

    def note(self, state: Any, /) -> str:
        """Return whose turn it is, or who has won."""
        return f"player {state.winner} has won" if state.over else f"player {state.player} acts"

    def moment(self, state: S, /) -> GameMoment[S, A]:
        """Return the moment in which a state begins: where a throw is no choice, it is made."""
        return GameMoment(state)

    def options(self, state: S, /) -> Sequence[tuple[A, float]]:
        """Return what each action is worth to the player whose turn it is, best first."""
        assert self.evaluator is not None, "its options come from elsewhere"
        return self.evaluator.options(state)

    def count_gains(self, state: Any, /) -> tuple[float, ...]:
        """Return what each player got so far."""
        return tuple(float(player == state.winner) for player in range(self.players))

    def describe(self, state: S, action: A, /) -> str:
        """Return in words what an action does; where dice lie, their faces say more."""
        return self.shape.actions[self.number(state, action)]

    def named(self, name: str, /) -> Follow[S]:
        """Return the policy called `name`. Raises UnknownNameError."""
        if name == OPTIMAL:
            return lambda state, _: next(iter(self.weighed(state)))
        if name == RANDOM:
            return lambda state, random: [*self.actions(state)][int(random.integers(len(self.actions(state))))]
        raise UnknownNameError.of("policy", name, self.policies)

    def start(self) -> GameMoment[S, A]:
        """Return the beginning of a game."""
        return self.moment(self.first)

    def mover(self, moment: GameMoment[S, A]) -> int:
        """Return the player who acts, or CHANCE or OVER."""
        if moment.state.over:
            return OVER
        return moment.state.player if moment.action is None else CHANCE

    def legal(self, moment: GameMoment[S, A]) -> Sequence[int]:
        """Return the numbers of the actions that the rules allow the mover, rising."""
        return tuple(self.actions(moment.state))

    def apply(self, moment: GameMoment[S, A], number: int) -> GameMoment[S, A]:
        """Return the moment after a legal action."""
        state, action = moment.state, self.actions(moment.state)[number]
        return self.moment(state.apply(action)) if self.falls_of(state, action) is None else GameMoment(state, action)

    def falls(self, moment: GameMoment[S, A]) -> Falls:
        """Return how the dice can fall, where the mover is CHANCE."""
        falls = None if moment.action is None else self.falls_of(moment.state, moment.action)
        assert falls is not None, "dice fall after an action"
        return falls

    def follow(self, moment: GameMoment[S, A], fall: int) -> GameMoment[S, A]:
        """Return the moment after the dice fell in a way, a number of `falls`."""
        return self.moment(moment.state.apply(moment.action, self.falls(moment).dice[fall]))

    def let_fall(self, moment: GameMoment[S, A], random: Generator) -> tuple[GameMoment[S, A], tuple[int, ...]]:
        """Return the moment after the dice fell as chance picks, and these dice."""
        falls = self.falls(moment)
        fall = falls.draw(random)
        return self.follow(moment, fall), falls.dice[fall]

    def gained(self, moment: GameMoment[S, A]) -> tuple[float, ...]:
        """Return what each player got so far."""
        return self.count_gains(moment.state)

    def worth(self, moment: GameMoment[S, A]) -> dict[int, float]:
        """Return what each legal action is worth to the mover, best play of all following: what is still to come."""
        return dict(sorted(self.weighed(moment.state).items()))

    def solution(self, moment: GameMoment[S, A]) -> dict[str, Any]:
        """Return the `value` of a moment and the `best` action, by the solver's rule for ties."""
        worth = self.weighed(moment.state) if self.mover(moment) >= 0 else {}
        return {"value": max(worth.values(), default=0.0), "best": next(iter(worth), NO_ACTION)}

    def regret(self, moment: GameMoment[S, A], number: int) -> float:
        """Return by how much a legal action is worth less than the best one."""
        worth = self.weighed(moment.state)
        return max(worth.values()) - worth[number]

    def choose(self, name: str, moment: GameMoment[S, A], random: Generator) -> int:
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

    def label(self, moment: GameMoment[S, A], number: int) -> str:
        """Return in words what an action does in a moment."""
        return self.describe(moment.state, self.actions(moment.state)[number])

    def words(self, moment: GameMoment[S, A]) -> str:
        """Return the moment in one line, different for different moments."""
        state = moment.state
        acts = "over" if state.over else f"player {state.player} acts"
        if moment.action is not None:
            acts = f"dice fall, player {state.player}, {self.describe(state, moment.action)}"
        seen = zip(self.shape.fields, self.observe(moment, 0), strict=True)
        return f"{acts}: {' '.join(f'{name}={number}' for name, number in seen)}"

    def mask(self, moment: GameMoment[S, A]) -> NDArray[np.int8]:
        """Return 1 for each action that the mover may take, 0 for the others and where nobody acts."""
        mask = np.zeros(len(self.shape.actions), np.int8)
        if self.mover(moment) >= 0:
            mask[list(self.legal(moment))] = 1
        return mask

    def scene(self, moment: GameMoment[S, A], dice: tuple[int, ...] = ()) -> GameScene:
        """Return what a picture shows, with the dice that fell last where none are to be seen."""
        seen = zip(self.shape.fields, self.observe(moment, 0), strict=True)
        lying = tuple(face for name, face in seen if name.startswith("die") and face)
        return GameScene(
            format_title(self.name), self.standings(moment), lying or dice, self.rows(moment), self.note(moment.state)
        )

    def _actions(self, state: S) -> Mapping[int, A]:
        """Return the legal actions by their numbers, rising."""
        return dict(sorted((self.number(state, action), action) for action in state.legal_actions()))

    def _weighed(self, state: S) -> Mapping[int, float]:
        """Return what is still to come after each legal action, best first."""
        legal, got = self.actions(state), self.count_gains(state)[state.player]
        sign = -1.0 if self.evaluator is not None and self.evaluator.unit.fewer else 1.0
        numbered = ((self.number(state, action), sign * value - got) for action, value in self.options(state))
        return {number: value for number, value in numbered if number in legal}


AnyModel = GameModel[Any, Any]
