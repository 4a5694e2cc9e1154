"""One reading compared with the truth: which die is which, what is right, and what that counts."""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import astuple, dataclass
from itertools import zip_longest
from typing import Any

from vision.labels import Label, Odd
from vision.reading import Box, Die, Reading

# A die cut by the picture's edge may be unlabelled: what is found this near to it (share of the side) is not too many.
EDGE = 0.01

SAID = ("1", "2", "3", "4", "5", "6", "doubt", "unseen")
TRUE = ("1", "2", "3", "4", "5", "6", "none")
"""Columns and rows of a confusion matrix."""


@dataclass(frozen=True, slots=True)
class Pair:
    """What is there and what was found: no `truth` where no die is, no `die` where none was found.

    `box` is the label's, None where labels have none.
    """

    truth: int | None
    die: Die | None
    box: Box | None = None

    @property
    def said(self) -> int | None:
        """The value that is stood by."""
        return None if self.die is None else self.die.value

    @property
    def right(self) -> bool:
        """Whether the right value is said."""
        return self.truth is not None and self.said == self.truth

    @property
    def wrong(self) -> bool:
        """Whether a value is said that is not there."""
        return self.said is not None and self.said != self.truth

    @property
    def cell(self) -> tuple[str, str]:
        """Row and column in a confusion matrix."""
        said = "unseen" if self.die is None else "doubt" if self.die.value is None else str(self.die.value)
        return ("none" if self.truth is None else str(self.truth)), said


@dataclass(frozen=True, slots=True)
class Comparison:
    """All that counts in one picture, how many dice were `small` and left out, and what odd things were noticed.

    `bare` is whether the picture is known to show no die at all.
    """

    pairs: tuple[Pair, ...]
    small: int = 0
    noticed: tuple[Odd, ...] = ()
    missed: tuple[Odd, ...] = ()
    bare: bool = False

    @property
    def wrong(self) -> bool:
        """Whether any value is said that is not there."""
        return any(pair.wrong for pair in self.pairs)

    @property
    def right(self) -> bool:
        """Whether each die is read with its value, nothing else is taken for one, and what is odd is noticed.

        Where there is no die at all a doubt is no mistake.
        """
        dice = [pair for pair in self.pairs if pair.truth is not None]
        extra = [pair for pair in self.pairs if pair.truth is None and (dice or pair.said is not None)]
        return all(pair.right for pair in dice) and not extra and not self.missed


@dataclass(frozen=True, slots=True)
class Score:
    """Counts over pictures; add them with ``+``.

    A picture is `right` if each of its labelled dice is read with its value, nothing else is taken for a die and what
    is odd is noticed; it is `wrong` if a value is said that is not there. `dice` counts labelled dice, `read` those of
    which a value is said, `said` all values said, also of what is no die, `correct` those that are right, `doubts` dice
    seen without a value; `small` dice are left out of all of these. `noticed` are those of the `odd` things of which
    no value is said, but a doubt or a note. `bare` pictures have no die: `made_up` counts the values said in them, and
    `fooled` those of them in which one is said.
    """

    pictures: int = 0
    right: int = 0
    wrong: int = 0
    dice: int = 0
    read: int = 0
    said: int = 0
    correct: int = 0
    doubts: int = 0
    seconds: float = 0.0
    small: int = 0
    odd: int = 0
    noticed: int = 0
    bare: int = 0
    fooled: int = 0
    made_up: int = 0

    def __add__(self, other: "Score") -> "Score":
        return Score(*(a + b for a, b in zip(astuple(self), astuple(other), strict=True)))

    def to_json(self) -> dict[str, Any]:
        """Return counts, shares (null where there is nothing to divide by) and milliseconds a picture."""
        return {
            "pictures": self.pictures,
            "right": self.right,
            "right_share": share(self.right, self.pictures),
            "wrong": self.wrong,
            "wrong_share": share(self.wrong, self.pictures),
            "dice": self.dice,
            "read": self.read,
            "read_share": share(self.read, self.dice),
            "said": self.said,
            "correct": self.correct,
            "correct_share": share(self.correct, self.said),
            "doubts": self.doubts,
            "small": self.small,
            "odd": self.odd,
            "noticed": self.noticed,
            "bare": self.bare,
            "fooled": self.fooled,
            "made_up": self.made_up,
            "milliseconds": share(self.seconds * 1000, self.pictures),
        }


def share(part: float, whole: float) -> float | None:
    """Return a part of a whole, rounded to four digits, None of nothing."""
    return round(part / whole, 4) if whole else None


