"""A report as blocks, in no format yet, and as a web page that needs nothing else to be read."""

import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from jinja2 import Environment, PackageLoader
from matplotlib import rc_context
from matplotlib.figure import Figure

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
