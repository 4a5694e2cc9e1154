"""Who acts for whom: seated phones for their own players, and what is kept of them from start to start."""

import json
import stat
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from robot.saying import Saying
from robot.web.access import AccessControl, Password, Role, key_of
from robot.web.seats import COLOURS, EVERY, PALETTE, PAUSE, Browser, KeptPhones, PhoneSeats

ANNA = ("Anna",)
TABLE = Browser(table=True)


def make_seats() -> PhoneSeats:
    """Return seats with two phones that are here."""
    seats = PhoneSeats()
    for token, name in (("a", "Anna"), ("b", "Ben")):
        seats.open(token)
        assert seats.sit(token, name)
    return seats


NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


class Program:
    """One start of the program, at a time of day."""

    def __init__(self, folder: Path, at: datetime = NOON) -> None:
        self.at, self.path, self.written = at, folder / "data" / "phones.json", 0
        self.doors = AccessControl(Password(folder / "operator.json"), lambda: 0.0, local=False)
        self.seats = PhoneSeats()
        self.kept = KeptPhones(self.path, self.doors, self.seats, lambda: self.at, self.write)
        self.kept.restore()

    def write(self, what: Callable[[], None]) -> None:
        self.written += 1
        what()

    def role(self, token: str) -> Role:
        return self.doors.role(token, at_table=False)

    def lets_in(self, name: str) -> str:
        """Let a phone in, and let it sit down; return its cookie."""
        _, token = self.doors.pair(self.doors.code, "phone")
        self.seats.sit(key_of(token), name)
        self.kept.keep()
        return token


def test_the_seat_of_a_player_is_given_by_who_plays_for_that_player_and_by_nobody_else() -> None:
    seats = make_seats()
    seats.open("c")
    carla, camera = seats.ask("c", "Carla", 5), seats.ask("d")
    assert seats.ask("c", "Carla", 5) is carla, "who asks twice asks once"
    for browser in (Browser("a"), Browser("c"), Browser()):
        assert not any(seats.may_give(browser, one) for one in (carla, camera))
        seats.answer(browser, carla.number, give=True)
    assert seats.name_of("c") == ""
    seats.answer(TABLE, camera.number, give=True)
    seats.answer(TABLE, carla.number, give=True)
    assert (seats.name_of("c"), seats.colour_of("Carla"), seats.camera, seats.asking) == ("Carla", 5, "d", ())
    seats.answer(TABLE, seats.ask("d", "Ben").number, give=True)
    assert seats.name_of("d") == "", "Ben's phone is here: it is his seat to give"
    seats.answer(Browser("b"), seats.ask("d", "Ben").number, give=False)
    assert (seats.find_request("d"), seats.told) == (None, {"d": Saying("page-place-refused", {"name": "Ben"})})


def test_the_phone_that_began_the_game_gives_the_places_of_it_as_the_table_does() -> None:
    seats = make_seats()
    seats.begin(4, "a")
    seats.answer(Browser("a"), seats.ask("c").number, give=True)
    assert seats.camera == "c"
    seats.answer(Browser("a"), seats.ask("c", "Carla").number, give=True)
    assert seats.name_of("c") == "Carla"
    seats.answer(Browser("a"), seats.ask("d", "Ben").number, give=True)
    assert seats.name_of("d") == ""
    seats.close("b")
    seats.answer(Browser("a"), seats.ask("d", "Ben").number, give=True)
    assert seats.name_of("d") == "Ben"
    seats.begin(4, "")
    assert seats.hosts(Browser("a")), "the game goes on"
    seats.begin(5, "")
    assert not seats.hosts(Browser("a"))
    assert not seats.hosts(Browser())
    seats.begin(5, "", ("Anna", "robot"))
    seats.dark = True
    assert [seats.hosts(Browser(key)) for key in ("a", "b", "c")] == [True, False, False], "no screen acts for others"
    seats.end([])
    assert not seats.hosts(Browser("a")), "nobody plays"


