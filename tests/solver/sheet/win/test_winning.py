"""Play to win against an exact duel on a small sheet, against play for points, and against its own forecasts."""

import itertools
import random
from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import numpy as np
import pytest

from solver.action import Verb
from solver.errors import OptionError, PositionError, TableError
from solver.sheet.coach.decide import end_chances, weigh_ends
from solver.sheet.exact.solve import solve
from solver.sheet.game.card import Card
from solver.sheet.game.custom_sheet import find_sheet
from solver.sheet.game.dice import lattice
from solver.sheet.game.rules import SheetState
from solver.sheet.game.sheet import Sheet
from solver.sheet.policy.guess import Guess
from solver.sheet.win.match import Player, play_pairs, play_seating
from solver.sheet.win.win_table import WinTable, load, load_wins, save, solve_wins
from solver.sheet.win.winner import Winner
from tests.support.solver.acts import keep, score
from tests.support.solver.boxes import chance, number
from tests.support.solver.duel_sheets import LITTLE, TINY
from tests.support.solver.fives import FIVES
from tests.support.solver.reference_duel import Duel

# Chances are kept in float32, and a point counts as 2e-7 of a game.
CLOSE = 2e-5


@lru_cache
def wins_of(sheet: Sheet) -> WinTable:
    return solve_wins(solve(sheet))


def some_card(sheet: Sheet, boxes: int, chances: random.Random) -> Card:
    """Return a card with so many boxes filled, of somebody who scores at random."""
    card = Card.blank(sheet)
    for _ in range(boxes):
        dice = [chances.choice((3, 3, 2, 1)) if sheet.sides == 3 else chances.randint(1, 6) for _ in range(sheet.dice)]
        card = card.with_score(chances.choice(card.boxes_for(dice)), dice)
    return card


@pytest.mark.parametrize("ahead", [0, 1])
def test_the_last_two_turns_are_exact(ahead: int) -> None:
    winner, duel, chances = Winner(wins_of(LITTLE)), Duel(LITTLE), random.Random(4 + ahead)
    differ = 0
    for _ in range(4):
        mine, other = some_card(LITTLE, 2, chances), some_card(LITTLE, 2 + ahead, chances)
        cards = (mine, other) if not ahead else (other, mine)
        state = SheetState(cards, ahead, rolls_left=LITTLE.throws)
        exact = duel.best(mine, other, my_turn=True)
        assert winner.decide(state).value == pytest.approx(exact, abs=CLOSE)
        differ += 0.02 < exact < 0.98
    assert differ > 1


@pytest.mark.parametrize(
    "my_turn", [pytest.param(True, marks=pytest.mark.check), pytest.param(False, marks=pytest.mark.soak)]
)
def test_little_is_lost_where_the_chances_are_approximate(my_turn: bool) -> None:
    duel, points = Duel(TINY), Duel(TINY)
    winner, blank = Winner(wins_of(TINY)), Card.blank(TINY)

    def ends(mine: Card, other: Card) -> Iterable[tuple[Card, float]]:
        return play(winner, mine, other)

    best, won = duel.best(blank, blank, my_turn), duel.evaluate(blank, blank, my_turn, ends)
    for_points = points.evaluate(blank, blank, my_turn, lambda mine, _: points.next_cards(mine))
    assert for_points < won <= best + CLOSE
    assert best - won < 0.2 * (best - for_points)


def play(winner: Winner, mine: Card, other: Card) -> Iterable[tuple[Card, float]]:
    """Yield the cards that a turn to win leaves, and their chances."""
    second = mine.filled.bit_count() < other.filled.bit_count()
    state = SheetState((other, mine) if second else (mine, other), int(second), rolls_left=mine.sheet.throws)
    ends = winner.ends(state)
    dice = lattice(mine.sheet.dice, wins_of(mine.sheet).table.die)
    chances = end_chances(weigh_ends(state, dice, ends), keep())
    for box, roll in np.argwhere(chances > 0):
        yield mine.with_score(mine.sheet.names[box], dice.rolls[roll]), float(chances[box, roll])


def test_the_last_turn_of_several_shares_ties() -> None:
    winner, duel, chances = Winner(wins_of(LITTLE)), Duel(LITTLE), random.Random(8)
    for _ in range(4):
        before = [some_card(LITTLE, 4, chances) for _ in range(1)]
        mine = some_card(LITTLE, 3, chances)
        after = [some_card(LITTLE, 3, chances) for _ in range(2)]
        state = SheetState((*before, mine, *after), 1, rolls_left=LITTLE.throws)
        last = [duel.next_cards(card) for card in after]

        def share(end: Card, before: list[Card] = before, last: list[list[tuple[Card, float]]] = last) -> float:
            total = 0.0
            for cards in itertools.product(*last):
                scores = [card.total for card in before] + [card.total for card, _ in cards]
                if end.total >= max(scores):
                    total += cards[0][1] * cards[1][1] / (1 + scores.count(end.total))
            return total

        assert winner.decide(state).value == pytest.approx(duel.turn(mine, share)[0], abs=CLOSE)


@pytest.mark.parametrize("boxes", [1, pytest.param(2, marks=pytest.mark.check)])
def test_the_shortest_games_can_be_won(boxes: int) -> None:
    sheet = Sheet("short", "own", (chance(), number("sixes", 6))[:boxes], throws=2, dice=3)
    winner, duel = Winner(wins_of(sheet)), Duel(sheet)
    blank = Card.blank(sheet)
    decision = winner.decide(SheetState.start(sheet, 2).apply(keep(), (2, 5, 6)))
    assert {*decision.options} > {score("chance"), keep(5, 6)}
    assert winner.decide(replace(SheetState.start(sheet, 2), rolls_left=2)).value == pytest.approx(
        duel.best(blank, blank, True), abs=CLOSE
    )
    assert sum(winner.win(SheetState.start(sheet, 3))) == pytest.approx(1)


