"""The pages of docs/build, as text."""

import re
from collections import Counter
from collections.abc import Iterator

from jinja2 import Environment, PackageLoader

from tools.cad.assembly import Assembly
from tools.cad.part import CadPart
from tools.guide import MADE
from tools.guide.costs import LEVELS, PREPARED, BoughtItem, Costs
from tools.guide.help import help_page
from tools.guide.perfboard import Perfboard
from tools.guide.steps import (
    BuildGuide,
    GuideChapter,
    GuideStep,
    euros,
    fasteners_of,
    hours_of,
    new_parts,
    number_of,
    time_of,
)
from tools.guide.wiring import wiring_page

PRICES = """\
Prices are **estimates of {date}** in euros, at marketplaces and without shipping; nobody has bought all of this yet. Of
what is left over for other work, only the share that is used counts. A blank is not known."""
NOT_COUNTED = """\
Not counted: a webcam or phone at level 1, tools, and a multi-way socket. Sheets and prints of level 3 are bought and
made at level 2, in one go."""
FILES = """\
`make cad` writes the files into `build/machine/`: `cut/` has a DXF for each sheet, `print/` an STL for each print. The
level is the one that first uses a part; euros, grams and hours are those of all its pieces."""
LINK = re.compile(r"\[([^]]*)\]\([^)]*\)")


class PartLists:
    """What is bought and made, as a page, and with all checks to print."""

    def __init__(self, machine: Assembly, guide: BuildGuide, costs: Costs) -> None:
        self.machine, self.guide, self.costs = machine, guide, costs

    def parts(self) -> str:
        """Return the list of parts."""
        costs = self.costs
        lines = [
            "# Parts and prices",
            MADE,
            "",
            PRICES.format(date=costs.prices.date),
            "",
            "| level | all bought in whole packs, the Pi with it | without the Pi | of it used up | work | printing |",
            "|---|---|---|---|---|---|",
        ]
        beside = [item for item in costs.prices.items if item.beside]
        for level in LEVELS:
            printing = f"{costs.print_hours():.0f} h" if level > 1 else ""
            basket = costs.total_whole_packs(level)
            with_pi = basket + sum(costs.whole_packs(item, level) for item in beside)
            lines.append(
                f"| {level} | {euros(with_pi)} € | {euros(basket)} € | {euros(costs.total(level))} € "
                f"| {time_of(costs.minutes(level))} | {printing} |"
            )
        lines += [
            "",
            NOT_COUNTED,
            "",
            "## To buy",
            "",
            "| part | level | how many | what matters | example | price, € | alternative |",
            "|---|---|---|---|---|---|---|",
        ]
        for item in costs.prices.items:
            level = costs.first_level(item)
            price = f"{euros(costs.cost(item, LEVELS[-1]))}{', not counted' if item.beside else ''}"
            lines.append(
                f"| {item.name} | {level} | {self._amount(item)} | {item.matters} | {item.example} | {price} "
                f"| {item.alternative} |"
            )
        lines += ["", "## Screws, nuts, inserts", "", "| what | how many | where |", "|---|---|---|"]
        for part in self.machine.parts:
            if part.make == "fastener":
                joints = Counter(placing.joint for placing in part.places)
                where = ", ".join(f"{joint}: {count}" for joint, count in joints.items())
                lines.append(f"| {part.name} | {part.quantity} | {where} |")
        lines += [
            "",
            "## To make",
            "",
            FILES,
            "",
            "| part | level | how many | of | what matters | file | € | g | h |",
            "|---|---|---|---|---|---|---|---|---|",
        ]
        levels = {
            name: chapter.level for chapter in self.guide.chapters for step in chapter.steps for name in step.parts
        }
        for part in self.machine.parts:
            if part.make in ("cut", "print"):
                on = [f"{sheet.file}.dxf" for sheet in costs.cut_sheets if part.name in dict(sheet.parts)]
                file = f"{part.file}.stl" if part.make == "print" else ", ".join(on)
                grams = part.mass * part.quantity
                hours = f"{grams / costs.prices.print_grams_an_hour:.1f}" if part.make == "print" else ""
                lines.append(
                    f"| {part.name} | {levels[part.name]} | {part.quantity} | {part.material} | {part.note} | {file} "
                    f"| {euros(costs.part_cost(part))} | {number_of(grams)} | {hours} |"
                )
        return "\n".join(lines) + "\n"

    def _amount(self, item: BoughtItem) -> str:
        amount = number_of(self.costs.amount(item, LEVELS[-1]))
        return f"{amount} {item.unit}".strip()

    def printed(self) -> str:
        """Return the pages to print: parts, and the steps with their checks."""
        costs = self.costs
        parts = [(item.name, f"{self._amount(item)}", item.matters.partition("[")[0]) for item in costs.prices.items]
        made = [
            (part.name, str(part.quantity), part.material)
            for part in self.machine.parts
            if part.make in ("cut", "print", "fastener")
        ]
        chapters = [
            (
                chapter.title,
                [(f"{step.number}. {step.title}", time_of(step.minutes), step.check) for step in chapter.steps],
            )
            for chapter in self.guide.chapters
        ]
        pages = Environment(autoescape=True, keep_trailing_newline=True, loader=PackageLoader("tools.guide", ""))
        pages.filters["plain"] = _plain
        return pages.get_template("print.html").render(bought=parts, made=made, chapters=chapters)


