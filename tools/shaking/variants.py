"""Machines that differ from the reference build in unmeasured properties."""

import copy
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from hardware.dimensions import dimensions
from hardware.twin.model import Surfaces, Touch

STANDARD = "as taken"
ASSUMED = Surfaces()


@dataclass(frozen=True, slots=True)
class MachineVariant:
    """Surfaces, and changed dimensions by section and name."""

    surfaces: Surfaces = ASSUMED
    changed: Mapping[tuple[str, str], float] = field(default_factory=dict)

    def dimensions(self) -> dict[str, Any]:
        """Return the dimensions of this machine."""
        made = copy.deepcopy(dimensions())
        for (section, name), value in self.changed.items():
            made[section][name] = value
        return made


def _touching(friction: float, bounce: float) -> MachineVariant:
    """Return the assumed surfaces with `friction` times the friction, and `bounce` more bounce."""
    touches = {
        name: Touch(friction * getattr(ASSUMED, name).friction, bounce + getattr(ASSUMED, name).bounce)
        for name in ("floor", "wall", "lid")
    }
    return MachineVariant(Surfaces(**touches))


VARIANTS = {
    STANDARD: MachineVariant(),
    "friction x 0.6": _touching(0.6, 0.0),
    "friction x 1.6": _touching(1.6, 0.0),
    "bounce - 0.2": _touching(1.0, -0.2),
    "bounce + 0.2": _touching(1.0, 0.2),
    "dead, soft floor": MachineVariant(replace(ASSUMED, floor=Touch(0.8, 0.1, spring=500.0))),
    "dice of 15 mm": MachineVariant(changed={("die", "side"): 15.0}),
    "sharp dice": MachineVariant(changed={("die", "corner_radius"): 0.8}),
    "dice of 8 g": MachineVariant(changed={("die", "mass"): 8.0}),
}
