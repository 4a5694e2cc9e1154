"""All checks of the machine and its files."""

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import trimesh

from tools.cad.assembly import Assembly
from tools.cad.budgets import Budget, budgets
from tools.cad.clearance import LEAST_GAP, TURNS, ClearanceCheck
from tools.cad.listing import counted_in_list, counted_in_step, empty_holes, unlisted
from tools.cad.masses import with_masses
from tools.cad.mesh import mesh_of
from tools.cad.sheets import read_cuts
from tools.cad.sight import hidden_by
from tools.cad.slicer import PROGRAM, Sliced, sliced, wanted

LID_ANGLES = (*range(30), *range(30, 101, 5))
"""Degrees by which the lid is opened past levers that are up."""


@dataclass(slots=True)
class Findings:
    """What the checks have found: `figures` for checks.json, and `faults` in words."""

    figures: dict[str, Any] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)

    def add(self, name: str, value: object, faults: list[str]) -> None:
        self.figures[name] = value
        self.faults += faults

    def as_json(self) -> str:
        return json.dumps(self.figures, indent=1) + "\n"


def lever_angles(it: dict[str, Any]) -> tuple[float, float, float]:
    """Return the angles of levers that are up, between, and down."""
    lowest, highest = it["lever"]["lowest"], it["lever"]["highest"]
    return highest, (lowest + highest) / 2, lowest


def check_clearance(machine: Assembly, findings: Findings, turns: int = TURNS) -> None:
    """Look for parts that overlap, at home and while crank and levers move."""
    check = ClearanceCheck(machine)
    overlapping = check.at_home()
    angles = [360.0 * turn / turns for turn in range(turns)]
    moving, nearest = check.moving(angles, lever_angles(machine.plan.it))
    words = [f"they overlap: {meeting}" for meeting in (*overlapping, *moving)]
    findings.add("interferences", len(words), words)
    narrow = [f"they come too near: {nearest}"] if round(nearest.amount, 3) < LEAST_GAP else []
    findings.add("min_clearance_mm", round(nearest.amount, 3), narrow)
    findings.add("min_clearance", str(nearest), [])
    tight = check.lid_opening(LID_ANGLES)
    findings.add("lid_opening_mm", round(tight.amount, 3), [f"the lid meets {tight}"] * (tight.amount < LEAST_GAP))


def check_prints(machine: Assembly, folder: Path, cache: Path, findings: Findings) -> dict[str, Sliced]:
    """Look whether every print is closed, fits the bed and is sliced. Return what one piece takes, by its part."""
    faults, taken, bed = [], {}, machine.plan.it["print"]["bed"]
    slicing = wanted()
    for part in machine.parts:
        if part.make != "print":
            continue
        mesh = trimesh.Trimesh(*mesh_of(part), process=False)
        if not mesh.is_watertight or not mesh.is_winding_consistent or mesh.volume <= 0:
            faults.append(f"{part.name} is not watertight")
        if any(size > room for size, room in zip(mesh.extents, bed, strict=True)):
            faults.append(f"{part.name} does not fit the printer's bed")
        if slicing:
            try:
                taken[part.name] = sliced(folder / f"{part.file}.stl", (bed[0], bed[1]), cache)
            except ValueError as error:
                faults.append(str(error))
    findings.add("watertight", not faults, faults)
    quantity = {part.name: part.quantity for part in machine.parts}
    figures: dict[str, object] = {"skipped": f"{PROGRAM} is not installed"}
    if slicing:
        figures = {
            "parts": len(taken),
            "grams": round(sum(takes.grams * quantity[name] for name, takes in taken.items())),
            "hours": round(sum(takes.hours * quantity[name] for name, takes in taken.items()), 1),
        }
    findings.add("sliced", figures, [])
    return taken


def check_cuts(folder: Path, findings: Findings) -> None:
    """Open every DXF."""
    faults, lines = [], 0
    for path in sorted(folder.glob("*.dxf")):
        try:
            lines += len(read_cuts(path))
        except (ValueError, OSError) as error:
            faults.append(str(error))
    findings.add("closed_outlines", lines, faults)


def check_list(machine: Assembly, step: Path, listed: str, findings: Findings) -> None:
    """Compare assembly and list, and look for holes without a screw."""
    differing = unlisted(counted_in_step(step), counted_in_list(listed))
    findings.add("unlisted", differing, differing)
    holes = empty_holes(machine)
    findings.add("empty_holes", holes, holes)
    findings.add("parts", len(machine.parts), [])
    findings.add("pieces", sum(part.quantity for part in machine.parts), [])


def check_sight(machine: Assembly, findings: Findings) -> None:
    """Look whether anything hides a die."""
    hidden = hidden_by(machine)
    findings.add("hidden", hidden, hidden)


def check_budgets(found: list[Budget], findings: Findings) -> None:
    """Look whether all budgets hold."""
    short = [
        f"{budget.name}: {budget.needed:.3g} of {budget.there:.3g} {budget.unit}"
        for budget in found
        if not budget.holds
    ]
    findings.add("margins", {budget.name: round(budget.margin, 2) for budget in found}, short)


def check_all(machine: Assembly, folder: Path, listing: str, findings: Findings) -> None:
    """Check the machine and its files in `folder`, except the prints."""
    check_cuts(folder / "cut", findings)
    check_list(machine, folder / "assembly.step", listing, findings)
    check_clearance(machine, findings)
    check_sight(machine, findings)
    check_budgets(budgets(with_masses(machine)), findings)
