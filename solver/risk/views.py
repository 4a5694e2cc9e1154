"""Data for the pictures of Risk: all battles up to a number of armies, solved backwards."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from solver.risk.battle import ATTACK_DICE, DEFENCE_DICE, throw_losses


@dataclass(frozen=True, slots=True, eq=False)
class Battles:
    """All battles of a attackers, the one that stays behind not counted, against d defenders, at [a, d].

    `win` is the attacker's chance, the losses are expected armies.
    """

    win: NDArray[np.float64]
    attacker_losses: NDArray[np.float64]
    defender_losses: NDArray[np.float64]
    goal: ClassVar[None] = None


def battles(attackers: int, defenders: int) -> Battles:
    """Return all battles of up to so many armies a side."""
    win = np.zeros((attackers + 1, defenders + 1))
    win[:, 0] = 1.0
    losses = np.zeros((2, attackers + 1, defenders + 1))
    for a in range(1, attackers + 1):
        for d in range(1, defenders + 1):
            for (lost, taken), chance in throw_losses(min(a, ATTACK_DICE), min(d, DEFENCE_DICE)).items():
                after = a - lost, d - taken
                win[a, d] += float(chance) * win[after]
                losses[:, a, d] += float(chance) * (losses[(slice(None), *after)] + (lost, taken))
    return Battles(win, losses[0], losses[1])
