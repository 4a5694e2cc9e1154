"""Build the path tracer for the processor or an accelerator, and draw crops with their truth."""

import ctypes
import hashlib
import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tools.second_look.atlas import Atlas
from tools.train.batches import TrainingError

TRACER = Path(__file__).with_name("tracer")
"""The folder of the sources: cpu.cpp is for g++, gpu.cu for nvcc."""

BUILT = Path(__file__).parents[2] / "build"

OPTIONS = {
    "g++": ("-std=c++17", "-O3", "-march=native", "-ffast-math", "-fPIC", "-pthread"),
    "nvcc": ("-O3", "-use_fast_math", "-arch=native", "-Xcompiler", "-fPIC"),
}

INSTALLED_BY = {"g++": "'make system' installs it", "nvcc": "NVIDIA's CUDA toolkit installs it"}

CROP, FACE = 128, 34
"""Width in pixels of a crop, and of the face in its middle."""

TRUTH = np.dtype(
    [
        ("kind", "f4"),
        ("value", "f4"),
        ("corners", "f4", (4, 2)),
        ("below", "f4", 2),
        ("lean", "f4"),
        ("family", "f4"),
        ("tilt", "f4"),
        ("side", "f4"),
        ("centre", "f4", 2),
        ("has_geometry", "f4"),
        ("up", "f4", 3),
        ("prop", "f4"),
    ]
)
"""The struct `Truth` of bodies.h; lengths are in pixels, angles in degrees."""

FLAT, LEANS, OTHER = 0, 1, 2
"""The kinds of crops."""

PROPS = ("wall", "die-wall", "pencil", "fold", "coin", "small-die", "rim", "slope", "marble")
"""The things that dice lean on, in the order of `Prop` in props.h; the bit of each is its index."""

ALL_PROPS = (1 << len(PROPS)) - 1

FAMILIES = (
    "dominoes",
    "odd cubes",
    "cards",
    "discs",
    "octahedra",
    "bare ground",
    "pips of large dice",
    "trays with dice",
    "symbols for pips",
    "side faces",
)
"""The things of the kind OTHER, in the order of `Family` in things.h."""

CPU_SAMPLES, GPU_SAMPLES = 6, 16
"""Rays per pixel."""


@dataclass(frozen=True, slots=True)
class Crops:
    """Crops (n, CROP, CROP, 3), RGB, the square root of linear light from 0 to 4 as bytes, and their truths (n,)."""

    images: NDArray[np.uint8]
    truths: NDArray[np.void]


class Renderer:
    """The path tracer, built for this machine. Equal seeds give equal crops if compiler and processor are equal."""

    def __init__(self, atlas: Atlas, *, accelerated: bool, threads: int = 1) -> None:
        self._atlas = atlas
        self._threads = threads
        self._samples = GPU_SAMPLES if accelerated else CPU_SAMPLES
        self._library = ctypes.CDLL(str(build(accelerated=accelerated)))
        numbers = int(self._library.truth_numbers())
        if numbers * 4 != TRUTH.itemsize:
            raise TrainingError(
                f"the renderer gives {numbers} numbers for a crop, not {TRUTH.itemsize // 4}: correct TRUTH"
            )

    def render(self, seed: int, count: int, props: int = ALL_PROPS) -> Crops:
        """Return crops of ``count`` seeds from ``seed`` on; ``props`` are bits of ``PROPS``. Raises TrainingError."""
        images = np.empty((count, CROP, CROP, 3), np.uint8)
        truths = np.zeros(count, TRUTH)
        textures, glyphs = self._atlas.textures, self._atlas.glyphs
        failed = self._library.render(
            ctypes.c_uint32(seed),
            count,
            self._samples,
            ctypes.c_uint32(props),
            self._threads,
            *(part.ctypes.data_as(ctypes.c_void_p) for part in (images, truths, textures)),
            len(textures),
            glyphs.ctypes.data_as(ctypes.c_void_p),
            len(glyphs),
        )
        if failed:
            raise TrainingError(f"the accelerator stopped with error {failed}: try again, or train without it")
        return Crops(images, truths)


def build(*, accelerated: bool) -> Path:
    """Return the path of the renderer's library, which is compiled if necessary. Raises TrainingError if that fails."""
    compiler = "nvcc" if accelerated else "g++"
    if shutil.which(compiler) is None:
        raise TrainingError(f"the renderer needs {compiler}: {INSTALLED_BY[compiler]}")
    source = TRACER / ("gpu.cu" if accelerated else "cpu.cpp")
    command = [compiler, "-shared", *OPTIONS[compiler], str(source)]
    made_of = [repr(command).encode(), *(path.read_bytes() for path in sorted(TRACER.iterdir()))]
    library = BUILT / f"second-look-{compiler}-{hashlib.sha256(b''.join(made_of)).hexdigest()[:16]}.so"
    if library.is_file():
        return library
    BUILT.mkdir(exist_ok=True)
    new = library.with_suffix(f".{os.getpid()}")
    done = subprocess.run([*command, "-o", str(new)], check=False, capture_output=True, text=True)
    if done.returncode:
        first = (done.stderr.splitlines() or ["it gives no reason"])[0]
        raise TrainingError(f"{compiler} cannot build the renderer: {first}")
    new.replace(library)
    return library
