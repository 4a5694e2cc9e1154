"""A score sheet on a terminal: the cards, the dice, and the boxes by their points."""

from collections.abc import Sequence

from rich.text import Text

from robot.games.board_parts import COLOURS, GAP, BoardScene, pad_line, place_beside, title_lines, turn_of, whole_frame
from robot.games.dice import dice_lines
from robot.games.views import ScoreSheet, SheetRow, box_saying, card_saying
from robot.language.lines import keep_together, wrap_text
from robot.saying import Saying, Value

LABEL = 16
WIDE, NARROW = 11, 4
"""Columns of a player, with few players and with many."""
LARGE_DICE = 46
"""Columns that five large dice need next to the sheet."""
BESIDE = 22
"""The fewest columns next to the sheet: three small dice, or the longest box with its points."""
LEAST_BESIDE = 17
"""Columns of three small dice."""
SMALL_DICE = 4
"""Lines of a row of small dice."""
LISTED = 26
"""Columns of the list of boxes."""


def draw_sheet(scene: BoardScene, sheet: ScoreSheet, title: Saying, width: int, height: int) -> list[Text]:
    """Return the screen: cards on the left, dice and boxes on the right; `height` lines of at most `width` columns.

    A narrow window shows only the card of the player whose turn it is. Without room on the right, the dice are above.
    """
    above = title_lines(scene, title, _turn_words(scene, sheet), width)
    column, seats = column_for(len(scene.names), width), range(len(scene.names))
    if column is None:
        column, seats = NARROW + 1, range(scene.position.player, scene.position.player + 1)
        above += totals(scene, sheet, width)
    else:
        above += heads(scene, column, width)
    rows, left = _rows(scene, sheet, column, seats), LABEL + len(seats) * (column + 1)
    right = width - left - GAP
    if right < LEAST_BESIDE:
        above += dice_lines(scene.dice, width, SMALL_DICE)

    def body(room: int) -> list[Text]:
        if right >= LEAST_BESIDE:
            return place_beside(_shorten(scene, sheet, rows, room), left, _draw_beside(scene, right, room))
        if scene.tally.box is None or len(rows) <= room:
            return _shorten(scene, sheet, rows, room)
        return _list_boxes(scene, min(width, LISTED), room)

    return whole_frame(scene, (width, height), above, len(rows), body)


