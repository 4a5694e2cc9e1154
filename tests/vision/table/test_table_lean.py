"""Dice whose edges are hard to see: flat ones are read all the same, and no leaning one is."""

from dataclasses import replace

import numpy as np
import pytest

from hardware.dimensions import dimensions
from hardware.sim.cube import lay_die, tilt_die
from hardware.sim.render import Renderer
from hardware.sim.scene import Exposure, Scene, SeenDie
from tests.support.vision.measured_faces import look_from, measure_leaning
from tests.support.vision.odd_scenes import COLOURS, LIGHTS, ROUGH, crooked_mounting, dead_half, leaning_dice
from tests.support.vision.table_scenes import HUNG, PLATE, table_scenes
from vision.table.face import Pose
from vision.table.lean import compare_with_leans, is_surely_flat, is_surely_leaning
from vision.table.locate import mask_slots
from vision.table.outline import Outline
from vision.table.reader import TableReader
from vision.table.shape import edge_offsets

READER = TableReader(PLATE)
BOTH = ("left", "right")


@pytest.mark.parametrize("toward", range(0, 360, 45))
def test_pips_alone_tell_a_lean_from_lying_flat_right_under_the_camera(toward: float) -> None:
    view = look_from(100.0, 100.0)
    assert compare_with_leans(view, PLATE, measure_leaning(view, toward, 0.0)) > 10
    assert compare_with_leans(view, PLATE, measure_leaning(view, toward, 10.0)) < -10


def test_a_lean_that_mirrors_the_line_of_sight_needs_the_edges() -> None:
    # Seen from 8 degrees beside, a face that leans 16 degrees that way is as much foreshortened as a flat one.
    view = look_from(100.0 + PLATE.camera_height * np.tan(np.radians(8.0)), 100.0)
    assert not is_surely_flat(view, PLATE, measure_leaning(view, 0.0, 16.0))
    assert compare_with_leans(view, PLATE, measure_leaning(view, 180.0, 16.0)) < -10


def test_one_pip_alone_tells_nothing() -> None:
    view = look_from(100.0, 100.0)
    for degrees in (0.0, 10.0):
        assert compare_with_leans(view, PLATE, measure_leaning(view, 30.0, degrees, 1)) == 0.0


def test_faint_edges_and_dark_dice_are_never_surely_flat() -> None:
    view, slopes = look_from(100.0, 100.0), np.full(4, 100.0)
    found = measure_leaning(view, 0.0, 0.0)
    clear = replace(found, off=np.zeros(4), outline=Outline(np.full(4, 8.0), slopes, np.full(4, 0.5), np.zeros(4)))
    assert is_surely_flat(view, PLATE, clear)
    assert not is_surely_leaning(view, PLATE, clear)
    assert not is_surely_flat(
        view, PLATE, replace(clear, outline=replace(clear.outline, slopes=slopes * (1, 1, 1, 0.2)))
    )
    assert not is_surely_flat(view, PLATE, replace(clear, faces=(replace(clear.face, step=-100.0),)))


def test_an_outline_of_a_slot_hides_the_part_of_an_edge_that_it_is_near() -> None:
    (x, y), half = PLATE.well_centres[0], PLATE.die_side / 2
    assert y < PLATE.well_centres[-1][1], "the slot of the first well leads up the picture"
    view = look_from(x, y)
    upper, away = (Pose(x, y - 2.0, 0.0, PLATE.well_top), Pose(PLATE.tray_left + 50.0, y, 0.0, PLATE.well_top))
    beside = Pose(x + PLATE.slot_width / 2 - half, y - 7.0, 0.0, PLATE.well_top)
    across, free, along = mask_slots(view, PLATE, [upper, away, beside])
    assert free.all()
    # The slot's two sides cross the upper edge to both sides of its middle.
    assert across[[0, 1, 2]].all()
    middle = across.shape[1] // 2
    assert across[3, middle]
    assert 0 < np.count_nonzero(across[3, :middle] == 0) == np.count_nonzero(across[3, middle:] == 0) < 12
    # Its right side lies on all of the third die's right edge, of which no part is better than the others.
    assert along[0].all()
    lower = mask_slots(view, PLATE, [replace(beside, y=y)])[0, 0]
    assert not lower[:middle].any()
    assert lower[-10:].all()


def test_an_edge_that_a_side_face_widens_is_nearer_than_it_seems() -> None:
    view, pose = look_from(60.0, 100.0), Pose(100.0, 100.0, 0.0, PLATE.well_top)
    sharp = Outline(np.full(4, 8.0), np.full(4, 100.0), np.full(4, 0.44), np.zeros(4))
    wide = replace(sharp, widths=np.array([0.44, 0.44, 0.49, 0.44]))
    plain, corrected = (edge_offsets(view, PLATE, pose, outline, np.zeros(4)) for outline in (sharp, wide))
    assert corrected[2] == pytest.approx(plain[2] - 0.05)
    assert corrected[[0, 1, 3]] == pytest.approx(plain[[0, 1, 3]])
    faint = [replace(outline, slopes=np.full(4, 60.0)) for outline in (sharp, wide)]
    narrow, broad = (edge_offsets(view, PLATE, pose, outline, np.zeros(4)) for outline in faint)
    assert narrow == pytest.approx(broad), "the width of a faint edge says nothing"
    unsharp = replace(sharp, widths=np.full(4, 0.8))
    assert edge_offsets(view, PLATE, pose, unsharp, np.zeros(4)) == pytest.approx(plain), "all edges are as wide"


