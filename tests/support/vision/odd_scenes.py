"""Scenes of the simulated table that are harder than its own: crooked cameras, and dice that lean or are cut off."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from hardware.dimensions import dimensions
from hardware.sim.chance import Chance
from hardware.sim.cube import DiePose, lay_die, tilt_die
from hardware.sim.dice import PAINTS, Paint
from hardware.sim.lens import HEIGHT, WIDTH, Mounting
from hardware.sim.render import Renderer
from hardware.sim.scene import Exposure, Scene, SceneFault, SeenDie
from tests.support.vision.table_scenes import HUNG, PLATE, PLATES, TableScene

MM, DEGREES = 3.0, 1.5
LIGHTS = {"left": Exposure(1, 0), "right": Exposure(0, 1), "both": Exposure(1, 1), "room": Exposure(1, 1)}
COLOURS = {**PAINTS, "grey": Paint((0.3, 0.3, 0.3))}
ROUGH = {SceneFault.DIRT: 1.0, SceneFault.GLARE: 0.1}
"""Dirt on the lid in every throw, other dirt each time; a window that blinds in one of ten: it hides a die or two."""

TRAY_CUT = Mounting(right=20, down=30, roll=22)
"""How a camera is pushed that loses one marker and a corner of the tray."""


def crooked_mounting(seed: int, most: float = MM, turned: float = DEGREES) -> Mounting:
    """Return a camera that is millimetres off and tilted by up to a degree and a half; more hides markers."""
    random = np.random.default_rng((seed, 0x711F))
    right, down, up = (float(v) for v in random.uniform(-most, most, 3))
    pitch, yaw, roll = (float(v) for v in random.uniform(-turned, turned, 3))
    return replace(Mounting.from_seed(seed), right=right, down=down, up=up, pitch=pitch, yaw=yaw, roll=roll)


def dead_half(seed: int) -> dict[SceneFault, float]:
    """Return which half of the ring is dead on the table of a seed: on one of three none, left, or right."""
    return ({}, {SceneFault.DEAD_LEFT: 1.0}, {SceneFault.DEAD_RIGHT: 1.0})[seed % 3]


def leaning_dice(
    seed: int,
    throws: int,
    lights: tuple[str, ...],
    degrees: tuple[float, float],
    paint: str = "ivory",
    *,
    first: int = 0,
    machine: Mapping[str, Any] | None = None,
) -> Iterator[TableScene]:
    """Show six dice that lean, each by any angle of a range and in any direction, inside their wells.

    The throws before the `first` are not shown. `machine` are its dimensions, the crank's by default.
    """
    machine = machine or dimensions()
    plate = PLATES[machine["kind"]]
    renderer, chance = Renderer(machine, Mounting.from_seed(seed), 1.0), Chance(seed, machine)
    random = np.random.default_rng((seed, 0x1EA2))
    for throw in range(throws):
        dice = []
        for well, centre in enumerate(plate.well_centres, start=1):
            flat = chance.pose(throw, well)
            turned = tilt_die(
                flat, plate.die_side, plate.well_floor, float(random.uniform(0, 360)), float(random.uniform(*degrees))
            )
            reach = np.abs(turned.matrix[:2]).sum(axis=1) * plate.die_side / 2
            room = np.maximum(plate.well_side / 2 - reach, 0)
            x, y = (float(v) for v in np.clip(turned.middle[:2], centre - room, centre + room))
            dice.append(SeenDie(DiePose((x, y, turned.middle[2]), turned.turn), well, COLOURS[paint]))
        if throw < first:
            continue
        scene = Scene(tuple(dice))
        shots = [renderer.picture(scene, LIGHTS[light], (seed, throw, n)) for n, light in enumerate(lights)]
        yield TableScene(shots, tuple(die.pose.up for die in dice), scene.dice)
    renderer.close()


def cut_dice(seed: int, throws: int, lights: tuple[str, ...]) -> Iterator[TableScene]:
    """Draw dice flat in all wells, and in the tray one of which a quarter to three quarters are in view."""
    machine = dimensions()
    renderer, chance = Renderer(machine, HUNG.knock(TRAY_CUT), 1.0), Chance(seed, machine)
    random = np.random.default_rng((seed, 0xC07))
    tray, side = machine["tray"], PLATE.die_side
    for throw in range(throws):
        share = 0.0
        while not 0.25 < share < 0.75:
            right, down = (float(v) for v in random.uniform(0.72 * side, tray["side"] - 0.72 * side, 2))
            place = tray["left"] + right, tray["top"] + down, tray["floor"]
            pose = lay_die(int(random.integers(1, 7)), place, side, float(random.uniform(0, 360)))
            share = _share_in_view(renderer.lens.box_of(pose.corners(side)))
        dice = [SeenDie(chance.pose(throw, well), well) for well in range(1, 7)]
        scene = Scene((*dice, SeenDie(pose)))
        shots = [renderer.picture(scene, LIGHTS[light], (seed, throw, n)) for n, light in enumerate(lights)]
        yield TableScene(shots, tuple(die.pose.up for die in dice), scene.dice)


def _share_in_view(box: tuple[int, int, int, int]) -> float:
    wide, high = min(box[2], WIDTH) - max(box[0], 0), min(box[3], HEIGHT) - max(box[1], 0)
    return max(wide, 0) * max(high, 0) / ((box[2] - box[0]) * (box[3] - box[1]))
