"""Days at the exhibition with faults of every kind: no hang, no lost game, no wrong reading, no growing memory."""

import ctypes
import gc
import random
import resource
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

import pytest

from hardware import panel
from hardware.clock import VirtualClock
from hardware.panel import ARROWS, Button
from hardware.sim.scene import SceneFault
from robot.config import Config
from robot.exhibit.day_book import HELP, DayBook, report_of
from robot.host.host import Host
from robot.host.policy import ExhibitPolicy, ThrowLimit
from robot.match.events import Asked, Event, Read
from robot.match.journal import Journal
from robot.match.seats import GameSetting
from robot.table.table import MachineTable
from tests.support.robot.booths import Booth
from tests.support.robot.hosts import at_once, folders_in
from tests.support.robot.stubs import PushedPanel

TYPED = {Button.RULES, Button.ALL, Button.ENTER, Button.OTHER, *ARROWS}
ON_THE_PANEL = tuple(button for button in Button if button not in TYPED)
"""The buttons that visitors can press; the others are on keyboards alone."""


@dataclass
class Visitors(PushedPanel):
    """People who come every few minutes, press ROLL and HOLD as they like, hold buttons down, and leave any time."""

    clock: VirtualClock = field(kw_only=True)
    chance: random.Random = field(kw_only=True)
    every: float = field(kw_only=True)
    stays: float = 0.0
    next: float = 5.0
    pressed: list[float] = field(default_factory=list)
    waiting: list[Button] = field(default_factory=list)

    def press(self, timeout: float | None = None) -> Button | None:  # noqa: ARG002
        now = self.clock.now()
        if self.waiting:
            return self.waiting.pop()
        if now < self.next:
            return None
        if now > self.stays:
            self.next = now + self.chance.uniform(0.3, 1.7) * self.every
            self.stays = self.next + self.chance.uniform(10, 240)
            return None
        self.next = now + self.chance.uniform(0.5, 6)
        self.pressed.append(now)
        button: Button = self.chance.choice([Button.ROLL, Button.ROLL, Button.HOLD, *ON_THE_PANEL])
        self.waiting = [button] * self.chance.choice([0, 0, 1, 20])
        return button

    def forget(self, but: Collection[Button] = ()) -> None:  # noqa: ARG002
        self.waiting.clear()


@dataclass
class Screen:
    """A screen that goes away and comes back."""

    there: bool = True

    def hear(self, event: Event) -> None:  # noqa: ARG002
        if not self.there:
            raise OSError(5, "Input/output error")


START = datetime(2026, 5, 1, 8, tzinfo=UTC)
WELL = 2
Kind = tuple[str, Callable[[], object], Callable[[], object] | None]
"""A fault by its name, what begins it and what ends it."""
LAST = (5.0, 90.0)
"""Seconds that a fault lasts, from and to."""


class PowerCutError(BaseException):
    """The machine is without power from one moment to the next."""


class DirectedClock(VirtualClock):
    """A clock on which things happen whenever somebody sleeps."""

    happening: Callable[[], None] = staticmethod(lambda: None)

    def sleep(self, seconds: float) -> None:
        super().sleep(seconds)
        self.happening()


