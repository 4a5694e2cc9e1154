"""What lies in the open tray is read or named: no die vanishes, and none that leans is said."""

from collections import Counter
from collections.abc import Iterator

import pytest

from hardware.sim.lens import Mounting
from tests.support.vision.table_scenes import HUNG, PLATE
from tests.support.vision.tray_scenes import tray_scenes
from vision.reading import Die, Reading
from vision.table.reader import TableReader

READER = TableReader(PLATE)
LIGHTS = [("left", "right"), ("both",)]


def read(
    kind: str, seed: int, throws: int, lights: tuple[str, ...], *, mounting: Mounting | None = HUNG
) -> Iterator[tuple[list[Die], Counter[int], Reading]]:
    """Yield the free dice told, the values of the flat ones that lie there, and the whole reading."""
    for look, truth in tray_scenes(kind, seed, throws, lights, mounting=mounting):
        reading = READER.read(*look.exposures)
        assert [die.value for die in reading.dice[:6]] == [die.value for die in reading.dice if die.well]
        free = [die for die in reading.dice if die.well is None]
        flat = Counter(value for value in truth if value)
        assert Counter(die.value for die in free if die.value) <= flat
        # Dice that cannot be parted are one doubt, `double`; one of which no pip is seen in the tray is no die.
        doubles, foreign = sum(die.doubt == "double" for die in free), len(reading.scene)
        assert len(free) + doubles + foreign >= len(truth)
        yield free, flat, reading


@pytest.mark.parametrize("lights", LIGHTS)
def test_a_die_that_leans_beside_a_flat_one_is_in_doubt(lights: tuple[str, ...]) -> None:
    words = Counter[str]()
    for free, flat, _ in read("leaning", 71, 3, lights):
        assert Counter(die.value for die in free if die.value) == flat
        words.update(die.doubt for die in free if die.doubt)
    assert words["cocked"] >= 2
    assert words.total() <= 4


@pytest.mark.parametrize("lights", LIGHTS)
def test_of_dice_that_touch_none_is_left_out(lights: tuple[str, ...]) -> None:
    said, doubts = 0, Counter[str]()
    for free, _, _ in read("touching", 72, 3, lights):
        assert len(free) == 2
        said += sum(die.value is not None for die in free)
        doubts.update(die.doubt for die in free if die.doubt)
    assert said >= 3
    assert doubts["double"] >= doubts.total() - 1


@pytest.mark.check
@pytest.mark.parametrize("kind", ["leaning-on", "rim"])
def test_dice_that_lean_on_something_are_in_doubt(kind: str) -> None:
    dice = 0
    for free, flat, reading in read(kind, 73, 8, LIGHTS[0], mounting=None):
        assert any(die.doubt for die in free) or reading.scene
        assert len(free) <= flat.total() + 2
        dice += any(die.doubt for die in free)
    assert dice >= 6


@pytest.mark.parametrize("lights", LIGHTS)
def test_what_is_no_die_is_foreign_and_the_dice_beside_it_are_read(lights: tuple[str, ...]) -> None:
    for free, flat, reading in read("thing", 74, 2, lights):
        assert Counter(die.value for die in free if die.value) == flat
        assert [(note.what, note.well) for note in reading.scene] == [("foreign", None)]
        left, top, right, bottom = reading.scene[0].box or (0.0,) * 4
        assert 10 < right - left < 80
        assert 10 < bottom - top < 80


def test_flat_dice_are_said_and_nothing_else_is_seen() -> None:
    for free, flat, reading in read("flat", 75, 2, LIGHTS[0]):
        assert Counter(die.value for die in free if die.value) == flat
        assert len(free) == 1
        assert reading.scene == ()
