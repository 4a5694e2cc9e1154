"""The base under everything, the panel with its buttons, the box for the electronics, and the strain reliefs."""

import math
from collections.abc import Iterator
from itertools import product

import build123d as cad

from tools.cad.fasteners import CUTS_ITS_THREAD, HOLES, INSERT, WASHER
from tools.cad.frame import FEET, SADDLE_APART, feet_places, right_wall_screws, saddle_places
from tools.cad.part import FIXED, CadPart, Point3, Shape, area, box, drill, punch, rectangle, rod
from tools.cad.plan import MachinePlan, buy, cut, print_part, sheet

BASE, BASE_LEFT, BASE_BEHIND = (500.0, 400.0, 18.0), -68.0, 52.0
"""Size of the board that the box stands on, and the places of its left and rear edge."""
RECESS = (20.0, 2.0)
"""Diameter and depth of the holes in the base for the box's feet. Screws below the floor must not touch the base."""
HANDLE = (128.0, 10.0, 30.0)
"""A bow handle: distance between its screws, thickness, and height."""
PANEL = (240.0, 100.0)
LEAN = 30.0
"""The panel's slope in degrees; its rear is higher."""
RAISED = 40.0
"""Height of the panel's front edge above the base: the buttons need it."""
STOP_BODY = (30.0, 41.0, 46.0)
"""Width, length and depth of the emergency stop's contacts, behind the panel; it is 82 mm deep with head and bezel."""
BEFORE = 30.0
"""Distance from the box to the panel's foot."""
BIG, SMALL, LAMP, STOP = (28.0, 30.0), (12.2, 12.0), (5.1, 5.0), (22.3, 40.0)
"""Diameters of hole and visible part of big buttons, small buttons, lamps and emergency stop; data sheets."""
FLANGE, WOOD_SCREW = 14.0, 5.0
"""The panel's feet: width of the flange for two wood screws, and diameter of their holes."""
SHELL, SHELL_WALL = (158.0, 100.0, 40.0), 2.4
"""Inner length, height and depth of the box for the electronics."""
LID = 3.0
BOARD_UP = 6.0
UNO = (68.6, 53.4, 14.0)
UNO_HOLES = ((14.0, 2.5), (66.1, 7.6), (66.1, 35.6))
UNO_PEG = (15.3, 50.7)
"""From Arduino's drawing of the Uno R3, measured from the corner at the USB socket. The fourth hole is too near to a
socket for a screw's head: there the board only lies on a peg."""
PERFBOARD, PERFBOARD_HOLES = (70.0, 90.0), (66.0, 86.0)
"""A board of 7 x 9 cm, and its holes of 2 mm; makers' drawings."""
SADDLE = (34.0, 12.0, 9.0)
CABLE = 8.0
NUT_POCKET = (6.8, 3.7)
"""The pocket for an M3 nut in a strain relief: diameter, and depth from 1 mm before the wall."""


def controls(plan: MachinePlan) -> Iterator[CadPart]:
    """Yield base, panel, electronics' box and strain reliefs."""
    yield from _base(plan)
    yield from _panel(plan)
    yield from _electronics(plan)
    yield from _reliefs(plan)


def _base_top(plan: MachinePlan) -> float:
    return plan.desk - FEET[1] + RECESS[1]


def _base(plan: MachinePlan) -> Iterator[CadPart]:
    """Yield the base with its handles and feet. The box stands in its holes, and the panel's feet are screwed to it."""
    (wide, deep, thick), top = BASE, _base_top(plan)
    right, front = BASE_LEFT + wide, BASE_BEHIND - deep
    solid = box((BASE_LEFT, front, top - thick), (right, BASE_BEHIND, top))
    solid = drill(solid, [(x, y, top) for x, y in feet_places(plan)], (0, 0, -1), *RECESS)
    apart, round_, high = HANDLE
    handles = [(x, front + deep / 2, top) for x in (BASE_LEFT + 28.0, right - 28.0)]
    screws = [(x, y + side * apart / 2, top) for x, y, _ in handles for side in (-1, 1)]
    solid = drill(solid, screws, (0, 0, -1), HOLES["M4"], thick)
    yield buy("base", solid, [(FIXED, cad.Location())])
    legs = [rod((0, side * apart / 2, 0), (0, 0, 1), round_, high) for side in (-1, 1)]
    bow = legs[0] + legs[1] + rod((0, -apart / 2 - round_ / 2, high), (0, 1, 0), round_, apart + round_)
    yield buy("handle", bow, [(FIXED, cad.Location(at)) for at in handles])
    inset = 30.0
    under = product((BASE_LEFT + inset, right - inset), (front + inset, BASE_BEHIND - inset), (top - thick,))
    foot = rod((0, 0, 0), (0, 0, -1), *FEET)
    yield buy("base's foot", foot, [(FIXED, cad.Location(at)) for at in under])


