"""One player's sheet in a game: what is written in its boxes, what may be written next, and what play can reach."""

import functools
import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from solver.errors import PositionError, RuleError, UnknownNameError
from solver.sheet.game.sheet import Box, BoxKind, Joker, Sheet

BONUSES = "bonuses"


@dataclass(frozen=True, slots=True)
class Card:
    """A sheet as it is filled in: `scores` in the order of the boxes, None for an open one.

    `extras` counts the further Yahtzees that were paid. Dice are all those of the sheet, in any order. That some play
    gives the card is checked by `read_card`, not here. Raises PositionError for a card with other boxes than its sheet.
    """

    sheet: Sheet
    scores: tuple[int | None, ...]
    extras: int = 0

    def __post_init__(self) -> None:
        if len(self.scores) != len(self.sheet.boxes):
            raise PositionError(
                f"{len(self.scores)} scores are not those of {len(self.sheet.boxes)} boxes: give as many"
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

    @property
    def bonus(self) -> int:
        """The bonus for the upper boxes as far as it is earned."""
        return self.sheet.bonus if self.sheet.bonus and self.upper >= self.sheet.bonus_from else 0

    @property
    def total(self) -> int:
        """All points on the card, bonus and further Yahtzees included."""
        return sum(score or 0 for score in self.scores) + self.bonus + self.extras * self.sheet.extra

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
            return self._matching(dice) or self._open(upper=False) or self.open
        return self.open

    def points(self, box: str, dice: Sequence[int]) -> int:
        """Return what is written in an open box for the dice; the payment for a further Yahtzee is not part of it.

        Raises UnknownNameError for a box that the sheet has not, RuleError where `boxes_for` does not have it.
        """
        place = self.sheet.index(box)
        if self.scores[place] is not None:
            raise RuleError(f"box {box} is filled: choose from {', '.join(self.open) or 'none, the card is full'}")
        if box not in (legal := self.boxes_for(dice)):
            raise RuleError(f"a further Yahtzee may not go to {box} here: choose from {', '.join(legal)}")
        asked = self.sheet.boxes[place]
        if self.further(dice) and not self._matching(dice):
            return asked.as_joker(dice)
        return asked.score(dice)

    def with_score(self, box: str, dice: Sequence[int]) -> "Card":
        """Return the card after the dice are scored in a box, a further Yahtzee counted where one is paid.

        Raises what `points` raises.
        """
        points, place = self.points(box, dice), self.sheet.index(box)
        paid = bool(self.sheet.extra) and self.joker_paid and len(set(dice)) == 1
        scores = (*self.scores[:place], points, *self.scores[place + 1 :])
        return replace(self, scores=scores, extras=self.extras + paid)

    @property
    def text(self) -> str:
        """The card as `read_card` reads it: ones=5,yahtzee=50,bonuses=1; an open card is the empty text."""
        named = zip(self.sheet.names, self.scores, strict=True)
        parts = [f"{name}={score}" for name, score in named if score is not None]
        return ",".join([*parts, f"{BONUSES}={self.extras}"] if self.extras else parts)

    def _open(self, upper: bool) -> tuple[str, ...]:
        places = self.sheet.upper if upper else self.sheet.lower
        return tuple(self.sheet.boxes[place].name for place in places if self.scores[place] is None)

    def _matching(self, dice: Sequence[int]) -> tuple[str, ...]:
        """Return the open upper boxes of the face that all dice show."""
        boxes = zip(self.sheet.boxes, self.scores, strict=True)
        return tuple(
            box.name for box, score in boxes if box.kind is BoxKind.NUMBER and box.face == dice[0] and score is None
        )


def read_card(sheet: Sheet, text: str) -> Card:
    """Return the card of a text such as "ones=5,yahtzee=50,bonuses=1": scores by box, further Yahtzees paid.

    Raises UnknownNameError for a box that the sheet has not, PositionError for what is no such text and for scores that
    no play on the sheet can give.
    """
    read: dict[str, int] = {}
    for part in text.split(",") if text.strip() else []:
        name, equals, number = (piece.strip() for piece in part.partition("="))
        known = (*sheet.names, BONUSES) if sheet.extra else sheet.names
        if not equals or not name:
            raise PositionError(
                f"{repr(part.strip())[:40]} is no score: write box=points, with commas between, as ones=3"
            )
        if name == BONUSES and not sheet.extra:
            raise PositionError(f"{sheet.name} by the {sheet.rule} rule pays no further Yahtzees: leave bonuses out")
        if name not in known:
            raise UnknownNameError.of("box", name, known, ", ".join(known))
        if name in read:
            raise PositionError(f"{name} is given twice: give it once")
        if not (number.isascii() and number.isdigit()) or len(number) > 6:
            raise PositionError(f"{name}={repr(number)[:40]} is no number of points: give a whole number from 0 up")
        read[name] = int(number)
    extras = read.get(BONUSES, 0)
    scores = tuple(read.get(name) for name in sheet.names)
    check_scores(sheet, scores, extras)
    return Card(sheet, scores, extras)


@functools.lru_cache(maxsize=8)
def throws(dice: int, sides: int) -> tuple[tuple[int, ...], ...]:
    """Return every throw of so many dice, rising."""
    return tuple(itertools.combinations_with_replacement(range(1, sides + 1), dice))


@functools.lru_cache(maxsize=256)
def box_values(box: Box, dice: int, sides: int) -> frozenset[int]:
    """Return all that throws of so many dice can score in a box, jokers not among them."""
    return frozenset(box.score(throw) for throw in throws(dice, sides))


@functools.lru_cache(maxsize=256)
def _mixed_values(box: Box, dice: int, sides: int) -> frozenset[int]:
    """Return all that can be scored in a box by throws that are not all alike."""
    return frozenset(box.score(throw) for throw in throws(dice, sides) if throw[0] != throw[-1])


def check_scores(sheet: Sheet, scores: tuple[int | None, ...], extras: int) -> None:
    """Raise PositionError, in one line, unless some play on the sheet gives these scores and further Yahtzees."""
    filled = [place for place, score in enumerate(scores) if score is not None]
    for place in filled:
        _check_box(sheet, scores, place)
    if extras:
        _check_extras(sheet, scores, extras, len(filled))
    search = _Search(sheet, scores)
    if search.finds(extras):
        return
    others = search.counts()
    if not others:
        raise PositionError("no play gives these scores together: check which of them a joker has to have left")
    if not extras:
        raise PositionError(f"no play gives this card without a further Yahtzee: give bonuses={min(others)} or more")
    raise PositionError(f"no play gives this card with bonuses={extras}: with these scores it is {spans(others)}")


def _check_box(sheet: Sheet, scores: tuple[int | None, ...], place: int) -> None:
    box, score = sheet.boxes[place], scores[place]
    values = box_values(box, sheet.dice, sheet.sides)
    if score in values:
        return
    if sheet.joker is not Joker.NONE and box.kind is not BoxKind.NUMBER and place != sheet.yahtzee:
        jokers = {box.as_joker((face,) * sheet.dice) for face in range(1, sheet.sides + 1)}
        if score in jokers:
            if sheet.yahtzee is not None and scores[sheet.yahtzee] is not None:
                return
            name = sheet.boxes[sheet.yahtzee or 0].name
            raise PositionError(
                f"{box.name}={score} takes a joker, and box {name} is open: fill it, or change the score"
            )
        values |= jokers
    raise PositionError(f"{box.name}={score} is no score of this box: it holds {spans(values)}")


def _check_extras(sheet: Sheet, scores: tuple[int | None, ...], extras: int, filled: int) -> None:
    if not sheet.extra or sheet.yahtzee is None:
        raise PositionError(f"{sheet.name} by the {sheet.rule} rule pays no further Yahtzees: leave bonuses out")
    box = sheet.boxes[sheet.yahtzee]
    if not scores[sheet.yahtzee]:
        raise PositionError(f"bonuses={extras} needs {box.name}={box.points}: give it, or leave bonuses out")
    if extras > filled - 1:
        raise PositionError(
            f"bonuses={extras} needs as many boxes filled beside {box.name}, and there are {filled - 1}: give no more"
        )


def spans(values: frozenset[int]) -> str:
    """Return numbers in words, three and more in a row as a span: 0, 5 to 30."""
    parts = []
    for _, run in itertools.groupby(enumerate(sorted(values)), key=lambda pair: pair[1] - pair[0]):
        numbers = [value for _, value in run]
        parts += [f"{numbers[0]} to {numbers[-1]}"] if len(numbers) > 2 else [str(value) for value in numbers]
    return " or ".join(", ".join(parts).rsplit(", ", 1))


class _Search:
    """A search for orders of play that leave given scores, over the sets of boxes that are filled on the way.

    Every box is filled by a throw that is not all alike, or by one that is: before the Yahtzee box is filled the latter
    scores like any other, after it as a further Yahtzee by the rule of the sheet, counted where it is paid.
    """

    def __init__(self, sheet: Sheet, scores: tuple[int | None, ...]) -> None:
        size = (sheet.dice, sheet.sides)
        faces = range(1, sheet.sides + 1)
        filled = [place for place, score in enumerate(scores) if score is not None]
        self.joker = sheet.joker
        self.end = sum(1 << place for place in filled)
        self.yahtzee = 0 if sheet.yahtzee is None else 1 << sheet.yahtzee
        self.paid = bool(sheet.extra and sheet.yahtzee is not None and scores[sheet.yahtzee])
        self.lower = sum(1 << place for place in sheet.lower)
        self.matching = [sum(1 << place for place in sheet.upper if sheet.boxes[place].face == face) for face in faces]
        alike = [(face,) * sheet.dice for face in faces]
        self.free = {1 << p: scores[p] in box_values(sheet.boxes[p], *size) for p in filled}
        self.mixed = {1 << p: scores[p] in _mixed_values(sheet.boxes[p], *size) for p in filled}
        self.plain = {1 << p: [sheet.boxes[p].score(dice) == scores[p] for dice in alike] for p in filled}
        self.wild = {1 << p: [sheet.boxes[p].as_joker(dice) == scores[p] for dice in alike] for p in filled}

    def finds(self, extras: int) -> bool:
        """Return whether some play leaves the scores with so many further Yahtzees paid."""
        if not extras and all(self.free.values()):
            return True
        able = sum(any(self.plain[box]) or any(self.wild[box]) for box in self.plain if box != self.yahtzee)
        return extras <= able and any(count == extras for count in self._ends(extras))

    def counts(self) -> frozenset[int]:
        """Return every number of further Yahtzees that can be paid beside the scores."""
        return frozenset(self._ends(len(self.free)))

    def _ends(self, most: int) -> Iterator[int]:
        seen = {(0, 0)}
        ahead = [(0, 0)]
        while ahead:
            mask, count = ahead.pop()
            if mask == self.end:
                yield count
            for following in self._after(mask, count):
                if following not in seen and following[1] <= most:
                    seen.add(following)
                    ahead.append(following)

    def _after(self, mask: int, count: int) -> Iterator[tuple[int, int]]:
        later = bool(mask & self.yahtzee)
        for box in self.free:
            if not mask & box:
                if (self.mixed if later else self.free)[box]:
                    yield mask | box, count
                if later and self._further(mask, box):
                    yield mask | box, count + self.paid

    def _further(self, mask: int, box: int) -> bool:
        """Return whether a further Yahtzee leaves the score in this box when those in `mask` are filled."""
        for face, matching in enumerate(self.matching):
            plain, wild = self.plain[box][face], self.wild[box][face]
            above, below = matching & ~mask, self.lower & ~mask
            if self.joker is Joker.NONE or (self.joker is Joker.FREE and above):
                leaves = plain
            elif self.joker is Joker.FREE:
                leaves = wild
            else:
                leaves = wild and bool(box & (above or below or ~mask))
            if leaves:
                return True
        return False
