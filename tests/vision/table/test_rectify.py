"""Lens, plate and the poses found from drawn markers, against the pose they were drawn with."""

from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from hardware.dimensions import dimensions
from tests.support.vision import plate_drawing
from tests.support.vision.plate_drawing import SIZE, camera
from vision.table.lights import grey
from vision.table.plate import Lens, Plate
from vision.table.rectify import View, find_blurred_view, find_view

PLATE = Plate.from_dimensions(dimensions())


def draw(view: View, markers: tuple[int, ...] = (0, 1, 2, 3)) -> NDArray[np.uint8]:
    """Draw the plate without dice as that camera sees it, in grey."""
    return grey(plate_drawing.draw([], view, markers=markers, noise=3.0))


POSES: list[dict[str, Any]] = [
    {},
    {"tilt": (0.03, -0.02, 0.05), "moved": (4.0, -6.0, 8.0)},
    {"tilt": (0.0, 0.0, np.pi)},
    {"tilt": (-0.06, 0.04, -0.1), "moved": (-10.0, 5.0, -12.0)},
]

STRONG = (-0.09, 0.03, 0.0008, -0.0006, 0.01)


@pytest.mark.parametrize("pose", POSES)
def test_top_faces_are_placed_within_a_quarter_millimetre(pose: dict[str, Any]) -> None:
    truth = camera(**pose)
    found = find_view(draw(truth), PLATE)
    assert found is not None
    places = np.array([[x, y, height] for x, y in PLATE.well_centres for height in (0.0, 18.0, 44.0)])
    off = np.linalg.norm(found.project(places) - truth.project(places), axis=1)
    assert off.max() < 0.25 * PLATE.focal(SIZE[0]) / PLATE.camera_height
    assert np.linalg.norm(found.camera - truth.camera) < 6.0


@pytest.mark.parametrize("missing", range(4))
def test_three_markers_suffice(missing: int) -> None:
    truth = camera(tilt=(0.02, 0.01, 0.0))
    found = find_view(draw(truth, tuple(which for which in range(4) if which != missing)), PLATE)
    assert found is not None
    places = np.array([[x, y, 18.0] for x, y in PLATE.well_centres])
    assert np.linalg.norm(found.project(places) - truth.project(places), axis=1).max() < 1.5


def test_two_markers_or_none_are_no_plate() -> None:
    assert find_view(draw(camera(), (0, 2)), PLATE) is None
    assert find_view(draw(camera(), ()), PLATE) is None


