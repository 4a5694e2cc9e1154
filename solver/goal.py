"""Which goals can be played and solved, and what a larger one would need."""

from solver.errors import GoalError

LEAST_GOAL = 2
MOST_GOAL = 1000
MOST_WRITTEN_OUT = 250


def states(goal: int) -> int:
    """Return how many states (i, j, k) with i, j and i + k below `goal` a race has."""
    return goal * goal * (goal + 1) // 2


def check_goal(goal: int) -> int:
    """Return `goal` if a race to it can be played and solved here, else raise GoalError."""
    if goal < LEAST_GOAL:
        raise GoalError(f"a goal of {goal} is no game: choose one from {LEAST_GOAL} to {MOST_GOAL}")
    if goal > MOST_GOAL:
        told = min(goal, 1_000_000)
        raise GoalError(
            f"a goal of {told:,}{'' if told == goal else ' or more'} is too large: it would need "
            f"{gigabytes(told):,} GB of memory and about {minutes(told):,} minutes; choose one up to {MOST_GOAL}"
        )
    return goal


def gigabytes(goal: int) -> int:
    """Return the memory that solving needs, in whole GB rounded up: six doubles a pair and one bit a state."""
    return -(-(6 * 8 * goal**2 + states(goal) // 8) // 10**9)


def minutes(goal: int) -> int:
    """Return how long solving takes, in whole minutes rounded up: some 4 ns a state on one core of a small server."""
    return -(-states(goal) * 4 // (60 * 10**9))


def check_written_out(goal: int, what: str) -> int:
    """Return `goal` if every state of a race to it can be kept as a number of its own, to do `what`; else GoalError."""
    if check_goal(goal) > MOST_WRITTEN_OUT:
        raise GoalError(f"a goal of {goal} has too many states to {what}: choose one up to {MOST_WRITTEN_OUT}")
    return goal
