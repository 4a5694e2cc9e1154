"""The items to buy, their amounts, and their costs by level."""

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
from tools.cad.sheets import CutSheet, nest
from tools.guide import TEMPLATES
from tools.guide.steps import BuildGuide, fasteners_of, with_dimensions

PRICES = Path(cad_file).with_name("prices.toml")
LEVELS = (1, 3)
"""Level 1 is camera and mat; level 3, the large machine, includes them. tools/cad/evening.toml has level 2's prices."""


@dataclass(frozen=True, slots=True)
class BoughtItem:
    """An item to buy; prices.toml explains the fields."""

    name: str
    matters: str
    price: float
    pack: float = 1.0
    share: bool = False
    covers: tuple[str, ...] = ()
    together: bool = False
    """Whether the covered parts are one thing, so that only the first one's quantity counts."""
    needs: tuple[tuple[int, float], ...] = ()
    prints: str = ""
    sheets: str = ""
    unit: str = ""
    example: str = ""
    alternative: str = ""
    sources: tuple[str, ...] = ()
    """Kinds of shops, each with the words for a search there."""
    beside: bool = False
    instead: str = ""
    price_of: str = ""
    branded: tuple[str, float] | None = None

    @property
    def alternatives(self) -> str:
        """The alternatives, with the price of the maker's part if the item's own price is a copy's."""
        makers = f"by its maker: {self.branded[0]}, {self.branded[1]:.2f} €" if self.branded else ""
        return "; ".join(filter(None, (makers, self.alternative)))

    def makers_without_price(self, makers: Iterable[str]) -> list[str]:
        """Return the makers that the item names, although it has no price of theirs."""
        priced = f"{self.price_of} {self.branded[0] if self.branded else ''}"
        said = " ".join((self.name, self.matters, self.example, self.alternative, *self.sources))
        return [maker for maker in makers if maker in said and maker not in priced]


@dataclass(frozen=True, slots=True)
class PriceList:
    """All items, the date of their prices, and the grams and hours of the prints.

    `sliced` is for all prints next to cut sheets, `sliced_printed` for a machine that is all printed.
    """

    date: str
    sliced: tuple[float, float]
    sliced_printed: tuple[float, float]
    items: tuple[BoughtItem, ...]
    makers: tuple[str, ...] = ()
    """Names and numbers of makers; an item that names one must not have a copy's price."""


def read_prices() -> PriceList:
    """Return the list in prices.toml. Raises TypeError for an unknown field, KeyError for a missing one."""
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
    """Amounts and costs, by level, of a machine that a guide builds."""

    def __init__(self, machine: Assembly, guide: BuildGuide, prices: PriceList) -> None:
        self.machine, self.guide, self.prices = machine, guide, prices
        self.built: dict[int, Counter[str]] = {level: Counter() for level in LEVELS}
        """The number of pieces of each part and fastener up to a level."""
        for chapter in guide.chapters:
            for step in chapter.steps:
                pieces = Counter({name: machine.find(name).quantity for name in step.parts})
                pieces += fasteners_of(machine, step)
                for level in LEVELS[LEVELS.index(chapter.level) :]:
                    self.built[level] += pieces

    @cached_property
    def cut_sheets(self) -> list[CutSheet]:
        """The sheets with the cut parts."""
        size = self.machine.plan.it["sheet"]["size"]
        return nest(self.machine.parts, (size[0], size[1]), 0.0)

    @cached_property
    def sheets(self) -> Counter[str]:
        """The number of sheets of each material that the cut parts need."""
        return Counter(sheet.material for sheet in self.cut_sheets)

    def print_grams(self, material: str = "") -> float:
        """Return the grams of all prints of a material."""
        prints = (part for part in self.machine.parts if part.make == "print" and part.material.startswith(material))
        return self.prices.sliced[0] * sum(map(self.print_share, prints))

    def print_share(self, part: CadPart) -> float:
        """Return the share of a part's pieces in all prints' grams and hours; it is their share of the mass."""
        prints = (other for other in self.machine.parts if other.make == "print")
        return part.mass * part.quantity / sum(other.mass * other.quantity for other in prints)

    def amount(self, item: BoughtItem, level: int) -> float:
        """Return the amount of an item that is needed up to a level."""
        if item.sheets:
            sheets = sum(count for name, count in self.sheets.items() if name.startswith(item.sheets))
            return float(sheets * (level == LEVELS[-1]))
        if item.prints:
            return self.print_grams(item.prints) * (level == LEVELS[-1])
        covered = self.built[level][item.covers[0]] if item.together else sum(self.built[level][n] for n in item.covers)
        return max(float(covered), sum(amount for first, amount in item.needs if first <= level))

    def cost(self, item: BoughtItem, level: int, *, packs: bool = False) -> float:
        """Return the cost of an item up to a level in euros: of whole `packs`, or of the share that is used."""
        amount = self.amount(item, level) / item.pack
        return item.price * (amount if item.share and not packs else math.ceil(amount - 1e-9))

    def files(self, part: CadPart) -> list[str]:
        """Return the names of the files for making a part."""
        sheets = [f"{sheet.file}.dxf" for sheet in self.cut_sheets if part.name in dict(sheet.parts)]
        return [f"{part.file}.stl"] if part.make == "print" else sheets

    def describe_need(self, item: BoughtItem) -> str:
        """Return as text the amount of an item that the whole machine needs."""
        return f"{TEMPLATES.filters['number'](self.amount(item, LEVELS[-1]))} {item.unit}".strip()

    def total(self, level: int, *, packs: bool = False, beside: bool = False) -> float:
        """Return the cost of a level in euros: of the material that is used, or of whole packs.

        The Raspberry Pi (at level 1 a camera) counts only with `beside`. Items that replace other items do not count.
        """
        items = [item for item in self.prices.items if not item.instead and (beside or not item.beside)]
        return sum(self.cost(item, level, packs=packs) for item in items)

    def minutes(self, level: int) -> int:
        """Return the minutes of work up to a level."""
        return sum(chapter.minutes for chapter in self.guide.chapters if chapter.level <= level)

    def print_hours(self) -> float:
        """Return the hours of printing."""
        return self.prices.sliced[1]

    def part_cost(self, part: CadPart) -> float:
        """Return the cost in euros of the material of all pieces of a cut or printed part."""
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
        """Describe each disagreement of prices, steps and assembly."""
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
                yield f"{item.name} has no description"
