"""The picture that people keep of a game: who won, the curve, the best and the worst choice with their dice, luck.

Every name and sentence is cut to the room it has, by the width of its letters.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import Any, Final

from matplotlib import rc_context, rcParams
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties, findfont, get_font
from matplotlib.lines import Line2D
from matplotlib.patches import Circle, FancyBboxPatch, Rectangle
from matplotlib.ticker import MaxNLocator

from robot.language import Language, capitalize
from robot.language.names import name_player
from robot.review.summary import GameSummary, ToldChoice, TurningPoint, format_signed
from robot.saying import Saying

INCHES = (10.8, 8.1)
NARROW = (7.2, 10.8)
"""The size of the card for a phone, to keep and to share."""
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#333333", "#999999", "#7A5C00", "#5E3C99")
"""One a seat, most from the palette of Okabe and Ito, those first that are dark enough for thin lines on white."""
ON_DARK = ("#56B4E9", "#F0A31C", "#BBEE99", "#CC6699", "#BBBBBB", "#AA9966", "#7777FF", "#33FFFF", "#558800", "#FFFF33")
"""The same on a dark ground: the page's colours."""
DASHES: Final = (
    "-",
    "--",
    "-.",
    ":",
    (0, (5, 1)),
    (0, (3, 1, 1, 1)),
    (0, (1, 1)),
    (0, (8, 3)),
    (0, (8, 3, 1, 3)),
    (0, (2, 4)),
)
"""One a seat too, so that lines can be distinguished in grey."""
LARGE, USUAL, SMALL = 17.0, 10.0, 9.0
LEFT, RIGHT = 0.06, 0.97
THREE, ROW = 3, 0.026
"""Players in a row above the curve, and the height of a row."""
TWO, NARROW_ROW = 2, 0.034
"""The same for a phone, whose letters are `GROWN` as large."""
GROWN = 1.75
NOTE = 44
"""Letters in a line below the curve, for a phone."""
COSTLY = 8
"""The number of costly choices that fit."""
LINES = 3
"""The most lines of a sentence."""
MOST_DICE = 10
"""The most dice that are drawn of a choice: the last ones."""
KEPT = {False: "#0B6A4E", True: "#0B8F68"}
"""The edge of a die that stays, on a light ground and on a dark one."""
BONE, EDGE, PIP = "#FFFAF0", "#CFC3AA", "#1B2530"
PIPS: Final = {
    1: ((0.5, 0.5),),
    2: ((0.27, 0.73), (0.73, 0.27)),
    3: ((0.27, 0.73), (0.5, 0.5), (0.73, 0.27)),
    4: ((0.27, 0.27), (0.27, 0.73), (0.73, 0.27), (0.73, 0.73)),
    5: ((0.27, 0.27), (0.27, 0.73), (0.73, 0.27), (0.73, 0.73), (0.5, 0.5)),
    6: ((0.27, 0.25), (0.27, 0.5), (0.27, 0.75), (0.73, 0.25), (0.73, 0.5), (0.73, 0.75)),
}
DARK_GROUND: Final[dict[Any, Any]] = {
    "figure.facecolor": "#0E141B",
    "axes.facecolor": "#18212B",
    "text.color": "#F4F0E6",
    "axes.labelcolor": "#B3BDC8",
    "axes.titlecolor": "#F4F0E6",
    "axes.edgecolor": "#B3BDC8",
    "xtick.color": "#B3BDC8",
    "ytick.color": "#B3BDC8",
    "grid.color": "#B3BDC8",
}


