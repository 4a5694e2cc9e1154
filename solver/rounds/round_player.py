"""Players of rounds: the best choice in a turn, its worth, what a named strategy does instead, and why."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from operator import eq
from typing import Any, NamedTuple

import numpy as np

from solver.action import FIRST, ROLL, Action, Verb
from solver.decision import Decision, Unit
from solver.errors import PositionError, UnknownNameError
from solver.evaluator import Evaluator, check_rules
from solver.levels import LEVELS, careless_rate, need_chance
from solver.reason import BY_CHANCE, SLIP, WORDLESS, Reason, Told, share_item
from solver.rounds.rating import OPTIMAL, RANDOM, WIN, Rivals, for_points, rivals_of, seats_after, shares
from solver.rounds.rules import RoundRules
from solver.rounds.state import (
    RoundStanding,
    RoundState,
    TargetState,
    TileState,
    expected_points,
    target_chances,
    verb_of,
)
from solver.rounds.turn_graph import (
    TIE,
    BestTurn,
    Float,
    TurnGraph,
    best_turn,
    compute_score_chances,
    throw_value,
    turn_graph,
)
from solver.rounds.turns import KeepingTurn, Position, TurnOption
from solver.throw_distribution import FACES

TURNS_KEPT = 256
NAMED = 0.2
"""Turns that draw level are named if they are at least this share of the turns that beat a score."""


class Rivalry(NamedTuple):
    """What a turn plays against: the `best` score so far, None for the first player, and how many share it.

    `after` players of `players` throw after this turn.
    """

    best: int | None
    shares: int
    after: int
    players: int

    def rivals(self, rules: RoundRules) -> Rivals:
        """Return what the player and later players can expect: one table serves all turns."""
        return rivals_of(rules, rules.die, self.players - 1, 1)


def others_of(state: RoundStanding) -> Rivalry | None:
    """Return what the present player plays against, None for one player alone."""
    if len(state.results) == 1:
        return None
    best, players = state.best, len(state.results)
    return Rivalry(best, 1 if best is None else state.results.count(best), players - state.player - 1, players)


class WeighedOption(NamedTuple):
    """An option after a throw, or the dice to throw before one; its `value`, and the `points` that it brings.

    More is better in both: if the least points win, their sign is changed.
    """

    option: TurnOption | int
    value: float
    points: float


def decide_turn(state: RoundStanding, *, to_win: bool = True) -> Decision:
    """Return the best choice in a state that is not over, with only the first of equivalent choices.

    For one player, or without `to_win`, it has the best points on average, else the largest chance to win, where ties
    share the win. Of choices that win equally often it takes those with better points, then those that keep more dice
    or shut fewer tiles. Raises PositionError.
    """
    rules, position, dice, others = state.rules, state.place, state.dice, others_of(state) if to_win else None
    play = best_play(rules, others)
    found = weigh(rules, turn_graph(rules, rules.die), play, position, dice)
    best = first_of(found, to_win=others is not None)
    rest = sorted((one for one in found if one is not best), key=lambda one: -one.value)
    sign = 1.0 if others is not None or rules.most else -1.0
    ranked = [(action_of(rules, one.option), sign * one.value + 0.0) for one in (best, *rest)]
    unit = Unit.WINS if others is not None else Unit.POINTS if rules.most else Unit.FEWEST

    def explain(decision: Decision, action: Action, other: Action | None) -> Reason:
        begins = not dice and len(decision.options) == 1 and position == rules.turn.start
        return decision.compare(action, other, Reason("beginning", {"action": action}) if begins else None)

    def differ(better: Action, worse: Action) -> Iterator[tuple[Reason, float]]:
        assert isinstance(state, RoundState | TileState)
        return weigh_turn(state, play, others and others.best, (better, worse), to_win=others is not None)

    told: dict[str, Any] = {"words": describe_action, "explain": explain, "weigh": differ}
    return Decision.of(ranked, unit=unit, alike=eq, state=state, **told)


def weigh(
    rules: RoundRules, graph: TurnGraph, play: BestTurn, position: Position, dice: Sequence[int]
) -> list[WeighedOption]:
    """Return all choices in a position, after the throw of `dice`, or before a throw without them.

    Raises PositionError.
    """
    check_place(graph, position)
    if not dice:
        first = int(graph.roll[graph.place[position] - len(graph.scores)])
        return [
            WeighedOption(number, *throw_value(graph, play, roll))
            for roll, number in enumerate(rules.turn.throws(position), first)
        ]
    found = []
    for option in _options(rules, position, tuple(dice)):
        place = graph.place_of(option)
        if place is None:
            raise PositionError(f"the dice {' '.join(map(str, dice))} cannot fall with these chances")
        found.append(WeighedOption(option, float(play.value[0, place]), float(play.points[0, place])))
    return found


def check_place(graph: TurnGraph, position: Position) -> None:
    """Raise PositionError for a position that no turn can reach."""
    if position not in graph.place:
        raise PositionError("no turn can reach this position: check the kept dice and the throws left")


def first_of(found: Sequence[WeighedOption], *, to_win: bool) -> WeighedOption:
    """Return the best choice: of those that win equally often the one with better points, then the first."""
    top = max(one.value for one in found)
    equal = [one for one in found if top - one.value <= TIE]
    return max(equal, key=lambda one: one.points if to_win else 0.0)


@lru_cache(TURNS_KEPT)
def best_play(rules: RoundRules, others: Rivalry | None) -> BestTurn:
    """Return the best choices of a whole turn against the others, or for points if there are none."""
    graph = turn_graph(rules, rules.die)
    points = np.array([float(rules.worth(score)) for score in graph.scores])
    worth = points if others is None else _to_win(rules, others)
    return best_turn(graph, worth[None], points)


def _to_win(rules: RoundRules, others: Rivalry) -> Float:
    """Return what each score is worth against the others."""
    graph = turn_graph(rules, rules.die)
    best = None
    if others.best is not None:
        if others.best not in graph.scores:
            known = ", ".join(map(str, sorted(graph.scores)))
            raise PositionError(f"{others.best} is not a score of {rules.name}: give one of {known}")
        best = graph.scores.index(others.best)
    rivals = others.rivals(rules)
    if best is not None and best == rivals.at_once:
        raise PositionError(f"a score of {others.best} wins at once: the round is over")
    return shares(rivals.holders[others.after], best, others.shares, rivals.at_once)


def _options(rules: RoundRules, position: Position, dice: tuple[int, ...]) -> list[TurnOption]:
    """Return the options after a throw. Raises PositionError for dice that cannot be thrown here."""
    numbers = rules.turn.throws(position)
    if len(dice) not in numbers or not all(1 <= value <= FACES for value in dice):
        shown, wanted = " ".join(map(str, dice)), " or ".join(map(str, numbers))
        raise PositionError(f"the dice {shown} are impossible: {wanted} are thrown here, with values of 1 to {FACES}")
    return rules.turn.options(position, rules.turn.see(dice))


def action_of(rules: RoundRules, option: TurnOption | int) -> Action:
    """Return the action that takes an option, or throws this many dice."""
    if isinstance(option, int):
        return Action(Verb.THROW, count=option)
    if isinstance(rules.turn, KeepingTurn):
        return Action(verb_of(option), option.choice)
    return Action(verb_of(option), tiles=option.choice)


def describe_action(action: Action) -> str:
    """Return an action in words, also if it keeps no die of a throw."""
    return f"keep none, {action.verb}" if action.keep == () else str(action)


def weigh_round(state: RoundState | TileState, *, to_win: bool = True) -> Decision:
    """Return the best choice in a state that is not over: to win, or for points, always for points for one player.

    Its options are all legal choices, also equivalent ones with different dice. Raises PositionError.
    """
    found = decide_turn(state, to_win=to_win)
    if isinstance(state, TileState):
        return found
    if not state.dice:
        return replace(found, action=FIRST, options={FIRST: found.value}, words=str)
    worth = {_leads_to(state, action): value for action, value in found.options.items()}
    options = [(action, worth[_leads_to(state, action)]) for action in state.legal_actions()]
    best = found.action.keep
    options.sort(key=lambda one: (one[0].keep != best, found.cost(one[1]), -len(one[0].keep or ())))
    return replace(found, options=dict(options), words=str)


def _leads_to(state: RoundState, action: Action) -> tuple[Position | None, int]:
    option = state.get_keep(action.keep or ())
    assert option is not None, "it is legal"
    return option.then, option.score


def round_chances(state: RoundState | TileState) -> tuple[float, ...]:
    """Return everybody's chance to win at any moment, with perfect play from there; equal scores share a win."""
    if state.over:
        winners = state.winners
        return tuple((seat in winners) / len(winners) for seat in range(len(state.results)))
    if len(state.results) == 1:
        return (1.0,)
    rules, others = state.rules, others_of(state)
    graph = turn_graph(rules, rules.die)
    assert others is not None
    play = best_play(rules, others)
    place = graph.place[state.place]
    if state.dice:
        best = decide_turn(state).action
        option = state.option(best.tiles or ()) if isinstance(state, TileState) else state.get_keep(best.keep or ())
        assert option is not None
        to = graph.place_of(option)
        assert to is not None
        place = to
    chance = compute_score_chances(graph, play.picked, play.rolled, place)[0]
    known = [None if score is None else graph.scores.index(score) for score in state.results]
    return tuple(seats_after(others.rivals(rules), known, chance))


