"""Games on the pages, without a browser: begun by the form, played by what buttons send, and found in the past."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

import cv2
import pytest

from hardware.clock import SystemClock
from hardware.pushed import PushedCamera
from robot.host.host import Host
from robot.host.policy import ResumePolicy
from robot.host.status import Phase
from robot.language.names import NameFilter
from robot.match.events import Ended
from robot.match.journal import Journal
from robot.match.moments import Pacing
from robot.match.questions import ANYBODY_THERE, WAKE_UP
from robot.records.stats import DayCount
from robot.saying import Saying
from robot.table.hands import HandsTable
from robot.table.live_dice import LiveDice
from robot.web.pages.coach import BeginCoached, CoachedGame
from robot.web.pages.game import Choose, Play
from tests.support.robot.pages import OpenPage, Pages, PageVisitor, open_host, pages_of
from tests.support.robot.waiting import until
from tests.support.vision.drawn_dice import DrawnDie, ToldReader, draw, read_die
from vision.reading import Die, Reading

GOAL = 10
FIVE = DrawnDie(5, 320, 200, 90, 20)
PHOTO = cv2.imencode(".jpg", draw([FIVE], (640, 400)))[1].tobytes()


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    with open_host(tmp_path) as one:
        yield one


@pytest.fixture
def pages(host: Host, tmp_path: Path) -> Iterator[Pages]:
    with pages_of(host, tmp_path) as served:
        yield served


def begin(browser: PageVisitor, *people: str, robots: int = 0, goal: int = GOAL, **more: Any) -> OpenPage:
    """Send the form of a new game of Pig; the first of its players begins."""
    players = [{"kind": "you", "name": name} for name in people]
    players += [{"kind": "robot", "name": "", "level": ""}] * robots
    page = browser.open("/new")
    page.does(page.the(Choose), "begin", {"game": "pig", "goal": goal, "first": "1", "players": players} | more)
    return page


def tap(pages: Pages, page: OpenPage, kind: str, whose: str = "", **given: Any) -> int:
    """Send an answer to the next question of a kind, and return its number."""
    number = pages.wait_for_question(kind, whose)
    page.does(page.the(Play), "tap", {"question": number, **given})
    return number


def answer(pages: Pages, page: OpenPage, kind: str, whose: str = "", **given: Any) -> None:
    """Do the same with an answer that counts."""
    pages.answered.add(tap(pages, page, kind, whose, **given))


def test_what_cannot_begin_is_told_beside_the_form(pages: Pages, host: Host) -> None:
    table = pages.table
    for form, said in (
        ({"goal": 9999}, "choose one up to"),
        ({"players": [{"kind": "you", "name": "x" * 41}]}, "at most 40\u00a0characters"),
        ({"players": 7}, "are missing"),
    ):
        page = begin(table, "Anna", robots=1, **form)
        until(lambda page=page: page.the(Choose).props.get("refused"))  # type: ignore[misc]
        assert said in page.the(Choose).props["refused"]

    class Still(ResumePolicy):
        def find_refusal(self) -> Saying | None:
            return Saying("quiet", {"until": "9:00"})

    host.policy = Still()
    page = begin(table, "Anna", robots=1)
    until(lambda: page.the(Choose).props.get("refused"))
    assert "quiet hours" in page.the(Choose).props["refused"]
    page.does(page.the(Choose), "rules", {"game": "two-dice-pig", "goal": 37})
    assert "37" in str(page.the(Choose).props["rules"])


def test_an_exhibition_says_what_it_waits_for_and_nothing_of_its_crashes(pages: Pages, host: Host) -> None:
    until = {"until": "9:00"}
    host.book.change(phase=Phase.QUIET, message=Saying("quiet", until))
    shown = pages.table.open("/").the(Play).props["view"]
    assert "quiet hours" in shown["notice"]
    assert (shown["still"], shown["wakes"], shown["attract"], shown["alone"]) == (True, False, None, False)
    host.book.change(phase=Phase.SAFE, message=Saying("safe-mode", {"what": "MemoryError"}))
    pages.call(pages.site._draw)
    browser = pages.table
    browser.ask("/language/de")
    shown = browser.open("/").the(Play).props["view"]
    assert shown["still"]
    assert shown["notice"] == "Der Roboter ist außer Betrieb, und seine Motoren sind aus: Sag dem Betreiber Bescheid."
    host.book.change(phase=Phase.COUNTDOWN, message=Saying("countdown", {"seconds": 7}))
    host.desk.poll(WAKE_UP, 0.0)
    pages.call(pages.site._draw)
    shown = pages.shown
    assert "plays by itself in 7" in shown["notice"]
    assert (shown["still"], shown["wakes"], shown["question"]["kind"]) == (False, True, "wake")
    assert shown["attract"]["challenge"].startswith("Nobody has played against me today")
    host.desk.poll(ANYBODY_THERE, 0.0)
    pages.call(pages.site._draw)
    assert pages.shown["alone"]


def test_interrupted_games_are_offered_to_end_and_to_resume(pages: Pages, host: Host, tmp_path: Path) -> None:
    with Journal(tmp_path / "journal.sqlite") as journal:
        games = [journal.begin("pig", {"goal": goal}, ("you:Anna", "robot"), 1) for goal in (30, 40, 50)]
        for game in games:
            journal.write(game, "intention", 1, action="roll", keep={}, wells=[2])
            journal.write(game, "reading", 1, values=[6])
    with host:
        until(lambda: pages.shown["offers"])
        table = pages.table.open("/")
        offered = [one["text"].split(",")[0] for one in pages.shown["offers"]]
        assert offered == ["Pig to 50", "Pig to 40", "Pig to 30"]
        assert table.the(Play).props["resumes"] == [3, 2, 1]
        kind = pages.shown["question"]["kind"]
        answer(pages, table, kind, answer="give-up", game=2)
        until(lambda: len(pages.shown["offers"]) == 2)
        answer(pages, table, kind, answer="resume", game=1)
        pages.wait_for_question("move", "Anna")
        assert host.status.game
        assert host.status.game.id == 1
        assert pages.shown["offers"] == []
        assert [(die["well"], die["face"]) for die in pages.shown["dice"]] == [(2, 6)], "the table's last throw"
    with Journal(tmp_path / "journal.sqlite") as journal:
        assert journal.game(2).winners == ()
        assert [game.id for game in journal.list_unfinished()] == [1, 3], "the one played last first"


def test_a_tap_that_comes_again_counts_once_and_another_to_the_same_question_is_late(pages: Pages, host: Host) -> None:
    with host:
        begin(pages.table, "Anna", robots=1)
        number = pages.wait_for_question("move", "Anna")
        page = pages.table.open("/")
        play, sent = page.the(Play), {"tap": 1, "question": number, "act": {"roll": True}}
        before = play.props["view"]["question"]
        page.does(play, "tap", sent)
        until(lambda: play.props["view"]["question"] != before)
        page.does(play, "tap", sent)
        assert not play.props["refused"]
        page.does(play, "tap", sent | {"tap": 2})
        assert play.props["refused"]["text"].startswith("Too late")


def finish(pages: Pages, page: OpenPage) -> None:
    """Play until the host has ended the game: hold what may be held, else throw."""
    while (shown := pages.shown)["phase"] != "over":
        if (question := shown["question"]) and question["kind"] == "move":
            given = shown["answers"].get("hold") or shown["answers"]["roll"]
            page.does(page.the(Play), "tap", {"question": question["number"], **given})
            until(lambda: (now := pages.shown)["question"] != question or now["phase"] == "over")
    until(lambda: pages.site.host.status.game is None)


def test_the_loser_begins_again_until_others_come(pages: Pages, host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    with host:
        begin(pages.table, "Anna", "Ben", goal=4)
        page = pages.table.open("/")
        play, ends = page.the(Play), list[bool]()
        show = play._show_view

        def draw() -> None:
            show()
            ends.extend([play.props["again"]] * (play.props["view"]["phase"] == "over"))

        def linger(_: Pacing, event: object) -> None:
            if isinstance(event, Ended):
                until(lambda: ends)

        monkeypatch.setattr(play, "_show_view", draw)
        monkeypatch.setattr(Pacing, "hear", linger)
        finish(pages, page)
        phone = pages.phone().open("/").the(Play)
        until(lambda: ends and host.status.game is None)
        assert all(ends), "the buttons of a game that is over have their places at once"
        assert not phone.props["again"], "nobody there has played"
        assert [seat["name"] for seat in pages.table.open("/new").the(Choose).props["last"]] == ["Anna", "Ben"]
        loser = next(row["full"] for row in pages.shown["result"] if row["place"] == 2)
        page.does(play, "tap", {"again": True})
        pages.wait_for_question("move", loser)
        assert not play.props["again"]
        finish(pages, page)
        until(lambda: play.props["again"])
        page.does(play, "tap", {"welcome": pages.shown["game"] - 1})
        assert play.props["view"]["tone"] == "over", "that game is no longer shown"
        page.does(play, "tap", {"welcome": pages.shown["game"]})
        until(lambda: play.props["view"]["tone"] == "idle")
        assert play.props["view"]["attract"]
        assert not play.props["again"]
        assert pages.table.open("/new").the(Choose).props["last"] == []
        assert phone.props["view"]["tone"] == "over"


def test_who_wins_without_a_name_gives_one_which_stands_on_the_list(pages: Pages, host: Host, tmp_path: Path) -> None:
    with host:
        begin(pages.table, "", robots=1, goal=2)
        page = pages.table.open("/")
        play, phone = page.the(Play), pages.phone().open("/").the(Play)

        def refuse(name: str) -> str:
            page.does(play, "winner", name)
            until(lambda: play.props["refused"])
            return str(play.props["refused"]["text"])

        finish(pages, page)
        while not next(row for row in pages.shown["result"] if row["person"])["won"]:
            page.does(play, "tap", {"again": True})
            until(lambda: pages.shown["phase"] != "over")
            finish(pages, page)
        until(lambda: play.props["names"])
        assert not phone.props["names"]
        assert "the name of a robot or of a guest without a name" in refuse("robot")
        page.does(play, "winner", " Ada\n")
        until(lambda: pages.shown["whose"] == "Ada wins!")
        assert not play.props["names"], "one name is enough"
        page.does(play, "tap", {"welcome": pages.shown["game"]})
        until(lambda: (attract := play.props["view"]["attract"]) and attract["winners"])
        assert play.props["view"]["attract"]["challenge"].startswith("Beat me: "), "the game that has just ended counts"
        assert play.props["view"]["attract"]["winners"] == [{"name": "Ada", "wins": 1, "label": "Ada: one win"}]
    with Journal(tmp_path / "journal.sqlite") as journal:
        assert "you:Ada" in journal.games()[-1].players
        assert journal.forget(NameFilter()) == (1, ())
        assert DayCount(tmp_path / "journal.sqlite", lambda: datetime.now().astimezone()).count().winners == ()


def test_a_coached_game_is_begun_told_and_seen_on_all_its_pages(pages: Pages) -> None:
    table, form = pages.table, {"game": "pig", "goal": GOAL, "manner": "open", "players": ["Anna", "Anna"]}
    start = table.open("/coach")
    chooser = start.the(BeginCoached)
    start.does(chooser, "begin", form)
    until(lambda: chooser.props.get("refused"))
    assert "Two people are called Anna" in chooser.props["refused"]
    start.does(chooser, "begin", form | {"players": ["Anna", "Ben"]})
    until(lambda: "Pig to 10: Anna and Ben" in table.open("/coach").texts("b"))
    both = [browser.open("/coach/1") for browser in (table, pages.phone())]
    first, second = (page.the(CoachedGame) for page in both)
    until(lambda: first.props["view"] and second.props["view"])
    both[0].does(first, "line", {"moment": 0, "line": {"dice": [4]}})
    until(lambda: second.props["view"]["hold"] == "Hold 4")
    both[1].does(second, "line", {"moment": 0, "line": {"dice": [5]}})
    until(lambda: second.props["refused"])
    both[1].does(second, "line", {"moment": second.props["view"]["moment"], "line": {"hold": True}})
    until(lambda: first.props["view"]["whose"] == "Ben, turn 1")
    both[0].does(first, "rules")
    until(lambda: first.props.get("rules"))
    assert table.ask("/coach/1/watch?photograph=1", "POST", content=b"this is no picture").status_code == 415
    assert table.ask("/coach/1/watch?begin=1", "POST").status_code == 409, "the table has no camera"
    assert table.ask("/coach/1/watch", "POST", content=PHOTO).status_code == 403, "it did not begin"
    assert table.ask("/coach/1/watch?begin=1", "POST", content=PHOTO).json()["said"].startswith("Ben: throw one die")
    missing = table.open("/coach/4711")
    assert (missing.answer.status_code, missing.texts("h1")) == (404, ["There is no such session."])


@contextmanager
def own_dice(folder: Path, seen: Die) -> Iterator[Pages]:
    """Yield the pages of a table of people's own dice, before whose camera such a die lies, and no throw is made."""
    camera = PushedCamera(SystemClock())
    hands = HandsTable(ExitStack(), LiveDice(camera, ToldReader(Reading((seen,)))), camera)
    with open_host(folder, lambda: hands) as host, pages_of(host, folder, table="hands", camera="phone") as pages, host:
        until(lambda: host.table)
        yield pages


