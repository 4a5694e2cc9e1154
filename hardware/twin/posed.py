"""Renders the machine with OpenGL, with its parts where a scene has them, and shows it to people who watch."""

import ctypes.util
import math
import os
from collections.abc import Iterator, Mapping
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.camera import Frame
from hardware.closing import Closing
from hardware.dimensions import BOXES
from hardware.sim.cube import NORMALS, PIPS
from hardware.sim.dice import PAINTS, Paint
from hardware.sim.lens import Image
from hardware.sim.scene import Scene
from hardware.sim.sensor import srgb
from hardware.twin.gl_solids import MM, BoxSolids, CrankSolids, Solids, join_numbers
from hardware.twin.measures import MIRROR, Floats
from hardware.twin.physics import engine
from hardware.twin.sight_history import SightHistory

CELL = 192
"""Pixels per side of a face in the unfolded picture, which is 3 faces wide and 2 high."""
ROUND = 3
"""Facets on each side of the middle of a round edge."""


def build_cube(die: Mapping[str, Any]) -> str:
    """Return the MJCF mesh of a die, in metres, with right-handed axes."""
    half, corner = die["side"] / 2000, die["corner_radius"] / 1000
    inner = half - corner
    # Along a face: round edge, flat part, other round edge. Neighbouring faces meet at 45 degrees.
    rising = np.linspace(-np.pi / 4, 0, ROUND + 1)
    angles = np.concatenate([rising, [0.0, 0.0], -rising[::-1]])
    count = len(angles)
    ends = np.clip(np.arange(count) - count / 2 + 0.5, -1, 1)
    places: list[Any] = []
    normals: list[Any] = []
    marks: list[Any] = []
    triangles: list[tuple[int, int, int]] = []
    for value in range(1, 7):
        first, second, out = _axes(value)
        base = len(places)
        for row in range(count):
            for column in range(count):
                looks = _tilt(angles[column], angles[row], first, second, out)
                place = inner * (ends[column] * first + ends[row] * second + out) + corner * looks
                places.append(MIRROR @ place)
                normals.append(MIRROR @ looks)
                marks.append(_mark(value, place @ first / half, place @ second / half))
        turned = np.linalg.det(np.array([MIRROR @ first, MIRROR @ second, MIRROR @ out])) > 0
        for row in range(count - 1):
            for column in range(count - 1):
                a = base + row * count + column
                b, c, d = a + 1, a + count, a + count + 1
                triangles += [(a, b, d), (a, d, c)] if turned else [(a, d, b), (a, c, d)]
    return (
        f'<mesh name="die" inertia="shell" vertex="{join_numbers(places)}" normal="{join_numbers(normals)}" '
        f'texcoord="{join_numbers(marks)}" face="{join_numbers(triangles)}"/>'
    )


def unfold(die: Mapping[str, Any], paint: Paint) -> NDArray[np.float32]:
    """Return the faces' reflectances (2 CELL, 3 CELL, 3), blue first."""
    scale = CELL / die["side"]
    at = (np.arange(CELL, dtype=np.float32) + 0.5) / scale - die["side"] / 2
    across, along = np.meshgrid(at, at)
    picture = np.empty((2 * CELL, 3 * CELL, 3), np.float32)
    for value, pips in PIPS.items():
        cover = np.zeros((CELL, CELL), np.float32)
        for i, j in pips:
            away = np.hypot(across - i * die["pip_spacing"], along - j * die["pip_spacing"])
            cover = np.maximum(cover, np.clip((die["pip_diameter"] / 2 - away) * scale + 0.5, 0, 1))
        row, column = divmod(value - 1, 3)
        face = picture[row * CELL : (row + 1) * CELL, column * CELL : (column + 1) * CELL]
        face[...] = np.array(paint.body, np.float32) * (1 - cover[..., None])
        face += np.array(paint.pips, np.float32) * cover[..., None]
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.8), np.float32)


def _axes(value: int) -> tuple[Floats, Floats, Floats]:
    """Return the two axes of the die along a face's rows of pips, and the axis of its normal."""
    out = NORMALS[value - 1]
    first, second = (np.eye(3)[axis] for axis in range(3) if not out[axis])
    return first, second, out


def _tilt(across: float, along: float, first: Floats, second: Floats, out: Floats) -> Floats:
    """Return the direction (3,) tilted by these angles from `out` towards `first` and `second`."""
    way = out + np.tan(across) * first + np.tan(along) * second
    return np.asarray(way / np.linalg.norm(way))


def _mark(value: int, across: float, along: float) -> tuple[float, float]:
    """Return the position in the unfolded picture of a point on a face (-1..1 each way)."""
    row, column = divmod(value - 1, 3)
    return (column + (across + 1) / 2) / 3, (row + (along + 1) / 2) / 2