class Prospect(NamedTuple):
    """What a choice promises: points that are kept, those that come and those of the turn on average, and chances.

    `chances` are those of the scores of the turn, at [score], the worst first; `stuck` is that the next throw shuts
    nothing.
    """

    kept: int
    come: float
    turn: float
    chances: Float
    stuck: float


def weigh_turn(
    state: RoundState | TileState, play: BestTurn, to_beat: int | None, actions: tuple[Action, Action], *, to_win: bool
) -> Iterator[tuple[Reason, float]]:
    """Yield what the second, worse one of two actions loses, or gains (below 0), in a turn that follows `play`.

    `to_beat` is the best score so far, None where nobody has one.
    """
    rules, scores = state.rules, turn_graph(state.rules, state.rules.die).scores
    good, bad = (_prospect(state, play, action) for action in actions)
    sign, needs = 1 if rules.most else -1, isinstance(rules.turn, KeepingTurn) and bool(rules.turn.needs)
    place = scores.index(to_beat or 0) if needs or to_beat is not None else len(scores)
    told: dict[str, Told] = {"best": to_beat} if to_beat or (to_beat is not None and not needs) else {}
    beaten, other = (float(one.chances[place + 1 :].sum()) for one in (bad, good))
    yield from share_item("beats" if told else "counts", beaten, other, told)
    level, equal = (float(one.chances[place : place + 1].sum()) for one in (bad, good))
    if told and abs(equal - level) >= NAMED * abs(other - beaten):
        yield from share_item("level", level, equal, told)
    yield from share_item("stuck", bad.stuck, good.stuck, sign=-1)
    if to_win and to_beat is not None:
        return  # mean points do not win
    if to_win and sign * (good.turn - bad.turn) < WORDLESS:
        tail, best = (one.chances[::-1].cumsum()[::-1] for one in (bad, good))
        most = int(np.argmax(best - tail))
        yield from share_item("reach", float(tail[most]), float(best[most]), {"least": scores[most]})
        return
    items: dict[str, tuple[float, float]] = {"kept": (bad.kept, good.kept), "come": (bad.come, good.come)}
    if isinstance(state, TileState) or (needs and to_win):
        items = {"turn": (bad.turn, good.turn)} if to_win else {}
    for key, (mine, better) in sorted(items.items(), key=lambda one: -abs(one[1][1] - one[1][0])):
        if abs(better - mine) >= WORDLESS and round(better, 1) != round(mine, 1):
            low = Reason(f"part-low-{key}", {"points": mine, "other": better})
            yield Reason(f"part-{key}", {"points": abs(better - mine)}) if rules.most else low, sign * (better - mine)


