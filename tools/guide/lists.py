"""The list of parts, and the pages to print."""

import html
import re
from collections import Counter
from collections.abc import Sequence

from tools.cad.assembly import Assembly
from tools.guide.costs import LEVELS, BoughtItem, Costs
from tools.guide.steps import BuildGuide
from tools.guide.words import MADE, euros, number_of, time_of

PRICES = """\
Prices are **estimates of {date}** in euros, at marketplaces and without shipping; nobody has bought all of this yet. Of
what is left over for other work, only the share that is used counts. A blank is not known."""
NOT_COUNTED = """\
Not counted: a webcam or phone at level 1, tools, and a multi-way socket. Sheets and prints of level 3 are bought and
made at level 2, in one go."""
FILES = """\
`make cad` writes the files into `build/machine/`: `cut/` has a DXF for each sheet, `print/` an STL for each print. The
level is the one that first uses a part; euros, grams and hours are those of all its pieces."""
STYLE = """
body { font: 11pt/1.35 sans-serif; margin: 1.5cm; color: #222; background: #fff; }
table { border-collapse: collapse; width: 100%; margin: 0 0 1em; }
th, td { border: 1px solid #999; padding: 2px 6px; text-align: left; vertical-align: top; }
h1, h2 { break-after: avoid; } tr { break-inside: avoid; }
.box { display: inline-block; width: 0.9em; height: 0.9em; border: 1px solid #222; }
@media print { body { margin: 0; font-size: 9.5pt; } h2.page { break-before: page; } }
"""


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
        body = [
            "<h1>Pipsqueak: parts and checks</h1>",
            "<h2>To buy</h2>",
            _table(("", "part", "how many", "what matters"), parts),
            '<h2 class="page">To make, and screws</h2>',
            _table(("", "part", "how many", "of"), made),
            '<h2 class="page">Steps and checks</h2>',
        ]
        for chapter in self.guide.chapters:
            steps = [(f"{step.number}. {step.title}", time_of(step.minutes), step.check) for step in chapter.steps]
            body += [f"<h2>{html.escape(chapter.title)}</h2>", _table(("", "step", "time", "before you go on"), steps)]
        return (
            '<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<title>Pipsqueak: parts and checks</title>\n'
            f"<style>{STYLE}</style>\n" + "\n".join(body) + "\n</html>\n"
        )


def _words(link: re.Match[str]) -> str:
    return link[1]


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table whose first column has a box to tick."""
    lines = ["<table>", "<tr>" + "".join(f"<th>{html.escape(cell)}</th>" for cell in head) + "</tr>"]
    for row in rows:
        cells = "".join(f"<td>{html.escape(LINK.sub(_words, cell).replace('`', ''))}</td>" for cell in row)
        lines.append(f'<tr><td><span class="box"></span></td>{cells}</tr>')
    return "\n".join([*lines, "</table>"])
