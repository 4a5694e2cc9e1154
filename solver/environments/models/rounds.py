"""What a learner sees of games of one round: Threes, Midnight, Ship Captain and Crew, Chicago, Shut the Box."""

import itertools
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from solver.action import Action
from solver.process.dice import keep_masks, mask_of
from solver.process.model import OPTIMAL, RANDOM, GameModel, GameMoment, ModelShape, Policy, Seen, see_dice
from solver.rounds.round_player import act_by_thumb, action_of, decide_turn, describe_action, others_of
from solver.rounds.rules import RoundRules
from solver.rounds.state import RoundStanding
from solver.rounds.turn_graph import turn_graph
from solver.rounds.turns import GREEDY, KeepingTurn, Position, TargetsTurn, TilesTurn, TurnOption
from solver.throw_distribution import FACES

OPTIONS_KEPT = 4096
NOT_YET = -1
"""What an observation shows as the score of a player who has not thrown."""

Turn = KeepingTurn | TilesTurn | TargetsTurn


@dataclass(frozen=True, slots=True)
class LearnedRound(RoundStanding):
    """A round in which no throw ends a turn by itself: a learner sees the dice, and takes the one action that is left.

    `dice` rise.
    """

    def legal_actions(self) -> Sequence[Action]:
        """Return what may be chosen: after a throw what to keep or shut, before one how many dice."""
        if self.dice:
            return tuple(list_options(self.rules, self.place, self.dice))
        return [action_of(self.rules, number) for number in self.rules.turn.throws(self.place)]

    def apply(self, action: Action, throw: Sequence[int] = ()) -> "LearnedRound":
        """Return the state after an action, with the dice that its throw brings, rising."""
        if action.count:
            return replace(self, dice=tuple(throw))
        option = list_options(self.rules, self.place, self.dice)[action]
        return self.ended(option.score) if option.then is None else replace(self, place=option.then, dice=())


@lru_cache(OPTIONS_KEPT)
def list_options(rules: RoundRules, place: Position, dice: tuple[int, ...]) -> Mapping[Action, TurnOption]:
    """Return what may be chosen after a throw, and where each action leads."""
    return {action_of(rules, option): option for option in rules.turn.options(place, rules.turn.seen(dice))}


def number_choices(turn: Turn) -> dict[Hashable, int]:
    """Return the number of each choice after a throw: the bits of the dice that are kept, or the tiles that are shut.

    More dice come first, then higher ones; fewer tiles come first, then larger ones, and none last.
    """
    match turn:
        case KeepingTurn():
            masks = [(1 << turn.dice) - 1, *keep_masks(turn.dice)]
            return {mask: number for number, mask in enumerate(mask for mask in masks if mask or not turn.keep)}
        case TilesTurn(dice, tiles):
            sizes = range(1, len(tiles) + 1)
            every = (shut[::-1] for size in sizes for shut in itertools.combinations(tiles[::-1], size))
            some = [shut for shut in every if sum(shut) <= FACES * dice]
            return {shut: number for number, shut in enumerate([*some, ()])}
        case TargetsTurn():
            return {(): 0}


def see_turn(turn: Turn, most: int) -> tuple[Seen, ...]:
    """Return how it is seen where a turn stands, besides the dice; no score is above `most`, and at the end all is 0.

    Of kept dice it is the throws left, whether each needed die is kept, and points; of tiles whether each is open; of
    targets the one thrown for, and points.
    """

    def shown(names: Iterable[str], high: int, see: Callable[[LearnedRound], Sequence[int]]) -> Seen:
        return Seen(tuple(names), 0, high, lambda at, _: () if at.state.over else see(at.state))

    match turn:
        case KeepingTurn(needs=needs):
            return (
                shown(["throws_left"], turn.most_throws, lambda at: (at.place[0] - bool(at.dice),)),
                shown(
                    map("kept_{}".format, needs), 1, lambda at: tuple(at.place[2] >> n & 1 for n in range(len(needs)))
                ),
                shown(["points"], max(most, turn.dice * max(turn.points)), lambda at: at.place[3:]),
            )
        case TilesTurn(tiles=tiles):
            return (shown(map("tile{}".format, tiles), 1, lambda at: [tile in at.place for tile in tiles]),)
        case TargetsTurn(targets=targets):
            return (
                shown(["target"], max(targets), lambda at: (targets[-at.place[0]],)),
                shown(["points"], sum(targets), lambda at: at.place[1:]),
            )


