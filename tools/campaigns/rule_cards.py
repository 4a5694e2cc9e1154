"""The search for rule cards of Yahtzee, Pig and Farkle: `python -m tools.campaigns rule_cards yahtzee --words 60`.

The numbers on a card are changed one by one while that improves the card. A card of Pig or Farkle is a form with
numbers. A card of Yahtzee is a list of steps, with a par for each box. Its choice depends on the filled boxes, the roll
and the throws left, but not on the upper total, so that all sets of filled boxes are valued at once. A further step is
judged by its gain while all other choices stay the same (the first term of the difference of two policies: Kakade and
Langford, "Approximately Optimal Approximate Reinforcement Learning", 2002). The most promising steps and changes of
order are valued exactly. The search prints the number of words of each better card, its loss, and its rules.
"""

import itertools
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator, Sequence
from functools import cache, lru_cache, partial
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from robot.games.registry import make_game
from robot.games.rule_card import CardInWords
from robot.language import english
from solver.keep_and_throw import strategies as aside
from solver.keep_and_throw.keep_table import fair_laws, load_keep
from solver.keep_and_throw.rules import find_rules
from solver.race import evaluate as race
from solver.race.race_table import load_race
from solver.race.strategies import card_rule
from solver.rule_card import RuleCard
from solver.sheet.exact.sheet_files import load_sheet
from solver.sheet.exact.table import plan_of
from solver.sheet.game.custom_sheet import find_sheet
from solver.sheet.game.sheet import Sheet
from solver.sheet.policy.card_rules import ALIKE, EARLY, PATTERNS, STRAIGHTS, box_counts, read_step
from solver.sheet.policy.decision_list import NOT, Situation, apply_steps, rolls_of
from solver.sheet.policy.strategies import MEANS

Floats: TypeAlias = NDArray[np.float64]
Ints: TypeAlias = NDArray[np.int64]
Keeps: TypeAlias = tuple[str, ...]

FORMS: dict[str, tuple[tuple[str, list[int]], ...]] = {
    "pig": (
        ("0;0;{0};0", [25]),
        ("{0};{0};{1};0", [25, 25]),
        ("{0};{0};{1};8", [25, 25]),
        ("{0};{1};{2};8", [25, 25, 25]),
    ),
    "farkle": (
        ("worth 0 0 0 {0} {1} {1};hold {2} {2} {2}", [200, 300, 350]),
        ("worth 0 0 0 {0} {1} {1};hold {2} {2} {2};race {3}", [150, 300, 350, 500]),
        ("worth 0 0 0 {0} {1} {1};hold {2} {3} {4};race {5}", [150, 300, 350, 350, 400, 500]),
        ("worth 0 0 0 {0} {1} {1};hold {2} {3} {4} {5};race {6}", [150, 300, 350, 300, 450, 1000, 500]),
    ),
}
"""The forms of cards, each with the numbers from which the search begins."""
CHANGES, HUNDREDS = (-2, -1, 1, 2), (-100, -50, 50, 100)
PLAIN = 70
"""Cards of fewer words have no early steps, which take five words to explain."""
TRIED = 3
LEAST_GAIN = 0.03
WORDS_WEIGH = 0.5
NEVER, RARE = -30_000, 1e-300
AMOUNTS = 6


def tune(numbers: list[int], value: Callable[[list[int]], float], changes: Sequence[int]) -> list[int]:
    """Return the numbers after trying each change of each; a change that raises the value is kept."""
    best = value(numbers)
    for place, change in itertools.product(range(len(numbers)), changes):
        tried = [*numbers[:place], numbers[place] + change, *numbers[place + 1 :]]
        if (worth := value(tried)) > best:
            numbers, best = tried, worth
    return numbers


