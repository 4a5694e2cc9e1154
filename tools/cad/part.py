"""A part of the machine: its solid, its material, and the places of its pieces."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Literal

import build123d as cad

Make = Literal["cut", "print", "bought", "fastener"]
Way = Literal["cut", "print"]
Shape = Any
"""A solid, sketch or location of build123d."""
Point3 = tuple[float, float, float]

FIXED, ROCKER, LID, CRANK, ROD = "fixed", "rocker", "lid", "crank", "rod"
DENSITIES = {
    "plywood": 0.68,
    "acrylic": 1.19,
    "PLA": 0.87,
    "PETG": 0.89,
    "PET ": 1.27,
    "foam rubber": 0.10,
    "felt": 0.25,
    "steel": 7.85,
    "brass": 8.4,
    "silicone": 1.15,
    "film": 0.95,
    "aluminium": 2.7,
    "plastic": 1.1,
}
"""In g per cm³, by the first words of a material. Plywood is birch; PLA and PETG are printed with three walls and 20 %
infill."""
FLAT = {"-z": (0, 0, 0), "+z": (180, 0, 0), "-y": (90, 0, 0), "+y": (-90, 0, 0), "+x": (0, 90, 0), "-x": (0, -90, 0)}


@dataclass(frozen=True, slots=True)
class Placing:
    """One piece of a part: the body that it moves with, its place at home, and its joint if it is a fastener."""

    body: str
    location: Shape
    joint: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class CadPart:
    """A part and all its pieces; see tools/cad/__init__.py."""

    name: str
    make: Make
    material: str
    solid: Shape
    places: tuple[Placing, ...]
    group: str = ""
    """Wells, rocker, drive, box, camera, controls, or fasteners."""
    source: str = ""
    note: str = ""
    outline: Shape = None
    spare: int = 0
    """The number of spare pieces, which are cut but not built in."""
    walls: int = 3
    """Of a print: the number of lines in its walls, where these are not thinner."""
    infill: int = 20
    """Percent of a print's inside that is filled."""
    clear: bool = False
    """Whether the camera sees through it."""
    known_mass: float | None = None
    """The mass in g of a bought part."""
    mass: float = field(init=False)
    """The mass in g of one piece."""

    def __post_init__(self) -> None:
        found = next((d for name, d in DENSITIES.items() if self.material.startswith(name)), None)
        if found is None and self.known_mass is None:
            raise ValueError(f"{self.name}: no density of {self.material} is known")
        mass = self.known_mass if found is None or self.known_mass is not None else self.solid.volume / 1000 * found
        object.__setattr__(self, "mass", mass)

    @property
    def quantity(self) -> int:
        return len(self.places)

    @property
    def joints(self) -> Counter[str]:
        """The number of pieces of this fastener in each joint."""
        return Counter(placing.joint for placing in self.places if placing.joint)

    @property
    def file(self) -> str:
        """The name of the part's files, without an ending."""
        return self.name.replace("'", "").replace(",", "").replace(" ", "-").lower()


def plane_y(y: float) -> Shape:
    """Return the place of a sheet drawn in x and z whose back is at `y`; its thickness points towards the players."""
    return cad.Plane(origin=(0, y, 0), x_dir=(1, 0, 0), z_dir=(0, -1, 0)).location


def plane_x(x: float) -> Shape:
    """Return the place of a sheet drawn in y and z, whose left side is at `x`."""
    return cad.Plane(origin=(x, 0, 0), x_dir=(0, 1, 0), z_dir=(1, 0, 0)).location


def plane_z(z: float) -> Shape:
    """Return the place of a sheet drawn in x and y, whose underside is at `z`."""
    return cad.Location((0, 0, z))


def towards(at: Point3, way: Point3) -> Shape:
    """Return the place whose z axis points along `way`."""
    return cad.Plane(origin=at, z_dir=way).location


def lay_on_bed(solid: Shape, down: str) -> tuple[Shape, Shape]:
    """Return a solid of the machine's frame as it lies on the printer's bed, and the location that moves it back.

    `down` is the side that lies on the bed, such as "-y".
    """
    turned = cad.Rotation(*FLAT[down]) * solid
    box = turned.bounding_box()
    shift = cad.Location((-(box.min.X + box.max.X) / 2, -(box.min.Y + box.max.Y) / 2, -box.min.Z))
    lay = shift * cad.Rotation(*FLAT[down])
    return lay * solid, lay.inverse()


def box(low: Point3, high: Point3) -> Shape:
    """Return the cuboid between two corners."""
    size = [b - a for a, b in zip(low, high, strict=True)]
    middle = tuple((a + b) / 2 for a, b in zip(low, high, strict=True))
    return cad.Location(middle) * cad.Box(size[0], size[1], size[2])


def rod(at: Point3, way: Point3, diameter: float, length: float) -> Shape:
    """Return a cylinder that begins at a point, in direction `way`."""
    whole = cad.Cylinder(diameter / 2, length, align=(cad.Align.CENTER, cad.Align.CENTER, cad.Align.MIN))
    return towards(at, way) * whole


def drill(solid: Shape, at: Iterable[Point3], way: Point3, diameter: float, depth: float = 400.0) -> Shape:
    """Return the solid with round holes that begin at these points; the default depth goes through."""
    holes = [rod(point, way, diameter, depth) for point in at]
    return solid - holes if holes else solid


def area(points: Iterable[tuple[float, float]]) -> Shape:
    """Return the sketch within a closed line through these points."""
    return cad.make_face(cad.Polyline(*points, close=True))


def rectangle(left: float, low: float, right: float, high: float) -> Shape:
    """Return a rectangle as a sketch."""
    return cad.Location(((left + right) / 2, (low + high) / 2)) * cad.Rectangle(right - left, high - low)


def punch(sketch: Shape, at: Iterable[tuple[float, float]], diameter: float) -> Shape:
    """Return a sketch with round holes."""
    holes = [cad.Location(point) * cad.Circle(diameter / 2) for point in at]
    return sketch - holes if holes else sketch


def cut_slot(solid: Shape, at: Point3, way: Point3, size: tuple[float, float], along: Point3) -> Shape:
    """Return a solid with a long hole through it; `at` is its middle, and `size` is its width and total length."""
    diameter, length = size
    half = (length - diameter) / 2
    shifts = [tuple(sign * half * part for part in along) for sign in (-1, 1)]
    ends = [(at[0] + i, at[1] + j, at[2] + k) for i, j, k in shifts]
    wide = cad.Plane(origin=at, x_dir=along, z_dir=way) * cad.extrude(cad.Rectangle(2 * half, diameter), 400.0)
    return solid - wide - [rod(end, way, diameter, 400.0) for end in ends]
