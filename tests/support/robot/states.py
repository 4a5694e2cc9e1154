"""Every state of every page: scenes bring a table's own screen and two phones to one after the other."""

import signal
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any, NamedTuple

from playwright.sync_api import Error

from robot.games.registry import PLAYED
from tests.support.robot.browser import Browser, Page, Served
from tests.support.robot.driven import CHOOSE, PLAY, begin_as, play_to_end, step, tap, throw_until, until_asked, wish

PASSING = {
    "shake": ".play[data-stage=shake]",
    "reading": ".play[data-stage=read]",
    "thinking": ".mind.busy",
    "bust": ".moment.bust",
    "lead": ".moment.lead",
}
"""What passes, and how the page shows that it is there."""
ALONE = frozenset({"pig-reach", "pig-score", "pig-turns"})
"""Games for one."""
PASSWORD = "open sesame"
LIMIT = 30_000
"""Milliseconds within which a state comes; else its scene ends."""
FREEZE = """(selector) => {
    const look = () => {
        if (!document.querySelector(selector)) return;
        window.socket.off("update");
        window.setTimeout = () => 0;
        seen.disconnect();
        document.body.dataset.frozen = "";
    };
    const seen = new MutationObserver(look);
    seen.observe(document.body, { subtree: true, childList: true, attributes: true });
    look();
}"""
"""Lets the page stay as it is as soon as it shows this."""
SIT = f"name => {PLAY}.send({{ sit: {{ name, colour: null }} }})"
UNFOLD = "document.querySelector('main.new .games-all')?.click();"
SEARCH = """setTimeout(() => {
    const field = document.querySelector('main.new input[type=search]');
    if (field) { field.value = 'pig'; field.dispatchEvent(new Event('input')); }
});"""
TELL = """line => {
    const coach = getElement(Number(document.querySelector('main.coach').id.slice(1)));
    return coach.view && (coach.$emit('line', { moment: coach.view.moment, line }), true);
}"""
COACHED: Mapping[str, Sequence[Mapping[str, Any]]] = {
    "yahtzee": ({"dice": [3, 3, 4, 5, 6]}, {"keep": [3, 3]}),
    "pig": ({"dice": [5]}, {"hold": True}),
    "farkle": ({"dice": [1, 1, 5, 3, 3, 4]}, {"keep": [1, 1, 5], "then": "hold"}),
}
"""Coached games, and what the first player tells the coach."""


class State(NamedTuple):
    """A state by its name: the page of this path, or what all show already where it is `still`.

    A page runs the script `then` before it is looked at.
    """

    name: str
    path: str = "/"
    still: bool = False
    then: str = ""


@dataclass
class Stand:
    """The own screen of a table that is served, and two phones that are let in; nothing moves on them by itself."""

    served: Served
    screen: Page
    phone: Page
    other: Page

    def freeze(self, selector: str, act: Callable[[], object]) -> None:
        """Let the screen and the first phone stay as they are as soon as they show this, which `act` brings."""
        for page in (self.screen, self.phone):
            page.goto("/")
            page.locator(".play[id]").wait_for()
            page.evaluate(FREEZE, selector)
        act()
        for page in (self.screen, self.phone):
            page.locator("[data-frozen]").wait_for(state="attached")


def open_window(browser: Browser, address: str, *, phone: bool) -> Page:
    """Open a window in English; whoever looks chooses its size and theme."""
    context = browser.new_context(
        base_url=address, device_scale_factor=1 + phone, has_touch=phone, reduced_motion="reduce", locale="en"
    )
    context.set_default_timeout(LIMIT)
    return context.new_page()


@contextmanager
def stand(browser: Browser, served: Served) -> Iterator[Stand]:
    """Open the windows of a table that is served at an address of the network."""
    address = served.address
    near = f"http://127.0.0.1:{address.rsplit(':', 1)[1]}"
    one = Stand(served, *(open_window(browser, where, phone=where == address) for where in (near, address, address)))
    one.screen.goto("/")
    for page in (one.phone, one.other):
        page.set_viewport_size({"width": 360, "height": 740})
        page.goto("/pair")
        page.locator("#code").fill(served.code)
        page.locator("#code").press("Enter")
        page.locator(".play").wait_for()
    sit(one.phone, "Anna")
    yield one
    for page in (one.screen, one.phone, one.other):
        page.context.close()


def sit(page: Page, name: str) -> None:
    """Let a phone sit down."""
    page.goto("/")
    page.wait_for_function(f"() => document.querySelector('.play') && {PLAY}")
    page.evaluate(SIT, name)
    page.wait_for_function(f"name => {PLAY}.seat === name", arg=name)


def show_welcome(one: Stand) -> Iterator[State]:
    """Show what is there before anybody plays."""
    yield State("welcome")
    yield State("menu", then="document.querySelector('.head [aria-expanded=false]')?.click()")
    yield State("phones", then="document.querySelector('.phones')?.click()")
    yield State("history empty", "/history")
    yield State("statistics empty", "/statistics")
    yield State("not found", "/no/such/page")
    one.phone.evaluate(f"{PLAY}.send({{ sit: null }})")
    yield State("welcome of who watches")


