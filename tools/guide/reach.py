"""Checks that a key reaches each screw in its step, past the parts in the step's picture."""

from collections.abc import Iterator

import manifold3d
import numpy as np

from tools.cad.assembly import Assembly
from tools.cad.fasteners import BUTTON, CAP, length_of, size_of
from tools.cad.mesh import Floats, common_volume, manifold_of, matrix_of
from tools.guide.pictures import pieces_of
from tools.guide.steps import BuildGuide

KEY_LONG = 50.0
KEYS = {"M2": 0.9, "M2.5": 1.2, "M3": 1.3, "M4": 1.6, "M5": 1.8}
"""Radius in mm of a key, by the thread of its screws."""
TOUCHED = 0.5
"""Largest volume in mm³ that a key may have in common with a part."""
SHORT_ARM = 14.0
"""Length in mm of the short arm of a bent key of 1.5 mm; ISO 2936."""
SCREWS = ("screw", "set screw")
HATCH_JOINTS = ("motor to bracket", "hub to motor's shaft", "rod to crank")
OPEN = ("silicone foot, back row", "silicone foot, front row")
"""Pieces of hose, which a key goes through."""


def check_reach(machine: Assembly, guide: BuildGuide) -> Iterator[str]:
    """Describe each screw that no key reaches."""
    for step in guide.steps:
        if step.joints and step.picture:
            pieces = [(it.part, it.placing) for it in pieces_of(machine, guide, step, step.picture)]
            pieces += [(part, placing) for part in map(machine.find, step.parts) for placing in part.places]
            solids = [
                (part.name, manifold_of(part).transform(matrix_of(placing)[:3]))
                for part, placing in pieces
                if part.make != "fastener" and part.name not in OPEN
            ]
            screws = [it for it in machine.parts if it.name.startswith(SCREWS)]
            for part, placing in ((screw, placing) for screw in screws for placing in screw.places):
                if placing.joint in step.joints:
                    ways = [
                        [name for name, solid in solids if common_volume(key, solid) > TOUCHED]
                        for key in _keys(part.name, matrix_of(placing))
                    ]
                    if all(ways):
                        yield f"step {step.number}: {ways[0][0]} is in the way of a {part.name} of {placing.joint}"


def check_hatch(machine: Assembly) -> Iterator[str]:
    """Describe each screw of motor, crank and hub that no long key reaches through the open hatch, at home.

    A set screw points to the right, where the short arm of a bent key enters; the long arm leads out of the box.
    """
    solids = [
        (part.name, manifold_of(part).transform(matrix_of(placing)[:3]))
        for part in machine.parts
        for placing in part.places
        if part.name != "hatch's cover" and placing.joint not in (*HATCH_JOINTS, "hatch's cover")
    ]
    outside, (x, z) = -machine.plan.deep - 5.0, machine.plan.axle
    for part in machine.parts:
        for placing in (it for it in part.places if it.joint in HATCH_JOINTS and part.name.startswith(SCREWS)):
            at, long = matrix_of(placing)[:3, 3], KEYS[size_of(part.name)]
            if part.name.startswith("set screw"):
                reach = float(np.hypot(at[0] - x, at[2] - z)) + SHORT_ARM
                start, arm = (x + reach, at[1], z), manifold3d.Manifold.cylinder(SHORT_ARM, long, long, 24)
                keys = [arm.rotate((0, -90, 0)).translate(start)]
            else:
                start, keys = (at[0], at[1] - CAP[size_of(part.name)][1] - 0.1, at[2]), []
            way = manifold3d.Manifold.cylinder(start[1] - outside, long, long, 24).rotate((90, 0, 0)).translate(start)
            for key in (*keys, way):
                met = (name for name, solid in solids if common_volume(key, solid) > TOUCHED)
                yield from (f"{name} is in the way of a {part.name} of {placing.joint}" for name in met)


def _keys(name: str, at: Floats) -> Iterator[manifold3d.Manifold]:
    """Yield the space of a key on a screw's head, or of one at each end of a set screw."""
    size, out = size_of(name), at[:3, 2]
    key = manifold3d.Manifold.cylinder(KEY_LONG, KEYS[size], KEYS[size], 24)
    if name.startswith("set screw"):
        places = [(0.1, out), (-length_of(name) - 0.1, -out)]
    else:
        places = [((CAP if "4762" in name else BUTTON)[size][1] + 0.1, out)]
    for away, way in places:
        aside = np.cross(way, (1.0, 0.0, 0.0) if abs(way[0]) < 0.9 else (0.0, 1.0, 0.0))
        aside /= np.linalg.norm(aside)
        start = at[:3, 3] + out * away
        yield key.transform(np.column_stack([aside, np.cross(way, aside), way, start]))
