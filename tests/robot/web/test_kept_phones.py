"""What is kept of the phones while a sitting goes on: who was let in by which code, and where they sit."""

import json
import stat
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from robot.web.access import AccessControl, Password, Role, key_of
from robot.web.seats import EVERY, PAUSE, KeptPhones, PhoneSeats

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


def test_a_phone_comes_back_to_its_seat_by_its_cookie_and_the_file_lets_nobody_in(tmp_path: Path) -> None:
    first = Program(tmp_path)
    token = first.lets_in("Anna")
    assert token not in first.path.read_text()
    assert stat.S_IMODE(first.path.stat().st_mode) == 0o600
    second = Program(tmp_path, NOON + PAUSE)
    assert (second.role(token), second.seats.name_of(key_of(token))) == (Role.GUEST, "Anna")
    assert second.doors.code == first.doors.code, "what hangs at the wall still holds"
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
        b"[]",
        b'"no"',
        b"\xff\xfe",
        b'{"at": 7}',
        b'{"at": "2026-05-01T12:00:00", "code": "123456", "phones": [], "seats": {}}',
        b'{"at": "2026-05-01T12:00:00+00:00", "code": "12", "phones": ["a"], "seats": {}}',
        b'{"at": "2026-05-01T12:00:00+00:00", "code": "123456", "phones": 7, "seats": {}}',
        b'{"at": "2026-05-01T12:00:00+00:00", "code": "123456", "phones": [], "seats": {"names": 3}}',
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
