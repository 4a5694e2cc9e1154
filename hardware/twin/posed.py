"""The machine in an OpenGL context, with its parts where they are in a scene, and a view of it for people who watch."""

import ctypes.util
import os
from collections.abc import Callable, Mapping
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.camera import Frame
from hardware.closing import Closing
from hardware.sim.scene import Exposure, Scene
from hardware.sim.sensor import srgb
from hardware.twin.gl_model import RING_ANGLES, SLOTS, gl_model, material_of
from hardware.twin.measures import MIRROR, Floats, Measures, rotate_rocker
from hardware.twin.physics import engine
from hardware.twin.sight_history import MachineScene, SightHistory

LIBRARIES = {"osmesa": "OSMesa", "egl": "EGL"}


def _backend() -> str | None:
    """Return the available OpenGL, "osmesa" or "egl", or None. MUJOCO_GL selects one."""
    wanted = os.environ.get("MUJOCO_GL", "").lower()
    names = [wanted] if wanted in LIBRARIES else [] if wanted else list(LIBRARIES)
    return next((name for name in names if ctypes.util.find_library(LIBRARIES[name])), None)


def missing_opengl() -> str | None:
    """Return in a few words why there is no OpenGL, or None if there is one."""
    name = _backend()
    if name is None:
        return "neither libosmesa6 nor libegl1 is installed"
    # PyOpenGL reads this once, at its first import.
    os.environ.setdefault("PYOPENGL_PLATFORM", name)
    try:
        from OpenGL.error import Error
    except (ImportError, AttributeError):
        return "PyOpenGL does not start"
    try:
        _context(16, 16).free()
    except (ImportError, AttributeError, OSError, RuntimeError, Error) as error:
        return f"it does not start: {' '.join(str(error).split())}"
    return None


def _context(width: int, height: int) -> Any:
    """Return an OpenGL context. Raises the errors of its library and driver."""
    if _backend() == "osmesa":
        from mujoco.osmesa import GLContext
    else:
        from mujoco.egl import GLContext
    return GLContext(width, height)


SHOWN, HIDDEN = 0, 5
"""MuJoCo groups that are rendered, and that are not."""
MOST_GEOMS = 200


class PosedMachine(Closing):
    """The machine, rendered in pictures of at most `width` x `height` pixels. Not thread-safe.

    `scene.camera` are the two cameras of MuJoCo's OpenGL.
    """

    def __init__(self, dimensions: Mapping[str, Any], width: int, height: int) -> None:
        self._measures = Measures(dimensions)
        self.mujoco = engine()
        document, files = gl_model(dimensions, width, height)
        self.model = self.mujoco.MjModel.from_xml_string(document, files)
        self.data = self.mujoco.MjData(self.model)
        self.scene = self.mujoco.MjvScene(self.model, MOST_GEOMS)
        self.camera = self.mujoco.MjvCamera()
        self._option = self.mujoco.MjvOption()
        self._gl = _context(width, height)
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
        lean = rotate_rocker(np.radians(scene.tilt) if isinstance(scene, MachineScene) else 0.0)
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


WIDTH, HEIGHT = 800, 450
FAR, AROUND, ABOVE = 0.27, 78.0, -60.0
"""The eye's distance (m) from the middle of the wells, and its direction (degrees): from the front, seen downward."""
AMBIENT, LAMP, DARK_LAMP = 0.35, 0.75, 0.1
"""Light from everywhere, from a half of the ring, and from one that is off: people see the machine in any case."""
LAMPS = tuple(f"{half}{RING_ANGLES[len(RING_ANGLES) // 2]}" for half in ("left", "right"))
"""One point of light of each half of the ring."""


class MachineView(Closing):
    """A camera beside the twin. It sees what `sights` has kept last, and renders what has changed since."""

    def __init__(self, sights: SightHistory, dimensions: Mapping[str, Any]) -> None:
        self._sights, self._dimensions = sights, dimensions
        self._posed: PosedMachine | None = None
        self._film = np.asarray(np.round(255 * srgb(np.arange(256) / 255)), np.uint8)
        self._drawn = np.empty((HEIGHT, WIDTH, 3), np.uint8)
        self._seen: tuple[Scene, Exposure] | None = None
        self._last: Frame | None = None

    def frame(self, _after: float | None = None, _timeout: float | None = None, /) -> Frame:
        """Return what is to be seen now, the last frame itself as long as nothing changes; never waits."""
        time, sight = self._sights.latest
        if self._last is None or self._seen != (sight.scene, sight.exposure):
            if self._posed is None:  # takes a second, and a game that nobody watches needs none
                self._posed = self._set_up()
            for name, lit in zip(LAMPS, (sight.exposure.left, sight.exposure.right), strict=True):
                self._posed.model.light(name).diffuse = max(DARK_LAMP, LAMP * lit)
            self._posed.place(sight.scene)
            self._posed.look_by(lambda: None, self._drawn)
            self._seen = sight.scene, sight.exposure
            self._last = Frame(np.asarray(cv2.LUT(self._drawn[::-1, :, ::-1], self._film), np.uint8), time)
        return self._last

    def close(self) -> None:
        """Release OpenGL. Closing twice is harmless."""
        if self._posed is not None:
            self._posed.close()

    def _set_up(self) -> PosedMachine:
        posed = PosedMachine(self._dimensions, WIDTH, HEIGHT)
        model, camera = posed.model, posed.camera
        middle = np.array(self._dimensions["wells"]["centres"]).mean(axis=0) / 1000
        camera.type = posed.mujoco.mjtCamera.mjCAMERA_FREE
        camera.lookat[:] = middle[0], -middle[1], 0.0
        camera.distance, camera.azimuth, camera.elevation = FAR, AROUND, ABOVE
        model.vis.headlight.ambient[:] = AMBIENT
        model.light_castshadow[:] = False  # they take more time than all the rest
        model.light_active[:] = [model.light(light).name in LAMPS for light in range(model.nlight)]
        return posed