@dataclass
class Day:
    """One day; every fault strikes once in `period` seconds, `limit` is the throws an hour, `goal` that of Pig."""

    folder: Path
    hours: float
    period: float = 3600.0
    limit: int = 120
    goal: int = 60
    seed: int = 1
    hourly: Callable[[float], None] = lambda _: None
    struck: Counter[str] = field(default_factory=Counter)
    games: Counter[str] = field(default_factory=Counter)
    readings: int = 0
    starts: int = 0
    wrong: list[str] = field(default_factory=list)
    longest_silence: float = 0.0
    memory: list[float] = field(default_factory=list)

    def run(self) -> None:
        with ExitStack() as stack:
            self._chance = random.Random(f"day {self.seed}")
            self._clock = DirectedClock()
            self._machine = Booth(self._clock, seed=self.seed)
            self._jump = timedelta()
            self._screen = Screen()
            self._visitors = Visitors(clock=self._clock, chance=self._chance, every=self.period / 8)
            self._pushed = PushedPanel()
            self._beaten = 0.0
            self._asked = False
            self._files = resource.getrlimit(resource.RLIMIT_FSIZE)
            stack.callback(self._disk, full=False)
            self._coming = sorted(self._program(), key=lambda strike: strike[0])
            self._clock.happening = self._happen
            pace = ThrowLimit(self.limit)
            while self._clock.now() < self.hours * 3600:
                self._switch_on(pace)

    def _switch_on(self, pace: ThrowLimit) -> None:
        """Let the machine run until it is to end, or the power is cut."""
        self.starts += 1
        offer = GameSetting("pig", {"goal": self.goal}, ("you", "robot"), first="1")
        show = ExhibitPolicy(
            offer,
            GameSetting("pig", {"goal": self.goal}, ("robot", "robot:hold20"), attract=True),
            self._wall,
            pace=pace,
            alone=60.0,
        )
        host = Host(
            self._machine.open,
            folders_in(self.folder),
            Config(tempo="fast"),
            self._clock,
            wall=self._wall,
            beat=self._beat,
            policy=show,
        )
        for listener in (self._screen, self):
            host.listen(listener)
        for buttons in (self._visitors, self._pushed):
            host.panels.add(buttons)
        book = DayBook(self.folder / "exhibition", self._wall, self._clock, host, at_once)
        book.start(0)
        self._host = host
        with suppress(PowerCutError):
            host.run()

    def hear(self, event: Event) -> None:
        """Compare every throw that counts with what really lies there; where people were asked, they may be wrong."""
        if isinstance(event, Asked):
            self._asked |= event.question.topic.kind in HELP
        if isinstance(event, Read):
            self.readings += 1
            truth = self._machine.sim.truth()[WELL - 1]
            if event.values != (truth,) and not self._asked:
                self.wrong.append(f"throw {event.throw}: {event.values} for {truth} at {self._clock.now():.0f}")
            self._asked = False

    def _wall(self) -> datetime:
        return START + timedelta(seconds=self._clock.now()) + self._jump

    def _beat(self) -> None:
        now = self._clock.now()
        self.longest_silence, self._beaten = max(self.longest_silence, now - self._beaten), now
        while len(self.memory) <= now // 3600:
            self.memory.append(megabytes())
            self.hourly(now / 3600)
        if now >= self.hours * 3600:
            self._host._closing = True

    def _happen(self) -> None:
        while self._coming and self._coming[0][0] <= self._clock.now():
            _, name, strike = self._coming.pop(0)
            self.struck[name] += 1
            strike()

    def _program(self) -> Iterator[tuple[float, str, Callable[[], object]]]:
        """Yield what happens, when, and under which name; what mends a fault has its name with "no" before it."""
        for number in range(int(self.hours * 3600 / self.period)):
            kinds = list(self._kinds())
            self._chance.shuffle(kinds)
            for place, (name, begin, end) in enumerate(kinds):
                at = self.period * (number + (place + self._chance.random()) / len(kinds))
                yield at, name, begin
                if end:
                    yield at + self._chance.uniform(*LAST), f"no {name}", end

    def _kinds(self) -> Iterator[Kind]:
        """Yield what can be wrong: on the simulated table, with its devices and their cables, and around it."""
        machine = self._machine
        for fault in SceneFault:
            if fault is SceneFault.BESIDE:  # a crank's dice lie beside no box
                continue
            yield fault.value, partial(machine.sim.switch, fault), partial(machine.sim.switch, fault, 0.0)
        yield "camera gone", lambda: self._camera(there=False), lambda: self._camera(there=True)
        yield "board gone", lambda: self._cable(there=False), lambda: self._cable(there=True)
        yield "board reset", machine.board.reset, None
        move = machine.board.move
        yield "lid", partial(move, lid_closed=False), partial(move, lid_closed=True)
        yield "emergency stop", partial(move, estop=True), self._release
        yield "screen gone", lambda: setattr(self._screen, "there", False), lambda: setattr(self._screen, "there", True)
        yield "disk full", lambda: self._disk(full=True), lambda: self._disk(full=False)
        yield "clock jumps", lambda: self._leap(hours=self._chance.choice([-9, -1, 1, 9])), None
        yield "clock is set right", lambda: setattr(self, "_jump", timedelta()), None
        yield "power cut", self._cut, None

    def _camera(self, *, there: bool) -> None:
        self._machine.camera_there = there
        self._machine.sim.switch(SceneFault.UNPLUGGED, 0.0 if there else 1.0)

    def _cable(self, *, there: bool) -> None:
        self._machine.board_there = there
        table = self._host.table
        if not there and isinstance(table, MachineTable):
            table.controller._link.close()

    def _release(self) -> None:
        """Release the emergency stop and press a button, as its operator does."""
        self._machine.board.move(estop=False)
        self._pushed.push(Button.NEW)

    def _disk(self, *, full: bool) -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (4096 if full else self._files[0], self._files[1]))

    def _leap(self, hours: int) -> None:
        self._jump = timedelta(hours=hours)

    def _cut(self) -> None:
        raise PowerCutError

    def count_games(self) -> None:
        """Count the games of the journal by how they ended, and see that each log can be played again."""
        with Journal(self.folder / "journal.sqlite") as journal:
            for game in journal.games():
                how = "on" if game.ended is None else "left" if not game.winners else "won"
                self.games[how] += 1
                thrown = [entry.throw for entry in journal.log(game) if entry.kind == "reading"]
                if thrown != list(range(1, len(thrown) + 1)):
                    self.wrong.append(f"game {game.id} has the throws {thrown}")


