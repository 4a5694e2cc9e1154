"""From measurements to findings: what each one names, and what it cannot tell apart."""

from collections.abc import Iterable
from dataclasses import replace

import pytest

from hardware.camera import Readout
from hardware.dimensions import dimensions
from robot.selftest.box_steps import KnockMeasure, of_knocks
from robot.selftest.diagnosis import (
    CameraMeasure,
    LeverMeasure,
    LightMeasure,
    MotorMeasure,
    Trouble,
    WellMeasure,
    contact_of,
    is_at_rest,
    micros_a_degree,
    of_camera,
    of_dice,
    of_jams,
    of_levers,
    of_lights,
    of_motor,
    of_switches,
    of_throws,
    touching_pulse,
    touching_way,
)
from vision.calibration.camera_check import Sighting

GOOD = Sighting(
    seen=(1, 2, 3, 4), camera=(115.0, 100.0, 340.0), roll=0.2, width=440.0, blur=1.0, haze=0.04, white=190.0
)
VIEW = CameraMeasure(GOOD, 0.0005, (115.0, 100.0, 340.0), 440.0)
WELLS = (1, 2, 3, 4, 5, 6)
WHOLE, MIDDLE = (0, 0, 4608, 2592), (768, 432, 3072, 1728)


def kinds(troubles: Iterable[Trouble]) -> list[str]:
    return [trouble.kind for trouble in troubles]


def measure(**changes: object) -> CameraMeasure:
    return replace(VIEW, sighting=replace(GOOD, **changes))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("measure", "found"),
    [
        (VIEW, []),
        (replace(VIEW, mode=Readout("imx708", (2304, 1296), WHOLE, (4608, 2592))), []),
        (measure(roll=-179.0), ["camera-turned"]),
        (measure(roll=-6.0), ["camera-askew"]),
        (measure(camera=(115.0, 100.0, 325.0), width=421.0), ["camera-low"]),
        (measure(camera=(115.0, 100.0, 352.0), width=455.0), ["camera-high"]),
        (measure(camera=(115.0, 118.0, 340.0)), ["camera-beside"]),
        (measure(blur=3.0, haze=0.2), ["out-of-focus"]),
        (measure(haze=0.2), ["dirty-lens"]),
        (replace(VIEW, veil=0.19), []),
        (replace(VIEW, veil=0.21), ["hazy-lid"]),
        (replace(measure(haze=0.2), veil=0.3), ["dirty-lens"]),
        (measure(seen=(1, 3, 4), unseen=(2,)), ["marker-missing"]),
        (measure(seen=(1, 3, 4), outside=(2,)), ["marker-outside"]),
        (measure(turned=(4,)), ["marker-turned"]),
        (replace(VIEW, flicker=0.08), ["flicker"]),
        (replace(VIEW, sighting=Sighting()), ["no-plate"]),
        (replace(VIEW, sighting=Sighting(width=290.0)), ["wrong-field"]),
        (
            replace(VIEW, sighting=Sighting(width=290.0), mode=Readout("imx708", (1536, 864), MIDDLE, (4608, 2592))),
            ["wrong-mode"],
        ),
    ],
)
def test_what_is_wrong_with_the_camera(measure: CameraMeasure, found: list[str]) -> None:
    assert kinds(of_camera(measure)) == found


def test_a_field_that_differs_without_a_known_mode_is_one_of_three_things() -> None:
    (trouble,) = of_camera(replace(VIEW, sighting=Sighting(width=290.0)))
    assert trouble.causes == ("wrong-mode", "wrong-lens", "wrong-height")


DARK = (0.01, 0.01, 0.01, 0.01)
LEFT, RIGHT = (0.5, 0.1, 0.1, 0.5), (0.3, 0.2, 0.2, 0.3)
LIT = LightMeasure(DARK, LEFT, RIGHT, (0.8, 0.3, 0.3, 0.8), 185.0)


