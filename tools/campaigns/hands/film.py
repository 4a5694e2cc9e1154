"""The pictures of a throw by hand: a hand takes dice, throws them and goes; camera and light are unsteady."""

from collections.abc import Iterator
from dataclasses import dataclass, field

import cv2
import numpy as np

from tools.campaigns.hands.arm import COARSE, DrawnArm
from tools.campaigns.spoiled_photographs import blurred, shaken
from vision.pictures import Image

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
            image = blurred(image, moment.defocus)
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