def megabytes() -> float:
    """Return the megabytes of memory that this process holds, without what is free and only not given back yet."""
    gc.collect()
    ctypes.CDLL(None).malloc_trim(0)
    for line in Path("/proc/self/status").read_text(encoding="ascii").splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    raise AssertionError("the system does not say what memory this process holds")


WATCHDOG = 60.0


def check(day: Day) -> None:
    day.count_games()
    assert not day.wrong
    assert day.longest_silence < WATCHDOG / 2
    assert day.games["on"] <= 1
    assert day.games["won"] > 0
    kinds = {name for name in day.struck if not name.startswith("no ")}
    assert len(kinds) == 25
    assert day.starts == 1 + day.struck["power cut"]


@pytest.mark.check
def test_a_short_day_with_every_fault_ends_well(tmp_path: Path) -> None:
    day = Day(tmp_path, hours=0.2, period=720.0, limit=150, goal=8)
    day.run()
    check(day)
    report = report_of(tmp_path / "exhibition", START.date())
    assert report["throws"] <= day.readings
    assert {"camera", "board", "screen", "journal"} <= report["faults"].keys()


def tell(day: Day) -> str:
    strikes = sum(number for name, number in day.struck.items() if not name.startswith("no "))
    early, late = peaks(day)
    return (
        f"{day.hours:.0f} hours, {sum(day.games.values())} games ({dict(day.games)}), {day.readings} throws, {strikes} "
        f"faults, {day.starts} starts: no game lost, no throw misread; longest silence of the game loop "
        f"{day.longest_silence:.1f} s; memory {early:.1f} MB at most in the first 4 hours, {late:.1f} MB in the last "
        f"({late / early - 1:+.1%})"
    )


def peaks(day: Day) -> tuple[float, float]:
    """Return the most memory of hours 1 to 4, when all is warm, and of the last four.

    At a full hour the simulated camera may hold a second place and its last pictures, or nothing: some 8 % of all.
    """
    return max(day.memory[1:5]), max(day.memory[-4:])


@pytest.mark.soak
def test_a_day_with_faults_every_hour_ends_well(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(panel, "POLL_SECONDS", 0.25)
    day = Day(tmp_path, hours=24.0, limit=30)
    day.hourly = lambda hour: print(f"{hour:.0f} hours, {day.memory[-1]:.0f} MB", flush=True)
    day.run()
    check(day)
    print(tell(day))
    early, late = peaks(day)
    assert late / early - 1 < 0.05
