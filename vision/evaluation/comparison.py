"""Compare one reading with the truth: say which label each die belongs to, and decide what is right."""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, astuple, dataclass
from itertools import zip_longest
from typing import Any

from vision.evaluation.labels import Label, OddThing
from vision.evaluation.reliability import SURE
from vision.reading import Box, Die, Reading, middle_of

# A die cut by the picture's edge may have no label: a die this close to the edge (share of the side) is never extra.
EDGE = 0.01

SAID = ("1", "2", "3", "4", "5", "6", "doubt", "unseen")
TRUE = ("1", "2", "3", "4", "5", "6", "none")
"""Columns and rows of a confusion matrix."""


def meet(one: Box, other: Box) -> bool:
    """Return whether one box holds the middle of the other: boxes of whole dice hold a face, faces hold pips."""
    return holds(one, middle_of(other)) or holds(other, middle_of(one))


def holds(box: Box, point: tuple[float, float]) -> bool:
    """Return whether a point, x and y in pixels, lies in a box or on its edge."""
    return box[0] <= point[0] <= box[2] and box[1] <= point[1] <= box[3]


def find_nearest_box(boxes: Sequence[Box], read: Box) -> int | None:
    """Return the number of the box that the box of a die belongs to: the nearest of those it meets, None if none."""
    near = [(_distance(box, read), n) for n, box in enumerate(boxes) if meet(box, read)]
    return min(near)[1] if near else None


def match_dice(boxes: Sequence[Box], dice: Sequence[Die]) -> dict[int, Die]:
    """Return the die of each box that has one, by the box's number; no die has two boxes.

    Each die belongs to one box, see `find_nearest_box`. Of several dice in a box, those with a value come before those
    in doubt, then the nearest; the others have no box.
    """
    claims = []
    for n, die in enumerate(dice):
        m = find_nearest_box(boxes, die.box)
        if m is not None:
            claims.append((die.value is None, _distance(boxes[m], die.box), n, m))
    found: dict[int, Die] = {}
    for *_, n, m in sorted(claims):
        found.setdefault(m, dice[n])
    return found


def _distance(box: Box, read: Box) -> float:
    """Return how many pixels the middle of a die's box is from where it lies in a label's box.

    A box of a whole die shows its top face between its middle and its upper edge: the lower the camera, the higher the
    face. A box of the top face or of its pips has the face in the middle.
    """
    (x, y), (u, v) = middle_of(box), middle_of(read)
    room = max(0.0, (box[3] - box[1] - read[3] + read[1]) / 2)
    below = v - y
    return math.hypot(u - x, below + min(max(-below, 0.0), room))


@dataclass(frozen=True, slots=True)
class Pair:
    """A true value and the die that was read: `truth` is None if there is no die, `die` is None if none was detected.

    `box` is the label's box; None if the label has none.
    """

    truth: int | None
    die: Die | None
    box: Box | None = None

    @property
    def said(self) -> int | None:
        """The value that was read; None if there is none."""
        return None if self.die is None else self.die.value

    @property
    def right(self) -> bool:
        """Whether the right value was read."""
        return self.truth is not None and self.said == self.truth

    @property
    def wrong(self) -> bool:
        """Whether a wrong value was read."""
        return self.said is not None and self.said != self.truth

    @property
    def cell(self) -> tuple[str, str]:
        """Row and column in a confusion matrix."""
        said = "unseen" if self.die is None else "doubt" if self.die.value is None else str(self.die.value)
        return ("none" if self.truth is None else str(self.truth)), said


@dataclass(frozen=True, slots=True)
class ReadingComparison:
    """The comparison of one picture: its `pairs`, the number of `small` dice that are left out, and the odd things.

    `bare` says whether the picture is known to have no die.
    """

    pairs: tuple[Pair, ...]
    small: int = 0
    noticed: tuple[OddThing, ...] = ()
    missed: tuple[OddThing, ...] = ()
    bare: bool = False

    @property
    def wrong(self) -> bool:
        """Whether any value is wrong."""
        return any(pair.wrong for pair in self.pairs)

    @property
    def right(self) -> bool:
        """Whether each die is read with its value, nothing else is taken for a die, and every odd thing is noticed.

        In a picture without dice a doubt is no mistake.
        """
        dice = [pair for pair in self.pairs if pair.truth is not None]
        extra = [pair for pair in self.pairs if pair.truth is None and (dice or pair.said is not None)]
        return all(pair.right for pair in dice) and not extra and not self.missed


