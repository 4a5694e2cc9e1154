"""The picture that people keep of a game: the curve with its turning points, luck and skill, the costliest choices.

Every name and sentence is cut to the room it has, by the width of its letters.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import Any, Final

from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties, findfont, get_font
from matplotlib.lines import Line2D
from matplotlib.ticker import MaxNLocator

from robot.language import Language
from robot.language.names import called, for_people
from robot.review.summary import GameSummary, TurningPoint
from robot.review.summary_text import signed
from robot.saying import Saying

INCHES = (10.8, 8.1)
NARROW = (3.4, 5.6)
"""The size for a phone, on which an inch of the picture has some 90 pixels of its page."""
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#333333", "#999999")
"""One a seat, from the palette of Okabe and Ito, those first that are dark enough for thin lines on white."""
DASHES: Final = ("-", "--", "-.", ":", (0, (5, 1)), (0, (3, 1, 1, 1)), (0, (1, 1)), (0, (8, 3)))
"""One a seat too, so that lines can be distinguished in grey."""
LARGE, USUAL, SMALL = 17.0, 10.0, 9.0
LEFT, RIGHT = 0.06, 0.97
FOUR, ROW = 4, 0.026
"""Players in a row above the curve, and the height of a row."""
TWO, NARROW_ROW = 2, 0.038
"""The same for a phone."""
NOTE = 44
"""Letters in a line below the curve, for a phone."""
COSTLY = 8
"""The number of costly choices that fit."""


def picture(after: GameSummary, language: Language) -> Figure:
    """Return the picture of a game, in one language."""
    figure = Figure(figsize=INCHES)
    page = _Page(figure, language, FOUR, ROW)
    page.line(LEFT, 0.95, RIGHT - LEFT, page.said(after.title), LARGE, bold=True)
    if after.end:
        page.line(LEFT, 0.915, RIGHT - LEFT, _begun(page.said(after.end)), USUAL + 2)
    names = page.names(after)
    page.seats(names, 0.872)
    top, bottom = 0.83 - ROW * ((len(names) - 1) // FOUR), 0.47 if after.turnings or after.accounts else 0.09
    _curve(page, after, figure.add_axes((LEFT + 0.01, bottom, RIGHT - LEFT - 0.01, top - bottom)))
    if after.accounts:
        _accounts(page, after, names, figure.add_axes((0.19, 0.09, 0.25, 0.27)))
    left = 0.49 if after.accounts else LEFT
    page.texts(left, 0.385, RIGHT - left, after)
    return figure


def narrow_picture(after: GameSummary, language: Language) -> Figure:
    """Return the picture for a phone: the curve, and luck and skill. The page itself says the rest in words."""
    figure = Figure(figsize=NARROW)
    page = _Page(figure, language, TWO, NARROW_ROW)
    names = page.names(after)
    page.seats(names, 0.965)
    top, bottom = 0.9 - NARROW_ROW * ((len(names) - 1) // TWO), 0.51 if after.accounts else 0.16
    _curve(page, after, figure.add_axes((0.17, bottom, 0.77, top - bottom)))
    if after.accounts:
        _accounts(page, after, names, figure.add_axes((0.32, 0.14, 0.63, 0.22)))
    return figure


class _Page:
    """A figure, the text on it, and the width of that text; `columns` players stand in a row, which is `row` high."""

    def __init__(self, figure: Figure, language: Language, columns: int, row: float) -> None:
        self._language, self._row, self.columns = language, row, columns
        self._figure = figure
        canvas: Any = FigureCanvasAgg(figure)
        self._renderer = canvas.get_renderer()
        self._width = figure.get_figwidth() * figure.dpi
        self._known = get_font(findfont(FontProperties()))

    @property
    def narrow(self) -> bool:
        return self.columns < FOUR

    def said(self, value: str | Saying) -> str:
        return value if isinstance(value, str) else self._language.say(for_people(value))

    def names(self, after: GameSummary) -> list[str]:
        return [_begun(self.said(called(name))) for name in after.names]

    def say(self, key: str) -> str:
        return _begun(self.said(Saying(key)))

    def line(self, x: float, y: float, width: float, text: str, size: float, *, bold: bool = False) -> None:
        """Write one line at most `width` wide; `x`, `y` and `width` are parts of the whole picture."""
        self._figure.text(x, y, self.fitted(text, width, size, bold=bold), size=size, weight=_weight(bold))

    def fitted(self, text: str, width: float, size: float, *, bold: bool = False) -> str:
        """Return a text cut to `width`, a part of the picture, ready to be drawn letter by letter."""
        text = self._drawable(text)
        font = FontProperties(size=size, weight=_weight(bold))
        if self._wide(text, font) > width * self._width:
            few, many = 0, len(text)
            while few < many:
                middle = (few + many + 1) // 2
                fits = self._wide(f"{text[:middle].rstrip()}…", font) <= width * self._width
                few, many = (middle, many) if fits else (few, middle - 1)
            text = f"{text[:few].rstrip()}…"
        return text.replace("\\", "\\\\").replace("$", r"\$") if "$" in text else text

    def seats(self, names: Sequence[str], y: float) -> None:
        """Write every player's name beside a piece of their line."""
        for seat, name in enumerate(names):
            row, column = divmod(seat, self.columns)
            x, here = LEFT + 0.92 / self.columns * column, y - self._row * row
            self._figure.add_artist(_sample(seat, x, 0.144 / self.columns, here + 0.23 * self._row))
            self.line(x + 0.18 / self.columns, here, 0.7 / self.columns, name, USUAL)

    def texts(self, x: float, y: float, width: float, after: GameSummary) -> None:
        """Write turning points and costly choices under one another, as many as there is room for."""
        costly = [saying for choices in after.costly for saying in choices][:COSTLY]
        parts: list[tuple[str, list[tuple[str, Saying]]]] = []
        if after.turnings:
            numbered = [(f"{number}  ", one.saying) for number, one in enumerate(after.turnings, 1)]
            parts.append((self.say("after-turnings"), numbered))
        if costly:
            parts.append((self.say("after-costly"), [("", saying) for saying in costly]))
        for heading, sayings in parts:
            self.line(x, y, width, heading, USUAL + 1, bold=True)
            y -= 0.026
            for before, saying in sayings:
                for part in self._wrapped(before + _begun(self.said(saying)), width):
                    if y < 0.03:
                        return
                    self.line(x, y, width, part, SMALL)
                    y -= 0.021
            y -= 0.012

    def _wrapped(self, text: str, width: float) -> Iterator[str]:
        """Yield a text in two lines at most, broken between words."""
        font = FontProperties(size=SMALL)
        text = self._drawable(text)
        words = re.split(r" (?!%)", text)
        few = len(words)
        while few > 1 and self._wide(" ".join(words[:few]), font) > width * self._width:
            few -= 1
        yield " ".join(words[:few])
        if words[few:]:
            yield "    " + " ".join(words[few:])

    def _wide(self, text: str, font: FontProperties) -> float:
        width, _, _ = self._renderer.get_text_width_height_descent(text, font, ismath=False)
        return float(width)

    def _drawable(self, text: str) -> str:
        """Return a text without characters that break or reverse its line; missing letters become boxes."""
        plain = (letter for letter in text[:400] if unicodedata.category(letter)[0] != "C")
        return "".join(letter if self._known.get_char_index(ord(letter)) else "□" for letter in plain)


