"""The table's own screen without keyboard and mouse: its keys, and no pointer."""

from collections.abc import Iterator

import pytest

from tests.support.robot.accessibility import in_both_themes
from tests.support.robot.browser import Browser, Page, Served, windows

pytestmark = pytest.mark.check
LEAST = 44
"""Pixels of the smaller side of what a finger taps."""


@pytest.fixture
def screen(browser: Browser, served: Served) -> Iterator[Page]:
    """Return the smallest screen that a table may have."""
    yield from windows(browser, served.address, 800, 480)


TYPED = (
    ("en", ("J", "o", "Capital letters", "Q", "Delete", "Space", "Letters with accents", "ë", "ł", "7"), "Jo ëł7"),
    ("de", ("J", "ü", "z", "ß", "Großbuchstaben", "ß", "Zeichen", "'"), "Jüzßß'"),
    ("es", ("Ñ", "ñ", "-", "Letras con acentos", "á", "Letras", "a"), "Ññ-áa"),
)
"""For each language the keys that are tapped, and what they type."""


def tap(page: Page, *names: str) -> None:
    for name in names:
        page.locator(".touch-keys").get_by_role("button", name=name, exact=True).click()


def test_names_numbers_and_passwords_are_typed_with_fingers(screen: Page) -> None:
    for language, keys, typed in TYPED:
        screen.goto(f"/language/{language}?back=/new")
        name, board = screen.locator(".seat input").first, screen.locator(".touch-keys")
        name.click()
        tap(screen, *keys)
        assert name.input_value() == typed
        screen.wait_for_function("""() => document.activeElement.matches(".seat input")""")
        field, below = name.bounding_box(), board.bounding_box()
        assert field
        assert below
        assert 0 <= field["y"] <= field["y"] + field["height"] <= below["y"], "the field is hidden by the keys"
        heights = board.evaluate(
            "one => [...one.querySelectorAll('button')].map(key => key.getBoundingClientRect().height)"
        )
        assert min(heights) >= LEAST
        if language == "en":
            assert in_both_themes(screen) == []
        screen.locator(".touch-keys .go").click()
        board.wait_for(state="detached")
        assert name.input_value() == typed, "a form of several fields is not sent by a key"
    screen.goto("/language/en?back=/new")
    screen.locator(".more summary").click()
    goal = screen.locator(".goal input")
    goal.click()
    assert screen.locator(".touch-keys button").count() == 12
    tap(screen, "Delete", "Delete", "5")
    assert goal.input_value() == "15"
    screen.goto("/enter")
    password = screen.locator("#password")
    password.evaluate("one => { one.form.onsubmit = () => { one.id = 'sent'; return false; }; }")
    password.click()
    tap(screen, *"pig", "Signs", "#", "Letters", *"12345")
    assert password.input_value() == "pig#12345"
    tap(screen, "Done")
    screen.locator("#sent").wait_for()


def test_whoever_has_a_real_keyboard_or_mouse_is_left_alone(screen: Page, browser: Browser, served: Served) -> None:
    screen.goto("/new")
    name, board = screen.locator(".seat input").first, screen.locator(".touch-keys")
    screen.locator(":root.still").wait_for()
    for _ in range(4):
        screen.mouse.click(200, 100)
        screen.mouse.click(400, 100)
    assert screen.locator(":root.still").count() == 1, "no pointer where a finger taps"
    name.click()
    board.wait_for()
    screen.keyboard.press("A")
    board.wait_for(state="detached")
    assert name.input_value() == "A"
    for _ in range(2):
        screen.locator(".games-head b").click()
        name.click()
        assert board.count() == 0
        screen.reload()
    for other in windows(browser, served.address, 800, 480):
        other.goto("/new")
        name, board = other.locator(".seat input").first, other.locator(".touch-keys")
        other.mouse.move(100, 100, steps=12)
        other.locator(":root:not(.still)").wait_for()
        name.click()
        assert board.count() == 0, "a mouse opens no keys"
        box = name.bounding_box()
        assert box
        point = {"x": box["x"] + 9, "y": box["y"] + 9}
        wire = other.context.new_cdp_session(other)
        wire.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
        wire.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        board.wait_for()
