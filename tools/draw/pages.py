"""Draw every page as people see it into docs/img: python -m tools.draw.pages."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from secrets import token_urlsafe
from tempfile import TemporaryDirectory
from typing import NamedTuple

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from tools.draw import IMAGES

CHROMIUM = "/usr/bin/chromium-headless-shell"
SCREEN, TOUCH, PHONE = (1920, 1080), (800, 480), (360, 740)
WIDEST, COLOURS, EXACT = 1200, 256, 64
"""Limits of a saved picture, so that its file stays small."""
OWN_PACE = ("--table", "sim", "--port", "0", "--seed", "7")
TABLE = (*OWN_PACE, "--speed", "4")
SERVE = ("robot", "serve", *TABLE)
NETWORK = (*SERVE, "--host", "0.0.0.0")  # noqa: S104
EXHIBIT = ("robot", "exhibit", "--countdown", "30", *TABLE)
SELFTEST = (
    *("robot", "selftest", "--table", "sim", "--fast", "--seed", "3", "--yes", "--steps", "camera,switches,levers"),
    *("--faults", "horn-off=4,marker-turned=3,lid-shorted"),
)
PASSWORD = token_urlsafe()
PATIENCE = 120_000
"""Time limit in milliseconds for an element to appear."""
WAITS = ".play[data-tone=you]"
RESTS = f'{WAITS}[data-stage=""]'


class Server(NamedTuple):
    """A program that runs, its home folder, and the last word of each line that it prints on stderr."""

    process: "subprocess.Popen[str]"
    home: Path
    said: Iterator[str]


@contextmanager
def chromium() -> Iterator[Browser]:
    """Run Chromium."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@contextmanager
def start_module(words: Sequence[str]) -> Iterator[Server]:
    """Run a module with its arguments from an empty home folder."""
    with TemporaryDirectory() as home:
        command, environment = (sys.executable, "-m", *words), {**os.environ, "PIPSQUEAK_HOME": home}
        with subprocess.Popen(
            command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
        ) as server:
            assert server.stderr is not None
            try:
                yield Server(server, Path(home), (line.rsplit(" ", 1)[-1].strip() for line in server.stderr))
            finally:
                server.terminate()


@contextmanager
def window(
    browser: Browser, address: str, size: tuple[int, int], theme: str, language: str = "en", *, moves: bool = False
) -> Iterator[Page]:
    """Open a window of one size, theme and language, in which nothing moves by itself unless it `moves`."""
    width, height = size
    context = browser.new_context(
        base_url=address,
        viewport={"width": width, "height": height},
        color_scheme="dark" if theme == "dark" else "light",
        device_scale_factor=2 if size == PHONE else 1,
        reduced_motion="no-preference" if moves else "reduce",
        locale=language,
    )
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto(f"/language/{language}")
    yield page
    context.close()


def keep(page: Page, name: str) -> None:
    """Save a screenshot of the top of a window: a click may have scrolled it."""
    page.evaluate("scrollTo(0, 0)")
    page.wait_for_timeout(600)
    snap(page, name)