def base_holes(plan: MachinePlan) -> dict[str, float]:
    """Return the distances in mm of the holes for the box's feet from the base's left and rear edges."""
    xs, ys = ({round(at[axis], 1) for at in feet_places(plan)} for axis in (0, 1))
    left, right = (x - BASE_LEFT for x in sorted(xs))
    front, behind = (BASE_BEHIND - y for y in sorted(ys))
    return {"left": left, "right": right, "front": front, "behind": behind}


def _places() -> dict[str, list[tuple[float, float]]]:
    """Return the middles of buttons, lamps and stop on the panel, from its lower left corner."""
    wide, _ = PANEL
    step = (wide - 40) / 6
    keeps = [20 + step * (number + 0.5) for number in range(6)]
    return {
        "big push-button": [(50.0, 34.0), (95.0, 34.0), (140.0, 34.0)],
        "emergency stop": [(wide - 42.0, 36.0)],
        "small push-button": [(x, 68.0) for x in keeps],
        "LED 5 mm": [(x, 84.0) for x in keeps],
    }


def _face(plan: MachinePlan) -> Shape:
    """Return the plane of the panel's lower side, with its origin at the lower left corner."""
    lean = math.radians(LEAN)
    front = -plan.deep - BEFORE - PANEL[1] * math.cos(lean)
    at = (plan.middle[0] - PANEL[0] / 2 + 45.0, front, _base_top(plan) + RAISED)
    return cad.Plane(origin=at, x_dir=(1, 0, 0), z_dir=(0, -math.sin(lean), math.cos(lean)))


def panel_place(plan: MachinePlan, name: str) -> Point3:
    """Return the place of the first control of this name, on the panel's lower side."""
    x, y, z = _face(plan).from_local_coords((*_places()[name][0], 0.0))
    return float(x), float(y), float(z)


def _panel(plan: MachinePlan) -> Iterator[CadPart]:
    thick = float(plan.it["sheet"]["small"])
    (wide, long), lean, face = PANEL, math.radians(LEAN), _face(plan)
    left, front, raised = tuple(face.origin)
    ground, back = raised - RAISED, -plan.deep - BEFORE
    outline = rectangle(0, 0, wide, long)
    what = {
        "big push-button": (BIG, 24.0, 8.0),
        "small push-button": (SMALL, 16.0, 6.0),
        "LED 5 mm": (LAMP, 8.0, 3.0),
        "emergency stop": (STOP, STOP_BODY[2], 24.0),
    }
    corners = [(s, t) for s in (8.0, wide - 8.0) for t in (10.0, long - 10.0)]
    for name, at in _places().items():
        outline = punch(outline, at, what[name][0][0])
    outline = punch(outline, corners, HOLES["M3"])
    note = "sawn from any sheet of 3 mm; too long for the printer's bed"
    yield cut("panel", outline, thick, [(FIXED, face.location)], note=note)
    for name, at in _places().items():
        (hole, seen), deep, high = what[name]
        solid = rod((0, 0, thick), (0, 0, 1), seen + 2 if seen <= hole else seen, high)
        solid += rod((0, 0, thick), (0, 0, -1), hole - 0.3, deep + thick)
        if name == "emergency stop":
            half_wide, half_long = STOP_BODY[0] / 2, STOP_BODY[1] / 2
            solid += box((-half_wide, -half_long, -deep), (half_wide, half_long, -0.1))
        yield buy(name, solid, [(FIXED, face.location * cad.Location((x, y, 0))) for x, y in at])
    # A cheek at each end carries the panel; it is drawn in y and z.
    cosine, sine = math.cos(lean), math.sin(lean)
    side = area([(front, ground), (back, ground), (back, ground + RAISED + long * sine), (front, ground + RAISED)])
    insert, deep = INSERT["M3"]
    for number, x in enumerate((left, left + wide - 16.0)):
        solid = cad.Plane(origin=(x, 0, 0), x_dir=(0, 1, 0), z_dir=(1, 0, 0)) * cad.extrude(side, 16.0)
        solid -= box((x + 4, front + 14, ground - 1), (x + 12, back - 8, ground + RAISED - 12))
        solid += box((x + 15, front + 14, ground), (x + 16 + FLANGE, back - 8, ground + 4))
        for y in (front + 26, back - 20):
            solid = drill(solid, [(x + 16 + FLANGE / 2, y, ground - 1)], (0, 0, 1), WOOD_SCREW, 6)
        for t in (10.0, long - 10.0):
            spot = (x + 8.0, front + t * cosine, ground + RAISED + t * sine)
            into = (0.0, sine, -cosine)
            solid = drill(solid, [spot], into, insert, deep + 2)
            head = (spot[0], spot[1] - thick * sine, spot[2] + thick * cosine)
            plan.joinery.screw("panel to its feet", "ISO 7380 M3x8", head, into, insert=thick)
        if number == 0:
            yield print_part(
                "panel's foot", solid, "-x", [(FIXED, cad.Location((far, 0, 0))) for far in (0, wide - 16.0)]
            )


