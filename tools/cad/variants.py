"""Mounts for other cameras."""

from collections.abc import Iterator

from tools.cad.eye import camera_mount
from tools.cad.mesh import Triangles, triangles_of
from tools.cad.part import on_bed
from tools.cad.plan import MachinePlan

OTHERS = {"module2": "camera-module-2", "hq": "high-quality-camera"}
"""Camera Module 2 hangs on the same holes, with its lens nearer to the board; the High Quality Camera is larger."""


def camera_variants(plan: MachinePlan) -> Iterator[tuple[str, Triangles]]:
    """Yield name and triangles, as they lie on the bed, of the mounts for other cameras than the assembly's."""
    for board, name in OTHERS.items():
        solid, _ = on_bed(camera_mount(plan, board)[0], "+z")
        yield f"cameras-mount-{name}", triangles_of(solid)
