"""Pages that everybody can use and nobody can harm: names, pairing, the operator's password, and axe's rules."""

from collections.abc import Iterator

import pytest

from tests.support.requirements import needs_package
from tests.support.robot.accessibility import in_both_themes
from tests.support.robot.browser import Browser, Page, Served, begin, network_address, serving, sit, windows

pytestmark = pytest.mark.check
SECRET = "open sesame"


@pytest.fixture(scope="module")
def network(tmp_path_factory: pytest.TempPathFactory, browser: Browser) -> Iterator[Served]:  # noqa: ARG001  or skip
    """Return a page that the network may see, at an address that is not this machine's own."""
    with serving(tmp_path_factory.mktemp("network"), network_address()) as one:
        yield one


@pytest.fixture
def stranger(browser: Browser, network: Served) -> Iterator[Page]:
    """Return a phone that nobody has let in."""
    yield from windows(browser, network.address, 360, 740)


def test_a_phone_is_let_in_by_its_code_at_a_door_that_speaks_its_language(stranger: Page, network: Served) -> None:
    assert stranger.url.endswith("/pair")
    stranger.wait_for_function(
        "() => [...document.fonts].some((one) => /Roboto/.test(one.family) && one.status === 'loaded')"
    )
    for language, title in (("de", "Mitspielen"), ("es", "Únete a la partida"), ("en", "Join the game")):
        stranger.locator("select.language").select_option(language)
        stranger.get_by_role("heading", name=title).wait_for()
    before = stranger.locator("html").get_attribute("data-theme")
    stranger.locator("button.theme").click()
    assert stranger.locator("html").get_attribute("data-theme") != before
    stranger.goto("/pair?code=12345")
    alert = stranger.get_by_role("alert").get_by_text("That is not the code.")
    alert.wait_for()  # one that was scanned is sent at once
    stranger.get_by_label("Code").fill(network.code)
    stranger.get_by_role("button", name="Join").click()
    sit(stranger, "Anna")
    stranger.goto("/no/such/page")
    stranger.get_by_role("heading", name="This page does not exist.").wait_for()
    assert stranger.locator("html").get_attribute("data-theme") != before


def test_the_operator_has_a_password_and_tries_motors_on_a_page_without_faults(page: Page, served: Served) -> None:
    needs_package("axe_playwright_python")
    (served.folder / "home" / "config" / "operator.json").unlink(missing_ok=True)
    page.goto("/operator")
    page.get_by_label("Password").fill(SECRET)
    found = in_both_themes(page)
    page.get_by_role("button", name="Save the password").click()
    page.locator(".device", has_text="OK").first.wait_for()
    found += in_both_themes(page)
    page.get_by_role("button", name="Restart").click()
    page.get_by_role("dialog").get_by_role("button", name="Cancel").wait_for()
    found += in_both_themes(page)
    assert found == []
    page.get_by_role("dialog").get_by_role("button", name="Cancel").click()
    page.get_by_role("button", name="Leave the game").click()
    page.get_by_role("dialog").get_by_role("button", name="Leave the game").click()
    for name in ("Home the crank", "Lever 3", "Left light", "Clear faults"):
        page.get_by_role("button", name=name).click()
        page.get_by_text(f"{name}: done.").wait_for()
    page.wait_for_function("document.querySelector('img.live').naturalWidth === 1280")
    page.locator(".log", has_text="the operator signs in at 127.0.0.1: right").wait_for()
    page.get_by_role("link", name="Play").click()
    page.get_by_text("The operator is signed in on this screen.").wait_for()
    page.get_by_role("button", name="Sign out").click()
    page.get_by_role("link", name="Statistics").wait_for()
    assert page.locator(".signed-in").count() == 0
    page.goto("/operator")
    page.get_by_label("Password").fill("not the password")
    page.get_by_role("button", name="Enter").click()
    assert page.get_by_role("alert").inner_text() == "That is not the password."


def test_axe_finds_nothing(page: Page) -> None:
    needs_package("axe_playwright_python")
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
