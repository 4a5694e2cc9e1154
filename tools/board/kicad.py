"""The board as a file for KiCad 6 or later. Press B in KiCad to pour the ground."""

import uuid
from collections.abc import Iterator
from itertools import pairwise

from tools.board.copper import BoardCopper
from tools.board.layout import Place, Shield, ShieldPart
from tools.board.route import CLEARANCE, VIA_HOLE
from tools.board.silk import INK, prints

UP = 100.0
"""KiCad counts y downwards, from this height in mm."""
SPACE = uuid.UUID("6e5a1f0c-53f5-5b0c-9d7a-6d9f6c1f0a11")
LAYERS = '(layers (0 "F.Cu" signal) (31 "B.Cu" signal) (36 "B.SilkS" user) (37 "F.SilkS" user) (38 "B.Mask" user) '
LAYERS += '(39 "F.Mask" user) (44 "Edge.Cuts" user) (49 "F.Fab" user))'
COPPER = ("F.Cu", "B.Cu")
FONT = "(effects (font (size 1 1) (thickness 0.15)))"


def kicad_board(shield: Shield, copper: BoardCopper) -> str:
    """Return the text of a .kicad_pcb file."""
    nets = {net: number for number, net in enumerate(["", *sorted({pin.net for pin, _ in shield.pins} - {""})])}
    lines = ["(kicad_pcb (version 20211014) (generator pipsqueak)", '(general (thickness 1.6)) (paper "A4")', LAYERS]
    lines += ["(setup (pad_to_mask_clearance 0.1))", *(f'(net {number} "{net}")' for net, number in nets.items())]
    for number, part in enumerate(shield.parts):
        lines += _footprint(number, part, nets)
    pins = {pin.place for pin, _ in shield.pins}
    for number, hole in enumerate(hole for hole in copper.holes if hole.ring == 0):
        size = f"(size {hole.diameter:g} {hole.diameter:g}) (drill {hole.diameter:g})"
        pad = f'(pad "" np_thru_hole circle (at 0 0) {size} (layers "*.Cu" "*.Mask"))'
        lines.append(f'(footprint "pipsqueak:hole" (layer "F.Cu") {_stamp("hole", number)} {_at(hole.place)} {pad})')
    for number, track in enumerate(copper.tracks):
        for piece, (one, two) in enumerate(pairwise(track.points)):
            ends = f"(start {_xy(one)}) (end {_xy(two)}) (width {track.width:g})"
            its = f'(layer "{COPPER[track.layer]}") (net {nets[track.net]}) {_stamp("track", number, piece)}'
            lines.append(f"(segment {ends} {its})")
    for number, hole in enumerate(hole for hole in copper.holes if hole.ring > 0 and hole.place not in pins):
        its = f'(size {hole.ring:g}) (drill {VIA_HOLE:g}) (layers "F.Cu" "B.Cu") (net {nets[hole.net]})'
        lines.append(f"(via {_at(hole.place)} {its} {_stamp('via', number)})")
    left, low, right, top = copper.outline
    corners = [(left, low), (right, low), (right, top), (left, top)]
    for number, (one, two) in enumerate(zip(corners, [*corners[1:], corners[0]], strict=True)):
        ends = f"(start {_xy(one)}) (end {_xy(two)})"
        lines.append(f'(gr_line {ends} (layer "Edge.Cuts") (width 0.1) {_stamp("edge", number)})')
    poured = f'(zone (net {nets["ground"]}) (net_name "ground") (layers "F&B.Cu") {_stamp("ground")} (hatch edge 0.5)'
    poured += f" (connect_pads (clearance {CLEARANCE + 0.05:g})) (min_thickness 0.3) (filled_areas_thickness no)"
    lines.append(f"{poured} (fill yes (thermal_gap 0.4) (thermal_bridge_width 1)) {_polygon(corners)})")
    for number, (one, two) in enumerate(ends for printed in prints(shield) for ends in printed.lines):
        ends = f"(start {_xy(one)}) (end {_xy(two)})"
        lines.append(f'(gr_line {ends} (layer "F.SilkS") (width {INK:g}) {_stamp("print", number)})')
    for number, (x0, y0, x1, y1) in enumerate(shield.clear):
        kept = f'(zone (net 0) (net_name "") (layer "F.Cu") {_stamp("clear", number)} (hatch edge 0.5)'
        kept += " (connect_pads (clearance 0)) (min_thickness 0.25) (keepout (tracks not_allowed) (vias not_allowed)"
        kept += " (pads allowed) (copperpour not_allowed) (footprints allowed)) (fill (thermal_gap 0.5)"
        lines.append(f"{kept} (thermal_bridge_width 0.5)) {_polygon([(x0, y0), (x1, y0), (x1, y1), (x0, y1)])})")
    return "\n".join([*lines, ")", ""])


def _footprint(number: int, part: ShieldPart, nets: dict[str, int]) -> Iterator[str]:
    first = part.pins[0].place
    name, _, value = part.name.partition(" ")
    stamp = _stamp("part", number)
    yield f'(footprint "pipsqueak:{name}" (layer "F.Cu") {stamp} {_at(first)} (attr through_hole)'
    for kind, words, down in (("reference", name, -3), ("value", value or part.kind.type, 3)):
        yield f'(fp_text {kind} "{words}" (at 0 {down}) (layer "F.Fab") {FONT})'
    for count, pin in enumerate(part.pins, 1):
        net = f'(net {nets[pin.net]} "{pin.net}")' if pin.net else ""
        size = f"(size {part.kind.pad:g} {part.kind.pad:g}) (drill {part.kind.hole:g})"
        yield f'(pad "{count}" thru_hole circle (at {_xy(pin.place, first)}) {size} (layers "*.Cu" "*.Mask") {net})'
    yield ")"


def _xy(place: Place, origin: Place | None = None) -> str:
    """Return a place in KiCad's mm, on the board or from the origin of a footprint."""
    x, y = (place[0] - origin[0], origin[1] - place[1]) if origin else (place[0], UP - place[1])
    return f"{round(x, 4):g} {round(y, 4):g}"


def _at(place: Place) -> str:
    return f"(at {_xy(place)})"


def _polygon(corners: list[Place]) -> str:
    return f"(polygon (pts {' '.join(f'(xy {_xy(corner)})' for corner in corners)}))"


def _stamp(*words: object) -> str:
    return f"(tstamp {uuid.uuid5(SPACE, ' '.join(map(str, words)))})"
