"""Assembles the twin: binary, machine and camera on one clock."""

import math
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from hardware.clock import Clock
from hardware.closing import Closing
from hardware.dimensions import BOXES
from hardware.sim.build import Build, BuildFault, Faults
from hardware.sim.camera import SimulatedCamera
from hardware.sim.hands import Hand
from hardware.sim.lens import Mounting
from hardware.sim.lines import WireFaults
from hardware.twin.board import Pace, TwinBoard
from hardware.twin.box_machine import BoxMachine
from hardware.twin.film import SIZE, FilmWriter
from hardware.twin.machine import Machine
from hardware.twin.posed import MachineView
from hardware.twin.runner import PROGRAMS, Events, Runner
from hardware.twin.sight_history import SightHistory

SAGGING = 0.5
"""Seconds in which a supply that has broken down does not do so again."""


class Twin(Closing):
    """A machine with the firmware's binary and a camera over it, for use in a with-block.

    With a virtual clock and a VirtualLine to `board` the same seed and the same commands give the same history to the
    last bit. `runner` is that of ensure_runner. `pace` stops a twin that cannot keep up with the clock. `build` is
    how the machine is built, by default correctly.

    Raises HardwareError.
    """

    def __init__(
        self,
        dimensions: Mapping[str, Any],
        seed: int,
        clock: Clock,
        runner: Path,
        *,
        faults: Faults | None = None,
        wire: WireFaults | None = None,
        pace: Pace | None = None,
        build: Build | None = None,
    ) -> None:
        self._build = build or Build()
        self.listen: Callable[[Events], None] | None = None
        """Gets all events at the board's pins, from the thread that advances it."""
        self.machine: Machine | BoxMachine = (
            BoxMachine(dimensions, seed, build=self._build)
            if dimensions["kind"] == BOXES
            else Machine(dimensions, seed, faults, build=self._build)
        )
        self._film, self._clock = SightHistory(self.machine), clock
        self._sags_from = -math.inf
        self.board = TwinBoard(
            self.machine,
            clock,
            wire,
            seed,
            runner=Runner(runner, PROGRAMS[dimensions["kind"]]),
            pace=pace,
            listen=self._hear,
            foreign=self._build.has(BuildFault.WRONG_BOARD),
        )
        if "ring" in dimensions:
            self._film.lights = lambda: self._build.drive_lamps(*self.board.lights)
        self._film.catch_up = self.board.catch_up
        self._film.start = self.board.start

    def camera(self, mounting: Mounting | None = None, hand: Hand | None = None) -> SimulatedCamera:
        """Open the camera; see SimulatedCamera."""
        return SimulatedCamera(self._film, self._clock, mounting=mounting, hand=hand, optics=self._build.optics)

    def onlooker(self) -> MachineView:
        """Return a view of the machine for people who watch; it needs OpenGL from its first picture on."""
        return MachineView(self._film)

    def film(self, path: Path) -> FilmWriter:
        """Film the machine from now on; see FilmWriter. It needs OpenGL from its first picture on."""
        film = FilmWriter(path, MachineView(self._film, SIZE, fine=True))
        self._film.shows = film.show
        return film

    def _hear(self, events: Events) -> None:
        """Reset the board where its servos draw more than their supply gives, and pass the events on."""
        if self.machine.sags and self.machine.time > self._sags_from:
            self._sags_from = self.machine.time + SAGGING
            self.board.sag()
        if self.listen:
            self.listen(events)

    def truth(self) -> tuple[int, ...]:
        """Return the uppermost face of each well's die, 0 for an empty well. For calibration and for tests."""
        with self.board.lock:
            self.board.catch_up()
            return self.machine.truth

    def throw_in_tray(self, count: int, kept: Sequence[int] = ()) -> None:
        """Take all dice out of the open tray except those that show `kept`, then throw `count` by hand beside them."""
        with self.board.lock:
            self.board.catch_up()
            self.machine.throw_in_tray(count, kept)

    def put(self, well: int, value: int) -> None:
        """Lay a well's die flat with `value` up, as people do."""
        with self.board.lock:
            self.board.catch_up()
            self.machine.put(well, value)

    def lay_dice(self, wells: Sequence[int]) -> None:
        """Lay the die that was in well 1 at first into the first of `wells`, and so on."""
        with self.board.lock:
            self.board.catch_up()
            self.machine.lay_dice(wells)

    def move(self, *, lid_closed: bool | None = None, estop: bool | None = None) -> None:
        """Open or close the lid, press or release the emergency stop, at the clock's time."""
        with self.board.lock:
            self.board.catch_up()
            if lid_closed is not None:
                self.machine.lid_closed = lid_closed
            if estop is not None:
                self.machine.estop = estop

    def close(self) -> None:
        """Switch the board off. Closing twice is harmless."""
        self.board.close()