def snap(page: Page, name: str) -> None:
    """Save a screenshot of a window as it is at this moment."""
    with Image.open(BytesIO(page.screenshot())) as shot:
        picture = shot.convert("RGB")
    if picture.width > WIDEST:
        picture = picture.resize((WIDEST, picture.height * WIDEST // picture.width), Image.Resampling.LANCZOS)
    few_colours(picture).save(IMAGES / f"page-{name}.png", optimize=True)


def few_colours(picture: Image.Image) -> Image.Image:
    """Return a picture (RGB) with a palette that holds its commonest colours as they are."""
    colours: list[tuple[int, tuple[int, ...]]] = picture.getcolors(picture.width * picture.height) or []  # type: ignore[assignment]
    counted = sorted(colours, reverse=True)[:EXACT]
    others = picture.quantize(COLOURS - len(counted), Image.Quantize.FASTOCTREE).getpalette() or ()
    palette = Image.new("P", (1, 1))
    palette.putpalette([*(level for _, colour in counted for level in colour), *others])
    return picture.quantize(palette=palette, dither=Image.Dither.NONE)


def begin(page: Page, game: str, *names: str, kind: str = "you") -> None:
    """Start a game of one person and a robot, or of these people, whose kind of seat is `kind`."""
    page.goto("/new")
    page.locator(".game", has_text=re.compile(f"^{game}")).first.click()
    for seat, name in enumerate(names):
        page.locator(".seat").nth(seat).locator("select").first.select_option(kind)
        page.locator(".seat input").nth(seat).fill(name)
    page.locator(".goal select").select_option("1")
    page.locator("button.roll").click()
    page.wait_for_url("**/")
    page.locator(WAITS).wait_for()


def play_pig(page: Page, throws: int, least: int) -> None:
    """Throw `throws` times, holding from `least` points on."""
    while throws:
        page.locator(WAITS).wait_for()
        hold = page.locator("button.hold")
        if hold.count() and int(re.sub(r"\D", "", hold.inner_text())) >= least:
            hold.click()
        else:
            page.locator("button.roll").click()
            throws -= 1
        page.wait_for_timeout(700)
    page.locator(RESTS).wait_for()


def play_yahtzee(page: Page, turns: int) -> None:
    """Play turns of one throw each, and keep dice in the next turn."""
    for _ in range(turns):
        page.locator("button.roll").click()
        page.locator("button.would").last.click()
        page.locator("tr.chosen").wait_for()
        page.locator("button.hold").click()
        page.locator(".play:not([data-tone=you])").wait_for()
        page.locator(WAITS).wait_for()
    page.locator("button.roll").click()
    page.locator("button.die").nth(1).click()
    page.locator("button.die").nth(3).click()
    page.locator("button.hint").click()
    page.locator(f"{RESTS} .options").wait_for()


def draw_stage(browser: Browser, address: str) -> None:
    """Save the live picture of dice that are shaken, at a real table's pace, and what is read of them."""
    with window(browser, address, SCREEN, "dark") as page:
        begin(page, "Yahtzee", "Anna")
        page.locator("button.roll").click()
        page.locator(".play[data-stage=shake] .film").wait_for()
        page.wait_for_timeout(500)
        keep(page, "shake-screen-dark")
        page.evaluate("window.setTimeout = () => 0")  # the reading stays where it is
        page.locator(".play[data-stage=read] .seen").first.wait_for()
        keep(page, "reading-screen-dark")


def draw_moments(browser: Browser, address: str) -> None:
    """Save a robot that weighs its options, and a bust, in a game of Pig between robots."""
    with window(browser, address, SCREEN, "dark", moves=True) as page:
        page.goto("/new")
        page.locator(".seat select").first.select_option("robot")
        page.locator("button.roll").click()
        page.locator(".mind.busy .reason", has_text="at risk").wait_for()
        page.wait_for_timeout(900)
        snap(page, "thinking-screen-dark")
        page.locator(".moment.bust .lost").wait_for()
        page.wait_for_timeout(450)
        snap(page, "bust-screen-dark")


def draw_games(browser: Browser, address: str) -> None:
    """Play a little, and save pictures of the games on the way."""
    with window(browser, address, SCREEN, "dark") as page, window(browser, address, PHONE, "light") as phone:
        begin(page, "Pig to", "Anna")
        play_pig(page, 14, 16)
        keep(page, "pig-screen-dark")
        phone.goto("/")
        keep(phone, "pig-phone-light")
    with (
        window(browser, address, SCREEN, "light") as page,
        window(browser, address, PHONE, "dark", "de") as phone,
        window(browser, address, SCREEN, "dark", "es") as other,
    ):
        begin(page, "Yahtzee", "Ben")
        play_yahtzee(page, 4)
        keep(page, "yahtzee-screen-light")
        for watching, name in ((phone, "yahtzee-phone-dark"), (other, "yahtzee-screen-dark")):
            watching.goto("/")
            keep(watching, name)
        page.get_by_role("button", name="Rules").click()
        page.get_by_role("dialog").wait_for()
        keep(page, "rules-screen-light")
    with window(browser, address, SCREEN, "light") as page:
        begin(page, "Pig to", "Anna", "Ben", kind="hand")
        page.locator("button.roll").click()
        page.locator(".faces").wait_for()
        keep(page, "confirm-screen-light")


def draw_pages(browser: Browser, address: str) -> None:
    """Save every other page; the first game was Pig."""
    with window(browser, address, SCREEN, "light") as page, window(browser, address, PHONE, "dark") as phone:
        for path, name in (("new", "new"), ("history", "history"), ("history/1", "past"), ("statistics", "statistics")):
            for window_of, kind in ((page, "screen-light"), (phone, "phone-dark")):
                window_of.goto(f"/{path}")
                if name == "past":
                    window_of.locator(".endcard").wait_for()
                keep(window_of, f"{name}-{kind}")
        page.goto("/operator")
        page.locator("#password").fill(PASSWORD)
        page.locator("button.big").click()
        page.locator(".device").first.wait_for()
        page.wait_for_timeout(1500)
        keep(page, "operator-screen-light")
        phone.goto("/enter")
        keep(phone, "enter-phone-dark")
        phone.goto("/pair")
        keep(phone, "pair-phone-dark")


def draw_touch(browser: Browser, address: str) -> None:
    """Save the keys of a small touch screen."""
    with window(browser, address, TOUCH, "light") as page, window(browser, address, TOUCH, "dark", "de") as other:
        page.goto("/new")
        page.locator(".seat input").first.click()
        for letter in "Anna":
            page.locator(".touch-keys").get_by_role("button", name=letter, exact=True).click()
        snap(page, "touch-screen-light")
        other.goto("/enter")
        other.locator("#password").click()
        snap(other, "touch-password-dark")


def draw_coach(browser: Browser, address: str) -> None:
    """Save a coached turn of Yahtzee of two people with their own dice, and the form of another position of theirs."""
    with window(browser, address, SCREEN, "light") as page, window(browser, address, PHONE, "dark") as phone:
        page.goto("/coach")
        page.get_by_role("button", name="Add a player").click()
        for place, name in enumerate(("Anna", "Ben")):
            page.get_by_placeholder("Name").nth(place).fill(name)
        page.get_by_role("button", name="Begin with the coach").click()
        for face in (3, 3, 4, 5, 6):
            page.locator(".faces button").nth(face - 1).click()
        page.get_by_role("button", name="They show this").click()
        page.locator(".advice h2").wait_for()
        for die in (0, 1):
            page.locator("button.die").nth(die).click()
        keep(page, "coach-screen-light")
        phone.goto(page.url)
        phone.locator(".advice h2").wait_for()
        keep(phone, "coach-phone-dark")
        page.get_by_role("button", name="Set up a position").click()
        for box, points in (("Anna, Threes", 9), ("Anna, Sixes", 18), ("Ben, Ones", 2), ("Ben, Yahtzee", 50)):
            page.get_by_label(box).fill(str(points))
        keep(page, "coach-set-up-screen-light")


def draw_wish(browser: Browser, address: str, code: str) -> None:
    """Save what people at the table see when a paired phone requests another game."""
    near = f"http://127.0.0.1:{address.rsplit(':', 1)[1]}"
    with window(browser, near, SCREEN, "dark") as page, window(browser, address, PHONE, "light") as phone:
        begin(page, "Pig to", "Anna")
        play_pig(page, 3, 16)
        phone.goto("/pair")
        phone.locator("#code").fill(code)
        phone.locator("button.big").click()
        phone.goto("/new")
        phone.get_by_placeholder("Name").first.fill("Ben")
        phone.locator("button.roll").click()
        page.locator(".toast button").nth(1).wait_for()
        keep(page, "wish-screen-dark")
        phone.goto("/")
        keep(phone, "wish-phone-light")


def draw_exhibition(browser: Browser, address: str) -> None:
    """Save the countdown, and a robot that plays by itself."""
    with window(browser, address, SCREEN, "dark") as page:
        page.goto("/")
        page.locator(".notice", has_text="plays by itself in").wait_for()
        keep(page, "countdown-screen-dark")
        page.locator(".mind.open .options").wait_for()
        keep(page, "attract-screen-dark")


def draw_selftest(browser: Browser) -> None:
    """Save the report of a self-test that has found something."""
    with TemporaryDirectory() as folder:
        report = Path(folder) / "report.html"
        words = [sys.executable, "-m", *SELFTEST, "--report", str(report)]
        subprocess.run(words, env={"PIPSQUEAK_HOME": folder}, stdout=subprocess.DEVNULL, check=False)
        page = browser.new_page(viewport={"width": 900, "height": 1300})
        page.goto(report.as_uri())
        snap(page, "selftest")


if __name__ == "__main__":
    with chromium() as shown:
        with start_module(SERVE) as server:
            found = next(server.said)
            for draw in (draw_games, draw_touch, draw_pages, draw_coach):
                draw(shown, found)
        for words, draw in (
            (("robot", "serve", *OWN_PACE), draw_stage),
            (SERVE, draw_moments),
            (EXHIBIT, draw_exhibition),
        ):
            with start_module(words) as server:
                draw(shown, next(server.said))
        with start_module(NETWORK) as server:
            draw_wish(shown, next(server.said), next(server.said))
        draw_selftest(shown)
