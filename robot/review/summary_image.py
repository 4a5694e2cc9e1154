"""The picture of a game that people share, as SVG: who won, the score, the throw that decided it, the robot's word."""

from collections.abc import Iterator, Sequence, Set
from pathlib import Path

from robot.files import keep_file
from robot.language import Language, capitalize
from robot.language.names import is_robot, show_name, tell_win
from robot.review.drawn import FONT, draw_die, draw_face, draw_mark, draw_words, fit, fit_line, measure
from robot.review.summary import GameSummary
from robot.saying import Saying

COLOURS = ("#56B4E9", "#F0A31C", "#BBEE99", "#CC6699", "#BBBBBB", "#AA9966", "#7777FF", "#33FFFF", "#558800", "#FFFF33")
"""One a colour of a player: those of the page in the dark."""
WIDE, HIGH, EDGE = 1080, 1350, 64
"""Pixels of the picture, and around what is on it."""
INK, SOFT, DARE, GREEN = "#FFFFFF", "#C4D6CF", "#FFB84A", "#35C896"
MOST_DICE = 10
"""So many dice of a throw are drawn: the last ones."""
TWO, ONE_COLUMN = 2, 5
"""Players whose points stand beside each other, and the most whose points are one below the other."""
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
    """Draw a game to keep into an .svg. Raises FileError if it cannot be written."""
    keep_file(path, draw_svg(after, language).encode(), "name another folder for the picture")


def mood_after(robots: Set[int], winners: Sequence[int]) -> str:
    """Return how the robot looks when a game is over: glad if one of the `robots` has won, sorry if a person has."""
    return "rests" if not robots or not winners else "glad" if robots & {*winners} else "sorry"


def draw_svg(after: GameSummary, language: Language, colours: Sequence[int] = range(len(COLOURS))) -> str:
    """Return the picture of a game in one language. It names no address, and what people are called is escaped.

    `colours` are those of the players, numbers from 0.
    """
    say, middle = language.say, WIDE / 2
    won = (
        tell_win(after.names, after.winners, after.scores[-1][0], say) if after.end else say(Saying("page-unfinished"))
    )
    day = f"{after.begun:%Y-%m-%d}" if after.begun else ""
    size, title = fit_line(say(after.title), WIDE - 2 * EDGE, 44)
    parts = [
        GROUND,
        LOGO,
        draw_words("Pipsqueak", EDGE + 96, 112, 44, INK, anchor="start"),
        draw_words(day, WIDE - EDGE, 110, 32, SOFT, anchor="end", bold=False),
        draw_words(title, middle, 235, size, SOFT, bold=False),
    ]
    size, lines = fit(capitalize(won), WIDE - 2 * EDGE, 400, 176)
    first = 470 - 0.53 * size * (len(lines) - 2) - 0.18 * size
    parts += [draw_words(line, middle, first + 1.06 * size * number, size, INK) for number, line in enumerate(lines)]
    parts += _score(after, language, colours)
    parts += _decided(after, language)
    parts += _spoken(after, language) if after.end else ()
    shape = f'width="{WIDE}" height="{HIGH}" viewBox="0 0 {WIDE} {HIGH}" font-family="{FONT}"'
    return "\n".join([f'<svg xmlns="http://www.w3.org/2000/svg" {shape}>', *parts, "</svg>", ""])


def _spoken(after: GameSummary, language: Language) -> Iterator[str]:
    """Yield the robot's face and its last word."""
    mood = mood_after({seat for seat, name in enumerate(after.names) if is_robot(name)}, after.winners)
    yield draw_face(mood, DARE if mood == "sorry" else GREEN, EDGE, 1166, 128)
    yield f'<path d="{BUBBLE}" fill="{INK}" fill-opacity="0.1"/>'
    size, word = fit_line(language.say(Saying(f"page-last-{mood}")), WIDE - EDGE - 300, 40)
    yield draw_words(word, 264, 1252, size, INK, anchor="start", bold=False)


def _score(after: GameSummary, language: Language, colours: Sequence[int]) -> Iterator[str]:
    """Yield everybody's points, best first: those of two beside each other, those of more in rows."""
    rows = [(*row, show_name(after.names[row.seat], language.say)) for row in after.order]
    if len(rows) == 1:
        yield from _named(rows[0][3], colours[0], (WIDE / 2, 790), WIDE - 2 * EDGE, 56)
    elif len(rows) == TWO:
        for (_, seat, points, name), x, fill in zip(rows, (WIDE / 2 - 220, WIDE / 2 + 220), (INK, SOFT), strict=True):
            yield draw_words(points or "–", x, 780, 104, fill)
            yield from _named(name, colours[seat], (x, 846), 420, 38)
        yield draw_words(":", WIDE / 2, 768, 84, SOFT)
    else:
        columns = 1 if len(rows) <= ONE_COLUMN else 2
        high, wide = -(-len(rows) // columns), (WIDE - 2 * EDGE - 48 * (columns - 1)) / columns
        step = 220 / max(4, high)
        for number, (place, seat, points, name) in enumerate(rows):
            x, y = EDGE + (wide + 48) * (number // high), 690 + step * (number % high)
            size, shown = fit_line(f"{f'{place}. ' if place else ''}{name}", wide - 180, 0.7 * step)
            fill = INK if seat in after.winners else SOFT
            yield draw_mark(colours[seat], COLOURS[colours[seat]], x, y - 0.58 * step, 0.6 * step)
            yield draw_words(shown, x + 0.85 * step, y, size, fill, anchor="start")
            yield draw_words(points, x + wide, y, 0.7 * step, fill, anchor="end")


def _named(name: str, colour: int, at: tuple[float, float], wide: float, most: float) -> Iterator[str]:
    """Yield a player's mark and name, whose middle is at (x, y)."""
    x, y = at
    size, shown = fit_line(name, wide - 1.2 * most, most)
    yield draw_words(shown, x + 0.6 * size, y, size, SOFT)
    yield draw_mark(colour, COLOURS[colour], x - 0.5 * size * measure(shown) - 0.5 * size, y - 0.76 * size, 0.8 * size)


def _decided(after: GameSummary, language: Language) -> Iterator[str]:
    """Yield the throw that decided the game, or else the best choice, with its dice."""
    told, say = after.decider or after.best, language.say
    if told is None:
        return
    dice = told.dice[-MOST_DICE:]
    size = min(112.0, (WIDE - 2 * EDGE - 80) / max(1, len(dice)) - 16)
    yield f'<rect x="{EDGE}" y="896" width="{WIDE - 2 * EDGE}" height="240" rx="36" fill="{INK}" fill-opacity="0.08"/>'
    left = WIDE / 2 - (size + 16) * len(dice) / 2 + 8
    yield from (draw_die(face, left + (size + 16) * place, 968 - size / 2, size) for place, face in enumerate(dice))
    if after.decider:
        change = f"{say(after.decider.before)} → {say(after.decider.after)}"
        size, words = fit_line(f"{say(Saying('page-decided'))}: {change}", WIDE - 2 * EDGE - 40, 44, least=0)
        yield draw_words(words, WIDE / 2, 1096, size, DARE)
    elif after.best:
        size, lines = fit(say(Saying("after-best", {"words": after.best.saying})), WIDE - 2 * EDGE - 60, 100, 34)
        yield from (
            draw_words(line, WIDE / 2, 1060 + 1.2 * size * n, size, INK, bold=False) for n, line in enumerate(lines)
        )