def test_phones_that_have_gone_are_offered_no_more_and_their_colours_are_free() -> None:
    seats = make_seats()
    seats.sit("b", "Ben", 3)
    assert (seats.list_offered(Browser("b")), seats.list_offered(TABLE)) == (("Ben", "Anna"), ("Anna", "Ben"))
    assert not seats.may_paint("Anna", 3)
    seats.close("b")
    assert (seats.list_offered(Browser("a")), seats.list_offered(TABLE)) == (("Anna",), ("Anna",))
    assert seats.is_away("Ben")
    assert seats.taken == frozenset()
    seats.sit("a", "Anna", 3)
    assert (seats.colour_of("Anna"), seats.colour_of("Ben")) == (3, None)


def test_no_phone_gives_itself_the_seat_of_a_phone_that_is_away() -> None:
    seats = make_seats()
    seats.begin(4, "a")
    seats.close("b")
    seats.answer(Browser("a"), seats.ask("a", "Ben").number, give=True)
    assert (seats.name_of("a"), seats.name_of("b")) == ("Anna", "Ben")


def test_a_phone_that_shows_the_game_no_more_asks_for_nothing() -> None:
    seats = PhoneSeats()
    seats.open("c")
    seats.ask("c", "Carla")
    seats.close("c")
    assert seats.asking == ()


def test_seats_outlive_the_program_but_not_the_phones_that_are_known() -> None:
    seats, later = make_seats(), PhoneSeats()
    seats.sit("a", "Anna", 3)
    seats.begin(4, "b")
    seats.camera = "b"
    later.restore(json.loads(json.dumps(seats.to_json())))
    assert later.to_json() == seats.to_json()
    assert later.plays_for(TABLE, "Anna"), "its phone is not here yet"
    later.retain(["a"])
    assert (later.names, later.colour_of("Anna"), later.camera, later.hosts(Browser("b"))) == (ANNA, 3, "", False)


def test_a_name_has_one_phone_and_who_gets_up_leaves_it_free() -> None:
    seats = make_seats()
    assert not seats.sit("c", "Anna")
    assert seats.sit("a", "Anne")
    assert seats.names == ("Anne", "Ben")
    seats.leave("a")
    seats.leave("a")
    assert seats.sit("c", "Anne")
    assert seats.name_of("a") == ""


def test_a_new_phone_takes_over_a_name_only_when_the_old_one_has_no_open_page() -> None:
    seats = make_seats()
    seats.open("a")
    seats.close("a")
    assert not seats.sit("c", "Anna"), "one of its two pages is open still"
    assert seats.name_of("a") == "Anna"
    seats.close("a")
    seats.open("c")
    assert seats.sit("c", "Anna")
    assert (seats.name_of("a"), seats.name_of("c")) == ("", "Anna")
    seats.open("a")
    assert not seats.plays_for(Browser("a"), "Anna"), "the old phone watches now"
    assert not seats.sit("a", "Anna")


def test_players_have_the_colours_that_they_chose_and_all_others_different_ones() -> None:
    seats = make_seats()
    assert seats.sit("b", "Ben", 0)
    assert not seats.may_paint("Anna", 0), "Ben sits with it"
    assert seats.sit("a", "Anna", 0)
    assert seats.colour_of("Anna") is None
    assert seats.sit("a", "Anna", 3)
    assert seats.taken == {0, 3}
    assert seats.colours(("Anna", "Ben", "robot")) == (3, 0, 2)
    assert seats.colours(("robot", "Carla", "Ben", "Anna")) == (1, 2, 0, 3)
    others = ("robot", "Carla", "Dora", "Emil", "Fritz", "Gina", "Hugo", "Ida")
    assert sorted(seats.colours((*others, "Ben", "Anna"))) == [*range(COLOURS)]
    assert seats.colours(("Anna", "Anna")) == (3, 1)
    assert len(seats.colours(tuple(map(str, range(12))))) == 12, "more players than colours"


