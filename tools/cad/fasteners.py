"""Screws, nuts, washers and threaded inserts: their solids, by their standards, and the joints that they hold."""

from collections import Counter, defaultdict
from functools import cache

import build123d as cad

from tools.cad.part import FIXED, CadPart, Placing, Point3, Shape, rod, towards

CAP = {"M2": (3.8, 2.0), "M2.5": (4.5, 2.5), "M3": (5.5, 3.0), "M4": (7.0, 4.0), "M5": (8.5, 5.0)}
"""ISO 4762: diameter and height of the head."""
BUTTON = {"M3": (5.7, 1.65), "M4": (7.6, 2.2), "M5": (9.5, 2.75)}
"""ISO 7380-1."""
NUT = {"M2": (4.0, 1.6), "M2.5": (5.0, 2.0), "M3": (5.5, 2.4), "M4": (7.0, 3.2), "M5": (8.0, 4.7)}
"""ISO 4032: width across flats, and height."""
WASHER = {"M2": (5.0, 0.3), "M2.5": (6.0, 0.5), "M3": (7.0, 0.5), "M4": (9.0, 0.8), "M5": (10.0, 1.0)}
"""ISO 7089: outer diameter, and thickness."""
SMALL_WASHER = {"M3": (6.0, 0.5)}
"""ISO 7092."""
INSERT = {"M3": (4.0, 5.7), "M4": (5.6, 8.1)}
"""Threaded inserts for hot pressing: diameter of their hole, and length; makers' data sheets."""
TEE = {"M5": (10.5, 5.5, 4.0)}
"""T-nut for a slot of 6 mm: length, width under the lips, and height; makers' drawings."""
LIPS = 1.8
"""Thickness of a profile's lips over its slots."""
HOLES = {"M2": 2.3, "M2.5": 2.8, "M3": 3.4, "M4": 4.5, "M5": 5.5}
"""Diameters of holes: ISO 273, medium; M2 and M2.5 a little finer."""
CUTS_ITS_THREAD = {"M2": 1.8}
"""Diameter of a hole in a print in which a screw cuts its own thread."""
UNDER = 0.3
"""Screws are drawn thinner by this, so that they do not touch threads."""
PRESSED = 0.1
"""Inserts are drawn thinner than their holes by this; really they melt their way in."""
SOURCES = {
    "screw ISO 4762": "ISO 4762",
    "screw ISO 7380": "ISO 7380-1",
    "set screw": "ISO 4026",
    "nut": "ISO 4032",
    "washer": "ISO 7089",
    "small washer": "ISO 7092",
    "insert": "makers' data sheets",
    "T-nut": "makers' drawings",
}


def size_of(name: str) -> str:
    """Return the thread of a fastener, such as M3."""
    return next(word for word in name.split() if word.startswith("M")).partition("x")[0]


def length_of(name: str) -> float:
    """Return a screw's length in mm."""
    return float(name.rpartition("x")[2])


@cache
def solid_of(name: str) -> Shape:
    """Return the solid of a fastener. A screw points down from the underside of its head; all others rise from 0."""
    size = size_of(name)
    across = float(size[1:])
    if name.startswith(("screw", "set screw")):
        shank = rod((0, 0, 0), (0, 0, -1), across - UNDER, length_of(name))
        if name.startswith("set screw"):
            return shank
        wide, high = (CAP if "4762" in name else BUTTON)[size]
        return shank + rod((0, 0, 0), (0, 0, 1), wide, high)
    if name.startswith("nut"):
        flats, high = NUT[size]
        hexagon = cad.extrude(cad.RegularPolygon(flats / 2, 6, major_radius=False), high)
        return hexagon - rod((0, 0, 0), (0, 0, 1), across, high)
    if name.startswith("T-nut"):
        long, wide, high = TEE[size]
        body = cad.Location((0, 0, high / 2)) * cad.Box(long, wide, high)
        return body - rod((0, 0, 0), (0, 0, 1), across, high)
    table = INSERT if name.startswith("insert") else SMALL_WASHER if name.startswith("small") else WASHER
    wide, high = table[size]
    if name.startswith("insert"):
        wide -= PRESSED
    return rod((0, 0, 0), (0, 0, 1), wide, high) - rod((0, 0, 0), (0, 0, 1), across, high)


class Joinery:
    """The fasteners of all joints, and their places."""

    def __init__(self) -> None:
        self._placed: dict[str, list[Placing]] = defaultdict(list)
        self.joints: dict[str, Counter[str]] = defaultdict(Counter)
        self.faults: list[str] = []
        """Messages about screws that are too short or too long for their nuts or inserts."""

    def put(
        self, joint: str, name: str, at: Point3, way: Point3, *, body: str = FIXED, along: Point3 | None = None
    ) -> None:
        """Place one fastener, with its z axis along `way`, and its x axis along `along` where that matters."""
        place = towards(at, way) if along is None else cad.Plane(origin=at, x_dir=along, z_dir=way).location
        self._placed[name].append(Placing(body, place, joint))
        self.joints[joint][name] += 1

    def screw(
        self,
        joint: str,
        name: str,
        at: Point3,
        into: Point3,
        *,
        body: str = FIXED,
        washers: int = 0,
        small: bool = False,
        nut: float | None = None,
        nut_washer: bool = False,
        insert: float | None = None,
        tee: float | None = None,
        along: Point3 | None = None,
    ) -> None:
        """Place a screw whose head lies on the surface at `at`, with its washers and its nut, insert or T-nut.

        These depths below that surface are in mm: `nut` of the nut or the washer before it, `insert` of the insert's
        beginning, and `tee` of the lips of a profile's slot, whose direction is `along`.
        """
        size = size_of(name)
        washer = f"{'small ' if small else ''}washer {size}"
        thick = (SMALL_WASHER if small else WASHER)[size][1]
        back = _negate(into)
        for number in range(washers):
            self.put(joint, washer, _move(at, back, number * thick), back, body=body)
        under = washers * thick
        self.put(joint, f"screw {name}", _move(at, back, under), back, body=body)
        reach = length_of(name) - under
        if nut is not None:
            if nut_washer:
                self.put(joint, f"washer {size}", _move(at, into, nut), into, body=body)
                nut += WASHER[size][1]
            self.put(joint, f"nut {size}", _move(at, into, nut), into, body=body)
            beyond = reach - nut - NUT[size][1]
            if not 0 <= beyond <= 5.0:
                self.faults.append(f"{joint}: {name} ends {beyond:.1f} mm beyond its nut")
        if tee is not None:
            self.put(joint, f"T-nut {size}", _move(at, into, tee + LIPS), into, body=body, along=along)
        if insert is not None:
            self.put(joint, f"insert {size}", _move(at, into, insert), into, body=body)
            grip = reach - insert
            if not float(size[1:]) <= grip <= INSERT[size][1] + 2.0:
                self.faults.append(f"{joint}: {name} grips {grip:.1f} mm of its insert")

    def parts(self) -> list[CadPart]:
        """Return all fasteners as parts."""
        return [
            CadPart(
                name,
                "fastener",
                "brass" if name.startswith("insert") else "steel",
                solid_of(name),
                tuple(places),
                group="fasteners",
                source=next(source for kind, source in SOURCES.items() if name.startswith(kind)),
            )
            for name, places in sorted(self._placed.items())
        ]


def _negate(way: Point3) -> Point3:
    return -way[0], -way[1], -way[2]


def _move(at: Point3, way: Point3, by: float) -> Point3:
    return at[0] + way[0] * by, at[1] + way[1] * by, at[2] + way[2] * by
