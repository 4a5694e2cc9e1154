"""The goals that can be played and solved."""

from solver.errors import OptionError, PositionError

LEAST_GOAL = 1
MOST_GOAL = 1000
MOST_WRITTEN_OUT = 250
# Larger numbers are not printed exactly.
MOST_SHOWN = 1_000_000


def states(goal: int) -> int:
    """Return how many states (i, j, k) with i, j and i + k below `goal` a race has."""
    return goal * goal * (goal + 1) // 2


def check_goal(goal: int, most: int = MOST_GOAL, fault: str = "is too large") -> int:
    """Return `goal` if it is from 1 to `most`, else raise OptionError; `fault` says what is wrong with a larger one."""
    if goal < LEAST_GOAL:
        raise OptionError(f"a goal of {goal} is impossible: choose one from {LEAST_GOAL} to {most}", key="fault-goal")
    if goal > most:
        shown = f"{min(goal, MOST_SHOWN):,}{' or more' if goal > MOST_SHOWN else ''}"
        raise OptionError(f"a goal of {shown} {fault}: choose one up to {most}", key="fault-goal")
    return goal


def check_written_out(goal: int, what: str) -> int:
    """Return `goal` if all states of a race to it fit into memory to do `what`, else raise OptionError."""
    return check_goal(goal, MOST_WRITTEN_OUT, f"has too many states to {what}")


def check_scores(goal: int, *scores: int) -> None:
    """Raise PositionError for a banked score that a game to `goal` cannot have."""
    for score in scores:
        if not 0 <= score < goal:
            raise PositionError(f"a score of {score} is outside the game: give points from 0 to {goal - 1}")
