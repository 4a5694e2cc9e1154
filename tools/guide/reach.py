"""Whether a key reaches each screw in the step that tightens it, past what the step's picture shows."""

from collections.abc import Iterator

import manifold3d
import numpy as np

from tools.cad.assembly import Assembly
from tools.cad.fasteners import BUTTON, CAP, length_of, size_of
from tools.cad.mesh import Floats, matrix_of, mesh_of
from tools.cad.part import CadPart
from tools.guide.pictures import pieces_of
from tools.guide.steps import BuildGuide, GuideStep, StepPicture

KEY_LONG = 50.0
KEYS = {"M2": 0.9, "M2.5": 1.2, "M3": 1.3, "M4": 1.6, "M5": 1.8}
"""Half of what the hexagon of a key takes, in mm, by the thread of its screws."""
TOUCHED = 0.5
"""Volume in mm³ from which something is in a key's way."""
OPEN = ("silicone foot, back row", "silicone foot, front row")
"""Pieces of hose: a key goes through them."""


class ScrewReach:
    """The solids of a machine, and where keys go."""

    def __init__(self, machine: Assembly, guide: BuildGuide) -> None:
        self.machine, self.guide = machine, guide
        self._solids: dict[str, manifold3d.Manifold] = {}

    def blocked(self) -> Iterator[str]:
        """Yield in words which screws no key reaches."""
        for step in self.guide.steps:
            if step.joints and step.picture:
                yield from self._blocked_in(step, step.picture)

    def _blocked_in(self, step: GuideStep, picture: StepPicture) -> Iterator[str]:
        shown = list(pieces_of(self.machine, self.guide, step, picture))
        there = [(piece.part, matrix_of(piece.placing)) for piece in shown]
        there += [(part, matrix_of(it)) for part in map(self.machine.named, step.parts) for it in part.places]
        solids = [
            (part.name, self._solid(part).transform(at[:3]))
            for part, at in there
            if part.make != "fastener" and part.name not in OPEN
        ]
        for part in self.machine.parts:
            if part.name.startswith(("screw", "set screw")):
                for placing in part.places:
                    if placing.joint in step.joints:
                        ways = [
                            [name for name, solid in solids if (key ^ solid).volume() > TOUCHED]
                            for key in _keys(part.name, matrix_of(placing))
                        ]
                        if all(ways):
                            yield f"step {step.number}: {ways[0][0]} is in the way of a {part.name} of {placing.joint}"

    def _solid(self, part: CadPart) -> manifold3d.Manifold:
        if part.name not in self._solids:
            vertices, triangles = mesh_of(part)
            mesh = manifold3d.Mesh(np.asarray(vertices, np.float32), np.asarray(triangles, np.uint32))
            self._solids[part.name] = manifold3d.Manifold(mesh)
        return self._solids[part.name]


def _keys(name: str, at: Floats) -> Iterator[manifold3d.Manifold]:
    """Yield the room of a key: one on a screw's head, or one at either end of a set screw."""
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
