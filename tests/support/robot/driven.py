"""Plays on the page by what its script sends, wherever its buttons are."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from robot.games.registry import make_game
from tests.support.robot.browser import OVER, Page

PLAY = "getElement(Number(document.querySelector('.play').id.slice(1)))"
CHOOSE = "form => getElement(Number(document.querySelector('main.new').id.slice(1))).$emit('begin', form)"
DRIVEN = Path(__file__).with_suffix(".js").read_text(encoding="utf-8").strip()
STEP, SEND = f"{DRIVEN}.step", f"{DRIVEN}.send"
"""Answers the question of the page once or takes a step towards that, as people could; and gives one answer."""


def wait_until(page: Page, condition: str, given: Any = None) -> None:
    """Wait until a condition of the page is true of what it is given; between two looks nothing has to be painted."""
    page.wait_for_function(condition, arg=given, polling=20)


def begin_as(page: Page, game: str, *players: str, goal: int | None = None, first: str = "1") -> None:
    """Begin a game for these players: a name, in capitals if thrown by hand, or robot:LEVEL; wait until it goes on."""
    wish(page, game, *players, goal=goal, first=first)
    page.wait_for_url("**/")
    begun = "one?.view.players.length && !one.over && one.toast?.kind !== 'wish'"
    wait_until(page, f"() => {{ const one = {PLAY}; return {begun}; }}")


def wish(page: Page, game: str, *players: str, goal: int | None = None, first: str = "1") -> None:
    """Send the form of a new game for as many of such players as can play it."""
    page.goto("/new")
    page.locator("main.new").wait_for()
    seats = []
    for one in players[: make_game(game, {}).seats.stop - 1]:
        kind, _, level = one.partition(":")
        by = "robot" if kind == "robot" else "hand" if one.isupper() else "you"
        seats.append({"kind": by, "name": "" if by == "robot" else one.title(), "level": level})
    page.evaluate(CHOOSE, {"game": game, "goal": goal, "first": first, "players": seats})


def step(page: Page, *, holds: bool = False) -> None:
    """Answer the next question of the page, or take one step towards that."""
    wait_until(page, STEP, holds)


def tap(page: Page, name: str = "", what: Mapping[str, Any] | None = None) -> None:
    """Give the answer of this name, or this answer, to the next question that has it."""
    wait_until(page, SEND, [name, what])


def until_asked(page: Page, condition: str = "view.question.kind === 'move'") -> None:
    """Wait until the page's own players are asked, and this is true of its `view`."""
    wait_until(page, f"() => {{ const {{ view, mine }} = {PLAY}; return view.question && mine && ({condition}); }}")


def throw_until(page: Page, condition: str) -> None:
    """Throw, in turns that end as soon as they may, until a player of the page is asked for a move and this is true."""
    while True:
        until_asked(page, "view.question.kind === 'move' && view.question.number !== window.answered")
        if page.evaluate(f"() => {{ const {{ view }} = {PLAY}; return {condition}; }}"):
            return
        step(page, holds=True)


def play_to_end(page: Page) -> None:
    """Play for the page's own players until the game is over; turns end as soon as they may."""
    while not page.locator(OVER).count():
        wait_until(page, f"(holds) => document.querySelector('{OVER}') || ({STEP})(holds)", True)
