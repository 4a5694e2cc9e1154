"""What hides dice or lies out of view: hands, paper, and a camera that was pushed; dirt and glare are none."""

import numpy as np
import pytest

from hardware.dimensions import dimensions
from hardware.sim.lens import HEIGHT, WIDTH
from hardware.sim.render import Renderer
from hardware.sim.scene import SceneFault
from tests.support.vision.odd_scenes import ROUGH, TRAY_CUT, crooked_mounting, cut_dice, dead_half
from tests.support.vision.table_scenes import ASKEW, EDGE, HUNG, PLATE, TableScene, srgb_levels, table_scenes
from tests.support.vision.tray_scenes import COVERS, bare_scenes, covered_scenes, tray_scenes
from vision.pictures import Image
from vision.reading import Reading
from vision.table.lights import linear_light
from vision.table.occlusion import FEW_VEILED, MOST_HIDDEN, MOST_UNLIKE, MOST_VEILED, Occlusion
from vision.table.reader import TableReader

READER = TableReader(PLATE)

LIGHTS = ("left", "right")

WARM = {2700: (0.30, 0.62, 1.0), 4000: (0.62, 0.80, 1.0)}

"""Blue, green and red of lamps of these temperatures, in kelvin, to a camera that holds daylight for white."""


def read(look: TableScene) -> Reading:
    """Return the reading of a look, in which nothing may be said wrong of a well, or that it is empty."""
    reading = READER.read(*look.exposures)
    for well, truth in enumerate(look.wells, start=1):
        die = reading.well(well)
        assert die is not None
        assert die.value in (None, truth)
    assert not any(note.well for note in reading.scene)
    return reading


def mirror(shot: Image, colour: tuple[float, float, float], strength: float) -> Image:
    """Return a BGR shot with a lamp's soft image over the lid, between wells 2 and 3; white paper would send back 1."""
    height, width = shot.shape[:2]
    focal = PLATE.focal(width)
    x, y = np.mean([PLATE.well_centres[1], PLATE.well_centres[2]], axis=0) - PLATE.camera_place[:2]
    share = focal / (PLATE.camera_height - PLATE.lid)
    rows, columns = np.mgrid[:height, :width]
    far = np.hypot(columns - width / 2 - x * share, rows - height / 2 - y * share)
    light = linear_light(shot) + strength * np.exp(-((far / 75) ** 2) / 2)[..., None] * np.array(colour)
    return srgb_levels(light)


def cover(part: str, pieces: int) -> Occlusion:
    """Return what covers well 2 alone: so many pieces of its walls are hidden, veiled or unlike."""
    counts = {name: np.zeros(6, np.intp) for name in ("hidden", "veiled", "unlike")}
    counts[part][1] = pieces
    return Occlusion(**counts, entered=np.zeros(6, bool), most_veiled=MOST_VEILED)


EDGE_LIGHTS = [("both",), pytest.param(("left", "right"), marks=pytest.mark.check)]


def said_right(look: TableScene, reading: Reading) -> bool:
    return all(die.value in (None, look.wells[die.well - 1]) for die in reading.dice if die.well)


@pytest.mark.parametrize(
    ("cover", "lights"),
    [
        *((cover, LIGHTS) for cover in COVERS),
        *(pytest.param(cover, ("both",), marks=pytest.mark.check) for cover in COVERS),
    ],
)
def test_what_is_held_over_the_tray_is_noticed(cover: str, lights: tuple[str, ...]) -> None:
    for look in covered_scenes(cover, "tray", 81, 1, lights, mounting=HUNG):
        reading = read(look)
        assert {note.what for note in reading.scene} == {"hand"}
        assert [die.value for die in reading.dice if die.well].count(None) <= 1


@pytest.mark.parametrize(
    "cover",
    [
        *("light skin", "dark skin", "paper"),
        *(pytest.param(cover, marks=pytest.mark.check) for cover in ("skin", "glove", "sleeve")),
    ],
)
def test_what_is_held_over_the_wells_hides_dice_and_is_noticed(cover: str) -> None:
    for look in covered_scenes(cover, "wells", 82, 1, mounting=HUNG):
        reading = read(look)
        assert {note.what for note in reading.scene} == {"hand"}
        assert "hidden" in [die.doubt for die in reading.dice]
        assert len([die for die in reading.dice if die.well is None]) == 1


@pytest.mark.check
@pytest.mark.parametrize("cover", ["skin", "light skin", "dark skin", "glove"])
def test_a_hand_whose_own_edges_lie_along_the_walls_of_a_corner_well_is_noticed(cover: str) -> None:
    *_, look = covered_scenes(cover, "wells", 8001, 3)
    assert {note.what for note in read(look).scene} == {"hand"}


@pytest.mark.parametrize("shown", [0, 1])
def test_a_hand_that_comes_or_goes_between_two_exposures_is_noticed(shown: int) -> None:
    held = table_scenes(31, 1, faults={SceneFault.HAND: 1.0})
    for bare, hand in zip(table_scenes(31, 1), held, strict=True):
        shots = [*bare.exposures]
        shots[shown] = hand.exposures[shown]
        reading = read(TableScene(shots, bare.wells, bare.dice))
        assert {note.what for note in reading.scene} == {"hand"}
        assert {die.doubt for die in reading.dice} <= {"hidden", None}


