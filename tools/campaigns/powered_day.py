"""What motor and servos draw over an exhibition's day: `python -m tools.campaigns powered_day`.

The firmware's binary runs in its processor simulator behind the exhibition's own host, on a virtual clock: some hours
of visitors and attract mode, then quiet hours, which stand for the eight and sixteen of a day. A counter takes the
place of crank and switch, and what the dice show is drawn: without physics and pictures an hour takes a minute. The
currents are those of hardware/machine.toml, which are the most that a motor and a pressing servo take.
"""

import random
from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Collection, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from hardware.camera import Frame
from hardware.clock import Clock, VirtualClock
from hardware.closing import Closing
from hardware.controller import connect
from hardware.dictionary import MACHINE, SETTINGS, WELLS
from hardware.dimensions import dimensions, mirror_pulse
from hardware.panel import Button
from hardware.sim.port import VirtualLine
from hardware.twin.runner import CLOCK, EventKind, Runner, built_runner
from robot.app import make_table_reader
from robot.config import Config, Folders
from robot.host.host import Host
from robot.host.policy import ExhibitPolicy, QuietHours, ThrowLimit
from robot.host.status import Phase
from robot.match.events import Decided, Event, Thrown
from robot.match.seats import GameSetting
from robot.table.look import Look
from robot.table.table import MachineTable
from robot.verbs.exhibit import HOURLY
from vision.reading import Die, Reading
from vision.table.settle import Settle

OPENS = datetime(2026, 5, 1, 10, tzinfo=UTC)
OPEN_HOURS, QUIET_HOURS = 8.0, 16.0
COMING, THINKING = (120.0, 1200.0), (2.0, 20.0)
"""Seconds from visitor to visitor, and those that one of them thinks before a throw; each as likely as another."""
LOOKING = 0.5
"""Seconds of a look at dice."""
FRAME_SECONDS = 0.02
"""From pulse to pulse of a servo."""
START = 700
"""Steps from home at which the crank is found."""
MAIN_VOLTS, SERVO_VOLTS = 24.0, 5.0
VISITORS = GameSetting("yahtzee", {}, ("robot:greedy", "robot:greedy"), first="1")
ATTRACT = GameSetting("pig", {}, ("robot:optimal", "robot:hold20"), attract=True)


@dataclass(slots=True)
class PowerTotals:
    """Seconds for which something drew current: the `motor`, `servos` that press, and either half of the `lights`."""

    motor: float = 0.0
    servos: float = 0.0
    lights: float = 0.0

    def shares(self, hours: float) -> str:
        """Return in words for how much of so many hours each drew current."""
        motor, servos, lights = (seconds / 3600 / hours for seconds in (self.motor, self.servos, self.lights))
        return f"the motor has current {motor:.1%} of the time, {servos:.2f} servos press, {lights:.2f} halves are lit"

    @property
    def watt_hours(self) -> float:
        """What motor and servos took, at most."""
        currents = dimensions()["currents"]
        motor, servo = MAIN_VOLTS * currents["motor"], SERVO_VOLTS * currents["servo_pressing"]
        return float(motor * self.motor + servo * self.servos) / 3600


