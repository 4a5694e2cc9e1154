"""The board's files for its makers: an archive of Gerber and drill files, with the print in white."""

import warnings
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

from gerbonara import ExcellonFile, GerberFile, LayerStack
from gerbonara.apertures import Aperture, CircleAperture, ExcellonTool
from gerbonara.graphic_objects import Flash, GraphicObject, Line, Region
from gerbonara.layers import NamingScheme
from gerbonara.utils import MM

from tools.board.copper import BoardCopper
from tools.board.layout import Place, Shield
from tools.board.silk import INK, MASK, prints
from tools.zips import zip_of

NAME = "pipsqueak-shield"
SIDES = ("top", "bottom")


def layer_stack(shield: Shield, copper: BoardCopper) -> LayerStack:
    """Return all layers of the board."""
    layers = {}
    for number, side in enumerate(SIDES):
        layers[side, "copper"] = GerberFile(list(_copper(copper, number)))
        rings = [hole for hole in copper.holes if hole.ring > 0 and not _is_via(shield, hole.place)]
        masks = [_flash(hole.place, hole.ring + 2 * MASK) for hole in rings]
        layers[side, "mask"] = GerberFile(masks)
    drawn = (line for printed in prints(shield) for ends in printed.lines for line in _lines(list(ends), INK))
    layers["top", "silk"] = GerberFile(list(drawn))
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
    """Write all files of a board into the archive that is sent to its makers."""
    with TemporaryDirectory() as folder:
        stack.save_to_directory(folder, naming_scheme=NamingScheme.kicad)
        path.write_bytes(zip_of({file.name: file.read_bytes() for file in Path(folder).iterdir()}))


def picture(stack: LayerStack, side: str) -> str:
    """Return a picture of a side of the board as SVG."""
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
