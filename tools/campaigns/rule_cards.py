"""The search for rule cards of a sheet: exact values in a twentieth of a second, and what one more step would bring.

What a card does depends on the filled boxes, the roll and the throws left, and not on the upper total. So each set of
filled boxes is passed once, with the chances of flags and totals; what keeps are worth afterwards is their mean over
these. A step more is first judged by what it gains there with all other choices as they are (the first term of the
difference of two policies: Kakade and Langford, "Approximately Optimal Approximate Reinforcement Learning", 2002);
those that promise most are then valued exactly, as are all changes of order and of pars.
"""

import itertools
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from robot.games.reasons import tell_reason
from robot.games.registry import make_game
from robot.language import english
from solver.jit import compiled
from solver.sheet.exact.table import Plan, plan_of
from solver.sheet.exact.turn_kernels import slot_of
from solver.sheet.game.custom_sheet import find_sheet
from solver.sheet.game.sheet import Sheet
from solver.sheet.policy.card_rules import PATTERNS, CardStep, box_counts, read_step
from solver.sheet.policy.decision_list import NOT, Situation, rolls_of
from solver.sheet.policy.strategies import MEANS

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
TRIED = 3
LEAST_GAIN = 0.03
UNSEEN, NEVER, RARE = 1e-300, 1e-200, 1e-6
NEVER_CHOSEN = -30_000
WORDS_WEIGH = 0.5
HEADINGS, WHEN = 33, 5
"""The words of the headings and the pars, and of what early is."""


class Steps(NamedTuple):
    """Steps as the kernels take them, one a row: what they keep by upper mask and roll, their boxes and throws left."""

    kept: Ints
    boxes: Ints
    left: Ints


@compiled
def applies(steps: Steps, step: int, filled: int, left: int) -> bool:
    """Return whether a step may apply with some boxes filled and so many throws left."""
    boxes = steps.boxes[step]
    return (boxes == 0 or filled & boxes != boxes) and steps.left[step] in (0, left)


@compiled
def choose_keeps(steps: Steps, filled: int, keep: Ints, by: Ints) -> None:
    """Put into `keep` [left - 1, rolls] what is kept, and into `by` the steps that say so."""
    for left in range(1, len(keep) + 1):
        for step in range(len(steps.boxes) - 1, -1, -1):
            if applies(steps, step, filled, left):
                kept = steps.kept[step, filled & steps.kept.shape[1] - 1]
                for roll in range(len(kept)):
                    if kept[roll] >= 0:
                        keep[left - 1, roll] = kept[roll]
                        by[left - 1, roll] = step


@compiled
def throw_turn(more: Ints, start: Floats, keep: Ints, seen: Floats) -> None:
    """Put into `seen` [left, rolls] the chances of rolls with so many throws left; those kept whole wait for 0 left."""
    below, faces = more.shape
    seen[:] = 0.0
    for roll in range(len(start)):
        seen[len(keep), roll] = start[roll]
    for left in range(len(keep), 0, -1):
        kept = np.zeros(below + len(start))
        for roll in range(len(start)):
            place = keep[left - 1, roll]
            if place >= below:
                seen[0, roll] += seen[left, roll]
            else:
                kept[place] += seen[left, roll]
        for place in range(below):
            for face in range(faces):
                kept[more[place, face]] += kept[place] / faces
        for roll in range(len(start)):
            seen[left - 1, roll] += kept[below + roll]


@compiled
def count_slots(plan: Plan, filled: int, box: Ints, seen: Floats, owner: Ints, ends: Floats) -> None:  # noqa: PLR0917
    """Put into `ends` [slots, all dice alike or not] the chances of what is written, and into `owner` its boxes.

    `box` [rolls] is where rolls are scored that are `seen` [rolls] so often. Rolls that no turn ends with count UNSEEN.
    """
    ends[:] = 0.0
    for roll in range(len(box)):
        slot = slot_of(plan, filled, roll, box[roll])
        owner[slot] = box[roll]
        ends[slot, int(roll < len(plan.matching))] += max(seen[roll], UNSEEN)


