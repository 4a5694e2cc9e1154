"""Lenses found from pictures of the board against those they were drawn with, and what is said of bad pictures."""

import copy
import json
from dataclasses import replace
from functools import lru_cache

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from hardware.sim.chance import Chance
from hardware.sim.cube import lay_die
from hardware.sim.hands import BoardPose
from hardware.sim.lens import Mounting
from hardware.sim.render import Renderer
from hardware.sim.scene import Exposure, Scene, SeenDie
from tests.support.hardware.lenses import hang_uncorrected
from tests.support.vision.board_views import (
    DIMENSIONS,
    POSES,
    SIZE,
    TARGET,
    board_views,
    drawer,
    picture,
    solve_lens,
    true_lens,
)
from tests.support.vision.table_scenes import ASKEW, HUNG
from vision.calibration.calibration_file import Calibration
from vision.calibration.plate_fit import MOST_STRAIN, find_fit, misfit
from vision.calibration.table_checks import check_dice, find_light, find_plate, find_wells
from vision.calibration.target import check_size, find_board, find_lens
from vision.errors import BLURRED, BoardNotSeenError, CalibrationError, CalibrationFileError
from vision.reading import Die, Reading, middle_of
from vision.table.lights import grey
from vision.table.plate import Plate
from vision.table.reader import TableReader
from vision.table.rectify import find_view

PLATE = Plate.from_dimensions(DIMENSIONS)
STRONG = hang_uncorrected(3)
SIX = (1, 2, 3, 4, 5, 6)
LIGHTS = {"left": Exposure(1, 0), "right": Exposure(0, 1), "both": Exposure(1, 1)}
Image = NDArray[np.uint8]


@lru_cache(maxsize=1)
def renderer(mounting: Mounting) -> Renderer:
    return Renderer(DIMENSIONS, mounting)


def throw(number: int) -> Scene:
    """Return dice in all wells, and four in the tray as far out as they can lie."""
    chance, random = Chance(5, DIMENSIONS), np.random.default_rng(number)
    tray = DIMENSIONS["tray"]
    low, high = 12.0, tray["side"] - 12.0
    free = [
        lay_die(
            int(random.integers(1, 7)), (tray["left"] + x, tray["top"] + y, tray["floor"]), 16.0, random.uniform(0, 90)
        )
        for x in (low, high)
        for y in (low, high)
    ]
    wells = tuple(SeenDie(chance.pose(number, well), well) for well in range(1, 7))
    return Scene((*wells, *(SeenDie(pose) for pose in free)))


def pictures(mounting: Mounting, scene: Scene, seed: int = 1) -> dict[str, Image]:
    return {name: renderer(mounting).picture(scene, light, (seed, n)) for n, (name, light) in enumerate(LIGHTS.items())}


@pytest.mark.parametrize("mounting", [STRONG, pytest.param(Mounting.from_seed(4), marks=pytest.mark.check)])
def test_the_lens_is_found_that_was_drawn(mounting: Mounting) -> None:
    truth, (lens, residual) = true_lens(mounting), solve_lens(mounting)
    assert residual < 0.2
    assert lens.focal == pytest.approx(truth.focal, rel=0.01)
    grid = np.stack(np.meshgrid(np.linspace(0, 1279, 21), np.linspace(0, 719, 13)), axis=-1).reshape(-1, 2)
    bent, often = ((grid - truth.middle) / truth.focal)[:, None], (cv2.TERM_CRITERIA_COUNT, 40, 0.0)
    flat = cv2.undistortPoints(bent, np.eye(3), np.array(truth.distortion), criteria=often)[:, 0]
    straight, still = np.insert(flat, 2, 1.0, axis=1), np.zeros(3)
    again, _ = cv2.projectPoints(straight, still, still, np.eye(3), np.array(lens.distortion))
    seen = again[:, 0] * lens.focal + lens.middle
    # A camera that is turned a little, and looks a little beside its middle, sees the same: that is no error.
    turned, _ = cv2.findHomography(seen, grid)
    off = np.linalg.norm(cv2.perspectiveTransform(seen[None], turned)[0] - grid, axis=1)
    assert off.max() < 0.3
    assert np.linalg.norm(seen - grid, axis=1).max() < 0.8


