"""What people have to reach is large enough, seen whole and stays where it is; nothing is cut, broken or covered."""

import itertools
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any

import pytest

from robot.games.registry import PLAYED
from robot.language import Language, capitalize, languages
from robot.saying import Saying
from robot.table.doubts import tell_doubts
from robot.web.game.words import Words
from tests.support.robot.browser import Browser, Page, resize, serve, windows
from tests.support.robot.driven import PLAY, begin_as, play_to_end, step, tap, throw_until, until_asked, wait_until
from tests.support.robot.measured import MEASURE, SIZES, measure_questions, watch

pytestmark = pytest.mark.check
NAME = "Maximiliana Bergengruen-Wolff von Eschen"
SOME = ("pig", "kniffel", "shut-the-box", "farkle", "hog")
"""A game of each kind of question."""
STEPS = 7
BUTTONS = "main :is(button, a.big, a.small, select, input:not(.unseen, [type=checkbox])), .head :is(a, button, select)"
PAGES = ("/", "/new", "/new?all", "/coach", "/enter", "/no/such/page")
OF_GAMES = ("/", "/history/1", "/history", "/statistics", "/operator")
WEIGHED = "() => performance.getEntriesByType('resource').some((one) => one.name.endsWith('/best') && one.responseEnd)"
"""Whether the table has answered which choice was the best of the game that is over."""
FAULTS = {
    ".moves button { height: 40px; min-height: 0 }": "x 40: ",
    ".moves { margin-bottom: -60px }": "out of view: ",
    ".now { position: fixed; top: auto; bottom: 0; z-index: 99 }": "covered by ",
    "h1 { width: 3ch; overflow-wrap: anywhere }": "broken word ",
    "h1 { width: 3ch; overflow: hidden; white-space: nowrap }": "cut: ",
    ".now .todo { transform: translateY(-1.5em) }": "lies on ",
    "body { width: 120vw }": "the page scrolls sideways",
}
"""Rules that spoil the page, and what is said of each."""


def find_incoming(language: str) -> Mapping[str, Any]:
    """Return what may come in while people choose, as long as it can be in a language."""
    words = Words(Language(language))
    leaning = [("leans", Saying(f"place-{place}")) for place in ("top-left", "bottom-right", "middle")]
    doubts = words.say(tell_doubts(leaning, sentence=True))
    told = {
        "number": 1,
        "text": words("place-seat", name=NAME),
        "yes": words("place-give"),
        "no": words("place-refuse"),
    }
    option = {"text": words("do-keep"), "dice": [6] * 5, "value": "261.28", "width": 1}
    mind = {"mood": "sure", "busy": True, "thinker": NAME, "reason": "because it loses " * 21, "options": [option] * 5}
    others: dict[str, Any] = dict.fromkeys(("question", "hint", "count"))
    return {
        "a toast": {"toast": told},
        "a reason": {"view": others | {"mind": mind, "tone": "wait", "todo": "…", "buttons": {}}},
        "what happened": {"view": {"said": [f"{NAME}: {doubts}"] * 6}},
        "a remark": {"view": {"remark": words("wish-preparing", title=words.say(Saying("title-pig", {"goal": 100})))}},
        "a long task": {"view": {"todo": f"{doubts} {words('todo-confirm')}"}},
        "a long name": {"view": {"whose": capitalize(words("turn", name=NAME, shown=words.name(NAME)))}},
    }


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory, browser: Browser) -> Iterator[dict[str, Page]]:
    """Return a window for each language at a table whose throws cost no time."""
    with serve(tmp_path_factory.mktemp("drawn"), files=["drawn"]) as one, ExitStack() as stack:
        opened = {}
        for language in languages():
            window = stack.enter_context(contextmanager(windows)(browser, one.address, *SIZES[0]))
            window.goto(f"/language/{language}?back=/")
            opened[language] = window
        yield opened


def begin(pages: Mapping[str, Page], game: str, *people: str) -> None:
    """Begin a game in the first window, and let all watch."""
    begin_as(pages["en"], game, *people)
    for page in pages.values():
        if page is not pages["en"]:
            page.goto("/")
        watch(page)


