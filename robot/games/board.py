"""The board of a game on a terminal: its sheet, or else its tracks, points at risk, chances to win and dice."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rich.text import Text

from robot.games.board_parts import COLOURS, BoardScene, pad_line, read_values, title_lines, turn_of, whole_frame
from robot.games.dice import dice_lines
from robot.games.game import Position, TableGame
from robot.games.sheet.board import draw_cards, draw_sheet
from robot.games.views import Track
from robot.language.lines import wrap_text
from robot.saying import Saying
from solver.decision import write_share

TRACK_CELLS = 60
LEAST_TRACK = 6
MARK = 2
"""Columns of the mark before the player whose turn it is."""
POINTS = 10
"""Columns of points and of points at risk."""
CHANCE = 8
LEAST_NAME = 8
LEAST_BODY = 6
"""The fewest lines for dice with their values."""


@dataclass(frozen=True, slots=True)
class Board:
    """The board of a game. `chances` returns everybody's chance to win in a position, () if unknown.

    Without `dice`, the game throws other things, which are told only in words.
    """

    title: Saying
    chances: Callable[..., tuple[float, ...]]
    dice: bool = True
    _weighed: list[tuple[Any, tuple[float, ...]]] = field(default_factory=list, repr=False, compare=False)

    @classmethod
    def of(cls, game: TableGame[Any]) -> "Board":
        """Return the board of a game."""
        return cls(game.title, game.chances, dice=bool(game.wells))

    def draw(self, scene: BoardScene, width: int, height: int) -> list[Text]:
        """Return the whole screen: `height` lines of at most `width` columns."""
        if sheet := scene.view.sheet:
            return draw_sheet(scene, sheet, self.title, width, height)
        over = scene.position.over
        turn = scene.say("game-over") if over else scene.language.say(turn_of(scene))
        above = [*title_lines(scene, self.title, turn, width), *self.standing(scene, width), Text()]
        return whole_frame(scene, (width, height), above, LEAST_BODY, lambda rows: self._body(scene, width, rows))

    def standing(self, scene: BoardScene, width: int) -> list[Text]:
        """Return the standing of the game, in lines of at most `width` columns."""
        view = scene.view
        if view.sheet:
            return draw_cards(scene, view.sheet, width)
        lines = self._lanes(scene, view.track, width) if view.track else []
        if view.tiles:
            lines += wrap_text(_tiles(view.tiles, scene.tally.tiles, scene.say("tiles-marked")), width)
        if view.remark:
            lines += wrap_text(Text(scene.language.sentence(view.remark)), width)
        return lines

    def _lanes(self, scene: BoardScene, track: Track, width: int) -> list[Text]:
        """Return a line for each player, with points, points at risk and chance to win."""
        chances, names = self._chances(scene.position), scene.full_names
        beside = MARK + POINTS + CHANCE * bool(chances)
        called = min(max(Text(name).cell_len for name in names), max(LEAST_NAME, width - beside))
        cells = min(TRACK_CELLS, width - beside - called - 1)
        lines = []
        for seat, name in enumerate(names):
            playing = scene.playing == seat
            first, *rest = wrap_text(Text(name, COLOURS[seat]), called)
            mark = Text("▶" if playing else "", f"bold {COLOURS[seat]}")
            line = pad_line(mark, MARK).append_text(pad_line(first, called))
            if cells >= LEAST_TRACK:
                line.append(" ").append_text(_lane(track, seat, cells))
            pending = track.pending[seat]
            line.append(f" {track.points[seat]:>4}", "bold").append(f"{f'+{pending}' if playing or pending else '':>5}")
            if chances:
                line.append(write_share(chances[seat]).rjust(CHANCE), COLOURS[seat])
            lines += [line, *(Text("  ").append_text(more) for more in rest)]
        if chances:
            words = scene.say("chance-to-win")
            lines.insert(0, Text(f"{words:>{lines[0].cell_len}}" if len(words) <= width else "", "dim"))
        return lines

    def _chances(self, position: Position) -> tuple[float, ...]:
        """Return the chances in a position. The last ones are cached, because each key draws the board again."""
        if not self._weighed or self._weighed[0][0] is not position:
            self._weighed[:] = [(position, self.chances(position))]
        return self._weighed[0][1]

    def _body(self, scene: BoardScene, width: int, rows: int) -> list[Text]:
        if not self.dice:
            return []
        words = wrap_text(read_values(scene), width)
        return [*dice_lines(scene.dice, width, max(1, rows - len(words))), *words][:rows]


def _tiles(tiles: Mapping[int, bool], marked: Sequence[int], shut: str) -> Text:
    """Return the tiles in a row, marked ones in reverse, shut ones as dots; then the marked ones."""
    row = Text()
    for tile, known in tiles.items():
        row.append(f" {tile} " if known else " · ", "reverse bold" if tile in marked else "bold" if known else "dim")
    return row.append(f"  {shut} {' '.join(map(str, marked))}") if marked else row


def _lane(track: Track, seat: int, cells: int) -> Text:
    """Return a player's bar: the score, and in a lighter shade the points at risk."""
    score, pending = track.scores[seat], track.pending[seat]
    done = min(score * cells // track.length, cells)
    ahead = min((score + pending) * cells // track.length, cells) - done
    lane = Text("█" * done + "▒" * ahead, COLOURS[seat])
    return lane.append("·" * (cells - done - ahead), "dim")
