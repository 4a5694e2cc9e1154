"""The simulated table: dice, shaker, levers and lights over time, and what there is to see at any moment."""

import math
import threading
from collections import deque
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from hardware.clock import Clock
from hardware.sim.chance import Chance
from hardware.sim.cube import Pose
from hardware.sim.dice import PAINTS
from hardware.sim.scene import Exposure, Scene, SceneFault, SeenDie, Thing

FRAMES_A_SECOND = 30.0
EXPOSURE = 0.008
"""Seconds that light falls on the sensor for a picture."""
SETTLING = 0.3
"""Seconds of table time that dice rock after a shake."""
SHAKE_SECONDS = 1.5
SHAKE_RATE, SHAKE_STROKE, SHAKE_RAMP = 10.0, 24.0, 0.2
"""Turns of the crank a second, mm from end to end, seconds of soft start and stop."""
PAST = 64
"""Changes that are remembered: a camera hands out pictures of moments that have gone by."""


@dataclass(frozen=True, slots=True)
class Moment:
    """The table from `time` on, until something is changed again."""

    time: float
    shakes: int
    thrown: tuple[int, ...]
    """For each well the number of the shake that last threw its die."""
    settled_from: float
    """When the last shake ended, or will end."""
    shaken: frozenset[int] = frozenset()
    """The wells whose dice the last shake threw."""
    since: float = -math.inf
    """When the last shake began: frames are counted from there."""
    offset: float = 0.0
    """How far, in mm to the right, the carriage stands from home when it does not move."""
    clamped: frozenset[int] = frozenset()
    lights: tuple[bool, bool] = (False, False)
    free: tuple[SeenDie, ...] = ()
    faults: frozenset[tuple[SceneFault, float, frozenset[int], float]] = frozenset()

    def shaking(self, time: float) -> bool:
        """Return whether the crank throws dice at this time."""
        return self.since <= time < self.settled_from

    def stands(self, time: float) -> float:
        """Return how many mm to the right of home the carriage is."""
        if not self.shaking(time):
            return self.offset
        since, left = time - self.since, self.settled_from - time
        soft = min(1.0, since / SHAKE_RAMP, left / SHAKE_RAMP)
        return soft * SHAKE_STROKE / 2 * math.sin(2 * math.pi * SHAKE_RATE * since)


@dataclass(frozen=True, slots=True)
class Sight:
    """What a camera gets at one moment: the scene, its light, the seed of the noise, and the camera's own faults."""

    scene: Scene
    exposure: Exposure
    seed: tuple[int, ...]
    frozen_at: float | None = None
    late: bool = False
    unplugged: bool = False


