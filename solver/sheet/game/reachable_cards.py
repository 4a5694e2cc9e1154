"""The cards that can be reached: the scores that a box can hold, and the further Yahtzees beside them."""

import functools
import itertools
from collections.abc import Iterator

from solver.errors import PositionError
from solver.sheet.game.boxes import Box, BoxKind
from solver.sheet.game.sheet import Joker, Sheet


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
