"""The picture of a step: built parts in grey, new parts in colour, with names."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tools.cad.assembly import Assembly
from tools.cad.boxes import BoxesAssembly
from tools.cad.mesh import Floats, Triangles, box_corners, manifold_of, matrix_of, triangles_of
from tools.cad.part import CadPart, Placing
from tools.draw.drawing import Drawing, Image, Style
from tools.guide.cables import CableRoute
from tools.guide.render import ColouredSolid, fit_view, load_or_render
from tools.guide.steps import BuildGuide, GuideStep, StepAct, StepPicture

Colour = tuple[float, float, float]
Machine = Assembly | BoxesAssembly
Routes = Mapping[str, CableRoute]
SIZE = (900, 640)
SIDE, ABOVE = 150, 30
"""Margins for names at both sides, and above and below, in pixels."""
TOLERANCE, ANGLE = 0.1, 0.35
"""Tolerances of the triangles for pictures, in mm and radians."""
BUILT = (214.0, 214.0, 210.0)
SCREW, BRASS = (196.0, 40.0, 40.0), (226.0, 178.0, 50.0)
COLOURS = (
    (240.0, 150.0, 70.0),
    (92.0, 160.0, 222.0),
    (110.0, 190.0, 125.0),
    (214.0, 120.0, 176.0),
    (160.0, 138.0, 222.0),
    (120.0, 200.0, 200.0),
    (190.0, 150.0, 110.0),
)
LINE_HIGH = 20.0
WHOLE = (300.0, 25.0)
"""Direction of the view of the whole machine: degrees, as in steps.toml."""
NAME = Style("#444444", None, 1.0)
ARROW, HEAD, SHORTEST = "#1f3a93", 13.0, 22.0
"""Colour of the arrows along which parts move; lengths in pixels of their heads and of the shortest arrow."""


@dataclass(frozen=True, slots=True, eq=False)
class PicturedPiece:
    """A piece of a part in a picture; a `bright` piece has a colour."""

    part: CadPart
    placing: Placing
    bright: bool


Placed = tuple[PicturedPiece, ColouredSolid]


class Meshes:
    """The triangles for pictures, kept by a part's name, and the routes of the cables in pictures."""

    def __init__(self, tolerance: float = TOLERANCE, angle: float = ANGLE, routes: Routes | None = None) -> None:
        self._fine = (tolerance, angle)
        self.routes = routes or {}
        self._known: dict[str, Triangles] = {}

    def of(self, part: CadPart) -> Triangles:
        if part.name not in self._known:
            self._known[part.name] = triangles_of(part.solid, *self._fine)
        return self._known[part.name]

    def solid(self, part: CadPart, placing: Placing, colour: Colour, shift: Floats | float = 0.0) -> ColouredSolid:
        """Return the solid of a piece at its place, moved by `shift` in mm."""
        (vertices, triangles), matrix = self.of(part), matrix_of(placing)
        moved = vertices @ matrix[:3, :3].T + matrix[:3, 3] + shift
        return ColouredSolid(moved, triangles, colour, part.clear)


def pieces_of(
    machine: Machine, guide: BuildGuide, step: GuideStep, shown: StepPicture, act: StepAct | None = None
) -> Iterator[PicturedPiece]:
    """Yield the pieces in the picture of a step, or of one of its acts."""
    built = {name for other in guide.find_before(step) for name in other.parts}
    old_joints = {joint for other in guide.find_before(step) for joint in other.joints}
    if shown.shown is not None:
        built &= set(shown.shown)
        old_joints = set()
    for other in step.find_earlier(act):
        built |= set(other.parts)
        old_joints |= set(other.joints)
    built -= set(shown.hidden)
    new = set((act or step).parts if shown.only is None else shown.only)
    joints = {*(act or step).joints, *shown.near}
    for part in machine.parts:
        if part.make == "fastener":
            for placing in part.places:
                if placing.joint in joints:
                    if shown.fasteners is None or part.name.split()[0] in shown.fasteners:
                        yield PicturedPiece(part, placing, True)
                elif placing.joint in old_joints and not shown.hidden:
                    yield PicturedPiece(part, placing, False)
        elif part.name in new or part.name in shown.mark:
            for place, placing in enumerate(part.places[: shown.pieces]):
                if shown.places is None or place in shown.places or len(part.places) == 1:
                    yield PicturedPiece(part, placing, True)
        elif part.name in built:
            for placing in part.places:
                yield PicturedPiece(part, placing, False)


