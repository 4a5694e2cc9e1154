"""Simulates the machine: shaker, levers, switches and dice, driven by the board's pins."""

import math
from collections import deque
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from hardware.sim.build import LOST_STRENGTH, OF_WELLS, SOLID, Build, BuildFault, Faults, MachineFault, place_levers
from hardware.sim.chance import Chance
from hardware.sim.cube import DiePose, lay_die
from hardware.sim.scene import Scene, SeenDie, faces_in_wells
from hardware.sim.table import EXPOSURE
from hardware.twin.drives import NO_PULSES, Crank, Pulses, Servos
from hardware.twin.measures import Floats, Measures, rotate_rocker, round_pose
from hardware.twin.model import TICK, Surfaces
from hardware.twin.physics import Block

DROP = 0.006
"""Height in metres from which the dice fall into their wells at the start."""
LONGEST_SETTLING = 2.0
SURFACES = Surfaces()
LID_OPENS = 180.0
"""rad/s² of the rocker from which the contact of a lid opens whose magnet is too far away: 8 Hz make 250, 6 Hz 140."""
RESTING = 3.0
"""Degrees above the first touch from which a lever is drawn as lying on its die."""
POST, POST_DAMPING, POST_SHARE = 33.0, 0.03, 0.1
"""A post that is loose at its foot: its own rad/s, damping as a share of the critical one, its share of the push."""


@dataclass(frozen=True, slots=True)
class MachineScene(Scene):
    """A scene with what else onlookers see: the tilt of the wells block (to the right and down), levers and crank.

    All are angles in degrees. Dice in wells are given as if the block were level and at home.
    """

    tilt: float = 0.0
    levers: tuple[float, ...] = ()
    crank: float = 0.0


