"""Games of one round as decision processes: Threes, Midnight, Ship Captain and Crew, Chicago, Shut the Box."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

import numpy as np

from solver.decision import counted
from solver.environments.models.dice import throws_of_dice
from solver.environments.models.model import CHANCE, OPTIMAL, OVER, RANDOM, Falls, GameModel, ModelShape, Unchanging
from solver.environments.models.round_turns import OVER as ENDED
from solver.environments.models.round_turns import view_of
from solver.environments.models.scene import GameScene, PointsStanding, spoken
from solver.rounds.decide import WeighedOption, first_of, said, weigh
from solver.rounds.players import rivals_of, shares
from solver.rounds.rules import RoundRules
from solver.rounds.turn_graph import BestTurn, best_turn, turn_graph
from solver.rounds.turns import FACES, GREEDY, Position, TurnOption
from solver.throw_distribution import Chance

DECISIONS = 4096
TURNS_KEPT = 256
NOT_YET = -1
"""What an observation shows as the score of a player who has not thrown."""


@dataclass(frozen=True, slots=True)
class RoundMoment(Unchanging):
    """A moment: the `scores` of those who have thrown, where the turn that is on stands, and the `dice`, rising.

    Without dice so many are `thrown` next, 0 where the player chooses how many.
    """

    scores: tuple[int, ...]
    position: Position
    dice: tuple[int, ...] = ()
    thrown: int = 0


class RoundModel(GameModel[RoundMoment]):
    """A game of one round: alone for points, which count as negative where the least win; else for the win.

    Players with the same best score share the win. Of choices that come to the same only the first is allowed. Where
    nothing can be chosen after a throw, the one action goes on.

    What can be seen are the dice, rising, 0 where there are fewer, where the turn stands, and for several players the
    own score and those of the others in order of play, -1 before their turn.
    """

    def __init__(self, rules: RoundRules, die: tuple[Chance, ...], players: int) -> None:
        self.rules, self.players = rules, players
        self.name = rules.name
        self._die = die
        self._graph = graph = turn_graph(rules, die)
        self._worths = np.array([float(rules.worth(score)) for score in graph.scores])
        self._play = lru_cache(TURNS_KEPT)(self._best_play)
        self._choose = lru_cache(DECISIONS)(self._choices)
        self._weigh = lru_cache(DECISIONS)(self._weighed)
        most = max(graph.scores)
        self._view = view = view_of(rules.turn, most)
        numbers = {rules.turn.throws(position) for position in graph.positions}
        self._numbers = max(numbers, key=len)
        chosen = tuple(f"throw {counted(number, 'die', 'dice')}" for number in self._numbers)
        dice = tuple(f"die{place}" for place in range(1, rules.turn.dice + 1))
        scores = ("me", *(f"rival{place}" for place in range(1, players))) if players > 1 else ()
        self.shape = ModelShape(
            (*dice, *view.fields, *scores),
            (*(0,) * (len(dice) + len(view.fields)), *(NOT_YET,) * len(scores)),
            (*(FACES,) * len(dice), *view.high, *(most,) * len(scores)),
            (*view.actions, *(chosen if len(chosen) > 1 else ())),
            0.0 if players > 1 else float(self._worths[0]),
            1.0 if players > 1 else float(self._worths[-1]),
        )

    @property
    def most_falls(self) -> int:
        return len(throws_of_dice(self._die, self.rules.turn.dice).chances)

    def start(self) -> RoundMoment:
        return self._before((), self.rules.turn.start)

    def mover(self, state: RoundMoment) -> int:
        if state.position == ENDED:
            return OVER
        return CHANCE if state.thrown else len(state.scores)

    def legal(self, state: RoundMoment) -> Sequence[int]:
        return tuple(self._choose(state.position, state.dice))

    def apply(self, state: RoundMoment, action: int) -> RoundMoment:
        chosen = self._choose(state.position, state.dice)[action]
        if isinstance(chosen, int):
            return replace(state, thrown=chosen)
        if chosen.then is not None:
            return self._before(state.scores, chosen.then)
        scores = (*state.scores, chosen.score)
        if len(scores) == self.players or chosen.score == self.rules.wins_at_once:
            return RoundMoment(scores, ENDED)
        return self._before(scores, self.rules.turn.start)

    def falls(self, state: RoundMoment) -> Falls:
        return throws_of_dice(self._die, state.thrown)

    def follow(self, state: RoundMoment, fall: int) -> RoundMoment:
        return RoundMoment(state.scores, state.position, self.falls(state).dice[fall])

    def gained(self, state: RoundMoment) -> tuple[float, ...]:
        if state.position != ENDED:
            return (0.0,) * self.players
        if self.players == 1:
            return (float(self.rules.worth(state.scores[0])),)
        best, sharing = self._leading(state.scores)
        return tuple(float(score == best) / sharing for score in state.scores) + (0.0,) * (
            self.players - len(state.scores)
        )

    def worth(self, state: RoundMoment) -> dict[int, float]:
        found = self._weigh(*self._rivalry(state.scores), state.position, state.dice)
        return dict(sorted((self._number(state.dice, one.option), one.value) for one in found))

    def best(self, state: RoundMoment, _worth: dict[int, float], /) -> int:
        found = self._weigh(*self._rivalry(state.scores), state.position, state.dice)
        return self._number(state.dice, first_of(found, to_win=self.players > 1).option)

    @cached_property
    def policies(self) -> tuple[str, ...]:
        """The names of the ways in which the other players can play; greedy looks no further than a throw."""
        return OPTIMAL, GREEDY, RANDOM

    def choose(self, name: str, state: RoundMoment, random: np.random.Generator) -> int:
        if name != GREEDY:
            return super().choose(name, state, random)
        turn, position = self.rules.turn, state.position
        if not state.dice:
            return self._number((), turn.throws(position)[turn.thumb_throw(position)])
        thrown = turn.seen(state.dice)
        options = turn.options(position, thrown)
        return self._number(state.dice, options[turn.thumb(GREEDY, position, thrown, options)])

    def observe(self, state: RoundMoment, player: int) -> tuple[int, ...]:
        dice = (*state.dice, *(0,) * (self.rules.turn.dice - len(state.dice)))
        told = (*state.scores, *(NOT_YET,) * (self.players - len(state.scores)))
        scores = (*told[player:], *told[:player]) if self.players > 1 else ()
        return (*dice, *self._view.seen(state.position, state.dice), *scores)

    def words(self, state: RoundMoment) -> str:
        """Return the state in one line; who throws how many dice counts where dice fall."""
        words = super().words(state)
        mover = self.mover(state)
        if mover == CHANCE:
            return words.replace(
                "dice fall", f"player {len(state.scores)} throws {counted(state.thrown, 'die', 'dice')}"
            )
        return f"{words} score={state.scores[0]}" if mover == OVER and self.players == 1 else words

    def label(self, state: RoundMoment, action: int) -> str:
        chosen = self._choose(state.position, state.dice)[action]
        named = isinstance(chosen, int) or not chosen.choice
        return self.shape.actions[action] if named else said(self.rules, chosen)[0]

    def scene(self, state: RoundMoment, dice: tuple[int, ...] = ()) -> GameScene:
        over, player = state.position == ENDED, len(state.scores)
        points = state.scores[-1] if over else self._view.points(state.position)
        standings: tuple[PointsStanding, ...] = (PointsStanding("points", points),)
        rows = () if over else self._view.rows(state.position)
        if self.players > 1:
            standings = () if over else (PointsStanding(f"player {player}", points),)
            rows += tuple((f"player {one}", str(score)) for one, score in enumerate(state.scores))
        return GameScene(spoken(self.name), standings, state.dice or dice, rows, self._note(state))

    def _note(self, state: RoundMoment) -> str:
        over = state.position == ENDED
        if self.players == 1:
            return "the round is over" if over else ""
        if not over:
            return f"player {len(state.scores)} acts"
        best, sharing = self._leading(state.scores)
        names = " and ".join(f"player {player}" for player, score in enumerate(state.scores) if score == best)
        return f"{names} {'has won' if sharing == 1 else 'share the win'}"

    def _before(self, scores: tuple[int, ...], position: Position) -> RoundMoment:
        """Return the moment before a throw."""
        numbers = self.rules.turn.throws(position)
        return RoundMoment(scores, position, (), numbers[0] if len(numbers) == 1 else 0)

    def _choices(self, position: Position, dice: tuple[int, ...]) -> dict[int, TurnOption | int]:
        """Return what may be chosen, by the numbers of the actions, rising."""
        turn = self.rules.turn
        found: Sequence[TurnOption | int]
        found = turn.options(position, turn.seen(dice)) if dice else turn.throws(position)
        return dict(sorted((self._number(dice, one), one) for one in found))

    def _number(self, dice: tuple[int, ...], chosen: TurnOption | int) -> int:
        if isinstance(chosen, int):
            return len(self._view.actions) + self._numbers.index(chosen)
        return self._view.number(dice, chosen)

    def _leading(self, scores: tuple[int, ...]) -> tuple[int, int]:
        """Return the best score and how many have it."""
        best = max(scores, key=self.rules.worth)
        return best, scores.count(best)

    def _rivalry(self, scores: tuple[int, ...]) -> tuple[int | None, int, int]:
        """Return the place of the best score so far, how many have it, and how many throw later."""
        best, sharing = self._leading(scores) if scores else (None, 0)
        place = None if best is None else self._graph.scores.index(best)
        return place, sharing, self.players - len(scores) - 1

    def _weighed(
        self, best: int | None, sharing: int, after: int, position: Position, dice: tuple[int, ...]
    ) -> list[WeighedOption]:
        return weigh(self.rules, self._graph, self._play(best, sharing, after), position, dice)

    def _best_play(self, best: int | None, sharing: int, after: int) -> BestTurn:
        """Return the best choices of a whole turn."""
        worth = self._worths
        if self.players > 1:
            rivals = rivals_of(self.rules, self._die, self.players - 1, 1)
            worth = shares(rivals.holders[after], best, sharing, rivals.at_once)
        return best_turn(self._graph, worth[None], self._worths)
