"""A report as blocks, in no format yet, and as a web page that needs nothing else to be read."""

import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from typing import TypeAlias

from matplotlib import rc_context
from matplotlib.figure import Figure

Rectangle: TypeAlias = tuple[float, float, float, float]
"""Left, bottom, width and height, as shares of a figure."""

CHART_WIDTH = 7.0
"""Inches."""
SALT = "fairness"
"""What names in charts are made from: the same chart is drawn in the same bytes."""
META = '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; color: #111; background: #fff; max-width: 54rem; margin: 2rem auto;
  padding: 0 1rem; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.25rem; margin-top: 2rem; border-bottom: 1px solid #999; }
h3 { font-size: 1rem; margin-bottom: .2rem; }
p.answer { font-size: 1.15rem; font-weight: bold; border-left: .4rem solid #0072b2; padding-left: .8rem; }
.scrolls { overflow-x: auto; }
table { border-collapse: collapse; margin: .6rem 0; font-size: .9rem; }
th, td { padding: .15rem .7rem; text-align: right; border-bottom: 1px solid #ccc; }
th { vertical-align: bottom; } th:first-child, td:first-child { text-align: left; }
figure { margin: .8rem 0; } figure svg { max-width: 100%; height: auto; }
.small { font-size: .85rem; overflow-wrap: anywhere; }
.new { break-before: page; }
@media print { body { margin: 0; max-width: none; font-size: 12px; } figure, table { break-inside: avoid; } }
"""


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
    body = "\n".join(_html(block) for block in blocks)
    head = f"{META}<title>{escape(title)}</title><style>{STYLE}</style>"
    page = f'<!doctype html>\n<html lang="{escape(language)}"><head>{head}</head>\n<body>{body}</body></html>\n'
    return page.encode()


def _html(block: Block) -> str:
    match block:
        case Heading(text, level, page):
            return f"<h{level}{' class=new' if page else ''}>{escape(text)}</h{level}>"
        case Paragraph(text, kind):
            return f'<p class="{kind}">{escape(text)}</p>' if kind else f"<p>{escape(text)}</p>"
        case Grid(head, rows):
            top = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in head)
            lines = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows)
            return f'<div class="scrolls"><table><thead><tr>{top}</tr></thead><tbody>{lines}</tbody></table></div>'
        case ReportChart(words, height, draw):
            picture = _svg(height, draw)
            below = f'<figcaption class="small">{escape(words)}</figcaption>'
            return f'<figure role="img" aria-label="{escape(words)}">{picture}{below}</figure>'


def _svg(height: float, draw: Callable[[Figure, Rectangle], None]) -> str:
    figure = Figure(figsize=(CHART_WIDTH, height))
    draw(figure, (0, 0, 1, 1))
    written = io.StringIO()
    with rc_context({"svg.hashsalt": SALT}):
        figure.savefig(written, format="svg", metadata={"Date": None})
    text = written.getvalue()
    return text[text.index("<svg") :]
