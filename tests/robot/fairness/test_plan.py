"""A plan says what is asked and what it takes, and cannot be changed after the seal without being found out."""

import json
from pathlib import Path
from types import SimpleNamespace

import pytest

from robot.errors import UsageError
from robot.fairness.plan import (
    PLAN,
    StudyPlan,
    StudyQuestion,
    keep_plan,
    planned,
    points_that_cost,
    read_plan,
    throws_for_points,
)
from robot.fairness.reader import ReaderCounts, exact_reader, read_reader_counts
from robot.fairness.wording import duration, plan_sayings
from robot.language import english
from solver.race.other_die import play_with
from tests.support.robot.studies import ASKED, small_plan


def test_a_plan_is_read_again_as_it_was_sealed(tmp_path: Path) -> None:
    plan = small_plan()
    keep_plan(plan, tmp_path / "study")
    assert read_plan(tmp_path / "study") == (plan, plan.seal)
    with pytest.raises(UsageError, match="not empty"):
        keep_plan(plan, tmp_path / "study")
    file = tmp_path / "study" / PLAN
    file.write_text(file.read_text().replace('"points": 10', '"points": 9'))
    changed, seal = read_plan(tmp_path / "study")
    assert changed.points == 9
    assert seal != plan.seal


def test_every_die_lies_in_every_well_and_never_two_in_one() -> None:
    plan = small_plan(("a", "b", "c", "d", "e", "f"))
    wells = [plan.wells(throw) for throw in range(1, plan.throws + 1)]
    assert all(len(set(one)) == 6 for one in wells)
    for die in range(6):
        assert {one[die] for one in wells} == {1, 2, 3, 4, 5, 6}
    changes = [throw for throw in range(1, plan.throws) if plan.wells(throw) != plan.wells(throw + 1)]
    assert changes == list(plan.turns())
    assert small_plan(table="hands").wells(1) == ()


def test_several_dice_need_more_throws_and_an_hour_takes_no_more_than_it_may() -> None:
    one, two = small_plan(("a",)), small_plan()
    assert two.throws == throws_for_points(10, exact_reader(), 0.025, 0.8) > one.throws
    limited = planned(ASKED, ("a",), "", "sim", an_hour=60)
    assert limited.seconds == 60 * limited.throws > one.seconds
    assert "h." in english().say(list(plan_sayings(limited))[1])


def test_a_cost_is_that_of_the_face_which_costs_most(monkeypatch: pytest.MonkeyPatch) -> None:
    def play(_: str, die: tuple[float, ...]) -> SimpleNamespace:
        return SimpleNamespace(
            edge=sum(weight * abs(chance - 1 / 6) for weight, chance in zip((1, 3, 2), die[:3], strict=True))
        )

    monkeypatch.setattr("robot.fairness.plan.play_with", play)
    assert points_that_cost(0.06, "pig") == pytest.approx(2, abs=2e-3)


@pytest.mark.check
def test_a_cost_is_the_smallest_deviation_that_costs_so_much() -> None:
    points = points_that_cost(0.004, "pig")
    edges = []
    for rare in range(6):
        die = [1 / 6] * 6
        die[rare] -= points / 100
        die[5 - rare] += points / 100
        edges.append(play_with("pig", tuple(die)).edge)
    assert max(edges) == pytest.approx(0.004, abs=2e-5)


def test_a_cost_that_no_die_has_is_refused() -> None:
    with pytest.raises(UsageError, match="cannot be"):
        points_that_cost(0.6, "pig")


@pytest.mark.parametrize(
    "names", [(), ("a",) * 7, ("a", "A"), ("",), ("a,b",), ("@a",), ("a\nb",), ("../a",), (" a",), ("x" * 41,)]
)
def test_names_that_cannot_be_are_refused(names: tuple[str, ...]) -> None:
    with pytest.raises(UsageError):
        small_plan(names)


def test_more_throws_than_a_life_has_are_refused() -> None:
    with pytest.raises(UsageError, match="larger deviation"):
        planned(StudyQuestion(0.001, "", 0, 0.05, 0.8), ("a",), "", "sim")


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"version": 1}', "\xff"])
def test_a_file_that_is_no_plan_is_said(tmp_path: Path, text: str) -> None:
    (tmp_path / PLAN).write_text(text, "latin-1")
    with pytest.raises(UsageError, match="no plan"):
        read_plan(tmp_path)
    with pytest.raises(UsageError, match="holds no study"):
        read_plan(tmp_path / "nowhere")


def test_a_plan_with_other_keys_or_values_is_said(tmp_path: Path) -> None:
    raw = json.loads(small_plan().to_bytes())
    for change in ({"dice": 3}, {"reader": [[1]]}, {"more": 1}, {"throws": 0}, {"an_hour": -3}, {"points": 50}):
        with pytest.raises(UsageError):
            StudyPlan.of_bytes(json.dumps(raw | change).encode(), tmp_path)


def test_what_is_known_of_the_reader_is_kept_and_costs_throws(tmp_path: Path) -> None:
    file = tmp_path / "reader.csv"
    file.write_text("".join(",".join(str(90 * (a == b)) for b in range(6)) + ",10\n" for a in range(6)))
    counts = read_reader_counts(file)
    plan = planned(ASKED, ("a",), "", "sim", reader=counts.counts)
    assert plan.throws > small_plan(("a",)).throws
    assert StudyPlan.of_bytes(plan.to_bytes(), tmp_path).law.chances[0, 6] == pytest.approx(10.5 / 103.5)
    for text in ("1,2\n", "x\n", file.read_text().replace("90", "0").replace("10", "0")):
        file.write_text(text)
        with pytest.raises(UsageError):
            read_reader_counts(file)
    with pytest.raises(UsageError, match="told apart"):
        ReaderCounts(((5, 5, 0, 0, 0, 0, 0),) * 2 + ((0, 0, 5, 5, 5, 5, 0),) * 4)


def test_times_are_said_in_units_that_fit() -> None:
    said = [english().say(duration(seconds)) for seconds in (1, 3599, 3600, 86_400 * 2.5)]
    assert said == ["1 min", "60 min", "1 h", "2.5 days"]
