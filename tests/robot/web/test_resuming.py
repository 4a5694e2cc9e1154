"""A page whose program was killed in a game: the next one offers it, and it goes on where it was."""

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from robot.match.journal import Journal
from tests.support.robot.browser import WAITS, begin, serving, windows
from tests.support.robot.waiting import until

if TYPE_CHECKING:
    from playwright.sync_api import Browser


def test_a_game_goes_on_by_a_click_after_a_kill(browser: "Browser", tmp_path: Path) -> None:
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
    path = tmp_path / "home" / "data" / "journal.sqlite"
    with Journal(path) as journal:
        (game,) = journal.games()
        before = journal.log(game)
    with serving(tmp_path) as second:
        for page in windows(browser, second.address, 1280, 800):
            page.locator(".wish", has_text="Pig to 100 (Anna, robot) was interrupted.").wait_for()
            page.get_by_role("button", name="Resume it").click()
            page.locator(WAITS).wait_for()
            page.locator(".wish").wait_for(state="detached")
            assert second.health()["game"]["id"] == game.id
    with Journal(path) as journal:
        assert len(journal.games()) == 1
        assert journal.log(game)[: len(before)] == before
        assert journal.game(game.id).ended is None
    with serving(tmp_path) as third:
        for page in windows(browser, third.address, 360, 740):
            page.get_by_role("button", name="End it for good").click()
            page.locator(".wish").wait_for(state="detached")
            until(lambda: third.health()["offer"] is None)  # the journal is written after the answer was taken
    with Journal(path) as journal:
        assert journal.game(game.id).winners == ()


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
def test_every_interrupted_game_is_offered(browser: "Browser", tmp_path: Path, width: int, height: int) -> None:
    path = tmp_path / "home" / "data" / "journal.sqlite"
    with Journal(path) as journal:
        games = [journal.begin("pig", {"goal": goal}, ("you:Anna", "robot"), 1) for goal in (30, 40, 50)]
        for game in games:
            journal.write(game, "intention", 1, action="roll", keep={}, wells=[2])
            journal.write(game, "reading", 1, values=[6])
    with serving(tmp_path) as served:
        for page in windows(browser, served.address, width, height):
            page.locator(".wish", has_text="Pig to 50 (Anna, robot) was interrupted.").wait_for()
            card = page.locator(".wish").bounding_box()
            assert card is not None
            assert card["width"] > 0.9 * width  # what happened has a place of its own, which squeezes nothing
            others = page.locator(".offers li")
            assert [text.split(",")[0] for text in others.locator("span").all_inner_texts()] == [
                "2: Pig to 40",
                "1: Pig to 30",
            ]
            page.get_by_role("button", name="End it for good 2").click()
            others.nth(1).wait_for(state="detached")
            page.get_by_role("button", name="Resume it 1").click()
            page.locator(WAITS).wait_for()
            assert served.health()["game"]["id"] == games[0].id
    with Journal(path) as journal:
        assert journal.game(games[1].id).winners == ()
        assert [game.id for game in journal.all_unfinished()] == [games[2].id, games[0].id]
