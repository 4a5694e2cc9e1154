"""Battles and campaigns in Risk, exactly: the chance to win, expected losses, and the defender's best split."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from solver.decision import counted
from solver.errors import PositionError
from solver.risk.battle import ATTACK_DICE, DEFENCE_DICE, RiskState, throw_losses

# Each some seconds at most.
MOST_STATES = 1_000_000
MOST_WAYS = 100_000_000
MOST_PRODUCTS = 1_000_000_000
Vector = NDArray[np.float64]
Placed = tuple[tuple[int, ...], Vector]


@dataclass(frozen=True, slots=True)
class Campaign:
    """What an attack is worth: `value` is the chance to take everything, the losses are expected armies."""

    value: float
    attacker_losses: float
    defender_losses: float
    states: int


@dataclass(frozen=True, slots=True)
class Split:
    """The defender's best split, nearest territory first, and what is left to the attacker."""

    split: tuple[int, ...]
    campaign: Campaign


def battle(attackers: int, defenders: int) -> Campaign:
    """Return what an attack of `attackers` armies, without the one that stays behind, is worth against `defenders`.

    Rules and counting of armies as in Osborne, "Markov Chains for the RISK Board Game Revisited", Mathematics Magazine
    76, 2003. Raises PositionError for fewer than one army on a side, or more than can be solved here.
    """
    if attackers < 1 or defenders < 1:
        sides = f"{counted(attackers, 'attacker', 'attackers')} against {counted(defenders, 'defender', 'defenders')}"
        raise PositionError(f"{sides} is no battle: give 1 or more each")
    return campaign(attackers + 1, (defenders,))


def campaign(armies: int, territories: Sequence[int]) -> Campaign:
    """Return what attacking `territories` one after another is worth with `armies`, the one that stays behind counted.

    After each conquest all but one army move on, so that each further territory costs one army to hold. Raises
    PositionError for no territory, an empty one, or armies that cannot attack.
    """
    if not territories:
        raise PositionError("without a territory ahead there is no campaign: give the armies of 1 or more")
    RiskState(max(armies, 1), tuple(territories))
    if armies < 2:
        raise PositionError(f"{counted(armies, 'army', 'armies')} cannot attack: give 2 or more, as one stays behind")
    states = armies * sum(territories)
    if states > MOST_STATES:
        raise PositionError(
            f"{armies:,} armies against {sum(territories):,} make more than the {MOST_STATES:,} positions that can be "
            "solved: take fewer"
        )
    before: dict[int, float] = {armies - 1: 1.0}
    value = attacker_losses = defender_losses = 0.0
    for territory in territories:
        if not before:
            return Campaign(0.0, attacker_losses, defender_losses, states)
        won, defence_left = fought(before, territory)
        entered = sum(before.values())
        attacker_losses += sum(a * chance for a, chance in before.items()) - sum(a * c for a, c in won.items())
        defender_losses += territory * entered - sum(d * chance for d, chance in defence_left.items())
        value = sum(won.values())
        before = {left - 1: chance for left, chance in won.items() if left > 1}
    return Campaign(value, attacker_losses, defender_losses, states)


def fought(before: dict[int, float], defenders: int) -> tuple[dict[int, float], dict[int, float]]:
    """Fight one battle to its end from chances of each number of attackers.

    Returns the chance of each number of attackers left once the territory has fallen, and of each number of defenders
    left once the attack has.
    """
    most = max(before)
    here = [[0.0] * (defenders + 1) for _ in range(most + 1)]
    for attackers, chance in before.items():
        here[attackers][defenders] = chance
    chances = _chances()
    for attackers in range(most, 0, -1):
        for left in range(defenders, 0, -1):
            chance = here[attackers][left]
            if chance:
                for lost, taken, share in chances[min(attackers, ATTACK_DICE)][min(left, DEFENCE_DICE)]:
                    here[attackers - lost][left - taken] += share * chance
    won = {attackers: here[attackers][0] for attackers in range(1, most + 1) if here[attackers][0]}
    return won, {left: here[0][left] for left in range(1, defenders + 1) if here[0][left]}


def _chances() -> list[list[list[tuple[int, int, float]]]]:
    return [
        [[(*lost, float(share)) for lost, share in throw_losses(a, d).items()] for d in range(DEFENCE_DICE + 1)]
        for a in range(ATTACK_DICE + 1)
    ]


