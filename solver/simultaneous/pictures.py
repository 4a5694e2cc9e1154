"""Pictures of Swine Herd and Skunk: how long the robot stands, compared with a player for points alone."""

from collections.abc import Sequence
from functools import partial

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from solver.game import Pictures
from solver.plot.style import LINES, explain, scale_of, score_map
from solver.simultaneous.strategy import SkunkTable, SwineHerdTable

# For points alone what is banked counts; in the last round it does so for the robot too.
SKUNK_BANKED = (0, 50, 100)
SKUNK_ME = 50


def swine_herd_pictures(table: SwineHerdTable) -> Pictures:
    """Return the pictures of Swine Herd."""
    return {"stand": partial(_swine_herd_stand, table=table), "lead": partial(_swine_herd_lead, table=table)}


def skunk_pictures(table: SkunkTable) -> Pictures:
    """Return the pictures of Skunk."""
    return {"lead": partial(_skunk_lead, table=table)}


def _swine_herd_stand(figure: Figure, table: SwineHerdTable) -> None:
    scores = range(table.goal)
    marks = np.array([[table.stands_below(me, rival) for rival in scores] for me in scores], float)
    left = table.goal - np.arange(table.goal)[:, None]
    shown = np.ma.masked_where(marks >= left, marks)
    heading = f"Swine Herd to {table.goal}: how many points make the robot sit"
    score_map(figure, shown, scale_of(shown), heading, "points of the round").set_xlabel("best other player's score")
    explain(figure, shown, "stands until the goal is reached")


def _swine_herd_lead(figure: Figure, table: SwineHerdTable) -> None:
    axes = figure.add_subplot()
    # Both scores so low that nobody is close to the goal.
    low = [score for score in range(table.goal) if score * 5 < table.goal * 4]
    pairs = [(low[-1] - n, 0) for n in range(len(low))] + [(0, n) for n in range(1, len(low))]
    leads = [rival - me for me, rival in pairs]
    _line(axes, leads, [table.stands_below(me, rival) for me, rival in pairs], 0, "the robot")
    _line(axes, leads, [table.for_points()] * len(leads), 1, "for points alone")
    axes.set(xlabel="how far the best other player is ahead", ylabel="points of the round that make a player sit")
    axes.set(ylim=(0, None), title=f"Swine Herd to {table.goal}, before anybody is close to the goal")
    axes.legend()
    axes.grid(alpha=0.3)


def _skunk_lead(figure: Figure, table: SkunkTable) -> None:
    rounds: tuple[tuple[int, str], ...] = ((1, "in the last round"),)
    if table.rounds > 1:
        rounds = ((table.rounds, "before the last round"), *rounds)
    panels = figure.subplots(1, len(rounds), sharey=True, squeeze=False)[0]
    leads = range(-SKUNK_ME, SKUNK_ME + 1)
    for axes, (left, when) in zip(panels, rounds, strict=True):
        marks = [table.stands_below(SKUNK_ME, SKUNK_ME + lead, left) for lead in leads]
        _line(axes, leads, marks, 0, f"the robot, with {SKUNK_ME} banked")
        for n, me in enumerate(SKUNK_BANKED, start=1):
            _line(axes, leads, [table.for_points(me, left)] * len(leads), n, f"for points alone, with {me} banked")
        axes.set(xlabel="how far the best other player is ahead", title=when)
        axes.grid(alpha=0.3)
    panels[0].set_ylim(0, None)
    panels[0].set_ylabel("points of the round that make a player sit")
    panels[0].legend(fontsize=8)
    figure.suptitle(f"Skunk over {table.rounds} round{'s' * (table.rounds > 1)}")


def _line(axes: Axes, leads: Sequence[int], marks: Sequence[int], style: int, label: str) -> None:
    ink, dashes = LINES[style]
    axes.plot(leads, marks, color=ink, linestyle=dashes, drawstyle="steps-mid", label=label)
