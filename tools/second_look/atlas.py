"""The renderer's pictures: textures of grounds, and glyphs of numerals, letters, symbols and ornaments."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image as Pillow
from PIL import ImageDraw, ImageFont

from tools.train.labels import Picture
from tools.train.surfaces import make_tiles, surface
from vision.pictures import load_picture

TEXTURE, GLYPH = 256, 64
"""Width in pixels of a texture and of a glyph."""

DRAWN, A_FOLDER, SEED = 360, 90, 7
"""The number of drawn textures, the most textures from a folder of photographs, and the seed of all."""

FONTS = ("DejaVuSans-Bold.ttf", "DejaVuSans.ttf", "DejaVuSerif-Bold.ttf", "DejaVuSansMono-Bold.ttf")
"""Fonts that come with Matplotlib."""

CHARACTERS = (
    *[str(n) for n in range(1, 21)] * 3,
    *"1234567890" * 4,
    *"ABCDEFGHKMPRSTXYZ",
    *"★☆♠♣♥♦☠✓✗☀☁✂♛♜♞⚔⚀⚁⚂⚃⚄⚅⚡☯☮✚✖✽❄❤➤♪○●◎◆■▲+×=-!?&#@",
)

ORNAMENTS = 160
"""The number of ornaments, in equal shares of each kind."""


@dataclass(frozen=True, slots=True)
class Atlas:
    """Textures (n, TEXTURE, TEXTURE, 3), RGB, and glyphs (m, GLYPH, GLYPH), with 255 for ink."""

    textures: NDArray[np.uint8]
    glyphs: NDArray[np.uint8]


def make_atlas(pictures: Sequence[Picture], seed: int = SEED) -> Atlas:
    """Return the atlas with grounds from photographs, between their dice; equal arguments give equal atlases."""
    grounds = _cut_grounds(np.random.default_rng((seed, 1)), pictures)
    textures, rng = [*draw_textures(seed), *(ground[..., ::-1] for ground in grounds)], np.random.default_rng((seed, 2))
    glyphs = [_write(rng, text) for text in CHARACTERS for _ in range(2)] + [
        _draw_ornament(rng, n) for n in range(ORNAMENTS)
    ]
    return Atlas(np.stack(textures), np.stack(glyphs))


def draw_textures(seed: int = SEED) -> NDArray[np.uint8]:
    """Return the drawn textures (DRAWN, TEXTURE, TEXTURE, 3), RGB."""
    rng, tiles = np.random.default_rng(seed), make_tiles(3)
    drawn = [np.asarray(surface(rng, TEXTURE, tiles), np.uint8) for _ in range(DRAWN)]
    return np.ascontiguousarray(np.stack(drawn)[..., ::-1])


def _cut_grounds(rng: np.random.Generator, pictures: Sequence[Picture]) -> list[NDArray[np.uint8]]:
    found: list[NDArray[np.uint8]] = []
    taken: dict[str, int] = {}
    for number in rng.permutation(len(pictures)).tolist():
        picture = pictures[number]
        if taken.get(picture.folder, 0) >= A_FOLDER:
            continue
        image = load_picture(picture.path)
        height, width = image.shape[:2]
        side = float(np.median([face.side for face in picture.faces] or [40.0]))
        for _ in range(12):
            wide = int(min(0.9 * min(height, width), side * rng.uniform(3, 7)))
            if wide < GLYPH:
                continue
            x, y = int(rng.integers(width - wide + 1)), int(rng.integers(height - wide + 1))
            if not any(_touches(face.x - x, face.y - y, 1.1 * face.side, wide) for face in picture.faces):
                how = cv2.INTER_AREA if wide > TEXTURE else cv2.INTER_CUBIC
                part = cv2.resize(image[y : y + wide, x : x + wide], (TEXTURE, TEXTURE), interpolation=how)
                found.append(np.asarray(part, np.uint8))
                taken[picture.folder] = taken.get(picture.folder, 0) + 1
                break
    return found


def _touches(x: float, y: float, reach: float, wide: int) -> bool:
    return -reach < x < wide + reach and -reach < y < wide + reach


def _write(rng: np.random.Generator, text: str) -> NDArray[np.uint8]:
    """Return a glyph of a character or number in one of four orientations, sometimes in a circle."""
    import matplotlib as mpl  # a machine that only trains takes the glyphs from a pack, and may lack this

    path = Path(mpl.get_data_path()) / "fonts" / "ttf" / FONTS[int(rng.integers(len(FONTS)))]
    font = ImageFont.truetype(str(path), int(rng.integers(34, 56) if len(text) == 1 else rng.integers(26, 40)))
    image = Pillow.new("L", (GLYPH, GLYPH), 0)
    draw = ImageDraw.Draw(image)
    left, top, right, bottom = draw.textbbox((0, 0), text, font=font)
    draw.text((GLYPH / 2 - (left + right) / 2, GLYPH / 2 - (top + bottom) / 2), text, fill=255, font=font)
    if rng.random() < 0.2:
        draw.ellipse((3, 3, GLYPH - 4, GLYPH - 4), outline=255, width=int(rng.integers(1, 5)))
    return np.ascontiguousarray(np.rot90(np.asarray(image), int(rng.integers(4))))


def _place_points(count: int, far: float, turn: float) -> NDArray[np.int32]:
    angles = turn + 2 * math.pi * np.arange(count) / count
    return np.round(GLYPH / 2 + far * np.column_stack([np.cos(angles), np.sin(angles)])).astype(np.int32)


def _draw_burst(rng: np.random.Generator, glyph: NDArray[np.uint8]) -> None:
    """Draw rays from the middle, such as a star or a sun."""
    count, inner = int(rng.integers(3, 17)), float(rng.uniform(3, 18))
    tips, turn = _place_points(count, float(rng.uniform(22, 31)), 0), math.pi / count
    valleys = _place_points(count, inner, turn)
    cv2.fillPoly(glyph, [np.stack([tips, valleys], axis=1).reshape(-1, 2)], 255, cv2.LINE_AA)


def _draw_flower(rng: np.random.Generator, glyph: NDArray[np.uint8]) -> None:
    """Draw discs or rings around the middle, such as petals."""
    count, size = int(rng.integers(3, 9)), int(rng.integers(4, 14))
    line = -1 if rng.random() < 0.6 else int(rng.integers(2, 5))
    for x, y in _place_points(count, float(rng.uniform(9, 22)), float(rng.uniform(0, 6))).tolist():
        cv2.circle(glyph, (x, y), size, 255, line, cv2.LINE_AA)
    if rng.random() < 0.5:
        cv2.circle(glyph, (GLYPH // 2, GLYPH // 2), int(rng.integers(3, 10)), 255, -1, cv2.LINE_AA)


def _draw_flake(rng: np.random.Generator, glyph: NDArray[np.uint8]) -> None:
    """Draw branched arms, such as a snowflake or filigree."""
    count, line = int(rng.choice([4, 5, 6, 8])), int(rng.integers(2, 5))
    for tip, left, right in zip(
        *(_place_points(count, far, turn) for far, turn in ((29, 0), (26, 0.3), (26, -0.3))), strict=True
    ):
        middle = np.array([GLYPH // 2, GLYPH // 2])
        cv2.line(glyph, middle.tolist(), tip.tolist(), 255, line, cv2.LINE_AA)
        knee = ((tip + middle) // 2).tolist()
        for end in (left, right):
            cv2.line(glyph, knee, end.tolist(), 255, line, cv2.LINE_AA)
        if rng.random() < 0.4:
            cv2.circle(glyph, tip.tolist(), 3, 255, -1, cv2.LINE_AA)


def _draw_scroll(rng: np.random.Generator, glyph: NDArray[np.uint8]) -> None:
    """Draw spirals, such as filigree."""
    for turn in (2 * math.pi * np.arange(int(rng.integers(1, 7)))[:, None] / max(1, int(rng.integers(1, 7)))).tolist():
        angle = np.linspace(0, float(rng.uniform(4, 12)), 60)
        far = np.linspace(2, float(rng.uniform(10, 29)), 60)
        curve = GLYPH / 2 + far[:, None] * np.column_stack([np.cos(angle + turn[0]), np.sin(angle + turn[0])])
        cv2.polylines(glyph, [np.round(curve).astype(np.int32)], False, 255, int(rng.integers(2, 4)), cv2.LINE_AA)


def _draw_rings(rng: np.random.Generator, glyph: NDArray[np.uint8]) -> None:
    """Draw concentric rings, or rings with a cross."""
    for far in sorted(rng.integers(4, 30, int(rng.integers(1, 4))).tolist()):
        cv2.circle(glyph, (GLYPH // 2, GLYPH // 2), far, 255, int(rng.integers(2, 7)), cv2.LINE_AA)
    if rng.random() < 0.4:
        for a, b in zip(_place_points(2, 24, 0).tolist(), _place_points(2, 24, math.pi).tolist(), strict=True):
            cv2.line(glyph, a, b, 255, int(rng.integers(3, 10)), cv2.LINE_AA)


def _draw_bars(rng: np.random.Generator, glyph: NDArray[np.uint8]) -> None:
    """Draw bars, such as on sockets, screws and keys."""
    line = int(rng.integers(5, 14))
    for y in rng.integers(14, 50, int(rng.integers(1, 4))).tolist():
        cv2.line(glyph, (int(rng.integers(6, 20)), y), (int(rng.integers(44, 58)), y), 255, line)
    if rng.random() < 0.5:
        cv2.circle(glyph, (GLYPH // 2, 50 if rng.random() < 0.5 else 14), 5, 255, -1)


def _draw_spots(rng: np.random.Generator, glyph: NDArray[np.uint8]) -> None:
    """Draw spots of random sizes at random places."""
    for _ in range(int(rng.integers(2, 9))):
        cv2.circle(glyph, tuple(rng.integers(8, 56, 2).tolist()), int(rng.integers(3, 9)), 255, -1, cv2.LINE_AA)


def _draw_letters(rng: np.random.Generator, glyph: NDArray[np.uint8]) -> None:
    """Draw two or three rows of letters, such as on a map or a card."""
    rows, size = int(rng.integers(2, 4)), float(rng.uniform(0.35, 0.7))
    for row in range(rows):
        text = "".join(rng.choice(list("ABCDEFGHIKLMNOPRSTUVWXYZ0123456789"), int(rng.integers(2, 6))))
        place = (int(rng.integers(2, 12)), 18 + row * 20)
        cv2.putText(glyph, text, place, cv2.FONT_HERSHEY_SIMPLEX, size, 255, int(rng.integers(1, 4)), cv2.LINE_AA)


ORNAMENT_KINDS: tuple[Callable[[np.random.Generator, NDArray[np.uint8]], None], ...] = (
    _draw_burst,
    _draw_flower,
    _draw_flake,
    _draw_scroll,
    _draw_rings,
    _draw_bars,
    _draw_spots,
    _draw_letters,
)


def _draw_ornament(rng: np.random.Generator, number: int) -> NDArray[np.uint8]:
    glyph = np.zeros((GLYPH, GLYPH), np.uint8)
    ORNAMENT_KINDS[number % len(ORNAMENT_KINDS)](rng, glyph)
    return glyph
