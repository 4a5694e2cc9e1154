"""What visitors and the operator of an exhibition see and press: the very program, on the simulated table."""

import os
import re
import sys
import tomllib
import wave
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from unittest.mock import patch

import numpy as np
import pytest

from tests.support.robot.accessibility import in_both_themes
from tests.support.robot.browser import WAITS, Browser, Page, Served, end_serving, throw, windows
from tests.support.robot.letters import LETTER, MEASURED, arc_minutes
from tests.support.robot.programs import free_port, start_server
from tests.support.robot.waiting import until

pytestmark = pytest.mark.check
PLAYER = '#!/bin/sh\ncd "$PIPSQUEAK_HOME" && cp "$1" copied.wav && mv copied.wav heard.wav && echo >> sounds\n'
NOTES = f"""() => {{
    window.countdown = [];
    window.noting ??= setInterval(() => {{
        const notice = document.querySelector(".notice"), seconds = notice?.innerText.match(/in (\\d+)/)?.[1];
        if (!seconds || countdown.at(-1) === +seconds) return;
        window.letters = ({MEASURED})(notice);
        countdown.push(+seconds);
    }}, 50);
}}"""
"""Notes in the page itself, however busy the machine is, the seconds that it shows, and how tall their letters are."""
COUNTS_DOWN = "countdown.some((number, place) => place && number < countdown[place - 1])"
"""Whether the page has shown a number of seconds, then a lower one."""
COUNTDOWN = 10
"""Seconds without people after which the robot plays by itself."""
ALONE = 3600
"""Seconds after which a game that is left alone ends: longer than a test takes."""
SECRET = "open sesame"
SOFT = "10"
HEIGHT = 800
"""Pixels of the window."""


@dataclass(frozen=True, slots=True)
class ServedExhibit(Served):
    """An exhibition, with the terminal at which it was started."""

    terminal: int

    def key(self, key: str) -> None:
        """Press a key at the terminal, as good as a button of the panel."""
        os.write(self.terminal, key.encode())

    def loudness(self) -> int:
        """Return the peak of the last sound that was heard, 0 before the first."""
        heard = self.folder / "heard.wav"
        if not heard.exists():
            return 0
        with wave.open(str(heard)) as sound:
            return int(np.abs(np.frombuffer(sound.readframes(sound.getnframes()), "<i2").astype(int)).max())

    def sounds(self) -> int:
        """Return how many sounds were heard."""
        return len((self.folder / "sounds").read_text())


@contextmanager
def exhibit(folder: Path, *words: str, port: int = 0, set_up: str = "") -> Iterator[ServedExhibit]:
    """Start an exhibition whose home is `folder`, with a player of sound that keeps what it is given."""
    programs, settings = folder / "programs", folder / "config" / "config.toml"
    programs.mkdir(parents=True)
    settings.parent.mkdir()
    settings.write_text(set_up)
    (programs / "pw-play").write_text(PLAYER)
    (programs / "pw-play").chmod(0o700)
    terminal, keyboard = os.openpty()
    path, program = f"{programs}:{os.environ['PATH']}", (sys.executable, "-m", "tests.support.robot.exhibited")
    more = ("--alone", str(ALONE), "--tempo", "fast", *words)
    with (
        os.fdopen(terminal, "wb", buffering=0),
        os.fdopen(keyboard),
        patch.dict(os.environ, PATH=path),
        start_server("exhibit", folder, *more, program=program, port=port, stdin=keyboard) as (process, address),
    ):
        one = ServedExhibit(address, folder, "", process, terminal)
        yield one
        assert "Traceback" not in end_serving(one)


def test_while_nobody_plays_the_screen_is_one_button_and_players_are_asked(tmp_path: Path, browser: Browser) -> None:
    with exhibit(tmp_path / "empty", "--countdown", "7200") as one:
        for page in windows(browser, one.address, 1920, 1080):
            page.get_by_text("Nobody has played against me today").wait_for()
            page.locator(".attract-rules li", has_text="Adds 4\u00a0points").wait_for()
            assert not page.locator("nav:visible, .theme:visible").count()
            assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
            assert in_both_themes(page) == []
            page.set_viewport_size({"width": 1280, "height": 720})
            box = page.get_by_role("button", name="Play", exact=True).bounding_box()
            assert box
            assert box["y"] + box["height"] <= 720
            page.set_viewport_size({"width": 1920, "height": 1080})
            page.locator(".challenge").click()
            page.locator(WAITS).wait_for()
            assert page.locator("nav").is_visible()
            answers: tuple[Callable[[], None], ...] = (
                page.get_by_role("button", name="Somebody is here").click,
                partial(page.keyboard.press, "x"),
            )
            for number, answer in enumerate(answers, 1):
                (one.folder / "ahead").write_bytes(bytes((ALONE - 200) * number))
                page.locator("h1.notice", has_text=re.compile(r"Is anybody here\? The game ends in \d+\ss")).wait_for()
                assert not page.get_by_role("button", name="Throw").count()
                answer()
                page.locator(WAITS).wait_for()
                assert not page.locator(".notice").count()
            throw(page)
            assert one.health()["phase"] == "playing"


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory, browser: Browser) -> Iterator[ServedExhibit]:  # noqa: ARG001  or skip
    """Return an exhibition that soon plays by itself, which is work: tests that need none come first."""
    folder = tmp_path_factory.mktemp("exhibit")
    with exhibit(
        folder, "--countdown", str(COUNTDOWN), "--speed", "4", port=free_port(), set_up="voice = true\n"
    ) as one:
        yield one


