"""Read a board's Gerber and drill files back: check what their copper joins, and the rules of board makers.

The checks use only the geometry in the files, and the place and net of each pin.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZipFile

from gerbonara import LayerStack
from gerbonara.graphic_primitives import ArcPoly, Circle
from gerbonara.graphic_primitives import Line as Stroke
from gerbonara.utils import MM
from shapely.geometry import LineString, Point, Polygon
from shapely.geometry.base import BaseGeometry
from shapely.ops import polygonize, unary_union
from shapely.strtree import STRtree

from tools.board.layout import Place, Shield, trace_width
from tools.board.silk import AIR, Print, prints
from tools.draw.wiring import merge_groups

CLEARANCE, WIDTH, RING, EDGE, WALL = 0.2, 0.25, 0.15, 0.3, 0.5
"""At least what all makers of cheap boards accept, in mm: the gap between copper, the width of copper, the copper
around a plated hole, and the distances from copper to the edge of the board and from hole to hole."""
DRILLS = (0.3, 6.3)
SLACK = 0.01
"""Tolerance in mm, because circles are read as polygons."""


@dataclass(frozen=True, slots=True)
class ReadHole:
    """A drilled hole, in mm."""

    place: Place
    diameter: float
    plated: bool


@dataclass(frozen=True, slots=True)
class ReadBoard:
    """The pieces of copper of the upper and the lower side, the holes, and the outline."""

    copper: tuple[tuple[Polygon, ...], tuple[Polygon, ...]]
    holes: tuple[ReadHole, ...]
    outline: Polygon
    printed: BaseGeometry
    """The print on the upper side."""
    bare: tuple[Polygon, ...]
    """The areas of the upper side without varnish."""


def read_board(archive: Path) -> ReadBoard:
    """Return the board in an archive of Gerber files. Raises ValueError if its outline is not closed."""
    with TemporaryDirectory() as folder, ZipFile(archive) as packed:
        packed.extractall(folder)
        stack = LayerStack.open_dir(folder)
    copper = [_pieces(stack["top", "copper"]), _pieces(stack["bottom", "copper"])]
    holes = [
        ReadHole((float(hole.x), float(hole.y)), float(hole.aperture.diameter), plated)
        for drill, plated in ((stack.drill_pth, True), (stack.drill_npth, False))
        for hole in drill.instance.objects
    ]
    edges = [LineString([(line.x1, line.y1), (line.x2, line.y2)]) for line in stack.outline.instance.objects]
    areas = list(polygonize(edges))
    if len(areas) != 1:
        raise ValueError("the outline is not one closed line")
    printed = unary_union(_pieces(stack["top", "silk"]))
    return ReadBoard((copper[0], copper[1]), tuple(holes), areas[0], printed, _pieces(stack["top", "mask"]))


def _pieces(layer: "LayerStack") -> tuple[Polygon, ...]:
    """Return the separate pieces of a layer. In the order of its shapes, dark ones add and clear ones remove."""
    whole: BaseGeometry = Polygon()
    waiting: list[BaseGeometry] = []
    dark = True
    for item in layer.instance.objects:
        for primitive in item.to_primitives(MM):
            if primitive.polarity_dark != dark:
                whole, waiting = _merge(whole, waiting, dark), []
                dark = primitive.polarity_dark
            waiting.append(_shape(primitive))
    whole = _merge(whole, waiting, dark)
    return tuple(piece for piece in getattr(whole, "geoms", [whole]) if not piece.is_empty)


def _merge(whole: BaseGeometry, shapes: list[BaseGeometry], dark: bool) -> BaseGeometry:
    return unary_union([whole, *shapes]) if dark else whole.difference(unary_union(shapes))


def _shape(primitive: object) -> BaseGeometry:
    if isinstance(primitive, Circle):
        return Point(primitive.x, primitive.y).buffer(primitive.r)
    if isinstance(primitive, Stroke):
        return LineString([(primitive.x1, primitive.y1), (primitive.x2, primitive.y2)]).buffer(primitive.width / 2)
    if isinstance(primitive, ArcPoly) and not any(primitive.arc_centers):
        return Polygon(primitive.outline).buffer(0)
    raise ValueError(f"the checks do not know this shape on the board: {type(primitive).__name__}")


def join_holes(
    copper: Iterable[tuple[Polygon, ...]], holes: tuple[ReadHole, ...], reach: float = 0.0
) -> list[set[int]]:
    """Return the groups of plated holes, by their numbers, that the copper of both sides joins.

    A hole touches copper that is at most `reach` mm from the hole's edge.
    """
    groups: list[set[int]] = []
    plated = [number for number, hole in enumerate(holes) if hole.plated]
    for pieces in copper:
        tree = STRtree(pieces)
        touching: dict[int, set[int]] = defaultdict(set)
        for number in plated:
            bore = Point(holes[number].place).buffer(holes[number].diameter / 2 + reach + SLACK)
            for piece in tree.query(bore, predicate="intersects"):
                touching[int(piece)].add(number)
        groups += touching.values()
    return merge_groups([*groups, *({number} for number in plated)])


def netlist_faults(board: ReadBoard, pins: dict[Place, str]) -> list[str]:
    """Describe wrong and missing connections between pins; `pins` maps each place to its net, "" for none."""
    numbers = {place: _hole_at(board, place) for place in pins}
    faults = [f"no plated hole at {_words(place)}" for place, number in numbers.items() if number is None]
    for group in join_holes(board.copper, board.holes):
        nets = sorted({net or f"free {_words(place)}" for place, net in pins.items() if numbers[place] in group})
        if len(nets) > 1:
            faults.append(f"joined, and should not be: {', '.join(nets)}")
        for net in nets:
            apart = [p for p, its in pins.items() if its == net and numbers[p] is not None and numbers[p] not in group]
            if apart:
                faults.append(f"{net} is cut: {_words(apart[0])} is not joined to its other pins")
    return sorted(set(faults))


def _hole_at(board: ReadBoard, place: Place) -> int | None:
    near = (number for number, hole in enumerate(board.holes) if hole.plated and _distance(hole.place, place) < 0.02)
    return next(near, None)


def _distance(one: Place, two: Place) -> float:
    return float(Point(one).distance(Point(two)))


def _words(place: Place) -> str:
    return f"{place[0]:.2f}, {place[1]:.2f}"


def rule_faults(board: ReadBoard) -> list[str]:
    """Describe each place that makers of boards would refuse."""
    faults = []
    for side, pieces in zip(("above", "below"), board.copper, strict=True):
        tree = STRtree(pieces)
        for number, piece in enumerate(pieces):
            near = tree.query(piece, predicate="dwithin", distance=CLEARANCE - SLACK)
            faults += [f"{side}: {_gap(piece, pieces[other])}" for other in near if other > number]
            opened = piece.buffer(-WIDTH / 2, join_style="mitre").buffer(WIDTH / 2 + SLACK, join_style="mitre")
            thin = piece.difference(opened)
            parts = [part for part in getattr(thin, "geoms", [thin]) if part.area > WIDTH**2 / 4]
            faults += [f"{side}: copper is narrower than {WIDTH} mm at {_at(part)}" for part in parts]
            if not board.outline.buffer(-EDGE + SLACK).covers(piece):
                faults.append(f"{side}: copper is nearer than {EDGE} mm to the edge at {_at(piece)}")
        for hole in board.holes:
            around = Point(hole.place).buffer(hole.diameter / 2 + (RING if hole.plated else CLEARANCE) - SLACK)
            found = tree.query(around, predicate="intersects")
            if hole.plated and not any(pieces[number].covers(around) for number in found):
                faults.append(f"{side}: the hole at {_words(hole.place)} has less than {RING} mm of copper around it")
            if not hole.plated and len(found):
                faults.append(f"{side}: copper is nearer than {CLEARANCE} mm to the hole at {_words(hole.place)}")
    for number, hole in enumerate(board.holes):
        if not DRILLS[0] <= hole.diameter <= DRILLS[1]:
            faults.append(f"no drill has {hole.diameter} mm, at {_words(hole.place)}")
        for other in board.holes[:number]:
            if _distance(hole.place, other.place) < (hole.diameter + other.diameter) / 2 + WALL - SLACK:
                faults.append(f"the holes at {_words(hole.place)} and {_words(other.place)} are too near")
    return faults


def _gap(one: Polygon, two: Polygon) -> str:
    return f"a gap is narrower than {CLEARANCE} mm at {_at(one.buffer(CLEARANCE).intersection(two))}"


def _at(area: BaseGeometry) -> str:
    point = area.representative_point()
    return _words((point.x, point.y))


def print_faults(board: ReadBoard, printed: Sequence[Print]) -> list[str]:
    """Describe each place where the upper side is printed over pads, holes, its edge, or other print."""
    gaps = [Point(hole.place).buffer(hole.diameter / 2) for hole in board.holes if not hole.plated]
    bare = [*board.bare, *gaps, board.outline.buffer(5.0) - board.outline]
    faults = []
    tree = STRtree([item.shape for item in printed])
    for number, item in enumerate(printed):
        near = tree.query(item.shape, predicate="dwithin", distance=AIR - SLACK)
        faults += [f"{item.name} is printed over {printed[other].name}" for other in near if other > number]
        faults += [
            f"{item.name} is printed over a pad or an edge at {_at(pad)}" for pad in bare if pad.intersects(item.shape)
        ]
    unknown = board.printed - unary_union([item.shape for item in printed]).buffer(SLACK)
    if not unknown.is_empty:
        faults.append(f"an unknown print is at {_at(unknown)}")
    return faults


def current_faults(board: ReadBoard, currents: list[tuple[float, list[Place]]]) -> list[str]:
    """Describe each pair of pins that no copper on one side joins in the width that the current needs (IPC-2221)."""
    faults = []
    for amperes, places in currents:
        half = trace_width(amperes) / 2 - SLACK
        wide = [tuple(_drop_narrow(pieces, half)) for pieces in board.copper]
        numbers = [_hole_at(board, place) for place in places]
        groups = join_holes(wide, board.holes, reach=0.2)
        if not any(set(numbers) <= group for group in groups):
            faults.append(f"the copper from {_words(places[0])} on is too narrow for {amperes} A")
    return faults


def _drop_narrow(pieces: tuple[Polygon, ...], half: float) -> Iterable[Polygon]:
    """Yield the copper without the parts that are narrower than twice `half`."""
    for piece in pieces:
        wide = piece.buffer(-half).buffer(half)
        yield from (part for part in getattr(wide, "geoms", [wide]) if not part.is_empty)


def board_faults(archive: Path, shield: Shield) -> list[str]:
    """Describe all faults in the files of a board."""
    board = read_board(archive)
    pins = {pin.place: pin.net for pin, _ in shield.pins}
    currents = [(amperes, [pin.place for pin in its]) for amperes, its in shield.currents]
    faults = [*netlist_faults(board, pins), *rule_faults(board), *current_faults(board, currents)]
    return faults + print_faults(board, prints(shield))