@compiled
def value_card(plan: Plan, more: Ints, start: Floats, steps: Steps, box: Ints, order: Ints, reached: Floats) -> float:  # noqa: PLR0917
    """Return the mean score of a card; `reached` [filled, flag, total], 0 at first, becomes the chance of each start.

    `box` [filled, rolls] is where rolls are scored, `order` the sets of filled boxes by their number.
    """
    throws, rolls = plan.throws, len(start)
    keep, by = np.zeros((throws - 1, rolls), np.int64), np.zeros((throws - 1, rolls), np.int64)
    seen, ends = np.zeros((throws, rolls)), np.zeros((len(plan.points), 2))
    owner = np.zeros(len(plan.points), np.int64)
    reached[0, 0, 0] = 1.0
    mean = 0.0
    for filled in order[:-1]:
        shares = reached[filled].sum(axis=1)
        if shares.sum() == 0.0:
            continue
        choose_keeps(steps, filled, keep, by)
        throw_turn(more, start, keep, seen)
        count_slots(plan, filled, box[filled], seen[0], owner, ends)
        for slot in range(len(ends)):
            chance = ends[slot, 0] + ends[slot, 1]
            if chance < NEVER:
                continue
            mean += shares.sum() * chance * plan.points[slot]
            after, rise = filled | 1 << owner[slot], plan.rise[slot]
            for flag in range(plan.flags):
                mean += shares[flag] * flag * plan.extra * ends[slot, 1]
                paid = 1 if plan.flags == 2 and slot == plan.paid else flag
                for total in range(plan.cap + 1):
                    reached[after, paid, min(total + rise, plan.cap)] += chance * reached[filled, flag, total]
    return mean + plan.bonus * float(reached[-1, :, plan.cap].sum())


@compiled
def gain_of_steps(  # noqa: PLR0917
    plan: Plan,
    more: Ints,
    start: Floats,
    steps: Steps,
    box: Ints,
    order: Ints,
    reached: Floats,
    others: Steps,
    gains: Floats,
) -> None:
    """Add to `gains` [others, places] what each of the `others` brings before the step in that place."""
    throws, rolls, below = plan.throws, len(start), len(more)
    faces = more.shape[1]
    keep, by = np.zeros((throws - 1, rolls), np.int64), np.zeros((throws - 1, rolls), np.int64)
    seen, worth, score = np.zeros((throws, rolls)), np.zeros(below + rolls), np.zeros(rolls)
    owner, values = np.zeros(len(plan.points), np.int64), np.zeros(reached.shape)
    ends, brings = np.zeros((len(plan.points), 2)), np.zeros((len(plan.points), 2))
    for place in range(plan.flags):
        values[-1, place, plan.cap] = plan.bonus
    for filled in order[:-1][::-1]:
        there = reached[filled].sum()
        if there < RARE:
            continue
        choose_keeps(steps, filled, keep, by)
        throw_turn(more, start, keep, seen)
        count_slots(plan, filled, box[filled], seen[0], owner, ends)
        brings[:] = 0.0
        for slot in range(len(ends)):
            chance = ends[slot, 0] + ends[slot, 1]
            if chance == 0.0:
                continue
            after, rise = filled | 1 << owner[slot], plan.rise[slot]
            for flag in range(plan.flags):
                paid = 1 if plan.flags == 2 and slot == plan.paid else flag
                for total in range(plan.cap + 1):
                    later = plan.points[slot] + values[after, paid, min(total + rise, plan.cap)]
                    share = reached[filled, flag, total] / there
                    values[filled, flag, total] += chance * later + flag * plan.extra * ends[slot, 1]
                    brings[slot, 0] += share * later
                    brings[slot, 1] += share * (later + flag * plan.extra)
        for roll in range(rolls):
            score[roll] = brings[slot_of(plan, filled, roll, box[filled, roll]), int(roll < len(plan.matching))]
        current = score.copy()
        for left in range(1, throws):
            for roll in range(rolls):
                worth[below + roll] = current[roll]
            for place in range(below - 1, -1, -1):
                worth[place] = 0.0
                for face in range(faces):
                    worth[place] += worth[more[place, face]] / faces
            for roll in range(rolls):
                worth[below + roll] = score[roll]
                current[roll] = worth[keep[left - 1, roll]]
            for other in range(len(others.boxes)):
                if applies(others, other, filled, left):
                    kept = others.kept[other, filled & others.kept.shape[1] - 1]
                    for roll in range(rolls):
                        if kept[roll] >= 0:
                            gain = worth[kept[roll]] - current[roll]
                            gains[other, by[left - 1, roll]] += there * seen[left, roll] * gain
    for other in range(len(gains)):
        for place in range(gains.shape[1] - 2, -1, -1):
            gains[other, place] += gains[other, place + 1]


