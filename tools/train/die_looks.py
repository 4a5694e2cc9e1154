"""Random appearances of dice: colours, pips, edges, marble, glass, and marks that are no pips."""

import math

import numpy as np

from tools.train.faces import Colour, DieLook
from tools.train.surfaces import colour

WHITE, BLACK = (238.0, 240.0, 242.0), (22.0, 20.0, 20.0)
NUMERALS = ("1", "2", "3", "4", "5", "6", "8", "10", "20", "64", "I", "IV", "VI", "A", "K", "Q", "J", "X", "?", "+")


def random_die_look(rng: np.random.Generator) -> DieLook:
    """Return the appearance of a kind of dice; half are white, black, red or ivory, the others have any colour."""
    body = _body(rng)
    pips = _pips(rng, body)
    clear = rng.random() < 0.18
    bore = rng.random() < 0.55
    grain = float(rng.uniform(0.3, 1.8)) if rng.random() < 0.38 else 0.0
    second = _tuple(colour(rng, 10, 240, 1.0)) if grain > 0.8 else _near(rng, body, 45)
    big_one = rng.random() < 0.22
    radius = float(np.clip(rng.normal(0.093, 0.016), 0.055, 0.13))
    pitch = float(np.clip(rng.normal(0.25, 0.018), 0.2, 0.29))
    disc = float(rng.uniform(0.36, 0.45)) if rng.random() < 0.1 else 0.0
    if disc:
        pitch, radius = disc * float(rng.uniform(0.45, 0.55)), disc * float(rng.uniform(0.17, 0.24))
    if _distance(second, pips) < 80:
        second = body
    under = _tuple(colour(rng, 20, 235, 0.8)) if disc else body
    if disc and _distance(under, pips) < 60:
        pips = WHITE if sum(under) < 380 else BLACK
    return DieLook(
        colour=body,
        second=second,
        pips=pips,
        ones=_tuple(np.array([40.0, 40, 200])) if big_one and _distance(body, (40, 40, 200)) > 90 else pips,
        grain=grain,
        speckle=float(rng.uniform(0.01, 0.12)) if rng.random() < 0.06 else 0.0,
        pitch=pitch,
        squeeze=float(rng.uniform(0.7, 0.95)) if rng.random() < 0.4 else 1.0,
        straight=pitch * float(rng.uniform(0.6, 1.1)) if rng.random() < 0.08 else 0.0,
        radius=radius,
        one=float(rng.uniform(1.2, min(3.2, 0.3 / radius))) if big_one else float(rng.uniform(0.95, 1.15)),
        hollow=float(rng.uniform(0.3, 1.0)) if bore else 0.0,
        crescent=float(rng.uniform(0.2, 1.0)) if bore and rng.random() < 0.3 else 0.0,
        ring=bool(rng.random() < 0.04),
        square=bool(rng.random() < 0.03),
        disc=disc,
        disc_colour=under,
        rounding=float(
            rng.uniform(0.01, 0.08) if clear and rng.random() < 0.5 else np.clip(rng.lognormal(-1.35, 0.55), 0.03, 0.62)
        ),
        ball=float(rng.uniform(1.28, 1.5)) if rng.random() < 0.38 else 2.0,
        opacity=float(rng.uniform(0.55, 0.88)) if clear else 1.0,
        gloss=float(min(rng.exponential(0.25), 1.2)),
        lettered=float(rng.uniform(0.2, 1.0)) if rng.random() < (0.4 if clear else 0.03) else 0.0,
    )


def random_marks(rng: np.random.Generator) -> list[str | None]:
    """Return the marks that replace pips on the six faces; few dice have any: a logo for the one, numerals, nothing."""
    kind = rng.random()
    if kind < 0.06:
        return ["*"] * 6 if rng.random() < 0.3 else ["*"] + [None] * 5
    if kind < 0.075:
        return [""] * 6
    if kind < 0.12:
        return [str(mark) for mark in rng.choice(NUMERALS, 6)]
    return [None] * 6


def _body(rng: np.random.Generator) -> Colour:
    kind = rng.random()
    if kind < 0.22:
        base = np.array(WHITE) * rng.uniform(0.82, 1.04)
    elif kind < 0.3:
        base = np.array([205.0, 228, 238]) * rng.uniform(0.85, 1.03)
    elif kind < 0.42:
        base = np.array(BLACK) * rng.uniform(0.5, 2.2)
    elif kind < 0.52:
        base = np.array([35.0, 30, 190]) * rng.uniform(0.6, 1.2)
    else:
        return _tuple(colour(rng, 20, 230, 1.3))
    return _tuple(base + rng.normal(0, 5, 3))


def _pips(rng: np.random.Generator, body: Colour) -> Colour:
    """Return the pips' colour: mostly white or black in contrast to the body, some coloured, some faint."""
    kind, light = rng.random(), sum(body) / 3
    if kind < 0.58:
        light += float(rng.normal(0, 40))
        base = np.array(BLACK if light > 125 else WHITE) + rng.normal(0, 8, 3)
    elif kind < 0.76 and light < 130:
        # Red, blue or violet on black is seen by its colour and hardly by its brightness.
        base = np.array([rng.uniform(20, 190), rng.uniform(10, 60), rng.uniform(90, 210)])
    else:
        base = colour(rng, 10, 245, 1.4).astype(np.float64)
    least = float(rng.choice([26, 38, 75], p=[0.15, 0.2, 0.65]))
    apart = base - np.array(body)
    gap = float(np.abs(apart).mean())
    if gap < least:
        way = apart / max(gap, 1e-3) if gap > 8 else np.full(3, -1.0 if light > 125 else 1.0)
        base = np.array(body) + way * least
    base = np.clip(base, 0, 255)
    if float(np.abs(base - np.array(body)).mean()) < least * 0.7:
        base = np.array(BLACK if light > 125 else WHITE)
    return _tuple(base)


def _near(rng: np.random.Generator, body: Colour, by: float) -> Colour:
    return _tuple(np.array(body) + rng.normal(0, by, 3))


def _distance(one: Colour, other: Colour) -> float:
    return math.dist(one, other)


def _tuple(values: "np.typing.NDArray[np.floating]") -> Colour:
    b, g, r = np.clip(values, 0, 255).tolist()
    return b, g, r
