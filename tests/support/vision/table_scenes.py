"""Pictures of the simulated table for tests of the reader: throw after throw, under the lights that are asked for."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hardware.boxes import KNOCK_SECONDS
from hardware.clock import VirtualClock
from hardware.dimensions import BOXES, CRANK, dimensions
from hardware.sim.camera import SimulatedCamera
from hardware.sim.lens import Mounting
from hardware.sim.scene import SceneFault, SeenDie
from hardware.sim.table import SETTLING, SHAKE_SECONDS, SimulatedTable
from vision.table.plate import Plate

LIGHTS = {"left": (True, False), "right": (False, True), "both": (True, True), "room": (True, True)}
HOMING = 2.0  # seconds, plenty

PLATE = Plate.from_dimensions(dimensions())
PLATES = {CRANK: PLATE, BOXES: Plate.from_dimensions(dimensions(BOXES))}
LAMP_HEIGHT = 1500.0  # mm
SLANT = 20.0, 30.0  # degrees from above from which a lamp beside the table shines

HUNG = Mounting.from_seed(31)
"""The camera of scenes to which it does not matter how it hangs: each camera's empty table takes a second to draw."""
ASKEW, EDGE = HUNG.knock(Mounting(right=-45)), HUNG.knock(Mounting(right=82, down=51, roll=-30.5))
"""A camera that misses the two right markers; one that sees three, and whose picture's edge cuts the die in well 1."""


@dataclass(frozen=True, slots=True, eq=False)
class TableScene:
    """One still scene: the pictures that were asked for, and what lies there in truth."""

    exposures: Sequence[NDArray[np.uint8]]
    wells: tuple[int, ...]
    """The face that is up in each well, 0 where there is none."""
    dice: tuple[SeenDie, ...]


def light_lamp(machine: str, seed: int, slant: tuple[float, float] = SLANT) -> dict[str, Any]:
    """Return a machine's dimensions; where it has no light, a lamp of the room shines on it from where the seed says.

    No lid mirrors it to a camera over the middle: it hangs beside the boxes' image of it.
    """
    found, random = dimensions(machine), np.random.default_rng((seed, 0x1A3B))
    if machine == BOXES:
        way, aside = float(random.uniform(0, 2 * math.pi)), LAMP_HEIGHT * math.tan(math.radians(random.uniform(*slant)))
        found["lamp"] = [aside * math.cos(way), aside * math.sin(way), LAMP_HEIGHT]
    return found


def srgb_levels(light: NDArray[np.float64]) -> NDArray[np.uint8]:
    """Return the levels of a picture of so much light, from 0 to 1, by sRGB's curve (IEC 61966-2-1)."""
    curved = np.where(light <= 0.0031308, 12.92 * light, 1.055 * np.maximum(light, 1e-9) ** (1 / 2.4) - 0.055)
    return np.round(255 * np.clip(curved, 0, 1)).astype(np.uint8)


def table_scenes(
    seed: int,
    throws: int,
    lights: Sequence[str] = ("left", "right"),
    *,
    faults: Mapping[SceneFault, float] | None = None,
    free: int = 0,
    paint: str = "ivory",
    noise: float = 1.0,
    wells_paint: str = "ivory",
    mounting: Mounting | None = None,
    odd_wells: Sequence[int] = (),
    first: int = 0,
    machine: Mapping[str, Any] | None = None,
) -> Iterator[TableScene]:
    """Throw the simulated dice of a seed again and again and take the pictures; `free` dice lie in the tray too.

    `paint` is that of the free dice, `wells_paint` that of the dice in the wells; without a `mounting` the camera
    hangs with the small errors of a careful assembly. Faults of dice happen in `odd_wells`, or in any where none is
    named. Of the throws before the `first` no pictures are taken. `machine` are its dimensions, the crank's by default.
    """
    clock, machine = VirtualClock(), machine or dimensions()
    table = SimulatedTable(seed, clock, machine, paint=wells_paint)
    for fault, likely in (faults or {}).items():
        table.switch(fault, likely, odd_wells)
    with SimulatedCamera(table, clock, noise=noise, mounting=mounting) as camera:
        for throw in range(throws):
            if machine["kind"] == BOXES:
                table.knock(frozenset(range(1, len(machine["wells"]["centres"]) + 1)), clock.now(), KNOCK_SECONDS)
                clock.sleep(KNOCK_SECONDS + SETTLING)
            else:
                table.shake()
                clock.sleep(SHAKE_SECONDS + SETTLING)
                table.home()
            clock.sleep(HOMING)
            if throw < first:
                continue
            if free:
                table.put_in_tray(free, throw, paint)
            exposures = []
            for light in lights:
                table.light(*LIGHTS[light])
                exposures.append(camera.frame(clock.now()).image)
            yield TableScene(exposures, table.truth(), table.dice())
