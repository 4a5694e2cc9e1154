"""Throws of the simulated machine in portions that depend only on seed and number."""

import copy
import json
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from hardware.controller import ShakeProgram
from hardware.dimensions import dimensions
from hardware.sim.build import Build
from hardware.sim.drive import Drive, StepDriver
from hardware.twin.drives import Pulses
from hardware.twin.machine import NO_PULSES, Machine
from hardware.twin.model import Surfaces, Touch
from tools.shaking.motion import MotionDriver
from tools.shaking.statistics import LEANING, ThrowRecord

STANDARD = "as taken"
ASSUMED = Surfaces()


@dataclass(frozen=True, slots=True)
class MachineVariant:
    """Surfaces, and changed dimensions by section and name."""

    surfaces: Surfaces = ASSUMED
    changed: Mapping[tuple[str, str], float] = field(default_factory=dict)

    def dimensions(self) -> dict[str, Any]:
        """Return the dimensions of this machine."""
        made = copy.deepcopy(dimensions())
        for (section, name), value in self.changed.items():
            made[section][name] = value
        return made


def _touching(friction: float, bounce: float) -> MachineVariant:
    """Return the assumed surfaces with `friction` times the friction, and `bounce` more bounce."""
    touches = {
        name: Touch(friction * getattr(ASSUMED, name).friction, bounce + getattr(ASSUMED, name).bounce)
        for name in ("floor", "wall", "lid")
    }
    return MachineVariant(Surfaces(**touches))


VARIANTS = {
    STANDARD: MachineVariant(),
    "friction x 0.6": _touching(0.6, 0.0),
    "friction x 1.6": _touching(1.6, 0.0),
    "bounce - 0.2": _touching(1.0, -0.2),
    "bounce + 0.2": _touching(1.0, 0.2),
    "dead, soft floor": MachineVariant(replace(ASSUMED, floor=Touch(0.8, 0.1, spring=500.0))),
    "dice of 15 mm": MachineVariant(changed={("die", "side"): 15.0}),
    "sharp dice": MachineVariant(changed={("die", "corner_radius"): 0.8}),
    "dice of 8 g": MachineVariant(changed={("die", "mass"): 8.0}),
}


PORTION = 50
"""Throws per portion. Each portion has a new machine, so that an interrupted study can continue."""
NEAR = 0.01
"""Tolerance of the crank at home, in turns."""


def whole(frequency: float, turns: int, ramp: float, rock: float) -> ShakeProgram:
    """Return the program of `turns` whole turns of the crank, including the soft start and stop."""
    seconds = math.floor(1000 * turns / frequency) / 1000 + ramp
    return ShakeProgram(frequency=frequency, rock=rock, seconds=round(seconds, 3), ramp=ramp)


def portion(
    program: ShakeProgram, seed: int, number: int, *, machine: str = STANDARD, throws: int = PORTION
) -> list[ThrowRecord]:
    """Return `throws` successive throws of all six dice."""
    driver = _hand(seed, number, machine)
    made = []
    for _ in range(throws):
        before, start = driver.machine.truth, driver.machine.time
        driver.shake(program)
        driver.settle()
        leaning = sum(die.pose.lean > LEANING for die in driver.machine.level_dice)
        made.append(ThrowRecord(before, driver.machine.truth, leaning, driver.machine.time - start))
    return made


def keeps(
    program: ShakeProgram, seed: int, number: int, *, machine: str = STANDARD, shakes: int = PORTION
) -> tuple[int, int]:
    """Shake with half of the dice kept; return the number of kept dice, and how many changed their face."""
    driver = _hand(seed, number, machine)
    random = np.random.default_rng((seed, number))
    kept = changed = 0
    for _ in range(shakes):
        wells = sorted(int(well) for well in random.permutation(6)[:3] + 1)
        before = driver.machine.truth
        driver.clamp(wells)
        driver.shake(program)
        driver.clamp(())
        driver.settle()
        kept += len(wells)
        changed += sum(driver.machine.truth[well - 1] != before[well - 1] for well in wells)
    return kept, changed


def least_torque(
    program: ShakeProgram, it: dict[str, Any] | None = None, module: StepDriver = StepDriver.TMC2209
) -> float:
    """Return the smallest share of the motor's torque, to 0.01, that loses no step in this shake.

    The machine is that of machine.toml, or has other dimensions; `module` drives its motor.
    """
    low, high = 0, 200
    while high - low > 1:
        share = (low + high) // 2
        held = _holds(program, share / 100, it or dimensions(), module)
        low, high = (low, share) if held else (share, high)
    return high / 100


