"""The machine's solids fit each other, and its files, its list and the twin's masses are those of the solids."""

import dataclasses
import math
import tomllib
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from tests.support.requirements import needs, needs_package

for package in ("build123d", "ezdxf", "manifold3d", "rectpack", "trimesh"):
    needs_package(package)

import build123d as cad  # noqa: E402
import ezdxf  # noqa: E402

from hardware.dimensions import dimensions, find_mirrored_levers  # noqa: E402
from tools.cad import __main__ as command  # noqa: E402
from tools.cad.assembly import Assembly, assemble  # noqa: E402
from tools.cad.checks import (  # noqa: E402
    Findings,
    budgets,
    check_prints,
    find_hiding,
    lever_angles,
)
from tools.cad.clearance import LEAST_GAP, ClearanceCheck  # noqa: E402
from tools.cad.fasteners import Joinery  # noqa: E402
from tools.cad.lid import HOOK  # noqa: E402
from tools.cad.listing import (  # noqa: E402
    compare_counts,
    count_in_list,
    empty_holes,
    masses_file,
    parts_list,
    rocker_mass,
    screw_holes,
    with_masses,
)
from tools.cad.machine_shape import MachineLayout  # noqa: E402
from tools.cad.mesh import poses  # noqa: E402
from tools.cad.part import Placing, box  # noqa: E402
from tools.cad.sheets import nest, read_cuts, templates  # noqa: E402
from vision.calibration.paper import A4  # noqa: E402

pytestmark = pytest.mark.check

SLICED = command.ROOT / "build" / "sliced"
BED = (220.0, 220.0, 220.0)


def with_part(machine: Assembly, name: str, **changes: object) -> Assembly:
    """Return the machine with another part of this name."""
    parts = [dataclasses.replace(part, **changes) if part.name == name else part for part in machine.parts]  # type: ignore[arg-type]
    return dataclasses.replace(machine, parts=tuple(parts))


def move(machine: Assembly, name: str, shift: tuple[float, float, float]) -> Assembly:
    """Return the machine with all pieces of a part elsewhere."""
    places = tuple(Placing(it.body, cad.Location(shift) * it.location, it.joint) for it in machine.find(name).places)
    return with_part(machine, name, places=places)


def test_no_two_parts_overlap_while_crank_and_levers_move(machine: Assembly) -> None:
    check = ClearanceCheck(machine)
    assert [str(meeting) for meeting in check.check_home()] == []
    overlapping, nearest = check.check_motion(range(0, 360, 30), lever_angles(machine.plan.it))
    assert [str(meeting) for meeting in overlapping] == []
    assert nearest.amount > LEAST_GAP - 1e-3, nearest


def test_each_servo_presses_its_lever_the_way_that_the_firmware_turns_it(machine: Assembly) -> None:
    """A shaft that turns anticlockwise, as seen from its end, turns about where it points to by the right hand."""
    it = machine.plan.it
    up, down = (poses(it, 0.0, it["lever"][end]) for end in ("highest", "lowest"))
    servos, shafts = machine.find("servo"), set[int]()
    for number, place in enumerate(servos.places, 1):
        case = (place.location * servos.solid).bounding_box().center()
        lever = next(
            (place.location * part.solid).bounding_box().center()
            for part in machine.parts
            if part.name.startswith("lever, ")
            for place in part.places
            if place.body == f"lever{number}"
        )
        shaft = round(math.copysign(1, lever.X - case.X))
        swing = up[f"lever{number}"][:3, :3].T @ down[f"lever{number}"][:3, :3]
        anticlockwise = shaft * (swing[2, 1] - swing[1, 2]) > 0
        assert (number in find_mirrored_levers(it)) != anticlockwise
        shafts.add(shaft)
    assert shafts == {-1}
    assert it["servo"]["shafts"] == "left"


def test_parts_that_overlap_are_found(machine: Assembly) -> None:
    home = {(meeting.one, meeting.other) for meeting in ClearanceCheck(move(machine, "servo", (0, 3, 0))).check_home()}
    assert {"servo", "servo's holder"} in [set(pair) for pair in home]
    # The motor is free of the cheeks at home, and high up it is in their way.
    moving, _ = ClearanceCheck(move(machine, "motor bracket", (0, 0, 12))).check_motion([0.0], [66.0])
    assert any("motor bracket" in (meeting.one, meeting.other) for meeting in moving)