def picture(after: GameSummary, language: Language, *, dark: bool = False) -> Figure:
    """Return the picture of a game, in one language, for a wide screen or paper."""
    with rc_context(DARK_GROUND if dark else {}):
        figure = Figure(figsize=INCHES)
        page = _Page(figure, language, dark=dark)
        page.line(LEFT, 0.945, RIGHT - LEFT, page.headline(after), LARGE, bold=True)
        page.line(LEFT, 0.912, RIGHT - LEFT, page.game(after), USUAL + 1)
        names = page.names(after)
        page.seats(after, names, 0.872)
        told = list(page.told(after))
        rest = bool(after.turnings or after.accounts)
        top, bottom = 0.83 - ROW * ((len(names) - 1) // THREE), 0.09 + 0.34 * rest + 0.16 * bool(told)
        _curve(page, after, figure.add_axes((LEFT + 0.01, bottom, RIGHT - LEFT - 0.01, top - bottom)))
        if after.accounts:
            _accounts(page, after, names, figure.add_axes((0.19, 0.09, 0.25, 0.21)))
        for column, (heading, choice) in enumerate(told):
            page.choice(LEFT + 0.47 * column, bottom - 0.095, 0.44, heading, choice)
        left = 0.53 if after.accounts else LEFT
        page.texts(left, 0.32, RIGHT - left, after)
        return figure


def narrow_picture(after: GameSummary, language: Language, *, dark: bool = False) -> Figure:
    """Return the card of a game for a phone."""
    with rc_context(DARK_GROUND if dark else {}):
        figure = Figure(figsize=NARROW)
        page = _Page(figure, language, dark=dark, narrow=True)
        y = 0.945
        for part in page.wrapped(page.headline(after), RIGHT - LEFT, LARGE * GROWN * 0.8):
            page.line(LEFT, y, RIGHT - LEFT, part, LARGE * 0.8, bold=True)
            y -= 0.034
        page.line(LEFT, y, RIGHT - LEFT, page.game(after), USUAL)
        names = page.names(after)
        page.seats(after, names, y - 0.043)
        top = y - 0.1 - NARROW_ROW * ((len(names) - 1) // TWO)
        told = list(page.told(after))
        bottom = 0.1 + 0.18 * len(told) + 0.06 * bool(after.note)
        _curve(page, after, figure.add_axes((0.15, bottom, 0.79, top - bottom)))
        below = bottom - 0.105 - 0.06 * bool(after.note)
        for heading, choice in told:
            below = page.choice(LEFT, below, RIGHT - LEFT, heading, choice)
        return figure


class _Page:
    """A figure for a wide window or a `narrow` one, the text on it, and the width of that text."""

    def __init__(self, figure: Figure, language: Language, *, dark: bool, narrow: bool = False) -> None:
        self._language, self._dark, self.narrow = language, dark, narrow
        self.columns, self._row = (TWO, NARROW_ROW) if narrow else (THREE, ROW)
        self.grown = GROWN if narrow else 1.0
        self.colours = ON_DARK if dark else COLOURS
        self._figure = figure
        canvas: Any = FigureCanvasAgg(figure)
        self._renderer = canvas.get_renderer()
        self._width = figure.get_figwidth() * figure.dpi
        self._known = get_font(findfont(FontProperties()))

    def said(self, value: str | Saying) -> str:
        return value if isinstance(value, str) else self._language.say(value)

    def names(self, after: GameSummary) -> list[str]:
        return [capitalize(self.said(name_player(name))) for name in after.names]

    def say(self, key: str) -> str:
        return capitalize(self.said(Saying(key)))

    def headline(self, after: GameSummary) -> str:
        return capitalize(self.said(after.headline or after.title))

    def game(self, after: GameSummary) -> str:
        """Return what was played and on which day, as far as that is known."""
        day = [f"{after.begun:%Y-%m-%d}"] if after.begun else []
        return " · ".join([self.said(after.title), *day])

    def told(self, after: GameSummary) -> Iterator[tuple[str, ToldChoice]]:
        """Yield the best choice and the worst one, each with its heading."""
        for key, choice in (("endcard-best", after.best), ("endcard-worst", after.worst)):
            if choice:
                yield self.say(key), choice

    def choice(self, x: float, y: float, width: float, heading: str, choice: ToldChoice) -> float:
        """Draw a choice below `y`: its heading, its dice and its sentence; return where there is room below it."""
        step = 0.0265 if self.narrow else 0.022
        self.line(x, y, width, heading, USUAL + 1, bold=True)
        y -= 0.4 * step
        if choice.dice:
            high = 0.05 if self.narrow else 0.042
            y -= high
            end = x + self.dice(x, y, high, choice.dice, choice.done)
            if choice.better:
                self.line(end + 0.01, y + 0.35 * high, 0.05, "→", USUAL + 2, bold=True)
                self.dice(end + 0.05, y, high, choice.dice, choice.better)
        y -= step
        for part in self.wrapped(capitalize(self.said(choice.saying)), width, SMALL * self.grown):
            self.line(x, y, width, part, SMALL)
            y -= step
        return y - 0.6 * step

    def dice(self, x: float, y: float, high: float, faces: Sequence[int], kept: Sequence[bool]) -> float:
        """Draw dice in a row, those that stay with an edge of their own and a bar below them; return their width."""
        wide, tall = self._figure.get_size_inches()
        shown = list(faces)[-MOST_DICE:]
        stays = [False] * len(shown) if not any(kept) else list(kept)[-MOST_DICE:]
        room = 1.15 * len(shown)
        width = float(room * high * tall / wide / 1.2)
        axes = self._figure.add_axes((x, y, width, high))
        axes.set_axis_off()
        axes.set_xlim(0, room)
        axes.set_ylim(-0.2, 1)
        for place, (face, stay) in enumerate(zip(shown, stays, strict=True)):
            left, edge = 1.15 * place + 0.06, KEPT[self._dark] if stay else EDGE
            body = FancyBboxPatch((left, 0.06), 0.88, 0.88, "round,pad=0,rounding_size=0.18", facecolor=BONE)
            body.set(edgecolor=edge, linewidth=2.2 if stay else 0.8)
            axes.add_patch(body)
            for across, up in PIPS[face]:
                axes.add_patch(Circle((left + 0.88 * across, 0.06 + 0.88 * up), 0.085, facecolor=PIP))
            if stay:
                axes.add_patch(Rectangle((left + 0.1, -0.16), 0.68, 0.09, color=edge))
        return width

    def line(self, x: float, y: float, width: float, text: str, size: float, *, bold: bool = False) -> None:
        """Write one line at most `width` wide; `x`, `y` and `width` are parts of the whole picture."""
        size *= self.grown
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

    def seats(self, after: GameSummary, names: Sequence[str], y: float) -> None:
        """Write every player's place, name and points beside a piece of their line; while the game is on the name."""
        ranked = [(f"{place}.", seat, points) for place, seat, points in after.ranking]
        for number, (place, seat, points) in enumerate(ranked or [("", seat, "") for seat in range(len(names))]):
            row, column = divmod(number, self.columns)
            x, here, part = LEFT + 0.92 / self.columns * column, y - self._row * row, 1 / self.columns
            self._figure.add_artist(self.sample(seat, x, 0.1 * part, here + 0.23 * self._row))
            self.line(x + 0.12 * part, here, 0.1 * part, place, USUAL)
            self.line(x + (0.22 if self.narrow else 0.18) * part, here, 0.52 * part, names[seat], USUAL)
            self.line(x + 0.75 * part, here, 0.16 * part, points, USUAL, bold=True)

    def sample(self, seat: int, x: float, width: float, y: float) -> Line2D:
        """Return a piece of a player's line."""
        return Line2D([x, x + width], [y, y], color=self.colours[seat], linestyle=DASHES[seat], linewidth=2.4)

    def texts(self, x: float, y: float, width: float, after: GameSummary) -> None:
        """Write turning points and costly choices under one another, as many as there is room for."""
        costly = [saying for choices in after.also_costly for saying in choices][:COSTLY]
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
                lines = list(self.wrapped(before + capitalize(self.said(saying)), width, SMALL))
                if y - 0.021 * (len(lines) - 1) < 0.03:
                    return
                for part in lines:
                    self.line(x, y, width, part, SMALL)
                    y -= 0.021
            y -= 0.012

    def wrapped(self, text: str, width: float, size: float, lines: int = LINES) -> Iterator[str]:
        """Yield a text in this many lines at most, broken between words; the last one has all that is left."""
        font = FontProperties(size=size)
        words = re.split(r" (?!%)", self._drawable(text))
        few = len(words)
        while lines > 1 and few > 1 and self._wide(" ".join(words[:few]), font) > width * self._width:
            few -= 1
        yield " ".join(words[:few])
        if words[few:]:
            yield from self.wrapped(" ".join(words[few:]), width, size, lines - 1)

    def _wide(self, text: str, font: FontProperties) -> float:
        width, _, _ = self._renderer.get_text_width_height_descent(text, font, ismath=False)
        return float(width)

    def _drawable(self, text: str) -> str:
        """Return a text without characters that break or reverse its line; missing letters become boxes."""
        plain = (letter for letter in text[:400] if unicodedata.category(letter)[0] != "C")
        return "".join(letter if self._known.get_char_index(ord(letter)) else "□" for letter in plain)


def _curve(page: _Page, after: GameSummary, axes: Axes) -> None:
    """Draw the chances of all players, or their points if chances are unknown, and number the turning points."""
    by_chance = bool(after.curve)
    rows = [[100 * chance for chance in chances] for chances in after.curve] if by_chance else after.scores
    for seat in range(len(after.names)):
        line = [row[seat] for row in rows]
        axes.plot(line, color=page.colours[seat], linestyle=DASHES[seat], linewidth=2, drawstyle="steps-post")
    for number, turning in enumerate(after.turnings, 1):
        _mark(page, axes, turning, number, rows)
    axes.set_xlim(0, max(len(rows) - 1, 1))
    if by_chance:
        axes.set_ylim(-2, 102)
        axes.yaxis.set_major_formatter(lambda value, _: f"{value:g} %")
    axes.set_title(
        page.say("after-curve" if by_chance else "after-scores"),
        loc="left",
        size=(USUAL + 1) * page.grown,
        weight="bold",
    )
    below = page.say("after-moves")
    if after.note:
        below = f"{below}. {page.say(f'after-{after.note}')}"
    axes.set_xlabel("\n".join(wrap(below, NOTE)) if page.narrow else below, size=SMALL * page.grown)
    axes.xaxis.set_major_locator(MaxNLocator(4 if page.narrow else 10, integer=True))
    axes.tick_params(labelsize=SMALL * page.grown)
    axes.grid(alpha=0.25)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)


def _mark(page: _Page, axes: Axes, turning: TurningPoint, number: int, rows: Sequence[Sequence[float]]) -> None:
    place = min(turning.place, len(rows) - 1)
    circle = {
        "boxstyle": "circle,pad=0.25",
        "facecolor": axes.get_facecolor(),
        "edgecolor": page.colours[turning.player],
    }
    there = (place, rows[place][turning.player])
    axes.annotate(str(number), there, ha="center", va="center", size=SMALL * page.grown, bbox=circle)


def _accounts(page: _Page, after: GameSummary, names: Sequence[str], axes: Axes) -> None:
    """Draw the gains of each player by dice and by choices, one below the other."""
    scale = 1 if after.in_points else 100
    bars = [(scale * account.luck, -scale * account.lost) for account in after.accounts]
    tiny = SMALL - 1 if len(bars) <= THREE else SMALL - 3
    for seat, both in enumerate(bars):
        for gain, shift, fill, hatch in zip(
            both, (-0.19, 0.19), (page.colours[seat], "none"), ("", "////"), strict=True
        ):
            axes.barh(seat + shift, gain, 0.34, color=fill, hatch=hatch, edgecolor=page.colours[seat])
            text, side = page.said(format_signed(gain)), "left" if gain >= 0 else "right"
            there, apart = (gain, seat + shift), (3 if gain >= 0 else -3, 0)
            axes.annotate(text, there, apart, textcoords="offset points", ha=side, va="center", size=tiny)
    axes.tick_params(axis="y", length=0)
    widest = max(1.0, *(abs(gain) for both in bars for gain in both))
    room = 1.6 * widest
    axes.set_xlim(-room, room)
    axes.set_yticks(
        range(len(names)),
        [page.fitted(name, 0.12, SMALL) for name in names],
        size=SMALL,
    )
    axes.invert_yaxis()
    axes.axvline(0, color=rcParams["axes.edgecolor"], linewidth=0.8)
    axes.set_title(page.say("after-luck-heading"), loc="left", size=USUAL + 1, weight="bold")
    unit = page.said(Saying("after-in-points" if after.in_points else "after-in-percent"))
    dice, choices = page.say("after-dice-bar"), page.said(Saying("after-choices-bar"))
    axes.set_xlabel(f"█ {dice}   ▨ {choices}\n{unit}", size=SMALL)
    axes.tick_params(axis="x", labelsize=SMALL)
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)


def _weight(bold: bool) -> str:
    return "bold" if bold else "normal"
