"""A page whose program was killed in a game: the next one offers it, and it goes on where it was."""

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from robot.match.journal import Journal
from tests.support.robot.browser import WAITS, begin, serving, windows

if TYPE_CHECKING:
    from playwright.sync_api import Browser


pytestmark = pytest.mark.check


def test_interrupted_games_are_offered_after_a_kill_and_go_on_by_a_click(browser: "Browser", tmp_path: Path) -> None:
    path = tmp_path / "home" / "data" / "journal.sqlite"
    with Journal(path) as journal:
        old = [journal.begin("pig", {"goal": goal}, ("you:Anna", "robot"), 1) for goal in (30, 40)]
        for game in old:
            journal.write(game, "intention", 1, action="roll", keep={}, wells=[2])
            journal.write(game, "reading", 1, values=[6])
    with serving(tmp_path) as first:
        for page in windows(browser, first.address, 1280, 800):
            begin(page, "Pig to", "Anna", robots=1)
            page.get_by_role("button", name="Throw").click()
            page.locator(".said li", has_text="throws").first.wait_for()
            page.goto("/language/es")
            page.locator(WAITS).wait_for()
            page.wait_for_function("window.did_handshake")  # what is not connected yet cannot lose its connection
            first.process.kill()
            first.process.communicate()
            lost = page.get_by_text("Se ha perdido la conexión con la mesa")
            lost.wait_for()
            page.get_by_text("La página se vuelve a conectar sola").wait_for()
            assert "Connection" not in page.locator("body").inner_text()
            page.goto("about:blank")
    with Journal(path) as journal:
        (*_, game) = journal.games()
        before = journal.log(game)
    with serving(tmp_path) as second:
        for page in windows(browser, second.address, 390, 844):
            page.locator(".wish", has_text="Pig to 100 (Anna, robot) was interrupted.").wait_for()
            card = page.locator(".wish").bounding_box()
            assert card is not None
            assert card["width"] > 0.9 * 390  # what happened has a place of its own, which squeezes nothing
            others = page.locator(".offers li")
            assert [text.split(",")[0] for text in others.locator("span").all_inner_texts()] == [
                "2: Pig to 40",
                "1: Pig to 30",
            ]
            page.get_by_role("button", name="End it for good 2").click()
            others.nth(1).wait_for(state="detached")
            page.get_by_role("button", name="Resume it", exact=True).click()
            page.locator(WAITS).wait_for()
            page.locator(".wish").wait_for(state="detached")
            assert second.health()["game"]["id"] == game.id
    with Journal(path) as journal:
        assert journal.log(game)[: len(before)] == before
        assert journal.game(game.id).ended is None
        assert journal.game(old[1].id).winners == ()
        assert [one.id for one in journal.all_unfinished()] == [game.id, old[0].id]
