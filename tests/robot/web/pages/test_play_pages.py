"""The form of a new game, the keyboard alone, presses that come twice, and troubles, in a real browser."""

import re
from pathlib import Path

import pytest
from PIL import Image

from robot.games.registry import PLAYED
from tests.support.repository import REPOSITORY
from tests.support.robot.accessibility import in_both_themes
from tests.support.robot.browser import OVER, SHOWN, WAITS, Browser, Page, Served, begin, choose, serve, windows
from tests.support.robot.waiting import until

pytestmark = pytest.mark.check


def seen_whole(page: Page, part: str) -> bool:
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


DEAD = "window.socket.io.reconnection(false); window.socket.io.engine.transport.ws.send = () => {}"
"""Lets all that a page sends go nowhere, as a network does that has died."""

FAILS = "(why) => window.socket.listeners('connect_error').forEach((told) => told(new Error(why)))"
"""Lets a page hear why it cannot connect."""

FOCUSED = "document.activeElement.tagName + ' ' + document.activeElement.className"
LOSES = """() => {
    window.lost = 0;
    const look = () => { if (document.activeElement === document.body) window.lost += 1; };
    new MutationObserver(() => setTimeout(look)).observe(document.body, { childList: true, subtree: true });
}"""


def focus_of(page: Page) -> str:
    found: str = page.evaluate(FOCUSED)
    return found


def test_a_game_bears_a_double_tap_and_a_dead_camera_and_keeps_its_focus(page: Page, served: Served) -> None:
    begin(page, "Pig", "Anna", "Ben", goal=50)
    page.locator("button.leave:not([aria-disabled])").wait_for()
    page.evaluate(
        """() => new Promise((tapped) => {
            const tap = (button) => button.dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 2 }));
            const drawn = new MutationObserver(() => {
                const sure = document.querySelector(".toast button");
                if (!sure) return;
                drawn.disconnect();
                tap(sure);
                tapped();
            });
            drawn.observe(document.body, { childList: true, subtree: true });
            tap(document.querySelector("button.leave"));
        })"""
    )
    page.get_by_role("button", name="Stay").click()
    page.get_by_role("heading", name="Anna’s turn").wait_for()
    assert served.health()["game"]["people"] == [True, True], "nobody has left"
    plug = served.folder / "unplugged"
    page.get_by_role("button", name="Throw").wait_for()
    plug.touch()
    try:
        page.get_by_role("button", name="Throw").click()
        page.locator(".trouble", has_text="plug it in again").wait_for()
        page.get_by_role("button", name="Try again now").click()
        assert not page.get_by_text("hands are away").count(), "that is said after an emergency stop alone"
        assert served.health()["status"] == "fault"
    finally:
        plug.unlink()
    page.locator(".trouble").wait_for(state="detached")
    page.locator(".said li", has_text="Anna throws").first.wait_for()
    assert served.health()["status"] == "ok"
    page.locator(WAITS).wait_for()
    page.locator(".act .roll").focus()
    page.evaluate(LOSES)  # from here on it is somewhere: what the page draws before that takes it from nothing
    for _ in range(3):
        before = page.locator(".said li").all_inner_texts()
        page.keyboard.press("Enter")
        until(lambda before=before: page.locator(".said li").all_inner_texts() != before)  # type: ignore[misc]
        page.locator(WAITS).wait_for()
        until(lambda: re.match("BUTTON big (roll|hold)", focus_of(page)))
    assert page.evaluate("window.lost") == 0


def test_a_result_is_ranked_and_rains_once_and_stays_where_no_phone_can_come(page: Page) -> None:
    page.clock.install()
    begin(page, "Pig", "Anna", "Ben", goal=2)
    asked = f"{WAITS} button:is(.roll, .hold):not([aria-disabled])"
    while page.locator(f"{OVER}, {asked}").first.wait_for() or not page.locator(OVER).count():
        page.keyboard.press("h" if page.locator(f"{WAITS} button.hold").count() else "r")
    page.evaluate("window.looks = setInterval(() => dispatchEvent(new Event('wheel')), 1000)")  # as long as this takes
    page.locator(".result li").nth(1).wait_for()
    assert page.locator(".result .result-place").all_inner_texts() == ["1.", "2."]
    page.locator(".moment.win").wait_for(state="attached")
    page.get_by_role("button", name="Play again").wait_for()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Share").click()
    with Image.open(saved.value.path()) as picture:
        assert (picture.format, picture.size) == ("PNG", (1080, 1350))
    assert in_both_themes(page) == []
    page.evaluate("clearInterval(window.looks)")
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 10)  # from here on time passes only as it is told to
    page.keyboard.press("Shift")
    page.clock.fast_forward(35_000)
    page.reload()
    page.locator(".ending .share").wait_for()
    assert page.locator(".moment").count() == 0
    page.clock.fast_forward(25_000)
    page.clock.resume()
    until(lambda: page.evaluate(SHOWN.replace(".view", ".taken")))  # the table's screen asks whether to welcome others
    page.get_by_role("button", name="Play again").wait_for()


