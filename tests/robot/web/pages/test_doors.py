"""Pages and routes as browsers ask for them, what their scripts may hold, and positions that are set up there."""

import json
import re
from collections.abc import Iterator, Mapping
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest
from nicegui import Client

from robot.cli import main
from robot.coach.lines import Manner
from robot.coach.session import CoachSetting
from robot.config import Folders
from robot.errors import BUSY, RobotError
from robot.games.registry import PLAYED
from robot.host.status import Phase, RequestNow
from robot.language import Language, languages
from robot.match.journal import Journal
from robot.match.moments import MomentKind
from robot.review.summary import rate_players
from robot.review.summary_cache import SummaryCache
from robot.saying import Saying
from robot.web.coach.desk import CoachDesk
from robot.web.game.words import Words
from robot.web.pages.coach import BeginCoached, CoachedGame
from robot.web.pages.frame import find_language
from robot.web.pages.game import Choose, Play
from tests.support.conformance import NAMES
from tests.support.repository import REPOSITORY
from tests.support.robot.journaled import play_drawn
from tests.support.robot.pages import PHONE, Pages, PageVisitor, open_host, pages_of
from tests.support.robot.waiting import until


@pytest.fixture
def pages(tmp_path: Path) -> Iterator[Pages]:
    """Return pages of a table at which nothing goes on."""
    with open_host(tmp_path) as host, pages_of(host, tmp_path) as served:
        host.book.change(phase=Phase.IDLE)
        yield served


OWN = REPOSITORY / "robot" / "web" / "static"
MOST_BYTES = 120_000
MARKUP = re.compile(r"v-html|innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(")
IMPORT = re.compile(r'import \{([^}]+)\} from "/static/(\w+\.js)"')
OF_TABLES = {"phone_secure", "phone_insecure", "picture_keep", "well"}
"""Words of the camera's picture that are said at a table alone, and not in coached games."""

COMPONENTS = (
    ("play.js", {"/": Play}),
    ("choose.js", {"/new": Choose, "/coach": BeginCoached}),
    ("coach.js", {"/coach/1": CoachedGame}),
)


def text_of(script: str, names: set[str] | None = None) -> str:
    """Return a script, of another one's imports what they name, and so on."""
    text = (OWN / script).read_text(encoding="utf-8")
    own = text
    if names is not None:
        head, *parts = re.split(r"^export (?:const|function) (?=\w)", text, flags=re.MULTILINE)
        own = head + "".join(part for part in parts if re.split(r"\W", part, maxsplit=1)[0] in names)
    used = [(name.strip(), found[2]) for found in IMPORT.finditer(text) for name in found[1].split(",")]
    return own + "".join(text_of(path, {name}) for name, path in used if len(re.findall(rf"\b{name}\b", own)) > 1)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pages]:
    folder = tmp_path_factory.mktemp("scripts")
    with open_host(folder) as host, pages_of(host, folder) as served:
        page = served.table.open("/coach")
        page.does(page.the(BeginCoached), "begin", {"game": "pig", "goal": 10, "manner": "open", "players": ["A", "B"]})
        yield served


ENGLISH = Words(Language("en"))
WEIGHED: Mapping[str, tuple[str, int, Mapping[str, Any], str]] = {
    "a race": ("pig", 2, {"scores": [60, 40], "turn_total": 12, "player": 2}, "40:60 +12"),
    "a sheet": (
        "yahtzee",
        2,
        {"cards": [{"ones": 3, "sixes": 18}, {"ones": 2}], "dice": [3, 4, 6, 5, 3], "rolls_left": 1, "player": 2},
        "ones=2 33456 r1",
    ),
    "dice set aside": (
        "farkle",
        2,
        {"scores": [2000, 3000], "turn_total": 300, "dice": [1, 1, 1, 5, 2, 3], "aside": [1, 2, 3], "player": 1},
        "2000:3000 523 +300",
    ),
}
"""Positions by what there is to choose: the game, its players, what is set, and the words for `advise`."""


@pytest.fixture
def desk(home: Path) -> Iterator[CoachDesk]:
    assert not home.exists()
    one = CoachDesk(Folders.of_user())
    yield one
    one.close()


def begin(desk: CoachDesk, game: str, players: int, manner: Manner = Manner.OPEN) -> int:
    number = desk.begin(CoachSetting(game, {}, NAMES[:players], manner))
    desk.enter(number)
    return number


