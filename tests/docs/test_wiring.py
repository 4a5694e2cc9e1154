"""The wiring's page and drawing agree with the firmware's pins, the panel's, and with their own sums."""

import re
from pathlib import Path

import pytest

from hardware.dimensions import dimensions
from hardware.panel import PanelPins
from tests.support.documents import tables
from tools.draw import DOCS
from tools.draw import wiring as drawn
from tools.draw.wiring import PINS

PAGE = (DOCS / "wiring.md").read_text(encoding="utf-8")


def table(first: str, second: str) -> list[list[str]]:
    (found,) = (rows for rows in tables("wiring.md") if rows[0][:2] == [first, second])
    return found[1:]


def firmware_pins() -> dict[str, str]:
    """Return the chip's name of each pin in pins.h."""
    pins = dict(re.findall(r"^#define (\w+)_PIN +([B-D], *[0-7]) *$", PINS.read_text(encoding="utf-8"), re.MULTILINE))
    assert len(pins) == PINS.read_text(encoding="utf-8").count("_PIN ")
    return {name: f"P{where[0]}{where[-1]}" for name, where in pins.items()}


def labels_of(chip: str) -> str:
    """Return what Uno and Nano print beside a pin of the chip."""
    return {"C": "A", "B": "D", "D": "D"}[chip[1]] + str(int(chip[2]) + (8 if chip[1] == "B" else 0))


def test_the_page_has_the_firmware_s_pins() -> None:
    found = {signal: (pin, chip) for pin, chip, signal, *_ in table("pin", "chip")}
    assert found == {name: (labels_of(chip), chip) for name, chip in firmware_pins().items()}


def test_the_drawing_has_the_firmware_s_pins_each_wired_once() -> None:
    text = drawn.TEXT.read_text(encoding="utf-8")
    wiring = drawn.Wiring(text)
    terminals = wiring.blocks["board"].terminals
    pins = firmware_pins()
    assert set(pins) == {name for name in terminals if name.isupper()}
    for name, chip in pins.items():
        assert terminals[name].word == f"{labels_of(chip)} {name}"
        uses = re.findall(rf"^(?:wire|end) .*\bboard\.{name}\b", text, re.MULTILINE)
        assert len(uses) == 1, name


def test_each_driver_s_vref_is_its_formula_s_and_the_firmware_s_pulses_suit_all() -> None:
    rows = {row[0]: row[1:] for row in table("driver", "eighth steps")}
    assert set(rows) == {"A4988", "DRV8825", "TMC2209"}
    for _, formula, usual, *_ in rows.values():
        factor = re.fullmatch(r"([\d.]+) × I × (?:Rs|\(Rs \+ ([\d.]+) Ω\))", formula)
        volts = re.fullmatch(r"([\d.]+) V \(R(\d+)\)", usual)
        assert factor is not None
        assert volts is not None
        ohms = int(volts[2]) / 1000 + float(factor[2] or 0)
        assert float(volts[1]) == pytest.approx(float(factor[1]) * 1.5 * ohms, abs=0.005)
    longest = max(float(row[4].removesuffix(" µs")) for row in rows.values())
    cut_short = re.search(r"_delay_us\(([\d.]+)\)", (PINS.parent / "steps.c").read_text(encoding="utf-8"))
    assert cut_short is not None
    assert float(cut_short[1]) > longest == 1.9


def test_every_terminal_of_the_drawing_leads_somewhere() -> None:
    text = drawn.TEXT.read_text(encoding="utf-8")
    used = set(re.findall(r"\b(\w+\.\w+)\b", "\n".join(re.findall(r"^(?:wire|end) ([^|\n]*)", text, re.MULTILINE))))
    there = {f"{block}.{name}" for block, it in drawn.Wiring(text).blocks.items() for name in it.terminals}
    assert used == there


def test_the_committed_drawing_is_the_script_s() -> None:
    remedy = "draw it again: python -m tools.draw.wiring"
    assert drawn.OUT.read_text(encoding="utf-8") == drawn.draw_wiring().svg(), remedy


def test_a_pin_that_moves_changes_the_drawing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    moved = tmp_path / "pins.h"
    moved.write_text(PINS.read_text(encoding="utf-8").replace("STEP_PIN B, 1", "STEP_PIN B, 3"))
    before = drawn.draw_wiring().svg()
    monkeypatch.setattr(drawn, "PINS", moved)
    assert "D9 STEP" in before
    assert "D11 STEP" in drawn.draw_wiring().svg()


def test_reference_voltages() -> None:
    current = float(re.findall(r"For ([\d.]+) A:", PAGE)[0])
    for _, sense, voltage in table("sense resistors on the module", "Rs"):
        assert float(voltage.split()[0]) == pytest.approx(8 * current * float(sense.split()[0]), abs=0.005)


def test_heat_is_current_squared_times_resistance() -> None:
    motor = dimensions()["motor"]
    squared, kept = motor["current"] ** 2, 17 / 32
    ohms, work, rest = (
        [re.findall(r"[\d.]+(?= Ω| W| to)", cell) for cell in row[1:]] for row in table("heat at 1.5 A", "TMC2209")
    )
    for values, watts in zip(ohms, work, strict=True):
        assert [float(it) for it in watts] == pytest.approx([squared * float(it) for it in values], abs=0.05)
    share = kept**2 * squared
    assert [float(it) for it in rest[0]] == pytest.approx(
        [share * float(ohms[0][0]), share * motor["resistance"]], abs=0.05
    )
    assert [float(it) for it in rest[1]] == pytest.approx(
        [*map(float, work[1]), squared * motor["resistance"]], abs=0.06
    )


def test_sums_of_currents() -> None:
    rows = {cells[0].split(",")[0].split(" ")[0]: cells for cells in table("part", "each")}
    strip = dimensions()["strip"]
    long, watts = strip["piece"][0], strip["watts_per_metre"]
    assert f"2 halves of 4 x {long:.0f} mm" in rows["ring"]
    assert float(rows["ring"][1].split()[0]) == pytest.approx(watts * 4 * long / 1000 / 24, abs=0.005)
    for cells in table("part", "each"):
        number, unit = cells[1].split()[:2]
        count, found = cells[2].split()[0], cells[3].split()
        if found[0].replace(".", "").isdigit():
            assert unit == found[1].rstrip(",")
            assert float(found[0]) == pytest.approx(float(number) * int(count), abs=0.11)


def test_the_panel_s_pins() -> None:
    pins = PanelPins()
    rows = table("button", "pin")
    assert [int(row[1]) for row in rows[:3]] == [pins.roll, pins.hold, pins.new]
    assert [row[0] for row in rows[:3]] == ["ROLL", "HOLD/SCORE", "NEW"]
    assert tuple(int(row[4]) for row in rows) == pins.keeps
    assert tuple(int(row[5]) for row in rows) == pins.lamps
