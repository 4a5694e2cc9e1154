"""Data for the pictures of rounds: what strategies score, and what the second of two players may hope for."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from solver.rounds.players import rivals_of, shares
from solver.rounds.rating import OPTIMAL, for_points, score_chances
from solver.rounds.rules import RoundRules
from solver.rounds.turn_graph import Float, turn_graph
from solver.throw_distribution import Chance


@dataclass(frozen=True, slots=True, eq=False)
class RoundViews:
    """What strategies score in a game, and how often the second of two players wins.

    `scores` rise, and the most is best if `most`, else the least. `chances[name][s]` is the chance of the score s by a
    strategy; `answers[s]` is how often the second
    wins against that score as it plays to win, a tie being half a win, and `for_points[s]` as it plays for points.
    """

    goal: ClassVar[None] = None
    game: str
    most: bool
    scores: tuple[int, ...]
    chances: dict[str, Float]
    answers: Float
    for_points: Float


def round_views(rules: RoundRules, die: tuple[Chance, ...]) -> RoundViews:
    """Return what pictures show of a game with these dice."""
    graph, rivals = turn_graph(rules, die), rivals_of(rules, die, 1, 1)
    order = sorted(range(len(graph.scores)), key=lambda place: graph.scores[place])
    chances = {name: score_chances(name, rules, die) for name in for_points(rules)}
    worth = [shares(rivals.holders[0], best, 1, rivals.at_once) for best in range(len(graph.scores))]
    answers = [rivals.chances[0][best, 1] @ worth[best] if best != rivals.at_once else 0.0 for best in order]
    plain = [chances[OPTIMAL] @ worth[best] if best != rivals.at_once else 0.0 for best in order]
    return RoundViews(
        rules.name,
        rules.most,
        tuple(graph.scores[place] for place in order),
        {name: chance[order] for name, chance in chances.items()},
        np.array(answers),
        np.array(plain),
    )
