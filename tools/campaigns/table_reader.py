"""The table's reader, compared with drawn scenes: `python -m tools.campaigns table_reader KIND --count N --seed S`.

KIND is one of these. `normal`: dice at the table's normal noise. `rough`: three times that noise, dirt, a tilted
camera, glare in one throw of ten, and half the light dead on two tables of three. `glare`, `dead-half` and
`glare-dead-half`: the same with glare in every throw, half the light dead on every table, or both. `leaning`: dice that
lean by 8 to 15 degrees, which must not get a value. `odd`: scenes with a cocked die, an empty well, two dice in a well
or a foreign thing, which must be noticed. `tray`: scenes with free dice, flat, leaning, touching or on the rim, or with
a thing, which must all be reported. `covered`: scenes with a hand, a sleeve or a sheet over wells or tray. Each error
is printed with the seed of its table. The same seed gives the same figures with any number of jobs.
"""

from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from hardware.dimensions import BOXES, CRANK, KINDS
from hardware.sim.scene import SceneFault
from tests.support.vision.odd_scenes import COLOURS, ROUGH, crooked_mounting, dead_half, leaning_dice
from tests.support.vision.table_scenes import PLATE, PLATES, SLANT, TableScene, light_lamp, table_scenes
from tests.support.vision.tray_scenes import COVERS, covered_scenes, tray_scenes
from tests.support.vision.tray_scenes import SCENES as TRAYS
from tools.campaigns.running import add_count, add_jobs, at_most, spread
from vision.reading import Reading
from vision.table.plate import Plate
from vision.table.reader import TableReader

ODD = (SceneFault.COCKED, SceneFault.DOUBLE, SceneFault.EMPTY, SceneFault.FOREIGN)
LIGHTS = {"halves": ("left", "right"), "both": ("both",), "room": ("room",)}
"""The light in a scene's pictures: one half of the ring after the other, both halves, or, with boxes, a room's
light."""
SLANTED, BESIDE = (8.0, 50.0), (40.0, 4.0)
"""For `rough` with boxes: the lamp's angles from the vertical, and the camera's misplacement in mm and degrees."""

EIGHT = dict.fromkeys(("rough", "glare", "dead-half", "glare-dead-half", "leaning", "odd"), 8)
THROWS = {"normal": 15, **EIGHT, "tray": 6, "covered": 3}
"""The number of throws on each table; the next table's camera hangs differently."""

SCENES = {"odd": tuple(ODD), "tray": tuple(TRAYS), "covered": tuple((c, w) for c in COVERS for w in ("tray", "wells"))}
"""What scenes show, in turn. There are exactly as many scenes as --count says."""

LEAN = (8.0, 15.0)

ReadScene = tuple[Sequence[str], Sequence[str]]
"""The errors and the doubts in a scene."""


@dataclass(frozen=True, slots=True)
class CampaignTally:
    """The results for dice or scenes: their number, the errors, and the number of doubts for each reason.

    `unsaid` counts the values of the doubted dice. People throw them again, so that the dice would be unfair if one
    value were doubted more often than others.
    """

    seen: int = 0
    wrong: tuple[str, ...] = ()
    doubts: Counter[str] = field(default_factory=Counter)
    unsaid: Counter[int] = field(default_factory=Counter)

    def __add__(self, other: "CampaignTally") -> "CampaignTally":
        wrong, doubts = self.wrong + other.wrong, self.doubts + other.doubts
        return CampaignTally(self.seen + other.seen, wrong, doubts, self.unsaid + other.unsaid)


