"""One player's sheet in a game: the scores in its boxes, what may be written next, and what play can reach."""

import functools
import itertools
from collections.abc import Sequence, Set
from dataclasses import dataclass, replace

from solver.errors import PositionError, RuleError, UnknownNameError
from solver.notation import OPEN
from solver.sheet.game.sheet import ONE_COLUMN, Box, BoxKind, Joker, Sheet

BONUSES, SAVED = "bonuses", "saved"


@dataclass(frozen=True, slots=True)
class Card:
    """A sheet as it is filled in: `scores` in the order of the boxes, None for an open one.

    `extras` counts the further Yahtzees that were paid, and `saved` the throws that are left from former turns where
    the sheet saves them. Dice are all those of the sheet, in any order. That some play
    gives the card is checked by `read_card`, not here. Raises PositionError for a card with other boxes than its sheet.
    """

    sheet: Sheet
    scores: tuple[int | None, ...]
    extras: int = 0
    saved: int = 0

    def __post_init__(self) -> None:
        if len(self.scores) != len(self.sheet.boxes):
            raise PositionError(
                f"there are {len(self.scores)} scores for {len(self.sheet.boxes)} boxes: give one for each box"
            )

    @classmethod
    def blank(cls, sheet: Sheet) -> "Card":
        """Return the card with nothing written on it."""
        return cls(sheet, (None,) * len(sheet.boxes))

    @property
    def open(self) -> tuple[str, ...]:
        """The names of the open boxes in the order of the sheet."""
        return tuple(box.name for box, score in zip(self.sheet.boxes, self.scores, strict=True) if score is None)

    @property
    def filled(self) -> int:
        """The filled boxes as a bit mask: bit i stands for box i of the sheet."""
        return sum(1 << place for place, score in enumerate(self.scores) if score is not None)

    @property
    def upper(self) -> int:
        """The points in the upper boxes, the bonus not among them."""
        return sum(self.scores[place] or 0 for place in self.sheet.upper)

    def upper_of(self, factor: int) -> int:
        """Return the points in the upper boxes of one column, multiplied as they are written."""
        boxes = self.sheet.boxes
        return sum(self.scores[place] or 0 for place in self.sheet.upper if boxes[place].factor == factor)

    @property
    def bonus(self) -> int:
        """The bonus for the upper boxes as far as it is earned, of each column its own."""
        if not (sheet := self.sheet).bonus:
            return 0
        if sheet.columns == ONE_COLUMN:
            return sheet.bonus if self.upper >= sheet.bonus_from else 0
        return sum(map(self.bonus_of, sheet.columns))

    def bonus_of(self, factor: int) -> int:
        """Return the bonus of one column, multiplied as it is paid, as far as it is earned."""
        sheet = self.sheet
        return factor * sheet.bonus if self.upper_of(factor) >= factor * sheet.bonus_from else 0

    @property
    def written(self) -> int:
        """All points on the card before conversion, with bonus and further Yahtzees."""
        return sum(score or 0 for score in self.scores) + self.bonus + self.extras * self.sheet.extra

    @property
    def total(self) -> int:
        """All points on the card after conversion, with bonus and further Yahtzees."""
        sheet = self.sheet
        if not (sheet.converts or sheet.totals):
            return self.written
        whole = self.written
        reached = [points for least, points in sheet.totals if whole >= least]
        held = dict(zip(sheet.names, self.scores, strict=True))
        converted = (one.points_for([held[box] or 0 for box in one.boxes]) for one in sheet.converts)
        return sum(converted) + (reached[-1] if reached else 0)

    @property
    def offered(self) -> tuple[str, ...]:
        """The open boxes that a player may choose, in their order: the first of a box that is filled several times."""
        boxes = enumerate(self.sheet.boxes)
        return tuple(
            box.name
            for place, box in boxes
            if self.scores[place] is None and not (box.again and self.scores[place - 1] is None)
        )

    @property
    def joker_paid(self) -> bool:
        """Whether the Yahtzee box holds its points, so that a further Yahtzee is paid where the sheet pays any."""
        place = self.sheet.yahtzee
        return place is not None and bool(self.scores[place])

    def further(self, dice: Sequence[int]) -> bool:
        """Return whether dice are a further Yahtzee on a sheet with jokers: all alike, the Yahtzee box filled."""
        place = self.sheet.yahtzee
        return (
            self.sheet.joker is not Joker.NONE
            and place is not None
            and self.scores[place] is not None
            and len(set(dice)) == 1
        )

    def boxes_for(self, dice: Sequence[int]) -> tuple[str, ...]:
        """Return the boxes that the dice may be scored in, in the order of the sheet, () if all are filled."""
        if self.sheet.joker is Joker.FORCED and self.further(dice):
            return self._find_matching(dice) or self._open(upper=False) or self.offered
        return self.offered

    def points(self, box: str, dice: Sequence[int], *, first: bool = False) -> int:
        """Return what the dice write in an open box, without the payment for a further Yahtzee.

        Some boxes pay more for the `first` throw of a turn. Raises UnknownNameError for a box that the sheet does not
        have, RuleError if `boxes_for` does not have it.
        """
        place = self.sheet.index(box)
        if self.scores[place] is not None:
            raise RuleError(f"box {box} is filled: choose from {', '.join(self.open) or 'none, the card is full'}")
        if box not in (legal := self.boxes_for(dice)):
            what = (
                f"{box} is filled later" if self.sheet.boxes[place].again else f"a further Yahtzee may not go to {box}"
            )
            raise RuleError(f"{what} here: choose from {', '.join(legal)}")
        asked = self.sheet.boxes[place]
        if self.further(dice) and not self._find_matching(dice):
            return asked.as_joker(dice, first=first)
        return asked.score(dice, first=first)

    def with_score(self, box: str, dice: Sequence[int], rolls_left: int = 0) -> "Card":
        """Return the card after the dice are scored in a box, a further Yahtzee counted where one is paid.

        `rolls_left` throws of the turn are left. They tell a first throw, and are saved if the sheet saves throws.
        Raises what `points` raises.
        """
        points, place = self.points(box, dice, first=self.is_first(rolls_left)), self.sheet.index(box)
        paid = bool(self.sheet.extra) and self.joker_paid and len(set(dice)) == 1
        scores = (*self.scores[:place], points, *self.scores[place + 1 :])
        saved = rolls_left if self.sheet.saves else 0
        return replace(self, scores=scores, extras=self.extras + paid, saved=saved)

    @property
    def throws(self) -> int:
        """How many throws the next turn has at most, those saved included."""
        return self.sheet.throws + self.saved

    def is_first(self, rolls_left: int) -> bool:
        """Return whether the dice on the table are those of a turn's first throw, with that many throws left."""
        return rolls_left == self.throws - 1

    @property
    def short(self) -> str:
        """The card as `read_short` reads it: the scores in the order of the sheet, nothing where a box is open.

        Further Yahtzees and saved throws follow behind strokes: 5,,,,,,,,,,,50,/1; an open card is -.
        """
        if not self.filled:
            return OPEN
        counts = f"/{self.extras}/{self.saved}" if self.saved else f"/{self.extras}" if self.extras else ""
        return ",".join("" if score is None else str(score) for score in self.scores) + counts

    def _open(self, upper: bool) -> tuple[str, ...]:
        places = self.sheet.upper if upper else self.sheet.lower
        names = {self.sheet.boxes[place].name for place in places}
        return tuple(name for name in self.offered if name in names)

    def _find_matching(self, dice: Sequence[int]) -> tuple[str, ...]:
        """Return the open upper boxes of the face that all dice show."""
        offered = self.offered
        return tuple(
            box.name
            for box in self.sheet.boxes
            if box.kind is BoxKind.NUMBER and box.face == dice[0] and box.name in offered
        )