def stack(steps: Sequence[CardStep]) -> Steps:
    """Return steps as the kernels take them."""
    return Steps(
        np.array([step.kept for step in steps], np.int16),
        np.array([step.boxes for step in steps]),
        np.array([step.left for step in steps]),
    )


def list_steps(*, plain: bool) -> Iterator[str]:
    """Yield the steps that are tried: all patterns, with what numbers they take, for their boxes or one.

    But for `plain` ones they may be early.
    """
    numbers = {
        "open": [f"-{least}-{face}" for least, most in ((1, 6), (2, 5), (3, 5)) for face in range(1, most)],
        "alike": [f"-{least}-{face}" for least in (2, 3, 4) for face in (1, 3, 5)],
        "most": ["-1", "-2", "-3", "-4"],
        "row": ["-3", "-4", "-5"],
        "middle": ["-1", "-2", "-3", "-4"],
        "gap": ["-4"],
        "high": ["-1-4", "-1-5", "-1-6"],
    }
    boxes = {
        "row": ("small-straight", "large-straight"),
        "middle": ("small-straight", "large-straight"),
        "alike": ("three-of-a-kind", "four-of-a-kind", "yahtzee"),
        "high": ("three-of-a-kind",),
    }
    for kind in PATTERNS:
        for number in numbers.get(kind, [""]):
            for box in ("", *boxes.get(kind, ())):
                for when in ("",) if plain else ("", " early"):
                    yield kind + number + (f" for {box}" if box else "") + when


