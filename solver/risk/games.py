"""Risk to solve and to advise on: a battle, a chain of territories; battles as text."""

import time
from types import MappingProxyType

import numpy as np

from solver.action import ATTACK
from solver.decision import Decision
from solver.errors import OptionError, PositionError
from solver.game import Game, Solution
from solver.layout import TENTHS, Layout, Panel, Views
from solver.notation import OPEN, Noted, read_number
from solver.reason import Reason, Share
from solver.risk.conquest import Campaign, RiskState, battle, battle_chances, campaign

USUAL_ARMIES = 5
MOST_SHOWN = 30
ARMIES = 10
SIDES = "attackers, without the one that stays behind", "defenders"
PUBLISHED = (
    (417, 106, 27, 7, 2, 0, 0, 0, 0, 0),
    (754, 363, 206, 91, 49, 21, 11, 5, 3, 1),
    (916, 656, 470, 315, 206, 134, 84, 54, 33, 21),
    (972, 785, 642, 477, 359, 253, 181, 123, 86, 57),
    (990, 890, 769, 638, 506, 397, 297, 224, 162, 118),
    (997, 934, 857, 745, 638, 521, 423, 329, 258, 193),
    (999, 967, 910, 834, 736, 640, 536, 446, 357, 287),
    (1000, 980, 947, 888, 818, 730, 643, 547, 464, 380),
    (1000, 990, 967, 930, 873, 808, 726, 646, 558, 480),
    (1000, 994, 981, 954, 916, 861, 800, 724, 650, 568),
)
"""Chances of 1 to 10 attackers (down) against 1 to 10 defenders to win, in thousandths.

Table 3 of Osborne, "Markov Chains for the RISK Board Game Revisited", Mathematics Magazine 76(2), 2003. Its numbers
were compared one by one with copies of the table in four public programs.
"""


def battle_layout() -> Layout:
    """Return the attacker's chances to win as computed and as published, and where they differ."""
    here, there = battle_chances(ARMIES)[1:, 1:], np.array(PUBLISHED) / 1000
    unlike = int((here.round(3) != there).sum())
    sides = range(1, ARMIES + 1)
    computed = "The attacker's chance to win: attackers down, the one that stays behind not counted; defenders across."
    return Layout(
        "Risk: the attacker's chance to win a battle, computed and published",
        "chance to win",
        (
            Panel(here, sides, sides, computed),
            Panel(there, sides, sides, "The same as Osborne published it (2003):"),
        ),
        axes=SIDES,
        corner="a/d",
        wide=6,
        forms=("{:.3f}",),
        key=f"Rounded to three digits, {unlike or 'none'} of {here.size} differ.",
    )


def _battle_map() -> Layout:
    sides = range(1, MOST_SHOWN + 1)
    panel = Panel(battle_chances(MOST_SHOWN)[1:, 1:], sides, sides)
    heading = "Risk: the attacker's chance to win a battle"
    return Layout(heading, "chance to win", (panel,), axes=SIDES, levels=TENTHS)


class Risk(Game):
    """Risk: the attack goes on until one side is gone; the only decision is where the defender places armies."""

    name = "risk"
    unit = "win probability of the attacker"
    takes = frozenset({"attackers", "defenders", "chain"})
    limited = MappingProxyType(dict.fromkeys(takes, frozenset({"solve"})))

    def solve(self) -> Solution:
        """Solve a battle of `attackers`, the one that stays behind not counted, against `defenders`, or 5 each.

        With a `chain`, `attackers` are all armies in the first territory, as many as the defender has if left out.
        `extra` holds the expected losses of both sides. Raises OptionError or PositionError.
        """
        options = self.options
        if options.defenders is not None and options.chain is not None:
            raise OptionError("a chain tells who defends: leave out either the defenders or the chain")
        begun = time.perf_counter()
        if options.chain is not None:
            attackers = sum(options.chain) if options.attackers is None else options.attackers
            solved = campaign(attackers, options.chain)
        else:
            sides = options.attackers, options.defenders
            solved = battle(*(USUAL_ARMIES if side is None else side for side in sides))
        seconds = time.perf_counter() - begun
        losses = {"attacker_losses": solved.attacker_losses, "defender_losses": solved.defender_losses}
        found = solved.value, self.unit, solved.states, seconds
        return Solution(self.name, *found, extra=MappingProxyType(losses))

    def start(self, players: int = 0) -> RiskState:
        self.check_players(players, len(SIDES))
        return RiskState(USUAL_ARMIES + 1, (USUAL_ARMIES,))

    def read(self, noted: Noted) -> RiskState:
        noted.check()
        armies, *territories = noted.scores
        if len(territories) != 1:
            raise PositionError("a position of risk is armies against territories: write it as 8:3,2,4")
        ahead = [] if territories[0] == OPEN else territories[0].split(",")
        return RiskState(read_number(armies, "armies"), tuple(read_number(one, "armies") for one in ahead))

    def decide(self, state: RiskState) -> Decision:
        """Return what attacking is worth, to which there is no alternative, and with how many dice it begins."""
        solved = campaign(state.armies, state.territories)
        worth = {ATTACK: solved.value}
        return Decision(ATTACK, solved.value, worth, explain=lambda *_: _attack_reason(state, solved))

    def views(self) -> Views:
        self.check_act("show")
        return Views({"battle": _battle_map})

    def text(self) -> Layout:
        self.check_act("show")
        return battle_layout()


def _attack_reason(state: RiskState, solved: Campaign) -> Reason:
    """Return with how many dice an attack begins, how often it takes all, and what both sides lose on average."""
    attack, defence = state.dice()
    armies, territories = state.armies, len(state.territories)
    wins = Reason(
        "risk-battle" if territories == 1 else "risk-campaign", {"share": Share(solved.value), "all": territories}
    )
    if armies <= territories:
        wins = Reason("risk-few", {"armies": armies, "all": territories, "least": territories + 1})
    losses = {"lost": float(solved.attacker_losses), "taken": float(solved.defender_losses)}
    return Reason("risk", {"action": ATTACK, "dice": attack, "against": defence, "wins": wins, **losses})


GAMES: tuple[Game, ...] = (Risk(),)
