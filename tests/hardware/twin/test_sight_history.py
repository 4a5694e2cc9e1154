"""The camera over the machine: pictures of the state at their times, that the robot's own reader reads."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
import pytest

from hardware.clock import VirtualClock
from hardware.crank import ShakeProgram
from hardware.dimensions import dimensions
from hardware.sim.camera import SimulatedCamera
from hardware.sim.cube import DiePose
from hardware.sim.scene import Exposure, SeenDie
from hardware.twin.machine import Machine, MachineScene
from hardware.twin.sight_history import SightHistory
from tests.support.requirements import needs_package
from tools.shaking.motion import MotionDriver
from vision.reading import Reading
from vision.table.plate import Plate
from vision.table.reader import TableReader

pytestmark = pytest.mark.check

needs_package("mujoco")

DIMENSIONS = dimensions()
SHAKE = ShakeProgram(frequency=9.0, seconds=0.6, ramp=0.2)
LEFT, RIGHT = (1.0, 0.0), (0.0, 1.0)


class Stand:
    """A machine under a camera, both on one clock."""

    def __init__(self, seed: int) -> None:
        self.machine = Machine(DIMENSIONS, seed)
        self.clock = VirtualClock()
        self.film = SightHistory(self.machine)
        self.driver = MotionDriver(self.machine)
        self.lit = (0.0, 0.0)
        self.film.lights = lambda: self.lit
        self.camera: SimulatedCamera = SimulatedCamera(self.film, self.clock)
        self.reader = TableReader(Plate.from_dimensions(DIMENSIONS))
        self.driver.home()

    def look(self, *lights: tuple[float, float]) -> list[np.ndarray]:
        """Return a picture for each light, of what is there now."""
        pictures = []
        for light in lights:
            self.lit = light
            for _ in range(8):
                self.machine.advance(0.01, enabled=True)
            self.clock.sleep(self.machine.time - self.clock.now())
            pictures.append(self.camera.frame().image)
        return pictures

    def read(self) -> Reading:
        return self.reader.read(*self.look(LEFT, RIGHT))


@contextmanager
def stand(seed: int) -> Iterator[Stand]:
    made = Stand(seed)
    with made.camera:
        yield made


BESIDE = 0.7
"""Millimetres from a wall within which a die's edge is not seen apart from it."""


def beside_wall(die: SeenDie) -> bool:
    """Return whether a die in a well lies so close to one of its walls."""
    assert die.well
    off = np.abs(np.subtract(die.pose.middle[:2], DIMENSIONS["wells"]["centres"][die.well - 1]))
    return bool(off.max() > (DIMENSIONS["wells"]["side"] - DIMENSIONS["die"]["side"]) / 2 - BESIDE)


def misread(throws: int, seed: int) -> tuple[list[str], Counter[bool]]:
    """Throw and read so often; return what was wrong, and how many flat dice were doubted, by `beside_wall`."""
    wrong, doubted = list[str](), Counter[bool]()
    with stand(seed) as there:
        for throw in range(throws):
            there.machine.throw_in_tray(throw % 4)
            there.driver.shake(SHAKE)
            there.driver.settle()
            reading = there.read()
            seen = {die.well: die for die in reading.dice if die.well is not None}
            for die in there.machine.dice:
                found = seen.get(die.well) if die.well else None
                flat = die.pose.lean < 4
                if die.well and found is None:
                    wrong.append(f"throw {throw}: nothing seen in well {die.well}")
                elif found is not None and found.value is None:
                    doubted[beside_wall(die)] += flat
                elif found is not None and (found.value != die.pose.up or die.pose.lean > 8):
                    wrong.append(f"throw {throw}, well {die.well}: {found.value} for {die.pose.up}")
            free = [die.pose.up for die in there.machine.dice if die.well is None]
            said = [die.value for die in reading.dice if die.well is None and die.value is not None]
            if len(said) > len(free) or any(said.count(value) > free.count(value) for value in said):
                wrong.append(f"throw {throw}: {said} in the tray for {free}")
    return wrong, doubted


def test_the_reader_reads_what_is_drawn() -> None:
    wrong, doubted = misread(10, 31)
    assert wrong == []
    assert doubted.total() <= 6


@pytest.mark.soak
def test_the_reader_never_misreads() -> None:
    wrong, doubted = misread(300, 33)
    assert wrong == []
    # Shaken dice often end at the right wall. Of two opposite edges one alone is seen there, and where a strip of
    # side face shows below it, it may pass for that of a leaning die.
    assert doubted[True] <= 300 * 6 * 0.04
    assert doubted[False] <= 300 * 6 * 0.002


def test_pictures_are_of_the_time_of_their_exposure() -> None:
    with stand(8) as there:
        there.driver.settle()
        before = there.machine.truth
        there.look(LEFT)
        sight = there.film.sight(there.clock.now())
        assert sight.exposure == Exposure(left=1.0, right=0.0)
        then = there.clock.now()
        # A frame's time may come up to half a frame later than it is asked for.
        for _ in range(2):
            there.machine.advance(0.01, enabled=True)
        for value in (1, 2, 3):
            there.machine.put(1, value)
            for _ in range(20):
                there.machine.advance(0.01, enabled=True)
        assert there.film.sight(then).scene == sight.scene
        assert {die.well: die.pose.up for die in there.film.sight(then).scene.dice}[1] == before[0]
        assert there.film.sight(then + 0.7).scene.dice[0].pose.up == 3


def test_what_moves_is_smeared_and_what_lies_still_is_drawn_once() -> None:
    with stand(9) as there:
        there.driver.settle()
        for _ in range(10):
            there.machine.advance(0.02, enabled=True)
        one, other = (there.film.sight(time) for time in (there.machine.time, there.machine.time - 0.1))
        assert one.scene is other.scene
        assert one.seed != other.seed
        assert one.scene.offset == one.scene.sweep == 0
        there.machine.advance(0.03, 200, enabled=True)
        there.machine.advance(0.03, 300, enabled=True)
        moving = there.film.sight(there.machine.time).scene
        assert abs(moving.sweep) > 0.5
        assert isinstance(moving, MachineScene)
        assert moving.tilt > 1


def test_poses_are_the_machines_own() -> None:
    machine = Machine(DIMENSIONS, 10)
    film = SightHistory(machine)
    for die, seen in zip(machine.level_dice, film.sight(0.0).scene.dice, strict=True):
        assert seen.well == die.well
        assert seen.pose.middle == pytest.approx(die.pose.middle, abs=0.06)
        assert DiePose(seen.pose.middle, seen.pose.turn).lean == pytest.approx(die.pose.lean, abs=0.1)
