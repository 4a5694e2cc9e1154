"""What phones ask of the host: a seat, a game of their own, a picture that counts; and a phone whose pictures end."""

from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from hardware.clock import VirtualClock
from hardware.pushed import SILENCE, PushedCamera
from robot.coach.session import names_from
from robot.errors import RefusedError
from robot.games.registry import make_game
from robot.host.status import GameNow, Offer, Phase, RequestNow
from robot.language import Language, languages
from robot.language.error_messages import ErrorMessage
from robot.language.names import clean_name, read_name
from robot.match.players import specs_of
from robot.match.questions import DICE_LIE, MEND_DICE, WAKE_UP, GoOn, Topic
from robot.match.seats import QUICK, GameSetting
from robot.saying import Saying
from robot.web.addresses import Place
from robot.web.game.choice import coach_setting_of, find_listed, setting_of
from robot.web.game.words import Words
from robot.web.phones import CAMERA, LOOKED, LOST, Phones
from robot.web.seats import Browser
from robot.web.site import Site, SiteOptions, machine
from solver.errors import OptionError
from tests.support.robot.booths import QuickBooth
from tests.support.robot.hosts import Sitting, folders_in

PHONE, OTHER, TABLE = Browser("phone"), Browser("other"), Browser(table=True)
PICTURE = np.zeros((4, 6, 3), np.uint8)
LOOK = 1.0
"""Seconds between two looks at the camera."""
TITLE = Saying("title-pig", {"goal": 30})
GAME = GameNow(7, "pig", TITLE, ("Anna", "robot", "Ben"), (True, False, True), 0, 3)


@pytest.fixture
def phones(tmp_path: Path) -> Iterator[Phones]:
    """Return the phones of an exhibition's host, whose thread does not run: the test says what goes on."""
    host, _ = Sitting(QuickBooth(), tmp_path).host()
    offer = GameSetting("pig", {"goal": 30}, ("robot", "you"))
    site = Site(host, folders_in(tmp_path), Place("0.0.0.0", 0), SiteOptions(offer=offer))
    host.book.change(phase=Phase.IDLE)
    for _ in range(LOOKED):
        site.phones.settle()
    yield site.phones
    host.forget()


@pytest.mark.parametrize("where", ["on", "offered", "wished", "prepared"])
def test_a_name_of_a_player_is_given_and_any_other_is_free(phones: Phones, where: str) -> None:
    book = phones.host.book
    phones.show_page("screen")
    if where == "on":
        book.change(game=GAME)
    elif where == "offered":
        book.change(offers=(Offer(7, TITLE, GAME.players, TITLE),))
    elif where == "wished":
        book.change(wish=RequestNow(TITLE, ready=False, people=("Anna", "Ben")))
    else:
        phones.host.desk.poll(DICE_LIE, 0.0, ("Anna",))
    refused = phones.sit(PHONE, "Anna", 3)
    assert (refused and refused.key, phones.seats.name_of("phone")) == ("page-seat-asked", "")
    (asks,) = phones.seats.asking
    phones.seats.answer(TABLE, asks.number, give=True)
    assert (phones.seats.name_of("phone"), phones.seats.colour_of("Anna")) == ("Anna", 3)
    assert phones.sit(OTHER, "Carla") is None
    phones.seats.open("phone")
    taken = phones.sit(OTHER, "Anna")
    assert (taken and taken.key, phones.seats.asking) == ("page-seat-taken", ())


def test_a_phone_that_waits_sits_down_as_soon_as_the_name_is_known_to_be_free(phones: Phones) -> None:
    book = phones.host.book
    book.change(phase=Phase.STARTING)
    assert not phones.settle()
    for browser, name in ((PHONE, "Anna"), (OTHER, "Carla")):
        refused = phones.sit(browser, name)
        assert refused, "nobody knows yet which games can go on"
    book.change(phase=Phase.IDLE)
    assert not phones.settle()
    book.change(offers=(Offer(7, TITLE, GAME.players, TITLE),))
    assert phones.settle()
    assert [*phones.seats.names] == ["Carla"]
    book.change(offers=())
    assert phones.settle()
    assert [*phones.seats.names] == ["Carla", "Anna"]
    assert not phones.settle()


