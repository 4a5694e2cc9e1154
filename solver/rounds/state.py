"""Where a round of several players stands at the table, and the moves of those who keep dice, one after the other."""

import enum
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from solver.aside import FIRST, HOLD, THROW, KeepAction
from solver.errors import RuleError
from solver.rounds.keeping import KeepingTurn
from solver.rounds.standing import RoundStanding
from solver.rounds.turn import TurnOption


class RoundFault(enum.Enum):
    """Why an action is not legal, and what English says of it."""

    THROW_FIRST = "the dice are not thrown yet: throw them first"
    MISSING = "the dice that were thrown do not show {dice}: keep what they show"
    FEW = "keep at least {keep}, then throw the others"
    ORDER = "{needs} are kept in this order, as soon as they lie there, and no others before: keep so"
    TOGETHER = "the other dice are all kept or all thrown: keep so"
    ALL_KEPT = "no die is left to throw: hold"
    SOME_LEFT = "only who keeps all dice can hold: throw the others"


@dataclass(frozen=True, slots=True)
class RoundState(RoundStanding):
    """A round in which dice are kept. A throw that leaves no choice but to end the turn ends it at once."""

    @property
    def keeping(self) -> KeepingTurn:
        """What a turn is."""
        assert isinstance(self.rules.turn, KeepingTurn), "only there dice are kept"
        return self.rules.turn

    @property
    def turn(self) -> int:
        """The points of the dice kept so far in this turn."""
        return self.place[3]

    @property
    def throws_left(self) -> int:
        """How many more throws the turn has."""
        return self.place[0] - bool(self.dice)

    def kept(self, keep: Sequence[int]) -> TurnOption | None:
        """Return what keeping these dice leads to, None if they cannot be kept."""
        return self._keeps.get(tuple(sorted(keep)))

    def total(self, keep: Sequence[int]) -> int:
        """Return the points of the turn after dice of these values are kept, which can be; with all dice, its score."""
        option = self.kept(keep) if self.dice else None
        if option is None:
            return self.turn
        return option.score if option.then is None else option.then[3]

    def left(self, keep: Sequence[int]) -> int:
        """Return how many dice are thrown after these are kept."""
        return self.keeping.throws(self.place)[0] - len(keep)

    def wins(self, keep: Sequence[int]) -> bool:
        """Return whether who keeps these dice and holds has won then, alone and against others."""
        action = KeepAction(tuple(sorted(keep)), HOLD)
        if len(self.results) == 1 or self.fault(action):
            return False
        return self.apply(action).winners == (self.player,)

    def fault(self, action: KeepAction) -> RoundFault | None:
        """Return why an action is not legal, None if it is."""
        if not self.dice:
            return None if action == FIRST else RoundFault.THROW_FIRST
        if Counter(action.keep) - Counter(self.dice):
            return RoundFault.MISSING
        if len(action.keep) < self.keeping.keep:
            return RoundFault.FEW
        option = self.kept(action.keep)
        if option is None:
            return RoundFault.ORDER if self.keeping.needs_more(self.place, self.dice) else RoundFault.TOGETHER
        if action.then == THROW:
            return RoundFault.ALL_KEPT if option.then is None else None
        return None if option.then is None else RoundFault.SOME_LEFT

    def legal_actions(self) -> tuple[KeepAction, ...]:
        """Return all legal actions, those that keep fewer dice first."""
        if self.over or not self.dice:
            return () if self.over else (FIRST,)
        return tuple(KeepAction(keep, HOLD if option.then is None else THROW) for keep, option in self._keeps.items())

    @property
    def _keeps(self) -> Mapping[tuple[int, ...], TurnOption]:
        return self.keeping.keeps(self.place, tuple(sorted(self.dice)))

    def apply(self, action: KeepAction, thrown: Sequence[int] = ()) -> "RoundState":
        """Return the state after an action, which for a throw comes with the values of the dice thrown.

        Raises RuleError for an action that is not legal and for a wrong number of dice.
        """
        self.check_open()
        if fault := self.fault(action):
            raise RuleError(fault.value.format(**fault_words(self, action)))
        option = self.kept(action.keep) if self.dice else None
        if option is not None and option.then is None:
            return self.ended(option.score)
        place = self.place if option is None or option.then is None else option.then
        (number,) = self.keeping.throws(place)
        self.check_dice(thrown, number)
        options = self.keeping.options(place, tuple(sorted(thrown)))
        if len(options) == 1 and options[0].then is None:
            return self.ended(options[0].score)
        return replace(self, place=place, dice=tuple(thrown))


def fault_words(state: RoundState, action: KeepAction) -> dict[str, str | int]:
    """Return what the words of a fault name: dice that were not thrown, how many are kept at least, and the needs."""
    missing = sorted((Counter(action.keep) - Counter(state.dice)).elements())
    needs = ", ".join(map(str, state.keeping.needs))
    return {"dice": " ".join(map(str, missing)), "keep": state.keeping.keep, "needs": needs}