def make_loss(game: str) -> Callable[[RuleCard], float]:
    """Return the function for a card's loss: the win rate in the first seat of the best play, less the card's there."""
    if game == "pig":
        table = load_race(game)
        best = race.turns_of("optimal", table)
    else:
        rules = find_rules(game)
        kept = load_keep(rules, (fair_laws(rules),) * 2)
        best = aside.turns_of("optimal", kept, 0)

    def lose(card: RuleCard) -> float:
        if game == "pig":
            mine = race.race_turns(race.rule_chances(card_rule(card, table.goal), table.goal), table.distribution)
        else:
            mine = aside.follow(aside.card_preferences(card, kept.hands(0), kept.steps), kept, 0)
        return float(race.win_rates(best, mine)[0, 0, 0] - race.win_rates(mine, best)[0, 0, 0])

    return lose


def find_numbers(game: str) -> Iterator[RuleCard]:
    """Yield the best card of each form of Pig or Farkle."""
    lose = make_loss(game)
    for form, begin in FORMS[game]:

        def value(some: list[int], form: str = form) -> float:
            return -lose(RuleCard(0, 0.0, (*form.format(*some).split(";"),)))

        before, numbers = [0], begin
        while numbers != before:
            before, numbers = numbers, tune(numbers, value, CHANGES if game == "pig" else HUNDREDS)
        yield RuleCard(0, -value(numbers), (*form.format(*numbers).split(";"),))


@lru_cache(4)
def throw_turns(sheet: Sheet, keeps: Keeps) -> tuple[list[tuple[Ints, Ints, Floats]], Floats]:
    """Return for each throw the keep, the step that chose it, and the roll's chance; and the chance of each final roll.

    All arrays are [filled, rolls].
    """
    dice, filled = rolls_of(sheet).lattice, np.arange(1 << len(sheet.boxes))
    steps = tuple(read_step(sheet, text) for text in keeps)
    throw = dice.expect(np.eye(len(dice.rolls))).T[: dice.first_roll]
    seen = np.broadcast_to(dice.roll_chances, (len(filled), len(dice.rolls)))
    turns, ends = [], np.zeros(seen.shape)
    for left in range(sheet.throws - 1, 0, -1):
        keep, by = apply_steps(steps, Situation(sheet, filled, left))
        turns.append((keep, by, seen))
        places = filled[:, None] * len(dice.keeps) + keep
        kept = np.bincount(places.ravel(), seen.ravel(), len(filled) * len(dice.keeps)).reshape(len(filled), -1)
        ends += kept[:, dice.first_roll :]
        seen = kept[:, : dice.first_roll] @ throw
    return turns, ends + seen


def list_steps(*, plain: bool) -> Iterator[str]:
    """Yield the steps to try: all patterns with their numbers, for all boxes or one; early ones too if not `plain`."""
    tried = {
        "open": ([f"-{least}-{face}" for least, most in ((1, 6), (2, 5), (3, 5)) for face in range(1, most)], ()),
        "alike": ([f"-{least}-{face}" for least in (2, 3, 4) for face in (1, 3, 5)], (*ALIKE, "yahtzee")),
        "most": (["-1", "-2", "-3", "-4"], ()),
        "row": (["-3", "-4", "-5"], STRAIGHTS),
        "middle": (["-1", "-2", "-3", "-4"], STRAIGHTS),
        "gap": (["-4"], ()),
        "high": (["-1-4", "-1-5", "-1-6"], ALIKE[:1]),
    }
    for kind in PATTERNS:
        numbers, boxes = tried.get(kind, ([""], ()))
        for number, box in itertools.product(numbers, ("", *(f" for {box}" for box in boxes))):
            for when in ("",) if plain else ("", f" {EARLY}"):
                yield kind + number + box + when


