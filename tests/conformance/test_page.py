"""Every game, by name, on the page: its form begins it, and the page asks who is first to move."""

from pathlib import Path

import pytest

from robot.games.registry import PLAYED, make_game
from robot.web.pages.game import Choose
from tests.support.robot.pages import hosted, pages_of
from tests.support.robot.waiting import until

SOON = ("hog", "shut-the-box")
"""The games that are begun in the first tier; other tests of the page play Pig."""


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if name in SOON else pytest.mark.check) for name in PLAYED]
)
def test_the_form_begins_a_game(name: str, tmp_path: Path) -> None:
    game = make_game(name, {})
    people = [{"kind": "you", "name": called} for called in ("Ann", "Ben")[: game.seats.start]]
    goal = {"goal": game.rules["goal"]} if "goal" in game.rules else {}
    with hosted(tmp_path) as host, pages_of(host, tmp_path) as pages, host:
        page = pages.table.open("/new")
        page.does(page.the(Choose), "begin", {"game": name, "first": "1", "players": people} | goal)
        until(lambda: host.status.game is not None)
        assert host.status.game is not None
        assert host.status.game.game == name
        pages.asked("move", "Ann")
        assert pages.shown["title"]