def _prospect(state: RoundState | TileState, play: BestTurn, action: Action) -> Prospect:
    graph, rolled, then = turn_graph(state.rules, state.rules.die), play.rolled.copy(), state.place
    first, kept = len(graph.scores), 0
    if action.count:
        place = graph.place[then]
        rolled[0, place - first] = graph.roll[place - first] + state.rules.turn.throws(then).index(action.count)
    else:
        option = state.option(action.tiles or ()) if isinstance(state, TileState) else state.get_keep(action.keep or ())
        assert option is not None
        found = graph.place_of(option)
        assert found is not None
        place, then = found, option.then or ()
        kept = then[-1] if then else option.score
    (chances,) = compute_score_chances(graph, play.picked, rolled, place)
    stuck = _stuck_chance(graph, int(rolled[0, place - first]), then) if isinstance(state, TileState) and then else 0.0
    turn = round(float(chances @ graph.scores), 9)
    return Prospect(kept, turn - kept, turn, chances, stuck)


def _stuck_chance(graph: TurnGraph, roll: int, tiles: tuple[int, ...]) -> float:
    """Return the chance that a throw ends the turn with these tiles open."""
    outcomes = slice(int(graph.outcome[roll]), int(graph.outcome[roll + 1]))
    ends = graph.to[graph.option[outcomes]] == graph.scores.index(sum(tiles)) if sum(tiles) in graph.scores else 0
    return float((graph.chance[outcomes] * ends).sum())