@pytest.mark.parametrize(
    ("measure", "found"),
    [
        (LIT, []),
        (replace(LIT, left=RIGHT, right=LEFT), ["halves-swapped"]),
        (replace(LIT, left=DARK), ["half-dead-left"]),
        (replace(LIT, right=DARK), ["half-dead-right"]),
        (replace(LIT, left=DARK, right=DARK), ["lights-dead"]),
        (replace(LIT, left=(0.1, 0.03, 0.03, 0.1)), ["half-weak-left"]),
        (replace(LIT, left=(0.5, 0.2, 0.2, 0.5), right=(0.5, 0.2, 0.2, 0.5)), ["halves-joined"]),
        (replace(LIT, white=60.0), ["light-dim"]),
        (replace(LIT, white=250.0), ["light-glaring"]),
        (replace(LIT, none=(0.01, None, 0.01, 0.01), left=(0.5, None, 0.1, 0.5), right=(0.3, None, 0.2, 0.3)), []),
    ],
)
def test_what_is_wrong_with_the_lights(measure: LightMeasure, found: list[str]) -> None:
    assert kinds(of_lights(measure)) == found


LID, STOP = (True, False, True), (False, True, False)


@pytest.mark.parametrize(
    ("lid", "stop", "found"),
    [
        (LID, STOP, []),
        ((True, True, True), STOP, ["lid-shorted"]),
        ((False, False, False), STOP, ["lid-open"]),
        ((False, True, False), STOP, ["lid-inverted"]),
        ((True, False, False), STOP, ["lid-unsure"]),
        (LID, (True, True, True), ["stop-unwired"]),
        (LID, (False, False, False), ["stop-shorted"]),
        (LID, (True, False, True), ["stop-inverted"]),
        (LID, (False, True, True), ["stop-unsure"]),
        ((True, True, True), (True, True, True), ["lid-shorted", "stop-unwired"]),
    ],
)
def test_what_is_wrong_with_the_switches(
    lid: tuple[bool, bool, bool], stop: tuple[bool, bool, bool], found: list[str]
) -> None:
    assert kinds(of_switches(lid, stop)) == found


TURNS = MotorMeasure(0, 0.4, 0, 24.0, 0.05, ((4.0, 0), (6.0, 0), (8.0, 0)))


@pytest.mark.parametrize(
    ("measure", "found"),
    [
        (TURNS, []),
        (MotorMeasure(4, 0.1), ["motor-still"]),
        (MotorMeasure(4, 6.0), ["rocker-binds"]),
        (MotorMeasure(4, 12.0), ["home-stuck"]),
        (MotorMeasure(4, 31.0), ["home-dead"]),
        (MotorMeasure(4), ["home-lost"]),
        (MotorMeasure(6, 0.1), ["motor-still"]),
        (MotorMeasure(5, 0.1), ["motor-stopped"]),
        (replace(TURNS, slow_seen=0.2), ["motor-still"]),
        (replace(TURNS, off_home=0.9), ["home-beside"]),
        (replace(TURNS, slow=7, rates=()), ["crank-slips"]),
        (replace(TURNS, rates=((4.0, 0), (6.0, 7))), ["crank-slips-fast"]),
        (replace(TURNS, rates=((4.0, 0), (6.0, 7), (8.0, 7))), ["crank-slips-fast"]),
        (replace(TURNS, rates=((4.0, 0), (6.0, 7), (8.0, 0))), ["mid-band"]),
        (replace(TURNS, slow=7, slow_seen=12.0, rates=()), ["rocker-binds"]),
        (replace(TURNS, rates=((4.0, 0), (6.0, 0), (8.0, 3))), ["lid-shakes"]),
        (replace(TURNS, slow=3, slow_seen=12.0, rates=()), ["lid-shakes"]),
        (MotorMeasure(3, 4.0), ["lid-shakes"]),
        (replace(TURNS, rates=((4.0, 0), (6.0, 7), (8.0, 3))), ["crank-slips-fast", "lid-shakes"]),
        (replace(TURNS, swings=((4.0, 0.4), (6.0, 2.2))), ["post-swings"]),
        (replace(TURNS, swings=((4.0, 0.4), (6.0, 0.9))), []),
        (replace(TURNS, home_seen=None, slow_seen=None, off_home=None), []),
    ],
)
def test_what_is_wrong_with_the_motor(measure: MotorMeasure, found: list[str]) -> None:
    assert kinds(of_motor(measure)) == found


def alone(*wells: int) -> tuple[float, ...]:
    return tuple(12.0 if well in wells else 0.4 for well in range(1, 7))


NOMINAL = touching_pulse(dimensions())
WAY = touching_way(dimensions())
TOOTH = 360 / 21 * micros_a_degree(dimensions())
FOLLOW = LeverMeasure(tuple(alone(well) for well in range(1, 7)), (30.0,) * 6, (NOMINAL + 15,) * 6, NOMINAL, WAY, TOOTH)


