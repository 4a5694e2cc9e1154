"""A phone that wants a game: it is told what is wrong, and people who play are asked on the table's own screen."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.support.robot.browser import WAITS, Served, begin, choose, network_address, paired, serving, sit, windows

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.check


@pytest.fixture(scope="module")
def everywhere(tmp_path_factory: pytest.TempPathFactory, browser: "Browser") -> Iterator[Served]:  # noqa: ARG001  or skip
    """Return a page that is served at every address of this machine."""
    network_address()
    with serving(tmp_path_factory.mktemp("everywhere"), "0.0.0.0") as one:
        yield one


@pytest.fixture
def table(browser: "Browser", everywhere: Served) -> "Iterator[Page]":
    """Return the table's own screen."""
    yield from windows(browser, f"http://127.0.0.1:{everywhere.address.rsplit(':', 1)[1]}", 1280, 800)


@pytest.fixture
def guest(browser: "Browser", everywhere: Served) -> "Iterator[Page]":
    """Return a phone that was let in."""
    yield from paired(browser, everywhere)


def test_a_phone_ends_nobody_s_game_before_they_agree_at_the_table(
    table: "Page", guest: "Page", everywhere: Served
) -> None:
    begin(table, "Pig to", "Anna", robots=1)
    table.locator(WAITS).wait_for()
    first = everywhere.health()["game"]["id"]
    sit(guest, "Ben")
    guest.locator(".sits", has_text="Ben").wait_for()
    begin(guest, "Pig to", "Ben", robots=1, goal=30)
    for page in (table, guest):
        page.get_by_text("Somebody wants to begin Pig to 30").first.wait_for()
    assert everywhere.health()["game"]["id"] == first
    table.locator(WAITS).wait_for()
    table.get_by_role("button", name="Throw").wait_for()
    assert not guest.get_by_role("button", name="End this game and begin it").count()

    guest.get_by_role("button", name="Not now").click()
    guest.locator(".wish").wait_for(state="detached")
    assert everywhere.health()["wish"] is None

    begin(guest, "Pig to", "Ben", robots=1, goal=30)
    table.get_by_role("button", name="End this game and begin it").click()
    table.get_by_text("Ben’s turn").wait_for()
    assert everywhere.health()["game"]["id"] == first + 1


def test_the_form_of_a_new_game_fits_a_phone_and_says_beside_its_button_what_is_wrong(phone: "Page") -> None:
    phone.goto("/new?game=skunk")
    assert phone.locator(".game.chosen").inner_text().startswith("Skunk in 5\u00a0rounds")
    assert phone.locator(".game:visible").count() == 1
    phone.goto("/new?game=<b>nothing</b>")
    assert phone.get_by_role("radio", name="Pig to 100").first.is_checked()
    assert phone.locator(".game:visible").count() == 1
    assert seen_whole(phone, ".seat:nth-of-type(1)"), "who plays comes right below the chosen game"
    choose(phone, "Two-Dice Pig")
    phone.get_by_label("Points that win").fill("37")
    phone.get_by_role("button", name="Rules").click()
    rules = phone.get_by_role("dialog", name="Two-Dice Pig to 37")
    rules.get_by_text("reaches 37 points wins").wait_for()
    assert rules.evaluate("dialog => dialog.scrollWidth <= dialog.clientWidth")
    rules.get_by_role("button", name="Close").click()
    alert, top = phone.get_by_role("alert"), phone.locator(".new h1")
    phone.get_by_label("Points that win").fill("9999")
    top.scroll_into_view_if_needed()
    phone.get_by_role("button", name="Begin a game").click()
    alert.get_by_text("choose one up to").first.wait_for()
    assert seen_whole(phone, ".new [role=alert]")
    phone.get_by_placeholder("Name").first.fill("x" * 41)
    top.scroll_into_view_if_needed()
    alert.get_by_text("at most 40 characters").wait_for()
    assert seen_whole(phone, ".new [role=alert]")
    assert phone.get_by_role("button", name="Begin a game").is_disabled()


def seen_whole(page: "Page", part: str) -> bool:
    """Return whether the whole of a part stands in the window, and nothing before it."""
    return bool(
        page.locator(part).evaluate(
            """(one) => [0.01, 0.99].every((at) => {
                const { left, top, width, height } = one.getBoundingClientRect();
                const above = document.elementFromPoint(left + width / 2, top + at * height);
                return above && (one === above || one.contains(above));
            })"""
        )
    )