def test_a_phone_that_begins_a_game_sits_down_as_its_first_person_and_is_known_as_who_asked(phones: Phones) -> None:
    with pytest.raises(RefusedError) as refused:
        phones.begin(PHONE, GameSetting("pig", {"goal": 30}, ("robot", "you")))
    assert refused.value.saying.key == "page-seat-first"
    phones.begin(PHONE, GameSetting("pig", {"goal": 30}, ("robot", "you:Anna", "you:Ben")))
    wish = phones.host.status.wish
    assert wish is not None
    assert (wish.by, wish.people, wish.near) == ("phone", ("Anna", "Ben"), False)
    assert "phone" not in str(phones.host.status.to_json()), "what anybody may ask says nothing of phones"
    assert phones.seats.names == ("Anna",)
    assert [phones.may_withdraw(one) for one in (PHONE, OTHER, TABLE)] == [True, False, True]
    assert phones.sit(PHONE, "Ben") is None, "it is the game that this phone asks for"
    with pytest.raises(RefusedError) as asked:
        phones.begin(OTHER, GameSetting("pig", {"goal": 30}, ("you:Anna", "robot")))
    assert asked.value.saying.key == "page-seat-asked"


def test_a_phone_that_begins_a_game_as_the_table_starts_has_to_press_again(phones: Phones) -> None:
    book, setting = phones.host.book, GameSetting("pig", {"goal": 30}, ("you:Anna", "robot"))
    book.change(phase=Phase.STARTING)
    phones.settle()
    with pytest.raises(RefusedError) as refused:
        phones.begin(PHONE, setting)
    assert refused.value.saying.key == "page-seat-starting", "nobody is there to be asked for this seat"
    book.change(phase=Phase.IDLE)
    for _ in range(LOOKED):
        phones.settle()
    phones.begin(PHONE, setting)
    assert phones.host.status.wish
    assert phones.seats.names == ("Anna",)


def test_who_plays_alone_or_for_phones_that_are_away_is_given_another_game_at_once(phones: Phones) -> None:
    book, setting = phones.host.book, GameSetting("pig", {"goal": 30}, ("you:Anna", "robot"))
    for browser, name in ((PHONE, "Anna"), (OTHER, "Ben")):
        phones.seats.open(browser.key)
        assert phones.sit(browser, name) is None
    book.change(game=replace(GAME, by="phone"))
    near = []
    for seat in ("here", "away", "away beside a screen"):
        if seat == "away":
            phones.seats.close(OTHER.key)
        elif seat != "here":
            phones.show_page("screen")
        phones.begin(PHONE, setting)
        wish = book.now.wish
        assert wish
        near.append(wish.near)
        phones.leave_for(PHONE, wish.number, leaves=False)
        assert book.now.wish is None
    assert near == [False, True, False], "with a screen the table leaves for others"


def test_all_players_agree_to_leave_for_a_stranger_and_one_of_them_refuses_for_all(phones: Phones) -> None:
    book, stranger = phones.host.book, Browser("stranger")
    for browser, name in ((PHONE, "Anna"), (OTHER, "Ben"), (stranger, "Max")):
        phones.seats.open(browser.key)
        assert phones.sit(browser, name) is None
    book.change(game=replace(GAME, by="phone"))

    def say(*who: Browser, leaves: bool = True) -> tuple[list[bool], bool, set[str]]:
        """Answer a new request; return who is asked then, whether the game ends, and which phones are told of a no."""
        phones.host.forget()
        phones.begin(stranger, GameSetting("pig", {"goal": 30}, ("you:Max", "you:Ida")))
        wish = book.now.wish
        assert wish
        assert not phones.seats.told
        for one in who:
            phones.leave_for(one, wish.number - 1, leaves=not leaves)
            phones.leave_for(one, wish.number, leaves=leaves)
        asked = [phones.is_asked_to_leave(one) for one in (PHONE, OTHER, stranger, Browser("watcher"), TABLE)]
        return asked, phones.host.requests.ends(book.now), {*phones.seats.told}

    assert say(stranger, Browser("watcher")) == ([True, True, False, False, True], False, set())
    assert say(PHONE) == ([False, True, False, False, True], False, set())
    assert book.now.wish
    with pytest.raises(OptionError):
        phones.begin(stranger, GameSetting("pig", {"goal": 0}, ("you:Max", "you:Ida")))
    assert not phones.is_asked_to_leave(PHONE), "what is refused forgets nobody who has agreed to leave"
    phones.leave_for(OTHER, book.now.wish.number, leaves=True)
    assert phones.host.requests.ends(book.now)
    assert say(OTHER) == ([True, False, False, False, True], False, set()), "all are asked again"
    for agreeing in ((PHONE, OTHER), (TABLE,)):
        assert say(*agreeing)[1:] == (True, set())
    assert say(OTHER, leaves=False) == ([False] * 5, False, {"stranger"})
    assert say(stranger, leaves=False) == ([False] * 5, False, set()), "who wished it knows that it was withdrawn"


