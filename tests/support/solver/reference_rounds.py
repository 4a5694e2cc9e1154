"""Games of one round solved slowly: every ordered throw, every set of dice, in fractions."""

import itertools
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import NamedTuple

Table = tuple[int, ...]
"""What lies on the table: the dice that are kept."""
Chances = Mapping[int, Fraction]


class SlowTurn(NamedTuple):
    """A turn of so many `dice`, of which those that are not kept are thrown, and so many `throws`.

    `after` says what may lie there after a throw, with whether the turn goes on, and `score` what it scores at the end.
    """

    dice: int
    throws: int
    after: Callable[[Table, Table, bool], Iterable[tuple[Table, bool]]]
    score: Callable[[Table], int]
    most: bool


class Played(NamedTuple):
    """What a turn brings: the mean of its worth, the mean of its points, and the chances of its scores."""

    worth: Fraction
    points: Fraction
    scores: Chances


def play(turn: SlowTurn, law: Sequence[Fraction], worth: Callable[[int], Fraction]) -> Played:
    """Return what the best turn brings; of equal choices that with better points."""

    @cache
    def throws_of(count: int) -> dict[Table, Fraction]:
        found: defaultdict[Table, Fraction] = defaultdict(Fraction)
        for faces in itertools.product(range(1, 7), repeat=count):
            chance = Fraction(1)
            for face in faces:
                chance *= law[face - 1]
            found[tuple(sorted(faces))] += chance
        return found

    def ended(table: Table) -> Played:
        score = turn.score(table)
        return Played(worth(score), Fraction(score if turn.most else -score), {score: Fraction(1)})

    @cache
    def before(table: Table, throws: int) -> Played:
        mean, points = Fraction(0), Fraction(0)
        scores: defaultdict[int, Fraction] = defaultdict(Fraction)
        for throw, chance in throws_of(turn.dice - len(table)).items():
            ends = turn.after(table, throw, throws == 1)
            way = max((before(then, throws - 1) if on else ended(then) for then, on in ends), key=lambda one: one[:2])
            mean, points = mean + chance * way.worth, points + chance * way.points
            for score, share in way.scores.items():
                scores[score] += chance * share
        return Played(mean, points, scores)

    return before((), turn.throws)


def seats(turn: SlowTurn, law: Sequence[Fraction], players: int) -> list[Fraction]:
    """Return how often each player of a round wins, all scores of the others before them written out."""

    @cache
    def following(best: int | None, holders: tuple[int, ...], mover: int) -> tuple[Fraction, ...]:
        """Return everybody's chance with `mover` to throw, when `holders` have the best score."""
        if mover == players:
            return tuple(Fraction(mine in holders, len(holders)) for mine in range(players))

        def then(score: int) -> tuple[Fraction, ...]:
            if best is None or (score > best if turn.most else score < best):
                return following(score, (mover,), mover + 1)
            return following(best, (*holders, mover) if score == best else holders, mover + 1)

        played = play(turn, law, lambda score: then(score)[mover])
        sums = [Fraction(0)] * players
        for score, chance in played.scores.items():
            sums = [total + chance * share for total, share in zip(sums, then(score), strict=True)]
        return tuple(sums)

    return list(following(None, (), 0))


def subsets(dice: Table, least: int) -> Iterable[Table]:
    """Return all sets of at least so many of the dice."""
    return {some for size in range(least, len(dice) + 1) for some in itertools.combinations(dice, size)}


def keeping(dice: int, keep: int, throws: int, score: Callable[[Table], int], *, most: bool) -> SlowTurn:
    """Return a turn of which any dice may be kept."""

    def after(table: Table, throw: Table, last: bool) -> Iterable[tuple[Table, bool]]:
        for kept in [throw] if last else subsets(throw, keep):
            yield tuple(sorted(table + kept)), len(table) + len(kept) < dice

    return SlowTurn(dice, throws, after, score, most)


def crew(dice: int, throws: int, order: Table) -> SlowTurn:
    """Return a turn that needs the faces of `order`, in this order, and then throws the other dice together."""

    def found(table: Table, throw: Table) -> Table:
        kept = list(table)
        left = list(throw)
        while len(kept) < len(order) and order[len(kept)] in left:
            left.remove(order[len(kept)])
            kept.append(order[len(kept)])
        return tuple(kept)

    def after(table: Table, throw: Table, last: bool) -> Iterable[tuple[Table, bool]]:
        kept = found(table, throw)
        cargo = Counter(throw) - Counter(kept[len(table) :])
        if len(kept) == len(order):
            yield (*kept, *cargo.elements()), False
        if not last:
            yield kept, True
        elif len(kept) < len(order):
            yield (), False

    return SlowTurn(dice, throws, after, lambda table: sum(table[len(order) :]), most=True)
