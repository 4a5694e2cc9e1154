"""Parts of the table's reader by themselves: the outline of a drawn square, the markers' quick look, the bare tray."""

from dataclasses import astuple

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.support.vision.table_scenes import HUNG, PLATE, TableScene, table_scenes
from vision.table.face import REACH, SCALE
from vision.table.lights import grey, percentile
from vision.table.locate import Shots, analyse_plane, flatten_plane, measure_candidate, measure_candidates
from vision.table.outline import find_outline, nan_median, yaw_at
from vision.table.rectify import find_markers, find_view
from vision.table.tray import is_bare

FINE = 8


def drawn_square(
    sides: tuple[float, float, float, float], turned: float, inside: int, outside: int
) -> NDArray[np.uint8]:
    """Return the square picture of a face whose edges right, below, left, above lie so far (mm) from the middle."""
    count = round(2 * REACH * SCALE) * FINE
    across = (np.arange(count) + 0.5) / (SCALE * FINE) - REACH
    x, y = np.meshgrid(across, across)
    angle = np.radians(turned)
    right, down = x * np.cos(angle) + y * np.sin(angle), y * np.cos(angle) - x * np.sin(angle)
    face = (right < sides[0]) & (down < sides[1]) & (-right < sides[2]) & (-down < sides[3])
    picture = np.where(face, inside, outside).astype(np.float32)
    small = cv2.resize(picture, None, fx=1 / FINE, fy=1 / FINE, interpolation=cv2.INTER_AREA)
    return np.asarray(np.round(cv2.GaussianBlur(small, (0, 0), 1.0)), np.uint8)


@pytest.mark.parametrize(("inside", "outside"), [(200, 60), (40, 150)])
def test_edges_of_a_square_are_found_where_they_are(inside: int, outside: int) -> None:
    sides = (8.1, 7.75, 8.0, 8.3)
    outline = find_outline([drawn_square(sides, 0.0, inside, outside)], 16.0)
    assert outline.sides == pytest.approx(np.array(sides), abs=0.05)
    assert outline.turns == pytest.approx(np.zeros(4), abs=0.1)
    assert list(np.sign(outline.slopes)) == [np.sign(inside - outside)] * 4


def test_edges_turn_with_the_square() -> None:
    outline = find_outline([drawn_square((8.0,) * 4, 1.5, 200, 60)], 16.0)
    assert outline.turns == pytest.approx(np.full(4, 1.5), abs=0.4)


def test_each_edge_is_taken_where_it_is_clearest() -> None:
    faint, clear = drawn_square((8.4,) * 4, 0.0, 110, 100), drawn_square((8.0,) * 4, 0.0, 200, 60)
    assert find_outline([faint, clear], 16.0).sides == pytest.approx(np.full(4, 8.0), abs=0.05)
    assert np.isnan(find_outline([np.full_like(clear, 90)], 16.0).sides).all()


@pytest.mark.parametrize("turned", [3.0, 30.0, 61.0, 89.0])
def test_a_square_votes_for_its_own_turn(turned: float) -> None:
    picture = drawn_square((8.0,) * 4, turned, 200, 60)
    across, down = (np.asarray(cv2.Sobel(picture, cv2.CV_32F, *axis), np.float32) for axis in ((1, 0), (0, 1)))
    middle = (picture.shape[1] - 1) / 2
    assert yaw_at(across, down, (middle, middle), 16.0 * SCALE) == pytest.approx(turned, abs=0.7)


def test_percentiles_and_medians_are_numpys() -> None:
    values = np.random.default_rng(5).normal(size=101)
    for share in (0.0, 30.0, 50.0, 95.0, 99.7, 100.0):
        assert percentile(values, share) == pytest.approx(np.percentile(values, share))
    holed = np.where(values > 0.5, np.nan, values)
    assert nan_median(holed) == pytest.approx(np.nanmedian(holed))
    assert np.isnan(nan_median(np.full(3, np.nan)))


@pytest.mark.parametrize("noise", [1.0, 3.0])
def test_markers_have_the_corners_that_opencv_finds_in_the_whole_picture(noise: float) -> None:
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    usual = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), parameters)
    for look in table_scenes(211, 2, ("both",), noise=noise, mounting=HUNG):
        picture = grey(look.exposures[0])
        corners, names, _ = usual.detectMarkers(picture)
        found = find_markers(picture, PLATE)
        assert sorted(found) == [0, 1, 2, 3]
        for quad, name in zip(corners, names.ravel(), strict=True):
            assert found[int(name)] == pytest.approx(quad.reshape(4, 2), abs=0.15)


def flat_tray(look: TableScene) -> NDArray[np.uint8]:
    """Return the tray seen flat as the reader sees it."""
    shots = [grey(image) for image in look.exposures]
    view = find_view(shots[0], PLATE)
    assert view is not None
    left, top, side = PLATE.tray_left, PLATE.tray_top, PLATE.tray_right - PLATE.tray_left
    return flatten_plane(
        Shots(look.exposures, shots, view, PLATE), PLATE.tray_top_face, (left, top, left + side, top + side)
    )


@pytest.mark.parametrize("lights", [("left", "right"), ("both",)])
def test_a_tray_is_bare_only_without_dice(lights: tuple[str, ...]) -> None:
    diameter = PLATE.pip_diameter * SCALE
    assert all(is_bare(flat_tray(look), diameter) for look in table_scenes(212, 2, lights, mounting=HUNG))
    for paint in ("ivory", "green", "black"):
        laid = table_scenes(213, 2, lights, free=1, paint=paint, mounting=HUNG)
        assert not any(is_bare(flat_tray(look), diameter) for look in laid)


def test_dice_that_are_measured_together_are_measured_as_each_alone() -> None:
    look = next(table_scenes(1, 1, ("left", "right"), mounting=HUNG))
    greys = [grey(picture) for picture in look.exposures]
    view = find_view(greys[0], PLATE)
    assert view is not None
    shots, area = Shots(look.exposures, greys, view, PLATE), (60.0, 60.0, 170.0, 140.0)
    ground = analyse_plane(shots, PLATE.well_top, area, flatten_plane(shots, PLATE.well_top, area))
    grounds = [ground.restrict((x - 12, y - 12, x + 9, y + 12)) for x, y in PLATE.well_centres]
    together = measure_candidates(grounds, PLATE.well_centres)
    for one, alone in zip(together, map(measure_candidate, grounds, PLATE.well_centres), strict=True):
        assert astuple(one.pose) == pytest.approx(astuple(alone.pose))
        assert one.off == pytest.approx(alone.off, abs=1e-9, nan_ok=True)
        assert [face.value_of_pips for face in one.faces] == [face.value_of_pips for face in alone.faces]
        assert [face.places for face in one.faces] == [pytest.approx(face.places) for face in alone.faces]
    assert not np.isfinite([one.off for one in together]).all(), "an edge that the area cuts is none"