def with_changes(**wells: tuple[float, ...]) -> LeverMeasure:
    changes = list(FOLLOW.changes)
    for name, change in wells.items():
        changes[int(name.removeprefix("of_")) - 1] = change
    return replace(FOLLOW, changes=tuple(changes))


@pytest.mark.parametrize(
    ("measure", "found"),
    [
        (FOLLOW, []),
        (with_changes(of_3=alone()), ["servo-dead"]),
        (with_changes(of_2=alone(5), of_5=alone(2)), ["servos-swapped"]),
        (with_changes(of_2=alone(5)), ["lever-astray"]),
        (with_changes(of_2=alone(2, 4)), ["lever-astray"]),
        (replace(with_changes(of_2=alone(2, 4)), odd_wells=frozenset({4})), []),
        (replace(FOLLOW, sagged=True), ["levers-sag"]),
        (replace(FOLLOW, over_die=(1.2,) * 3 + (30.0,) * 3), ["row-away"]),
        (replace(FOLLOW, over_die=(1.2,) * 6), ["row-away", "row-away"]),
        (replace(FOLLOW, over_die=(30.0, 1.2, 30.0, 1.2, 1.2, 1.2)), ["lever-away", "row-away"]),
        (replace(with_changes(of_3=alone()), over_die=(30.0, 30.0, 0.5, 30.0, 30.0, 30.0)), ["servo-dead"]),
        (replace(FOLLOW, contacts=(*FOLLOW.contacts[:5], NOMINAL + TOOTH)), ["horn-high"]),
        (replace(FOLLOW, contacts=(NOMINAL - TOOTH, *FOLLOW.contacts[1:])), ["horn-low"]),
        (replace(FOLLOW, contacts=(None,) * 6), []),
        (replace(FOLLOW, contacts=(NOMINAL + 134,) * 6), ["servos-short"]),
        (replace(FOLLOW, contacts=(NOMINAL - 84,) * 6), ["servos-long"]),
        (replace(FOLLOW, contacts=(*[NOMINAL + 134] * 5, NOMINAL + 134 - TOOTH)), ["servos-short", "horn-low"]),
        (replace(FOLLOW, contacts=(NOMINAL + TOOTH,) * 3 + (None,) * 3), ["horn-high"] * 3),
    ],
)
def test_what_is_wrong_with_the_levers(measure: LeverMeasure, found: list[str]) -> None:
    assert kinds(of_levers(measure)) == found


def test_a_lever_touches_its_die_where_its_picture_stops_changing() -> None:
    pulses = [1600, 1650, 1700, 1750, 1800, 1850]
    assert contact_of(pulses, [8.0, 8.0, 7.0, 0.4, 0.5]) == 1725
    assert contact_of(pulses, [0.4, 0.5, 0.3, 0.4, 0.5]) is None, "it did not move"
    assert contact_of(pulses, [8.0, 8.0, 8.0, 8.0, 8.0]) is None, "it never came to rest"
    assert contact_of(pulses, []) is None
    assert is_at_rest([8.0, 8.0, 0.4, 0.5])
    assert not is_at_rest([8.0, 8.0, 0.4])
    assert not is_at_rest([0.4, 0.5, 0.4, 0.5])


def test_the_drawings_say_where_a_lever_touches_a_die() -> None:
    lever = dimensions()["lever"]
    assert lever["highest_pulse"] < NOMINAL < lever["lowest_pulse"]
    assert lever["lowest_pulse"] - NOMINAL < 6 * micros_a_degree(dimensions()), "a lever presses a little beyond it"


def test_what_is_wrong_with_dice() -> None:
    good = [WellMeasure(face, face, None, empty=False) for face in range(1, 7)]
    assert of_dice(good) == ()
    wells = list(good)
    wells[1] = WellMeasure(2, None, None, empty=True)
    wells[2] = WellMeasure(3, None, "double", empty=False)
    wells[3] = WellMeasure(4, 5, None, empty=False)
    wells[4] = WellMeasure(5, None, "cocked", empty=False)
    wells[5] = WellMeasure(6, None, "pattern", empty=False)
    assert kinds(of_dice(wells)) == ["die-missing", "two-dice", "die-misread", "die-leans", "die-unread"]
    assert of_dice([WellMeasure(None, 3, None, empty=False)]) == ()
    beside = WellMeasure(None, None, None, empty=True, beside=True)
    assert kinds(of_dice([beside, WellMeasure(None, 3, None, empty=False, open=True)])) == ["die-beside", "lid-off"]


