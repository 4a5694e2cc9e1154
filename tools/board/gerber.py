"""The board as its makers read it: Gerber files and drills in one archive, and its parts drawn on it in white."""

import warnings
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from gerbonara import ExcellonFile, GerberFile, LayerStack
from gerbonara.apertures import Aperture, CircleAperture, ExcellonTool
from gerbonara.graphic_objects import Flash, GraphicObject, Line, Region
from gerbonara.layers import NamingScheme
from gerbonara.newstroke import Newstroke
from gerbonara.utils import MM

from tools.board.copper import BoardCopper
from tools.board.layout import STEP, Place, Shield, ShieldPart

NAME = "pipsqueak-shield"
MASK = 0.1
"""In mm around a ring of copper, that no varnish covers."""
INK, LETTERS = 0.15, 1.0
"""Width of what is drawn, and height of its words, in mm."""
SIDES = ("top", "bottom")


def layer_stack(shield: Shield, copper: BoardCopper) -> LayerStack:
    """Return all layers of the board."""
    layers = {}
    for number, side in enumerate(SIDES):
        layers[side, "copper"] = GerberFile(list(_copper(copper, number)))
        rings = [hole for hole in copper.holes if hole.ring > 0 and not _is_via(shield, hole.place)]
        masks = [_flash(hole.place, hole.ring + 2 * MASK) for hole in rings]
        layers[side, "mask"] = GerberFile(masks)
    layers["top", "silk"] = GerberFile(list(_drawn(shield)))
    layers["bottom", "silk"] = GerberFile([])
    left, low, right, top = copper.outline
    corners = [(left, low), (right, low), (right, top), (left, top), (left, low)]
    layers["mechanical", "outline"] = GerberFile(list(_lines(corners, 0.1)))
    drills = {plated: ExcellonFile() for plated in (True, False)}
    tools: dict[tuple[float, bool], ExcellonTool] = {}
    for hole in copper.holes:
        plated = hole.ring > 0
        tool = tools.setdefault((hole.diameter, plated), ExcellonTool(hole.diameter, plated=plated, unit=MM))
        drills[plated].append(Flash(*hole.place, tool, unit=MM))
    return LayerStack(layers, drill_pth=drills[True], drill_npth=drills[False], board_name=NAME)


def write_archive(stack: LayerStack, path: Path) -> None:
    """Write all files of a board into an archive, as it is sent to its makers."""
    with TemporaryDirectory() as folder:
        stack.save_to_directory(folder, naming_scheme=NamingScheme.kicad)
        with ZipFile(path, "w", ZIP_DEFLATED) as archive:
            for file in sorted(Path(folder).iterdir()):
                archive.writestr(ZipInfo(file.name), file.read_bytes(), ZIP_DEFLATED)


def picture(stack: LayerStack, side: str) -> str:
    """Return a side of the board as SVG."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return str(stack.to_pretty_svg(side=side, margin=2))


def _is_via(shield: Shield, place: Place) -> bool:
    return all(pin.place != place for pin, _ in shield.pins)


def _circle(diameter: float) -> Aperture:
    return CircleAperture(round(diameter, 4), unit=MM)


def _flash(place: Place, diameter: float) -> Flash:
    return Flash(*place, _circle(diameter), unit=MM)


def _lines(points: list[Place], width: float) -> Iterator[Line]:
    for one, two in pairwise(points):
        yield Line(*one, *two, _circle(width), unit=MM)


def _copper(copper: BoardCopper, layer: int) -> Iterator[GraphicObject]:
    for area in copper.poured[layer]:
        yield Region(list(area.exterior.coords), unit=MM)
        for hole in area.interiors:
            yield Region(list(hole.coords), unit=MM, polarity_dark=False)
    for track in copper.tracks:
        if track.layer == layer:
            yield from _lines(list(track.points), track.width)
    for hole in copper.holes:
        if hole.ring > 0:
            yield _flash(hole.place, hole.ring)


def _drawn(shield: Shield) -> Iterator[GraphicObject]:
    for part in shield.parts:
        if part.name == "Uno":
            for pin in part.pins:
                word = pin.word if pin.net else ""
                yield from _text(word, _beside(pin.place, part, 1 if pin.place[1] < 20 else -1, word), upright=True)
        else:
            yield from _part(part)
    left, low, _, _ = shield.outline
    yield from _text("PIPSQUEAK", (left + 37, low + 36), size=2.0)


def _part(part: ShieldPart) -> Iterator[GraphicObject]:
    xs, ys = [pin.place[0] for pin in part.pins], [pin.place[1] for pin in part.pins]
    grow = [step * STEP for step in part.kind.drawn]
    left, low, right, top = min(xs) - grow[0], min(ys) - grow[1], max(xs) + grow[2], max(ys) + grow[3]
    yield from _lines([(left, low), (right, low), (right, top), (left, top), (left, low)], INK)
    across, up = (step * STEP for step in part.kind.name_at)
    yield from _text(part.name, ((min(xs) + max(xs)) / 2 + across, (min(ys) + max(ys)) / 2 + up))
    if len(set(xs)) == 1:
        for pin in part.pins:
            yield from _text(pin.word, (pin.place[0] - part.kind.pad / 2 - 1.0, pin.place[1]))
        return
    for pin in part.pins:
        upright = len(part.pins) == 16
        way = 1 if upright and pin.place[1] < (low + top) / 2 else -1
        yield from _text(pin.word, _beside(pin.place, part, way, pin.word if upright else ""), upright=upright)


def _beside(place: Place, part: ShieldPart, way: int, upright: str) -> Place:
    """Return the middle of a word above (1) or below (-1) a pin; `upright` is the word if it stands upright."""
    return place[0], place[1] + way * (part.kind.pad / 2 + 0.6 + max(LETTERS, len(upright) * 0.8 * LETTERS) / 2)


def _text(words: str, middle: Place, *, size: float = LETTERS, upright: bool = False) -> Iterator[Line]:
    """Draw words around a place, level, or upright to be read from the right."""
    words = words.replace("−", "-")
    font = Newstroke.load()
    strokes = list(font.render(words, size=size, scale=(1, -1))) if words else []
    if not strokes:
        return
    xs, ys = [x for stroke in strokes for x, _ in stroke], [y for stroke in strokes for _, y in stroke]
    mx, my = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    for stroke in strokes:
        points = [(x - mx, y - my) for x, y in stroke]
        turned = [(-y, x) if upright else (x, y) for x, y in points]
        placed = [(round(middle[0] + x, 3), round(middle[1] + y, 3)) for x, y in turned]
        yield from _lines(placed, INK)
