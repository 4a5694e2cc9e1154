"""How long people wait: for a robot's turn at the table's own pace, and for an answer to a press."""

import statistics
import tempfile
import threading
import time
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from hardware.clock import Clock, SystemClock, VirtualClock
from hardware.closing import Closing
from hardware.panel import Button
from robot.app import tables
from robot.config import Config
from robot.games.choices import TakeAction
from robot.games.game import Position
from robot.games.pig.throwing import HOLD, ROLL
from robot.host.host import Host, IdlePolicy
from robot.match.events import Asked, Begun, Booked, Closed, Decided, Event, Looked, Read
from robot.match.questions import ChooseMove, Reply
from robot.match.seats import GameSetting
from robot.table.choice import TableChoice
from tests.support.robot.booths import Booth
from tools.bench._figure import figure

TURN_LIMIT, PRESS_LIMIT = 20.0, 0.3
TURNS, PRESSES = 30, 12
SETTING = GameSetting("pig", {"goal": 100}, ("you", "robot:optimal"), first="1")


@dataclass
class Hasty(Closing):
    """A person who throws once, then holds; a listener and a panel. `turns` are the seconds that the robot took."""

    clock: Clock
    turns: list[float] = field(default_factory=list)
    _position: Position | None = None
    _wants: Button | None = None
    _since: float | None = None

    def hear(self, event: Event) -> None:
        if isinstance(event, Begun | Read | Booked):
            self._stands(event.position)

    def _stands(self, position: Position) -> None:
        robot = not position.over and position.player == 1
        if self._since is not None and not robot:
            self.turns.append(self.clock.now() - self._since)
            self._since = None
        if robot and self._since is None:
            self._since = self.clock.now()
        self._position = position

    def press(self, timeout: float | None = None) -> Button | None:  # noqa: ARG002  the panels ask again
        wants, self._wants = self._wants, None
        return wants

    def forget(self, but: Collection[Button] = ()) -> None:  # noqa: ARG002
        """Be asked from now on: a press that came before is none."""
        if self._position is not None and not self._position.over and self._position.player == 0:
            self._wants = Button.HOLD if self._position.to_json()["turn_total"] else Button.ROLL

    def lamps(self, lit: Collection[Button]) -> None:
        pass

    def close(self) -> None:
        pass


@dataclass
class Games:
    """A keeper who begins one game after another until the robot had its turns."""

    person: Hasty

    def idle(self, host: Host, reply: Reply | None) -> GameSetting | None:  # noqa: ARG002
        return SETTING

    def still(self) -> None:
        """Let games begin at any time."""

    def heard(self, host: Host, event: Event) -> None:  # noqa: ARG002
        if len(self.person.turns) >= TURNS:
            host._closing = True

    def over(self, host: Host, setting: GameSetting, *, left: bool) -> None:
        pass


def run() -> Iterator[str]:
    """Yield the lines."""
    turns = robot_turns()
    what = f"a robot's turn of Pig on the drawn table's clock, mean of {len(turns)}"
    yield figure(what, statistics.fmean(turns), "the limit, the person's moment to regret included", TURN_LIMIT)
    yield figure("  the longest", max(turns), "the limit of the mean", TURN_LIMIT)
    delays = answers()
    yield figure(
        f"a press to the first word of an answer, median of {len(delays)}", statistics.median(delays), "", PRESS_LIMIT
    )
    yield figure("  the slowest", max(delays), "the limit", PRESS_LIMIT)


def robot_turns() -> list[float]:
    """Return the seconds of a robot's turns, from the person's hold or loss to its own."""
    with tempfile.TemporaryDirectory() as folder:
        clock = VirtualClock()
        person = Hasty(clock)
        booth = Booth(clock)
        host = Host(
            booth.open,
            Path(folder) / "journal.sqlite",
            Config(),
            clock,
            [person],
            wall=lambda: datetime.now(UTC),
            panels=[person],
            policy=Games(person),
        )
        host.run()
        return person.turns


class Watch:
    """A listener that notes when something was said last, and when people are asked again."""

    def __init__(self) -> None:
        self.heard: list[tuple[float, Event]] = []
        self.asked = threading.Event()
        self.question = 0

    def hear(self, event: Event) -> None:
        if not isinstance(event, Looked | Asked | Closed):
            self.heard.append((time.monotonic(), event))
        if isinstance(event, Asked) and isinstance(event.question.topic, ChooseMove):
            self.question = event.question.number
            self.asked.set()


def answers() -> list[float]:
    """Return the seconds from a press, at the table's real pace, until screens and voice receive it."""
    delays: list[float] = []
    choice = TableChoice(table="sim", seed=4).resolved(Config())
    with tempfile.TemporaryDirectory() as folder, tables(choice) as opened:
        watch = Watch()
        host = Host(
            opened,
            Path(folder) / "journal.sqlite",
            Config(),
            SystemClock(),
            [watch],
            wall=lambda: datetime.now(UTC),
            policy=IdlePolicy(),
        )
        with host:
            host.begin(SETTING)
            while len(delays) < PRESSES:
                watch.asked.wait(60)
                watch.asked.clear()
                time.sleep(0.3)  # the person looks
                position = [event.position for _, event in watch.heard if isinstance(event, Begun | Read | Booked)][-1]
                before, begun = len(watch.heard), time.monotonic()
                held = len(delays) % 2 and position.to_json()["turn_total"]
                host.desk.answer(watch.question, TakeAction((HOLD if held else ROLL).action))
                while len(watch.heard) == before:
                    time.sleep(0.001)
                at, event = watch.heard[before]
                assert isinstance(event, Decided)
                delays.append(at - begun)
    return delays