def shift_of(part: CadPart, placing: Placing, shown: StepPicture) -> Floats:
    """Return the shift (3,) in mm of a piece from its place."""
    shift = np.array(shown.apart.get(placing.joint or part.name, (0.0, 0.0, 0.0)))
    if part.make == "fastener":
        # An insert comes from the same side as its screw.
        shift = shift + matrix_of(placing)[:3, 2] * (-shown.out if part.name.startswith("insert") else shown.out)
    return shift


def draw_act(machine: Machine, guide: BuildGuide, step: GuideStep, act: StepAct, meshes: Meshes) -> Image:
    """Return the picture (height, width, 3), BGR, of an act of a step. Raises ValueError if it has none."""
    shown = act.picture
    if shown is None:
        raise ValueError(f"step {step.number} has no picture")
    pieces = list(pieces_of(machine, guide, step, shown, act))
    names = list(dict.fromkeys(p.part.name for p in pieces if p.bright and p.part.make != "fastener"))
    colour = {name: COLOURS[number % len(COLOURS)] for number, name in enumerate(names)}
    placed, ways = [], [(np.array(way[:3]), np.array(way[3:])) for way in shown.arrows]
    for piece in pieces:
        shift = shift_of(piece.part, piece.placing, shown) if piece.bright else np.zeros(3)
        solid = meshes.solid(piece.part, piece.placing, _colour(piece, colour), shift)
        if shown.cut and not piece.bright:
            solid = _trim(piece, solid, shown.cut)
        if len(solid.vertices):
            placed.append((piece, solid))
        if not shown.arrows and shift.any() and piece.part.make != "fastener":
            middle = box_corners(solid.vertices).mean(axis=0)
            ways.append((middle, middle - shift))
    if shown.pieces is not None or shown.places is not None:
        placed = _drop_far(placed, shown)
    fit = set(shown.fit) or set(names) or {piece.part.name for piece in pieces if piece.bright}
    corners = np.concatenate([box_corners(solid.vertices) for piece, solid in placed if piece.part.name in fit])
    view = fit_view(corners, *shown.view, (SIZE[0] - 2 * SIDE, SIZE[1] - 2 * ABOVE), shown.scale)
    solids = [solid for _, solid in placed]
    names_of = [piece.part.name if piece.bright and piece.part.make != "fastener" else "" for piece, _ in placed]
    for route in (meshes.routes[name] for name in shown.cables):
        solids.append(ColouredSolid(*route.solid(), route.colour))
        names_of.append(route.label)
        names = list(dict.fromkeys((*names, route.label)))
    picture, which = load_or_render(solids, view, SIZE)
    sheet = _labels([name for name in names if shown.named is None or name in shown.named], names_of, which)
    for start, end in ways:
        draw_arrow(sheet, view.place(tuple(start), SIZE), view.place(tuple(end), SIZE))
    for word, point in shown.words.items():
        (x, y), half = view.place(point, SIZE), 4.5 * len(word) + 4
        sheet.box(x - half, y - 12, x + half, y + 9, Style(None, "#ffffff"))
        sheet.text((x, y + 5), word, size=16, anchor="middle", bold=True)
    sheet.paint(picture)
    return picture


def _trim(piece: PicturedPiece, solid: ColouredSolid, cut: tuple[float, ...]) -> ColouredSolid:
    """Return the part of a piece beyond a plane: `cut` is its normal (x, y, z), and its distance along that in mm."""
    whole = manifold_of(piece.part).transform(matrix_of(piece.placing)[:3])
    mesh = whole.trim_by_plane((cut[0], cut[1], cut[2]), cut[3]).to_mesh()
    vertices = np.asarray(mesh.vert_properties[:, :3], float)
    return ColouredSolid(vertices, np.asarray(mesh.tri_verts, np.int64), solid.colour, solid.clear)


