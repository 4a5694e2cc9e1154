"""The project's own test set: rendered scenes of the table with their truth, far beyond its normal noise.

`python -m tools.scenes OUT --count 200 --seed 1` writes pictures and labels.jsonl for `pipsqueak evaluate OUT`. The
same seed gives the same bytes. Scenes in `harsh` have thrice the noise, a tilted camera, glare, dirt, half of the light
dead; those in `odd` have also something in a well of which no value may be said.
"""

import argparse
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.clock import VirtualClock
from hardware.dimensions import dimensions
from hardware.sim.camera import SimulatedCamera
from hardware.sim.dice import PAINTS
from hardware.sim.lens import HEIGHT, WIDTH, CameraLens, Mounting
from hardware.sim.scene import SceneFault, SeenDie
from hardware.sim.table import SETTLING, SHAKE_SECONDS, SimulatedTable
from robot.files import write_whole

NOISE = 3.0
TILT, ROLL, SHIFT = 2.5, 4.0, 5.0
"""Degrees and mm by which the camera hangs askew at most."""

MARGIN = 6
"""Pixels that the markers keep from the picture's edge."""

A_TABLE = 4
"""Scenes that are thrown on a table before the next one is put up: to draw its ground takes longest."""

HARSH = {SceneFault.GLARE: 0.5, SceneFault.DIRT: 0.5}
DEAD = (SceneFault.DEAD_LEFT, SceneFault.DEAD_RIGHT)
DEAD_CHANCE = 0.3
ODD = {
    SceneFault.COCKED: "cocked",
    SceneFault.DOUBLE: "double",
    SceneFault.FOREIGN: "foreign",
    SceneFault.EMPTY: "empty-well",
}
STILL = 2.0
"""Seconds after a throw, plenty for the carriage to come home."""

LIGHTS = {"left": (True, False), "right": (False, True)}
QUALITY = 92


@dataclass(frozen=True, slots=True, eq=False)
class Rendered:
    """A scene: its line of labels.jsonl, and its pictures by the names of their files."""

    label: dict[str, Any]
    pictures: dict[str, NDArray[np.uint8]]


def scenes(seed: int, count: int) -> Iterator[Rendered]:
    """Yield so many scenes; each one depends on the seed and its number alone."""
    for first in range(0, count, A_TABLE):
        random = np.random.default_rng((seed, first, 0x5CE7E))
        hung = _hung(random)
        clock = VirtualClock()
        table = SimulatedTable(int(random.integers(2**31)), clock, dimensions())
        lens = CameraLens(dimensions(), hung)
        with SimulatedCamera(table, clock, noise=NOISE, mounting=hung) as camera:
            for number in range(first, min(first + A_TABLE, count)):
                odd = _throw(table, clock, random, number)
                pictures = {}
                for light, halves in LIGHTS.items():
                    table.light(*halves)
                    pictures[f"{'odd' if odd else 'harsh'}/{number:05}-{light}.jpg"] = camera.frame(clock.now()).image
                yield Rendered(_label(lens, table.dice(), odd, list(pictures), seed), pictures)


def write(folder: Path, seed: int, count: int) -> None:
    """Write the scenes and their labels; the labels last, when all pictures are there."""
    lines = []
    for scene in scenes(seed, count):
        for name, picture in scene.pictures.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            _, data = cv2.imencode(path.suffix, picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
            path.write_bytes(data.tobytes())
        lines.append(json.dumps(scene.label))
    write_whole(folder / "labels.jsonl", ("\n".join(lines) + "\n").encode())


def _hung(random: np.random.Generator) -> Mounting:
    """Return a camera that hangs askew, but still sees the four markers: without them there is no table."""
    straight = Mounting.seeded(int(random.integers(2**31)))
    centres, reach = dimensions()["markers"]["centres"], dimensions()["markers"]["side"] / 2
    markers = np.array([[x + i * reach, y + j * reach, 0] for x, y in centres for i in (-1, 1) for j in (-1, 1)])
    while True:
        right, down, up = (float(v) for v in random.uniform(-SHIFT, SHIFT, 3))
        pitch, yaw = (float(v) for v in random.uniform(-TILT, TILT, 2))
        roll = float(random.uniform(-ROLL, ROLL))
        hung = replace(straight, right=right, down=down, up=up, pitch=pitch, yaw=yaw, roll=roll)
        pixels = CameraLens(dimensions(), hung).project(markers)
        if (pixels > MARGIN).all() and (pixels < np.array([WIDTH, HEIGHT]) - MARGIN).all():
            return hung


def _throw(table: SimulatedTable, clock: VirtualClock, random: np.random.Generator, number: int) -> dict[int, str]:
    """Throw the dice with new troubles; return the wells in which something odd lies."""
    for fault, chance in HARSH.items():
        table.switch(fault, float(random.random() < chance))
    dead = int(random.integers(2)) if random.random() < DEAD_CHANCE else None
    for half, fault in enumerate(DEAD):
        table.switch(fault, float(half == dead))
    wells = [int(well) for well in random.permutation(6)[: random.integers(1, 3)] + 1] if number % 2 else []
    odd = {well: tuple(ODD)[int(random.integers(len(ODD)))] for well in wells}
    for fault in ODD:
        mine = [well for well in wells if odd[well] == fault]
        table.switch(fault, float(bool(mine)), mine)
    table.shake()
    clock.sleep(SHAKE_SECONDS + SETTLING)
    table.home()
    clock.sleep(STILL)
    paint = tuple(PAINTS)[int(random.integers(len(PAINTS)))]
    table.put_in_tray(int(random.integers(0, 6)), number, paint)
    return {well: ODD[fault] for well, fault in odd.items()}


def _label(
    lens: CameraLens, dice: Sequence[SeenDie], odd: dict[int, str], files: list[str], seed: int
) -> dict[str, Any]:
    side = float(dimensions()["die"]["side"])
    boxes = [
        [*_clipped(lens.box_of(die.pose.corners(side))), die.pose.up]
        for die in dice
        if die.well is None or die.well not in odd
    ]
    return {
        "file": files[0],
        "more": files[1:],
        "kind": "scene",
        "values": sorted(box[4] for box in boxes),
        "boxes": boxes,
        "box_means": "whole die",
        "odd": [{"what": what, "well": well, "box": _clipped(_well(lens, well))} for well, what in odd.items()],
        "width": WIDTH,
        "height": HEIGHT,
        "label_origin": "rendered",
        "source": f"seed {seed}",
    }


def _well(lens: CameraLens, well: int) -> tuple[int, int, int, int]:
    """Return the box of a well's opening, halfway up, where dice show."""
    wells = dimensions()["wells"]
    (x, y), reach, height = wells["centres"][well - 1], wells["side"] / 2, wells["floor"] + wells["depth"] / 2
    return lens.box_of(np.array([[x + i * reach, y + j * reach, height] for i in (-1, 1) for j in (-1, 1)]))


def _clipped(box: tuple[int, int, int, int]) -> list[int]:
    return [max(0, box[0]), max(0, box[1]), min(WIDTH, box[2]), min(HEIGHT, box[3])]


def main() -> None:
    """Write the test set."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, metavar="OUT", help="a folder to write into")
    parser.add_argument("--count", type=int, default=200, metavar="N", help="scenes (default 200)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="another seed, other scenes (default 1)")
    args = parser.parse_args()
    write(args.folder, args.seed, args.count)


if __name__ == "__main__":
    main()
