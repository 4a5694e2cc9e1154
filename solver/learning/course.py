"""A course of learning: learners, looked at again and again, and how far each is then from exact play."""

import math
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from solver.game import Trace
from solver.goal import LEAST_GOAL, check_written_out
from solver.learning import settings as named
from solver.learning.kernels import (
    EXPECTED_SARSA,
    Q_LEARNING,
    SARSA,
    LearningRule,
    learn_actions,
    learn_returns,
    learn_states,
    look_ahead,
    settle_turns,
)
from solver.learning.model import Choice, TurnLaw, best_actions, law_of, legal
from solver.learning.settings import (
    BEGIN,
    EPISODES,
    EPSILON,
    MONTE_CARLO,
    POLICY_ITERATION,
    TD,
    TRACE,
    VALUE_ITERATION,
    WITHOUT_A_MODEL,
    LearningSettings,
)
from solver.learning.throws import RecordedThrows
from solver.race.evaluate import turns_of, win_rates
from solver.race.exact import race_iteration, solve_race
from solver.race.race_table import load_table
from solver.race.rules import TwoPlayerName, rules_of
from solver.race.state import TIE, TwoPlayerState
from solver.sweeping import ValueIteration
from solver.throw_distribution import Chance, ThrowDistribution

KINDS = {named.SARSA: SARSA, named.Q_LEARNING: Q_LEARNING, named.EXPECTED_SARSA: EXPECTED_SARSA}
MOST_ROUNDS = 1000
# This many games are played without a look at what interrupts.
AT_ONCE = 10_000
Values = NDArray[np.float64]

# The learner is looked at after this many times as many trials as the last time.
PACE = 1.3


class Learner(ABC):
    """A learner of a game; `trials` counts its sweeps, rounds or games, `updates` the values it has set.

    `trace` is called after each sweep of value iteration.
    """

    def __init__(self) -> None:
        self.trials = 0
        self.updates = 0
        self.trace: Trace = lambda _sweep, _change: None

    @abstractmethod
    def warm_up(self) -> None:
        """Compile what learning needs, without learning."""

    @abstractmethod
    def learn(self, trials: int) -> bool:
        """Go on up to that many trials in total; return whether there is more to learn."""

    @abstractmethod
    def values(self) -> Values:
        """Return the values of states as they are known: of races at [i, j, k], else at [moment, player]."""

    @abstractmethod
    def choice(self) -> Choice:
        """Return the best action in states as far as it is known: of races at [i, j, k], else at [moment]."""

    def visited(self) -> float:
        """Return the share of states that were updated."""
        return 1.0 if self.trials else 0.0

    def play_up_to(self, trials: int, play: Callable[[int], int]) -> bool:
        """Learn from games up to that many in total; `play` plays some and returns the number of updates."""
        while self.trials < trials:
            games = min(AT_ONCE, trials - self.trials)
            self.updates += play(games)
            self.trials += games
        return True


class RaceLearner(Learner):
    """A learner of a game for two to `goal`, whose values are win probabilities."""

    def __init__(self, law: TurnLaw, goal: int) -> None:
        super().__init__()
        self.law = law
        self.model = law.model
        self.goal = goal
        self.inside = law.model.inside(goal)

    def looked_ahead(self, win: Values) -> Values:
        """Return what actions are worth, [i, j, k, action], by the values of states."""
        q = np.zeros((*self.inside.shape, self.model.actions))
        look_ahead(self.model, win, q)
        return q


class SweepingLearner(RaceLearner):
    """Value iteration, by the code that solves a game so."""

    def __init__(self, iteration: ValueIteration, law: TurnLaw, goal: int) -> None:
        super().__init__(law, goal)
        self._iteration = iteration
        self._sweeps: Iterator[tuple[int, float]] = iteration.sweeps()

    def warm_up(self) -> None:
        self._iteration.warm_up()

    def learn(self, trials: int) -> bool:
        while self.trials < trials:
            swept = next(self._sweeps, None)
            if swept is None:
                return False
            self.trace(*swept)
            self.trials += 1
            self.updates += int(self.inside.sum())
        return True

    def values(self) -> Values:
        return self._iteration.values

    def choice(self) -> Choice:
        return best_actions(self.model, self.looked_ahead(self.values()))


