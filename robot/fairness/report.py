"""The report of a study in words and charts, as a web page and a PDF; and a study and its report computed again."""

import functools
import io
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import TypeAlias

import cv2
import numpy as np
from fpdf import FPDF
from jinja2 import Environment, PackageLoader
from matplotlib import get_data_path, rc_context
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties, findfont, get_font
from scipy.stats import beta

from robot.errors import FileError
from robot.fairness.checks import AXES, FIGURES, Check
from robot.fairness.findings import DieFindings, StudyFindings, findings_of, rounded_up
from robot.fairness.likelihood import Extent
from robot.fairness.log import IN_DOUBT, LogEvent, LogRow, StudyRecord, read_log
from robot.fairness.plan import WELLS, StudyPlan, read_plan
from robot.fairness.reader import FACES, UNREAD, Floats, fair_die
from robot.fairness.run import cell, picture_path
from robot.fairness.wording import FigureWords, moment
from robot.files import write_all_whole
from robot.language import Language
from robot.saying import Saying, Value
from robot.table.look import Image, Look
from solver.errors import DistributionError, TableError
from solver.other_die import DiePlay, play_with, six_sided
from vision.paths import printable_path
from vision.reading import Reading

Rectangle: TypeAlias = tuple[float, float, float, float]
"""Left, bottom, width and height, as shares of a figure."""

CHART_WIDTH = 7.0
"""Inches."""
SALT = "fairness"
"""What names in charts are made from: the same chart is drawn in the same bytes."""


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading of level 1 to 3; one of level 2 may begin a page."""

    text: str
    level: int = 2
    page: bool = False


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Text: the `answer`, or in `small` letters, or as usual."""

    text: str
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Grid:
    """A table: its headings and its rows, the first column to the left."""

    head: Sequence[str]
    rows: Sequence[Sequence[str]]


@dataclass(frozen=True, slots=True)
class ReportChart:
    """A chart of this height in inches; `draw` draws it into a rectangle of a figure, `words` say what it shows."""

    words: str
    height: float
    draw: Callable[[Figure, Rectangle], None]


Block: TypeAlias = Heading | Paragraph | Grid | ReportChart


def to_html(title: str, language: str, blocks: Sequence[Block]) -> bytes:
    """Return a report as one HTML file, its charts as SVG in it."""
    pages = Environment(autoescape=True, keep_trailing_newline=True, loader=PackageLoader("robot.fairness", ""))
    page = pages.get_template("report.html")
    written = page.render(title=title, language=language, blocks=blocks, svg=_svg)
    # Quotes as in the reports of earlier versions, which are verified byte by byte.
    return written.replace("&#34;", "&quot;").replace("&#39;", "&#x27;").encode()


def _svg(chart: ReportChart) -> str:
    written = io.StringIO()
    with rc_context({"svg.hashsalt": SALT}):
        _figure(chart.height, chart.draw).savefig(written, format="svg", metadata={"Date": None})
    text = written.getvalue()
    return text[text.index("<svg") :]


def _figure(height: float, draw: Callable[[Figure, Rectangle], None]) -> Figure:
    figure = Figure(figsize=(CHART_WIDTH, height))
    draw(figure, (0, 0, 1, 1))
    return figure


MARGIN = 0.6
"""Inches."""
POINTS = {"answer": 11.0, "small": 7.5, "": 9.5}
HEADINGS = {1: 17.0, 2: 13.0, 3: 10.5}
CELL, LEAST_CELL = 8.0, 5.0
WIDE_HEADING = 1.2
"""Inches at which the heading of a column begins another line."""
PADDING = 0.2
"""Inches between two columns."""
LEADING = 1.35
SHARP = 200
"""Dots to the inch of charts in a PDF."""


