"""The renderer: what it says of a crop is what the crop shows, and its light adds up."""

import ctypes
import math
import re
import shutil
import subprocess
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.support.repository import REPOSITORY
from tests.support.requirements import needs
from tests.support.second_look.told_scenes import ToldScenes
from tools.second_look.atlas import Atlas
from tools.second_look.renderer import CROP, FACE, FAMILIES, FLAT, LEANS, OTHER, PROPS, TRACER, Renderer, build
from tools.train.batches import TrainingError
from vision.photograph.merged_scales import Detections, ScaledImage
from vision.photograph.patterns import pattern_scores

pytestmark = pytest.mark.check


@pytest.fixture(scope="module")
def scenes(tmp_path_factory: pytest.TempPathFactory) -> ToldScenes:
    needs("g++")
    return ToldScenes.build(tmp_path_factory.mktemp("told"))


@pytest.fixture(scope="module")
def renderer() -> Renderer:
    """Return a renderer of grounds and glyphs without any pattern."""
    needs("g++")
    grey = np.arange(40, 240, 25, dtype=np.uint8)
    glyphs = np.full((8, 64, 64), 255, np.uint8)
    return Renderer(Atlas(np.tile(grey[:, None, None, None], (1, 256, 256, 3)), glyphs), accelerated=False)


def project(told: NDArray[np.void], points: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return where points (n, 3) of the world are in the crop, (n, 2), in pixels."""
    seen = (points - told["eye"].astype(float)) @ told["camera"].astype(float).T
    return np.asarray((seen[:, :2] / seen[:, 2:] - told["shift"]) * told["focal"] + CROP / 2)


def test_a_crop_depends_on_its_seed_and_on_no_other_crop_or_thread(renderer: Renderer) -> None:
    several = Renderer(renderer._atlas, accelerated=False, threads=3).render(20, 4)
    alone = renderer.render(22, 1)
    np.testing.assert_array_equal(several.images[2], alone.images[0])
    assert several.truths[2] == alone.truths[0]
    assert all(np.any(several.images[2] != several.images[n]) for n in (0, 1, 3))


def test_an_accelerator_renders_the_same_crops(
    renderer: Renderer, scenes: ToldScenes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Compile gpu.cu for an accelerator that the processor plays, as exactly as ``scenes`` is compiled."""
    kernels = re.sub(
        r"(\w+)<<<(.+?), 0, memory\.stream>>>\(", r"launch(\2, \1, ", (TRACER / "gpu.cu").read_text(), flags=re.S
    )
    source, built = tmp_path / "gpu.cpp", tmp_path / "gpu.so"
    source.write_text(kernels)
    emulated = REPOSITORY / "tests" / "support" / "second_look" / "emulated"
    options = ["-std=c++20", "-O2", "-Wall", "-Wextra", "-pthread", "-fPIC", "-shared", f"-I{TRACER}", f"-I{emulated}"]
    subprocess.run(["g++", *options, str(source), "-o", str(built)], check=True, timeout=240)
    crops = []
    for library in (scenes.library, ctypes.CDLL(str(built))):
        monkeypatch.setattr(renderer, "_library", library)
        monkeypatch.setattr(renderer, "_samples", 2)
        crops.append(renderer.render(700, 3))
    np.testing.assert_array_equal(crops[0].images, crops[1].images)
    np.testing.assert_array_equal(crops[0].truths, crops[1].truths)


def test_corners_below_and_lean_are_those_of_the_die_in_the_scene(scenes: ToldScenes) -> None:
    truths, told = scenes.tell(1000, 400)
    known = np.flatnonzero(truths["has_geometry"] > 0)
    assert len(known) > 200
    for truth, scene in zip(truths[known], told[known], strict=True):
        axes = scene["axes"].astype(float)
        steepest = float(np.abs(axes[:, 2]).max())
        if truth["kind"] == LEANS:
            assert math.degrees(math.acos(steepest)) == pytest.approx(float(truth["lean"]), abs=0.1)
        else:
            assert steepest == pytest.approx(1, abs=1e-5)
        faces = [(sign * axes[n], axes[n - 2], axes[n - 1]) for n in range(3) for sign in (1, -1)]
        told_corners = truth["corners"].astype(float)
        off = []
        for normal, across, along in faces:
            middle = scene["centre"] + normal / 2
            corners = project(
                scene, np.array([middle + (i * across + j * along) / 2 for i in (-1, 1) for j in (-1, 1)])
            )
            gaps = np.linalg.norm(told_corners[:, None] - corners[None], axis=2)
            off.append(float(gaps.min(axis=1).max()))
        normal = faces[int(np.argmin(off))][0]
        assert min(off) < 0.01
        if truth["kind"] == FLAT:
            assert normal[2] == pytest.approx(1, abs=1e-5)
        top, bottom = project(scene, np.array([scene["centre"] + normal / 2, scene["centre"] - normal / 2]))
        x, y = told_corners.T
        area = 0.5 * abs(float(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1))))
        assert math.sqrt(area) == pytest.approx(float(truth["side"]), abs=0.02)
        np.testing.assert_allclose(truth["below"], (bottom - top) / math.sqrt(area), atol=2e-3)
        np.testing.assert_allclose(truth["up"], scene["camera"].astype(float)[:, 2], atol=1e-5)


def test_dice_that_lean_stand_on_the_table_and_turn_their_face_to_the_camera(scenes: ToldScenes) -> None:
    truths, told = scenes.tell(5000, 600)
    for truth, scene in zip(truths, told, strict=True):
        if truth["kind"] != LEANS or PROPS[int(truth["prop"])] == "slope":
            continue
        edge, ball = float(scene["edge"]), float(scene["ball"]) or 9.0
        reach = min(float(np.abs(scene["axes"][:, 2]).sum()) * (0.5 - edge) + edge, ball)
        assert float(scene["centre"][2]) == pytest.approx(reach, abs=1e-4)


