"""Steps of environments for learners on one core, beside the steps that are wanted."""

import time
from collections.abc import Callable, Iterator
from typing import Any

import gymnasium
import numpy as np

import solver.environments  # noqa: F401 - registers them
from tools.bench._figure import figure

GAMES = 1024
STEPS = 300
PIG_WANTED, YAHTZEE_WANTED = 1_000_000, 200_000
TRIES = 5
KEEPS = 31
"""So many actions of Yahtzee keep dice."""

Choose = Callable[[Any, Any], Any]


def run() -> Iterator[str]:
    """Yield the lines."""
    for exact in (False, True):
        yield stepping("pipsqueak/Pig-v0", hold_at_20, PIG_WANTED, exact)
        yield stepping("pipsqueak/Yahtzee-v0", first_box, YAHTZEE_WANTED, exact)


def stepping(name: str, choose: Choose, wanted: int, exact: bool) -> str:
    """Return the line of a vectorised environment, with what chooses the actions counted in."""
    envs = gymnasium.make_vec(name, num_envs=GAMES, exact=exact)
    seen, info = envs.reset(seed=1)
    seen, _, _, _, info = envs.step(choose(seen, info))
    best = np.inf
    for _ in range(TRIES):
        begun = time.thread_time()
        for _ in range(STEPS):
            seen, _, _, _, info = envs.step(choose(seen, info))
        best = min(best, (time.thread_time() - begun) / (STEPS * GAMES))
    what = f"{name}: {1 / best / 1e6:.2f} million steps a second{', with regret' * exact}"
    return figure(what, best, f"at {wanted:,} a second", 1 / wanted)


def hold_at_20(seen: Any, info: Any) -> Any:  # noqa: ARG001 - the mask is not needed
    """Return the actions of who holds at 20 or at the goal."""
    return ((seen[:, 2] >= 20) | (seen[:, 0] + seen[:, 2] >= 100)).astype(np.int64)


def first_box(seen: Any, info: Any) -> Any:
    """Return actions that keep all dice but one twice a turn, if that can be done, and then take the first open box."""
    mask = info["action_mask"]
    boxes = mask.shape[1] - KEEPS
    may_keep = seen[:, 5] > 0
    return np.where(may_keep, boxes + mask[:, boxes:].argmax(axis=1), mask[:, :boxes].argmax(axis=1))