class PolicyLearner(RaceLearner):
    """Policy iteration: play that holds as soon as it may, or throws one die, is valued exactly and improved.

    Both players follow the policy. A round values it and changes each action that is not the best by these values
    (Howard, "Dynamic Programming and Markov Processes", 1960).
    """

    def __init__(self, law: TurnLaw, goal: int) -> None:
        super().__init__(law, goal)
        self._choice: Choice = np.zeros(self.inside.shape, np.int64)
        self._choice[:, :, 0] = self.model.first
        self._win = self.model.values(goal, BEGIN)

    def warm_up(self) -> None:
        PolicyLearner(self.law, LEAST_GOAL).learn(1)

    def learn(self, trials: int) -> bool:
        while self.trials < min(trials, MOST_ROUNDS):
            turns = self.law.turns(self._choice)
            self._win[:, :, 0] = win_rates(turns, turns)[0]
            settle_turns(self.model, self._choice, self._win)
            self.trials += 1
            self.updates += 2 * int(self.inside.sum())
            q = self.looked_ahead(self._win)
            best = best_actions(self.model, q)
            worth = np.take_along_axis(q, np.stack([best, self._choice], axis=3), axis=3)
            better = self.inside & (worth[..., 0] - worth[..., 1] > TIE)
            if not better.any():
                return False
            self._choice = np.where(better, best, self._choice)
        return self.trials < MOST_ROUNDS

    def values(self) -> Values:
        return self._win

    def choice(self) -> Choice:
        return self._choice


def rule_of(settings: LearningSettings, method: str) -> LearningRule:
    """Return how a method learns that plays games."""
    return LearningRule(
        KINDS.get(method, SARSA),
        EPSILON if settings.epsilon is None else settings.epsilon,
        1.0 if settings.gamma is None else settings.gamma,
        settings.alpha or 0.0,
        TRACE if settings.trace is None else settings.trace,
        bool(settings.exploring),
    )


class PlayingLearner(RaceLearner):
    """A learner that plays games against itself, and draws its throws from the model with `rng`.

    TD(lambda) values states, and the player looks one action ahead by the model. Monte Carlo, Sarsa, Q-learning and
    expected Sarsa value actions, and need no model but throws.
    """

    def __init__(
        self, law: TurnLaw, goal: int, settings: LearningSettings, method: str, rng: np.random.Generator
    ) -> None:
        super().__init__(law, goal)
        self._rng = rng
        self._rule = rule_of(settings, method)
        self._games = EPISODES if settings.episodes is None else settings.episodes
        begin = BEGIN if settings.start_value is None else settings.start.usual
        self._of_states = method == TD
        self._play = {TD: learn_states, MONTE_CARLO: learn_returns}.get(method, learn_actions)
        shape = self.inside.shape if self._of_states else (*self.inside.shape, self.model.actions)
        self._known = self.model.values(goal, begin) if self._of_states else np.full(shape, begin)
        self._visits = np.zeros(shape, np.int64)

    def play(self, games: int) -> int:
        """Play and learn from that many games; return the number of updates."""
        return int(self._play(self.model, self._rule, (self._known, self._visits), games, self._rng))

    def warm_up(self) -> None:
        self.play(0)

    def learn(self, trials: int) -> bool:
        return self.play_up_to(min(trials, self._games), self.play) and self.trials < self._games

    def values(self) -> Values:
        if self._of_states:
            return self._known
        return np.asarray(np.where(legal(self.model, self._known), self._known, 0.0).max(axis=3))

    def choice(self) -> Choice:
        return best_actions(self.model, self.looked_ahead(self._known) if self._of_states else self._known)

    def visited(self) -> float:
        seen = self._visits > 0
        return float((seen if self._of_states else seen.any(axis=3)).sum() / self.inside.sum())


@dataclass(frozen=True, slots=True)
class LearningCheck:
    """A look at a learner after that many `trials` (sweeps, rounds or games), `updates` of a value, and `seconds`.

    `value` is what the game is worth to the player who begins, by what it knows; the errors are those of all states,
    against exact play. `win_rate` is how often its best actions win against exact play, over all seats: one half where
    they are perfect for two. For one player alone it is what they bring as a share of what the best play brings.
    `visited` is the share of states that it has updated.
    """

    trials: int
    updates: int
    seconds: float
    value: float
    largest_error: float
    mean_error: float
    win_rate: float
    visited: float

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


class Judge(Protocol):
    """Compares what a learner knows with exact play."""

    def look(self, learner: Any, seconds: float, /) -> LearningCheck:
        """Return how far a learner is after that many seconds of learning."""


class AnyTask(Protocol):
    """A game to learn; `goal` is in points, None without one, and `recorded` are the throws that it is learned from."""

    @property
    def game(self) -> str: ...
    @property
    def goal(self) -> int | None: ...
    @property
    def recorded(self) -> RecordedThrows | None: ...

    def learner(self, method: str, settings: LearningSettings, rng: np.random.Generator) -> Learner:
        """Return a learner by one of the `METHODS`. Raises UnknownNameError, OptionError or DistributionError."""

    def judge(self) -> Judge:
        """Return what compares learners with exact play. Raises what `load_table` raises."""

    def exact_value(self) -> float:
        """Return what the game is worth to the player who begins. Raises what `load_table` raises."""

    def recorded_value(self) -> float:
        """Return the same where throws fall as the recorded ones do; without these it is the same number."""

    @property
    def truth(self) -> str:
        """What the game is worth, in words."""


