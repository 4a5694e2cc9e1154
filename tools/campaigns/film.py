"""The pictures of a throw by hand: a drawn hand takes dice, throws them and goes; camera and light are unsteady."""

import math
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Self

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.support.vision.spoiled import blur_picture, shaken
from vision.pictures import Image

Floats = NDArray[np.float32]

SKINS = ((150, 180, 225), (120, 155, 205), (85, 115, 165), (55, 80, 120))
"""Colours of skin in BGR."""
SLEEVES = ((60, 55, 50), (120, 70, 40), (190, 190, 195), (50, 50, 130))
OUTSIDE = 0.4
"""How far beyond the picture's edge an arm begins, in diagonals."""
FINGERS = ((-34, 0.95), (-12, 1.3), (4, 1.4), (20, 1.3), (58, 0.9))
"""Degrees from the arm's direction and length in widths of the hand, for each finger."""
COARSE = 240
"""Pixels of the picture's shorter side at which an arm is drawn: it is soft."""
SHADOW = 0.6
"""Share of the light that is left in the hand's shadow."""


@dataclass(frozen=True, slots=True)
class DrawnArm:
    """An arm from `start` outside of the picture to a hand at `end`, in pixels; the hand is `wide` pixels."""

    start: tuple[float, float]
    end: tuple[float, float]
    wide: float
    skin: tuple[int, int, int]
    sleeve: tuple[int, int, int]
    seed: int

    @classmethod
    def drawn_at_random(cls, random: np.random.Generator, shape: tuple[int, ...], wide: float) -> Self:
        """Return an arm that reaches from any side to about the middle of a picture (h, w, 3)."""
        height, width = shape[:2]
        end = width * random.uniform(0.35, 0.65), height * random.uniform(0.35, 0.65)
        way, far = random.uniform(0, 2 * math.pi), OUTSIDE * math.hypot(height, width) + max(height, width) / 2
        start = width / 2 + far * math.cos(way), height / 2 + far * math.sin(way)
        skin, sleeve = (colours[int(random.integers(len(colours)))] for colours in (SKINS, SLEEVES))
        return cls(start, end, wide, skin, sleeve, int(random.integers(2**31)))

    def over(self, image: Image, reach: float, smear: float = 0.0) -> Image:
        """Return a picture with the arm stretched out so far (0: out of sight, 1: fully), and its shadow.

        It is smeared over so many pixels along its way, as it moves while the shutter is open.
        """
        height, width = image.shape[:2]
        by = min(1.0, COARSE / min(height, width))
        small = replace(
            self,
            start=(self.start[0] * by, self.start[1] * by),
            end=(self.end[0] * by, self.end[1] * by),
            wide=self.wide * by,
        )
        parts = small._layers((round(height * by), round(width * by)), reach, smear * by)
        shown, alpha, light = (cv2.resize(part, (width, height), interpolation=cv2.INTER_LINEAR) for part in parts)
        return np.asarray(image * (light * (1 - alpha))[..., None] + shown * alpha[..., None], np.uint8)

    def _layers(self, shape: tuple[int, int], reach: float, smear: float) -> tuple[Floats, Floats, Floats]:
        """Return the arm (h, w, 3), how much it covers (h, w), and how much light its shadow leaves (h, w)."""
        colours, cover = np.zeros((*shape, 3), np.uint8), np.zeros(shape, np.uint8)
        tip = tuple(a + (b - a) * reach for a, b in zip(self.start, self.end, strict=True))
        way = math.atan2(self.end[1] - self.start[1], self.end[0] - self.start[0])
        self._draw(colours, cover, (tip[0], tip[1]), way)
        folds = cv2.resize(self._folds(*shape), shape[::-1], interpolation=cv2.INTER_CUBIC)
        shown = np.clip(blur_picture(colours, max(0.7, self.wide / 24)) * folds[..., None], 0, 255).astype(np.uint8)
        if smear >= 1:
            shown, cover = shaken(shown, smear, way), shaken(cover, smear, way)
        down = max(1, round(self.wide / 6))
        moved = np.array([[1, 0, down], [0, 1, down]], np.float32)
        shade = np.asarray(cv2.warpAffine(blur_picture(cover, self.wide / 8), moved, shape[::-1]), np.float32)
        return np.asarray(shown, np.float32), np.float32(1 / 255) * cover, 1 - np.float32((1 - SHADOW) / 255) * shade

    def _draw(self, colours: Image, cover: Image, tip: tuple[float, float], way: float) -> None:
        """Draw sleeve, forearm, palm and fingers."""

        def point(forward: float, angle: float = 0.0) -> tuple[int, int]:
            return (
                round(tip[0] + forward * self.wide * math.cos(way + angle)),
                round(tip[1] + forward * self.wide * math.sin(way + angle)),
            )

        dark = tuple(round(0.8 * part) for part in self.skin)
        far = math.hypot(*colours.shape[:2]) / self.wide + 3
        for canvas, sleeve, skin, edge in ((colours, self.sleeve, self.skin, dark), (cover, *(((255,),) * 3))):
            cv2.line(canvas, point(-far), point(-2.0), sleeve, max(1, round(0.95 * self.wide)), cv2.LINE_AA)
            cv2.line(canvas, point(-2.2), point(-0.3), skin, max(1, round(0.62 * self.wide)), cv2.LINE_AA)
            axes = round(0.55 * self.wide), round(0.48 * self.wide)
            cv2.ellipse(canvas, point(0), axes, math.degrees(way), 0, 360, skin, cv2.FILLED, cv2.LINE_AA)
            for degrees, length in FINGERS:
                ends = point(0.35, math.radians(degrees)), point(length, 0.55 * math.radians(degrees))
                cv2.line(canvas, *ends, edge, max(1, round(0.23 * self.wide)), cv2.LINE_AA)
                cv2.line(canvas, *ends, skin, max(1, round(0.17 * self.wide)), cv2.LINE_AA)

    def _folds(self, height: int, width: int) -> Floats:
        """Return uneven brightness (a few pixels), about 1."""
        cells = (max(2, round(4 * height / self.wide)), max(2, round(4 * width / self.wide)))
        return np.random.default_rng(self.seed).normal(0.95, 0.08, cells).astype(np.float32)


