"""The coverage curve: share of dice with a value, and share of wrong values, for every confidence threshold."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

WIDTH, HEIGHT = 460, 300
LEFT, RIGHT, TOP, BOTTOM = 84, 40, 16, 52
LEAST_TOP = 0.01
"""Smallest upper end of the axis of wrong values."""


@dataclass(frozen=True, slots=True)
class CoveragePoint:
    """The result of a confidence threshold of `least`: the share of dice with a value, and of wrong values."""

    least: float
    share: float
    wrong: float


def coverage(said: Iterable[tuple[float, bool]], dice: int) -> tuple[CoveragePoint, ...]:
    """Return a point for each confidence that occurs, the highest first.

    `said` holds the confidence of each value and whether the value is right. A value of something that is no die counts
    too, so the share of `dice` may exceed 1. Source: El-Yaniv and Wiener, On the foundations of noise-free selective
    classification, 2010.
    """
    ordered = sorted(said, reverse=True)
    points, wrong = [], 0
    for number, (confidence, right) in enumerate(ordered, 1):
        wrong += not right
        if number == len(ordered) or ordered[number][0] != confidence:
            points.append(CoveragePoint(confidence, number / max(dice, 1), wrong / number))
    return tuple(points)


def coverage_svg(points: Sequence[CoveragePoint]) -> str:
    """Return an SVG element: share of wrong values over share of dice with a value."""
    top = max(LEAST_TOP, *(point.wrong for point in points))
    far = max(1.0, *(point.share for point in points))
    across = [LEFT + (WIDTH - LEFT - RIGHT) * point.share / far for point in points]
    down = [HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * point.wrong / top for point in points]
    floor, middle = HEIGHT - BOTTOM, (LEFT + WIDTH - RIGHT) / 2
    lines = [
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="Share of wrong values over share of dice read">',
        f'<rect x="{LEFT}" y="{TOP}" width="{WIDTH - LEFT - RIGHT}" height="{floor - TOP}" class="frame"/>',
    ]
    for part in (0.0, 0.25, 0.5, 0.75, 1.0):
        x, y = LEFT + (WIDTH - LEFT - RIGHT) * part, floor - (floor - TOP) * part
        lines += [
            f'<path d="M{x:.1f} {TOP}V{floor}M{LEFT} {y:.1f}H{WIDTH - RIGHT}" class="grid"/>',
            f'<text x="{x:.1f}" y="{floor + 18}" text-anchor="middle">{far * part:.0%}</text>',
            f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{top * part:.2%}</text>',
        ]
    drawn = " ".join(f"{x:.1f},{y:.1f}" for x, y in zip(across, down, strict=True))
    lines.append(f'<polyline points="{drawn}" class="curve"/>')
    for x, y, point in zip(across, down, points, strict=True):
        text = f"from {point.least:.4f} on: {point.share:.1%} of the dice read, {point.wrong:.2%} of the values wrong"
        lines.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" class="point"><title>{text}</title></circle>')
    lines.append(f'<text x="{middle:.0f}" y="{HEIGHT - 10}" text-anchor="middle">dice of which a value is said</text>')
    upright = f'transform="translate(14 {(TOP + floor) / 2:.0f}) rotate(-90)"'
    lines.append(f'<text {upright} text-anchor="middle">wrong values</text></svg>')
    return "\n".join(lines)
