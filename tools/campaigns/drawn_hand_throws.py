"""Dice of the simulated tables thrown by hand: `python -m tools.campaigns drawn_hand_throws sim twin --count 500`.

A camera hangs over the open tray, which is drawn (`sim`) or rendered by OpenGL (`twin`), under the left half of the
ring, the right one, both, and the room's light alone. A hand throws one to six dice of one colour, others are kept in
their places or put aside. The table of dice of one's own counts them, and its doubts are answered with the truth.
Prints the figures of each table and light, and each throw with a wrong value or a tap. The same seed gives the same
figures, however many jobs work.
"""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from hardware.dimensions import dimensions
from hardware.sim.camera import Painter
from hardware.sim.chance import Chance
from hardware.sim.dice import PAINTS
from hardware.sim.lens import Mounting
from hardware.sim.render import Renderer
from hardware.sim.scene import Exposure, Scene, SeenDie
from hardware.twin.gl import GlRenderer
from hardware.twin.machine import MachineScene
from hardware.twin.posed import missing_opengl
from tools.campaigns.film import ThrownScene
from tools.campaigns.running import add_count, add_jobs, spread
from tools.campaigns.sitting import HandTally, figures, one_reader, sit
from vision.pictures import Image

PAINTERS: Mapping[str, tuple[Callable[[Mapping[str, Any], Mounting], Painter], Callable[..., Scene]]] = {
    "sim": (Renderer, Scene),
    "twin": (GlRenderer, MachineScene),
}
LIGHTS = {
    "left": Exposure(1.0, 0.0),
    "right": Exposure(0.0, 1.0),
    "both": Exposure(1.0, 1.0),
    "room": Exposure(0.12, 0.12),
}
SITTING = 25
"""Throws at one table under one light; the next one has another camera and other dice."""
MOST_DICE = 6
KEEPS, ASIDE = 0.4, 0.15
"""Share of the throws beside kept dice, and of those in which they are taken out of the picture."""
AROUND_TRAY = 24
"""Pixels of the picture around the tray."""


@dataclass(frozen=True, slots=True)
class Sitting:
    """Sitting `number` at a place, a table and a light as in "sim-left", with so many throws."""

    place: str
    number: int
    throws: int


def sittings(table: str, throws: int) -> list[Sitting]:
    """Return the sittings at a table, with as many throws in all under each light as under the others, or one more."""
    return [
        Sitting(f"{table}-{light}", number, min(SITTING, here - SITTING * number))
        for n, light in enumerate(LIGHTS)
        for here in [throws // len(LIGHTS) + (n < throws % len(LIGHTS))]
        for number in range(-(-here // SITTING))
    ]


def play(sitting: Sitting, *, seed: int) -> HandTally:
    """Return what became of a sitting's throws."""
    random = np.random.default_rng([seed, *f"{sitting.place}-{sitting.number}".encode()])
    tray = DrawnTray(sitting, int(random.integers(2**31)), str(random.choice(sorted(PAINTS))))
    try:
        return sit(tray.thrown(random), tray.seen(()), one_reader(), random)
    finally:
        tray.close()


class DrawnTray:
    """The open tray of a simulated table, before one camera and under one light, with dice of one `paint`."""

    def __init__(self, sitting: Sitting, seed: int, paint: str) -> None:
        table = dimensions()
        name, _, light = sitting.place.partition("-")
        (painter, self._scene), self._light = PAINTERS[name], LIGHTS[light]
        self._sitting, self._seed, self._paint = sitting, seed, paint
        self._chance = Chance(seed, table)
        self._painter = painter(table, Mounting.seeded(seed))
        left, top, side, floor = (float(table["tray"][key]) for key in ("left", "top", "side", "floor"))
        corners = np.array([[x, y, floor] for x in (left, left + side) for y in (top, top + side)])
        x0, y0, x1, y1 = self._painter.lens.box_of(corners, AROUND_TRAY)
        self._box = slice(max(0, y0), y1), slice(max(0, x0), x1)
        self.face = (x1 - x0 - 2 * AROUND_TRAY) * float(table["die"]["side"]) / side

    def seen(self, dice: Sequence[SeenDie]) -> Image:
        """Return the picture (h, w, 3) of the tray with these dice."""
        whole = self._painter.picture(self._scene(dice=tuple(dice)), self._light, (self._seed,))
        return np.ascontiguousarray(whole[self._box])

    def thrown(self, random: np.random.Generator) -> Iterator[ThrownScene]:
        """Yield the sitting's throws."""
        lying: tuple[SeenDie, ...] = ()
        for number in range(self._sitting.throws):
            stay, kept, what = tuple[SeenDie, ...](), tuple[int, ...](), "all"
            count = int(random.integers(1, MOST_DICE + 1))
            if len(lying) > 1 and random.random() < KEEPS:
                chosen = random.permutation(len(lying))[: int(random.integers(1, len(lying)))].tolist()
                stay, what, count = tuple(lying[die] for die in chosen), "kept", len(lying) - len(chosen)
                kept = tuple(die.pose.up for die in stay)
                if random.random() < ASIDE:
                    what, stay = "kept aside", ()
            beside = [(die.pose.middle[0], die.pose.middle[1]) for die in stay]
            fresh = tuple(
                SeenDie(die.pose, paint=PAINTS[self._paint]) for die in self._chance.in_tray(count, number, beside)
            )
            lying = (*stay, *fresh)
            values = tuple(die.pose.up for die in sorted(fresh, key=lambda die: die.pose.middle[0]))
            where = self._sitting.place.replace("-", ", ")
            name = f"{where}, {self._sitting.number}, {self._paint}, {number}, {what}"
            yield ThrownScene(name, self.seen(stay), self.seen(lying), values, kept, self.face)

    def close(self) -> None:
        """Let go what drew the pictures."""
        self._painter.close()


def add_options(parser: ArgumentParser) -> None:
    parser.add_argument("tables", nargs="+", choices=PAINTERS)
    add_count(parser, "throws at each table", 100)
    add_jobs(parser)


def run(options: Namespace) -> Iterator[str]:
    """Play the sittings that the options ask for; yield each throw that is not as it should be, and the figures."""
    reason = missing_opengl() if "twin" in options.tables else None
    if reason is not None:
        sys.exit(f"no OpenGL, {reason}: leave out twin")
    chosen = [one for table in options.tables for one in sittings(table, options.count)]
    tallies = dict[str, HandTally]()
    played = spread(partial(play, seed=options.seed), chosen, options.jobs, lambda tally: tally.throws)
    for sitting, tally in zip(chosen, played, strict=False):
        yield from tally.lines
        for whole in (sitting.place, sitting.place.partition("-")[0]):
            tallies.setdefault(whole, HandTally()).add(tally)
    for whole, tally in tallies.items():
        yield from figures(whole.replace("-", ", "), tally)
