"""A report as blocks, in no format yet; as a web page that needs nothing else to be read; and as a PDF on A4 pages."""

import functools
import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import TypeAlias

from jinja2 import Environment, PackageLoader
from matplotlib import rc_context
from matplotlib.backends.backend_pdf import PdfPages
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties, findfont, get_font
from matplotlib.lines import Line2D
from matplotlib.textpath import text_to_path

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
    figure = Figure(figsize=(CHART_WIDTH, chart.height))
    chart.draw(figure, (0, 0, 1, 1))
    written = io.StringIO()
    with rc_context({"svg.hashsalt": SALT}):
        figure.savefig(written, format="svg", metadata={"Date": None})
    text = written.getvalue()
    return text[text.index("<svg") :]


WIDTH, HEIGHT = 8.27, 11.69
MARGIN = 0.6
"""Inches."""
POINTS = {"answer": 11.0, "small": 7.5, "": 9.5}
HEADINGS = {1: 17.0, 2: 13.0, 3: 10.5}
CELL = 8.0
LEAST_CELL = 5.0
WIDE_HEADING = 1.2
"""Inches at which the heading of a column begins another line."""
PADDING = 0.2
"""Inches between two columns."""
LEADING = 1.35
TOGETHER = 20
"""The most rows of a table that are kept on one page."""


class _Flow:
    """Pages that are filled from the top."""

    def __init__(self) -> None:
        self.pages: list[Figure] = []
        self.new_page()

    def new_page(self) -> None:
        self.figure = Figure(figsize=(WIDTH, HEIGHT))
        self.pages.append(self.figure)
        self.left = HEIGHT - 2 * MARGIN

    @property
    def top(self) -> float:
        """Where the next block begins, as a share of the page from its bottom."""
        return (self.left + MARGIN) / HEIGHT

    def need(self, inches: float) -> None:
        """Begin a page if less than so much is left of this one."""
        if inches > self.left and self.left < HEIGHT - 2 * MARGIN:
            self.new_page()

    def text(self, text: str, points: float, *, bold: bool = False) -> None:
        line = points * LEADING / 72
        for row in wrapped(text, WIDTH - 2 * MARGIN, points, bold=bold):
            self.need(line)
            self.put(MARGIN, row, points, bold=bold)
            self.left -= line

    def put(self, inches: float, text: str, points: float, *, bold: bool = False, right: bool = False) -> None:
        self.figure.text(
            inches / WIDTH,
            self.top,
            drawable(text).replace("$", r"\$"),
            fontsize=points,
            fontweight="bold" if bold else "normal",
            ha="right" if right else "left",
            va="top",
        )

    def line(self, end: float) -> None:
        ends = [MARGIN / WIDTH, end / WIDTH]
        self.figure.add_artist(Line2D(ends, [self.top + 0.002] * 2, color="#999999", linewidth=0.5))


def to_pdf(title: str, blocks: Sequence[Block], page_of: Callable[[int, int], str]) -> bytes:
    """Return a report as a PDF; `page_of` says which page of how many one is."""
    flow = _Flow()
    for block, following in zip(blocks, [*blocks[1:], None], strict=True):
        _place(flow, block, following)
    written = io.BytesIO()
    with PdfPages(written, metadata={"Title": title, "CreationDate": None}) as pdf:
        for number, figure in enumerate(flow.pages, 1):
            foot = page_of(number, len(flow.pages))
            figure.text(1 - MARGIN / WIDTH, 0.3 / HEIGHT, foot, fontsize=7.5, ha="right")
            pdf.savefig(figure)
    return written.getvalue()


def _place(flow: _Flow, block: Block, following: Block | None) -> None:
    match block:
        case Heading(text, level, page):
            if page and len(flow.pages[-1].texts):
                flow.new_page()
            after = following.height if isinstance(following, ReportChart) else 0.6
            flow.need(HEADINGS[level] * LEADING / 72 + 0.25 + after)
            flow.left -= 0.12
            flow.text(text, HEADINGS[level], bold=True)
            flow.left -= 0.04
        case Paragraph(text, kind):
            flow.text(text, POINTS[kind], bold=kind == "answer")
            flow.left -= 0.08
        case Grid():
            _grid(flow, block)
        case ReportChart(words, height, draw):
            scale = (WIDTH - 2 * MARGIN) / CHART_WIDTH
            flow.need(height * scale + 0.3)
            flow.left -= height * scale
            box = (MARGIN / WIDTH, flow.top, 1 - 2 * MARGIN / WIDTH, height * scale / HEIGHT)
            draw(flow.figure, box)
            flow.text(words, POINTS["small"])
            flow.left -= 0.08


def _grid(flow: _Flow, grid: Grid) -> None:
    points = CELL
    while points > LEAST_CELL and sum(_widths(grid, points)) > WIDTH - 2 * MARGIN:
        points -= 0.5
    widths, line = _widths(grid, points), points * LEADING / 72
    edges = list(accumulate(widths, initial=MARGIN))[1:]
    heads = [wrapped(cell, width - PADDING, points, bold=True) for cell, width in zip(grid.head, widths, strict=True)]
    tall = max(map(len, heads))
    flow.need(line * (tall + min(len(grid.rows), TOGETHER)))
    for number in range(tall):
        for column, head in enumerate(heads):
            shift = number - (tall - len(head))
            if shift >= 0:
                _cell(flow, edges, column, head[shift], points, bold=True)
        flow.left -= line
    for row in grid.rows:
        flow.need(line)
        flow.line(edges[-1])
        for column, text in enumerate(row):
            _cell(flow, edges, column, text, points)
        flow.left -= line
    flow.left -= 0.1


def _widths(grid: Grid, points: float) -> list[float]:
    """Return the width of each column in inches: its widest cell, the longest word of its heading, or all of it."""
    return [
        PADDING
        + max(
            *(text_width(word, points, bold=True) for word in cell.split()),
            *(text_width(row[column], points) for row in grid.rows),
            min(text_width(cell, points, bold=True), WIDE_HEADING),
        )
        for column, cell in enumerate(grid.head)
    ]


def _cell(flow: _Flow, edges: Sequence[float], column: int, text: str, points: float, *, bold: bool = False) -> None:
    if column:
        flow.put(edges[column], text, points, bold=bold, right=True)
    else:
        flow.put(MARGIN, text, points, bold=bold)


def wrapped(text: str, inches: float, points: float, *, bold: bool = False) -> list[str]:
    """Return the lines of a text in a column of this width; a word that is longer than a line is cut."""
    lines = [""]
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}".lstrip()
        if text_width(longer, points, bold=bold) <= inches:
            lines[-1] = longer
            continue
        lines += [""] * bool(lines[-1])
        for letter in word:
            if lines[-1] and text_width(lines[-1] + letter, points, bold=bold) > inches:
                lines.append("")
            lines[-1] += letter
    return lines


@functools.cache
def text_width(text: str, points: float, *, bold: bool = False) -> float:
    """Return the width of a line in inches."""
    font = FontProperties(size=points, weight="bold" if bold else "normal")
    width, _, _ = text_to_path.get_text_width_height_descent(drawable(text), font, ismath=False)
    return float(width) / 72


@functools.cache
def drawable(text: str) -> str:
    """Return a text with the numbers of letters that the font lacks in their place, such as U+8D64."""
    font = get_font(findfont(FontProperties()))
    return "".join(letter if font.get_char_index(ord(letter)) else f"U+{ord(letter):04X}" for letter in text)
