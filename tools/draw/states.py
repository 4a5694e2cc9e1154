"""Bring the windows of a table to each state that `states.toml` lists."""

import tomllib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import reduce
from pathlib import Path
from typing import Any, NamedTuple

from robot.games.registry import PLAYED
from tests.support.robot.browser import SETTLED, Browser, Page, Served
from tests.support.robot.driven import CHOOSE, PLAY, begin_as, play_to_end, step, tap, throw_until, until_asked, wish

SCENES: Mapping[str, Mapping[str, Any]] = tomllib.loads(Path(__file__).with_name("states.toml").read_text("utf-8"))
CHOSEN = "open sesame"
LIMIT = 120_000
"""Milliseconds to wait for a state; without it the scene ends."""
TELL = """line => {
    const coach = getElement(Number(document.querySelector('main.coach').id.slice(1)));
    if (!coach.view || window.told === undefined) {
        window.told = coach.view?.moment;
        if (coach.view) coach.$emit('line', { moment: window.told, line });
        return false;
    }
    return coach.view.moment !== window.told;
}"""


class State(NamedTuple):
    """A named state: the page at a path, after a script; without a path, what the windows show already."""

    name: str
    path: str | None = None
    then: str = ""


@dataclass
class Stage:
    """The screen of a served table, and two paired phones; animations are off."""

    served: Served
    screen: Page
    phone: Page
    other: Page

    def show(self, scene: str) -> Iterator[State]:
        """Bring the windows to each state of a scene."""
        rows = SCENES[scene].get("each", [[]])
        for row in [[game] for game in PLAYED] if rows == ["PLAYED"] else rows:
            given = {f"${number}": one for number, one in enumerate((*row, *SCENES[scene].get("scripts", ())), 1)}
            for verb, *words in SCENES[scene]["steps"]:
                found = [fill(word, given) for word in words]
                filled = [word for word in found if not str(word).startswith("$")]
                if verb == "keep":
                    yield State(*filled)
                elif verb in OF_WINDOWS:
                    OF_WINDOWS[verb](getattr(self, filled[0]), *filled[1:])
                else:
                    OF_TABLES[verb](self.served, *filled)


def fill(word: Any, given: Mapping[str, Any]) -> Any:
    """Return a word of a step; the values of a row of its scene replace $1, $2 and so on."""
    if not isinstance(word, str):
        return word
    return given.get(word) or reduce(lambda text, name: text.replace(name, str(given[name])), given, word)


def sit(page: Page, name: str = "") -> None:
    """Let a phone sit down, or, without a name, get up."""
    page.goto("/")
    page.wait_for_function(f"() => document.querySelector('.play') && {PLAY}")
    page.evaluate(f"what => {PLAY}.send(what)", {"sit": {"name": name, "colour": None} if name else None})
    page.wait_for_function(f"name => {PLAY}.seat === name", arg=name)


def enter(page: Page) -> None:
    """Sign in as the operator."""
    page.goto("/operator")
    page.locator("#password").fill(CHOSEN)
    page.locator("#password").press("Enter")
    page.locator("main").wait_for()


def coach(page: Page, game: str) -> None:
    """Begin a game with the coach for two people."""
    page.goto("/coach")
    page.locator("main.new").wait_for()
    page.evaluate(CHOOSE, {"game": game, "goal": None, "manner": "open", "players": ["Anna", "Ben"]})
    page.wait_for_url("**/coach/*")


OF_WINDOWS: Mapping[str, Callable[..., object]] = {
    **{one.__name__: one for one in (sit, enter, coach, step, tap, throw_until, until_asked, wish, play_to_end)},
    "begin": begin_as,
    "tell": lambda page, line: page.wait_for_function(TELL, arg=line),
    "evaluate": lambda page, script, given=None: page.evaluate(script, given),
    "get_up": sit,
    "goto": lambda page, path: page.goto(path),
    "press": lambda page, selector: page.locator(selector).click(),
    "wait_for": lambda page, selector: page.locator(selector).first.wait_for(timeout=3 * LIMIT),
    "settle": lambda page: page.evaluate(SETTLED),
    "choose": lambda page: step(page, holds=True),
    "get_out": lambda page: page.context.clear_cookies(),
}
"""The verbs for a window."""
OF_TABLES: Mapping[str, Callable[..., object]] = {
    "write": lambda served, name: (served.folder / name).touch(),
    "remove": lambda served, name: (served.folder / name).unlink(),
    "send_signal": lambda served, number: served.process.send_signal(number),
}
"""The verbs for a served table."""


@contextmanager
def open_stage(browser: Browser, served: Served) -> Iterator[Stage]:
    """Open the windows of a table that is served in the network; seat Anna's phone."""
    address, pages = served.address, []
    for where in (f"http://127.0.0.1:{address.rsplit(':', 1)[1]}", address, address):
        phone = where == address
        context = browser.new_context(
            base_url=where, device_scale_factor=1 + phone, has_touch=phone, reduced_motion="reduce", locale="en"
        )
        context.set_default_timeout(LIMIT)
        page = context.new_page()
        page.goto("/pair" if phone else "/")
        if phone:
            page.locator("#code").fill(served.code)
            page.locator("#code").press("Enter")
            page.locator(".play").wait_for()
        pages.append(page)
    stage = Stage(served, *pages)
    sit(stage.phone, "Anna")
    yield stage
    for page in pages:
        page.context.close()
