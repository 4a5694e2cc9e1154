"""The dimensions of each kind of machine, from its TOML, and the whole numbers that its firmware is built with."""

import math
from collections.abc import Mapping
from importlib.resources import files
from itertools import combinations
from pathlib import Path
from typing import Any

from forms.toml import Form, FormError, among, list_of, load, number, table, whole
from hardware.errors import Failure

CRANK, BOXES = KINDS = ("crank", "boxes")
"""The kinds of machine: one block of wells on a crank, or a box that knocks for each die."""
FILES = {CRANK: "machine.toml", BOXES: "boxes.toml"}
FULL_STEPS = 200
"""Steps a turn of a 1.8 degree motor."""
COLUMNS, ROWS = 3, 2
SHAFTS, TURNINGS = ("left", "right"), ("anticlockwise", "clockwise")
SIZE = number(0, 10_000)


def _sizes(names: str, **others: Any) -> Any:
    """Return the kind of a table of sizes; the `names` of lists say how many numbers each has."""
    split = (name.partition(":") for name in names.split())
    return table({name: list_of(SIZE, int(many), of="numbers") if many else SIZE for name, _, many in split} | others)


MACHINE: Form = {
    "kind": among([CRANK]),
    "plate": _sizes("width height"),
    "markers": _sizes("side inset"),
    "wells": _sizes("middle:2 side wall depth floor"),
    "lid": _sizes("thickness slot_width slot_length"),
    "rocker": _sizes("across below"),
    "crank": _sizes("radius rod switch hysteresis", microsteps=whole(1, 256)),
    "lever": _sizes(
        "outside height arm tip_radius lowest_pulse highest_pulse", lowest=number(-180, 180), highest=number(-180, 180)
    ),
    "tray": _sizes("left top side floor"),
    "die": _sizes("side pip_diameter pip_spacing corner_radius mass"),
    "camera": _sizes("height sees sees_at"),
    "ring": _sizes("radius width below_lens"),
    "board": _sizes("square marker paper:2", squares=list_of(whole(2, 50), 2)),
    "servo": _sizes(
        "case:3 shaft body ears:3 ear_holes:2 spline:2 mass torque", shafts=among(SHAFTS), turns=among(TURNINGS)
    ),
    "sheet": _sizes("plate rocker base box small size:2 lid_overhang lid_hinge lid_magnet lever gap"),
    "frame": _sizes("motor height"),
    "print": _sizes("bed:3"),
    "motor": _sizes(
        "length holes pilot:2 shaft:2 flat mass torque rated resistance inductance inertia current supply flat_long"
    ),
    "motor_bracket": _sizes("thick wide high deep axle play feet:3"),
    "flange_hub": _sizes("flange:2 boss:2 holes:2 set_screws"),
    "shaft": _sizes("diameter"),
    "pin": _sizes("diameter length"),
    "flange_bearing": _sizes("length width holes hole flange high ring mass"),
    "bearings": _sizes("b608:4 b623:4"),
    "home_switch": _sizes("size:3 holes:2 edge pressed roller mass"),
    "rocker_hub": _sizes("flange:2 boss:2 circle"),
    "profile": _sizes("side slot arm mass_per_metre"),
    "camera_boards": _sizes("module3:6 module2:6 hq:6"),
    "strip": _sizes("piece:3 watts_per_metre"),
    "currents": _sizes("motor servo_pressing"),
    "supplies": _sizes("main servos"),
}
MOST_BOXES = 6
APART = 10
"""Milliseconds between the pulses of two coils: only one is ever on."""
BOX_MACHINE: Form = {
    "kind": among([BOXES]),
    "plate": MACHINE["plate"],
    "markers": MACHINE["markers"],
    "box": _sizes(
        "side height wall floor lid tape:2",
        places=list_of(list_of(SIZE, 2, of="numbers"), 1, MOST_BOXES, of="places, each [x, y]"),
    ),
    "flap": _sizes("thickness mass angle play friction"),
    "die": MACHINE["die"],
    "camera": MACHINE["camera"],
    "board": MACHINE["board"],
    "solenoid": _sizes(
        "volts current force gap stroke slack from_hinge plunger body:3 long pin friction",
        longest=whole(5, 250),
        duty=whole(1, 50),
    ),
    "knock": table({"count": whole(1, 8), "length": whole(5, 250), "gap": whole(100, 1000)}),
    "supply": _sizes("volts current"),
}
MASSES: Form = dict.fromkeys(
    ("rocker", "lever"), table({"mass": number(0), "middle": list_of(number(), 2), "inertia": number(0)})
)


