"""Dice in all six wells of the twin, shaken and read: `python -m tools.campaigns twin_reader --shakes 40 --seed 2`.

Prints for each well how many dice stayed in doubt although they lay flat, and how many were read wrong. With `--drawn`
the pictures are drawn instead of rendered by OpenGL: the same seed gives the same dice in the same places.
"""

import random
from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

from hardware.clock import VirtualClock
from hardware.controller import connect
from hardware.dimensions import dimensions
from hardware.sim.lens import Mounting
from hardware.sim.port import VirtualLine
from hardware.sim.render import Renderer
from hardware.twin.gl import choose_painter
from hardware.twin.runner import built_runner
from hardware.twin.twin import Twin
from robot.app import BUILD
from robot.config import Folders
from robot.table.exposures import DiceCamera
from vision.table.plate import Plate
from vision.table.reader import TableReader
from vision.table.settle import Settle

WELLS = tuple(range(1, 7))
FLAT = 1.0
"""Degrees that a die leans at most which lies flat."""


@dataclass(slots=True)
class FlatDice:
    """Counts of flat dice by wells, and the places (shake, well) of those that were read wrong."""

    dice: Counter[int] = field(default_factory=Counter)
    doubts: Counter[int] = field(default_factory=Counter)
    wrong: list[tuple[int, int]] = field(default_factory=list)


def read_flat_dice(runner: Path, seed: int, shakes: int, *, drawn: bool = False) -> FlatDice:
    """Return what was read of the dice of a twin that was shaken so often; `runner` is that of built_runner."""
    found, clock = FlatDice(), VirtualClock()
    painter = Renderer if drawn else choose_painter()[0]
    with ExitStack() as stack:
        twin = stack.enter_context(Twin(dimensions(), seed, clock, runner))
        line, source = VirtualLine(twin.board, clock), random.Random(seed)
        board = stack.enter_context(connect(line, clock, clock, source=source))
        camera = stack.enter_context(twin.camera(painter, Mounting.seeded(BUILD)))
        reader = TableReader(Plate.from_dimensions(dimensions()))
        eye = DiceCamera(board, camera, reader, lambda: Settle(reader.plate), clock)
        board.home()
        board.clamp(())
        for shake in range(1, shakes + 1):
            board.shake()
            values = eye.look(WELLS).values
            for die in twin.machine.level_dice:
                if die.well is None or die.pose.lean > FLAT:
                    continue
                found.dice[die.well] += 1
                value = values[die.well - 1]
                found.doubts[die.well] += value is None
                if value not in {None, die.pose.up}:
                    found.wrong.append((shake, die.well))
    return found


def add_options(parser: ArgumentParser) -> None:
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--shakes", type=int, default=40)
    parser.add_argument("--drawn", action="store_true", help="draw the pictures instead of rendering them by OpenGL")


def run(options: Namespace) -> Iterator[str]:
    runner = built_runner(Folders.of_user().cache)
    yield from lines(read_flat_dice(runner, options.seed, options.shakes, drawn=options.drawn))


def lines(found: FlatDice) -> Iterator[str]:
    """Yield what was found, in words."""
    for well in WELLS:
        yield f"well {well}: {found.doubts[well]} of {found.dice[well]} flat dice in doubt"
    doubts, dice = found.doubts.total(), found.dice.total()
    yield f"all wells: {doubts} of {dice} in doubt ({doubts / max(1, dice):.1%}), {len(found.wrong)} read wrong"
    yield from (f"shake {shake}, well {well}: read wrong" for shake, well in found.wrong)