@pytest.mark.parametrize(
    ("players", "filled"),
    [
        (3, 2),
        pytest.param(2, 2, marks=pytest.mark.check),
        pytest.param(8, 4, marks=pytest.mark.check),
        pytest.param(8, 0, marks=pytest.mark.soak),
    ],
)
def test_chances_of_all_players_sum_to_one(players: int, filled: int) -> None:
    winner = Winner(wins_of(FIVES))
    chances = random.Random(players)
    state = SheetState(tuple(some_card(FIVES, filled, chances) for _ in range(players)), rolls_left=FIVES.throws)
    while not state.over:
        won = winner.win(state)
        assert sum(won) == pytest.approx(1)
        assert min(won) >= -CLOSE
        if state.dice:
            options = winner.options(state)
            assert options[0][1] == pytest.approx(won[state.player])
            action = options[0][0]
        else:
            action = keep()
        thrown = 0 if action.verb is Verb.SCORE else FIVES.dice - len(action.keep) if action.keep is not None else 0
        state = state.apply(action, [chances.randint(1, 6) for _ in range(thrown)])
    assert winner.win(state) == state.returns()


def test_whoever_has_won_for_sure_knows_it_and_plays_on_for_points() -> None:
    sheet = FIVES
    mine = Card(sheet, (25, 30, 30, 50, None), 3)
    other = Card(sheet, (0, 0, 0, 0, 5), 0)
    winner = Winner(wins_of(sheet))
    decision = winner.decide(SheetState((other, mine), 1, (1, 2, 3, 4, 6), 1))
    assert decision.value == pytest.approx(1.0, abs=CLOSE)
    assert decision.action == keep(4, 6)
    assert decision.reason.key in {"better", "even"}


@pytest.mark.parametrize(
    "games", [pytest.param(4_000, marks=pytest.mark.check), pytest.param(10_000, marks=pytest.mark.soak)]
)
def test_to_win_beats_to_play_for_points_in_both_seats(games: int) -> None:
    wins = wins_of(FIVES)
    match = play_pairs(wins, Guess.of_table(wins.table), games, 7)
    assert match.share - 4 * match.standard_error > 0.5
    assert min(match.seats) > 0.5
    assert match.win_first + match.draw + match.win_second == pytest.approx(1)


@pytest.mark.parametrize(
    "games", [pytest.param(3_000, marks=pytest.mark.check), pytest.param(6_000, marks=pytest.mark.soak)]
)
def test_forecasts_come_true(games: int) -> None:
    wins = wins_of(FIVES)
    points = Guess.of_table(wins.table)
    orders: tuple[tuple[Player, ...], ...] = ((wins, points), (points, wins))
    for seat, players in enumerate(orders):
        shares, hopes = play_seating(players, range(games), 5)
        won = shares[seat]
        for turn in range(len(FIVES.boxes)):
            hope = hopes[seat, turn]
            for low in (0.1, 0.3, 0.5, 0.7):
                some = (hope >= low) & (hope < low + 0.2)
                if some.sum() > games / 12:
                    error = won[some].std() / np.sqrt(some.sum())
                    assert abs(won[some].mean() - hope[some].mean()) < 4 * error + 0.02


@pytest.mark.parametrize(
    "games", [pytest.param(1_500, marks=pytest.mark.check), pytest.param(5_000, marks=pytest.mark.soak)]
)
def test_one_who_plays_to_win_beats_two_of_points(games: int) -> None:
    wins = wins_of(FIVES)
    points = Guess.of_table(wins.table)
    shares = [
        play_seating([wins if at == seat else points for at in range(3)], range(games), 6)[0][seat] for seat in range(3)
    ]
    mean = np.mean(shares, axis=0)
    assert mean.mean() - 3 * mean.std() / np.sqrt(len(mean)) > 1 / 3


def test_the_table_is_kept_and_that_of_another_game_refused(tmp_path: Path) -> None:
    wins = wins_of(TINY)
    told: list[str] = []
    kept = load_wins(wins.table, tmp_path, say=told.append)
    path = next(tmp_path.iterdir())
    again = load(path, wins.table)
    for one, other in ((kept, again), (kept, wins)):
        assert all(np.array_equal(getattr(one.wins, name), getattr(other.wins, name)) for name in one.wins._fields)
    assert told == []
    save(wins_of(LITTLE), path)
    with pytest.raises(TableError, match="another game"):
        load(path, wins.table)


def test_a_game_of_one_and_one_that_is_over_are_refused() -> None:
    winner = Winner(wins_of(TINY))
    with pytest.raises(PositionError, match="two players"):
        winner.decide(SheetState.start(TINY, 1))
    with pytest.raises(PositionError, match="give cards for tiny"):
        winner.decide(SheetState.start(LITTLE, 2))
    with pytest.raises(OptionError, match="leave commit out"):
        solve_wins(solve(find_sheet("hooligan", commit=True)))
    with pytest.raises(OptionError, match="different games"):
        play_seating((wins_of(TINY), wins_of(LITTLE)), range(10), 1)
    with pytest.raises(OptionError, match="even number"):
        play_pairs(wins_of(TINY), wins_of(TINY), 5, 1)