def draw_cards(scene: BoardScene, sheet: ScoreSheet, width: int) -> list[Text]:
    """Return all cards, or only the totals if the window has no room for the cards."""
    column = min(WIDE, (width - LABEL) // len(scene.names) - 1)
    if column < NARROW:
        return totals(scene, sheet, width)
    return [*heads(scene, column, width), *_rows(scene, sheet, column, range(len(scene.names)))]


def _rows(scene: BoardScene, shown: ScoreSheet, column: int, seats: Sequence[int]) -> list[Text]:
    """Return the lines of the cards of these players."""
    choosing = scene.people[scene.position.player] if scene.people else True
    would = scene.position.offer.boxes if choosing else {}
    lines = []
    for row in shown.rows:
        chosen = bool(row.box) and scene.tally.box == row.box
        style = "bold" if row.total else "reverse" if chosen else "" if row.box else "italic"
        line = pad_line(wrap_text(Text(scene.language.say(row.label), style), LABEL)[0], LABEL)
        for seat in seats:
            cell = _cell(row, seat, would.get(row.box) if seat == scene.playing else None, column, chosen=chosen)
            line.append(" " * (column + 1 - cell.cell_len)).append_text(cell)
        lines.append(line)
    return lines


def _cell(row: SheetRow, seat: int, would: int | None, column: int, *, chosen: bool) -> Text:
    """Return a player's points in a row, or what the dice would score there, or the progress towards a bonus."""
    cell = row.cells[seat]
    if row.total:
        return Text(str(cell), f"bold {COLOURS[seat]}")
    if isinstance(cell, str):  # a narrow column leaves out the points that a bonus needs
        return Text(cell if column > NARROW else cell.partition("/")[0], "dim")
    if row.box and cell is None:
        return Text("·", "dim") if would is None else Text(f"({would})", "reverse" if chosen else "")
    points = "" if cell is None else f"+{cell}" if row.bonus else str(cell)
    return Text(points, "bold" if row.box or row.bonus else "")


def _draw_beside(scene: BoardScene, width: int, rows: int) -> list[Text]:
    """Return the dice, and the boxes below them while one is open."""
    choosing = scene.tally.box is not None
    dice = dice_lines(scene.dice, width, max(1, rows // 3 if choosing else rows * 2 // 3))
    return [*dice, *_list_boxes(scene, min(width, LISTED), rows - len(dice))] if choosing else dice


def column_for(players: int, width: int) -> int | None:
    """Return how many columns each player has, None if the window has no room for all players.

    The rest of the window is wide enough for large dice, if possible.
    """
    large, least = ((width - LABEL - GAP - beside) // players - 1 for beside in (LARGE_DICE, BESIDE))
    if least < NARROW:
        return None
    return min(WIDE, max(large, NARROW))


def heads(scene: BoardScene, column: int, width: int) -> list[Text]:
    """Return the players' names above their columns, or if one is too wide, numbers below a legend with the names."""
    names = scene.full_names
    fit = max(Text(name).cell_len for name in names) <= column
    legend = [Text(keep_together(f"{seat} {name}", width), COLOURS[seat - 1]) for seat, name in enumerate(names, 1)]
    line = Text(" " * LABEL)
    for seat, name in enumerate(names):
        style = f"bold {'reverse ' * (scene.playing == seat)}{COLOURS[seat]}"
        head = Text(name if fit else str(seat + 1), style)
        line.append(" " * (column + 1 - head.cell_len)).append_text(head)
    return [line] if fit else [*wrap_text(Text(" " * GAP).join(legend), width), line]


def totals(scene: BoardScene, sheet: ScoreSheet, width: int) -> list[Text]:
    """Return everybody's total in lines of at most `width` columns, one line for each if it fits."""
    lines = []
    for seat, (name, card) in enumerate(zip(scene.full_names, sheet.cards, strict=True)):
        first, *rest = wrap_text(Text(name), max(4, width - 7))
        line = pad_line(Text("▶ " if scene.playing == seat else "  ").append_text(first), width - 5)
        line.append(f"{card.total:5}", "bold")
        lines += [line, *(Text("  ").append_text(more) for more in rest)]
        for one in lines[-1 - len(rest) :]:
            one.stylize(COLOURS[seat])
    return lines


def _turn_words(scene: BoardScene, sheet: ScoreSheet) -> str:
    """Return whose turn it is, and how many throws are left."""
    if scene.position.over:
        return scene.say("game-over")
    left: dict[str, Value] = {"turn": turn_of(scene), "left": sheet.left}
    if sheet.committed:
        return scene.say("turn-left-for", **left, box=box_saying(sheet.sheet, sheet.committed))
    return scene.say("turn-left", **left)


def _list_boxes(scene: BoardScene, width: int, rows: int) -> list[Text]:
    """Return the boxes that may be chosen, the most points first, as many as fit around the open one."""
    boxes, sheet = scene.position.offer.boxes, scene.view.sheet
    assert sheet, "it is drawn"
    order = [*boxes]
    here = order.index(scene.tally.box) if scene.tally.box in order else 0
    first = max(0, min(here - rows // 2, len(order) - rows))
    lines = []
    for box in order[first : first + rows]:
        name = scene.language.say(card_saying(sheet.sheet, box))
        line = pad_line(Text("▶ " if box == scene.tally.box else "  ").append(name), width - 4)
        lines.append(line.append(f"{boxes[box]:4}"))
        if box == scene.tally.box:
            lines[-1].stylize("reverse")
    for place, sign, more in (0, "↑", first), (-1, "↓", len(order) - first - rows):
        if rows > 2 and more > 0:
            lines[place] = Text(f"  {sign} {scene.say('menu-more', count=more + 1)}", "dim")
    return lines


def _shorten(scene: BoardScene, sheet: ScoreSheet, lines: list[Text], rows: int) -> list[Text]:
    """Return the `lines` of a sheet that fit into `rows`: first the totals, then the open boxes, then filled ones."""
    ranks = [(row.total, bool(row.box), row.cells[scene.position.player] is None) for row in sheet.rows]
    kept = sorted(range(len(lines)), key=ranks.__getitem__, reverse=True)[: max(0, rows)]
    return [lines[place] for place in sorted(kept)]
