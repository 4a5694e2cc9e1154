"""The texts of the pages in docs/build: templates, filled from the machine's parts, the steps and the prices."""

from functools import partial
from itertools import zip_longest

from tools.board.perfboard import Perfboard
from tools.cad.assembly import Assembly
from tools.cad.part import CadPart
from tools.cad.slicer import describe_print
from tools.guide import render_page
from tools.guide.costs import LEVELS, Costs
from tools.guide.evening import EveningGuide, evening_page
from tools.guide.help import help_page
from tools.guide.steps import BuildGuide, GuideStep, fasteners_of
from tools.guide.wiring import wiring_page


class PrintedWay:
    """The printed machine, compared with the machine of cut sheets. Both have the same joints."""

    def __init__(self, machine: Assembly, printed: Assembly, guide: BuildGuide, costs: Costs) -> None:
        self.machine, self.printed, self.guide, self.costs = machine, printed, guide, costs
        self.still_cut = [part for part in printed.parts if part.make == "cut"]

    def find_replacements(self) -> list[tuple[list[CadPart], list[CadPart]]]:
        """Return cut parts with the prints that replace them, by name or by halves; the last pair has the others."""
        prints = {part.name: part for part in self.printed.parts if part.make == "print"}
        taken = {part.name for part in self.machine.parts if part.make == "print"}
        still = {part.name for part in self.still_cut}
        pairs: list[tuple[list[CadPart], list[CadPart]]] = []
        others: list[CadPart] = []
        for part in self.machine.parts:
            if part.make == "cut" and part.name not in still:
                halves = [it for name, it in prints.items() if name == part.name or name.startswith(f"{part.name}, ")]
                taken |= {it.name for it in halves}
                if halves:
                    pairs.append(([part], halves))
                else:
                    others.append(part)
        return [*pairs, (others, [it for it in prints.values() if it.name not in taken])]

    def find_changed_steps(self) -> list[GuideStep]:
        """Return the steps that need a replaced part, and those with text for the printed machine."""
        replaced = {part.name for parts, _ in self.find_replacements() for part in parts}
        return [step for step in self.guide.steps if step.printed or replaced & set(step.parts)]

    def faults(self) -> list[str]:
        """Describe each changed step without text for the printed machine, and any difference of the screws."""
        faults = [
            f"step {step.number} lacks text for the printed machine"
            for step in self.find_changed_steps()
            if not step.printed
        ]
        if self.machine.joints != self.printed.joints:
            faults.append("the printed machine has other screws")
        return faults

    def compute_extra(self) -> float:
        """Return the extra cost in euros of the filament if all is printed."""
        prices = self.costs.prices
        pla = next(item for item in prices.items if item.prints == "PLA")
        return (prices.sliced_printed[0] - prices.sliced[0]) * pla.price / pla.pack

    def compute_saving(self) -> float:
        """Return the cost in euros of the sheets that are not needed if all is printed."""
        materials = {part.material.partition(",")[0] for part in self.still_cut}
        items = (item for item in self.costs.prices.items if item.sheets and item.sheets not in materials)
        return sum(self.costs.cost(item, LEVELS[-1]) for item in items)


def guide_pages(costs: Costs, board: Perfboard, printed: PrintedWay, evening: EveningGuide) -> dict[str, str]:
    """Return the text of each page in docs/build, by its name."""
    machine, guide = costs.machine, costs.guide
    words = {"machine": machine, "it": machine.plan.it, "guide": guide, "costs": costs, "printed": printed}
    words |= {"map": map, "fasteners": partial(fasteners_of, machine), "evening": evening, "how": describe_print}
    words["boxes_image"] = evening.chapter.steps[-1].acts[-1].image
    chapters = {
        f"{chapter.file}.md": render_page("chapter.md", chapter=chapter, following=following, **words)
        for chapter, following in zip_longest(guide.chapters, guide.chapters[1:])
    }
    pages = {name: render_page(name, **words) for name in ("README.md", "parts.md", "printed.md", "print.html")}
    pages["evening.md"] = evening_page(evening)
    return {**pages, **chapters, "wiring.md": wiring_page(board, machine.plan), "help.md": help_page()}
