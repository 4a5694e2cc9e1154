"""Simulates the machine of boxes: a die, a flap and a coil in each, driven by the board's pins."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from hardware.sim.build import Build, BuildFault
from hardware.sim.chance import Chance
from hardware.sim.cube import DiePose, lay_die, rotate
from hardware.sim.scene import Scene, SeenDie, faces_in_wells
from hardware.twin.drives import NO_PULSES, Pulses
from hardware.twin.knocked_box import KnockedBox, read_design
from hardware.twin.measures import MIRROR, round_pose
from hardware.twin.model import TICK

LONGEST_SETTLING = 3.0
RUBBING = 0.33
"""The share of its force that a rubbing plunger keeps."""
HINGE = rotate((0.0, 0.0, 1.0), -90.0)
"""Turns a box's own axes (x away from the hinge) into the sheet's (y up): the hinges are at the back."""


@dataclass(frozen=True, slots=True)
class BoxScene(Scene):
    """A scene of boxes: the degrees by which each flap is open, and how many mm each plunger has risen."""

    flaps: tuple[float, ...] = ()
    plungers: tuple[float, ...] = ()


class BoxMachine:
    """Physics in steps of half a millisecond. The same `seed` and the same pulses give the same bytes.

    At the start no coil is on and a die lies at rest in each box. Boxes that nothing moves are not computed. `build` is
    how it is built, by default correctly. There are no switches, no lid that the board knows of, and no stop. Not
    thread-safe.
    """

    def __init__(self, dimensions: Mapping[str, Any], seed: int, *, build: Build | None = None) -> None:
        self.seed, self.dimensions = seed, dimensions
        self.watchers: list[Callable[[], None]] = []
        """Called after every advance."""
        self.time = 0.0
        """Seconds since the start."""
        self.home, self.steps_from_switch = False, 0
        self.lid_closed, self.estop = True, False
        self.sags, self.sway = False, 0.0
        self._build = build or Build()
        design, knocks = read_design(dimensions)
        self._volts, self._ticks = knocks.volts, 0
        self._places = dimensions["wells"]["centres"]
        weak = replace(design, solenoid=replace(design.solenoid, force=design.solenoid.force * RUBBING))
        rubbing = self._build.numbers(BuildFault.COIL_WEAK)
        self._boxes = [
            KnockedBox(weak if well in rubbing else design, np.random.default_rng((seed, well, 0xB0C5)))
            for well in range(1, len(self._places) + 1)
        ]
        self._free: tuple[SeenDie, ...] = ()
        self._throws = 0
        self._on = [False] * len(self._boxes)
        for box in self._boxes:
            box.coast(LONGEST_SETTLING)

    @property
    def dice(self) -> tuple[SeenDie, ...]:
        """Every die at its present pose. For cameras and tests only."""
        empty = self._build.numbers(BuildFault.DIE_MISSING)
        return (*(SeenDie(self._find_pose(well), well) for well in self._wells if well not in empty), *self._free)

    @property
    def truth(self) -> tuple[int, ...]:
        """The uppermost face of each box's die, 0 for an empty box. For tests only."""
        return faces_in_wells(self.dice, len(self._boxes))

    @property
    def flaps(self) -> tuple[float, ...]:
        """Degrees by which each flap is open."""
        return tuple(math.degrees(box.flap_angle) for box in self._boxes)

    @property
    def plungers(self) -> tuple[float, ...]:
        """How many mm each plunger has risen."""
        return tuple(1000 * box.plunger for box in self._boxes)

    @property
    def still(self) -> bool:
        """Whether everything is at rest."""
        return all(box.still for box in self._boxes)

    def advance(
        self,
        seconds: float,
        steps: Sequence[tuple[float, int]] = (),  # noqa: ARG002
        servo_us: Pulses = NO_PULSES,  # noqa: ARG002
        enabled: bool = False,  # noqa: ARG002
        edges: Sequence[tuple[float, int, bool]] = (),
    ) -> None:
        """Advance the time. `edges` are the changes of the coils: seconds from now, the coil (1 to 6), on or off."""
        began, self.time = self.time, self.time + seconds
        from_tick, self._ticks = self._ticks, int((self.time + 1e-9) / TICK)
        for well, box in enumerate(self._boxes, 1):
            done = from_tick
            for after, which, on in edges:
                if self._build.knocks[which - 1] == well - 1:
                    at = min(max(done, round((began + after) / TICK)), self._ticks)
                    self._run(well, box, at - done)
                    self._on[well - 1], done = on, at
            self._run(well, box, self._ticks - done)
        for watch in self.watchers:
            watch()

    def put(self, well: int, value: int) -> None:
        """Lay a box's die flat with `value` up, as people do."""
        flat = lay_die(value, (0.0, 0.0, 0.0), 0.0, 0.0)
        self._boxes[well - 1].turn(HINGE.T @ MIRROR @ flat.matrix @ MIRROR)

    def lay_dice(self, wells: Sequence[int]) -> None:
        """Lay dice into other boxes: all of them are alike, so that nothing changes."""

    def throw_in_tray(self, count: int, kept: Sequence[int] = ()) -> None:
        """Take all dice off the sheet around the boxes except those that show `kept`, and throw `count` there."""
        self._throws += 1
        self._free = Chance(self.seed, self.dimensions).throw_beside(self._free, kept, count, self._throws)

    def scene(self) -> Scene:
        """Return what can be seen of the machine now."""
        return BoxScene(
            dice=tuple(SeenDie(round_pose(die.pose), die.well) for die in self.dice),
            flaps=tuple(round(angle, 1) for angle in self.flaps),
            plungers=tuple(round(risen, 1) for risen in self.plungers),
        )

    @property
    def _wells(self) -> range:
        return range(1, len(self._boxes) + 1)

    def _run(self, well: int, box: KnockedBox, ticks: int) -> None:
        """Advance one box. This costs little once its coil's current has died away, and nothing once the die rests."""
        powered = self._on[well - 1]
        while ticks > 0 and (powered or box.current):
            box.tick(self._volts if powered else 0.0)
            ticks -= 1
        box.coast(ticks * TICK)

    def _find_pose(self, well: int) -> DiePose:
        """Return the pose of a box's die in plate coordinates."""
        pose, (x, y) = self._boxes[well - 1].pose, self._places[well - 1]
        across, along, height = MIRROR @ HINGE @ pose.middle
        turn = MIRROR @ HINGE @ pose.matrix @ MIRROR
        middle = (x + float(across), y + float(along), self.dimensions["box"]["floor"] + float(height))
        return DiePose(middle, tuple(float(v) for v in turn.ravel()))
