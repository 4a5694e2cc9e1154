"""The language of rule cards for sheets with the boxes of Yahtzee: what is kept, and where it is scored.

A card is a list of steps, the first of which that applies decides what to keep, and a par for each box. A roll goes to
the box in which it is most above par, upper boxes being counted twice: an upper point also helps to make the bonus. A
step is a pattern such as "open-2", with the least number of dice behind it and the lowest face: `PATTERNS`. It applies
where one of its boxes is open, or with "for BOX" that box; with "early" after the first throw alone.
"""

from collections.abc import Callable, Collection, Sequence
from functools import lru_cache
from typing import TypeAlias

import numpy as np

from solver.action import Action, Verb
from solver.reason import Reason
from solver.rule_card import RuleCard, ToldCard
from solver.sheet.game.sheet import Sheet
from solver.sheet.policy.decision_list import NOT, DecisionList, DecisionRule, Ints, Situation, rolls_of

Dice: TypeAlias = tuple[int, ...]
EARLY = "early"
UPPER_COUNTS = 2
STRAIGHTS, ALIKE = ("small-straight", "large-straight"), ("three-of-a-kind", "four-of-a-kind")


def _most(roll: Dice, faces: Collection[int], likes: Collection[int], least: int) -> Dice | None:
    often, _, face = max(((roll.count(face), face in likes, face) for face in faces), default=(0, False, 0))
    return (face,) * often if often >= least else None


def _open(roll: Dice, free: Collection[int], least: int, low: int) -> Dice | None:
    """Return the open number shown most often, the highest of these; the highest of all if one die will do."""
    faces = [face for face in free if face >= low and face in roll]
    return _most(roll, faces[-1:] if least == 1 else faces, (), least)


def _in_a_row(roll: Dice, least: int) -> Dice | None:
    """Return the longest run of at least so many dice, the highest of these."""
    runs = (tuple(range(start, start + size)) for size in range(5, least - 1, -1) for start in range(7 - size, 0, -1))
    return next((run for run in runs if set(run) <= set(roll)), None)


def _different(roll: Dice, faces: Collection[int], least: int) -> Dice | None:
    found = tuple(sorted(set(roll) & set(faces)))
    return found if len(found) >= least else None


def _pairs(roll: Dice, sizes: Sequence[int]) -> Dice | None:
    faces = [face for face in sorted(set(roll)) if roll.count(face) >= 2]
    return tuple(sorted(faces * 2)) if len(faces) == 2 and sorted(map(roll.count, faces)) == sizes else None


Pattern: TypeAlias = Callable[[Dice, Collection[int], int, int], Dice | None]
PATTERNS: dict[str, tuple[Pattern, tuple[str, ...]]] = {
    "open": (_open, ()),
    "alike": (lambda roll, free, least, low: _most(roll, range(low, 7), free, least), ALIKE),
    "most": (lambda roll, free, least, low: _most(roll, range(low, 7), free, least), ()),
    "row": (lambda roll, _, least, __: _in_a_row(roll, least), STRAIGHTS),
    "middle": (lambda roll, _, least, __: _different(roll, range(2, 6), least), STRAIGHTS),
    "gap": (
        lambda roll, _, least, __: _different(roll, range(2, 7), least) or _different(roll, range(1, 6), least),
        ("large-straight",),
    ),
    "pairs": (lambda roll, *_: _pairs(roll, [2, 2]), ("full-house",)),
    "full": (lambda roll, *_: roll if _pairs(roll, [2, 3]) else None, ("full-house",)),
    "high": (lambda roll, _, __, face: tuple(one for one in roll if one >= face) or None, ("chance",)),
    "none": (lambda *_: (), ()),
}
"""What each finds in a roll, with the open numbers, a least count and a lowest face, and the boxes it is for."""


@lru_cache(1024)
def read_step(sheet: Sheet, text: str) -> DecisionRule:
    """Return the step that a text of a card means."""
    words = text.split()
    kind, *numbers = words[0].split("-")
    least, face = [*map(int, numbers), 1, 1][:2]
    (find, boxes), rolls = PATTERNS[kind], rolls_of(sheet).lattice
    told = Reason(f"step-card-{kind}", {"least": least, "above": face - 1})
    if "for" in words:
        boxes = (words[words.index("for") + 1],)
        told = Reason("step-card-for", {"step": told, "box": Action(Verb.SCORE, box=boxes[0])})
    if early := words[-1] == EARLY:
        told = Reason("step-card-early", {"step": told})
    kept = np.full((1 << len(sheet.upper), len(rolls.rolls)), NOT)
    for mask in range(len(kept)):
        numbers_open = [sheet.boxes[place].face for place in sheet.upper if not mask >> place & 1]
        for place, roll in enumerate(rolls.rolls):
            if (dice := find(roll, numbers_open, least, face)) is not None:
                kept[mask, place] = rolls.index(dice)
    wanted = sum(1 << sheet.index(box) for box in boxes)

    def choose(at: Situation) -> Ints:
        applies = ((at.filled & wanted != wanted) | (not wanted)) & (not early or at.left == sheet.throws - 1)
        return np.where(applies[:, None], kept[at.filled & len(kept) - 1], NOT)

    return DecisionRule(told, choose)


def box_counts(sheet: Sheet) -> Ints:
    """Return how often points of each box count beside its par."""
    return np.where([place in sheet.upper for place in range(len(sheet.boxes))], UPPER_COUNTS, 1)


def card_list(sheet: Sheet, card: RuleCard) -> DecisionList:
    """Return the player of a card on `sheet`; it scores where a roll is most above par, of equal boxes in the first."""
    *keeps, line = card.rules
    pars = [*map(int, line.split())]

    def choose(at: Situation) -> Ints:
        above = at.points * box_counts(sheet)[:, None] - np.array(pars)[:, None]
        return np.asarray(np.where(at.points == NOT, np.iinfo(np.int64).min, above).argmax(axis=1))

    told = zip(sheet.names, pars, strict=True)
    named = tuple(Reason("box-par", {"label": sheet.call_box(box), "par": par}) for box, par in told)
    score = DecisionRule(Reason("step-par", {"pars": named}), choose)
    return DecisionList(sheet, tuple(read_step(sheet, text) for text in keeps), (score,))


def tell_card(sheet: Sheet, card: RuleCard) -> ToldCard:
    """Return what a card says: what to keep, and where to score."""
    player = card_list(sheet, card)
    keeps, scores = (tuple(one.step for one in steps) for steps in (player.keeps, player.scores))
    when = "-early" * any(one.key == "step-card-early" for one in keeps)
    return (Reason(f"card-keep{when}"), keeps), (Reason("card-score"), scores)
