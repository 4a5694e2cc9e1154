"""What is bought, how much of it, and what it costs by level."""

import math
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from hardware.dimensions import dimensions
from tools.cad import __file__ as cad_file
from tools.cad.assembly import Assembly
from tools.cad.part import CadPart
from tools.cad.sheets import CutSheet, nested
from tools.guide import TEMPLATES
from tools.guide.steps import BuildGuide, fasteners_of, with_dimensions

PRICES = Path(cad_file).with_name("prices.toml")
LEVELS = (1, 3)
"""Camera and mat, and the large machine, which contains them. Level 2 has its own prices, in tools/cad/evening.toml."""


@dataclass(frozen=True, slots=True)
class BoughtItem:
    """Something that is bought; prices.toml says what each field means."""

    name: str
    matters: str
    price: float
    pack: float = 1.0
    share: bool = False
    covers: tuple[str, ...] = ()
    together: bool = False
    """Whether the parts that it covers are one thing: the first one's quantity counts."""
    needs: tuple[tuple[int, float], ...] = ()
    prints: str = ""
    sheets: str = ""
    unit: str = ""
    example: str = ""
    alternative: str = ""
    sources: tuple[str, ...] = ()
    """Kinds of shops, each with the words to search for there."""
    beside: bool = False
    instead: str = ""
    price_of: str = ""
    branded: tuple[str, float] | None = None

    @property
    def alternatives(self) -> str:
        """What does as well, with the price of a maker's part where the item's own is a copy's."""
        makers = f"by its maker: {self.branded[0]}, {self.branded[1]:.2f} €" if self.branded else ""
        return "; ".join(filter(None, (makers, self.alternative)))

    def makers_without_price(self, makers: Iterable[str]) -> list[str]:
        """Return the names of makers that stand in the item, though it has no price of theirs."""
        priced = f"{self.price_of} {self.branded[0] if self.branded else ''}"
        said = " ".join((self.name, self.matters, self.example, self.alternative, *self.sources))
        return [maker for maker in makers if maker in said and maker not in priced]


@dataclass(frozen=True, slots=True)
class PriceList:
    """All items, when their prices were estimated, and what the prints take.

    `sliced` and `sliced_printed` are grams and hours of all prints, with cut sheets and without.
    """

    date: str
    sliced: tuple[float, float]
    sliced_printed: tuple[float, float]
    items: tuple[BoughtItem, ...]
    makers: tuple[str, ...] = ()
    """Names and numbers of makers, beside which no copy's price may stand."""


def read_prices() -> PriceList:
    """Return the list of the file. Raises TypeError for a word that no item has, KeyError for one that is missing."""
    found = tomllib.loads(with_dimensions(PRICES.read_text(encoding="utf-8"), dimensions()))
    items = []
    for entry in found["item"]:
        for name in ("covers", "sources"):
            entry[name] = tuple(entry.get(name, ()))
        entry["needs"] = tuple((int(level), float(amount)) for level, amount in entry.get("needs", ()))
        branded = entry.pop("branded", None)
        items.append(BoughtItem(**entry, branded=(branded[0], float(branded[1])) if branded else None))
    (grams, hours), (more_grams, more_hours) = found["sliced"], found["sliced_printed"]
    sliced, printed = (grams, hours), (more_grams, more_hours)
    return PriceList(found["date"], sliced, printed, tuple(items), tuple(found["makers"]))