SLOTS = 20
"""Most dice that can be shown."""
AWAY = -1.0
MATERIALS = """
<material name="plain" specular="0.1" shininess="0.2"/>
<material name="shiny" specular="0.6" shininess="0.6"/>
<material name="glass" specular="0.9" shininess="0.9"/>
"""
SHADOW_PIXELS = 2048
DAYLIGHT = """
<light name="sun" type="directional" pos="-0.15 -0.58 1.2" dir="0.25 0.4 -1" diffuse="0.62 0.59 0.54"
 specular="0.5 0.5 0.5" castshadow="true"/>
<light name="sky" type="directional" dir="-0.7 0.4 -0.6" diffuse="0.16 0.17 0.19" specular="0.1 0.1 0.1"
 castshadow="false"/>
"""
SKY = '<texture type="skybox" builtin="gradient" rgb1="0.72 0.82 0.95" rgb2="0.93 0.95 0.97" width="64" height="384"/>'
"""A window's light from the front left, the light that the room reflects, and the room itself, red first."""


def solids_of(dimensions: Mapping[str, Any]) -> Solids:
    """Return the solids of a machine."""
    return BoxSolids(dimensions) if dimensions["kind"] == BOXES else CrankSolids(dimensions)


def gl_model(dimensions: Mapping[str, Any], solids: Solids, width: int, height: int) -> tuple[str, dict[str, bytes]]:
    """Return the MJCF of solids for pictures of this size, and its files by their names.

    Dice are the mocap bodies "die0" to "die19".
    """
    across, up = (size / 2 / MM for size in (dimensions["plate"]["width"], -dimensions["plate"]["height"]))
    shown = solids.pictures()
    shown |= {name: unfold(dimensions["die"], paint) for name, paint in PAINTS.items()}
    files = {f"{name}.png": _picture(surface) for name, surface in shown.items()}
    textures = "".join(
        f'<texture name="{name}" type="2d" file="{name}.png"/>'
        f'<material name="{name}" texture="{name}" specular="0" texuniform="false"/>'
        for name in shown
    )
    parts = "".join([*solids.parts(), *_dice(), DAYLIGHT])
    return (
        f'<mujoco><compiler angle="radian"/><statistic extent="0.5" center="{across} {up} 0"/>'
        f'<visual><global offwidth="{width}" offheight="{height}"/><map znear="0.1" zfar="8" shadowclip="0.8"/>'
        f'<quality shadowsize="{SHADOW_PIXELS}" offsamples="0"/>'
        '<headlight ambient="0 0 0" diffuse="0 0 0" specular="0 0 0"/></visual>'
        f"<asset>{textures}{SKY}{MATERIALS}{build_cube(dimensions['die'])}{''.join(solids.meshes())}</asset>"
        f"<worldbody>{parts}</worldbody></mujoco>"
    ), files


def _picture(surface: NDArray[Any]) -> bytes:
    """Return reflectances (h, w, 3), blue first, as the bytes of a picture without gamma."""
    return bytes(cv2.imencode(".png", np.round(255 * np.clip(surface, 0, 1)).astype(np.uint8))[1].tobytes())


def _dice() -> Iterator[str]:
    for die in range(SLOTS):
        geom = '<geom type="mesh" mesh="die" material="ivory"/>'
        yield f'<body name="die{die}" mocap="true" pos="0 0 {AWAY}">{geom}</body>'


def material_of(paint: Paint) -> str:
    """Return the name of a paint's material."""
    return next((name for name, known in PAINTS.items() if known == paint), "ivory")


LIBRARIES = {"osmesa": "OSMesa", "egl": "EGL"}


def _backend() -> str | None:
    """Return the available OpenGL, "osmesa" or "egl", or None. MUJOCO_GL selects one."""
    wanted = os.environ.get("MUJOCO_GL", "").lower()
    names = [wanted] if wanted in LIBRARIES else [] if wanted else list(LIBRARIES)
    return next((name for name in names if ctypes.util.find_library(LIBRARIES[name])), None)


def check_opengl() -> str | None:
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
MOST_GEOMS = 1000