def test_the_uno_s_sockets_are_where_arduino_has_them(machine: Assembly) -> None:
    # Arduino's drawing of the Uno R3: their middles are 38.1 and 7.6 mm from the side of the analog pins.
    uno = machine.find("Arduino Uno").solid
    usb = (uno & box((0, -10, 0), (20, -3, 60))).bounding_box()
    jack = (uno & box((0, -10, 0), (20, -0.1, 25))).bounding_box()
    assert pytest.approx(38.1, abs=0.3) == (usb.min.Z + usb.max.Z) / 2
    assert pytest.approx(7.6, abs=0.3) == (jack.min.Z + jack.max.Z) / 2


def test_the_lid_opens_past_levers_that_are_up(machine: Assembly) -> None:
    assert ClearanceCheck(machine).check_lid(range(0, 101, 4)).amount > LEAST_GAP
    further_in = move(machine, "silicone foot, front row", (0, 4, 0))
    assert ClearanceCheck(further_in).check_lid(range(0, 31, 2)).amount <= 0
    # Its hook lets it out when it is pulled, and holds it otherwise.
    assert ClearanceCheck(move(machine, HOOK, (-4, 0, 0))).check_lid(range(11)).other == HOOK
    assert {"lid", HOOK} in [{it.one, it.other} for it in ClearanceCheck(move(machine, "lid", (0, 0, 1))).check_home()]


def test_set_screws_of_hubs_face_a_hand(machine: Assembly) -> None:
    (shaft, _), (pin, _) = machine.plan.shaft, machine.plan.pin
    ways = []
    for it in machine.find("insert M3").places:
        if it.joint == "hubs to shaft and pin":
            plane = cad.Plane(it.location)
            ways.append((round(plane.origin.X - (shaft if plane.origin.X > 180 else pin)), round(plane.z_dir.X)))
    # From the left of the pin, and from the right of the shaft, inward.
    assert sorted(ways) == [(-10, 1), (-10, 1), (10, -1), (10, -1)]


def test_the_crank_s_hub_presses_on_the_flat_of_the_shaft(machine: Assembly) -> None:
    it, shaft = machine.plan.it["motor"], machine.find("motor's shaft")
    ends = [
        np.array(tuple(cad.Vector(*cad.Plane(it.location).origin) - cad.Plane(it.location).z_dir * 4.0))
        for it in machine.find("set screw M3x4").places
    ]
    tip, (x, z) = machine.plan.crank_front, machine.plan.axle
    # The point of the first one is on the flat, a screw's radius away from the end of the flat, the other on the round.
    assert ends[0] - (x, 0, z) == pytest.approx((0, ends[0][1], it["flat"] - it["shaft"][0] / 2), abs=0.1)
    assert tip + 1.5 < ends[0][1] < tip + it["flat_long"] - 1.5
    assert ends[1] - (x, 0, z) == pytest.approx((it["shaft"][0] / 2, ends[1][1], 0), abs=0.1)
    # Hub and shaft end where the crank's disc begins, and the rod passes in front of them.
    assert pytest.approx(tip) == (shaft.places[0].location * shaft.solid).bounding_box().min.Y


def test_no_coin_falls_through_the_holes_for_air(machine: Assembly) -> None:
    smallest, sheets = 16.25, [machine.find(name) for name in ("left wall", "floor of the box")]
    radii = [edge.radius for part in sheets for edge in part.outline.edges() if edge.geom_type == cad.GeomType.CIRCLE]
    assert [2 * radius for radius in radii].count(10.0) == 14
    assert 2 * max(radii) < smallest


def test_the_rod_stays_on_both_pins(machine: Assembly) -> None:
    it, layout = machine.plan.it, MachineLayout()
    for crank in range(0, 360, 45):
        where = poses(it, crank, 0.0)
        low = np.array([layout.axle[0], 0, layout.axle[1] - it["crank"]["radius"], 1])
        high = np.array([layout.pin[0], 0, layout.pin[1], 1])
        assert where["rod"] @ low == pytest.approx(where["crank"] @ low, abs=1e-6)
        assert where["rod"] @ high == pytest.approx(where["rocker"] @ high, abs=1e-6)


