"""Pictures of Risk: battles up to a number of armies, and how a defender places armies in a chain."""

from functools import partial

import numpy as np
from matplotlib.figure import Figure

from solver.game import Pictures
from solver.plot.style import LINES, TENTHS, Extent, colour, contours, key, scale_of
from solver.risk.conquest import Battles, best_split, campaign

# A chain that can be held in many ways.
TOTAL, TERRITORIES = 30, 5
ARMIES = range(10, 61, 2)
LOSS_LINES = range(5, 30, 5)


def risk_pictures(table: Battles) -> Pictures:
    """Return the pictures of Risk."""
    return {"battle": partial(_battle, table=table), "losses": partial(_losses, table=table), "split": _split}


def _battle(figure: Figure, table: Battles) -> None:
    axes = figure.add_subplot()
    scale = scale_of(table.win[1:, 1:])
    defenders = table.win.shape[1]
    picture = colour(axes, table.win[1:, 1:], scale, _extent(table))
    contours(axes, np.ma.masked_where(np.indices(table.win.shape).min(axis=0) < 1, table.win), scale, TENTHS)
    axes.plot((0.5, defenders - 0.5), (0.5, defenders - 0.5), color="white", linewidth=1.5, linestyle="--")
    axes.set(xlabel="defenders", ylabel="attackers, without the one that stays behind", aspect="equal")
    axes.set(xlim=_extent(table)[:2], ylim=_extent(table)[2:])
    axes.set_title("Risk: the attacker's chance to win a battle; on the broken line both are as many")
    key(figure, picture, axes, "chance to win")


def _losses(figure: Figure, table: Battles) -> None:
    panels = figure.subplots(1, 2, sharey=True)
    sides = (("the attacker loses", table.attacker_losses), ("the defender loses", table.defender_losses))
    scale = scale_of(*(losses[1:, 1:] for _, losses in sides))
    for axes, (what, losses) in zip(panels, sides, strict=True):
        picture = colour(axes, losses[1:, 1:], scale, _extent(table))
        contours(axes, losses, scale, LOSS_LINES)
        axes.set(xlabel="defenders", title=what, xlim=_extent(table)[:2], ylim=_extent(table)[2:])
    panels[0].set_ylabel("attackers, without the one that stays behind")
    key(figure, picture, panels, "armies")
    figure.suptitle("Risk: armies that a battle costs on average")


def _split(figure: Figure) -> None:
    chances, more = figure.subplots(2, 1, sharex=True)
    best = {armies: best_split(armies, TOTAL, TERRITORIES)[1].value for armies in ARMIES}
    spare = TOTAL - TERRITORIES + 1
    ones = (1,) * (TERRITORIES - 1)
    named = (
        ("best against as many", best_split(TOTAL, TOTAL, TERRITORIES)[0]),
        ("even", (TOTAL // TERRITORIES,) * TERRITORIES),
        ("all behind", (*ones, spare)),
        ("all in front", (spare, *ones)),
    )
    for (name, split), (ink, dashes) in zip(named, LINES, strict=True):
        wins = {armies: campaign(armies, split).value for armies in ARMIES}
        label = f"{name}: {', '.join(map(str, split))}"
        chances.plot(list(wins), list(wins.values()), color=ink, linestyle=dashes, label=label)
        lost = [win - best[armies] for armies, win in wins.items()]
        more.plot(list(wins), lost, color=ink, linestyle=dashes)
    chances.set_ylabel("attacker takes all")
    chances.set_title(f"Risk: {TOTAL} armies split over {TERRITORIES} territories, nearest first")
    chances.legend(fontsize=9)
    more.set(xlabel="attacking armies, the one that stays behind counted", ylabel="… more often than need be")
    for axes in (chances, more):
        axes.grid(alpha=0.3)


def _extent(table: Battles) -> Extent:
    attackers, defenders = table.win.shape
    return 0.5, defenders - 0.5, 0.5, attackers - 0.5
