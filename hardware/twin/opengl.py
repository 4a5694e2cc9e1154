"""Finds an OpenGL that renders without a display."""

import ctypes.util
import os
from typing import Any

LIBRARIES = {"osmesa": "OSMesa", "egl": "EGL"}


def backend() -> str | None:
    """Return the available OpenGL, "osmesa" or "egl", or None. MUJOCO_GL selects one."""
    wanted = os.environ.get("MUJOCO_GL", "").lower()
    names = [wanted] if wanted in LIBRARIES else [] if wanted else list(LIBRARIES)
    return next((name for name in names if ctypes.util.find_library(LIBRARIES[name])), None)


def missing() -> str | None:
    """Return in a few words why there is no OpenGL, or None if there is one."""
    name = backend()
    if name is None:
        return "neither libosmesa6 nor libegl1 is installed"
    # PyOpenGL reads this once, at its first import.
    os.environ.setdefault("PYOPENGL_PLATFORM", name)
    try:
        from OpenGL.error import Error
    except (ImportError, AttributeError):
        return "PyOpenGL does not start"
    try:
        context(16, 16).free()
    except (ImportError, AttributeError, OSError, RuntimeError, Error) as error:
        return f"it does not start: {' '.join(str(error).split())}"
    return None


def context(width: int, height: int) -> Any:
    """Return an OpenGL context. Raises the errors of its library and driver."""
    if backend() == "osmesa":
        from mujoco.osmesa import GLContext
    else:
        from mujoco.egl import GLContext
    return GLContext(width, height)
