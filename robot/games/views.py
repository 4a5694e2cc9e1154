"""Views of a position for screens, in parts of which a game has some; and the names of a sheet's boxes."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from robot.language import Language, name_thing
from robot.language.names import show_name
from robot.saying import Saying
from solver.sheet.game.card import Card, list_extras
from solver.sheet.game.sheet import Sheet


def box_saying(sheet: Sheet, box: str) -> Saying:
    """Return the name of a box in sentences."""
    return _name(sheet, box, "box", sheet.box_words(sheet.first_of(box)[0]))


def card_saying(sheet: Sheet, box: str) -> Saying:
    """Return the name of a box on a card."""
    return _name(sheet, box, "card", sheet.call_box(sheet.first_of(box)[0]).replace("-", " "))


def _name(sheet: Sheet, box: str, place: str, english: str) -> Saying:
    first, mark = sheet.first_of(box)
    named = name_thing(place, sheet.call_box(first), english)
    return Saying(f"{place}-numbered", {"box": named, "mark": mark}) if mark else named


@dataclass(frozen=True, slots=True)
class Track:
    """Everybody's `points` as text on a track that is `length` points long.

    `scores` are the safe points, `pending` those that each player stands to lose.
    """

    points: tuple[str, ...]
    scores: tuple[int, ...]
    pending: tuple[int, ...]
    length: int


@dataclass(frozen=True, slots=True)
class DiceRow:
    """Dice that stay in their `wells` between throws.

    `faces` are those of these dice, in their order, () before the first throw of a turn. Dice in the wells `aside` stay
    there for the rest of the turn.
    """

    wells: tuple[int, ...]
    faces: tuple[int, ...] = ()
    aside: tuple[int, ...] = ()

    @property
    def shown(self) -> dict[int, int]:
        """The face in each well; none before the first throw of a turn."""
        return dict(zip(self.wells, self.faces, strict=False))


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A row of all cards: for a `box` ("" for other rows), for a `bonus`, or for the `total`.

    `cells` are everybody's points there, None for none yet, and text for the progress towards a bonus.
    """

    label: Saying
    cells: tuple[int | str | None, ...]
    box: str = ""
    bonus: bool = False
    total: bool = False


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """A card for each player.

    `left` is how often dice may still be thrown. `committed` is the box that was chosen early, or None.
    """

    sheet: Sheet
    cards: tuple[Card, ...]
    left: int
    committed: str | None = None

    @property
    def rows(self) -> Iterator[SheetRow]:
        """The lines of the cards: each bonus below its upper boxes, totals last."""
        sheet, cards = self.sheet, self.cards
        for place, box in enumerate(sheet.names):
            yield SheetRow(card_saying(sheet, box), tuple(card.scores[place] for card in cards), box)
            if factor := sheet.bonus_places.get(place):
                due = factor * sheet.bonus_from
                sums = tuple(card.bonus_of(factor) or f"{card.upper_of(factor)}/{due}" for card in cards)
                yield SheetRow(Saying("card-bonus", {"bonus": factor * sheet.bonus}), sums, bonus=True)
        if sheet.extra:
            yield SheetRow(Saying("card-extra"), tuple(card.extras * sheet.extra or None for card in cards))
        yield SheetRow(Saying("card-total"), tuple(card.total for card in cards), total=True)

    @property
    def counted(self) -> tuple[str, ...]:
        """What a card counts in addition to its boxes."""
        return list_extras(self.sheet)


@dataclass(frozen=True, slots=True)
class View:
    """The parts of a position that screens draw. A game has some of them.

    `remark` tells the round, or what else people should know. `tiles` maps each tile to whether it is open; it is empty
    when the game is over.
    """

    track: Track | None = None
    dice: DiceRow | None = None
    sheet: ScoreSheet | None = None
    tiles: Mapping[int, bool] = field(default_factory=dict)
    remark: Saying | None = None


@dataclass(frozen=True, slots=True)
class MarkedDice:
    """The values of the `dice` marked to be set aside. With them the turn has `total` points and `left` dice to throw.

    `no_throw` and `no_hold` say why they cannot be set aside to throw on, or to hold; None where they can.
    """

    dice: tuple[int, ...]
    total: int
    left: int
    no_throw: Saying | None
    no_hold: Saying | None


_LYING = ("right-side", "dot-side", "razorback", "trotter", "snouter", "leaning-jowler")
LIES = tuple(f"lie-{lie}" for lie in _LYING)
"""The messages for the ways in which a pig may lie, in the order of their values."""
NO_SCORE = "–"
"""The mark in place of points for a player who has none yet."""


class Ranked(NamedTuple):
    """A player's `place` from 1 at the end of a game, their `seat` from 0, and their points as text."""

    place: int
    seat: int
    points: str


OPEN = "·"
"""The mark in an open box."""
LEAST = 5
"""The least width of a player's column."""


def sheet_lines(shown: ScoreSheet, names: Sequence[str], language: Language) -> list[str]:
    """Return a line for each box, for the bonus and for the total, with everybody's points there."""
    rows = [("", [show_name(name, language.say) for name in names])]
    for number, row in enumerate(sorted(shown.rows, key=lambda row: not row.box), 1):
        label = f"{number:2} " if row.box else "   "
        cells = [cell if isinstance(cell, int) else OPEN if row.box else 0 for cell in row.cells]
        rows.append((label + language.say(row.label), list(map(str, cells))))
    wide = max(len(words) for words, _ in rows)
    widths = [max(LEAST, len(name)) for name in rows[0][1]]
    return [
        f"{words:{wide}}  " + "  ".join(f"{cell:>{width}}" for cell, width in zip(cells, widths, strict=True))
        for words, cells in rows
    ]
