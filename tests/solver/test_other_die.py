"""What another die means for a game: the identities that hold exactly, and games that are played out."""

import numpy as np
import pytest
from numpy.typing import NDArray

from solver.errors import DistributionError, OptionError, UnknownNameError
from solver.other_die import play_with, six_sided
from solver.race.race_table import load_race
from solver.throw_distribution import fair_die

HEAVY = (0.1167, 0.1667, 0.1667, 0.1666, 0.1667, 0.2166)


@pytest.mark.parametrize("game", six_sided())
def test_a_fair_die_changes_nothing(game: str) -> None:
    play = play_with(game, fair_die(6))
    assert play.blind == pytest.approx(play.fair_die, abs=1e-12)
    assert play.knowing == play.fair_die
    assert play.edge == pytest.approx(0, abs=1e-12)


def test_who_plays_for_the_die_wins_more_and_never_less() -> None:
    edges = [play_with("pig", (1 / 6 - off, 1 / 6, 1 / 6, 1 / 6, 1 / 6, 1 / 6 + off)).edge for off in (0.01, 0.05, 0.1)]
    assert edges == sorted(edges)
    assert edges[0] == pytest.approx(0.004, abs=1e-4)


def played(masks: tuple[NDArray[np.bool_], NDArray[np.bool_]], games: int, rng: np.random.Generator) -> float:
    """Play games of Pig with the heavy die; return how often the first player won."""
    scores, turn, mover = np.zeros((games, 2), np.int64), np.zeros(games, np.int64), np.zeros(games, np.int64)
    winner = np.full(games, -1)
    every = np.arange(games)
    while (winner < 0).any():
        me, other = scores[every, mover], scores[every, 1 - mover]
        won = (me + turn >= 100) & (winner < 0)
        winner[won] = mover[won]
        seen = np.minimum(turn, 99 - np.minimum(me, 99))
        rolls = np.where(mover == 0, masks[0][me, other, seen], masks[1][me, other, seen]) | (turn == 0)
        face = rng.choice(6, p=np.array(HEAVY) / sum(HEAVY), size=games) + 1
        bust = rolls & (face == 1)
        ends = bust | ~rolls
        scores[every, mover] += np.where(~rolls & (winner < 0), turn, 0)
        turn = np.where(ends, 0, turn + face)
        mover = np.where(ends, 1 - mover, mover)
        scores = np.minimum(scores, 99)
    return float((winner == 0).mean())


@pytest.mark.check
def test_games_that_are_played_out_agree() -> None:
    die = tuple(chance / sum(HEAVY) for chance in HEAVY)
    blind, knowing = load_race("pig").roll_mask(), load_race("pig", None, die).roll_mask()
    found, games, rng = play_with("pig", die), 20_000, np.random.default_rng(1)
    error = 4 * 0.5 / games**0.5
    assert played((blind, blind), games, rng) == pytest.approx(found.blind, abs=error)
    assert played((knowing, knowing), games, rng) == pytest.approx(found.knowing, abs=error)
    over_both = (played((knowing, blind), games, rng) + 1 - played((blind, knowing), games, rng)) / 2
    assert over_both - 0.5 == pytest.approx(found.edge, abs=error)
    assert found.edge > error


def test_a_game_without_such_dice_is_refused() -> None:
    with pytest.raises(OptionError, match="six faces"):
        play_with("piglet", fair_die(6))
    with pytest.raises(UnknownNameError):
        play_with("chess", fair_die(6))


def test_a_game_that_need_not_end_with_a_die_is_refused() -> None:
    with pytest.raises(DistributionError):
        play_with("hog", (0.9995, *[0.0001] * 5))