def show_door(one: Stand) -> Iterator[State]:
    """Show what a browser sees that is not let in."""
    one.phone.context.clear_cookies()
    yield State("pair", "/pair")


def show_forms(_: Stand) -> Iterator[State]:
    """Show the form of a new game and that of the coach."""
    yield State("new", "/new")
    yield State("new all games", "/new", then=UNFOLD)
    yield State("new searched", "/new", then=UNFOLD + SEARCH)
    yield State("new more", "/new", then="document.querySelectorAll('main details').forEach((one) => one.open = true)")
    yield State("coach form", "/coach")


def show_games(one: Stand) -> Iterator[State]:
    """Show a turn of each game, after a throw."""
    for game in sorted(PLAYED):
        begin_as(one.phone, game, "Anna", *(() if game in ALONE else ("robot:casual",)))
        step(one.phone)
        one.phone.wait_for_timeout(500)
        if game != "pass-the-pigs":
            throw_until(one.phone, "!view.dice.length || view.dice.some((die) => die.face)")
        yield State(f"game {game}")


def show_pig(one: Stand) -> Iterator[State]:
    """Show the questions of a race."""
    begin_as(one.phone, "pig", "Anna", "robot:casual")
    yield State("pig first")
    throw_until(one.phone, "view.pending > 0 && view.players[0].turn")
    yield State("pig")
    tap(one.phone, "hint")
    until_asked(one.phone, "view.mind.options?.length")
    yield State("pig hint")
    tap(one.phone, "leave")
    until_asked(one.phone, "view.question.kind === 'leave'")
    yield State("pig leave")
    begin_as(one.phone, "pig", "Anna", *"BCDEFGHIJ")
    yield State("pig ten players")
    begin_as(one.phone, "pig", "Anna", "Ben", goal=50, first="thrown")
    yield State("pig first thrown")


def show_sheet(one: Stand) -> Iterator[State]:
    """Show the questions of a sheet."""
    for game, others in (("yahtzee", ("robot:casual",)), ("kniffel", ("Ben", "Clara", "Dieter"))):
        begin_as(one.phone, game, "Anna", *others)
        yield State(f"{game} first")
        tap(one.phone, "roll")
        until_asked(one.phone, "view.dice.some((die) => die.face)")
        tap(one.phone, what={"step": "mark", "well": 2, "kept": True})
        until_asked(one.phone, "view.dice.some((die) => die.kept)")
        yield State(f"{game} kept")
        tap(one.phone, "hint")
        until_asked(one.phone, "view.mind.options?.length")
        yield State(f"{game} hint")
        step(one.phone, holds=True)
        until_asked(one.phone, "view.rows.some((row) => row.chosen)")
        yield State(f"{game} box")
        for _ in range(24):
            step(one.phone, holds=True)
            one.phone.wait_for_timeout(100)
        yield State(f"{game} later")


def show_others(one: Stand) -> Iterator[State]:
    """Show questions of other families."""
    for game in ("shut-the-box", "farkle", "hog", "think", "skunk", "ship-captain-crew", "pass-the-pigs"):
        begin_as(one.phone, game, "Anna", "robot:casual")
        for number in range(1, 4):
            step(one.phone)
            one.phone.wait_for_timeout(800)
            yield State(f"{game} step {number}")
        if one.phone.locator(".play[data-tone=you]").count():
            with suppress(Error):
                tap(one.phone, "hint")
            yield State(f"{game} hint")


def show_hands(one: Stand) -> Iterator[State]:
    """Show what is asked of dice that are thrown by hand, and of dice in doubt."""
    doubt, unplugged = one.served.folder / "doubt", one.served.folder / "unplugged"
    for game in ("pig", "yahtzee", "pass-the-pigs"):
        begin_as(one.phone, game, "ANNA", "robot:casual")
        tap(one.phone, "roll")
        until_asked(one.phone, "view.question.kind !== 'move'")
        yield State(f"hand {game}")
    doubt.touch()
    begin_as(one.phone, "pig", "Anna", "robot:casual")
    tap(one.phone, "roll")
    until_asked(one.phone, "view.question.kind !== 'move'")
    yield State("doubt")
    doubt.unlink()
    unplugged.touch()
    begin_as(one.screen, "pig", "Anna", "robot:casual")
    tap(one.screen, "roll")
    one.phone.locator(".trouble").wait_for()
    yield State("camera lost")
    unplugged.unlink()


