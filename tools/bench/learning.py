"""Learners of Pig to 100: the time of each value that they set, beside the draw of a random number."""

from collections.abc import Iterator
from functools import partial

import numpy as np

from solver.jit import compiled
from solver.learning.course import learning_task
from solver.learning.settings import PLAYING, LearningSettings
from tools.bench._figure import figure, times

GAMES = 20_000
DRAWS = 10_000_000


@compiled
def drawn(rng: np.random.Generator, count: int) -> float:
    """Return the sum of so many random numbers."""
    total = 0.0
    for _ in range(count):
        total += rng.random()
    return total


def run() -> Iterator[str]:
    """Yield the lines."""
    rng = np.random.default_rng(1)
    drawn(rng, 1)
    draw = times([lambda: drawn(rng, DRAWS)] * 3).best / DRAWS
    for method in PLAYING:
        learner = learning_task("pig").learner(method, LearningSettings(episodes=2 * GAMES), rng)
        learner.warm_up()
        learner.learn(GAMES)
        before = learner.updates
        taken = times([partial(learner.learn, 2 * GAMES)]).best
        yield figure(f"{method}: a value set", taken / (learner.updates - before), "the draw of a random number", draw)