def _electronics(plan: MachinePlan) -> Iterator[CadPart]:
    long, high, deep = SHELL
    wall = SHELL_WALL
    x, y = plan.wide, -plan.deep / 2
    middle = sum(z for _, z in right_wall_screws(plan)) / 4
    # Drawn in place: its back lies on the right wall of the box.
    low, top = (y - long / 2, middle - high / 2), (y + long / 2, middle + high / 2)
    solid = box((x, low[0] - wall, low[1] - wall), (x + wall + deep, top[0] + wall, top[1] + wall))
    solid -= box((x + wall, low[0], low[1]), (x + wall + deep + 1, top[0], top[1]))
    corners = [(i, j) for i in (low[0] + 4, top[0] - 4) for j in (low[1] + 4, top[1] - 4)]
    for i, j in corners:
        solid += box((x + wall, i - 4, j - 4), (x + wall + deep, i + 4, j + 4))
    end = x + wall + deep
    insert, into = INSERT["M3"]
    solid = drill(solid, [(end, i, j) for i, j in corners], (-1, 0, 0), insert, into + 3)
    for i, j in corners:
        plan.joinery.screw("electronics' lid", "ISO 7380 M3x8", (end + LID, i, j), (-1, 0, 0), insert=LID)
    for i, j in right_wall_screws(plan):
        solid = drill(solid, [(x - 1, i, j)], (1, 0, 0), HOLES["M4"], wall + 2)
        plan.joinery.screw(
            "electronics' box to box",
            "ISO 7380 M4x16",
            (x + wall, i, j),
            (-1, 0, 0),
            nut=wall + plan.wall,
            nut_washer=True,
        )
    # Slits for air above and below, and openings for USB and cables at the ends.
    for number in range(8):
        i = low[0] + 20 + number * (long - 40) / 7
        solid -= box((x + wall + 8, i - 2, low[1] - wall - 1), (x + wall + deep - 8, i + 2, top[1] + wall + 1))
    solid -= box(
        (x + wall + BOARD_UP, low[0] - wall - 1, middle - 30), (x + wall + BOARD_UP + 16, low[0] + 1, middle + 30)
    )
    solid -= box((x + wall + 10, top[0] - 1, middle - 30), (x + wall + 26, top[0] + wall + 1, middle + 30))
    uno = (low[0] + 3.0, middle - UNO[1] / 2)
    board = (top[0] - PERFBOARD[0] - 9.0, middle - PERFBOARD[1] / 2)
    solid += rod((x + wall - 0.1, uno[0] + UNO_PEG[0], uno[1] + UNO_PEG[1]), (1, 0, 0), 7.0, BOARD_UP + 0.1)
    spots = [(uno[0] + i, uno[1] + j, "M3") for i, j in UNO_HOLES]
    inset = [(a - b) / 2 for a, b in zip(PERFBOARD, PERFBOARD_HOLES, strict=True)]
    spots += [
        (board[0] + i, board[1] + j, "M2")
        for i in (inset[0], PERFBOARD[0] - inset[0])
        for j in (inset[1], PERFBOARD[1] - inset[1])
    ]
    for i, j, thread in spots:
        solid += rod((x + wall - 0.1, i, j), (1, 0, 0), 7.0 if thread == "M3" else 4.4, BOARD_UP + 0.1)
        hole = 2.7 if thread == "M3" else CUTS_ITS_THREAD["M2"]
        solid = drill(solid, [(x + wall + BOARD_UP, i, j)], (-1, 0, 0), hole, 7.0)
        name = "ISO 7380 M3x6" if thread == "M3" else "ISO 4762 M2x6"
        plan.joinery.screw("boards to their box", name, (x + wall + BOARD_UP + 1.6, i, j), (-1, 0, 0))
    yield print_part("electronics' box", solid, "-x")
    lid = rectangle(low[0] - wall, low[1] - wall, top[0] + wall, top[1] + wall)
    lid = punch(lid, corners, HOLES["M3"])
    lid -= [rectangle(y - 40 + 16 * n - 2, middle - 25, y - 40 + 16 * n + 2, middle + 25) for n in range(6)]
    place = cad.Plane(origin=(end, 0, 0), x_dir=(0, 1, 0), z_dir=(1, 0, 0)).location
    yield sheet(plan, "electronics' lid", lid, LID, [(FIXED, place)])
    at = x + wall + BOARD_UP
    usb, jack = box((1.6, -6.2, 32.0), (12.5, 9.8, 44.0)), box((1.6, -1.8, 3.3), (12.6, 11.1, 12.2))
    solid = box((0, 0, 0), (1.6, UNO[0], UNO[1])) + usb + jack + box((1.6, 24, 4.5), (10.0, 62.0, 48.0))
    solid = drill(solid, [(-1, *hole) for hole in (*UNO_HOLES, UNO_PEG)], (1, 0, 0), 3.2)
    yield buy("Arduino Uno", solid, [(FIXED, cad.Location((at, *uno)))])
    solid = box((0, 0, 0), (1.6, *PERFBOARD)) + box((1.6, 8, 20), (20, 62, 70))
    holes = [(-1, i - board[0], j - board[1]) for i, j, thread in spots if thread == "M2"]
    solid = drill(solid, holes, (1, 0, 0), 2.1)
    yield buy("perfboard", solid, [(FIXED, cad.Location((at, *board)))])


