"""The simulated table: dice, shaker, levers and lights over time, and what a camera sees at any moment."""

import itertools
import math
import threading
from collections import deque
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from hardware.clock import Clock
from hardware.dimensions import find_mirrored_levers, mirror_pulse
from hardware.sim.build import Build, BuildFault, place_levers
from hardware.sim.chance import Chance
from hardware.sim.cube import DiePose
from hardware.sim.dice import PAINTS
from hardware.sim.drive import COOL, Path
from hardware.sim.scene import Exposure, Scene, SceneFault, SeenDie, Thing, faces_in_wells

SHAKE_RATE, SHAKE_RAMP = 8.0, 0.2
"""Default turns of the crank per second, and seconds of soft start and stop."""


@dataclass(frozen=True, slots=True)
class ActiveFault:
    """A fault that is switched on: its chance (0 to 1), the wells it may strike (none: all), and its start in s."""

    fault: SceneFault
    chance: float
    wells: frozenset[int]
    since: float


@dataclass(frozen=True, slots=True)
class TableState:
    """The state of the table from `time` (seconds) until the next change."""

    time: float
    shakes: int
    thrown: tuple[int, ...]
    """For each well the number of the shake that last threw its die."""
    settled_from: float
    """When the last shake ended, or will end."""
    stroke: float
    """How far (mm) a shake moves the carriage to and fro."""
    shaken: frozenset[int] = frozenset()
    """The wells whose dice the last shake threw."""
    since: float = -math.inf
    """When the last shake began: frames are counted from there."""
    crank: float = 0.0
    """The crank's angle in degrees, 0 at home, when it does not move."""
    begun: float = 0.0
    swept: float = 0.0
    """From which angle the last shake turned the crank, and by how many degrees."""
    path: Path | None = None
    """The last search for home."""
    clamped: frozenset[int] = frozenset()
    lifted: tuple[tuple[int, float], ...] = ()
    """Wells whose levers are neither up nor on their dice, each with its degrees above the horizontal."""
    lights: tuple[bool, bool] = (False, False)
    free: tuple[SeenDie, ...] = ()
    by_hand: int = 0
    """How often dice were thrown in the open tray."""
    active_faults: tuple[ActiveFault, ...] = ()

    def active_fault(self, fault: SceneFault) -> ActiveFault | None:
        """Return a fault that is switched on, or None."""
        return next((active for active in self.active_faults if active.fault == fault), None)

    def is_shaking(self, time: float) -> bool:
        """Return whether the crank shakes the dice at this time."""
        return self.since <= time < self.settled_from

    def find_angle(self, time: float) -> float:
        """Return the crank's angle (degrees, 0 at home) at this time."""
        if self.path and self.path.start <= time < self.path.end:
            return self.path.at(time)
        if not self.is_shaking(time):
            return self.crank
        whole, since = self.settled_from - self.since, time - self.since
        ramp = min(SHAKE_RAMP, whole / 2)
        begun, ending = min(since, ramp), max(0.0, since - (whole - ramp))
        passed = begun * begun / (2 * ramp) + max(0.0, since - ramp) - ending * ending / (2 * ramp)
        return self.begun + self.swept * passed / (whole - ramp)

    @property
    def rate(self) -> float:
        """The turns of the crank a second in the last shake."""
        whole = self.settled_from - self.since
        return abs(self.swept) / 360 / (whole - min(SHAKE_RAMP, whole / 2)) if math.isfinite(whole) else 0.0

    def find_offset(self, time: float) -> float:
        """Return how far (mm) to the right of home the carriage is."""
        return self.stroke / 2 * (1 - math.cos(math.radians(self.find_angle(time))))


FRAMES_A_SECOND = 30.0
EXPOSURE = 0.008
"""Exposure time of a picture in seconds."""
SETTLING = 0.3
"""Seconds for which dice rock after a shake."""
SHAKE_SECONDS = 1.5
DARKNESS = 0.03
"""The share of light that is left when it is dark."""
PUT = 10**12
"""More than the shakes of any game: poses from this number on are those of dice that people lay down."""
TRAY_THROWS = 1_000_000
"""More than the throws by hand between two shakes."""
PRESSING = 2.0
"""Degrees beyond the first touch from which a lever holds its die."""
SWAY, SWAYS, SWAYS_FROM, CALM = 3.0, 5.3, 3.0, 1.0
"""A post that swings: its swing in mm, its swings a second, the turns a second of the slowest shake that makes it
swing, and the seconds in which it calms down to a third."""
PAST = 64
"""Number of states kept: a camera delivers pictures of past moments."""


