"""What the firmware takes from the machine's dimensions, and the machines that it cannot drive."""

import math
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import hardware.dimensions
from hardware.dimensions import dimensions, machine_entries, machine_numbers
from hardware.errors import Failure
from tests.support.firmware.build import FIRMWARE
from tests.support.hardware.failures import raises


def machine(**changes: float | str) -> dict[str, Any]:
    """Return the machine with other values, by section and key."""
    it = dimensions()
    for name, value in changes.items():
        section, _, key = name.partition("_")
        assert key in it[section]
        it[section][key] = value
    it["crank"]["steps"] = 200 * it["crank"]["microsteps"]
    return it


def test_the_numbers_of_another_machine() -> None:
    numbers = machine_numbers(
        machine(crank_radius=11.0, crank_microsteps=4, crank_switch=30.0, lever_lowest_pulse=1750.0)
    )
    assert numbers == {
        "TURN": 800,
        "STROKE": 22,
        "TILT": 106,
        "ROCK_MOST": 100,
        "ROCK": 60,
        "HOME_REACH": 33,
        "LEVER_OPEN": 1000,
        "LEVER_CLOSED": 1750,
        "LEVERS_MIRRORED": 123,
    }
    assert machine_entries(numbers).startswith("MACHINE(TURN,800)\nMACHINE(STROKE,22)\n")


def test_a_machine_that_tilts_less_rocks_less() -> None:
    numbers = machine_numbers(machine(crank_radius=5.0))
    assert numbers["TILT"] == round(10 * math.degrees(math.asin(10 / 120))) == 48
    assert numbers["ROCK"] == numbers["ROCK_MOST"] == 40


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"crank_radius": 20.0}, "by 40 mm, not by 8 to 30 mm"),
        ({"crank_radius": 3.0}, "by 6 mm"),
        ({"crank_microsteps": 16}, "microsteps = 16 in machine.toml is not 4 or 8"),
        ({"crank_switch": 2.0}, "home switch is closed over 2.0 degrees, not over 10 to 55"),
        ({"lever_highest_pulse": 400.0}, "pulses of 400 and 1800 are not within 500 and 2500"),
        ({"lever_highest_pulse": 1900.0}, "highest_pulse = 1900 of the levers is not less than lowest_pulse = 1800"),
        ({"rocker_across": 40.0, "rocker_below": 40.0, "crank_radius": 15.0}, "tilts the wells by 48.6 degrees"),
        ({"rocker_across": 20.0, "rocker_below": 20.0, "crank_radius": 12.0}, "by 24 mm"),
    ],
)
def test_a_machine_that_no_firmware_drives_is_refused(changes: dict[str, float | str], said: str) -> None:
    with raises(Failure.DIMENSIONS) as caught:
        machine_numbers(machine(**changes))
    assert said in str(caught.value)
    assert str(caught.value).endswith("; mend hardware/machine.toml")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("[lever]", "[levers]", "levers is unknown: the keys are bearings, board"),
        ("arm = 28.0 ", "arms = 28.0 ", "in lever arms is unknown: the keys are arm, height"),
        ("arm = 28.0 ", "#", "in lever arm is missing: write a number from 0 to 10000"),
        ("arm = 28.0 ", 'arm = "28" ', "in lever arm is '28': write a number from 0 to 10000"),
        ("middle = [115.0, 100.0]", "middle = 115.0", "in wells middle is 115.0: write a list of 2 numbers"),
        ('shafts = "left" ', 'shafts = "up" ', "in servo shafts is 'up': write left or right"),
        ("[wells]", "[wells", "is not TOML"),
    ],
)
def test_a_damaged_machine_toml_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, old: str, new: str, said: str
) -> None:
    for name in ("machine.toml", "machine_masses.toml"):
        text = (FIRMWARE.parent / "hardware" / name).read_text()
        (tmp_path / name).write_text(text.replace(old, new, 1))
    monkeypatch.setattr(hardware.dimensions, "files", lambda _: tmp_path)
    with raises(Failure.DIMENSIONS) as caught:
        dimensions()
    assert f"{tmp_path / 'machine.toml'} " in str(caught.value)
    assert said in str(caught.value)
    assert str(caught.value).endswith("; mend hardware/machine.toml")


