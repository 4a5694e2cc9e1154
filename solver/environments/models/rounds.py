"""What a learner sees of games of one round: Threes, Midnight, Ship Captain and Crew, Chicago, Shut the Box."""

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from solver.aside import HOLD
from solver.decision import count_in_words
from solver.process.dice import Falls, keep_masks, mask_of, places_of, throws_of_dice
from solver.process.model import OPTIMAL, RANDOM, Follow, GameModel, GameMoment, ModelShape
from solver.process.scene import PointsStanding
from solver.rounds.round_player import Rivalry, action_of, best_play, describe_action, first_of, weigh
from solver.rounds.rules import RoundRules
from solver.rounds.turn_graph import turn_graph
from solver.rounds.turns import GREEDY, KeepingTurn, Position, TargetsTurn, TilesTurn, TurnOption
from solver.throw_distribution import FACES, Chance

NOT_YET = -1
"""What an observation shows as the score of a player who has not thrown."""
ENDED: Position = ()
"""No position of a turn: the round is over."""

RoundAction = TurnOption | int
"""What is chosen after a throw, or how many dice are thrown."""


@dataclass(frozen=True, slots=True)
class LearnedRound:
    """A round of that many `players`: the `scores` of those who have thrown, where the turn stands, and the `dice`.

    Unlike at the table a throw ends no turn by itself: a learner sees the dice, and takes the one action that is left.
    """

    rules: RoundRules
    players: int
    position: Position
    scores: tuple[int, ...] = ()
    dice: tuple[int, ...] = ()

    @property
    def player(self) -> int:
        return min(len(self.scores), self.players - 1)

    @property
    def over(self) -> bool:
        return self.position == ENDED

    def legal_actions(self) -> Sequence[RoundAction]:
        """Return what may be chosen: after a throw what to keep or shut, before one how many dice."""
        turn = self.rules.turn
        return turn.options(self.position, turn.seen(self.dice)) if self.dice else turn.throws(self.position)

    def apply(self, action: RoundAction, throw: Sequence[int] = ()) -> "LearnedRound":
        """Return the state after an action, with the dice that its throw brings, rising."""
        if isinstance(action, int):
            return replace(self, dice=tuple(throw))
        if action.then is not None:
            return replace(self, position=action.then, dice=())
        scores = (*self.scores, action.score)
        over = len(scores) == self.players or action.score == self.rules.wins_at_once
        return replace(self, position=ENDED if over else self.rules.turn.start, scores=scores, dice=())

    @property
    def leading(self) -> tuple[int, int]:
        """The best score and how many have it."""
        best = max(self.scores, key=self.rules.worth)
        return best, self.scores.count(best)

    @property
    def others(self) -> Rivalry | None:
        """What the player whose turn it is has to beat, None alone."""
        if self.players == 1:
            return None
        best, sharing = self.leading if self.scores else (None, 1)
        return Rivalry(best, sharing, self.players - len(self.scores) - 1, self.players)


class TurnView(NamedTuple):
    """How a learner sees a turn, besides dice and scores: `fields`, each from 0 to its `high`; and the `actions`.

    `number` is the action that takes an option after a throw of rising dice; `seen` what `fields` hold in a position,
    with these dice, ENDED at the end of a round; `rows` what a picture shows; `points` those of the turn as it stands.
    """

    fields: tuple[str, ...]
    high: tuple[int, ...]
    actions: tuple[str, ...]
    number: Callable[[tuple[int, ...], TurnOption], int]
    seen: Callable[[Position, tuple[int, ...]], tuple[int, ...]]
    rows: Callable[[Position], tuple[tuple[str, str], ...]]
    points: Callable[[Position], int]


