"""Exhibitions of quick tables."""

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from hardware.clock import VirtualClock
from hardware.errors import Failure
from robot.config import Config
from robot.errors import VoidThrowError
from robot.exhibit.day_book import DayBook
from robot.host.host import Host
from robot.host.policy import ExhibitPolicy
from robot.host.status import Phase, Status
from robot.match.events import Asked, Event, Listener
from robot.match.match import Match
from robot.match.questions import WAKE_UP, PlainAnswer, Question, SettleDie
from robot.match.seats import GameSetting
from robot.saying import Saying
from robot.table.about import About
from robot.table.table import Observer, Table
from tests.support.hardware.timed_panel import Timed
from tests.support.robot.booths import Booth, QuickBooth, QuickTable
from tests.support.robot.hosts import Script, at_once, folders_in
from tests.support.robot.stubs import look

MORNING = datetime.fromisoformat("2026-05-01 10:00").astimezone()
TODAY = MORNING.date()
PIG = GameSetting("pig", {"goal": 30}, ("robot", "robot:hold20"), attract=True)


@dataclass
class Hall:
    """An exhibition until `end` seconds have passed, with a quick table or another; events are kept with their time."""

    folder: Path
    end: float
    panel: Timed
    show: dict[str, Any] = field(default_factory=dict)
    booth: Booth | QuickBooth = field(default_factory=QuickBooth)
    jumps: dict[float, timedelta] = field(default_factory=dict)
    events: list[tuple[float, Event]] = field(default_factory=list)
    states: list[tuple[float, Status]] = field(default_factory=list)
    listeners: list[Listener] = field(default_factory=list)
    followers: list[Callable[[Status], None]] = field(default_factory=list)
    day_book: bool = False

    def run(self) -> Host:
        clock = self.booth.clock
        self.panel.clock = clock
        show = ExhibitPolicy(
            GameSetting("pig", {"goal": 20}, ("you", "robot"), first="1"),
            GameSetting("pig", {"goal": 30}, ("robot", "robot:hold20"), attract=True),
            self.wall,
            alone=60.0,
            **self.show,
        )
        host = Host(
            self.booth.open,
            folders_in(self.folder),
            Config(tempo="fast"),
            clock,
            wall=self.wall,
            beat=self.beat,
            policy=show,
        )
        for listener in (self, *self.listeners):
            host.listen(listener)
        host.panels.add(self.panel)
        self.host = host
        host.book.follow(lambda status: self.states.append((clock.now(), status)))
        for follower in self.followers:
            host.book.follow(follower)
        if self.day_book:
            folder = self.folder / "exhibition"
            DayBook(folder, self.wall, clock, host, at_once).start(0)
        host.run()
        return host

    def wall(self) -> datetime:
        now = self.booth.clock.now()
        jump = sum((jump for at, jump in self.jumps.items() if at <= now), timedelta())
        return MORNING + timedelta(seconds=now) + jump

    def beat(self) -> None:
        if self.booth.clock.now() >= self.end:
            self.host._closing = True

    def hear(self, event: Event) -> None:
        self.events.append((self.booth.clock.now(), event))

    def press(self) -> None:
        """Answer as a page at the table does that shows the open question."""
        question = self.host.desk.question
        assert question
        assert question.topic is WAKE_UP
        self.host.desk.answer(question.number, PlainAnswer.HERE, near=True)

    def times(self, kind: type[Event]) -> list[float]:
        return [at for at, event in self.events if isinstance(event, kind)]

    def phases(self) -> list[Phase]:
        """Return the phases in their order, each once for as long as it lasted."""
        found = [status.phase for _, status in self.states]
        return [phase for phase, before in zip(found, [None, *found], strict=False) if phase is not before]


def nobody() -> Timed:
    return Timed([])


@dataclass
class Exhibit:
    """A host with a day book over a table whose throws go as `ways` tell, until its games are played."""

    folder: Path
    ways: tuple[str, ...] = ()
    clock: VirtualClock = field(default_factory=VirtualClock)

    def wall(self) -> datetime:
        return MORNING + timedelta(seconds=self.clock.now())

    def host(self) -> Host:
        ways = iter(self.ways)

        def open_doubtful() -> Table:
            return DoubtfulTable(random.Random(7), clock=self.clock, ways=ways)

        return Host(open_doubtful, folders_in(self.folder), Config(tempo="fast"), self.clock, wall=self.wall)

    def play(self, *settings: GameSetting) -> Host:
        host = self.host()
        book = DayBook(self.folder / "book", self.wall, self.clock, host, at_once)
        host.policy = Script(list(settings))
        book.start(0)
        host.run()
        return host


@dataclass
class DoubtfulTable(QuickTable):
    """A quick table whose throws go as they are told: plain, looked at twice, thrown again, asked about, or void."""

    ways: Iterator[str] = field(default_factory=lambda: iter(()))

    def throw(self, wells: tuple[int, ...], keep: Mapping[int, int], observer: Observer) -> tuple[int, ...]:
        assert not keep
        self.clock.sleep(2.5)
        value = self.random.randint(2, 6)
        way = next(self.ways, "plain")
        if way != "plain":
            observer.see(look(*[None] * len(wells)))
        if way == "void":
            raise VoidThrowError(Saying("void-unknown"))
        if way == "lost":
            raise Failure.CAMERA_LOST.error("the camera is gone")
        if way == "thrown again":
            observer.announce(Saying("thrown-again", {"dice": "the die"}), About.AGAIN)
        if way == "asked":
            assert isinstance(observer, Match)
            # These robots have nobody beside them to ask.
            observer._publish(Asked(Question(1, SettleDie(0))))
        else:
            observer.see(look(*[value] * len(wells)))
        return (value,) * len(wells)
