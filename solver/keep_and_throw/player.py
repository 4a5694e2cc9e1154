"""Players of keep-and-throw games: the best choice after a throw, what a named strategy does instead, and why."""

import itertools
import random
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeAlias

from solver.action import FIRST, Action, Verb
from solver.decision import Decision
from solver.errors import PositionError, UnknownNameError
from solver.evaluator import Evaluator, check_rules
from solver.goal import check_scores
from solver.keep_and_throw.crowd import CrowdTable
from solver.keep_and_throw.keep_table import TIE, KeepTable, count_blanks, sum_scored
from solver.keep_and_throw.rules import BLANKS, KeepRules
from solver.keep_and_throw.state import KeepState
from solver.keep_and_throw.strategies import FORMS, HOLD_AT, KNOWN, OPTIMAL, RANDOM, Preferences, preferences
from solver.last_round import wins_with
from solver.levels import LEVELS, careless_rate, need_chance
from solver.reason import BY_CHANCE, SLIP, Reason, in_percent, share_item, weigh_throw
from solver.rule_card import find_card
from solver.throw_distribution import FACES


def legal_keeps(rules: KeepRules, dice: Sequence[int]) -> list[tuple[int, ...]]:
    """Return which of the thrown dice may be set aside together, as their places, the fewest first.

    For equal dice, it returns all choices.
    """
    places = range(len(dice))
    every = (some for count in range(1, len(dice) + 1) for some in itertools.combinations(places, count))
    return [some for some in every if rules.points(dice[place] for place in some)]


KeepValues: TypeAlias = KeepTable | CrowdTable
"""What turns are worth: the table of two players, or an approximation for more."""


def decide(table: KeepValues, state: KeepState) -> Decision:
    """Return the best action in a state that is not over; each seat has the dice of the table's seat.

    Of choices that are equally good, the player holds; then sets aside more points; then fewer dice.

    Raises PositionError for points or dice outside the game, for dice that do not score, and for different dice if the
    state does not say which were thrown.
    """
    rules, step, seat = table.rules, table.rules.step, state.player
    _check_points(table, state)
    if not state.dice:
        begun = float(table.turn(state, 0)[0][0, -1])
        return Decision(FIRST, begun, {FIRST: begun}, about=table.about, state=state, explain=_explain)
    _check_dice(table, state)
    dice, which = state.dice, state.places
    keeps = legal_keeps(rules, dice)
    if not keeps:
        shown = " ".join(map(str, dice))
        raise PositionError(f"no dice of {shown} score: the turn is over, and there is nothing to choose")
    most = (state.turn + max(rules.points(dice[place] for place in places) for places in keeps)) // step
    value, holds = table.turn(state, most)
    lost = float(holds[0])
    hands = table.hands(seat)
    throws = hands.throws
    apart = len(set(table.hands(seat).laws)) > 1
    found: dict[tuple[tuple[int, ...], int, Verb], tuple[Action, float]] = {}
    for places in keeps:
        points = rules.points(dice[place] for place in places)
        total = (state.turn + points) // step
        left = hands.number([which[place] for place in range(len(dice)) if place not in places])
        values = tuple(sorted(dice[place] for place in places))
        numbers = tuple(sorted(which[place] + 1 for place in places)) if apart else ()
        wins = state.wins(values)
        may_hold = holds[total] >= 0.0 and (wins or not throws.forced[left])
        worth = {Verb.HOLD: float(holds[total])} if may_hold else {}
        if not wins:
            worth[Verb.THROW] = float(lost * throws.bust[left]) + sum_scored(throws, value, total, left)
        for then, wins_so in worth.items():
            found.setdefault((values, left, then), (Action(then, values, numbers), wins_so))
    top = max(value for _, value in found.values())

    def rank(action: Action) -> tuple[bool, int, int, tuple[int, ...]]:
        keep = action.keep or ()
        return action.verb is not Verb.HOLD, -rules.points(keep), len(keep), keep

    best = min((action for action, value in found.values() if top - value <= TIE), key=rank)
    ranked = sorted(found.values(), key=lambda choice: (choice[0] != best, -choice[1]))
    hands_left = {action: left for (_, left, _), (action, _) in found.items()}

    def weigh(better: Action, worse: Action) -> Iterator[tuple[Reason, float]]:
        held, risks = worse.verb is Verb.HOLD, [float(throws.bust[hands_left[one]]) for one in (better, worse)]
        if (better.keep, better.dice) == (worse.keep, worse.dice):
            thrown, hold = (found_worth[one] for one in ((better, worse) if held else (worse, better)))
            ended = risks[0] * (lost - hold)
            yield from weigh_throw(100 * (thrown - hold - ended), 100 * ended, 1.0 - risks[0], held=held)
            return
        if fewer := state.total(better.keep or ()) - state.total(worse.keep or ()):
            yield Reason("part-aside", {"points": abs(fewer)}), fewer
        if held is not (better.verb is Verb.HOLD):
            key, chance = ("throw", 1.0 - risks[0]) if held else ("risk", risks[1])
            yield Reason(f"part-{key}", {"share": in_percent(chance)}), 1.0
        elif not held:
            yield from share_item("safety", risks[1], risks[0], sign=-1)

    found_worth = dict(ranked)
    about = table.about and ranked[0][1] < 1.0
    return Decision.of(ranked, about=about, state=state, explain=_explain, weigh=weigh)


