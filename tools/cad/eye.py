"""The camera on its post, and the light around its lens."""

import math
from collections.abc import Iterator

import build123d as cad

from tools.cad.fasteners import HOLES, LIPS, NUT
from tools.cad.frame import post_screws
from tools.cad.mesh import Triangles, triangles_of
from tools.cad.part import FIXED, CadPart, Shape, area, box, drill, lay_on_bed, plane_z, punch, rod
from tools.cad.plan import STANDOFF, MachinePlan, buy, print_part, sheet

STANDOFF_PLACES = (10.0, 32.0)
"""The x and y of the standoffs, from the lens."""
MOUNT = (28.0, 80.0)
TEE_PLACES = 20.0
"""Distance along the arm from the lens to the mount's screws."""
DISC, DISC_HOLE = 160.0, 44.0
PIECES = 8
FLOOR = 2.2
"""Thickness of the mount under the camera's nuts."""
HQ_BOSS = 5.0
BOARD = 1.0
"""Thickness of a camera's board."""
CAP_POCKET = (6.2, 3.2)
"""Diameter and depth of the pocket for the head of an M3 screw."""
ARM_BEFORE = 30.0
"""Length of the arm beyond the lens."""
BRACKET = 20.0
SLOT_DEEP = 6.2


def eye(plan: MachinePlan) -> Iterator[CadPart]:
    """Yield post, arm, mount, camera and ring."""
    yield from _profiles(plan)
    yield from _mount(plan)
    yield from _ring(plan)


def profile(plan: MachinePlan, long: float) -> Shape:
    """Return the solid of a profile along z with its four slots."""
    side, slot = plan.it["profile"]["side"], plan.it["profile"]["slot"]
    solid = box((-side / 2, -side / 2, 0), (side / 2, side / 2, long))
    high, deep = side / 2 - LIPS, side / 2 - SLOT_DEEP
    chamber = [(-5.6, high), (5.6, high), (5.6, high - 1.4), (3.0, deep), (-3.0, deep), (-5.6, high - 1.4)]
    for turn in range(4):
        about = cad.Rotation(0, 0, 90 * turn)
        solid -= about * box((-slot / 2, side / 2 - SLOT_DEEP, -1), (slot / 2, side, long + 1))
        solid -= about * cad.Location((0, 0, -1)) * cad.extrude(area(chamber), long + 2)
    return drill(solid, [(0, 0, -1)], (0, 0, 1), 4.2)


def _profiles(plan: MachinePlan) -> Iterator[CadPart]:
    it, (x, y) = plan.it, plan.middle
    size = it["profile"]
    side, mass = size["side"], size["mass_per_metre"] / 1000
    front = y - ARM_BEFORE
    arm = cad.Plane(origin=(x, front, plan.post_top + side / 2), x_dir=(1, 0, 0), z_dir=(0, 1, 0)).location
    post = cad.Location((x, side / 2, plan.desk))
    for name, long, place in (("post", plan.post, post), ("arm", size["arm"], arm)):
        yield buy(name, profile(plan, long), [(FIXED, place)], known_mass=mass * long, note=f"{long:g} mm")
    for _, z in post_screws(plan):
        plan.joinery.screw(
            "post to box", "ISO 7380 M5x16", (x, -plan.wall, z), (0, 1, 0), tee=plan.wall, along=(0, 0, 1), washers=1
        )
    # Brackets in both corners between post and arm.
    thick = 4.0
    leg = box((-9, 0, -BRACKET), (9, thick, 0)) + box((-9, 0, -thick), (9, BRACKET, 0))
    leg += [
        cad.Location((s * 7.5, 0, 0))
        * cad.extrude(
            cad.Plane.YZ * cad.make_face(cad.Polyline((0, 0), (BRACKET, 0), (0, -BRACKET), close=True)), 1.5, both=True
        )
        for s in (-1, 1)
    ]
    leg = drill(leg, [(0, -1, -13)], (0, 1, 0), HOLES["M5"])
    leg = drill(leg, [(0, 13, -BRACKET)], (0, 0, 1), HOLES["M5"])
    places = []
    for at, turn, way in ((side, 0, 1), (0.0, 180, -1)):
        places.append((FIXED, cad.Location((x, at, plan.post_top), (0, 0, turn))))
        plan.joinery.screw(
            "arm to post",
            "ISO 7380 M5x10",
            (x, at + way * thick, plan.post_top - 13),
            (0, -way, 0),
            tee=thick,
            along=(0, 0, 1),
        )
        plan.joinery.screw(
            "arm to post",
            "ISO 7380 M5x10",
            (x, at + way * 13, plan.post_top - thick),
            (0, 0, 1),
            tee=thick,
            along=(0, 1, 0),
        )
    yield buy("corner bracket", leg, places)