@dataclass(slots=True)
class MeteredBoard:
    """The binary without a machine, as the host's side of a line; `totals` are up to the clock's time."""

    runner: Runner
    clock: Clock
    totals: PowerTotals = field(default_factory=PowerTotals)
    _sent: bytearray = field(default_factory=bytearray)
    _motor_since: int | None = None
    _lights: dict[int, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        reach = MACHINE["HOME_REACH"]
        self.runner.turn_crank(START, (-reach, reach + 1), MACHINE["TURN"])

    def receive(self, data: bytes) -> None:
        self.catch_up()
        self.runner.feed(data)

    def sent(self) -> bytes:
        self.catch_up()
        sent = bytes(self._sent)
        self._sent.clear()
        return sent

    def seconds_until_due(self) -> float | None:
        return None

    def catch_up(self) -> None:
        """Let the binary run up to the clock's time, and add up what it powers."""
        until = max(self.runner.cycle, int(self.clock.now() * CLOCK))
        for event in self.runner.advance(until):
            kind, cycle, value, which = (event[name].item() for name in ("kind", "cycle", "value", "which"))
            if kind == EventKind.SENT:
                self._sent.append(value)
            elif kind == EventKind.SERVO:
                self.totals.servos += FRAME_SECONDS * presses(which, event["more"].item() * 1e6 / CLOCK)
            elif kind == EventKind.DRIVE:
                self._add_motor(cycle)
                self._motor_since = cycle if value else None
            elif kind == EventKind.LIGHT:
                self._add_lights(cycle)
                self._lights = {**self._lights, which: cycle} if value else self._dark(which)
        self._add_motor(until)
        self._add_lights(until)

    def _dark(self, half: int) -> dict[int, int]:
        return {which: since for which, since in self._lights.items() if which != half}

    def _add_motor(self, until: int) -> None:
        if self._motor_since is not None:
            self.totals.motor += (until - self._motor_since) / CLOCK
            self._motor_since = until

    def _add_lights(self, until: int) -> None:
        self.totals.lights += sum(until - since for since in self._lights.values()) / CLOCK
        self._lights = dict.fromkeys(self._lights, until)


def presses(servo: int, pulse: float) -> bool:
    """Return whether a pulse (µs) lowers the lever of this servo (1 to 6)."""
    plain = mirror_pulse(pulse) if str(servo) in str(MACHINE["LEVERS_MIRRORED"]) else pulse
    return bool(plain > (SETTINGS["open"] + SETTINGS["closed"]) / 2)


@dataclass(slots=True)
class Dark(Closing):
    """A camera that sees nothing."""

    clock: Clock

    def frame(self, after: float | None = None, timeout: float | None = None) -> Frame:  # noqa: ARG002
        return Frame(np.zeros((8, 8, 3), np.uint8), self.clock.now())

    def close(self) -> None:
        """Leave nothing open."""


class UnseenTable(MachineTable):
    """A table whose dice fall as `chance` has it."""

    chance = random.Random("dice")
    faces = dict.fromkeys(range(1, WELLS + 1), 1)

    def _shake(self, clamped: frozenset[int]) -> None:
        MachineTable._shake(self, clamped)
        self.faces |= {well: self.chance.randint(1, 6) for well in self.faces if well not in clamped}

    def look(self, wells: tuple[int, ...]) -> Look:
        self.controller.lights(left=True, right=True)
        self.clock.sleep(LOOKING)
        dice = tuple(Die(self.faces[well], 1.0, (0.0, 0.0, 8.0, 8.0), 0.0, well) for well in wells)
        return Look({"left": self.camera.frame().image}, Reading(dice), dice, wells)


@dataclass(slots=True)
class Visitors(Closing):
    """People who come one after another and press a button."""

    clock: Clock
    chance: random.Random
    next: float = 0.0

    def press(self, timeout: float | None = None) -> Button | None:  # noqa: ARG002
        if self.clock.now() < self.next:
            return None
        self.next = self.clock.now() + self.chance.uniform(*COMING)
        return Button.ROLL

    def forget(self, but: Collection[Button] = ()) -> None:
        pass

    def lamps(self, lit: Collection[Button]) -> None:
        pass

    def close(self) -> None:
        pass


@dataclass(slots=True, kw_only=True)
class ThoughtfulVisitors(ExhibitPolicy):
    """An exhibition whose visitors think before each throw of theirs; `chance` says how long."""

    chance: random.Random

    def heard(self, host: Host, event: Event) -> None:
        ExhibitPolicy.heard(self, host, event)
        if isinstance(event, Decided) and host.status.phase is Phase.PLAYING:
            host.pause(self.chance.uniform(*THINKING))


@dataclass(slots=True)
class PoweredDay:
    """A day of `open` hours and then `quiet` ones, and what came of both: what was powered, and throws by phase.

    `open` grows by as much as the last game takes into the quiet hours.
    """

    open: float
    quiet: float
    seed: int
    open_totals: PowerTotals = field(default_factory=PowerTotals)
    quiet_totals: PowerTotals = field(default_factory=PowerTotals)
    throws: Counter[str] = field(default_factory=Counter)
    _clock: VirtualClock = field(default_factory=VirtualClock)
    _host: Host = field(init=False)

    def run(self, runner: Path) -> None:
        """Let the day go by; `runner` is that of built_runner."""
        chance = random.Random(f"day {self.seed}")
        with ExitStack() as stack:
            folder = Path(stack.enter_context(TemporaryDirectory()))
            board = MeteredBoard(stack.enter_context(Runner(runner)), self._clock, self.open_totals)
            quiet = QuietHours((OPENS + timedelta(hours=self.open)).time(), OPENS.time())
            show = ThoughtfulVisitors(
                VISITORS, ATTRACT, wall=self._wall, quiet=quiet, pace=ThrowLimit(HOURLY), chance=chance
            )
            self._host = Host(
                partial(self._open, board),
                folder / "journal.sqlite",
                Config(),
                self._clock,
                [self],
                wall=self._wall,
                panels=[Visitors(self._clock, chance)],
                policy=show,
                beat=partial(self._beat, board),
                exhibits=True,
            )
            self._host.run()
            board.catch_up()

    def lines(self) -> Iterator[str]:
        """Yield what came of it, in words."""
        throws = ", ".join(f"{count} {phase}" for phase, count in self.throws.items())
        yield f"{self.throws.total()} throws in {self.open:.2f} h: {throws}"
        day = 0.0
        for name, totals, hours, whole in (
            ("open", self.open_totals, self.open, OPEN_HOURS),
            ("quiet", self.quiet_totals, self.quiet, QUIET_HOURS),
        ):
            day += whole * totals.watt_hours / hours
            yield f"{name}: {totals.shares(hours)}; {totals.watt_hours / hours:.2f} W"
        yield f"a day: {day:.0f} Wh, {day / (OPEN_HOURS + QUIET_HOURS):.2f} W on average"

    def hear(self, event: Event) -> None:
        if isinstance(event, Thrown):
            self.throws[self._host.status.phase.value] += 1

    def _open(self, board: MeteredBoard) -> UnseenTable:
        line, reader = VirtualLine(board, self._clock), make_table_reader()
        controller = connect(line, self._clock, self._clock, source=random.Random(self.seed))
        stack = ExitStack()
        stack.callback(controller.close)
        return UnseenTable(controller, Dark(self._clock), reader, lambda: Settle(reader.plate), self._clock, stack)

    def _wall(self) -> datetime:
        return OPENS + timedelta(seconds=self._clock.now())

    def _beat(self, board: MeteredBoard) -> None:
        hours = self._clock.now() / 3600
        if board.totals is self.quiet_totals:
            if hours >= self.open + self.quiet:
                self._host.close()
        elif self._host.status.phase is Phase.QUIET:
            board.catch_up()
            board.totals, self.open = self.quiet_totals, hours


def add_options(parser: ArgumentParser) -> None:
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--open", type=float, default=1.0, help="hours of visitors (default 1)")
    parser.add_argument("--quiet", type=float, default=0.25, help="quiet hours after them (default 0.25)")


def run(options: Namespace) -> Iterator[str]:
    day = PoweredDay(options.open, options.quiet, options.seed)
    day.run(built_runner(Folders.of_user().cache))
    yield from day.lines()
