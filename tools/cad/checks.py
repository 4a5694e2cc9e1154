"""All checks of the machine and its files."""

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import manifold3d
import numpy as np
import trimesh

from hardware.crank import ShakeProgram
from hardware.twin.model import LEVER_STIFFNESS
from tools.cad.assembly import Assembly
from tools.cad.clearance import LEAST_GAP, TURNS, ClearanceCheck
from tools.cad.listing import compare_counts, count_in_list, count_in_step, empty_holes, with_masses
from tools.cad.mesh import common_volume, manifold_of, matrix_of, mesh_of
from tools.cad.part import CadPart
from tools.cad.sheets import read_cuts
from tools.cad.slicer import PROGRAM, Sliced, is_installed, slice_part
from tools.shaking.throws import least_torque

MARGIN = 1.5


@dataclass(frozen=True, slots=True)
class Budget:
    """An amount that is needed, and the amount that is available."""

    name: str
    needed: float
    there: float
    unit: str

    @property
    def margin(self) -> float:
        return self.there / self.needed

    @property
    def holds(self) -> bool:
        return self.margin >= MARGIN


def pressing_torque(it: dict[str, Any]) -> float:
    """Return the torque in N m of a servo that presses on a flat die at its lowest angle."""
    lever = it["lever"]
    touching = it["wells"]["floor"] + it["die"]["side"] + lever["tip_radius"] - lever["height"]
    angle = math.degrees(math.asin(touching / lever["arm"])) - lever["lowest"]
    return math.radians(angle) * LEVER_STIFFNESS


def budgets(it: dict[str, Any]) -> list[Budget]:
    """Return all budgets. The motor's torque is that of the default shake on the twin, with the `masses` of `it`."""
    current, supply = it["currents"], it["supplies"]
    pieces = 8 * it["strip"]["piece"][0] / 1000
    ring = pieces * it["strip"]["watts_per_metre"] / 24
    wells = len(it["wells"]["centres"])
    return [
        Budget("the motor's torque at the default shake", least_torque(ShakeProgram(), it), 1.0, "of its torque"),
        Budget("a servo's torque while it presses", pressing_torque(it), it["servo"]["torque"], "N m"),
        Budget("24 V: motor and ring", current["motor"] + ring, supply["main"], "A"),
        Budget("5 V: all servos pressing", wells * current["servo_pressing"], supply["servos"], "A"),
    ]


SEEN_THROUGH = 0.5
"""Largest volume in mm³ that parts and the view may have in common."""
MAY_HIDE = ("long wall", "cross wall", "wells block")
"""Parts that may hide a part of a die next to them."""
IN_VIEW = ("die", "floor of a well", "camera")


def find_hiding(machine: Assembly) -> list[str]:
    """Return the parts that hide a die from the camera, at home with levers up.

    No part may hide a die in the middle of its well. Only the wells' walls may hide a die elsewhere in its well. Clear
    parts and the camera itself do not count.
    """
    plan = machine.plan
    side, top = plan.layout.side, plan.layout.floor + plan.it["die"]["side"]
    lens = np.array([[*plan.middle, plan.lens]])
    views = []
    for well, (x, y) in enumerate(plan.layout.centres, 1):
        for reach, allowed in ((plan.it["die"]["side"] / 2, ()), (side / 2, MAY_HIDE)):
            square = np.array([[x + i * reach, -y + j * reach, top] for i in (-1, 1) for j in (-1, 1)])
            views.append((well, allowed, manifold3d.Manifold.hull_points(np.concatenate([lens, square]))))
    found = set()
    for part in machine.parts:
        if part.clear or part.name in IN_VIEW:
            continue
        for placing in part.places:
            piece = manifold_of(part).transform(matrix_of(placing)[:3])
            for well, allowed, view in views:
                if part.name not in allowed and common_volume(piece, view) > SEEN_THROUGH:
                    found.add(f"{part.name} hides a part of well {well}")
    return sorted(found)


LID_ANGLES = (*range(30), *range(30, 101, 5))
"""Angles in degrees at which the open lid is checked, with levers up."""


