"""Pages that everybody can use and nobody can harm: names, pairing, the operator's password, and axe's rules."""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.support.robot.accessibility import in_both_themes
from tests.support.robot.browser import Served, begin, network_address, serving, sit, windows

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

MARKUP = "<img src=x onerror=alert(1)><b>Eve"
SECRET = "open sesame"


@pytest.fixture(scope="module")
def network(tmp_path_factory: pytest.TempPathFactory, browser: "Browser") -> Iterator[Served]:  # noqa: ARG001  or skip
    """Return a page that the network may see, at an address that is not this machine's own."""
    with serving(tmp_path_factory.mktemp("network"), network_address()) as one:
        yield one


@pytest.fixture
def stranger(browser: "Browser", network: Served) -> "Iterator[Page]":
    """Return a phone that nobody has let in."""
    yield from windows(browser, network.address, 360, 740)


def test_names_are_shown_as_they_are_typed(page: "Page") -> None:
    begin(page, "Pig to", MARKUP, robots=1)
    page.locator("h1", has_text="<img src=x").wait_for()
    page.get_by_role("button", name="Throw").click()
    page.locator(".said li", has_text="throws").first.wait_for()
    page.goto("/history")
    page.get_by_text(MARKUP[:20]).first.wait_for()
    page.get_by_role("link", name=re.compile(r"\d")).first.click()
    page.get_by_text("The game in words").click()
    page.locator("ol.told li").first.wait_for()
    assert page.locator("main img[src=x], main b").count() == 0


def test_a_name_of_ten_thousand_letters_is_refused(page: "Page") -> None:
    page.goto("/new")
    page.get_by_placeholder("Name").first.fill("x" * 10_000)
    page.get_by_role("alert").get_by_text("at most 40 characters").wait_for()
    assert page.get_by_role("button", name="Begin a game").is_disabled()


def test_every_page_speaks_german_and_spanish(page: "Page") -> None:
    for language, history in (("de", "Verlauf"), ("es", "Historial"), ("en", "History")):
        page.locator("select.language").select_option(language)
        page.get_by_role("link", name=history).wait_for()
        assert page.evaluate("document.documentElement.lang") == language


@pytest.mark.parametrize("path", ["/history/abc", "/history/abc.png", "/history/-1", "/history/1.5", "/no/such/page"])
def test_an_address_without_a_page_says_so_in_the_page_s_language_and_theme(page: "Page", path: str) -> None:
    page.locator("button.theme").click()
    theme = page.locator("html").get_attribute("data-theme")
    for language, said in (("de", "Diese Seite gibt es nicht."), ("en", "This page does not exist.")):
        page.locator("select.language").select_option(language)
        page.wait_for_function("language => document.documentElement.lang === language", arg=language)
        answer = page.goto(path)
        assert answer is not None
        assert answer.status == 404
        page.get_by_role("heading", name=said).wait_for()
        assert page.locator("html").get_attribute("data-theme") == theme
        assert page.get_by_role("link", name="Pipsqueak").count() == 1


@pytest.mark.parametrize("number", [10**6, 10**30])
def test_a_game_that_was_never_played_does_not_exist(page: "Page", number: int) -> None:
    answer = page.goto(f"/history/{number}")
    assert answer is not None
    assert answer.status == 404
    page.get_by_role("heading", name="This game does not exist.").wait_for()
    assert page.request.get(f"/history/{number}.png").status == 404


def test_a_phone_is_let_in_by_its_code(stranger: "Page", network: Served) -> None:
    assert stranger.url.endswith("/pair")
    assert stranger.request.get("/camera/1.jpg").status == 401
    assert stranger.request.get("/health").status == 200
    stranger.get_by_label("Code").fill("12345")
    stranger.get_by_role("button", name="Join").click()
    assert stranger.get_by_role("alert").inner_text() == "That is not the code."
    stranger.get_by_label("Code").fill(network.code)
    stranger.get_by_role("button", name="Join").click()
    sit(stranger, "Anna")
    stranger.locator(".sits", has_text="Anna").wait_for()  # a table that has just started says first which games go on
    begin(stranger, "Pig to", "Anna", robots=1)
    stranger.get_by_role("button", name="Throw").tap()
    stranger.locator(".picture img").first.wait_for()
    for film in ("/camera/live", "/camera/live?whole=1"):
        assert stranger.request.get(film).status == 403
    assert stranger.locator(".film").count() == stranger.get_by_role("button", name="Live", exact=True).count() == 0
    stranger.goto("/operator")
    stranger.get_by_text("No password is set yet").wait_for()


def test_a_code_that_was_scanned_and_holds_no_more_is_refused_as_if_it_were_typed(stranger: "Page") -> None:
    stranger.goto("/pair?code=12345")
    stranger.get_by_role("alert").get_by_text("That is not the code.").wait_for()
    assert stranger.url.endswith("/pair")


