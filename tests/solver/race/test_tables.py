"""Table files: what is shipped is right, and what is damaged is refused in one line."""

import hashlib
import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.errors import OptionError, TableError
from solver.race.race_table import (
    find_shipped,
    from_bytes,
    load,
    load_race,
    save,
    solve_table,
    to_bytes,
)

SMALL = to_bytes(solve_table("pig", 5))
NOWHERE = Path("somewhere.table")


def refusal(content: bytes) -> str:
    """Return the one line with which a file of `content` is refused."""
    with pytest.raises(TableError) as refused:
        from_bytes(content, NOWHERE)
    message = str(refused.value)
    assert "\n" not in message
    assert str(NOWHERE) in message
    return message


def signed(content: bytes) -> bytes:
    return content + hashlib.sha256(content).digest()


def test_the_shipped_file_is_what_saving_writes(tmp_path: Path) -> None:
    save(load(find_shipped("pig")), tmp_path / "again.table")
    assert (tmp_path / "again.table").read_bytes() == find_shipped("pig").read_bytes()
    assert [path.name for path in tmp_path.iterdir()] == ["again.table"]


def test_a_loaded_table_cannot_be_changed() -> None:
    with pytest.raises(ValueError, match="read-only"):
        load_race("pig", 100).turn_start[0, 0] = 1.0


@settings(deadline=None)
@given(st.integers(0, 8 * len(SMALL) - 1))
def test_any_flipped_bit_is_noticed(bit: int) -> None:
    damaged = bytearray(SMALL)
    damaged[bit >> 3] ^= 1 << (bit & 7)
    refusal(bytes(damaged))


@settings(deadline=None)
@given(st.binary(max_size=200))
def test_rubbish_is_refused(content: bytes) -> None:
    refusal(content)
    refusal(signed(SMALL[:18] + content))


def test_a_file_with_something_behind_it_is_refused() -> None:
    assert "damaged" in refusal(SMALL + b"\0")
    assert "holds no game as it is played here" in refusal(signed(SMALL[:-32] + b"\0"))


def test_another_version_is_named() -> None:
    assert "another format than 1" in refusal(signed(SMALL[:-32].replace(b"table 1\n", b"table 2\n", 1)))


@pytest.mark.parametrize(
    ("field", "other"),
    [
        ("game", "hog"),
        ("rules", "none"),
        ("die", ["1/4"] * 3),
        ("die", ["six"] * 6),
        ("goal", 6),
        ("goal", "5"),
        ("goal", 10**9),
        ("value", 0.5),
        ("policy_sha256", "00"),
        ("arrays", []),
    ],
)
def test_a_header_that_does_not_fit_is_refused(field: str, other: object) -> None:
    first, line, body = SMALL[:-32].split(b"\n", 2)
    header = json.loads(line) | {field: other}
    assert "holds no game" in refusal(signed(b"\n".join([first, json.dumps(header).encode(), body])))


def test_a_missing_file_is_refused_with_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(TableError, match=r"nowhere\.table cannot be read \(No such file or directory\): reinstall"):
        load(tmp_path / "nowhere.table")


def test_other_goals_are_solved_once_and_kept() -> None:
    assert load_race("pig", 33) is load_race("pig", 33)
    with pytest.raises(OptionError):
        load_race("pig", 0)