class RoundEvaluator(Evaluator[RoundState | TileState]):
    """A round with the `rules` for this many `players`."""

    def __init__(self, rules: RoundRules, players: int) -> None:
        self._made = rules, players
        self._unit = Unit.WINS if players > 1 else Unit.POINTS if rules.most else Unit.FEWEST

    @property
    def unit(self) -> Unit:
        return self._unit

    def options(self, state: RoundState | TileState) -> Sequence[tuple[Action, float]]:
        check_rules(state, (state.rules, len(state.results)), self._made)
        return tuple(weigh_round(state).options.items())

    def worth(self, state: RoundState | TileState) -> tuple[float, ...]:
        check_rules(state, (state.rules, len(state.results)), self._made)
        if self._unit is Unit.WINS:
            return round_chances(state)
        return (float(state.scores[0]) if state.over else self.options(state)[0][1],)

    def place(self, state: RoundState | TileState) -> str:
        best = "nobody has a score" if state.best is None else f"best so far {state.best}"
        dice = f"dice {' '.join(map(str, sorted(state.dice)))}"
        if isinstance(state, TileState):
            return f"{best}, open {' '.join(map(str, state.open))}, {dice if state.dice else 'before a throw'}"
        return f"{best}, {state.turn} in this turn, {dice if state.dice else 'before the first throw'}"


class TargetEvaluator(Evaluator[TargetState]):
    """Throws for targets by `players` players: there is nothing to choose, only luck."""

    def __init__(self, players: int) -> None:
        self._players = players

    @property
    def unit(self) -> Unit:
        return Unit.POINTS if self._players == 1 else Unit.WINS

    def options(self, state: TargetState) -> Sequence[tuple[Action, float]]:
        return ((ROLL, self.worth(state)[state.player]),)

    def worth(self, state: TargetState) -> tuple[float, ...]:
        check_rules(state, len(state.scores), self._players)
        return (expected_points(state, 0),) if self._players == 1 else target_chances(state)

    def place(self, state: TargetState) -> str:
        return f"{state.scores[state.player]} points, thrown for {state.target}"

    def turn(self, state: TargetState) -> int:
        return state.round + 1


@dataclass(frozen=True, slots=True)
class RoundPlayer:
    """A strategy of a round called `name`; in a share `rate` of its choices it takes any but the best.

    win plays to win, optimal for the best points on average, rules of thumb look only at the present throw, and random
    takes any choice. Random choices draw from `chance`.
    """

    name: str
    rate: float = 0.0
    chance: random.Random | None = None

    def decide(self, state: RoundState | TileState) -> Decision:
        """Return what to do, with all choices valued for perfect play afterwards."""
        best = weigh_round(state)
        if len(best.options) == 1:
            return best
        rule = BY_CHANCE if self.name == RANDOM else SLIP if self.rate else None
        taken = self._choose(state, best)
        return best if taken == best.action and rule is not BY_CHANCE else best.instead(taken, rule)

    def _choose(self, state: RoundState | TileState, best: Decision) -> Action:
        if self.name in state.rules.turn.thumbs:
            return act_by_thumb(self.name, state)
        if self.name == OPTIMAL:
            return weigh_round(state, to_win=False).action
        if self.name == RANDOM:
            return need_chance(self.chance, self.name).choice([*best.options])
        if not self.rate or need_chance(self.chance, self.name).random() >= self.rate:
            return best.action
        return need_chance(self.chance, self.name).choice([*best.options][1:])


def act_by_thumb(name: str, state: RoundStanding) -> Action:
    """Return what the rule of thumb called `name` does in a state with a choice."""
    turn = state.rules.turn
    if not state.dice:
        return action_of(state.rules, turn.throws(state.place)[turn.thumb_throw(state.place)])
    throw = turn.see(state.dice)
    options = turn.options(state.place, throw)
    liked = options[turn.thumb(name, state.place, throw, options)]
    return action_of(state.rules, liked)


def round_player(rules: RoundRules, name: str, chance: random.Random | None = None) -> RoundPlayer:
    """Return the strategy called `name`; an empty name plays to win, and levels play to win with errors.

    Raises UnknownNameError.
    """
    name = name or WIN
    rate, known = careless_rate(name), (WIN, *for_points(rules))
    if rate is None and name not in known:
        raise UnknownNameError.of("strategy", name, (*known, *LEVELS))
    return RoundPlayer(name, rate or 0.0, chance)
