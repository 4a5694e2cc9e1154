"""Buttons and the picture keep their places through a whole game, on phones and on the table's own screen."""

import re
from pathlib import Path
from typing import Any

import pytest

from robot.language import Language, capitalize, languages
from robot.saying import Saying
from robot.table.doubts import tell_doubts
from robot.web.game.words import Words
from tests.support.robot.browser import HIDDEN, OVER, SHOWN, WAITS, Browser, Page, begin, serving, windows

pytestmark = pytest.mark.check
SIZES = ((390, 844), (1280, 720), (1920, 1080), (3840, 2160))
WATCH = f"""() => {{
    const page = {SHOWN.removesuffix(".view")};
    window.moments = [page.view];
    page.$watch("view", (view) => window.moments.push(view));
}}"""
PLACES = """async (longest) => {
    const shown = mounted_app.elements[document.querySelector(".play").id.slice(1)].props;
    const places = {}, moments = window.moments.filter((one) => one.tone !== "over");
    const kinds = Object.values(Object.fromEntries(moments.map((one) => [one.tone + one.question?.kind, one])));
    const long = kinds.flatMap((one) => longest.map((said) => ({ ...one, ...said })));
    for (const view of [...moments, ...long]) {
        shown.view = view;
        for (let drawn = 0; drawn < 2; drawn += 1) await new Promise((done) => setTimeout(done));
        scrollTo(0, 0);
        const now = document.querySelector(".now");
        if (now.scrollHeight > now.clientHeight) throw new Error("no room for " + now.innerText);
        const bar = document.querySelector(".moves")?.getBoundingClientRect().top;
        const explains = innerWidth < 1100 ? [] : document.querySelectorAll(".chances, .mind, [data-kind=race] .said");
        for (const one of explains) {
            const low = () => one.getBoundingClientRect().bottom > bar;
            for (let drawn = 0; low() && drawn < 20; drawn += 1) await new Promise(requestAnimationFrame);
            if (low()) throw new Error("buttons lie on " + one.innerText);
        }
        for (const one of document.querySelectorAll(".moves button, .rules-open, .watch, .picture")) {
            const { left, top, width, height } = one.getBoundingClientRect();
            const all = (places[one.dataset.at ?? one.className] ??= []);
            const place = [left, top, width, height].map(Math.round);
            if (!all.some((other) => String(other) === String(place))) all.push(place);
        }
    }
    return places;
}"""
"""All places of each button and of the picture, from moment to moment of the game that was watched: whole pixels.

Then with each of the `longest` headlines. Raises an error where these have no room, or buttons lie on what explains.
"""
ASKED = f"{SHOWN}.question?.number"
"""The number of the question that the page shows: the next one may come before anybody sees that there was none."""
FITS = """async () => {
    const shown = mounted_app.elements[document.querySelector(".play").id.slice(1)].props;
    const data = "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='160' height='90'/>";
    const box = { x: 0.4, w: 0.1, h: 0.2, well: 1, doubt: "" };
    const boxes = [{ ...box, y: 0.01, value: 3 }, { ...box, y: 0.79, value: 5 }];
    shown.pair = { square: data, address: "http://pipsqueak-museum.local:8080", code: "123456", wifi: null };
    shown.view = { ...shown.view, picture: { name: "", data, width: 160, height: 90, boxes }, films: false };
    await new Promise((done) => setTimeout(done, 300));
    const place = (one) => one.getBoundingClientRect();
    const address = document.querySelector(".attract-scan .address"), picture = place(document.querySelector(".shown"));
    const labels = [...document.querySelectorAll(".seen b")].map(place);
    const games = [...document.querySelectorAll(".games .game")].map(place);
    return {
        games: Math.max(...games.map((one) => one.bottom)) <= innerHeight,
        address: Math.round(place(address).height / parseFloat(getComputedStyle(address).lineHeight)),
        labels: labels.map((one) => one.top >= picture.top && one.bottom <= picture.bottom),
    };
}"""
"""Whether all games are in sight, the lines of a long address, and whether the picture holds its dice's values."""
TOTALS = """async () => {
    const shown = mounted_app.elements[document.querySelector(".play").id.slice(1)].props;
    const view = window.moments.findLast((one) => one.tone === "you"), seats = [0, 1, 2];
    const all = [9, 335].map((total) => ({
        ...view,
        players: seats.map((seat) => ({ ...view.players[0], seat })),
        rows: view.rows.map((row) => ({ ...row, cells: seats.map(() => (row.total ? total : row.cells[0])) })),
    }));
    const places = [];
    for (const three of all) {
        shown.view = three;
        await new Promise((done) => setTimeout(done, 100));
        const { top, bottom } = document.querySelector(".sheet .total").getBoundingClientRect();
        places.push(Math.round(top), bottom - document.querySelector(".moves").getBoundingClientRect().top < 20);
    }
    return places;
}"""
"""Where the totals of three players stand, small and large ones, and whether they are in sight above the buttons."""
TURN = """async () => {
    const shown = mounted_app.elements[document.querySelector(".play").id.slice(1)].props;
    const players = shown.view.players.map((player) => ({ ...player, turn: !player.turn }));
    const named = () => document.querySelector(".now h1").getAnimations().map((one) => one.animationName);
    document.getAnimations().forEach((one) => one.finish());
    shown.view = { ...shown.view, remark: "the same turn" };
    await new Promise((done) => setTimeout(done));
    const before = named();
    shown.view = { ...shown.view, players };
    await new Promise((done) => setTimeout(done));
    return [before, named()];
}"""
"""What moves of whose turn it is, within a turn and when another one's turn begins."""
NAME = "Maximiliana Bergengruen-Wolff von Eschen"