def dimensions(kind: str = CRANK, boxes: int = MOST_BOXES) -> dict[str, Any]:
    """Return the TOML of a kind of machine as nested dictionaries, with what follows from it for this many `boxes`.

    Lengths are in mm, positions on the plate. What follows: `centres` of the wells and of the markers, `x`, `y` and
    `field_width` of the camera (the width that it sees of the plate), the `right` and `bottom` of the tray and what of
    it is `taken`: areas (left, top, right, bottom, and how high what stands there is); and the crank's `steps` a turn.
    `masses` is machine_masses.toml: what the solids of tools.cad weigh, in g, mm and g mm². The machine of boxes has
    `wells` too, the insides of its boxes; its `tray` is the sheet around them. Raises HardwareError.
    """
    if kind == BOXES:
        return _complete_boxes(_read(FILES[BOXES], BOX_MACHINE), boxes)
    if kind != CRANK:
        raise Failure.DIMENSIONS.error(f"there is no kind of machine {kind!r}", f"write {' or '.join(KINDS)}")
    return _complete_crank(_read(FILES[CRANK], MACHINE)) | {"masses": _read("machine_masses.toml", MASSES)}


def _complete_crank(it: dict[str, Any]) -> dict[str, Any]:
    wells, crank = it["wells"], it["crank"]
    (x, y), pitch = wells["middle"], wells["side"] + wells["wall"]
    wells["centres"] = [
        [x + (column - (COLUMNS - 1) / 2) * pitch, y + (row - (ROWS - 1) / 2) * pitch]
        for row in range(ROWS)
        for column in range(COLUMNS)
    ]
    _complete_view(it, x, y)
    tray = it["tray"]
    tray |= {"right": tray["left"] + tray["side"], "bottom": tray["top"] + tray["side"], "taken": []}
    crank["steps"] = FULL_STEPS * crank["microsteps"]
    return it


def _complete_view(it: dict[str, Any], x: float, y: float) -> None:
    """Add the middles of the markers, and the field of a camera over (x, y)."""
    markers, camera = it["markers"], it["camera"]
    near, right, bottom = markers["inset"], it["plate"]["width"], it["plate"]["height"]
    markers["centres"] = [[near, near], [right - near, near], [right - near, bottom - near], [near, bottom - near]]
    camera["x"], camera["y"] = x, y
    camera["field_width"] = camera["sees"] * camera["height"] / camera["sees_at"]


def _complete_boxes(it: dict[str, Any], boxes: int) -> dict[str, Any]:
    box, plate = it["box"], it["plate"]
    box["places"] = box["places"][:boxes]
    it["wells"] = {
        "centres": [[x, y] for x, y in box["places"]],
        "side": box["side"],
        "wall": box["wall"],
        "depth": box["height"],
        "floor": box["floor"],
    }
    it["lid"] = {"thickness": box["lid"], "tape": box["tape"]}
    _complete_view(it, plate["width"] / 2, plate["height"] / 2)
    taken = [
        [x - half, y - half, x + half, y + half, height]
        for places, half, height in (
            (box["places"], box["side"] / 2 + box["wall"], box["floor"] + box["height"] + box["lid"]),
            (it["markers"]["centres"], it["markers"]["side"] * 2 / 3, 0.0),
        )
        for x, y in places
    ]
    it["tray"] = {
        "left": 0.0,
        "top": 0.0,
        "right": plate["width"],
        "bottom": plate["height"],
        "floor": 0.0,
        "taken": taken,
    }
    if wrong := _find_misplaced(it) or _find_unbearable(it):
        raise Failure.DIMENSIONS.error(f"in {FILES[BOXES]} {wrong}", f"mend hardware/{FILES[BOXES]}")
    return it