class PosedMachine(Closing):
    """The machine, rendered in pictures of `width` x `height` pixels. Not thread-safe."""

    def __init__(self, dimensions: Mapping[str, Any], width: int, height: int) -> None:
        self.solids = solids_of(dimensions)
        self.mujoco = engine()
        document, files = gl_model(dimensions, self.solids, width, height)
        self.model = self.mujoco.MjModel.from_xml_string(document, files)
        self.data = self.mujoco.MjData(self.model)
        self.scene = self.mujoco.MjvScene(self.model, MOST_GEOMS)
        self.camera = self.mujoco.MjvCamera()
        self._option = self.mujoco.MjvOption()
        self._gl = _context(width, height)
        with self._gl.as_current():
            self.painter = self.mujoco.MjrContext(self.model, self.mujoco.mjtFontScale.mjFONTSCALE_100.value)
            self.mujoco.mjr_setBuffer(self.mujoco.mjtFramebuffer.mjFB_OFFSCREEN.value, self.painter)

    def render(self, drawn: NDArray[np.uint8], shift: tuple[float, float]) -> None:
        """Render into `drawn` (h, w, 3), the lowest row first, red first, with the picture shifted by parts of a pixel.

        What is clear casts no shadow.
        """
        height, width = drawn.shape[:2]
        rectangle = self.mujoco.MjrRect(0, 0, width, height)
        everything, decor = self.mujoco.mjtCatBit.mjCAT_ALL, self.mujoco.mjtCatBit.mjCAT_DECOR.value
        self.mujoco.mjv_updateScene(self.model, self.data, self._option, None, self.camera, everything, self.scene)
        for geom in self.scene.geoms[: self.scene.ngeom]:
            if geom.rgba[3] < 1:
                geom.category = decor
        for eye in self.scene.camera:
            across, up = (part * (eye.frustum_top - eye.frustum_bottom) / height for part in shift)
            eye.frustum_center += across
            eye.frustum_top += up
            eye.frustum_bottom += up
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
        for body, where, turn in self.solids.poses(scene):
            self._put(body, where, turn)
        point, lean = self.solids.lean(scene)
        for slot in range(SLOTS):
            self.model.geom_group[self._geom_of(slot)] = SHOWN if slot < len(scene.dice) else HIDDEN
        for slot, die in enumerate(scene.dice[:SLOTS]):
            place, turn = np.array(die.pose.middle) / MM * (1, -1, 1), MIRROR @ die.pose.matrix @ MIRROR
            if die.well is not None:
                place, turn = point + lean @ (place - point), lean @ turn
            self._put(f"die{slot}", place, turn)
            self.model.geom_matid[self._geom_of(slot)] = self.model.material(material_of(die.paint)).id
        self.mujoco.mj_forward(self.model, self.data)

    def _geom_of(self, slot: int) -> int:
        return int(self.model.body(f"die{slot}").geomadr[0])

    def _put(self, body: str, place: Floats, turn: Floats) -> None:
        which = self.model.body(body).mocapid
        self.data.mocap_pos[which] = place
        quaternion = np.empty(4)
        self.mujoco.mju_mat2Quat(quaternion, np.ascontiguousarray(turn).ravel())
        self.data.mocap_quat[which] = quaternion


WIDTH, HEIGHT = 800, 450
AMBIENT = 0.36
"""Light from everywhere."""
FINE = ((-0.25, -0.1), (0.25, 0.1), (-0.1, 0.25), (0.1, -0.25))
"""Shifts in pixels of the pictures whose mean is a fine picture."""
SUN, SOFT = np.array([0.25, 0.4, -1.0]), 0.05
"""Direction of the sun's light, and how far it turns for a shift of one pixel: this softens the edges of shadows."""


class MachineView(Closing):
    """An onlooker's view of the last state that `sights` has kept, in pictures of a size (width, height).

    They are rendered again when something has changed. `fine` pictures have smooth edges and soft shadows.
    """

    def __init__(self, sights: SightHistory, size: tuple[int, int] = (WIDTH, HEIGHT), *, fine: bool = False) -> None:
        self._sights, self._size = sights, size
        self._shifts = FINE if fine else ((0.0, 0.0),)
        self._posed: PosedMachine | None = None
        self._film = np.asarray(np.round(255 * srgb(np.arange(256) / 255)), np.uint8)
        self._drawn = np.empty((size[1], size[0], 3), np.uint8)
        self._seen: tuple[Scene, float] | None = None
        self._last = Frame(self._drawn, -math.inf)

    def frame(self, _after: float | None = None, _timeout: float | None = None, /) -> Frame:
        """Return the close view now. While nothing changes it is the same frame; this never waits."""
        self.picture(1.0)
        return self._last

    def picture(self, near: float) -> Image:
        """Return the view now (h, w, 3), from the whole machine (`near` 0) to close by (1)."""
        time, sight = self._sights.latest
        if self._seen != (sight.scene, near):
            if self._posed is None:  # takes a second, and a game that nobody watches needs none
                self._posed = PosedMachine(self._sights.dimensions, *self._size)
                self._posed.model.vis.headlight.ambient[:] = AMBIENT
                self._posed.model.light_castshadow[:] &= len(self._shifts) > 1  # shadows take more time than the rest
            self._posed.place(sight.scene)
            self._stand(self._posed, near)
            total = np.zeros(self._drawn.shape, np.uint16)
            for shift in self._shifts:
                sun = SUN + SOFT * np.array([*shift, 0.0])
                self._posed.data.light_xdir[0] = sun / np.linalg.norm(sun)
                self._posed.render(self._drawn, shift)
                total += self._drawn
            mean = (total[::-1, :, ::-1] // len(self._shifts)).astype(np.uint8)
            self._seen = sight.scene, near
            self._last = Frame(np.asarray(cv2.LUT(mean, self._film), np.uint8), time)
        return self._last.image

    def close(self) -> None:
        """Release OpenGL. Closing twice is harmless."""
        if self._posed is not None:
            self._posed.close()

    def _stand(self, posed: PosedMachine, near: float) -> None:
        """Point the camera."""
        x, y = np.array(self._sights.dimensions["wells"]["centres"]).mean(axis=0) / MM
        here = (1 - near) * posed.solids.wide + near * posed.solids.near + [x, -y, 0, 0, 0, 0]
        posed.camera.type = posed.mujoco.mjtCamera.mjCAMERA_FREE
        posed.camera.lookat[:] = here[:3]
        posed.camera.distance, posed.camera.azimuth, posed.camera.elevation = here[3:]
