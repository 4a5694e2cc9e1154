"""The camera over the machine: its frames are rendered by OpenGL if available, else drawn."""

from collections.abc import Callable, Mapping
from typing import Any

from hardware.clock import Clock
from hardware.sim.calibration_board import Hand
from hardware.sim.camera import Painter, SimulatedCamera
from hardware.sim.lens import Mounting
from hardware.sim.optics import CameraOptics
from hardware.sim.render import Renderer
from hardware.twin import gl, opengl
from hardware.twin.sight_history import SightHistory

PainterMaker = Callable[[Mapping[str, Any], Mounting, float], Painter]


def choose_painter() -> tuple[PainterMaker, str | None]:
    """Return the maker of the pictures, and one line that says why if it is not OpenGL."""
    reason = opengl.missing()
    if reason is None:
        return gl.GlRenderer, None
    return Renderer, f"no OpenGL, {reason}: the twin's pictures are drawn instead"


def open_camera(
    film: SightHistory,
    clock: Clock,
    painter: PainterMaker,
    *,
    noise: float = 1.0,
    mounting: Mounting | None = None,
    hand: Hand | None = None,
    optics: CameraOptics | None = None,
) -> SimulatedCamera:
    """Return a camera over the machine of a sight history; see SimulatedCamera."""
    return SimulatedCamera(film, clock, noise=noise, mounting=mounting, hand=hand, painter=painter, optics=optics)
