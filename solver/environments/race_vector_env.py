"""Many games of a race side by side, as one Gymnasium environment: compiled code plays them."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.environments.models.roll_or_hold import HOLD, ROLL, RaceModel
from solver.environments.vector_env import CompiledVectorEnv, Ints, StepTold
from solver.jit import compiled
from solver.process.model import GameMoment
from solver.race.evaluate import roll_chances
from solver.race.race_table import RaceTable
from solver.race.rules import race_rules
from solver.race.state import TIE

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
def pick_throw(rules: RaceRules, random: np.random.Generator) -> int:
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
        throw = pick_throw(rules, random)
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
        throw = pick_throw(rules, random)
        if throw < len(rules.gains):
            races.turn[game] = min(total + rules.gains[throw], rules.goal - me)
            return
        me = min(me + rules.bust_gain, rules.goal) if throw == len(rules.gains) else 0
    races.me[game] = me
    if me < rules.goal:
        races.opponent[game] = turn_of_the_other(rules, races.opponent[game], me, random)
    races.over[game] = me >= rules.goal or races.opponent[game] >= rules.goal


@compiled
def both(rules: RaceRules, me: int, other: int, total: int) -> tuple[float, float]:
    """Return what a roll and a hold are worth; before the first throw a hold is worth less than anything."""
    hold = -np.inf if total == 0 else 1.0 if me + total >= rules.goal else 1.0 - rules.start[other, me + total]
    return rules.roll[me, other, total], hold


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
        roll, hold = both(rules, me, other, total)
        told.best[game] = HOLD if roll - hold <= TIE else ROLL
        told.value[game] = max(roll, hold)


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
                roll, hold = both(rules, races.me[game], races.opponent[game], races.turn[game])
                told.regret[game] = max(roll, hold) - (roll if action == ROLL else hold)
            act_in_race(rules, races, game, action, random)
            told.over[game] = races.over[game]
            told.reward[game] = 1.0 if races.me[game] >= rules.goal else 0.0
        tell_race(rules, races, game, told)


def roll_values(table: RaceTable) -> NDArray[np.float64]:
    """Return what a roll is worth at [i, j, k], up to the turn total k that reaches the goal: goal x goal x goal + 1.

    Raises OptionError for a goal above 250.
    """
    goal, throw = table.goal, table.distribution
    gains, chances = np.array(throw.gains), np.array(throw.chances)
    waiting = np.ones((goal + throw.bust_gain, goal))
    waiting[:goal] = 1.0 - table.turn_start.T
    values = np.zeros((goal, goal, goal + 1))
    for i in range(goal):
        top = goal - i
        best = np.ones((top + gains[-1] + 1, goal))
        ended = throw.bust * waiting[i + throw.bust_gain] + throw.ruin * waiting[0]
        for k in range(top, -1, -1):
            values[i, :, k] = ended + chances @ best[k + gains]
            if k < top:
                best[k] = np.maximum(values[i, :, k], waiting[i + k]) if k else values[i, :, k]
    return values


class RaceVectorEnv(CompiledVectorEnv):
    """Many games of a race, each of a learner in a seat against a policy. Raises OptionError; a goal is at most 250."""

    def _lay_out(self, opponent: str, seat: int | None) -> None:
        model, exact = self.model, self._exact
        assert isinstance(model, RaceModel)
        table = model.table
        throw = table.distribution
        chances = [*throw.chances, throw.bust, throw.ruin]
        up_to = np.cumsum(chances)
        # Rounding must not leave room above the last throw that there is.
        up_to[np.flatnonzero(chances)[-1] :] = 1.0
        self._rules = RaceRules(
            table.goal,
            np.array(throw.gains),
            up_to,
            throw.bust_gain,
            roll_chances(opponent, table),
            roll_values(table) if exact else np.empty((0, 0, 0)),
            np.array(table.turn_start),
            DRAWN if seat is None else seat,
        )
        me, opponents, turn = np.zeros((3, self.num_envs), np.int64)
        self._races = RaceLanes(me, opponents, turn, np.zeros(self.num_envs, np.bool_))

    def _begin(self, told: StepTold) -> None:
        begin_races(self._rules, self._races, self.np_random, told)

    def _step(self, actions: Ints, told: StepTold) -> None:
        step_races(self._rules, self._races, actions, self.np_random, told)

    def _state(self, game: int) -> Any:
        me, opponent, turn = (int(numbers[game]) for numbers in self._races[:3])
        return GameMoment(race_rules(self.model.name)(self._rules.goal, (me, opponent), 0, turn))