class SheetSearch:
    """The search for cards of a sheet; `count` returns the number of words of a card with these steps.

    A score is of a kind: the box, and how many dice count in an upper box, or whether there are points in another one.
    The states before a turn are the upper totals up to the bonus, and, last, whether further Yahtzees are paid.
    """

    def __init__(self, sheet: Sheet, count: Callable[[Keeps], int], *, plain: bool) -> None:
        self._sheet, self._count, self._plan = sheet, count, plan_of(sheet)
        self._filled, boxes = np.arange(1 << len(sheet.boxes)), range(len(sheet.boxes))
        self._points = Situation(sheet, self._filled, 0).points.astype(np.int16)
        counted = self._points * box_counts(sheet).astype(np.int16)[:, None]
        self._counted = np.where(self._points == NOT, np.int16(NEVER), counted)
        self._steps = [*list_steps(plain=plain)]
        self._faces = np.array([box.face for box in sheet.boxes])
        self._moves: dict[int, Floats] = {}
        self._turns: list[tuple[int, Ints, Ints]] = []
        for turn, box in itertools.product(boxes, boxes):
            before = np.flatnonzero((np.bitwise_count(self._filled) == turn) & (self._filled >> box & 1 == 0))
            for amount in range(AMOUNTS if self._faces[box] else 2):
                self._moves[kind := box * AMOUNTS + amount] = self._move(box, amount)
                self._turns.append((kind, before, before | 1 << box))

    def _move(self, box: int, amount: int) -> Floats:
        """Return the matrix (states, states) from the states before to those after a kind is written."""
        cap = self._plan.cap
        move = np.eye(cap + 2)
        move[: cap + 1] = move[np.minimum(np.arange(cap + 1) + amount * self._faces[box], cap)]
        move[: cap + 1, -1] = amount * (box == self._sheet.yahtzee)
        return move

    def value(self, keeps: Keeps, pars: list[int]) -> float:
        """Return the exact mean score of a card."""
        return float(self._weigh(keeps, pars)[-1][0, 0])

    def climb(self, keeps: Keeps, pars: list[int], most: int) -> Iterator[tuple[Keeps, list[int]]]:
        """Yield better and better cards of at most `most` words, with other steps or pars."""
        longer: Keeps | None = keeps
        while longer:
            keeps = longer
            pars = tune(pars, partial(self.value, keeps), CHANGES)
            keeps = self._reorder(keeps, pars)
            yield keeps, pars
            fewer = (keeps[:place] + keeps[place + 1 :] for place in range(len(keeps) - 1))
            least, longer = self.value(keeps, pars) + LEAST_GAIN, None
            for base in (keeps, *fewer):
                tried = [(self.value(one, pars), one) for one in self._lengthen(base, pars, most)]
                value, longer = max(tried, default=(0.0, None))
                if value >= least:
                    break
            else:
                return

    def _weigh(self, keeps: Keeps, pars: list[int]) -> tuple[Ints, Ints, Floats, Floats]:
        """Return points and kinds [filled, rolls], chances of kinds [filled, kinds], and values [filled, states]."""
        box = (self._counted - np.array(pars, np.int16)[:, None]).argmax(axis=1)
        points, face = np.take_along_axis(self._points, box[:, None], axis=1)[:, 0].astype(np.int64), self._faces[box]
        kinds = box * AMOUNTS + np.where(face, points // np.maximum(face, 1), points > 0)
        ends, size = throw_turns(self._sheet, keeps)[1], AMOUNTS * self._plan.boxes
        places = self._filled[:, None] * size + kinds
        found = np.bincount(places.ravel(), ends.ravel(), len(ends) * size)
        chances = np.asarray(found, np.float64).reshape(-1, size)
        worth = np.repeat((ends * points).sum(axis=1)[:, None], self._plan.cap + 2, axis=1)
        worth[:, -1] = self._plan.extra * ends[:, : self._sheet.sides].sum(axis=1)
        worth[-1] = self._plan.bonus * (np.arange(self._plan.cap + 2) == self._plan.cap)
        for kind, before, after in reversed(self._turns):
            worth[before] += chances[before, kind, None] * (worth[after] @ self._moves[kind].T)
        return points, kinds, chances, worth

    def gains(self, keeps: Keeps, pars: list[int]) -> Floats:
        """Return the gain of each step to try before the step at each place, [steps, places]."""
        dice, (points, kinds, chances, worth) = rolls_of(self._sheet).lattice, self._weigh(keeps, pars)
        state, later = np.zeros(worth.shape), np.zeros(chances.shape)
        state[0, 0] = 1.0
        for kind, before, after in self._turns:
            moved = state[before] @ self._moves[kind]
            state[after] += chances[before, kind, None] * moved
            later[before, kind] = (moved * worth[after]).sum(axis=1)
        there = state[:, :-1].sum(axis=1, keepdims=True)
        once = np.maximum(there, RARE)
        score = points + np.take_along_axis(later, kinds, axis=1) / once
        score[:, : self._sheet.sides] += self._plan.extra * state[:, -1:] / once
        current, gains = score, np.zeros((len(self._steps), len(keeps)))
        for left, (keep, by, seen) in enumerate(reversed(throw_turns(self._sheet, keeps)[0]), start=1):
            of_keeps = dice.expect(current)
            of_keeps[:, dice.first_roll :] = score
            current = np.take_along_axis(of_keeps, keep, axis=1)
            for number, text in enumerate(self._steps):
                kept = read_step(self._sheet, text).choose(Situation(self._sheet, self._filled, left))
                gain = np.where(kept == NOT, 0.0, np.take_along_axis(of_keeps, kept, axis=1) - current)
                gains[number] += np.bincount(by.ravel(), (there * seen * gain).ravel(), len(keeps))
        return gains[:, ::-1].cumsum(axis=1)[:, ::-1]

    def _lengthen(self, keeps: Keeps, pars: list[int], most: int) -> Iterator[Keeps]:
        """Yield the TRIED cards with one more step whose gain for the number of words is the greatest."""
        gains = self.gains(keeps, pars)
        words = np.array([self._count((text, text)) - self._count((text,)) for text in self._steps])
        order = np.argsort(-gains / words[:, None] ** WORDS_WEIGH, axis=None)
        tried = (divmod(number, len(keeps)) for number in order.tolist() if gains.flat[number] > 0.0)
        longer = ((*keeps[:place], self._steps[step], *keeps[place:]) for step, place in tried)
        return itertools.islice((one for one in longer if self._count(one) <= most), TRIED)

    def _reorder(self, keeps: Keeps, pars: list[int]) -> Keeps:
        """Return the steps without useless ones; neighbours are swapped where that gains."""
        best, place = self.value(keeps, pars), 0
        while place < len(keeps) - 1:
            fewer = keeps[:place] + keeps[place + 1 :]
            turned = (*keeps[:place], keeps[place + 1], keeps[place], *keeps[place + 2 :])
            if (value := self.value(fewer, pars)) > best - LEAST_GAIN / 2:
                keeps, best = fewer, value
            elif place < len(keeps) - 2 and (value := self.value(turned, pars)) > best:
                keeps, best, place = turned, value, max(0, place - 1)
            else:
                place += 1
        return keeps


def find_steps(count: Callable[[RuleCard], int], most: int) -> Iterator[RuleCard]:
    """Yield better and better cards of Yahtzee of at most `most` words."""
    sheet = find_sheet("yahtzee")
    pars = [round(mean * box) for mean, box in zip(MEANS, box_counts(sheet), strict=True)]

    @cache
    def words(keeps: Keeps) -> int:
        return count(RuleCard(0, 0.0, (*keeps, "0 " * len(pars))))

    search, best = SheetSearch(sheet, words, plain=most < PLAIN), load_sheet(sheet).value
    for keeps, found in search.climb(("most",), pars, most):
        yield RuleCard(0, best - search.value(keeps, found), (*keeps, " ".join(map(str, found))))


def add_options(parser: ArgumentParser) -> None:
    parser.add_argument("game", choices=(*FORMS, "yahtzee"), help="the game of the cards")
    parser.add_argument("--words", type=int, default=120, metavar="N", help="most words of a card (default 120)")


def run(options: Namespace) -> Iterator[str]:
    """Yield a line for each card that is found: its words, its exact loss, and its rules."""
    count = CardInWords(make_game(options.game, {}), english()).count
    cards = find_numbers(options.game) if options.game in FORMS else find_steps(count, options.words)
    for card in cards:
        if (words := count(card)) <= options.words:
            yield f"{words} words lose {card.loss:.8f}: {'; '.join(card.rules)}"
