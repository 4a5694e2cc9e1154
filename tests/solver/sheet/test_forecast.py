"""Estimates of who wins, against games that are played out, against exact chances, and against plain sums."""

import itertools
import math
import random
from pathlib import Path

import numpy as np
import pytest

from solver.action import FIRST_KEEP
from solver.errors import PositionError
from solver.sheet.coach.decide import end_chances, weigh
from solver.sheet.exact.sheet_files import load_sheet
from solver.sheet.exact.table import SheetTable
from solver.sheet.forecast import BELOW, EXACT, Forecast, Outlook, load, make_outlook, outlook_file, save, shares
from solver.sheet.game.card import Card, read_card
from solver.sheet.game.custom_sheet import find_sheet
from solver.sheet.game.rules import SheetState
from solver.spread import Spread

Ends = tuple[list[tuple[str, tuple[int, ...]]], list[float]]


class Playing:
    """Plays games on, a turn at a time; the turns of cards that were met before are not solved again."""

    def __init__(self, table: SheetTable, seed: int) -> None:
        self._table, self._chance = table, random.Random(seed)
        self._turns: dict[tuple[int, int, int], Ends] = {}

    def win(self, state: SheetState, games: int) -> tuple[np.ndarray, np.ndarray]:
        """Return everybody's share of so many games, ties shared, and its standard error."""
        won = np.zeros((games, len(state.cards)))
        now = self._ends(state) if state.dice else None
        for game in range(games):
            points = [self._final(card, now if seat == state.player else None) for seat, card in enumerate(state.cards)]
            best = np.array(points) == max(points)
            won[game] = best / best.sum()
        return won.mean(axis=0), won.std(axis=0, ddof=1) / math.sqrt(games)

    def _final(self, card: Card, ends: Ends | None) -> int:
        while card.open:
            place = self._table.place(card)
            if ends is None and place not in self._turns:
                self._turns[place] = self._ends(SheetState((card,)))
            ((box, dice),) = self._chance.choices(*(ends or self._turns[place]))
            card, ends = card.with_score(box, dice), None
        return card.total

    def _ends(self, state: SheetState) -> Ends:
        """Return how a turn may end, by the coach's own decisions, and how likely."""
        weighed = weigh(self._table, state)
        chances = end_chances(weighed, weighed.options[0][0] if state.dice else FIRST_KEEP)
        names, rolls, ends = state.sheet.names, weighed.lattice.rolls, np.argwhere(chances).tolist()
        return [(names[box], rolls[roll]) for box, roll in ends], [float(chances[box, roll]) for box, roll in ends]


YAHTZEE = find_sheet("yahtzee")
HALF = "ones=3,twos=6,threes=6,fours=12,chance=21,three-of-a-kind=20"
"""What everybody has filled where only the end of a game is looked at."""
CLOSE = 0.02
"""So far an estimate may be off besides the simulation's standard error."""
ENDS = {
    "even": (("", ""), (), 0),
    "ahead": (("four-of-a-kind=24", "four-of-a-kind=0"), (), 0),
    "dice on the table": (("sixes=18,full-house=25", "fives=10,full-house=25"), (2, 3, 4, 5, 5), 2),
    "a paid yahtzee": (("yahtzee=50,sixes=6", "large-straight=40,small-straight=30"), (), 0),
    "three players": (("sixes=18", "full-house=25", "large-straight=40"), (6, 6, 6, 2, 1), 1),
}
STARTS = {
    "ten boxes each": (("ones=3,fours=12,chance=22", "twos=6,sixes=18,full-house=25"), (), 0),
    "a paid yahtzee early": (("yahtzee=50,fours=12,sixes=24", "twos=6,sixes=12,yahtzee=0"), (), 0),
    "three with dice": (
        ("fours=12,sixes=24,large-straight=40", "twos=6,sixes=18,full-house=25", "twos=6,sixes=18,small-straight=30"),
        (1, 3, 3, 4, 6),
        2,
    ),
    "eight boxes each": (
        (
            "ones=3,twos=6,sixes=12,full-house=25,four-of-a-kind=0",
            "twos=6,sixes=18,full-house=25,large-straight=40,small-straight=30",
        ),
        (),
        0,
    ),
}


@pytest.fixture(scope="module")
def table() -> SheetTable:
    return load_sheet(YAHTZEE)


@pytest.fixture(scope="module")
def late(table: SheetTable) -> Outlook:
    return make_outlook(table, card(HALF).filled)


@pytest.fixture(scope="module")
def forecast(table: SheetTable, late: Outlook) -> Forecast:
    return Forecast(table, late)


def card(*texts: str) -> Card:
    return read_card(YAHTZEE, ",".join(filter(None, texts)))


def state(cards: tuple[str, ...], dice: tuple[int, ...], left: int, base: str = "") -> SheetState:
    texts = tuple(card(base, text) for text in cards)
    return SheetState(texts, 0, tuple(sorted(dice)), left) if dice else SheetState(texts, 0)


def check(forecast: Forecast, at: SheetState, games: int) -> None:
    """Compare an estimate with so many games that are played out."""
    estimated = np.array(forecast.win(at))
    played, error = Playing(forecast.table, 7).win(at, games)
    assert abs(estimated.sum() - 1) < 1e-9
    assert (np.abs(estimated - played) < CLOSE + 3.5 * error).all(), (estimated, played, error)