class ReportPages(FPDF):
    """Pages of A4 in the font of the charts; `page_of` says which page of how many one is."""

    def __init__(self, page_of: Callable[[int, str], str]) -> None:
        super().__init__(unit="in", format="A4")
        self._page_of = page_of
        for style, name in (("", "DejaVuSans"), ("B", "DejaVuSans-Bold")):
            self.add_font("sans", style, f"{get_data_path()}/fonts/ttf/{name}.ttf")
        self.set_margin(MARGIN)
        self.add_page()

    def footer(self) -> None:
        self.set_y(-0.45)
        self.set_font("sans", size=POINTS["small"])
        self.cell(0, 0.2, self._page_of(self.page, "{nb}"), align="R")  # the library puts the number of pages there

    def put(self, block: Block, following: Block | None) -> None:
        """Put a block below what stands there, a heading only where some of what follows finds room."""
        match block:
            case Heading(text, level, page):
                room = following.height + 1 if isinstance(following, ReportChart) else 1.5
                if self.y > MARGIN and (page or self.will_page_break(room)):
                    self.add_page()
                self._text(text, HEADINGS[level], bold=True)
            case Paragraph(text, kind):
                self._text(text, POINTS[kind], bold=kind == "answer")
            case Grid(head, rows):
                self._grid([drawable(cell) for cell in head], [[drawable(cell) for cell in row] for row in rows])
            case ReportChart(words, height, draw):
                written = io.BytesIO()
                _figure(height, draw).savefig(written, format="png", dpi=SHARP)
                self.image(written, w=self.epw, h=self.epw / CHART_WIDTH * height)
                self._text(words, POINTS["small"])

    def _text(self, text: str, points: float, *, bold: bool = False) -> None:
        self.set_font("sans", "B" if bold else "", points)
        self.multi_cell(0, points * LEADING / 72, drawable(text), align="L", new_x="LMARGIN", new_y="NEXT")
        self.ln(0.1)

    def _grid(self, head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        points = CELL
        while sum(widths := self._widths(head, rows, points)) > self.epw and points > LEAST_CELL:
            points -= 0.5
        self.set_font("sans", size=points)
        with self.table(
            col_widths=widths,
            width=min(sum(widths), self.epw),
            align="L",
            text_align=("LEFT", *["RIGHT"] * (len(head) - 1)),
            borders_layout="HORIZONTAL_LINES",
            line_height=points * LEADING / 72,
        ) as table:
            for row in (head, *rows):
                table.row(row)
        self.ln(0.1)

    def _widths(self, head: Sequence[str], rows: Sequence[Sequence[str]], points: float) -> tuple[float, ...]:
        """Return the width of each column in inches: its widest cell, the longest word of its heading, or all of it."""
        self.set_font("sans", "B", points)
        wide = self.get_string_width
        heads = [max(min(wide(cell), WIDE_HEADING), *map(wide, cell.split())) for cell in head]
        self.set_font("sans", "", points)
        return tuple(PADDING + max(least, *(wide(row[column]) for row in rows)) for column, least in enumerate(heads))


def to_pdf(title: str, blocks: Sequence[Block], page_of: Callable[[int, str], str]) -> bytes:
    """Return a report as a PDF; `page_of` says which page of how many one is."""
    pages = ReportPages(page_of)
    pages.set_title(title)
    for block, following in zip(blocks, [*blocks[1:], None], strict=True):
        pages.put(block, following)
    return bytes(pages.output())


@functools.cache
def drawable(text: str) -> str:
    """Return a text with the numbers of letters that the font lacks in their place, such as U+8D64."""
    font = get_font(findfont(FontProperties()))
    return "".join(letter if font.get_char_index(ord(letter)) else f"U+{ord(letter):04X}" for letter in text)


DARK, BLUE, ORANGE = "#111111", "#0072B2", "#B35C00"
SMALL = 8.0


def within(box: Rectangle, left: float, bottom: float, width: float, height: float) -> Rectangle:
    """Return a part of a rectangle, given as shares of it."""
    return box[0] + left * box[2], box[1] + bottom * box[3], width * box[2], height * box[3]


def faces_chart(figure: Figure, box: Rectangle, found: Extent, worst: Extent | None, words: Sequence[str]) -> None:
    """Draw each face's interval.

    `words` are "face", "chance in %", "fair", "interval", "if all in doubt were one face", and the decimal mark.
    """
    face, chance, fair, interval, anywhere, mark = words
    axes = figure.add_axes(within(box, 0.08, 0.17, 0.9, 0.72))
    place = np.arange(1, FACES + 1)
    axes.axhline(100 / FACES, color=DARK, linestyle="--", linewidth=1, label=fair)
    if worst is not None:
        ends = 100 * np.stack([worst.low[0], worst.high[0]])
        axes.vlines(place + 0.14, *ends, color=ORANGE, linewidth=1.2, linestyle=":")
        axes.plot(place + 0.14, ends[0], "v", color=ORANGE, markersize=5)
        axes.plot(place + 0.14, ends[1], "^", color=ORANGE, markersize=5, label=anywhere)
    middle = 100 * found.likeliest[0]
    reach = np.abs(100 * np.stack([found.low[0], found.high[0]]) - middle)
    axes.errorbar(place, middle, reach, fmt="o", color=BLUE, capsize=5, linewidth=2, markersize=6, label=interval)
    axes.set_xlim(0.5, FACES + 0.5)
    axes.set_xlabel(face, fontsize=SMALL)
    _finish(axes, chance, mark)
    axes.legend(fontsize=SMALL - 0.5, loc="lower center", bbox_to_anchor=(0.5, 1), ncols=3, frameon=False)


def panels_chart(figure: Figure, box: Rectangle, counts: Floats, names: Sequence[str], words: Sequence[str]) -> None:
    """Draw the share of each face in groups of throws, `counts` of shape (groups, 7), each with a 95 % interval.

    The intervals are those of Clopper and Pearson, each alone. `words` are those of the groups, of a face and of the
    chance in percent, and the decimal mark.
    """
    group, face, chance, mark = words
    read = counts[:, :FACES].copy()
    total = read.sum(axis=1, keepdims=True)
    read[total[:, 0] == 0] = np.nan  # nothing was thrown there, so nothing is drawn
    total = np.maximum(total, 1)
    share, low, high = (
        100 * part
        for part in (
            read / total,
            np.where(read != 0, beta.ppf(0.025, read, total - read + 1), 0),
            np.where(read != total, beta.ppf(0.975, read + 1, total - read), 1),
        )
    )
    top = min(100.0, 1.05 * float(np.nanmax(high)))
    for number in range(FACES):
        row, column = divmod(number, 3)
        axes = figure.add_axes(within(box, 0.08 + 0.31 * column, 0.58 - 0.46 * row, 0.27, 0.33))
        axes.axhline(100 / FACES, color=DARK, linestyle="--", linewidth=0.8)
        reach = np.stack([share[:, number] - low[:, number], high[:, number] - share[:, number]])
        axes.errorbar(
            np.arange(1, len(read) + 1),
            share[:, number],
            np.maximum(reach, 0),
            fmt="o",
            color=BLUE,
            capsize=2,
            markersize=3,
        )
        axes.set_ylim(0, top)
        axes.set_title(f"{face} {number + 1}", fontsize=SMALL, pad=2)
        _finish(axes, chance if column == 0 else "", mark)
        axes.set_xticks(np.arange(1, len(read) + 1), names, fontsize=SMALL - 1)
        if row:
            axes.set_xlabel(group, fontsize=SMALL)


def _finish(axes: Axes, chance: str, mark: str) -> None:
    axes.set_ylabel(chance, fontsize=SMALL)
    axes.yaxis.set_major_formatter(lambda value, _: f"{value:g}".replace(".", mark))
    axes.tick_params(labelsize=SMALL)
    axes.grid(axis="y", color="#cccccc", linewidth=0.5)
    axes.spines[["top", "right"]].set_visible(False)


@dataclass(frozen=True, slots=True)
class StudyReport(FigureWords):
    """A report on what was found, in a language; `plays` are the games of each die."""

    found: StudyFindings
    plays: tuple[tuple[DiePlay, ...], ...]

    @property
    def title(self) -> str:
        """What the report is about."""
        return self.say("report-title-study", dice=", ".join(self.found.plan.dice))

    def html(self) -> bytes:
        """Return the report as a web page."""
        return to_html(self.title, self.language.name, list(self.blocks()))

    def pdf(self) -> bytes:
        """Return the report as a PDF."""
        return to_pdf(
            self.title, list(self.blocks()), lambda page, pages: self.say("report-page", page=page, pages=pages)
        )

    def blocks(self) -> Iterator[Block]:
        """Return the report in no format yet."""
        found = self.found
        plan = found.plan
        yield Heading(self.title, 1)
        yield self._text(
            "report-place",
            "small",
            place=plan.place or "–",
            table=tuple(Saying("report-table", {"table": table}) for table in found.tables),
            first=moment(found.first),
            last=moment(found.last),
        )
        yield Heading(self.say("report-answer"))
        for die in found.dice:
            sentence = die.summary.saying
            one = len(found.dice) == 1
            yield Paragraph(
                self.language.say(
                    sentence if one else Saying("report-answer-die", {"die": die.name, "sentence": sentence})
                ),
                "answer",
            )
        if not found.whole:
            yield self._text("report-early")
        yield from self._plan()
        yield Heading(self.say("report-play"), page=True)
        for die, plays in zip(found.dice, self.plays, strict=True):
            yield from self._play(die, plays)
        yield self._text("report-play-words")
        for die in found.dice:
            yield Heading(self.say("report-die", die=die.name), page=True)
            yield from self._die(die)
        yield self._text("report-method", "small")

    def _plan(self) -> Iterator[Block]:
        found, plan = self.found, self.found.plan
        yield Heading(self.say("report-plan"))
        yield self._text("report-plan-asked", points=round(plan.points, 3))
        if plan.game:
            yield self._text("report-plan-cost", cost=100 * plan.cost, game=plan.game)
        level, power = 100 * plan.level, 100 * plan.power
        yield self._text("report-plan-throws", level=level, power=power, planned=plan.throws, made=found.throws)
        if plan.turn_every:
            yield self._text("report-plan-wells", turn=plan.turn_every)
        if plan.reader is None:
            yield self._text("report-plan-exact")
        else:
            yield self._text("report-plan-known", dice=sum(map(sum, plan.reader)))
        yield self._text("report-seal", "small", seal=found.seal, head=found.head)

    def _die(self, die: DieFindings) -> Iterator[Block]:
        summary = die.summary
        doubts = int(summary.counts[UNREAD])
        words = [self.say(f"report-{key}") for key in ("face", "chance", "fair", "interval", "anywhere")]
        words.append(self.mark)
        caption = self.say("report-faces-words", level=100 * (1 - summary.alpha))
        if doubts:
            caption += " " + self.say("report-faces-worst")
        worst = summary.worst if doubts else None
        yield ReportChart(caption, 2.7, partial(faces_chart, found=summary.faces, worst=worst, words=words))
        keys = ["face", "read", "likeliest", "interval", *(["anywhere"] if doubts else [])]
        rows = [
            [
                str(face + 1),
                str(int(summary.counts[face])),
                self.number(100 * summary.faces.likeliest[0, face]),
                self.percents(summary.faces.low[0, face], summary.faces.high[0, face]),
                *([self.percents(summary.worst.low[0, face], summary.worst.high[0, face])] if doubts else []),
            ]
            for face in range(FACES)
        ]
        unread = [self.say("report-doubt-row"), str(int(summary.counts[UNREAD])), *[""] * (len(keys) - 2)]
        yield Grid([self.say(f"report-{key}") for key in keys], [*rows, unread])
        effect = [self.number(part, 3) for part in die.effect]
        yield self._text("report-effect", w=effect[0], low=effect[1], high=effect[2], level=100 * summary.level)
        power = 100 * self.found.plan.power
        if summary.seen is None:
            yield self._text("report-seen-none", power=power)
        else:
            yield self._text("report-seen", points=float(rounded_up(summary.seen)), power=power)
        yield from self._checks(die)
        names = [str(number + 1) for number in range(len(die.parts))]
        yield Heading(self.say("report-drift"), 3)
        axes = [self.say(f"report-{key}") for key in ("tenth", "face", "chance")]
        axes.append(self.mark)
        drawn = partial(panels_chart, counts=die.parts, names=names, words=axes)
        yield ReportChart(self.say("report-drift-words"), 3.6, drawn)
        if die.wells is not None:
            yield Heading(self.say("report-wells"), 3)
            axes = [self.say("report-well"), *axes[1:]]
            names = [str(well) for well in range(1, WELLS + 1)]
            drawn = partial(panels_chart, counts=die.wells, names=names, words=axes)
            yield ReportChart(self.say("report-wells-words"), 3.6, drawn)

    def _checks(self, die: DieFindings) -> Iterator[Block]:
        alpha = die.summary.alpha
        yield Heading(self.say("report-checks"), 3)
        head = [self.say(f"report-{key}") for key in ("question", "statistic", "freedom", "p", "p-together")]
        yield Grid(head, self._judged("report-check", die.summary.verdicts))
        yield self._text("report-checks-words", level=100 * alpha, alpha=alpha)
        yield Heading(self.say("report-models"), 3)
        yield Grid([self.say("report-model"), *head[1:]], self._judged("report-model", die.models))
        yield self._text("report-models-words")
        fair = 100 * FIGURES @ fair_die()
        rows = [
            [
                name,
                self.number(fair[number]),
                self.number(100 * die.figures.likeliest[0, number]),
                self.percents(die.figures.low[0, number], die.figures.high[0, number]),
            ]
            for number, name in enumerate(self._figures())
        ]
        yield Grid([self.say(f"report-{key}") for key in ("figure", "figure-fair", "likeliest", "interval")], rows)

    def _judged(self, key: str, checks: Iterable[Check]) -> list[list[str]]:
        """Return the rows of checks; `key` begins those of their names."""
        return [
            [
                self.say(f"{key}-{check.topic.value}"),
                self.number(check.statistic),
                str(check.freedom or "–"),
                self.p(check.p),
                self.p(check.together),
            ]
            for check in checks
        ]

    def _figures(self) -> Iterator[str]:
        for face in range(1, AXES + 1):
            yield self.say("report-figure-half", one=FACES + 1 - face, other=face)
        for face in range(1, AXES + 1):
            yield self.say("report-figure-pair", one=face, other=FACES + 1 - face)
        yield self.say("report-figure-odd")

    def _play(self, die: DieFindings, plays: tuple[DiePlay, ...]) -> Iterator[Block]:
        yield self._text("report-play-die", die=die.name)
        head = [self.say(f"report-play-{key}") for key in ("game", "fair", "blind", "knowing", "edge")]
        rows = [
            [play.game, *(self.number(100 * part) for part in parts)]
            for play in plays
            for parts in [(play.fair_die, play.blind, play.knowing, play.edge)]
        ]
        if rows:
            yield Grid(head, rows)
        if missing := [game for game in six_sided() if game not in {play.game for play in plays}]:
            yield self._text("report-play-missing", games=tuple(missing))

    def _text(self, key: str, kind: str = "", **values: Value) -> Paragraph:
        return Paragraph(self.say(key, **values), kind)


def plays_of(found: StudyFindings) -> tuple[tuple[DiePlay, ...], ...]:
    """Return what each die means for each game for two, at its likeliest chances.

    Games that cannot be computed with a die are left out, such as one that hardly ever falls otherwise than on a face
    that ends the turn. Raises MissingNumbaError.
    """
    return tuple(tuple(_plays_with(likeliest_chances(die))) for die in found.dice)


def _plays_with(chances: tuple[float, ...]) -> Iterator[DiePlay]:
    for game in six_sided():
        with suppress(DistributionError, TableError):
            yield play_with(game, chances)


def likeliest_chances(die: DieFindings) -> tuple[float, ...]:
    """Return the likeliest chances of a die's faces; they sum to 1, and none is 0."""
    chances = np.maximum(die.summary.faces.likeliest[0], 1e-4)
    return tuple(float(chance) for chance in chances / chances.sum())


def keep_reports(report: StudyReport, folder: Path) -> tuple[Path, Path]:
    """Write a report as HTML and PDF into a folder, both or none; return where. Raises FileError."""
    paths = folder / f"report-{report.language.name}.html", folder / f"report-{report.language.name}.pdf"
    try:
        write_all_whole({paths[0]: report.html(), paths[1]: report.pdf()})
    except OSError as error:
        raise FileError(
            f"{folder} cannot be written ({error.strerror}): free some space, then try again", key="fault-folder"
        ) from error
    return paths


CHARTS = re.compile(r"<svg.*?</svg>", re.DOTALL)
LIGHTS = ("left", "right")
MOVED = f"{IN_DOUBT}moving"
"""A doubt that came from pictures before those that were kept."""
LONGEST = 100
"""Letters of a line that differs."""

ReadTable = Callable[[Image, Image], Reading]
"""Reads the table from its picture in the light from the left and the one from the right."""


@dataclass(frozen=True, slots=True)
class StudyCheck:
    """A study that is verified; `folder` holds plan, log and pictures."""

    folder: Path
    plan: StudyPlan
    seal: str
    record: StudyRecord
    torn: str

    @classmethod
    def of(cls, folder: Path) -> "StudyCheck":
        """Read a study. Raises UsageError, and FileError where plan or log were changed."""
        plan, seal = read_plan(folder)
        record, torn = read_log(folder, plan, seal)
        return cls(folder, plan, seal, record, torn)

    @property
    def begun(self) -> bool:
        """Whether the log tells more than the seal of the plan."""
        return len(self.record.rows) > 1

    def ending(self) -> Iterator[Saying]:
        """Say whether the log has the end of a study."""
        if self.torn:
            yield Saying("study-torn", {"throws": self.record.throws})
        elif self.begun and self.record.rows[-1].event is not LogEvent.STOPPED:
            yield Saying("study-unended", {"throws": self.record.throws, "planned": self.plan.throws})

    def report(self, path: Path, languages: Path) -> Iterator[Saying]:
        """Say what a report in HTML says otherwise than the log; `languages` are people's own. Raises FileError."""
        named = printable_path(path)
        try:
            kept = path.read_text("utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise FileError(f"{named} cannot be read: name the .html of a report", key="fault-folder") from error
        spoken = re.search(r'<html lang="([\w-]{1,20})">', kept)
        if spoken is None:
            raise FileError(f"{named} is not a study's report in HTML: name the .html of a report", key="fault-folder")
        if self.record.head not in kept or self.seal not in kept:
            yield Saying("study-other-state", {"file": named})
            return
        found = findings_of(self.plan, self.seal, self.record)
        language = Language(spoken[1], languages).on_screens()
        page = StudyReport(language, found, plays_of(found)).html().decode()
        if kept == page:
            return
        told, computed = (CHARTS.sub("", text).split("\n") for text in (kept, page))
        for one, other in zip(told, computed, strict=False):
            if one != other:
                said = {"file": named, "said": _differs(one, other), "computed": _differs(other, one)}
                yield Saying("study-differs", said)
                return
        yield Saying("study-drawn", {"file": named})

    def pictures(self, read: ReadTable | None) -> Iterator[Saying]:
        """Say which pictures are missing or changed, and which of them `read` reads otherwise than the log says."""
        for row in self.record.rows:
            images = {}
            for light, digest in (row.pictures or {}).items():
                path = picture_path(self.folder, digest)
                data = path.read_bytes() if path.is_file() else b""
                if sha256(data).hexdigest() != digest:
                    key = "study-picture-changed" if data else "study-picture-missing"
                    yield Saying(key, {"throw": row.throw, "file": printable_path(path)})
                else:
                    images[light] = np.asarray(cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR), np.uint8)
            if read is not None and set(images) == set(LIGHTS):
                yield from self._reread(row, read(images["left"], images["right"]))

    def _reread(self, row: LogRow, reading: Reading) -> Iterator[Saying]:
        look = Look({}, reading, tuple(reading.well(well) for well in row.wells), row.wells)
        cells = tuple(map(cell, look.values, look.doubts))
        for name, said, seen in zip(self.plan.dice, row.cells, cells, strict=True):
            if said not in {seen, MOVED}:
                yield Saying("study-reread", {"throw": row.throw, "die": name, "said": said, "seen": seen})


def _differs(text: str, other: str) -> str:
    """Return the words of a line from which on they are others."""
    said, told = (" ".join(re.sub(r"<[^>]*>", " ", line).split()) for line in (text, other))
    if said == told:
        return text[:LONGEST]
    same = next((place for place, pair in enumerate(zip(said, told, strict=False)) if pair[0] != pair[1]), 0)
    begin = said.rfind(" ", 0, max(same - LONGEST // 2, 0)) + 1
    return said[begin : same + LONGEST // 2]