def test_the_twin_has_the_masses_of_the_solids(machine: Assembly) -> None:
    kept, made = dimensions()["masses"], tomllib.loads(masses_file(machine))
    for body in ("rocker", "lever"):
        assert kept[body]["mass"] == pytest.approx(made[body]["mass"], rel=1e-3), "make cad"
        assert kept[body]["inertia"] == pytest.approx(made[body]["inertia"], rel=1e-3), "make cad"
        assert kept[body]["middle"] == pytest.approx(made[body]["middle"], rel=1e-3, abs=0.02), "make cad"


def test_masses_are_those_of_plain_bodies(machine: Assembly) -> None:
    shaft = machine.find("rocker's shaft")
    alone = dataclasses.replace(machine, parts=(shaft,))
    found = rocker_mass(alone)
    assert found.middle == pytest.approx((0, 0), abs=1e-3)
    assert found.inertia == pytest.approx(shaft.mass * 4.0**2 / 2, rel=1e-3)
    pin = machine.find("rocker's pin")
    far = rocker_mass(dataclasses.replace(machine, parts=(pin,)))
    assert far.inertia == pytest.approx(pin.mass * (120.0**2 + 4.0**2 / 2), rel=1e-3)


def test_a_part_that_is_not_listed_is_told(machine: Assembly) -> None:
    built = Counter({part.name: part.quantity for part in machine.parts})
    listed = count_in_list(parts_list(machine.parts, {}))
    assert compare_counts(built, listed) == []
    listed["nut M4"] -= 1
    del listed["lid"]
    assert compare_counts(built, listed) == [
        "lid: 1 built, 0 listed",
        f"nut M4: {built['nut M4']} built, {listed['nut M4']} listed",
    ]


def test_every_hole_for_a_screw_has_one(machine: Assembly) -> None:
    assert empty_holes(machine) == []
    assert len(screw_holes(machine.find("box block"))) == 2
    fewer = with_part(machine, "screw ISO 7380 M4x20", places=machine.find("screw ISO 7380 M4x20").places[:-1])
    without_nut = with_part(fewer, "nut M4", places=())
    without = with_part(without_nut, "washer M4", places=())
    assert empty_holes(without) == ["wall in front: 1 holes without a screw"]


def test_a_screw_that_fits_no_nut_is_found() -> None:
    joinery = Joinery()
    joinery.screw("short", "ISO 4762 M3x10", (0, 0, 0), (0, 0, -1), nut=9.0)
    joinery.screw("long", "ISO 4762 M3x25", (0, 0, 0), (0, 0, -1), nut=9.0)
    joinery.screw("loose", "ISO 4762 M3x10", (0, 0, 0), (0, 0, -1), insert=9.0)
    joinery.screw("right", "ISO 4762 M3x12", (0, 0, 0), (0, 0, -1), nut=9.0)
    assert [fault.partition(":")[0] for fault in joinery.faults] == ["short", "long", "loose"]


def test_every_print_fits_the_bed_and_is_sliced(machine: Assembly, kit: Path) -> None:
    needs("prusa-slicer")
    findings = Findings()
    taken = check_prints(machine.parts, BED, kit / "crank" / "print", SLICED, findings)
    assert findings.faults == []
    assert taken.keys() == {part.name for part in machine.parts if part.make == "print"}
    for name, takes in taken.items():
        assert 0.02 < takes.grams <= machine.find(name).solid.volume / 1000 * 1.27 * 1.1
        assert takes.hours > 0


