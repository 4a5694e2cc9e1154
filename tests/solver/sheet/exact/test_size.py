"""What solving a sheet takes, and which sheets are refused on this machine."""

from pathlib import Path

import pytest

from solver.errors import OptionError
from solver.memory import spare_memory
from solver.sheet.exact.size import FACES_A_SECOND, check_size, size_of
from solver.sheet.game.sheet import Sheet, chance, find_sheet


def many_boxes(count: int, dice: int = 5, sides: int = 6) -> Sheet:
    return Sheet("many", "plain", tuple(chance(f"chance-{place}") for place in range(count)), dice=dice, sides=sides)


@pytest.mark.parametrize(
    ("sheet", "need"),
    [
        (many_boxes(29), "536,870,912 states would need 43 GB of memory and about 55 minutes"),
        (many_boxes(22, 8, 8), "4,194,304 states would need 336 MB of memory and about 18 minutes"),
    ],
)
def test_a_sheet_too_large_is_told_with_what_it_would_need(sheet: Sheet, need: str) -> None:
    with pytest.raises(OptionError, match=f"many is too large to solve: {need}, and this machine has ") as refusal:
        check_size(sheet)
    assert "\n" not in str(refusal.value)


def test_memory_is_as_much_as_the_machine_has_to_spare(monkeypatch: pytest.MonkeyPatch) -> None:
    need = size_of(find_sheet("yahtzee"))[1]
    for spare in (need, need - 1):
        monkeypatch.setattr("solver.sheet.exact.size.spare_memory", lambda spare=spare: spare)
        if spare == need:
            check_size(find_sheet("yahtzee"))
        else:
            with pytest.raises(OptionError, match="yahtzee is too large to solve"):
                check_size(find_sheet("yahtzee"))


def test_the_system_is_asked_for_its_memory_and_its_control_group(tmp_path: Path) -> None:
    meminfo = tmp_path / "meminfo"
    meminfo.write_text("MemTotal:       2000 kB\nMemAvailable:   1000 kB\n", encoding="ascii")
    assert spare_memory(meminfo, tmp_path) == 1000 * 1024
    (tmp_path / "memory.max").write_text("900000\n", encoding="ascii")
    (tmp_path / "memory.current").write_text("100000\n", encoding="ascii")
    assert spare_memory(meminfo, tmp_path) == 800_000
    (tmp_path / "memory.max").write_text("max\n", encoding="ascii")
    assert spare_memory(meminfo, tmp_path) == 1000 * 1024
    assert spare_memory(tmp_path / "none", tmp_path) > 10**8
    assert spare_memory() > 10**7


def test_a_size_counts_the_states() -> None:
    assert size_of(find_sheet("yahtzee"))[0] == 2**13 * 64 * 2
    assert size_of(find_sheet("yatzy"))[0] == 2**15 * 64
    assert size_of(find_sheet("hooligan")) == (2**7, 2**7 * 40 * 8, 2**7 * 8 * 3 * 1260 / FACES_A_SECOND)