def compare(label: Label, reading: Reading, size: tuple[int, int]) -> Comparison:
    """Return what is right and wrong in the reading of a picture of `size` (width, height) pixels.

    Whole-die boxes and pips-only boxes are matched to the dice read one to one, nearest centres first: the centre of
    either must lie in the other's box. A die read without a partner is one too many, unless its box reaches the edge of
    a picture of dice, or it is a doubt about something odd, or nobody knows what is there. Without boxes values are
    compared as multisets: of a value said too often the least sure are wrong, and what is left over on both sides is
    paired in order.
    """
    bare = label.kind == "empty"
    if label.boxes is None:
        return Comparison(_pairs_without_boxes(label.values, reading.dice), bare=bare)
    partners = _match([box for box, _ in label.boxes], reading.dice)
    pairs, small = [], 0
    for n, (box, value) in enumerate(label.boxes):
        if min(box[2] - box[0], box[3] - box[1]) < label.smallest:
            small += 1
        else:
            pairs.append(Pair(value, partners.get(n), box))
    taken = {id(die) for die in partners.values()}
    for die in reading.dice:
        if id(die) in taken or (not bare and _at_edge(die.box, size)) or _touches(die, label.void):
            continue
        if die.value is not None or not _touches(die, (odd.box for odd in label.odd)):
            pairs.append(Pair(None, die))
    seen = [odd for odd in label.odd if _noticed(odd, reading)]
    missed = tuple(odd for odd in label.odd if odd not in seen)
    return Comparison(tuple(pairs), small, tuple(seen), missed, bare)


def score_of(comparison: Comparison, seconds: float = 0.0) -> Score:
    """Return the score of one picture."""
    pairs, bare = comparison.pairs, comparison.bare
    said = sum(pair.said is not None for pair in pairs)
    return Score(
        pictures=1,
        right=int(comparison.right),
        wrong=int(comparison.wrong),
        dice=sum(pair.truth is not None for pair in pairs),
        read=sum(pair.truth is not None and pair.said is not None for pair in pairs),
        said=said,
        correct=sum(pair.right for pair in pairs),
        doubts=sum(pair.die is not None and pair.said is None for pair in pairs),
        seconds=seconds,
        small=comparison.small,
        odd=len(comparison.noticed) + len(comparison.missed),
        noticed=len(comparison.noticed),
        bare=int(bare),
        fooled=int(bare and said > 0),
        made_up=said if bare else 0,
    )


def score_reading(label: Label, reading: Reading, size: tuple[int, int], seconds: float = 0.0) -> Score:
    """Return the score of one picture of `size` (width, height) pixels."""
    return score_of(compare(label, reading, size), seconds)


def _pairs_without_boxes(values: Sequence[int], dice: Sequence[Die]) -> tuple[Pair, ...]:
    left = Counter(values)
    pairs, over = [], []
    for die in sorted(dice, key=lambda die: -die.confidence):
        if die.value is not None and left[die.value]:
            left[die.value] -= 1
            pairs.append(Pair(die.value, die))
        else:
            over.append(die)
    over.sort(key=lambda die: die.value or 7)
    truths = sorted(left.elements())
    return (*pairs, *(Pair(truth, die) for truth, die in zip_longest(truths, over)))


def _match(boxes: Sequence[Box], dice: Sequence[Die]) -> dict[int, Die]:
    near = []
    for n, die in enumerate(dice):
        for m, box in enumerate(boxes):
            if _holds(box, _centre(die.box)) or _holds(die.box, _centre(box)):
                near.append((math.dist(_centre(box), _centre(die.box)), n, m))
    partners: dict[int, Die] = {}
    taken: set[int] = set()
    for _, n, m in sorted(near):
        if m not in partners and n not in taken:
            partners[m] = dice[n]
            taken.add(n)
    return partners


def _noticed(odd: Odd, reading: Reading) -> bool:
    there = [die for die in reading.dice if _touches(die, [odd.box])]
    if any(die.value is not None for die in there):
        return False
    notes = (n for n in reading.scene if (odd.well and n.well == odd.well) or (n.box and _overlap(n.box, odd.box)))
    return bool(there) or any(notes)


def _touches(die: Die, boxes: Iterable[Box]) -> bool:
    return any(_holds(box, _centre(die.box)) or _holds(die.box, _centre(box)) for box in boxes)


def _overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _centre(box: Box) -> tuple[float, float]:
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


def _holds(box: Box, point: tuple[float, float]) -> bool:
    return box[0] <= point[0] <= box[2] and box[1] <= point[1] <= box[3]


def _at_edge(box: Box, size: tuple[int, int]) -> bool:
    width, height = size
    x, y = EDGE * width, EDGE * height
    return box[0] <= x or box[1] <= y or box[2] >= width - x or box[3] >= height - y