class Costs:
    """Amounts and costs by level of a machine that is built by a guide."""

    def __init__(self, machine: Assembly, guide: BuildGuide, prices: PriceList) -> None:
        self.machine, self.guide, self.prices = machine, guide, prices
        self.built: dict[int, Counter[str]] = {level: Counter() for level in LEVELS}
        """How many pieces of each part and fastener come up to a level."""
        for chapter in guide.chapters:
            for step in chapter.steps:
                pieces = Counter({name: machine.named(name).quantity for name in step.parts})
                pieces += fasteners_of(machine, step)
                for level in LEVELS[LEVELS.index(chapter.level) :]:
                    self.built[level] += pieces

    @cached_property
    def cut_sheets(self) -> list[CutSheet]:
        """The sheets on which the cut parts lie."""
        size = self.machine.plan.it["sheet"]["size"]
        return nested(self.machine.parts, (size[0], size[1]), 0.0)

    @cached_property
    def sheets(self) -> Counter[str]:
        """How many sheets of each material the cut parts need."""
        return Counter(sheet.material for sheet in self.cut_sheets)

    def print_grams(self, material: str = "") -> float:
        """Return the grams of all prints of a material, as sliced."""
        prints = (part for part in self.machine.parts if part.make == "print" and part.material.startswith(material))
        return self.prices.sliced[0] * sum(map(self.print_share, prints))

    def print_share(self, part: CadPart) -> float:
        """Return what share all pieces of a part have of all prints' grams and hours: that of their solids."""
        prints = (other for other in self.machine.parts if other.make == "print")
        return part.mass * part.quantity / sum(other.mass * other.quantity for other in prints)

    def amount(self, item: BoughtItem, level: int) -> float:
        """Return how much of an item is needed up to a level."""
        if item.sheets:
            sheets = sum(count for name, count in self.sheets.items() if name.startswith(item.sheets))
            return float(sheets * (level == LEVELS[-1]))
        if item.prints:
            return self.print_grams(item.prints) * (level == LEVELS[-1])
        covered = self.built[level][item.covers[0]] if item.together else sum(self.built[level][n] for n in item.covers)
        return max(float(covered), sum(amount for first, amount in item.needs if first <= level))

    def cost(self, item: BoughtItem, level: int, *, packs: bool = False) -> float:
        """Return what an item costs up to a level: whole `packs`, as they are sold, or the share that is used."""
        amount = self.amount(item, level) / item.pack
        return item.price * (amount if item.share and not packs else math.ceil(amount - 1e-9))

    def files(self, part: CadPart) -> list[str]:
        """Return the names of the files that a part is made from."""
        sheets = [f"{sheet.file}.dxf" for sheet in self.cut_sheets if part.name in dict(sheet.parts)]
        return [f"{part.file}.stl"] if part.make == "print" else sheets

    def needed(self, item: BoughtItem) -> str:
        """Return in words how much of an item is needed for the whole machine."""
        return f"{TEMPLATES.filters['number'](self.amount(item, LEVELS[-1]))} {item.unit}".strip()

    def total(self, level: int, *, packs: bool = False, beside: bool = False) -> float:
        """Return the cost of a level: of what is used up, or in whole packs to somebody who has none of it.

        The Raspberry Pi (at level 1 a camera) is `beside`. What is bought instead of something else is left out.
        """
        items = [item for item in self.prices.items if not item.instead and (beside or not item.beside)]
        return sum(self.cost(item, level, packs=packs) for item in items)

    def minutes(self, level: int) -> int:
        """Return the work up to a level."""
        return sum(chapter.minutes for chapter in self.guide.chapters if chapter.level <= level)

    def print_hours(self) -> float:
        """Return how long a printer prints, as sliced."""
        return self.prices.sliced[1]

    def part_cost(self, part: CadPart) -> float:
        """Return what the material of all pieces of a cut or printed part costs. Raises StopIteration for none."""
        start = part.material.startswith
        item = next(item for item in self.prices.items if start(item.prints or item.sheets or "nothing"))
        alike = [
            p for p in self.machine.parts if p.make == part.make and p.material.startswith(item.prints or item.sheets)
        ]
        share = part.mass * part.quantity / sum(p.mass * p.quantity for p in alike)
        return self.cost(item, LEVELS[-1]) * share

    def first_level(self, item: BoughtItem) -> int:
        """Return the level that first needs an item. Raises ValueError if none does."""
        for level in LEVELS:
            if self.amount(item, level) > 0:
                return level
        raise ValueError(f"no level needs {item.name}")

    def faults(self) -> Iterator[str]:
        """Yield in words where prices, steps and assembly disagree."""
        covered = Counter(name for item in self.prices.items for name in item.covers)
        for part in self.machine.parts:
            if part.make in ("bought", "fastener") and covered[part.name] != 1:
                yield f"{part.name} is covered by {covered[part.name]} items"
            materials = [item.prints or item.sheets for item in self.prices.items if item.prints or item.sheets]
            made = part.make in ("cut", "print")
            if made and sum(part.material.startswith(material) for material in materials) != 1:
                yield f"nothing is bought for {part.name}, of {part.material}"
        known = {part.name for part in self.machine.parts}
        yield from (f"the assembly has no {name}" for name in covered if name not in known)
        names = {item.name for item in self.prices.items}
        used = {name for step in self.guide.steps for name in step.stores}
        yield from (f"a step takes {name}, which has no price" for name in sorted(used - names))
        for item in self.prices.items:
            if item.needs and not item.instead and item.name not in used:
                yield f"no step takes {item.name}"
            for maker in item.makers_without_price(self.prices.makers):
                yield f"the price of {item.name} is not {maker}'s"
            if len(item.sources) < 2:
                yield f"{item.name} has fewer than two sources"
            if not item.matters and not (item.share or item.covers):
                yield f"nothing is said about {item.name}"