def test_the_door_has_the_letters_and_the_languages_of_the_other_pages(stranger: "Page") -> None:
    stranger.goto("/pair")
    stranger.wait_for_function(
        "() => [...document.fonts].some((one) => /Roboto/.test(one.family) && one.status === 'loaded')"
    )
    for language, title in (("de", "Mitspielen"), ("es", "Únete a la partida"), ("en", "Join the game")):
        stranger.locator("select.language").select_option(language)
        stranger.get_by_role("heading", name=title).wait_for()
    before = stranger.locator("html").get_attribute("data-theme")
    stranger.locator("button.theme").click()
    assert stranger.locator("html").get_attribute("data-theme") != before


def test_a_foreign_page_presses_nothing(network: Served, stranger: "Page") -> None:
    for origin in ("http://evil.example", "null"):
        answer = stranger.request.post(
            "/pair", form={"code": network.code}, headers={"origin": origin}, max_redirects=0
        )
        assert answer.status == 403


def test_the_operator_has_a_password_and_tries_every_motor_and_light(page: "Page", served: Served) -> None:
    (served.folder / "home" / "config" / "operator.json").unlink(missing_ok=True)
    page.goto("/operator")
    page.get_by_label("Password").fill(SECRET)
    page.get_by_role("button", name="Save the password").click()
    page.locator(".device", has_text="OK").first.wait_for()
    page.get_by_role("button", name="Leave the game").click()
    page.get_by_role("dialog").get_by_role("button", name="Leave the game").click()
    for name in ("Home the crank", "Shake", "Lever 3", "Left light", "Clear faults"):
        page.get_by_role("button", name=name).click()
        page.get_by_text(f"{name}: done.").wait_for()
    assert page.locator("img.live").evaluate("image => image.naturalWidth") == 1280
    page.locator(".log", has_text="the operator signs in at 127.0.0.1: right").wait_for()
    page.get_by_role("link", name="Play").click()
    page.get_by_text("The operator is signed in at this screen.").wait_for()
    page.get_by_role("button", name="Sign out").click()
    page.get_by_role("link", name="Statistics").wait_for()
    assert page.locator(".signed-in").count() == 0
    page.goto("/operator")
    page.get_by_label("Password").fill("not the password")
    page.get_by_role("button", name="Enter").click()
    assert page.get_by_role("alert").inner_text() == "That is not the password."
    page.goto("/operator")
    page.get_by_label("Password").fill(SECRET)
    page.get_by_role("button", name="Enter").click()
    page.get_by_role("heading", name="Health").wait_for()


def test_every_page_has_one_main_part_beside_its_head(page: "Page") -> None:
    for path in ("/", "/new", "/history", "/history/1", "/statistics", "/enter"):
        page.goto(path)
        page.locator("main h1").wait_for()
        assert page.locator("main").count() == 1, path
        assert page.locator("header.head").count() == 1
        assert not page.locator("main header").count()


def test_axe_finds_nothing_on_the_operator_s_page(page: "Page") -> None:
    pytest.importorskip("axe_playwright_python", reason="'make setup' brings it")
    page.goto("/operator")
    page.get_by_label("Password").wait_for()
    found = {"/enter": in_both_themes(page)}
    page.get_by_label("Password").fill(SECRET)
    page.locator("button.big").click()
    page.locator(".device").first.wait_for()
    found["/operator"] = in_both_themes(page)
    page.get_by_role("button", name="Restart").click()
    page.get_by_role("dialog").get_by_role("button", name="Cancel").wait_for()
    found["/operator restart"] = in_both_themes(page)
    assert {path: faults for path, faults in found.items() if faults} == {}


def test_axe_finds_nothing(page: "Page") -> None:
    pytest.importorskip("axe_playwright_python", reason="'make setup' brings it")
    begin(page, "Yahtzee", "Anna", robots=1)
    page.get_by_role("button", name="Throw 5 dice").click()
    page.locator("button.die").first.click()
    page.keyboard.press("?")
    page.get_by_text("A robot in your place").wait_for()
    found = {"/": in_both_themes(page)}
    page.keyboard.press("i")
    page.get_by_role("dialog", name="Yahtzee").wait_for()
    found["/ rules"] = in_both_themes(page)
    begin(page, "Pig to", "Anna", robots=1)
    page.get_by_role("button", name="Throw").click()
    page.locator(".said li", has_text="throws").first.wait_for()
    found["/ pig"] = in_both_themes(page)
    begin(page, "Pig to", "Anna", "Ben", kind="hand")
    page.get_by_role("button", name="Throw").click()
    page.get_by_role("heading", name="Is that right?").wait_for()
    page.locator(".faces button").nth(5).click()
    page.locator(".dice [aria-label^='Die 1: 6']").wait_for()
    found["/ confirm"] = in_both_themes(page)
    for path in ("/new", "/history", "/history/1", "/statistics", "/enter", "/pair", "/no/such/page"):
        page.goto(path)
        page.locator("h1").wait_for()
        found[path] = in_both_themes(page)
    assert {path: faults for path, faults in found.items() if faults} == {}
