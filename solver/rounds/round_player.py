"""Players of rounds: what a named strategy does in a position, what that is worth, and why."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from solver.aside import FIRST, HOLD, THROW, TIE, KeepAction, KeepDecision, SetAside, decision_of
from solver.decision import Decision
from solver.errors import OptionError, UnknownNameError
from solver.explanation import decimals, sentence
from solver.race.strategies import LEVELS, careless_rate
from solver.rounds.decide import Rivalry, best_play, decide_turn
from solver.rounds.players import seats_after
from solver.rounds.rating import OPTIMAL, RANDOM, WIN, for_points
from solver.rounds.rules import RoundRules
from solver.rounds.state import RoundStanding, RoundState, TileAction, TileState, read_tile_action
from solver.rounds.turn_graph import reached, turn_graph
from solver.rounds.turns import FACES, Position
from solver.throw_distribution import fair_die


def others_of(state: RoundStanding) -> Rivalry | None:
    """Return what the player whose turn it is has against the others, None for one player alone."""
    if len(state.results) == 1:
        return None
    best, players = state.best, len(state.results)
    sharing = 1 if best is None else state.results.count(best)
    return Rivalry(best, sharing, players - state.player - 1, players)


@dataclass(frozen=True, slots=True)
class TileChoice:
    """One choice: its `value` in the aim of the player, and the `cost`, how much worse that is than the best."""

    action: TileAction
    value: float
    cost: float


@dataclass(frozen=True, slots=True)
class TileDecision(Decision):
    """A decision whose `choices`, the best first, hold what its options say in words, and `taken` which is taken."""

    choices: tuple[TileChoice, ...]
    taken: TileChoice

    def to_json(self) -> dict[str, Any]:
        """Return the decision with all digits; each option has its action, its value and its cost."""
        options = [{"action": one.action.to_json(), "value": one.value, "cost": one.cost} for one in self.choices]
        return {"action": self.taken.action.to_json(), "value": self.value, "options": options, "why": self.why}


def weigh_tiles(state: TileState, *, to_win: bool = True) -> TileDecision:
    """Return the best choice in a state that is not over: to win, or for points, and always so for one player alone."""
    others = others_of(state) if to_win else None
    found = decide_turn(state.rules, fair_die(FACES), state.place, state.dice, others)
    choices = tuple(TileChoice(read_tile_action(one.action), one.value, one.cost) for one in found.choices)
    return TileDecision(
        found.action, found.value, found.options, True, found.why, choices=choices, taken=choices[0], unit=found.unit
    )


Weighed: TypeAlias = KeepDecision | TileDecision
"""A decision of a round, whatever is chosen there."""


def weigh_round(state: RoundState, *, to_win: bool = True) -> KeepDecision:
    """Return the best choice in a state that is not over: to win, or for points, and always so for one player alone.

    All legal choices are among its choices, those too that differ in their dice alone. Raises PositionError.
    """
    die = fair_die(FACES)
    found = decide_turn(state.rules, die, state.place, state.dice, others_of(state) if to_win else None)
    if not state.dice:
        first = SetAside((), (), FIRST.then, 0, found.value, 0.0)
        return decision_of((first,), first, found.why, found.unit)
    worth = {_leads_to(state, choice.action["keep"]): choice for choice in found.choices}
    choices = []
    for action in state.legal_actions():
        like = worth[_leads_to(state, action.keep)]
        choices.append(SetAside(action.keep, (), action.then, state.total(action.keep), like.value, like.cost))
    best = tuple(found.choices[0].action["keep"])
    choices.sort(key=lambda one: (one.values != best, one.cost, -len(one.values)))
    return decision_of(tuple(choices), choices[0], found.why, found.unit)


def _leads_to(state: RoundState, keep: Sequence[int]) -> tuple[Position | None, int]:
    option = state.kept(keep)
    assert option is not None, "it is legal"
    return option.then, option.score


def weigh_any(state: RoundState | TileState, *, to_win: bool = True) -> Weighed:
    """Return the best choice in a state that is not over, as `weigh_round` and `weigh_tiles` do."""
    return weigh_tiles(state, to_win=to_win) if isinstance(state, TileState) else weigh_round(state, to_win=to_win)


def round_chances(state: RoundState | TileState) -> tuple[float, ...]:
    """Return everybody's chance to win in any moment, a win being shared, under perfect play from there on."""
    if state.over:
        winners = state.winners
        return tuple((seat in winners) / len(winners) for seat in range(len(state.results)))
    if len(state.results) == 1:
        return (1.0,)
    rules, die = state.rules, fair_die(FACES)
    graph, others = turn_graph(rules, die), others_of(state)
    assert others is not None
    play = best_play(rules, die, others)
    place = graph.place[state.place]
    if state.dice:
        option = (
            state.option(weigh_tiles(state).taken.action.tiles)
            if isinstance(state, TileState)
            else state.kept(weigh_round(state).taken.values)
        )
        assert option is not None
        to = graph.place_of(option)
        assert to is not None
        place = to
    chance = reached(graph, play.picked, play.rolled, place)[0]
    known = [None if score is None else graph.scores.index(score) for score in state.results]
    return tuple(seats_after(others.rivals(rules, die), known, chance))


