"""Battles and campaigns in Risk: the rules, and exactly the chance to win and expected losses."""

import itertools
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from solver.action import ATTACK, Action, in_row
from solver.decision import count_in_words
from solver.errors import PositionError, RuleError
from solver.notation import OPEN, Noted, Written
from solver.throw_distribution import FACES

ATTACK_DICE = 3
DEFENCE_DICE = 2


@dataclass(frozen=True, slots=True)
class RiskState(Written):
    """The state of a campaign through a chain of territories.

    `armies` stand in the attacker's foremost territory; one of them stays behind, the others can attack. The defender's
    `territories` lie ahead, nearest first, each with one army or more. Both throw the most dice they may: an attacker
    up to three, a defender up to two, never more than armies that fight. The highest dice are compared, then the second
    highest; the lower loses an army, at a tie the attacker does. Once a territory has fallen, all who could still
    attack move on. Raises PositionError for armies that cannot be.
    """

    armies: int
    territories: tuple[int, ...]

    def __post_init__(self) -> None:
        if self.armies < 1:
            raise PositionError(f"{self.armies} attacking armies are too few: one at least stays behind")
        if min(self.territories, default=1) < 1:
            raise PositionError("every territory holds one army or more: leave out those that are empty")

    @property
    def noted(self) -> Noted:
        """The state as the words of a line: the attacker's armies against those of each territory."""
        return Noted("risk", (str(self.armies), ",".join(map(str, self.territories)) or OPEN))

    @property
    def player(self) -> int:
        return 0

    @property
    def attackers(self) -> int:
        """Armies that can attack: all in the foremost territory but one."""
        return self.armies - 1

    @property
    def winner(self) -> int | None:
        """0 once the attacker holds every territory, 1 once no army is left to attack with, else None."""
        if not self.territories:
            return 0
        return 1 if self.attackers == 0 else None

    @property
    def over(self) -> bool:
        return self.winner is not None

    def dice(self) -> tuple[int, int]:
        """Return how many dice the attacker and the defender throw; (0, 0) once it is over."""
        if self.winner is not None:
            return 0, 0
        return min(ATTACK_DICE, self.attackers), min(DEFENCE_DICE, self.territories[0])

    def legal_actions(self) -> tuple[Action, ...]:
        """Return what the attacker may do: throw, or nothing once it is over; there is no retreat."""
        return () if self.winner is not None else (ATTACK,)

    def apply(self, action: Action, throw: tuple[int, ...] = ()) -> "RiskState":
        """Return the state after an attack; `throw` holds the attacker's dice and then the defender's.

        Raises RuleError if it is over or the throw is not the one that `dice` asks for.
        """
        if action not in self.legal_actions():
            raise RuleError(f"{action} is not allowed here: the campaign is over")
        attack, defence = self.dice()
        if len(throw) != attack + defence or not set(throw) <= set(range(1, FACES + 1)):
            raise RuleError(
                f"{in_row(throw)} is not a throw of {attack} attacking and {defence} defending dice, faces 1 to {FACES}"
            )
        lost, taken = losses(throw[:attack], throw[attack:])
        nearest, *beyond = self.territories
        if taken < nearest:
            return replace(self, armies=self.armies - lost, territories=(nearest - taken, *beyond))
        return RiskState(self.attackers - lost, tuple(beyond))


def losses(attack: tuple[int, ...], defence: tuple[int, ...]) -> tuple[int, int]:
    """Return how many armies the attacker and the defender lose by these dice."""
    pairs = list(zip(sorted(attack, reverse=True), sorted(defence, reverse=True), strict=False))
    taken = sum(a > d for a, d in pairs)
    return len(pairs) - taken, taken


@cache
def throw_losses(attack: int, defence: int) -> Mapping[tuple[int, int], Fraction]:
    """Return the chance of each (attacker's, defender's) losses in a throw of these dice, by counting all throws."""
    throws = itertools.product(range(1, FACES + 1), repeat=attack + defence)
    counts = Counter(losses(throw[:attack], throw[attack:]) for throw in throws)
    return MappingProxyType({lost: Fraction(n, FACES ** (attack + defence)) for lost, n in sorted(counts.items())})


# Each some seconds at most.
MOST_STATES = 1_000_000


@dataclass(frozen=True, slots=True)
class Campaign:
    """What an attack is worth: `value` is the chance to take everything, the losses are expected armies."""

    value: float
    attacker_losses: float
    defender_losses: float
    states: int


def battle(attackers: int, defenders: int) -> Campaign:
    """Return what an attack of `attackers` armies, without the one that stays behind, is worth against `defenders`.

    Rules and counting of armies as in Osborne, "Markov Chains for the RISK Board Game Revisited", Mathematics Magazine
    76, 2003. Raises PositionError for fewer than one army on a side, or more than can be solved here.
    """
    if attackers < 1 or defenders < 1:
        attack = count_in_words(attackers, "attacker", "attackers")
        defence = count_in_words(defenders, "defender", "defenders")
        raise PositionError(f"{attack} against {defence} is not a battle: give 1 or more each")
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
        raise PositionError(
            f"{count_in_words(armies, 'army', 'armies')} cannot attack: give 2 or more, as one stays behind"
        )
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


def battle_chances(armies: int) -> NDArray[np.float64]:
    """Return the attacker's chance to win each battle of up to that many `armies` a side, at [attackers, defenders].

    The attacker's army that stays behind is not counted.
    """
    sides = range(armies + 1)
    return np.array([[battle(a, d).value if a and d else float(a > 0) for d in sides] for a in sides])
