"""What strategies of rounds score, and how often one beats another: exactly, not simulated; as text, too."""

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from solver.errors import OptionError, UnknownNameError
from solver.game import TurnOutcomes
from solver.policy_words import Sentence
from solver.race.evaluate import Wins
from solver.rounds.players import rivals_of, scores_of, shares
from solver.rounds.rules import RoundRules
from solver.rounds.turn_graph import Float, compute_score_chances, random_scores, turn_graph
from solver.text_table import grid, paragraph
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
        raise OptionError("to win takes two players: give --players 2")
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


def score_lines(views: RoundViews, width: int | None = None) -> Iterator[str]:
    """Yield a table of all scores, and what it says in words."""
    names = [name for name in views.chances if name != RANDOM]
    yield "How often a turn scores each number, by the best play for points and by rules of thumb; and how often the"
    yield "second of two players, who plays to win, wins against that score, a tie being half a win:"
    rows = (
        [
            str(score),
            *(f"{100 * views.chances[name][place]:.2f} %" for name in names),
            f"{100 * views.answers[place]:.2f} %",
        ]
        for place, score in enumerate(views.scores)
    )
    yield from grid(["score", *names, "second wins"], rows, 2 + max(11, *map(len, names)))
    yield from paragraph((one.words for one in round_sentences(views)), width)


def round_sentences(views: RoundViews) -> Iterator[Sentence]:
    """Yield sentences about the score that comes most often, and about what the second player beats."""
    chances = views.chances[OPTIMAL]
    place = int(np.argmax(chances))
    often = f"Best play for points scores {views.scores[place]} most often, in {100 * chances[place]:.1f} % of turns"
    yield Sentence(f"{often}, and {chances @ np.array(views.scores):.2f} on average.", ())
    beaten = [score for score, wins in zip(views.scores, views.answers, strict=True) if wins >= 0.5]
    if beaten:
        last = max(beaten) if views.most else min(beaten)
        side = "less" if views.most else "more"
        yield Sentence(f"Who throws second wins at least half of the games against {last} or {side}.", ())