BOXES_TOML = (FIRMWARE.parent / "hardware" / "boxes.toml").read_text()
PLACES = BOXES_TOML[BOXES_TOML.index("places = ") :].splitlines()[0]


def test_the_machine_of_boxes() -> None:
    it = dimensions("boxes")
    assert it["kind"] == "boxes"
    assert dimensions()["kind"] == "crank"
    assert [tuple(place) for place in it["wells"]["centres"]] == list(it["box"]["places"])
    assert machine_numbers(it).keys() == {"PULSE_MOST", "PULSE", "PULSES", "PULSE_GAP", "APART", "DUTY"}


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"boxes"', '"drum"', "kind is 'drum': write one of boxes"),
        (PLACES, "places = []", "in box places is []: write a list of 1 to 6 places, each [x, y]"),
        (PLACES, f"places = {[[40.0 * well, 90.0] for well in range(1, 8)]}", "a list of 1 to 6 places"),
        (PLACES, "places = [[100.0, 90.0], [140.0, 90.0]]", "boxes 1 and 2 overlap: each is"),
        (PLACES, "places = [[10.0, 90.0]]", "box 1 at 10, 90 does not stand wholly on the sheet"),
        (PLACES, "places = [[40.0, 40.0]]", "box 1 at 40, 40 covers a marker"),
        ("longest = ", "longest = 20 #", "is longer than the coil bears, 20 ms"),
        ("gap = 300", "gap = 100", "gap = 100 ms is too short for 6 boxes one after the other"),
        ("duty = ", "duty = 1 #\nvolts_ = ", "in solenoid volts_ is unknown"),
        ("[supply]\nvolts = 12.0", "[supply]\nvolts = 24.0", "the supply has 24 V, the solenoid needs 12 V"),
        (
            "[supply]\nvolts = 12.0\ncurrent = ",
            "[supply]\nvolts = 12.0\ncurrent = 0.1 #",
            "more than the supply's 0.1 A",
        ),
    ],
)
def test_a_wrong_machine_of_boxes_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, old: str, new: str, said: str
) -> None:
    assert old in BOXES_TOML
    (tmp_path / "boxes.toml").write_text(BOXES_TOML.replace(old, new, 1))
    monkeypatch.setattr(hardware.dimensions, "files", lambda _: tmp_path)
    with raises(Failure.DIMENSIONS) as caught:
        dimensions("boxes")
    assert said in str(caught.value)
    assert str(caught.value).endswith("; mend hardware/boxes.toml")


def test_an_unknown_kind_of_machine_is_one_line() -> None:
    with raises(Failure.DIMENSIONS) as caught:
        dimensions("drum")
    assert str(caught.value) == "there is no kind of machine 'drum'; write crank or boxes"


def test_the_header_is_not_written_for_such_a_machine(tmp_path: Path) -> None:
    for name in (
        "hardware/dimensions.py",
        "hardware/errors.py",
        "hardware/machine_masses.toml",
        "hardware/__init__.py",
        "forms/__init__.py",
        "forms/toml.py",
    ):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes((FIRMWARE.parent / name).read_bytes())
    text = (FIRMWARE.parent / "hardware" / "machine.toml").read_text()
    (tmp_path / "hardware" / "machine.toml").write_text(text.replace("microsteps = 8", "microsteps = 32"))
    (tmp_path / "firmware").mkdir()
    (tmp_path / "firmware" / "machine.py").write_bytes((FIRMWARE / "machine.py").read_bytes())
    program = [sys.executable, "-I", str(tmp_path / "firmware" / "machine.py")]
    done = subprocess.run(program, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.splitlines() == [
        "firmware/machine.py: microsteps = 32 in machine.toml is not 4 or 8; mend hardware/machine.toml"
    ]