def _holds(program: ShakeProgram, strength: float, it: dict[str, Any], module: StepDriver) -> bool:
    # Dice do not push back on the crank: one is enough.
    build = Build(Drive(driver=module), empty_wells=frozenset(range(2, 7)))
    driver = MotionDriver(Machine(it, 1, strength=strength, build=build))
    driver.home()
    before = driver.machine.crank
    driver.shake(program)
    turns = (driver.machine.crank - before) / 360
    return round(turns) == math.ceil(program.frequency * (program.seconds - program.ramp) - 1e-9) and (
        abs(turns - round(turns)) < NEAR
    )


def _hand(seed: int, number: int, machine: str) -> MotionDriver:
    there = VARIANTS[machine]
    driver = MotionDriver(Machine(there.dimensions(), seed * 1000 + number, surfaces=there.surfaces))
    driver.home()
    driver.settle()
    return driver


class Checkpoints:
    """A file with one line per portion, from which an interrupted study continues."""

    def __init__(self, path: Path) -> None:
        self._path = path
        lines = path.read_text(encoding="utf-8").splitlines() if path.is_file() else []
        self._known = {self._key(entry): entry for entry in map(json.loads, lines)}

    def throws(self, program: ShakeProgram, seed: int, count: int, machine: str = STANDARD) -> Iterator[ThrowRecord]:
        """Yield `count` throws of a seed, computing those that are missing."""
        for number in range(count // PORTION):
            task: dict[str, Any] = {"what": machine, "program": asdict(program), "seed": seed, "number": number}
            entry = self._known.get(self._key(task))
            if entry is None:
                made = portion(program, seed, number, machine=machine)
                entry = task | {"throws": [[t.before, t.after, t.cocked, round(t.seconds, 4)] for t in made]}
                self._note(entry)
            yield from (ThrowRecord(tuple(a), tuple(b), c, s) for a, b, c, s in entry["throws"])

    def keeps(self, program: ShakeProgram, seed: int, least: int, machine: str = STANDARD) -> tuple[int, int]:
        """Return the number of kept dice, at least `least`, and how many changed their face."""
        kept = changed = number = 0
        what = f"keeps, {machine}"
        while kept < least:
            task: dict[str, Any] = {"what": what, "program": asdict(program), "seed": seed, "number": number}
            entry = self._known.get(self._key(task))
            if entry is None:
                entry = task | {"kept": keeps(program, seed, number, machine=machine)}
                self._note(entry)
            kept, changed, number = kept + entry["kept"][0], changed + entry["kept"][1], number + 1
        return kept, changed

    def _note(self, entry: dict[str, Any]) -> None:
        self._known[self._key(entry)] = entry
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(entry) + "\n")

    @staticmethod
    def _key(entry: dict[str, Any]) -> str:
        return json.dumps([entry[name] for name in ("what", "program", "seed", "number")], sort_keys=True)


EVERY = 0.004

Moment = tuple[float, float, float, int]


class TracedMachine(Machine):
    """A machine that records the path of the die in `well`."""

    def __init__(self, seed: int, well: int) -> None:
        super().__init__(dimensions(), seed)
        self.well = well
        self.way: list[Moment] = []

    def advance(
        self,
        seconds: float,
        steps: int | Sequence[tuple[float, int]] = 0,
        servo_us: Pulses = NO_PULSES,
        enabled: bool = False,
    ) -> None:
        """Advance in pieces of at most EVERY seconds; see Machine.advance."""
        pieces = max(1, round(seconds / EVERY))
        ahead = [] if isinstance(steps, int) else list(steps)
        for piece in range(pieces):
            begin, end = seconds * piece / pieces, seconds * (piece + 1) / pieces
            now = [(when - begin, way) for when, way in ahead if begin <= when < end]
            super().advance(end - begin, now, servo_us, enabled)
            die = next(die for die in self.level_dice if die.well == self.well)
            height = die.pose.middle[2] - self.dimensions["wells"]["floor"]
            self.way.append((self.time, self.tilt, height, die.pose.up))


def die_trajectory(program: ShakeProgram, seed: int, well: int, rest: float) -> list[Moment]:
    """Return moments of a throw and some rest after it.

    Each has the seconds from the start, the tilt of the wells in degrees, the height of the die's centre above their
    floor in mm, and the face that is up.
    """
    machine = TracedMachine(seed, well)
    driver = MotionDriver(machine)
    driver.home()
    driver.settle()
    machine.way.clear()
    start = machine.time
    driver.shake(program)
    machine.advance(rest, enabled=True)
    return [(round(t - start, 4), round(tilt, 2), round(height, 2), up) for t, tilt, height, up in machine.way]