def keeping_view(turn: KeepingTurn, most: int) -> TurnView:
    """Return the view of a turn that keeps dice: throws left, for each needed die whether it is kept, and points.

    Actions keep dice, more of them first, then higher ones; of equal dice the last ones.
    """
    masks = [mask for mask in ((1 << turn.dice) - 1, *keep_masks(turn.dice)) if mask or not turn.keep]
    place = {mask: number for number, mask in enumerate(masks)}
    needs = range(len(turn.needs))

    def seen(position: Position, dice: tuple[int, ...]) -> tuple[int, ...]:
        left, _, met, points = position or (0, 0, 0, 0)
        return (left - bool(dice), *(met >> need & 1 for need in needs), points)

    def rows(position: Position) -> tuple[tuple[str, str], ...]:
        needed = " ".join(str(turn.needs[need]) for need in needs if not position[2] >> need & 1)
        return (("throws left", str(position[0] - 1)), *([("needed", needed)] if turn.needs else []))

    return TurnView(
        ("throws_left", *(f"kept_{need}" for need in turn.needs), "points"),
        (turn.most_throws, *(1 for _ in needs), max(most, turn.dice * max(turn.points))),
        tuple(f"keep {places_of(mask, turn.dice) or 'none'}" for mask in masks),
        lambda dice, option: place[mask_of(dice, option.choice)],
        seen,
        rows,
        lambda position: position[3],
    )


def tiles_view(turn: TilesTurn) -> TurnView:
    """Return the view of a turn that shuts tiles, the fewest and largest first: for each whether it is open."""
    sizes = range(1, len(turn.tiles) + 1)
    every = (tiles[::-1] for size in sizes for tiles in itertools.combinations(turn.tiles[::-1], size))
    shut = [tiles for tiles in every if sum(tiles) <= FACES * turn.dice]
    place = {tiles: number for number, tiles in enumerate([*shut, ()])}
    return TurnView(
        tuple(f"tile{tile}" for tile in turn.tiles),
        (1,) * len(turn.tiles),
        (*(f"shut {' '.join(map(str, tiles))}" for tiles in shut), f"shut none, {HOLD}"),
        lambda _, option: place[option.choice],
        lambda position, _: tuple(int(tile in position) for tile in turn.tiles),
        lambda position: (("open tiles", " ".join(map(str, position))),),
        sum,
    )


def targets_view(turn: TargetsTurn) -> TurnView:
    """Return the view of a turn that aims at targets, in which nothing is chosen: the target, 0 at the end; points."""
    return TurnView(
        ("target", "points"),
        (max(turn.targets), sum(turn.targets)),
        ("go on",),
        lambda _dice, _option: 0,
        lambda position, _: (turn.targets[-position[0]], position[1]) if position else (0, 0),
        lambda position: (("target", str(turn.targets[-position[0]])),),
        lambda position: position[1],
    )


