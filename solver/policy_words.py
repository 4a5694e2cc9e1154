"""A policy in plain words, made from its table: where it holds, how that changes with the scores, and near the goal.

Each sentence keeps the claims that it makes, so that a test can hold them against every cell of the table.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from solver.decision import count_in_words

Where: TypeAlias = tuple[range, ...]
"""A block of a table: a range of places on each of its axes."""
BEHIND, SAMPLED, AHEAD = 0.6, 0.3, 0.0
"""Parts of the goal at which sentences say what changes with the scores."""


class Claim(NamedTuple):
    """What a table has in a block `where`: numbers from `least` to `most`, all of them or `some`, or none at all.

    Without numbers, `least` and `most` are None. `some` says that places without a number are among those with one.
    """

    where: Where
    least: int | None
    most: int | None
    some: bool = False


class Sentence(NamedTuple):
    """A sentence in `words` about a policy, and the `claims` that it makes."""

    words: str
    claims: tuple[Claim, ...]


@dataclass(frozen=True, slots=True)
class Axis:
    """An axis of a table: the `score` of each place, and how one score, several, and those from one on are said."""

    scores: Sequence[int]
    one: str
    several: str
    from_on: str

    @property
    def whole(self) -> range:
        return range(len(self.scores))

    def say(self, places: range) -> str:
        """Return a range of places in words, nothing for all of several."""
        first, last = self.scores[places[0]], self.scores[places[-1]]
        if len(places) == 1:
            return self._said(self.one, first)
        if places == self.whole:
            return ""
        if places[-1] == self.whole[-1]:
            return self._said(self.from_on, first)
        return self._said(self.several, min(first, last), max(first, last))

    @staticmethod
    def _said(form: str, *scores: int) -> str:
        """Return the form with its scores, and with the last one as a number of points, turns, rounds or defenders."""
        last = scores[-1]
        units = {f"{one}s": count_in_words(last, one, f"{one}s") for one in ("point", "turn", "round", "defender")}
        return form.format(*scores, **units)


OWN = "with {points}", "with {} to {points}", "with {points} or more"
OTHER = "against {}", "against {} to {}", "against {} or more"


def own(scores: Sequence[int]) -> Axis:
    """Return the axis of the player's own scores."""
    return Axis(scores, *OWN)


def other(scores: Sequence[int]) -> Axis:
    """Return the axis of the scores of one other player."""
    return Axis(scores, *OTHER)


def say_hold(claim: Claim, ends: str = "hold", goes_on: str = "throw on") -> str:
    """Return in words from which turn totals a player `ends` a turn, who else `goes_on`."""
    if claim.least is None or claim.most is None:
        return f"you {goes_on} until you reach the goal"
    on = f", or {goes_on} until you reach the goal" if claim.some else ""
    if claim.least == claim.most:
        return f"you {ends} from {claim.least} on{on}"
    return f"you {ends} from {claim.least} on at the earliest and from {claim.most} on at the latest{on}"


def say_dice(claim: Claim) -> str:
    """Return in words how many dice a player throws."""
    if claim.least == claim.most:
        return f"you throw {claim.least} {'die' if claim.least == 1 else 'dice'}"
    return f"you throw {claim.least} to {claim.most} dice"


@dataclass(frozen=True, slots=True)
class PolicyMap:
    """What a policy does, as a number at each place of a table; places that `have` none throw on to the goal.

    `say` puts what a claim says into words.
    """

    numbers: NDArray[np.int64]
    have: NDArray[np.bool_]
    axes: tuple[Axis, ...]
    say: Callable[[Claim], str] = say_hold

    def claim(self, where: Where) -> Claim:
        """Return what the table has in a block."""
        block = np.ix_(*where)
        have, numbers = self.have[block], self.numbers[block]
        if not have.any():
            return Claim(where, None, None)
        found = numbers[have]
        return Claim(where, int(found.min()), int(found.max()), not have.all())

    def cell(self, *place: int) -> str:
        """Return what a table in text has at a place, - where no number stands."""
        return str(self.numbers[place]) if self.have[place] else "-"

    def sentence(self, where: Where) -> Sentence:
        """Return a sentence about a block, the place before what is done."""
        claim = self.claim(where)
        place = " ".join(filter(None, (axis.say(places) for axis, places in zip(self.axes, where, strict=True))))
        words = f"{place} {self.say(claim)}".strip()
        return Sentence(f"{words[0].upper()}{words[1:]}.", (claim,))

    def say_whole(self, place: str) -> Sentence:
        """Return a sentence about the whole table, which `place` calls."""
        claim = self.claim(tuple(axis.whole for axis in self.axes))
        return Sentence(f"{place} {self.say(claim)}.", (claim,))

    def never_from(self, axis: int) -> range | None:
        """Return from which place of an axis on no number stands anywhere, None if the last place has one."""
        rest = tuple(one for one in range(self.have.ndim) if one != axis)
        having = np.flatnonzero(np.asarray(self.have.any(axis=rest)))
        first, end = int(having.max(initial=-1)) + 1, self.have.shape[axis]
        return range(first, end) if first < end else None

    def same_from(self) -> range | None:
        """Return from which place of the first axis on the same number stands everywhere, None if nowhere."""
        same = self.have & (self.numbers == self.numbers.flat[-1])
        unlike = np.flatnonzero(~same.reshape(len(same), -1).all(axis=1))
        first = int(unlike.max()) + 1 if len(unlike) else 0
        return range(first, len(same)) if first < len(same) else None


def race_sentences(policy: PolicyMap) -> Iterator[Sentence]:
    """Yield sentences about a race: its beginning, its first half, who is ahead or behind, and the end.

    The first axis is that of the own score, the others those of the other players. For a table without numbers it is
    one sentence.
    """
    whole = tuple(axis.whole for axis in policy.axes)
    if not policy.have.any():
        yield policy.sentence(whole)
        return
    goal = len(policy.axes[0].scores)
    rivals = policy.have.ndim - 1
    yield from sentences_at(policy, [((0,) * (1 + rivals))])
    half = range(max(1, goal // 2))
    if len(half) > 1:
        yield policy.sentence((half,) * (1 + rivals))
    level = int(SAMPLED * goal)
    if level:
        places = sorted({int(part * goal) for part in (AHEAD, SAMPLED, BEHIND)}) if rivals else [level]
        yield from sentences_at(policy, [(level, *(place,) * rivals) for place in places])
    for axis in range(1 + rivals):
        late = policy.never_from(axis) or (policy.same_from() if axis == 0 else None)
        if late is not None:
            yield policy.sentence((*whole[:axis], late, *whole[axis + 1 :]))


def sentences_at(policy: PolicyMap, places: Iterable[tuple[int, ...]]) -> Iterator[Sentence]:
    """Yield a sentence about each of some single places."""
    for place in places:
        yield policy.sentence(tuple(range(one, one + 1) for one in place))


def cells(claim: Claim) -> Iterator[tuple[int, ...]]:
    """Yield the places that a claim is about."""
    yield from product(*claim.where)
