"""Risk as a game to solve and to ask about: a battle, a chain of territories, or the defender's best split."""

import time
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from solver.decision import Decision, percents
from solver.errors import OptionError
from solver.game import Options, Solution, Trace, placed
from solver.risk.battle import RiskAction
from solver.risk.conquest import Campaign, battle, best_split, campaign
from solver.risk.views import Battles, battles
from solver.tell import decimals

USUAL_ARMIES = 5
MOST_SHOWN = 30


class Risk:
    """Attack until one side is gone; there is nothing to decide but where the defender's armies stand."""

    name = "risk"
    unit = "win probability of the attacker"
    options = frozenset({"attackers", "defenders", "chain", "best_split", "territories"})
    position = ("attackers", "defenders")
    defaults: Mapping[str, int] = MappingProxyType({"attackers": USUAL_ARMIES, "defenders": USUAL_ARMIES})

    def __init__(self, clock: Callable[[], float] = time.perf_counter) -> None:
        self._clock = clock

    def solve(self, options: Options) -> Solution:
        """Solve a battle of `attackers`, the one that stays behind not counted, against `defenders`, or 5 each.

        With a `chain`, or a `best_split` of so many armies over `territories`, `attackers` are all armies in the first
        territory, as many as the defender has if left out. `extra` holds the expected losses of both sides, and the
        split. Raises OptionError or PositionError.
        """
        options.only(self.name, self.options)
        self._check(options)
        begun = self._clock()
        extra: dict[str, Any] = {}
        if options.best_split is not None and options.territories is not None:
            attackers = options.best_split if options.attackers is None else options.attackers
            best = best_split(attackers, options.best_split, options.territories)
            solved, extra = best.campaign, {"split": list(best.split)}
        elif options.chain is not None:
            attackers = sum(options.chain) if options.attackers is None else options.attackers
            solved = campaign(attackers, options.chain)
        else:
            sides = options.attackers, options.defenders
            solved = battle(*(USUAL_ARMIES if side is None else side for side in sides))
        seconds = self._clock() - begun
        losses = {"attacker_losses": solved.attacker_losses, "defender_losses": solved.defender_losses}
        found = solved.value, self.unit, solved.states, seconds
        return Solution(self.name, *found, extra=MappingProxyType(losses | extra))

    def advise(self, options: Options, **position: int) -> Decision:
        """Return what attacking is worth with `attackers` that can attack against `defenders`. Raises PositionError."""
        options.only(self.name, frozenset())
        solved = battle(**placed(self, position))
        return Decision(
            RiskAction.ATTACK.value, solved.value, {RiskAction.ATTACK.value: solved.value}, True, _why(solved)
        )

    def iterate(self, options: Options, trace: Trace) -> Solution:  # noqa: ARG002 - it only says why not
        """Refuse, by OptionError."""
        raise OptionError("in a battle of Risk nobody decides anything, so nothing can be iterated: solve it exactly")

    def table(self, options: Options) -> Battles:
        """Return all battles of up to 30 armies a side. Raises OptionError."""
        options.only(self.name, frozenset())
        return battles(MOST_SHOWN, MOST_SHOWN)

    def _check(self, options: Options) -> None:
        if (options.best_split is None) != (options.territories is None):
            raise OptionError("a best split needs both: give how many armies to split and over how many territories")
        given = [options.defenders, options.chain, options.best_split]
        if sum(one is not None for one in given) > 1:
            raise OptionError("defenders, a chain and a best split exclude one another: give one of them")


def _why(solved: Campaign) -> str:
    mine, theirs = decimals(solved.attacker_losses, solved.defender_losses)
    won = percents(solved.value)[0]
    return f"Attack: there is no retreat; it wins {won}, and costs {mine} armies against {theirs} on average."
