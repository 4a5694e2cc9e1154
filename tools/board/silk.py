"""The white print on the board: frames of parts, and words, which are placed where they cover nothing else."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import pairwise, product

from gerbonara.newstroke import Newstroke
from shapely.geometry import MultiLineString, Point, box
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union
from shapely.strtree import STRtree

from tools.board.layout import STEP, Place, Shield, ShieldPart

INK, LETTERS = 0.15, 1.0
"""Width of the lines and height of the letters, in mm."""
AIR = 0.15
"""The gap in mm from print to other print, to pads and to holes."""
MASK = 0.1
"""The width in mm of the area without varnish around a ring of copper."""
NEAR, FAR, STRIDE = 3.0, 7.0, 0.25
"""The farthest that a pin's word and a part's name may be from their place, and the step in between, in mm."""


@dataclass(frozen=True)
class Print:
    """A frame or a word: its strokes as points in mm."""

    name: str
    strokes: tuple[tuple[Place, ...], ...]

    @cached_property
    def shape(self) -> BaseGeometry:
        """The area that the ink covers."""
        return MultiLineString(self.strokes).buffer(INK / 2)

    @property
    def lines(self) -> list[tuple[Place, Place]]:
        """The ends of each straight line."""
        return [ends for stroke in self.strokes for ends in pairwise(stroke)]


@cache
def prints(shield: Shield) -> tuple[Print, ...]:
    """Return all that is printed on the upper side.

    A word without a free place is printed over other things; the check of the finished files reports it.
    """
    left, low, right, top = shield.outline
    bare = [Point(pin.place).buffer(kind.pad / 2 + MASK) for pin, kind in shield.pins]
    bare += [Point(place).buffer(diameter / 2) for place, diameter in shield.holes]
    bare.append(box(left - FAR, low - FAR, right + FAR, top + FAR) - box(left, low, right, top))
    away = unary_union(bare).buffer(AIR + INK / 2)
    bodies = {part.name: box(*_body(part)) for part in shield.parts if part.name != "Uno"}
    found = []
    for name, body in bodies.items():
        lines = body.exterior - away
        found.append(Print(f"frame of {name}", tuple(tuple(line.coords) for line in getattr(lines, "geoms", [lines]))))
    taken = [*away.geoms, *(frame.shape.buffer(AIR) for frame in found)]
    for word in _words(shield):
        others = [body for name, body in bodies.items() if name != word.part]
        printed = _place_word(word, STRtree([*taken, *others]))
        found.append(printed)
        # Nothing is printed between the letters of a word either.
        taken.append(box(*printed.shape.bounds).buffer(AIR))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class _Word:
    """A word: its spots (the best one first), height in mm, whether it is upright, and how far it may move in mm."""

    text: str
    spots: tuple[Place, ...]
    part: str = ""
    high: float = LETTERS
    upright: bool = False
    reach: float = FAR


def _words(shield: Shield) -> Iterator[_Word]:
    """Yield all words, the ones that matter most first."""
    for text, high, place in shield.words:
        yield _Word(text, (place,), high=high)
    for part in shield.parts:
        if part.name != "Uno":
            left, low, right, top = _body(part)
            across, up = (step * STEP for step in part.kind.name_at)
            xs, ys = [pin.place[0] for pin in part.pins], [pin.place[1] for pin in part.pins]
            middle = ((min(xs) + max(xs)) / 2 + across, (min(ys) + max(ys)) / 2 + up)
            beside = (right + 1.2, (low + top) / 2) if top - low > right - left else ((left + right) / 2, low - 1.2)
            text = part.name.replace(" kΩ", "k")
            upright = len(part.pins) == 2 and top - low > 1.5 * (right - left)
            yield _Word(text, (middle, beside), part.name, upright=upright)
    for part in shield.parts:
        level = len({pin.place[0] for pin in part.pins}) == 1
        upright = len(part.pins) > 4
        half = sum(pin.place[1] for pin in part.pins) / len(part.pins)
        if part.name == "Uno":
            half = shield.outline[3] / 2
        for pin in part.pins:
            text = pin.word if pin.net or part.name != "Uno" else ""
            away = part.kind.pad / 2 + 0.8 + (max(0.0, len(text) * 0.8 - 1.0) * LETTERS / 2 if upright else 0.0)
            # Words of the Uno and the driver point to its middle, those of smaller parts away from the part's name.
            side = 1 if pin.place[1] < half else -1
            far = away * (side if upright else -1)
            x, y = pin.place
            spots = ((x - away, y), (x + away, y)) if level else ((x, y + far), (x, y - far))
            if text:
                yield _Word(text, spots, part.name, upright=upright, reach=NEAR)


def _body(part: ShieldPart) -> tuple[float, float, float, float]:
    """Return the left, lower, right and upper edge of a part's frame."""
    xs, ys = [pin.place[0] for pin in part.pins], [pin.place[1] for pin in part.pins]
    left, low, right, top = (step * STEP for step in part.kind.drawn)
    return min(xs) - left, min(ys) - low, max(xs) + right, max(ys) + top


def _place_word(word: _Word, taken: STRtree) -> Print:
    """Return a word at the free place nearest to one of its spots, horizontal or upright."""
    count = int(word.reach / STRIDE)
    moves = product(range(-count, count + 1), repeat=2)
    moved = sorted(((i * STRIDE, j * STRIDE) for i, j in moves), key=lambda it: (abs(it[0]) + abs(it[1]), it))
    for upright in (word.upright, not word.upright):
        tries = []
        for spot in word.spots:
            bounds = Print(word.text, tuple(_strokes(word.text, spot, word.high, upright))).shape.bounds
            near = unary_union(taken.geometries[taken.query(box(*bounds).buffer(word.reach))])
            tries.append((spot, bounds, near))
        for dx, dy in moved:
            for (x, y), (left, low, right, top), near in tries:
                if not near.intersects(box(left + dx, low + dy, right + dx, top + dy)):
                    return Print(word.text, tuple(_strokes(word.text, (x + dx, y + dy), word.high, upright)))
    return Print(word.text, tuple(_strokes(word.text, word.spots[0], word.high, word.upright)))


def _strokes(words: str, middle: Place, size: float, upright: bool) -> Iterator[tuple[Place, ...]]:
    """Yield the strokes of words around a place, horizontal, or upright to be read from the right."""
    strokes = list(Newstroke.load().render(words.replace("−", "-"), size=size, scale=(1, -1)))
    xs, ys = [x for stroke in strokes for x, _ in stroke], [y for stroke in strokes for _, y in stroke]
    mx, my = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    for stroke in strokes:
        points = [(x - mx, y - my) for x, y in stroke]
        turned = [(-y, x) if upright else (x, y) for x, y in points]
        yield tuple((round(middle[0] + x, 3), round(middle[1] + y, 3)) for x, y in turned)
