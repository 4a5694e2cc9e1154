"""The machine that machine.toml describes can be built and moves freely."""

import math
from collections.abc import Iterator

import pytest

from hardware.dictionary import RANGES
from hardware.dimensions import dimensions
from tests.support.firmware.build import FIRMWARE
from tools.cad.machine_shape import MachineLayout

Place = tuple[float, float]


@pytest.fixture(scope="module")
def machine() -> MachineLayout:
    return MachineLayout()


def outline(points: list[Place], pieces: int = 60) -> Iterator[Place]:
    """Yield places all along a closed line."""
    for (x0, y0), (x1, y1) in zip(points, [*points[1:], points[0]], strict=True):
        for piece in range(pieces):
            yield x0 + (x1 - x0) * piece / pieces, y0 + (y1 - y0) * piece / pieces


def test_a_closed_tip_lies_on_the_middle_of_its_die_and_an_open_one_is_out_of_the_well(machine: MachineLayout) -> None:
    it = dimensions()
    middle, die_top = machine.axis_out + machine.wall + machine.side / 2, machine.floor + it["die"]["side"]
    inward, up = machine.tip(it["lever"]["lowest"])
    assert abs(inward - middle) < 1.5
    assert -2.5 < machine.axis_high + up - it["lever"]["tip_radius"] - die_top < 0, "it presses a flat die, softly"
    inward, up = machine.tip(it["lever"]["highest"])
    assert machine.axis_high + up - it["lever"]["tip_radius"] > machine.lid_low


def test_the_opening_lets_everything_through_and_spares_what_is_on_the_plate(machine: MachineLayout) -> None:
    it = dimensions()
    opening, plate = machine.opening, it["sheet"]["plate"]
    wells = [
        (machine.base.left, machine.base_low),
        (machine.base.right, machine.base_low),
        (machine.block.right, 30.0),
        (machine.block.left, 30.0),
    ]
    for step in range(101):
        for solid in (wells, machine.rocker()):
            for place in outline(solid):
                x, height = machine.tilt_point(place, machine.tilt * step / 100)
                if -plate <= height <= 0:
                    assert opening.left + 1 < x < opening.right - 1
    assert opening.right < it["tray"]["left"]
    half = it["markers"]["side"] / 2
    for x, y in it["markers"]["centres"]:
        assert x + half < opening.left or x - half > opening.right
        assert y + half < opening.top or y - half > opening.bottom
    assert opening.top < machine.base.top - 1 < machine.base.bottom + 1 < opening.bottom


def test_crank_and_rod_make_the_protocol_s_stroke_and_tilt(machine: MachineLayout) -> None:
    it = dimensions()
    assert 2 * it["crank"]["radius"] == RANGES["shake"]["stroke"][1]
    assert f"{math.degrees(machine.tilt):.1f} degrees" in (FIRMWARE / "PROTOCOL.md").read_text()
    # At the crank's highest place the rod has pushed the pin up: the circles about axle and shaft meet there.
    radius, rod = it["crank"]["radius"], it["crank"]["rod"]
    crank = (machine.axle[0], machine.axle[1] + radius)
    pin = machine.tilt_point(machine.pin, machine.tilt)
    assert math.dist(crank, pin) == pytest.approx(rod, abs=0.1)
    assert math.dist((crank[0], crank[1] - 2 * radius), machine.pin) == pytest.approx(rod, abs=1e-9)