@pytest.mark.parametrize(
    "name", [name if name == "three players" else pytest.param(name, marks=pytest.mark.check) for name in ENDS]
)
def test_estimates_are_what_comes_of_games_played_out(forecast: Forecast, name: str) -> None:
    check(forecast, state(*ENDS[name], base=HALF), 100 if name == "three players" else 500)


@pytest.mark.soak
@pytest.mark.parametrize("name", STARTS)
def test_estimates_of_whole_games_too(table: SheetTable, name: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.getbasetemp() / "whole.outlook"
    if not path.exists():
        save(make_outlook(table), table, path)
    check(Forecast(table, load(table, path)), state(*STARTS[name]), 8000)


def test_the_last_boxes_are_exact(forecast: Forecast) -> None:
    """One box each, the chance: who throws more points of five dice, three throws, each best die kept."""
    base = "ones=3,twos=6,threes=9,fours=12,fives=15,sixes=18,three-of-a-kind=20,four-of-a-kind=0,full-house=25"
    at = state(("", ""), (), 0, base=f"{base},small-straight=30,large-straight=0,yahtzee=0")
    finals = forecast.finals(at, 0)
    twice = np.array([1, 1, 1, 3, 3, 3]) / 12  # with one throw left, what is below four is thrown again
    thrice = np.where(np.arange(1, 7) >= 5, 1 / 6, 0.0) + 4 / 6 * twice  # with two left, what is below five
    dice = np.array([1.0])
    for _ in range(5):
        dice = np.convolve(dice, np.concatenate([[0.0], thrice]))
    points = at.cards[0].total
    assert np.allclose(finals[points : points + len(dice)], dice, atol=1e-12)
    assert forecast.win(at) == pytest.approx((0.5, 0.5))


def test_a_game_that_is_decided_is_certain(forecast: Forecast) -> None:
    base = "ones=3,twos=6,threes=9,fours=12,fives=15,sixes=18,three-of-a-kind=20,four-of-a-kind=0,full-house=25"
    at = state(("small-straight=30,yahtzee=50,chance=20", "small-straight=0,yahtzee=0,chance=20"), (), 0, base=base)
    assert forecast.win(at) == (1.0, 0.0)


def test_expectations_stay_exact_and_spreads_near_the_truth(table: SheetTable, forecast: Forecast) -> None:
    at = state(("", ""), (), 0, base=f"{HALF},full-house=25")
    finals = forecast.finals(at, 0)
    points = np.arange(len(finals))
    mean = finals @ points
    assert mean == pytest.approx(at.cards[0].total + table.at(at.cards[0]), abs=0.3)
    assert len(at.cards[0].open) > EXACT
    rest = Forecast(table, forecast.outlook)._rest(at.cards[0])
    exact = rest @ (np.arange(len(rest)) - rest @ np.arange(len(rest))) ** 2
    assert (finals @ (points - mean) ** 2) ** 0.5 == pytest.approx(exact**0.5, rel=0.06)


def test_each_choice_has_its_curve_whose_mean_is_its_worth(table: SheetTable, forecast: Forecast) -> None:
    base = f"{HALF},full-house=25,small-straight=30,large-straight=0,yahtzee=0"
    at = state((f"{base}",), (2, 2, 3, 5, 6), 1)
    assert len(at.card.open) <= EXACT
    weighed = weigh(table, at)
    finals = {action: forecast.finals(at, 0, action).tolist() for action, _ in weighed.options[:10]}
    spread = Spread(finals)
    for action, worth in weighed.options[:10]:
        chances, points = np.array(finals[action]), np.arange(len(finals[action]))
        assert chances @ points == pytest.approx(at.card.total + worth, abs=1e-9)
        assert spread.sd(action) ** 2 == pytest.approx(chances @ points**2 - (chances @ points) ** 2, abs=1e-6)
    for one in spread.dial:
        reached = {action: sum(chances[one.points :]) for action, chances in finals.items()}
        assert one.chance == pytest.approx(max(reached.values())) == pytest.approx(reached[one.action])
    assert sum(spread.curve[2]) == pytest.approx(1.0, abs=0.005)


def test_ties_are_shared_whoever_plays() -> None:
    """Against every outcome of up to eight players counted one by one."""
    chance = np.random.default_rng(3)
    for players in (2, 3, 5, 8):
        finals = [one / one.sum() for one in chance.random((players, 3))]
        expected = np.zeros(players)
        for points in itertools.product(range(3), repeat=players):
            best = np.array(points) == max(points)
            expected += best / best.sum() * np.prod([one[score] for one, score in zip(finals, points, strict=True)])
        assert shares(finals) == pytest.approx(tuple(expected))


def test_a_file_brings_the_same(table: SheetTable, late: Outlook, tmp_path: Path) -> None:
    path = outlook_file(tmp_path, YAHTZEE)
    save(late, table, path)
    found = load(table, path)
    assert np.abs(found.chances - late.chances).max() < 1e-3
    assert (found.totals == late.totals).all()
    filled = card(HALF).filled
    assert found.at(filled, 0, 27).sum() == pytest.approx(1.0, abs=2e-3)
    assert found.at(filled, 0, 27).argmax() < BELOW + 20


def test_boxes_that_are_chosen_early_are_refused(late: Outlook) -> None:
    sheet = find_sheet("hooligan", None, True)
    table = SheetTable(sheet, load_sheet(YAHTZEE).die, np.zeros((1, 1, 1)))
    with pytest.raises(PositionError, match="chosen early"):
        Forecast(table, late).win(SheetState.start(sheet, 2))
