"""Where the machine's bodies are for an angle of the crank and of the levers."""

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hardware.twin.linkage import Linkage
from hardware.twin.measures import Measures
from tools.cad.part import CRANK, FIXED, LID, ROCKER, ROD
from tools.draw.machine_shape import MachineLayout

Pose = NDArray[np.float64]
"""A 4 x 4 matrix that carries a body from home to where it is."""


def poses(it: dict[str, Any], crank: float, lever: float) -> dict[str, Pose]:
    """Return the pose of every body; `crank` in degrees of its turn from home, `lever` above the horizontal."""
    layout = MachineLayout(it)
    turn = math.radians(crank)
    tilt = Linkage(Measures.of(it)).at(turn)[0]
    (axle_x, axle_z), (shaft_x, shaft_z) = layout.axle, layout.shaft
    rocker = _about_y((shaft_x, shaft_z), tilt)
    radius = it["crank"]["radius"]
    home = (axle_x, axle_z - radius)
    pin = (axle_x + radius * math.sin(turn), axle_z - radius * math.cos(turn))
    top = layout.tilted(layout.pin, tilt)
    lean = math.atan2(top[0] - pin[0], top[1] - pin[1])
    rod = _moved(pin[0] - home[0], pin[1] - home[1]) @ _about_y(home, lean)
    found = {FIXED: np.eye(4), ROCKER: rocker, LID: rocker, CRANK: _about_y(layout.axle, -turn), ROD: rod}
    for number, (_, y) in enumerate(layout.centres, 1):
        way = layout.way(y)
        swing = way * math.radians(lever - it["lever"]["highest"])
        found[f"lever{number}"] = rocker @ _about_x((-layout.axis(y), layout.axis_high), swing)
    return found


def lid_pose(it: dict[str, Any], angle: float) -> Pose:
    """Return the pose of the lid at home, opened to the left by this angle in degrees."""
    layout = MachineLayout(it)
    return _about_y((layout.lid.left, layout.lid_low), -math.radians(angle))


def _about_y(at: tuple[float, float], angle: float) -> Pose:
    """Return the turn about an axis along y at this x and height, from z towards x."""
    turn = np.eye(4)
    cosine, sine = math.cos(angle), math.sin(angle)
    turn[0, 0], turn[0, 2], turn[2, 0], turn[2, 2] = cosine, sine, -sine, cosine
    return _moved(*at) @ turn @ _moved(-at[0], -at[1])


def _about_x(at: tuple[float, float], angle: float) -> Pose:
    """Return the turn about an axis along x at this y and height, from y towards z."""
    turn, there, back = np.eye(4), np.eye(4), np.eye(4)
    cosine, sine = math.cos(angle), math.sin(angle)
    turn[1, 1], turn[1, 2], turn[2, 1], turn[2, 2] = cosine, -sine, sine, cosine
    there[1:3, 3], back[1:3, 3] = at, (-at[0], -at[1])
    return there @ turn @ back


def _moved(x: float, z: float) -> Pose:
    shift = np.eye(4)
    shift[0, 3], shift[2, 3] = x, z
    return shift
