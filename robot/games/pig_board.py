"""Pig on a terminal: race, turn, win probability, and what the camera saw."""

from dataclasses import dataclass

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from robot.games.game import Scene
from robot.games.pig import PigPosition
from robot.language import Saying
from robot.live_parts import COLOURS, die_picture, read_values
from robot.words import called
from solver.race.strategies import Strategy

PICTURE_CELLS = 22
TRACK_CELLS = 50
BESIDE_TRACK = 34
"""Columns that names, scores and frame take."""


@dataclass(frozen=True, slots=True)
class PigBoard:
    """`judge` values the standing for both players."""

    goal: int
    judge: Strategy

    def draw(self, scene: Scene, width: int, height: int) -> RenderableType:  # noqa: ARG002
        """Draw race, chances, reason, and the camera's picture above one another."""
        cells = max(10, min(TRACK_CELLS, width - BESIDE_TRACK))
        saw = Table.grid(padding=(0, 2))
        said = (Text(line, style="dim") for line in scene.said)
        saw.add_row(die_picture(scene.look, PICTURE_CELLS), Group(read_values(scene), Text(""), *said))
        reason = Text(scene.reason, style="bold")
        body = Group(self._race(scene, cells), Text(""), self._chances(scene, cells), Text(""), reason, Text(""), saw)
        return Panel(body, title=scene.say("plays", title=Saying("title-pig", {"goal": self.goal})))

    def prompt(self, scene: Scene) -> Saying:
        position: PigPosition = scene.position
        name, banked = called(scene.names[position.player]), position.state.turn_total
        if banked:
            return Saying("pig-prompt-hold", {"name": name, "banked": banked})
        return Saying("pig-prompt", {"name": name})

    def _race(self, scene: Scene, cells: int) -> Table:
        position: PigPosition = scene.position
        table = Table.grid(padding=(0, 1))
        for seat, name in enumerate(scene.names):
            turn = not position.over and position.player == seat
            score = position.state.scores[seat]
            pending = position.state.turn_total if turn else 0
            track = Text()
            done = min(score * cells // self.goal, cells)
            ahead = min((score + pending) * cells // self.goal, cells) - done
            track.append("█" * done + "▒" * ahead, style=COLOURS[seat])
            track.append("·" * (cells - done - ahead), "dim")
            pointer, gain = ("▶", f"+{pending}") if turn else (" ", "")
            table.add_row(pointer, Text(name, style=COLOURS[seat]), track, f"{score:3}", gain)
        return table

    def _chances(self, scene: Scene, cells: int) -> Text:
        first = self._first_wins(scene.position)
        filled = round(first * cells)
        line = Text(f"{scene.say('chance-to-win')}  ")
        line.append(f"{first:6.1%} ", COLOURS[0]).append("█" * filled, COLOURS[0])
        line.append("█" * (cells - filled), COLOURS[1]).append(f" {1 - first:.1%}", COLOURS[1])
        return line

    def _first_wins(self, position: PigPosition) -> float:
        if position.over:
            return 1.0 - position.winners[0]
        value = self.judge.decide(position.state).value
        return value if position.player == 0 else 1.0 - value
