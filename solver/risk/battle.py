"""The rules of a campaign in Risk, as an immutable state, and what one throw of its dice costs both sides."""

import enum
import itertools
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from types import MappingProxyType

from solver.errors import PositionError, RuleError

FACES = 6
ATTACK_DICE = 3
DEFENCE_DICE = 2


class RiskAction(enum.StrEnum):
    """What an attacker can do; there is no retreat."""

    ATTACK = "attack"


@dataclass(frozen=True, slots=True)
class RiskState:
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
    def attackers(self) -> int:
        """Armies that can attack: all in the foremost territory but one."""
        return self.armies - 1

    @property
    def winner(self) -> int | None:
        """0 once the attacker holds every territory, 1 once no army is left to attack with, else None."""
        if not self.territories:
            return 0
        return 1 if self.attackers == 0 else None

    def dice(self) -> tuple[int, int]:
        """Return how many dice the attacker and the defender throw; (0, 0) once it is over."""
        if self.winner is not None:
            return 0, 0
        return min(ATTACK_DICE, self.attackers), min(DEFENCE_DICE, self.territories[0])

    def legal_actions(self) -> tuple[RiskAction, ...]:
        """Return what the attacker may do: throw, or nothing once it is over."""
        return () if self.winner is not None else (RiskAction.ATTACK,)

    def apply(self, action: RiskAction, throw: tuple[int, ...] = ()) -> "RiskState":
        """Return the state after an attack; `throw` holds the attacker's dice and then the defender's.

        Raises RuleError if it is over or the throw is not the one that `dice` asks for.
        """
        if action not in self.legal_actions():
            raise RuleError(f"{action} is not allowed here: the campaign is over")
        attack, defence = self.dice()
        if len(throw) != attack + defence or not set(throw) <= set(range(1, FACES + 1)):
            raise RuleError(
                f"{throw} is no throw of {attack} attacking and {defence} defending dice, faces 1 to {FACES}"
            )
        lost, taken = losses(throw[:attack], throw[attack:])
        nearest, *beyond = self.territories
        if taken < nearest:
            return replace(self, armies=self.armies - lost, territories=(nearest - taken, *beyond))
        return RiskState(self.attackers - lost, tuple(beyond))

    def returns(self) -> tuple[float, float]:
        """Return what the campaign is worth to attacker and defender: 1 to the winner, -1 to the other, 0 while on."""
        if self.winner is None:
            return (0.0, 0.0)
        return (1.0, -1.0) if self.winner == 0 else (-1.0, 1.0)


def losses(attack: tuple[int, ...], defence: tuple[int, ...]) -> tuple[int, int]:
    """Return how many armies the attacker and the defender lose by these dice."""
    pairs = list(zip(sorted(attack, reverse=True), sorted(defence, reverse=True), strict=False))
    taken = sum(a > d for a, d in pairs)
    return len(pairs) - taken, taken


@cache
def throw_losses(attack: int, defence: int) -> Mapping[tuple[int, int], Fraction]:
    """Return the chance of each (attacker's, defender's) losses in a throw of so many dice, by counting all throws."""
    throws = itertools.product(range(1, FACES + 1), repeat=attack + defence)
    counts = Counter(losses(throw[:attack], throw[attack:]) for throw in throws)
    return MappingProxyType({lost: Fraction(n, FACES ** (attack + defence)) for lost, n in sorted(counts.items())})