def show_people(one: Stand) -> Iterator[State]:
    """Show what people want of each other."""
    sit(one.other, "Ben")
    begin_as(one.phone, "kniffel", "Anna", "Ben")
    step(one.phone)
    yield State("two phones")
    for name, game, wanted in (
        ("wish", "shut-the-box", ("Ben", "robot:casual")),
        ("wish robots", "pig", ("robot:casual", "robot:casual")),
    ):
        wish(one.other, game, *wanted)
        one.phone.wait_for_timeout(1000)
        yield State(name)
    begin_as(one.phone, "pig", "Anna", "Clara")
    one.other.evaluate(SIT, "Clara")
    one.phone.wait_for_timeout(1000)
    yield State("place")
    sit(one.other, "Ben")
    begin_as(one.phone, "pig", "Anna", "Ben")
    throw_until(one.phone, "view.pending > 0")
    tap(one.phone, "hold")
    one.phone.wait_for_timeout(1000)
    yield State("take back")
    tap(one.phone, "undo")
    one.phone.wait_for_timeout(1000)
    yield State("agree")
    one.other.goto("about:blank")
    one.phone.wait_for_timeout(4000)
    yield State("away")


def show_ends(one: Stand) -> Iterator[State]:
    """Show how games end, and what is kept of them."""
    for name, game, players, goal in (
        ("end win", "pig", ("Anna", "robot:beginner"), 20),
        ("end loss", "pig", ("Anna", "robot:perfect"), 60),
        ("end of people", "chicago", ("Anna", "Ben", "Maximiliana Bergengruen-Wolff"), None),
        ("end alone", "pig-score", ("Anna",), None),
        ("end nameless", "pig", ("", ""), 2),
        ("end sheet", "yahtzee", ("Anna",), None),
    ):
        begin_as(one.screen, game, *players, goal=goal)
        play_to_end(one.screen)
        one.screen.wait_for_timeout(2000)
        yield State(name)
    begin_as(one.screen, "pig", "Anna", "Ben")
    tap(one.screen, "leave")
    tap(one.screen, "hold")
    one.screen.wait_for_timeout(2000)
    yield State("not finished")
    for number in range(1, 8):
        yield State(f"past {number}", f"/history/{number}")
    yield State("history", "/history")
    yield State("statistics", "/statistics")


def show_coach(one: Stand) -> Iterator[State]:
    """Show a coached game of people with their own dice."""
    for number, (game, lines) in enumerate(COACHED.items(), 1):
        one.screen.goto("/coach")
        one.screen.locator("main.new").wait_for()
        one.screen.evaluate(CHOOSE, {"game": game, "goal": 50, "manner": "open", "players": ["Anna", "Ben"]})
        one.screen.wait_for_url(f"**/coach/{number}")
        yield State(f"coach {game} asks", f"/coach/{number}")
        one.screen.goto(f"/coach/{number}")
        for said in lines:
            one.screen.wait_for_function(TELL, arg=said)
            one.screen.wait_for_timeout(1500)
            yield State(f"coach {game} {' '.join(said)}", f"/coach/{number}")
            one.screen.goto(f"/coach/{number}")
    yield State("coach set up", "/coach/1/set-up")
    yield State("coach games", "/coach")


def show_operator(one: Stand) -> Iterator[State]:
    """Show the operator's page."""
    yield State("enter", "/enter")
    for page in (one.screen, one.phone):
        page.goto("/operator")
        page.locator("#password").fill(PASSWORD)
        page.locator("#password").press("Enter")
        page.locator("main").wait_for()
    yield State("operator", "/operator")
    begin_as(one.screen, "pig", "Anna", "robot:casual")
    yield State("operator in a game", "/operator")


def show_moments(one: Stand) -> Iterator[State]:
    """Show what passes, at the pace at which people see it."""
    for name, selector in PASSING.items():
        one.freeze(selector, lambda: begin_as(one.other, "pig", "robot:casual", "robot:casual"))
        yield State(name, still=True)


def show_lost(one: Stand) -> Iterator[State]:
    """Show what a page says where the table does not answer."""
    begin_as(one.phone, "pig", "Anna", "robot:casual")
    one.screen.goto("/")
    until_asked(one.phone)
    one.served.process.send_signal(signal.SIGSTOP)
    for page in (one.screen, one.phone):
        page.locator(".moves .roll").click()
    yield State("sending", still=True)
    one.served.process.kill()
    one.phone.wait_for_timeout(6000)
    yield State("lost", still=True)


def show_exhibition(one: Stand) -> Iterator[State]:
    """Show an exhibition."""
    one.screen.goto("/")
    yield State("exhibition", still=True)
    one.screen.locator(".notice", has_text="plays by itself in").wait_for()
    yield State("exhibition countdown", still=True)
    one.screen.locator(".mind.open .options").wait_for(timeout=3 * LIMIT)
    yield State("exhibition plays", still=True)
    yield State("exhibition plays, later")


def show_own_dice(one: Stand) -> Iterator[State]:
    """Show people's own dice before a camera."""
    yield State("own dice welcome")
    begin_as(one.phone, "yahtzee", "Anna", "robot:casual")
    yield State("own dice first")
    tap(one.phone, "roll")
    one.phone.wait_for_timeout(2000)
    yield State("own dice watched")
