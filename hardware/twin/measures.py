"""The machine's dimensions for the physics: metres and radians, in the frame of the rocker."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from hardware.sim.cube import DiePose
from hardware.sim.wells import Wells

Floats = NDArray[np.float64]

MIRROR = np.diag([1.0, -1.0, 1.0])
"""Plate coordinates run down the picture and are left-handed; the physics is right-handed."""


@dataclass(frozen=True, slots=True)
class Measures:
    """Lengths in metres, angles in radians, masses in kg.

    The rocker's frame has its origin on the shaft, x to the right, y up in the picture, z upward. It rotates with the
    wells block, so that wells and lever axes are fixed in it.
    """

    shaft: tuple[float, float, float]
    """The frame's origin in plate coordinates, mm."""
    centres: tuple[tuple[float, float], ...]
    ways: tuple[int, ...]
    """For each well 1 if its outer wall is up in the picture (+y), else -1."""
    reach: float
    wall: float
    depth: float
    slot: tuple[float, float]
    arm: float
    """Height of the wells' floor above the shaft."""
    rocker_inertia: float
    """Moment of inertia about the shaft."""
    rocker_moment: tuple[float, float]
    """Its mass times the position of its centre right of the shaft and above it."""
    crank: float
    rod: float
    """Length of the rod from pin to pin."""
    across: float
    """Distance from the shaft left to the rocker's pin, which is level with it at home."""
    steps: int
    switch: float
    hysteresis: float
    die_side: float
    die_round: float
    die_mass: float
    lever_outside: float
    lever_height: float
    """Height of the lever's axis above the shaft."""
    lever_arm: float
    lever_mass: float
    lever_middle: tuple[float, float]
    """From the axis along the line to the tip, and above that line."""
    lever_inertia: float
    """Moment of inertia about the axis, without the servo."""
    tip_radius: float
    lever_range: tuple[float, float]
    tray: tuple[float, float, float, float]
    """Left, top, side and floor in plate coordinates (mm)."""

    @classmethod
    def of(cls, dimensions: Mapping[str, Any]) -> Self:
        """Convert the dimensions of machine.toml."""
        wells = Wells.from_dimensions(dimensions)
        rocker, crank, lever = dimensions["rocker"], dimensions["crank"], dimensions["lever"]
        die, tray = dimensions["die"], dimensions["tray"]
        left, top, right, bottom = wells.outline
        shaft = ((left + right) / 2 + rocker["across"], (top + bottom) / 2, wells.floor - rocker["below"])
        tipping, swinging = dimensions["masses"]["rocker"], dimensions["masses"]["lever"]
        return cls(
            shaft=shaft,
            centres=tuple(((x - shaft[0]) / 1000, (shaft[1] - y) / 1000) for x, y in wells.centres),
            ways=tuple(-round(wells.outward(well)) for well in range(1, len(wells.centres) + 1)),
            reach=wells.reach / 1000,
            wall=dimensions["wells"]["wall"] / 1000,
            depth=dimensions["wells"]["depth"] / 1000,
            slot=(wells.slot[0] / 1000, wells.slot[1] / 1000),
            arm=rocker["below"] / 1000,
            rocker_inertia=tipping["inertia"] / 1e9,
            rocker_moment=(
                tipping["mass"] * tipping["middle"][0] / 1e6,
                tipping["mass"] * tipping["middle"][1] / 1e6,
            ),
            crank=crank["radius"] / 1000,
            rod=crank["rod"] / 1000,
            across=rocker["across"] / 1000,
            steps=int(crank["steps"]),
            switch=math.radians(crank["switch"]),
            hysteresis=math.radians(crank["hysteresis"]),
            die_side=die["side"] / 1000,
            die_round=die["corner_radius"] / 1000,
            die_mass=die["mass"] / 1000,
            lever_outside=lever["outside"] / 1000,
            lever_height=(lever["height"] - shaft[2]) / 1000,
            lever_arm=lever["arm"] / 1000,
            lever_mass=swinging["mass"] / 1000,
            lever_middle=(swinging["middle"][0] / 1000, swinging["middle"][1] / 1000),
            lever_inertia=swinging["inertia"] / 1e9,
            tip_radius=lever["tip_radius"] / 1000,
            lever_range=(math.radians(lever["lowest"]), math.radians(lever["highest"])),
            tray=(tray["left"], tray["top"], tray["side"], tray["floor"]),
        )

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


def tilted(angle: float) -> Floats:
    """Return the rotation (3, 3) of the rocker's frame by `angle` radians, positive to the right and down."""
    cosine, sine = math.cos(angle), math.sin(angle)
    return np.array([[cosine, 0.0, sine], [0.0, 1.0, 0.0], [-sine, 0.0, cosine]])