@pytest.mark.parametrize(
    ("seed", "throw", "well"),
    [
        (301, 10, 2),
        *(
            pytest.param(*case, marks=pytest.mark.check)
            for case in ((304, 2, 4), (650008, 59, 1), (650027, 51, 5), (660013, 5, 6))
        ),
    ],
)
def test_a_flat_die_beside_a_slot_is_read(seed: int, throw: int, well: int) -> None:
    (look,) = table_scenes(seed, throw + 1, BOTH, first=throw)
    die = READER.read(*look.exposures).well(well)
    assert die is not None
    assert die.value == look.wells[well - 1]


@pytest.mark.check
def test_dirt_that_shines_beside_a_flat_die_is_no_side_of_it() -> None:
    seed = 606
    faults, mounting = ROUGH | dead_half(seed), crooked_mounting(seed)
    (look,) = table_scenes(seed, 2, BOTH, faults=faults, noise=3.0, mounting=mounting, first=1)
    die = READER.read(*look.exposures).well(1)
    assert die is not None
    assert die.value == look.wells[0]


@pytest.mark.check
def test_a_die_behind_glare_is_in_doubt_and_its_well_not_empty() -> None:
    seed = 604
    faults, mounting = ROUGH | dead_half(seed), crooked_mounting(seed)
    (look,) = table_scenes(seed, 3, BOTH, faults=faults, noise=3.0, mounting=mounting, first=2)
    reading = READER.read(*look.exposures)
    die = reading.well(6)
    assert die is not None
    assert (die.value, die.doubt) == (None, "glare")
    assert [note for note in reading.scene if note.well] == []


@pytest.mark.parametrize("lights", [BOTH, ("both",)])
@pytest.mark.parametrize("paint", ["ivory", "black"])
def test_dice_that_lean_by_eight_degrees_are_doubted(lights: tuple[str, ...], paint: str) -> None:
    for look in leaning_dice(31, 2, lights, (8.0, 15.0), paint):
        assert [die.value for die in READER.read(*look.exposures).dice] == [None] * 6


@pytest.mark.parametrize(
    ("seed", "throw", "well", "paint"),
    [
        (41003, 7, 3, "ivory"),
        (41003, 7, 3, "grey"),
        *(
            pytest.param(*case, marks=pytest.mark.check)
            for case in (
                (41050, 5, 6, "ivory"),
                (41051, 0, 1, "ivory"),
                (700013, 6, 5, "ivory"),
                (700014, 10, 2, "ivory"),
                (51031, 3, 4, "ivory"),
                (41004, 3, 5, "grey"),
                (41000, 0, 3, "red"),
                (41002, 3, 2, "red"),
                # A sliver of a side face tells what the top does not show.
                (41034, 4, 2, "ivory"),
                (41046, 1, 5, "ivory"),
                (51026, 4, 1, "ivory"),
            )
        ),
    ],
)
def test_pips_and_edges_together_tell_a_lean_neither_is_sure_of(seed: int, throw: int, well: int, paint: str) -> None:
    (look,) = leaning_dice(seed, throw + 1, BOTH, (8.0, 15.0), paint, first=throw)
    die = READER.read(*look.exposures).well(well)
    assert die is not None
    assert (die.value, die.doubt) == (None, "cocked")


def test_the_neighbours_die_behind_the_wall_is_no_second_one() -> None:
    # As near to the wall between them as they can lie.
    dice = []
    for well, value, down, yaw in ((2, 5, 5.6, 10.0), (5, 6, -6.9, 0.0)):
        x, y = PLATE.well_centres[well - 1]
        dice.append(SeenDie(lay_die(value, (x, y + down, PLATE.well_floor), PLATE.die_side, yaw), well))
    renderer = Renderer(dimensions(), HUNG, 1.0)
    reading = READER.read(renderer.picture(Scene(tuple(dice)), Exposure(1, 1), (1, 1, 1)))
    assert [(die.well, die.value) for die in reading.dice] == [(2, 5), (5, 6)]


@pytest.mark.parametrize("paint", ["ivory", "black"])
def test_dice_that_lean_in_the_tray_are_doubted(paint: str) -> None:
    random, renderer = np.random.default_rng(3), Renderer(dimensions(), HUNG, 1.0)
    for throw in range(2):
        dice = []
        for x, y in ((228.0, 75.0), (278.0, 75.0), (228.0, 125.0), (278.0, 125.0)):
            flat = lay_die(int(random.integers(1, 7)), (x, y, PLATE.tray_floor), PLATE.die_side, random.uniform(0, 90))
            turned = tilt_die(
                flat, PLATE.die_side, PLATE.tray_floor, float(random.uniform(0, 360)), float(random.uniform(8, 20))
            )
            dice.append(SeenDie(turned, None, COLOURS[paint]))
        shots = [renderer.picture(Scene(tuple(dice)), LIGHTS[light], (3, throw, n)) for n, light in enumerate(BOTH)]
        assert all(die.value is None for die in READER.read(*shots).dice)