def test_a_colour_is_kept_for_who_gets_up_until_somebody_chooses_it() -> None:
    seats = make_seats()
    assert seats.sit("a", "Anna", 3)
    seats.close("a")
    assert seats.colours(ANNA) == (3,)
    seats.leave("a")
    assert seats.colours(ANNA) == (3,)
    assert seats.taken == frozenset()
    assert seats.sit("c", "Anna")
    assert seats.colour_of("Anna") == 3
    seats.leave("c")
    assert seats.sit("b", "Ben", 3)
    assert seats.colour_of("Anna") is None


@pytest.mark.parametrize("colour", [-1, COLOURS, PALETTE.index(None)])
def test_a_colour_that_nobody_can_choose_is_refused(colour: int) -> None:
    assert not make_seats().may_paint("Anna", colour)


def test_a_phone_comes_back_to_its_seat_by_its_cookie_and_the_file_lets_nobody_in(tmp_path: Path) -> None:
    first = Program(tmp_path)
    token = first.lets_in("Anna")
    assert token not in first.path.read_text()
    assert stat.S_IMODE(first.path.stat().st_mode) == 0o600
    second = Program(tmp_path, NOON + PAUSE)
    assert (second.role(token), second.seats.name_of(key_of(token))) == (Role.GUEST, "Anna")
    known = [(one.doors.code, one.doors.secret) for one in (first, second)]
    assert known[0] == known[1], "what hangs at the wall still holds"
    (key,) = json.loads(first.path.read_text())["phones"]
    assert second.role(key) is Role.STRANGER


@pytest.mark.parametrize("passed", [PAUSE + timedelta(seconds=1), timedelta(days=2000)])
def test_a_sitting_ends_when_the_program_was_off_for_long(tmp_path: Path, passed: timedelta) -> None:
    token = Program(tmp_path).lets_in("Anna")
    later = Program(tmp_path, NOON + passed)
    assert (later.role(token), later.seats.names) == (Role.STRANGER, ())


def test_a_clock_that_is_behind_ends_no_sitting(tmp_path: Path) -> None:
    token = Program(tmp_path).lets_in("Anna")
    assert Program(tmp_path, NOON - timedelta(days=400)).role(token) is Role.GUEST


def test_a_new_code_holds_for_the_next_start_too(tmp_path: Path) -> None:
    first = Program(tmp_path)
    token = first.lets_in("Anna")
    first.doors.renew()
    first.seats.retain(first.doors.known)
    first.kept.keep()
    later = Program(tmp_path)
    assert (later.role(token), later.seats.names, later.doors.code) == (Role.STRANGER, (), first.doors.code)


def test_it_is_written_when_something_has_changed_and_now_and_then(tmp_path: Path) -> None:
    program = Program(tmp_path)
    program.kept.keep()
    assert program.written == 0, "nobody has come yet"
    program.lets_in("Anna")
    program.kept.keep()
    assert program.written == 1
    program.at += EVERY
    program.kept.keep()
    assert program.written == 2
    assert Program(tmp_path, program.at + PAUSE).seats.names == ("Anna",), "the sitting went on until then"


@pytest.mark.parametrize(
    "damage",
    [
        b"",
        b"\xff\xfe",
        b'{"at": 7}',
        b'{"at": "2026-05-01T12:00:00", "code": "123456", "phones": [], "seats": {}}',
        b'{"at": "2026-05-01T12:00:00+00:00", "code": "12", "phones": ["a"], "seats": {}}',
        b'{"at": "2026-05-01T12:00:00+00:00", "code": "123456", "phones": [], "seats": {"names": 3}}',
        b'{"at": "2026-05-01T12:00:00+00:00", "code": "123456", "secret": "", "phones": ["a"], "seats": {}}',
    ],
)
def test_a_damaged_file_lets_nobody_in_and_stops_nobody(tmp_path: Path, damage: bytes) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "phones.json").write_bytes(damage)
    program = Program(tmp_path)
    assert (program.doors.known, program.seats.names) == ((), ())
    assert program.role(program.lets_in("Anna")) is Role.GUEST


def test_a_file_that_cannot_be_written_stops_nobody(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file where the folder should be")
    program = Program(tmp_path)
    assert program.role(program.lets_in("Anna")) is Role.GUEST
