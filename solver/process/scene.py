"""What a picture of a game shows, as text or as an image."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from solver.errors import OptionError

if TYPE_CHECKING:
    from PIL.ImageDraw import ImageDraw

RENDER_MODES = ("ansi", "rgb_array")
WIDTH, HEIGHT = 480, 320
EDGE = 20
PAPER, INK, SOFT = (250, 248, 243), (34, 34, 34), (204, 200, 190)
# From the palette of Okabe and Ito, as all pictures of the solver.
BANKED, AT_RISK = (0, 114, 178), (230, 159, 0)
PIPS = {
    1: ((1, 1),),
    2: ((0, 0), (2, 2)),
    3: ((0, 0), (1, 1), (2, 2)),
    4: ((0, 0), (0, 2), (2, 0), (2, 2)),
    5: ((0, 0), (0, 2), (1, 1), (2, 0), (2, 2)),
    6: ((0, 0), (0, 1), (0, 2), (2, 0), (2, 1), (2, 2)),
}


@dataclass(frozen=True, slots=True)
class PointsStanding:
    """A player's points: `banked`, `at_risk` on top of them, and the goal `of` which they are part, 0 if none."""

    label: str
    banked: int
    at_risk: int = 0
    of: int = 0

    @property
    def text(self) -> str:
        """The points in words."""
        risk = f" + {self.at_risk}" if self.at_risk else ""
        return f"{self.label}: {self.banked}{risk}{f' of {self.of}' if self.of else ''}"


def check_render(mode: str | None) -> str | None:
    """Return a way to render. Raises OptionError for one that is none."""
    if mode not in (None, *RENDER_MODES):
        raise OptionError(f"render_mode {mode!r} is not supported: choose from {', '.join(RENDER_MODES)}")
    return mode


def format_title(name: str) -> str:
    """Return a game's name as a title: Pass the Pigs for pass-the-pigs."""
    first, *rest = name.split("-")
    return " ".join([first.capitalize(), *(word if word == "the" else word.capitalize() for word in rest)])


def standings_of(scores: Sequence[int], mover: int, at_risk: int, goal: int) -> tuple[PointsStanding, ...]:
    """Return where players stand of whom `mover` has points at risk."""
    return tuple(
        PointsStanding(f"player {player}", score, at_risk * (player == mover), goal)
        for player, score in enumerate(scores)
    )


@dataclass(frozen=True, slots=True)
class GameScene:
    """A moment of a game: where the players stand, the dice that lie there, further `rows`, and whose turn it is."""

    title: str
    standings: tuple[PointsStanding, ...] = ()
    dice: tuple[int, ...] = ()
    rows: tuple[tuple[str, str], ...] = ()
    note: str = ""

    @property
    def text(self) -> str:
        """The moment in lines of text."""
        lines = [self.title, *(standing.text for standing in self.standings)]
        if self.dice:
            lines.append(f"dice {' '.join(map(str, self.dice))}")
        lines += [f"{name:<16}{value:>5}".rstrip() for name, value in self.rows]
        return "\n".join([*lines, self.note] if self.note else lines)

    def render(self, mode: str | None) -> Any:
        """Return the moment as text or as a picture, by one of RENDER_MODES; None without one."""
        return None if mode is None else self.text if mode == "ansi" else self.image()

    def image(self) -> NDArray[np.uint8]:
        """Return the moment as a picture, HEIGHT x WIDTH x 3, RGB. Raises MissingPackageError."""
        from PIL import Image, ImageDraw

        picture = Image.new("RGB", (WIDTH, HEIGHT), PAPER)
        draw = ImageDraw.Draw(picture)
        draw.text((EDGE, 12), self.title, INK, _font(22))
        y = 48
        for standing in self.standings:
            _draw_standing(draw, standing, y)
            y += 44 if standing.of else 24
        if self.dice:
            side = min(56, (WIDTH - 2 * EDGE) // len(self.dice) - 10)
            for place, face in enumerate(self.dice):
                _draw_die(draw, face, (EDGE + place * (side + 10), y + 4), side)
            y += side + 14
        _draw_rows(draw, self.rows, y)
        draw.text((EDGE, HEIGHT - 30), self.note, INK, _font(15))
        return np.array(picture, np.uint8)


@lru_cache
def _font(size: int) -> Any:
    from PIL import ImageFont

    return ImageFont.load_default(size)


def _draw_standing(draw: "ImageDraw", standing: PointsStanding, y: int) -> None:
    draw.text((EDGE, y), standing.text, INK, _font(15))
    if not standing.of:
        return
    left, right, top = EDGE, WIDTH - EDGE, y + 21
    scale = (right - left) / standing.of
    banked = left + round(scale * min(standing.banked, standing.of))
    risked = left + round(scale * min(standing.banked + standing.at_risk, standing.of))
    draw.rectangle((left, top, right, top + 12), SOFT)
    if risked > banked:
        draw.rectangle((banked, top, risked, top + 12), AT_RISK)
    if banked > left:
        draw.rectangle((left, top, banked, top + 12), BANKED)


def _draw_die(draw: "ImageDraw", face: int, corner: tuple[int, int], side: int) -> None:
    x, y = corner
    draw.rounded_rectangle((x, y, x + side, y + side), side // 6, "white", INK, 2)
    if face not in PIPS:
        draw.text((x + side / 2, y + side / 2), str(face), INK, _font(side // 2), "mm")
        return
    radius = side / 11
    for column, row in PIPS[face]:
        middle = x + side * (1 + column) / 4, y + side * (1 + row) / 4
        draw.ellipse((*(m - radius for m in middle), *(m + radius for m in middle)), INK)


def _draw_rows(draw: "ImageDraw", rows: tuple[tuple[str, str], ...], top: int) -> None:
    """Write rows in two columns below `top`."""
    half = -(-len(rows) // 2)
    for place, (name, value) in enumerate(rows):
        column, row = divmod(place, half)
        x, y = EDGE + column * 230, top + row * 17
        draw.text((x, y), name, INK, _font(13))
        draw.text((x + 200, y), value, BANKED, _font(13), "ra")
