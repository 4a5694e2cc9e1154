"""The drawn picture against the geometry it was drawn from, worked out a second time, and every fault to be seen."""

import gc
import itertools
import tracemalloc
from dataclasses import replace
from functools import lru_cache
from itertools import product

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from hardware.dimensions import dimensions
from hardware.sim.chance import Chance
from hardware.sim.cube import NORMALS, lay_die, overlap, rotate, tilt_die
from hardware.sim.dice import IVORY, DieDrawer
from hardware.sim.lens import HEIGHT, WIDTH, CameraLens, Mounting
from hardware.sim.light import Light
from hardware.sim.render import Renderer
from hardware.sim.scene import Exposure, Scene, SeenDie
from hardware.sim.sensor import EDGE, Sensor
from tests.support.hardware.lenses import hang_uncorrected

DIMENSIONS = dimensions()
SIDE, SPACING = DIMENSIONS["die"]["side"], DIMENSIONS["die"]["pip_spacing"]
LEFT, RIGHT, BOTH = Exposure(1, 0), Exposure(0, 1), Exposure(1, 1)
Image = NDArray[np.uint8]


MOUNTING = Mounting.from_seed(1)
"""As on `--table sim`: what a test run draws of a table without dice is kept in its process."""
LENS = CameraLens(DIMENSIONS, MOUNTING)


@lru_cache(maxsize=1)
def renderer(noise: float = 1.0) -> Renderer:
    return Renderer(DIMENSIONS, MOUNTING, noise)


def throw(number: int, seed: int = 21) -> Scene:
    chance = Chance(seed, DIMENSIONS)
    return Scene(tuple(SeenDie(chance.pose(number, well), well) for well in range(1, 7)))


@pytest.mark.check
def test_a_renderer_holds_no_more_however_long_it_draws() -> None:
    # What all renderers share is made by the first, in whichever test that is.
    renderer().picture(throw(0), Exposure(1, 1, 1.0), (0,))
    gc.collect()
    tracemalloc.start()
    try:
        drawing = Renderer(DIMENSIONS, Mounting.from_seed(77))
        held = []
        for number in range(7):
            scene = replace(throw(number), clamped=frozenset(range(1, 7)))
            for left, right, strength in product((1, 0), (1, 0), (1.0, 0.3)):
                drawing.picture(scene, Exposure(left, right, strength), (number,))
            for moment in range(5):
                jumbled = tuple(
                    SeenDie(Chance(number, DIMENSIONS).jumble(1, well, moment), well) for well in range(1, 7)
                )
                drawing.picture(replace(scene, dice=jumbled, sweep=3.0), BOTH, (number,))
            gc.collect()
            held.append(tracemalloc.get_traced_memory()[0] / 1e6)
    finally:
        tracemalloc.stop()
    assert held[-1] < 110
    assert held[-1] - held[3] < 1


angles = st.floats(-1.5, 1.5)
bends = st.tuples(st.floats(-0.08, 0.08), st.floats(-0.02, 0.02), st.floats(-0.01, 0.01))
mountings = st.builds(
    Mounting,
    angles,
    angles,
    angles,
    angles,
    angles,
    st.floats(-4, 4),
    bends,
    st.tuples(st.floats(-1e-3, 1e-3), st.floats(-1e-3, 1e-3)),
    st.floats(0.98, 1.02),
    st.tuples(st.floats(-12, 12), st.floats(-12, 12)),
)


def test_the_nominal_lens_is_the_one_of_the_drawings() -> None:
    lens = CameraLens(DIMENSIONS, Mounting())
    camera = DIMENSIONS["camera"]
    middle = lens.project(np.array([camera["x"], camera["y"], 0.0]))
    assert middle == pytest.approx([(WIDTH - 1) / 2, (HEIGHT - 1) / 2])
    left, right = camera["x"] - camera["field_width"] / 2, camera["x"] + camera["field_width"] / 2
    edges = lens.project(np.array([[left, 100.0, 0.0], [right, 100.0, 0.0]]))
    assert edges[:, 0] == pytest.approx([-0.5, WIDTH - 0.5])
    # A die's top, 18 mm up, is nearer to the lens and so larger by 340 / 322.
    top = lens.project(np.array([[115.0, 100.0, 18.0], [131.0, 100.0, 18.0]]))
    assert top[1, 0] - top[0, 0] == pytest.approx(16 * WIDTH / 440 * 340 / 322)


