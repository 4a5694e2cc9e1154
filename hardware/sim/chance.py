"""Random outcomes from a seed: faces, positions, cocked and stacked dice, and the rocking of a die before it rests."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from hardware.sim.cube import DiePose, find_showing, lay_die, overlap, rotate, tilt_die
from hardware.sim.scene import SceneFault, SeenDie, Thing, ThingKind

_THROW, _JUMBLE, _ROCK, _TRAY, _THING, _COCKED, _DOUBLE, _FAULT, _RESTLESS = range(1, 10)

_BESIDE = 1_000
"""More wells than any machine has."""
HIDES = 0.3
"""Largest distance from a box at which it hides the sheet from a camera, as a share of its height."""
JUMBLES = 16
"""Number of poses of a flying die in its well: a camera draws each of them only once."""


class Chance:
    """Draws random outcomes. Each depends only on the seed and the arguments, never on earlier draws."""

    def __init__(self, seed: int, dimensions: Mapping[str, Any]) -> None:
        self._seed = seed
        wells, tray, die = dimensions["wells"], dimensions["tray"], dimensions["die"]
        self._centres = tuple((float(x), float(y)) for x, y in wells["centres"])
        self._reach, self._floor, self._side = wells["side"] / 2, float(wells["floor"]), float(die["side"])
        self._tray = tuple(float(tray[key]) for key in ("left", "top", "right", "bottom", "floor"))
        self._taken = tuple(tuple(area) for area in tray["taken"])

    def _random(self, what: int, *numbers: int) -> np.random.Generator:
        return np.random.default_rng((self._seed, what, *numbers))

    def _room(self, yaw: float) -> float:
        """Return how far (mm) a flat die may be from the centre of its well when rotated by `yaw` degrees."""
        turn = math.radians(yaw)
        return float(self._reach - self._side / 2 * (abs(math.cos(turn)) + abs(math.sin(turn))))

    def pose(self, number: int, well: int) -> DiePose:
        """Return the pose of a well's die after the shake of this number."""
        random = self._random(_THROW, number, well)
        value, yaw = int(random.integers(1, 7)), float(random.uniform(0, 360))
        right, down = (float(v) for v in random.uniform(-1, 1, 2) * self._room(yaw))
        x, y = self._centres[well - 1]
        return lay_die(value, (x + right, y + down, self._floor), self._side, yaw)

    def jumble(self, number: int, well: int, moment: int) -> DiePose:
        """Return the pose of a die during a shake."""
        which = int(self._random(_JUMBLE, number, well, max(0, moment)).integers(JUMBLES))
        random = self._random(_JUMBLE, well, which)
        axis = random.normal(0, 1, 3)
        axis /= np.linalg.norm(axis)
        turn = rotate((float(axis[0]), float(axis[1]), float(axis[2])), float(random.uniform(0, 360)))
        x, y = self._centres[well - 1]
        right, down, up = (float(v) for v in random.uniform((-3, -3, 11), (3, 3, 30)))
        return DiePose((x + right, y + down, self._floor + up), tuple(float(v) for v in turn.ravel()))

    def rock(self, pose: DiePose, number: int, well: int, since: float) -> DiePose:
        """Return the pose of a die that comes to rest, `since` seconds after the shake: its rocking fades."""
        random = self._random(_ROCK, number, well)
        direction, phase = float(random.uniform(0, 360)), float(random.uniform(0, 2 * math.pi))
        fading = math.exp(-since / 0.12) * (1 - since / 0.3)
        degrees = 9.0 * fading * math.cos(2 * math.pi * 8.0 * since + phase)
        lean = tilt_die(pose, self._side, self._floor, direction, degrees)
        slide = 1.2 * fading
        return DiePose((pose.middle[0] + slide * math.cos(phase), pose.middle[1], lean.middle[2]), lean.turn)

    def draw_spin_time(self, number: int, well: int) -> float:
        """Return for how many seconds a well's die keeps spinning or rocking if it does not settle."""
        return float(self._random(_RESTLESS, number, well).uniform(0.5, 2.0))

    def spin(self, pose: DiePose, number: int, well: int, since: float) -> DiePose:
        """Return a die, `since` seconds after the shake, that spins on a corner ever more slowly or keeps rocking."""
        random = self._random(_RESTLESS, number, well)
        left = 1 - since / float(random.uniform(0.5, 2.0))
        direction, phase = (float(v) for v in random.uniform(0, 360, 2))
        if random.random() < 0.5:
            turns = float(random.uniform(4, 9)) * (since - 0.3 * since * (1 - left))
            standing = tilt_die(pose, self._side, self._floor, direction, float(random.uniform(25, 54)))
            turn = rotate((0, 0, 1), 360 * turns) @ standing.matrix
            return DiePose(standing.middle, tuple(float(v) for v in turn.ravel()))
        swing = math.sin(2 * math.pi * float(random.uniform(3, 9)) * since + math.radians(phase))
        return tilt_die(pose, self._side, self._floor, direction, (2 + 8 * left) * swing)

    def draw_cocked(self, number: int, well: int) -> DiePose:
        """Return the same die leaning against a wall or a corner of its well, by 12 to 40 degrees."""
        random = self._random(_COCKED, number, well)
        direction, degrees = float(random.uniform(0, 360)), float(random.uniform(12, 40))
        pose = tilt_die(self.pose(number, well), self._side, self._floor, direction, degrees)
        along = math.radians(direction)
        return self._move(pose, well, math.copysign(1, math.cos(along)), math.sin(along))

    def _move(self, pose: DiePose, well: int, right: float, down: float) -> DiePose:
        """Return a die at another position in its well: 0 is the centre, 1 or -1 is at a wall."""
        reach = np.abs(pose.matrix[:2]).sum(axis=1) * self._side / 2
        room = np.maximum(self._reach - reach, 0)
        x, y = self._centres[well - 1]
        return DiePose((x + right * float(room[0]), y + down * float(room[1]), pose.middle[2]), pose.turn)

    def draw_double(self, number: int, well: int) -> tuple[DiePose, DiePose]:
        """Return two dice in one well: one flat in a corner, the other on top of it or leaning beside it."""
        random = self._random(_DOUBLE, number, well)
        corner = 2 * random.integers(0, 2, 2) - 1
        flat = lay_die(self.pose(number, well).up, (0, 0, self._floor), self._side, float(random.uniform(-8, 8)))
        first = self._move(flat, well, float(corner[0]), float(corner[1]))
        value, yaw = int(random.integers(1, 7)), float(random.uniform(0, 360))
        second = lay_die(value, (0, 0, self._floor), self._side, yaw)
        if random.random() < 0.5:
            shift = random.uniform(-0.6, 0.6, 2)
        else:
            away = math.degrees(math.atan2(-float(corner[1]), -float(corner[0])))
            second = tilt_die(second, self._side, self._floor, away, float(random.uniform(25, 42)))
            shift = -corner * random.uniform(0.8, 1.0, 2)
        return first, self._stack(self._move(second, well, float(shift[0]), float(shift[1])), first)

    def _stack(self, pose: DiePose, below: DiePose) -> DiePose:
        """Return a die raised from its floor until it just touches the one below it."""
        x, y, standing = pose.middle
        least, most = 0.0, 2 * self._side
        for _ in range(12):
            middle = (least + most) / 2
            if overlap(DiePose((x, y, standing + middle), pose.turn), below, self._side) > 0:
                least = middle
            else:
                most = middle
        return DiePose((x, y, standing + most), pose.turn)

    def thing(self, number: int, well: int) -> Thing:
        """Return a foreign object in a well."""
        random = self._random(_THING, number, well)
        x, y = self._centres[well - 1]
        right, down, angle = (float(v) for v in random.uniform((-4, -4, 0), (4, 4, 360)))
        kind = tuple(ThingKind)[int(random.integers(0, len(ThingKind)))]
        return Thing(kind, x + right, y + down, self._floor, angle, well)

    def draw_in_tray(self, count: int, throw: int, beside: Sequence[tuple[float, float]] = ()) -> tuple[SeenDie, ...]:
        """Return dice thrown by hand into the open tray, clear of each other and of dice at `beside` (mm)."""
        random = self._random(_TRAY, throw)
        left, top, right, bottom, floor = self._tray
        apart, margin = self._side * 1.43, self._side * 0.72
        taken = [(x - left, y - top) for x, y in beside]
        places: list[tuple[float, float]] = []
        while len(places) < count:
            x, y = (float(v) for v in random.uniform(margin, (right - left - margin, bottom - top - margin), 2))
            if all(math.hypot(x - a, y - b) >= apart for a, b in (*taken, *places)) and self._fits(left + x, top + y):
                places.append((x, y))
        return tuple(
            SeenDie(
                lay_die(
                    int(random.integers(1, 7)), (left + x, top + y, floor), self._side, float(random.uniform(0, 360))
                )
            )
            for x, y in places
        )

    def throw_beside(
        self, lying: Sequence[SeenDie], kept: Sequence[int], count: int, throw: int
    ) -> tuple[SeenDie, ...]:
        """Return the dice `lying` in the open tray that show `kept`, and `count` more that are thrown by hand."""
        stay = [lying[place] for place in find_showing([die.pose for die in lying], kept)]
        return (*stay, *self.draw_in_tray(count, throw, [die.pose.middle[:2] for die in stay]))

    def draw_beside(self, number: int, well: int) -> SeenDie:
        """Return a well's die that has jumped into the tray, or onto the sheet around the boxes."""
        return self.draw_in_tray(1, _BESIDE * number + well)[0]

    def _fits(self, x: float, y: float) -> bool:
        """Return whether a die at this place in the tray is clear of what stands there, also in a camera's view."""
        for left, top, right, bottom, height in self._taken:
            room = self._side * 0.72 + HIDES * height
            if left - room < x < right + room and top - room < y < bottom + room:
                return False
        return True

    def strikes(self, fault: SceneFault, number: int, well: int, chance: float) -> bool:
        """Return whether a fault with this probability happens in a shake, in a well (0: the whole table)."""
        if chance <= 0:
            return False
        return float(self._random(_FAULT, tuple(SceneFault).index(fault), number, well).random()) < chance
