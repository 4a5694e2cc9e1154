"""Compiled code of the learners that play games against themselves: returns, differences of states, and of actions.

Both players share one table of win probabilities. A value of the other player counts as 1 minus it. Rewards are 1 for a
win and -1 for a loss, so a discount draws win probabilities towards one half: u = 2 V - 1 follows u = gamma u'.
The methods are those of Sutton and Barto, "Reinforcement Learning", second edition, 2018, chapters 5, 6 and 12.
"""

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from solver.jit import compiled
from solver.learning.model import BANKS, ENDS, GOES_ON, TurnModel

Floats = NDArray[np.float64]

SARSA, Q_LEARNING, EXPECTED_SARSA = range(3)
# Eligibilities below this are forgotten, and so is what lies further back than this many steps.
FAINT = 1e-4
MEMORY = 1 << 15
# The step of the nth visit is n to minus this (Even-Dar and Mansour, "Learning Rates for Q-learning", 2003).
POWER = 0.8
Counts = NDArray[np.int64]
Steps: TypeAlias = tuple[Counts, Floats, Floats, Floats]


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


class LearningRule(NamedTuple):
    """How a learner learns: what follows in `kind`, and the numbers of `solver.learning.settings`.

    `alpha` is the step, 0 for one that falls with the visits. `exploring` begins games anywhere.
    """

    kind: int
    epsilon: float
    gamma: float
    alpha: float
    trace: float
    exploring: bool


@compiled
def explore(values: Floats, first: int, epsilon: float, rng: np.random.Generator) -> tuple[int, bool]:
    """Return an action, with chance `epsilon` any, else the best; and whether it is the best."""
    best = best_of(values, first, rng)
    if epsilon > 0.0 and rng.random() < epsilon:
        action = first + int(rng.random() * (len(values) - first))
        return action, values[action] == values[best]
    return best, True


@compiled
def begin(rule: LearningRule, goal: int, depth: int, rng: np.random.Generator) -> tuple[int, int, int]:
    if not rule.exploring:
        return 0, 0, 0
    i, j = int(rng.random() * goal), int(rng.random() * goal)
    return i, j, int(rng.random() * min(depth, goal - i))


@compiled
def spread(delta: float, steps: Steps, place: int, length: int, fade: float) -> None:
    """Add `delta` to the values of the last `length` places, the last one whole, those before fading.

    `steps` holds places, their steps, and -1 for each after which it was the other player's turn, in a ring, and all
    values.
    """
    places, sizes, signs, values = steps
    weight = 1.0
    for back in range(min(length, MEMORY)):
        at = (place - back) % MEMORY
        if back > 0:
            weight *= fade * signs[at]
            if abs(weight) < FAINT:
                return
        values[places[at]] += sizes[at] * weight * delta


@compiled
def step_size(rule: LearningRule, visits: int) -> float:
    """Return the step of a visit, which is counted."""
    return rule.alpha if rule.alpha > 0.0 else float(visits) ** -POWER


@compiled
def discounted(value: float, gamma: float) -> float:
    return 0.5 + gamma * (value - 0.5)


@compiled
def learn_returns(
    model: TurnModel, rule: LearningRule, table: tuple[Floats, Counts], games: int, rng: np.random.Generator
) -> int:
    """Play games, and move each `q[i, j, k, action]` on the way towards what came of it; return the number of moves.

    Without an `alpha` a value is the mean of all that came (every-visit Monte Carlo control).
    """
    q, visits = table
    goal, depth = q.shape[0], q.shape[2]
    path = np.empty((256, 4), np.int64)
    turned = np.empty(256, np.bool_)
    moves = 0
    for _ in range(games):
        i, j, k = begin(rule, goal, depth, rng)
        length = 0
        while i + k < goal:
            action, _ = explore(q[i, j, k], model.first if k == 0 else 0, rule.epsilon, rng)
            if length == len(path):
                longer, turns = np.empty((2 * length, 4), np.int64), np.empty(2 * length, np.bool_)
                for at in range(length):
                    turns[at] = turned[at]
                    for part in range(4):
                        longer[at, part] = path[at, part]
                path, turned = longer, turns
            path[length, 0], path[length, 1], path[length, 2], path[length, 3] = i, j, k, action
            points, total, passed = draw(model, i, k, action, rng)
            turned[length] = passed and points < goal
            length += 1
            if points >= goal:
                break
            i, j, k = (j, points, 0) if passed else (points, j, total)
        value = 1.0
        for at in range(length - 1, -1, -1):
            a, b, c, action = path[at]
            value = discounted(1.0 - value if turned[at] else value, rule.gamma)
            visits[a, b, c, action] += 1
            step = rule.alpha if rule.alpha > 0.0 else 1.0 / visits[a, b, c, action]
            q[a, b, c, action] += step * (value - q[a, b, c, action])
        moves += length
    return moves