def _reliefs(plan: MachinePlan) -> Iterator[CadPart]:
    long, wide, high = SADDLE
    solid = box((-long / 2, 0, -wide / 2), (long / 2, high, wide / 2))
    solid -= rod((0, 0, -wide), (0, 0, 1), CABLE, 2 * wide)
    holes = [(s * SADDLE_APART / 2, -1, 0) for s in (-1, 1)]
    solid = drill(drill(solid, holes, (0, 1, 0), HOLES["M3"]), holes, (0, 1, 0), *NUT_POCKET)
    places = []
    for x, z in saddle_places(plan):
        places.append((FIXED, cad.Location((x, 0, z))))
        for i in (x - SADDLE_APART / 2, x + SADDLE_APART / 2):
            # One nut fixes the screw in the wall, because the motor hides its head; the other nut holds the relief.
            studs, thread = "screws of the strain reliefs", "screw ISO 7380 M3x25"
            plan.joinery.put(studs, thread, (i, -plan.wall, z), (0, -1, 0))
            plan.joinery.put(studs, "nut M3", (i, 0, z), (0, 1, 0))
            plan.joinery.put("strain reliefs", "washer M3", (i, high, z), (0, 1, 0))
            plan.joinery.put("strain reliefs", "nut M3", (i, high + WASHER["M3"][1], z), (0, 1, 0))
    yield print_part("strain relief", solid, "+y", places)
