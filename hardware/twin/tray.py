"""The open tray: dice that people throw by hand onto felt."""

import math
from collections import Counter
from collections.abc import Sequence

import numpy as np

from hardware.sim.cube import DiePose
from hardware.twin.measures import Floats, Measures
from hardware.twin.model import Surfaces, tray_model
from hardware.twin.physics import RestDetector, engine

FALL, SPREAD = 0.08, 0.02
"""Height above the felt at which a hand lets go, and distance of the dice in the hand, in metres."""
MOST_SPEED, MOST_SPIN = 0.6, 40.0
LONGEST_TICKS = 6000


class TrayPhysics:
    """The dice in the tray; none before the first throw."""

    def __init__(self, measures: Measures, surfaces: Surfaces) -> None:
        self._measures, self._surfaces = measures, surfaces
        self._mujoco = engine()
        self._count = 0
        self._ticks = 0

    def throw(self, count: int, random: np.random.Generator, kept: Sequence[int] = ()) -> None:
        """Remove all dice except those that show `kept`, and throw `count` beside them."""
        stay = self._showing(kept)
        self._count, self._ticks = count + len(stay), 0
        if not self._count:
            return
        self._model = self._mujoco.MjModel.from_xml_string(tray_model(self._measures, self._surfaces, self._count))
        self._data = self._mujoco.MjData(self._model)
        places = self._data.qpos.reshape(self._count, 7)
        speeds = self._data.qvel.reshape(self._count, 6)
        places[count:] = stay
        across = math.ceil(math.sqrt(count))
        for die in range(count):
            column, row = die % across - (across - 1) / 2, die // across - (across - 1) / 2
            places[die, :3] = column * SPREAD * 1.45, row * SPREAD * 1.45, FALL + random.uniform(0, SPREAD)
            turn = random.normal(0, 1, 4)
            places[die, 3:] = turn / np.linalg.norm(turn)
            speeds[die, :2] = random.uniform(-MOST_SPEED, MOST_SPEED, 2)
            speeds[die, 3:] = random.uniform(-MOST_SPIN, MOST_SPIN, 3)
        self._rest = RestDetector(places)

    def _showing(self, faces: Sequence[int]) -> Floats:
        """Return the poses (n, 7) of dice that show these faces, as many as there are."""
        left, stay = Counter(faces), []
        for number, die in enumerate(self.dice):
            if left[die.up]:
                left[die.up] -= 1
                stay.append(self._data.qpos.reshape(self._count, 7)[number])
        return np.array(stay).reshape(-1, 7)

    def tick(self) -> None:
        """Advance by one tick."""
        if not self._count or self.still:
            return
        self._mujoco.mj_step(self._model, self._data)
        self._ticks += 1
        self._rest.tick()

    @property
    def still(self) -> bool:
        """Whether the dice are at rest; after three seconds they count as stopped by hand."""
        return not self._count or self._rest.found or self._ticks >= LONGEST_TICKS

    @property
    def dice(self) -> tuple[DiePose, ...]:
        """The dice in plate coordinates."""
        if not self._count:
            return ()
        left, top, side, floor = self._measures.tray
        middle = np.array([left + side / 2, top + side / 2, floor])
        shaft = np.array(self._measures.shaft)
        shift = (middle - shaft) * (1, -1, 1) / 1000
        poses = []
        for place in self._data.qpos.reshape(self._count, 7):
            turn: Floats = np.empty(9)
            self._mujoco.mju_quat2Mat(turn, place[3:])
            poses.append(self._measures.to_plate(place[:3] + shift, turn.reshape(3, 3)))
        return tuple(poses)

    def state(self) -> bytes:
        """Return everything that determines the future of the tray."""
        return bytes(self._data.qpos.tobytes() + self._data.qvel.tobytes()) if self._count else b""
