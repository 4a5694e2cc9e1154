"""Compiled code that looks one action ahead: what actions are worth by the values of states, and drawing outcomes."""

import numpy as np
from numpy.typing import NDArray

from solver.jit import compiled
from solver.learning.model import BANKS, ENDS, GOES_ON, TurnModel

Floats = NDArray[np.float64]


@compiled
def worth(model: TurnModel, win: Floats, state: tuple[int, int, int], action: int) -> float:
    """Return what an action is worth at i points against j with k at risk, by the values `win[i, j, k]` of states."""
    i, j, k = state
    goal = win.shape[0]
    total = 0.0
    for m in range(model.chances.shape[1]):
        chance = model.chances[action, m]
        if chance == 0.0:
            break
        effect = model.effects[action, m]
        if effect == GOES_ON:
            total += chance * win[i, j, k + model.gains[action, m]]
            continue
        score = 0
        if effect == ENDS:
            score = i + model.gains[action, m]
        elif effect == BANKS:
            score = i + k
        total += chance * (1.0 if score >= goal else 1.0 - win[j, score, 0])
    return total


@compiled
def look_ahead(model: TurnModel, win: Floats, q: Floats) -> None:
    """Fill `q[i, j, k, action]` with what legal actions are worth by the values of states."""
    goal = win.shape[0]
    for i in range(goal):
        for j in range(goal):
            for k in range(min(q.shape[2], goal - i)):
                for action in range(model.first if k == 0 else 0, q.shape[3]):
                    q[i, j, k, action] = worth(model, win, (i, j, k), action)


@compiled
def settle_turns(model: TurnModel, choice: NDArray[np.int64], win: Floats) -> None:
    """Fill `win[i, j, k]` for k > 0 from `win[i, j, 0]`, with the action `choice[i, j, k]`, the best where it is -1."""
    goal = win.shape[0]
    for i in range(goal):
        for j in range(goal):
            for k in range(min(goal - i, choice.shape[2]) - 1, 0, -1):
                if choice[i, j, k] >= 0:
                    win[i, j, k] = worth(model, win, (i, j, k), choice[i, j, k])
                    continue
                best = 0.0
                for action in range(model.chances.shape[0]):
                    best = max(best, worth(model, win, (i, j, k), action))
                win[i, j, k] = best


@compiled
def draw(model: TurnModel, i: int, k: int, action: int, rng: np.random.Generator) -> tuple[int, int, bool]:
    """Draw what follows an action: the mover's points, the turn total, and whether it is the other player's turn."""
    m = np.searchsorted(model.cumulative[action], rng.random(), side="right")
    effect = model.effects[action, m]
    if effect == GOES_ON:
        return i, k + model.gains[action, m], False
    if effect == ENDS:
        return i + model.gains[action, m], 0, True
    return (i + k, 0, True) if effect == BANKS else (0, 0, True)


@compiled
def best_of(values: Floats, first: int, rng: np.random.Generator) -> int:
    """Return the action from `first` on with the highest value, drawn by chance among equals."""
    best, equal = first, 1
    for action in range(first + 1, len(values)):
        if values[action] > values[best]:
            best, equal = action, 1
        elif values[action] == values[best]:
            equal += 1
            if rng.random() * equal < 1.0:
                best = action
    return best
