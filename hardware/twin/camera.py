"""The camera over the machine: the real one's frames, rendered by OpenGL where there is one, else drawn."""

from collections.abc import Callable, Mapping
from typing import Any

from hardware.clock import Clock
from hardware.sim.calibration_board import Hand
from hardware.sim.camera import Painter, SimulatedCamera
from hardware.sim.lens import Mounting
from hardware.sim.render import Renderer
from hardware.twin import gl, opengl
from hardware.twin.sight_history import SightHistory

PainterMaker = Callable[[Mapping[str, Any], Mounting, float], Painter]


def choose_painter() -> tuple[PainterMaker, str | None]:
    """Return what makes the pictures, and where that is not OpenGL one line that says so."""
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
) -> SimulatedCamera:
    """Return a camera that looks at what a film has taken of the machine; see SimulatedCamera."""
    return SimulatedCamera(film, clock, noise=noise, mounting=mounting, hand=hand, painter=painter)
