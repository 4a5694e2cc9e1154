"""Exact evaluation: against every game gone through in fractions, the solved tables, and what was published."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from numpy.typing import NDArray

from solver.action import Action, Verb
from solver.errors import DistributionError, SolverError
from solver.sheet.exact.solve import solve
from solver.sheet.exact.table import SheetTable, plan_of
from solver.sheet.game.card import Card
from solver.sheet.game.custom_sheet import find_sheet
from solver.sheet.game.rules import SheetState
from solver.sheet.game.sheet import Joker, Sheet
from solver.sheet.games import SheetGame
from solver.sheet.policy.evaluate import PolicyEvaluation, evaluate
from solver.sheet.policy.guess import Guess
from solver.sheet.policy.strategies import MEANS, greedy
from solver.throw_distribution import fair_die
from tests.support.solver.fives import FIVES
from tests.support.solver.reference_states import End, falls, make_small, start_of, to_throw

Act = Callable[[SheetState], Action]


def play_all(sheet: Sheet, act: Act, die: tuple[Fraction, ...]) -> dict[Card, Fraction]:
    """Return how likely each full card is when all is done as `act` says, over every outcome of the dice.

    Nothing but what `start_of` tells of a card may matter to `act`.
    """
    cards = {Card.blank(sheet): Fraction(1)}
    turns: dict[object, dict[End, Fraction]] = {}
    for _ in sheet.boxes:
        after: dict[Card, Fraction] = {}
        for card, chance in cards.items():
            start = SheetState((card,), rolls_left=sheet.throws)
            key = start_of(start)
            if key not in turns:
                turns[key] = play_turn(start, act, die)
            for (box, dice), way in turns[key].items():
                filled = card.with_score(box, dice)
                after[filled] = after.get(filled, Fraction(0)) + chance * way
        cards = after
    return cards


def play_turn(start: SheetState, act: Act, die: tuple[Fraction, ...]) -> dict[End, Fraction]:
    """Return how likely a turn ends with some dice in some box."""
    ahead = {start: Fraction(1)}
    ends: dict[End, Fraction] = {}
    while ahead:
        after: dict[SheetState, Fraction] = {}
        for state, chance in ahead.items():
            action = act(state)
            if action.verb is Verb.SCORE:
                end = action.box, state.dice
                ends[end] = ends.get(end, Fraction(0)) + chance
                continue
            for throw, way in falls(die, to_throw(state, action)).items():
                reached = state.apply(action, throw)
                after[reached] = after.get(reached, Fraction(0)) + chance * way
        ahead = after
    return ends


def whim(sheet: Sheet, die: tuple[Fraction, ...]) -> Guess:
    """Return a player who believes in values that are drawn at random for all that a policy may depend on."""
    plan = plan_of(sheet)
    values = np.random.default_rng(1).random((1 << plan.boxes, plan.flags, plan.cap + 1)) * 20
    for mask, begin in enumerate(plan.begin.tolist()):
        values[mask, :, :begin] = values[mask, :, begin, None]
    return Guess.of_table(SheetTable(sheet, die, values))


def moments_of(full: dict[Card, Fraction]) -> tuple[float, float]:
    """Return mean and standard deviation of the final score."""
    mean = sum((chance * card.total for card, chance in full.items()), Fraction(0))
    square = sum((chance * card.total**2 for card, chance in full.items()), Fraction(0))
    return float(mean), float(square - mean**2) ** 0.5


def chances_of(full: dict[Card, Fraction], what: Callable[[Card], int]) -> dict[int, float]:
    """Return how likely each number is that `what` makes of a full card."""
    found: dict[int, Fraction] = {}
    for card, chance in full.items():
        found[what(card)] = found.get(what(card), Fraction(0)) + chance
    return {number: float(chance) for number, chance in found.items()}


LOADED = (Fraction(1, 2), Fraction(1, 12), Fraction(1, 4), Fraction(1, 6))

BLIND = (Fraction(0), Fraction(1, 3), Fraction(1, 3), Fraction(1, 3))


def four(joker: Joker, extra: int, throws: int, commit: bool = False) -> Sheet:
    """Return a sheet of four boxes: threes, a pair, a run, three alike; 9 more from 6 threes on."""
    sheet = make_small(joker, extra, throws, commit)
    return replace(sheet, boxes=sheet.boxes[1:], bonus_from=6)


def compare(found: PolicyEvaluation, full: dict[Card, Fraction]) -> None:
    assert sum(full.values()) == 1
    assert nonzero(found.scores) == pytest.approx(chances_of(full, lambda card: card.total), abs=1e-14)
    assert (found.mean, found.sd) == pytest.approx(moments_of(full), abs=1e-11)
    assert nonzero(found.further) == pytest.approx(chances_of(full, lambda card: card.extras), abs=1e-14)
    bonus = chances_of(full, lambda card: card.bonus)
    assert found.bonus_probability == pytest.approx(bonus.get(found.sheet.bonus, 0.0), abs=1e-14)
    paid = chances_of(full, lambda card: int(card.joker_paid))
    assert found.yahtzee_probability == pytest.approx(paid.get(1, 0.0), abs=1e-14)
    numbers = chances_of(full, lambda card: card.joker_paid + card.extras)
    mean = sum(number * chance for number, chance in numbers.items())
    sd = sum((number - mean) ** 2 * chance for number, chance in numbers.items()) ** 0.5
    assert (found.yahtzees_mean, found.yahtzees_sd) == pytest.approx((mean, sd), abs=1e-11)
    for box in range(len(found.sheet.boxes)):
        slots = range(found.plan.first[box], found.plan.first[box + 1])
        chances = {int(found.plan.points[slot]): float(found.written[:, slot].sum()) for slot in slots}
        written = {points: chance for points, chance in chances.items() if chance}
        assert written == pytest.approx(chances_of(full, lambda card, box=box: card.scores[box]), abs=1e-14)  # type: ignore[misc]
    assert found.written.sum(axis=1) == pytest.approx(1.0)


def nonzero(chances: NDArray[np.float64]) -> dict[int, float]:
    """Return the chances that are not 0, by their places."""
    return {int(place): float(chances[place]) for place in np.flatnonzero(chances)}


@pytest.fixture(scope="module")
def table() -> SheetTable:
    """Return Yahtzee solved by the free rule."""
    return solve(find_sheet("yahtzee", "free"))


@pytest.fixture(scope="module")
def free(table: SheetTable) -> PolicyEvaluation:
    """Return optimal play of it."""
    return evaluate(Guess.of_table(table))


@pytest.mark.parametrize(
    ("sheet", "die"),
    [
        (four(Joker.FORCED, 15, 3), BLIND),
        pytest.param(four(Joker.FORCED, 15, 3), LOADED, marks=pytest.mark.check),
        pytest.param(four(Joker.NONE, 15, 2), LOADED, marks=pytest.mark.check),
        pytest.param(four(Joker.FREE, 15, 2), fair_die(4), marks=pytest.mark.check),
        pytest.param(four(Joker.FORCED, 0, 2), LOADED, marks=pytest.mark.check),
        (four(Joker.FREE, 15, 1), LOADED),
        (four(Joker.FREE, 15, 2, commit=True), LOADED),
        pytest.param(four(Joker.NONE, 0, 3, commit=True), fair_die(4), marks=pytest.mark.check),
    ],
)
def test_every_game_gone_through_brings_the_same(sheet: Sheet, die: tuple[Fraction, ...]) -> None:
    player = whim(sheet, die)
    full = play_all(sheet, lambda state: player.act(state)[0], die)
    found, shorter = evaluate(player, die), evaluate(player, die, scores=False)
    compare(found, full)
    for name in ("mean", "sd", "bonus", "yahtzee_probability", "yahtzees_mean"):
        assert getattr(shorter, name) == pytest.approx(getattr(found, name), abs=1e-14)


@pytest.mark.parametrize(
    "sheet", [four(Joker.FORCED, 15, 2), pytest.param(four(Joker.FREE, 15, 2), marks=pytest.mark.check)]
)
def test_players_who_think_are_gone_through_too(sheet: Sheet) -> None:
    for player in (Guess.of_table(solve(sheet, BLIND)), greedy(sheet, BLIND)):
        full = play_all(sheet, lambda state, player=player: player.act(state)[0], BLIND)  # type: ignore[misc]
        compare(evaluate(player, BLIND), full)


@pytest.mark.check
def test_optimal_play_has_the_published_spread(table: SheetTable, free: PolicyEvaluation) -> None:
    # Verhoeff, "Optimal Solitaire Yahtzee Player: Trivia", 1999: 254.5896, 59.6117, median 248; ties as he broke them.
    assert free.mean == pytest.approx(254.5896, abs=5e-5)
    assert free.mean == pytest.approx(table.value, abs=1e-9)
    assert free.sd == pytest.approx(59.6117, abs=1e-3)
    assert np.searchsorted(free.scores.cumsum(), 0.5) == 248
    assert free.scores.sum() == pytest.approx(1.0, abs=1e-12)
    assert len(free.scores) == 1575 + 1
    assert free.scores[1575] > 0


def test_parts_of_a_game_add_up() -> None:
    found = evaluate(Guess.of_table(solve(FIVES)))
    mean, sd = found.box_moments()
    assert found.bonus_probability is not None
    extras = float(found.further @ np.arange(len(found.further)))
    assert float(mean.sum()) + 35 * found.bonus_probability + 100 * extras == pytest.approx(found.mean, abs=1e-9)
    yahtzee = found.yahtzee_probability
    assert yahtzee is not None
    place = FIVES.index("yahtzee")
    assert (mean[place], sd[place]) == pytest.approx((50 * yahtzee, 50 * (yahtzee * (1 - yahtzee)) ** 0.5))
    told, paid = SheetGame(FIVES.name, FIVES).solve().extra, found.yahtzees_mean
    assert paid is not None
    keys = "sd", "bonus_probability", "yahtzee_probability", "yahtzees_a_game", "games_a_yahtzee"
    known = found.sd, found.bonus_probability, yahtzee, paid, 1 / paid
    assert tuple(told[key] for key in keys) == pytest.approx(known)


@pytest.mark.check
def test_means_that_a_heuristic_goes_by_are_those_of_optimal_play(free: PolicyEvaluation) -> None:
    assert free.box_moments()[0] == pytest.approx(MEANS, abs=6e-4)


@pytest.mark.parametrize("commit", [False, True])
def test_the_mean_of_optimal_play_is_the_value(commit: bool) -> None:
    table = solve(find_sheet("hooligan", commit=commit))
    found = evaluate(Guess.of_table(table))
    assert found.mean == pytest.approx(table.value, abs=1e-9)
    assert found.scores.sum() == pytest.approx(1.0, abs=1e-12)
    assert found.bonus_probability is None
    assert found.yahtzee_probability is None
    assert found.yahtzees_mean is None


def test_a_die_of_other_sides_is_refused() -> None:
    sheet = find_sheet("hooligan")
    with pytest.raises(DistributionError, match="sides"):
        evaluate(greedy(sheet, fair_die(6)), fair_die(5))


def test_too_many_scores_are_refused_and_summed_up_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    player = Guess.of_table(solve(find_sheet("hooligan")))
    monkeypatch.setattr("solver.sheet.policy.evaluate.MOST_HELD", 1000)
    with pytest.raises(SolverError, match="hooligan has too many scores to compute the chance of each"):
        evaluate(player)
    assert evaluate(player, scores=False).mean == pytest.approx(player.table.value, abs=1e-9)
