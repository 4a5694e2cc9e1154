"""Imports the physics engine, and detects when its bodies are at rest."""

from typing import Any

import numpy as np

from hardware.errors import MissingMujocoError, TwinError
from hardware.twin.measures import Floats

LOOK_TICKS = 100
NEAR = np.array([1e-4] * 3 + [2e-3] * 4)
"""Largest change between two looks of a body at rest: metres, and parts of a quaternion."""


def engine() -> Any:
    """Return the module `mujoco`. Raises MissingMujocoError, or TwinError if it does not start."""
    try:
        import mujoco
    except (ImportError, AttributeError, RuntimeError) as error:
        if isinstance(error, ModuleNotFoundError) and error.name == "mujoco":
            raise MissingMujocoError from error
        remedy = "install it again" if isinstance(error, ImportError) else "leave MUJOCO_GL unset"
        raise TwinError(f"the physics engine MuJoCo does not start: {error}", remedy) from error
    return mujoco


class RestDetector:
    """Detects when free bodies are at rest, from their `poses` (n, 7): a view of positions and quaternions.

    Speeds are no criterion: a body on a soft floor trembles by a few hundredths of a millimetre.
    """

    def __init__(self, poses: Floats) -> None:
        self._poses = poses
        self._before = poses.copy()
        self._ticks = 0
        self.found = False
        """Whether they are at rest."""

    def tick(self) -> None:
        """Count a tick, and look every LOOK_TICKS ticks."""
        self._ticks += 1
        if self._ticks == LOOK_TICKS:
            self._ticks = 0
            self.found = bool((abs(self._poses - self._before) < NEAR).all())
            self._before[:] = self._poses

    def wake(self) -> None:
        """Start again: something has moved."""
        self._ticks = 0
        self.found = False
        self._before[:] = np.nan
