"""The physics engine, where it is installed, and when what it moves has come to rest."""

from typing import Any

import numpy as np

from hardware.errors import MissingMujocoError, TwinError
from hardware.twin.measures import Floats

LOOK_TICKS = 100
NEAR = np.array([1e-4] * 3 + [2e-3] * 4)
"""Metres, and parts of a quaternion: bodies that change by less between two looks lie still."""


def engine() -> Any:
    """Return the module `mujoco`; raises MissingMujocoError, and TwinError where it does not start."""
    try:
        import mujoco
    except (ImportError, AttributeError, RuntimeError) as error:
        if isinstance(error, ModuleNotFoundError) and error.name == "mujoco":
            raise MissingMujocoError("the physics engine MuJoCo is missing") from error
        remedy = "install it again" if isinstance(error, ImportError) else "leave MUJOCO_GL unset"
        raise TwinError(f"the physics engine MuJoCo does not start: {error}", remedy) from error
    return mujoco


class RestDetector:
    """Tells when free bodies lie still, from `poses` (n, 7), places and quaternions, which change under its eyes.

    Speeds would not tell: a body that lies on a soft floor trembles by a few hundredths of a millimetre.
    """

    def __init__(self, poses: Floats) -> None:
        self._poses = poses
        self._before = poses.copy()
        self._ticks = 0
        self.found = False
        """Whether they lie still."""

    def tick(self) -> None:
        """Look, every now and then."""
        self._ticks += 1
        if self._ticks == LOOK_TICKS:
            self._ticks = 0
            self.found = bool((abs(self._poses - self._before) < NEAR).all())
            self._before[:] = self._poses

    def wake(self) -> None:
        """Begin anew: something has moved."""
        self._ticks = 0
        self.found = False
        self._before[:] = np.nan
