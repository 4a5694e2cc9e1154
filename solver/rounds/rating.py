"""Win probabilities of rounds for several players, and what strategies score and win: exactly, not simulated.

Players with the same best score share the win. Let H_r(b, t) be the expected share of each of t players with the best
score b while r others still throw. H_0 is 1/t. The next player maximises the player's own share: nothing for a score
below b, H_(r-1)(b, t + 1) for b, H_(r-1)(s, 1) for a better score s. The chances of these scores give H_r.
"""

import itertools
from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from solver.errors import UnknownNameError
from solver.game import TurnOutcomes
from solver.layout import Layout, Panel, title
from solver.race.evaluate import Wins
from solver.rounds.rules import RoundRules
from solver.rounds.turn_graph import (
    Float,
    TurnGraph,
    best_turn,
    compute_score_chances,
    lean_graph,
    random_scores,
    turn_graph,
)
from solver.throw_distribution import Chance

OPTIMAL, RANDOM, WIN = "optimal", "random", "win"
LANES = 16
"""How many aims are settled at a time, which limits the memory."""


def shares(holders: Float, best: int | None, tied: int, at_once: int | None) -> Float:
    """Return what each score is worth to a player, at [score].

    `holders[b, t]` is the expected share of each of t players with the best score b after this turn. So far `tied`
    players have the best score `best`, given by its place; None is for the first player's turn. The score `at_once`
    ends the round.
    """
    worth: Float = holders[:, 1].copy()
    if best is not None:
        worth[:best] = 0.0
        worth[best] = holders[best, tied + 1]
    if at_once is not None:
        worth[at_once] = 1.0
    return worth


class Rivals:
    """What each player of a round can expect: `holders[r][b, t]` is H_r(b, t), `chances[r][b, t]` are the scores.

    `chances[r][b, t, s]` is the chance that the next player scores s when r players throw after that one. Scores are
    given by their places, the worst first. At most `tied` players share a score before the first of them throws.
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
        """Add the player before the known ones, against at most this many players with the same score."""
        known = self.holders[-1]
        scores = len(self.graph.scores)
        now = np.zeros_like(known)
        chance = np.zeros((scores, most_tied + 1, scores))
        situations = [(best, tied) for best in range(scores) for tied in range(1, most_tied + 1)]
        for first in range(0, len(situations), LANES):
            lanes = situations[first : first + LANES]
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
    """Return the chances of scores, at [lane, score], of a player who maximises `worth[lane, score]`, then points."""
    best = best_turn(graph, worth, points)
    return compute_score_chances(graph, best.picked, best.rolled)


@lru_cache(8)
def rivals_of(rules: RoundRules, die: tuple[Chance, ...], after: int, tied: int) -> Rivals:
    """Return what one of at most `tied` players with the best score can expect before `after` players throw."""
    return Rivals(rules, die, after, tied)


def win_chances(rules: RoundRules, die: tuple[Chance, ...], players: int) -> tuple[tuple[float, ...], int]:
    """Return the win probability of each player when all play to win, and how many aims that took."""
    rivals = rivals_of(rules, die, players - 1, 1)
    worth = shares(rivals.holders[-1], None, 0, rivals.at_once)
    chance = scores_of(rivals.graph, worth[None], rivals.points)[0]
    return tuple(seats_after(rivals, (None,) * players, chance)), rivals.aims + 1


def seats_after(rivals: Rivals, places: Sequence[int | None], chance: Float) -> list[float]:
    """Return the win probability of each seat if the next player scores with these chances, at [score].

    `places` are the places of the players' scores, None for players who have not thrown. `rivals` is for the players
    after the next one.
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


def for_points(rules: RoundRules) -> tuple[str, ...]:
    """Return the names of the strategies that do not look at others."""
    return (OPTIMAL, *rules.turn.thumbs, RANDOM)


def score_chances(name: str, rules: RoundRules, die: tuple[Chance, ...]) -> Float:
    """Return the chance of each score, the worst first, of a strategy that does not look at others.

    optimal has the best points on average; rules of thumb look only at the present throw; random takes any choice.
    Raises UnknownNameError.
    """
    graph = turn_graph(rules, die)
    points = np.array([float(rules.worth(score)) for score in graph.scores])
    chances: Float
    if name == OPTIMAL:
        (chances,) = scores_of(graph, points[None], points)
        return chances
    if name in graph.thumbs:
        (chances,) = compute_score_chances(graph, graph.thumbs[name][None], graph.thumb_roll[None])
        return chances
    if name == RANDOM:
        return random_scores(graph)
    known = for_points(rules)
    raise UnknownNameError.of("strategy", name, (*known, WIN), f"{', '.join(known)}; for two also {WIN}")


def round_outcomes(name: str, rules: RoundRules, die: tuple[Chance, ...]) -> TurnOutcomes:
    """Return the chance of each score of a strategy that does not look at others. Raises UnknownNameError."""
    chances = map(float, score_chances(name, rules, die))
    scores = dict(sorted(zip(turn_graph(rules, die).scores, chances, strict=True)))
    return TurnOutcomes({"strategy": name}, scores)


def rate_pairs(names: Sequence[str], rules: RoundRules, die: tuple[Chance, ...]) -> Wins:
    """Return how often each strategy beats each of them when it throws first; a tie is half a win.

    win knows what the first player scored. As the first player it expects a second one who plays to win too. Raises
    UnknownNameError.
    """
    rivals = rivals_of(rules, die, 1, 1)
    graph, at_once = rivals.graph, rivals.at_once
    places = range(len(graph.scores))
    alone = {name: score_chances(name, rules, die) for name in names if name != WIN}
    to_win = scores_of(graph, shares(rivals.holders[1], None, 0, at_once)[None], rivals.points)[0]

    def wins(first: str, second: str) -> float:
        begun = to_win if first == WIN else alone[first]
        answers = [rivals.chances[0][best, 1] if second == WIN else alone[second] for best in places]
        kept = [1.0 if best == at_once else answers[best][:best].sum() + answers[best][best] / 2 for best in places]
        return float(begun @ np.array(kept))

    return {(first, second): wins(first, second) for first, second in itertools.product(names, repeat=2)}


def turn_scores(rules: RoundRules, die: tuple[Chance, ...]) -> tuple[tuple[int, ...], dict[str, Float]]:
    """Return all scores of a turn, rising, and how likely each is by the best play for points and by rules of thumb."""
    graph = turn_graph(rules, die)
    order = np.argsort(graph.scores)
    chances = {name: score_chances(name, rules, die)[order] for name in (OPTIMAL, *rules.turn.thumbs)}
    return tuple(sorted(graph.scores)), chances


def score_layout(rules: RoundRules, die: tuple[Chance, ...]) -> Layout:
    """Return in percent how often a turn has each score, and how often the second of two players beats it."""
    (scores, chances), rivals = turn_scores(rules, die), rivals_of(rules, die, 1, 1)
    wins = [
        rivals.chances[0][best, 1] @ shares(rivals.holders[0], best, 1, rivals.at_once)
        if best != rivals.at_once
        else 0.0
        for best in np.argsort(rivals.graph.scores)
    ]
    return Layout(
        f"{title(rules.name)}: what a turn scores",
        "in 100",
        (
            Panel(
                100 * np.array([*chances.values(), wins]).T,
                scores,
                (*chances, "second wins"),
                "How often a turn scores each number, by the best play for points and by rules of thumb; and how often "
                "the\nsecond of two players, who plays to win, wins against that score, a tie being half a win:",
            ),
        ),
        corner="score",
        wide=2 + max(11, *map(len, chances)),
        forms=("{:.2f} %",),
    )
