"""Keep-and-throw games solved slowly: every ordered throw, every set of dice that scores, in any kind of number."""

import itertools
import random
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from solver.action import Action
from solver.keep_and_throw.player import KeepPlayer
from solver.keep_and_throw.rules import KeepRules
from solver.keep_and_throw.state import KeepState
from tests.support.solver.playouts import played

SMALL = """
engine = "keep-and-throw"
name = "small"
dice = 3
goal = 400
combination = [
    { dice = [1], points = 100 },
    { dice = [5], points = 50 },
    { dice = "aaa", points = [400, 200, 300, 400, 500, 600] },
    { dice = [2, 3], points = 150 },
]
"""
"""Rules of a game of three dice."""
HOUSE = """
engine = "keep-and-throw"
name = "house"
base = "farkle"
opening = 500
penalty = 1000
combination = [
    { dice = "aaa", points = [300, 200, 300, 400, 500, 600] }, { dice = [2, 2, 2, 2], points = 50 },
    { dice = "xxyyzz", points = 750 }, { dice = "bbbbaa", points = 900 }, { dice = "aaabbb", points = 2500 }
]
"""
"""House rules of Farkle: combinations that its base has too, and others."""
UNLIKE = ((1, 1, 1, 1, 1, 1), (3, 1, 1, 1, 1, 2), (0, 2, 1, 1, 4, 1))
"""How often each face of three dice that differ falls."""
Hand = tuple[int, ...]
"""Which dice are thrown, by their places."""


class RisingValue(NamedTuple):
    """A value that rises by `slope` with that of a turn without points: `at` is its value now."""

    at: Any
    slope: Any