def set_up(desk: CoachDesk, number: int, given: Mapping[str, Any], words: Words = ENGLISH) -> dict[str, Any]:
    desk.hear(number, desk.view(number, words)["moment"], {"position": {**given}})
    return desk.view(number, words)


def test_an_address_without_a_page_says_so_in_the_language_of_the_browser(pages: Pages) -> None:
    browser = pages.table
    for language, said in (("de", "Diese Seite gibt es nicht."), ("en", "This page does not exist.")):
        browser.ask(f"/language/{language}")
        for path in ("/history/abc", "/history/abc.svg", "/history/-1", "/history/1.5", "/no/such/page"):
            page = browser.open(path)
            assert (page.answer.status_code, page.texts("h1")) == (404, [said]), path
            assert f'"language": "{language}"' in page.answer.text
    for number in (10**6, 10**30):
        page = browser.open(f"/history/{number}")
        assert (page.answer.status_code, page.texts("h1")) == (404, ["This game does not exist."])
        assert {browser.ask(f"/history/{number}{rest}").status_code for rest in (".svg", "/best")} == {404}


def test_every_page_speaks_the_language_that_was_chosen_and_goes_back_to_none_of_other_sites(pages: Pages) -> None:
    browser = pages.table
    for language, history in (("de", "Verlauf"), ("es", "Historial"), ("en", "History")):
        answer = browser.ask(f"/language/{language}?back=/statistics")
        assert (answer.status_code, answer.headers["location"]) == (303, "/statistics")
        for path in ("/", "/new", "/coach", "/history", "/statistics"):
            assert history in browser.open(path).texts("a"), path
    for back in ("//evil.example", "/\\evil.example", "http://evil.example"):
        assert browser.ask("/language/en", params={"back": back}).headers["location"] == "/"


@pytest.mark.parametrize(
    ("header", "language"),
    [("de-AT,de;q=0.9,en;q=0.8", "de"), ("fr-FR, ES;q=0.7, de;q=0.5", "es"), ("fr;q=0.9, *;q=0.1", None), ("", None)],
)
def test_a_browser_says_which_language_it_likes_best(header: str, language: str | None) -> None:
    assert find_language(header, ("de", "en", "es")) == language


def test_a_phone_speaks_its_own_language_until_one_is_chosen_and_the_table_that_of_the_table(pages: Pages) -> None:
    phone, german = PageVisitor(pages, PHONE), {"accept-language": "de"}
    assert "Mitspielen" in phone.ask("/pair", headers=german).text
    phone.ask("/language/es")
    assert "Únete a la partida" in phone.ask("/pair", headers=german).text
    assert "Mitspielen" not in pages.table.ask("/pair", headers=german).text


def test_a_stranger_is_let_in_by_the_code_alone(pages: Pages) -> None:
    stranger, code = PageVisitor(pages, PHONE), pages.site.doors.code
    assert stranger.open("/").path == "/pair"
    assert stranger.ask("/here").status_code == 401
    assert stranger.ask("/static/page.css").headers["content-type"].startswith("text/css")
    for kind in MomentKind:
        assert pages.table.ask(f"/sounds/{kind}.wav").headers["content-type"] in {"audio/x-wav", "audio/wav"}
    for origin in ("http://evil.example", "null"):
        assert stranger.ask("/pair", "POST", data={"code": code}, headers={"origin": origin}).status_code == 403
    wrong = stranger.ask("/pair", "POST", data={"code": "12345"})
    assert (wrong.status_code, "That is not the code." in wrong.text) == (403, True)
    scanned = stranger.open("/pair?code=<b>12345").answer.text
    assert "data-scanned" in scanned
    assert "<b>" not in scanned
    for language, title in (("de", "Mitspielen"), ("es", "Únete a la partida"), ("en", "Join the game")):
        stranger.ask(f"/language/{language}")
        assert title in stranger.open("/pair").texts("h1")
    right = stranger.ask("/pair", "POST", data={"code": f" {code} "})
    assert (right.status_code, right.headers["location"]) == (303, "/#seat")
    link = f"/pair?code={pages.site.doors.secret}"
    assert stranger.ask(link).headers["location"] == "/#seat", "who scans twice stays who they are"
    other = PageVisitor(pages, PHONE)
    assert "data-scanned" in other.ask(link).text
    assert other.ask("/here").status_code == 401, "who looks at the link is not let in yet"


