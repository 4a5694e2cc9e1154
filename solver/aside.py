"""What all games share in which dice are set aside: actions, decisions on them, and the review of moves."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol, Self, TypeVar

from solver.decision import Decision
from solver.errors import RuleError
from solver.review import ReviewedMove, Swing

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


def action_of_words(words: str) -> KeepAction:
    """Return the action that is written so in words."""
    kept, _, then = words.rpartition(", ")
    keep, dice = (tuple(map(int, re.findall(r"\d+", part))) for part in kept.partition("(")[::2])
    return KeepAction(keep, then, dice)


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


def decision_of(ranked: tuple[SetAside, ...], taken: SetAside, why: str) -> KeepDecision:
    """Return the decision for one of the choices, which are ranked, the best first; `why` is a whole sentence."""
    options = {str(choice.action): choice.value for choice in ranked}
    return KeepDecision(
        str(taken.action), taken.value, options, reachable=True, why=why, choices=ranked, taken=taken
    )  # fmt: skip


class Movable(Protocol):
    """A state in which a player acts, and dice are thrown with some actions."""

    @property
    def player(self) -> int: ...

    def apply(self, action: Any, thrown: Sequence[int] = (), /) -> Self: ...


R = TypeVar("R", bound=Movable)


def reviewed_moves(
    start: R,
    moves: Iterable[tuple[Any, Sequence[int]]],
    decide: Callable[[R], Any],
    worth: Callable[[R], tuple[float, ...]],
    place: Callable[[R], str],
    *,
    named: Callable[[R, KeepAction], KeepAction] = lambda _, action: action,
) -> tuple[list[ReviewedMove], list[tuple[float, ...]]]:
    """Return moves with what each has given away, and everybody's worth before each of them and at the end.

    `decide` weighs all choices of a state, `worth` is what it is worth to each player, of which more is better, and
    `place` says in words what lies on the table. `named` is an action as `decide` names it, which names one of several
    that come to the same. Raises RuleError for moves that the rules do not allow.
    """
    state, plays, curve = start, [], [worth(start)]
    turns = [1] * len(curve[0])
    for action, throw in moves:
        after = state.apply(action, throw)
        player, decision, meant = state.player, decide(state), named(state, action)
        chosen = next((one for one in decision.choices if one.action == meant), None)
        if chosen is None:
            raise RuleError(f"{action} is no choice here: the rules of another game were given")
        before = curve[-1][player]
        curve.append(worth(after))
        swing = Swing(str(decision.choices[0].action), before, before - chosen.cost, curve[-1][player])
        done = str(action), action.to_json(), tuple(throw)
        plays.append(ReviewedMove(player, turns[player], place(state), *done, None, swing))
        turns[player] += after.player != player
        state = after
    return plays, curve


def scored(plays: Iterable[ReviewedMove]) -> list[ReviewedMove]:
    """Return plays whose worth is points and no chance to win."""
    return [replace(play, points=play.wins, wins=None) for play in plays]
