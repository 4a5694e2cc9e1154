"""Colours that people with any of the three kinds of colour-blindness can tell apart, in both themes of the page."""

import re
from collections.abc import Sequence
from itertools import combinations

import pytest
from coloraide import Color

from tests.support.repository import REPOSITORY

PAGE = REPOSITORY / "robot" / "web" / "static" / "page.css"
DARK = ':root[data-theme="dark"]'
EYES = ("", "protan", "deutan", "tritan")
"""As people see: most of them, and those without one of the three kinds of cones (Machado et al. 2009)."""
LEAST = 12.0
"""CIEDE2000 between any two of a set; about 1 is seen where two patches touch, and no norm names a number."""
LEAST_CONTRAST = 3.0
"""Of a player's large figures and mark on what lies behind them (WCAG 2.2, 1.4.3 and 1.4.11)."""
SETS = {
    "players": tuple(f"seat-{seat}" for seat in range(10)),
    "states of a device": ("strong", "warning", "fault"),
    "dice kept, chosen and in doubt": ("strong", "second", "fault", "bone"),
    "buttons": ("strong", "second", "track"),
}


def themes() -> dict[str, dict[str, str]]:
    """Return the colours of both themes by their names in CSS."""
    light, _, rest = PAGE.read_text().partition(DARK)
    usual = dict(re.findall(r"--([\w-]+): (#\w+);", light))
    return {"light": usual, "dark": usual | dict(re.findall(r"--([\w-]+): (#\w+);", rest.partition("}")[0]))}


def see(colour: str, eye: str) -> Color:
    """Return a colour as it looks to these eyes."""
    return Color(colour).filter(eye, method="machado").clip("srgb") if eye else Color(colour)


def nearest(colours: Sequence[str], eye: str) -> float:
    """Return the least CIEDE2000 between two of these colours for these eyes."""
    return min(one.delta_e(other, method="2000") for one, other in combinations([see(c, eye) for c in colours], 2))


@pytest.mark.parametrize("theme", themes())
@pytest.mark.parametrize("name", SETS)
def test_colours_that_mean_something_lie_apart_for_everybody(theme: str, name: str) -> None:
    colours = [themes()[theme][one] for one in SETS[name]]
    found = {eye or "all cones": round(nearest(colours, eye), 1) for eye in EYES}
    print(f"CIEDE2000 of {name}, {theme}: " + ", ".join(f"{eye} {far}" for eye, far in found.items()))
    assert min(found.values()) >= LEAST, found


@pytest.mark.parametrize("theme", themes())
def test_players_colours_stand_out_from_what_lies_behind_them(theme: str) -> None:
    colours = themes()[theme]
    behind = [Color(colours[name]) for name in ("bg", "card", "track")]
    found = {
        name: round(min(Color(colours[name]).contrast(one, method="wcag21") for one in behind), 2)
        for name in SETS["players"]
    }
    assert min(found.values()) >= LEAST_CONTRAST, found
