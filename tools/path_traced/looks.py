"""The looks of a scene's things and its light, from a seed; colours are linear red, green, blue from 0 to 1."""

import colorsys
from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np

from tools.path_traced.dice import PipShape

Colour = tuple[float, float, float]
DieStuff = Literal["plastic", "glossy", "translucent", "swirled"]
SurfaceStuff = Literal["wood", "cloth", "felt", "marble", "plain", "checked", "granite"]
SURFACES: tuple[SurfaceStuff, ...] = get_args(SurfaceStuff)
LightKind = Literal["area", "sun", "ring", "two lamps"]
LIGHTS: tuple[LightKind, ...] = get_args(LightKind)

WHITE: Colour = (0.8, 0.79, 0.77)
BLACK: Colour = (0.02, 0.02, 0.022)
RED: Colour = (0.5, 0.015, 0.02)
IVORY: Colour = (0.74, 0.64, 0.44)


@dataclass(frozen=True, slots=True)
class DieFinish:
    """The material of a die: its colour, and the colours of swirls in it, of the pips, and of the ones' pips."""

    stuff: DieStuff
    colour: Colour
    other: Colour
    ink: Colour
    ink_of_one: Colour
    roughness: float
    pips: PipShape


@dataclass(frozen=True, slots=True)
class SurfaceLook:
    """The material of the table; `pitch` is the size of its pattern in mm."""

    stuff: SurfaceStuff
    colour: Colour
    other: Colour
    pitch: float
    roughness: float


@dataclass(frozen=True, slots=True)
class LightLook:
    """The light: elevation and azimuth in degrees, `size` in mm, and `fill`, the room's share of the light."""

    kind: LightKind
    elevation: float
    azimuth: float
    size: float
    warmth: float
    fill: float
    seed: int


@dataclass(frozen=True, slots=True)
class SceneLook:
    """All looks of a scene; `blur` is in pixels, for a point five sides of a die out of focus."""

    dice: tuple[DieFinish, ...]
    surface: SurfaceLook
    light: LightLook
    props: tuple[Colour, ...]
    blur: float


def scene_look(random: np.random.Generator, dice: int, props: int, *, folded: bool) -> SceneLook:
    """Return the looks of a scene with these numbers of dice and props; a `folded` table is of cloth."""
    first = die_look(random)
    alike = random.random() < 0.6
    looks = tuple(first if alike else die_look(random) for _ in range(dice))
    colours = tuple(any_colour(random, 0.03, 0.8) for _ in range(props))
    surface = surface_look(random, folded=folded)
    return SceneLook(looks, surface, light_look(random), colours, float(random.choice([0, random.uniform(0, 2)])))


def any_colour(random: np.random.Generator, darkest: float, lightest: float) -> Colour:
    """Return a random colour whose largest component is between two bounds."""
    value = float(darkest * (lightest / darkest) ** random.random())
    r, g, b = colorsys.hsv_to_rgb(float(random.random()), float(random.uniform(0, 0.9) ** 1.3), value)
    return r, g, b


def die_look(random: np.random.Generator) -> DieFinish:
    """Return a random look of a die: white, black, red, ivory or coloured; plastic, glossy, translucent or swirled."""
    stuff: DieStuff = ("plastic", "glossy", "translucent", "swirled")[int(random.choice(4, p=[0.36, 0.26, 0.24, 0.14]))]
    choice = random.random()
    colour = WHITE if choice < 0.28 else BLACK if choice < 0.4 else RED if choice < 0.52 else IVORY
    if choice > 0.64 or stuff == "translucent":
        hue = float(random.random())
        colour = colorsys.hsv_to_rgb(hue, float(random.uniform(0.65, 0.97)), float(random.uniform(0.2, 0.7)))
    light = 0.3 * colour[0] + 0.6 * colour[1] + 0.1 * colour[2]
    ink = WHITE if light < 0.3 or (stuff == "translucent" and random.random() < 0.7) else BLACK
    if light > 0.5 and random.random() < 0.2:
        ink = colorsys.hsv_to_rgb(float(random.random()), 0.9, 0.3)
    one = (0.55, 0.02, 0.02) if light > 0.5 and random.random() < 0.15 else ink
    spread = float(random.uniform(0.22, 0.275))
    depth = float(random.choice([0.0, random.uniform(0.02, 0.05)], p=[0.3, 0.7]))
    pips = PipShape(spread, float(random.uniform(0.075, 0.105)), depth, 1.5 if one != ink else 1.0)
    roughness = float(random.uniform(0.03, 0.12) if stuff != "plastic" else random.uniform(0.2, 0.5))
    return DieFinish(stuff, colour, any_colour(random, 0.02, 0.9), ink, one, roughness, pips)


def surface_look(random: np.random.Generator, *, folded: bool) -> SurfaceLook:
    """Return a random look of a table."""
    choices: tuple[SurfaceStuff, ...] = ("cloth", "felt", "checked") if folded else SURFACES
    stuff = choices[int(random.integers(len(choices)))]
    colour, other = any_colour(random, 0.04, 0.75), any_colour(random, 0.04, 0.75)
    roughness, pitch = 0.9, float(random.uniform(0.4, 1.1))
    match stuff:
        case "wood":
            light = float(random.uniform(0.12, 1.0))
            colour, other = (0.55 * light, 0.3 * light, 0.13 * light), (0.3 * light, 0.13 * light, 0.05 * light)
            roughness, pitch = float(random.uniform(0.18, 0.6)), float(random.uniform(50, 140))
        case "felt":
            dark = float(random.uniform(0.05, 0.3))
            colour = colorsys.hsv_to_rgb(float(random.choice([0.36, 0.6, 0.98, random.random()])), 0.85, dark)
        case "marble":
            grey = float(random.choice([0.04, 0.7]))
            colour, other = (grey, grey, grey * 0.97), (0.35, 0.33, 0.3)
            roughness, pitch = float(random.uniform(0.08, 0.3)), float(random.uniform(60, 160))
        case "plain":
            roughness = float(random.uniform(0.15, 0.8))
        case "checked":
            pitch = float(random.uniform(12, 40))
        case "granite":
            roughness, pitch = float(random.uniform(0.1, 0.4)), float(random.uniform(1.5, 4))
    return SurfaceLook(stuff, colour, other, pitch, roughness)


def light_look(random: np.random.Generator) -> LightLook:
    """Return a random light: a window or a shaded lamp, the sun, a ring around the camera, or two lamps."""
    return LightLook(
        LIGHTS[int(random.integers(len(LIGHTS)))],
        float(random.uniform(30, 80)),
        float(random.uniform(0, 360)),
        float(random.uniform(60, 600)),
        float(random.normal(0, 0.12)),
        float(random.uniform(0.12, 0.6)),
        int(random.integers(2**31)),
    )
