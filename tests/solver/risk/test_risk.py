"""Battles and campaigns of Risk: against fractions over the rules' own states."""

import itertools
import math
from fractions import Fraction
from functools import cache

import pytest

from solver.action import ATTACK
from solver.games import find_game
from solver.risk.conquest import MOST_STATES, RiskState, battle, campaign
from tests.support.solver.reasons import parts

Parts = tuple[Fraction, Fraction, Fraction]


@cache
def shares(attack: int, defence: int) -> list[tuple[tuple[int, ...], int, int, Fraction]]:
    """Return a throw for all losses, the losses, and their chances: all throws sorted and compared once more."""
    found: dict[tuple[int, int], list[tuple[int, ...]]] = {}
    for throw in itertools.product(range(1, 7), repeat=attack + defence):
        ours, theirs = sorted(throw[:attack])[::-1], sorted(throw[attack:])[::-1]
        won = sum(ours[n] > theirs[n] for n in range(min(attack, defence)))
        found.setdefault((min(attack, defence) - won, won), []).append(throw)
    return [(alike[0], *lost, Fraction(len(alike), 6 ** (attack + defence))) for lost, alike in found.items()]


@cache
def by_recursion(state: RiskState) -> Parts:
    """Return the win chance and both expected losses of a campaign that the rules' own states go through."""
    if state.over:
        return Fraction(state.winner == 0), Fraction(0), Fraction(0)
    total = [Fraction(0)] * 3
    for throw, lost, won, chance in shares(*state.dice()):
        after = by_recursion(state.apply(ATTACK, throw))
        for n, more in enumerate((0, lost, won)):
            total[n] += chance * (after[n] + more)
    return total[0], total[1], total[2]


def near(value: float, exact: Fraction) -> bool:
    return math.isclose(value, float(exact), abs_tol=1e-12)


@pytest.mark.parametrize("armies", [2, 3, 5, 9])
@pytest.mark.parametrize("territories", [(1,), (2,), (7,), (1, 1), (3, 2), (2, 1, 4), (1, 1, 1, 1, 1)])
def test_campaigns_agree_with_fractions(armies: int, territories: tuple[int, ...]) -> None:
    found, exact = campaign(armies, territories), by_recursion(RiskState(armies, territories))
    assert near(found.value, exact[0])
    assert near(found.attacker_losses, exact[1])
    assert near(found.defender_losses, exact[2])


def test_risk_is_solved_by_its_options() -> None:
    alone = find_game("risk", attackers=5, defenders=5).solve().to_json()
    assert {"value", "attacker_losses", "defender_losses"} < alone.keys()
    assert alone["value"] == battle(5, 5).value
    chain = find_game("risk", attackers=30, chain=(26, 1, 1, 1, 1)).solve().to_json()
    assert chain["value"] == campaign(30, (26, 1, 1, 1, 1)).value
    decision = find_game("risk").advise("6:5")
    assert decision.options == {ATTACK: alone["value"]}
    told = parts(decision.reason)
    assert [*told] == ["risk", "risk-battle"]
    assert {"dice": 3, "against": 2}.items() <= told["risk"].items()
    assert told["risk"]["lost"] == alone["attacker_losses"]


def test_advice_before_a_chain_counts_all_armies() -> None:
    chain = (26, 1, 1, 1, 1)
    decision = find_game("risk").advise("30:26,1,1,1,1")
    solved = campaign(30, chain)
    assert decision.options == {ATTACK: solved.value}
    assert parts(decision.reason)["risk-campaign"] == {"share": solved.value, "all": 5}
    assert find_game("risk", chain=chain).solve().value == solved.value


def test_too_few_armies_for_a_chain_are_told() -> None:
    decision = find_game("risk").advise("3:1,1,2")
    assert decision.value == 0.0
    assert parts(decision.reason)["risk-few"] == {"armies": 3, "all": 3, "least": 4}
    assert find_game("risk").advise("4:1,1,2").value > 0


def test_what_is_not_refused_is_solved() -> None:
    side = math.isqrt(MOST_STATES) - 1
    assert 0.99 < battle(side, side).value < 1