def board_face(plan: MachinePlan, board: str) -> float:
    """Return the height of the upper side of the board of a camera in `camera_boards`, on its mount."""
    above = float(plan.it["camera_boards"][board][5])
    return plan.lens + above + BOARD if board != "hq" else plan.mount_low - HQ_BOSS


def post_for(plan: MachinePlan, board: str, height: float) -> float:
    """Return the length of the post in mm that brings the lens of a camera in `camera_boards` to a height in mm."""
    lens = board_face(plan, board) - BOARD - plan.it["camera_boards"][board][5]
    return float(plan.post + height - lens)


def camera_mount(plan: MachinePlan, board: str) -> tuple[Shape, float]:
    """Return the mount of a camera in `camera_boards`, in place, and the height of the board's upper side."""
    x, y = plan.middle
    _, _, across, _, hole, _ = plan.it["camera_boards"][board]
    low, high = plan.mount_low, plan.post_top
    wide, long = MOUNT
    wide = max(wide, across + 8.0)
    solid = box((x - wide / 2, y - long / 2, low), (x + wide / 2, y + long / 2, high))
    upper = board_face(plan, board)
    thread = "M2.5" if hole > 2.3 else "M2"
    for i, j in camera_screws(plan, board):
        solid += rod((i, j, upper), (0, 0, 1), 4.6 if thread == "M2" else 6.0, low - upper + 1)
        solid = drill(solid, [(i, j, upper - 1)], (0, 0, 1), HOLES[thread])
        flats, _ = NUT[thread]
        pocket = cad.extrude(cad.RegularPolygon((flats + 0.3) / 2, 6, major_radius=False), high - low)
        solid -= cad.Location((i, j, low + FLOOR)) * pocket
    for s in (-1, 1):
        solid = drill(solid, [(x, y + s * TEE_PLACES, low - 1)], (0, 0, 1), HOLES["M5"])
    for i, j in disc_screws(plan):
        solid = drill(solid, [(i, j, low - 1)], (0, 0, 1), HOLES["M3"])
        flats, nut = CAP_POCKET
        solid = drill(solid, [(i, j, high - nut)], (0, 0, 1), flats)
    return solid, upper


def camera_screws(plan: MachinePlan, board: str) -> list[tuple[float, float]]:
    """Return the x and y of a camera's screws. On small boards the lens is between the two front holes."""
    x, y = plan.middle
    _, _, across, along, _, _ = plan.it["camera_boards"][board]
    rows = (-along / 2, along / 2) if board == "hq" else (0.0, along)
    return [(x + s * across / 2, y + row) for s in (-1, 1) for row in rows]


def disc_screws(plan: MachinePlan) -> list[tuple[float, float]]:
    """Return the x and y of the standoffs."""
    (x, y), (i, j) = plan.middle, STANDOFF_PLACES
    return [(x + s * i, y + t * j) for s in (-1, 1) for t in (-1, 1)]


