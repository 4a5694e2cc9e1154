"""The machine's dimensions for the physics: metres and radians, in the frame of the rocker."""

import math
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hardware.sim.cube import DiePose
from hardware.sim.wells import Wells

Floats = NDArray[np.float64]

MIRROR = np.diag([1.0, -1.0, 1.0])
"""Plate coordinates run down the picture and are left-handed; the physics is right-handed."""


class Measures:
    """Lengths in metres, angles in radians, masses in kg, from the dimensions of machine.toml.

    The rocker's frame has its origin on the shaft, x to the right, y up in the picture, z upward. It rotates with the
    wells block, so that wells and lever axes are fixed in it.
    """

    def __init__(self, dimensions: Mapping[str, Any]) -> None:
        wells = Wells(dimensions)
        rocker, crank, lever = dimensions["rocker"], dimensions["crank"], dimensions["lever"]
        die = dimensions["die"]
        left, top, right, bottom = wells.outline
        shaft = ((left + right) / 2 + rocker["across"], (top + bottom) / 2, wells.floor - rocker["below"])
        tipping, swinging = dimensions["masses"]["rocker"], dimensions["masses"]["lever"]
        self.shaft: tuple[float, float, float] = shaft
        """The frame's origin in plate coordinates, mm."""
        self.centres = tuple(((x - shaft[0]) / 1000, (shaft[1] - y) / 1000) for x, y in wells.centres)
        self.ways = tuple(-round(wells.outward(well)) for well in range(1, len(wells.centres) + 1))
        """For each well 1 if its outer wall is up in the picture (+y), else -1."""
        self.reach = wells.reach / 1000
        self.wall = float(dimensions["wells"]["wall"] / 1000)
        self.depth = float(dimensions["wells"]["depth"] / 1000)
        self.slot = wells.slot[0] / 1000, wells.slot[1] / 1000
        self.arm = float(rocker["below"] / 1000)
        """Height of the wells' floor above the shaft."""
        self.rocker_inertia = float(tipping["inertia"] / 1e9)
        """Moment of inertia about the shaft."""
        self.rocker_moment = tuple(float(tipping["mass"] * part / 1e6) for part in tipping["middle"])
        """Its mass times the position of its centre right of the shaft and above it."""
        self.crank = float(crank["radius"] / 1000)
        self.rod = float(crank["rod"] / 1000)
        """Length of the rod from pin to pin."""
        self.across = float(rocker["across"] / 1000)
        """Distance from the shaft left to the rocker's pin, which is level with it at home."""
        self.steps = int(crank["steps"])
        self.switch = math.radians(crank["switch"])
        self.hysteresis = math.radians(crank["hysteresis"])
        self.die_side = float(die["side"] / 1000)
        self.die_round = float(die["corner_radius"] / 1000)
        self.die_mass = float(die["mass"] / 1000)
        self.lever_outside = float(lever["outside"] / 1000)
        self.lever_height = float((lever["height"] - shaft[2]) / 1000)
        """Height of the lever's axis above the shaft."""
        self.lever_arm = float(lever["arm"] / 1000)
        self.lever_mass = float(swinging["mass"] / 1000)
        self.lever_middle = tuple(float(part / 1000) for part in swinging["middle"])
        """The lever's centre of mass: from the axis along the line to the tip, and above that line."""
        self.lever_inertia = float(swinging["inertia"] / 1e9)
        """Moment of inertia about the axis, without the servo."""
        self.tip_radius = float(lever["tip_radius"] / 1000)

    @property
    def middle(self) -> Floats:
        """The middle of the wells' floor (3,) in the frame."""
        return np.array([*np.mean(self.centres, axis=0), self.arm])

    @property
    def die_inertia(self) -> float:
        """Moment of inertia about any axis, as of a solid cube; the round edges matter less than the paint."""
        return self.die_mass * self.die_side**2 / 6

    def lever_axis(self, well: int) -> tuple[float, float, float]:
        """Return the position of the lever axis of well 1..6."""
        (x, y), way = self.centres[well - 1], self.ways[well - 1]
        return x, y + way * (self.reach + self.wall + self.lever_outside), self.lever_height

    def to_plate(self, place: Floats, turn: Floats) -> DiePose:
        """Return the pose in plate coordinates of a position (3,) and a rotation (3, 3) in the level frame."""
        x, y, z = place
        middle = (self.shaft[0] + 1000 * x, self.shaft[1] - 1000 * y, self.shaft[2] + 1000 * z)
        return DiePose(
            (float(middle[0]), float(middle[1]), float(middle[2])),
            tuple(float(v) for v in (MIRROR @ turn @ MIRROR).ravel()),
        )

    def from_plate(self, pose: DiePose) -> tuple[Floats, Floats]:
        """Return the position (3,) and the rotation (3, 3) in the level frame of a pose in plate coordinates."""
        x, y, height = pose.middle
        place = np.array([x - self.shaft[0], self.shaft[1] - y, height - self.shaft[2]]) / 1000
        return place, MIRROR @ pose.matrix @ MIRROR


def rotate_rocker(angle: float) -> Floats:
    """Return the rotation (3, 3) of the rocker's frame by `angle` radians, positive to the right and down."""
    cosine, sine = math.cos(angle), math.sin(angle)
    return np.array([[cosine, 0.0, sine], [0.0, 1.0, 0.0], [-sine, 0.0, cosine]])


def round_pose(pose: DiePose) -> DiePose:
    """Return a pose without the trembling on a soft floor, so that one picture serves for many frames."""
    x, y, height = (round(v, 1) for v in pose.middle)
    return DiePose((x, y, height), tuple(round(v, 3) for v in pose.turn))
