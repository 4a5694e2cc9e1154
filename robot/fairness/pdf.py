"""A report as a PDF on A4 pages, drawn with matplotlib alone."""

import io
import textwrap
from collections.abc import Callable, Iterator, Sequence

from matplotlib.backends.backend_pdf import PdfPages
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from robot.fairness.document import CHART_WIDTH, Block, Grid, Heading, Paragraph, ReportChart

WIDTH, HEIGHT = 8.27, 11.69
MARGIN = 0.6
"""Inches."""
POINTS = {"answer": 11.0, "small": 7.5, "": 9.5}
HEADINGS = {1: 17.0, 2: 13.0, 3: 10.5}
CELL = 8.0
LETTER = 0.53
"""The mean width of a letter, as a share of its size; of the bold ones BOLD."""
BOLD = 0.62
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
        letters = int((WIDTH - 2 * MARGIN) * 72 / (points * (BOLD if bold else LETTER)))
        line = points * LEADING / 72
        for row in textwrap.wrap(text, letters) or [""]:
            self.need(line)
            self.put(MARGIN, row, points, bold=bold)
            self.left -= line

    def put(self, inches: float, text: str, points: float, *, bold: bool = False, right: bool = False) -> None:
        self.figure.text(
            inches / WIDTH,
            self.top,
            text.replace("$", r"\$"),
            fontsize=points,
            fontweight="bold" if bold else "normal",
            ha="right" if right else "left",
            va="top",
        )

    def line(self) -> None:
        ends = [MARGIN / WIDTH, 1 - MARGIN / WIDTH]
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
    rows = [list(grid.head), *map(list, grid.rows)]
    wide = [max(len(row[column]) for row in rows[1:] or rows) for column in range(len(grid.head))]
    heads = [textwrap.wrap(cell, max(wide[number], 9)) or [""] for number, cell in enumerate(grid.head)]
    widths = [max(wide[number], *map(len, head)) + 2 for number, head in enumerate(heads)]
    points = min(CELL, (WIDTH - 2 * MARGIN) * 72 / (sum(widths) * LETTER))
    letter, line = points * BOLD / 72, points * LEADING / 72
    letter = min(letter, (WIDTH - 2 * MARGIN) / sum(widths))
    edges = list(_running(widths, letter))
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
        flow.line()
        for column, text in enumerate(row):
            _cell(flow, edges, column, text, points)
        flow.left -= line
    flow.left -= 0.1


def _running(widths: Sequence[int], letter: float) -> Iterator[float]:
    """Return where columns end, in inches from the left edge of the page."""
    end = MARGIN
    for width in widths:
        end += width * letter
        yield end


def _cell(flow: _Flow, edges: Sequence[float], column: int, text: str, points: float, *, bold: bool = False) -> None:
    if column:
        flow.put(edges[column], text, points, bold=bold, right=True)
    else:
        flow.put(MARGIN, text, points, bold=bold)