def _plain(cell: str) -> str:
    """Return a cell without the marks of Markdown."""
    return LINK.sub(r"\1", cell).replace("`", "")


PRINTED_INTRO = """\
The steps and pictures of this guide show the machine of cut sheets. Without a laser or a saw nearly all of it can be
printed: type `make cad WAY=print`. Screws, inserts, holes and all measures stay the same. What is not named here is
done as the steps say. `build/machine/print/` has an STL for each print, and `build/machine/checks.json` the checks of
this way. **Nobody has built it in this way either.**"""
TAKES = """\
All prints of this way together take {grams} g and {hours} hours as sliced, not {before} g and {hours_before} hours;
`build/machine/bom.csv` has them for each part. That is {cost} € of PLA more, and {saved} € of sheets less. Still cut,
by a saw too: {cut}."""


class PrintedWay:
    """The machine of prints beside the machine of sheets. Both have the same joints."""

    def __init__(self, machine: Assembly, printed: Assembly, guide: BuildGuide, costs: Costs) -> None:
        self.machine, self.printed, self.guide, self.costs = machine, printed, guide, costs

    def instead(self) -> list[tuple[list[CadPart], list[CadPart]]]:
        """Return cut parts with the prints that replace them: by their name, by their halves, and last what is left."""
        prints = {part.name: part for part in self.printed.parts if part.make == "print"}
        known = {part.name for part in self.machine.parts if part.make == "print"}
        pairs: list[tuple[list[CadPart], list[CadPart]]] = []
        others: list[CadPart] = []
        for part in self.machine.parts:
            if part.make == "cut" and part.name not in self._still_cut():
                halves = [it for name, it in prints.items() if name == part.name or name.startswith(f"{part.name}, ")]
                if halves:
                    pairs.append(([part], halves))
                else:
                    others.append(part)
        taken = {it.name for _, halves in pairs for it in halves} | known
        return [*pairs, (others, [it for it in prints.values() if it.name not in taken])]

    def _still_cut(self) -> set[str]:
        return {part.name for part in self.printed.parts if part.make == "cut"}

    def changed_steps(self) -> list[GuideStep]:
        """Return the steps that need a part which is printed instead, and those that say what is otherwise."""
        replaced = {part.name for parts, _ in self.instead() for part in parts}
        return [step for step in self.guide.steps if step.printed or replaced & set(step.parts)]

    def faults(self) -> list[str]:
        """Return in words which steps do not say what is otherwise."""
        faults = [
            f"step {step.number} does not say what is done where all is printed"
            for step in self.changed_steps()
            if not step.printed
        ]
        if self.machine.joints != self.printed.joints:
            faults.append("the printed machine has other screws")
        return faults

    def page(self) -> str:
        """Return the page."""
        return "\n".join([*self._head(), *self._table(), *self._steps()]) + "\n"

    def _head(self) -> Iterator[str]:
        costs, prices = self.costs, self.costs.prices
        (before, hours_before), (grams, hours) = prices.sliced, prices.sliced_printed
        pla = next(item for item in prices.items if item.prints == "PLA")
        still = [part for part in self.printed.parts if part.make == "cut"]
        materials = {part.material.partition(",")[0] for part in still}
        saved = sum(
            costs.cost(item, LEVELS[-1]) for item in prices.items if item.sheets and item.sheets not in materials
        )
        yield from ["# Printed, not cut", MADE, "", "[All pages](README.md).", "", PRINTED_INTRO, ""]
        yield TAKES.format(
            grams=number_of(grams),
            before=number_of(before),
            hours=number_of(hours),
            hours_before=number_of(hours_before),
            cost=euros((grams - before) * pla.price / pla.pack),
            saved=euros(saved),
            cut=", ".join(f"the {part.name} ({part.material})" for part in still),
        )

    def _table(self) -> Iterator[str]:
        yield from ["", "## What is printed instead", ""]
        yield "| cut part | how many | print | how many | of | file |"
        yield "|---|---|---|---|---|---|"
        for parts, prints in self.instead():
            first = ("; ".join(part.name for part in parts), "; ".join(str(part.quantity) for part in parts))
            for number, it in enumerate(prints):
                name, count = first if number == 0 else ("", "")
                yield f"| {name} | {count} | {it.name} | {it.quantity} | {it.material} | {it.file}.stl |"

    def _steps(self) -> Iterator[str]:
        yield from [
            "",
            "## What is otherwise in the steps",
            "",
            "| step | level | what is otherwise |",
            "|---|---|---|",
        ]
        for chapter in self.guide.chapters:
            for step in chapter.steps:
                if step.printed:
                    level = max(chapter.level, PREPARED)
                    yield f"| [{step.number}. {step.title}]({chapter.file}.md) | {level} | {step.printed} |"