def throws(pages: Pages) -> OpenPage:
    """Begin a game at the table, and let Anna throw."""
    begin(pages.table, "Anna", "Ben", goal=50)
    page = pages.table.open("/")
    answer(pages, page, "move", "Anna", act="roll")
    until(lambda: pages.site.awaits_dice)
    return page


def test_a_photograph_counts_from_who_throws_and_when_it_is_wanted(tmp_path: Path) -> None:
    with own_dice(tmp_path, read_die(FIVE)) as pages:
        table, phone = pages.table, pages.phone()

        def send(browser: PageVisitor, photograph: bytes = PHOTO) -> tuple[int, str]:
            told = browser.ask("/camera/phone?photograph=1", "POST", content=photograph)
            return told.status_code, told.text

        assert send(table)[0] == 409
        page = throws(pages)
        assert send(phone)[0] == 403, "it watches"
        for wrong, said in ((b"", "empty"), (b"this is no picture", "not a picture"), (b"x" * 7_000_000, "more than")):
            status, told = send(table, wrong)
            assert (status >= 400, said in told) == (True, True), told
        assert send(table) == (204, "")
        pages.wait_for_question("enter")
        shown = pages.shown
        assert [die["face"] for die in shown["dice"]] == [5]
        name = shown["picture"]["name"]
        assert table.ask(f"/camera/{name}.jpg").headers["content-type"] == "image/jpeg"
        assert table.ask("/camera/another/keep", "POST").status_code == 409
        assert table.ask(f"/camera/{name}/keep", "POST").text.startswith("Kept as 0001")
        answer(pages, page, "enter", answer="confirm", values=[5])
        until(lambda: (game := pages.site.host.status.game) and game.throws == 1)


def test_a_live_picture_tells_why_a_die_has_no_value(tmp_path: Path) -> None:
    with own_dice(tmp_path, replace(read_die(FIVE), value=None, doubt="leans")) as pages:
        throws(pages)

        def film() -> list[dict[str, Any]]:
            boxes: list[dict[str, Any]] = pages.table.ask("/camera/phone", "POST", content=PHOTO).json()["boxes"]
            return boxes

        until(film)
        (box,) = film()
        assert (box["value"], box["doubt"]) == (None, "leans")
