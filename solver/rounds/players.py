"""Win probabilities of rounds for several players, who throw in order and know the best score so far.

Players with the same best score share the win. Let H_r(b, t) be what each of t players with the best score b may hope
for while r others still throw. H_0 is 1/t. The next player maximises the own share: nothing for a score below b,
H_(r-1)(b, t + 1) for b, H_(r-1)(s, 1) for a better score s. The chances of these scores give H_r.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from solver.rounds.rules import RoundRules
from solver.rounds.turn_graph import Float, TurnGraph, best_turn, compute_score_chances, lean_graph, turn_graph
from solver.throw_distribution import Chance

MOST_PLAYERS = 10
LANES = 16
"""This many aims are settled at a time, which bounds the memory."""


def shares(holders: Float, best: int | None, tied: int, at_once: int | None) -> Float:
    """Return what each score is worth to a player, at [score].

    `holders[b, t]` is what each of t players with the best score b may hope for after this turn. So far `tied` players
    have the best score `best`, by its place; None is the first player's turn. The score `at_once` ends the round.
    """
    worth: Float = holders[:, 1].copy()
    if best is not None:
        worth[:best] = 0.0
        worth[best] = holders[best, tied + 1]
    if at_once is not None:
        worth[at_once] = 1.0
    return worth


class Rivals:
    """What the others leave to each player of a round: `holders[r][b, t]` is H_r(b, t), `chances[r][b, t]` the scores.

    `chances[r][b, t, s]` is the chance that the next player scores s when r players throw after that one. Scores are
    counted by their places, the worst first. At most `tied` players share a score before anybody of them throws.
    """

    def __init__(self, rules: RoundRules, die: tuple[Chance, ...], after: int, tied: int) -> None:
        self.graph = graph = lean_graph(turn_graph(rules, die), rules)
        self.points: Float = np.array([float(rules.worth(score)) for score in graph.scores])
        self.at_once = graph.scores.index(rules.wins_at_once) if rules.wins_at_once in graph.scores else None
        counts = np.arange(1, tied + after + 2)
        self.holders: list[Float] = [np.zeros((len(graph.scores), len(counts) + 1))]
        self.holders[0][:, 1:] = 1.0 / counts
        self.chances: list[NDArray[np.float64]] = []
        self.aims = 0
        for number in range(after):
            self._add(tied + after - number - 1)

    def _add(self, most_tied: int) -> None:
        """Work out the player before those that are known, against at most that many players with the same score."""
        known = self.holders[-1]
        scores = len(self.graph.scores)
        now = np.zeros_like(known)
        chance = np.zeros((scores, most_tied + 1, scores))
        situations = [(best, tied) for best in range(scores) for tied in range(1, most_tied + 1)]
        for lanes in _chunks(situations):
            worth = [shares(known, best, tied, self.at_once) for best, tied in lanes]
            found = scores_of(self.graph, np.array(worth), self.points)
            for (best, tied), one in zip(lanes, found, strict=True):
                chance[best, tied] = one
                now[best, tied] = one[:best].sum() * known[best, tied] + one[best] * known[best, tied + 1]
        if self.at_once is not None:
            now[self.at_once, 1] = 1.0
        self.aims += len(situations)
        self.holders.append(now)
        self.chances.append(chance)


def scores_of(graph: TurnGraph, worth: Float, points: Float) -> Float:
    """Return the chances of scores, at [lane, score], of who maximises `worth[lane, score]`, then points."""
    best = best_turn(graph, worth, points)
    return compute_score_chances(graph, best.picked, best.rolled)


@lru_cache(8)
def rivals_of(rules: RoundRules, die: tuple[Chance, ...], after: int, tied: int) -> Rivals:
    """Return what `after` players leave to one of `tied` players, or fewer, who have the best score before them."""
    return Rivals(rules, die, after, tied)


def win_chances(rules: RoundRules, die: tuple[Chance, ...], players: int) -> tuple[tuple[float, ...], int]:
    """Return the win probability of each of that many players, all of whom play to win, and how many aims they took."""
    rivals = rivals_of(rules, die, players - 1, 1)
    worth = shares(rivals.holders[-1], None, 0, rivals.at_once)
    chance = scores_of(rivals.graph, worth[None], rivals.points)[0]
    return tuple(seats_after(rivals, (None,) * players, chance)), rivals.aims + 1


def seats_after(rivals: Rivals, places: Sequence[int | None], chance: Float) -> list[float]:
    """Return the win probability of each seat, where the next player scores with these chances, at [score].

    `places` are the places of the scores that players have, None for those who have not thrown. `rivals` are for the
    players after the next one.
    """
    player = list(places).index(None)
    after, at_once = len(places) - player - 1, rivals.at_once
    known = [place for place in places[:player] if place is not None]
    best = max(known, default=None)
    tied = known.count(best) if best is not None else 0
    state = np.zeros((len(rivals.graph.scores), len(places) + 1))
    seats = [0.0] * player
    holders = rivals.holders[after]
    if best is None:
        state[:, 1] = chance
    else:
        behind = float(chance[:best].sum())
        hope = behind * float(holders[best, tied]) + float(chance[best]) * float(holders[best, tied + 1])
        seats = [hope if place == best else 0.0 for place in known]
        state[best, tied] = behind
        state[best, tied + 1] = chance[best]
        state[best + 1 :, 1] = chance[best + 1 :]
    seats.append(float(chance @ shares(holders, best, tied, at_once)))
    for later in range(after - 1, -1, -1):
        if at_once is not None:
            state[at_once] = 0.0
        won, following = 0.0, np.zeros_like(state)
        for top, sharing in np.argwhere(state > 0.0):
            come, one = state[top, sharing], rivals.chances[later][top, sharing]
            won += float(come) * float(one @ shares(rivals.holders[later], top, sharing, at_once))
            following[top, sharing] += come * one[:top].sum()
            following[top, sharing + 1] += come * one[top]
            following[top + 1 :, 1] += come * one[top + 1 :]
        seats.append(won)
        state = following
    return seats


def _chunks(situations: list[tuple[int, int]]) -> Iterator[list[tuple[int, int]]]:
    for first in range(0, len(situations), LANES):
        yield situations[first : first + LANES]
