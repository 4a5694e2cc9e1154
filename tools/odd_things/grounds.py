"""Surfaces below odd things: wood, cloth, stone, felt, paper, tiles."""

from collections.abc import Callable

import numpy as np

from tools.odd_things.noise import at, clouds, linear, mix, paint
from tools.odd_things.view import Canvas, Floats

Ground = Callable[[Floats, Floats], Floats]
"""From x and y (h, w), in units of what lies there, to colours (h, w, 3)."""


def plain(random: np.random.Generator) -> Ground:
    """Return a painted, plastic or paper surface with hardly any marks."""
    tile, colour, marks = clouds(random), paint(random, 0.1, 0.98, (0.0, 0.5)), random.uniform(0.0, 0.3)
    return lambda x, y: mix(colour, colour * 0.6, np.float32(marks) * at(tile, x / 9, y / 9))


def wood(random: np.random.Generator) -> Ground:
    """Return planks: rings drawn out along the grain, fine pores, and joints."""
    broad, fine = clouds(random, 4, 0.6), clouds(random, 32, 0.8)
    hue = linear(np.array([0.25, 0.45, 0.7]) * random.uniform(0.5, 1.3) * random.uniform(0.85, 1.15, 3))
    dark = hue * np.float32(random.uniform(0.25, 0.7))
    rings, plank = float(random.uniform(2, 9)), float(random.choice([2.5, 4.0, 90.0]))

    def colour(x: Floats, y: Floats) -> Floats:
        board = np.floor(y / plank)
        along = x + board * 7.3
        grown = at(broad, along / 30, y / 5 + board * 0.37)
        lines = 0.5 + 0.5 * np.sin(2 * np.pi * (rings * grown + 0.4 * y))
        pores = at(fine, along / 12, y * 0.7)
        wooden = mix(np.minimum(hue, 1), dark, 0.6 * lines.astype(np.float32) + 0.4 * pores)
        joint = np.abs(y / plank - board - 0.5) > 0.5 - 0.02 / plank
        return np.asarray(wooden * np.where(joint, 0.25, 1.0)[..., None], np.float32)

    return colour


def woven(random: np.random.Generator) -> Ground:
    """Return cloth: threads over and under each other, of two colours that may form checks."""
    tile, one = clouds(random), paint(random, 0.15, 0.95, (0.0, 0.8))
    other = one * np.float32(random.uniform(0.3, 0.9)) if random.random() < 0.6 else paint(random)
    step = float(random.uniform(0.05, 0.16))
    check = float(random.choice([0.0, 0.0, 1.5, 3.0]))

    def colour(x: Floats, y: Floats) -> Floats:
        wave = 0.15 * at(tile, x / 11, y / 11)
        over = np.sin(np.pi * (x + wave) / step) * np.sin(np.pi * (y + wave) / step)
        share = 0.5 + 0.35 * over
        if check:
            share = share + 0.35 * (np.sign(np.sin(np.pi * x / check)) + np.sign(np.sin(np.pi * y / check))) / 2
        return mix(one, other, np.clip(share, 0, 1).astype(np.float32))

    return colour


def felt(random: np.random.Generator) -> Ground:
    """Return felt or carpet: fibres without order."""
    tile, broad = clouds(random, 64, 0.9), clouds(random)
    one = paint(random, 0.1, 0.75, (0.1, 0.75))
    depth, size = np.float32(random.uniform(0.3, 0.85)), float(random.uniform(1.0, 4.0))

    def colour(x: Floats, y: Floats) -> Floats:
        share = depth * at(tile, x / size, y / size) + np.float32(0.25) * at(broad, x / 8, y / 8)
        return mix(one, one * 0.3, np.clip(share, 0, 1))

    return colour


def stone(random: np.random.Generator) -> Ground:
    """Return granite, terrazzo or concrete: grains of a few colours."""
    tiles = [clouds(random, 32, 0.7) for _ in range(3)]
    base, size = paint(random, 0.3, 0.9, (0.0, 0.25)), float(random.uniform(3, 9))
    grains = [paint(random, 0.02, 0.95, (0.0, 0.4)) for _ in tiles]
    limits = random.uniform(0.55, 0.85, 3)

    def colour(x: Floats, y: Floats) -> Floats:
        out = np.broadcast_to(base, (*x.shape, 3)).astype(np.float32)
        for n, (tile, grain) in enumerate(zip(tiles, grains, strict=True)):
            share = np.clip((at(tile, x / size + n / 3, y / size) - limits[n]) * 8, 0, 1)
            out = np.asarray(out + (grain - out) * share[..., None], np.float32)
        return out

    return colour


def tiles(random: np.random.Generator) -> Ground:
    """Return tiles or a cutting mat: a grid of lines."""
    tile, base = clouds(random), paint(random, 0.2, 0.95, (0.0, 0.7))
    line, side = paint(random, 0.1, 0.9, (0.0, 0.3)), float(random.choice([0.8, 1.6, 4.0]))
    thick = float(random.uniform(0.02, 0.06))

    def colour(x: Floats, y: Floats) -> Floats:
        near = np.minimum(np.abs(x / side - np.round(x / side)), np.abs(y / side - np.round(y / side))) * side
        share = np.clip((thick - near) / 0.02 + 0.5, 0, 1).astype(np.float32)
        return mix(mix(base, base * 0.75, at(tile, x / 6, y / 6)), line, share)

    return colour


GROUNDS: tuple[Callable[[np.random.Generator], Ground], ...] = (plain, plain, wood, wood, woven, felt, stone, tiles)


def any_ground(random: np.random.Generator) -> Ground:
    return GROUNDS[int(random.integers(len(GROUNDS)))](random)


def spread(canvas: Canvas, ground: Ground, unit: float, random: np.random.Generator) -> None:
    """Paint the table, and a wall behind it where the camera sees over its edge; `unit` is in mm."""
    view, light = canvas.view, canvas.light
    rays = view.rays((0, 0, view.width, view.height))
    far = np.float32(view.eye[2]) / np.maximum(-rays[..., 2], np.float32(1e-6))
    turn, shift = random.uniform(0, 2 * np.pi), random.uniform(0, 50, 2)
    x, y = (np.float32(view.eye[n]) + far * rays[..., n] for n in (0, 1))
    u = ((np.cos(turn) * x + np.sin(turn) * y) / unit + shift[0]).astype(np.float32)
    v = ((np.cos(turn) * y - np.sin(turn) * x) / unit + shift[1]).astype(np.float32)
    near = (random.normal(0, 0.6, 2) * unit * 6).astype(np.float32)
    pool = 1 / (1 + ((x - near[0]) ** 2 + (y - near[1]) ** 2) / (unit * random.uniform(12, 60)) ** 2)
    lit = light.on(np.array([0.0, 0.0, 1.0])) * (0.35 + 0.65 * pool.astype(np.float32))[..., None]
    canvas.pixels[:] = ground(u, v) * lit
    behind = np.hypot(x, y) > unit * random.uniform(14, 25)
    low = (rays[..., 2] > -0.18) & (behind | (rays[..., 2] > -1e-3))
    tile, wall = clouds(random), paint(random, 0.1, 0.9, (0.0, 0.5))
    seen = at(tile, rays[..., 0].astype(np.float32), rays[..., 2].astype(np.float32))
    canvas.pixels[low] = (mix(wall, wall * 0.5, seen) * light.on(-view.turn[2]))[low]