def read_short(sheet: Sheet, text: str) -> Card:
    """Return the card of a text that `Card.short` wrote or `read_card` reads. Raises what `read_card` raises."""
    if text == OPEN or "=" in text:
        return read_card(sheet, text.removeprefix(OPEN))
    scores, *counts = text.split("/")
    parts = scores.split(",")
    if len(parts) != len(sheet.boxes) or len(counts) > 2:
        raise PositionError(
            f"{text[:40]!r} is not a card of {sheet.name}: give {len(sheet.boxes)} scores with commas between, none if "
            f"a box is open, or - for an empty card; {sheet.dice} dice come behind it"
        )
    named = [f"{name}={score}" for name, score in zip(sheet.names, parts, strict=True) if score]
    counted = [f"{name}={count}" for name, count in zip((BONUSES, SAVED), counts, strict=False) if count != "0"]
    return read_card(sheet, ",".join([*named, *counted]))


def list_extras(sheet: Sheet) -> tuple[str, ...]:
    """Return what a card of the sheet counts in addition to its boxes: further Yahtzees paid, and saved throws."""
    return tuple(name for name, counts in ((BONUSES, sheet.extra), (SAVED, sheet.saves)) if counts)


def read_card(sheet: Sheet, text: str) -> Card:
    """Return the card of a text such as "ones=5,yahtzee=50,bonuses=1": scores by box, further Yahtzees paid.

    Boxes may be called as people call them: "small straight", or the kniffel of Kniffel. Raises UnknownNameError for a
    box that the sheet does not have, PositionError for another text and for scores that a box cannot have.
    """
    counted = list_extras(sheet)
    known = (*map(sheet.call_box, sheet.names), *counted)
    read: dict[str, int] = {}
    for part in text.split(",") if text.strip() else []:
        name, equals, number = (piece.strip() for piece in part.partition("="))
        if not equals or not name:
            raise PositionError(
                f"{repr(part.strip())[:40]} is not a score: write box=points separated by commas, such as ones=3"
            )
        if name == BONUSES and not sheet.extra:
            raise PositionError(f"{sheet.name} with the {sheet.rule} rule pays no further Yahtzees: leave bonuses out")
        name = sheet.read_box(name)
        if name not in (*sheet.names, *counted):
            raise UnknownNameError.of("box", name, known, ", ".join(known))
        if name in read:
            raise PositionError(f"{name} is given twice: give it once")
        if not (number.isascii() and number.isdigit()) or len(number) > 6:
            raise PositionError(f"{name}={repr(number)[:40]} is not a number of points: give a whole number from 0 up")
        read[name] = int(number)
    extras, saved = read.get(BONUSES, 0), read.get(SAVED, 0)
    scores = tuple(read.get(name) for name in sheet.names)
    check_scores(sheet, scores, extras)
    if saved > (most := (sheet.throws - 1) * len(read.keys() - set(counted))):
        raise PositionError(f"saved={saved} is too many: these turns leave at most {most} throws")
    return Card(sheet, scores, extras, saved)


