"""Which part of the camera's picture is shown."""

from dataclasses import replace

from robot.table.look import Look
from robot.table.look_picture import GRID, cut_of, cut_of_wells
from tests.support.vision.table_scenes import HUNG, PLATE, table_scenes
from vision.reading import Reading
from vision.table.reader import TableReader


def looks(seed: int, throws: int) -> list[Look]:
    """Return looks at throws of the simulated table."""
    reader, found = TableReader(PLATE), []
    for scene in table_scenes(seed, throws, mounting=HUNG):
        exposures = dict(zip(("left", "right"), scene.exposures, strict=True))
        reading = reader.read(*scene.exposures)
        found.append(Look(exposures, reading, tuple(reading.well(well) for well in range(1, 7)), tuple(range(1, 7))))
    return found


def test_wells_are_cut_out_once_and_all_dice_thrown_into_them_lie_within() -> None:
    thrown = looks(5, 2)
    cut = cut_of_wells(thrown[0].exposures["left"], PLATE)
    assert cut is not None
    left, top, right, bottom = cut
    for look in thrown:
        assert len(look.reading.dice) == 6
        for die in look.reading.dice:
            assert left < die.box[0] < die.box[2] < right
            assert top < die.box[1] < die.box[3] < bottom
        assert cut_of(look, cut) == cut
    assert (right - left) * (bottom - top) < 0.3 * 1280 * 720
    assert all(side % GRID == 0 for side in cut)


def test_dice_that_lie_elsewhere_or_take_up_little_of_it_are_cut_out_anew() -> None:
    look = looks(6, 1)[0]
    whole = 0, 0, 1280, 720
    near = cut_of(look)
    assert cut_of(look, whole) == near
    beside = tuple(
        replace(die, well=None, box=(die.box[0] + 400, die.box[1], die.box[2] + 400, die.box[3]))
        for die in look.reading.dice
    )
    tray = Look(look.exposures, Reading(beside), beside)
    moved = cut_of(tray, near)
    assert moved != near
    assert all(moved[0] < die.box[0] and die.box[2] < moved[2] for die in beside)


def test_without_dice_or_without_a_plate_nothing_new_is_cut_out() -> None:
    look = looks(7, 1)[0]
    empty = replace(look, reading=Reading(()), dice=(None,) * 6)
    assert cut_of(empty) == (0, 0, 1280, 720)
    assert cut_of(empty, (32, 32, 320, 320)) == (32, 32, 320, 320)
    assert cut_of(empty, (32, 32, 4000, 320)) == (0, 0, 1280, 720), "the last picture was a larger one"
    dark = look.exposures["left"] // 32
    assert cut_of_wells(dark, PLATE) is None