class Machine:
    """Physics in steps of half a millisecond. The same `seed` and the same pulses give the same bytes.

    At the start there is no current, a die at rest in each well, and the crank within 20 degrees of home, where
    friction holds it. `strength` is the motor's torque as a share of the reference build's. `estop` cuts the motor's
    current while it is pressed. `build` is how it is built, by default correctly. Not thread-safe.
    """

    def __init__(
        self,
        dimensions: Mapping[str, Any],
        seed: int,
        faults: Faults | None = None,
        *,
        strength: float = 1.0,
        build: Build | None = None,
    ) -> None:
        self._build = build or Build()
        self.seed = seed
        self.dimensions = dimensions
        self.measures = Measures(dimensions)
        self._strength = strength
        self.watchers: list[Callable[[], None]] = []
        """Called after every advance."""
        self._stop_pressed = False
        self._random = np.random.default_rng((seed, 0x7D1C))
        self._wells = range(1, len(self.measures.centres) + 1)
        self._places = [*self._wells]
        self._faults = {fault: self._find_struck(fault, wells) for fault, wells in (faults or {}).items()}
        self._lid_closed = True
        self._ticks, self._elapsed = 0, 0.0
        self._post = 0.0, 0.0
        self._steps: deque[tuple[float, int]] = deque()
        start = math.radians(float(self._random.uniform(-20, 20)))
        self._crank = Crank(self.measures, dimensions["motor"], start, self._build.drive)
        self._free: tuple[SeenDie, ...] = ()
        self._throws = 0
        self._block = self._fill_block({})
        self._servos = Servos(dimensions, self._block, self._build)
        self._apply_faults()
        self._settle()

    @property
    def time(self) -> float:
        """Seconds since the start."""
        return self._elapsed

    @property
    def home(self) -> bool:
        """Whether the home switch is closed."""
        closed = self._crank.reads_closed or MachineFault.SWITCH_CLOSED in self._faults
        return closed and MachineFault.SWITCH_OPEN not in self._faults

    @property
    def steps_from_switch(self) -> int:
        """Least number of steps until the home switch changes; 0 if any step may change it."""
        return self._crank.steps_from_switch

    @property
    def lid_closed(self) -> bool:
        """Whether the lid is closed, as its switch reports; setting it opens or closes it as people do."""
        opens = self._build.has(BuildFault.LID_SHAKES) and abs(self._crank.tilt_push) > LID_OPENS
        return (self._lid_closed and not opens) or self._build.has(BuildFault.LID_SHORTED)

    @lid_closed.setter
    def lid_closed(self, closed: bool) -> None:
        self._lid_closed = closed
        self._block.cover(closed)

    @property
    def estop(self) -> bool:
        """Whether the emergency stop is pressed, as its second contact reports."""
        return self._build.reads_stop(self._stop_pressed)

    @estop.setter
    def estop(self, pressed: bool) -> None:
        self._stop_pressed = pressed

    @property
    def crank(self) -> float:
        """The crank's angle in degrees, 0 at home, whole turns included."""
        return math.degrees(self._crank.angle)

    @property
    def tilt(self) -> float:
        """Tilt of the wells block in degrees, to the right and down."""
        return math.degrees(self._crank.tilt)

    @property
    def offset(self) -> float:
        """Distance in mm to the right of the middle of the wells' floor from home."""
        return float(self.wells_pose[0][0] - self.measures.to_plate(self.measures.middle, np.eye(3)).middle[0])

    @property
    def offset_speed(self) -> float:
        """The rate of change of `offset` in mm/s."""
        place = rotate_rocker(self._crank.tilt) @ self.measures.middle
        return float(1000 * place[2] * self._crank.tilt_speed)

    @property
    def wells_pose(self) -> tuple[Floats, Floats]:
        """Position (3,) of the middle of the wells' floor in plate coordinates (mm), and the rotation (3, 3)."""
        pose = self._tilt_to_plate(self.measures.middle, np.eye(3))
        return np.array(pose.middle), pose.matrix

    @property
    def levers(self) -> tuple[float, ...]:
        """Degrees above the horizontal of the levers of wells 1 to 6."""
        return tuple(math.degrees(angle) for angle in self._block.levers)

    @property
    def dice(self) -> tuple[SeenDie, ...]:
        """Every die at its present pose, those in wells first. For cameras and tests only."""
        return self._see_dice(tilting=True)

    @property
    def level_dice(self) -> tuple[SeenDie, ...]:
        """The dice as they would be if the block were level and at home."""
        return self._see_dice(tilting=False)

    @property
    def truth(self) -> tuple[int, ...]:
        """The uppermost face of each well's die, 0 for an empty well. For tests only."""
        return faces_in_wells(self.level_dice, len(self._wells))

    @property
    def sags(self) -> bool:
        """Whether more levers move than their supply can move at once."""
        return self._servos.turning > self._build.levers_at_once

    @property
    def sway(self) -> float:
        """How many mm to the right the camera swings with its post."""
        return self._post[0]

    @property
    def still(self) -> bool:
        """Whether everything is at rest."""
        return self._crank.still and self._block.still

    def advance(
        self,
        seconds: float,
        steps: int | Sequence[tuple[float, int]] = 0,
        servo_us: Pulses = NO_PULSES,
        enabled: bool = False,
        edges: object = (),  # noqa: ARG002
    ) -> None:
        """Advance the time.

        `steps` are those of the motor in order, each with its seconds from the start and +1 (forward) or -1; or a
        number of evenly spaced steps, negative for backward. `servo_us` are the pulses of servos 1 to 6 in
        microseconds, None for a servo without pulses. `enabled`: the motor has current.
        """
        start, self._elapsed = self._elapsed, self._elapsed + seconds
        if isinstance(steps, int):
            way, count = (1 if steps > 0 else -1), abs(steps)
            steps = [(seconds * (number + 0.5) / count, way) for number in range(count)]
        self._steps.extend((start + when, way) for when, way in steps)
        self._servos.set_pulses(tuple(servo_us))
        powered = enabled and self._stop_pressed == self._build.has(BuildFault.STOP_INVERTED)
        while (self._ticks + 1) * TICK <= self._elapsed + 1e-9:
            self._ticks += 1
            now, came = self._ticks * TICK + 1e-9, 0
            while self._steps and self._steps[0][0] <= now:
                came += self._steps.popleft()[1]
            self._tick(came, powered)
        for watch in self.watchers:
            watch()

    def switch(self, fault: MachineFault, wells: Collection[int] = (), *, on: bool = True) -> None:
        """Switch a fault on or off, for these wells, or for all if none is named."""
        before = dict(self._faults)
        if on:
            self._faults[fault] = self._find_struck(fault, wells)
        else:
            self._faults.pop(fault, None)
        if fault in SOLID and self._faults.get(fault) != before.get(fault):
            self._refill()
        self._apply_faults()

    def put(self, well: int, value: int) -> None:
        """Lay a well's die flat in the well's centre with `value` up, as people do; there must be a die."""
        x, y = self.measures.centres[well - 1]
        die = self._block.wells.index(well)
        flat = lay_die(value, (0.0, 0.0, 0.0), 0.0, float(self._random.uniform(-8, 8)))
        place = np.array([x, y, self.measures.arm + self.measures.die_side / 2])
        self._block.put(die, place, self.measures.from_plate(flat)[1])

    def lay_dice(self, wells: Sequence[int]) -> None:
        """Lay the die that was in well 1 at first into the first of `wells`, and so on; the others go where room is.

        A heavy die takes its weight along; what a well's die shows stays.
        """
        places = [*wells, *(well for well in self._wells if well not in wells)]
        if places != self._places:
            self._places = places
            if MachineFault.HEAVY in self._faults:
                self._refill()

    def throw_in_tray(self, count: int, kept: Sequence[int] = ()) -> None:
        """Take all dice out of the open tray except those that show `kept`, and throw `count` beside them."""
        self._throws += 1
        self._free = Chance(self.seed, self.dimensions).throw_beside(self._free, kept, count, self._throws)

    def scene(self) -> MachineScene:
        """Return what can be seen of the machine now."""
        levers = tuple(round(angle, 1) for angle in self.levers)
        clamped, lifted = place_levers(self.dimensions, levers, RESTING)
        return MachineScene(
            dice=tuple(replace(die, pose=round_pose(die.pose)) for die in self.level_dice),
            clamped=clamped,
            lifted=lifted,
            offset=round(self.offset, 2),
            sweep=round(self.offset_speed * EXPOSURE, 1),
            tilt=round(self.tilt, 2),
            levers=levers,
            crank=round(self.crank % 360, 1),
        )

    def _tick(self, steps: int, powered: bool) -> None:
        crank = self._crank
        crank.tick(steps, TICK, powered)
        self._servos.tick(TICK)
        self._block.tick(crank.tilt, crank.tilt_speed, crank.tilt_push)
        if self._build.has(BuildFault.POST_SWINGS):
            self._swing()

    def _swing(self) -> None:
        """Advance the place (mm) and the speed of a post that the wells push as they go to and fro."""
        place, speed = self._post
        push = 1000 * float(self.measures.middle[2]) * self._crank.tilt_push
        speed += (POST_SHARE * push - POST**2 * place - 2 * POST_DAMPING * POST * speed) * TICK
        self._post = place + speed * TICK, speed

    def _find_struck(self, fault: MachineFault, wells: Collection[int]) -> frozenset[int]:
        if fault not in OF_WELLS:
            return frozenset()
        return frozenset(wells) or frozenset(self._wells)

    def _apply_faults(self) -> None:
        none: frozenset[int] = frozenset()
        self._crank.strength = LOST_STRENGTH if MachineFault.LOST_STEPS in self._faults else self._strength
        self._servos.set_faults(
            self._faults.get(MachineFault.SLIPPING, none), self._faults.get(MachineFault.SLOW, none)
        )

    def _refill(self) -> None:
        self._block = self._fill_block({die.well: die.pose for die in reversed(self.level_dice) if die.well})
        self._servos.attach(self._block)
        self._block.cover(self._lid_closed)

    def _fill_block(self, lying_there: Mapping[int, DiePose]) -> Block:
        """Return a block with a die in each well that has one, at its old pose or in the air, and what faults add."""
        filled = [well for well in self._wells if well not in self._build.numbers(BuildFault.DIE_MISSING)]
        doubles = self._faults.get(MachineFault.DOUBLE, frozenset())
        bumps = self._faults.get(MachineFault.COCKED, frozenset())
        heavy = {self._places[die - 1] for die in self._faults.get(MachineFault.HEAVY, frozenset())}
        block = Block(self.measures, SURFACES, (*filled, *sorted(doubles)), bumps, heavy)
        side = self.measures.die_side
        for die, well in enumerate(block.wells):
            x, y = self.measures.centres[well - 1]
            fall = DROP + (1.5 * side if die >= len(filled) else 0.0)
            place = np.array([x, y, self.measures.arm + side * math.sqrt(0.75) + fall])
            turn = np.linalg.qr(self._random.normal(0, 1, (3, 3)))[0]
            turn *= np.linalg.det(turn)
            if die < len(filled) and well in lying_there:
                place, turn = self.measures.from_plate(lying_there[well])
            block.put(die, place, turn)
        return block

    def _settle(self) -> None:
        """Let the dice come to rest at the start."""
        for _ in range(round(LONGEST_SETTLING / TICK)):
            self._block.tick(self._crank.tilt, 0.0, 0.0)
            if self._block.still:
                return

    def _tilt_to_plate(self, place: Floats, turn: Floats) -> DiePose:
        lean = rotate_rocker(self._crank.tilt)
        return self.measures.to_plate(lean @ place, lean @ turn)

    def _see_dice(self, *, tilting: bool) -> tuple[SeenDie, ...]:
        pose = self._tilt_to_plate if tilting else self.measures.to_plate
        dice = [SeenDie(pose(*die), well) for die, well in zip(self._block.poses(), self._block.wells, strict=True)]
        return (*dice, *self._free)
