"""How many times plain recursion computes each beginning of a turn, which dynamic programming computes once.

With n turns left, s banked and t at risk, a program that takes the equations literally computes all that a throw and a
hold lead to, each time anew. So a state is computed as often as there are ways to it, whatever best play does there.
"""

from collections import Counter

from solver.single.exact import SinglePlayerTable


def plain_calls(table: SinglePlayerTable) -> dict[tuple[int, int], int]:
    """Return how many times the beginning of a turn is computed with n turns left, this one counted, and s banked.

    Those that are never computed are left out. The game has so many turns; without a limit of them a turn that is lost
    leads back to where it began, and plain recursion never ends.
    """
    assert table.turns is not None, "plain recursion ends where turns are counted down"
    thrown = table.distribution
    starts = Counter({(table.turns, 0): 1})
    for left in range(table.turns, 0, -1):
        for score in sorted(score for turns, score in starts if turns == left):
            at_risk = Counter({0: starts[left, score]})
            end = table.cap if table.goal is None else table.goal - score
            for total in range(end + thrown.gains[-1]):
                times = at_risk[total]
                if not times or (total >= end and table.goal is not None):
                    continue
                if total:
                    starts[left - 1, score + total] += times
                if total < end:
                    starts[left - 1, score + thrown.bust_gain] += times
                    if thrown.ruin:
                        starts[left - 1, 0] += times
                    for gain in thrown.gains:
                        at_risk[total + gain] += times
    return {place: times for place, times in starts.items() if place[0] and times}