@dataclass(frozen=True, slots=True)
class LearningTask:
    """The game for two to learn, to `goal` with `die`; or without knowing the die, from `recorded` throws alone.

    Of recorded throws the methods without a model draw one at random each time. The others count how often each face
    fell. Raises OptionError for a goal outside 1 to 250.
    """

    rules: type[TwoPlayerState]
    goal: int
    die: tuple[Chance, ...]
    recorded: RecordedThrows | None = None

    def __post_init__(self) -> None:
        check_written_out(self.goal, "learn")

    @property
    def game(self) -> str:
        return self.rules.game

    def learner(self, method: str, settings: LearningSettings, rng: np.random.Generator) -> Learner:
        settings.check_for(method)
        known = self.die if self.recorded is None else self.recorded.die()
        if self.recorded is None:
            law = law_of(self.rules, known)
        else:
            law = self.recorded.law() if method in WITHOUT_A_MODEL else self.recorded.faces_law()
        if method == VALUE_ITERATION:
            iteration = race_iteration(self.rules, self.goal, known, settings.sweeps())
            return SweepingLearner(iteration, law, self.goal)
        if method == POLICY_ITERATION:
            return PolicyLearner(law, self.goal)
        return PlayingLearner(law, self.goal, settings, method, rng)

    def judge(self) -> "LearningJudge":
        return LearningJudge(self)

    def exact_value(self) -> float:
        return load_table(self.rules, self.goal, self.die).value

    @property
    def truth(self) -> str:
        return f"the player who begins wins {self.exact_value():.6f} of all games"

    def recorded_value(self) -> float:
        if self.recorded is None:
            return self.exact_value()
        thrown = self.recorded.law().thrown
        if isinstance(thrown, ThrowDistribution):
            return float(solve_race(self.goal, thrown).start[0, 0])
        return load_table(self.rules, self.goal, self.recorded.die()).value


def learning_task(
    game: TwoPlayerName,
    goal: int | None = None,
    die: tuple[Chance, ...] | None = None,
    recorded: RecordedThrows | None = None,
) -> LearningTask:
    """Return the task with the usual goal and die where none are given. Raises UnknownNameError or OptionError."""
    rules = rules_of(game)
    return LearningTask(
        rules, rules.usual_goal if goal is None else goal, rules.die() if die is None else die, recorded
    )


class LearningJudge:
    """Compares what a learner knows with exact play. Raises what `load_table` raises."""

    def __init__(self, task: LearningTask) -> None:
        table = load_table(task.rules, task.goal, task.die)
        self.value = table.value
        self._law = law_of(task.rules, task.die)
        self._inside = self._law.model.inside(task.goal)
        self._exact = self._law.model.values(task.goal, 0.0)
        self._exact[:, :, 0] = table.turn_start
        settle_turns(self._law.model, np.full(self._inside.shape, -1), self._exact)
        self._turns = turns_of("optimal", table)

    def errors(self, values: Values) -> tuple[float, float]:
        """Return the largest and the mean error of the values of states."""
        depth = self._inside.shape[2]
        off = np.abs(values[:, :, :depth] - self._exact[:, :, :depth])[self._inside]
        return float(off.max()), float(off.mean())

    def win_rate(self, choice: Choice) -> float:
        """Return how often a player who takes these actions wins against exact play, over both seats."""
        wins = win_rates(self._law.turns(choice), self._turns)
        return float(wins[0, 0, 0] + wins[1, 0, 0]) / 2

    def look(self, learner: Learner, seconds: float, /) -> LearningCheck:
        values = learner.values()
        return LearningCheck(
            learner.trials,
            learner.updates,
            seconds,
            float(values[0, 0, 0]),
            *self.errors(values),
            self.win_rate(learner.choice()),
            learner.visited(),
        )


def watch(learner: Learner, judge: Judge, clock: Callable[[], float] = time.perf_counter) -> Iterator[LearningCheck]:
    """Let a learner learn, and yield how far it is, ever less often, and at the end; `seconds` leave these looks out.

    Errors are those against the game with its own die, also where the learner knows recorded throws alone.
    """
    learner.warm_up()
    trials, seconds, more = 1, 0.0, True
    while more:
        begun = clock()
        more = learner.learn(trials)
        seconds += clock() - begun
        yield judge.look(learner, seconds)
        trials = max(trials + 1, math.ceil(trials * PACE))
