"""Which goals can be played and solved."""

from solver.errors import GoalError

LEAST_GOAL = 2
MOST_GOAL = 1000


def states(goal: int) -> int:
    """Return how many states (i, j, k) with i, j and i + k below `goal` a race has."""
    return goal * goal * (goal + 1) // 2


def check_goal(goal: int) -> int:
    """Return `goal` if a race to it can be played and solved here, else raise GoalError."""
    if goal < LEAST_GOAL:
        raise GoalError(f"a goal of {goal} is no game: choose one from {LEAST_GOAL} to {MOST_GOAL}")
    if goal > MOST_GOAL:
        need = states(goal)
        raise GoalError(
            f"a goal of {goal:.12g} is too large: its {need:.3g} states would need {memory(goal):.3g} GB "
            f"and about {seconds(goal):.2g} s; choose one up to {MOST_GOAL}"
        )
    return goal


def memory(goal: int) -> float:
    """Return the GB that solving needs: six arrays of goal x goal doubles and one bit a state."""
    return (6 * 8 * goal**2 + states(goal) / 8) / 1e9


def seconds(goal: int) -> float:
    """Return about how long solving takes: some 5 ns a state on one core of a small server."""
    return states(goal) * 5e-9
