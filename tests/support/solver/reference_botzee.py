"""Botzee from version 4.11 on once more, in plain words: a second opinion on `solver.sheet.policy.botzee`."""

from collections import Counter
from collections.abc import Mapping

NUMBERS = ("ones", "twos", "threes", "fours", "fives", "sixes")


def keeps(dice: tuple[int, ...], throw: int, turn: int, open_boxes: set[str]) -> tuple[int, ...]:
    """Return the dice that versions 4.11 and 4.13 (but for its last turn) keep after a throw, 1 or 2, of a turn."""
    counts = Counter(dice)
    shown = set(dice)
    straights = {"small-straight", "large-straight"} & open_boxes
    if straights and (shown >= {1, 2, 3, 4, 5} or shown >= {2, 3, 4, 5, 6}):
        return dice
    full = sorted(counts.values()) == [2, 3]
    if full and "full-house" in open_boxes and ((throw == 2 and turn >= 5) or turn >= 11):
        return dice
    for first in (3, 2, 1):
        if straights and shown >= set(range(first, first + 4)):
            return tuple(range(first, first + 4))
    most = max(counts.values())
    falling = sorted(counts, reverse=True)
    for face in falling:
        if counts[face] == most and (NUMBERS[face - 1] in open_boxes or "three-of-a-kind" in open_boxes):
            return (face,) * most
    for face in falling:
        if counts[face] == most - 1 and NUMBERS[face - 1] in open_boxes:
            return (face,) * (most - 1)
    return (next(face for face in falling if counts[face] == most),) * most


def scores(dice: tuple[int, ...], points: Mapping[str, int]) -> str:
    """Return the box of those in `points` that versions from 4.11 on write dice in, with what each would take."""
    counts = Counter(dice)

    def takes(box: str, least: int = 1) -> bool:
        return points.get(box, 0) >= least

    def own(least: int) -> str | None:
        return next((box for face, box in enumerate(NUMBERS, 1) if counts[face] >= least and box in points), None)

    if takes("yahtzee"):
        return "yahtzee"
    if takes("four-of-a-kind"):
        return "four-of-a-kind"
    if takes("full-house"):
        return "full-house"
    if takes("three-of-a-kind", 15):
        return "three-of-a-kind"
    if (box := own(3)) is not None:
        return box
    for name in ("three-of-a-kind", "large-straight", "small-straight"):
        if takes(name):
            return name
    if (box := own(2)) is not None:
        return box
    if takes("chance", 15):
        return "chance"
    if (box := own(0)) is not None:
        return box
    zeros = ("yahtzee", "large-straight", "small-straight", "full-house", "four-of-a-kind", "three-of-a-kind")
    return next(box for box in ("chance", *zeros, *NUMBERS) if box in points)