def test_an_old_browser_is_told_in_its_language_what_it_needs(page: Page) -> None:
    text = " ".join((REPOSITORY / "docs" / "page.md").read_text().split())
    needs = re.search(r"It needs (at least .*?)\. The package", text)
    assert needs
    page.context.add_init_script("HTMLScriptElement.supports = (kind) => kind !== 'importmap'")
    page.goto("/language/de?back=/history")
    page.wait_for_url("**/old")
    page.get_by_role("heading", name="Dieser Browser ist zu alt").wait_for()
    page.goto("/language/en?back=/pair")
    page.get_by_text(f"The pages need {needs[1]}.").wait_for()
    assert in_both_themes(page) == []


def test_a_tap_into_a_dead_network_says_so_and_is_sent_again_or_said_to_be_late(page: Page, browser: Browser) -> None:
    begin(page, "Yahtzee", "Anna", robots=1)
    page.get_by_role("button", name="Throw 5 dice").click()
    page.get_by_role("button", name=re.compile("^Chance:")).wait_for()
    page.evaluate(DEAD)
    page.get_by_role("button", name=re.compile("^Chance:")).click()
    page.locator(".would[data-sending]").wait_for()
    page.evaluate("window.socket.io.reconnection(true); window.socket.disconnect().connect()")
    page.get_by_role("button", name=re.compile("^Write Chance")).wait_for()
    assert not page.locator("[data-sending]").count(), "the table has it"
    page.evaluate(DEAD)
    page.get_by_role("button", name=re.compile("^Ones:")).click()
    page.evaluate("window.stays = true")
    page.evaluate(FAILS, "timeout")
    assert page.evaluate("window.stays"), "without a network the browser would show a page of its own"
    page.evaluate(FAILS, "Implicit handshake failed")  # the table has forgotten the page after a long gap
    page.wait_for_function("!window.stays")
    write = page.get_by_role("button", name=re.compile("^Write Ones"))
    write.wait_for()
    page.evaluate(DEAD)
    write.click()
    for other in windows(browser, page.url, 800, 600):
        other.get_by_role("button", name=re.compile("^Write Ones")).click()
        other.get_by_role("button", name="Throw 5 dice").wait_for()
    page.reload()
    page.locator(".refused", has_text="your last tap may not have counted").wait_for()
    page.reload()
    page.locator(WAITS).wait_for()
    assert not page.locator(".refused").count()


def test_the_form_of_a_new_game_fits_a_phone_and_says_beside_its_button_what_is_wrong(phone: Page) -> None:
    phone.goto("/new?game=skunk")
    assert phone.locator(".game.chosen .game-name").inner_text().startswith("Skunk")
    assert phone.locator(".game").count() == 6, "the large ones, and the chosen one"
    phone.goto("/new?all&game=<b>nothing</b>")
    assert phone.get_by_role("radio", name="Pig").first.is_checked()
    assert phone.locator(".game").count() == len(PLAYED)
    phone.get_by_label("Find a game").fill("capTÁIN crew")
    assert phone.locator(".game").count() == 1
    phone.get_by_label("Find a game").fill("chess")
    phone.get_by_role("status").get_by_text("No game").wait_for()
    phone.goto("/new")
    for part in (".game.chosen", ".named input", ".level.chosen", ".act .big", ".rules-open"):
        assert seen_whole(phone, part), f"{part} is on the first screen"
    assert phone.get_by_role("radio", name="casual").is_checked()
    choose(phone, "Two-Dice Pig")
    phone.locator(".more summary").click()
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


