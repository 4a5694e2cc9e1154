"""Pictures of rounds: what strategies score, and how often the second of two players wins."""

from functools import partial

import numpy as np
from matplotlib.figure import Figure

from solver.game import Pictures
from solver.plot.style import LINES, title
from solver.rounds.rating import RoundViews

SELDOM = 5e-5
"""Scores that are rarer by every strategy are left out at the ends."""


def round_pictures(views: RoundViews) -> Pictures:
    """Return the pictures of a game of one round."""
    return {"scores": partial(_scores, views=views), "win": partial(_win, views=views)}


def _scores(figure: Figure, views: RoundViews) -> None:
    axes = figure.add_subplot()
    scores = np.array(views.scores)
    for (name, chances), (ink, dashes) in zip(views.chances.items(), LINES, strict=False):
        reached = chances[::-1].cumsum()[::-1] if views.most else chances.cumsum()
        step = "steps-pre" if views.most else "steps-post"
        label = f"{name}: {chances @ scores:.2f} on average"
        axes.plot(scores, 100 * reached, color=ink, linestyle=dashes, drawstyle=step, label=label)
    better = "more" if views.most else "less"
    axes.set(xlim=_ends(views), ylim=(0, 100), xlabel="score", ylabel=f"turns in 100 that score so much or {better}")
    axes.set_title(f"{title(views.game)}: what a turn scores")
    axes.grid(alpha=0.3)
    axes.legend()


def _win(figure: Figure, views: RoundViews) -> None:
    axes = figure.add_subplot()
    for chances, label, (ink, dashes) in zip(
        (views.answers, views.for_points), ("plays to win", "plays for points"), LINES, strict=False
    ):
        axes.plot(views.scores, 100 * chances, color=ink, linestyle=dashes, marker=".", label=f"who {label}")
    axes.set(xlim=_ends(views), ylim=(0, 100), xlabel="score of the first", ylabel="games in 100 that the second wins")
    axes.set_title(f"{title(views.game)} for two: a tie is half a win")
    axes.grid(alpha=0.3)
    axes.legend()


def _ends(views: RoundViews) -> tuple[float, float]:
    """Return the lowest and the highest score that a picture shows."""
    shown = [score for place, score in enumerate(views.scores) if _likeliest(views, place) > SELDOM]
    return shown[0] - 0.5, shown[-1] + 0.5


def _likeliest(views: RoundViews, place: int) -> float:
    return max(float(chances[place]) for chances in views.chances.values())
