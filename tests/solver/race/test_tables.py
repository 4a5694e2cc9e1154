"""Table files: what is shipped is what saving writes, and what is damaged is refused in one line."""

import hashlib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.checked_file import unpack
from solver.errors import OptionError, TableError
from solver.race.race_table import find_shipped, load, load_race, save
from solver.race.rules import PigState, TwoDicePigState

WHOLE = find_shipped("piglet").read_bytes()
NOWHERE = Path("somewhere.table")


def refusal(content: bytes) -> str:
    """Return the one line with which a file of `content` is refused."""
    with pytest.raises(TableError) as refused:
        unpack(content, NOWHERE)
    message = str(refused.value)
    assert "\n" not in message
    assert str(NOWHERE) in message
    return message


def sign(content: bytes) -> bytes:
    return content + hashlib.sha256(content).digest()


def test_the_shipped_file_is_what_saving_writes(tmp_path: Path) -> None:
    save(load_race("pig"), tmp_path / "again.table")
    assert (tmp_path / "again.table").read_bytes() == find_shipped("pig").read_bytes()
    assert [path.name for path in tmp_path.iterdir()] == ["again.table"]


def test_a_loaded_table_cannot_be_changed() -> None:
    with pytest.raises(ValueError, match="read-only"):
        load_race("pig", 100).turn_start[0, 0] = 1.0


@settings(deadline=None)
@given(st.integers(0, 8 * len(WHOLE) - 1))
def test_any_flipped_bit_is_noticed(bit: int) -> None:
    damaged = bytearray(WHOLE)
    damaged[bit >> 3] ^= 1 << (bit & 7)
    refusal(bytes(damaged))


@settings(deadline=None)
@given(st.binary(max_size=200))
def test_rubbish_is_refused(content: bytes) -> None:
    refusal(content)
    refusal(sign(WHOLE[:18] + content))


def test_what_stands_behind_a_table_and_another_version_are_told(tmp_path: Path) -> None:
    assert "damaged" in refusal(WHOLE + b"\0")
    assert "another format than 1" in refusal(sign(WHOLE[:-32].replace(b"table 1\n", b"table 2\n", 1)))
    longer, pig = tmp_path / "longer.table", find_shipped("pig").read_bytes()
    longer.write_bytes(sign(pig[:-32] + b"\0"))
    with pytest.raises(TableError, match="does not hold the values that its header says"):
        load(longer, PigState, 100, PigState.die())


def test_a_table_of_another_goal_die_or_game_is_refused(tmp_path: Path) -> None:
    path, fair = find_shipped("pig"), PigState.die()
    for other in ((PigState, 99, fair), (PigState, 100, (0.5, *(0.1,) * 5)), (TwoDicePigState, 100, fair)):
        with pytest.raises(TableError, match=r"holds another game than .*: compute it again"):
            load(path, *other)
    with pytest.raises(FileNotFoundError):
        load(tmp_path / "nowhere.table", PigState, 100, fair)
    with pytest.raises(TableError, match="cannot be read"):
        load(tmp_path, PigState, 100, fair)


def test_other_goals_are_solved_once_and_kept() -> None:
    assert load_race("pig", 33) is load_race("pig", 33)
    with pytest.raises(OptionError):
        load_race("pig", 0)
