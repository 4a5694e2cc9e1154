"""A study is judged with one correction for all dice, and what is less certain has wider intervals."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from scipy.stats import chisquare

from robot.errors import UsageError
from robot.fairness.checks import Suspicion, UncertainDie, reader_spread, widen
from robot.fairness.findings import StudyFindings, findings_of, pearson, summarise_successes
from robot.fairness.likelihood import Extent, anytime_drop, anytime_extent, evidence, face_extent, most_likely
from robot.fairness.log import StudyRecord
from robot.fairness.plan import StudyPlan, loaded_die
from robot.fairness.reader import FACES, Floats, ReaderCounts, draw_readers, estimated_reader, fair_die
from robot.fairness.run import looked_at
from tests.support.robot.studies import fallen_record, small_plan

TWO = replace(small_plan(), throws=1200, turn_every=200)


def doubtful(die: Floats, doubt: float = 0.0) -> Floats:
    return np.append(die * (1 - doubt), doubt)


@cache
def found_in(throws: int, plan: StudyPlan = TWO, points: float = 6) -> StudyFindings:
    return findings_of(
        plan, "seal", fallen_record(plan, throws, [doubtful(fair_die(), 0.02), doubtful(loaded_die(points))])
    )


def test_the_loaded_die_is_accused_and_its_model_named_and_the_other_one_is_not() -> None:
    found = found_in(1200)
    red, blue = found.dice
    assert not red.summary.accused
    assert {one.topic for one in blue.summary.accused} == {Suspicion.FACES}
    assert next(model.topic for model in blue.models if model.together < 0.001) is Suspicion.CENTRE
    assert all(model.together >= red.summary.verdicts[0].together for model in red.models)
    assert blue.effect[1] > 0
    assert blue.figures.low[0, 0] > 0  # half of 6 less 1
    assert red.wells is not None
    assert (red.wells.sum(axis=1) == 200).all()
    assert red.parts.sum() == 1200
    assert found.to_json()["dice"][1]["sentence"] == blue.summary.sentence


def test_each_die_alone_gets_half_the_level_and_p_values_are_those_of_all() -> None:
    found = found_in(1200)
    counts = np.append(found.dice[1].summary.counts[:FACES], 0.0)[None]
    assert np.allclose(found.dice[1].summary.faces.low, face_extent(counts, TWO.law, 0.975).low)
    worst = found.dice[0].summary.verdicts
    assert all(one.together >= min(1, one.p) for one in worst)


def test_a_study_that_was_stopped_has_intervals_that_hold_at_every_look() -> None:
    found = found_in(600)
    assert not found.whole
    counts = np.append(found.dice[1].summary.counts[:FACES], 0.0)[None]
    assert np.allclose(found.dice[1].summary.faces.low, anytime_extent(counts, TWO.law, 0.975).low)
    planned_so = findings_of(
        replace(TWO, throws=600),
        "",
        fallen_record(TWO, 600, [doubtful(fair_die(), 0.02), doubtful(loaded_die(6))]),
    )
    early, whole = found.dice[1], planned_so.dice[1]
    assert early.summary.seen
    assert whole.summary.seen
    assert early.summary.seen > 1.1 * whole.summary.seen  # it takes more to be sure at any look
    assert (early.figures.low < whole.figures.low).all()
    assert early.effect[1] < whole.effect[1]
    assert early.effect[2] > whole.effect[2]
    sooner, later = ([verdict.p for verdict in die.summary.verdicts] for die in (early, whole))
    assert all(one >= other for one, other in zip(sooner, later, strict=True))
    assert all(one.p >= other.p for one, other in zip(early.models, whole.models, strict=True))


def reader(known: int) -> ReaderCounts:
    """A reader that errs in one of ten ones and leaves one of five in doubt."""
    rows = [[0] * 7 for _ in range(FACES)]
    for face in range(FACES):
        rows[face][face] = known
    rows[0][:2], rows[0][6] = [known * 7 // 10, known // 10], known // 5
    return tuple(map(tuple, rows))


def test_a_reading_that_the_known_dice_never_gave_leaves_intervals() -> None:
    known = tuple(tuple(1000 * (face == read) for read in range(7)) for face in range(FACES))
    found = findings_of(replace(TWO, reader=known), "", fallen_record(TWO, 1200))
    faces = found.dice[0].summary.faces
    assert found.dice[0].summary.counts[FACES] > 0
    assert np.isfinite([faces.low, faces.high]).all()
    assert faces.holds(fair_die()).all()


@pytest.mark.parametrize("known", [None, 1000])
@pytest.mark.parametrize("throws", [600, 1200])
def test_doubts_anywhere_never_narrow_an_interval(known: int | None, throws: int) -> None:
    plan = replace(TWO, reader=reader(known) if known else None)
    for die in found_in(throws, plan).dice:
        faces, worst, doubts = die.summary.faces, die.summary.worst, int(die.summary.counts[FACES])
        assert (worst.low <= faces.low).all()
        assert (worst.high[0, 1:] > faces.high[0, 1:]).all() == (doubts > 0)  # ones are known to be in doubt


def test_how_uncertain_the_reader_is_widens_the_intervals_as_drawing_readers_does() -> None:
    plan = replace(TWO, reader=reader(200))
    counts = plan.law.of_readings(fair_die())[None] * 50_000
    spread = reader_spread(plan.reader, counts[0])
    drawn = draw_readers(plan.reader or (), 400, np.random.default_rng(2))
    likeliest = np.stack([most_likely(counts, replace(plan.law, chances=law))[0] for law in drawn])
    assert np.allclose(np.sqrt(spread.diagonal()), likeliest.std(axis=0), rtol=0.2, atol=3e-4)
    less = reader_spread(reader(20_000), counts[0])
    assert less.trace() < spread.trace() / 50
    assert not reader_spread(TWO.reader, counts[0]).any()


def test_intervals_with_a_reader_that_was_only_estimated_hold_as_often_as_they_say() -> None:
    rng, held, studies = np.random.default_rng(7), 0, 25
    truth = estimated_reader(reader(1000))
    for _ in range(studies):
        known = tuple(tuple(int(count) for count in rng.multinomial(150, row)) for row in truth.chances)
        plan = replace(TWO, dice=("red",), reader=known)
        counts = rng.multinomial(20_000, truth.of_readings(fair_die())).astype(np.float64)
        spread = reader_spread(plan.reader, counts)
        found = widen(face_extent(counts[None], plan.law, 0.95), spread, np.eye(FACES), 0.95)
        held += bool(found.holds(fair_die())[0])
    assert held >= studies * 0.95 - 3 * (studies * 0.95 * 0.05) ** 0.5


def test_a_reader_that_was_only_estimated_never_makes_a_look_surer() -> None:
    plan = replace(TWO, dice=("red",), reader=reader(150))
    counts = plan.law.of_readings(fair_die()) * 30_000
    die = UncertainDie(counts, plan.law, reader_spread(plan.reader, counts), 0.95)
    assert die.drop >= anytime_drop(counts[None], plan.law, 0.95)[0]
    assert die.evidence <= evidence(counts[None], plan.law, fair_die())[0]


@pytest.mark.check
def test_a_study_with_an_uncertain_reader_may_be_stopped_at_every_look() -> None:
    rng, studies, held = np.random.default_rng(8), 20, 0
    truth, fair = estimated_reader(reader(1000)), fair_die()
    for _ in range(studies):
        known = tuple(tuple(int(count) for count in rng.multinomial(150, row)) for row in truth.chances)
        plan = replace(TWO, dice=("red",), reader=known)
        counts, inside = np.zeros(7), True
        for throws in (30, 1000, 30_000):
            counts += rng.multinomial(throws, truth.of_readings(fair))
            die = UncertainDie(counts, plan.law, reader_spread(plan.reader, counts), 0.95)
            looked = looked_at(counts[None], plan)
            inside &= bool(looked.holds(fair)[0]) and die.evidence < np.log(20)
        held += inside
        exact = anytime_extent(counts[None], plan.law, 0.975)
        assert (looked.high > exact.high + 0.003).any()
    assert held >= studies * 0.95 - 3 * (studies * 0.95 * 0.05) ** 0.5


def test_nothing_is_widened_where_there_is_no_spread() -> None:
    one, figure = Extent(np.array([[0.2]]), np.array([[0.1]]), np.array([[0.3]])), np.array([[1.0, 0.0]])
    assert widen(one, np.zeros((2, 2)), figure, 0.95).low[0, 0] == 0.1
    assert 0 < widen(one, 1e-4 * np.eye(2), figure, 0.95).low[0, 0] < 0.1
    assert widen(one, np.eye(2), figure, 0.95).low[0, 0] == 0


@pytest.mark.usefixtures("few_simulated")
@pytest.mark.parametrize("made", [12, 1000])
def test_nothing_is_widened_beyond_what_can_be(made: int) -> None:
    few = np.array([0, 3, 2, 1, 0, 4, 0], dtype=np.float64)
    plan = replace(TWO, dice=("red",), reader=reader(30))
    record = fallen_record(plan, 12, [few / few.sum()])
    (die,) = findings_of(replace(plan, throws=made), "", record).dice
    for found in (die.summary.faces, die.summary.worst):
        assert found.low.min() >= 0
        assert found.high.max() <= 1
    assert die.figures.low[0, 3:].min() >= 0
    assert die.figures.high[0, :3].max() <= 0.5
    assert die.effect[2] > 0


def test_a_die_that_was_never_read_is_said() -> None:
    never = np.append(np.zeros(FACES), 1.0)
    with pytest.raises(UsageError, match="blue was never read"):
        findings_of(TWO, "", fallen_record(TWO, 30, [doubtful(fair_die()), never]))


def test_wells_that_differ_are_found() -> None:
    record = fallen_record(TWO, 1200, [doubtful(fair_die())] * 2)
    rows = list(record.rows)
    for number, row in enumerate(rows):
        if row.wells and row.wells[0] == 3 and number % 3 == 0:
            rows[number] = replace(row, cells=("6", row.cells[1]))
    found = findings_of(TWO, "", StudyRecord(tuple(rows), ""))
    assert Suspicion.WELLS in {one.topic for one in found.dice[0].summary.accused}


def thrown(rng: np.random.Generator, chances: list[float], throws: int, together: float = 0) -> list[int]:
    """How many throws showed 0, 1, 2 …: with chance `together` all dice do what the first one does."""
    shown = rng.random((throws, len(chances))) < np.array(chances)
    same = rng.random(throws) < together
    shown[same] = shown[same, :1]
    return [int(count) for count in np.bincount(shown.sum(axis=1), minlength=len(chances) + 1)]


def test_good_dice_are_accused_as_seldom_as_said() -> None:
    rng, studies = np.random.default_rng(1), 40
    found = [summarise_successes(thrown(rng, [1 / 3] * 6, 2000), 1 / 3, 0.95) for _ in range(studies)]
    error = (0.05 * 0.95 / studies) ** 0.5
    assert np.mean([bool(die.accused) for die, _ in found]) <= 0.05 + 3 * error
    assert abs(np.mean([whole.p <= 0.05 for _, whole in found]) - 0.05) <= 3.5 * error
    assert abs(np.mean([die.verdicts[1].p <= 0.05 for die, _ in found]) - 0.05) <= 3.5 * error


def test_dice_that_depend_on_each_other_are_told_from_loaded_ones() -> None:
    rng = np.random.default_rng(2)
    tied = summarise_successes(thrown(rng, [1 / 3] * 6, 3000, together=0.1), 1 / 3, 0.95)[0]
    loaded = summarise_successes(thrown(rng, [0.36] * 6, 3000), 1 / 3, 0.95)[0]
    assert Suspicion.TABLE in {one.topic for one in tied.accused}
    assert "depend on each other" in tied.sentence
    assert [one.topic for one in loaded.accused] == [Suspicion.FACES]


@pytest.mark.parametrize("table", [[1, 0, 0], [0, 0, 9], [1, 1, 1], [100, 0, 0, 0]])
def test_few_throws_and_tables_with_one_row_say_nothing_against_independence(table: list[int]) -> None:
    die, _ = summarise_successes(table, 1 / 3, 0.95)
    assert all(one.topic is Suspicion.FACES for one in die.accused)


def test_small_classes_are_put_together_at_both_ends() -> None:
    throws = np.array([1.0, 30, 50, 15, 4, 0])
    found = pearson(throws, 0.5, known=True)
    classes = np.array([31, 50, 15, 4])  # 0 and 1, 2, 3, 4 and 5
    assert found.statistic == pytest.approx(chisquare(classes, np.array([6, 10, 10, 6]) * 100 / 32).statistic)
    assert found.freedom == 3
