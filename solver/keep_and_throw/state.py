"""Where a keep-and-throw game stands, and its moves one after the other."""

import enum
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations

from solver.action import FIRST, Action, Verb, in_row
from solver.decision import count_in_words
from solver.errors import RuleError
from solver.keep_and_throw.rules import BLANKS, SHIPPED_RULES, KeepRules, find_rules
from solver.last_round import to_beat, winner_of, wins_with
from solver.notation import NO_RULE, Noted, Written
from solver.throw_distribution import FACES


class KeepFault(enum.Enum):
    """Why an action is not legal, and its English text; `faulty_dice` returns the dice that it names."""

    THROW_FIRST = "the dice are not thrown yet: throw them first"
    NOTHING = "nothing is set aside: set aside at least one die that scores"
    MISSING = "the thrown dice do not show {dice}: set aside only what they show"
    SCORELESS = "{dice} is not a combination that scores: set aside only dice that score"
    OPENING = "your first points must be {opening} or more: throw on"
    FORCED = "with {left} left to throw you may not hold: throw on"
    WINS = "holding wins now: hold"


@dataclass(frozen=True, slots=True)
class KeepState(Written):
    """A position of two players or more, by the `rules`.

    `scores` and `blanks` are in the order of the seats. In the last round a score at the goal or above is the one to
    beat.

    `turn` is the points at risk of the player whose turn it is, `dice` the last throw, in any order, () before the
    first throw of a turn. `blanks` count the last successive turns of each player that scored nothing; without a
    penalty they stay 0. `thrown` are the numbers, from 1, of the player's dice that `dice` show, in their order, if
    actions name them; () for the first dice in order, or if it makes no difference.
    """

    rules: KeepRules
    scores: tuple[int, ...] = (0, 0)
    player: int = 0
    turn: int = 0
    dice: tuple[int, ...] = ()
    blanks: tuple[int, ...] = (0, 0)
    thrown: tuple[int, ...] = ()

    @property
    def noted(self) -> Noted:
        """The state as the words of a line; for a custom game, with all rules that can be changed."""
        rules, shipped = self.rules, self.rules.name in SHIPPED_RULES
        usual = find_rules(rules.name) if shipped else None
        told = {
            name.replace("_", "-"): getattr(rules, name) or (NO_RULE if name == "last_round" else 0)
            for name in ("goal", "opening", "penalty", "last_round")
            if usual is None or getattr(rules, name) != getattr(usual, name)
        }
        marks = {
            "b": ":".join(map(str, self.blanks)) if any(self.blanks) else "",
            "n": ",".join(map(str, self.thrown)),
        }
        return Noted(rules.name, tuple(map(str, self.scores)), told, self.player, self.turn, self.dice, marks)

    @property
    def places(self) -> tuple[int, ...]:
        """Which of the player's dice were thrown last, from 0: the first ones if it makes no difference."""
        return tuple(number - 1 for number in self.thrown) or tuple(range(len(self.dice)))

    @property
    def winner(self) -> int | None:
        """The seat that has won, None while the game goes on."""
        return winner_of(self.scores, self.player, self.rules.goal, self.rules.last_round)

    @property
    def over(self) -> bool:
        return self.winner is not None

    @property
    def goal(self) -> int:
        return self.rules.goal

    @property
    def banked(self) -> int:
        return self.scores[self.player]

    @property
    def to_beat(self) -> int | None:
        """The score that the player must beat in the last round, None before it and after the end."""
        return None if self.over else to_beat(self.scores, self.rules.goal)

    def total(self, keep: Sequence[int]) -> int:
        """Return the points at risk after dice of these values are set aside."""
        return self.turn + self.rules.points(keep)

    def wins(self, keep: Sequence[int]) -> bool:
        """Return whether a player who sets these dice aside wins by holding."""
        rules = self.rules
        return wins_with(self.banked + self.total(keep), self.scores, self.player, rules.goal, rules.last_round)

    def dice_left(self, keep: Sequence[int]) -> int:
        """Return how many dice are thrown after these are set aside: all of them if none are left, or at first."""
        return len(self.dice) - len(keep) or self.rules.dice

    def fault(self, action: Action) -> KeepFault | None:
        if not self.dice:
            return None if action == FIRST else KeepFault.THROW_FIRST
        if not action.keep:
            return KeepFault.NOTHING
        if Counter(action.keep) - Counter(self.dice) or not self._shows(action):
            return KeepFault.MISSING
        return self._fault_of_shown(action)

    def _fault_of_shown(self, action: Action) -> KeepFault | None:
        """Return why an action that sets aside dice that were thrown is not legal, None if it is."""
        keep = action.keep or ()
        if not self.rules.points(keep):
            return KeepFault.SCORELESS
        if action.verb is Verb.THROW:
            return KeepFault.WINS if self.wins(keep) else None
        short = not self.banked and self.total(keep) < self.rules.opening
        if short or self.dice_left(keep) not in self.rules.throw_on or self.wins(keep):
            return KeepFault.OPENING if short else None
        return KeepFault.FORCED

    def _shows(self, action: Action) -> bool:
        """Return whether the dice that an action names, if any, were thrown and show what it sets aside."""
        shown = {place + 1: face for place, face in zip(self.places, self.dice, strict=True)}
        return not action.dice or sorted(shown.get(number, 0) for number in action.dice) == [*(action.keep or ())]

    def legal_actions(self) -> tuple[Action, ...]:
        if self.winner is not None:
            return ()
        if not self.dice:
            return (FIRST,)
        rising = sorted(self.dice)
        keeps = dict.fromkeys(some for count in range(1, len(rising) + 1) for some in combinations(rising, count))
        every = (action for keep in keeps for action in set_aside(keep))
        return tuple(action for action in every if self._fault_of_shown(action) is None)

    def apply(self, action: Action, thrown: Sequence[int] = ()) -> "KeepState":
        """Return the state after an action; a throw comes with the values of the dice.

        Raises RuleError for an action that is not legal and for a wrong number of dice.
        """
        if self.winner is not None:
            raise RuleError("the game is over: begin another one")
        keep = action.keep or ()
        if fault := self.fault(action):
            dice = in_row(faulty_dice(self, keep) or keep)
            left = count_in_words(self.dice_left(keep), "die", "dice")
            raise RuleError(fault.value.format(dice=dice, opening=self.rules.opening, left=left))
        total = self.total(keep)
        if action.verb is Verb.HOLD:
            return self._end_turn(total)
        if len(thrown) != self.dice_left(keep) or not all(1 <= value <= FACES for value in thrown):
            raise RuleError(f"{self.dice_left(keep)} dice are thrown: give that many values of 1 to {FACES}")
        if not scores(self.rules, thrown):
            return self._end_turn(0)
        rest = tuple(place + 1 for place in self.places if place + 1 not in action.dice) if action.dice else ()
        return replace(self, turn=total, dice=tuple(thrown), thrown=rest)

    def _end_turn(self, points: int) -> "KeepState":
        me, rules = self.player, self.rules
        blank = 0 if points or not rules.penalty else self.blanks[me] + 1
        score = self.scores[me] + points
        if blank == BLANKS:
            blank, score = 0, max(0, score - rules.penalty)
        scores, blanks = _put(self.scores, me, score), _put(self.blanks, me, blank)
        player = me if score >= rules.goal and not rules.last_round else (me + 1) % len(scores)
        return replace(self, scores=scores, player=player, turn=0, dice=(), blanks=blanks, thrown=())


@cache
def set_aside(keep: tuple[int, ...]) -> tuple[Action, Action]:
    """Return the actions with dice of these values: throw the others, and hold."""
    return Action(Verb.THROW, keep), Action(Verb.HOLD, keep)


def scores(rules: KeepRules, dice: Sequence[int]) -> bool:
    counts = [dice.count(face) for face in range(1, FACES + 1)]
    return any(all(has >= needs for has, needs in zip(counts, one.counts, strict=True)) for one in rules.combinations)


def faulty_dice(state: KeepState, keep: Sequence[int]) -> tuple[int, ...]:
    """Return the dice that make this choice illegal: those not thrown, else those that score nothing."""
    missing = Counter(keep) - Counter(state.dice)
    if missing:
        return tuple(sorted(missing.elements()))
    for count in range(len(keep)):
        for some in combinations(sorted(keep), count):
            rest = Counter(keep) - Counter(some)
            if state.rules.points(rest.elements()):
                return some
    return tuple(sorted(keep))


def _put(numbers: tuple[int, ...], seat: int, value: int) -> tuple[int, ...]:
    return (*numbers[:seat], value, *numbers[seat + 1 :])
