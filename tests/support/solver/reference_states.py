"""Best play of one player, in fractions, by nothing but the rules' own states: a second opinion on advice."""

import itertools
import random
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from math import prod

from solver.action import FIRST_KEEP, Action, Verb
from solver.sheet.game.card import Card
from solver.sheet.game.rules import SheetState
from solver.sheet.game.sheet import Joker, Pays, Sheet
from tests.support.solver.boxes import groups, number, straight

# An end of a turn: the box, and the dice that are scored in it.
End = tuple[str, tuple[int, ...]]


BOXES = (
    number("ones", 1),
    number("threes", 3),
    groups("pair", 2, pays=Pays.ALL),
    straight("run", 3, 12),
    groups("yahtzee", 3, pays=20),
)
NAMES = tuple(box.name for box in BOXES)
FEW = ("ones", "threes", "yahtzee")
"""Best play in fractions takes eight times as long on all boxes."""


@cache
def make_small(
    joker: Joker = Joker.FORCED, extra: int = 15, throws: int = 3, commit: bool = False, names: tuple[str, ...] = NAMES
) -> Sheet:
    """Return a sheet of five boxes, or those called `names`, for three dice with four sides."""
    boxes = tuple(box for box in BOXES if box.name in names)
    return Sheet("small", "own", boxes, 9, 8, extra=extra, joker=joker, throws=throws, dice=3, sides=4, commit=commit)


class ReferencePlay:
    """Best play with a die, in points still to come; what was computed once is kept."""

    def __init__(self, die: tuple[Fraction, ...]) -> None:
        self.die = die
        self._kept: dict[object, Fraction] = {}
        self._starts: dict[object, Fraction] = {}
        self._rolls: dict[object, Fraction] = {}
        self._ends: dict[object, dict[End, Fraction]] = {}
        # Sheets by their identity, which is faster to look up than their content; they stay alive here.
        self._sheets: dict[int, Sheet] = {}

    def value(self, state: SheetState) -> Fraction:
        """Return the points still to come in any moment of a game."""
        if state.over:
            return Fraction(0)
        start = self._start(state)
        if not state.dice:
            if start not in self._starts:
                self._starts[start] = self.worth(state, FIRST_KEEP)
            return self._starts[start]
        key = start, state.dice, state.rolls_left, state.committed
        if key not in self._rolls:
            self._rolls[key] = max(self.worth(state, action) for action in state.legal_actions())
        return self._rolls[key]

    def worth(self, state: SheetState, action: Action) -> Fraction:
        """Return the points still to come after an action."""
        if action.keep is None:
            after = state.apply(action)
            return after.card.total - state.card.total + self.value(after)
        start = self._start(state)
        key = start, action.keep, state.rolls_left, state.committed
        if key not in self._kept:
            total = Fraction(0)
            for throw, chance in falls(self.die, to_throw(state, action)).items():
                dice = tuple(sorted(action.keep + throw))
                known = self._rolls.get((start, dice, state.rolls_left - 1, state.committed))
                total += chance * (self.value(state.apply(action, throw)) if known is None else known)
            self._kept[key] = total
        return self._kept[key]

    def best(self, state: SheetState) -> Action:
        """Return the best action, the first of those that tie."""
        actions = state.legal_actions()
        return max(actions, key=lambda action: (self.worth(state, action), -actions.index(action)))

    def ends(self, state: SheetState, action: Action) -> dict[End, Fraction]:
        """Return how likely each end of this turn is after an action, under best play."""
        if action.verb is Verb.SCORE:
            return {(action.box, state.dice): Fraction(1)}
        key = self._start(state), state.dice, state.rolls_left, state.committed, action
        if key not in self._ends:
            ends: dict[End, Fraction] = {}
            for throw, chance in falls(self.die, to_throw(state, action)).items():
                after = state.apply(action, throw)
                for end, later in self.ends(after, self.best(after)).items():
                    ends[end] = ends.get(end, Fraction(0)) + chance * later
            self._ends[key] = ends
        return self._ends[key]

    def _start(self, state: SheetState) -> object:
        sheet, card = self._sheets.setdefault(id(state.sheet), state.sheet), state.card
        uppers = (card.upper,) if len(sheet.columns) == 1 else tuple(map(card.upper_of, sheet.columns))
        scores = card.scores if sheet.converts or sheet.totals else ()
        return id(sheet), card.filled, uppers, card.joker_paid, card.saved, scores


@cache
def reference_play(die: tuple[Fraction, ...]) -> ReferencePlay:
    """Return best play with a die, the same for all tests, which share what it has computed."""
    return ReferencePlay(die)


@cache
def falls(die: tuple[Fraction, ...], count: int) -> dict[tuple[int, ...], Fraction]:
    """Return how likely each throw of so many dice is."""
    ways: dict[tuple[int, ...], Fraction] = {}
    for faces in itertools.product(range(1, len(die) + 1), repeat=count):
        chance = prod((die[face - 1] for face in faces), start=Fraction(1))
        if chance:
            throw = tuple(sorted(faces))
            ways[throw] = ways.get(throw, Fraction(0)) + chance
    return ways


def to_throw(state: SheetState, action: Action) -> int:
    """Return how many dice an action throws."""
    return state.sheet.dice - len(action.keep) if action.keep is not None else 0


def start_of(state: SheetState) -> object:
    """Return what the points still to come at the start of this turn depend on."""
    return state.card.filled, state.card.upper, state.card.joker_paid, state.sheet


def moments(sheet: Sheet, games: int, seed: int) -> Iterator[SheetState]:
    """Yield all moments of games that are played at random."""
    rng = random.Random(seed)
    for _ in range(games):
        state = SheetState((Card.blank(sheet),), rolls_left=sheet.throws)
        while not state.over:
            yield state
            action = rng.choice(state.legal_actions())
            state = state.apply(action, rng.choices(range(1, sheet.sides + 1), k=to_throw(state, action)))
