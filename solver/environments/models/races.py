"""Races for two players as decision processes: Pig, Piglet, Two-Dice Pig, Pass the Pigs and their kin, and Hog."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from solver.environments.models.model import CHANCE, OPTIMAL, OVER, Falls, GameModel, ModelShape, Unchanging
from solver.environments.models.roll_or_hold import ACTIONS, HOLD, ROLL, Rolling, RollOrHoldModel, fallen
from solver.environments.models.scene import GameScene, spoken, standings_of
from solver.race.hog import MOST_DICE, HogState, throw_sums
from solver.race.hog_strategies import KNOWN as HOG_KNOWN
from solver.race.hog_strategies import DiceValues, best_dice, dice_shares
from solver.race.race_table import HogTable, RaceTable
from solver.race.rules import race_rules
from solver.race.state import RaceState, TwoPlayerState
from solver.race.strategies import KNOWN, LEVELS, Rule, race_rule
from solver.race.turn_values import TurnValues


def wins(state: TwoPlayerState) -> tuple[float, float]:
    """Return what a game for two has brought: 1 to the winner, else 0."""
    return float(state.winner == 0), float(state.winner == 1)


def points_of(state: TwoPlayerState, player: int) -> tuple[int, int]:
    """Return the banked points of a player and of the other."""
    return state.scores[player], state.scores[1 - player]


def turn_note(state: TwoPlayerState) -> str:
    """Return whose turn it is, or who has won."""
    return f"player {state.player} acts" if state.winner is None else f"player {state.winner} has won"


class RaceModel(RollOrHoldModel[RaceState]):
    """A race in which two players roll or hold. What can be seen are the own points, the other's and the turn total."""

    players = 2

    def __init__(self, table: RaceTable) -> None:
        super().__init__(race_rules(table.game), table.die, table.goal)
        self.name = table.game
        self.table = table
        self._values = TurnValues(table)
        self._rules: dict[str, Rule] = {}
        goal = table.goal
        self.shape = ModelShape(("me", "opponent", "turn"), (0, 0, 0), (goal,) * 3, ACTIONS, 0.0, 1.0)

    def start(self) -> Rolling[RaceState]:
        return Rolling(race_rules(self.name)(self.table.goal))

    def player(self, turn: RaceState) -> int:
        return turn.player

    def both(self, turn: RaceState) -> tuple[float, float]:
        return self._values.roll_and_hold(turn.me, turn.opponent, turn.turn_total)

    def gained(self, state: Rolling[RaceState]) -> tuple[float, ...]:
        return wins(state.turn)

    def observe(self, state: Rolling[RaceState], player: int) -> tuple[int, ...]:
        return (*points_of(state.turn, player), state.turn.turn_total)

    def scene(self, state: Rolling[RaceState], dice: tuple[int, ...] = ()) -> GameScene:
        turn = state.turn
        shown, note = fallen(race_rules(self.name), dice, turn_note(turn))
        standings = standings_of(turn.scores, turn.player, turn.turn_total, turn.goal)
        return GameScene(spoken(self.name), standings, shown, note=note)

    @cached_property
    def policies(self) -> tuple[str, ...]:
        """The names of the solver's strategies, `hold20` standing for any number."""
        return (*KNOWN, *LEVELS)

    def check_policy(self, name: str) -> str:
        self._rule(name)
        return name

    def choose(self, name: str, state: Rolling[RaceState], random: np.random.Generator) -> int:
        turn = state.turn
        if name == OPTIMAL or turn.turn_total == 0:
            return self.best(state, self.worth(state)) if turn.turn_total else ROLL
        if turn.me + turn.turn_total >= turn.goal:
            return HOLD
        share = float(self._rule(name).rolls(turn.me, turn.opponent, turn.turn_total))
        return ROLL if random.random() < share else HOLD

    def _rule(self, name: str) -> Rule:
        if name not in self._rules:
            self._rules[name] = race_rule(name, self.table)
        return self._rules[name]


@dataclass(frozen=True, slots=True)
class HogThrow(Unchanging):
    """A game of Hog, in which so many `dice` are thrown next, 0 where a player chooses."""

    state: HogState
    dice: int = 0


class HogModel(GameModel[HogThrow]):
    """Hog for two players. Action n throws n + 1 dice; chance brings the sum, 0 for a throw with a 1."""

    name = HogState.game
    players = 2

    def __init__(self, table: HogTable) -> None:
        self.table = table
        self._values = DiceValues(table)
        self._shares: dict[str, NDArray[np.float64]] = {}
        self._falls = []
        for row in throw_sums(table.die):
            sums = np.flatnonzero(row).tolist()
            self._falls.append(Falls(tuple(row[sums].tolist()), tuple((one,) for one in sums)))
        goal = table.goal
        names = tuple(f"throw {dice}" for dice in range(1, MOST_DICE + 1))
        self.shape = ModelShape(("me", "opponent"), (0, 0), (goal, goal), names, 0.0, 1.0)

    @property
    def most_falls(self) -> int:
        return max(len(falls.chances) for falls in self._falls)

    def words(self, state: HogThrow) -> str:
        """Return the state in one line; who throws how many dice counts where dice fall."""
        by = f" {state.dice} by player {state.state.player}" if state.dice else ""
        return f"{super().words(state)}{by}"

    def start(self) -> HogThrow:
        return HogThrow(HogState(self.table.goal))

    def mover(self, state: HogThrow) -> int:
        if state.state.winner is not None:
            return OVER
        return CHANCE if state.dice else state.state.player

    def legal(self, _state: HogThrow, /) -> Sequence[int]:
        return range(MOST_DICE)

    def apply(self, state: HogThrow, action: int) -> HogThrow:
        return HogThrow(state.state, action + 1)

    def falls(self, state: HogThrow) -> Falls:
        return self._falls[state.dice - 1]

    def follow(self, state: HogThrow, fall: int) -> HogThrow:
        ((gain,), now) = self.falls(state).dice[fall], state.state
        scores = now.with_score(min(now.goal, now.me + gain))
        return HogThrow(replace(now, scores=scores, player=1 - now.player))

    def gained(self, state: HogThrow) -> tuple[float, ...]:
        return wins(state.state)

    def worth(self, state: HogThrow) -> dict[int, float]:
        worth = self._values.dice_values(state.state.me, state.state.opponent)
        return dict(enumerate(worth.tolist()))

    def best(self, _state: HogThrow, worth: dict[int, float], /) -> int:
        return best_dice(np.array(list(worth.values()))) - 1

    def observe(self, state: HogThrow, player: int) -> tuple[int, ...]:
        return points_of(state.state, player)

    def scene(self, state: HogThrow, dice: tuple[int, ...] = ()) -> GameScene:
        now = state.state
        standings = standings_of(now.scores, now.player, 0, now.goal)
        scored = f"{dice[0]} scored; " if dice else ""
        return GameScene(spoken(self.name), standings, note=scored + turn_note(now))

    @cached_property
    def policies(self) -> tuple[str, ...]:
        """The names of the solver's strategies."""
        return (*HOG_KNOWN, *LEVELS)

    def check_policy(self, name: str) -> str:
        dice_shares(name, self.table)
        return name

    def choose(self, name: str, state: HogThrow, random: np.random.Generator) -> int:
        if name == OPTIMAL:
            return self.table.dice(state.state.me, state.state.opponent) - 1
        if name not in self._shares:
            self._shares[name] = dice_shares(name, self.table)
        return int(random.choice(MOST_DICE, p=self._shares[name][state.state.me, state.state.opponent]))
