"""Pictures of rounds: what strategies score, and how often the second of two players wins."""

from functools import partial

import numpy as np
from matplotlib.figure import Figure

from solver.game import Pictures
from solver.plot.pictures import draw_lines, title
from solver.rounds.rating import RoundViews

SELDOM = 5e-5
"""Scores that are rarer by every strategy are left out at the ends."""


def round_pictures(views: RoundViews) -> Pictures:
    """Return the pictures of a game of one round."""
    return {"scores": partial(_scores, views=views), "win": partial(_win, views=views)}


def _scores(figure: Figure, views: RoundViews) -> None:
    axes = figure.add_subplot()
    scores, lines = np.array(views.scores), {}
    for name, chances in views.chances.items():
        reached = chances[::-1].cumsum()[::-1] if views.most else chances.cumsum()
        lines[f"{name}: {chances @ scores:.2f} on average"] = scores, 100 * reached
    draw_lines(axes, lines, drawstyle="steps-pre" if views.most else "steps-post")
    better = "more" if views.most else "less"
    axes.set(xlim=_ends(views), ylim=(0, 100), xlabel="score", ylabel=f"turns in 100 that score so much or {better}")
    axes.set_title(f"{title(views.game)}: what a turn scores")


def _win(figure: Figure, views: RoundViews) -> None:
    axes = figure.add_subplot()
    chances = {"who plays to win": views.answers, "who plays for points": views.for_points}
    draw_lines(axes, {label: (views.scores, 100 * wins) for label, wins in chances.items()}, marker=".")
    axes.set(xlim=_ends(views), ylim=(0, 100), xlabel="score of the first", ylabel="games in 100 that the second wins")
    axes.set_title(f"{title(views.game)} for two: a tie is half a win")


def _ends(views: RoundViews) -> tuple[float, float]:
    """Return the lowest and the highest score that a picture shows."""
    likeliest = np.max([*views.chances.values()], axis=0)
    shown = np.array(views.scores)[likeliest > SELDOM]
    return shown[0] - 0.5, shown[-1] + 0.5
