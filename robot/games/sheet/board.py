"""A score sheet on a terminal: the cards, the dice, and the boxes by their points."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rich.text import Text

from robot.games.board_parts import COLOURS, full_name, title_lines, turn_of, whole_frame
from robot.games.box_names import box_saying, card_saying
from robot.games.dice import PippedDie, dice_lines
from robot.games.frame import GAP, pad_line, place_beside
from robot.games.game import BoardScene
from robot.games.views import SheetView
from robot.language.lines import together, wrapped_text
from robot.saying import Saying, Value
from solver.sheet.game.card import Card

LABEL = 16
WIDE, NARROW = 11, 4
"""Columns of a player, with few players and with many."""
LARGE_DICE = 46
"""Columns that five large dice need beside the sheet."""
BESIDE = 22
"""The fewest columns beside the sheet: three small dice, or the longest box with its points."""
LEAST_BESIDE = 17
"""Columns of three small dice."""
SMALL_DICE = 4
"""Lines of a row of small dice."""
HEADS = 3
"""The most lines over which names are spread that are wider than their columns."""
LISTED = 26
"""Columns of the list of boxes."""


@dataclass(frozen=True, slots=True)
class SheetBoard:
    """The sheet on the left; dice and boxes on the right."""

    title: Saying

    def draw(self, scene: BoardScene, width: int, height: int) -> list[Text]:
        """Draw all cards, in a narrow window that of the player whose turn it is, and all totals."""
        above = title_lines(scene, self.title, _turn_words(scene), width)
        column = column_for(len(scene.names), width)
        if column is None:
            return self._narrow(scene, width, height, above)
        sheet = [*heads(scene, column, width), *self._rows(scene, column, range(len(scene.names)))]
        first = len(sheet) - len(_labels(scene))
        left = LABEL + len(scene.names) * (column + 1)

        def body(rows: int) -> list[Text]:
            return place_beside(_shortened(sheet[first:], rows), left, _beside(scene, width - left - GAP, rows - first))

        return whole_frame(scene, (width, height), [*above, *sheet[:first]], len(sheet) - first, body)

    def standing(self, scene: BoardScene, width: int) -> list[Text]:
        """Return all cards, or the totals alone where the window has no room for them."""
        column = min(WIDE, (width - LABEL) // len(scene.names) - 1)
        if column < NARROW:
            return totals(scene, width)
        return [*heads(scene, column, width), *self._rows(scene, column, range(len(scene.names)))]

    def _narrow(self, scene: BoardScene, width: int, height: int, above: Sequence[Text]) -> list[Text]:
        """Draw the card of the player whose turn it is, and beside it or above it the totals and the dice."""
        seats = range(scene.position.player, scene.position.player + 1)
        sheet, left = self._rows(scene, NARROW + 1, seats), LABEL + NARROW + 2
        right = width - left - GAP
        if right >= LEAST_BESIDE:
            listed = totals(scene, right)

            def body(rows: int) -> list[Text]:
                beside = [*listed, *_beside(scene, right, rows - len(listed))]
                return place_beside(_shortened(sheet, rows), left, beside)

            return whole_frame(scene, (width, height), above, max(len(sheet), len(listed) + 4), body)
        dice = dice_lines(list(_dice(scene)), width, SMALL_DICE)
        top = [*above, *totals(scene, width), *dice]

        def short(rows: int) -> list[Text]:
            if scene.tally.box is None or len(sheet) <= rows:
                return _shortened(sheet, rows)
            return _listed(scene, min(width, LISTED), rows)

        return whole_frame(scene, (width, height), top, len(sheet), short)

    def _rows(self, scene: BoardScene, column: int, seats: Sequence[int]) -> list[Text]:
        """Return the lines of the cards of these players."""
        position, shown = scene.position, _shown(scene)
        sheet = shown.sheet
        playing = None if position.over else position.player
        choosing = scene.people[position.player] if scene.people else True
        would = shown.boxes if choosing else {}
        labels = iter(_labels(scene))
        cards = [(seat, shown.cards[seat]) for seat in seats]
        rows = []
        for place, box in enumerate(sheet.names):
            chosen = scene.tally.box == box
            cells = [_cell(card, place, would.get(box) if seat == playing else None, chosen) for seat, card in cards]
            rows.append(_row(Text(next(labels), "reverse" if chosen else ""), cells, column))
            if factor := sheet.bonus_places.get(place):
                sums = [bonus(card, factor, column) for _, card in cards]
                rows.append(_row(Text(next(labels), "italic"), sums, column))
        if sheet.extra:
            extras = [Text(f"{card.extras * sheet.extra}" if card.extras else "") for _, card in cards]
            rows.append(_row(Text(next(labels), "italic"), extras, column))
        ends = [Text(str(card.total), f"bold {COLOURS[seat]}") for seat, card in cards]
        return [*rows, _row(Text(next(labels), "bold"), ends, column)]


def _beside(scene: BoardScene, width: int, rows: int) -> list[Text]:
    """Return the dice, and below them the boxes where one is chosen."""
    choosing = scene.tally.box is not None
    dice = dice_lines(list(_dice(scene)), width, max(1, rows // 3 if choosing else rows * 2 // 3))
    return [*dice, *_listed(scene, min(width, LISTED), rows - len(dice))] if choosing else dice


def column_for(players: int, width: int) -> int | None:
    """Return how many columns each player has, None where the window has no room for all of them.

    What is left is wide enough for large dice.
    """
    large, least = ((width - LABEL - GAP - beside) // players - 1 for beside in (LARGE_DICE, BESIDE))
    if least < NARROW:
        return None
    return min(WIDE, max(large, NARROW))


def heads(scene: BoardScene, column: int, width: int) -> list[Text]:
    """Return the players' names over their columns, spread over several lines where they are wider than these.

    Where they have no room there either, numbers stand over the columns, below a legend with the names.
    """
    names = [full_name(name, scene.language) for name in scene.names]
    count = next((lines for lines in range(1, HEADS + 1) if _fit(names, column, lines, width)), 0)
    legend = [] if count else _legend(names, width)
    shown = names if count else [str(seat) for seat in range(1, len(names) + 1)]
    lines = [Text() for _ in range(count or 1)]
    for seat, name in enumerate(shown):
        playing = not scene.position.over and scene.position.player == seat
        line = lines[seat % len(lines)]
        line.append(" " * (LABEL + seat * (column + 1) + 1 - line.cell_len))
        line.append(name, f"bold {'reverse ' * playing}{COLOURS[seat]}")
    return [*legend, *lines]


def _legend(names: Sequence[str], width: int) -> list[Text]:
    """Return the numbers of all players with their names, which are cut where HEADS lines have no room for them."""
    entries = [Text(together(f"{seat} {name}", width), COLOURS[seat - 1]) for seat, name in enumerate(names, 1)]
    between = Text(" " * GAP)
    if len(lines := wrapped_text(between.join(entries), width)) <= HEADS:
        return lines
    in_line = -(-len(entries) // HEADS)
    for entry in entries:
        entry.truncate((width + GAP) // in_line - GAP, overflow="ellipsis")
    return [between.join(entries[first : first + in_line]) for first in range(0, len(entries), in_line)]


def _fit(names: Sequence[str], column: int, lines: int, width: int) -> bool:
    return all(Text(name).cell_len <= _room(seat, len(names), column, lines, width) for seat, name in enumerate(names))


def _room(seat: int, players: int, column: int, lines: int, width: int) -> int:
    """Return how many columns a name may take, before the next one in its line begins or the window ends."""
    start = LABEL + seat * (column + 1) + 1
    return width - start if seat + lines >= players else lines * (column + 1) - 1


def totals(scene: BoardScene, width: int) -> list[Text]:
    """Return everybody's total in lines of at most `width` columns, a line for each where there is room."""
    shown, position = _shown(scene), scene.position
    lines = []
    for seat, (name, card) in enumerate(zip(scene.names, shown.cards, strict=True)):
        playing = not position.over and position.player == seat
        first, *rest = wrapped_text(Text(full_name(name, scene.language)), max(4, width - 7))
        line = pad_line(Text("▶ " if playing else "  ").append_text(first), width - 5).append(f"{card.total:5}", "bold")
        lines += [line, *(Text("  ").append_text(more) for more in rest)]
        for one in lines[-1 - len(rest) :]:
            one.stylize(COLOURS[seat])
    return lines


