"""The list of parts, and checks that list, assembly and holes agree."""

import csv
import io
import math
import re
import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import build123d as cad
import numpy as np
from numpy.typing import NDArray

from tools.cad.assembly import Assembly
from tools.cad.fasteners import CUTS_ITS_THREAD, HOLES, INSERT
from tools.cad.mesh import Floats, convert_location
from tools.cad.part import LID, ROCKER, CadPart
from tools.cad.slicer import Sliced

LEVER = "lever1"


@dataclass(frozen=True, slots=True)
class MovingMass:
    """A body that turns about an axis: mass in g, centre in mm from the axis, and inertia in g mm² about the axis."""

    mass: float
    middle: tuple[float, float]
    inertia: float


def rocker_mass(machine: Assembly) -> MovingMass:
    """Return all that tips with the rocker, with levers up and dice on the floors; the centre is from the shaft."""
    plan = machine.plan
    bodies = {ROCKER, LID, *(f"lever{number}" for number in range(1, len(plan.layout.centres) + 1))}
    return _about(machine, bodies, (plan.shaft[0], 0.0, plan.shaft[1]), 1)


def lever_mass(machine: Assembly) -> MovingMass:
    """Return a lever with its horn and foot; the centre is along the line from its axis to its tip, and above it."""
    plan = machine.plan
    x, y = plan.layout.centres[0]
    way = plan.layout.way(y)
    turning = _about(machine, {LEVER}, (x, -plan.layout.axis(y), plan.layout.axis_high), 0)
    inward, up = way * turning.middle[0], turning.middle[1]
    turn = math.radians(plan.it["lever"]["highest"])
    middle = (inward * math.cos(turn) + up * math.sin(turn), up * math.cos(turn) - inward * math.sin(turn))
    return MovingMass(turning.mass, middle, turning.inertia)


def _about(machine: Assembly, bodies: set[str], at: tuple[float, float, float], axis: int) -> MovingMass:
    """Sum up the pieces of these bodies about an axis along x (0) or y (1); `middle` is in the two other directions."""
    whole, moment, inertia = 0.0, np.zeros(3), 0.0
    others = [i for i in range(3) if i != axis]
    for part in machine.parts:
        places = [placing for placing in part.places if placing.body in bodies]
        if not places:
            continue
        own = np.array(tuple(part.solid.center(cad.CenterOf.MASS)))
        # About its own centre; build123d's inertia is for the density 1.
        tensor = np.array(part.solid.matrix_of_inertia) * (part.mass / part.solid.volume)
        for placing in places:
            matrix = convert_location(placing.location)
            turn: NDArray[np.float64] = matrix[:3, :3]
            arm = turn @ own + matrix[:3, 3] - np.array(at)
            whole += part.mass
            moment += part.mass * arm
            inertia += float((turn @ tensor @ turn.T)[axis, axis]) + part.mass * float(np.sum(arm[others] ** 2))
    first, second = moment[others] / whole
    return MovingMass(whole, (float(first), float(second)), inertia)


def with_masses(machine: Assembly) -> dict[str, Any]:
    """Return the machine's dimensions with the masses of its solids."""
    return machine.plan.it | {"masses": tomllib.loads(masses_file(machine))}


def masses_file(machine: Assembly) -> str:
    """Return the text of the file that the twin reads."""
    rocker, lever = rocker_mass(machine), lever_mass(machine)
    return (
        "# By tools.cad, from the machine's solids: make cad. In g, mm and g mm².\n\n"
        "[rocker]                     # all that tips, with dice on the floors and levers up\n"
        f"mass = {rocker.mass:.2f}\n"
        f"middle = [{rocker.middle[0]:.3f}, {rocker.middle[1]:.3f}]  # right of the shaft, and above it\n"
        f"inertia = {rocker.inertia:.1f}        # about the shaft\n\n"
        "[lever]                      # with its horn and foot\n"
        f"mass = {lever.mass:.4f}\n"
        f"middle = [{lever.middle[0]:.4f}, {lever.middle[1]:.4f}]  # from the axis to the tip, and above that line\n"
        f"inertia = {lever.inertia:.3f}            # about the axis\n"
    )


