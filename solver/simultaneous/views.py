"""When the robot sits in Swine Herd and Skunk, by its rule of thumb."""

import numpy as np

from solver.layout import Layout, Panel, mask
from solver.simultaneous.strategy import skunk_stands_below, swine_herd_stands_below
from solver.throw_distribution import Chance

UNIT = "points of the round"
AXES = "own score", "best other player's score"


def swine_herd_layout(goal: int) -> Layout:
    """Return from which points of the round on the robot sits, by its own and the best other score.

    No number stands where it stands until the goal is reached.
    """
    scores = range(goal)
    marks = np.array([[swine_herd_stands_below(me, rival, goal) for rival in scores] for me in scores])
    return Layout(
        f"Swine Herd to {goal}: how many points make the robot sit",
        UNIT,
        (Panel(mask(marks, marks >= goal - np.arange(goal)[:, None]), scores, scores),),
        axes=AXES,
        hidden="stands until the goal is reached",
        wide=len(str(goal)) + 2,
        key="Sit with this many points of the round; - you stand until you reach the goal. This is the robot's rule of"
        " thumb.",
    )


def skunk_layout(rounds: int, die: tuple[Chance, ...] | None) -> Layout:
    """Return the same of Skunk, before the last of so many rounds, and in it."""
    scores, panels = range(0, 100, 10), []
    for left, when in ((2, "before the last round"), (1, "in the last round")):
        if left <= rounds:
            marks = np.array([[skunk_stands_below(me, rival, left, die) for rival in scores] for me in scores])
            panels.append(Panel(marks.astype(np.float64), scores, scores, when))
    heading = f"Skunk over {rounds} round{'s' * (rounds > 1)}: how many points make the robot sit"
    key = "Sit with this many points of the round. This is the robot's rule of thumb."
    return Layout(heading, UNIT, tuple(panels), axes=AXES, key=key)
