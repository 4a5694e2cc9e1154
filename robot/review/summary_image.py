"""Draw the picture of a game to share, as SVG: who won, the score, the deciding throw, and the robot's last word."""

from collections import defaultdict
from collections.abc import Iterator, Sequence, Set
from html import escape
from pathlib import Path

from rich.cells import cell_len

from robot.files import keep_file
from robot.language import Language, capitalize
from robot.language.names import call_bare, is_robot, show_name, tell_win
from robot.review.drawn import draw_die, draw_face, draw_mark
from robot.review.summary import GameSummary
from robot.saying import Saying

COLOURS = ("#56B4E9", "#F0A31C", "#BBEE99", "#CC6699", "#BBBBBB", "#AA9966", "#7777FF", "#33FFFF", "#558800", "#FFFF33")
"""The players' colours: those of the page's dark theme."""
WIDE, HIGH, EDGE = 1080, 1350, 64
BROAD = WIDE - 2 * EDGE
"""Pixels: the picture's width, height and margin, and the width between its margins."""
INK, SOFT, DARE, GREEN = "#FFFFFF", "#C4D6CF", "#FFB84A", "#35C896"
MOST_DICE = 10
"""The most dice of a throw that are drawn: the last ones."""
FONT = "Roboto, 'Helvetica Neue', 'Segoe UI', Arial, sans-serif"
LETTERS = defaultdict(lambda: 0.86, dict.fromkeys("abcdeghknopqrsuvxyz", 0.72))
"""The widths of bold letters as parts of their size, in the widest usual font: DejaVu Sans."""
LETTERS |= dict.fromkeys("ijlft.,:;'|!()[] ", 0.48) | dict.fromkeys("mwMW%@…—→", 1.12)
TWO, ONE_COLUMN = 2, 5
"""The number of players whose points are side by side, and the most players in a single column."""
GROUND = (
    '<defs><radialGradient id="g" cx="0.5" cy="0.34" r="0.75"><stop offset="0" stop-color="#146B50"/>'
    '<stop offset="1" stop-color="#0E1620"/></radialGradient></defs><rect width="100%" height="100%" fill="url(#g)"/>'
)
LOGO = (
    f'<rect x="{EDGE}" y="60" width="72" height="72" rx="20" fill="{GREEN}"/><g fill="#04231A"><circle cx="84" cy="80"'
    ' r="8"/><circle cx="100" cy="96" r="8"/><circle cx="116" cy="112" r="8"/></g>'
)
BUBBLE = f"M256 1178H{WIDE - EDGE - 30}q30 0 30 30v60q0 30-30 30H256q-30 0-30-30v-12l-20-18 20-18v-12q0-30 30-30z"


def draw(after: GameSummary, language: Language, path: Path) -> None:
    """Draw a game into an .svg file. Raises FileError if it cannot be written."""
    keep_file(path, draw_svg(after, language).encode(), "name another folder for the picture")


def mood_after(robots: Set[int], winners: Sequence[int]) -> str:
    """Return the robot's mood after a game: glad if one of the `robots` has won, sorry if only people have."""
    return "rests" if not robots or not winners else "glad" if robots & {*winners} else "sorry"


def draw_svg(after: GameSummary, language: Language, colours: Sequence[int] = range(len(COLOURS))) -> str:
    """Return the picture of a game in one language. It has no links, and escapes players' names.

    `colours` are the players' colours, as numbers from 0.
    """
    say = language.say
    won = say(Saying("page-unfinished"))
    if after.end:
        won = tell_win(call_bare(after.names), after.winners, after.scores[-1][0], say)
    parts = [
        GROUND,
        LOGO,
        _text("Pipsqueak", EDGE + 96, 112, 44, anchor="start"),
        _text(f"{after.begun:%Y-%m-%d}" if after.begun else "", WIDE - EDGE, 110, 32, SOFT, anchor="end"),
        _text(say(after.title), WIDE / 2, 235, 44, SOFT),
        *_lines(capitalize(won), 470, 400, 176),
        *_score(after, language, colours),
        *_draw_decider(after, language),
        *(_draw_words(after, language) if after.end else ()),
    ]
    shape = f'width="{WIDE}" height="{HIGH}" viewBox="0 0 {WIDE} {HIGH}" font-family="{FONT}"'
    return "\n".join([f'<svg xmlns="http://www.w3.org/2000/svg" {shape}>', *parts, "</svg>", ""])


def measure(words: str) -> float:
    """Return the width of words in bold letters, as parts of their size; no usual font needs more."""
    return sum(LETTERS[letter] * (1.5 if cell_len(letter) > 1 else 1) for letter in words)


