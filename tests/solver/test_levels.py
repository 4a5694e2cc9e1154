"""How often people beat levels: what the shares are made of."""

import numpy as np
import pytest

from solver.race.evaluate import rate
from solver.sheet.coach.levels import LEVELS
from tools.campaigns.levels import above, beats, pig, play_games


def test_a_share_counts_pairs_and_draws_as_half() -> None:
    mine, theirs = np.array([1, 2, 3]), np.array([2, 2, 0, 4])
    assert above(mine, theirs).tolist() == [0.25, 0.5, 0.75]
    assert beats(mine, theirs)[0] == pytest.approx(0.5)
    assert beats(np.array([5, 6]), mine) == (1.0, 0.0)


def test_of_pig_each_seat_has_half_of_the_games() -> None:
    wins = rate("pig", ("hold20", "child"))
    share = (wins["hold20", "child"] + 1 - wins["child", "hold20"]) / 2
    assert [line for line in pig() if line.split()[1:4] == ["hold20", "beats", "child"]] == [
        f"pig      hold20         beats child     {share:6.1%}, exactly"
    ]


def test_the_same_games_bring_the_same_points() -> None:
    child, *_, perfect = LEVELS
    totals = play_games(child, 2)
    assert play_games(child, 2).tolist() == totals.tolist()
    assert play_games(perfect, 6).mean() > 200 > totals.mean()
