"""A score sheet on a terminal: everybody's card, the dice, what they would score, and what the camera saw."""

from collections.abc import Iterator
from dataclasses import dataclass

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from robot.games.board_parts import COLOURS, short_name, wells_picture
from robot.games.game import BoardScene
from robot.games.sheet.boxes import box_saying, card_saying
from robot.games.views import SheetView
from robot.language.names import actor
from robot.saying import Saying, Value
from solver.sheet.game.card import Card

LABEL = 15
WIDE, NARROW = 11, 6
"""Columns of a player, with few players and with many."""

FRAME = 6
"""Columns of the frame, and of the gap between sheet and dice."""

BESIDE = 31
"""Columns that six dice need beside the sheet."""

LINES = 24
PICTURE = (24, 8)
"""Characters and lines of the camera's picture."""

SAID = 3
"""What was said last that stays to be read."""


@dataclass(frozen=True, slots=True)
class SheetBoard:
    """The sheet on the left, dice and words on the right."""

    title: Saying

    def draw(self, scene: BoardScene, width: int, height: int) -> RenderableType:
        """Draw all cards, and beside them whose turn it is, the dice, the reason, what was seen and said."""
        position = scene.position
        players = len(scene.names)
        column = max(NARROW, min(WIDE, (width - FRAME - LABEL - BESIDE) // players - 1))
        left = LABEL + players * (column + 1)
        right = max(10, width - FRAME - left)
        sheet = self._sheet(scene, column)
        body = Table.grid(padding=(0, 2, 0, 0))
        body.add_column(width=left)
        body.add_column(width=right)
        body.add_row(sheet, Group(*self._beside(scene)))
        turn = Saying("game-over") if position.over else turn_of(scene)
        lines = min(height, max(LINES, sheet.row_count + 3))
        return Panel(body, title=scene.say("plays-turn", title=self.title, turn=turn), width=width, height=lines)

    def prompt(self, scene: BoardScene) -> Saying:
        """Say which buttons do what, for the dice or for the boxes."""
        shown = _shown(scene)
        tally, count = scene.tally, len(shown.wells)
        if not shown.faces:
            return Saying("prompt-first", {"dice": count})
        if tally.box is None:
            others = count - len(tally.keep)
            key = "prompt-dice" if others == count else "prompt-others" if others else "prompt-none"
            return Saying(key, {"dice": count, "others": others})
        chooses = shown.sheet.commit and not shown.committed
        key = f"prompt-{'choose' if chooses else 'write'}{'' if shown.throws else '-only'}"
        return Saying(key, {"box": box_saying(shown.sheet, tally.box), "points": tally.points})

    def _sheet(self, scene: BoardScene, column: int) -> Table:
        position, shown = scene.position, _shown(scene)
        playing = None if position.over else position.player
        would, sheet, cards = shown.boxes, shown.sheet, shown.cards
        table = Table.grid(padding=(0, 1, 0, 0))
        table.add_column(width=LABEL, no_wrap=True)
        for _ in scene.names:
            table.add_column(width=column, justify="right")
        heads = (
            head(short_name(name, scene.language), column, COLOURS[seat], seat == playing)
            for seat, name in enumerate(scene.names)
        )
        table.add_row("", *heads)
        upper = sheet.upper
        for place, box in enumerate(sheet.names):
            cells = (
                self._cell(card, place, would.get(box) if seat == playing else None, scene.tally.box == box)
                for seat, card in enumerate(cards)
            )
            label = scene.language.say(card_saying(sheet, box))
            table.add_row(Text(label[:LABEL], style="reverse" if scene.tally.box == box else ""), *cells)
            if sheet.bonus and upper and place == upper[-1]:
                sums = (bonus(card) for card in cards)
                table.add_row(Text(scene.say("card-bonus", bonus=sheet.bonus)[:LABEL], "italic"), *sums)
        if sheet.extra:
            extras = (f"{card.extras * sheet.extra}" if card.extras else "" for card in cards)
            table.add_row(Text(scene.say("card-extra")[:LABEL], "italic"), *extras)
        totals = (Text(str(card.total), f"bold {COLOURS[seat]}") for seat, card in enumerate(cards))
        table.add_row(Text(scene.say("card-total")[:LABEL], "bold"), *totals)
        return table

    @staticmethod
    def _cell(card: Card, place: int, would: int | None, chosen: bool) -> Text:
        score = card.scores[place]
        if score is not None:
            return Text(str(score), "bold")
        if would is None:
            return Text("·", "dim")
        return Text(f"({would})", "reverse" if chosen else "")

    def _beside(self, scene: BoardScene) -> Iterator[RenderableType]:
        position, shown = scene.position, _shown(scene)
        if position.over:
            yield Text()
        else:
            left: dict[str, Value] = {"turn": turn_of(scene), "left": shown.rolls_left}
            if shown.committed:
                turn = scene.say("turn-left-for", **left, box=box_saying(shown.sheet, shown.committed))
            else:
                turn = scene.say("turn-left", **left)
            yield Text(f"▶ {turn}", f"bold {COLOURS[position.player]}")
        yield from dice(shown, scene.tally.keep, scene.say("kept"))
        yield Text(scene.reason, "bold")
        for line in scene.said[-SAID:]:
            yield Text(line, "dim")
        picture = wells_picture(scene.look, *PICTURE)
        if picture:
            yield picture


def dice(shown: SheetView, keep: tuple[int, ...], kept: str) -> Iterator[Text]:
    """Yield the lines of the dice, those to keep in reverse, and below them the word `kept` or their wells' numbers."""
    rows = [Text(), Text(), Text(), Text()]
    faces = shown.faces or (" ",) * len(shown.wells)
    for well, face in zip(shown.wells, faces, strict=True):
        style = "reverse bold" if well in keep else "" if shown.faces else "dim"
        for row, part in zip(rows, ("┌───┐", f"│ {face} │", "└───┘"), strict=False):
            row.append(part, style)
        rows[3].append(f"{kept[:5]:<5}" if well in keep else f"  {well}  ", "bold" if well in keep else "dim")
    yield from rows


def head(name: str, width: int, colour: str, playing: bool) -> Text:
    """Return a player's name over its column, in two lines at most."""
    words = " ".join(word[:width] for word in name.split())
    return Text(words[: 2 * width], f"bold reverse {colour}" if playing else f"bold {colour}")


def bonus(card: Card) -> Text:
    """Return how far a card has come towards its bonus."""
    if card.bonus:
        return Text(f"+{card.bonus}", "bold")
    return Text(f"{card.upper}/{card.sheet.bonus_from}", "dim")


def _shown(scene: BoardScene) -> SheetView:
    shown = scene.position.view()
    assert isinstance(shown, SheetView), "other games have boards of their own"
    return shown


def turn_of(scene: BoardScene) -> Saying:
    """Return whose turn it is."""
    return Saying("turn-of", {"name": actor(scene.names[scene.position.player])})
