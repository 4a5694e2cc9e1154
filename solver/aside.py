"""What games share in which dice or tiles are chosen after each throw: actions, and decisions among choices."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any, Generic, Protocol, Self, TypeAlias, TypeVar

from solver.decision import Decision
from solver.errors import RuleError
from solver.explanation import sentence
from solver.throw_distribution import FACES
from solver.units import Unit

TIE = 1e-12
"""Values nearer than this are equal: rounding of sums is as large."""
HOLD, THROW = "hold", "throw"


@dataclass(frozen=True, slots=True)
class KeepAction:
    """Dice of these values, rising, are set aside, and `then` the player holds or throws the others.

    Nothing is set aside before the first throw of a turn, and only then. Where a player's dice differ, `dice` are the
    numbers, from 1 and rising, of those that are set aside.
    """

    keep: tuple[int, ...] = ()
    then: str = THROW
    dice: tuple[int, ...] = ()

    def __str__(self) -> str:
        return f"keep {self.kept}, {self.then}" if self.keep else self.then

    @property
    def kept(self) -> str:
        """The dice that are set aside, in words."""
        values, dice = (" ".join(map(str, some)) for some in (self.keep, self.dice))
        return f"{values} ({'dice' if len(self.dice) > 1 else 'die'} {dice})" if dice else values

    def to_json(self) -> dict[str, Any]:
        return {"keep": list(self.keep), "then": self.then} | ({"dice": list(self.dice)} if self.dice else {})


FIRST = KeepAction()
"""The first throw of a turn."""


def read_keep_action(data: Any) -> KeepAction:
    """Return the action that `to_json` wrote. Raises RuleError for anything else."""
    match data:
        case {"keep": [*keep], "then": "hold" | "throw" as then}:
            dice = data.get("dice", [])
            if isinstance(dice, list) and all(type(each) is int and 1 <= each <= FACES for each in (*keep, *dice)):
                return KeepAction(tuple(sorted(keep)), then, tuple(sorted(dice)))
    raise RuleError(
        f'{data!r:.80} is not an action of these games: write {{"keep": [1, 5], "then": "hold"}}, or "throw"'
    )


class WrittenAction(Protocol):
    """An action that can be written down."""

    def to_json(self) -> dict[str, Any]: ...


A = TypeVar("A", bound=WrittenAction)


@dataclass(frozen=True, slots=True)
class WeighedChoice(Generic[A]):
    """One choice: its `value` in the aim of the player, and the `cost`, how much worse that is than the best.

    Where dice are set aside, `points` is what they add, and `places` says which of the thrown dice they are, from 0.
    """

    action: A
    value: float
    cost: float = 0.0
    points: int = 0
    places: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class ChoiceDecision(Decision, Generic[A]):
    """A decision whose `choices`, the best first, hold what its options say in words, and `taken` which is taken."""

    choices: tuple[WeighedChoice[A], ...]
    taken: WeighedChoice[A]

    def to_json(self) -> dict[str, Any]:
        options = [one.action.to_json() | {"value": one.value, "cost": one.cost} for one in self.choices]
        return {"action": self.taken.action.to_json(), "value": self.value, "options": options, "why": self.why}

    def instead(self, taken: WeighedChoice[A], name: str, worse: Callable[[], str]) -> Self:
        """Return the decision of the strategy called `name` for another choice; `worse` says what that gives away."""
        action = str(taken.action)

        def why() -> str:
            known = ", and nothing is better" if taken.cost <= TIE else worse()
            return f"{action.capitalize()}: {name} does so{known}"

        return replace(self, action=action, value=taken.value, taken=taken, why=sentence(action, why))


KeepDecision: TypeAlias = ChoiceDecision[KeepAction]


def decision_of(
    ranked: Iterable[WeighedChoice[A]], why: str, unit: Unit = Unit.WINS, words: Callable[[A], str] = str
) -> ChoiceDecision[A]:
    """Return the decision for the first of the choices, which are ranked; `why` is a whole sentence."""
    choices = tuple(ranked)
    best, options = choices[0], {words(one.action): one.value for one in choices}
    return ChoiceDecision(
        words(best.action), best.value, options, reachable=True, why=why, choices=choices, taken=best, unit=unit
    )
