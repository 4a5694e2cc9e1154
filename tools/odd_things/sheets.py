"""Flat things with a relief: what they look like under the lamp, their edge and their shadow."""

import math
from dataclasses import dataclass

import cv2
import numpy as np

from tools.odd_things.noise import at
from tools.odd_things.view import Canvas, Floats, Numbers, Reals

SLICES = 5


@dataclass(frozen=True, slots=True, eq=False)
class FlatThing:
    """A thing seen from above: colours (h, w, 3) in linear light, where it is (h, w) 0 to 1, its relief (h, w) in mm.

    `scale` is in pixels a mm; it is `thick` mm high at its edge. What mirrors (a tile of clouds) makes it metal.
    """

    colour: Floats
    there: Floats
    relief: Floats
    scale: float
    thick: float = 1.0
    gloss: float = 0.3
    mirrored: Floats | None = None

    @property
    def reach(self) -> float:
        """How far in mm it reaches from its middle."""
        return math.hypot(*self.there.shape) / 2 / self.scale

    def draw(self, canvas: Canvas, x: float, y: float, degrees: float, lift: float = 0.0) -> None:
        """Paint it on the table, turned, with its shadow; `lift` is how far in mm it is above the table."""
        blur, strength = canvas.shadow(x, y, self.thick + lift)
        towards = canvas.light.towards[:2] / canvas.light.towards[2] * (self.thick + lift)
        cast = self._warped(self.there, self._place(canvas, x - towards[0], y - towards[1], degrees, 0.0), canvas)
        canvas.shade(cast, blur, strength)
        near = self._warped(self.there, self._place(canvas, x, y, degrees, 0.0), canvas)
        canvas.shade(near, canvas.scale_at(x, y) * (0.3 * self.thick + 0.3 * lift + 0.1), 0.4)
        side = self.colour * canvas.light.on(np.array([0.6, 0.0, 0.5]))
        layers = [(side * 0.8, lift + self.thick * n / SLICES) for n in range(SLICES if self.thick > 0.3 else 0)]
        for lit, height in [*layers, (self._lit(canvas, degrees), lift + self.thick)]:
            place = self._place(canvas, x, y, degrees, height)
            there = self._warped(self.there, place, canvas)
            left, top, width, tall = cv2.boundingRect((there > 0).astype(np.uint8))
            part = slice(top, top + tall), slice(left, left + width)
            if width and tall:
                share = there[part][..., None]
                canvas.pixels[part] += (self._warped(lit, place, canvas)[part] - canvas.pixels[part]) * share

    def _place(self, canvas: Canvas, x: float, y: float, degrees: float, height: float) -> Reals:
        turn = math.radians(degrees)
        cos, sin = math.cos(turn) / self.scale, math.sin(turn) / self.scale
        tall, wide = self.there.shape
        # Seen from above y runs up where rows run down.
        lie = np.array([[cos, sin, x], [sin, -cos, y], [0, 0, 1]]) @ np.array(
            [[1, 0, -wide / 2], [0, 1, -tall / 2], [0, 0, 1]]
        )
        return np.asarray(canvas.view.plane(height) @ lie)

    def _warped(self, layer: Floats, place: Reals, canvas: Canvas) -> Floats:
        size = (canvas.view.width, canvas.view.height)
        return np.asarray(cv2.warpPerspective(layer, place, size, flags=cv2.INTER_LINEAR), np.float32)

    def _lit(self, canvas: Canvas, degrees: float) -> Floats:
        turn = math.radians(degrees)
        cos, sin = math.cos(turn), math.sin(turn)
        smooth = cv2.GaussianBlur(self.relief, (0, 0), 0.7)
        right, down = (cv2.Sobel(smooth, cv2.CV_32F, i, 1 - i, scale=self.scale / 8) for i in (1, 0))
        x, y = (np.asarray(side, np.float32) for side in (-(cos * right + sin * down), cos * down - sin * right))
        normals = np.stack([x, y, np.ones_like(x)], axis=-1)
        normals /= np.linalg.norm(normals, axis=-1, keepdims=True)
        to_eye = (canvas.view.eye / np.linalg.norm(canvas.view.eye)).astype(np.float32)
        lit = self.colour * canvas.light.on(normals)
        shine = canvas.light.gloss(normals, to_eye, 45) * canvas.light.colour * self.gloss
        if self.mirrored is not None:
            back = 2 * (normals @ to_eye)[..., None] * normals - to_eye
            room = at(self.mirrored, 0.25 * back[..., 0].astype(np.float32), 0.25 * back[..., 1].astype(np.float32))
            lit = (
                lit * 0.3 + self.colour * (canvas.light.colour + canvas.light.ambient) * (0.05 + 0.5 * room)[..., None]
            )
            shine = shine * self.colour * 1.5
        return np.asarray(lit + shine, np.float32)


def empty(width: float, height: float, scale: float) -> Floats:
    """Return an empty layer (h, w) for so many mm."""
    return np.zeros((max(3, round(height * scale)), max(3, round(width * scale))), np.float32)


def mm_of(layer: Floats, scale: float) -> tuple[Floats, Floats]:
    """Return x to the right and y down in mm (h, w each) from the middle of a layer."""
    tall, wide = layer.shape[:2]
    x, y = np.meshgrid((np.arange(wide) + 0.5 - wide / 2) / scale, (np.arange(tall) + 0.5 - tall / 2) / scale)
    return np.asarray(x, np.float32), np.asarray(y, np.float32)


def inside(distance: Numbers, scale: float) -> Floats:
    """Return where a signed distance in mm is below 0, with soft edges a pixel wide."""
    return np.asarray(np.clip(0.5 - distance * scale, 0, 1), np.float32)


def bevel(there: Floats, scale: float, width: float, height: float) -> Floats:
    """Return the relief of an edge that is rounded over so many mm."""
    solid = np.pad((there > 0.5).astype(np.uint8), 1)
    deep = cv2.distanceTransform(solid, cv2.DIST_L2, 5)[1:-1, 1:-1] / scale
    over = np.clip(1 - deep / width, 0, 1)
    return np.asarray(height * np.sqrt(1 - over**2), np.float32)


def even(colour: Floats, layer: Floats) -> Floats:
    """Return one colour over a whole layer (h, w, 3)."""
    return np.asarray(np.broadcast_to(colour, (*layer.shape[:2], 3)), np.float32).copy()


def stain(colours: Floats, ink: Numbers, colour: Floats) -> None:
    """Put ink of a colour where it is, in place."""
    colours += (colour - colours) * ink[..., None]


def stamp(
    layer: Floats, ink: Floats, middle: tuple[float, float], size: float, scale: float, *, degrees: float = 0
) -> None:
    """Print a square of ink, `size` mm, on a layer of ink around a middle in mm, in place."""
    factor = size * scale / ink.shape[0]
    matrix = cv2.getRotationMatrix2D((ink.shape[1] / 2, ink.shape[0] / 2), degrees, factor)
    matrix[0, 2] += layer.shape[1] / 2 + middle[0] * scale - ink.shape[1] / 2
    matrix[1, 2] += layer.shape[0] / 2 + middle[1] * scale - ink.shape[0] / 2
    small = max(0.01, 0.45 / factor - 0.45)
    soft = cv2.GaussianBlur(ink, (0, 0), small) if factor < 0.8 else ink
    np.maximum(layer, cv2.warpAffine(soft, matrix, (layer.shape[1], layer.shape[0])), out=layer)
