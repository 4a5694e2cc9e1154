"""The shield has all of the wiring, its parts fit into their box, and its traces are as wide as their currents need."""

import math
import re
from pathlib import Path

import pytest

from tests.support.repository import REPOSITORY
from tools.board.layout import ROOM, SHIELD, STEP, Shield, trace_width


def test_the_shield_has_the_wiring_and_fits_into_its_box() -> None:
    assert Shield().faults(ROOM) == []
    box = (REPOSITORY / "tools" / "cad" / "controls.py").read_text(encoding="utf-8")
    depth, pegs = (
        re.search(r"^SHELL.*, (\d+\.\d)\), ", box, re.MULTILINE),
        re.search(r"^BOARD_UP = (.*)$", box, re.MULTILINE),
    )
    assert depth
    assert pegs
    # The Uno and the shield are 1.6 mm thick; a socket of 8.5 mm and the plastic of its pins, 2.5 mm, are between them.
    assert pytest.approx(float(depth[1]) - float(pegs[1]) - 1.6 - 11.0 - 1.6) == ROOM


def test_what_is_wrong_with_the_shield_is_told(tmp_path: Path) -> None:
    changed = tmp_path / "shield.toml"
    text = SHIELD.read_text(encoding="utf-8")
    changed.write_text(text.replace('[31, 9, "driver.rst"', '[32, 9, ""'), encoding="utf-8")
    assert Shield(changed).faults(ROOM) == ["two pins at (81.28, 22.86)"]
    changed.write_text(
        text.replace('"driver.b1", "1B"', '"", "1B"').replace("high = 17.0", "high = 21.0"), encoding="utf-8"
    )
    assert Shield(changed).faults(ROOM) == ["driver.b1 is not on the board", "C5 1000 µF is too high"]
    changed.write_text(text.replace('"board.LID"', '"board.LIDS"'), encoding="utf-8")
    with pytest.raises(KeyError, match=r"board\.LIDS"):
        Shield(changed)


def test_the_uno_s_rows_are_where_arduino_has_them() -> None:
    # Arduino's drawing of the Uno R3, in thousandths of an inch: the two upper rows do not share one grid.
    named = {pin.word: pin for part in Shield().parts if part.name == "Uno" for pin in part.pins}
    mils = {word: tuple(round(value / STEP * 100) for value in named[word].place) for word in named}
    assert (mils["SCL"], mils["D8"], mils["D7"], mils["D0"]) == ((740, 2000), (1640, 2000), (1800, 2000), (2500, 2000))
    assert (mils["IOREF"], mils["VIN"], mils["A0"], mils["A5"]) == ((1200, 100), (1800, 100), (2000, 100), (2500, 100))
    assert (named["D9"].net, named["A5"].net, named["5V"].net) == ("board.STEP", "board.SERVO6", "5 V")


@pytest.mark.parametrize(("amperes", "millimetres"), [(1.0, 0.300), (3.0, 1.367), (6.0, 3.556)])
def test_traces_are_as_wide_as_calculators_of_ipc_2221_say(amperes: float, millimetres: float) -> None:
    # 11.8, 53.8 and 140 thousandths of an inch for copper of one ounce on the outside, 10 degrees warmer.
    assert trace_width(amperes) == pytest.approx(max(0.4, millimetres), abs=0.01)
    assert math.isclose(trace_width(0.0), 0.4)
