"""Who is let in: codes, passwords, limits on guessing, and roles that end."""

import stat
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from hardware.clock import VirtualClock
from robot.web.access import (
    EVERYBODY,
    MOST_VISITS,
    SECONDS,
    TRIES,
    WORN_OUT,
    AccessControl,
    Password,
    Role,
    SignInResult,
)
from tests.support.robot.waiting import PATIENCE

RIGHT = "open sesame"


@pytest.fixture
def clock() -> VirtualClock:
    return VirtualClock(1000.0)


@pytest.fixture
def doors(tmp_path: Path, clock: VirtualClock, monkeypatch: pytest.MonkeyPatch) -> AccessControl:
    monkeypatch.setattr("robot.web.access.COST", 2)  # a password that is hard to guess is slow to check
    return AccessControl(Password(tmp_path / "config" / "operator.json"), clock.now, local=False)


def wrong(doors: AccessControl) -> str:
    return "000000" if doors.code != "000000" else "111111"


def test_who_guesses_codes_has_to_wait_and_others_have_not(doors: AccessControl, clock: VirtualClock) -> None:
    for _ in range(TRIES):
        assert doors.pair(wrong(doors), "guesser")[0] is SignInResult.WRONG
    assert doors.pair(doors.code, "guesser") == (SignInResult.WAIT, "")
    assert doors.pair(doors.code, "phone")[0] is SignInResult.RIGHT
    clock.sleep(SECONDS + 1)
    assert doors.pair(doors.code, "guesser")[0] is SignInResult.RIGHT


def test_a_code_that_many_have_guessed_at_is_worn_out(doors: AccessControl, clock: VirtualClock) -> None:
    before = doors.code
    for number in range(WORN_OUT):
        clock.sleep(SECONDS)
        doors.pair("nonsense", f"guesser {number}")
    assert doors.code != before


def test_one_guesser_alone_wears_no_code_out(doors: AccessControl, clock: VirtualClock) -> None:
    before = doors.code
    for _ in range(10 * WORN_OUT):
        clock.sleep(SECONDS)
        assert doors.pair("nonsense", "guesser")[0] is SignInResult.WRONG
    assert doors.code == before
    assert doors.pair(before, "phone")[0] is SignInResult.RIGHT


def test_who_scans_comes_in_while_everybody_is_kept_from_typing(doors: AccessControl) -> None:
    scanned = doors.secret
    guessers = [f"guesser {number}" for number in range(EVERYBODY)] * TRIES
    assert {doors.pair(wrong(doors), guesser)[0] for guesser in guessers} == {SignInResult.WRONG}
    assert doors.pair(doors.code, "phone")[0] is SignInResult.WAIT
    assert doors.pair(scanned, "phone")[0] is doors.pair(scanned, "guesser 0")[0] is SignInResult.RIGHT


def test_an_old_link_is_refused_and_is_no_guess(doors: AccessControl) -> None:
    old = doors.secret
    assert len(old) * 6 >= 128, "bits"
    doors.renew()
    for _ in range(2 * TRIES):
        assert doors.pair(old, "phone") == (SignInResult.WRONG, "")
    assert doors.pair(doors.code, "phone")[0] is SignInResult.RIGHT


def test_a_password_is_kept_as_a_hash_that_nobody_else_can_read(tmp_path: Path) -> None:
    path = tmp_path / "operator.json"
    password = Password(path)
    assert not password.fits(RIGHT)
    assert password.choose(RIGHT)
    assert RIGHT not in path.read_text(encoding="utf-8")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert password.fits(RIGHT)
    assert not password.fits(RIGHT.upper())


@pytest.mark.parametrize("bad", ["", "seven 7", "x" * 201, "x" * 10_000])
def test_passwords_have_a_length(tmp_path: Path, bad: str) -> None:
    password = Password(tmp_path / "operator.json")
    assert not password.choose(bad)
    assert not password.is_set
    assert not password.fits(bad)


@pytest.mark.parametrize("text", ["", "[]", '{"salt": 1, "hash": 2}', '{"salt": "zz", "hash": ""}'])
def test_a_damaged_file_lets_nobody_in(tmp_path: Path, text: str) -> None:
    path = tmp_path / "operator.json"
    path.write_text(text, encoding="utf-8")
    assert not Password(path).fits("")


def test_who_mistypes_codes_may_enter_the_password_and_the_other_way_round(doors: AccessControl) -> None:
    doors.password.choose(RIGHT)
    for _ in range(TRIES):
        doors.pair("no code", "one")
        doors.enter("no password", "other")
    assert doors.enter(RIGHT, "one")[0] is SignInResult.RIGHT
    assert doors.pair(doors.code, "other")[0] is SignInResult.RIGHT


def test_of_passwords_at_once_no_more_are_tried(doors: AccessControl, monkeypatch: pytest.MonkeyPatch) -> None:
    doors.password.choose(RIGHT)
    tried, all_there = [], threading.Barrier(TRIES)

    def slowly(password: str) -> bool:
        tried.append(password)
        all_there.wait(PATIENCE)
        return False

    monkeypatch.setattr(doors.password, "fits", slowly)
    with ThreadPoolExecutor(40) as pool:
        answers = list(pool.map(lambda number: doors.enter(f"guess {number}", "guesser")[0], range(40)))
    assert len(tried) == TRIES
    assert (answers.count(SignInResult.WRONG), answers.count(SignInResult.WAIT)) == (TRIES, 40 - TRIES)


def test_so_many_browsers_are_known_and_those_that_do_something_stay(doors: AccessControl, clock: VirtualClock) -> None:
    tokens = [doors.pair(doors.code, "phone")[1] for _ in range(MOST_VISITS)]
    clock.sleep(1)
    doors.touch(tokens[0], at_table=False)
    later = [doors.pair(doors.code, "phone")[1] for _ in range(MOST_VISITS - 1)]
    known = [token for token in tokens + later if doors.role(token, at_table=False) is Role.GUEST]
    assert known == [tokens[0], *later]
    assert len(doors._visits) == MOST_VISITS
    _, other = doors.pair(doors.secret, "another phone")
    clock.sleep(1)
    for _ in range(MOST_VISITS):
        doors.pair(doors.secret, "phone")
    assert doors.role(other, at_table=False) is Role.GUEST, "who pairs again and again puts out nobody else"