@settings(deadline=None, max_examples=30)
@given(mounting=mountings, column=st.integers(0, WIDTH - 1), row=st.integers(0, HEIGHT - 1), height=st.floats(-10, 60))
def test_rays_and_projection_are_each_others_inverse(mounting: Mounting, column: int, row: int, height: float) -> None:
    lens = CameraLens(DIMENSIONS, mounting)
    x, y = lens.intersect(lens.rays((column, row, column + 1, row + 1)), height)
    back = lens.project(np.array([float(x[0, 0]), float(y[0, 0]), height]))
    assert back == pytest.approx([column, row], abs=0.01)


@pytest.mark.parametrize("seed", range(4))
def test_the_lens_bends_as_opencv_says(seed: int) -> None:
    mounting = hang_uncorrected(seed)
    lens = CameraLens(DIMENSIONS, mounting)
    matrix = np.array([[lens.focal, 0, lens.middle[0]], [0, lens.focal, lens.middle[1]], [0, 0, 1.0]])
    (k1, k2, k3), tangential = mounting.radial, mounting.tangential
    places = np.random.default_rng(seed).uniform((-60, -20, 0), (310, 220, 44), (200, 3))
    angles = np.radians([mounting.pitch, mounting.yaw, mounting.roll])
    turns = [cv2.Rodrigues(np.eye(3)[axis] * angle)[0] for axis, angle in enumerate(angles)]
    turn = (turns[0] @ turns[1] @ turns[2]).T
    seen = (places - lens.place) * (1, 1, -1)
    expected = cv2.projectPoints(seen, turn, np.zeros(3), matrix, np.array([k1, k2, *tangential, k3]))[0][:, 0]
    assert np.abs(lens.project(places) - expected).max() < 1e-6
    straight = CameraLens(DIMENSIONS, Mounting(zoom=mounting.zoom, middle=mounting.middle))
    assert np.abs(straight.project(places) - lens.project(places)).max() > 5


def test_a_die_is_a_western_die() -> None:
    assert np.array_equal(NORMALS, -NORMALS[::-1])
    lens = CameraLens(DIMENSIONS, Mounting())
    for turned in np.linspace(0, 360, 24, endpoint=False):
        # Stand the die on the corner of 4, 5 and 6, so that 1, 2 and 3 look up round their common corner.
        corner = NORMALS[:3].sum(axis=0)
        axis = np.cross(corner, [0, 0, 1]) / np.linalg.norm(np.cross(corner, [0, 0, 1]))
        angle = np.degrees(np.arccos(corner[2] / np.linalg.norm(corner)))
        turn = rotate((0, 0, 1), float(turned)) @ rotate((float(axis[0]), float(axis[1]), float(axis[2])), float(angle))
        faces = np.array([115.0, 100.0, 20.0]) + NORMALS[:3] @ turn.T * SIDE / 2
        assert np.all(faces[:, 2] > 20)
        one, two, three = lens.project(faces)
        (ax, ay), (bx, by) = two - one, three - one
        # Down the picture is positive, so counter-clockwise has a negative area.
        assert ax * by - ay * bx < 0


@pytest.mark.parametrize("yaw", [0.0, 45.0])
def test_a_die_in_line_with_the_rays_is_drawn_like_any_other(yaw: float) -> None:
    straight = Renderer(DIMENSIONS, Mounting(), 0.0)
    x, y, _ = (float(v) for v in straight.lens.place)
    # A pixel's middle looks straight down 0.17 mm from the axis: rays there run along the die's sides.
    for shift in (0.0, 8.0, float(0.5 * (340 - 17) / straight.lens.focal)):
        poses = (lay_die(6, (x + 88 + shift + aside, y, 1), SIDE, yaw) for aside in (0.0, 0.001))
        there, beside = (straight.picture(Scene((SeenDie(pose),)), BOTH, (1,)).astype(float) for pose in poses)
        assert np.abs(there - beside).max() < 20
    patch = DieDrawer(DIMENSIONS["die"], straight.lens, Light(DIMENSIONS))
    for shift in (0.0, 0.1719 * 322 / 340, 8.0):
        seen = patch.draw(lay_die(1, (x + shift, y + shift, 2), SIDE, yaw), IVORY, None)
        assert seen is not None
        assert np.isfinite(seen.light).all()
        assert seen.light.max() < 1.5


