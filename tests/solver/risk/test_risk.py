"""Battles and campaigns of Risk: against Osborne's table, fractions, battles fought out, and all splits tried."""

import itertools
import math
import random
import statistics
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from solver.errors import OptionError, PositionError
from solver.risk.battle import RiskAction, RiskState
from solver.risk.conquest import MOST_STATES, battle, battles, best_split, campaign
from tests.support.solver.asked_game import AskedGame

Parts = tuple[Fraction, Fraction, Fraction]


@cache
def shares(attack: int, defence: int) -> list[tuple[int, int, Fraction]]:
    """Return losses and chances of a throw, all throws sorted and compared once more."""
    found: dict[tuple[int, int], int] = {}
    for throw in itertools.product(range(1, 7), repeat=attack + defence):
        ours, theirs = sorted(throw[:attack])[::-1], sorted(throw[attack:])[::-1]
        won = sum(ours[n] > theirs[n] for n in range(min(attack, defence)))
        lost = min(attack, defence) - won
        found[lost, won] = found.get((lost, won), 0) + 1
    return [(lost, won, Fraction(n, 6 ** (attack + defence))) for (lost, won), n in found.items()]


@cache
def by_recursion(armies: int, territories: tuple[int, ...]) -> Parts:
    """Return the win chance and both expected losses of a campaign, the army that stays behind counted."""
    if not territories or armies == 1:
        return Fraction(not territories), Fraction(0), Fraction(0)
    total = [Fraction(0)] * 3
    for lost, won, chance in shares(min(3, armies - 1), min(2, territories[0])):
        left = territories[0] - won
        after = (
            by_recursion(armies - lost, (left, *territories[1:]))
            if left
            else by_recursion(armies - lost - 1, territories[1:])
        )
        for n, more in enumerate((0, lost, won)):
            total[n] += chance * (after[n] + more)
    return total[0], total[1], total[2]


def near(value: float, exact: Fraction) -> bool:
    return math.isclose(value, float(exact), abs_tol=1e-12)


@pytest.mark.parametrize("armies", [2, 3, 5, 9])
@pytest.mark.parametrize("territories", [(1,), (2,), (7,), (1, 1), (3, 2), (2, 1, 4), (1, 1, 1, 1, 1)])
def test_campaigns_agree_with_fractions(armies: int, territories: tuple[int, ...]) -> None:
    found, exact = campaign(armies, territories), by_recursion(armies, territories)
    assert near(found.value, exact[0])
    assert near(found.attacker_losses, exact[1])
    assert near(found.defender_losses, exact[2])


@pytest.mark.parametrize(
    ("attackers", "defenders", "published"),
    [(1, 1, 0.417), (1, 2, 0.106), (2, 1, 0.754), (3, 3, 0.470), (5, 5, 0.506), (10, 10, 0.568), (10, 5, 0.916)],
)
def test_battles_are_as_published_by_osborne(attackers: int, defenders: int, published: float) -> None:
    assert round(battle(attackers, defenders).value, 3) == published


def fought_out(armies: int, territories: tuple[int, ...], games: int, seed: int) -> list[tuple[int, int]]:
    """Fight campaigns by the rules alone; return who won and the armies that both sides have left."""
    chance = random.Random(seed)
    ends = []
    for _ in range(games):
        state = RiskState(armies, territories)
        while state.winner is None:
            state = state.apply(RiskAction.ATTACK, tuple(chance.randint(1, 6) for _ in range(sum(state.dice()))))
        assert state.returns() == ((1.0, -1.0) if state.winner == 0 else (-1.0, 1.0))
        ends.append((state.winner, sum(state.territories)))
    return ends


@pytest.mark.parametrize(("armies", "territories"), [(6, (5,)), (30, (26, 1, 1, 1, 1)), (12, (2, 3, 2))])
def test_campaigns_fought_out_agree(armies: int, territories: tuple[int, ...]) -> None:
    games, exact = 2000, campaign(armies, territories)
    ends = fought_out(armies, territories, games, 9)
    won = sum(winner == 0 for winner, _ in ends) / games
    assert abs(won - exact.value) < 4 * math.sqrt(exact.value * (1 - exact.value) / games)
    taken = [sum(territories) - left for _, left in ends]
    error = statistics.stdev(taken) / math.sqrt(games)
    assert abs(statistics.fmean(taken) - exact.defender_losses) < 4 * error


def splits(total: int, territories: int) -> Iterator[tuple[int, ...]]:
    if territories == 1:
        yield (total,)
        return
    for nearest in range(total - territories + 1, 0, -1):
        for rest in splits(total - nearest, territories - 1):
            yield (nearest, *rest)


@pytest.mark.parametrize(
    ("armies", "total", "territories"),
    [(8, 9, 3), (12, 10, 4), (20, 14, 3), (5, 6, 2), (9, 4, 4), (4, 5, 3), (6, 6, 3)],
)
def test_the_best_split_is_the_best_of_all(armies: int, total: int, territories: int) -> None:
    found = best_split(armies, total, territories)
    worth = {split: campaign(armies, split).value for split in splits(total, territories)}
    least = min(worth.values())
    assert found.campaign.value == pytest.approx(least, abs=1e-13)
    assert found.split == next(split for split, value in worth.items() if value <= least + 1e-13)


