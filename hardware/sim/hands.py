"""Hands at the simulated table: they hold the calibration board, lay it on the lid, and take it away."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Protocol

from hardware.sim.calibration_board import BoardPose, Hand
from hardware.sim.wells import Wells

POSES = (
    BoardPose(0, 0, 60),
    BoardPose(-55, -30, 60, pitch=25),
    BoardPose(55, 30, 60, pitch=-25),
    BoardPose(-55, 30, 70, yaw=25),
    BoardPose(55, -30, 70, yaw=-25),
    BoardPose(-105, -20, 40, pitch=15, yaw=-15),
    BoardPose(115, 20, 40, pitch=-15, yaw=15),
    BoardPose(-95, 30, 30, pitch=-20, yaw=-10),
    BoardPose(105, -40, 30, pitch=20, yaw=10),
    BoardPose(0, 0, 120, pitch=30, roll=20),
    BoardPose(-15, -10, 110, yaw=-30, roll=-25),
    BoardPose(15, 10, 90, pitch=-30, yaw=20, roll=90),
    BoardPose(-125, -60, 10, pitch=-10, yaw=12),
    BoardPose(125, -60, 10, pitch=-10, yaw=-12),
    BoardPose(-125, 60, 10, pitch=10, yaw=12),
    BoardPose(125, 60, 10, pitch=10, yaw=-12),
)
"""The poses in which the board is held, one after another; their places are from the one below the lens."""


class Touched(Protocol):
    """A table whose dice people can touch."""

    def truth(self) -> tuple[int, ...]: ...

    def throw_in_tray(self, count: int, kept: Sequence[int] = ()) -> None: ...

    def lay_dice(self, wells: Sequence[int]) -> None: ...


def held_poses(dimensions: Mapping[str, Any]) -> tuple[BoardPose, ...]:
    """Return the poses in which the board is held at a machine, in plate coordinates."""
    camera = dimensions["camera"]
    return tuple(replace(pose, x=pose.x + camera["x"], y=pose.y + camera["y"]) for pose in POSES)


class SwitchedBoard(Protocol):
    """A board whose lid and emergency stop people can move."""

    def open_lid(self) -> None: ...

    def close_lid(self) -> None: ...

    def press_estop(self) -> None: ...

    def release_estop(self) -> None: ...


class SimulatedHands:
    """Does what people do at a real table: holds the board, throws dice, opens the lid and presses the stop."""

    def __init__(self, table: Touched, hand: Hand, dimensions: Mapping[str, Any], board: SwitchedBoard) -> None:
        self._table, self._hand, self._board = table, hand, board
        camera_place, height = dimensions["camera"], Wells.from_dimensions(dimensions).lid_top
        self._poses = held_poses(dimensions)
        self._on_lid = BoardPose(float(camera_place["x"]), float(camera_place["y"]), height)

    def board(self, number: int) -> None:
        """Hold the board in the pose of this number (from 0 on)."""
        self._hand.held = self._poses[number % len(self._poses)]

    def lid(self) -> None:
        """Lay the board on the lid."""
        self._hand.held = self._on_lid

    def dice(self) -> tuple[int, ...]:
        """Take the board away, and return the faces of the dice in the wells, 0 for an empty one."""
        self._hand.held = None
        return self._table.truth()

    def throw(self, count: int, kept: Sequence[int]) -> None:
        """Take all dice out of the open tray except those that show `kept`, and throw `count` of them."""
        self._table.throw_in_tray(count, kept)

    def lay_dice(self, wells: tuple[int, ...]) -> None:
        """Lay the die that was in well 1 at first into the first of `wells`, and so on; the others where room is."""
        self._table.lay_dice(wells)

    def lid_open(self) -> None:
        """Open the lid."""
        self._board.open_lid()

    def lid_shut(self) -> None:
        """Close the lid."""
        self._board.close_lid()

    def stop_pressed(self) -> None:
        """Press the emergency stop."""
        self._board.press_estop()

    def stop_released(self) -> None:
        """Release the emergency stop."""
        self._board.release_estop()