def bonus(card: Card, factor: int, column: int) -> Text:
    """Return how far a column has come towards its bonus, and where there is room what it is paid from."""
    if earned := card.bonus_of(factor):
        return Text(f"+{earned}", "bold")
    upper = str(card.upper_of(factor))
    return Text(f"{upper}/{factor * card.sheet.bonus_from}" if column > NARROW else upper, "dim")


def _shown(scene: BoardScene) -> SheetView:
    shown = scene.position.view()
    assert isinstance(shown, SheetView), "other games have boards of their own"
    return shown


def _turn_words(scene: BoardScene) -> str:
    """Return whose turn it is, and how many throws are left."""
    shown = _shown(scene)
    if scene.position.over:
        return scene.say("game-over")
    left: dict[str, Value] = {"turn": turn_of(scene), "left": shown.rolls_left}
    if shown.committed:
        return scene.say("turn-left-for", **left, box=box_saying(shown.sheet, shown.committed))
    return scene.say("turn-left", **left)


def _labels(scene: BoardScene) -> list[str]:
    """Return what stands before each line of the cards."""
    sheet = _shown(scene).sheet
    labels = []
    for place, box in enumerate(sheet.names):
        labels.append(scene.language.say(card_saying(sheet, box)))
        if factor := sheet.bonus_places.get(place):
            labels.append(scene.say("card-bonus", bonus=factor * sheet.bonus))
    if sheet.extra:
        labels.append(scene.say("card-extra"))
    return [*labels, scene.say("card-total")]


