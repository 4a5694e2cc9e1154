"""The reliability curve as an SVG drawing."""

import math

from vision.evaluation.reliability import Reliability

WIDTH, HEIGHT = 460, 340
LEFT, RIGHT, TOP, BOTTOM = 84, 40, 16, 52
TICKS = (0.5, 0.9, 0.99, 0.999, 0.9999)
HIGHEST = 0.9999


def reliability_svg(reliability: Reliability) -> str:
    """Return an SVG element: share of right values over confidence, both on a scale of nines."""
    lines = [
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="Share of right values over confidence">',
        f'<rect x="{LEFT}" y="{TOP}" width="{_across(1) - LEFT:.0f}" height="{_down(0) - TOP:.0f}" class="frame"/>',
    ]
    for tick in TICKS:
        x, y = _across(tick), _down(tick)
        word = f"{tick:g}" if tick < HIGHEST else f"\u2265 {tick:g}"
        lines += [
            f'<path d="M{x:.1f} {TOP}V{_down(0):.1f}M{LEFT} {y:.1f}H{_across(1):.1f}" class="grid"/>',
            f'<text x="{x:.1f}" y="{_down(0) + 18:.1f}" text-anchor="middle">{word}</text>',
            f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{word}</text>',
        ]
    lines.append(f'<path d="M{_across(0):.1f} {_down(0):.1f}L{_across(1):.1f} {_down(1):.1f}" class="ideal"/>')
    places = [(_across(b.confidence), _down(b.share.value or 0.0), b) for b in reliability.bins]
    lines.append(f'<polyline points="{" ".join(f"{x:.1f},{y:.1f}" for x, y, _ in places)}" class="curve"/>')
    for x, y, part in places:
        low, high = part.share.bounds
        text = f"confidence {part.confidence:.4f}: {part.share.right} of {part.share.count} right"
        lines.append(f'<path d="M{x:.1f} {_down(low):.1f}V{_down(high):.1f}" class="bounds"/>')
        lines.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" class="point"><title>{text}</title></circle>')
    middle = (LEFT + _across(1)) / 2
    lines.append(f'<text x="{middle:.0f}" y="{HEIGHT - 10}" text-anchor="middle">confidence</text>')
    upright = f'transform="translate(14 {(TOP + _down(0)) / 2:.0f}) rotate(-90)"'
    lines.append(f'<text {upright} text-anchor="middle">share of right values</text></svg>')
    return "\n".join(lines)


def _far(share: float) -> float:
    """Return the place of a share on the scale of nines: 0 for 0, 1 for HIGHEST and more."""
    return math.log10(1 - min(max(share, 0.0), HIGHEST)) / math.log10(1 - HIGHEST)


def _across(confidence: float) -> float:
    return LEFT + (WIDTH - LEFT - RIGHT) * _far(confidence)


def _down(share: float) -> float:
    return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * _far(share)
