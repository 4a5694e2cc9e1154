"""The live view of a game in a terminal: race, turn, win probability, and what the camera saw."""

from collections import deque
from dataclasses import dataclass, field
from types import TracebackType
from typing import Self

import cv2
from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from robot.doubts import DOUBTS
from robot.events import Begun, Decided, Ended, Event, Held, Looked, Read
from robot.look import Image, Look
from robot.screens import sentence
from solver.race.pig import PigState
from solver.race.strategies import Strategy

COLOURS = ("#56B4E9", "#E69F00")
"""One a seat, from the palette of Okabe and Ito, which colour-blind people can tell apart."""

PICTURE_CELLS = 22
TRACK_CELLS = 50
BESIDE_TRACK = 34
"""Columns that names, scores and frame take."""

LINES_KEPT = 6


@dataclass(slots=True)
class LiveView:
    """A listener that redraws one terminal screen; `judge` values the standing for both players."""

    console: Console
    judge: Strategy
    _players: tuple[str, ...] = ()
    _people: tuple[bool, ...] = ()
    _game: str = ""
    _state: PigState = field(default_factory=PigState)
    _chance: float = 0.5
    _reason: str = ""
    _look: Look | None = None
    _said: deque[str] = field(default_factory=lambda: deque(maxlen=LINES_KEPT))
    _live: Live = field(init=False)

    def __enter__(self) -> Self:
        self._live = Live(console=self.console, auto_refresh=False)
        self._live.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._live.stop()

    def hear(self, event: Event) -> None:
        match event:
            case Begun():
                self._players, self._people, self._game = event.players, event.people, event.game
                self._stand(event.state)
            case Decided():
                self._reason = sentence(event, self._players)
            case Looked():
                self._look = event.look
            case Read() | Held() | Ended():
                self._stand(event.state)
        text = sentence(event, self._players)
        if text and not isinstance(event, Decided):
            self._said.append(text)
        self._live.update(self.__rich__(), refresh=True)

    def _stand(self, state: PigState) -> None:
        self._state = state
        if state.winner is not None:
            self._chance = 1.0 - state.winner
            return
        if self._people[state.player]:
            hold = f", h holds {state.turn_total}" if state.turn_total else ""
            self._reason = f"{self._players[state.player]}: r throws{hold}, q leaves"
        value = self.judge.decide(state).value
        self._chance = value if state.player == 0 else 1.0 - value

    def __rich__(self) -> RenderableType:
        saw = Table.grid(padding=(0, 2))
        saw.add_row(
            self._picture(), Group(self._reading(), Text(""), *(Text(line, style="dim") for line in self._said))
        )
        body = Group(self._race(), Text(""), self._chances(), Text(""), Text(self._reason, style="bold"), Text(""), saw)
        return Panel(body, title=f"Pipsqueak plays {self._game.title()} to {self._state.goal}")

    @property
    def _cells(self) -> int:
        return max(10, min(TRACK_CELLS, self.console.width - BESIDE_TRACK))

    def _race(self) -> Table:
        table = Table.grid(padding=(0, 1))
        for seat, name in enumerate(self._players):
            turn = self._state.winner is None and self._state.player == seat
            score = self._state.scores[seat]
            pending = self._state.turn_total if turn else 0
            track = Text()
            done = min(score * self._cells // self._state.goal, self._cells)
            ahead = min((score + pending) * self._cells // self._state.goal, self._cells) - done
            track.append("█" * done + "▒" * ahead, style=COLOURS[seat]).append(
                "·" * (self._cells - done - ahead), "dim"
            )
            table.add_row(
                "▶" if turn else " ",
                Text(name, style=COLOURS[seat]),
                track,
                f"{score:3}",
                f"+{pending}" if turn else "",
            )
        return table

    def _chances(self) -> Text:
        filled = round(self._chance * self._cells)
        line = Text("Chance to win  ")
        line.append(f"{self._chance:6.1%} ", COLOURS[0]).append("█" * filled, COLOURS[0])
        line.append("█" * (self._cells - filled), COLOURS[1]).append(f" {1 - self._chance:.1%}", COLOURS[1])
        return line

    def _reading(self) -> Text:
        if self._look is None:
            return Text("The camera has not looked yet.")
        line = Text("The camera says ")
        for die, doubt in zip(self._look.dice, self._look.doubts, strict=True):
            if die and die.value:
                line.append(f" {die.value} ", "bold reverse").append(f" (sure to {die.confidence:.1%})")
            else:
                line.append(f" no value: the die {DOUBTS[doubt or 'pattern'].said} ", "bold reverse")
        return line

    def _picture(self) -> Text:
        """Draw the first die of the look, two pixels a character."""
        if self._look is None or self._look.dice[0] is None:
            return Text((" " * PICTURE_CELLS + "\n") * (PICTURE_CELLS // 2))
        image = next(iter(self._look.exposures.values()))
        small = cv2.resize(
            _square(image, self._look.dice[0].box), (PICTURE_CELLS, PICTURE_CELLS), interpolation=cv2.INTER_AREA
        )
        text = Text()
        for upper, lower in zip(small[::2], small[1::2], strict=True):
            for above, below in zip(upper, lower, strict=True):
                text.append("▀", f"{_hex(above)} on {_hex(below)}")
            text.append("\n")
        return text


def _square(image: Image, box: tuple[float, float, float, float]) -> Image:
    """Cut a square out of `image` around the middle of `box`, a little larger than it."""
    half = int(0.65 * max(box[2] - box[0], box[3] - box[1], 4))
    height, width = image.shape[:2]
    half = min(half, height // 2, width // 2)
    x = min(max(int(box[0] + box[2]) // 2, half), width - half)
    y = min(max(int(box[1] + box[3]) // 2, half), height - half)
    return image[y - half : y + half, x - half : x + half]


def _hex(pixel: Image) -> str:
    return f"#{pixel[2]:02x}{pixel[1]:02x}{pixel[0]:02x}"