def _row(label: Text, cells: Sequence[Text], column: int) -> Text:
    row = pad_line(wrapped_text(label, LABEL)[0] if label.plain else label, LABEL)
    for cell in cells:
        row.append(" " * (column + 1 - cell.cell_len)).append_text(cell)
    return row


def _cell(card: Card, place: int, would: int | None, chosen: bool) -> Text:
    score = card.scores[place]
    if score is not None:
        return Text(str(score), "bold")
    if would is None:
        return Text("·", "dim")
    return Text(f"({would})", "reverse" if chosen else "")


def _dice(scene: BoardScene) -> Iterator[PippedDie]:
    """Yield the dice in their wells, with the word for kept ones or their wells' numbers below."""
    shown, tally = _shown(scene), scene.tally
    faces = shown.faces or (None,) * len(shown.wells)
    for well, face in zip(shown.wells, faces, strict=True):
        kept = well in tally.keep
        label = scene.say("kept") if kept else str(well)
        yield PippedDie(face, label, kept, tally.well == well, blank=not shown.faces)


def _listed(scene: BoardScene, width: int, rows: int) -> list[Text]:
    """Return the boxes that may be chosen, the most points first, as many as fit around the open one."""
    shown, position = _shown(scene), scene.position
    order = [*position.offer.boxes]
    here = order.index(scene.tally.box) if scene.tally.box in order else 0
    first = max(0, min(here - rows // 2, len(order) - rows))
    lines = []
    for box in order[first : first + rows]:
        name = scene.language.say(card_saying(shown.sheet, box))
        line = pad_line(Text("▶ " if box == scene.tally.box else "  ").append(name), width - 4)
        lines.append(line.append(f"{shown.boxes[box]:4}"))
        if box == scene.tally.box:
            lines[-1].stylize("reverse")
    return lines


def _shortened(sheet: list[Text], rows: int) -> list[Text]:
    """Return the lines of a sheet that a short window has room for, with the last one, which holds the totals."""
    return sheet if len(sheet) <= rows else [*sheet[: max(0, rows - 1)], sheet[-1]]