def test_of_hopeless_splits_the_first_is_told() -> None:
    found = best_split(3, 8, 3)
    assert found.campaign.value == 0.0
    assert found.split == (6, 1, 1)


def test_risk_is_solved_by_its_options() -> None:
    alone = AskedGame("risk", attackers=5, defenders=5).solve().to_json()
    assert {"value", "attacker_losses", "defender_losses"} < alone.keys()
    assert alone["value"] == battle(5, 5).value
    chain = AskedGame("risk", attackers=30, chain=(26, 1, 1, 1, 1)).solve().to_json()
    assert chain["value"] == campaign(30, (26, 1, 1, 1, 1)).value
    split = AskedGame("risk", best_split=30, territories=5).solve().to_json()
    assert split["split"] == [2, 2, 2, 2, 22]
    assert split["value"] < chain["value"]
    decision = AskedGame("risk").advise(attackers=5, defenders=5)
    assert decision.options == {"attack": alone["value"]}
    assert decision.why == (
        "Attack with 3 dice against 2: there is no retreat; it wins 50.6 %, and the attack "
        "costs 3.37 armies, and the defender 3.56, on average."
    )


def test_advice_before_a_chain_counts_all_armies() -> None:
    chain = (26, 1, 1, 1, 1)
    decision = AskedGame("risk", chain=chain).advise(attackers=30)
    solved = campaign(30, chain)
    assert decision.options == {"attack": solved.value}
    assert decision.why == (
        f"Attack with 3 dice against 2: there is no retreat; all 5 territories fall in {100 * solved.value:.1f} % of "
        f"campaigns, and the attack costs {solved.attacker_losses:.2f} armies, and the defender "
        f"{solved.defender_losses:.2f}, on average."
    )
    assert AskedGame("risk", chain=chain).advise().value == AskedGame("risk", chain=chain).solve().value == solved.value
    with pytest.raises(OptionError, match="a chain tells who defends"):
        AskedGame("risk", chain=chain).advise(attackers=30, defenders=3)


def test_too_few_armies_for_a_chain_are_told() -> None:
    decision = AskedGame("risk", chain=(1, 1, 2)).advise(attackers=3)
    assert decision.value == 0.0
    assert decision.why.startswith(
        "Attack with 2 dice against 1: there is no retreat; 3 armies cannot take 3 territories, because one stays "
        "behind each time: 4 or more could, and the attack costs "
    )
    assert AskedGame("risk", chain=(1, 1, 2)).advise(attackers=4).value > 0


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"chain": (3, -4)}, "every territory holds one army or more"),
        ({"chain": (3, 4), "attackers": 1}, "1 army cannot attack: give 2 or more, as one stays behind"),
        ({"chain": (3, 4), "attackers": 0}, "0 armies cannot attack"),
        ({"attackers": 1, "defenders": 0}, "1 attacker against 0 defenders is no battle"),
        ({"best_split": 3, "attackers": 1, "territories": 1}, "1 army against 3 in 1 territory is no campaign"),
    ],
)
def test_what_is_wrong_is_said_as_people_say_it(options: dict[str, Any], said: str) -> None:
    with pytest.raises(PositionError, match=said):
        AskedGame("risk", **options).solve()


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"attackers": 0, "defenders": 3}, PositionError),
        ({"attackers": 3, "defenders": 0}, PositionError),
        ({"attackers": 1, "chain": (3, 3)}, PositionError),
        ({"attackers": 9, "chain": ()}, PositionError),
        ({"attackers": 9, "chain": (3, 0)}, PositionError),
        ({"attackers": 10**9, "chain": (3,)}, PositionError),
        ({"best_split": 3, "territories": 5}, PositionError),
        ({"best_split": 300, "territories": 9}, PositionError),
        ({"best_split": 10**30, "territories": 10**29}, PositionError),
        ({"best_split": 30}, OptionError),
        ({"territories": 3}, OptionError),
        ({"best_split": 30, "territories": 3, "chain": (3, 3)}, OptionError),
        ({"goal": 30}, OptionError),
    ],
)
def test_armies_that_cannot_be_are_refused_in_one_line(options: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error) as refusal:
        AskedGame("risk", **options).solve()
    assert "\n" not in str(refusal.value)


def test_what_is_not_refused_is_solved() -> None:
    side = math.isqrt(MOST_STATES) - 1
    assert 0.99 < battle(side, side).value < 1


def test_all_battles_backwards_are_each_battle_forwards() -> None:
    table = battles(9, 7)
    for a in range(1, 10):
        for d in range(1, 8):
            one = battle(a, d)
            found = table.win[a, d], table.attacker_losses[a, d], table.defender_losses[a, d]
            assert found == pytest.approx((one.value, one.attacker_losses, one.defender_losses), abs=1e-13)