def draw_arrow(sheet: Drawing, start: tuple[float, float], end: tuple[float, float]) -> None:
    """Draw an arrow, unless it is too short."""
    way = np.array(end) - np.array(start)
    long = float(np.linalg.norm(way))
    if long < SHORTEST:
        return
    along, tip = way / long, np.array(end)
    aside, neck = np.array([-along[1], along[0]]), tip - along * HEAD
    for colour, wide in (("#ffffff", 3.0), (ARROW, 0.0)):
        sheet.line(start, tuple(neck), style=Style(colour, None, 3.0 + wide))
        wings = (tuple(neck + aside * (HEAD / 2 + wide / 2)), tuple(neck - aside * (HEAD / 2 + wide / 2)))
        sheet.area(tuple(tip + along * wide / 2), *wings, style=Style(None, colour))


def draw_whole(machine: Assembly, meshes: Meshes) -> Image:
    """Return a picture of the whole machine, in colour."""
    solids = []
    for number, part in enumerate(machine.parts):
        colour = SCREW if part.make == "fastener" else COLOURS[number % len(COLOURS)]
        solids += [meshes.solid(part, placing, colour) for placing in part.places]
    view = fit_view(np.concatenate([box_corners(solid.vertices) for solid in solids]), *WHOLE, SIZE, 1.05)
    return load_or_render(solids, view, SIZE)[0]


def _drop_far(placed: list[Placed], shown: StepPicture) -> list[Placed]:
    """Leave out new fasteners that are not near the pieces in colour."""
    made = np.concatenate([it.vertices for piece, it in placed if piece.bright and piece.part.make != "fastener"])
    reach = shown.out + 6.0
    low, high = made.min(axis=0) - reach, made.max(axis=0) + reach
    return [
        (piece, solid)
        for piece, solid in placed
        if piece.part.make != "fastener"
        or not piece.bright
        or bool(np.all(solid.vertices > low) and np.all(solid.vertices < high))
    ]


def _colour(piece: PicturedPiece, colour: dict[str, Colour]) -> Colour:
    if not piece.bright:
        return BUILT
    if piece.part.make == "fastener":
        return BRASS if piece.part.name.startswith("insert") else SCREW
    return colour[piece.part.name]


def _labels(names: list[str], names_of: list[str], which: NDArray[np.int32]) -> Drawing:
    """Return a drawing of the names at both sides, each with a line to a piece of its part."""
    sheet = Drawing(*SIZE, "names")
    sides: dict[bool, list[tuple[float, float, str]]] = {True: [], False: []}
    for name in names:
        mine = np.isin(which, [number for number, other in enumerate(names_of) if other == name])
        rows, columns = np.nonzero(mine)
        if not len(columns):
            continue
        left = bool(np.median(columns) < SIZE[0] / 2)
        # The point of the part nearest to the middle of its outer side.
        goal = np.quantile(columns, 0.2 if left else 0.8), np.median(rows)
        nearest = int(np.argmin((columns - goal[0]) ** 2 + (rows - goal[1]) ** 2))
        sides[left].append((float(rows[nearest]), float(columns[nearest]), name))
    for left, found in sides.items():
        found.sort()
        highest = ABOVE / 2
        last = float(SIZE[1] - ABOVE - LINE_HIGH * len(found))
        for y, x, name in found:
            level = max(highest + LINE_HIGH, min(y, last + LINE_HIGH))
            highest, last = level, last + LINE_HIGH
            anchor, at = ("start", 10.0) if left else ("end", SIZE[0] - 10.0)
            end = at + (7.2 * len(name) + 6 if left else -7.2 * len(name) - 6)
            sheet.box(min(at, end), level - 14, max(at, end), level + 5, Style(None, "#ffffff"))
            sheet.line((end, level - 4), (x, y), style=NAME)
            sheet.circle((x, y), 2.5, Style("#444444", "#444444"))
            sheet.text((at, level), name, size=15, anchor=anchor)
    return sheet
