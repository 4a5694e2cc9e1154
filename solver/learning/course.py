"""A course of learning: a learner looked at again and again, and how far it is then from exact play."""

import math
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from solver.goal import check_written_out
from solver.learning.learners import Learner, PolicyLearner, SweepingLearner, Values, playing_learner
from solver.learning.model_kernels import settle_turns
from solver.learning.policy import Choice, law_of
from solver.learning.settings import POLICY_ITERATION, VALUE_ITERATION, WITHOUT_A_MODEL, LearningSettings
from solver.learning.throws import RecordedThrows
from solver.race.evaluate import win_rates
from solver.race.exact import solve_race
from solver.race.race_files import load_table
from solver.race.rules import rules_of
from solver.race.turns import turns_of
from solver.race.value_iteration import TwoPlayerIteration
from solver.throw_distribution import Chance, ThrowDistribution

# The learner is looked at after so many times as many trials as the last time.
PACE = 1.3


@dataclass(frozen=True, slots=True)
class LearningCheck:
    """A look at a learner after so many `trials` (sweeps, rounds or games), `updates` of a value, and `seconds`.

    `value` is its win probability of the player who begins; the errors are those of all states, against exact play.
    `win_rate` is how often its best actions win against exact play, over both seats: one half where they are perfect.
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
        """Return the numbers as the command line prints them, with all digits."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class LearningTask:
    """The game for two to learn, to `goal` with `die`; or without knowing the die, from `recorded` throws alone.

    Of recorded throws the methods without a model draw one at random each time. The others count how often each face
    fell. Raises UnknownNameError, and GoalError for a goal outside 1 to 250.
    """

    game: str
    goal: int
    die: tuple[Chance, ...]
    recorded: RecordedThrows | None = None

    def __post_init__(self) -> None:
        rules_of(self.game)
        check_written_out(self.goal, "learn")

    def learner(self, method: str, settings: LearningSettings, rng: np.random.Generator) -> Learner:
        """Return a learner by one of the `METHODS`. Raises UnknownNameError, OptionError or DistributionError."""
        settings.check_for(method)
        known = self.die if self.recorded is None else self.recorded.die()
        if self.recorded is None:
            law = law_of(self.game, known)
        else:
            law = self.recorded.law() if method in WITHOUT_A_MODEL else self.recorded.faces_law()
        if method == VALUE_ITERATION:
            return SweepingLearner(TwoPlayerIteration(self.game, self.goal, known, settings.start_value or 0.0), law)
        if method == POLICY_ITERATION:
            return PolicyLearner(law, self.goal)
        return playing_learner(method, law, self.goal, settings, rng)

    def exact_value(self) -> float:
        """Return the exact win probability of the player who begins. Raises what `load_table` raises."""
        return load_table(self.game, self.goal, self.die).value

    def recorded_value(self) -> float:
        """Return the same where throws fall as the recorded ones do; without these it is the same number."""
        if self.recorded is None:
            return self.exact_value()
        thrown = self.recorded.law().thrown
        if isinstance(thrown, ThrowDistribution):
            return float(solve_race(self.goal, thrown).start[0, 0])
        return load_table(self.game, self.goal, self.recorded.die()).value


def learning_task(
    game: str, goal: int | None = None, die: tuple[Chance, ...] | None = None, recorded: RecordedThrows | None = None
) -> LearningTask:
    """Return the task with the usual goal and die where none are given. Raises UnknownNameError or GoalError."""
    rules = rules_of(game)
    return LearningTask(game, rules.usual_goal if goal is None else goal, rules.die() if die is None else die, recorded)


class LearningJudge:
    """Compares what a learner knows with exact play. Raises what `load_table` raises."""

    def __init__(self, task: LearningTask) -> None:
        table = load_table(task.game, task.goal, task.die)
        self.value = table.value
        self._law = law_of(task.game, task.die)
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

    def look(self, learner: Learner, seconds: float) -> LearningCheck:
        """Return how far the learner is."""
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


def watch(
    learner: Learner, judge: LearningJudge, clock: Callable[[], float] = time.perf_counter
) -> Iterator[LearningCheck]:
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