def _text(
    words: str, x: float, y: float, size: float, fill: str = INK, *, anchor: str = "middle", most: float = BROAD
) -> str:
    """Return words in one line, in letters of this size, or smaller if they are wider than `most`."""
    shown = "".join(letter if letter.isprintable() else " " for letter in words)
    size = min(size, most / max(measure(shown), 1))
    look = f'text-anchor="{anchor}" font-size="{size:.1f}" font-weight="{800 if fill != SOFT else 500}" fill="{fill}"'
    return f'<text x="{x:.1f}" y="{y:.1f}" {look}>{escape(shown)}</text>'


def _lines(words: str, middle: float, high: float, size: float) -> list[str]:
    """Return words in lines, in the largest letters that fit into the height `high`."""
    while True:
        lines = [""]
        for word in words.split():
            longer = f"{lines[-1]} {word}".strip()
            if measure(longer) * size <= BROAD or not lines[-1]:
                lines[-1] = longer
            else:
                lines.append(word)
        if 1.15 * size * len(lines) <= high and max(map(measure, lines)) * size <= BROAD:
            first = middle - 0.55 * size * (len(lines) - 1) + 0.36 * size
            return [_text(line, WIDE / 2, first + 1.1 * size * number, size) for number, line in enumerate(lines)]
        size *= 0.95


def _draw_words(after: GameSummary, language: Language) -> Iterator[str]:
    """Yield the robot's face and its last words."""
    mood = mood_after({seat for seat, name in enumerate(after.names) if is_robot(name)}, after.winners)
    yield draw_face(mood, DARE if mood == "sorry" else GREEN, EDGE, 1166, 128)
    yield f'<path d="{BUBBLE}" fill="{INK}" fill-opacity="0.1"/>'
    yield _text(language.say(Saying(f"page-last-{mood}")), 264, 1252, 40, anchor="start", most=WIDE - EDGE - 300)


def _score(after: GameSummary, language: Language, colours: Sequence[int]) -> Iterator[str]:
    """Yield everybody's points, best first: two players side by side, more in rows."""
    columns = 1 if len(after.order) in range(TWO + 1, ONE_COLUMN + 1) else min(2, len(after.order))
    high, wide = -(-len(after.order) // columns), (BROAD - 48 * (columns - 1)) / columns
    step = 220 / max(4, high)
    yield _text(":", WIDE / 2, 768, 84, SOFT) if len(after.order) == TWO else ""
    for number, (place, seat, points) in enumerate(after.order):
        x, y = EDGE + (wide + 48) * (number // high), 690 + step * (number % high)
        name, fill = show_name(after.names[seat], language.say), INK if seat in after.winners else SOFT
        if len(after.order) > TWO:
            name = f"{place}. {name}" if place else name
            yield _text(points, x + wide, y, 0.7 * step, fill, anchor="end")
            yield _text(name, x + 0.85 * step, y, 0.7 * step, fill, anchor="start", most=wide - 180)
        else:
            x, y, step = x + wide / 2, 846, 56
            yield _text(points or "–", x, 780, 104, fill) if columns == TWO else ""
            yield _text(name, x, y, 40, SOFT, most=wide - 100)
            x -= min(wide / 2 - 50, 20 * measure(name)) + 50
        yield draw_mark(colours[seat], COLOURS[colours[seat]], x, y - 0.58 * step, 0.6 * step)


def _draw_decider(after: GameSummary, language: Language) -> Iterator[str]:
    """Yield the deciding throw, or else the best choice, with its dice."""
    told, say = after.decider or after.best, language.say
    if told is None:
        return
    dice = told.dice[-MOST_DICE:]
    size = min(112.0, (BROAD - 80) / max(1, len(dice)) - 16)
    high = 240 if after.end else 390  # higher without the robot's words below
    yield f'<rect x="{EDGE}" y="896" width="{BROAD}" height="{high}" rx="36" fill="{INK}" fill-opacity="0.08"/>'
    left = WIDE / 2 - (size + 16) * len(dice) / 2 + 8
    yield from (draw_die(face, left + (size + 16) * place, 968 - size / 2, size) for place, face in enumerate(dice))
    if after.decider:
        change = f"{'≈ ' * bool(after.note)}{' → '.join(map(say, after.decider.change))}"
        yield _text(f"{say(Saying('page-decided'))}: {change}", WIDE / 2, 1096, 44, DARE, most=BROAD - 40)
    elif after.best:
        yield from _lines(say(Saying("after-best", {"words": after.best.saying})), 960 + high / 2, high - 140, 56)