@pytest.mark.parametrize(
    ("jammed", "found"),
    [
        ("....................", []),
        ("............xxx", ["driver-hot"]),
        (".........x..x..x.x", ["driver-hot"]),
        (".....x...........x..x", ["throws-jam"]),
        ("xxx", ["throws-jam"]),
        ("..x.x..x", ["throws-jam"]),
        ("..............x", ["throws-jam"]),
    ],
)
def test_a_driver_gets_hot_where_throws_jam_late_and_then_often(jammed: str, found: list[str]) -> None:
    assert kinds(of_jams([sign == "x" for sign in jammed])) == found


def test_what_is_wrong_with_throws() -> None:
    fair: list[tuple[int | None, ...]] = [tuple((number + well) % 6 + 1 for well in range(6)) for number in range(12)]
    assert of_throws(fair, {}, WELLS) == ()
    stuck = [(*values[:5], 4) for values in fair]
    assert [(trouble.kind, trouble.values) for trouble in of_throws(stuck, {}, WELLS)] == [
        ("die-stuck", {"well": 6, "face": 4})
    ]
    unread: list[tuple[int | None, ...]] = [(None, *values[1:]) for values in fair]
    assert kinds(of_throws(unread, {}, WELLS)) == ["throws-unread"]
    assert of_throws([*unread[:6], *fair[:6]], {1: 6}, WELLS) == (), "dice that lean are thrown again in a game"
    assert kinds(of_throws(unread[:3], {1: 3}, WELLS)) == ["die-leans"], "always"
    assert of_throws([], {}, WELLS) == ()


@pytest.mark.parametrize(
    ("shown", "found"),
    [
        ("124365" * 3 + "12", []),
        ("3" * 11 + "1" + "3" * 8, ["die-repeats"]),
        ("63616665616263646665666", ["die-unfair"]),
        ("6.6.2.6.6.3.6.4.6.6.", []),
    ],
)
def test_a_die_is_unfair_where_chance_shows_it_once_in_ten_thousand_machines(shown: str, found: list[str]) -> None:
    throws = [(1 + number % 6, int(face) if face != "." else None) for number, face in enumerate(shown)]
    leaning = {5: shown.count(".")}
    assert [(it.kind, it.values["well"]) for it in of_throws(throws, leaning, (2, 5))] == [(kind, 5) for kind in found]


@pytest.mark.parametrize(
    ("knocks", "found"),
    [
        ({1: (1, {1: 1}, True), 2: (4, {2: 4}, True)}, []),
        ({1: (1, {1: 1}, True), 2: (6, {}, False)}, [("knock-dead", {"well": 2, "knocks": 6})]),
        ({4: (3, {4: 1}, True)}, [("knock-weak", {"well": 4, "knocks": 3, "times": 1})]),
        ({4: (6, {4: 6}, False)}, [("knock-weak", {"well": 4, "knocks": 6, "times": 6})]),
        ({2: (6, {5: 6}, False), 5: (6, {2: 6}, False)}, [("knocks-swapped", {"one": 2, "other": 5})]),
        ({2: (6, {5: 6}, False), 5: (1, {5: 1}, True)}, [("knock-astray", {"well": 2, "wells": (5,)})]),
        ({2: (1, {2: 1, 3: 1}, True)}, [("knock-astray", {"well": 2, "wells": (3,)})]),
        ({2: (4, {2: 4, 3: 1}, True)}, []),
    ],
)
def test_what_is_wrong_with_knocks(
    knocks: dict[int, tuple[int, dict[int, int], bool]], found: list[tuple[str, dict[str, object]]]
) -> None:
    troubles = of_knocks({well: KnockMeasure(*measure) for well, measure in knocks.items()})
    assert [(trouble.kind, trouble.values) for trouble in troubles] == found


def test_a_camera_over_boxes_may_hang_anywhere_if_it_sees_them_all() -> None:
    sight = replace(GOOD, camera=(150.0, 90.0, 700.0), roll=12.0, width=900.0)
    anywhere = CameraMeasure(sight, 0.0005, None, 440.0)
    assert kinds(of_camera(anywhere)) == []
    assert [trouble.values for trouble in of_camera(replace(anywhere, cut=(3, 6)))] == [{"well": 3}, {"well": 6}]