def wakes(page: Page, press: Callable[[], None]) -> None:
    """Press something, and wait until a person's turn has begun."""
    press()
    page.get_by_role("heading", name="Your turn").wait_for()
    page.locator(WAITS).wait_for()


def play(page: Page) -> None:
    """Let it be a person's turn, whatever was before."""
    page.locator(f"{WAITS}, .play button:text-is('Play')").first.wait_for()
    if not page.locator(WAITS).count():
        page.get_by_role("button", name="Play", exact=True).click()
    page.locator(WAITS).wait_for()


def leave(page: Page) -> int:
    """Leave the game; return the first number of seconds that the page shows then."""
    page.evaluate(NOTES)
    page.get_by_role("button", name="Leave").click()
    page.get_by_role("heading", name="Leave the game?").wait_for()
    page.locator(".toast button").first.click()
    return int(page.wait_for_function("countdown[0]").json_value())


def test_the_countdown_is_seen_and_a_press_begins_a_game_until_a_stop(page: Page, served: ServedExhibit) -> None:
    play(page)  # the countdown after it is seen by a page that is open already
    assert 0 < leave(page) <= COUNTDOWN
    assert arc_minutes(page.evaluate("letters"), HEIGHT) >= LETTER
    page.wait_for_function(COUNTS_DOWN)
    page.locator(".notice", has_text="plays against itself").wait_for()
    page.get_by_text("Press any button to play").first.wait_for()
    page.locator(".mind.open .reason").wait_for()
    wakes(page, page.get_by_role("button", name="Play", exact=True).click)
    assert 0 < leave(page) <= COUNTDOWN
    wakes(page, lambda: page.keyboard.press("x"))
    assert 0 < leave(page) <= COUNTDOWN
    wakes(page, lambda: served.key("r"))
    stop = served.folder / "stopped"
    stop.touch()
    page.get_by_role("button", name="Throw").click()
    trouble = page.locator(
        ".trouble", has_text="The emergency stop is pressed: release it, make sure that all hands are away"
    )
    trouble.wait_for()
    assert arc_minutes(trouble.evaluate(MEASURED), HEIGHT) >= LETTER
    go_on = page.get_by_role("button", name="All hands are away")
    stop.unlink()
    page.wait_for_timeout(1000)
    assert trouble.count(), "it is released, but hands may be in there"
    go_on.click()
    trouble.wait_for(state="detached")
    page.locator(".said li", has_text=re.compile("ou throw")).first.wait_for()
    assert not go_on.count()
    assert served.health()["status"] == "ok"


def test_the_operator_sets_calibrates_and_restarts(page: Page, served: ServedExhibit, browser: Browser) -> None:
    play(page)
    throw(page)
    until(served.loudness)
    loud = served.loudness()
    page.goto("/operator")
    page.get_by_label("Password").fill(SECRET)
    page.get_by_role("button", name="Save the password").click()
    settings = served.folder / "config" / "config.toml"
    page.get_by_label("Default language").select_option("de")
    until(lambda: tomllib.loads(settings.read_text()).get("language") == "de")
    for other in windows(browser, served.address, 360, 740):
        other.get_by_role("button", name="Menü").click()
        other.get_by_role("link", name="Verlauf").wait_for()
        other.keyboard.press("Escape")
        assert not other.get_by_role("link", name="Verlauf").count()
    page.get_by_label("Volume").fill(SOFT)
    until(lambda: tomllib.loads(settings.read_text()).get("volume") == int(SOFT))
    for other in windows(browser, served.address, 1280, 800):
        throw(other)
        until(lambda: 0 < served.loudness() < loud / 3)
        page.get_by_label("Volume").fill("0")
        until(lambda: tomllib.loads(settings.read_text()).get("volume") == 0)
        sounds = served.sounds()
        for _ in range(3):
            throw(other)
        assert served.sounds() <= sounds + 1, "more than the one that was being played"
    page.goto("/language/en?back=/operator")
    page.get_by_role("button", name="Leave the game").click()
    page.get_by_role("dialog").get_by_role("button", name="Leave the game").click()
    report = page.get_by_role("region", name="Day’s report")
    report.get_by_text(re.compile(r"^Games with people: \d+\sfinished")).wait_for()
    until(lambda: served.health()["game"] is None)
    page.get_by_role("button", name="Calibrate", exact=True).click()
    page.get_by_role("button", name="Next", exact=True).click()
    page.get_by_role("button", name="Calibrate now").click()
    page.get_by_text(re.compile("view 1[ \u00a0]of", re.I)).wait_for()
    page.get_by_role("button", name="End", exact=True).click()
    page.get_by_text("It ended before its last step.").or_(page.get_by_role("link", name="The report")).first.wait_for()
    page.get_by_role("button", name="Restart").click()
    page.get_by_role("dialog").get_by_role("button", name="Restart").click()
    page.get_by_label("Password").wait_for()
    assert served.health()["status"] == "ok"