@settings(deadline=None, max_examples=12)
@given(mounting=mountings, yaw=st.floats(0, 360), x=st.floats(220, 286), y=st.floats(67, 133), tip=st.floats(0, 45))
def test_a_die_fills_the_hull_of_its_corners(mounting: Mounting, yaw: float, x: float, y: float, tip: float) -> None:
    lens = CameraLens(DIMENSIONS, mounting)
    pose = tilt_die(lay_die(3, (x, y, 1), SIDE, yaw), SIDE, 1.0, 2 * yaw, tip)
    patch = DieDrawer(DIMENSIONS["die"], lens, Light(DIMENSIONS)).draw(pose, IVORY, None)
    assert patch is not None
    # The rounded cube a second time, as many points of its skin: what a ball finds that rolls inside.
    away = np.random.default_rng(1).normal(size=(4000, 3))
    away /= np.linalg.norm(away, axis=1, keepdims=True)
    round_ = DIMENSIONS["die"]["corner_radius"]
    skin = (np.sign(away) * (SIDE / 2 - round_) + away * round_) @ pose.matrix.T + pose.middle
    hull = cv2.convexHull((lens.project(skin) - patch.box[:2]).astype(np.float32))
    expected = np.zeros((patch.alpha.shape[0] * 8, patch.alpha.shape[1] * 8), np.uint8)
    cv2.fillConvexPoly(expected, np.round((hull + 0.5) * 8 - 0.5).astype(np.int32), 255)
    share = cv2.resize(expected, patch.alpha.shape[1::-1], interpolation=cv2.INTER_AREA) / 255
    drawn = patch.alpha[..., 0]
    assert drawn.sum() == pytest.approx(share.sum(), rel=0.02)
    assert np.abs(drawn - share).sum() < 0.03 * share.sum()
    assert drawn.max() <= 1.0 + 1e-6


def test_the_halves_differ_and_both_are_their_sum() -> None:
    quiet, scene = renderer(noise=0.0), throw(5)
    left, right, both = (quiet.picture(scene, light, (1,)).astype(np.float32) for light in (LEFT, RIGHT, BOTH))
    none = quiet.picture(scene, Exposure(0, 0), (1,)).astype(np.float32)
    assert none.mean() < left.mean() < both.mean()
    x, y = (int(v) for v in quiet.lens.project(np.array([70.0, 100.0, 47.0])))
    lid = np.s_[y - 40 : y + 40, x - 10 : x + 40]
    assert left[lid].mean() > right[lid].mean() + 5, "the left half is mirrored at the left"
    # Undo the sensor's curve where it has no shoulder: light adds up.
    linear = [np.where(p < 12, p / 12.92 / 255, ((p / 255 + 0.055) / 1.055) ** 2.4) for p in (left, right, both, none)]
    dim = both < 180
    assert np.abs(linear[0] + linear[1] - linear[2] - linear[3])[dim].mean() < 0.004


def test_noise_is_seeded_and_can_be_set() -> None:
    scene = throw(2)
    one, same, other = (renderer().picture(scene, BOTH, seed) for seed in ((1, 2), (1, 2), (1, 3)))
    assert np.array_equal(one, same)
    calm = np.s_[560:640, 500:1100]
    normal = float(np.std(one[calm].astype(float) - other[calm])) / np.sqrt(2)
    loud = renderer(noise=3.0)
    louder = [loud.picture(scene, BOTH, (1, seed))[calm].astype(float) for seed in (2, 3)]
    assert 0.8 < normal < 3.0
    assert float(np.std(louder[0] - louder[1])) / np.sqrt(2) == pytest.approx(3 * normal, rel=0.15)
    assert np.array_equal(Renderer(DIMENSIONS, MOUNTING).picture(scene, BOTH, (1, 2)), one)


