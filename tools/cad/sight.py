"""Whether anything stands between the lens and a die."""

import manifold3d
import numpy as np

from tools.cad.assembly import Assembly
from tools.cad.mesh import matrix_of, mesh_of

SEEN_THROUGH = 0.5
"""Volume in mm³ up to which a part only touches the view."""
MAY_HIDE = ("long wall", "cross wall", "wells block")
"""What may hide a part of a die that leans against it."""
IN_VIEW = ("die", "floor of a well", "camera")


def hidden_by(machine: Assembly) -> list[str]:
    """Return what is in the camera's way to a die, at home with levers up.

    To a die in the middle of its well nothing may be in the way, to a die anywhere in it nothing but the wells' walls.
    Clear parts and the camera itself do not count.
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
        vertices, triangles = mesh_of(part)
        solid = manifold3d.Manifold(manifold3d.Mesh(vertices.astype(np.float32), triangles.astype(np.uint32)))
        for placing in part.places:
            piece = solid.transform(matrix_of(placing)[:3])
            for well, allowed, view in views:
                if _apart(piece.bounding_box(), view.bounding_box()):
                    continue
                if part.name not in allowed and (piece ^ view).volume() > SEEN_THROUGH:
                    found.add(f"{part.name} hides a part of well {well}")
    return sorted(found)


def _apart(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    """Return whether two boxes (low corner, high corner) have no point in common."""
    return any(one[i] > other[i + 3] or other[i] > one[i + 3] for i in range(3))