DRIFT = 0.03
"""Largest share by which the light drifts up and down."""
DRIFT_SECONDS = 7.0
BUMP = 3.0
"""Pixels by which a table that was knocked shakes at most."""
APART = 12
"""Levels by which a die differs from the ground on which it lies."""
GRAINS = 4
"""Pictures of noise that a camera takes in turn, each shifted anew."""
REFOCUSED, PASSED, KNOCKED = 0.5, 0.3, 0.3
"""Share of the throws after which the lens looks for its focus, another hand passes, or somebody knocks the table."""


@dataclass(frozen=True, slots=True, eq=False)
class ThrownScene:
    """One throw: what lies there `between`, while people have the dice in their hands, and `after` it, (h, w, 3).

    `values` were thrown, beside dice that show `kept` and of which `between` shows those that stay. `face` is the side
    of a die in pixels, `what` names the throw.
    """

    what: str
    between: Image
    after: Image
    values: tuple[int, ...]
    kept: tuple[int, ...]
    face: float


@dataclass(frozen=True, slots=True, eq=False)
class FilmMoment:
    """What one picture shows before the camera spoils it; `landed` from when all dice lie there."""

    image: Image
    defocus: float = 0.0
    shift: tuple[float, float] = (0.0, 0.0)
    landed: bool = False


def moments(scene: ThrownScene, before: Image, random: np.random.Generator) -> Iterator[FilmMoment]:
    """Yield what is to be seen from picture to picture while people throw; the last of it stays."""
    wide = float(np.clip(5 * scene.face, 0.25 * min(before.shape[:2]), 0.7 * min(before.shape[:2])))
    for _ in range(int(random.integers(3))):
        yield FilmMoment(before)
    yield from _reaching(before, scene.between, wide, random)
    for _ in range(int(random.integers(6))):
        yield FilmMoment(scene.between)
    arm = DrawnArm.drawn_at_random(random, before.shape, wide)
    for reach in (0.6, 1.0):
        yield FilmMoment(arm.over(scene.between, reach, wide / 3))
    for away in (0.8, 0.55):
        yield FilmMoment(arm.over(_rolling(scene, random), away, wide / 3))
    if random.random() < 0.5:
        yield FilmMoment(_rolling(scene, random))
    landed = [FilmMoment(arm.over(scene.after, 0.25, wide / 3), landed=True), FilmMoment(scene.after, landed=True)]
    if random.random() < REFOCUSED:
        most = float(random.uniform(1.0, 4.0))
        landed += [FilmMoment(scene.after, most * left / 5, landed=True) for left in (2, 4, 5, 3, 1)]
    if random.random() < KNOCKED:
        landed += [FilmMoment(scene.after, landed=True)] * int(random.integers(6))
        shifts = random.uniform(-BUMP, BUMP, (4, 2)).tolist()
        landed += [FilmMoment(scene.after, shift=(x, y), landed=True) for x, y in shifts]
    if random.random() < PASSED:
        landed += [FilmMoment(scene.after, landed=True)] * int(random.integers(6))
        landed += [FilmMoment(m.image, landed=True) for m in _reaching(scene.after, scene.after, wide, random)]
    yield from landed
    yield FilmMoment(scene.after, landed=True)


