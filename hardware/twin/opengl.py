"""Which OpenGL there is to render with, without a display."""

import ctypes.util
import os
from typing import Any

LIBRARIES = {"osmesa": "OSMesa", "egl": "EGL"}


def backend() -> str | None:
    """Return which OpenGL there is, "osmesa" or "egl"; what MUJOCO_GL names comes first. None where there is none."""
    wanted = os.environ.get("MUJOCO_GL", "").lower()
    names = [wanted] if wanted in LIBRARIES else [] if wanted else list(LIBRARIES)
    return next((name for name in names if ctypes.util.find_library(LIBRARIES[name])), None)


def missing() -> str | None:
    """Return in a few words why there is no OpenGL to render with, None where there is."""
    name = backend()
    if name is None:
        return "neither libosmesa6 nor libegl1 is installed"
    # PyOpenGL looks at this once, on its first import.
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
    """Return an OpenGL context; raises whatever its library and driver raise."""
    if backend() == "osmesa":
        from mujoco.osmesa import GLContext
    else:
        from mujoco.egl import GLContext
    return GLContext(width, height)
