"""The picture of a step: what is built in grey, what is new in colour, with names."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tools.cad.assembly import Assembly
from tools.cad.mesh import Floats, Triangles, box_corners, matrix_of, triangles_of
from tools.cad.part import CadPart, Placing
from tools.draw.drawing import Drawing, Image, Style
from tools.guide.cables import cable_routes
from tools.guide.render import ColouredSolid, fitted, rendered
from tools.guide.steps import BuildGuide, GuideStep, StepPicture

Colour = tuple[float, float, float]
SIZE = (900, 640)
SIDE, ABOVE = 150, 30
"""Room for names on both sides, and above and below, in pixels."""
TOLERANCE, ANGLE = 0.1, 0.35
"""Of the triangles for pictures: mm, and radians."""
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
"""Where one looks from at the whole machine: degrees, as in steps.toml."""
NAME = Style("#444444", None, 1.0)


@dataclass(frozen=True, slots=True, eq=False)
class PicturedPiece:
    """A piece of a part in a picture, and whether it stands out."""

    part: CadPart
    placing: Placing
    bright: bool


Placed = tuple[PicturedPiece, ColouredSolid]


class Meshes:
    """Triangles for pictures, kept by a part's name."""

    def __init__(self, tolerance: float = TOLERANCE, angle: float = ANGLE) -> None:
        self._fine = (tolerance, angle)
        self._known: dict[str, Triangles] = {}

    def of(self, part: CadPart) -> Triangles:
        if part.name not in self._known:
            self._known[part.name] = triangles_of(part.solid, *self._fine)
        return self._known[part.name]

    def solid(self, part: CadPart, placing: Placing, colour: Colour, shift: Floats | float = 0.0) -> ColouredSolid:
        """Return a piece in its place, drawn away from it by `shift` in mm."""
        (vertices, triangles), matrix = self.of(part), matrix_of(placing)
        moved = vertices @ matrix[:3, :3].T + matrix[:3, 3] + shift
        return ColouredSolid(moved, triangles, colour, part.clear)


def pieces_of(machine: Assembly, guide: BuildGuide, step: GuideStep, shown: StepPicture) -> Iterator[PicturedPiece]:
    """Yield what a step's picture shows."""
    built = {name for other in guide.before(step) for name in other.parts}
    old_joints = {joint for other in guide.before(step) for joint in other.joints}
    if shown.shown is not None:
        built &= set(shown.shown)
        old_joints = set()
    built -= set(shown.hidden)
    new = set(step.parts if shown.only is None else shown.only)
    joints = {*step.joints, *shown.near}
    for part in machine.parts:
        if part.make == "fastener":
            for placing in part.places:
                if placing.joint in joints:
                    if shown.fasteners is None or part.name.split()[0] in shown.fasteners:
                        yield PicturedPiece(part, placing, True)
                elif placing.joint in old_joints and not shown.hidden:
                    yield PicturedPiece(part, placing, False)
        elif part.name in new:
            for placing in part.places[: shown.pieces]:
                yield PicturedPiece(part, placing, True)
        elif part.name in built or part.name in shown.mark:
            for placing in part.places:
                yield PicturedPiece(part, placing, part.name in shown.mark)


def shift_of(part: CadPart, placing: Placing, shown: StepPicture) -> Floats:
    """Return by how much a piece is drawn from its place."""
    shift = np.array(shown.apart.get(placing.joint or part.name, (0.0, 0.0, 0.0)))
    if part.make == "fastener":
        # An insert is pressed in from where its screw comes.
        shift = shift + matrix_of(placing)[:3, 2] * (-shown.out if part.name.startswith("insert") else shown.out)
    return shift


def draw_step(machine: Assembly, guide: BuildGuide, step: GuideStep, meshes: Meshes) -> Image:
    """Return a step's picture (height, width, 3), BGR. Raises ValueError for a step without one."""
    shown = step.picture
    if shown is None:
        raise ValueError(f"step {step.number} has no picture")
    pieces = list(pieces_of(machine, guide, step, shown))
    names = list(dict.fromkeys(p.part.name for p in pieces if p.bright and p.part.make != "fastener"))
    colour = {name: COLOURS[number % len(COLOURS)] for number, name in enumerate(names)}
    placed = []
    for piece in pieces:
        shift = shift_of(piece.part, piece.placing, shown) if piece.bright else np.zeros(3)
        placed.append((piece, meshes.solid(piece.part, piece.placing, _colour(piece, colour), shift)))
    if shown.pieces is not None:
        placed = _near_the_new(placed, shown)
    fit = set(shown.fit) or set(names) or {piece.part.name for piece in pieces if piece.bright}
    corners = np.concatenate([box_corners(solid.vertices) for piece, solid in placed if piece.part.name in fit])
    view = fitted(corners, *shown.view, (SIZE[0] - 2 * SIDE, SIZE[1] - 2 * ABOVE), shown.scale)
    solids = [solid for _, solid in placed]
    names_of = [piece.part.name if piece.bright and piece.part.make != "fastener" else "" for piece, _ in placed]
    routes = cable_routes(machine.plan)
    for route in (routes[name] for name in shown.cables):
        solids.append(ColouredSolid(*route.solid(), route.colour))
        names_of.append(route.label)
        names = list(dict.fromkeys((*names, route.label)))
    picture, which = rendered(solids, view, SIZE)
    sheet = _labels(names, names_of, which)
    for word, point in shown.words.items():
        (x, y), half = view.place(point, SIZE), 4.5 * len(word) + 4
        sheet.box(x - half, y - 12, x + half, y + 9, Style(None, "#ffffff"))
        sheet.text((x, y + 5), word, size=16, anchor="middle", bold=True)
    sheet.paint(picture)
    return picture


def draw_whole(machine: Assembly, meshes: Meshes) -> Image:
    """Return a picture of the whole machine, in colour."""
    solids = []
    for number, part in enumerate(machine.parts):
        colour = SCREW if part.make == "fastener" else COLOURS[number % len(COLOURS)]
        solids += [meshes.solid(part, placing, colour) for placing in part.places]
    view = fitted(np.concatenate([box_corners(solid.vertices) for solid in solids]), *WHOLE, SIZE, 1.05)
    return rendered(solids, view, SIZE)[0]


def _near_the_new(placed: list[Placed], shown: StepPicture) -> list[Placed]:
    """Leave out fasteners that belong to pieces which the picture does not show."""
    made = np.concatenate([solid.vertices for piece, solid in placed if piece.part.make != "fastener"])
    reach = shown.out + 6.0
    low, high = made.min(axis=0) - reach, made.max(axis=0) + reach
    return [
        (piece, solid)
        for piece, solid in placed
        if piece.part.make != "fastener" or bool(np.all(solid.vertices > low) and np.all(solid.vertices < high))
    ]


def _colour(piece: PicturedPiece, colour: dict[str, Colour]) -> Colour:
    if not piece.bright:
        return BUILT
    if piece.part.make == "fastener":
        return BRASS if piece.part.name.startswith("insert") else SCREW
    return colour[piece.part.name]


def _labels(names: list[str], names_of: list[str], which: NDArray[np.int32]) -> Drawing:
    """Return the names beside the picture, each with a line to a piece of its part."""
    sheet = Drawing(*SIZE, "names")
    sides: dict[bool, list[tuple[float, float, str]]] = {True: [], False: []}
    for name in names:
        mine = np.isin(which, [number for number, other in enumerate(names_of) if other == name])
        rows, columns = np.nonzero(mine)
        if not len(columns):
            continue
        left = bool(np.median(columns) < SIZE[0] / 2)
        # The place on the part that is nearest to the middle of its outer side.
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