def see_results(moment: GameMoment[LearnedRound], player: int) -> tuple[int, ...]:
    """Return the scores in order of play, the own first, NOT_YET before a turn."""
    results = [NOT_YET if score is None else score for score in moment.state.results]
    return (*results[player:], *results[:player])


class RoundModel(GameModel[LearnedRound]):
    """A game of one round: alone for points, which count as negative where the least win; else for the win.

    Players with the same best score share the win. Of choices that come to the same only the first is allowed. Where
    nothing can be chosen after a throw, the one action goes on. Others can play greedily: no further than a throw.

    What can be seen are the dice, rising, 0 where there are fewer, where the turn stands, and for several players the
    own score and those of the others in order of play, -1 before their turn.
    """

    policies = OPTIMAL, GREEDY, RANDOM

    def __init__(self, rules: RoundRules, players: int) -> None:
        turn, graph = rules.turn, turn_graph(rules, rules.die)
        super().__init__(LearnedRound.start(rules, players), None, rules.die, turn.dice)
        self.name, self.rules, self.players = rules.name, rules, players
        self._choices = number_choices(turn)
        self._numbers = max({turn.throws(position) for position in graph.positions}, key=len)
        most = max(graph.scores)
        names = ("me", *(f"rival{place}" for place in range(1, players)))
        seen = (see_dice(turn.dice, FACES), *see_turn(turn, most), Seen(names, NOT_YET, most, see_results))
        worths = (float(rules.worth(graph.scores[0])), float(rules.worth(graph.scores[-1])))
        self.shape = ModelShape(
            seen if players > 1 else seen[:-1],
            len(self._choices) + (len(self._numbers) if len(self._numbers) > 1 else 0),
            *(worths if players == 1 else (0.0, 1.0)),
        )

    def moment(self, state: LearnedRound) -> GameMoment[LearnedRound]:
        numbers = () if state.dice or state.over else self.rules.turn.throws(state.place)
        return GameMoment(state, action_of(self.rules, numbers[0]) if len(numbers) == 1 else None)

    def number(self, state: LearnedRound, action: Action) -> int:
        if action.count:
            return len(self._choices) + self._numbers.index(action.count)
        return self._choices[action.tiles if action.keep is None else mask_of(state.dice, action.keep)]

    def count_dice(self, _state: LearnedRound, action: Action, /) -> int:
        return action.count

    def options(self, state: LearnedRound) -> Sequence[tuple[Action, float]]:
        decision = decide_turn(state, others_of(state))
        sign = -1.0 if decision.unit.fewer else 1.0
        return [(action, sign * value + 0.0) for action, value in decision.options.items()]

    def count_gains(self, state: LearnedRound) -> tuple[float, ...]:
        if self.players == 1:
            return (float(self.rules.worth(state.scores[0])),)
        return tuple((seat in state.winners) / len(state.winners or (0,)) for seat in range(self.players))

    def policy(self, name: str) -> Policy[LearnedRound]:
        return self._greedy if name == GREEDY else super().policy(name)

    def _greedy(self, state: LearnedRound, _random: Any, /) -> int:
        return self.number(state, act_by_thumb(GREEDY, state))

    def words(self, moment: GameMoment[LearnedRound]) -> str:
        """Return the moment in one line; alone a score is no field."""
        scores = [score for score in moment.state.results if score is not None] if self.players == 1 else []
        return " ".join([super().words(moment), *(f"score={score}" for score in scores)])

    def describe(self, _state: LearnedRound, action: Action, /) -> str:
        return "go on" if isinstance(self.rules.turn, TargetsTurn) else describe_action(action)
