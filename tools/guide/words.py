"""Times, costs and amounts in words."""

import math

MADE = "<!-- by tools.guide: make guide -->"
"""The second line of every page."""


def time_of(minutes: float) -> str:
    """Return a time in words, such as 1 h 20 min."""
    hours, rest = divmod(round(minutes), 60)
    return " ".join([*([f"{hours} h"] if hours else []), *([f"{rest} min"] if rest or not hours else [])])


def hours_of(minutes: float) -> str:
    """Return a time in whole hours, or in minutes if it is short."""
    return f"{math.floor(minutes / 60 + 0.5)} h" if minutes >= 90 else f"{round(minutes)} min"


def euros(cost: float) -> str:
    return f"{cost:.2f}"


def number_of(amount: float) -> str:
    return f"{amount:.1f}".removesuffix(".0") if amount < 100 else f"{amount:.0f}"