class ReferenceKeep:
    """Win probabilities V[i, j] of a player who begins a turn, for two players with the same dice.

    Each die has its own law; without `apart` dice are taken for alike, and hands for their numbers. `start` are those
    of the first player, `second` those of the other. In a last round nobody throws on with a score
    `far` above the goal.
    """

    def __init__(self, rules: KeepRules, laws: Sequence[Sequence[Any]], *, apart: bool, far: int = 0) -> None:
        self._far = rules.goal + far
        self._rules = rules
        self._laws = laws
        self._apart = apart
        self._all: Hand = tuple(range(rules.dice))
        self._throws = {hand: list(self._throws_of(hand)) for hand in self._hands()}
        self.start: dict[tuple[int, int], Any] = {}
        self.second = {} if rules.last_round == "second" else self.start
        self._made: dict[tuple[int, Hand], Any] = {}
        if rules.penalty:
            return
        goal = rules.goal
        for both in range(2 * (goal - rules.step), -1, -rules.step):
            for i in range(0, both + 1, rules.step):
                if max(i, both - i) < goal and (i <= both - i or self.second is not self.start):
                    self._settle(i, both - i)

    def _hands(self) -> Iterator[Hand]:
        for size in range(1, self._rules.dice + 1):
            if self._apart:
                yield from itertools.combinations(self._all, size)
            else:
                yield self._all[:size]

    def _throws_of(self, hand: Hand) -> Iterator[tuple[Any, frozenset[tuple[int, Hand]]]]:
        """Yield what can be thrown: the chance, and all choices, as points and the dice that are thrown next."""
        alike: dict[frozenset[tuple[int, Hand]], Any] = defaultdict(int)
        merged: dict[tuple[int, ...], Any] = defaultdict(int)
        for thrown in itertools.product(range(6), repeat=len(hand)):
            chance: Any = 1
            for die, face in zip(hand, thrown, strict=True):
                chance *= self._laws[die][face]
            merged[thrown if self._apart else tuple(sorted(thrown))] += chance
        for thrown, chance in merged.items():
            choices = set()
            for size in range(1, len(hand) + 1):
                for aside in itertools.combinations(range(len(hand)), size):
                    worth = self._worth(tuple(sorted(thrown[place] for place in aside)))
                    if worth:
                        rest = tuple(die for place, die in enumerate(hand) if place not in aside)
                        if not self._apart:
                            rest = self._all[: len(rest)]
                        choices.add((worth, rest or self._all))
            alike[frozenset(choices)] += chance
        yield from ((chance, choices) for choices, chance in alike.items())

    def _worth(self, dice: tuple[int, ...]) -> int:
        """Return the most points of dice that all belong to combinations, 0 if some do not."""
        best = 0
        for one in self._rules.combinations:
            left = list(dice)
            for face, count in enumerate(one.counts):
                for _ in range(count):
                    if face in left:
                        left.remove(face)
                    else:
                        break
                else:
                    continue
                break
            else:
                more = self._worth(tuple(left)) if left else 0
                if more or not left:
                    best = max(best, one.points + more)
        return best

    def _settle(self, i: int, j: int) -> None:
        x: Any = Fraction(1, 2)
        y: Any = Fraction(1, 2)
        for _ in range(100):
            mine = self._turn(i, 1 - y, lambda total: 1 - self.second[j, i + total], j)
            theirs = self._turn(j, 1 - x, lambda total: 1 - self.start[i, j + total], i, 1)
            # x = a + p (1 - y) and y = b + q (1 - x)
            p, q = mine.slope, theirs.slope
            a, b = mine.at - p * (1 - y), theirs.at - q * (1 - x)
            better = (a + p * (1 - b - q)) / (1 - p * q)
            before, x = x, better
            y = b + q * (1 - x)
            if abs(x - before) < 1e-15:
                break
        self.start[i, j], self.second[j, i] = x, y

    def make(self, points: int, hand: Hand | None = None) -> Any:
        """Return the chance that a turn makes so many points, if the player throws until they are made."""
        hand = self._all if hand is None else hand
        if points <= 0:
            return 1
        if (points, hand) not in self._made:
            self._made[points, hand] = sum(
                chance * max((self.make(points - worth, rest) for worth, rest in choices), default=0)
                for chance, choices in self._throws[hand]
            )
        return self._made[points, hand]

    def _turn(self, i: int, lost: Any, held: Callable[[int], Any], rival: int = 0, seat: int = 0) -> RisingValue:
        known: dict[tuple[int, Hand], RisingValue] = {}

        def throw(total: int, hand: Hand) -> RisingValue:
            if (total, hand) not in known:
                at: Any = 0
                slope: Any = 0
                for chance, choices in self._throws[hand]:
                    lines = [act(total + points, rest) for points, rest in choices] or [RisingValue(lost, 1)]
                    best = max(lines)
                    at += chance * best.at
                    slope += chance * best.slope
                known[total, hand] = RisingValue(at, slope)
            return known[total, hand]

        def act(total: int, hand: Hand) -> RisingValue:
            if i + total >= self._rules.goal:
                if not self._rules.last_round or (self._rules.last_round, seat) == ("second", 1):
                    return RisingValue(1, 0)
                banked = RisingValue(1 - self.make(i + total + self._rules.step - rival), 0)
                return banked if i + total >= self._far else max(throw(total, hand), banked)
            thrown = throw(total, hand)
            if i == 0 and total < self._rules.opening:
                return thrown
            return max(thrown, RisingValue(held(total), 0))

        return throw(0, self._all)

    def with_penalty(self, sweeps: int) -> dict[tuple[int, int, int, int], float]:
        """Return the win probabilities at (b, c, i, j) after plain value iteration.

        b and c are how many of the last turns of each in succession did, 0 to 2; the third costs the penalty.
        """
        scores = range(0, self._rules.goal, self._rules.step)
        places = list(itertools.product(range(3), range(3), scores, scores))
        wins = dict.fromkeys(places, 0.5)
        for _ in range(sweeps):
            for b, c, i, j in sorted(places, key=lambda place: -place[2] - place[3]):
                then = (c, b + 1, j, i) if b < 2 else (c, 0, j, max(0, i - self._rules.penalty))
                held = {
                    total: 1 - wins[c, 0, j, i + total] for total in range(0, self._rules.goal - i, self._rules.step)
                }
                wins[b, c, i, j] = self._turn(i, 1 - wins[then], held.__getitem__, j).at
        return wins


def play_out(rules: KeepRules, players: Sequence[KeepPlayer], chance: random.Random) -> int | None:
    """Return who wins a game of these players."""

    def act(state: KeepState) -> tuple[Action, int]:
        action = players[state.player].decide(state).action
        return action, state.dice_left(action.keep or ()) if action.throws else 0

    start = KeepState(rules, (0,) * len(players), blanks=(0,) * len(players))
    return played(start, act, chance).winner
