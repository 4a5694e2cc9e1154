"""A plan says what is asked and what it takes, and reaches its power."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import chi2, ncx2

from robot.errors import UsageError
from robot.fairness.findings import check_faces
from robot.fairness.log import FACES
from robot.fairness.plan import PLAN, StudyPlan, keep_plan, loaded_die, make_plan, read_plan, throws_for_points
from robot.fairness.report import duration, plan_sayings
from robot.language import english
from tests.support.robot.studies import small_plan


def test_a_plan_is_read_again_as_it_was_kept(tmp_path: Path) -> None:
    plan = small_plan()
    keep_plan(plan, tmp_path / "study")
    kept, seal = read_plan(tmp_path / "study")
    assert kept == plan
    with pytest.raises(UsageError, match="not empty"):
        keep_plan(plan, tmp_path / "study")
    file = tmp_path / "study" / PLAN
    file.write_text(file.read_text().replace('"points": 10', '"points": 9'))
    changed, other = read_plan(tmp_path / "study")
    assert changed.points == 9
    assert seal != other


def test_a_plan_that_knew_how_its_reader_errs_says_that_this_is_left_out() -> None:
    told = [
        english().say(list(plan_sayings(replace(small_plan(), reader=known)))[-1]) for known in (None, [[9] * 7] * 6)
    ]
    assert ["this report does not" in line for line in told] == [False, True]


def test_every_die_lies_in_every_well_and_never_two_in_one() -> None:
    plan = small_plan(("a", "b", "c", "d", "e", "f"))
    wells = [plan.wells(throw) for throw in range(1, plan.throws + 1)]
    assert all(len(set(one)) == 6 for one in wells)
    for die in range(6):
        assert {one[die] for one in wells} == {1, 2, 3, 4, 5, 6}
    changes = [throw for throw in range(1, plan.throws) if plan.wells(throw) != plan.wells(throw + 1)]
    assert changes == list(range(plan.turn_every, plan.throws, plan.turn_every))
    assert small_plan(table="hands").wells(1) == ()


def test_several_dice_need_more_throws_and_an_hour_takes_no_more_than_it_may() -> None:
    one, two = small_plan(("a",)), small_plan()
    assert two.throws - 1 < throws_for_points(10, 0.025, 0.8) <= two.throws
    assert two.throws > one.throws
    limited = make_plan(10, 0.05, 0.8, table="sim", dice=("a",), an_hour=60)
    assert limited.seconds == 60 * limited.throws > one.seconds
    assert "h." in english().say(list(plan_sayings(limited))[1])


@pytest.mark.parametrize(
    "names", [("a",) * 7, ("a", "A"), ("",), ("a,b",), ("@a",), ("a\nb",), ("../a",), (" a",), ("x" * 41,)]
)
def test_names_that_cannot_be_are_refused(names: tuple[str, ...]) -> None:
    with pytest.raises(UsageError):
        small_plan(names)


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"version": 1}', "\xff"])
def test_a_file_that_is_no_plan_is_said(tmp_path: Path, text: str) -> None:
    (tmp_path / PLAN).write_text(text, "latin-1")
    with pytest.raises(UsageError, match="is not a study's plan"):
        read_plan(tmp_path)
    with pytest.raises(UsageError, match="holds no study"):
        read_plan(tmp_path / "nowhere")


def test_a_plan_with_other_keys_or_values_is_said(tmp_path: Path) -> None:
    raw = json.loads(small_plan().to_bytes())
    changes: tuple[dict[str, object], ...] = (
        {"dice": 3},
        {"dice": []},
        {"more": 1},
        {"throws": 0},
        {"an_hour": -3},
        {"points": 50},
    )
    for change in changes:
        with pytest.raises(UsageError):
            StudyPlan.of_bytes(json.dumps(raw | change).encode(), tmp_path)


def test_times_are_said_in_units_that_fit() -> None:
    said = [english().say(duration(seconds)) for seconds in (1, 3599, 3600, 86_400 * 2.5)]
    assert said == ["1 min", "60 min", "1 h", "2.5 days"]


@pytest.mark.parametrize(("points", "throws"), [(5, 428), (2, 2673), (1, 10690)])
def test_the_usual_questions_need_the_usual_throws(points: float, throws: int) -> None:
    assert throws - 1 < throws_for_points(points, 0.05, 0.8) <= throws
    grown = throws * 2 * (points / 100) ** 2 * FACES
    assert ncx2.sf(chi2.isf(0.05, FACES - 1), FACES - 1, grown) == pytest.approx(0.8, abs=2e-3)


@pytest.mark.check
def test_the_planned_power_is_reached() -> None:
    throws = round(throws_for_points(4, 0.05, 0.8))
    rng, studies = np.random.default_rng(3), 600
    fell = rng.multinomial(throws, loaded_die(4), size=studies).astype(np.float64)
    found = np.mean([check_faces(np.append(one, 0), np.full(FACES, 1 / FACES)).p <= 0.05 for one in fell])
    assert found == pytest.approx(0.8, abs=0.02 + 3 * (0.16 / studies) ** 0.5)


def test_plans_that_cannot_be_are_refused() -> None:
    for points in (0, -1, 16.7, float("nan")):
        with pytest.raises(UsageError, match="points"):
            loaded_die(points)
    for level, power in ((0, 0.8), (0.05, 1), (0.8, 0.5)):
        with pytest.raises(UsageError, match="level"):
            throws_for_points(1, level, power)
    with pytest.raises(UsageError, match="larger deviation"):
        small_plan(("a",), points=0.001)
