"""The lid over the wells: its hinge, the hook that holds it shut, and the switch that detects whether it is closed."""

from collections.abc import Iterator

import build123d as cad

from tools.cad.part import LID, ROCKER, CadPart, Point3, Shape, area, box, plane_z, rectangle, rod
from tools.cad.plan import MachinePlan, buy, cut, print_part

HOOK = "lid's hook"
HINGE = (10.0, 10.0)
"""Width and height of the strip for the hinge's film."""
FILM = 0.2
MAGNET, REED = (6.0, 2.0), (14.0, 2.6)
REED_BEHIND, REED_BELOW = 22.0, 7.0
"""Distances of the reed contact behind the middle of the lid's edge, and below the lid."""
MAGNET_ASIDE = 6.0
"""Distance along the contact from its middle to the magnet's. A magnet with its poles above and below does not close a
contact whose middle is under it."""
HOOK_FOOT = (4.0, 18.0)
"""Lower and upper end of the hook's foot, which is glued to the right wall."""
HOOK_WIDE, HOOK_ARM = 14.0, 1.8
HOOK_OVER, HOOK_GAP, HOOK_AWAY = 2.0, 0.4, 0.6
"""How far the hook's nose reaches over the lid, and the gaps from the lid to the nose and to the arm."""
HOOK_PULL = 6.0
"""Degrees by which a finger bends the hook to release the lid."""


def lid(plan: MachinePlan) -> Iterator[CadPart]:
    """Yield the lid with hinge, hook and switch."""
    yield from _sheet(plan)
    yield _hook(plan)
    yield from _switch(plan)


def _sheet(plan: MachinePlan) -> Iterator[CadPart]:
    it, layout = plan.it, plan.layout
    thick, low = float(it["lid"]["thickness"]), layout.lid_low
    edge = layout.lid
    outline = rectangle(edge.left, -edge.bottom, edge.right, -edge.top)
    for slot in (*layout.slots(), *layout.notches()):
        outline -= rectangle(slot.left, -slot.bottom, slot.right, -slot.top)
    note = "cut one more, a spare"
    yield cut("lid", outline, thick, [(LID, plane_z(low))], of="acrylic, clear", clear=True, spare=1, note=note)
    wide, high = HINGE
    top, bottom = plan.block.top, plan.block.bottom
    strip = box((plan.block.left - wide, top, low - high), (plan.block.left, bottom, low))
    yield print_part("hinge strip", strip, "+x", [(ROCKER, cad.Location())], note="glued to the left wall")
    film = box((edge.left - FILM, top, low - high), (edge.left, bottom, low + thick + FILM))
    film += box((edge.left, top, low + thick), (plan.block.left, bottom, low + thick + FILM))
    yield buy("hinge film", film, [(ROCKER, cad.Location())], clear=True)


def hook_pose(plan: MachinePlan) -> Shape:
    """Return the motion that pulls the lid's hook open; the hook bends at its foot."""
    root = cad.Location((plan.block.right, 0, HOOK_FOOT[1]))
    return root * cad.Rotation(0, HOOK_PULL, 0) * root.inverse()


def reed_place(plan: MachinePlan) -> Point3:
    """Return the middle of the reed contact."""
    return plan.block.right + 1.4, plan.middle[1] + REED_BEHIND, plan.layout.lid_low - REED_BELOW


def _hook(plan: MachinePlan) -> CadPart:
    """Return the hook that holds the lid: an arm that bends, and a nose over the lid's edge."""
    wall, edge, top = plan.block.right, plan.layout.lid.right, plan.layout.lid_high + HOOK_GAP
    foot_low, foot_high = HOOK_FOOT
    inner, outer = edge + HOOK_AWAY, edge + HOOK_AWAY + HOOK_ARM
    profile = area(
        [
            (wall, foot_low),
            (wall + 4.0, foot_low),
            (wall + 4.0, foot_high),
            (outer, plan.layout.lid_low - 2.0),
            (outer, top + 3.0),
            (outer + 3.0, top + 6.0),
            (outer + 1.6, top + 6.8),
            (outer - 1.0, top + 5.2),
            (edge - HOOK_OVER, top + 1.2),
            (edge - HOOK_OVER, top),
            (inner, top),
            (inner, plan.layout.lid_low - 1.5),
            (wall + 4.0 - HOOK_ARM, foot_high),
            (wall, foot_high),
        ]
    )
    start = plan.middle[1] + HOOK_WIDE / 2
    solid = cad.Plane(origin=(0, start, 0), x_dir=(1, 0, 0), z_dir=(0, -1, 0)) * cad.extrude(profile, HOOK_WIDE)
    note = "as it lies, on its side, so that it bends and does not break; glued to the right wall"
    return print_part(HOOK, solid, "-y", [(ROCKER, cad.Location())], material="PLA, matt black", note=note)


def _switch(plan: MachinePlan) -> Iterator[CadPart]:
    x, y, _ = reed_place(plan)
    low = plan.layout.lid_low
    magnet = rod((0, 0, 0), (0, 0, -1), *MAGNET)
    yield buy("magnet", magnet, [(LID, cad.Location((x + 2.8, y - MAGNET_ASIDE, low)))])
    reed = rod((0, -REED[0] / 2, 0), (0, 1, 0), REED[1], REED[0])
    yield buy("reed contact", reed, [(ROCKER, cad.Location(reed_place(plan)))])