def _reaching(before: Image, after: Image, wide: float, random: np.random.Generator) -> Iterator[FilmMoment]:
    """Yield a hand that comes, rests for a moment, and goes; what it touches changes while it covers it."""
    arm = DrawnArm.drawn_at_random(random, before.shape, wide)
    for reach in (0.35, 0.7, 0.95):
        yield FilmMoment(arm.over(before, reach, wide / 3))
    yield FilmMoment(arm.over(before, 1.0))
    yield from [FilmMoment(arm.over(after, 1.0))] * int(random.integers(5))
    for reach in (0.8, 0.45):
        yield FilmMoment(arm.over(after, reach, wide / 3))


def _rolling(scene: ThrownScene, random: np.random.Generator) -> Image:
    """Return the scene while dice roll to where they come to rest."""
    height, width = scene.after.shape[:2]
    by = min(1.0, COARSE / min(height, width))
    size, face = (round(width * by), round(height * by)), max(2.0, scene.face * by)
    between, after = (cv2.resize(image, size, interpolation=cv2.INTER_AREA) for image in (scene.between, scene.after))
    there = (cv2.absdiff(between, after).max(axis=2) > APART).astype(np.float32)
    away = random.uniform(-0.6, 0.6, 2) * face
    moved = np.array([[1, 0, away[0]], [0, 1, away[1]]], np.float32)
    rolled = shaken(np.asarray(after, np.uint8), 0.7 * face, float(random.uniform(0, np.pi)))
    dice = cv2.resize(cv2.warpAffine(rolled, moved, size), (width, height))
    there = cv2.dilate(cv2.warpAffine(there, moved, size), np.ones((3, 3), np.uint8))
    alpha = cv2.resize(cv2.GaussianBlur(there, (0, 0), max(1.0, face / 8)), (width, height))[..., None]
    return np.asarray(scene.between * (1 - alpha) + dice * alpha, np.uint8)


@dataclass(slots=True)
class UnsteadySensor:
    """What a webcam makes of what it sees: noise, the drift of the light, JPEG."""

    random: np.random.Generator
    noise: float = field(init=False)
    quality: int = field(init=False)
    phase: float = field(init=False)
    _grains: list[Image] = field(default_factory=list, init=False)

    def __post_init__(self) -> None:
        self.noise, self.quality = float(self.random.uniform(0.8, 3.5)), int(self.random.integers(75, 94))
        self.phase = float(self.random.uniform(0, 2 * np.pi))

    def taken(self, moment: FilmMoment, seconds: float) -> Image:
        """Return the picture of a moment at a time in seconds."""
        image = moment.image
        if any(moment.shift):
            matrix = np.array([[1, 0, moment.shift[0]], [0, 1, moment.shift[1]]], np.float32)
            size = image.shape[1], image.shape[0]
            image = np.asarray(cv2.warpAffine(image, matrix, size, borderMode=cv2.BORDER_REPLICATE), np.uint8)
        if moment.defocus:
            image = blur_picture(image, moment.defocus)
        gain = 1 + DRIFT * np.sin(self.phase + 2 * np.pi * seconds / DRIFT_SECONDS)
        grain = self._grain(image.shape)
        seen = cv2.add(cv2.convertScaleAbs(image, alpha=gain), grain, dtype=cv2.CV_8U)
        _, data = cv2.imencode(".jpg", seen, [cv2.IMWRITE_JPEG_QUALITY, self.quality])
        return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)

    def _grain(self, shape: tuple[int, ...]) -> Image:
        if not self._grains or self._grains[0].shape != shape:
            normal = (self.random.standard_normal(shape, np.float32) for _ in range(GRAINS))
            self._grains = [np.round(self.noise * grain).astype(np.int16) for grain in normal]
        grain = self._grains[int(self.random.integers(GRAINS))]
        return np.roll(grain, tuple(self.random.integers(0, shape[:2]).tolist()), (0, 1))