def _explain(decision: Decision, action: Action, other: Action | None) -> Reason:
    state: KeepState = decision.state
    if not state.dice:
        return decision.compare(action, None, Reason("beginning", {"action": action}))
    keep, me = action.keep or (), state.banked
    total = state.turn + state.rules.points(keep)
    if action.verb is Verb.HOLD:
        if not state.wins(keep):
            return decision.compare(action, other)
        return Reason("won", {"action": action, "me": me, "turn": total, "sum": me + total})
    if any(option.verb is Verb.HOLD for option in decision.options):
        return decision.compare(action, other, Reason("risking", {"action": action, "points": total}))
    return decision.compare(action, other, Reason("unheld", {"action": action}))


def _check_points(table: KeepValues, state: KeepState) -> None:
    rules, me, turn = table.rules, state.banked, state.turn
    check_rules(state, state.rules, rules)
    for name, points in (*(("score", score) for score in state.scores), ("turn total", turn)):
        if points < 0 or points % rules.step:
            raise PositionError(f"a {name} of {points} is outside the game: give multiples of {rules.step}, from 0 up")
    check_scores(rules.goal, *(state.scores if state.over else (me,)))
    if wins_with(me + turn, state.scores, state.player, rules.goal, rules.last_round):
        raise PositionError(f"{me} and {turn} make {me + turn}, which wins: a player who can win must hold")
    if not all(0 <= blanks < count_blanks(rules) for blanks in state.blanks):
        most = "0 without a penalty" if not rules.penalty else f"from 0 to {BLANKS - 1}"
        raise PositionError(f"the count of turns without points is {most}, not {max(state.blanks)}")


def _check_dice(table: KeepValues, state: KeepState) -> None:
    rules, dice, which = table.rules, state.dice, state.places
    if len(dice) > rules.dice or not all(1 <= value <= FACES for value in dice):
        raise PositionError(
            f"the dice {' '.join(map(str, dice))} are impossible: give 1 to {rules.dice} values of 1 to 6"
        )
    if not state.thrown and len(dice) < rules.dice and len(set(table.hands(state.player).laws)) > 1:
        raise PositionError("the dice differ: say which of them were thrown")
    if len(which) != len(dice) or len(set(which)) != len(which) or not set(which) <= set(range(rules.dice)):
        raise PositionError(f"{len(dice)} dice were thrown: say which of 1 to {rules.dice} they are, each once")


def win_chances(table: KeepValues, state: KeepState) -> tuple[float, ...]:
    """Return all players' chances to win at any moment, with perfect play."""
    if state.winner is not None:
        return tuple(float(seat == state.winner) for seat in range(len(state.scores)))
    return table.chances(state, decide(table, state).value)


