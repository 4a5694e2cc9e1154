"""What each choice is worth in a round in which tiles are shut: how many dice to throw, and which tiles to shut."""

from dataclasses import dataclass
from typing import Any

from solver.decision import Decision
from solver.rounds.decide import decide_turn
from solver.rounds.others import others_of
from solver.rounds.tile_state import TileAction, TileState, read_tile_action
from solver.rounds.turn import FACES
from solver.throw_distribution import fair_die


@dataclass(frozen=True, slots=True)
class TileChoice:
    """One choice: its `value` in the aim of the player, and the `cost`, how much worse that is than the best."""

    action: TileAction
    value: float
    cost: float


@dataclass(frozen=True, slots=True)
class TileDecision(Decision):
    """A decision whose `choices`, the best first, hold what its options say in words, and `taken` which is taken."""

    choices: tuple[TileChoice, ...]
    taken: TileChoice

    def to_json(self) -> dict[str, Any]:
        """Return the decision with all digits; each option has its action, its value and its cost."""
        options = [{"action": one.action.to_json(), "value": one.value, "cost": one.cost} for one in self.choices]
        return {"action": self.taken.action.to_json(), "value": self.value, "options": options, "why": self.why}


def weigh_tiles(state: TileState, *, to_win: bool = True) -> TileDecision:
    """Return the best choice in a state that is not over: to win, or for points, and always so for one player alone."""
    others = others_of(state) if to_win else None
    found = decide_turn(state.rules, fair_die(FACES), state.place, state.dice, others)
    choices = tuple(TileChoice(read_tile_action(one.action), one.value, one.cost) for one in found.choices)
    return TileDecision(
        found.action, found.value, found.options, True, found.why, choices=choices, taken=choices[0], unit=found.unit
    )
