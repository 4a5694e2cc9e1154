"""The physics engine MuJoCo, and what it moves: the dice in the wells block, and its levers."""

import math
from collections.abc import Collection, Sequence
from typing import Any

import numpy as np

from hardware.errors import Failure
from hardware.sim.build import HEAVY_SHIFT, SLIPPING_TORQUE
from hardware.twin.measures import Floats, Measures
from hardware.twin.model import GEAR_TORQUE, GRAVITY, SERVO_TORQUE, Surfaces, wells_model

LOOK_TICKS = 100
NEAR = np.array([1e-4] * 3 + [2e-3] * 4)
"""Largest change between two looks of a body at rest: metres, and parts of a quaternion."""


def engine() -> Any:
    """Return the module `mujoco`. Raises HardwareError if it is missing or does not start."""
    try:
        import mujoco
    except (ImportError, AttributeError, RuntimeError) as error:
        if isinstance(error, ModuleNotFoundError) and error.name == "mujoco":
            raise Failure.MISSING_MUJOCO.error("the physics engine MuJoCo is missing") from error
        remedy = "install it again" if isinstance(error, ImportError) else "leave MUJOCO_GL unset"
        raise Failure.TWIN.error(f"the physics engine MuJoCo does not start: {error}", remedy) from error
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

    def tick(self, ticks: int = 1) -> None:
        """Count ticks, at most LOOK_TICKS, and look every LOOK_TICKS ticks."""
        self._ticks += ticks
        if self._ticks >= LOOK_TICKS:
            self._ticks = 0
            self.found = bool((abs(self._poses - self._before) < NEAR).all())
            self._before[:] = self._poses

    def wake(self) -> None:
        """Start again: something has moved."""
        self._ticks = 0
        self.found = False
        self._before[:] = np.nan


class Block:
    """Free dice between fixed walls under the inertial forces of a rotating frame, and six levers.

    It is exact as long as only the crank moves the block: the dice are too light to move it.
    """

    def __init__(
        self,
        measures: Measures,
        surfaces: Surfaces,
        dice: Sequence[int],
        bumps: Collection[int],
        heavy: Collection[int] = (),
    ) -> None:
        self._mujoco = engine()
        self.wells = tuple(dice)
        shifts = [HEAVY_SHIFT if well in heavy else 0.0 for well in dice]
        self._shifts = np.array(shifts)[:, None] if heavy else None
        self._model = self._mujoco.MjModel.from_xml_string(wells_model(measures, surfaces, dice, bumps, shifts))
        self._data = self._mujoco.MjData(self._model)
        self._levers = len(measures.centres)
        self._mass, self._inertia = measures.die_mass, measures.die_inertia
        first = self._model.body("die0").id
        count, joints = len(dice), self._levers
        # MuJoCo numbers joints in document order: levers come before dice.
        self._free = self._data.qpos[joints:].reshape(count, 7)
        self._place = self._free[:, :3]
        self._moving = self._data.qvel[joints:].reshape(count, 6)
        self._speed = self._moving[:, :3]
        self._spin = self._data.cvel[first : first + count, :3]
        self._turn = self._data.xmat[first : first + count].reshape(count, 3, 3)
        self._force = self._data.xfrc_applied[first : first + count]
        self._state = np.ones((count, 10))
        self._laws = np.zeros((10, 6))
        self._pushes = np.empty((count, 6))
        self._rest = RestDetector(self._free)
        self._lid = [geom for geom in range(self._model.ngeom) if self._model.geom(geom).name.startswith("lid")]
        self._lid_bits = self._model.geom_contype[self._lid].copy()
        self._leant = math.nan

    def tick(self, tilt: float, speed: float, push: float) -> None:
        """Advance by one tick. The frame's tilt and its first two derivatives are those at its end."""
        if speed or push or tilt != self._leant:
            self._apply_inertia(tilt, speed, push)
            self._rest.wake()
            self._leant = tilt
        elif self._rest.found:
            return
        self._mujoco.mj_step(self._model, self._data)
        self._rest.tick()

    def _apply_inertia(self, tilt: float, speed: float, push: float) -> None:
        """Apply the inertial forces of the frame to the dice; they are linear in positions, speeds and spins.

        These are the Euler, Coriolis and centrifugal forces of a frame rotating about y through its origin. For the
        rotation of a cube, with equal inertia about any axis, only the Euler torque and the change of spin remain.
        """
        laws, mass, inertia = self._laws, self._mass, self._inertia
        laws[0, 0] = laws[2, 2] = mass * speed * speed
        laws[2, 0], laws[0, 2] = -mass * push, mass * push
        laws[5, 0], laws[3, 2] = -2 * mass * speed, 2 * mass * speed
        laws[9, 0], laws[9, 2] = mass * GRAVITY * math.sin(tilt), -mass * GRAVITY * math.cos(tilt)
        laws[8, 3], laws[6, 5] = -inertia * speed, inertia * speed
        laws[9, 4] = -inertia * push
        state = self._state
        state[:, :3], state[:, 3:6], state[:, 6:9] = self._place, self._speed, self._spin
        if self._shifts is not None:  # the forces act on the centre of mass and depend on its motion
            (x, y, z), (p, q, r) = (self._turn[:, :, 0] * self._shifts).T, self._spin.T
            state[:, :3] += np.stack((x, y, z), axis=1)
            state[:, 3:6] += np.stack((q * z - r * y, r * x - p * z, p * y - q * x), axis=1)
        np.dot(state, laws, out=self._pushes)
        self._force[:] = self._pushes

    @property
    def still(self) -> bool:
        """Whether everything in the wells is at rest."""
        return self._rest.found

    def aim(self, targets: Sequence[float]) -> None:
        """Set the angles at which the servos hold their levers."""
        self._data.ctrl[:] = targets
        self._rest.wake()

    def grip(self, lever: int, driven: bool, slipping: bool) -> None:
        """Set the torque of lever 1..6: whether its servo gets pulses, and whether it slips on the shaft."""
        torque = SLIPPING_TORQUE if slipping else SERVO_TORQUE if driven else GEAR_TORQUE
        self._model.actuator_forcerange[lever - 1] = -torque, torque
        self._rest.wake()

    @property
    def levers(self) -> tuple[float, ...]:
        """The levers' angles above the horizontal, in radians."""
        return tuple(float(v) for v in self._data.qpos[: self._levers])

    def set_levers(self, angles: Sequence[float]) -> None:
        """Put the levers at these angles, at rest."""
        self._data.qpos[: self._levers] = angles
        self._data.qvel[: self._levers] = 0.0
        self.aim(angles)

    def cover(self, closed: bool) -> None:
        """Close or open the lid."""
        self._model.geom_contype[self._lid] = self._lid_bits if closed else 0
        self._rest.wake()

    def poses(self) -> list[tuple[Floats, Floats]]:
        """Return the position (3,) and the rotation (3, 3) of every die in the frame."""
        turns = []
        for w, x, y, z in self._free[:, 3:]:
            turn = np.empty(9)
            self._mujoco.mju_quat2Mat(turn, np.array([w, x, y, z]))
            turns.append(turn.reshape(3, 3))
        return list(zip(self._place.copy(), turns, strict=True))

    def put(self, die: int, place: Floats, turn: Floats) -> None:
        """Put a die at a pose, at rest."""
        quaternion = np.empty(4)
        self._mujoco.mju_mat2Quat(quaternion, np.ascontiguousarray(turn).ravel())
        self._free[die] = (*place, *quaternion)
        self._moving[die] = 0.0
        self._mujoco.mj_forward(self._model, self._data)
        self._rest.wake()