def test_keys_throw_mark_and_write_open_the_rules_and_can_be_switched_off(page: Page) -> None:
    begin(page, "Yahtzee", "Anna", robots=1)
    throw, rules = page.get_by_role("button", name="Throw 5 dice"), page.get_by_role("dialog", name="Yahtzee")
    throw.wait_for()
    page.locator("button.keys").click()
    assert page.locator("button.keys").get_attribute("aria-pressed") == "false"
    page.reload()
    throw.wait_for()
    page.keyboard.press("i")
    page.keyboard.press("r")
    page.locator("button.keys").click()
    page.keyboard.press("i")
    rules.wait_for()
    assert throw.count() == 1, "letters that are switched off do nothing"
    assert rules.get_by_role("heading", name="How you win").count() == 1
    page.keyboard.press("r")
    page.keyboard.press("Escape")
    rules.wait_for(state="detached")
    assert throw.count() == 1, "no key plays below the rules"
    page.keyboard.press("r")
    page.locator("button.would").first.wait_for()
    assert rules.count() == 0, "what happens in the game does not open them again"
    page.keyboard.press("2")
    page.locator("button.die[aria-pressed=true]").wait_for()
    assert page.locator("button.die").nth(1).get_attribute("aria-pressed") == "true"
    page.keyboard.press("?")
    page.get_by_text("A robot in your place").wait_for()
    page.locator(".mind .options li").nth(1).wait_for()
    worth = max(int(one.replace("–", "0")) for one in page.locator("button.would").all_inner_texts())
    page.keyboard.press("h")
    page.locator(".act .hold", has_text=f"({worth})").wait_for()
    page.keyboard.press("h")
    page.locator(".said li", has_text=f"Anna scores {worth} in").wait_for()


def test_yahtzee_is_played_with_three_keys_where_buttons_are_three(tmp_path: Path, browser: Browser) -> None:
    with serve(tmp_path / "big", files=["big", "drawn"]) as one:
        for page in windows(browser, one.address, 1280, 800):
            begin(page, "Yahtzee", "Anna")
            page.locator(WAITS).wait_for()
            page.keyboard.press("r")
            for well, key in enumerate("hrhru", 1):
                page.locator(f".die.chosen[data-at='die {min(well, 5)}']").wait_for()
                page.locator(".remark", has_text=f"Die {well} shows").wait_for()
                page.keyboard.press(key)
            page.locator(".die.chosen[data-at='die 4']").wait_for()
            assert page.locator("button.die[aria-pressed=true]").count() == 2
            for well, key in ((4, "h"), (5, "h")):
                page.locator(f".die.chosen[data-at='die {well}']").wait_for()
                page.keyboard.press(key)
            page.locator(".remark", has_text="ROLL (r) throws 1 die. HOLD (h) goes to the boxes.").wait_for()
            page.keyboard.press("h")
            page.locator("tr.chosen").wait_for()
            page.keyboard.press("h")
            page.locator(".said li", has_text="Anna scores").wait_for()


def test_digits_say_how_many_dice_are_thrown_how_pigs_lie_and_which_tiles_are_shut(page: Page) -> None:
    begin(page, "Hog", "Anna", robots=1)
    page.get_by_role("button", name="Throw 1 die").wait_for()
    for key in "583":  # there is no 8
        page.keyboard.press(key)
    page.get_by_role("button", name="Throw 3 dice").wait_for()
    page.keyboard.press("r")
    page.locator(".said li", has_text=re.compile(r"^Anna throws \d, \d\sand \d:")).wait_for()
    begin(page, "Pass the Pigs", "Anna", "Ben")
    page.get_by_role("button", name="Throw").wait_for()
    page.keyboard.press("r")
    page.get_by_text("How did pig 1 land?").wait_for()
    page.keyboard.press("7")
    page.keyboard.press("4")
    page.get_by_text("How did pig 2 land?").wait_for()
    page.keyboard.press("5")
    page.locator(".todo", has_text="Trotter and snouter").wait_for()
    page.keyboard.press("h")
    page.locator(".said li", has_text="Anna throws trotter and snouter").wait_for()
    begin(page, "Shut the Box", "Anna")
    page.get_by_role("button", name="Throw 2 dice").click()
    todo = page.locator(".todo", has_text="Tap open tiles")
    todo.wait_for()
    total = int(todo.inner_text().rstrip(".").split()[-1])
    low = max(1, total - 9)
    tiles = (low, total - low) if low < total - low else (total,)
    page.locator("button.tile", has_text=str(tiles[0])).click()
    if len(tiles) > 1:
        page.keyboard.press(str(tiles[1]))
    shown = " ".join(map(str, tiles))
    page.get_by_role("button", name=f"Shut {shown}", exact=True).wait_for()
    page.keyboard.press("h")
    page.locator(".said li", has_text=f"Anna shuts {shown}.").wait_for()
    page.get_by_role("img", name=f"Tile {tiles[0]}: shut").wait_for()