def _find_misplaced(it: Mapping[str, Any]) -> str:
    """Return why the boxes cannot stand at their places, "" if they can."""
    outside, plate, mark = it["box"]["side"] + 2 * it["box"]["wall"], it["plate"], it["markers"]
    places = [*enumerate(it["box"]["places"], 1)]
    for well, (x, y) in places:
        if not (outside / 2 <= x <= plate["width"] - outside / 2 and outside / 2 <= y <= plate["height"] - outside / 2):
            return f"box {well} at {x:g}, {y:g} does not stand wholly on the sheet"
        if any(_meet((x, y), marker, (outside + mark["side"]) / 2) for marker in mark["centres"]):
            return f"box {well} at {x:g}, {y:g} covers a marker"
    for (one, place), (other, there) in combinations(places, 2):
        if _meet(place, there, outside):
            return f"boxes {one} and {other} overlap: each is {outside:g} mm wide"
    return ""


def _meet(one: tuple[float, float], other: tuple[float, float], apart: float) -> bool:
    return all(abs(here - there) < apart for here, there in zip(one, other, strict=True))


def _find_unbearable(it: Mapping[str, Any]) -> str:
    """Return why the coils or their supply cannot bear the knocks, "" if they can."""
    coil, knock, supply = it["solenoid"], it["knock"], it["supply"]
    if knock["length"] > coil["longest"]:
        return f"knock length = {knock['length']} ms is longer than the coil bears, {coil['longest']} ms"
    if (least := MOST_BOXES * (knock["length"] + APART)) > knock["gap"]:
        return f"knock gap = {knock['gap']} ms is too short for {MOST_BOXES} boxes one after the other: {least} ms"
    if knock["count"] * knock["length"] > duty_milliseconds(it) / 2:
        return (
            f"{knock['count']} knocks of {knock['length']} ms are more than the coil's duty of {coil['duty']} % bears"
        )
    if supply["volts"] != coil["volts"]:
        return f"the supply has {supply['volts']:g} V, the solenoid needs {coil['volts']:g} V"
    if coil["current"] > supply["current"]:
        return f"a coil takes {coil['current']:g} A, more than the supply's {supply['current']:g} A"
    return ""


def duty_milliseconds(dimensions: Mapping[str, Any]) -> int:
    """Return the milliseconds of any minute that a coil may be on."""
    return int(dimensions["solenoid"]["duty"]) * 60_000 // 100


def _read(name: str, form: Form) -> dict[str, Any]:
    try:
        return load(Path(str(files("hardware").joinpath(name))), form)
    except FormError as wrong:
        raise Failure.DIMENSIONS.error(str(wrong), f"mend hardware/{name}") from wrong


STROKES = range(8, 31)
"""Whole strokes in mm, and steps a turn, for which the firmware's arithmetic is exact enough and does not overflow."""
TURNS = (800, 1600)
FLATTENING = 60
"""Tenths of a degree by which a shake rocks at its end if the machine can."""
PULSES = range(500, 2501)