def test_who_nobody_plays_for_loses_seat_and_game_after_a_minute_and_not_before(phones: Phones) -> None:
    book, desk, seats, stranger = phones.host.book, phones.host.desk, phones.seats, Browser("stranger")
    for browser, name in ((PHONE, "Anna"), (stranger, "Max")):
        seats.open(browser.key)
        assert phones.sit(browser, name) is None
    seats.open("other")
    book.change(game=replace(GAME, players=("Anna", "robot", "you"), by="phone"))

    def wishes(browser: Browser, name: str) -> bool:
        """Wish for another game; return whether the one that is on ends for it without a question."""
        phones.begin(browser, GameSetting("pig", {"goal": 30}, (f"you:{name}", "robot")))
        wish = book.now.wish
        assert wish
        return wish.near

    def tell(*, here: bool = False, question: Topic = DICE_LIE) -> str:
        """Return what Anna's new phone waits for when the old one was here, or not, for almost a minute."""
        if here != ("phone" in seats.here):
            (seats.open if here else seats.close)("phone")
        desk.poll(question, 0.0, ("Anna",))
        assert phones.sit(OTHER, "Anna")
        for _ in range(LOST - 1):
            phones.settle()
        phones.host.forget()
        assert not wishes(stranger, "Max")
        (asks,) = seats.asking
        return phones.tell_asker(asks).key

    phones.show_page("screen")
    assert tell() == "page-seat-asked", "the table gives it"
    phones.lose_page("screen")
    assert tell() == "page-seat-lost"
    assert tell(here=True) == "page-seat-asked"
    assert tell() == "page-seat-lost", "she was there for a moment"
    assert tell(question=MEND_DICE) == "page-seat-lost", "somebody has answered"
    seats.withdraw("other")
    phones.settle()
    assert wishes(stranger, "Max")
    seats.open("phone")
    with pytest.raises(RefusedError) as refused:
        wishes(Browser("third"), "Ida")
    seats.close("phone")
    assert refused.value.saying == Saying("wish-of-phone", {"name": "Max", "title": TITLE})
    assert phones.sit(OTHER, "Anna") is None
    assert (seats.name_of("phone"), seats.name_of("other")) == ("", "Anna")
    assert not wishes(stranger, "Max"), "it is its own to change, and Anna is here"


LIKE_ROBOT = (
    *("robot", "Robot:optimal", "ROBOT 2", "Roboter", "Rоbоt", "ＲＯＢΟΤ", "R0böt", "ro\u200dbot", "“robot”"),
    *("Robots", "The Robot", "der Roboter", "El Robot", "R.o.b.o.t"),
)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        *((name, "page-seat-nobody") for name in (*LIKE_ROBOT, "You", "-you 2!")),
        ("x" * 41, "page-name-long"),
        *((name, "") for name in ("Robotnik", "Roberta", "Anna José", "李雷", "x" * 40, "\u200bYou\x1bng ")),
    ],
)
def test_a_phone_a_form_the_coach_and_the_terminal_have_one_rule_of_names(phones: Phones, name: str, why: str) -> None:
    refused = phones.sit(PHONE, name)
    assert (refused.key if refused else "", phones.seats.names) == (why, () if why else (clean_name(name),))
    for read in (
        lambda: specs_of(f"robot,hand:{name}"),
        lambda: names_from(f"Ann,{name}", make_game("pig", {})),
        lambda: setting_of({"game": "pig", "players": [{"kind": "you", "name": name}]}),
        lambda: coach_setting_of({"game": "pig", "players": ["Ann", name], "manner": "open"}),
    ):
        with pytest.raises(RefusedError) if why else nullcontext() as told:
            read()
        assert not told or told.value.saying.key == why


