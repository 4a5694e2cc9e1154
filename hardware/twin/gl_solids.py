"""Solids for OpenGL, in MJCF: metres, x right, y up in the picture, z upward from the plate's top left corner."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hardware.sim.scene import Scene
from hardware.twin.measures import Floats

Colour = tuple[float, float, float]
"""Shares of red, green and blue that are reflected."""
Area = tuple[float, float, float, float]
"""Left, top, right and bottom in plate coordinates, mm."""
MM = 1000
OAK = np.array([4.5, 4.6, 3.9], np.float32)
"""How much brighter than walnut the table of onlookers is, blue first."""


class Solids(ABC):
    """The solids of a kind of machine as onlookers see them. Mocap bodies are what moves."""

    near: Floats
    """Where onlookers stand (6,) who look closely: the point that they look at, from the middle of the wells' places on
    the plate (m), its distance (m), and azimuth and elevation of their look (degrees; 90 is from the front).
    """
    wide: Floats
    """The same of those who see all of it."""

    @abstractmethod
    def pictures(self) -> dict[str, NDArray[Any]]:
        """Return reflectances (h, w, 3), blue first, by the names that `look` has for them."""

    def meshes(self) -> Iterator[str]:
        """Yield the meshes that the solids need."""
        yield from ()

    @abstractmethod
    def parts(self) -> Iterator[str]:
        """Yield all solids but the dice."""

    @abstractmethod
    def poses(self, scene: Scene) -> Iterator[tuple[str, Floats, Floats]]:
        """Yield the name, the place (3,) and the turn (3, 3) of each body that moves."""

    def lean(self, scene: Scene) -> tuple[Floats, Floats]:  # noqa: ARG002
        """Return the point (3,) about which the wells lean, and their turn (3, 3)."""
        return np.zeros(3), np.eye(3)


def look(material: str) -> str:
    """Return the attributes of a geom with a material."""
    return f'material="{material}"'


def paint(colour: Colour, alpha: float = 1.0, material: str = "plain") -> str:
    """Return the attributes of a geom with a plain colour."""
    return f'material="{material}" rgba="{colour[0]} {colour[1]} {colour[2]} {alpha}"'


def join_numbers(rows: Any) -> str:
    """Return the numbers of rows (n, m) as an attribute of MJCF has them."""
    return " ".join(f"{v:.7g}" for row in rows for v in row)


def block(area: Area, low: float, high: float, shown: str) -> str:
    """Return a box over an area, between two heights in mm."""
    left, top, right, bottom = area
    size = f"{(right - left) / 2 / MM} {(bottom - top) / 2 / MM} {(high - low) / 2 / MM}"
    place = f"{(left + right) / 2 / MM} {-(top + bottom) / 2 / MM} {(low + high) / 2 / MM}"
    return f'<geom type="box" size="{size}" pos="{place}" {shown}/>'


def rod(points: Sequence[tuple[float, float, float]], thick: float, shown: str, kind: str = "capsule") -> str:
    """Return a rod or a wire along points in plate coordinates; `thick` is its radius. All in mm."""
    ends = [f"{x / MM} {-y / MM} {z / MM}" for x, y, z in points]
    return "".join(
        f'<geom type="{kind}" size="{thick / MM}" fromto="{one} {other}" {shown}/>' for one, other in pairwise(ends)
    )
