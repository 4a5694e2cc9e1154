"""Games of points on a terminal: everybody's track, what is at risk, the chances, and what the camera saw."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from robot.games.board_parts import COLOURS, die_picture, full_name, read_values, wells_picture
from robot.games.game import BoardScene
from robot.games.views import HogView, RaceView, track_points
from robot.saying import Saying

PICTURE_CELLS = 22
WELLS_LINES = 8
TRACK_CELLS = 50
BESIDE_TRACK = 34
"""Columns that names, scores and frame take."""


@dataclass(frozen=True, slots=True)
class TrackBoard:
    """`chances` are everybody's chances to win in a position, () if nobody knows them."""

    title: Saying
    chances: Callable[..., tuple[float, ...]]

    def draw(self, scene: BoardScene, width: int, height: int) -> RenderableType:  # noqa: ARG002
        """Draw race, chances, reason, and the camera's picture above one another."""
        cells = max(10, min(TRACK_CELLS, width - BESIDE_TRACK))
        body = Group(
            self._race(scene, cells), *self._beside(scene, cells), Text(scene.reason, "bold"), Text(), self._saw(scene)
        )
        return Panel(body, title=scene.say("plays", title=self.title))

    def prompt(self, scene: BoardScene) -> Saying:
        prompt: Saying = scene.position.prompt(scene.names[scene.position.player], scene.tally)
        return prompt

    def _race(self, scene: BoardScene, cells: int) -> Table:
        position, shown = scene.position, _shown(scene)
        table = Table.grid(padding=(0, 1))
        full = track_points(shown)
        for seat, name in enumerate(scene.names):
            turn = not position.over and position.player == seat
            score, pending = shown.scores[seat], shown.pending[seat]
            track = Text()
            done = min(score * cells // full, cells)
            ahead = min((score + pending) * cells // full, cells) - done
            track.append("█" * done + "▒" * ahead, style=COLOURS[seat])
            track.append("·" * (cells - done - ahead), "dim")
            gain = f"+{pending}" if turn or pending else ""
            table.add_row(
                "▶" if turn else " ",
                Text(full_name(name, scene.language), style=COLOURS[seat]),
                track,
                f"{score:3}",
                gain,
            )
        return table

    def _beside(self, scene: BoardScene, cells: int) -> Iterator[RenderableType]:
        if remark := _shown(scene).remark:
            yield Text(scene.language.say(remark))
        yield Text()
        chances = self.chances(scene.position)
        if chances:
            yield _share(chances, cells, scene.say("chance-to-win"))
            yield Text()

    @staticmethod
    def _saw(scene: BoardScene) -> Table:
        saw = Table.grid(padding=(0, 2))
        said = (Text(line, style="dim") for line in scene.said)
        many = scene.look is not None and len(scene.look.dice) > 1
        picture = wells_picture(scene.look, PICTURE_CELLS, WELLS_LINES) if many else None
        saw.add_row(picture or die_picture(scene.look, PICTURE_CELLS), Group(read_values(scene), Text(""), *said))
        return saw


def _shown(scene: BoardScene) -> RaceView | HogView:
    shown = scene.position.view()
    assert isinstance(shown, RaceView | HogView), "sheets have a board of their own"
    return shown


def _share(chances: tuple[float, ...], cells: int, said: str) -> Text:
    """Return the line that the players share by their chances; of more than two, with all the numbers below it."""
    line = Text(f"{said}  ")
    if len(chances) == 2:
        line.append(f"{chances[0]:6.1%} ", COLOURS[0])
    begin, so_far = 0, 0.0
    for seat, chance in enumerate(chances):
        so_far += chance
        end = round(so_far * cells)
        line.append("█" * (end - begin), COLOURS[seat])
        begin = end
    if len(chances) == 2:
        return line.append(f" {chances[1]:.1%}", COLOURS[1])
    line.append("·" * (cells - begin) + "\n", "dim")
    for seat, chance in enumerate(chances):
        line.append(f"{chance:7.1%}", COLOURS[seat])
    return line