def test_no_two_frames_have_the_same_noise() -> None:
    # 256 x 256 places in the grain are too few: these two numbers draw the same one.
    still = np.full((HEIGHT, WIDTH, 3), 90, np.uint8)
    sensor = Sensor()
    one, other, again = (sensor.add_noise(still, (12, number)) for number in (121, 203, 121))
    assert np.array_equal(one[EDGE:-EDGE], other[EDGE:-EDGE])
    assert not np.array_equal(one[:EDGE], other[:EDGE])
    assert not np.array_equal(one[-EDGE:], other[-EDGE:])
    assert np.array_equal(one, again)


def well_box(well: int) -> tuple[slice, slice]:
    x, y = DIMENSIONS["wells"]["centres"][well - 1]
    corners = np.array([[x + i * 13, y + j * 13, 18.0] for i in (-1, 1) for j in (-1, 1)])
    left, top, right, bottom = LENS.box_of(corners)
    return slice(top, bottom), slice(left, right)


def contrast(picture: Image) -> float:
    """Return how sharp the wells are: the mean strength of their edges."""
    rows, columns = well_box(1)[0].start, well_box(6)
    part = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)[rows : columns[0].stop, well_box(1)[1].start : columns[1].stop]
    return float(np.abs(cv2.Laplacian(part, cv2.CV_32F)).mean())


@pytest.mark.parametrize("offset", [0.0, -11.0])
def test_a_moving_block_is_displaced_and_smeared(offset: float) -> None:
    quiet, scene = renderer(noise=0.0), throw(6)
    still = quiet.picture(Scene(scene.dice, offset=offset), BOTH, (1,))
    smeared = quiet.picture(Scene(scene.dice, offset=offset, sweep=6.0), BOTH, (1,))
    home = quiet.picture(scene, BOTH, (1,))
    moved = round(offset * quiet.lens.focal / (quiet.lens.place[2] - quiet.wells.top))
    rows, columns = well_box(5)
    there = still[rows, columns.start + moved : columns.stop + moved]
    assert np.abs(there.astype(float) - home[rows, columns]).mean() < 6
    assert contrast(smeared) < 0.8 * contrast(still)


@pytest.mark.parametrize(("offset", "clamped"), [(-11.0, frozenset[int]()), (7.5, frozenset({2, 6}))])
def test_what_moves_is_drawn_less_fine_and_else_as_what_stands_there(offset: float, clamped: frozenset[int]) -> None:
    quiet, scene = renderer(noise=0.0), Scene(throw(6).dice, clamped=clamped)
    for light in (BOTH, LEFT):
        stands = quiet.picture(replace(scene, offset=offset), light, (1,))
        moves = quiet.picture(replace(scene, offset=offset, sweep=0.01), light, (1,))
        both = [cv2.GaussianBlur(picture, (0, 0), 4.0).astype(float) for picture in (stands, moves)]
        assert np.abs(both[0] - both[1]).max() < 24, "flying dice throw no shadow on the floor"
        assert np.abs(both[0] - both[1]).mean() < 0.4
        assert contrast(moves) < contrast(stands)


def test_dice_are_in_other_places_in_each_picture_of_a_shake() -> None:
    chance, quiet = Chance(21, DIMENSIONS), renderer(noise=0.0)
    pictures = [
        quiet.picture(
            Scene(tuple(SeenDie(chance.jumble(1, well, moment), well) for well in range(1, 7)), sweep=4.0), BOTH, (1,)
        )
        for moment in range(0, 400, 66)
    ]
    for well in range(1, 7):
        rows, columns = well_box(well)
        same = [np.array_equal(one[rows, columns], other[rows, columns]) for one, other in itertools.pairwise(pictures)]
        assert sum(same) <= 1, "one in sixteen by chance"


@settings(deadline=None, max_examples=50)
@given(distance=st.floats(0, 40), yaw=st.floats(0, 45))
def test_overlap_of_two_upright_dice(distance: float, yaw: float) -> None:
    one = lay_die(1, (0, 0, 0), SIDE, 0)
    assert overlap(one, lay_die(2, (distance, 0, 0), SIDE, 0), SIDE) == pytest.approx(SIDE - distance)
    above = lay_die(4, (0, 0, distance), SIDE, yaw)
    turned = lay_die(2, (0, 0, 0), SIDE, yaw)
    assert overlap(turned, above, SIDE) == pytest.approx(SIDE - distance, abs=1e-9)
