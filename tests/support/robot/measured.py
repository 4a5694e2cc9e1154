"""What is wrong on a page, measured in the browser: sizes, places, and what is cut, broken, or lies on other things."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.support.robot.browser import Page
from tests.support.robot.driven import PLAY, wait_until

SIZES = ((360, 640), (360, 740), (820, 1180), (1280, 800), (1920, 1080))
"""Pixels of the windows for which the page is made."""
TARGETS = ".dice .die, :is(.moves, .tiles, .faces, .lies, .count, .sheet, .toast) button"
"""The dice, and what answers a question or takes a step towards that."""
STEADY = ".picture, .hint, .watch"
"""What keeps its place through a whole game."""
WATCH = f"""() => {{
    const page = {PLAY};
    window.moments = [{{ view: page.view, mine: page.mine }}];
    page.$watch("view", (view) => window.moments.push({{ view, mine: page.mine }}));
}}"""
MEASURE = Path(__file__).with_name("measure.js").read_text(encoding="utf-8")
"""All that is wrong in the window now; of what lies in `low` it may lie below the window."""
LOOK = f"given => ({Path(__file__).with_name('look.js').read_text(encoding='utf-8')})(given, {MEASURE})"
"""All that is wrong at a question of the game that was watched, and when something comes in meanwhile, by question."""


def watch(page: Page) -> None:
    """Keep all moments of the game that the page shows from now on."""
    wait_until(page, f"() => document.querySelector('.play') && {PLAY}?.view.players.length")
    page.evaluate(WATCH)


def measure_questions(
    page: Page, low: str = "", comes: Mapping[str, Any] | None = None, goes: Mapping[str, Any] | None = None
) -> dict[str, list[str]]:
    """Return what is wrong at each kind of question of the game that a page has watched; it shows no more of the table.

    `comes` are properties that come in, by what they are, and `goes` are those as they were before. What lies in `low`
    may lie below the window.
    """
    page.evaluate("() => void window.socket.off('update')")
    given = {"targets": TARGETS, "low": low, "comes": comes or {}, "goes": goes or {}, "steady": STEADY}
    found: dict[str, list[str]] = page.evaluate(LOOK, given)
    return found