@pytest.mark.parametrize("number", [0, pytest.param(1, marks=pytest.mark.check)])
def test_dice_at_the_borders_are_right_with_the_lens_and_never_wrong_without(number: int) -> None:
    read = {"nominal": 0, "calibrated": 0}
    plates = {"nominal": PLATE, "calibrated": replace(PLATE, lens=solve_lens(STRONG)[0])}
    lens = renderer(STRONG).lens
    scene = throw(number)
    halves = [renderer(STRONG).picture(scene, LIGHTS[half], (1, number)) for half in ("left", "right")]
    for name, plate in plates.items():
        for die in TableReader(plate).read(*halves).dice:
            if die.value is None:
                continue
            away = [
                np.linalg.norm(lens.project(np.array(true.pose.middle)) - middle_of(die.box)) for true in scene.dice
            ]
            assert min(away) < 12
            assert die.value == scene.dice[int(np.argmin(away))].pose.up, name
            read[name] += 1
    assert read["calibrated"] >= 9
    assert read["nominal"] <= read["calibrated"]


def test_a_calibration_fits_until_the_lens_or_the_camera_is_another() -> None:
    lens, residual = solve_lens(STRONG)
    plate = replace(PLATE, lens=lens)
    shot = pictures(STRONG, Scene())["both"]
    now = find_fit(shot, plate)
    assert now is not None
    assert now.strain < 0.5 * MOST_STRAIN
    assert now.camera == pytest.approx(renderer(STRONG).lens.place, abs=1.0)
    kept = Calibration("2031-05-04", lens, residual, 16, now.strain, now.camera)
    assert now.complaint(kept) is None
    nominal = find_fit(shot, PLATE)
    assert nominal is not None
    assert "not the nominal one" in str(nominal.complaint(None))
    other = find_fit(pictures(HUNG, Scene())["both"], plate)
    assert other is not None
    assert "no longer fits" in str(other.complaint(kept))
    moved = replace(now, camera=(now.camera[0] + 12, *now.camera[1:]))
    assert "12 mm" in str(moved.complaint(kept))


def test_light_that_is_not_what_it_was_is_told() -> None:
    mounting = HUNG
    shots = pictures(mounting, Scene())
    plate = replace(PLATE, lens=true_lens(mounting))
    found = find_fit(shots["both"], plate)
    assert found is not None
    kept = Calibration("2031-05-04", true_lens(mounting), 0.1, 16, 0.1, found.camera, light=find_light(shots, plate))
    assert misfit(shots, plate, kept) is None
    drawn = renderer(mounting)
    for light, exposure in {"left": Exposure(0.5, 0), "right": Exposure(0, 2.0), "both": Exposure(1, 0)}.items():
        other = {**shots, light: drawn.picture(Scene(), exposure, (1,))}
        assert f"under the light '{light}' the markers' white is" in str(misfit(other, plate, kept))
        assert misfit(other, plate, None) is None
        assert misfit({"": other[light]}, plate, kept) is None
    dead = {**shots, "right": drawn.picture(Scene(), Exposure(0, 0), (1,))}
    assert "under the light 'right' the plate is dark" in str(misfit(dead, plate, None))


@pytest.mark.check
def test_a_plate_that_is_not_to_be_seen_is_told_whether_calibrated_or_not() -> None:
    askew = renderer(ASKEW).picture(Scene(), Exposure(), (1,))
    soft = renderer(HUNG).picture(Scene(), Exposure(sharp=False), (1,))
    kept = Calibration("2031-05-04", true_lens(HUNG), 0.1, 16, 0.1, (115.0, 100.0, 340.0))
    for calibration in (None, kept):
        assert "point the camera at all four" in str(misfit({"left": askew}, PLATE, calibration))
        assert "blurred" in str(misfit({"left": soft}, PLATE, calibration))


