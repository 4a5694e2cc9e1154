"""The machine in an OpenGL context, with its parts where they are in a scene."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hardware.closing import Closing
from hardware.sim.scene import Scene
from hardware.twin.gl_model import SLOTS, gl_model, material_of
from hardware.twin.measures import MIRROR, Floats, Measures, tilted
from hardware.twin.opengl import context
from hardware.twin.physics import engine
from hardware.twin.sight_history import MachineScene

SHOWN, HIDDEN = 0, 5
"""MuJoCo groups that are rendered, and that are not."""
MOST_GEOMS = 200


class PosedMachine(Closing):
    """The machine, rendered in pictures of at most `width` x `height` pixels. Not thread-safe.

    `scene.camera` are the two cameras of MuJoCo's OpenGL.
    """

    def __init__(self, dimensions: Mapping[str, Any], width: int, height: int) -> None:
        self._measures = Measures.of(dimensions)
        self.mujoco = engine()
        document, files = gl_model(dimensions, width, height)
        self.model = self.mujoco.MjModel.from_xml_string(document, files)
        self.data = self.mujoco.MjData(self.model)
        self.scene = self.mujoco.MjvScene(self.model, MOST_GEOMS)
        self.camera = self.mujoco.MjvCamera()
        self._option = self.mujoco.MjvOption()
        self._gl = context(width, height)
        with self._gl.as_current():
            self.painter = self.mujoco.MjrContext(self.model, self.mujoco.mjtFontScale.mjFONTSCALE_100.value)
            self.mujoco.mjr_setBuffer(self.mujoco.mjtFramebuffer.mjFB_OFFSCREEN.value, self.painter)

    def look_by(self, aim: Callable[[], None], drawn: NDArray[np.uint8]) -> None:
        """Render into `drawn` (h, w, 3), the lowest row first, red first; `aim` may point `scene.camera` before."""
        height, width = drawn.shape[:2]
        rectangle = self.mujoco.MjrRect(0, 0, width, height)
        everything = self.mujoco.mjtCatBit.mjCAT_ALL
        self.mujoco.mjv_updateScene(self.model, self.data, self._option, None, self.camera, everything, self.scene)
        aim()
        with self._gl.as_current():
            self.mujoco.mjr_render(rectangle, self.scene, self.painter)
            self.mujoco.mjr_readPixels(drawn, None, rectangle, self.painter)

    def close(self) -> None:
        """Release OpenGL. Closing twice is harmless."""
        if self._gl is not None:
            with self._gl.as_current():
                self.painter.free()
            self._gl.free()
            self._gl = None

    def place(self, scene: Scene) -> None:
        """Put all parts where they are in this scene."""
        lean = tilted(np.radians(scene.tilt) if isinstance(scene, MachineScene) else 0.0)
        shaft = np.array(self._measures.shaft) / 1000 * (1, -1, 1)
        self._put("block", shaft - lean @ shaft, lean)
        angles = scene.levers if isinstance(scene, MachineScene) else ()
        for well, angle in enumerate(angles or [self._lever_of(scene, well) for well in range(1, 7)], 1):
            turn = np.radians(angle) * -self._measures.ways[well - 1]
            bow = np.array([[1, 0, 0], [0, np.cos(turn), -np.sin(turn)], [0, np.sin(turn), np.cos(turn)]])
            axis = np.array(self._measures.lever_axis(well))
            self._put(f"lever{well}", shaft + lean @ axis, lean @ bow)
        for slot in range(SLOTS):
            self.model.geom_group[self._geom_of(slot)] = SHOWN if slot < len(scene.dice) else HIDDEN
        for slot, die in enumerate(scene.dice[:SLOTS]):
            place, turn = np.array(die.pose.middle) / 1000 * (1, -1, 1), MIRROR @ die.pose.matrix @ MIRROR
            if die.well is not None:
                place, turn = shaft + lean @ (place - shaft), lean @ turn
            self._put(f"die{slot}", place, turn)
            geom, mesh = self._geom_of(slot), self.model.mesh(f"die{die.pose.up}").id
            self.model.geom_dataid[geom] = mesh
            # MuJoCo stores meshes in their axes of inertia, and their original pose.
            self.model.geom_sameframe[geom] = 0
            self.model.geom_pos[geom] = self.model.mesh_pos[mesh]
            self.model.geom_quat[geom] = self.model.mesh_quat[mesh]
            self.model.geom_matid[geom] = self.model.material(material_of(die.paint)).id
        self.mujoco.mj_forward(self.model, self.data)

    def _geom_of(self, slot: int) -> int:
        return int(self.model.body(f"die{slot}").geomadr[0])

    def _lever_of(self, scene: Scene, well: int) -> float:
        return float(np.degrees(self._measures.lever_range[well not in scene.clamped]))

    def _put(self, body: str, place: Floats, turn: Floats) -> None:
        which = self.model.body(body).mocapid
        self.data.mocap_pos[which] = place
        quaternion = np.empty(4)
        self.mujoco.mju_mat2Quat(quaternion, np.ascontiguousarray(turn).ravel())
        self.data.mocap_quat[which] = quaternion
