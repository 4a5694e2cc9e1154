"""Hands at the simulated table: they hold the board for calibrating, lay it on the lid, and take it away."""

from collections.abc import Mapping, Sequence
from typing import Any

from hardware.sim.held import Hand, Held
from hardware.sim.table import SimulatedTable
from hardware.sim.wells import Wells

POSES = (
    Held(115, 100, 60),
    Held(60, 70, 60, pitch=25),
    Held(170, 130, 60, pitch=-25),
    Held(60, 130, 70, yaw=25),
    Held(170, 70, 70, yaw=-25),
    Held(10, 80, 40, pitch=15, yaw=-15),
    Held(230, 120, 40, pitch=-15, yaw=15),
    Held(20, 130, 30, pitch=-20, yaw=-10),
    Held(220, 60, 30, pitch=20, yaw=10),
    Held(115, 100, 120, pitch=30, roll=20),
    Held(100, 90, 110, yaw=-30, roll=-25),
    Held(130, 110, 90, pitch=-30, yaw=20, roll=90),
    Held(-10, 40, 10, pitch=-10, yaw=12),
    Held(240, 40, 10, pitch=-10, yaw=-12),
    Held(-10, 160, 10, pitch=10, yaw=12),
    Held(240, 160, 10, pitch=10, yaw=-12),
)
"""How the board is held, one after the other."""


class SimulatedHands:
    """What people do at a real table when the calibration asks them to."""

    def __init__(self, table: SimulatedTable, hand: Hand, dimensions: Mapping[str, Any]) -> None:
        self._table, self._hand = table, hand
        camera_place, height = dimensions["camera"], Wells.from_dimensions(dimensions).lid_top
        self._on_lid = Held(float(camera_place["x"]), float(camera_place["y"]), height)

    def board(self, number: int) -> None:
        """Hold the board in another way for each number from 0 on."""
        self._hand.held = POSES[number % len(POSES)]

    def lid(self) -> None:
        """Lay the board on the lid."""
        self._hand.held = self._on_lid

    def dice(self) -> tuple[int, ...]:
        """Take the board away and return what the wells' dice show, 0 where there is none."""
        self._hand.held = None
        return self._table.truth()

    def throw(self, count: int, kept: Sequence[int]) -> None:
        """Take all dice out of the open tray but those that show `kept`, and throw `count` of them."""
        self._table.throw_in_tray(count, kept)
