"""Why an action in a score-sheet game is best: sentences without full stops, which a child can follow."""

import math
from collections.abc import Sequence

import numpy as np

from solver.action import Action, Verb
from solver.decision import percents
from solver.sheet.coach.decide import Breakdowns, ValueBreakdown, Weighed
from solver.sheet.game.card import Card
from solver.sheet.game.dice import TIE
from solver.sheet.game.rules import SheetState
from solver.sheet.game.sheet import BoxKind, Sheet

# This many items of each side of a breakdown are named, if they have this share of the largest; the rest is summed up.
NAMED = 3
SHARE = 0.2
AIMS = 2
# Smaller amounts, in points or of what the next best would cost, are not worth a word.
WORDLESS = 0.005
SMALL = 0.03
# Choices nearer than this are called close.
CLOSE = 0.05
# Win probabilities that differ by less are called equal.
AS_MANY = 1e-5
# Chances nearer to 1 are rounding.
SURE = 1e-9
BONUS = "the bonus"
REST = "all else"

Items = list[tuple[str, float]]


def why_best(weighed: Weighed, accounts: Breakdowns) -> str:
    """Return why the best action is best: what it aims at, what the next best one is, and what that would cost.

    A percentage is the chance that the turn ends in that box with points, under best play. Numbers with a sign are the
    items by which the two actions differ (see `ValueBreakdown`); they sum to what the next best would cost, but for
    less than 3 % of it.
    """
    action, value = weighed.options[0]
    state = weighed.state
    if not state.dice:
        return (
            f"Throw all dice: every turn begins with a throw, and {amount(value)} points are still to come on average"
        )
    lead = _lead(weighed, accounts, action)
    if len(weighed.options) == 1:
        return f"{lead}: {_no_choice(state)}"
    other, less = weighed.options[1]
    named = _gerund(state.card, state.dice, other)
    if value - less <= TIE:
        return f"{lead}: {named} would be worth just as much, {amount(value)} points still to come"
    cost = f"{named} would cost {_cost(value - less)}"
    close = "it is close, but " if value - less < CLOSE else ""
    if state.committed or len(state.card.open) == 1:
        if action.verb is Verb.SCORE:
            return f"{lead}: {close}{cost}"
        account = accounts.of(action)
        beside = [(account.bonus, BONUS), (account.further, f"further {_yahtzee(state.sheet)}s")]
        rest = " and ".join(f"{amount(gain)} of {name}" for gain, name in beside if gain >= WORDLESS)
        box = box_words(state.sheet, state.committed or state.card.open[0])
        makes = f"{amount(float(account.points.sum()))} in {box}" + (f", with {rest}" if rest else "")
        return f"{lead}: {close}that makes {makes} on average, and {cost}"
    pros, cons = _sides(weighed, accounts, action, other)
    if cons:
        return f"{lead}: {close}{_listed(pros)} {_be(pros)} worth more than {_listed(cons)}, so {cost}"
    if len(pros) <= 1:
        counts = "" if not pros or pros[0][0] == REST else f"{pros[0][0]} {_be(pros)} what counts, and "
        return f"{lead}: {close}{counts}{cost}"
    return f"{lead}: {close}{_listed(pros)} speak for it, and {cost}"


def why_wins(
    card: Card,
    dice: Sequence[int],
    options: Sequence[tuple[Action, float]],
    by_points: Sequence[tuple[Action, float]],
) -> str:
    """Return why the first of `options`, best first with their win probabilities, 0 to 1, is best for winning.

    `by_points` are the same actions with their expected points, best first; the sentence says where they differ.
    """
    action, chance = options[0]
    lead = action_words(card, dice, action)
    if len(options) == 1:
        return f"{lead}: it is the only choice, and wins {percents(chance)[0]} of games"
    other, less = options[1]
    named = _gerund(card, dice, other)
    worth = dict(by_points)
    if chance - less < AS_MANY:
        more = worth[action] - worth[other]
        points = f" and {_cost(more)} fewer" if more > TIE else ""
        return f"{lead}: it wins {percents(chance)[0]} of games, {named} just as many{points}"
    mine, theirs = percents(chance, less)
    why = f"{lead}: it wins {mine} of games, {named} only {theirs}"
    most, best_points = by_points[0]
    if best_points - worth[action] > TIE:
        better = f"{_gerund(card, dice, most)} would be better by {_cost(best_points - worth[action])}"
        why += f"; counting only points, {better}"
    return why