def test_what_is_kept_is_what_was_found() -> None:
    kept = Calibration(
        "2031-05-04", solve_lens(STRONG)[0], 0.04, 16, 0.1, (115.0, 100.5, 341.0), (0.5, -0.2), {"left": 130.0}, 6
    )
    assert Calibration.from_json(json.loads(json.dumps(kept.to_json()))) == kept
    assert kept.apply(PLATE).well_centres[0] == (82.5, 83.3)
    assert kept.apply(PLATE).lens == kept.lens


@pytest.mark.parametrize(
    "change",
    [
        {"format": 2},
        {"lens": None},
        {"lens": {"size": [1280, 720], "focal": [0, 0], "middle": [1, 1], "distortion": [0] * 5}},
        {"lens": {"size": [1280, 720], "focal": [900, 900], "middle": [1, 1], "distortion": [0] * 4}},
        {"wells": [float("nan"), 0]},
        {"light": 3},
        {"light": {"left": 0.0}},
        {"light": {"left": float("inf")}},
        {"dice": "six"},
    ],
)
def test_a_damaged_calibration_is_told_in_one_line(change: dict[str, object]) -> None:
    kept = Calibration("2031-05-04", true_lens(STRONG), 0.04, 16, 0.1, (115.0, 100.5, 341.0), light={"left": 9.0})
    file = json.loads(json.dumps(kept.to_json()))
    assert Calibration.from_json(file) == kept
    with pytest.raises(CalibrationFileError, match="calibrate") as failure:
        Calibration.from_json(file | change)
    assert "\n" not in str(failure.value)
    nothings: tuple[object, ...] = (None, [], 3, {})
    for nothing in nothings:
        with pytest.raises(CalibrationFileError):
            Calibration.from_json(nothing)


def test_few_views_or_views_of_one_place_are_too_few() -> None:
    seen = board_views(STRONG)
    with pytest.raises(CalibrationError, match="3 pictures"):
        find_lens(seen[:3], SIZE)
    with pytest.raises(CalibrationError, match="never seen in the picture's"):
        find_lens([find_board(picture(STRONG, BoardPose(20, 80, 0)), TARGET)] * 9, SIZE)
    shifts = [BoardPose(x, y, 20) for x in (0, 75, 150, 230) for y in (60, 140)]
    flat = [find_board(picture(Mounting(), held), TARGET) for held in shifts]
    with pytest.raises(CalibrationError, match="tilt"):
        find_lens(flat, SIZE)


def test_views_that_contradict_each_other_are_told() -> None:
    seen = [replace(view, corners=view.corners * (1 + 0.02 * n % 3, 1.0)) for n, view in enumerate(board_views(STRONG))]
    with pytest.raises(CalibrationError, match="contradict"):
        find_lens(seen, SIZE)


def test_pictures_without_a_board_and_blurred_ones_are_told() -> None:
    for nothing in (
        np.zeros((720, 1280, 3), np.uint8),
        np.full((1, 1, 3), 255, np.uint8),
        pictures(STRONG, Scene())["both"],
    ):
        with pytest.raises(BoardNotSeenError):
            find_board(nothing, TARGET)
    sharp = picture(STRONG, POSES[0])
    with pytest.raises(BoardNotSeenError, match="focus") as blurred:
        find_board(np.asarray(cv2.GaussianBlur(sharp, (0, 0), 3.6), np.uint8), TARGET)
    assert blurred.value.message_key == BLURRED
    assert len(find_board(np.asarray(cv2.GaussianBlur(sharp, (0, 0), 1.0), np.uint8), TARGET).corners) > 30


@pytest.mark.parametrize("size", [0.94, 0.97, 1.0, 1.03])
def test_a_board_of_the_wrong_size_is_told(size: float) -> None:
    lens = solve_lens(STRONG)[0]
    view = find_view(grey(pictures(STRONG, Scene())["both"]), replace(PLATE, lens=lens))
    assert view is not None
    seen = find_board(picture(STRONG, BoardPose(115, 100, 47, size=size)), TARGET)
    if size == 1.0:
        assert check_size(seen, lens, view, 47.0) == pytest.approx(1.0, abs=0.004)
    else:
        with pytest.raises(CalibrationError, match=f"{100 * size:.0f} %"):
            check_size(seen, lens, view, 47.0)


