"""Pictures of Risk: battles up to a number of armies, and how a defender places armies in a chain."""

from functools import partial

import numpy as np
from matplotlib.figure import Figure

from solver.game import Pictures
from solver.plot.pictures import TENTHS, Extent, draw_lines, draw_maps
from solver.risk.conquest import Battles, best_split, campaign

# A chain that can be held in many ways.
TOTAL, TERRITORIES = 30, 5
ARMIES = range(10, 61, 2)
LOSS_LINES = range(5, 30, 5)
LABELS = "attackers, without the one that stays behind", "defenders"


def risk_pictures(table: Battles) -> Pictures:
    """Return the pictures of Risk."""
    return {"battle": partial(_battle, table=table), "losses": partial(_losses, table=table), "split": _split}


def _battle(figure: Figure, table: Battles) -> None:
    maps = {"Risk: the attacker's chance to win a battle; on the broken line both are as many": table.win[1:, 1:]}
    (axes,), _ = draw_maps(figure, maps, "chance to win", labels=LABELS, extent=_extent(table), levels=TENTHS)
    defenders = table.win.shape[1]
    axes.plot((0.5, defenders - 0.5), (0.5, defenders - 0.5), color="white", linewidth=1.5, linestyle="--")
    axes.set(xlim=_extent(table)[:2], ylim=_extent(table)[2:], aspect="equal")


def _losses(figure: Figure, table: Battles) -> None:
    sides = {"the attacker loses": table.attacker_losses, "the defender loses": table.defender_losses}
    maps = {what: losses[1:, 1:] for what, losses in sides.items()}
    draw_maps(figure, maps, "armies", labels=LABELS, extent=_extent(table), levels=LOSS_LINES)
    figure.suptitle("Risk: armies that a battle costs on average")


def _split(figure: Figure) -> None:
    chances, more = figure.subplots(2, 1, sharex=True)
    best = [best_split(armies, TOTAL, TERRITORIES)[1].value for armies in ARMIES]
    spare = TOTAL - TERRITORIES + 1
    ones = (1,) * (TERRITORIES - 1)
    named = (
        ("best against as many", best_split(TOTAL, TOTAL, TERRITORIES)[0]),
        ("even", (TOTAL // TERRITORIES,) * TERRITORIES),
        ("all behind", (*ones, spare)),
        ("all in front", (spare, *ones)),
    )
    wins = {
        f"{name}: {', '.join(map(str, split))}": [campaign(armies, split).value for armies in ARMIES]
        for name, split in named
    }
    draw_lines(chances, {label: (ARMIES, taken) for label, taken in wins.items()}, size=9)
    lost = {label: (ARMIES, np.subtract(taken, best)) for label, taken in wins.items()}
    draw_lines(more, lost)
    more.legend().remove()
    chances.set_ylabel("attacker takes all")
    chances.set_title(f"Risk: {TOTAL} armies split over {TERRITORIES} territories, nearest first")
    more.set(xlabel="attacking armies, the one that stays behind counted", ylabel="… more often than need be")


def _extent(table: Battles) -> Extent:
    attackers, defenders = table.win.shape
    return 0.5, defenders - 0.5, 0.5, attackers - 0.5