LEVEL_NAMES = {
    0: ("nothing", "The table is simulated."),
    1: ("a camera and the printed mat", "Everybody throws by hand; a webcam or a phone reads the dice."),
    2: ("camera, wells and light", "Dice are shaken by hand in their wells, under a camera and a light of their own."),
    3: ("the machine", "It shakes, reads and plays by itself."),
}
NO_BUILD = "pipsqueak play pig --table sim"
INTRO = """\
This guide is made from the machine's parts. Each picture is drawn from the assembly, and all numbers of parts, screws
and hours are counted in it. **Nobody has built the machine yet**: tell what you find."""
VIEW = """\
[3D view](machine.html), to turn, pull apart, and go through step by step: open it from a copy on your disk.
[The same as glTF](machine.glb)."""
COSTS = """\
Costs are estimates of {date}, of what is used up; the [list of parts](parts.md) says more. The printer runs for some
{hours:.0f} hours besides."""
SAFETY = """\
- No voltage here is above 24 V. Buy supplies in closed cases, and never open them.
- The crank pushes with up to 40 N, and the gaps around the wells open by {stroke:g} mm during a shake: keep your
  fingers out.
- The emergency stop cuts the motor alone. Servos and light stay live: switch both supplies off before you reach in. A
  switched multi-way socket does that with one hand.
- Children play only with an adult beside them and the emergency stop in reach.
- Wear glasses while you cut shafts and drill. A laser cutter, a soldering iron and spray paint have
  their own rules: follow them."""


