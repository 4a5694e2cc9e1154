"""When a face's value is said: what is measured of it is written down here, and one thing after the other is wrong."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from tests.support.vision.measured_faces import look_from, measure_leaning
from tests.support.vision.table_scenes import PLATE
from vision.reading import Doubt
from vision.table.face import Face
from vision.table.locate import FaceCandidate, FacePlane, Shots, Spots
from vision.table.outline import Outline
from vision.table.verdict import Verdict, assess_face, describe_die, face_doubt, looks_like_die, shape_doubt

VIEW = look_from(100.0, 100.0)
UNLIKE = {"likeness": 0.85}
"""What a shot says nothing with: its pips could be those of another value."""


def ground(spots: int = 5, step: float = 100.0) -> FacePlane:
    """Return a plane on which so many spots were found, of this step."""
    found = Spots(np.full((spots, 2), 100.0), np.full(spots, step), np.ones(spots))
    nothing = np.zeros((0, 0), np.float32)
    shots, area = Shots([], [], VIEW, PLATE), (0.0, 0.0, 200.0, 200.0)
    return FacePlane(shots, PLATE.well_top, area, area, nothing, nothing, found)


def flat_five(*shots: dict[str, Any], **other: Any) -> FaceCandidate:
    """Return a flat five in full view; each of `shots` says what is another there, one clear shot where none is named.

    `other` says what is another of the candidate.
    """
    found = measure_leaning(VIEW, 0.0, 0.0)
    square = Outline(np.full(4, 8.0), np.full(4, 100.0), np.full(4, 0.45), np.zeros(4))
    face = replace(found.face, off=np.zeros(2))
    faces = tuple(replace(face, **wrong) for wrong in shots or ({},))
    flat = replace(found, faces=faces, outline=square, off=np.zeros(4))
    return replace(flat, **other)


def face(**wrong: Any) -> Face:
    """Return a face of which all is clear but this."""
    return flat_five(wrong).face


def test_one_picture_that_is_clear_says_its_value() -> None:
    assert assess_face(ground(), flat_five()) == Verdict(5, None, 0.999)


@pytest.mark.parametrize(
    ("shots", "value"),
    [
        (({}, {}, {}), 5),
        (({}, UNLIKE, {}), 5),
        ((UNLIKE, {}, {}), 5),
        (({}, UNLIKE, UNLIKE), None),
        ((UNLIKE, {}, UNLIKE), None),
        ((UNLIKE, UNLIKE, {}), None),
        ((UNLIKE, UNLIKE, UNLIKE), None),
    ],
)
def test_of_two_lights_and_their_darkest_two_must_agree(shots: tuple[dict[str, Any], ...], value: int | None) -> None:
    verdict = assess_face(ground(), flat_five(*shots))
    assert (verdict.value, verdict.doubt) == (value, None if value else "pattern")
    assert value or verdict.confidence <= 0.5


@pytest.mark.parametrize("which", range(3))
def test_two_values_of_one_die_are_a_doubt_although_most_shots_agree(which: int) -> None:
    shots: list[dict[str, Any]] = [{}, {}, {}]
    shots[which] = {"value_of_pips": 4, "value_of_pattern": 4}
    assert assess_face(ground(), flat_five(*shots)) == Verdict(None, "moving", 0.5)


@pytest.mark.parametrize("which", range(3))
def test_a_die_that_moved_between_two_shots_is_a_doubt_although_most_shots_agree(which: int) -> None:
    shots: list[dict[str, Any]] = [{}, {}, {}]
    shots[which] = {"off": np.array([0.0, 0.31])}
    assert assess_face(ground(), flat_five(*shots)) == Verdict(None, "moving", 0.5)


@pytest.mark.parametrize(
    ("spots", "step", "value"), [(5, 100.0, 5), (4, 100.0, None), (5, 39.0, None), (5, -90.0, None)]
)
def test_the_value_is_that_of_the_spots_where_no_pattern_was(spots: int, step: float, value: int | None) -> None:
    found = flat_five(spots=np.arange(spots))
    verdict = assess_face(ground(spots, step), found)
    assert (verdict.value, verdict.doubt) == (value, None if value else "pattern")


def test_a_sixth_spot_on_a_five_is_a_doubt() -> None:
    assert assess_face(ground(6), flat_five(spots=np.arange(6))).doubt == "pattern"


def test_an_earlier_doubt_stays_and_what_the_edges_say_stands_before_it() -> None:
    assert assess_face(ground(), flat_five(), "hidden") == Verdict(None, "hidden", 0.5)
    leaning = flat_five(off=np.array([np.nan, 0.0, np.nan, 0.0]))
    assert assess_face(ground(), leaning, "moving").doubt == "cocked"
    assert assess_face(ground(), leaning, "double").doubt == "double"


def test_glare_in_the_darkest_of_all_shots_is_the_doubt_whatever_else_there_is() -> None:
    glared = {"glare": 0.02}
    assert assess_face(ground(), flat_five({}, {}, glared)).value == 5
    assert assess_face(ground(), flat_five(glared, {}, {})).value == 5
    assert assess_face(ground(), flat_five({}, UNLIKE, glared)).doubt == "glare"
    assert assess_face(ground(), flat_five({}, {}, glared), "hidden").doubt == "glare"


@pytest.mark.parametrize(
    ("wrong", "doubt"),
    [
        ({}, None),
        ({"glare": 0.011}, "glare"),
        ({"step": 17.9}, "pattern"),
        ({"step": -17.9}, "pattern"),
        ({"step": -18.1}, None),
        ({"noise": 50.1}, "pattern"),
        ({"noise": 49.9}, None),
        ({"off": np.array([-0.31, 0.0])}, "moving"),
        ({"turned": -4.1}, "pattern"),
        ({"turned": 3.9}, None),
        ({"turned": np.nan}, None),
        ({"value_of_pips": None}, "pattern"),
        ({"value_of_pips": 4}, "pattern"),
        ({"value_of_pattern": 4}, "pattern"),
        ({"likeness": 0.859}, "pattern"),
        ({"margin": 0.059}, "pattern"),
        ({"leftover": 0.301}, "pattern"),
    ],
)
def test_one_thing_that_is_wrong_with_a_face_is_enough_for_a_doubt(wrong: dict[str, Any], doubt: Doubt | None) -> None:
    assert face_doubt(face(**wrong)) == doubt


@pytest.mark.parametrize(
    ("off", "doubt"),
    [
        ((0.0, 0.0, 0.0, 0.0), None),
        ((0.0, np.nan, 0.0, 0.0), None),
        ((0.0, 0.0, np.nan, np.nan), None),
        ((np.nan, 0.0, np.nan, 0.0), "cocked"),
        ((0.26, 0.26, 0.26, 0.26), "double"),
        ((0.2, 0.0, -0.2, 0.0), "cocked"),
    ],
)
def test_the_edges_are_those_of_one_flat_die(off: tuple[float, ...], doubt: Doubt | None) -> None:
    assert shape_doubt(ground(), flat_five(off=np.array(off))) == doubt


def test_a_lean_is_doubted_unless_pips_and_clear_edges_prove_that_the_die_is_flat() -> None:
    moved = flat_five(off=np.array([0.0, 0.13, 0.0, -0.13]))  # the edges alone would be those of a lean of 6 degrees
    assert shape_doubt(ground(), moved) is None
    faint = replace(moved.outline, slopes=np.array([100.0, 100.0, 100.0, 20.0]))
    assert shape_doubt(ground(), replace(moved, outline=faint)) == "cocked"


def test_pips_that_lean_are_doubted_although_the_edges_in_view_are_those_of_a_flat_die() -> None:
    for degrees, doubt in ((0.0, None), (12.0, "cocked")):
        leaning = replace(measure_leaning(VIEW, 180.0, degrees), off=np.array([0.0, 0.0, np.nan, np.nan]))
        assert shape_doubt(ground(), replace(leaning, outline=flat_five().outline)) == doubt


def test_a_hidden_edge_a_soft_one_and_pips_too_far_apart_are_doubts() -> None:
    outline = flat_five().outline
    hidden = replace(outline, sides=np.array([8.0, np.nan, 8.0, np.nan]))
    assert shape_doubt(ground(), flat_five(outline=hidden)) == "hidden"
    assert shape_doubt(ground(), flat_five(outline=replace(outline, widths=np.full(4, 0.86)))) == "blur"
    assert shape_doubt(ground(), flat_five(outline=replace(outline, widths=np.array([0.86, 0.8, 0.86, 0.9])))) is None
    for stretch, doubt in ((0.964, "cocked"), (0.966, None), (1.034, None), (1.036, "cocked")):
        assert shape_doubt(ground(), flat_five({"stretch": stretch})) == doubt


def test_confidence_sinks_to_none_where_the_measurements_come_to_their_limits() -> None:
    for part in ({"likeness": 0.87}, {"margin": 0.08}, {"leftover": 0.25}, {"step": 30.0}):
        verdict = assess_face(ground(), flat_five(part))
        assert verdict.value == 5
        assert 0.5 < verdict.confidence < 0.999
    assert assess_face(ground(), flat_five({"likeness": 0.65})).confidence == 0.0
    assert looks_like_die(flat_five({"likeness": 0.61}))
    assert not looks_like_die(flat_five({"likeness": 0.6}))


def test_a_die_has_a_box_around_the_whole_cube_and_the_turn_of_its_edges() -> None:
    found = flat_five()
    die = describe_die(ground(), replace(found, pose=replace(found.pose, yaw=100.0)), 3)
    assert (die.value, die.doubt, die.well) == (5, None, 3)
    assert die.angle == pytest.approx(10.0)
    middle = VIEW.project(np.array([[100.0, 100.0, PLATE.well_top]]))[0]
    assert (np.add(die.box[:2], die.box[2:]) / 2) == pytest.approx(middle)
    turned = PLATE.die_side * (np.cos(np.radians(10.0)) + np.sin(np.radians(10.0)))
    scale = PLATE.focal(1280) / (PLATE.camera_height - PLATE.well_top)
    assert die.box[2] - die.box[0] == pytest.approx(turned * scale)