@pytest.mark.parametrize("name", ["\u200d", "\u3164 \u2800", "\u0301\ufe0f", "\u202e"])
def test_a_name_of_which_nothing_is_seen_is_none(name: str) -> None:
    assert read_name(name) == ""


def test_a_phone_asks_for_its_seat_once_the_table_types_its_name_unless_it_is_listed(phones: Phones) -> None:
    seats, book = phones.seats, phones.host.book
    for browser, name in ((PHONE, "Anna"), (OTHER, "Anna 2"), (Browser("third"), "Carla")):
        seats.open(browser.key)
        assert phones.sit(browser, name, 3) is None
    listed = find_listed({"players": [{"name": "Carla", "listed": "Carla"}, {"name": "Anna", "listed": "Ann"}]})
    setting = GameSetting("pig", {"goal": 30}, ("you:Anna", "you:Carla", "robot"))
    with pytest.raises(OptionError):
        phones.begin(TABLE, replace(setting, rules={"goal": 0}), listed)
    assert [*seats.names] == ["Anna", "Anna 2", "Carla"]
    phones.begin(TABLE, setting, listed)
    assert [*seats.names] == ["Anna 2", "Carla"]
    assert [(one.key, one.name) for one in seats.asking] == [("phone", "Anna")]
    book.change(wish=None)  # its table is made ready
    assert not any(phones.settle() for _ in range(LOOKED))
    book.change(game=replace(GAME, players=("Anna", "Carla", "robot"), people=(True, True, False)))
    assert not phones.settle()
    assert seats.plays_for(TABLE, "Anna")
    assert not seats.plays_for(PHONE, "Anna")
    book.change(game=None)
    assert phones.settle(), "nobody plays under this name any more"
    phones.begin(TABLE, replace(setting, players=("you:Anna", "you:Anna")))
    assert [*seats.names] == ["Carla", "Anna"], "they are Anna 1 and Anna 2"


def test_the_phone_that_began_a_game_decides_for_the_table_no_longer_than_that_game_can_go_on(phones: Phones) -> None:
    book = phones.host.book
    book.change(game=replace(GAME, by="phone"))
    phones.host.desk.poll(WAKE_UP, 0.0)

    def decides() -> bool:
        for _ in range(LOOKED):
            phones.settle()
        return phones.seats.hosts(PHONE)

    assert decides()
    book.change(game=None, offers=(Offer(7, TITLE, GAME.players, TITLE), Offer(4, TITLE, GAME.players, TITLE)))
    assert decides()
    book.change(offers=(Offer(4, TITLE, GAME.players, TITLE),))
    assert not decides()
    phones.ask_for_camera(PHONE)
    assert not phones.seats.camera, "the table is asked"


def test_a_name_of_an_interrupted_game_is_free_without_who_gives_it_and_resumes_it(phones: Phones) -> None:
    book, desk, seats = phones.host.book, phones.host.desk, phones.seats
    book.change(offers=(Offer(7, TITLE, GAME.players, TITLE),))
    desk.poll(GoOn(7, (7,)), 0.0)
    seats.open("phone")
    phones.show_page("screen")
    assert phones.sit(PHONE, "Anna")

    def sits() -> bool:
        for _ in range(LOST):
            phones.settle()
        return seats.name_of("phone") == "Anna"

    assert not sits()
    for page, state in (("another", "ok"), ("screen", "absent")):
        phones.lose_page(page)
        assert state in {device.state for device in book.now.devices if device.name == "screen"}
    seats.restore(seats.to_json() | {"game": 7, "starter": "other"})
    seats.open("other")
    assert not sits(), "the phone that began the game gives it"
    seats.retain(["phone"])
    assert sits()
    assert desk.question
    phones.answer(PHONE, {"question": desk.question.number, "answer": "yes"})
    book.change(game=GAME, offers=())
    phones.note_game()
    assert seats.plays_for(PHONE, "Ben"), "nobody else could"


