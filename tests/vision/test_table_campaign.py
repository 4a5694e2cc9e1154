"""The number: thrown dice of the simulated table at its normal noise, none said wrong, hardly any doubted."""

from collections import Counter

import pytest

from tests.vision.looks import PLATE, looks
from vision.table_reader import TableReader

SEEDS, THROWS = 40, 250
"""10,000 throws of six dice, each table with its own small errors in how the camera hangs."""


def campaign(seed: int, throws: int, lights: tuple[str, ...]) -> Counter[str]:
    """Return how many dice were read right, wrong, or doubted for which reason; `notes` counts wells said to be odd."""
    counted = Counter[str]()
    reader = TableReader(PLATE)
    for look in looks(seed, throws, lights):
        reading = reader.read(*look.exposures)
        counted["notes"] += len(reading.scene)
        for well, truth in enumerate(look.wells, start=1):
            die = reading.well(well)
            if die is None:
                counted["missing"] += 1
            else:
                counted["right" if die.value == truth else die.doubt or "wrong"] += 1
        counted["invented"] += max(0, len(reading.dice) - 6)
    return counted


def said(name: str, counted: Counter[str]) -> str:
    """Return the figures in one line."""
    dice = counted.total() - counted["notes"] - counted["invented"]
    return f"{name}: {dice} dice, " + ", ".join(f"{count} {what}" for what, count in counted.most_common() if count)


@pytest.mark.parametrize("seed", range(4))
def test_forty_throws(seed: int) -> None:
    counted = campaign(9000 + seed, 10, ("left", "right"))
    assert counted["wrong"] == counted["invented"] == counted["notes"] == 0
    assert counted["right"] >= 59


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(SEEDS))
@pytest.mark.parametrize("lights", [("left", "right"), ("both",)])
def test_ten_thousand_throws(seed: int, lights: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    counted = campaign(seed, THROWS, lights)
    with capsys.disabled():
        print(said(f"table {seed}, {' and '.join(lights)}", counted), flush=True)
    assert counted["wrong"] == counted["invented"] == 0
    assert counted["right"] >= 0.99 * 6 * THROWS