def why_worth(weighed: Weighed, *, by_rule: bool) -> str:
    """Return why the first of the options is best, by what they are worth; `by_rule` says that this is a bound."""
    state, options = weighed.state, weighed.options
    if len(options) == 1:
        return "it is the only choice"
    if by_rule:
        name = state.sheet.name
        return f"{name} is too large to solve, so a rule with a price for each box chooses; points are bounds"
    (_, value), (other, less) = options[:2]
    named = _words(state.card, state.dice, other, GERUNDS, first=state.first)
    if value - less <= TIE:
        return f"it is worth {amount(value)} points still to come, and {named} as much"
    return f"it is worth {amount(value)} points still to come, {named} {_cost(value - less)} fewer"


def why_missed(name: str, state: SheetState, action: Action, options: Sequence[tuple[Action, float]]) -> str:
    """Return what `name`, who takes an `action` that is not the best of the options, best first, gives away by it."""
    best, value = options[0]
    less = next(worth for option, worth in options if option == action)
    better = f"{_gerund(state.card, state.dice, best)} would be worth {_cost(value - less)} more"
    return f"{action_words(state.card, state.dice, action)}: {name} overlooks that {better}"


def box_words(sheet: Sheet, name: str) -> str:
    """Return the name of a box as it is spoken of: three of a kind, the large straight, Yahtzee."""
    place = sheet.index(name)
    box, spoken = sheet.boxes[place], sheet.spoken(name)
    words = spoken.replace("-", " ")
    if place == sheet.yahtzee and words == spoken:
        return words.capitalize()
    return f"the {words}" if box.kind is BoxKind.STRAIGHT or len(set(box.sizes)) > 1 else words


def amount(number: float) -> str:
    """Return a number of points with two decimals, or as many more as show a digit that is not 0."""
    places = 2
    while number and round(number, places) == 0 and places < 12:
        places += 1
    return f"{number:.{places}f}"


def _cost(number: float) -> str:
    shown = amount(number)
    return f"{shown} point{'' if float(shown) == 1 else 's'}"


def action_words(card: Card, dice: Sequence[int], action: Action, *, first: bool = False) -> str:
    """Return an action in words, with the points that a box takes: Keep 3 3, Score 12 in fours.

    Some boxes take more with the `first` throw of a turn.
    """
    return _words(card, dice, action, ("Throw", "Keep", "Choose", "Score", "Put a zero"), first=first)


GERUNDS = "throwing", "keeping", "choosing", "scoring", "a zero"


def _gerund(card: Card, dice: Sequence[int], action: Action) -> str:
    return _words(card, dice, action, GERUNDS)


def _words(
    card: Card, dice: Sequence[int], action: Action, verbs: tuple[str, str, str, str, str], *, first: bool = False
) -> str:
    throw, keep, choose, score, zero = verbs
    if action.keep is not None:
        again = f"{throw} all dice again" if dice else f"{throw} all dice"
        return f"{keep} {action.kept}" if action.keep else again
    if action.verb is Verb.COMMIT:
        return f"{choose} {box_words(card.sheet, action.box)}"
    points = card.points(action.box, dice, first=first)
    return f"{f'{score} {points}' if points else zero} in {box_words(card.sheet, action.box)}"


def _lead(weighed: Weighed, accounts: Breakdowns, action: Action) -> str:
    state = weighed.state
    lead = action_words(state.card, state.dice, action)
    if action.verb is Verb.SCORE:
        return lead + _manner(weighed, action)
    if action.verb is Verb.COMMIT:
        return f"{lead}, expected to score {amount(float(accounts.of(action).points.sum()))} this turn"
    if state.committed or len(state.card.open) == 1:
        return lead
    aims = _aims(state.sheet, accounts.of(action))
    return f"{lead} for {aims}" if aims else lead


def _manner(weighed: Weighed, action: Action) -> str:
    """Return how dice are scored: as a joker, at once, as a further Yahtzee, or as the zero that is missed least."""
    state = weighed.state
    card, dice = state.card, state.dice
    score = card.points(action.box, dice)
    manner = " as a joker" if score != card.sheet.boxes[card.sheet.index(action.box)].score(dice) else ""
    if state.rolls_left:
        manner += " at once"
    if card.with_score(action.box, dice).extras > card.extras:
        manner += f", with {card.sheet.extra} for the further {_yahtzee(card.sheet)}"
    zeros = [box for box in card.boxes_for(dice) if not card.points(box, dice)]
    if not score and len(zeros) > 1 and not state.committed:
        manner += f", the cheapest of {len(zeros)} zeros"
    return manner


