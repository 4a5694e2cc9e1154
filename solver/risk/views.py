"""Battles of Risk as text, beside what was published, and what they say in words."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from solver.decision import count_in_words
from solver.policy_words import Axis, Claim, PolicyMap, Sentence, sentences_at
from solver.risk.conquest import Battles
from solver.text_table import grid, paragraph

ARMIES = 10
PUBLISHED = (
    (417, 106, 27, 7, 2, 0, 0, 0, 0, 0),
    (754, 363, 206, 91, 49, 21, 11, 5, 3, 1),
    (916, 656, 470, 315, 206, 134, 84, 54, 33, 21),
    (972, 785, 642, 477, 359, 253, 181, 123, 86, 57),
    (990, 890, 769, 638, 506, 397, 297, 224, 162, 118),
    (997, 934, 857, 745, 638, 521, 423, 329, 258, 193),
    (999, 967, 910, 834, 736, 640, 536, 446, 357, 287),
    (1000, 980, 947, 888, 818, 730, 643, 547, 464, 380),
    (1000, 990, 967, 930, 873, 808, 726, 646, 558, 480),
    (1000, 994, 981, 954, 916, 861, 800, 724, 650, 568),
)
"""Chances of 1 to 10 attackers (down) against 1 to 10 defenders to win, in thousandths.

Table 3 of Osborne, "Markov Chains for the RISK Board Game Revisited", Mathematics Magazine 76(2), 2003. Its numbers
were compared one by one with copies of the table in four public programs.
"""


def say_needed(claim: Claim) -> str:
    """Return in words how many attackers win more than half of their battles."""
    return f"it takes {count_in_words(claim.least or 0, 'attacker', 'attackers')} to win more than half of the battles"


def needed_map(battles: Battles) -> PolicyMap:
    """Return the fewest attackers who win more than half of the battles, at [defenders - 1]."""
    better = battles.win[1:, 1 : ARMIES + 1] > 0.5
    defenders = Axis(
        range(1, ARMIES + 1), "against {defenders}", "against {} to {defenders}", "against {defenders} or more"
    )
    return PolicyMap(np.argmax(better, axis=0) + 1, np.asarray(better.any(axis=0)), (defenders,), say_needed)


def even_from(battles: Battles) -> int:
    """Return from how many armies each on an attacker wins more than half of the battles, as far as they are known."""
    worse = np.flatnonzero(np.diagonal(battles.win)[1:] <= 0.5)
    return int(worse.max()) + 2 if len(worse) else 1


def battle_sentences(battles: Battles) -> Iterator[Sentence]:
    """Yield sentences about how many attackers are enough."""
    most = len(battles.win) - 1
    said = f"With as many armies as the defender, {even_from(battles)} to {most} attackers win more than half"
    yield Sentence(f"{said} of the battles, and fewer do not.", ())
    yield from sentences_at(needed_map(battles), [(defenders - 1,) for defenders in (1, 2, 5, ARMIES)])


def battle_tables(battles: Battles, width: int | None = None) -> Iterator[str]:
    """Yield the attacker's chances to win as computed and as published, and where they differ."""
    here = battles.win[1 : ARMIES + 1, 1 : ARMIES + 1]
    there = np.array(PUBLISHED) / 1000
    yield "The attacker's chance to win: attackers down, the one that stays behind not counted; defenders across."
    yield from _chances(here)
    yield "The same as Osborne published it (2003):"
    yield from _chances(there)
    unlike = int((here.round(3) != there).sum())
    yield f"Rounded to three digits, {unlike or 'none'} of {here.size} differ."
    yield from paragraph((one.words for one in battle_sentences(battles)), width)


def _chances(chances: NDArray[np.float64]) -> Iterator[str]:
    rows = ([str(place), *(f"{chance:.3f}" for chance in row)] for place, row in enumerate(chances, 1))
    yield from grid(["a/d", *map(str, range(1, ARMIES + 1))], rows, 6)