@pytest.mark.parametrize(
    "off", [(-2.0, 1.5), *(pytest.param(off, marks=pytest.mark.check) for off in ((0.0, 0.0), (-1.4, -0.4)))]
)
def test_wells_are_found_where_they_are(off: tuple[float, float]) -> None:
    machine = copy.deepcopy(DIMENSIONS)
    machine["wells"]["centres"] = [[x + off[0], y + off[1]] for x, y in machine["wells"]["centres"]]
    crooked = Renderer(machine, STRONG)
    shots = [crooked.picture(throw(2), LIGHTS[name], (1,)) for name in ("left", "right")]
    assert find_wells(shots, replace(PLATE, lens=true_lens(STRONG))) == pytest.approx(off, abs=0.15)


def test_plate_and_light_are_found_or_what_is_wrong_with_them() -> None:
    plate = replace(PLATE, lens=true_lens(STRONG))
    shots = pictures(STRONG, Scene())
    assert find_plate(shots["both"], plate).strain < MOST_STRAIN
    levels = find_light(shots, plate)
    assert 70 < levels["left"] < levels["both"] < 248
    with pytest.raises(CalibrationError, match="'right'"):
        find_light({**shots, "right": renderer(STRONG).picture(Scene(), Exposure(0, 1, strength=0.05), (1,))}, plate)
    with pytest.raises(CalibrationError, match="differ"):
        find_light({**shots, "right": renderer(STRONG).picture(Scene(), Exposure(0, 0.3), (1,))}, plate)
    with pytest.raises(BoardNotSeenError):
        find_plate(np.zeros((720, 1280, 3), np.uint8), plate)
    with pytest.raises(BoardNotSeenError, match="focus"):
        find_plate(renderer(HUNG).picture(Scene(), Exposure(1, 1, sharp=False), (1,)), PLATE)
    with pytest.raises(CalibrationError, match="pixels off"):
        find_plate(shots["both"], PLATE)
    wide = [(115 + (x - 115) * 1.08, 100 + (y - 100) * 1.08) for x, y in PLATE.marker_centres]
    larger = replace(plate, marker_side=PLATE.marker_side * 1.08, marker_centres=tuple(wide))
    with pytest.raises(CalibrationError, match="mm over the plate"):
        find_plate(shots["both"], larger)


def test_known_dice_must_be_read_as_what_they_show() -> None:
    box = (1.0, 1.0, 2.0, 2.0)
    dice = [Die(well, 0.99, box, 0.0, well) for well in range(1, 6)] + [Die(None, 0.4, box, 0.0, 6, "glare")]
    reading = Reading(tuple(dice))
    assert check_dice(reading, (1, 2, 3, 4, 5, 6)) == (5, 1)
    assert check_dice(reading, (1, 0, 3, 0, 0, 0))[0] == 2
    with pytest.raises(CalibrationError, match="well 2 is read as 2 and shows 5"):
        check_dice(reading, (1, 5))
    with pytest.raises(CalibrationError, match="only 0 of 6 known dice"):
        check_dice(Reading(()), (1, 2, 3, 4, 5, 6))


def test_half_of_the_known_dice_must_be_read() -> None:
    box = (1.0, 1.0, 2.0, 2.0)
    dice = [Die(well, 0.99, box, 0.0, well) if well < 4 else Die(None, 0.4, box, 0.0, well, "glare") for well in SIX]
    assert check_dice(Reading(tuple(dice)), SIX) == (3, 3)
    for seen in (2, 1):
        with pytest.raises(CalibrationError, match=f"only {seen} of 6 known dice can be read"):
            check_dice(Reading(tuple(dice[:seen])), SIX)


def test_boards_are_drawn_alike_for_one_seed() -> None:
    first, again = (np.full((720, 1280, 3), 40, np.uint8) for _ in range(2))
    drawer(STRONG).draw_over(first, POSES[1], 0.8, (7,))
    drawer(STRONG).draw_over(again, POSES[1], 0.8, (7,))
    assert np.array_equal(first, again)
