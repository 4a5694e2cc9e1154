"""One player's sheet in a game: what is written in its boxes, and what may be written next."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from solver.errors import PositionError, RuleError, UnknownNameError
from solver.sheet.game.boxes import BoxKind
from solver.sheet.game.reachable_cards import check_scores
from solver.sheet.game.sheet import Joker, Sheet

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