class GuidePages:
    """All pages of the guide, by their names."""

    def __init__(
        self, machine: Assembly, guide: BuildGuide, costs: Costs, board: Perfboard, printed: PrintedWay
    ) -> None:
        self.machine, self.guide, self.costs, self.board, self.printed = machine, guide, costs, board, printed

    def all(self) -> dict[str, str]:
        """Return the text of each file in docs/build."""
        lists = PartLists(self.machine, self.guide, self.costs)
        pages = {
            "README.md": self.index(),
            "parts.md": lists.parts(),
            "wiring.md": wiring_page(self.board, self.machine.plan),
            "help.md": help_page(),
            "printed.md": self.printed.page(),
        }
        chapters = self.guide.chapters
        for place, chapter in enumerate(chapters):
            following = chapters[place + 1] if place + 1 < len(chapters) else None
            pages[f"{chapter.file}.md"] = self.chapter(chapter, following)
        pages["print.html"] = lists.printed()
        return pages

    def index(self) -> str:
        """Return the first page."""
        costs = self.costs
        lines = [
            "# Build it",
            MADE,
            "",
            INTRO,
            "",
            "![The machine](img/machine.webp)",
            "",
            VIEW,
            "",
            "## How far do you want to go?",
            "",
            "Each level plays, and each contains the ones before it.",
            "",
            "| level | you build | work | cost | play |",
            "|---|---|---|---|---|",
            f"| 0 | {LEVEL_NAMES[0][0]}. {LEVEL_NAMES[0][1]} | {self._install()} | 0 € | `{NO_BUILD}` |",
        ]
        for level in LEVELS:
            name, words = LEVEL_NAMES[level]
            plays = [play for chapter in self.guide.chapters if chapter.level == level for play in chapter.plays]
            beside = "a camera or phone" if level == 1 else "the Pi"
            lines.append(
                f"| {level} | {name}. {words} | {hours_of(costs.minutes(level))} "
                f"| {costs.total(level):.0f} € beside {beside} | {'<br>'.join(f'`{play}`' for play in plays)} |"
            )
        lines += [
            "",
            COSTS.format(date=costs.prices.date, hours=costs.print_hours()),
            "",
            "## Pages",
            "",
            "| page | level | steps | work |",
            "|---|---|---|---|",
        ]
        for chapter in self.guide.chapters:
            first, last = chapter.steps[0].number, chapter.steps[-1].number
            lines.append(
                f"| [{chapter.title}]({chapter.file}.md) | {chapter.level} "
                f"| {first} to {last} | {time_of(chapter.minutes)} |"
            )
        lines += [
            "",
            "- [Parts, prices, files](parts.md)",
            "- [Printed, not cut](printed.md): what is otherwise if you have a printer and no laser",
            "- [Cables and perfboard](wiring.md); [why it is wired so](../wiring.md)",
            "- [If something goes wrong, and what the words mean](help.md)",
            "- [Parts and checks to print](print.html): open it in a browser, and print it.",
            "- [Drawings, other dimensions, the camera's settings](../build.md)",
            "",
            "## Tools",
            "",
            *self._tools(),
            "",
            "## Safety",
            "",
            SAFETY.format(stroke=2 * self.machine.plan.it["crank"]["radius"]),
        ]
        return "\n".join(lines) + "\n"

    def _tools(self) -> Iterator[str]:
        """Yield the tools of each level that the ones before it did not need."""
        known: set[str] = {"none"}
        for level in LEVELS:
            chapters = [chapter for chapter in self.guide.chapters if chapter.level == level]
            new = {tool for chapter in chapters for step in chapter.steps for tool in step.tools} - known
            known |= new
            yield f"- Level {level}{' besides' if level > 1 else ''}: {'; '.join(sorted(new))}."

    def _install(self) -> str:
        return time_of(self.guide.chapters[0].steps[0].minutes)

    def chapter(self, chapter: GuideChapter, following: GuideChapter | None) -> str:
        """Return the page of a chapter."""
        lines = [
            f"# {chapter.title}",
            MADE,
            "",
            f"Level {chapter.level}, {time_of(chapter.minutes)}. [All pages](README.md).",
            "",
            chapter.intro,
        ]
        for step in chapter.steps:
            lines += ["", *self._step(step)]
        if chapter.plays:
            lines += ["", "## Play", "", *(f"    {play}" for play in chapter.plays)]
        if following:
            lines += ["", f"Next: [{following.title}]({following.file}.md)."]
        return "\n".join(lines) + "\n"

    def _step(self, step: GuideStep) -> Iterator[str]:
        yield f"## {step.number}. {step.title}"
        yield ""
        if step.picture:
            yield f"![{step.title}](img/{step.image})"
            yield ""
        rows = [(part.name, str(part.quantity), how_made(part)) for part in new_parts(self.machine, step)]
        rows += [(name, str(count), "") for name, count in sorted(fasteners_of(self.machine, step).items())]
        if rows:
            yield "| new | how many | |"
            yield "|---|---|---|"
            yield from (f"| {name} | {count} | {kind} |" for name, count, kind in rows)
            yield ""
        also = f" Also: {'; '.join(step.stores)}." if step.stores else ""
        yield f"{time_of(step.minutes)}. Tools: {'; '.join(step.tools)}.{also}"
        yield ""
        yield from (f"{number}. {sentence}" for number, sentence in enumerate(step.do, 1))
        yield ""
        yield f"**Before you go on:** {step.check}"


def how_made(part: CadPart) -> str:
    """Return whether a part is cut, printed or bought, and of what."""
    if part.make == "bought":
        return "bought"
    return f"{'cut' if part.make == 'cut' else 'printed'}, {part.material}"