@functools.lru_cache(maxsize=8)
def throws(dice: int, sides: int) -> tuple[tuple[int, ...], ...]:
    """Return every throw of that many dice, rising."""
    return tuple(itertools.combinations_with_replacement(range(1, sides + 1), dice))


@functools.lru_cache(maxsize=512)
def box_values(box: Box, dice: int, sides: int) -> frozenset[int]:
    """Return all scores of throws of this many dice in a box, without jokers."""
    return frozenset(box.score(throw, first=first) for throw in throws(dice, sides) for first in {False, box.first > 0})


def check_scores(sheet: Sheet, scores: tuple[int | None, ...], extras: int) -> None:
    """Raise PositionError, in one line, for scores that their boxes cannot have, and too many further Yahtzees.

    It does not check which jokers explain the scores of all boxes together.
    """
    filled = [place for place, score in enumerate(scores) if score is not None]
    for place in filled:
        _check_box(sheet, scores, place)
        if sheet.boxes[place].again and scores[place - 1] is None:
            raise PositionError(f"{sheet.names[place]} comes after {sheet.names[place - 1]}: give that one too")
    if extras:
        _check_extras(sheet, scores, extras, len(filled))


def _check_box(sheet: Sheet, scores: tuple[int | None, ...], place: int) -> None:
    box, score = sheet.boxes[place], scores[place]
    values = box_values(box, sheet.dice, sheet.sides)
    if score in values:
        return
    if sheet.joker is not Joker.NONE and box.kind is not BoxKind.NUMBER and place != sheet.yahtzee:
        alike = [(face,) * sheet.dice for face in range(1, sheet.sides + 1)]
        jokers = {box.as_joker(dice, first=first) for dice in alike for first in {False, box.first > 0}}
        if score in jokers:
            if sheet.yahtzee is not None and scores[sheet.yahtzee] is not None:
                return
            name = sheet.boxes[sheet.yahtzee or 0].name
            raise PositionError(
                f"{box.name}={score} needs a joker, but box {name} is open: fill it, or change the score"
            )
        values |= jokers
    raise PositionError(f"{box.name}={score} is not a score of this box: it can have {spans(values)}")


def _check_extras(sheet: Sheet, scores: tuple[int | None, ...], extras: int, filled: int) -> None:
    if not sheet.extra or sheet.yahtzee is None:
        raise PositionError(f"{sheet.name} with the {sheet.rule} rule pays no further Yahtzees: leave bonuses out")
    box = sheet.boxes[sheet.yahtzee]
    if not scores[sheet.yahtzee]:
        raise PositionError(f"bonuses={extras} needs {box.name}={box.points}: give it, or leave bonuses out")
    if extras > filled - 1:
        raise PositionError(
            f"bonuses={extras} needs {extras} filled boxes besides {box.name}: give at most {filled - 1}"
        )


def spans(values: Set[int]) -> str:
    """Return numbers in words, with three and more in a row as a span: 0, 5 to 30."""
    parts = []
    for _, run in itertools.groupby(enumerate(sorted(values)), key=lambda pair: pair[1] - pair[0]):
        numbers = [value for _, value in run]
        parts += [f"{numbers[0]} to {numbers[-1]}"] if len(numbers) > 2 else [str(value) for value in numbers]
    return " or ".join(", ".join(parts).rsplit(", ", 1))
