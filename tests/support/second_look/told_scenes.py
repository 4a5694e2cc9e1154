"""The renderer's scenes as numbers: what is true of a crop, and where camera and die are."""

import ctypes
import subprocess
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tools.second_look.renderer import ALL_PROPS, CROP, TRACER, TRUTH

GEOMETRY = np.dtype(
    [
        ("eye", "f4", 3),
        ("camera", "f4", (3, 3)),
        ("focal", "f4"),
        ("shift", "f4", 2),
        ("centre", "f4", 3),
        ("axes", "f4", (3, 3)),
        ("half", "f4", 3),
        ("edge", "f4"),
        ("ball", "f4"),
    ]
)
"""The struct `Geometry` of told_scenes.cpp; each row of ``camera`` and ``axes`` is an axis in the world."""


@dataclass(frozen=True, slots=True)
class ToldScenes:
    """The renderer, built to tell its scenes."""

    library: ctypes.CDLL

    @classmethod
    def build(cls, folder: Path) -> "ToldScenes":
        """Build it with g++, without the options by which numbers lose exactness."""
        built = folder / "told_scenes.so"
        source = Path(__file__).with_suffix(".cpp")
        options = ["-std=c++17", "-O2", "-Wall", "-Wextra", "-Werror", "-pthread", "-fPIC", "-shared", f"-I{TRACER}"]
        subprocess.run(["g++", *options, str(source), "-o", str(built)], check=True, timeout=240)
        return cls(ctypes.CDLL(str(built)))

    def tell(self, seed: int, count: int, props: int = ALL_PROPS) -> tuple[NDArray[np.void], NDArray[np.void]]:
        """Return truths and geometry (count,) of the scenes of the seeds from ``seed`` on."""
        truths, geometry = np.zeros(count, TRUTH), np.zeros(count, GEOMETRY)
        assert int(self.library.truth_numbers()) * 4 == TRUTH.itemsize
        assert int(self.library.geometry_numbers()) * 4 == GEOMETRY.itemsize
        pointers = (part.ctypes.data_as(ctypes.c_void_p) for part in (truths, geometry))
        self.library.tell_scenes(ctypes.c_uint32(seed), count, ctypes.c_uint32(props), *pointers)
        return truths, geometry

    def render_ground(
        self, albedo: float, sky: float, lamp: float, *, die: bool = False, samples: int = 1
    ) -> NDArray[np.float64]:
        """Return the light of a crop of the ground (CROP, CROP, 3), which is grey."""
        crop = np.zeros((CROP, CROP, 3), np.uint8)
        numbers = (ctypes.c_float(part) for part in (albedo, sky, lamp))
        self.library.render_ground(*numbers, int(die), samples, crop.ctypes.data_as(ctypes.c_void_p))
        return (crop / 255.0) ** 2 * 4
