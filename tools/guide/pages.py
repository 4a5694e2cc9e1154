"""The pages of docs/build, as text."""

from collections.abc import Iterator

from tools.cad.assembly import Assembly
from tools.cad.part import CadPart
from tools.guide.costs import LEVELS, Costs
from tools.guide.help import help_page
from tools.guide.lists import PartLists
from tools.guide.perfboard import Perfboard
from tools.guide.printed import PrintedWay
from tools.guide.steps import BuildGuide, GuideChapter, GuideStep, fasteners_of, new_parts
from tools.guide.wiring import wiring_page
from tools.guide.words import MADE, hours_of, time_of

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