def test_every_kind_prop_and_family_occurs_and_dice_lean_by_9_to_55_degrees(scenes: ToldScenes) -> None:
    truths, _ = scenes.tell(9000, 3000)
    flat, leaning, other = (truths[truths["kind"] == kind] for kind in (FLAT, LEANS, OTHER))
    assert min(len(flat), len(leaning), len(other)) > 600
    assert {*leaning["prop"].astype(int).tolist()} == {*range(len(PROPS))}
    assert {*flat["prop"].astype(int).tolist()} == {-1, *range(len(PROPS))} - {PROPS.index("slope")}
    assert {*other["family"].astype(int).tolist()} == {*range(len(FAMILIES))}
    assert {*flat["value"].astype(int).tolist()} == {*leaning["value"].astype(int).tolist()} == {1, 2, 3, 4, 5, 6}
    # A die that leans further than this has another face that leans less: a cube on its corner leans by 54.7.
    assert 9 <= leaning["lean"].min() < 10
    assert 40 < leaning["lean"].max() < 54.8
    assert np.mean(leaning["lean"] < 30) > 0.5
    assert np.all(np.abs(truths["side"] / FACE - 1) < 0.3)


def test_only_the_props_that_are_wanted_occur(scenes: ToldScenes) -> None:
    coin, marble = PROPS.index("coin"), PROPS.index("marble")
    truths, _ = scenes.tell(1, 500, 1 << coin | 1 << marble)
    leaning = truths[truths["kind"] == LEANS]
    assert {*leaning["prop"].astype(int).tolist()} == {coin, marble}
    assert {*truths["prop"].astype(int).tolist()} == {-1, coin, marble}


def test_faces_show_the_value_that_is_told(renderer: Renderer) -> None:
    crops = renderer.render(70_000, 240)
    upright = np.flatnonzero((crops.truths["kind"] == FLAT) & (crops.truths["tilt"] < 30))
    assert len(upright) > 30
    right = 0
    for n in upright:
        truth = crops.truths[n]
        half = 0.5 * float(truth["side"])
        square = np.array([[-half, -half], [half, -half], [half, half], [-half, half]], np.float32) + CROP / 2
        matrix = cv2.getPerspectiveTransform(np.ascontiguousarray(truth["corners"]), square)
        view = np.asarray(cv2.warpPerspective(crops.images[n], matrix, (CROP, CROP)), np.uint8)
        place = [np.array([part], np.float32) for part in (CROP / 2, CROP / 2, truth["side"])]
        nothing = (np.zeros((1, 1)), np.zeros((1, 1, 7)), np.zeros((1, 1, 2)), np.zeros((1, 2, 6)))
        scores = pattern_scores([ScaledImage(1.0, view[..., ::-1])], Detections(*place, *map(np.float32, nothing)))
        right += int(scores[0].mean(axis=0).argmax()) + 1 == int(truth["value"])
    # Some pips are worn, of nearly the colour of the body, or in glare.
    assert right >= 0.95 * len(upright)


@pytest.mark.parametrize(("albedo", "sky", "lamp"), [(0.5, 1.0, 0.0), (0.8, 0.0, 1.2), (0.3, 0.7, 0.9)])
def test_a_bare_ground_sends_back_its_share_of_the_light(
    scenes: ToldScenes, albedo: float, sky: float, lamp: float
) -> None:
    light = scenes.render_ground(albedo, sky, lamp)
    step = 2 * math.sqrt(albedo * (sky + lamp)) * 2 / 255  # of one byte
    np.testing.assert_allclose(light, albedo * (sky + lamp), atol=step)


def test_nothing_in_a_white_furnace_is_brighter_than_it(scenes: ToldScenes) -> None:
    light = scenes.render_ground(1.0, 1.0, 0.0, die=True, samples=64)[..., 0]
    assert light.max() < 1.01
    top, far = light[60:68, 60:68].mean(), light[:8, :8].mean()
    assert top > 0.98  # whatever leaves the top face meets the sky
    assert far > 0.97
    beside = light[60:68, 84:87].mean()  # light goes astray between ground and die: paths end after some bounces
    assert 0.6 < beside < far


def test_a_white_die_under_a_lamp_is_as_much_brighter_than_the_ground_as_it_is_whiter(scenes: ToldScenes) -> None:
    light = scenes.render_ground(0.5, 0.0, 1.0, die=True, samples=16)[..., 0]
    assert light[60:68, 60:68].mean() == pytest.approx(1, abs=0.03)
    assert light[:8, :8].mean() == pytest.approx(0.5, abs=0.03)


@pytest.mark.parametrize(("accelerated", "compiler"), [(False, "g++"), (True, "nvcc")])
def test_without_a_compiler_one_line_says_what_brings_it(
    monkeypatch: pytest.MonkeyPatch, accelerated: bool, compiler: str
) -> None:
    monkeypatch.setattr(shutil, "which", lambda _: None)
    with pytest.raises(TrainingError, match=rf"needs {re.escape(compiler)}: .* installs it$"):
        build(accelerated=accelerated)


def test_what_does_not_compile_is_told_in_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    needs("g++")
    (tmp_path / "cpu.cpp").write_text("#error broken\n")
    monkeypatch.setattr("tools.second_look.renderer.TRACER", tmp_path)
    monkeypatch.setattr("tools.second_look.renderer.BUILT", tmp_path / "built")
    with pytest.raises(TrainingError, match=r"^g\+\+ cannot build the renderer: .*broken$"):
        build(accelerated=False)
    assert [*(tmp_path / "built").iterdir()] == []
