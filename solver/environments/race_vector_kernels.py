"""Compiled code that plays many races side by side, each of a learner against a given way of play."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.environments.vector_env import StepTold
from solver.jit import compiled
from solver.race.state import TIE

ROLL, HOLD = 0, 1
DRAWN = -1
"""The seat that is drawn anew for each game."""


class RaceRules(NamedTuple):
    """A race: throw m is one of `gains`, or else ends the turn, or else ruins, by the chances `up_to[m]`.

    `rolls[i, j, k]` is the chance that the opponent rolls, with i points against j and k at risk. `roll[i, j, k]` and
    `start[i, j]` are the values of a throw and of a turn's start, only looked at where values are told.
    """

    goal: int
    gains: NDArray[np.int64]
    up_to: NDArray[np.float64]
    bust_gain: int
    rolls: NDArray[np.float64]
    roll: NDArray[np.float64]
    start: NDArray[np.float64]
    seat: int


class RaceLanes(NamedTuple):
    """Where each game stands: the learner's points, the opponent's, the turn total, and whether it is over."""

    me: NDArray[np.int64]
    opponent: NDArray[np.int64]
    turn: NDArray[np.int64]
    over: NDArray[np.bool_]


@compiled
def thrown(rules: RaceRules, random: np.random.Generator) -> int:
    """Return the number of a throw that chance picks."""
    chance = random.random()
    throw = 0
    while chance >= rules.up_to[throw]:
        throw += 1
    return throw


@compiled
def turn_of_the_other(rules: RaceRules, me: int, other: int, random: np.random.Generator) -> int:
    """Return the points after a whole turn of the opponent, who has `me` against `other`."""
    total = 0
    while True:
        if total > 0:
            if me + total >= rules.goal:
                return rules.goal
            share = rules.rolls[me, other, total]
            if share <= 0.0 or (share < 1.0 and random.random() >= share):
                return me + total
        throw = thrown(rules, random)
        if throw < len(rules.gains):
            total += rules.gains[throw]
        elif throw == len(rules.gains):
            return min(me + rules.bust_gain, rules.goal)
        else:
            return 0


@compiled
def begin_race(rules: RaceRules, races: RaceLanes, game: int, random: np.random.Generator) -> None:
    """Begin a game, and let the opponent take the first turn where the learner is second."""
    second = rules.seat == 1 or (rules.seat == DRAWN and random.random() < 0.5)
    opponent = rules.goal
    while opponent >= rules.goal:
        opponent = turn_of_the_other(rules, 0, 0, random) if second else 0
    races.me[game] = 0
    races.opponent[game] = opponent
    races.turn[game] = 0
    races.over[game] = False


@compiled
def act_in_race(rules: RaceRules, races: RaceLanes, game: int, action: int, random: np.random.Generator) -> None:
    """Take a legal action of the learner, and the opponent's turn where it ends the learner's."""
    me, total = races.me[game], races.turn[game]
    races.turn[game] = 0
    if action == HOLD:
        me = min(me + total, rules.goal)
    else:
        throw = thrown(rules, random)
        if throw < len(rules.gains):
            races.turn[game] = min(total + rules.gains[throw], rules.goal - me)
            return
        me = min(me + rules.bust_gain, rules.goal) if throw == len(rules.gains) else 0
    races.me[game] = me
    if me < rules.goal:
        races.opponent[game] = turn_of_the_other(rules, races.opponent[game], me, random)
    races.over[game] = me >= rules.goal or races.opponent[game] >= rules.goal


@compiled
def hold_value(rules: RaceRules, me: int, other: int, total: int) -> float:
    """Return what a hold is worth."""
    return 1.0 - rules.start[other, me + total] if me + total < rules.goal else 1.0


@compiled
def tell_race(rules: RaceRules, races: RaceLanes, game: int, told: StepTold) -> None:
    """Fill what is told of a game as it stands."""
    me, other, total = races.me[game], races.opponent[game], races.turn[game]
    told.seen[game, 0], told.seen[game, 1], told.seen[game, 2] = me, other, total
    if races.over[game]:
        return
    told.mask[game, ROLL] = 1
    told.mask[game, HOLD] = total > 0
    if len(told.value):
        roll, hold = rules.roll[me, other, total], hold_value(rules, me, other, total)
        holds = total > 0 and roll - hold <= TIE
        told.best[game] = HOLD if holds else ROLL
        told.value[game] = max(roll, hold) if total > 0 else roll


@compiled
def begin_races(rules: RaceRules, races: RaceLanes, random: np.random.Generator, told: StepTold) -> None:
    """Begin all games."""
    for game in range(len(races.me)):
        begin_race(rules, races, game, random)
        tell_race(rules, races, game, told)


@compiled
def step_races(
    rules: RaceRules, races: RaceLanes, actions: NDArray[np.int64], random: np.random.Generator, told: StepTold
) -> None:
    """Take an action in each game, or begin it anew where it is over."""
    for game in range(len(actions)):
        action = actions[game]
        if races.over[game]:
            begin_race(rules, races, game, random)
        elif action == HOLD and races.turn[game] == 0:
            told.illegal[game] = True
        else:
            if len(told.value):
                me, other, total = races.me[game], races.opponent[game], races.turn[game]
                roll, hold = rules.roll[me, other, total], hold_value(rules, me, other, total)
                if total > 0:
                    told.regret[game] = max(0.0, hold - roll) if action == ROLL else max(0.0, roll - hold)
            act_in_race(rules, races, game, action, random)
            told.over[game] = races.over[game]
            told.reward[game] = 1.0 if races.me[game] >= rules.goal else 0.0
        tell_race(rules, races, game, told)