@dataclass(frozen=True)
class KeepPlayer:
    """The strategy called `name`, which draws from `chance` where it decides at random.

    optimal wins most often; at equal values it holds. A level or careless takes another choice in a share of the
    choices, each equally likely. random draws how many dice it leaves, keeps the most points for that, and tosses a
    coin to hold. All others follow their preferences. random and these others hold and win whenever they can. With a
    last round, the others hold as soon as they reach the goal or beat the score to beat, and not before that in their
    last turn.
    """

    name: str
    table: KeepValues
    chance: random.Random | None = None

    @cached_property
    def _liked(self) -> tuple[Preferences, ...]:
        """The preferences of each seat; seats with the same dice share them."""
        first, second = self.table.laws
        mine = preferences(self.name, self.table.hands(0), self.table.steps)
        return (mine, mine if first == second else preferences(self.name, self.table.hands(1), self.table.steps))

    def decide(self, state: KeepState) -> Decision:
        """Return what to do in a state that is not over, with every option valued for perfect play afterwards.

        Raises OptionError if the strategy needs chance and has none.
        """
        best = decide(self.table, state)
        rate, (_, *worse) = careless_rate(self.name), best.options
        if rate is not None:
            slips = worse and rate and need_chance(self.chance, self.name).random() < rate
            return best.instead(need_chance(self.chance, self.name).choice(worse), SLIP) if slips else best
        wins = best.action.verb is Verb.HOLD and best.value == 1.0
        if self.name == OPTIMAL or wins or not state.dice:
            return best
        if self.name == RANDOM:
            return best.instead(self._any(state, [*best.options]), BY_CHANCE)
        return best.instead(self._prefer(state, [*best.options]))

    def _any(self, state: KeepState, options: Sequence[Action]) -> Action:
        most: dict[int, Action] = {}
        for action in options:
            left = self._number_left(state, action)
            if left not in most or state.total(most[left].keep or ()) < state.total(action.keep or ()):
                most[left] = action
        kept = need_chance(self.chance, self.name).choice([most[left] for left in sorted(most)])
        thens = [one for one in options if (one.keep, one.dice) == (kept.keep, kept.dice)]
        return thens[0] if len(thens) == 1 else need_chance(self.chance, self.name).choice(thens)

    def _prefer(self, state: KeepState, options: Sequence[Action]) -> Action:
        liked, step = self._liked[min(state.player, 1)], state.rules.step
        goal = state.goal if state.to_beat is None else state.to_beat + step
        totals = {action: state.total(action.keep or ()) for action in options}
        reached = [one for one in options if one.verb is Verb.HOLD and state.banked + totals[one] >= goal]
        if reached:
            return max(reached, key=totals.__getitem__)

        def at(action: Action) -> tuple[int, int]:
            return min(totals[action] // step, self.table.steps), self._number_left(state, action)

        chosen = max(options, key=lambda action: liked.prefers[at(action)])
        races = state.to_beat is not None or max(state.scores) >= liked.race * step
        then = Verb.HOLD if liked.holds[at(chosen)] and not races else Verb.THROW
        thens = [one for one in options if (one.keep, one.dice) == (chosen.keep, chosen.dice)]
        return next((one for one in thens if one.verb is then), thens[0])

    def _number_left(self, state: KeepState, action: Action) -> int:
        """Return the number of the remaining hand; without `dice` all dice are alike."""
        kept = [number - 1 for number in action.dice] or state.places[: len(action.keep or ())]
        return self.table.hands(state.player).number([die for die in state.places if die not in kept])


def keep_player(name: str, table: KeepValues, chance: random.Random | None = None) -> KeepPlayer:
    """Return the strategy called `name`: one of the game's, or a level, or careless or careless:R as in races.

    Levels, careless and random draw from `chance`. Raises UnknownNameError.
    """
    thumb = name in KNOWN or HOLD_AT.fullmatch(name) or find_card(table.rules.name, name)
    if not thumb and careless_rate(name) is None:
        raise UnknownNameError.of("strategy", name, (*KNOWN, *LEVELS), f"{FORMS}, or a level, child to perfect")
    return KeepPlayer(name, table, chance)


class KeepEvaluator(Evaluator[KeepState]):
    """A keep-and-throw game with its `table`: exact for two players, approximate for more."""

    def __init__(self, table: KeepValues) -> None:
        self._table = table

    @property
    def about(self) -> bool:
        return self._table.about

    def options(self, state: KeepState) -> Sequence[tuple[Action, float]]:
        return tuple(decide(self._table, state).options.items())

    def worth(self, state: KeepState) -> tuple[float, ...]:
        return win_chances(self._table, state)

    def after_turn(self, state: KeepState, after: KeepState, worth: float, /) -> float:
        if not self.about:
            return worth
        gained = (after.scores[state.player] - state.banked) // state.rules.step
        return float(self._table.turn(state, gained)[1][gained])

    def option(self, state: KeepState, action: Action) -> Action:
        """Return an equivalent action with the first of equal dice."""
        if not action.dice:
            return action
        hands = self._table.hands(state.player)

        def hand_of(kept: Collection[int]) -> int:
            return hands.number([place for place in state.places if place + 1 not in kept])

        shown = {place + 1: face for place, face in zip(state.places, state.dice, strict=True)}
        alike = (
            dice
            for dice in itertools.combinations(sorted(shown), len(action.dice))
            if tuple(sorted(shown[number] for number in dice)) == action.keep and hand_of(dice) == hand_of(action.dice)
        )
        return replace(action, dice=next(alike, action.dice))

    def place(self, state: KeepState) -> str:
        risk = f" with {state.turn} at risk" if state.turn else ""
        dice = f", dice {' '.join(map(str, sorted(state.dice)))}" if state.dice else ", before the first throw"
        order = (*state.scores[state.player :], *state.scores[: state.player])
        return f"{' : '.join(map(str, order))}{risk}{dice}"