def _sample(seat: int, x: float, width: float, y: float) -> Line2D:
    return Line2D([x, x + width], [y, y], color=COLOURS[seat], linestyle=DASHES[seat], linewidth=2.4)


def _curve(page: _Page, after: GameSummary, axes: Axes) -> None:
    """Draw the chances of all players, or their points if chances are unknown, and number the turning points."""
    by_chance = bool(after.curve)
    rows = [[100 * chance for chance in chances] for chances in after.curve] if by_chance else after.scores
    for seat in range(len(after.names)):
        line = [row[seat] for row in rows]
        axes.plot(line, color=COLOURS[seat], linestyle=DASHES[seat], linewidth=2, drawstyle="steps-post")
    for number, turning in enumerate(after.turnings, 1):
        _mark(axes, turning, number, rows)
    axes.set_xlim(0, max(len(rows) - 1, 1))
    if by_chance:
        axes.set_ylim(-2, 102)
        axes.yaxis.set_major_formatter(lambda value, _: f"{value:g} %")
    axes.set_title(page.say("after-curve" if by_chance else "after-scores"), loc="left", size=USUAL + 1, weight="bold")
    below = page.say("after-moves")
    if after.estimated:
        below = f"{below}. {page.say('after-estimated')}"
    axes.set_xlabel("\n".join(wrap(below, NOTE)) if page.narrow else below, size=SMALL)
    axes.xaxis.set_major_locator(MaxNLocator(4 if page.narrow else 10, integer=True))
    axes.tick_params(labelsize=SMALL)
    axes.grid(alpha=0.25)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)


def _mark(axes: Axes, turning: TurningPoint, number: int, rows: Sequence[Sequence[float]]) -> None:
    place = min(turning.place, len(rows) - 1)
    circle = {"boxstyle": "circle,pad=0.25", "facecolor": "white", "edgecolor": COLOURS[turning.player]}
    there = (place, rows[place][turning.player])
    axes.annotate(str(number), there, ha="center", va="center", size=SMALL, bbox=circle)


def _accounts(page: _Page, after: GameSummary, names: Sequence[str], axes: Axes) -> None:
    """Draw the gains of each player by dice and by choices, one below the other."""
    scale = 1 if after.in_points else 100
    bars = [(scale * account.luck, -scale * account.lost) for account in after.accounts]
    tiny = SMALL - 1 if len(bars) <= FOUR else SMALL - 3
    for seat, both in enumerate(bars):
        for gain, shift, fill, hatch in zip(both, (-0.19, 0.19), (COLOURS[seat], "white"), ("", "////"), strict=True):
            axes.barh(seat + shift, gain, 0.34, color=fill, hatch=hatch, edgecolor=COLOURS[seat])
            text, side = page.said(signed(gain)), "left" if gain >= 0 else "right"
            there, apart = (gain, seat + shift), (3 if gain >= 0 else -3, 0)
            axes.annotate(text, there, apart, textcoords="offset points", ha=side, va="center", size=tiny)
    axes.tick_params(axis="y", length=0)
    widest = max(1.0, *(abs(gain) for both in bars for gain in both))
    room = (2.2 if page.narrow else 1.6) * widest
    axes.set_xlim(-room, room)
    axes.set_yticks(range(len(names)), [page.fitted(name, 0.48 / page.columns, SMALL) for name in names], size=SMALL)
    axes.invert_yaxis()
    axes.axvline(0, color="black", linewidth=0.8)
    axes.set_title(page.say("after-luck-heading"), loc="left", size=USUAL + 1, weight="bold")
    unit = page.said(Saying("after-in-points" if after.in_points else "after-in-percent"))
    dice, choices = page.say("after-dice-bar"), page.said(Saying("after-choices-bar"))
    between = "\n" if page.narrow else "   "
    axes.set_xlabel(f"█ {dice}{between}▨ {choices}\n{unit}", size=SMALL)
    axes.tick_params(axis="x", labelsize=SMALL)
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)


def _begun(text: str) -> str:
    return text[:1].upper() + text[1:]


def _weight(bold: bool) -> str:
    return "bold" if bold else "normal"
