"""What all games share in which dice are set aside: actions, and decisions on them."""

from dataclasses import dataclass
from typing import Any

from solver.decision import Decision
from solver.errors import RuleError
from solver.units import Unit

FACES = 6
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
        """Return the action as the command line prints it."""
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
    raise RuleError(f'{data!r:.80} is no action of these games: write {{"keep": [1, 5], "then": "hold"}}, or "throw"')


@dataclass(frozen=True, slots=True)
class SetAside:
    """One choice after a throw: the values of the dice that are set aside, and what is done then.

    `places` says which of the thrown dice they are, from 0; `points` is what they add, `value` the win probability,
    and `cost` how much less that is than the best. Where the player's dice differ, `dice` are their numbers.
    """

    values: tuple[int, ...]
    places: tuple[int, ...]
    then: str
    points: int
    value: float
    cost: float
    dice: tuple[int, ...] = ()

    @property
    def action(self) -> KeepAction:
        """The choice without its worth."""
        return KeepAction(self.values, self.then, self.dice)

    def to_json(self) -> dict[str, Any]:
        """Return the choice as the command line prints it."""
        return self.action.to_json() | {"value": self.value, "cost": self.cost}


@dataclass(frozen=True, slots=True)
class KeepDecision(Decision):
    """A decision whose `choices`, the best first, hold what its options say in words, and `taken` which is taken."""

    choices: tuple[SetAside, ...]
    taken: SetAside

    def to_json(self) -> dict[str, Any]:
        """Return the decision as the command line prints it, with all digits."""
        return {
            "action": self.taken.action.to_json(),
            "value": self.value,
            "options": [choice.to_json() for choice in self.choices],
            "why": self.why,
        }


def decision_of(ranked: tuple[SetAside, ...], taken: SetAside, why: str, unit: Unit = Unit.WINS) -> KeepDecision:
    """Return the decision for one of the choices, which are ranked, the best first; `why` is a whole sentence."""
    options = {str(choice.action): choice.value for choice in ranked}
    return KeepDecision(
        str(taken.action), taken.value, options, reachable=True, why=why, choices=ranked, taken=taken, unit=unit
    )