def test_a_phone_watches_no_film_and_is_no_operator(pages: Pages) -> None:
    phone = pages.phone()
    play = phone.open("/").the(Play)
    assert (play.props["live"], play.props["seat"], play.props["pair"]) == (False, "", None)
    for film in ("/camera/live", "/camera/live?whole=1"):
        assert phone.ask(film).status_code == 403
    assert phone.open("/operator").texts("h1") == []
    assert "No password is set yet" in " ".join(phone.open("/enter").texts("p"))
    assert "touch.js" in pages.table.open("/").answer.text
    assert "touch.js" not in phone.open("/").answer.text, "a phone has keys of its own"


def test_the_table_shows_the_code_and_others_are_led_to_it(pages: Pages, monkeypatch: pytest.MonkeyPatch) -> None:
    led: list[tuple[Client, str]] = []
    monkeypatch.setattr(Client, "open", lambda client, target, *_: led.append((client, target)))
    table, phone, old = pages.table.open("/"), pages.phone(), pages.site.doors.code
    shown = table.the(Play).props["pair"]
    assert (shown["code"], shown["address"]) == (old, pages.site.address())
    table.press("Phones")
    table.shows(old)
    page = phone.open("/")
    watched = page.the(Play)
    operator = pages.table
    operator.ask("/enter", "POST", data={"password": "open sesame"})
    operator.open("/operator").press("New code for phones")
    assert (page.client, "/pair") in led
    new = pages.site.doors.code
    assert new != old
    table.shows(new)
    assert phone.open("/").path == "/pair"
    assert phone.ask("/here").status_code == 401
    pages.call(pages.site._draw)
    assert watched.show not in pages.site.watchers
    assert table.the(Play).props["pair"]["code"] == new


def test_a_damaged_journal_is_told_on_the_pages_of_the_past(tmp_path: Path) -> None:
    (tmp_path / "journal.sqlite").write_bytes(b"no journal at all" * 100)
    with open_host(tmp_path) as host, pages_of(host, tmp_path) as pages:
        for path in ("/history", "/history/1", "/statistics"):
            page = pages.table.open(path)
            until(lambda page=page: any(one.startswith("The journal cannot be used") for one in page.texts("p")))  # type: ignore[misc]
            assert str(tmp_path) not in page.answer.text


def test_too_many_pictures_of_past_games_are_asked_for_later(pages: Pages, monkeypatch: pytest.MonkeyPatch) -> None:
    late: Future[Any] = Future()
    late.set_exception(RobotError("later", key=BUSY))
    monkeypatch.setattr(SummaryCache, "summary", lambda *_: late)
    answer = pages.table.ask("/history/1.svg")
    assert (answer.status_code, answer.headers["retry-after"]) == (503, "60")
    monkeypatch.setattr(SummaryCache, "summary", lambda *_: Future())
    pages.call(pages.site.ends.set)
    assert pages.table.ask("/history/1.svg").status_code == 503, "the server ends, and nobody waits"


def test_the_statistics_of_a_game_show_who_makes_which_mistakes(pages: Pages, monkeypatch: pytest.MonkeyPatch) -> None:
    rated: Any = lambda folders, game, _: rate_players(folders.journal, game, folders.cache)  # noqa: E731
    monkeypatch.setattr("robot.web.pages.history.rate_apart", rated)
    with Journal(pages.site.folders.journal) as journal:
        play_drawn(journal, "pig", ["you:Ann", "you:Ben"], {"goal": 30})
    page = pages.table.open("/statistics?game=pig")
    page.shows("Pig: choices and mistakes", "Ann", "Ben")
    until(lambda: [one.split(":")[0] for one in page.texts("p")][-2:] == ["Rating", "Rating"])
    assert any("gave away" in one for one in page.texts("li"))


def test_others_read_who_has_chosen_a_game_that_is_prepared(pages: Pages) -> None:
    own, other = pages.phone(), pages.phone()
    toasts = [one.open("/").the(Play) for one in (own, other)]
    key = toasts[0]._who.browser.key
    pages.site.seats.sit(key, "Max")
    pages.site.host.book.change(wish=RequestNow(Saying("title-yahtzee"), ready=False, by=key))
    told = [one.props["toast"]["text"] for one in toasts if pages.call(one.show) is None]
    assert (told[0][:20], told[1][:24]) == ("Yahtzee begins soon.", "Max has chosen Yahtzee. ")


def test_the_scripts_of_the_page_stay_small_and_make_no_markup_of_what_they_are_told() -> None:
    scripts = [*Path(OWN).glob("*.js")]
    assert sum(one.stat().st_size for one in scripts) < MOST_BYTES
    assert [one.name for one in scripts if MARKUP.search(one.read_text(encoding="utf-8"))] == []


