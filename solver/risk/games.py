"""Risk as a game to solve and to advise on: a battle, a chain of territories, or the defender's best split."""

import time
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

from solver.decision import Decision, count_in_words, percents
from solver.errors import OptionError
from solver.explanation import decimals, sentence
from solver.game import Game, Solution, complete_position
from solver.options import GameOptions, refuse_options
from solver.risk.conquest import Battles, Campaign, RiskAction, RiskState, battle, battles, best_split, campaign

USUAL_ARMIES = 5
MOST_SHOWN = 30


class Risk(Game):
    """Risk: the attack goes on until one side is gone; the only decision is where the defender places armies."""

    name = "risk"
    unit = "win probability of the attacker"
    takes = frozenset({"attackers", "defenders", "chain", "best_split", "territories"})
    no_iteration = "in a battle of Risk nobody decides anything, so nothing can be iterated: solve it exactly"
    position = ("attackers", "defenders")
    defaults: Mapping[str, int] = MappingProxyType({"attackers": USUAL_ARMIES, "defenders": USUAL_ARMIES})

    def __init__(self, clock: Callable[[], float] = time.perf_counter) -> None:
        self._clock = clock

    def solve(self, options: GameOptions) -> Solution:
        """Solve a battle of `attackers`, the one that stays behind not counted, against `defenders`, or 5 each.

        With a `chain`, or a `best_split` of armies over `territories`, `attackers` are all armies in the first
        territory, as many as the defender has if left out. `extra` holds the expected losses of both sides, and the
        split. Raises OptionError or PositionError.
        """
        self._check(options)
        begun = self._clock()
        extra: dict[str, Any] = {}
        if options.best_split is not None and options.territories is not None:
            attackers = options.best_split if options.attackers is None else options.attackers
            split, solved = best_split(attackers, options.best_split, options.territories)
            extra = {"split": list(split)}
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

    def advise(self, options: GameOptions, **position: int) -> Decision:
        """Return what attacking is worth, to which there is no alternative, and with how many dice it begins.

        Without a `chain`, `attackers` are those that can attack `defenders`; before one, all armies in the first
        territory, as many as the defender has if left out. Raises OptionError or PositionError.
        """
        self._only(options, frozenset({"chain"}))
        place = complete_position(self, position)
        if options.chain is None:
            armies, territories = place["attackers"] + 1, [place["defenders"]]
            solved = battle(**place)
        else:
            if "defenders" in position:
                raise OptionError("a chain tells who defends: leave out either the defenders or the chain")
            armies, territories = position.get("attackers", sum(options.chain)), [*options.chain]
            solved = campaign(armies, territories)
        action = RiskAction.ATTACK.value
        why = sentence(action, lambda: _why(RiskState(armies, tuple(territories)), solved))
        return Decision(action, solved.value, {action: solved.value}, True, why)

    def table(self, options: GameOptions) -> Battles:
        self._only(options, frozenset())
        return battles(MOST_SHOWN, MOST_SHOWN)

    def text(self, options: GameOptions, width: int | None = None) -> Iterator[str]:
        from solver.risk.views import battle_tables

        return battle_tables(self.table(options), width)

    def _only(self, options: GameOptions, taken: frozenset[str]) -> None:
        given = [name for name in sorted(self.takes) if getattr(options, name) is not None]
        refuse_options(self.name, given, taken)

    def _check(self, options: GameOptions) -> None:
        if (options.best_split is None) != (options.territories is None):
            raise OptionError("a best split needs both: give how many armies to split and over how many territories")
        given = [options.defenders, options.chain, options.best_split]
        if sum(one is not None for one in given) > 1:
            raise OptionError("defenders, a chain and a best split exclude one another: give one of them")


def _why(state: RiskState, solved: Campaign) -> str:
    attack, defence = state.dice()
    mine, theirs = decimals(solved.attacker_losses, solved.defender_losses)
    chance, territories = percents(solved.value)[0], len(state.territories)
    if state.armies <= territories:
        wins = (
            f"{count_in_words(state.armies, 'army', 'armies')} cannot take {territories:,} territories, because one "
            f"stays behind each time: {territories + 1:,} or more could"
        )
    elif territories > 1:
        wins = f"all {territories:,} territories fall in {chance} of campaigns"
    else:
        wins = f"it wins {chance}"
    dice = f"{count_in_words(attack, 'die', 'dice')} against {defence}"
    losses = f"the attacker loses {mine} armies on average, the defender {theirs}"
    return f"Attack with {dice}: there is no retreat; {wins}, and {losses}"


RISK_GAMES: tuple[Game, ...] = (Risk(),)
