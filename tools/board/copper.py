"""The copper on each layer of the board: pins, tracks, vias, and the ground that is poured around them."""

from dataclasses import dataclass

from shapely.geometry import LineString, MultiPolygon, Point, Polygon, box
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from tools.board.layout import Place, Shield, Track
from tools.board.route import CLEARANCE, EDGE, VIA, VIA_HOLE, Router

NARROWEST, AIR, SPOKE = 0.3, 0.4, 1.0
"""Of poured copper, in mm: its least width, the gap around a ground pin, and the width of the four spokes across that
gap. Without the gap the pin takes too much heat from a soldering iron."""
STITCH = 7.62
"""The spacing in mm of the vias that join the poured copper of both layers."""


@dataclass(frozen=True, slots=True)
class Hole:
    """A hole and the ring of copper around it, in mm; a `ring` of 0 is a hole without copper."""

    place: Place
    diameter: float
    ring: float
    net: str = ""


@dataclass(frozen=True, slots=True)
class BoardCopper:
    """All copper. `poured` has the areas of each layer, the largest first; one may lie in a hole of a larger one."""

    outline: tuple[float, ...]
    holes: tuple[Hole, ...]
    tracks: tuple[Track, ...]
    poured: tuple[tuple[Polygon, ...], tuple[Polygon, ...]]


def lay_copper(shield: Shield, router: Router) -> BoardCopper:
    """Return the copper of routes, with the ground poured around it."""
    holes = [Hole(pin.place, kind.hole, kind.pad, pin.net) for pin, kind in shield.pins]
    holes += [Hole(place, VIA_HOLE, VIA, net) for net, place in router.vias]
    holes += [Hole(place, diameter, 0.0) for place, diameter in shield.holes]
    others = [_others(holes, router.tracks, layer) for layer in (0, 1)]
    others[0] = unary_union([others[0], *(box(*area) for area in shield.clear)])
    holes += _stitches(shield.outline, holes, others)
    layers = [_pour(shield.outline, holes, other) for other in others]
    return BoardCopper(shield.outline, tuple(holes), tuple(router.tracks), (layers[0], layers[1]))


def _others(holes: list[Hole], tracks: list[Track], layer: int) -> BaseGeometry:
    """Return all copper of a layer that is not ground, and the holes without copper."""
    round_things = [
        Point(hole.place).buffer(max(hole.ring, hole.diameter) / 2) for hole in holes if hole.net != "ground"
    ]
    lines = [LineString(track.points).buffer(track.width / 2) for track in tracks if track.layer == layer]
    return unary_union(round_things + lines)


def _stitches(outline: tuple[float, ...], holes: list[Hole], others: list[BaseGeometry]) -> list[Hole]:
    left, low, right, top = outline
    taken = unary_union([*others, *(Point(hole.place).buffer(hole.ring / 2 + AIR) for hole in holes)])
    found = []
    for column in range(1, int((right - left) / STITCH) + 1):
        for row in range(1, int((top - low) / STITCH) + 1):
            place = (round(left + (column - 0.5) * STITCH, 4), round(low + (row - 0.5) * STITCH, 4))
            if taken.distance(Point(place)) > VIA / 2 + 2 * CLEARANCE:
                found.append(Hole(place, VIA_HOLE, VIA, "ground"))
    return found


def _pour(outline: tuple[float, ...], holes: list[Hole], others: BaseGeometry) -> tuple[Polygon, ...]:
    left, low, right, top = outline
    free = box(left + EDGE, low + EDGE, right - EDGE, top - EDGE) - others.buffer(CLEARANCE + 0.05)
    pins = [hole for hole in holes if hole.net == "ground" and hole.ring > VIA]
    gaps, spokes = [], []
    for pin in pins:
        x, y = pin.place
        far = pin.ring / 2 + AIR
        gaps.append(Point(pin.place).buffer(far))
        reach = far + NARROWEST
        spokes += [box(x - reach, y - SPOKE / 2, x + reach, y + SPOKE / 2)]
        spokes += [box(x - SPOKE / 2, y - reach, x + SPOKE / 2, y + reach)]
    area = (free - unary_union(gaps)) | (unary_union(spokes) & free)
    # This removes what is narrower than NARROWEST.
    area = area.buffer(-NARROWEST / 2).buffer(NARROWEST / 2 - 0.005).simplify(0.005)
    pieces: list[Polygon] = []
    for piece in sorted(_polygons(area), key=lambda piece: -piece.area):
        # Where a neck was removed, the gap between the two pieces is too narrow for makers.
        near = [other.buffer(CLEARANCE + 0.05) for other in pieces if piece.distance(other) < CLEARANCE + 0.05]
        pieces += _polygons(piece - unary_union(near))
    ground = [Point(hole.place) for hole in holes if hole.net == "ground"]
    joined = [piece for piece in pieces if any(piece.distance(point) < 0.3 for point in ground)]
    # A piece in a hole of another one must be drawn after it.
    return tuple(sorted(joined, key=lambda piece: -Polygon(piece.exterior).area))


def _polygons(area: BaseGeometry) -> list[Polygon]:
    return [piece for piece in (area.geoms if isinstance(area, MultiPolygon) else [area]) if not piece.is_empty]
