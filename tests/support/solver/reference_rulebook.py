"""Yahtzee and Yatzy once more, spelled out box by box from the printed rules: a second opinion on `solver.sheet`."""

from collections import Counter
from collections.abc import Mapping

UPPER = {"ones": 1, "twos": 2, "threes": 3, "fours": 4, "fives": 5, "sixes": 6}


def yahtzee_score(box: str, dice: tuple[int, ...]) -> int:
    """Return what five dice score in a box of Yahtzee, jokers left aside."""
    counts = sorted(Counter(dice).values())
    if box in UPPER:
        return dice.count(UPPER[box]) * UPPER[box]
    shown = "".join(str(face) for face in sorted(set(dice)))
    return {
        "three-of-a-kind": sum(dice) if counts[-1] >= 3 else 0,
        "four-of-a-kind": sum(dice) if counts[-1] >= 4 else 0,
        "full-house": 25 if counts == [2, 3] else 0,
        "small-straight": 30 if any(run in shown for run in ("1234", "2345", "3456")) else 0,
        "large-straight": 40 if shown in ("12345", "23456") else 0,
        "yahtzee": 50 if counts == [5] else 0,
        "chance": sum(dice),
    }[box]


def yatzy_score(box: str, dice: tuple[int, ...]) -> int:
    """Return what five dice score in a box of Yatzy."""
    if box in UPPER:
        return dice.count(UPPER[box]) * UPPER[box]
    highest = {n: max((face for face in dice if dice.count(face) >= n), default=0) for n in (2, 3, 4, 5)}
    pairs = [face for face in set(dice) if dice.count(face) >= 2]
    return {
        "one-pair": 2 * highest[2],
        "two-pairs": 2 * sum(pairs) if len(pairs) == 2 else 0,
        "three-of-a-kind": 3 * highest[3],
        "four-of-a-kind": 4 * highest[4],
        "small-straight": 15 if sorted(dice) == [1, 2, 3, 4, 5] else 0,
        "large-straight": 20 if sorted(dice) == [2, 3, 4, 5, 6] else 0,
        "full-house": sum(dice) if len(pairs) == 2 and highest[3] else 0,
        "chance": sum(dice),
        "yatzy": 50 if highest[5] else 0,
    }[box]


def choices(rule: str, scores: Mapping[str, int | None], dice: tuple[int, ...]) -> dict[str, tuple[int, int]]:
    """Return what may be done with five dice at Yahtzee: to each box its points, and the hundreds that come with it."""
    boxes = [box for box, score in scores.items() if score is None]
    plain = {box: (yahtzee_score(box, dice), 0) for box in boxes}
    if rule == "plain" or len(set(dice)) > 1 or scores["yahtzee"] is None:
        return plain
    hundred = 1 if scores["yahtzee"] == 50 else 0
    own = next(box for box, face in UPPER.items() if face == dice[0])
    lower = [box for box in boxes if box not in UPPER]
    as_joker = {
        box: {"full-house": 25, "small-straight": 30, "large-straight": 40}.get(box, sum(dice)) for box in lower
    }
    if rule == "forced":
        if own in boxes:
            return {own: (sum(dice), hundred)}
        if lower:
            return {box: (as_joker[box], hundred) for box in lower}
        return dict.fromkeys(boxes, (0, hundred))
    filled = own not in boxes
    return {box: (as_joker[box] if filled and box in lower else plain[box][0], hundred) for box in boxes}
