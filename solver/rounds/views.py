"""A game of one round as text: how often each score comes, and how often the second player wins against it."""

from collections.abc import Iterator

import numpy as np

from solver.policy_words import Sentence
from solver.rounds.rating import OPTIMAL, RANDOM, RoundViews
from solver.text_table import grid, paragraph


def score_lines(views: RoundViews, width: int | None = None) -> Iterator[str]:
    """Yield a table of all scores, and what it says in words."""
    names = [name for name in views.chances if name != RANDOM]
    yield "How often a turn scores so much, by the best play for points and by rules of thumb; and how often the second"
    yield "of two players, who plays to win, wins against that score, a tie being half a win:"
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