@pytest.mark.parametrize(("script", "kinds"), COMPONENTS)
def test_a_script_says_only_what_it_is_given_and_sends_what_is_listened_to(
    site: Pages, script: str, kinds: dict[str, type[Play | Choose | BeginCoached | CoachedGame]]
) -> None:
    elements = [site.table.open(path).the(kind) for path, kind in kinds.items()]
    wanted = set(re.findall(r"\bwords\.(\w+)", text_of(script)))
    assert len(wanted) > 5
    lacks = wanted.difference(*(element.props["words"] for element in elements))
    assert lacks <= (OF_TABLES if script == "coach.js" else set()), "words that the server does not give"
    own = (OWN / script).read_text(encoding="utf-8")
    sends = set(re.findall(r"\$emit\(['\"](\w+)", own))
    heard = {listener.type for element in elements for listener in element._event_listeners.values()}
    emits, props = (
        set(re.findall(r"(?:^|[\s\"{])(\w+)[\":]", found[1]))
        for found in (re.search(r"emits: \[(.*?)\]", own), re.search(r"props: \{(.*?)\}", own, re.DOTALL))
        if found
    )
    assert sends == heard == emits
    assert all({*element.props} <= props for element in elements), "what no script takes"


def test_the_keys_of_the_table_s_screen_have_words_in_every_language(site: Pages) -> None:
    wanted = set(re.findall(r"words\.(touch_\w+)", (OWN / "touch.js").read_text(encoding="utf-8")))
    for language in languages():
        browser = site.table
        browser.ask(f"/language/{language}")
        html = browser.open("/new").answer.text
        assert all(f"{word}&#34;: " in html or f"{word}&quot;: " in html for word in wanted), language


@pytest.mark.parametrize("what", WEIGHED)
def test_all_choices_are_worth_what_advise_says(desk: CoachDesk, what: str, capsys: pytest.CaptureFixture[str]) -> None:
    game, players, given, words = WEIGHED[what]
    view = set_up(desk, begin(desk, game, players), given)
    assert main(["advise", game, *words.split(), "--json"]) == 0
    options = (told := json.loads(capsys.readouterr().out))["options"]
    values = options.values() if isinstance(options, dict) else [one["value"] for one in options]
    assert sorted(one["value"] for one in view["choices"]) == sorted(values)
    assert view["choices"][0]["value"] == told["value"]
    assert view["set_up"]
    assert view["choices"][0]["cost"] == ""


def test_the_position_is_kept_and_taken_back(desk: CoachDesk) -> None:
    number, file = begin(desk, "pig", 2), Folders.of_user().coach / "1.json"
    assert json.loads(file.read_bytes())["version"] == 1
    view = set_up(desk, number, {"scores": [60, 40], "turn_total": 12, "player": 2})
    assert (view["whose"], view["pending"], view["form"]["turn"]) == ("Ben’s turn", 12, 1)
    assert json.loads(file.read_bytes())["version"] == 2, "programs before 2 say that another one wrote it"
    desk.leave(number)
    desk.enter(number)
    assert desk.view(number, ENGLISH) == {**view, "moment": 0, "told": []}
    desk.hear(number, 0, {"undo": True})
    assert (desk.view(number, ENGLISH)["whose"], desk.view(number, ENGLISH)["set_up"]) == ("Ann, turn 1", False)


def test_a_silent_coach_says_nothing_of_a_position(desk: CoachDesk) -> None:
    view = set_up(desk, begin(desk, "pig", 2, Manner.SILENT), {"turn_total": 12})
    assert (view["best"], view["choices"]) == ("", [])


@pytest.mark.parametrize("game", PLAYED)
def test_every_game_and_its_form_have_words_in_every_language(desk: CoachDesk, game: str) -> None:
    number = begin(desk, game, 1 if game in {"pig-reach", "pig-score", "pig-turns"} else 2, Manner.SILENT)
    count = next(iter(desk.view(number, ENGLISH)["due"]), 2)  # the players of Hog say how many
    desk.hear(number, 0, {"dice": [*range(1, count + 1)]})
    for words in (Words(Language(name)) for name in languages()):
        view = desk.view(number, words)
        form = view["form"]
        titles = [one["title"] for one in (*form["fields"], *form["rows"])]
        assert titles
        assert not any("osition-" in title or not title for title in (*titles, form["whose"]))
        assert not re.search("page-|coach-", " ".join(map(str, view.values())))
        assert view["whose"]
        assert view["todo"]