class SimulatedTable:
    """Six dice in wells, thrown by a seed. Any thread may use it; times are the clock's seconds.

    Faces depend on (seed, number of the shake, well) alone; `shakes_before` is the number of shakes of an earlier part
    of the same game. `faults` are chances (0..1) of faults, as `switch` sets them; `paint` is one of PAINTS.
    """

    def __init__(
        self,
        seed: int,
        clock: Clock,
        dimensions: Mapping[str, Any],
        *,
        shakes_before: int = 0,
        faults: Mapping[SceneFault, float] | None = None,
        paint: str = "ivory",
    ) -> None:
        self.seed = seed
        self.dimensions = dimensions
        self._clock = clock
        self._lock = threading.Lock()
        self._chance = Chance(seed, dimensions)
        self._paint = PAINTS[paint]
        self._wells = len(dimensions["wells"]["centres"])
        start = Moment(-math.inf, shakes_before, (shakes_before,) * self._wells, -math.inf)
        self._past: deque[Moment] = deque([start], maxlen=PAST)
        for fault, chance in (faults or {}).items():
            self.switch(fault, chance)

    @property
    def shakes(self) -> int:
        """The number of the last shake."""
        return self._past[-1].shakes

    def home(self, at: float | None = None) -> None:
        """Let the carriage stand at home from this time on."""
        with self._lock:
            self._change(at, offset=0.0)

    def shake(self, start: float | None = None, seconds: float = SHAKE_SECONDS) -> None:
        """Throw every die whose lever is up, from `start` on for so many seconds."""
        with self._lock:
            last = self._past[-1]
            start = max(self._clock.now() if start is None else start, last.time)
            number = last.shakes + 1
            free = frozenset(range(1, self._wells + 1)) - last.clamped
            thrown = tuple(number if well in free else by for well, by in enumerate(last.thrown, 1))
            self._change(
                start, shakes=number, thrown=thrown, shaken=free, since=start, settled_from=start + seconds, offset=0.0
            )

    def stop(self, at: float | None = None) -> None:
        """Cut a shake short: the carriage stays where it is, and the dice settle from here on."""
        with self._lock:
            last = self._past[-1]
            at = max(self._clock.now() if at is None else at, last.time)
            if last.shaking(at):
                self._change(at, offset=last.stands(at), settled_from=at)

    def clamp(self, wells: Iterable[int], at: float | None = None) -> None:
        """Let the levers of these wells (1..6) lie on their dice from this time on, and all others be up."""
        with self._lock:
            self._change(at, clamped=frozenset(wells))

    def light(self, left: bool, right: bool, at: float | None = None) -> None:
        """Switch both halves of the ring."""
        with self._lock:
            self._change(at, lights=(left, right))

    def put_in_tray(self, count: int, throw: int = 0, paint: str = "ivory") -> None:
        """Let `count` dice lie in the open tray, as throw number `throw` of this seed; none takes all away."""
        with self._lock:
            dice = self._chance.in_tray(count, throw)
            self._change(None, free=tuple(replace(die, paint=PAINTS[paint]) for die in dice))

    def switch(self, fault: SceneFault, chance: float = 1.0, wells: Collection[int] = ()) -> None:
        """Let a fault happen to each throw of a die, or to each shake, with this chance; 0 switches it off.

        Faults of dice (cocked, double, empty, foreign) happen in `wells`, or in any well where none is named. It is
        decided by (seed, fault, number of the shake, well), so what lies there now may change at once. The camera's
        own faults (late, frozen, unplugged) are there or not: any chance above 0 switches them on.
        """
        with self._lock:
            now = self._clock.now()
            others = frozenset(entry for entry in self._past[-1].faults if entry[0] != fault)
            entry = (fault, chance, frozenset(wells), now)
            self._change(now, faults=others | {entry} if chance > 0 else others)

    def truth(self, time: float | None = None) -> tuple[int, ...]:
        """Return the faces that look up, or most nearly so, well by well, 0 for an empty one. For tests alone."""
        faces = [0] * self._wells
        for die in self.dice(time):
            if die.well is not None and not faces[die.well - 1]:
                faces[die.well - 1] = die.pose.up
        return tuple(faces)

    def dice(self, time: float | None = None) -> tuple[SeenDie, ...]:
        """Return every die with its pose, those in wells first. For tests alone."""
        return self.sight(self._clock.now() if time is None else time).scene.dice

    def sight(self, time: float) -> Sight:
        """Return what a camera over the table gets in an exposure that begins at `time`."""
        with self._lock:
            moment = next((m for m in reversed(self._past) if m.time <= time), self._past[0])
        faults = {fault: (chance, wells, since) for fault, chance, wells, since in moment.faults}
        shaking = moment.shaking(time)
        dice: list[SeenDie] = []
        things: list[Thing] = []
        for well, number in enumerate(moment.thrown, 1):
            jumbled = shaking and well in moment.shaken
            settling = time - moment.settled_from if well in moment.shaken and not shaking else math.inf
            here, odd = self._in_well(well, number, faults)
            for die in here:
                if jumbled:
                    pose = self._chance.jumbled(number, well, round((time - moment.since) * 1000))
                else:
                    pose = self._chance.rocking(die.pose, number, well, settling) if settling < SETTLING else die.pose
                dice.append(replace(die, pose=pose))
            things += odd
        offset = moment.stands(time)
        sweep = moment.stands(time + EXPOSURE) - offset
        scene = Scene(
            dice=(*dice, *moment.free),
            things=tuple(things),
            clamped=moment.clamped,
            offset=round(offset, 3),
            sweep=round(sweep, 3),
            hand=self._struck(faults, SceneFault.HAND, moment.shakes),
            glare=self._struck(faults, SceneFault.GLARE, moment.shakes),
        )
        left, right = moment.lights
        frame = round((time - max(moment.since, 0.0)) * FRAMES_A_SECOND)
        return Sight(
            scene,
            Exposure(
                left=0.0 if self._struck(faults, SceneFault.DEAD_LEFT, moment.shakes) is not None else float(left),
                right=0.0 if self._struck(faults, SceneFault.DEAD_RIGHT, moment.shakes) is not None else float(right),
                strength=0.03 if self._struck(faults, SceneFault.DARK, moment.shakes) is not None else 1.0,
                sharp=self._struck(faults, SceneFault.BLUR, moment.shakes) is None,
            ),
            (self.seed, moment.shakes, int(left), int(right), max(0, frame)),
            frozen_at=faults[SceneFault.FROZEN][2] if SceneFault.FROZEN in faults else None,
            late=SceneFault.LATE in faults,
            unplugged=SceneFault.UNPLUGGED in faults,
        )

    def _in_well(
        self, well: int, number: int, faults: Mapping[SceneFault, tuple[float, frozenset[int], float]]
    ) -> tuple[list[SeenDie], list[Thing]]:
        def strikes(fault: SceneFault) -> bool:
            chance, wells, _ = faults.get(fault, (0.0, frozenset(), 0.0))
            return (not wells or well in wells) and self._chance.strikes(fault, number, well, chance)

        if strikes(SceneFault.EMPTY):
            return [], []
        if strikes(SceneFault.FOREIGN):
            return [], [self._chance.thing(number, well)]
        poses: tuple[Pose, ...] = (self._chance.pose(number, well),)
        if strikes(SceneFault.DOUBLE):
            poses = self._chance.double(number, well)
        elif strikes(SceneFault.COCKED):
            poses = (self._chance.cocked(number, well),)
        return [SeenDie(pose, well, self._paint) for pose in poses], []

    def _struck(
        self, faults: Mapping[SceneFault, tuple[float, frozenset[int], float]], fault: SceneFault, shakes: int
    ) -> int | None:
        chance = faults[fault][0] if fault in faults else 0.0
        return shakes if self._chance.strikes(fault, shakes, 0, chance) else None

    def _change(self, time: float | None, **what: Any) -> None:
        last = self._past[-1]
        self._past.append(replace(last, time=max(self._clock.now() if time is None else time, last.time), **what))