def test_a_seated_phone_that_wakes_an_exhibition_plays_under_its_own_name(phones: Phones) -> None:
    desk = phones.host.desk
    desk.poll(WAKE_UP, 0.0)
    assert desk.question is not None
    assert not phones.begin_offer(PHONE, desk.question.number), "it watches"
    phones.sit(PHONE, "Anna")
    assert not phones.begin_offer(PHONE, desk.question.number - 1)
    assert not phones.begin_offer(TABLE, desk.question.number), "people there press the button"
    assert phones.begin_offer(PHONE, desk.question.number)
    wish = phones.host.status.wish
    assert wish is not None
    assert (wish.people, wish.by) == (("Anna",), "phone")


@pytest.mark.parametrize(
    ("browser", "players"),
    [(TABLE, ("you", "robot")), (PHONE, ("you:Anna", "robot")), (OTHER, ("you:Anna 2", "robot"))],
)
def test_the_game_of_a_minute_begins_with_a_tap(phones: Phones, browser: Browser, players: tuple[str, ...]) -> None:
    desk = phones.host.desk
    desk.poll(WAKE_UP, 0.0)
    assert desk.question
    phones.sit(PHONE, "Anna")
    phones.seats.open(PHONE.key)
    with pytest.raises(RefusedError, match="refused-late"):
        phones.begin_at_once(browser, desk.question.number - 1, QUICK)
    phones.begin_at_once(browser, desk.question.number, QUICK, phones.find_free_name("Anna"))
    setting = phones._coming
    assert setting
    assert (setting.game, setting.rules, setting.players) == ("pig", {"goal": 30}, players)
    assert (setting.seating(None).first, setting.by) == (0, browser.key)
    desk.poll(DICE_LIE, 0.0)
    with pytest.raises(RefusedError, match="refused-late"):
        phones.begin_at_once(browser, desk.question.number, QUICK)


def test_a_photograph_counts_from_who_throws_and_from_the_camera(phones: Phones) -> None:
    phones.seats.sit("phone", "Anna")
    phones.seats.sit("other", "Ben")
    for one in (PHONE, OTHER):
        phones.seats.open(one.key)
    everybody = (PHONE, OTHER, TABLE, Browser("watcher"))
    assert [phones.may_photograph(one) for one in everybody] == [False, False, True, False]
    phones.host.book.change(game=GAME)
    assert [phones.may_photograph(one) for one in everybody] == [True, False, True, False]
    phones.host.desk.poll(DICE_LIE, 0.0, ("Ben",))
    assert [phones.may_photograph(one) for one in everybody] == [False, True, True, False]
    phones.seats.camera = "watcher"
    assert [phones.may_photograph(one) for one in everybody] == [False, True, True, True]
    assert [phones.may_film(one) for one in everybody] == [False, False, True, True]


@pytest.mark.parametrize("name", languages())
def test_a_phone_that_sleeps_is_missed_within_seconds_and_no_longer_when_it_wakes(phones: Phones, name: str) -> None:
    clock, words, book = VirtualClock(), Words(Language(name)), phones.host.book
    camera = PushedCamera(clock)

    def troubles() -> list[str]:
        shown: list[str] = machine(book.now, None, words)["troubles"]
        return shown

    def passes(seconds: float, *, pictures: bool) -> int:
        for _ in range(round(seconds / LOOK)):
            if pictures:
                camera.push(PICTURE, photograph=False)
            clock.sleep(LOOK)
            phones.watch(camera)
        return len(troubles())

    assert passes(60, pictures=True) == 0
    assert passes(SILENCE + LOOK, pictures=False) == 1
    lost = ErrorMessage("no picture comes from the phone", "wake it, and open this page there", "fault-phone-silent")
    assert troubles() == [words.trouble(lost)]
    assert passes(600, pictures=False) == 1
    assert passes(LOOK, pictures=True) == 0
    assert passes(SILENCE + LOOK, pictures=False) == 1
    phones.watch(None)
    assert troubles() == [], "the table is closed"
    device = book.now.device(CAMERA)
    assert device is not None
    assert device.state == "absent"