@dataclass(slots=True)
class Findings:
    """The results of the checks: `figures` for checks.json, and `faults` as messages."""

    figures: dict[str, Any] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)

    def add(self, name: str, value: object, faults: list[str]) -> None:
        self.figures[name] = value
        self.faults += faults

    def as_json(self) -> str:
        return json.dumps(self.figures, indent=1) + "\n"


def lever_angles(it: dict[str, Any]) -> tuple[float, float, float]:
    """Return the angles in degrees of levers that are up, halfway, and down."""
    lowest, highest = it["lever"]["lowest"], it["lever"]["highest"]
    return highest, (lowest + highest) / 2, lowest


def check_clearance(machine: Assembly, findings: Findings) -> None:
    """Check that no parts overlap or come too near, at home and while crank, levers and lid move."""
    check = ClearanceCheck(machine)
    overlapping = check.check_home()
    angles = [360.0 * turn / TURNS for turn in range(TURNS)]
    moving, nearest = check.check_motion(angles, lever_angles(machine.plan.it))
    words = [f"they overlap: {meeting}" for meeting in (*overlapping, *moving)]
    findings.add("interferences", len(words), words)
    narrow = [f"they come too near: {nearest}"] if round(nearest.amount, 3) < LEAST_GAP else []
    findings.add("min_clearance_mm", round(nearest.amount, 3), narrow)
    findings.add("min_clearance", str(nearest), [])
    tight = check.check_lid(LID_ANGLES)
    findings.add("lid_opening_mm", round(tight.amount, 3), [f"the lid meets {tight}"] * (tight.amount < LEAST_GAP))


def check_prints(
    parts: Sequence[CadPart], bed: Sequence[float], folder: Path, cache: Path, findings: Findings
) -> dict[str, Sliced]:
    """Check that each print is closed, fits the bed and can be sliced. Return what one piece takes, by its part."""
    faults, taken = [], {}
    slicing = is_installed()
    for part in parts:
        if part.make != "print":
            continue
        mesh = trimesh.Trimesh(*mesh_of(part), process=False)
        if not mesh.is_watertight or not mesh.is_winding_consistent or mesh.volume <= 0:
            faults.append(f"{part.name} is not watertight")
        if any(size > room for size, room in zip(mesh.extents, bed, strict=True)):
            faults.append(f"{part.name} does not fit the printer's bed")
        if slicing:
            try:
                taken[part.name] = slice_part(folder / f"{part.file}.stl", part, (bed[0], bed[1]), cache)
            except ValueError as error:
                faults.append(str(error))
    findings.add("watertight", not faults, faults)
    quantity = {part.name: part.quantity for part in parts}
    figures: dict[str, object] = {"skipped": f"{PROGRAM} is not installed"}
    if slicing:
        figures = {
            "parts": len(taken),
            "grams": round(sum(takes.grams * quantity[name] for name, takes in taken.items())),
            "hours": round(sum(takes.hours * quantity[name] for name, takes in taken.items()), 1),
        }
    findings.add("sliced", figures, [])
    return taken


def check_files(parts: Sequence[CadPart], folder: Path, listed: str, findings: Findings) -> None:
    """Check the list of parts and the files in `folder`, except the prints."""
    faults, lines = [], 0
    for path in sorted((folder / "cut").glob("*/*.dxf")):
        try:
            lines += len(read_cuts(path))
        except (ValueError, OSError) as error:
            faults.append(str(error))
    findings.add("closed_outlines", lines, faults)
    differing = compare_counts(count_in_step(folder / "assembly.step"), count_in_list(listed))
    findings.add("unlisted", differing, differing)
    findings.add("parts", len(parts), [])
    findings.add("pieces", sum(part.quantity for part in parts), [])


def check_crank(machine: Assembly, findings: Findings) -> None:
    """Check the solids of the machine with a crank."""
    for name, found in (("empty_holes", empty_holes(machine)), ("hidden", find_hiding(machine))):
        findings.add(name, found, found)
    check_clearance(machine, findings)
    all_budgets = budgets(with_masses(machine))
    # Prints are heavier than sheets: the printed machine leaves the motor less margin, and the guide says so.
    short = [
        f"{it.name}: {it.needed:.3g} of {it.there:.3g} {it.unit}"
        for it in all_budgets
        if not it.holds and machine.way == "cut"
    ]
    findings.add("margins", {it.name: round(it.margin, 2) for it in all_budgets}, short)
