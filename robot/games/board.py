"""The view of a game for the terminal: that of a sheet, else everybody's track, what is at risk, chances and dice."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from rich.text import Text

from robot.games.board_parts import COLOURS, full_name, read_values, title_lines, turn_of, whole_frame
from robot.games.dice import PippedDie, dice_lines
from robot.games.frame import pad_line
from robot.games.game import Board, BoardScene, Position, TableGame
from robot.games.views import BoxView, KeepView, PointsView, SheetView, score_words, track_points
from robot.language.lines import wrapped_text
from robot.saying import Saying

TRACK_CELLS = 60
LEAST_TRACK = 6
MARK = 2
"""Columns of the mark before the player whose turn it is."""
POINTS = 10
"""Columns of points, and of those at risk."""
CHANCE = 8
LEAST_NAME = 8
LEAST_BODY = 6
"""Lines of dice with their values."""


@dataclass(frozen=True, slots=True)
class TrackBoard:
    """`chances` are everybody's chances to win in a position, () if nobody knows them.

    Without `dice` other things are thrown, which are told in words alone.
    """

    title: Saying
    chances: Callable[..., tuple[float, ...]]
    dice: bool = True
    _weighed: list[tuple[Any, tuple[float, ...]]] = field(default_factory=list, repr=False, compare=False)

    def draw(self, scene: BoardScene, width: int, height: int) -> list[Text]:
        """Draw the race above the dice."""
        over = scene.position.over
        turn = scene.say("game-over") if over else scene.language.say(turn_of(scene))
        above = [*title_lines(scene, self.title, turn, width), *self.standing(scene, width), Text()]
        return whole_frame(scene, (width, height), above, LEAST_BODY, lambda rows: self._body(scene, width, rows))

    def standing(self, scene: BoardScene, width: int) -> list[Text]:
        """Return a line for each player, with points, points at risk and chance to win, and what round this is."""
        shown, position = _shown(scene), scene.position
        chances = self._chances(position)
        names = [full_name(name, scene.language) for name in scene.names]
        beside = MARK + POINTS + CHANCE * bool(chances)
        called = min(max(Text(name).cell_len for name in names), max(LEAST_NAME, width - beside))
        cells = min(TRACK_CELLS, width - beside - called - 1)
        lines, points = [], score_words(shown)
        for seat, name in enumerate(names):
            playing = not position.over and position.player == seat
            first, *rest = wrapped_text(Text(name, COLOURS[seat]), called)
            mark = Text("▶" if playing else "", f"bold {COLOURS[seat]}")
            line = pad_line(mark, MARK).append_text(pad_line(first, called))
            if cells >= LEAST_TRACK:
                line.append(" ").append_text(_track(shown, seat, cells))
            pending = shown.pending[seat]
            line.append(f" {points[seat]:>4}", "bold").append(f"{f'+{pending}' if playing or pending else '':>5}")
            if chances:
                line.append(f"{100 * chances[seat]:.1f} %".rjust(CHANCE), COLOURS[seat])
            lines += [line, *(Text("  ").append_text(more) for more in rest)]
        if chances:
            words = scene.say("chance-to-win")
            lines.insert(0, Text(f"{words:>{lines[0].cell_len}}" if len(words) <= width else "", "dim"))
        if isinstance(shown, BoxView) and shown.open:
            lines += wrapped_text(_tiles(shown, scene.tally.tiles, scene.say("tiles-marked")), width)
        if remark := shown.remark:
            lines += wrapped_text(Text(scene.language.sentence(remark)), width)
        return lines

    def _chances(self, position: Position) -> tuple[float, ...]:
        """Return the chances in a position; those of the last one are kept, for a board is drawn again at each key."""
        if not self._weighed or self._weighed[0][0] is not position:
            self._weighed[:] = [(position, self.chances(position))]
        return self._weighed[0][1]

    def _body(self, scene: BoardScene, width: int, rows: int) -> list[Text]:
        if not self.dice:
            return []
        words = wrapped_text(read_values(scene), width)
        shown = _shown(scene)
        blank = len(shown.wells) if isinstance(shown, KeepView) else 1
        drawn = list(_dice(scene)) or [PippedDie(None, blank=True)] * blank
        return [*dice_lines(drawn, width, max(1, rows - len(words))), *words][:rows]


def _shown(scene: BoardScene) -> PointsView:
    shown = scene.position.view()
    assert isinstance(shown, PointsView), "sheets have a board of their own"
    return shown


def _dice(scene: BoardScene) -> Iterator[PippedDie]:
    """Yield the dice of the last throw, those that are set aside with the word for it."""
    shown, tally = _shown(scene), scene.tally
    if not isinstance(shown, KeepView) or not shown.faces:
        yield from (PippedDie(value) for value in scene.values)
        return
    for well, face in zip(shown.wells, shown.faces, strict=True):
        stays = well in shown.aside or well in tally.keep
        label = scene.say("kept") if stays else str(well)
        yield PippedDie(face, label, kept=stays, reached=tally.well == well)


def _tiles(shown: BoxView, marked: Sequence[int], shut: str) -> Text:
    """Return the tiles in a row: those that are marked reversed, and those that are shut as dots."""
    row = Text()
    for tile in shown.tiles:
        known = tile in shown.open
        row.append(f" {tile} " if known else " · ", "reverse bold" if tile in marked else "bold" if known else "dim")
    return row.append(f"  {shut} {' '.join(map(str, marked))}") if marked else row


def _track(shown: PointsView, seat: int, cells: int) -> Text:
    """Return how far a player has come, and in a lighter shade how far the points at risk would bring them."""
    score, pending, full = shown.scores[seat], shown.pending[seat], track_points(shown)
    done = min(score * cells // full, cells)
    ahead = min((score + pending) * cells // full, cells) - done
    track = Text("█" * done + "▒" * ahead, COLOURS[seat])
    return track.append("·" * (cells - done - ahead), "dim")


def board_of(game: TableGame[Any]) -> Board:
    """Return the board of a game; only one of these is imported."""
    if isinstance(game.begin(game.seats.start).view(), SheetView):
        from robot.games.sheet.board import SheetBoard

        return SheetBoard(game.title)
    return TrackBoard(game.title, game.chances, dice=bool(game.wells))
