"""A game on a small sheet once more, in fractions and throw by throw: a second opinion on `solver.sheet.exact.solve`.

Three dice with four sides; an upper box for ones and one for twos, a run of three for 12, a pair that counts all dice,
three alike for 20, and 7 more once the upper boxes hold 5. Every outcome of the dice that fall is gone through, upper
totals are never cut off, and nothing is shared with the solver.
"""

import itertools
from dataclasses import dataclass, field
from fractions import Fraction

from tests.support.solver.reference_states import falls

UPPER = {"ones": 1, "twos": 2}
BOXES = ("ones", "twos", "run", "pair", "alike")
DICE = 3

# What is written in each box so far, in their order; None where it is open.
Scores = tuple[int | None, ...]


@dataclass
class SmallGame:
    """The game by one set of rules; `joker` is none, free or forced."""

    joker: str
    extra: int
    throws: int
    commit: bool
    die: tuple[Fraction, ...]
    known: dict[tuple[tuple[bool, ...], int, int | None], Fraction] = field(default_factory=dict)

    def value(self, scores: Scores) -> Fraction:
        """Return the points to come at the start of a turn."""
        key = (tuple(score is None for score in scores), self.upper(scores), scores[4])
        if key not in self.known:
            over = None not in scores
            self.known[key] = Fraction(0) if over else self.turn(scores)
        return self.known[key]

    def turn(self, scores: Scores) -> Fraction:
        """Return what a turn is worth, and all after it."""
        if not self.commit:
            return ReferenceTurn(self, scores, BOXES).thrown((), self.throws - 1)
        turns = [ReferenceTurn(self, scores, (box,)) for box, score in zip(BOXES, scores, strict=True) if score is None]
        return sum(
            (
                chance * max(turn.rolled(dice, self.throws - 1) for turn in turns)
                for dice, chance in falls(self.die, DICE).items()
            ),
            Fraction(0),
        )

    def upper(self, scores: Scores) -> int:
        """Return the upper total."""
        return (scores[0] or 0) + (scores[1] or 0)

    def ends(self, scores: Scores, dice: tuple[int, ...]) -> dict[str, tuple[int, int]]:
        """Return the boxes that dice may go to, with what is written and what is paid beside it."""
        open_boxes = [box for box, score in zip(BOXES, scores, strict=True) if score is None]
        alike = len(set(dice)) == 1
        paid = self.extra if alike and scores[4] == 20 else 0
        if not alike or scores[4] is None or self.joker == "none":
            return {box: (plain(box, dice), paid) for box in open_boxes}
        own = [box for box in open_boxes if UPPER.get(box) == dice[0]]
        if self.joker == "free":
            return {box: ((plain if own else wild)(box, dice), paid) for box in open_boxes}
        if own:
            return {own[0]: (sum(dice), paid)}
        lower = [box for box in open_boxes if box not in UPPER]
        return {box: (wild(box, dice), paid) for box in lower or open_boxes}

    def states(self) -> set[tuple[int, int, int]]:
        """Return every start of a turn that play reaches: filled boxes, upper total up to 5, whether three are paid."""
        seen: set[tuple[tuple[int, int, int], int | None]] = set()
        ahead: set[Scores] = {(None,) * len(BOXES)}
        while ahead:
            scores = ahead.pop()
            filled = sum(1 << place for place, score in enumerate(scores) if score is not None)
            state = (filled, min(self.upper(scores), 5), int(bool(self.extra) and scores[4] == 20))
            if None not in scores or (state, scores[4]) in seen:
                continue
            seen.add((state, scores[4]))
            for dice in falls(self.die, DICE):
                for box, (points, _) in self.ends(scores, dice).items():
                    ahead.add(put(scores, box, points))
        return {state for state, _ in seen}


@dataclass
class ReferenceTurn:
    """One turn that ends in one of some boxes."""

    game: SmallGame
    scores: Scores
    boxes: tuple[str, ...]
    kept: dict[tuple[tuple[int, ...], int], Fraction] = field(default_factory=dict)
    rolls: dict[tuple[tuple[int, ...], int], Fraction] = field(default_factory=dict)

    def thrown(self, keep: tuple[int, ...], left: int) -> Fraction:
        """Return what it is worth to keep dice and throw the others, with so many more throws after that one."""
        if (keep, left) not in self.kept:
            self.kept[keep, left] = sum(
                (
                    chance * self.rolled(tuple(sorted(keep + dice)), left)
                    for dice, chance in falls(self.game.die, DICE - len(keep)).items()
                ),
                Fraction(0),
            )
        return self.kept[keep, left]

    def rolled(self, dice: tuple[int, ...], left: int) -> Fraction:
        """Return what dice are worth with so many more throws."""
        if (dice, left) not in self.rolls:
            worths = [self.scored(box, points, paid) for box, (points, paid) in self.ends(dice).items()]
            if left:
                keeps = {keep for size in range(DICE) for keep in itertools.combinations(dice, size)}
                worths += [self.thrown(keep, left - 1) for keep in keeps]
            self.rolls[dice, left] = max(worths)
        return self.rolls[dice, left]

    def ends(self, dice: tuple[int, ...]) -> dict[str, tuple[int, int]]:
        """Return the boxes of this turn that dice may go to."""
        return {box: end for box, end in self.game.ends(self.scores, dice).items() if box in self.boxes}

    def scored(self, box: str, points: int, paid: int) -> Fraction:
        """Return what a box filled brings, now and later."""
        after = put(self.scores, box, points)
        bonus = 7 if self.game.upper(self.scores) < 5 <= self.game.upper(after) else 0
        return points + paid + bonus + self.game.value(after)


def put(scores: Scores, box: str, points: int) -> Scores:
    """Return the scores with one more box filled."""
    return tuple(points if name == box else score for name, score in zip(BOXES, scores, strict=True))


def plain(box: str, dice: tuple[int, ...]) -> int:
    """Return what dice score in a box, jokers left aside."""
    if box in UPPER:
        return UPPER[box] * dice.count(UPPER[box])
    return {
        "run": 12 if dice in ((1, 2, 3), (2, 3, 4)) else 0,
        "pair": sum(dice) if len(set(dice)) < DICE else 0,
        "alike": 20 if len(set(dice)) == 1 else 0,
    }[box]


def wild(box: str, dice: tuple[int, ...]) -> int:
    """Return what a joker scores in a box."""
    return 12 if box == "run" else plain(box, dice)
