"""Draws the surroundings of the wells: desk, plate with print and markers, felt of the open tray."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import cv2
import numpy as np

from hardware.sim.lens import HEIGHT, WIDTH, CameraLens, Floats, Image, clip_box
from hardware.sim.light import KINDS, ROOM, Light, Steps, quantize
from hardware.sim.wells import Area, mask_area

COARSE = 4
"""Shadows are soft, so they are computed for every fourth pixel of every fourth row."""
SCALE = 6
"""Pixels per mm of a drawn surface, so that the modules of the markers have whole pixels."""
DESK_LEFT, DESK_ABOVE = 160.0, 90.0
"""mm of the drawn desk to the left of the plate and above it."""
RIM_HEIGHT = 6.0
RIM_WIDTH = 3.0
INK = (0.035, 0.032, 0.03)
PAPER, PAPER_THICKNESS = 0.82, 0.2
WALNUT = np.array([0.035, 0.062, 0.115], np.float32)
BIRCH = np.array([0.33, 0.45, 0.54], np.float32)
PLATE_EDGE = np.array([0.16, 0.25, 0.33], np.float32)
FELT = np.array([0.048, 0.105, 0.03], np.float32)


def background(dimensions: Mapping[str, Any], lens: CameraLens, light: Light, box: Area) -> Steps:
    """Return the light (3, h, w, 3), in steps, of everything except the wells block or boxes, for each kind of light.

    `box` is their outline (left, top, right, bottom) in mm, for the shadow on the plate.
    """
    rays, thick = lens.rays(), _thickness(dimensions)
    outline = (0.0, 0.0, float(dimensions["plate"]["width"]), float(dimensions["plate"]["height"]))
    layers = np.empty((3, HEIGHT, WIDTH, 3), np.float32)
    colour = layers[ROOM]  # holds the colours until ROOM, the last kind, is done
    on_plate = _paint(colour, dimensions, lens, rays, outline)
    plate_x, plate_y = lens.intersect(rays, 0.0)
    coarse = rays[COARSE // 2 :: COARSE, COARSE // 2 :: COARSE].copy()
    del rays
    rise = float(dimensions["wells"]["depth"] + (dimensions["wells"]["floor"] if "box" in dimensions else 0.0))
    for kind in KINDS:
        samples = light.samples[kind] if kind in light.lamps else None
        below = _shade(samples, *lens.intersect(coarse, -thick), outline, thick)
        above = _shade(samples, *lens.intersect(coarse, 0.0), box, rise)
        lit, over = _enlarge(below), _enlarge(above)
        over -= lit
        over *= on_plate
        lit += over
        lit *= light.shine(kind, plate_x, plate_y, 0.0)
        np.multiply(colour, lit[..., None], out=layers[kind])
    if "side" in dimensions["tray"]:
        _add_tray(layers, dimensions["tray"], lens, light)
    return np.stack([quantize(layer) for layer in layers])


def _thickness(dimensions: Mapping[str, Any]) -> float:
    """Return the thickness of the plate in mm, which may be a sheet of paper."""
    return float(dimensions["sheet"]["plate"]) if "sheet" in dimensions else PAPER_THICKNESS


def _paint(
    colour: Floats,
    dimensions: Mapping[str, Any],
    lens: CameraLens,
    rays: Floats,
    outline: tuple[float, float, float, float],
) -> Floats:
    """Put the colours of desk and plate into a picture (h, w, 3); return the share of the plate in each pixel (h, w).

    The surfaces are finer than the picture, so the memory of each is freed before the next is drawn.
    """
    desk_x, desk_y = lens.intersect(rays, -_thickness(dimensions))
    plate_x, plate_y = lens.intersect(rays, 0.0)
    on_plate = mask_area(plate_x, plate_y, outline, 0.35)
    edge = mask_area(desk_x, desk_y, outline, 0.35) * (1 - on_plate)
    # Each pixel is a mixture of desk, the plate's edge, and plate.
    ground = _sample(_boards(), desk_x + DESK_LEFT, desk_y + DESK_ABOVE, 3)
    ground *= 1 - edge
    off_plate = 1 - on_plate
    for channel in range(3):
        colour[..., channel] = (ground * WALNUT[channel] + edge * PLATE_EDGE[channel]) * off_plate
    del desk_x, desk_y, edge, ground, off_plate
    for channel, surface in enumerate(_draw_channels(dimensions)):
        top = _sample(surface, plate_x, plate_y, SCALE)
        top *= on_plate
        colour[..., channel] += top
    return on_plate


def _enlarge(coarse: Floats) -> Floats:
    return np.asarray(cv2.resize(coarse, (WIDTH, HEIGHT), interpolation=cv2.INTER_LINEAR), np.float32)


def _add_tray(everything: Floats, tray: Mapping[str, Any], lens: CameraLens, light: Light) -> None:
    left, top, side, floor = (float(tray[key]) for key in ("left", "top", "side", "floor"))
    outer = (left - RIM_WIDTH, top - RIM_WIDTH, left + side + RIM_WIDTH, top + side + RIM_WIDTH)
    inner = (left, top, left + side, top + side)
    corners = np.array([[x, y, RIM_HEIGHT] for x in outer[::2] for y in outer[1::2]])
    box = clip_box(lens.box_of(corners, margin=4))
    if box[0] >= box[2] or box[1] >= box[3]:
        return
    layers = everything[:, box[1] : box[3], box[0] : box[2]]
    rays = lens.rays(box)
    x, y = lens.intersect(rays, floor)
    inside = mask_area(x, y, inner, 0.35)[..., None]
    colour = _sample(_cloth(), x - left, y - top, 10)[..., None] * FELT
    near = np.minimum(np.minimum(x - left, left + side - x), np.minimum(y - top, top + side - y))
    corner = 1 - 0.3 * np.exp(-np.maximum(near, 0) / 3)
    for kind in KINDS:
        falling = light.shine(kind, x, y, floor)
        rim_shadow = 1.0 if kind == ROOM else _rim_shadow(light.samples[kind], x, y, inner, RIM_HEIGHT - floor)
        layers[kind] = layers[kind] * (1 - inside) + inside * colour * (falling * corner * rim_shadow)[..., None]
    wood = np.array([0.07, 0.12, 0.2], np.float32)
    # The sides of the rim, seen at an angle, are drawn as a stack of thin frames.
    for height in (*np.linspace(floor, RIM_HEIGHT, 10)[:-1], RIM_HEIGHT):
        x, y = lens.intersect(rays, float(height))
        frame = mask_area(x, y, outer, 0.35) * (1 - mask_area(x, y, inner, 0.35))
        where = np.nonzero(frame)
        x, y, frame = x[where], y[where], frame[where][:, None]
        fibre = 1 + 0.12 * np.sin((x if height == RIM_HEIGHT else y) * 0.9 + 2 * np.sin(y * 0.21))
        side_dark = 1.0 if height == RIM_HEIGHT else 0.45
        for kind in KINDS:
            falling = light.shine(kind, x, y, float(height))
            part = layers[kind][where]
            layers[kind][where] = part * (1 - frame) + frame * wood * (falling * fibre * side_dark)[:, None]


def _rim_shadow(samples: Floats, x: Floats, y: Floats, inner: tuple[float, float, float, float], rise: float) -> Floats:
    shade = np.ones_like(x)
    for sample in samples:
        share = rise / sample[2]
        inside = mask_area(x + (sample[0] - x) * share, y + (sample[1] - y) * share, inner, 0.5)
        shade -= 0.15 * (1 - inside)
    return shade


def _shade(samples: Floats | None, x: Floats, y: Floats, box: tuple[float, float, float, float], rise: float) -> Floats:
    """Return the share of light, from samples (n, 3) or from everywhere, that reaches the floor around a box."""
    left, top, right, bottom = box
    if samples is None:
        outside = np.maximum(np.maximum(left - x, x - right), np.maximum(top - y, y - bottom))
        return np.asarray(1 - 0.55 * np.exp(-np.maximum(outside, 0) / (0.35 * rise)))
    corners = np.array([[left, top], [right, top], [right, bottom], [left, bottom]], np.float32)
    share = np.ones_like(x)
    for sample in samples:
        thrown = corners + (corners - sample[:2]) * (rise / (sample[2] - rise))
        hull = cv2.convexHull(np.concatenate([corners, thrown]).astype(np.float32))
        share -= _convex(x, y, np.asarray(hull, np.float32)[:, 0], 0.16 * rise) / (len(samples) + 0.5)
    return share


def _convex(x: Floats, y: Floats, hull: Floats, soft: float) -> Floats:
    """Return 1 inside a convex outline (n, 2), 0 outside, with a soft edge of this width in mm."""
    middle = hull.mean(axis=0)
    depth = np.full_like(x, np.inf)
    for a, b in zip(hull, np.roll(hull, -1, axis=0), strict=True):
        normal = np.array([b[1] - a[1], a[0] - b[0]], np.float32)
        normal /= np.float32(max(float(np.linalg.norm(normal)), 1e-9) * (1 if normal @ (a - middle) >= 0 else -1))
        depth = np.minimum(depth, normal[0] * (a[0] - x) + normal[1] * (a[1] - y))
    return np.asarray(np.clip(depth / soft + 0.5, 0, 1))


def _sample(surface: Floats, x: Floats, y: Floats, scale: float) -> Floats:
    """Return the colour of a surface at positions in mm from its top left corner."""
    at = (x * scale - 0.5).astype(np.float32), (y * scale - 0.5).astype(np.float32)
    return np.asarray(cv2.remap(surface, *at, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.float32)


def grain(seed: int, size: tuple[int, ...], rough: tuple[tuple[int, int, float], ...]) -> Floats:
    """Return noise around 0 of this size (height, width); each (rows, columns, weight) adds a stretched octave."""
    random = np.random.default_rng(seed)
    height, width = size
    total = np.zeros((height, width), np.float32)
    for rows, columns, weight in rough:
        octave = random.normal(0, weight, (rows, columns)).astype(np.float32)
        total += cv2.resize(octave, (width, height), interpolation=cv2.INTER_CUBIC)
    return total


def felt() -> Floats:
    """Return felt: 10 pixels per mm, 100 x 100 mm."""
    return np.asarray(_cloth()[..., None] * FELT)


def _cloth() -> Floats:
    """Return how bright felt is at each of its pixels, 1 on average."""
    random = np.random.default_rng(11)
    fibres = random.normal(0, 1, (1000, 1000)).astype(np.float32)
    fibres = cv2.GaussianBlur(fibres, (0, 0), 1.2) * 2.6 + cv2.GaussianBlur(fibres, (0, 0), 14) * 9
    return np.asarray(1 + 0.16 * fibres, np.float32)


def desk() -> Floats:
    """Return walnut boards: 3 pixels per mm, 540 x 380 mm."""
    return np.asarray(_boards()[..., None] * WALNUT)


def _boards() -> Floats:
    """Return how bright the desk is at each of its pixels, 1 on average."""
    height, width = 1140, 1620
    warp = grain(3, (height, width), ((5, 4, 14.0), (14, 8, 4.0)))
    rows = np.arange(height, dtype=np.float32)[:, None]
    warp *= 9
    warp += rows
    shade = np.sin(warp * 0.055)
    shade *= 0.5
    warp *= 0.021
    warp += 1
    shade += np.sin(warp, out=warp)
    shade *= 0.12
    pores = grain(4, (height, width), ((570, 40, 0.5), (1140, 90, 0.35), (200, 12, 0.4)))
    boards = 1 - 0.5 * np.exp(-np.abs((rows % 330) - 165) / 1.2)
    pores *= 0.13
    shade += pores
    shade += 1
    shade *= boards * (1 + 0.1 * np.sign(np.sin(rows / 330 * np.pi)))
    return np.asarray(np.clip(shade, 0.2, 2, out=shade), np.float32)


def plate(dimensions: Mapping[str, Any]) -> Floats:
    """Return the birch plate with its print and markers, 6 pixels per mm."""
    return np.stack(list(_draw_channels(dimensions)), axis=-1)


def _draw_channels(dimensions: Mapping[str, Any]) -> Iterator[Floats]:
    """Yield the three channels of the plate one after the other: each is 9 MB."""
    board, tray = dimensions["plate"], dimensions["tray"]
    width, height = round(board["width"] * SCALE), round(board["height"] * SCALE)
    lines = grain(5, (height, width), ((240, 6, 0.6), (600, 14, 0.5), (1200, 40, 0.4), (40, 4, 0.5)))
    lines *= 0.004 if "box" in dimensions else 0.055
    lines += 1
    ink = np.zeros((height, width), np.uint8)

    def text(words: str, x: float, y: float, size: float, weight: int = 2) -> None:
        cv2.putText(ink, words, _pixel(x, y), cv2.FONT_HERSHEY_SIMPLEX, size, 255, weight, cv2.LINE_AA)

    box = dimensions.get("box")
    if box:
        half = box["side"] / 2 + box["wall"]
        for number, (x, y) in enumerate(box["places"], 1):
            cv2.rectangle(ink, _pixel(x - half, y - half), _pixel(x + half, y + half), 255, 2)
            text(str(number), x - 5, y + 5, 3.0, 8)
    else:
        _label(ink, text, board, tray)
    printed = ink.astype(np.float32)
    printed *= 0.9 / 255
    lines *= 1 - printed
    for bare, black in zip((PAPER,) * 3 if box else BIRCH, INK, strict=True):
        surface = lines * bare + printed * np.float32(black)
        _draw_markers(surface, dimensions)
        yield np.asarray(cv2.GaussianBlur(surface, (0, 0), 0.9, dst=surface), np.float32)


def _label(ink: Image, text: Callable[..., None], board: Mapping[str, float], tray: Mapping[str, float]) -> None:
    """Print rulers and words onto a plate of birch."""
    cv2.rectangle(ink, _pixel(3, 28), _pixel(3.4, board["height"] - 28), 255, -1)
    cv2.rectangle(ink, _pixel(board["width"] - 3.4, 28), _pixel(board["width"] - 3, board["height"] - 28), 255, -1)
    for x in range(32, round(board["width"]) - 31):
        long = 3.5 if x % 10 == 0 else 2.2 if x % 5 == 0 else 1.3
        cv2.line(ink, _pixel(x, board["height"] - 3), _pixel(x, board["height"] - 3 - long), 255, 1, cv2.LINE_AA)
        if x % 50 == 0:
            text(str(x), x - 3, board["height"] - 8, 0.7)
    text("PIPSQUEAK", 30, 17, 2.0, 4)
    text("dice in the wells: hands off", 31, 25, 0.75)
    text("OPEN TRAY", tray["left"] + 28, tray["top"] - 8, 1.3, 3)
    text("throw your own dice here", tray["left"] + 26, tray["top"] + tray["side"] + 12, 0.75)


def _draw_markers(surface: Floats, dimensions: Mapping[str, Any]) -> None:
    """Draw markers and screws, which have no colour, on one channel of the plate."""
    board, markers = dimensions["plate"], dimensions["markers"]
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    side = round(markers["side"] * SCALE)
    quiet = side // 6
    for which, (x, y) in enumerate(markers["centres"]):
        left, top = round(x * SCALE - side / 2), round(y * SCALE - side / 2)
        surface[top - quiet : top + side + quiet, left - quiet : left + side + quiet] = PAPER
        if which + 1 in markers.get("missing", ()):
            continue
        drawn = cv2.aruco.generateImageMarker(dictionary, which, side)
        if which + 1 in markers.get("turned", ()):
            drawn = np.ascontiguousarray(drawn[::-1, ::-1])
        surface[top : top + side, left : left + side] = np.where(drawn > 0, PAPER, 0.03)
    if "sheet" not in dimensions:
        return
    middle = surface.shape[1] // 2 / SCALE
    for x, y in ((middle, 6.0), (6.0, board["height"] / 2), (board["width"] - 8.0, board["height"] / 2)):
        cv2.circle(surface, _pixel(x, y), 16, (0.3,), -1, cv2.LINE_AA)
        cv2.line(surface, _pixel(x - 1.6, y - 0.8), _pixel(x + 1.6, y + 0.8), (0.08,), 4, cv2.LINE_AA)


def _pixel(x: float, y: float) -> tuple[int, int]:
    """Return the pixel of the drawn plate at a place in mm."""
    return round(x * SCALE), round(y * SCALE)
