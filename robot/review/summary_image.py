"""The picture that people keep of a game, as SVG: who won, the curve of the chances, the moments that mattered."""

from collections.abc import Iterator
from html import escape
from pathlib import Path

from rich.text import Text

from robot.files import keep_file
from robot.language import Language, capitalize
from robot.language.lines import wrapped_text
from robot.language.names import name_player
from robot.review.summary import GameSummary, TurningPoint
from robot.saying import Saying

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#333333", "#999999", "#7A5C00", "#5E3C99")
"""One a seat, most from the palette of Okabe and Ito, those first that are dark enough for thin lines on white."""
DASHES = ("none", "9 4", "9 3 2 3", "2 3", "14 4", "5 2 2 2 2 2", "2 2", "16 6", "16 6 2 6", "4 8")
"""One a seat too, so that lines can be distinguished in grey."""
WIDE, EDGE, CURVE_HIGH = 720, 40, 240
"""Pixels: of the card, around what is on it, and of the curve."""
LARGE, USUAL = 32, 20
LETTER = 0.56
"""The usual width of a letter, in parts of its height."""
MOST_LINES = 3
"""The most lines of a sentence; of a longer one the end is left out."""
INK, SOFT, TRACK = "#1B2530", "#55606B", "#D5DBE1"


def draw(after: GameSummary, language: Language, path: Path) -> None:
    """Draw a game to keep into an .svg. Raises FileError if it cannot be written."""
    keep_file(path, draw_svg(after, language).encode(), "name another folder for the picture")


def draw_svg(after: GameSummary, language: Language) -> str:
    """Return the picture of a game in one language. It names no address, and what people are called is escaped."""
    y, parts = float(EDGE), list[str]()
    for words, size, colour, weight in _lines_above(after, language):
        y += 1.4 * size
        parts.append(_text(words, y, size, colour, weight))
    if len(after.scores) > 2:
        y += 2 * USUAL
        parts.append(_text(_say(language, Saying("after-curve" if after.curve else "after-scores")), y, USUAL, SOFT))
        parts.append(_curve(after, y + USUAL))
        y += USUAL + CURVE_HIGH
    for saying in _told(after):
        y += USUAL / 2
        for line in _wrap(_say(language, saying), USUAL):
            y += 1.4 * USUAL
            parts.append(_text(line, y, USUAL))
    shape = f'width="{WIDE}" height="{y + EDGE:.0f}" viewBox="0 0 {WIDE} {y + EDGE:.0f}"'
    ground = '<rect width="100%" height="100%" fill="#FFFFFF"/>'
    style = 'font-family="Roboto, Helvetica, Arial, sans-serif"'
    return "\n".join([f'<svg xmlns="http://www.w3.org/2000/svg" {shape} {style}>', ground, *parts, "</svg>", ""])


def _say(language: Language, said: str | Saying) -> str:
    return capitalize(said if isinstance(said, str) else language.say(said))


def _lines_above(after: GameSummary, language: Language) -> Iterator[tuple[str, int, str, str]]:
    """Yield the lines above the curve: words, size, colour and weight."""
    for line in _wrap(_say(language, after.headline or after.title), LARGE):
        yield line, LARGE, INK, "bold"
    day = [f"{after.begun:%Y-%m-%d}"] if after.begun else []
    yield " · ".join([language.say(after.title), *day]), USUAL, SOFT, "normal"
    for place, seat, points in after.order:
        name = _say(language, name_player(after.names[seat]))
        (line, *_) = _wrap(f"{f'{place}. ' if place else ''}{points} · {name}" if points else name, USUAL)
        yield line, USUAL, COLOURS[seat], "bold" if seat in after.winners else "normal"


def _told(after: GameSummary) -> Iterator[Saying]:
    """Yield what is told below the curve: how good it is, the move that decided most, the best and the worst choice."""
    if after.note:
        yield Saying(f"after-{after.note}")
    if after.turnings and after.curve:
        yield max(after.turnings, key=lambda one: abs(_leap(after, one))).saying
    yield from after.choices()


def _leap(after: GameSummary, turning: TurningPoint) -> float:
    before, now = after.curve[turning.place - 1 : turning.place + 1]
    return now[turning.player] - before[turning.player]


def _wrap(words: str, size: int) -> list[str]:
    """Return a sentence in lines that a card has room for, without what no SVG may hold."""
    shown = Text("".join(letter if letter.isprintable() else " " for letter in words))
    lines = [line.plain for line in wrapped_text(shown, int((WIDE - 2 * EDGE) / (LETTER * size)))] or [""]
    return lines if len(lines) <= MOST_LINES else [*lines[: MOST_LINES - 1], f"{lines[MOST_LINES - 1]}…"]


def _text(words: str, y: float, size: int, colour: str = INK, weight: str = "normal") -> str:
    look = f'font-size="{size}" font-weight="{weight}" fill="{colour}"'
    return f'<text x="{EDGE}" y="{y:.0f}" {look}>{escape(words)}</text>'


def _curve(after: GameSummary, top: float) -> str:
    """Return a line for each player, and lines at the bottom, the middle and the top of their heights."""
    step, right = (WIDE - 2 * EDGE) / (len(after.heights) - 1), WIDE - EDGE
    lines = [f'<path d="M{EDGE} {top + part * CURVE_HIGH:.1f}H{right}" stroke="{TRACK}"/>' for part in (0.0, 0.5, 1.0)]
    for seat in range(len(after.names)):
        points = " ".join(
            f"{EDGE + move * step:.1f},{top + (1 - moment[seat]) * CURVE_HIGH:.1f}"
            for move, moment in enumerate(after.heights)
        )
        look = f'stroke="{COLOURS[seat]}" stroke-dasharray="{DASHES[seat]}"'
        lines.append(f'<polyline points="{points}" fill="none" stroke-width="3" {look}/>')
    return "\n".join(lines)
