"""The robot's table over the digital twin, and what a game on it really was."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from hardware.clock import VirtualClock
from hardware.dimensions import CRANK, dimensions
from hardware.sim.build import Faults
from hardware.sim.lens import Mounting
from hardware.twin.machine import Machine
from hardware.twin.runner import CLOCK, EventKind, Events
from hardware.twin.twin import Twin
from robot.app import BUILD, controller_kind, make_table_reader
from robot.games.registry import make_game
from robot.match.events import Announced, Decided, Event, Listener, Looked, Read, Thrown
from robot.match.journal import Journal
from robot.match.players import make_player
from robot.match.standing import Standing
from robot.table.table import MachineTable
from tests.support.firmware.build import build
from tests.support.hardware.boards import driver_of
from tests.support.requirements import needs_package
from tests.support.robot.journaled import match_of
from vision.table.settle import Settle

FAST = CLOCK // 10_000
"""Cycles: steps closer than this belong to a shake, since homing is slower."""
APART = {EventKind.STEP: CLOCK // 20, EventKind.PULSE: 2 * CLOCK // 5}
"""Cycles between the last step, or the last pulse of a coil, of a throw and the first one of the next."""


@dataclass
class Shakes:
    """Counts the shakes, or the throws of boxes, that come out of the board's pins; `begun` gets each one's number."""

    kind: EventKind = EventKind.STEP
    count: int = 0
    begun: Callable[[int], object] = id
    _last_step: int = 0
    _last_fast: int = -max(APART.values())

    def hear(self, events: Events) -> None:
        cycles = events["cycle"][events["kind"] == self.kind].astype(np.int64)
        if not len(cycles):
            return
        fast = cycles[(np.diff(cycles, prepend=self._last_step) < FAST) | (self.kind == EventKind.PULSE)]
        self._last_step = int(cycles[-1])
        if len(fast):
            new = int((np.diff(fast, prepend=self._last_fast) > APART[self.kind]).sum())
            self._last_fast = int(fast[-1])
            for _ in range(new):
                self.count += 1
                self.begun(self.count)


@dataclass
class TwinTable:
    """The twin, the robot's table over it, and the count of its shakes."""

    twin: Twin
    table: MachineTable
    shakes: Shakes

    @property
    def crank(self) -> Machine:
        """The machine, which has a crank."""
        assert isinstance(self.twin.machine, Machine)
        return self.twin.machine


@contextmanager
def lay_twin(seed: int, faults: Faults | None = None, kind: str = CRANK) -> Iterator[TwinTable]:
    """Put up a twin as `--table twin --fast` does, which the test can reach into."""
    needs_package("mujoco")
    clock, shakes = VirtualClock(), Shakes(EventKind.STEP if kind == CRANK else EventKind.PULSE)
    with ExitStack() as stack:
        twin = Twin(dimensions(kind), seed, clock, build("runner"), faults=faults)
        twin.listen = shakes.hear
        board = stack.enter_context(twin).board
        controller = stack.enter_context(driver_of(controller_kind(kind), board, clock, seed=seed))
        camera = stack.enter_context(twin.camera(Mounting.from_seed(BUILD)))
        reader = make_table_reader("twin", kind)
        table = MachineTable(controller, camera, reader, lambda: Settle(reader.plate), clock, ExitStack())
        yield TwinTable(twin, table, shakes)


@dataclass
class Bookkeeper:
    """Holds what counts in a game on the twin against what really lies there and what was really shaken."""

    there: TwinTable
    wells: tuple[int, ...]
    throws: int = 0
    announcements: list[str] = field(default_factory=list)
    _kept: dict[int, int] = field(default_factory=dict)
    _shakes: int = 0
    _again: int = 0
    _setting_right: bool = False

    def hear(self, event: Event) -> None:
        match event:
            case Decided():
                self._kept = dict(event.position.find_kept(event.action))
            case Thrown():
                self._shakes, self._again = self.there.shakes.count, 0
            case Announced():
                self.announcements.append(event.text)
                self._again += "thrown again" in event.text
                # Where nobody sets dice right, they are thrown by themselves, several in one shake, and looked at.
                wrong = "must show" in event.text
                self._again += wrong and not self._setting_right
                self._setting_right |= wrong
            case Looked():
                self._setting_right = False
            case Read():
                self.throws += 1
                assert event.throw == self.throws
                lying = self.there.twin.truth()
                assert event.values == tuple(lying[well - 1] for well in self.wells)
                assert all(event.values[well - 1] == face for well, face in self._kept.items())
                assert self.there.shakes.count == self._shakes + 1 + self._again


def play(
    there: TwinTable, journal: Journal, name: str, rules: Mapping[str, Any], listeners: Sequence[Listener] = ()
) -> Bookkeeper:
    """Play a game by robots, an unfinished one if there is any; every throw of it is checked, and that it counts once.

    A listener may end it by a StopIteration.
    """
    played = make_game(name, rules)
    seats = ("robot", "robot:hold20")[: played.seats.start]
    game = next(journal._list_waiting(), None) or journal.begin(played.name, played.rules, seats, 1)
    before = Standing.of(played.begin(len(seats)), journal.log(game)).throws
    keeper, players = Bookkeeper(there, played.wells, before), [make_player(seat, played, None) for seat in seats]
    with suppress(StopIteration):
        match_of(game, players, [*listeners, keeper]).play(journal, there.table)
    assert Standing.of(played.begin(len(seats)), journal.log(game)).throws == keeper.throws
    return keeper