@compiled
def learn_actions(
    model: TurnModel, rule: LearningRule, table: tuple[Floats, Counts], games: int, rng: np.random.Generator
) -> int:
    """Play games, and move each `q[i, j, k, action]` towards what follows at once; return the number of moves.

    What follows is the value of the next action (Sarsa), of the best (Q-learning, whose traces end at an action that is
    not: Watkins), or the mean over what is explored (expected Sarsa).
    """
    q, visits = table
    goal, depth, actions = q.shape[0], q.shape[2], q.shape[3]
    flat, counts = q.reshape(-1), visits.reshape(-1)
    steps = np.empty(MEMORY, np.int64), np.empty(MEMORY), np.empty(MEMORY), flat
    moves = 0
    for _ in range(games):
        i, j, k = begin(rule, goal, depth, rng)
        action, greedy = explore(q[i, j, k], model.first if k == 0 else 0, rule.epsilon, rng)
        place, length = 0, 0
        while True:
            points, total, passed = draw(model, i, k, action, rng)
            over = points + total >= goal
            here = ((i * goal + j) * depth + k) * actions + action
            value, next_action, next_greedy = 1.0, 0, True
            if not over:
                a, b = (j, points) if passed else (points, j)
                first = model.first if total == 0 else 0
                after = q[a, b, total]
                next_action, next_greedy = explore(after, first, rule.epsilon, rng)
                value = after[next_action]
                if rule.kind != SARSA:
                    value = after[best_of(after, first, rng)]
                if rule.kind == EXPECTED_SARSA:
                    value = (1.0 - rule.epsilon) * value + rule.epsilon * after[first:].mean()
                value = 1.0 - value if passed else value
            counts[here] += 1
            if rule.kind == Q_LEARNING and not greedy:
                length = 0
            place = (place + 1) % MEMORY
            length += 1
            steps[0][place], steps[1][place] = here, step_size(rule, counts[here])
            steps[2][place] = -1.0 if passed else 1.0
            delta = discounted(value, rule.gamma) - flat[here]
            if rule.trace == 0.0:
                flat[here] += steps[1][place] * delta
            else:
                spread(delta, steps, place, length, rule.gamma * rule.trace)
            moves += 1
            if over:
                break
            i, j, k, action, greedy = a, b, total, next_action, next_greedy
    return moves


@compiled
def learn_states(
    model: TurnModel, rule: LearningRule, table: tuple[Floats, Counts], games: int, rng: np.random.Generator
) -> int:
    """Play games, and move each `win[i, j, k]` towards the value of the state that follows; return the number of moves.

    The player looks one action ahead by the model. Nothing is learned from an action that is not the best, and traces
    end there.
    """
    win, visits = table
    goal, depth = win.shape[0], visits.shape[2]
    flat, wide = win.reshape(-1), win.shape[2]
    steps = np.empty(MEMORY, np.int64), np.empty(MEMORY), np.empty(MEMORY), flat
    ahead = np.empty(model.chances.shape[0])
    moves = 0
    for _ in range(games):
        i, j, k = begin(rule, goal, depth, rng)
        place, length = 0, 0
        while i + k < goal:
            first = model.first if k == 0 else 0
            for action in range(first, len(ahead)):
                ahead[action] = worth(model, win, (i, j, k), action)
            action, greedy = explore(ahead, first, rule.epsilon, rng)
            points, total, passed = draw(model, i, k, action, rng)
            over = points + total >= goal
            visits[i, j, k] += 1
            if greedy:
                place = (place + 1) % MEMORY
                length += 1
                steps[0][place] = (i * goal + j) * wide + k
                steps[1][place] = step_size(rule, visits[i, j, k])
                steps[2][place] = -1.0 if passed else 1.0
                value = 1.0
                if not over:
                    value = 1.0 - win[j, points, 0] if passed else win[points, j, total]
                delta = discounted(value, rule.gamma) - win[i, j, k]
                spread(delta, steps, place, length, rule.gamma * rule.trace)
                moves += 1
            else:
                length = 0
            if over:
                break
            i, j, k = (j, points, 0) if passed else (points, j, total)
    return moves