def longest() -> list[dict[str, str]]:
    """Return for each language whose turn it is, by a long name, and the longest sentence of what is to be done."""
    leaning = [("leans", Saying(f"place-{place}")) for place in ("top-left", "bottom-right", "middle")]
    every = [Words(Language(language)) for language in languages()]
    return [
        {
            "whose": capitalize(words("turn", name=NAME, shown=words.name(NAME))),
            "todo": f"{words.say(tell_doubts(leaning, sentence=True))} {words('todo-confirm')}",
        }
        for words in every
    ]


def freeze(page: Page) -> None:
    """Let the table draw nothing more over what a test gives the page to show."""
    page.evaluate("() => void window.socket.off('update')")


def places(page: Page, size: tuple[int, int]) -> dict[str, list[list[int]]]:
    """Show the moments of the game again in a window of this size (pixels), and return where things were."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    found: dict[str, list[list[int]]] = page.evaluate(PLACES, longest())
    return found


def stays(page: Page, buttons: set[str]) -> None:
    """Look that each of these has one place in the whole game, is seen whole, and covers nothing."""
    freeze(page)
    for width, height in SIZES:
        found = places(page, (width, height))
        assert buttons <= found.keys()
        assert {name: all_of for name, all_of in found.items() if len(all_of) > 1} == {}, (width, height)
        boxes: dict[str, Any] = {name: one for name, (one,) in found.items()}
        for name, (left, top, across, down) in boxes.items():
            assert min(left, top) >= 0
            assert left + across <= width
            assert top + down <= height
            over = [
                other
                for other, (x, y, w, h) in boxes.items()
                if other != name and x < left + across and left < x + w and y < top + down and top < y + h
            ]
            assert {name, *over} <= {name, "picture", "quiet watch"}, (width, height)


def test_nothing_moves_in_a_race_that_the_camera_reads(page: Page) -> None:
    begin(page, "Pig", "Anna", robots=1, goal=10)
    page.locator(WAITS).wait_for()
    page.evaluate(WATCH)
    buttons = page.locator(".moves .big:not([aria-disabled])")
    while not page.locator(OVER).count():
        page.locator(f"{WAITS} .moves .big:not([aria-disabled]), {OVER}").first.wait_for()
        if page.locator(OVER).count():
            break
        asked = page.evaluate(ASKED)
        buttons.last.click()  # hold what there is
        page.wait_for_function(f"asked => {ASKED} !== asked", arg=asked)
    stays(page, {"roll", "hold", "leave", "hint", "quiet rules-open", "quiet watch", "picture"})


def test_another_ones_turn_is_seen_to_begin_except_by_those_who_want_nothing_to_move(page: Page) -> None:
    begin(page, "Pig", "Anna", "Ben")
    page.locator(WAITS).wait_for()
    freeze(page)
    page.emulate_media(reduced_motion="no-preference")
    assert page.evaluate(TURN) == [[], ["turn"]]
    page.emulate_media(reduced_motion="reduce")
    assert page.evaluate(TURN) == [[], []]


def test_nothing_moves_in_a_game_on_a_sheet(tmp_path: Path, browser: Browser) -> None:
    with serving(tmp_path / "drawn", files=["drawn"]) as one:
        for page in windows(browser, one.address, 1280, 720):
            begin(page, "Yahtzee", "Anna")
            page.get_by_role("button", name="Throw 5 dice").wait_for()
            page.evaluate(WATCH)
            for _ in range(13):
                page.locator(".moves .roll:not([aria-disabled])").click()
                page.locator("tr.offered").first.wait_for()
                page.locator(".moves .roll:not([aria-disabled])").wait_for()
                page.locator("tr.offered").first.click()
                page.get_by_role("button", name=re.compile("^Write ")).click()
                page.locator("tr.offered").first.wait_for(state="detached")
            page.locator(OVER).wait_for()
            stays(page, {"roll", "hold", "leave", "hint", "quiet rules-open", "picture"})
            page.set_viewport_size({"width": 1920, "height": 1080})
            small, *_, seen = page.evaluate(TOTALS)
            assert page.evaluate(TOTALS) == [small, seen] * 2
            assert seen


def test_games_addresses_and_values_are_seen_whole_on_a_low_screen(tmp_path: Path, browser: Browser) -> None:
    with serving(tmp_path / "welcome") as one:
        for page in windows(browser, one.address, 1280, 720):
            for language in languages():
                page.goto(f"/language/{language}?back=%2F")
                page.locator(f"html[lang={language}] .play[id]").wait_for()
                page.locator(".games .game").last.wait_for()
                freeze(page)
                assert page.evaluate(FITS) == {"games": True, "address": 1, "labels": [True, True]}, language


@pytest.mark.parametrize("game", ["Pig", "Yahtzee"])
def test_nothing_lies_on_dice_that_are_set_right_nor_on_what_they_may_show(page: Page, game: str) -> None:
    begin(page, game, "Anna", robots=1, kind="hand")
    page.locator(".moves .roll:not([aria-disabled])").click()
    page.locator(".faces button").first.wait_for()
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(HIDDEN) == 0, (width, height)
