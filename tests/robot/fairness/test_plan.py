"""A plan says what is asked and what it takes, reaches its power, and cannot be changed after the seal unseen."""

import json
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from scipy.stats import chi2, ncx2

from robot.errors import UsageError
from robot.fairness.checks import FREE, check_faces, covariance, reader_spread, wald
from robot.fairness.likelihood import most_likely
from robot.fairness.plan import (
    PLAN,
    StudyPlan,
    bound_of,
    keep_plan,
    loaded_die,
    noncentrality,
    plan_study,
    points_that_cost,
    read_plan,
    signal,
    smallest_seen,
    throws_for_points,
    throws_needed,
)
from robot.fairness.reader import (
    FACES,
    Floats,
    ReadingLaw,
    draw_readers,
    erring_reader,
    estimated_reader,
    exact_reader,
    fair_die,
    read_reader_counts,
)
from robot.fairness.wording import duration, plan_sayings
from robot.language import english
from solver.other_die import play_with
from tests.support.robot.studies import asked, small_plan


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
    assert changes == list(range(plan.turn_every, plan.throws, plan.turn_every))
    assert small_plan(table="hands").wells(1) == ()


def test_several_dice_need_more_throws_and_an_hour_takes_no_more_than_it_may() -> None:
    one, two = small_plan(("a",)), small_plan()
    assert two.throws == throws_for_points(10, exact_reader(), 0.025, 0.8) > one.throws
    limited = asked(("a",), "", "sim", an_hour=60)
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
    with pytest.raises(UsageError, match="impossible"):
        points_that_cost(0.6, "pig")


@pytest.mark.parametrize(
    "names", [(), ("a",) * 7, ("a", "A"), ("",), ("a,b",), ("@a",), ("a\nb",), ("../a",), (" a",), ("x" * 41,)]
)
def test_names_that_cannot_be_are_refused(names: tuple[str, ...]) -> None:
    with pytest.raises(UsageError):
        small_plan(names)


def test_more_throws_than_a_life_has_are_refused() -> None:
    with pytest.raises(UsageError, match="larger deviation"):
        plan_study(("a",), "", "sim", points=0.001, level=0.05, power=0.8)


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"version": 1}', "\xff"])
def test_a_file_that_is_no_plan_is_said(tmp_path: Path, text: str) -> None:
    (tmp_path / PLAN).write_text(text, "latin-1")
    with pytest.raises(UsageError, match="is not a study's plan"):
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
    plan = asked(("a",), "", "sim", reader=counts)
    assert plan.throws > small_plan(("a",)).throws
    assert StudyPlan.of_bytes(plan.to_bytes(), tmp_path).law.chances[0, 6] == pytest.approx(10.5 / 103.5)
    for text in ("1,2\n", "x\n", file.read_text().replace("90", "0").replace("10", "0")):
        file.write_text(text)
        with pytest.raises(UsageError):
            read_reader_counts(file)
    with pytest.raises(UsageError, match="told apart"):
        estimated_reader(((5, 5, 0, 0, 0, 0, 0),) * 2 + ((0, 0, 5, 5, 5, 5, 0),) * 4)


def test_times_are_said_in_units_that_fit() -> None:
    said = [english().say(duration(seconds)) for seconds in (1, 3599, 3600, 86_400 * 2.5)]
    assert said == ["1 min", "60 min", "1 h", "2.5 days"]


def power_of(faces: Floats, law: ReadingLaw, level: float, throws: int) -> float:
    """The chance that a die with chances `faces` is found not fair after so many throws."""
    return float(ncx2.sf(chi2.isf(level, law.faces - 1), law.faces - 1, throws * signal(faces, law)))


