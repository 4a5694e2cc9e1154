"""The goals that can be played and solved, and what solutions take in words."""

from solver.errors import OptionError, PositionError

LEAST_GOAL = 1
MOST_GOAL = 1000
MOST_WRITTEN_OUT = 250
# Larger numbers are not printed exactly.
MOST_SHOWN = 1_000_000

BYTES = ((10**6, "MB"), (10**9, "GB"), (10**12, "TB"), (10**15, "PB"))
SECONDS = ((1, "seconds"), (60, "minutes"), (3600, "hours"), (86_400, "days"), (31_557_600, "years"))


def states(goal: int) -> int:
    """Return how many states (i, j, k) with i, j and i + k below `goal` a race has."""
    return goal * goal * (goal + 1) // 2


def check_goal(goal: int, most: int = MOST_GOAL) -> int:
    """Return `goal` if a game to it can be played and solved here, from 1 to `most`, else raise OptionError."""
    if goal < LEAST_GOAL:
        raise OptionError(
            f"there is no game to a goal of {goal}: choose one from {LEAST_GOAL} to {most}", key="fault-goal"
        )
    if goal > most:
        shown = min(goal, MOST_SHOWN)
        raise OptionError(
            f"a goal of {shown:,}{'' if shown == goal else ' or more'} is too large: choose one up to {most}",
            key="fault-goal",
        )
    return goal


def check_written_out(goal: int, what: str) -> int:
    """Return `goal` if every state of a race to it can be kept as a number, to do `what`; else OptionError."""
    if goal < LEAST_GOAL:
        raise OptionError(
            f"there is no game to a goal of {goal}: choose one from {LEAST_GOAL} to {MOST_WRITTEN_OUT}",
            key="fault-goal",
        )
    if goal > MOST_WRITTEN_OUT:
        raise OptionError(
            f"a goal of {min(goal, MOST_SHOWN):,}{'' if goal <= MOST_SHOWN else ' or more'} has too many states to "
            f"{what}: choose one up to {MOST_WRITTEN_OUT}",
            key="fault-goal",
        )
    return goal


def check_scores(goal: int, *scores: int) -> None:
    """Raise PositionError for banked points with which a game to `goal` is not on."""
    for score in scores:
        if not 0 <= score < goal:
            raise PositionError(f"a score of {score} is outside the game: give points from 0 to {goal - 1}")


def cost(memory: int, nanoseconds: int) -> str:
    """Return in words what a solution takes: bytes of `memory`, and time on a small server."""
    return f"{rounded_up(memory, BYTES)} of memory and about {rounded_up(-(-nanoseconds // 10**9), SECONDS)}"


def rounded_up(amount: int, units: tuple[tuple[int, str], ...]) -> str:
    """Return an `amount`, rounded up, in the largest of the `units` (smallest first) that it has two or more of."""
    size, name = next((unit for unit in reversed(units) if amount >= 2 * unit[0]), units[0])
    count = -(-amount // size)
    return f"{count:,} {name if count != 1 else name.removesuffix('s')}"