def _mount(plan: MachinePlan) -> Iterator[CadPart]:
    it, (x, y), board = plan.it, plan.middle, "module3"
    wide, long, _, _, hole, above = it["camera_boards"][board]
    solid, upper = camera_mount(plan, board)
    low, high = plan.mount_low, plan.post_top
    yield print_part("camera's mount", solid, "+z", note="Camera Module 3")
    for s in (-1, 1):
        plan.joinery.screw(
            "camera's mount to arm",
            "ISO 7380 M5x12",
            (x, y + s * TEE_PLACES, low),
            (0, 0, 1),
            tee=high - low,
            along=(0, 1, 0),
            washers=1,
        )
    for i, j in camera_screws(plan, board):
        plan.joinery.screw("camera to mount", "ISO 4762 M2x8", (i, j, upper - BOARD), (0, 0, 1))
        plan.joinery.put("camera to mount", "nut M2", (i, j, low + FLOOR), (0, 0, 1))
    # In its own frame the origin is the lens's entrance, `above` mm under the board.
    low_y = -(long - 12.5 - 2.0) + 0.0
    body = box((-wide / 2, low_y, above), (wide / 2, low_y + long, above + 1.0))
    body += box((-4.3, -4.3, 1.0), (4.3, 4.3, above)) + rod((0, 0, 0), (0, 0, 1), 7.0, above)
    # The cable's socket is on the back of the board, at the edge nearer to the lens. It points to the front, so that
    # the picture is upright.
    body += box((-10.5, low_y, above + 1.0), (10.5, low_y + 5.0, above + 3.2))
    body = drill(body, [(i - x, j - y, above - 1) for i, j in camera_screws(plan, board)], (0, 0, 1), hole)
    yield buy("camera", body, [(FIXED, cad.Location((x, y, plan.lens)))])


def strip_reach(plan: MachinePlan) -> float:
    """Return the distance in mm from the disc's middle to the middle of each piece of LED strip.

    The middle of a straight piece is nearer to the lens than its ends; the mean distance is the ring's radius.
    """
    radius, long = plan.it["ring"]["radius"], plan.it["strip"]["piece"][0]
    return float(radius - (math.hypot(radius, long / 2) - radius) / 3)


def _ring(plan: MachinePlan) -> Iterator[CadPart]:
    it, (x, y) = plan.it, plan.middle
    thick, (long, wide, high) = float(it["sheet"]["small"]), it["strip"]["piece"]
    disc = cad.Location((x, y)) * (cad.Circle(DISC / 2) - cad.Circle(DISC_HOLE / 2))
    disc = punch(disc, disc_screws(plan), HOLES["M3"])
    low = plan.disc_low
    yield sheet(plan, "ring's disc", disc, thick, [(FIXED, plane_z(low))])
    standoff = cad.extrude(cad.RegularPolygon(2.75, 6, major_radius=False), STANDOFF) - rod(
        (0, 0, -1), (0, 0, 1), 3.0, 20
    )
    yield buy("standoff M3 x 10", standoff, [(FIXED, cad.Location((i, j, low + thick))) for i, j in disc_screws(plan)])
    top = plan.post_top - CAP_POCKET[1]
    for i, j in disc_screws(plan):
        plan.joinery.screw("ring to standoffs", "ISO 7380 M3x6", (i, j, low), (0, 0, 1))
        plan.joinery.screw("standoffs to mount", "ISO 4762 M3x6", (i, j, top), (0, 0, -1))
    reach = strip_reach(plan)
    piece = box((-wide / 2, -long / 2, 0), (wide / 2, long / 2, high))
    places = []
    for number in range(PIECES):
        turn = 360 / PIECES * (number + 0.5)
        at = (x + reach * math.cos(math.radians(turn)), y + reach * math.sin(math.radians(turn)), low - high)
        places.append((FIXED, cad.Location(at, (0, 0, turn))))
    yield buy("piece of LED strip", piece, places)


OTHERS = {"module2": "camera-module-2", "hq": "high-quality-camera"}
"""Camera Module 2 has the same holes, but its lens is nearer to the board. The High Quality Camera is larger."""


def camera_variants(plan: MachinePlan) -> Iterator[tuple[str, Triangles]]:
    """Yield the mounts for other cameras than the assembly's: file name, and triangles as they lie on the bed."""
    for board, name in OTHERS.items():
        solid, _ = lay_on_bed(camera_mount(plan, board)[0], "+z")
        yield f"cameras-mount-{name}", triangles_of(solid)