class CardSearch:
    """The search for cards of `sheet`; `count` says how many words a step takes."""

    def __init__(self, sheet: Sheet, count: Callable[[str], int], *, plain: bool) -> None:
        self._sheet, self._count, self._plan = sheet, count, plan_of(sheet)
        self._dice = rolls_of(sheet).lattice
        self._more = np.ascontiguousarray(self._dice.one_more[: self._dice.first_roll])
        masks = np.arange(1 << len(sheet.boxes))
        self._order = np.argsort(np.bitwise_count(masks), kind="stable")
        points = Situation(sheet, masks, 0).points.astype(np.int16)
        self._points = np.where(points == NOT, NEVER_CHOSEN, points * box_counts(sheet)[:, None]).astype(np.int16)
        self._steps = [*list_steps(plain=plain)]
        self._others = stack([read_step(sheet, text) for text in self._steps])

    def value(self, keeps: Sequence[str], pars: Sequence[int]) -> float:
        """Return the exact mean score of a card."""
        return self._follow(keeps, self._boxes(pars))[0]

    def climb(
        self, keeps: Sequence[str], pars: Sequence[int], most_words: int
    ) -> Iterator[tuple[list[str], list[int]]]:
        """Yield better and better cards of at most so many words in their steps, each with a step more or new pars."""
        keeps, pars = list(keeps), list(pars)
        while True:
            pars = self._tune(keeps, pars)
            keeps = self._reorder(keeps, pars)
            yield keeps, pars
            better = self._better(keeps, pars, most_words, [keeps])
            if better == keeps:
                without = [keeps[:place] + keeps[place + 1 :] for place in range(len(keeps) - 1)]
                better = self._better(keeps, pars, most_words, without)
            if better == keeps:
                return
            keeps = better

    def _better(self, keeps: list[str], pars: list[int], most_words: int, bases: list[list[str]]) -> list[str]:
        """Return the first card better than `keeps` that is one of the `bases` and the best step more, else `keeps`."""
        best = self.value(keeps, pars)
        for base in bases:
            left = most_words - sum(map(self._count, base))
            tried = [(self.value(longer, pars), longer) for longer in self._longer(base, pars, left)]
            value, longer = max(tried, default=(best, keeps))
            if value >= best + LEAST_GAIN:
                return longer
        return keeps

    def _boxes(self, pars: Sequence[int]) -> Ints:
        return np.asarray((self._points - np.array(pars, np.int16)[:, None]).argmax(axis=1))

    def _follow(self, keeps: Sequence[str], box: Ints) -> tuple[float, Floats]:
        reached = np.zeros((len(self._order), self._plan.flags, self._plan.cap + 1))
        steps = stack([read_step(self._sheet, text) for text in keeps])
        chances = self._dice.roll_chances
        return value_card(self._plan, self._more, chances, steps, box, self._order, reached), reached

    def _longer(self, keeps: list[str], pars: list[int], left: int) -> Iterator[list[str]]:
        """Yield the cards with a step more that promise most for each of its words."""
        box = self._boxes(pars)
        _, reached = self._follow(keeps, box)
        steps = stack([read_step(self._sheet, text) for text in keeps])
        gains = np.zeros((len(self._steps), len(keeps)))
        chances, order = self._dice.roll_chances, self._order
        gain_of_steps(self._plan, self._more, chances, steps, box, order, reached, self._others, gains)
        words = np.array([[self._count(text)] for text in self._steps])
        promised = np.where(words <= left, gains / words**WORDS_WEIGH, 0.0)
        for number in np.argsort(-promised, axis=None)[:TRIED].tolist():
            step, place = divmod(number, len(keeps))
            if promised[step, place] > 0.0:
                yield [*keeps[:place], self._steps[step], *keeps[place:]]

    def _reorder(self, keeps: list[str], pars: list[int]) -> list[str]:
        """Return the steps without those that bring nothing, each where it brings more than beside its neighbour."""
        best, place = self.value(keeps, pars), 0
        while place < len(keeps) - 1:
            fewer = keeps[:place] + keeps[place + 1 :]
            turned = [*keeps[:place], keeps[place + 1], keeps[place], *keeps[place + 2 :]]
            if (value := self.value(fewer, pars)) > best - LEAST_GAIN / 2:
                keeps, best = fewer, value
            elif place < len(keeps) - 2 and (value := self.value(turned, pars)) > best:
                keeps, best, place = turned, value, max(0, place - 1)
            else:
                place += 1
        return keeps

    def _tune(self, keeps: list[str], pars: list[int]) -> list[int]:
        """Return the pars, each changed by one or two as long as that brings more."""
        best = self.value(keeps, pars)
        for place, change in itertools.product(range(len(pars)), (-2, -1, 1, 2)):
            tried = [*pars[:place], pars[place] + change, *pars[place + 1 :]]
            if (value := self.value(keeps, tried)) > best:
                pars, best = tried, value
        return pars


def add_options(parser: ArgumentParser) -> None:
    parser.add_argument("--words", type=int, default=120, metavar="N", help="most words (default 120)")
    parser.add_argument("--plain", action="store_true", help="without early, which takes five words to explain")


def run(options: Namespace) -> Iterator[str]:
    """Yield a line for each better card: its mean score, its words without headings and pars, its steps and pars."""
    sheet, position = find_sheet("yahtzee"), make_game("yahtzee", {}).begin(1)

    @cache
    def count(text: str) -> int:
        return len(english().say(tell_reason(read_step(sheet, text).step, position.doing)).split())

    search = CardSearch(sheet, count, plain=options.plain)
    pars = [round(mean * box) for mean, box in zip(MEANS, box_counts(sheet), strict=True)]
    for keeps, found in search.climb(["most"], pars, options.words - HEADINGS - (0 if options.plain else WHEN)):
        yield f"{search.value(keeps, found):.4f} {sum(map(count, keeps))} {keeps} {found}"