def _yahtzee(sheet: Sheet) -> str:
    return box_words(sheet, sheet.names[sheet.yahtzee or 0])


def _no_choice(state: SheetState) -> str:
    if len(state.card.open) == 1:
        return "it is the last open box"
    if state.committed:
        return "it is the box that was chosen for this turn"
    return "dice that are all alike may go to no other box here"


def aimed_boxes(sheet: Sheet, account: ValueBreakdown) -> list[tuple[str, float]]:
    """Return the boxes that take most points this turn on average, with the chance of ending there with points."""
    places = [place for place in np.argsort(-account.points, kind="stable")[:AIMS] if account.points[place] > 0]
    named = [place for place in places if account.points[place] >= SHARE * account.points[places[0]]]
    named.sort(key=lambda place: -float(account.chances[place]))
    return [(sheet.names[place], float(account.chances[place])) for place in named]


def _aims(sheet: Sheet, account: ValueBreakdown) -> str:
    boxes = aimed_boxes(sheet, account)
    return " or ".join(f"{box_words(sheet, box)} ({_chance(chance)})" for box, chance in boxes)


def _chance(chance: float) -> str:
    if chance > 1 - SURE:
        return "100 %"
    return f"{100 * chance:.0f} %" if 0.01 <= chance <= 0.99 else percents(chance)[0]


def _items(weighed: Weighed, accounts: Breakdowns, action: Action, other: Action) -> Items:
    """Return by what two actions differ, in points; all items sum to the difference of their worth."""
    if action.verb is Verb.SCORE and other.verb is Verb.SCORE:
        return _box_items(weighed, accounts, action.box, other.box)
    mine, theirs = accounts.of(action), accounts.of(other)
    sheet = weighed.state.sheet
    items = [
        (box_words(sheet, box), float(gain)) for box, gain in zip(sheet.names, mine.good - theirs.good, strict=True)
    ]
    items.append(("a safer turn", mine.poor - theirs.poor))
    items.append((f"further {_yahtzee(sheet)}s", mine.further - theirs.further))
    items.append((BONUS, mine.bonus - theirs.bonus))
    return items


def _box_items(weighed: Weighed, accounts: Breakdowns, box: str, other: str) -> Items:
    (points, later, bonus), (less, sooner, without) = accounts.if_scored(box), accounts.if_scored(other)
    more, kept = points - less, other if later > sooner else box
    return [
        (f"{abs(more)} more {'point' if abs(more) == 1 else 'points'} now", float(more)),
        (f"leaving {box_words(weighed.state.sheet, kept)} open", later - sooner),
        (BONUS, bonus - without),
    ]


def _sides(weighed: Weighed, accounts: Breakdowns, action: Action, other: Action) -> tuple[Items, Items]:
    """Return the items that speak for and against, largest first; small ones are summed up on the side they fall on."""
    items = _items(weighed, accounts, action, other)
    difference = math.fsum(gain for _, gain in items)
    wordless = max(WORDLESS, SMALL * difference)
    share = 0.0 if action.verb is Verb.SCORE and other.verb is Verb.SCORE else SHARE
    named: Items = []
    for sign in (1, -1):
        side = sorted((item for item in items if sign * item[1] >= wordless), key=lambda item: -abs(item[1]))
        named += [item for item in side[:NAMED] if abs(item[1]) >= share * abs(side[0][1])]
    rest = difference - math.fsum(gain for _, gain in named)
    if abs(rest) >= wordless:
        named.append((REST, rest))
    return [item for item in named if item[1] > 0], [item for item in named if item[1] < 0]


def _listed(items: Items) -> str:
    parts = [f"{name} ({gain:+.2f})" for name, gain in items]
    return " and ".join(part for part in (", ".join(parts[:-1]), parts[-1]) if part)


def _be(items: Items) -> str:
    name = items[0][0].removesuffix(" now")
    return "are" if len(items) > 1 or (name.endswith("s") and name != BONUS) else "is"
