"""Small versions of the games that have environments, and one look ahead in them."""

from typing import Any

import numpy as np

from solver.environments.model import CHANCE, OVER, AnyModel

SMALL: dict[str, dict[str, Any]] = {
    "pig-three": {"goal": 12},
    "pig-reach": {"goal": 30, "turns": 3},
    "pig-turns": {"goal": 30},
    "ten-thousand": {"goal": 1500, "opening": 350},
    "farkle": {"goal": 1000},
    "kingdom-come": {"goal": 1000},
}
"""Options that keep games short; the others are played as usual."""


def some_states(model: AnyModel, games: int, seed: int = 1) -> list[Any]:
    """Return the states of some games in which all players act at random, where a player acts."""
    random, found = np.random.default_rng(seed), []
    for _ in range(games):
        state = model.start()
        while (mover := model.mover(state)) != OVER:
            if mover == CHANCE:
                state = model.follow(state, model.falls(state).draw(random))
                continue
            found.append(state)
            state = model.apply(state, model.choose("random", state, random))
    return found


def compute_value(model: AnyModel, state: Any, player: int) -> float:
    """Return what is still to come for a player, by the values of the states in which somebody acts next."""
    mover = model.mover(state)
    if mover == OVER:
        return 0.0
    if mover == CHANCE:
        falls = model.falls(state)
        got = model.gains_of(state)[player]
        total = 0.0
        for fall, chance in enumerate(falls.chances):
            after = model.follow(state, fall)
            total += chance * (model.gains_of(after)[player] - got + compute_value(model, after, player))
        return total
    if model.evaluator is not None and mover != player:
        return model.evaluator.worth(state.state)[player]
    best = max(model.weighed(state.state).values())
    return best if mover == player else 1.0 - best


def every_state(model: AnyModel) -> list[Any]:
    """Return all states that a game can reach in which a player acts."""
    found, ready = dict[Any, None](), [model.start()]
    while ready:
        state = ready.pop()
        mover = model.mover(state)
        if state in found or mover == OVER:
            continue
        if mover == CHANCE:
            ready += [model.follow(state, fall) for fall in range(len(model.falls(state).chances))]
            continue
        found[state] = None
        ready += [model.apply(state, action) for action in model.legal(state)]
    return [*found]
