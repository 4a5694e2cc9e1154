"""Scores of readings, and their sums."""

from dataclasses import astuple, dataclass
from typing import Any

from vision.evaluation.comparison import ReadingComparison, compare
from vision.evaluation.labels import Label
from vision.evaluation.reliability import SURE
from vision.reading import Reading


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
            "surely_made_up": self.surely_made_up,
            "milliseconds": share(self.seconds * 1000, self.pictures),
        }


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


def score_reading(label: Label, reading: Reading, size: tuple[int, int], seconds: float = 0.0) -> ReadingScore:
    """Return the score of one picture of `size` (width, height) pixels."""
    return score_of(compare(label, reading, size), seconds)