class RoundModel(GameModel[LearnedRound, RoundAction]):
    """A game of one round: alone for points, which count as negative where the least win; else for the win.

    Players with the same best score share the win. Of choices that come to the same only the first is allowed. Where
    nothing can be chosen after a throw, the one action goes on. Others can play greedily: no further than a throw.

    What can be seen are the dice, rising, 0 where there are fewer, where the turn stands, and for several players the
    own score and those of the others in order of play, -1 before their turn.
    """

    policies = OPTIMAL, GREEDY, RANDOM

    def __init__(self, rules: RoundRules, die: tuple[Chance, ...], players: int) -> None:
        turn = rules.turn
        super().__init__(LearnedRound(rules, players, turn.start))
        self.rules, self.players, self._die = rules, players, die
        self.name = rules.name
        self.most_falls = len(throws_of_dice(die, turn.dice).chances)
        graph = turn_graph(rules, die)
        most = max(graph.scores)
        if isinstance(turn, KeepingTurn):
            self._view = keeping_view(turn, most)
        else:
            self._view = tiles_view(turn) if isinstance(turn, TilesTurn) else targets_view(turn)
        self._numbers = max({turn.throws(position) for position in graph.positions}, key=len)
        chosen = tuple(f"throw {count_in_words(number, 'die', 'dice')}" for number in self._numbers)
        dice = tuple(f"die{place}" for place in range(1, turn.dice + 1))
        scores = ("me", *(f"rival{place}" for place in range(1, players))) if players > 1 else ()
        worths = (float(rules.worth(graph.scores[0])), float(rules.worth(graph.scores[-1])))
        self.shape = ModelShape(
            (*dice, *self._view.fields, *scores),
            (*(0,) * (len(dice) + len(self._view.fields)), *(NOT_YET,) * len(scores)),
            (*(FACES,) * len(dice), *self._view.high, *(most,) * len(scores)),
            (*self._view.actions, *(chosen if len(chosen) > 1 else ())),
            *(worths if players == 1 else (0.0, 1.0)),
        )

    def moment(self, state: LearnedRound) -> GameMoment[LearnedRound, RoundAction]:
        numbers = () if state.dice or state.over else self.rules.turn.throws(state.position)
        return GameMoment(state, numbers[0] if len(numbers) == 1 else None)

    def number(self, state: LearnedRound, action: RoundAction) -> int:
        if isinstance(action, int):
            return len(self._view.actions) + self._numbers.index(action)
        return self._view.number(state.dice, action)

    def falls_of(self, _state: LearnedRound, action: RoundAction, /) -> Falls | None:
        return throws_of_dice(self._die, action) if isinstance(action, int) else None

    def options(self, state: LearnedRound) -> Sequence[tuple[RoundAction, float]]:
        play = best_play(self.rules, self._die, state.others)
        found = weigh(self.rules, turn_graph(self.rules, self._die), play, state.position, state.dice)
        best = first_of(found, to_win=self.players > 1)
        return [(one.option, one.value) for one in (best, *(one for one in found if one is not best))]

    def count_gains(self, state: LearnedRound) -> tuple[float, ...]:
        if not state.over:
            return (0.0,) * self.players
        if self.players == 1:
            return (float(self.rules.worth(state.scores[0])),)
        best, sharing = state.leading
        later = (0.0,) * (self.players - len(state.scores))
        return (*(float(score == best) / sharing for score in state.scores), *later)

    def named(self, name: str) -> Follow[LearnedRound]:
        return self._greedy if name == GREEDY else super().named(name)

    def _greedy(self, state: LearnedRound, _random: np.random.Generator, /) -> int:
        turn, position = self.rules.turn, state.position
        if not state.dice:
            return self.number(state, turn.throws(position)[turn.thumb_throw(position)])
        thrown = turn.seen(state.dice)
        options = turn.options(position, thrown)
        return self.number(state, options[turn.thumb(GREEDY, position, thrown, options)])

    def observe(self, moment: GameMoment[LearnedRound, RoundAction], player: int) -> tuple[int, ...]:
        state = moment.state
        told = (*state.scores, *(NOT_YET,) * (self.players - len(state.scores)))
        scores = (*told[player:], *told[:player]) if self.players > 1 else ()
        dice = (*state.dice, *(0,) * (self.rules.turn.dice - len(state.dice)))
        return (*dice, *self._view.seen(state.position, state.dice), *scores)

    def words(self, moment: GameMoment[LearnedRound, RoundAction]) -> str:
        """Return the moment in one line; alone a score is no field."""
        scores = moment.state.scores if self.players == 1 else ()
        return " ".join([super().words(moment), *(f"score={score}" for score in scores)])

    def describe(self, state: LearnedRound, action: RoundAction) -> str:
        if isinstance(action, int) or action.choice:
            return describe_action(action_of(self.rules, action))
        return super().describe(state, action)

    def standings(self, moment: GameMoment[LearnedRound, RoundAction]) -> tuple[PointsStanding, ...]:
        state = moment.state
        points = state.scores[-1] if state.over else self._view.points(state.position)
        if self.players == 1:
            return (PointsStanding("points", points),)
        return () if state.over else (PointsStanding(f"player {state.player}", points),)

    def rows(self, moment: GameMoment[LearnedRound, RoundAction]) -> tuple[tuple[str, str], ...]:
        state = moment.state
        scores = state.scores if self.players > 1 else ()
        played = ((f"player {player}", str(score)) for player, score in enumerate(scores))
        return (*(() if state.over else self._view.rows(state.position)), *played)

    def note(self, state: LearnedRound) -> str:
        if self.players == 1:
            return "the round is over" if state.over else ""
        if not state.over:
            return super().note(state)
        best, sharing = state.leading
        names = " and ".join(f"player {player}" for player, score in enumerate(state.scores) if score == best)
        return f"{names} {'has won' if sharing == 1 else 'share the win'}"
