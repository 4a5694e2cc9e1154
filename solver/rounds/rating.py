"""What strategies of rounds score, and how often one beats another: exactly, not simulated; as text, too."""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from solver.errors import OptionError, UnknownNameError
from solver.game import TurnOutcomes
from solver.layout import Layout, Panel, title
from solver.race.evaluate import Wins
from solver.rounds.players import rivals_of, scores_of, shares
from solver.rounds.rules import RoundRules
from solver.rounds.turn_graph import Float, compute_score_chances, random_scores, turn_graph
from solver.throw_distribution import Chance

OPTIMAL, RANDOM, WIN = "optimal", "random", "win"


def for_points(rules: RoundRules) -> tuple[str, ...]:
    """Return the names of the strategies that do not look at others."""
    return (OPTIMAL, *rules.turn.thumbs, RANDOM)


@dataclass(frozen=True, slots=True)
class RoundRating:
    """What a strategy scores in a turn: the mean, the standard deviation, and the chance of the best of all scores."""

    strategy: str
    mean: float
    sd: float
    best: float

    def to_json(self) -> dict[str, Any]:
        return {"strategy": self.strategy, "mean": self.mean, "sd": self.sd, "best_probability": self.best}


def score_chances(name: str, rules: RoundRules, die: tuple[Chance, ...]) -> Float:
    """Return the chance of each score, the worst first, of a strategy that does not look at others.

    optimal has the best points on average; those by a rule of thumb look no further than the throw before them; random
    takes any choice.
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


def rate_turn(name: str, rules: RoundRules, die: tuple[Chance, ...]) -> RoundRating:
    """Return what a strategy scores. Raises UnknownNameError, and OptionError for the one that plays to win."""
    if name == WIN:
        raise OptionError("to win takes two players", do="give {players} 2")
    chance = score_chances(name, rules, die)
    scores = np.array(turn_graph(rules, die).scores, np.float64)
    mean = float(chance @ scores)
    return RoundRating(name, mean, float(chance @ (scores - mean) ** 2) ** 0.5, float(chance[-1]))


def rate_pairs(names: Sequence[str], rules: RoundRules, die: tuple[Chance, ...]) -> Wins:
    """Return how often each strategy beats each of them as it throws first, a tie being half a win.

    win knows what the first player scored, and as the first it expects a second one who plays to win too. Raises
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