@dataclass(frozen=True, slots=True)
class Sight:
    """What a camera sees at one moment: the scene, its exposure, the seed of the noise, and the camera's own faults."""

    scene: Scene
    exposure: Exposure
    seed: tuple[int, ...]
    frozen_at: float | None = None
    late: bool = False
    unplugged: bool = False
    sway: float = 0.0
    """How many mm to the right the camera swings with its post."""


class SimulatedTable:
    """Six dice in wells, thrown by a seed. Thread-safe. Times are the clock's seconds.

    Faces depend only on (seed, number of the shake, well). `shakes_before` is the number of shakes in an earlier part
    of the same game. `faults` are probabilities (0..1) of faults, as for `switch`; `paint` is one of PAINTS; `build` is
    how the machine is built, by default correctly.
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
        build: Build | None = None,
    ) -> None:
        self.build = build or Build()
        self.seed = seed
        self.dimensions = self.build.plate(dimensions)
        self._clock = clock
        self._lock = threading.Lock()
        self._chance, self._warm = Chance(seed, self.dimensions), 0.0
        self._paint = PAINTS[paint]
        self._wells = len(dimensions["wells"]["centres"])
        lit = "ring" in dimensions
        start = TableState(
            -math.inf,
            shakes_before,
            (shakes_before,) * self._wells,
            -math.inf,
            2 * dimensions["crank"]["radius"] if "crank" in dimensions else 0.0,
            lights=(not lit, not lit),
        )
        self._past: deque[TableState] = deque([start], maxlen=PAST)
        for fault, chance in (faults or {}).items():
            self.switch(fault, chance)
        for fault, wells in (
            (SceneFault.EMPTY, self.build.numbers(BuildFault.DIE_MISSING)),
            (SceneFault.DOUBLE, self.build.numbers(BuildFault.TWO_DICE)),
        ):
            if wells:
                self.switch(fault, wells=wells)

    @property
    def shakes(self) -> int:
        """The number of the last shake."""
        return self._past[-1].shakes

    def seek(self, start: float | None = None) -> tuple[float, bool]:
        """Start the crank's search for its switch at `start`; return its seconds, and whether it will succeed."""
        with self._lock:
            last = self._past[-1]
            start = max(self._clock.now() if start is None else start, last.time)
            places, seconds, found = self.build.drive.seek_home(last.find_angle(start))
            self._change(start, crank=places[-1], path=Path(places, start, start + seconds))
            return seconds, found

    def home(self, at: float | None = None) -> None:
        """End a search: from this time on, the board takes the carriage to be at home."""
        with self._lock:
            last = self._past[-1]
            crank = last.crank if last.path and last.path.places[-1] == last.crank else 0.0
            self._change(at, crank=math.remainder(crank, 360), path=None)

    def shake(self, start: float | None = None, seconds: float = SHAKE_SECONDS, rate: float = SHAKE_RATE) -> bool:
        """Throw every die whose lever is up, from `start` on, for `seconds`, with `rate` turns of the crank a second.

        Return whether the crank will be where the board expects it at the end.
        """
        with self._lock:
            last = self._past[-1]
            start = max(self._clock.now() if start is None else start, last.time)
            number = last.shakes + 1
            free = frozenset(range(1, self._wells + 1)) - last.clamped
            thrown = tuple(number if well in free else by for well, by in enumerate(last.thrown, 1))
            turns = max(1, round(rate * (seconds - SHAKE_RAMP)))
            crank = last.find_angle(start)
            swept = self.build.drive.shake(crank, turns, rate) - crank
            self._warm += seconds
            if self.build.drive.heats and self._warm > COOL:
                swept /= 2 * turns
            self._change(
                start,
                shakes=number,
                thrown=thrown,
                shaken=free,
                since=start,
                settled_from=start + seconds,
                begun=crank,
                swept=swept,
                crank=math.remainder(crank + swept, 360),
                path=None,
            )
            return self.build.drive.comes_home(crank + swept)

    def knock(self, wells: frozenset[int], start: float, seconds: float) -> None:
        """Throw the dice in the boxes of these wells, from `start` on, for `seconds`."""
        with self._lock:
            last = self._past[-1]
            start, number = max(start, last.time), last.shakes + 1
            shaken = self.build.find_thrown(wells, number)
            thrown = tuple(number if well in shaken else by for well, by in enumerate(last.thrown, 1))
            end = start + seconds
            self._change(start, shakes=number, thrown=thrown, shaken=shaken, since=start, settled_from=end)

    def stop(self, at: float | None = None) -> None:
        """Cut a motion short: the carriage stays in place, and dice that were shaken settle from now on."""
        with self._lock:
            last = self._past[-1]
            at = max(self._clock.now() if at is None else at, last.time)
            if last.is_shaking(at):
                self._change(at, crank=last.find_angle(at), settled_from=at)
            elif last.path and last.path.start <= at < last.path.end:
                self._change(at, crank=last.find_angle(at), path=None)

    def clamp(self, wells: Iterable[int], at: float | None = None, pulses: Sequence[float] | None = None) -> None:
        """Put the levers of these wells (1..6) down and all others up, from this time on.

        `pulses` are those (µs) of servos 1 to 6, by default the usual ones.
        """
        with self._lock:
            lever, down = self.dimensions["lever"], frozenset(wells)
            if pulses is None:
                ends = [
                    lever["lowest_pulse" if well in down else "highest_pulse"] for well in range(1, self._wells + 1)
                ]
                mirror = find_mirrored_levers(self.dimensions)
                pulses = [mirror_pulse(end) if well in mirror else end for well, end in enumerate(ends, 1)]
            calls = self.build.calls(self.dimensions, pulses)
            stands = [lever["highest"] if angle is None else angle for angle in calls]
            clamped, lifted = place_levers(self.dimensions, stands, -PRESSING)
            self._change(at, clamped=clamped, lifted=lifted)

    def light(self, left: bool, right: bool, at: float | None = None) -> None:
        """Switch both outputs to the halves of the ring."""
        with self._lock:
            lamps = self.build.drive_lamps(float(left), float(right))
            self._change(at, lights=(lamps[0] > 0, lamps[1] > 0))

    def put_in_tray(self, count: int, throw: int = 0, paint: str = "ivory") -> None:
        """Put `count` dice into the open tray, as throw number `throw` of this seed; 0 removes all."""
        with self._lock:
            dice = self._chance.draw_in_tray(count, throw)
            self._change(None, free=tuple(replace(die, paint=PAINTS[paint]) for die in dice))

    def throw_in_tray(self, count: int, kept: Sequence[int] = ()) -> None:
        """Take all dice out of the open tray except those that show `kept`, then throw `count` dice beside them.

        Their faces depend on the seed, the last shake, and the number of throws by hand since it.
        """
        with self._lock:
            last = self._past[-1]
            dice = self._chance.throw_beside(last.free, kept, count, TRAY_THROWS * last.shakes + last.by_hand)
            free = tuple(die if die in last.free else replace(die, paint=self._paint) for die in dice)
            self._change(None, free=free, by_hand=last.by_hand + 1)

    def put(self, well: int, value: int) -> None:
        """Lay a well's die flat with `value` up, as people do."""
        with self._lock:
            number = next(number for number in itertools.count(PUT) if self._chance.pose(number, well).up == value)
            thrown = self._past[-1].thrown
            self._change(None, thrown=(*thrown[: well - 1], number, *thrown[well:]))

    def lay_dice(self, wells: Sequence[int]) -> None:
        """Lay dice into other wells: all of them are alike, so that nothing changes."""

    def switch(self, fault: SceneFault, chance: float = 1.0, wells: Collection[int] = ()) -> None:
        """Make a fault happen to each throw of a die, or to each shake, with this probability; 0 switches it off.

        Faults of dice (cocked, double, empty, foreign, spinning) happen in `wells`, or in any well if none is named.
        (seed, fault, number of the shake, well) decide it, so dice that lie there may change at once. The camera's own
        faults (late, frozen, unplugged) are on or off: any probability above 0 switches them on.
        """
        with self._lock:
            now = self._clock.now()
            others = tuple(active for active in self._past[-1].active_faults if active.fault != fault)
            more = (ActiveFault(fault, chance, frozenset(wells), now),) if chance > 0 else ()
            self._change(now, active_faults=others + more)

    def truth(self) -> tuple[int, ...]:
        """Return the uppermost face of each well's die, 0 for an empty well. For tests only."""
        return faces_in_wells(self.dice(), self._wells)

    def dice(self, time: float | None = None) -> tuple[SeenDie, ...]:
        """Return every die with its pose, those in wells first. For tests only."""
        return self.sight(self._clock.now() if time is None else time).scene.dice

    def sight(self, time: float) -> Sight:
        """Return what a camera over the table sees in an exposure that begins at `time`."""
        with self._lock:
            state = next((m for m in reversed(self._past) if m.time <= time), self._past[0])
        offset = state.find_offset(time)
        scene = Scene(
            dice=(*self._see_in_wells(state, time), *state.free),
            things=self._things(state),
            clamped=state.clamped,
            lifted=state.lifted,
            offset=round(offset, 3),
            sweep=round(state.find_offset(time + EXPOSURE) - offset, 3),
            hand=state.shakes if self._strikes(state, SceneFault.HAND) else None,
            glare=state.shakes if self._strikes(state, SceneFault.GLARE) else None,
            dirt=state.shakes if self._strikes(state, SceneFault.DIRT) else None,
        )
        left, right = state.lights
        exposure = Exposure(
            left=float(left and not self._strikes(state, SceneFault.DEAD_LEFT)),
            right=float(right and not self._strikes(state, SceneFault.DEAD_RIGHT)),
            strength=DARKNESS if self._strikes(state, SceneFault.DARK) else 1.0,
            sharp=not self._strikes(state, SceneFault.BLUR),
        )
        frame = max(0, round((time - max(state.since, 0.0)) * FRAMES_A_SECOND))
        frozen = state.active_fault(SceneFault.FROZEN)
        return Sight(
            scene,
            exposure,
            (self.seed, state.shakes, int(left), int(right), frame),
            frozen_at=frozen.since if frozen else None,
            late=state.active_fault(SceneFault.LATE) is not None,
            unplugged=state.active_fault(SceneFault.UNPLUGGED) is not None,
            sway=self._sway(state, time),
        )

    def _sway(self, state: TableState, time: float) -> float:
        if not self.build.has(BuildFault.POST_SWINGS) or state.rate < SWAYS_FROM or time < state.since:
            return 0.0
        calm = math.exp(-max(0.0, time - state.settled_from) / CALM)
        return SWAY * calm * math.sin(2 * math.pi * SWAYS * (time - state.since))

    def _see_in_wells(self, state: TableState, time: float) -> Iterator[SeenDie]:
        for well, number in enumerate(state.thrown, 1):
            if self._strikes(state, SceneFault.BESIDE, well):
                yield self._chance.draw_beside(number, well)
                continue
            for pose in self._find_poses(state, well, number):
                longer = (
                    self._chance.draw_spin_time(number, well)
                    if self._strikes(state, SceneFault.SPINNING, well)
                    else 0.0
                )
                since = time - state.settled_from
                if well not in state.shaken:
                    seen = pose
                elif state.is_shaking(time):
                    seen = self._chance.jumble(number, well, round((time - state.since) * 1000))
                elif since < longer:
                    seen = self._chance.spin(pose, number, well, since)
                elif since - longer < SETTLING:
                    seen = self._chance.rock(pose, number, well, since - longer)
                else:
                    seen = pose
                yield SeenDie(seen, well, self._paint)

    def _find_poses(self, state: TableState, well: int, number: int) -> tuple[DiePose, ...]:
        """Return the poses at rest of a well's dice after the shake that threw them."""
        if self._strikes(state, SceneFault.EMPTY, well) or self._strikes(state, SceneFault.FOREIGN, well):
            return ()
        if self._strikes(state, SceneFault.DOUBLE, well):
            return self._chance.draw_double(number, well)
        if self._strikes(state, SceneFault.COCKED, well):
            return (self._chance.draw_cocked(number, well),)
        return (self._chance.pose(number, well),)

    def _things(self, state: TableState) -> tuple[Thing, ...]:
        return tuple(
            self._chance.thing(number, well)
            for well, number in enumerate(state.thrown, 1)
            if self._strikes(state, SceneFault.FOREIGN, well) and not self._strikes(state, SceneFault.EMPTY, well)
        )

    def _strikes(self, state: TableState, fault: SceneFault, well: int = 0) -> bool:
        """Return whether a fault happens to a well's die, or with 0 to the whole table."""
        active = state.active_fault(fault)
        if active is None or (well and active.wells and well not in active.wells):
            return False
        number = state.thrown[well - 1] if well else state.shakes
        return self._chance.strikes(fault, number, well, active.chance)

    def _change(self, time: float | None, **what: Any) -> None:
        last = self._past[-1]
        self._past.append(replace(last, time=max(self._clock.now() if time is None else time, last.time), **what))