def test_markers_that_do_not_fit_the_plate_are_no_plate() -> None:
    swapped = draw(camera())
    swapped[:, : SIZE[0] // 2], swapped[:, SIZE[0] // 2 :] = (
        swapped[:, SIZE[0] // 2 :].copy(),
        swapped[:, : SIZE[0] // 2].copy(),
    )
    assert find_view(swapped, PLATE) is None


def test_projection_and_planes_agree() -> None:
    view = camera(tilt=(0.05, -0.03, 0.4), moved=(3.0, 2.0, 1.0))
    places = np.array([[x, y, 18.0] for x, y in PLATE.well_centres])
    by_plane = cv2.perspectiveTransform(places[None, :, :2], view.plane(18.0))[0]
    assert np.allclose(view.project(places), by_plane)
    assert np.allclose(view.camera, (118.0, 102.0, 339.0))


def test_blurred_markers_show_the_plate_about() -> None:
    truth = camera(tilt=(0.005, -0.01, 0.02), moved=(1.0, -1.5, 2.0))
    blurred = np.asarray(cv2.GaussianBlur(draw(truth), (0, 0), 5.0), dtype=np.uint8)
    assert find_view(blurred, PLATE) is None
    found = find_blurred_view(blurred, PLATE)
    assert found is not None
    places = np.array([[x, y, 2.0] for x, y in PLATE.well_centres])
    assert np.linalg.norm(found.project(places) - truth.project(places), axis=1).max() < 6.0


def test_where_markers_are_missing_blur_finds_no_plate() -> None:
    assert find_blurred_view(draw(camera(), (0, 1, 2)), PLATE) is None
    noise = np.random.default_rng(3).integers(0, 255, (720, 1280), dtype=np.uint8)
    assert find_blurred_view(noise, PLATE) is None


def test_a_larger_picture_has_a_longer_lens() -> None:
    lens = Lens((1280, 720), (1000.0, 1001.0), (639.5, 359.5))
    # The middle between two pixels stays the middle.
    assert lens.matrix(2560) == pytest.approx(np.array([[2000.0, 0, 1279.5], [0, 2002.0, 719.5], [0, 0, 1]]))


def test_a_bent_plane_is_laid_flat_where_it_says() -> None:
    plain = camera(tilt=(0.02, 0.03, 0.1))
    view = View(plain.lens, plain.rotation, plain.translation, 0.0, np.array(STRONG))
    for place in ((62.0, 48.0), (150.0, 110.0), (240.0, 150.0)):
        picture = np.zeros((SIZE[1], SIZE[0]), np.uint8)
        u, v = np.round(view.project(np.array([[*place, 18.0]]))[0]).astype(int)
        off = view.project(np.array([[*place, 18.0]]))[0] - (u, v)
        picture[v - 2 : v + 3, u - 2 : u + 3] = 255
        flat = view.rectify(picture, 18.0, (place[0] - 50, place[1] - 30, place[0] + 50, place[1] + 30), 3.0)
        rows, columns = np.mgrid[: flat.shape[0], : flat.shape[1]]
        middle = np.array([np.average(columns, weights=flat), np.average(rows, weights=flat)])
        found = place + (middle + 0.5) / 3.0 - (50, 30)
        assert found == pytest.approx(np.array(place) - off * 0.33, abs=0.06)
        bare = View(plain.lens, plain.rotation, plain.translation, 0.0)
        if place[0] > 200:
            assert np.linalg.norm(bare.project(np.array([[*place, 18.0]])) - (u, v)) > 1.5


def test_no_bending_and_none_are_alike() -> None:
    plain = camera(tilt=(0.02, 0.03, 0.1))
    picture = np.random.default_rng(1).integers(0, 255, (SIZE[1], SIZE[0]), dtype=np.uint8)
    picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), 3.0), np.uint8)
    view = View(plain.lens, plain.rotation, plain.translation, 0.0, np.zeros(5))
    area = (60.0, 60.0, 170.0, 140.0)
    flat = plain.rectify(picture, 18.0, area, 3.0)
    assert flat.shape == (240, 330)
    assert np.abs(view.rectify(picture, 18.0, area, 3.0).astype(int) - flat).max() <= 3


def test_plate_holds_the_machines_places() -> None:
    plate = Plate.from_dimensions(dimensions())
    assert len(plate.well_centres) == 6
    assert len(plate.marker_centres) == 4
    assert plate.well_top == plate.well_floor + plate.die_side == 18.0
    assert plate.tray_top_face == 17.0
    assert plate.focal(1280) == pytest.approx(989.09, abs=0.01)


@pytest.mark.parametrize(("well", "outward"), [(0, -1), (4, 1)])
def test_the_lid_is_clear_but_for_its_slots_and_the_walls(well: int, outward: int) -> None:
    plate = Plate.from_dimensions(dimensions())
    centre = np.array(plate.well_centres[well])
    lens = np.array([*centre, plate.camera_height])
    away = {"slot": (0, 8 * outward), "other way": (0, -8 * outward), "beside": (8, 0), "wall": (15.5, 0)}
    for height in (plate.well_floor, plate.well_top, plate.lid):
        # What the lens sees through one place of the lid: straight above the well, farther out the lower it lies.
        widening = (plate.camera_height - height) / (plate.camera_height - plate.lid)
        places = centre + np.array(list(away.values())) * widening
        seen = plate.find_visible(lens, places, height, plate.well_centres[well], 0.0)
        assert dict(zip(away, seen.tolist(), strict=True)) == {
            "slot": False,
            "other way": True,
            "beside": True,
            "wall": False,
        }
        assert not plate.find_visible(lens, places, height, plate.well_centres[well], 8.0).any()
