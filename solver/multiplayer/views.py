"""Where to hold in Pig for three and for more, as text: tables by scores, and what they say in words."""

from collections.abc import Iterator

import numpy as np

from solver.multiplayer.approximation import MultiplayerTable
from solver.multiplayer.three import ThreeTable
from solver.policy_words import Axis, PolicyMap, Sentence, other, own, sentences_at
from solver.text_table import grid, paragraph, score_table

THIRDS = (0.0, 0.3, 0.6)
"""Parts of the goal that the last of three players has in the tables."""
STEPS = 10
OTHERS = (0.0, 0.2, 0.4, 0.6)
"""Parts of the goal that all others of more players have."""
KEY = "Hold at this total; - you throw on."


def three_map(table: ThreeTable) -> PolicyMap:
    """Return where to hold at [own score, next player's score, place of the last player's score in `thirds`]."""
    scores = range(table.goal)
    last = Axis(thirds(table), "and {},", "and {} to {},", "and {} or more,")
    holds = np.stack([table.hold_values(third) for third in last.scores], axis=2)
    have = holds < table.goal - np.arange(table.goal)[:, None, None]
    return PolicyMap(holds, have, (own(scores), other(scores), last))


def thirds(table: ThreeTable) -> tuple[int, ...]:
    """Return the scores of the last player for which tables are printed."""
    return tuple(sorted({int(part * table.goal) for part in THIRDS}))


def three_sentences(policy: PolicyMap) -> Iterator[Sentence]:
    """Yield sentences about the beginning, a player behind and one ahead, and about who needs few points."""
    shown = policy.axes[2].scores
    pairs = [(0, 0), (shown[len(shown) // 2], len(shown) // 2), (shown[-1], len(shown) - 1)]
    level = shown[len(shown) // 2]
    places = [(0, 0, 0), *((level, score, place) for score, place in pairs)]
    yield from sentences_at(policy, list(dict.fromkeys(places)))


def three_tables(table: ThreeTable, width: int | None = None) -> Iterator[str]:
    """Yield a table for each of some scores of the last player: own scores down, the next player's across."""
    policy = three_map(table)
    for place, third in enumerate(thirds(table)):
        yield f"last player at {third}"

        def cell(me: int, second: int, place: int = place) -> str:
            return policy.cell(me, second, place)

        yield from score_table(table.goal, width, cell)
    yield KEY
    yield from paragraph((one.words for one in three_sentences(policy)), width)


def crowd_map(table: MultiplayerTable) -> PolicyMap:
    """Return where to hold, approximately, at places of own scores and of a score that all others have."""
    mine = tuple(sorted({table.goal * step // STEPS for step in range(STEPS)}))
    theirs = tuple(sorted({int(part * table.goal) for part in OTHERS}))
    holds = np.array([[table.hold_value(me, score) for score in theirs] for me in mine])
    have = holds < table.goal - np.array(mine)[:, None]
    return PolicyMap(holds, have, (own(mine), Axis(theirs, "against {} each,", "{} {}", "{}")))


def crowd_sentences(policy: PolicyMap) -> Iterator[Sentence]:
    """Yield sentences about the beginning, and about a player who is ahead or behind."""
    level = len(policy.axes[0].scores) * 2 // STEPS
    last = len(policy.axes[1].scores) - 1
    yield from sentences_at(policy, list(dict.fromkeys([(0, 0), (level, 0), (level, last), (0, last)])))


def crowd_table(table: MultiplayerTable, width: int | None = None) -> Iterator[str]:
    """Yield a table of where to hold, own scores down, across the score that all others have."""
    policy = crowd_map(table)
    mine, theirs = (axis.scores for axis in policy.axes)
    rows = ([str(me), *(policy.cell(i, j) for j in range(len(theirs)))] for i, me in enumerate(mine))
    yield from grid(["i/all", *map(str, theirs)], rows, 6)
    yield f"{KEY} All numbers are approximate."
    yield from paragraph((one.words for one in crowd_sentences(policy)), width)