@dataclass(frozen=True, slots=True)
class RoundPlayer:
    """A strategy of a round by its `name`; in a share `rate` of its choices it takes any but the best, each as likely.

    win plays to win, optimal for the best points on average, those by a rule of thumb look no further than the throw
    before them, and random takes any choice. What differs from the best draws from `chance`.
    """

    name: str
    rate: float = 0.0
    chance: random.Random | None = None

    def decide(self, state: Any) -> Any:
        """Return what to do, all choices being valued for perfect play afterwards: a KeepDecision or TileDecision."""
        best = weigh_any(state)
        if len(best.choices) == 1:
            return best
        taken = self._taken(state, best)
        return best if taken is best.taken else replace(best, **self._ruled(best, taken))

    def _taken(self, state: RoundState | TileState, best: Weighed) -> SetAside | TileChoice:
        choices: Sequence[SetAside | TileChoice] = best.choices
        if self.name in state.rules.turn.thumbs:
            return next(one for one in choices if one.action == _by_thumb(self.name, state))
        if self.name == OPTIMAL:
            return next(one for one in choices if one.action == weigh_any(state, to_win=False).taken.action)
        if self.name == RANDOM:
            return self._drawn().choice(choices)
        if not self.rate or self._drawn().random() >= self.rate:
            return best.taken
        return self._drawn().choice(choices[1:])

    def _drawn(self) -> random.Random:
        if self.chance is None:
            raise OptionError(f"{self.name} needs a source of chance: give it one")
        return self.chance

    def _ruled(self, best: Weighed, taken: SetAside | TileChoice) -> dict[str, Any]:
        """Return what differs in a decision that takes another choice."""
        action = str(taken.action)

        def why() -> str:
            lead = f"{action.capitalize()}: {self.name} does so"
            if taken.cost <= TIE:
                return f"{lead}, and nothing is better"
            mine, theirs = decimals(taken.value, best.taken.value)
            return f"{lead}: that is worth {mine}, {best.taken.action} {theirs}"

        return {"action": action, "value": taken.value, "taken": taken, "why": sentence(action, why)}


def _by_thumb(name: str, state: RoundState | TileState) -> KeepAction | TileAction:
    """Return what the player by a rule of thumb does."""
    turn = state.rules.turn
    if isinstance(state, TileState) and not state.dice:
        return TileAction(dice=state.throws[turn.thumb_throw(state.place)])
    throw = turn.seen(state.dice)
    options = turn.options(state.place, throw)
    liked = options[turn.thumb(name, state.place, throw, options)]
    if isinstance(state, TileState):
        return state.shutting(liked.choice)
    return KeepAction(liked.choice, HOLD if liked.then is None else THROW)


def round_player(rules: RoundRules, name: str, chance: random.Random | None = None) -> RoundPlayer:
    """Return the strategy called `name`, the one that plays to win for an empty name; levels play so with errors.

    Raises UnknownNameError.
    """
    name = name or WIN
    rate, known = careless_rate(name), (WIN, *for_points(rules))
    if rate is None and name not in known:
        raise UnknownNameError.of("strategy", name, (*known, *LEVELS))
    return RoundPlayer(name, rate or 0.0, chance)


def round_gambles(name: str) -> bool:
    """Return whether the strategy called `name` decides at random."""
    return name == RANDOM or bool(careless_rate(name))
