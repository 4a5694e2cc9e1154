"""Pages and routes as browsers ask for them: missing ones, languages, the way in, and the operator's."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from nicegui import Client

from robot.errors import BUSY, RobotError
from robot.host.status import Phase
from robot.review.summary_cache import SummaryCache
from robot.web.pages.frame import find_language
from robot.web.pages.game import Play
from tests.support.robot.pages import PHONE, Pages, PageVisitor, hosted, pages_of
from tests.support.robot.waiting import until


@pytest.fixture
def pages(tmp_path: Path) -> Iterator[Pages]:
    """Return pages of a table at which nothing goes on."""
    with hosted(tmp_path) as host, pages_of(host, tmp_path) as served:
        host.book.change(phase=Phase.IDLE)
        yield served


def test_an_address_without_a_page_says_so_in_the_language_of_the_browser(pages: Pages) -> None:
    browser = pages.table
    for language, said in (("de", "Diese Seite gibt es nicht."), ("en", "This page does not exist.")):
        browser.ask(f"/language/{language}")
        for path in ("/history/abc", "/history/abc.svg", "/history/-1", "/history/1.5", "/no/such/page"):
            page = browser.open(path)
            assert (page.answer.status_code, page.texts("h1")) == (404, [said]), path
            assert f'"language": "{language}"' in page.answer.text


@pytest.mark.parametrize("number", [10**6, 10**30])
def test_a_game_that_was_never_played_does_not_exist(pages: Pages, number: int) -> None:
    page = pages.table.open(f"/history/{number}")
    assert (page.answer.status_code, page.texts("h1")) == (404, ["This game does not exist."])
    for rest in (".svg", "/card"):
        assert pages.table.ask(f"/history/{number}{rest}").status_code == 404


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
    [
        ("de-AT,de;q=0.9,en;q=0.8", "de"),
        ("fr-FR, es;q=0.5, de;q=0.7", "de"),
        ("en;q=0, ES", "es"),
        ("fr;q=0.9, *;q=0.1", None),
        ("", None),
        ("de;q=x", None),
    ],
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
    for path in ("/", "/camera/1.jpg", "/camera/live", "/here"):
        assert stranger.ask(path).status_code == 401
    assert stranger.ask("/health").status_code == 200
    assert stranger.ask("/static/page.css").headers["content-type"].startswith("text/css")
    assert pages.table.ask("/sounds/bust.wav").headers["content-type"] in {"audio/x-wav", "audio/wav"}
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
    right = stranger.ask("/pair", "POST", data={"code": code})
    assert (right.status_code, right.headers["location"]) == (303, "/#seat")
    assert stranger.ask(f"/pair?code={code}").headers["location"] == "/#seat", "who scans twice stays who they are"


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


def test_the_table_shows_the_code_in_force_and_phones_of_the_old_one_are_led_to_the_door(
    pages: Pages, monkeypatch: pytest.MonkeyPatch
) -> None:
    led: list[tuple[Client, str]] = []
    monkeypatch.setattr(Client, "open", lambda client, target, *_: led.append((client, target)))
    table, phone, old = pages.table.open("/"), pages.phone(), pages.site.doors.code
    shown = table.the(Play).props["pair"]
    assert (shown["code"], shown["address"]) == (old, pages.site.address())
    table.press("Phones")
    table.shows(old)
    page = phone.open("/")
    watched = page.the(Play)
    pages.call(pages.site.phones.renew_code)
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
    with hosted(tmp_path) as host, pages_of(host, tmp_path) as pages:
        for path in ("/history", "/history/1", "/statistics"):
            page = pages.table.open(path)
            until(lambda page=page: any(one.startswith("The journal cannot be used") for one in page.texts("p")))  # type: ignore[misc]
            assert str(tmp_path) not in page.answer.text
        assert pages.table.ask("/history/last").headers["location"] == "/history"


def test_too_many_pictures_of_past_games_at_a_time_are_asked_for_later(
    pages: Pages, monkeypatch: pytest.MonkeyPatch
) -> None:
    def busy(*_: object, **__: object) -> None:
        raise RobotError("later", key=BUSY)

    monkeypatch.setattr(SummaryCache, "summary", busy)
    answer = pages.table.ask("/history/1.svg")
    assert (answer.status_code, answer.headers["retry-after"]) == (503, "60")