COLUMNS = (
    "part", "quantity", "way", "group", "material", "mass g", "print g", "print hours", "joints", "source", "note",
)  # fmt: skip
ON_AXIS = 0.05
SCREW_HOLES = {
    round(wide / 2, 3) for wide in (*HOLES.values(), *CUTS_ITS_THREAD.values(), *(size[0] for size in INSERT.values()))
}
OCCURRENCE = re.compile(r"NEXT_ASSEMBLY_USAGE_OCCURRENCE\(\s*'[^']*'\s*,\s*'((?:[^']|'')*)'")


def parts_list(parts: Sequence[CadPart], printed: Mapping[str, Sliced]) -> str:
    """Return the list as CSV. `printed` has grams and hours of one piece of each print, if a slicer is installed."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(COLUMNS)
    for part in parts:
        takes = printed.get(part.name)
        rows.writerow(
            [
                part.name,
                part.quantity,
                part.make,
                part.group,
                part.material,
                f"{part.mass:.2f}",
                f"{takes.grams * part.quantity:.1f}" if takes else "",
                f"{takes.hours * part.quantity:.2f}" if takes else "",
                "; ".join(f"{joint}: {count}" for joint, count in part.joints.items()),
                part.source,
                part.note,
            ]
        )
    return text.getvalue()


def write_assembly(parts: Sequence[CadPart], path: Path) -> None:
    """Write all pieces in their places as STEP; each piece has its part's name."""
    children = []
    for part in parts:
        for placing in part.places:
            piece = placing.location * part.solid
            piece.label = part.name
            children.append(piece)
    cad.export_step(cad.Compound(label="Pipsqueak", children=children), str(path), timestamp="2000-01-01T00:00:00")


def count_in_step(path: Path) -> Counter[str]:
    """Return the number of pieces of each part in an assembly's STEP file."""
    return Counter(name.replace("''", "'") for name in OCCURRENCE.findall(path.read_text(encoding="utf-8")))


def count_in_list(text: str) -> Counter[str]:
    """Return the number of pieces of each part in a list of parts."""
    return Counter({row["part"]: int(row["quantity"]) for row in csv.DictReader(io.StringIO(text))})


def compare_counts(assembly: Counter[str], listed: Counter[str]) -> list[str]:
    """Describe each part whose number of pieces differs between assembly and list."""
    names = sorted({*assembly, *listed})
    return [
        f"{name}: {assembly[name]} built, {listed[name]} listed" for name in names if assembly[name] != listed[name]
    ]


def empty_holes(machine: Assembly) -> list[str]:
    """Describe the holes for screws and inserts in made parts that are empty."""
    axes = np.array(
        [
            np.concatenate([matrix[:3, 3], matrix[:3, 2]])
            for part in machine.parts
            if part.make == "fastener"
            for matrix in (convert_location(placing.location) for placing in part.places)
        ]
    )
    found = []
    for part in machine.parts:
        if part.make in ("cut", "print"):
            holes = screw_holes(part)
            for placing in part.places:
                matrix = convert_location(placing.location)
                missing = sum(not _is_filled(matrix @ hole, axes) for hole in holes)
                if missing:
                    found.append(f"{part.name}: {missing} holes without a screw")
    return found


def screw_holes(part: CadPart) -> list[Floats]:
    """Return the middles (4,) of the round holes of a screw's or an insert's size in a part's own frame."""
    holes = []
    for face in part.solid.faces():
        if face.geom_type != cad.GeomType.CYLINDER or round(face.radius or 0.0, 3) not in SCREW_HOLES:
            continue
        # The ends of long holes are half cylinders: their edges are not whole circles.
        around = 2 * np.pi * face.radius
        if face.is_circular_concave and any(abs(edge.length - around) < 1e-3 for edge in face.edges()):
            axis = face.axis_of_rotation
            middle = face.center()
            start, way = np.array(tuple(axis.position)), np.array(tuple(axis.direction))
            on_axis = start + way * ((np.array(tuple(middle)) - start) @ way)
            holes.append(np.array([*on_axis, 1.0]))
    return holes


def _is_filled(place: Floats, axes: Floats) -> bool:
    """Return whether the axis of a fastener near a point passes through it."""
    away = place[:3] - axes[:, :3]
    along = np.sum(away * axes[:, 3:], axis=1)
    off = np.linalg.norm(away - along[:, None] * axes[:, 3:], axis=1)
    return bool(np.any((off < ON_AXIS) & (np.abs(along) < 30.0)))
