"""The page for those who print everything: what replaces the cut parts, and what is otherwise in the steps."""

from collections.abc import Iterator

from tools.cad.assembly import Assembly
from tools.cad.part import CadPart
from tools.guide.costs import LEVELS, PREPARED, Costs
from tools.guide.steps import BuildGuide, GuideStep
from tools.guide.words import MADE, euros, number_of

INTRO = """\
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
        yield from ["# Printed, not cut", MADE, "", "[All pages](README.md).", "", INTRO, ""]
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
