"""Which positions a game of Pig can arrive at."""

from solver.pig import FACES, PIG_OUT

LEAST_GAIN = PIG_OUT + 1


def reachable(me: int, opponent: int, turn: int, goal: int) -> bool:
    """Whether some play leads to `me` and `opponent` banked and `turn` at risk, if whoever can hold and win does so.

    A turn total is 0 or a sum of gains of 2 to 6, so never 1, and neither is a score. The total before the last throw
    did not yet reach the goal.
    """
    if not (_sum_of_gains(me) and _sum_of_gains(opponent) and max(me, opponent) < goal):
        return False
    return turn == 0 or any(
        _sum_of_gains(turn - gain) and me + turn - gain < goal for gain in range(LEAST_GAIN, FACES + 1)
    )


def _sum_of_gains(total: int) -> bool:
    return total == 0 or total >= LEAST_GAIN