@dataclass(frozen=True, slots=True)
class CampaignTable:
    """The part of a campaign on one table."""

    kind: str
    seed: int
    throws: int
    lights: tuple[str, ...] = LIGHTS["halves"]
    paint: str = "ivory"
    what: Any = None
    """The odd thing, the content of the tray, or the cover and the place under it."""
    machine: str = CRANK

    def read(self) -> CampaignTally:
        """Throw, read, and return the tally."""
        tally = CampaignTally()
        if self.kind in SCENES:
            checks = {"odd": self._check_odd, "tray": self._check_tray, "covered": self._check_covered}
            for wrong, doubts in checks[self.kind]():
                tally += CampaignTally(1, ("; ".join(wrong),) if wrong else (), Counter(doubts))
            return tally
        for throw, look in enumerate(self._looks()):
            where, plate = f"table {self.seed}, throw {throw}", PLATES[self.machine]
            tally += count_scene(look, where, leaning=self.kind == "leaning", plate=plate)
        return tally

    def _looks(self) -> Iterator[TableScene]:
        machine = light_lamp(self.machine, self.seed, SLANTED if self.kind == "rough" else SLANT)
        if self.kind == "leaning":
            return leaning_dice(self.seed, self.throws, self.lights, LEAN, self.paint, machine=machine)
        if self.kind == "normal":
            return table_scenes(self.seed, self.throws, self.lights, wells_paint=self.paint, machine=machine)
        faults, hung = ROUGH | dead_half(self.seed), crooked_mounting(self.seed)
        if self.machine == BOXES:
            faults, hung = ROUGH, crooked_mounting(self.seed, *BESIDE)
        if self.kind.endswith("dead-half"):
            faults = ROUGH | dead_half(1 + self.seed % 2)
        if self.kind.startswith("glare"):
            faults |= {SceneFault.GLARE: 1.0}
        return table_scenes(
            self.seed,
            self.throws,
            self.lights,
            wells_paint=self.paint,
            faults=faults,
            noise=3.0,
            mounting=hung,
            machine=machine,
        )

    def _check_odd(self) -> Iterator[ReadScene]:
        """Yield the errors in scenes with one odd well, which must be noticed; no other well may be wrong."""
        reader, well, faults = TableReader(PLATES[self.machine]), 1 + self.seed % 6, {self.what: 1.0}
        seen = table_scenes(
            self.seed,
            self.throws,
            self.lights,
            faults=faults,
            odd_wells=(well,),
            wells_paint=self.paint,
            machine=light_lamp(self.machine, self.seed),
        )
        for throw, look in enumerate(seen):
            reading = reader.read(*look.exposures)
            where = f"table {self.seed}, scene {throw}: {self.what.value} in well {well}"
            noticed = {die.well for die in reading.doubtful} | {note.well for note in reading.scene}
            values = {die.well: die.value for die in reading.dice if die.value is not None}
            wrong = [] if well in noticed and well not in values else [f"{where} is not noticed"]
            wrong += [
                f"{where}, {value} said in well {other}"
                for other, value in values.items()
                if other != well and (other is None or value != look.wells[other - 1])
            ]
            yield wrong, ()

    def _check_tray(self) -> Iterator[ReadScene]:
        """Yield the errors and doubts in trays: values must be right, and all dice must be reported."""
        for throw, (look, truth) in enumerate(tray_scenes(self.what, self.seed, self.throws, self.lights, self.paint)):
            reading = TableReader(PLATE).read(*look.exposures)
            free = [die for die in reading.dice if die.well is None]
            said = Counter(die.value for die in free if die.value)
            reported = len(free) + sum(die.doubt == "double" for die in free)
            # A die on the rim without a visible pip is reported as foreign.
            foreign = sum(note.what == "foreign" for note in reading.scene)
            where = f"table {self.seed}, tray {throw}: {self.what}"
            wrong = [f"{where}, said {sorted(said)}, {truth} there"] if said - Counter(filter(None, truth)) else []
            wrong += [f"{where}, a die is not reported"] if reported + foreign < len(truth) else []
            wrong += [f"{where}, it is not reported"] if self.what == "thing" and not foreign else []
            wrong += _find_wrong_wells(reading, look, where)
            yield wrong, [f"{self.what} {die.doubt}" for die in free if die.doubt]

    def _check_covered(self) -> Iterator[ReadScene]:
        """Yield the errors in covered scenes: a hand must be noticed, and no covered well may be called empty."""
        cover, place = self.what
        for throw, look in enumerate(covered_scenes(cover, place, self.seed, self.throws, self.lights)):
            reading = TableReader(PLATE).read(*look.exposures)
            where = f"table {self.seed}, scene {throw}: {cover} over the {place}"
            hand = any(note.what == "hand" for note in reading.scene)
            hidden = any(die.doubt == "hidden" for die in reading.dice if die.well)
            wrong = [] if hand or (place == "wells" and hidden) else [f"{where} is not noticed"]
            wrong += [f"{where}, well {note.well} is called {note.what}" for note in reading.scene if note.well]
            wrong += _find_wrong_wells(reading, look, where)
            yield wrong, () if hand else (f"{cover} no hand, hidden",)