def play(pages: Mapping[str, Page], game: str) -> None:
    """Play some turns of a game of two, and look at its questions."""
    first = pages["en"]
    begin(pages, game, "Anna", "Ben")
    tap(first, "leave")
    until_asked(first, "view.question.kind === 'leave'")
    tap(first, "roll")
    for number in range(STEPS):
        step(first, holds=number % 3 == 2)
        if number == 1:
            throw_until(first, "view.buttons.leave")
            if first.evaluate(f"{PLAY}.view.buttons.hint"):
                tap(first, "hint")
                until_asked(first, "view.mind.options.length")


def wrong(page: Page, comes: Mapping[str, Any]) -> list[str]:
    """Return what is wrong at the questions of a game that was watched, at all sizes."""
    faults = []
    for size in SIZES:
        resize(page, size)
        found = measure_questions(page, ".sheet" if size == SIZES[0] else "", comes, {"toast": None})
        faults += [f"{size} {kind}: {fault}" for kind, all_of in found.items() for fault in all_of]
    return faults


def wrong_on(pages: Mapping[str, Page], paths: Sequence[str]) -> list[str]:
    """Return what is wrong on pages, in all languages and at all sizes."""
    faults = []
    for path, (language, page) in itertools.product(paths, pages.items()):
        page.goto(path, wait_until="commit")  # a live picture never ends
        page.locator("main, .door").first.wait_for()
        wait_until(page, "document.fonts.status === 'loaded'")
        for size in SIZES:
            resize(page, size)
            found = page.evaluate(MEASURE, {"targets": BUTTONS, "low": "body"})
            faults += [f"{path} {language} {size}: {fault}" for fault in found]
    return faults


def test_pages_have_no_small_button_and_nothing_cut_or_covered(pages: Mapping[str, Page]) -> None:
    faults = wrong_on(pages, PAGES)
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("game", ["pig", "yahtzee"])
def test_what_says_what_thrown_dice_show_is_large_and_whole(page: Page, game: str) -> None:
    begin_as(page, game, "ANNA", "Ben")
    watch(page)
    tap(page, "roll")
    until_asked(page, "view.question.kind !== 'move'")
    faults = wrong(page, find_incoming("en"))
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("game", SOME)
def test_what_answers_a_question_is_large_whole_and_stays(pages: Mapping[str, Page], game: str) -> None:
    play(pages, game)
    for language, page in pages.items():
        faults = wrong(page, find_incoming(language) if language == "de" else {})
        assert not faults, "\n".join(faults)


def test_nothing_is_small_or_cut_where_games_are_looked_back_on(pages: Mapping[str, Page]) -> None:
    for page in pages.values():
        page.goto("/enter")
        page.locator("#password").fill("open sesame")
        page.locator("#password").press("Enter")
        page.locator(".device").first.wait_for()
    begin_as(pages["en"], "pig", NAME, "Ben", goal=4)
    play_to_end(pages["en"])
    wait_until(pages["en"], WEIGHED)
    faults = wrong_on(pages, OF_GAMES)
    for page in pages.values():  # the bar of the operator is on no page of another test
        page.locator(".signed-in button").click()
        page.locator(".signed-in").wait_for(state="detached")
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize(("rule", "said"), FAULTS.items(), ids=FAULTS.values())
def test_what_is_spoiled_is_found(pages: Mapping[str, Page], rule: str, said: str) -> None:
    page = pages["en"]
    page.goto("/")
    if not page.locator(".moves button").count():
        begin_as(page, "pig", "Anna", "Ben")
    watch(page)
    resize(page, SIZES[0])
    assert measure_questions(page) == {}
    page.add_style_tag(content=rule)
    assert said in str(measure_questions(page))


@pytest.mark.soak
@pytest.mark.parametrize("game", PLAYED)
def test_so_it_does_in_all_games_and_languages(pages: Mapping[str, Page], game: str) -> None:
    play(pages, game)
    for language, page in pages.items():
        faults = wrong(page, find_incoming(language))
        assert not faults, "\n".join(faults)
