"""The shield fits, with traces as wide as their currents need; the perfboard joins what the wiring says."""

import math
import re
import tomllib
from pathlib import Path

import pytest

from tests.support.repository import DOCS, REPOSITORY
from tests.support.robot.planted import PLANTED
from tools.board.layout import ROOM, SHIELD, STEP, Shield, trace_width
from tools.board.perfboard import COLOUR_WORDS, NET_COLOURS, NET_KINDS, PERFBOARD, Perfboard, draw_perfboard
from tools.guide.help import HELP, help_page

FOLDER = DOCS / "build"
REMEDY = "make the guide again: make guide"


def test_the_perfboard_has_the_wiring() -> None:
    board = Perfboard()
    assert board.faults() == []
    joined = {frozenset(holes) for holes in board.by_net.values()}
    assert len(joined) == len(board.by_net)
    for net, one, two in board.wires():
        assert one not in {hole for other, holes in board.by_net.items() if other != net for hole in holes}
        assert two not in {hole for other, holes in board.by_net.items() if other != net for hole in holes}
    assert (FOLDER / "img" / "perfboard.svg").read_text(encoding="utf-8") == draw_perfboard(board).svg(), REMEDY


def test_what_is_wrong_with_the_perfboard_is_told(tmp_path: Path) -> None:
    changed = tmp_path / "perfboard.toml"
    text = PERFBOARD.read_text(encoding="utf-8")
    changed.write_text(text.replace('[12, 8, "driver.step"', '[12, 9, "driver.step"'), encoding="utf-8")
    assert Perfboard(changed).faults() == ["two pins in hole (12, 9)"]
    changed.write_text(text.replace('[28, 3, "estop.feed"', '[28, 33, "estop.out"'), encoding="utf-8")
    assert Perfboard(changed).faults() == ["hole (28, 33) is outside the board", "estop.feed is not on the board"]
    changed.write_text(text.replace("ends = [[2, 20], [26, 20]]", "ends = [[2, 9], [26, 9]]"), encoding="utf-8")
    assert "the rail of ground meets D8" in Perfboard(changed).faults()
    # The stripped ends of the motor's wires would lie on a rail beside the driver.
    changed.write_text(text.replace("ends = [[18, 9], [18, 20]]", "ends = [[18, 3], [18, 20]]"), encoding="utf-8")
    assert "the bare end of driver.b2 at (17, 4) comes near the rail of ground" in Perfboard(changed).faults()


def test_a_net_that_no_wire_can_join_is_refused(tmp_path: Path) -> None:
    changed = tmp_path / "perfboard.toml"
    pillar = '\n[[part]]\nname = "pillar"\nkind = "module"\npins = [[10, 8, "ground"]]\n'
    changed.write_text(PERFBOARD.read_text(encoding="utf-8") + pillar, encoding="utf-8")
    with pytest.raises(ValueError, match=r"no wire fits for board\.STEP"):
        Perfboard(changed).wires()


def test_each_wire_below_the_perfboard_has_its_number() -> None:
    board = Perfboard()
    drawn = draw_perfboard(board, below=True).svg()
    assert (FOLDER / "img" / "perfboard-below.svg").read_text(encoding="utf-8") == drawn, REMEDY
    page = (FOLDER / "wiring.md").read_text(encoding="utf-8")
    for number, (net, one, two) in enumerate(board.wires(), 1):
        assert f"| {number} | {net} | {one[0]}, {one[1]} | {two[0]}, {two[1]} |" in page
        assert f">{number}</text>" in drawn


def test_no_two_supplies_have_one_colour() -> None:
    colours = {NET_KINDS[net]: colour for net, colour in NET_COLOURS.items()}
    assert len(set(colours.values())) == len(colours)
    assert len(set(COLOUR_WORDS.values())) == len(COLOUR_WORDS) == len(colours)


def test_every_fault_of_the_board_is_explained(tmp_path: Path) -> None:
    changed = tmp_path / "help.toml"
    changed.write_text(HELP.read_text(encoding="utf-8").replace("number = 7", "number = 0"), encoding="utf-8")
    with pytest.raises(ValueError, match=r"help.toml lacks fault 7"):
        help_page(changed)


def test_the_likeliest_faults_are_planted_in_the_step_that_shows_them() -> None:
    firsts = tomllib.loads(HELP.read_text(encoding="utf-8"))["first"]
    steps = {fault: steps.split(",") for fault, steps, _ in PLANTED}
    assert len(firsts) == 10
    assert all(first["step"] in steps[first["plant"]] for first in firsts)
    assert (FOLDER / "help.md").read_text(encoding="utf-8") == help_page(), REMEDY


def test_printed_pages_have_no_links() -> None:
    page = (FOLDER / "print.html").read_text(encoding="utf-8")
    assert "](" not in page


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
