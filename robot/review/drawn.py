"""Draw dice, players' marks and the robot's face as SVG, `size` wide at (x, y), with the page's shapes."""

import json
from functools import cache
from importlib.resources import files
from typing import Any

BONE, PIP, METAL = "#F6EFE0", "#17202A", "#B3BDC8"


@cache
def shapes() -> dict[str, Any]:
    """Return the pips, marks and moods of `static/drawn.js`."""
    text = (files("robot") / "web" / "static" / "drawn.js").read_text(encoding="utf-8")
    found: dict[str, Any] = json.loads(text.partition("export default ")[2])
    return found


def draw_die(face: int, x: float, y: float, size: float) -> str:
    pips = "".join(f'<circle cx="{cx}" cy="{cy}" r="9.5"/>' for cx, cy in shapes()["pips"][str(face)])
    side = f'<rect x="3" y="3" width="94" height="94" rx="20" fill="{BONE}"/>'
    return f'<g transform="translate({x:.1f} {y:.1f}) scale({size / 100:.3f})" fill="{PIP}">{side}{pips}</g>'


def draw_mark(colour: int, fill: str, x: float, y: float, size: float) -> str:
    path = shapes()["marks"][colour % len(shapes()["marks"])]
    return f'<path transform="translate({x:.1f} {y:.1f}) scale({size / 24:.3f})" fill="{fill}" d="{path}"/>'


def draw_face(mood: str, light: str, x: float, y: float, size: float) -> str:
    """Return the robot's face with this `light` on its head."""
    look = shapes()["moods"][mood]
    eyes = "".join(
        f'<circle cx="{cx}" cy="45" r="11" fill="#FFF" stroke-width="2.5"/>'
        f'<circle cx="{cx + look["pupils"][0]}" cy="{45 + look["pupils"][1]}" r="5" fill="{PIP}" stroke="none"/>'
        for cx in (36, 64)
        if "pupils" in look
    )
    lines = "".join(f'<path d="{look[part]}"/>' for part in ("closed", "brows") if part in look)
    mouth = f'<path d="{look["mouth"]}" fill="{PIP if look["mouth"].endswith("z") else "none"}"/>'
    pen = f'stroke="{PIP}" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"'
    head = f'<rect x="9" y="13" width="82" height="84" rx="20" fill="{BONE}"/>'
    lamp = f'<circle cx="50" cy="5" r="5" fill="{light}"/>'
    ears = f'<rect x="3" y="42" width="94" height="24" rx="4" fill="{METAL}"/>'
    parts = f'<path d="M50 14V6" stroke="{METAL}"/><g stroke="none">{lamp}{ears}{head}</g>{eyes}{lines}{mouth}'
    return f'<g transform="translate({x:.1f} {y:.1f}) scale({size / 100:.3f})" fill="none" {pen}>{parts}</g>'
