"""Advice in a score-sheet game: the best action, why it is best, what others lose and gain; the chance of the bonus.

Reasons are numbers and boxes, without words of a language.
"""

import math
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import cache, cached_property, lru_cache, partial
from itertools import starmap
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from solver.action import FIRST_KEEP, Action, Verb
from solver.decision import CLOSE, Decision, Unit
from solver.reason import WORDLESS, Reason, Told, in_percent, tell_sides
from solver.sheet.coach.decide import WIN_STEP, Weighed, compute_written, end_chances, ends_with, further_pay, weigh
from solver.sheet.exact.card_values import find_card_values
from solver.sheet.exact.sheet_files import load_sheet
from solver.sheet.exact.table import SheetTable, SheetValues
from solver.sheet.game.card import Card
from solver.sheet.game.dice import TIE
from solver.sheet.game.rules import SheetState

STEP = 2.0**-10
"""This many points more are paid as the bonus, to see how much more the game is worth then."""
RICHER_KEPT = 4
# This many boxes are named that a turn aims at, and items on each side, if they have this share of the largest.
AIMS, NAMED = 2, 3
SHARE = 0.2
SMALL = 0.03
"""Smaller parts of what the other action would cost are not worth a word."""
NOW, LATER, POOR = "part-now", "part-later", "part-poor"

Floats: TypeAlias = NDArray[np.float64]
Items: TypeAlias = list[tuple[Reason, float]]


def advise_state(values: SheetValues, state: SheetState) -> Decision:
    """Return the best action for the points of the player whose turn it is.

    It is approximate if the values are a bound. Raises PositionError for values of another sheet.
    """
    return decide(values, weigh(values, state))


def decide(values: SheetValues, weighed: Weighed, action: Action | None = None, rule: Reason | None = None) -> Decision:
    """Return the decision for an action, the best one if None, at a moment `weighed` by `values`.

    `rule` is the rule that chose it.
    """
    bare = (lambda: bare_values(values)) if values.exact else None
    return SheetReasons(weighed, bare).decide(action, rule=rule, about=not values.exact)


def bare_values(values: SheetValues) -> SheetValues:
    """Return the values of the same sheet without its bonus, by which reasons tell apart what brings points.

    They are kept beside `values`. Raises what `load_sheet` raises.
    """
    if not values.sheet.bonus:
        return values
    if isinstance(values, SheetTable):
        return load_sheet(values.sheet.bare, values.die, values.folder)
    return find_card_values(values.sheet.bare, values.die)


def bonus_chance(state: SheetState, action: Action, cache: Path | None = None) -> float:
    """Return the chance, 0 to 1, of the bonus after a legal action and best play for points with fair dice.

    What best play is worth rises with the bonus by exactly the chance to be paid it, as long as the play stays the
    same (the envelope theorem): both are solved, with the bonus and with a thousandth of a point more. Raises what
    `load_sheet` raises; solving the second needs numba.
    """
    card = state.card
    if card.bonus or not card.sheet.bonus:
        return float(bool(card.bonus))
    values = load_sheet(state.sheet, cache=cache)
    richer = _solve_richer(values)
    alone = SheetState((card,), 0, state.dice, state.rolls_left, state.committed)
    more = replace(alone, cards=(Card(richer.sheet, card.scores, card.extras),))
    gain = weigh(richer, more).worth(action) - weigh(values, alone).worth(action)
    return min(1.0, max(0.0, gain / STEP))


@lru_cache(RICHER_KEPT)
def _solve_richer(values: SheetTable) -> SheetTable:
    """Return the values where a bonus pays STEP more; no sheet that is played pays parts of points."""
    from solver.sheet.exact.solve import solve

    return solve(replace(values.sheet, bonus=values.sheet.bonus + STEP), values.die)  # type: ignore[arg-type]