def best_split(armies: int, total: int, territories: int) -> Split:
    """Return how the defender of `territories` in a chain best places `total` armies against an attacker's `armies`.

    It makes the attacker's chance to take all smallest; of equal splits it is the one with most armies in the nearest
    territory, then in the next, and so on. All splits are weighed, but for those that are worse than another in every
    case. Raises PositionError for armies that cannot be, or too many ways.
    """
    if armies < 2 or territories < 1 or total < territories:
        raise PositionError(
            f"{counted(armies, 'army', 'armies')} against {total:,} in "
            f"{counted(territories, 'territory', 'territories')} is no campaign: "
            "give the attacker 2 or more and each territory 1 or more"
        )
    products = (armies * total) ** 2
    if products > MOST_PRODUCTS or comb(total - 1, territories - 1) > MOST_WAYS:
        raise PositionError(
            f"{armies:,} armies against {total:,} in {territories:,} territories are too many to split best: take fewer"
        )
    matrices = conquests(armies - 1, total - territories + 1)
    # ends[n]: splits of n armies over the last territories, each with the win chances of 0, 1, … attackers.
    ends: dict[int, list[Placed]] = {0: [((), np.ones(armies))]}
    for last in range(1, territories + 1):
        longer: dict[int, list[Placed]] = {}
        spare = territories - last
        for placed in range(last, total - spare + 1) if spare else (total,):
            found = [
                ((nearest, *split), after(matrices[nearest], win))
                for nearest in range(placed - last + 1, 0, -1)
                for split, win in ends.get(placed - nearest, [])
            ]
            # Each territory in front keeps an army, so no more than these can arrive.
            longer[placed] = undominated(found, armies - spare) if spare else found
        ends = longer
    split, _ = min(ends[total], key=lambda end: (end[1][armies - 1], [-army for army in end[0]]))
    return Split(split, campaign(armies, split))


def conquests(attackers: int, defenders: int) -> NDArray[np.float64]:
    """Return the chances [d, a, left] that a attackers take a territory of d defenders with `left` of them left."""
    chances = _chances()
    won = np.zeros((defenders + 1, attackers + 1, attackers + 1))
    won[0] = np.eye(attackers + 1)
    won[0, 0, 0] = 0.0
    for d in range(1, defenders + 1):
        for a in range(1, attackers + 1):
            for lost, taken, share in chances[min(a, ATTACK_DICE)][min(d, DEFENCE_DICE)]:
                won[d, a] += share * won[d - taken, a - lost]
    return won


def after(matrix: NDArray[np.float64], win: Vector) -> Vector:
    """Return the win chances before a battle from those after it, where one of the attackers left stays behind."""
    return matrix[:, 1:] @ win[:-1]


def undominated(found: list[Placed], arrive: int) -> list[Placed]:
    """Return the splits that no other makes needless, whatever number below `arrive` of attackers comes."""
    wins = np.array([win[:arrive] for _, win in found])
    kept: list[int] = []
    for n, win in enumerate(wins):
        if (wins[kept] <= win).all(axis=1).any():
            continue
        worse = (win <= wins[kept]).all(axis=1)
        kept = [known for known, needless in zip(kept, worse, strict=True) if not needless] + [n]
    return [found[n] for n in kept]


@dataclass(frozen=True, slots=True, eq=False)
class Battles:
    """All battles of a attackers, the one that stays behind not counted, against d defenders, at [a, d].

    `win` is the attacker's chance, the losses are expected armies.
    """

    win: NDArray[np.float64]
    attacker_losses: NDArray[np.float64]
    defender_losses: NDArray[np.float64]
    goal: ClassVar[None] = None


def battles(attackers: int, defenders: int) -> Battles:
    """Return all battles of up to so many armies a side."""
    win = np.zeros((attackers + 1, defenders + 1))
    win[:, 0] = 1.0
    losses = np.zeros((2, attackers + 1, defenders + 1))
    for a in range(1, attackers + 1):
        for d in range(1, defenders + 1):
            for (lost, taken), chance in throw_losses(min(a, ATTACK_DICE), min(d, DEFENCE_DICE)).items():
                after = a - lost, d - taken
                win[a, d] += float(chance) * win[after]
                losses[:, a, d] += float(chance) * (losses[(slice(None), *after)] + (lost, taken))
    return Battles(win, losses[0], losses[1])