def compare(label: Label, reading: Reading, size: tuple[int, int]) -> ReadingComparison:
    """Return the comparison of a reading with the label of a picture of `size` (width, height) pixels.

    Each die belongs to the nearest box, of a die, of an odd thing or of what is unknown, and each box is paired with
    one die at most, see `match_dice`. A die without a labelled one is extra, unless its box reaches the edge of a
    picture of dice, it is a doubt about an odd thing, or the truth is unknown there. Without boxes, values are compared
    as multisets: if a value occurs too often, those with the lowest confidence are wrong, and the rest of both sides is
    paired in order.
    """
    bare = label.kind == "empty"
    if label.boxes is None:
        return ReadingComparison(_pairs_without_boxes(label.values, reading.dice), bare=bare)
    places = *(box for box, _ in label.boxes), *(odd.box for odd in label.odd), *label.void
    partners = match_dice(places, reading.dice)
    count = len(label.boxes)
    pairs, small = [], 0
    for n, (box, value) in enumerate(label.boxes):
        if min(box[2] - box[0], box[3] - box[1]) < label.smallest:
            small += 1
        else:
            pairs.append(Pair(value, partners.get(n), box))
    taken = {id(die) for n, die in partners.items() if n < count}
    for die in reading.dice:
        if id(die) in taken or (not bare and _is_at_edge(die.box, size)) or _touches(die, label.void):
            continue
        if die.value is not None or not _touches(die, (odd.box for odd in label.odd)):
            pairs.append(Pair(None, die))
    seen = [odd for n, odd in enumerate(label.odd, count) if _is_noticed(odd, reading, places, n)]
    missed = tuple(odd for odd in label.odd if odd not in seen)
    return ReadingComparison(tuple(pairs), small, tuple(seen), missed, bare)


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


def _is_noticed(odd: OddThing, reading: Reading, places: Sequence[Box], number: int) -> bool:
    """Return whether an odd thing, whose box among all `places` has this number, has a doubt or a note and no value."""
    there = [die for die in reading.dice if meet(odd.box, die.box)]
    if any(die.value is not None and find_nearest_box(places, die.box) == number for die in there):
        return False
    notes = (n for n in reading.scene if (odd.well and n.well == odd.well) or (n.box and _overlap(n.box, odd.box)))
    return any(die.value is None for die in there) or any(notes)


def _touches(die: Die, boxes: Iterable[Box]) -> bool:
    return any(meet(box, die.box) for box in boxes)


def _overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _is_at_edge(box: Box, size: tuple[int, int]) -> bool:
    width, height = size
    x, y = EDGE * width, EDGE * height
    return box[0] <= x or box[1] <= y or box[2] >= width - x or box[3] >= height - y


SHARES = {"right": "pictures", "wrong": "pictures", "read": "dice", "correct": "said"}
"""What each count is a share of."""


@dataclass(frozen=True, slots=True)
class ReadingScore:
    """Counts over pictures; add them with ``+``.

    A picture is `right` if each labelled die is read with its value, nothing else is taken for a die and every odd
    thing is noticed; it is `wrong` if it has a wrong value. `dice` counts labelled dice, `read` those with a value,
    `said` all values, including those of things that are no dice, `correct` the right ones, `doubts` the dice without
    a value. `small` dice are left out of all of these. `noticed` counts the `odd` things that have a doubt or a note
    and no value. `bare` pictures have no die: `made_up` counts the values in them, `surely_made_up` those with a
    confidence of 0.99 or more, and `fooled` the pictures with such a value.
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
    surely_made_up: int = 0

    def __add__(self, other: "ReadingScore") -> "ReadingScore":
        return ReadingScore(*(a + b for a, b in zip(astuple(self), astuple(other), strict=True)))

    def to_json(self) -> dict[str, Any]:
        """Return counts, shares (null if there is nothing to divide by) and milliseconds for each picture."""
        counts = asdict(self)
        seconds, said = counts.pop("seconds"), dict[str, Any]()
        for name, count in counts.items():
            said[name] = count
            if name in SHARES:
                said[f"{name}_share"] = share(count, counts[SHARES[name]])
        return said | {"milliseconds": share(seconds * 1000, self.pictures)}


def share(part: float, whole: float) -> float | None:
    """Return a share rounded to four digits; None if the whole is 0."""
    return round(part / whole, 4) if whole else None


def score_of(comparison: ReadingComparison, seconds: float = 0.0) -> ReadingScore:
    """Return the score of one picture."""
    pairs, bare = comparison.pairs, comparison.bare
    confidences = [pair.die.confidence for pair in pairs if pair.die is not None and pair.said is not None]
    said = len(confidences)
    return ReadingScore(
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
        surely_made_up=sum(confidence >= SURE for confidence in confidences) if bare else 0,
    )