def machine_numbers(dimensions: Mapping[str, Any]) -> dict[str, int]:
    """Return the numbers by the names that the firmware's sources give them, in the order of the dictionary.

    TURN in steps, STROKE in mm, TILT over the whole stroke, ROCK_MOST and ROCK in tenths of a degree, HOME_REACH in
    steps from home to where its switch closes, LEVER_OPEN and LEVER_CLOSED in microseconds, LEVERS_MIRRORED the wells
    as digits. Of boxes: PULSE_MOST and PULSE in ms, PULSES of a throw, PULSE_GAP in ms between the beginnings of two
    pulses of a box, APART in ms between two coils, DUTY in ms of a minute that a coil may be on. The number and places
    of boxes are not among them: one firmware serves one to six boxes. Raises HardwareError for a machine that the
    firmware cannot drive.
    """
    if dimensions["kind"] == BOXES:
        knock = dimensions["knock"]
        return {
            "PULSE_MOST": dimensions["solenoid"]["longest"],
            "PULSE": knock["length"],
            "PULSES": knock["count"],
            "PULSE_GAP": knock["gap"],
            "APART": APART,
            "DUTY": duty_milliseconds(dimensions),
        }
    rocker, crank, lever = dimensions["rocker"], dimensions["crank"], dimensions["lever"]
    lift, turn = 2 * crank["radius"], int(crank["steps"])
    stroke = round(lift * rocker["below"] / rocker["across"])
    if stroke not in STROKES or lift >= rocker["across"]:
        raise Failure.DIMENSIONS.error(
            f"the crank moves the wells by {stroke} mm, not by {STROKES[0]} to {STROKES[-1]} mm"
        )
    if turn not in TURNS:
        raise Failure.DIMENSIONS.error(f"microsteps = {crank['microsteps']} in machine.toml is not 4 or 8")
    tilt = round(10 * math.degrees(math.asin(lift / rocker["across"])))
    most = (tilt - 1) // 10 * 10
    if not FLATTENING / 2 <= most < 256:
        raise Failure.DIMENSIONS.error(f"the crank tilts the wells by {tilt / 10} degrees, not by 4 to 25")
    reach = int(crank["switch"] / 2 / 360 * turn)
    if not turn // 100 < reach < turn // 12:
        raise Failure.DIMENSIONS.error(f"the home switch is closed over {crank['switch']} degrees, not over 10 to 55")
    pulses = round(lever["highest_pulse"]), round(lever["lowest_pulse"])
    if not all(pulse in PULSES for pulse in pulses):
        raise Failure.DIMENSIONS.error(f"a lever's pulses of {pulses[0]} and {pulses[1]} are not within 500 and 2500")
    if pulses[0] >= pulses[1]:
        raise Failure.DIMENSIONS.error(
            f"highest_pulse = {pulses[0]} of the levers is not less than lowest_pulse = {pulses[1]}"
        )
    return {
        "TURN": turn,
        "STROKE": stroke,
        "TILT": tilt,
        "ROCK_MOST": most,
        "ROCK": min(FLATTENING, most),
        "HOME_REACH": reach,
        "LEVER_OPEN": pulses[0],
        "LEVER_CLOSED": pulses[1],
        "LEVERS_MIRRORED": int("".join(map(str, sorted(find_mirrored_levers(dimensions))))),
    }


def find_mirrored_levers(dimensions: Mapping[str, Any]) -> frozenset[int]:
    """Return the wells (1 to 6) whose levers a longer pulse lifts; it lowers those of the other row.

    Look at the end of a shaft that points to the left, with the plate's upper edge at your left: the levers of the
    upper row reach to the right, so they press clockwise.
    """
    shafts, turns = dimensions["servo"]["shafts"], dimensions["servo"]["turns"]
    upper = SHAFTS.index(shafts) == TURNINGS.index(turns)
    wells, middle = dimensions["wells"]["centres"], dimensions["wells"]["middle"][1]
    return frozenset(well for well, (_, y) in enumerate(wells, 1) if (y < middle) == upper)


def mirror_pulse(pulse: float) -> float:
    """Return the pulse (µs) that turns a servo as far to the other side of its middle."""
    return PULSES[0] + PULSES[-1] - pulse


def machine_entries(numbers: Mapping[str, int]) -> str:
    """Return the entries of the protocol's dictionary for these numbers, a line each (firmware/PROTOCOL.md)."""
    return "".join(f"MACHINE({name},{number})\n" for name, number in numbers.items())