class SheetReasons:
    """The reasons for actions at a `weighed` moment of a sheet.

    Of exact values, `plain` returns those of the same sheet without its bonus, which tell points apart by what brings
    them; where worth is the chance to win, `by_points` returns the moment weighed in points. Without both, actions
    are compared by their worth alone.
    """

    def __init__(
        self,
        weighed: Weighed,
        plain: Callable[[], SheetValues] | None = None,
        by_points: Callable[[], Weighed] | None = None,
    ) -> None:
        self._weighed, self._find_plain, self._by_points = weighed, plain, by_points
        self._chances = cache(partial(end_chances, weighed))
        self._ends = cache(self._end)

    def decide(self, action: Action | None = None, **more: Any) -> Decision:
        """Return the decision for an action, the best one if None; `more` are further fields of it."""
        options = dict(self._weighed.options)
        action = action or next(iter(options))
        unit, off = (Unit.WINS, WIN_STEP) if self._by_points else (Unit.POINTS, 0.0)
        told: dict[str, Any] = {"state": self._weighed.state, "explain": self.explain, "alike": self.is_alike}
        return Decision(action, options[action], options, unit=unit, off=off, **told, **more)

    def explain(self, decision: Decision, action: Action, other: Action | None) -> Reason:
        """Return why an action is done rather than the `other`, None where there is no other."""
        if not self._weighed.state.dice:
            lead: Action | Reason = Reason("beginning", {"action": action})
            return Reason("unexplained", {"action": lead}) if decision.about else decision.compare(action, None, lead)
        lead = self._lead(action)
        values: dict[str, Told]
        if other is None:
            return Reason(self._only_key(), {"action": decision.lead(action, lead)})
        cost = self._weighed.worth(action) - self._weighed.worth(other)
        if abs(cost) <= TIE or self._by_points:
            return self._with_points(decision.compare(action, other, lead), action)
        key, values = "costs" if cost > 0 else "misses", {"action": decision.lead(action, lead), "other": other}
        if abs(cost) < CLOSE[Unit.POINTS]:
            told = Reason(f"{key}-close", values)
        else:
            values["points"] = abs(cost)
            parts = self._tell_parts(*((action, other) if cost > 0 else (other, action)))
            told = Reason(f"{key}-by", values | {"parts": parts}) if parts else Reason(key, values)
        return Reason("priced", {"told": told}) if decision.about else told

    def is_alike(self, action: Action, other: Action) -> bool:
        """Return whether two actions are of one kind: for one box, or with the same dice kept but for one.

        Nobody takes a box that is paid in full apart, but for a pair or more.
        """
        if action.keep is None or other.keep is None:
            keep = action.keep if other.keep is None else other.keep
            if keep is None or not self._is_full(action if action.keep is None else other):
                return keep is None and action == other
            return len(keep) < 2 or len(set(keep)) > 1 or self._is_full(Action(Verb.SCORE, box=self._aim_of(keep)))
        fewer, more = Counter(action.keep), Counter(other.keep)
        alike = (fewer - more).total() + (more - fewer).total() <= 1
        return alike or (self._aims and self._aim_of(action.keep) == self._aim_of(other.keep))

    def _aim_of(self, keep: tuple[int, ...]) -> str:
        """Return the box that takes most points this turn with these dice kept."""
        return self._weighed.state.sheet.names[int(self._ends(Action(Verb.KEEP, keep))[1].argmax())]

    def _is_full(self, scored: Action) -> bool:
        """Return whether no throw would write more in a box than the dice that lie."""
        state, place = self._weighed.state, self._weighed.state.sheet.index(scored.box)
        return bool(self._written[place, self._weighed.lattice.roll_index(state.dice)] == self._written[place].max())

    @property
    def _aims(self) -> bool:
        """Whether it is known in which of several boxes the turn may end."""
        state = self._weighed.state
        return not state.committed and len(state.card.open) > 1

    def aims(self, action: Action) -> list[tuple[str, float]]:
        """Return the boxes that take most points in this turn on average, one or two, likeliest first.

        Each comes with the chance, 0 to 1, that the turn ends there with points. It is likelier than after a throw of
        all dice: else the dice are not kept for it.
        """
        (chances, points), (thrown, _) = map(self._ends, (action, FIRST_KEEP))
        ranked = np.argsort(-points, kind="stable")
        places = [place for place in ranked if points[place] > 0 and chances[place] > thrown[place] + TIE][:AIMS]
        named = [place for place in places if points[place] >= SHARE * points[places[0]]]
        named.sort(key=lambda place: -float(chances[place]))
        return [(self._weighed.state.sheet.names[place], float(chances[place])) for place in named]

    def compare(self, action: Action, other: Action) -> Items:
        """Return by what two actions differ, in points; all items sum to the difference of their worth.

        Items are boxes, ends of the turn that bring less than an average turn, further Yahtzees and the bonus. An end
        brings its points and the worth of the card that it leaves, less that of the card before the turn, all without
        the bonus. The bonus is what it adds to the worth, now and later. Two boxes for the same dice differ in what is
        written now, in what comes later, and in the bonus.
        """
        if action.verb is Verb.SCORE and other.verb is Verb.SCORE:
            keys = (NOW, LATER, "part-bonus")
            gains = np.subtract(self._if_scored(action.box), self._if_scored(other.box))
            return list(zip(map(Reason, keys), gains.tolist(), strict=True))
        boxes = [Reason("part-box", {"box": Action(Verb.SCORE, box=box)}) for box in self._weighed.state.sheet.names]
        rest = map(Reason, (POOR, "part-further", "part-bonus"))
        return list(zip([*boxes, *rest], (self._account(action) - self._account(other)).tolist(), strict=True))

    @cached_property
    def _written(self) -> Floats:
        """What each roll writes in each box [boxes, rolls]."""
        return compute_written(self._weighed.state.card, self._weighed.lattice)

    @cached_property
    def _plain_ends(self) -> tuple[Floats, float]:
        """What ends are worth without the bonus [boxes, rolls], and the card before the turn."""
        assert self._find_plain is not None
        plain, card = self._find_plain(), self._weighed.state.card
        bare = replace(card, sheet=plain.sheet)
        return plain.ends(bare), plain.at(bare)

    def _reach_ends(self, ends: Floats, action: Action) -> Floats:
        """Return what the ends of a turn are worth [boxes, rolls] that an action leads to."""
        return ends_with(ends, self._weighed.state.rolls_left if action.verb is Verb.SCORE else 0)

    def _account(self, action: Action) -> Floats:
        """Return what the items of `compare` bring with an action."""
        (ends, before), weighed = self._plain_ends, self._weighed
        plain, whole = self._reach_ends(ends, action), self._reach_ends(weighed.all_ends, action)
        chances = self._chances(action)
        possible = chances > 0
        paid = further_pay(weighed.state.card, weighed.lattice)
        gains = np.where(possible, plain - paid - before, 0.0)
        bonus = np.where(possible, whole, 0.0) - np.where(possible, plain, 0.0)
        rest = (chances * np.minimum(gains, 0.0)).sum(), chances.sum(axis=0) @ paid, (chances * bonus).sum()
        return np.append((chances * np.maximum(gains, 0.0)).sum(axis=1), rest)

    def _if_scored(self, box: str) -> tuple[float, float, float]:
        """Return what the dice that lie write in a box, what is to come after it, and what the bonus adds to both."""
        state = self._weighed.state
        end = state.sheet.index(box), self._weighed.lattice.roll_index(state.dice)
        points = state.card.points(box, state.dice, first=state.first)
        plain = float(ends_with(self._plain_ends[0], state.rolls_left)[end])
        return points, plain - points, float(self._weighed.ends[end]) - plain

    def _tell_parts(self, better: Action, worse: Action) -> Reason | None:
        """Return what the worse of two actions loses and gains, the largest first; None where that says nothing."""
        items = self.compare(better, worse) if self._find_plain else []
        cost = math.fsum(gain for _, gain in items)
        wordless, share = max(WORDLESS, SMALL * cost), SHARE if len(items) > NAMED else 0.0
        told: Items = []
        for sign in (1, -1):
            side = sorted((one for one in items if sign * one[1] > 0), key=lambda one: -abs(one[1]))
            named = (one for one in side[:NAMED] if abs(one[1]) >= max(wordless, share * abs(side[0][1])))
            told += [(self._tell_part(item, gain, better, worse), gain) for item, gain in named]
        rest = cost - math.fsum(gain for _, gain in told)
        if told and abs(rest) >= max(wordless, SHARE * cost):
            told.append((Reason("part-others"), rest))
        return tell_sides(told)

    def _tell_part(self, item: Reason, gain: float, better: Action, worse: Action) -> Reason:
        """Return an item with what it differs by, and, where that is as one expects, with both chances of it."""
        box, points = item.values.get("box"), abs(gain)
        if item.key == NOW:
            return Reason(NOW, {"points": round(points)})  # what is written now are whole points
        if item.key == LATER:
            open_, filled = (worse, better) if gain > 0 else (better, worse)
            return Reason(LATER, {"points": points, "open": open_, "filled": filled})
        told: dict[str, Told] = {**item.values, "points": points}
        if item.key == POOR and worse.verb is Verb.SCORE and gain > 0:
            return Reason("part-stop", told)
        if isinstance(box, Action):
            place = self._weighed.state.sheet.index(box.box)
            mine, best = (float(self._ends(one)[0][place]) for one in (worse, better))
        elif item.key == POOR:
            mine, best = (self._poor_chance(one) for one in (worse, better))
        else:
            return Reason(item.key, told)
        fewer = gain > 0 if item.key != POOR else gain < 0
        if round(100 * mine) == round(100 * best) or (mine < best) is not fewer:
            return Reason(item.key, told)
        key = f"{item.key}-{'fewer' if fewer else 'more'}" if item.key == POOR else f"{item.key}-of"
        return Reason(key, told | {"share": in_percent(mine), "less": in_percent(best)})

    def _poor_chance(self, action: Action) -> float:
        """Return the chance that a turn brings less than an average one."""
        (ends, before), weighed = self._plain_ends, self._weighed
        poor = self._reach_ends(ends, action) - further_pay(weighed.state.card, weighed.lattice) < before
        return float(self._chances(action)[poor].sum())

    def _with_points(self, told: Reason, action: Action) -> Reason:
        """Return a reason that says, by the best chance to win, where points alone would have something else done."""
        if self._by_points is None or action != self._weighed.options[0][0]:
            return told
        weighed = self._by_points()
        best, points = weighed.options[0]
        lost = points - weighed.worth(action)
        return Reason("counting-points", {"told": told, "best": best, "points": lost}) if lost > TIE else told

    def _end(self, action: Action) -> tuple[Floats, Floats]:
        """Return the chance that a turn ends in a box with points [boxes], and that times the points [boxes]."""
        chances = self._chances(action)
        return (chances * (self._written > 0)).sum(axis=1), (chances * self._written).sum(axis=1)

    def _lead(self, action: Action) -> Action | Reason:
        """Return an action with what it aims at, or how dice are scored."""
        state = self._weighed.state
        told: Action | Reason = action
        card, dice = state.card, state.dice
        if action.verb is Verb.KEEP and self._aims:
            aims = dict(zip(("first", "second"), starmap(_aim, self.aims(action)), strict=False))
            return Reason("aiming-two" if len(aims) > 1 else "aiming", {"action": action, **aims}) if aims else action
        if action.verb is not Verb.SCORE:
            return action
        score = card.points(action.box, dice, first=state.first)
        zeros = [one for one, _ in self._weighed.options if one.box and not card.points(one.box, dice)]
        manners = {
            "joker": score != card.sheet.boxes[card.sheet.index(action.box)].score(dice, first=state.first),
            "at-once": state.rolls_left > 0,
            "paid": card.with_score(action.box, dice).extras > card.extras,
            "cheapest": zeros[:1] == [action] and len(zeros) > 1,
        }
        values = {"paid": {"extra": card.sheet.extra}, "cheapest": {"zeros": len(zeros)}}
        for key in (key for key, applies in manners.items() if applies):
            told = Reason(f"scoring-{key}", {"action": told, **values.get(key, {})})
        return told

    def _only_key(self) -> str:
        """Return the key of the reason why there is no other action."""
        state = self._weighed.state
        if len(state.card.open) == 1:
            return "only-box"
        return "only-committed" if state.committed else "only-alike"


def _aim(box: str, chance: float) -> Reason:
    return Reason("aim", {"box": Action(Verb.SCORE, box=box), "share": in_percent(chance)})