@pytest.mark.check
@pytest.mark.parametrize("seed", [94, 112])
@pytest.mark.parametrize("shown", [0, 1])
@pytest.mark.parametrize("cover", ["sleeve", "glove"])
def test_a_well_that_blue_hides_in_one_exposure_is_neither_empty_nor_foreign(cover: str, seed: int, shown: int) -> None:
    for bare, held in zip(
        bare_scenes(seed, 2, LIGHTS, None), covered_scenes(cover, "wells", seed, 2, LIGHTS), strict=True
    ):
        shots = [*bare.exposures]
        shots[shown] = held.exposures[shown]
        assert "hidden" in [die.doubt for die in read(TableScene(shots, bare.wells, bare.dice)).dice]


@pytest.mark.parametrize(("kelvin", "strength"), [(2700, 0.06), (4000, 0.2)])
def test_the_image_of_a_warm_lamp_in_the_lid_is_no_hand(kelvin: int, strength: float) -> None:
    for look in table_scenes(502, 1, mounting=HUNG):
        shots = [mirror(shot, WARM[kelvin], strength) for shot in look.exposures]
        reading = read(TableScene(shots, look.wells, look.dice))
        assert "hand" not in [note.what for note in reading.scene]


def test_most_of_what_a_hand_covers_is_called_hidden() -> None:
    doubts = [
        die.doubt
        for look in table_scenes(31, 2, faults={SceneFault.HAND: 1.0})
        for die in READER.read(*look.exposures).dice
        if die.doubt
    ]
    assert len(doubts) >= 8
    assert doubts.count("hidden") >= 0.85 * len(doubts)


@pytest.mark.check
@pytest.mark.parametrize("seed", range(4))
def test_dirt_glare_and_half_the_light_are_no_hand(seed: int) -> None:
    lights = ("both",) if seed == 0 else ("left", "right")
    faults = ROUGH | {SceneFault.GLARE: 1.0} | dead_half(seed)
    for look in table_scenes(
        500 + seed, 2, lights, faults=faults, noise=3.0, mounting=crooked_mounting(500 + seed), free=2
    ):
        assert "hand" not in [note.what for note in READER.read(*look.exposures).scene]


@pytest.mark.parametrize("kind", ["rim", "touching", "leaning"])
def test_dice_in_the_tray_are_no_hand(kind: str) -> None:
    for look, _ in tray_scenes(kind, 83, 2, ("both",), "white", mounting=HUNG):
        assert "hand" not in [note.what for note in READER.read(*look.exposures).scene]


@pytest.mark.parametrize(
    ("part", "most", "few"),
    [("hidden", MOST_HIDDEN, 0), ("veiled", MOST_VEILED, FEW_VEILED), ("unlike", MOST_UNLIKE, 0)],
)
def test_a_well_has_so_many_pieces_that_nothing_covers_and_no_more(part: str, most: int, few: int) -> None:
    assert [cover(part, pieces).hand for pieces in (most, most + 1)] == [False, True]
    assert [cover(part, pieces).covers(2) for pieces in (few, few + 1)] == [False, True]
    assert [cover(part, pieces).touches(2) for pieces in (0, 1)] == [False, True]
    assert not cover(part, most).covers(1)
    assert not cover(part, most).touches(3)


@pytest.mark.parametrize("lights", EDGE_LIGHTS)
@pytest.mark.parametrize("well", [1, None], ids=["in a well", "in the tray"])
def test_a_die_that_is_half_out_of_view_is_named_so(well: int | None, lights: tuple[str, ...]) -> None:
    cut = table_scenes(1, len(lights), lights, mounting=EDGE) if well else cut_dice(2, len(lights), lights)
    for look in cut:
        reading = READER.read(*look.exposures)
        assert said_right(look, reading)
        assert [die.doubt for die in reading.dice if die.well == well] == ["edge"]


@pytest.mark.parametrize(
    "paint", ["red", *(pytest.param(paint, marks=pytest.mark.check) for paint in ("black", "green"))]
)
def test_in_a_tray_that_is_cut_dice_wholly_in_view_are_read_and_no_other_is(paint: str) -> None:
    mounting = HUNG.knock(TRAY_CUT)
    lens = Renderer(dimensions(), mounting, 1.0).lens
    for look in table_scenes(3, 1, free=4, paint=paint, mounting=mounting):
        reading = READER.read(*look.exposures)
        said = [die for die in reading.dice if die.well is None and die.value is not None]
        thrown = {lens.box_of(die.pose.corners(PLATE.die_side)): die.pose.up for die in look.dice if die.well is None}
        in_view = {box: up for box, up in thrown.items() if min(box[:2]) > 0 and box[2] < WIDTH and box[3] < HEIGHT}
        assert said
        for die in said:
            box = min(thrown, key=lambda box: np.abs(np.subtract(box, die.box)).sum())
            assert in_view.get(box) == die.value


@pytest.mark.parametrize("lights", EDGE_LIGHTS)
def test_in_a_bare_tray_that_is_cut_there_is_no_die(lights: tuple[str, ...]) -> None:
    for look in table_scenes(4, 1, lights, noise=3.0, mounting=HUNG.knock(TRAY_CUT)):
        assert all(die.well for die in READER.read(*look.exposures).dice)


@pytest.mark.check
@pytest.mark.parametrize("lights", EDGE_LIGHTS)
def test_without_the_markers_at_the_right_there_is_no_plate_and_no_die(lights: tuple[str, ...]) -> None:
    for look in table_scenes(1, 1, lights, free=4, mounting=ASKEW):
        reading = READER.read(*look.exposures)
        assert reading.dice == ()
        assert [note.what for note in reading.scene] == ["no-plate"]
