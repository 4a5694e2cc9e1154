"""The table's own screen without keyboard and mouse: its keys, and no pointer."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.support.robot.accessibility import in_both_themes
from tests.support.robot.browser import Served, windows

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

LEAST = 44
"""Pixels of the smaller side of what a finger taps."""


@pytest.fixture
def screen(browser: "Browser", served: Served) -> "Iterator[Page]":
    """Return the smallest screen that a table may have."""
    yield from windows(browser, served.address, 800, 480)


def tap(page: "Page", *names: str) -> None:
    for name in names:
        page.locator(".touch-keys").get_by_role("button", name=name, exact=True).click()


@pytest.mark.parametrize(
    ("language", "keys", "typed"),
    [
        ("en", ("J", "o", "Capital letters", "Q", "Delete", "Space", "Letters with accents", "ë", "ł", "7"), "Jo ëł7"),
        ("de", ("J", "ü", "z", "ß", "Großbuchstaben", "ß", "Zeichen", "'"), "Jüzßß'"),
        ("es", ("Ñ", "ñ", "-", "Letras con acentos", "á", "Letras", "a"), "Ññ-áa"),
    ],
)
def test_names_are_typed_with_fingers(screen: "Page", language: str, keys: tuple[str, ...], typed: str) -> None:
    screen.goto(f"/language/{language}?back=/new")
    name, board = screen.locator(".seat input").first, screen.locator(".touch-keys")
    name.click()
    tap(screen, *keys)
    assert name.input_value() == typed
    screen.wait_for_function("""() => document.activeElement.matches(".seat input")""")
    field, below = name.bounding_box(), board.bounding_box()
    assert field
    assert below
    assert field["y"] >= 0
    assert field["y"] + field["height"] <= below["y"], "the field is hidden by the keys"
    heights = board.evaluate(
        "one => [...one.querySelectorAll('button')].map(key => key.getBoundingClientRect().height)"
    )
    assert min(heights) >= LEAST
    if language == "en":
        assert in_both_themes(screen) == []
    screen.locator(".touch-keys .go").click()
    board.wait_for(state="detached")
    assert name.input_value() == typed, "a form of several fields is not sent by a key"


def test_the_operator_s_password_is_typed_and_sent(screen: "Page") -> None:
    screen.goto("/enter")
    password = screen.locator("#password")
    password.evaluate("one => { one.form.onsubmit = () => { one.id = 'sent'; return false; }; }")
    password.click()
    tap(screen, *"pig", "Signs", "#", "Letters", *"12345")
    assert password.input_value() == "pig#12345"
    tap(screen, "Done")
    screen.locator("#sent").wait_for()


def test_numbers_have_the_keys_of_numbers(screen: "Page") -> None:
    screen.goto("/new")
    goal = screen.locator(".goal input")
    goal.click()
    assert screen.locator(".touch-keys button").count() == 12
    tap(screen, "Delete", "Delete", "5")
    assert goal.input_value() == "15"


def test_whoever_has_a_real_keyboard_is_left_alone(screen: "Page") -> None:
    screen.goto("/new")
    name, board = screen.locator(".seat input").first, screen.locator(".touch-keys")
    name.click()
    board.wait_for()
    screen.keyboard.press("A")
    board.wait_for(state="detached")
    assert name.input_value() == "A"
    screen.clock.install()
    screen.clock.fast_forward("01:00:00")
    screen.locator("h1").click()
    name.click()
    assert board.count() == 0
    screen.reload()
    name.click()
    assert board.count() == 0


def test_a_mouse_opens_no_keys_and_a_finger_does(screen: "Page") -> None:
    screen.goto("/new")
    name, board = screen.locator(".seat input").first, screen.locator(".touch-keys")
    screen.mouse.move(100, 100, steps=12)
    screen.locator(":root:not(.still)").wait_for()
    for _ in range(2):
        name.click()
        assert board.count() == 0
        screen.reload()
    box = name.bounding_box()
    assert box
    point = {"x": box["x"] + 9, "y": box["y"] + 9}
    wire = screen.context.new_cdp_session(screen)
    wire.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    wire.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    board.wait_for()


def test_a_pointer_is_shown_while_a_mouse_moves_and_not_where_a_finger_taps(screen: "Page") -> None:
    screen.goto("/new")
    screen.locator(":root.still").wait_for()
    for _ in range(4):
        screen.mouse.click(200, 100)
        screen.mouse.click(400, 100)
    assert screen.locator(":root.still").count() == 1
    screen.mouse.move(100, 100, steps=12)
    screen.locator(":root:not(.still)").wait_for()
