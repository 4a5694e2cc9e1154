"""What a reading compared with the truth counts, and what many of them add up to."""

from dataclasses import astuple, dataclass
from typing import Any

from vision.evaluation.comparison import ReadingComparison, compare
from vision.evaluation.labels import Label
from vision.evaluation.reliability import SURE
from vision.reading import Reading


@dataclass(frozen=True, slots=True)
class ReadingScore:
    """Counts over pictures; add them with ``+``.

    A picture is `right` if each of its labelled dice is read with its value, nothing else is taken for a die and what
    is odd is noticed; it is `wrong` if a value is said that is not there. `dice` counts labelled dice, `read` those of
    which a value is said, `said` all values said, also of what is no die, `correct` those that are right, `doubts` dice
    seen without a value; `small` dice are left out of all of these. `noticed` are those of the `odd` things of which
    no value is said, but a doubt or a note. `bare` pictures have no die: `made_up` counts the values said in them,
    `surely_made_up` those said with 0.99 or more, and `fooled` the pictures in which one is said.
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
            "surely_made_up": self.surely_made_up,
            "milliseconds": share(self.seconds * 1000, self.pictures),
        }


def share(part: float, whole: float) -> float | None:
    """Return a part of a whole, rounded to four digits, None of nothing."""
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