@pytest.mark.parametrize(("points", "throws"), [(5, 428), (2, 2673), (1, 10690)])
def test_the_usual_questions_need_the_usual_throws(points: float, throws: int) -> None:
    assert throws_needed(loaded_die(points), exact_reader(), 0.05, 0.8) == throws
    assert smallest_seen(exact_reader(), bound_of(0.05, 0.8, 5), 0.8, throws) == pytest.approx(points, rel=2e-3)
    assert power_of(loaded_die(points), exact_reader(), 0.05, throws) == pytest.approx(0.8, abs=2e-3)


def test_the_planned_power_is_reached_by_a_reader_that_errs() -> None:
    law = erring_reader(np.full((FACES, FACES), 0.01), np.array([0.2, 0.1, 0.05, 0.02, 0.0, 0.15]))
    throws = throws_needed(loaded_die(5), law, 0.05, 0.8)
    assert throws > 428
    rng = np.random.default_rng(3)
    studies = rng.multinomial(throws, law.of_readings(loaded_die(5)), size=1000).astype(np.float64)
    found = np.mean([check_faces(counts, law, fair_die(), rng).p <= 0.05 for counts in studies])
    assert found == pytest.approx(0.8, abs=0.02 + 3 * (0.16 / 1000) ** 0.5)


def test_the_planned_power_is_reached_by_a_reader_that_is_only_estimated() -> None:
    known = tuple(tuple(300 if face == read else 5 for read in range(FACES + 1)) for face in range(FACES))
    rng, studies = np.random.default_rng(4), 400
    law, fair = estimated_reader(known), fair_die()
    spread = reader_spread(known, law.of_readings(fair))
    throws = throws_for_points(2, law, 0.05, 0.8, spread)
    assert throws > 1.2 * throws_for_points(2, law, 0.05, 0.8)
    laws = draw_readers(known, studies, rng)
    found = []
    for faces in (loaded_die(2), fair):
        counts = rng.multinomial(throws, faces @ laws).astype(np.float64)
        offs = most_likely(counts, law) - fair
        found.append(np.mean([wald(off, FREE, covariance(fair, law, throws) + spread)[1] <= 0.05 for off in offs]))
    assert found[0] == pytest.approx(0.8, abs=0.02 + 3 * (0.16 / studies) ** 0.5)
    assert found[1] <= 0.05 + 3 * (0.05 * 0.95 / studies) ** 0.5
    with pytest.raises(UsageError, match="known dice"):
        throws_for_points(0.2, law, 0.05, 0.8, spread)


def test_the_noncentrality_is_the_one_that_has_the_power() -> None:
    assert ncx2.sf(chi2.isf(0.01, 5), 5, noncentrality(bound_of(0.01, 0.9, 5), 0.9, 5)) == pytest.approx(0.9)


def test_what_was_seen_is_found_as_often_as_said_by_an_uneven_reader_at_the_face_it_reads_worst() -> None:
    law = erring_reader(np.full((FACES, FACES), 0.01), np.array([0.0, 0.5, 0.0, 0.0, 0.0, 0.0]))
    bound = bound_of(0.05, 0.8, 5)
    points = smallest_seen(law, bound, 0.8, 2000)
    assert points is not None
    assert min(power_of(loaded_die(points, rare), law, 0.05, 2000) for rare in range(1, FACES + 1)) == pytest.approx(
        0.8, abs=0.02
    )
    spread = smallest_seen(law, bound, 0.8, 2000, covariance(fair_die(), law, 1000))
    assert spread == pytest.approx(points * 3**0.5, rel=1e-6)
    assert smallest_seen(law, bound, 0.8, 10) is None


def test_plans_that_cannot_be_are_refused() -> None:
    for points in (0, -1, 16.7, float("nan")):
        with pytest.raises(UsageError, match="points"):
            loaded_die(points)
    for level, power in ((0, 0.8), (0.05, 1), (0.8, 0.5)):
        with pytest.raises(UsageError, match="level"):
            throws_needed(loaded_die(1), exact_reader(), level, power)
    with pytest.raises(UsageError, match="is fair"):
        throws_needed(fair_die(), exact_reader(), 0.05, 0.8)