def test_a_print_that_is_too_big_is_told(machine: Assembly, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tools.cad.checks.is_installed", lambda: False)
    findings = Findings()
    check_prints(with_part(machine, "plate", make="print").parts, BED, tmp_path, SLICED, findings)
    assert findings.faults == ["plate does not fit the printer's bed"]
    assert "skipped" in findings.figures["sliced"]


def test_sheets_hold_every_cut_part_once(machine: Assembly) -> None:
    size = machine.plan.it["sheet"]["size"]
    sheets = nest(machine.parts, (size[0], size[1]), 0.2)
    names = Counter(name for sheet in sheets for name, _ in sheet.parts)
    assert names == Counter({part.name: part.quantity + part.spare for part in machine.parts if part.make == "cut"})
    assert names["lid"] == 2, "a spare lid is cut with the first"
    # Paint needs no sheet of its own.
    assert Counter(sheet.material for sheet in sheets) == {
        "plywood 9 mm": 2,
        "plywood 3 mm": 1,
        "plywood 4 mm": 1,
        "acrylic 3 mm": 1,
    }
    for sheet in sheets:
        points = np.concatenate([np.array(line) for _, lines in sheet.parts for line in lines])
        assert np.all(points > 0)
        assert np.all(points < size)
    with pytest.raises(ValueError, match=r"^plate is larger than 200 x 200 mm$"):
        nest((machine.find("plate"),), (200.0, 200.0), 0.0)


def test_an_open_outline_is_told(tmp_path: Path) -> None:
    drawing = ezdxf.new()
    drawing.modelspace().add_lwpolyline([(0, 0), (9, 0), (9, 9)], dxfattribs={"layer": "CUT"})
    drawing.saveas(tmp_path / "open.dxf")
    with pytest.raises(ValueError, match=r"^open.dxf has an open LWPOLYLINE$"):
        read_cuts(tmp_path / "open.dxf")


def test_templates_show_every_cut_part_in_its_size(machine: Assembly) -> None:
    pages = list(templates(machine.parts))
    words = " ".join(text for page in pages for _, _, text in page.words)
    for part in machine.parts:
        if part.make == "cut":
            assert f"{part.name}, {part.quantity + part.spare} of {part.material}" in words
    assert "plate, 1 of plywood 9 mm, white, matt: 320.0 x 200.0 mm, page 1 of 2" in words
    for page in pages:
        assert page.size == A4
        assert all(x >= 0 and x + wide <= A4[0] and y >= 0 and y + high <= A4[1] for x, y, wide, high in page.black)
    cheek = next(page for page in pages if "cheek" in page.words[0][2])
    xs = [x for x, _, wide, high in cheek.black if (wide, high) != (100.0, 1.0)]
    assert max(xs) - min(xs) == pytest.approx(186.0, abs=0.5)


def test_the_tray_s_rim_lies_on_the_plate(machine: Assembly) -> None:
    opening = machine.plan.layout.opening
    for name in ("tray's rim, long", "tray's rim, short", "felt of the tray"):
        part = machine.find(name)
        for placing in part.places:
            assert opening.right <= (placing.location * part.solid).bounding_box().min.X, name


def test_nothing_hides_a_die(machine: Assembly) -> None:
    assert find_hiding(machine) == []
    lower = find_hiding(move(machine, "post", (0, -70, 0)))
    assert [line.rpartition(" of ")[0] for line in lower] == ["post hides a part"] * len(lower)
    assert lower


def test_motor_servos_and_supplies_have_half_as_much_again(machine: Assembly) -> None:
    needs_package("mujoco")
    it = with_masses(machine)
    assert [budget.name for budget in budgets(it) if not budget.holds] == []
    it["masses"]["rocker"]["inertia"] *= 1.2
    it["supplies"] = {"main": 2.0, "servos": 3.0}
    assert [budget.name for budget in budgets(it) if not budget.holds] == [
        "the motor's torque at the default shake",
        "24 V: motor and ring",
        "5 V: all servos pressing",
    ]


def test_other_dimensions_make_another_machine() -> None:
    it = dimensions()
    it["wells"] |= {"wall": 4.0, "centres": [[x, y] for y in (83.0, 117.0) for x in (81.0, 115.0, 149.0)]}
    it["crank"]["radius"], it["camera"]["height"] = 11.0, 345.0
    other = assemble("cut", it)
    wall = other.find("long wall").solid.bounding_box().size
    assert pytest.approx((106.0, 44.0, 4.0)) == (wall.X, wall.Y, wall.Z)
    assert other.find("post").note == "565 mm"
    check = ClearanceCheck(other)
    assert check.check_home() == []
    assert check.check_motion([0.0, 180.0], lever_angles(it))[0] == []


def test_a_kerf_that_no_laser_has_is_refused(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.argv", ["tools.cad", "--kerf", "3"])
    with pytest.raises(SystemExit) as ended:
        command.main()
    assert ended.value.code == 2
    assert "the kerf must be 0 to 1 mm" in capsys.readouterr().err
