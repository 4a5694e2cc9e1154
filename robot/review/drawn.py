"""Dice, players' marks and the robot's face as SVG, from the shapes that the page draws, and words that fit a place."""

import json
from collections.abc import Iterable
from functools import cache
from html import escape
from importlib.resources import files
from typing import Any

from rich.cells import cell_len

BONE, BONE_LINE, PIP = "#F6EFE0", "#CFC3AA", "#17202A"
FONT = "Roboto, 'Helvetica Neue', 'Segoe UI', Arial, sans-serif"
NARROW, WIDE = frozenset("ijlft.,:;'|!()[]I "), frozenset("mwMW%@…—→")
LETTER, NARROW_LETTER, CAPITAL, WIDE_LETTER, DOUBLE = 0.72, 0.48, 0.86, 1.12, 1.3
"""The width of a bold letter in parts of its size, in the widest of usual fonts: DejaVu Sans."""


@cache
def shapes() -> dict[str, Any]:
    """Return the pips, marks and moods of `static/drawn.js`."""
    text = (files("robot") / "web" / "static" / "drawn.js").read_text(encoding="utf-8")
    found: dict[str, Any] = json.loads(text.partition("export default ")[2])
    return found


def draw_die(face: int, x: float, y: float, size: float) -> str:
    """Return a die with its upper left corner at (x, y), `size` high."""
    pips = "".join(f'<circle cx="{cx}" cy="{cy}" r="9.5"/>' for cx, cy in shapes()["pips"][str(face)])
    side = f'<rect x="3" y="3" width="94" height="94" rx="20" fill="{BONE}" stroke="{BONE_LINE}" stroke-width="3"/>'
    return f'<g transform="translate({x:.1f} {y:.1f}) scale({size / 100:.3f})" fill="{PIP}">{side}{pips}</g>'


def draw_mark(colour: int, fill: str, x: float, y: float, size: float) -> str:
    """Return the mark of a player with its upper left corner at (x, y), `size` high."""
    marks = shapes()["marks"]
    move = f"translate({x:.1f} {y:.1f}) scale({size / 24:.3f})"
    return f'<path transform="{move}" fill="{fill}" d="{marks[colour % len(marks)]}"/>'


def draw_face(mood: str, light: str, x: float, y: float, size: float) -> str:
    """Return the robot's face with its upper left corner at (x, y), `size` wide, and the `light` on its head."""
    look = shapes()["moods"][mood]
    eyes = "".join(
        f'<circle cx="{cx}" cy="45" r="11" fill="#FFF" stroke-width="2.5"/>'
        f'<circle cx="{cx + look["pupils"][0]}" cy="{45 + look["pupils"][1]}" r="5" fill="{PIP}" stroke="none"/>'
        for cx in (36, 64)
        if "pupils" in look
    )
    lines = "".join(f'<path d="{look[part]}"/>' for part in ("closed", "brows") if part in look)
    mouth = f'<path d="{look["mouth"]}" fill="{PIP if look["mouth"].endswith("z") else "none"}"/>'
    return (
        f'<g transform="translate({x:.1f} {y:.1f}) scale({size / 100:.3f})" fill="none" stroke="{PIP}" stroke-width="4"'
        f' stroke-linecap="round" stroke-linejoin="round"><path d="M50 14V6" stroke="#B3BDC8" stroke-width="3"/>'
        f'<g stroke="none"><circle cx="50" cy="5" r="5" fill="{light}"/><g fill="#B3BDC8"><rect x="3" y="42" width="10"'
        f' height="24" rx="4"/><rect x="87" y="42" width="10" height="24" rx="4"/></g>'
        f'<rect x="9" y="13" width="82" height="84" rx="20" fill="{BONE}"/></g>{eyes}{lines}{mouth}</g>'
    )


def measure(words: str) -> float:
    """Return the width of words in bold letters, in parts of their size: at least what any usual font needs."""
    return sum(map(_measure_letter, words))


def _measure_letter(letter: str) -> float:
    cells = cell_len(letter)
    if cells != 1:
        return DOUBLE * cells / 2
    if letter in WIDE:
        return WIDE_LETTER
    if letter in NARROW:
        return NARROW_LETTER
    return CAPITAL if letter.isupper() or letter.isdigit() or not letter.isascii() else LETTER


def wrap(words: Iterable[str], most: float) -> list[str]:
    """Return words in lines that are at most so wide, in parts of their size; a longer word has a line of its own."""
    lines: list[str] = []
    for word in words:
        if lines and measure(longer := f"{lines[-1]} {word}") <= most:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def fit_line(words: str, wide: float, size: float, least: float = 0.7) -> tuple[float, str]:
    """Return the largest letters, at most of `size`, with which words fit into one line.

    Where that asks for letters smaller than the `least` part of the size, the end of the words is left out.
    """
    shown = clean(words)
    while measure(shown) * least * size > wide:
        shown = f"{shown.rstrip('…')[:-1]}…"
    return min(size, wide / max(measure(shown), 1)), shown


def clean(words: str) -> str:
    """Return words in one line, without what no SVG may hold."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in words).split())


def fit(words: str, wide: float, high: float, size: float) -> tuple[float, list[str]]:
    """Return the largest letters, at most of `size`, with which words fit into a place, and their lines."""
    while True:
        lines = wrap(clean(words).split(), wide / size)
        if 1.15 * size * len(lines) <= high and all(measure(line) * size <= wide for line in lines):
            return size, lines
        size *= 0.95


def draw_words(
    words: str, x: float, y: float, size: float, fill: str, *, anchor: str = "middle", bold: bool = True
) -> str:
    """Return words in one line whose letters stand on `y`, at `x` with their start, middle or end."""
    look = f'text-anchor="{anchor}" font-size="{size:.1f}" font-weight="{800 if bold else 500}" fill="{fill}"'
    return f'<text x="{x:.1f}" y="{y:.1f}" {look}>{escape(words)}</text>'
