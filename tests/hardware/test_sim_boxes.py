"""The simulated table of boxes: knocks throw their own dice alone, and what a camera over clear lids sees in a room."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

from hardware.boxes import KNOCK_SECONDS
from hardware.clock import VirtualClock
from hardware.dimensions import BOXES, dimensions
from hardware.sim.build import Build, BuildFault
from hardware.sim.lens import CameraLens, Mounting
from hardware.sim.light import CEILING, LEFT, RoomLight, light_of
from hardware.sim.render import Renderer
from hardware.sim.scene import Exposure, Scene, SceneFault
from hardware.sim.table import SETTLING, SimulatedTable

MACHINE = dimensions(BOXES)
OPENING = (0.0, 0.0, 20.0, 50.0)
"""Middle, half side and height of a box's opening in mm."""
STRAIGHT = Mounting()


def table_at(seed: int, **faults: frozenset[int]) -> tuple[SimulatedTable, VirtualClock]:
    clock = VirtualClock()
    build = Build({BuildFault(name.replace("_", "-")): wells for name, wells in faults.items()})
    return SimulatedTable(seed, clock, MACHINE, build=build), clock


def knock(table: SimulatedTable, clock: VirtualClock, *wells: int) -> None:
    table.knock(frozenset(wells), clock.now(), KNOCK_SECONDS)
    clock.sleep(KNOCK_SECONDS + SETTLING + 0.1)


@pytest.mark.parametrize(
    ("faults", "knocked", "moved"),
    [
        ({}, (1, 4, 6), {1, 4, 6}),
        ({}, (), set()),
        ({"coil_dead": frozenset({4})}, (1, 4, 6), {1, 6}),
        ({"coils_swapped": frozenset({2, 5})}, (1, 2), {1, 5}),
    ],
)
def test_a_knock_throws_the_dice_of_its_boxes_alone(
    faults: dict[str, frozenset[int]], knocked: tuple[int, ...], moved: set[int]
) -> None:
    table, clock = table_at(3, **faults)
    before = table.dice()
    knock(table, clock, *knocked)
    after = table.dice()
    assert {die.well for die, was in zip(after, before, strict=True) if die != was} == moved
    whole, other = table_at(3)
    knock(whole, other, *range(1, 7))
    assert all(
        die == all_thrown for die, all_thrown in zip(after, whole.dice(), strict=True) if die.well in moved - {5}
    )


def test_a_die_that_jumps_out_lies_clear_of_boxes_and_markers() -> None:
    table, clock = table_at(6)
    table.switch(SceneFault.BESIDE, wells=(2,))
    for _ in range(20):
        knock(table, clock, 2)
        (out,) = (die for die in table.dice() if die.well is None)
        x, y, height = out.pose.middle
        assert height == MACHINE["die"]["side"] / 2
        assert not any(
            left < x < right and top < y < bottom for left, top, right, bottom, _ in MACHINE["tray"]["taken"]
        )
        assert table.truth()[1] == 0


def test_so_much_of_the_ceilings_light_comes_through_an_opening_as_rays_do() -> None:
    light, random = light_of(MACHINE), np.random.default_rng(4)
    assert isinstance(light, RoomLight)
    for x, y, height in ((0.0, 0.0, 0.0), (12.0, -5.0, 16.0), (-19.0, 19.0, 30.0)):
        # Directions by the cosine law (Lambert): a disc of even points, projected up to the hemisphere.
        away, turn = np.sqrt(random.random(200_000)), random.uniform(0, 2 * np.pi, 200_000)
        rise = (OPENING[3] - height) / np.sqrt(1 - away**2)
        through = np.abs(x + rise * away * np.cos(turn)) < OPENING[2]
        through &= np.abs(y + rise * away * np.sin(turn)) < OPENING[2]
        share = float(light.see_through(CEILING, np.array(x), np.array(y), height, OPENING))
        assert share == pytest.approx(through.mean(), abs=0.004)


def test_a_lamp_beside_the_boxes_lights_what_the_wall_before_it_does_not_shade() -> None:
    light = light_of({**MACHINE, "lamp": [-900.0, 0.0, 1500.0]})
    x, y = MACHINE["camera"]["x"], MACHINE["camera"]["y"]
    opening = (x, y, *OPENING[2:])
    shaded, lit = (float(light.see_through(LEFT, np.array(x + off), np.array(y), 0.0, opening)) for off in (-15, 15))
    assert shaded == 0.0
    assert lit > 0.95


def mean_level(machine: Mapping[str, Any], area: tuple[float, float, float, float], height: float) -> float:
    """Return the mean level of an area (left, top, right, bottom in mm) at a height, in a picture without dice."""
    renderer, lens = Renderer(machine, STRAIGHT), CameraLens(machine, STRAIGHT)
    left, top, right, bottom = lens.box_of(np.array([[*area[:2], height], [*area[2:], height]]))
    return float(renderer.picture(Scene(), Exposure(1, 1), (1,))[top:bottom, left:right].mean())


@pytest.mark.check
def test_boxes_shade_the_sheet_on_the_side_away_from_the_lamp() -> None:
    beside = (232.0, 90.0, 250.0, 120.0)
    lit, shaded = (mean_level({**MACHINE, "lamp": [x, 0.0, 1500.0]}, beside, 0.0) for x in (800.0, -800.0))
    assert lit > shaded + 20


@pytest.mark.check
def test_a_lid_mirrors_the_ceiling_and_one_that_is_off_does_not() -> None:
    (x, y), floor = MACHINE["wells"]["centres"][4], MACHINE["wells"]["floor"]
    bare = Build({BuildFault.LID_OFF: frozenset({5})}).plate(MACHINE)
    closed, opened = (mean_level(it, (x - 15, y - 15, x + 15, y + 10), floor) for it in (MACHINE, bare))
    assert closed > opened + 10
