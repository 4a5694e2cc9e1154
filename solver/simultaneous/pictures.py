"""Pictures of Swine Herd and Skunk: how long the robot stands, compared with a player for points alone."""

from functools import partial

import numpy as np
from matplotlib.figure import Figure

from solver.game import Pictures
from solver.plot.pictures import draw_lines, draw_maps, panels
from solver.simultaneous.strategy import SkunkTable, SwineHerdTable

# For points alone what is banked counts; in the last round it does so for the robot too.
SKUNK_BANKED = (0, 50, 100)
SKUNK_ME = 50
LABELS = "own score", "best other player's score"


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
    maps = {f"Swine Herd to {table.goal}: how many points make the robot sit": shown}
    draw_maps(figure, maps, "points of the round", labels=LABELS, hidden="stands until the goal is reached")


def _swine_herd_lead(figure: Figure, table: SwineHerdTable) -> None:
    axes = figure.add_subplot()
    # Both scores so low that nobody is close to the goal.
    low = [score for score in range(table.goal) if score * 5 < table.goal * 4]
    pairs = [(low[-1] - n, 0) for n in range(len(low))] + [(0, n) for n in range(1, len(low))]
    leads = [rival - me for me, rival in pairs]
    robot = [table.stands_below(me, rival) for me, rival in pairs]
    points = [table.for_points()] * len(leads)
    draw_lines(axes, {"the robot": (leads, robot), "for points alone": (leads, points)}, drawstyle="steps-mid")
    axes.set(xlabel="how far the best other player is ahead", ylabel="points of the round that make a player sit")
    axes.set(ylim=(0, None), title=f"Swine Herd to {table.goal}, before anybody is close to the goal")


def _skunk_lead(figure: Figure, table: SkunkTable) -> None:
    before = {table.rounds: "before the last round"} if table.rounds > 1 else {}
    rounds = before | {1: "in the last round"}
    every, _ = panels(figure, len(rounds), len(rounds))
    leads = range(-SKUNK_ME, SKUNK_ME + 1)
    for axes, (left, when) in zip(every, rounds.items(), strict=True):
        robot = [table.stands_below(SKUNK_ME, SKUNK_ME + lead, left) for lead in leads]
        lines = {f"the robot, with {SKUNK_ME} banked": (leads, robot)} | {
            f"for points alone, with {me} banked": (leads, [table.for_points(me, left)] * len(leads))
            for me in SKUNK_BANKED
        }
        draw_lines(axes, lines, size=8, drawstyle="steps-mid")
        axes.set(xlabel="how far the best other player is ahead", title=when)
    for axes in every[1:]:
        axes.legend().remove()
    every[0].set(ylim=(0, None), ylabel="points of the round that make a player sit")
    figure.suptitle(f"Skunk over {table.rounds} round{'s' * (table.rounds > 1)}")
