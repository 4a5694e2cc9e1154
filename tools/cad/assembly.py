"""The whole machine: all parts, the place of each piece, and the joints between them."""

from collections import Counter
from dataclasses import dataclass, replace
from typing import Any

from hardware.dimensions import dimensions
from tools.cad.controls import controls
from tools.cad.drive import drive
from tools.cad.eye import eye
from tools.cad.frame import frame
from tools.cad.part import CadPart, Way
from tools.cad.plan import MachinePlan
from tools.cad.rocker import rocker
from tools.cad.wells import wells

BUILT_OF = {"wells": wells, "rocker": rocker, "drive": drive, "box": frame, "camera": eye, "controls": controls}


@dataclass(frozen=True, slots=True, eq=False)
class Assembly:
    """The machine made in one of two ways; see tools/cad/__init__.py."""

    way: Way
    plan: MachinePlan
    parts: tuple[CadPart, ...]
    joints: dict[str, Counter[str]]

    def find(self, name: str) -> CadPart:
        """Return the part of this name. Raises KeyError."""
        return {part.name: part for part in self.parts}[name]


def assemble(way: Way, it: dict[str, Any] | None = None) -> Assembly:
    """Return the machine of machine.toml, or of `it`. Raises ValueError for screws of a wrong length."""
    plan = MachinePlan(it or dimensions(), way)
    made = [replace(part, group=group) for group, build in BUILT_OF.items() for part in build(plan)]
    if plan.joinery.faults:
        raise ValueError("; ".join(plan.joinery.faults))
    parts = (*made, *plan.joinery.parts())
    names = Counter(part.name for part in parts)
    twice = [name for name, count in names.items() if count > 1]
    if twice:
        raise ValueError(f"two parts have one name: {', '.join(twice)}")
    return Assembly(way, plan, parts, dict(plan.joinery.joints))
