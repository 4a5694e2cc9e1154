"""What games share in which dice or tiles are chosen after each throw: decisions among choices."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any, Self

from solver.action import Action
from solver.decision import Decision
from solver.explanation import sentence
from solver.units import Unit

TIE = 1e-12
"""Values nearer than this are equal: rounding of sums is as large."""


@dataclass(frozen=True, slots=True)
class WeighedChoice:
    """One choice: its `value` in the aim of the player, and the `cost`, how much worse that is than the best.

    Where dice are set aside, `points` is what they add, and `places` says which of the thrown dice they are, from 0.
    """

    action: Action
    value: float
    cost: float = 0.0
    points: int = 0
    places: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class ChoiceDecision(Decision):
    """A decision whose `choices`, the best first, are its options, and `taken` which is taken."""

    choices: tuple[WeighedChoice, ...]
    taken: WeighedChoice

    def to_json(self) -> dict[str, Any]:
        options = [one.action.to_json() | {"value": one.value, "cost": one.cost} for one in self.choices]
        return {"action": self.action.to_json(), "value": self.value, "options": options, "why": self.why}

    def instead(self, taken: WeighedChoice, name: str, worse: Callable[[], str]) -> Self:
        """Return the decision of the strategy called `name` for another choice; `worse` says what that gives away."""
        action = str(taken.action)

        def why() -> str:
            known = ", and nothing is better" if taken.cost <= TIE else worse()
            return f"{action.capitalize()}: {name} does so{known}"

        return replace(self, action=taken.action, value=taken.value, taken=taken, why=sentence(action, why))


def decision_of(
    ranked: Iterable[WeighedChoice], why: str, unit: Unit = Unit.WINS, words: Callable[[Action], str] = str
) -> ChoiceDecision:
    """Return the decision for the first of the choices, which are ranked; `why` is a whole sentence."""
    choices = tuple(ranked)
    best, options = choices[0], {one.action: one.value for one in choices}
    return ChoiceDecision(best.action, best.value, options, why, choices, best, unit=unit, words=words)