def _find_wrong_wells(reading: Reading, look: TableScene, where: str) -> list[str]:
    return [
        f"{where}, {die.value} said in well {die.well}"
        for die in reading.dice
        if die.well and die.value not in (None, look.wells[die.well - 1])
    ]


def count_scene(look: TableScene, where: str, *, leaning: bool = False, plate: Plate = PLATE) -> CampaignTally:
    """Return the tally of the dice in the wells of one look; each value of a `leaning` die is wrong."""
    reading = TableReader(plate).read(*look.exposures)
    wrong, doubts, unsaid = list[str](), Counter[str](), Counter[int]()
    for well, truth in enumerate(look.wells, start=1):
        die = reading.well(well)
        if die is None or die.value is None:
            doubts["missing" if die is None else die.doubt or ""] += 1
            unsaid[truth] += 1
        elif leaning or die.value != truth:
            wrong.append(f"{where}, well {well}: {die.value} said, {'it leans' if leaning else f'{truth} is there'}")
    wrong += [f"{where}, in the tray: {die.value or die.doubt} said, nothing is there" for die in reading.dice[6:]]
    return CampaignTally(len(look.wells), tuple(wrong), doubts, unsaid)


def tables(
    kind: str, number: int, seed: int, *, lights: str = "halves", paint: str = "ivory", machine: str = CRANK
) -> Iterator[CampaignTable]:
    """Yield the tables for at least `number` dice, or for exactly `number` scenes."""
    shown = SCENES.get(kind, ())
    throws = number if shown else -(-number // len(PLATE.well_centres))
    for table in count():
        here = min(throws, THROWS[kind])
        if not here:
            return
        throws -= here
        if shown:
            turn, which = divmod(table, len(shown))
            own = LIGHTS["halves" if (seed + turn) % 2 else "both"]
            own = LIGHTS["room"] if machine == BOXES else own
            yield CampaignTable(kind, seed + turn, here, own, paint, shown[which], machine)
        else:
            own = LIGHTS["room" if machine == BOXES else lights]
            yield CampaignTable(kind, seed + table, here, own, paint, machine=machine)


def figures(kind: str, total: CampaignTally) -> list[str]:
    """Return the lines of a campaign's figures: how many there were, how many were wrong, and how many in doubt."""
    reasons = ", ".join(f"{times} {why}" for why, times in total.doubts.most_common())
    lines = [
        f"{kind}: {total.seen} {'scenes' if kind in SCENES else 'dice'}",
        f"  wrong   {_share(len(total.wrong), total.seen)}",
    ]
    if kind in {"tray", "covered"}:
        lines.append(f"  said    {reasons}")
    elif kind not in {"odd", "leaning"}:
        lines.append(f"  doubts  {_share(total.doubts.total(), total.seen)}{reasons and f'  ({reasons})'}")
        lines.append("          " + ", ".join(f"{total.unsaid[value]} of a {value}" for value in range(1, 7)))
    return lines


def _share(found: int, seen: int) -> str:
    return f"{found:>5}  {found / seen:>8.4%}  at most {at_most(found, seen):.4%} in 95 of 100 cases"


def add_options(parser: ArgumentParser) -> None:
    parser.add_argument("kind", choices=THROWS)
    add_count(parser, "dice, or scenes", 600)
    parser.add_argument("--machine", choices=KINDS, default=CRANK, help="the machine (default crank)")
    parser.add_argument(
        "--lights", choices=("halves", "both"), default="halves", help="(default halves; scenes use both ways)"
    )
    parser.add_argument("--paint", choices=COLOURS, default="ivory", help="of the dice in the wells (default ivory)")
    add_jobs(parser)


def run(options: Namespace) -> Iterator[str]:
    """Yield the errors, and then the figures."""
    total = CampaignTally()
    chosen = tables(
        options.kind, options.count, options.seed, lights=options.lights, paint=options.paint, machine=options.machine
    )
    for tally in spread(CampaignTable.read, chosen, options.jobs, lambda tally: tally.seen):
        total += tally
        yield from tally.wrong
    yield from figures(options.kind, total)
