"""What a learner sees of games in which a player rolls or holds: races, solitaires, Pig for three; and of Hog."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, TypeVar

import numpy as np

from solver.decision import count_in_words
from solver.evaluator import Evaluator
from solver.levels import LEVELS
from solver.multiplayer.evaluator import ThreeEvaluator
from solver.multiplayer.states import LEAST_PLAYERS, MultiplayerState
from solver.multiplayer.three import ThreeTable
from solver.process.dice import Falls, throws_of_dice
from solver.process.model import OPTIMAL, Follow, GameModel, GameMoment, ModelShape
from solver.process.scene import GameScene, PointsStanding, standings_of
from solver.race.evaluator import HogEvaluator, RaceEvaluator
from solver.race.hog import MOST_DICE, HogState, throw_sums
from solver.race.hog_strategies import KNOWN as HOG_KNOWN
from solver.race.hog_strategies import DiceValues, dice_shares
from solver.race.last_round import LastRoundValues
from solver.race.race_table import HogTable, RaceTable
from solver.race.rules import Lie
from solver.race.state import Action, RaceState, RollOrHold
from solver.race.strategies import KNOWN, race_rule
from solver.race.turn_values import TurnValues
from solver.single.evaluator import SinglePlayerEvaluator
from solver.single.exact import MOST_POINTS, SOLITAIRES, SinglePlayerTable
from solver.single.states import SinglePlayerState
from solver.throw_distribution import Chance

ROLL, HOLD = 0, 1
ACTIONS = (Action.ROLL.value, Action.HOLD.value)
FIRST, BOTH = {ROLL: Action.ROLL}, {ROLL: Action.ROLL, HOLD: Action.HOLD}
DICE = {dice - 1: dice for dice in range(1, MOST_DICE + 1)}
MOST_GOALS = 100
"""A score with a last round is said to reach at most this many goals."""
MOST_COUNTED = 1_000_000
"""A game without a limit of turns may take at most this many, as far as spaces tell."""

R = TypeVar("R", bound=RollOrHold)


def rotate(scores: tuple[int, ...], player: int) -> tuple[int, ...]:
    """Return scores in order of play, beginning with those of a player."""
    return (*scores[player:], *scores[:player])


class RollOrHoldModel(GameModel[R, Action]):
    """A game in which a player rolls or holds, who sees all scores, the own first, and the turn total.

    Points beyond the `goal` make no difference: the turn total ends where it is reached, so that states are finite.
    """

    def __init__(self, start: R, evaluator: Evaluator[R, Action], die: tuple[Chance, ...], goal: int) -> None:
        super().__init__(start, evaluator)
        self._goal = goal
        self._falls = throws_of_dice(die, start.thrown.dice, rising=False)
        self.most_falls = len(self._falls.chances)

    def _see(self, *fields: str) -> ModelShape:
        return ModelShape(fields, (0,) * len(fields), (self._goal,) * len(fields), ACTIONS)

    def number(self, _state: R, action: Action, /) -> int:
        return ROLL if action is Action.ROLL else HOLD

    def falls_of(self, _state: R, action: Action, /) -> Falls | None:
        return self._falls if action is Action.ROLL else None

    def _actions(self, state: R) -> Mapping[int, Action]:
        return BOTH if state.turn_total else FIRST

    def moment(self, state: R) -> GameMoment[R, Action]:
        most = max(1, self._goal - state.banked)
        if state.turn_total > most:
            state = replace(state, turn_total=most)  # type: ignore[call-arg]  # a field of every subclass
        return GameMoment(state)

    def observe(self, moment: GameMoment[Any, Action], player: int) -> tuple[int, ...]:
        return (*rotate(moment.state.scores, player), moment.state.turn_total)

    def standings(self, moment: GameMoment[Any, Action]) -> tuple[PointsStanding, ...]:
        state = moment.state
        return standings_of(state.scores, state.player, state.turn_total, state.goal)

    def scene(self, moment: GameMoment[R, Action], dice: tuple[int, ...] = ()) -> GameScene:
        """Return what a picture shows; coins and pigs are told in words."""
        thing = moment.state.thrown.thing
        if not dice or thing in ("die", "dice"):
            return super().scene(moment, dice)
        words = ("tails", "heads") if thing == "coin" else tuple(lie.name.lower().replace("_", " ") for lie in Lie)
        shown = super().scene(moment)
        return replace(shown, note=f"{', '.join(words[face - 1] for face in dice)}; {shown.note}")


class RaceModel(RollOrHoldModel[RaceState]):
    """A race for two. Others can play by any of the solver's strategies, `hold20` standing for any number."""

    players = 2
    policies = (*KNOWN, *LEVELS)

    def __init__(self, table: RaceTable) -> None:
        values = RaceEvaluator(TurnValues(table))
        super().__init__(table.rules(table.goal), values, table.die, table.goal)
        self.name, self.table = table.game, table
        self.shape = self._see("me", "opponent", "turn")

    def named(self, name: str) -> Follow[RaceState]:
        if name == OPTIMAL:
            return super().named(name)
        rule = race_rule(name, self.table)

        def follow(state: RaceState, random: np.random.Generator) -> int:
            if state.turn_total == 0 or state.me + state.turn_total >= state.goal:
                return HOLD if state.turn_total else ROLL
            share = float(rule.rolls(state.me, state.opponent, state.turn_total))
            return ROLL if random.random() < share else HOLD

        return follow


class LastRoundModel(RollOrHoldModel[RaceState]):
    """A race for two with a last round: a score from the goal on is the one to beat."""

    players = 2

    def __init__(self, start: RaceState, values: LastRoundValues, die: tuple[Chance, ...]) -> None:
        super().__init__(start, RaceEvaluator(values), die, MOST_GOALS * values.goal)
        self.name = start.game
        self.shape = self._see("me", "opponent", "turn")


class PigThreeModel(RollOrHoldModel[MultiplayerState]):
    """Pig for three, each for the own win."""

    name = "pig-three"
    players = LEAST_PLAYERS

    def __init__(self, table: ThreeTable) -> None:
        start = MultiplayerState((0,) * self.players, table.goal)
        super().__init__(start, ThreeEvaluator(table), table.die, table.goal)
        self.table = table
        self.shape = self._see("me", "second", "third", "turn")


class SolitaireModel(RollOrHoldModel[SinglePlayerState]):
    """A game for one player, who sees the banked points, the turn total, and the turns left where these are limited.

    What is got is 1 for the goal in time, points as they are banked, or -1 for each turn that is taken.
    """

    players = 1

    def __init__(self, table: SinglePlayerTable) -> None:
        limits = {name: limit for name in ("goal", "turns") if (limit := getattr(table, name)) is not None}
        most = table.goal or MOST_POINTS
        start = SOLITAIRES[table.game](**limits)
        super().__init__(start, SinglePlayerEvaluator(table), table.die, most)
        self.name, self.table, self._turns = table.game, table, table.turns
        if table.turns is None:
            self.shape = replace(self._see("me", "turn"), least=-float(MOST_COUNTED), most=0.0)
        else:
            high, got = (most, most, table.turns), 1.0 if table.goal else float(most)
            self.shape = ModelShape(("me", "turn", "left"), (0, 0, 0), high, ACTIONS, most=got)

    def count_gains(self, state: SinglePlayerState) -> tuple[float, ...]:
        return (-state.returns() if self._turns is None else state.returns(),)

    def observe(self, moment: GameMoment[SinglePlayerState, Action], _player: int, /) -> tuple[int, ...]:
        state = moment.state
        left = () if self._turns is None else (self._turns - state.taken,)
        return (state.score, state.turn_total, *left)

    def standings(self, moment: GameMoment[SinglePlayerState, Action]) -> tuple[PointsStanding, ...]:
        state = moment.state
        return (PointsStanding("banked", state.score, state.turn_total, getattr(state, "goal", 0)),)

    def note(self, state: SinglePlayerState) -> str:
        if state.over:
            return "the game is over"
        if self._turns is None:
            return f"turn {state.taken + 1}"
        return f"{count_in_words(self._turns - state.taken, 'turn', 'turns')} left"


class HogModel(GameModel[HogState, int]):
    """Hog for two players. Action n throws n + 1 dice; chance brings the sum, 0 for a throw with a 1."""

    name = HogState.game
    players = 2
    policies = (*HOG_KNOWN, *LEVELS)

    def __init__(self, table: HogTable) -> None:
        super().__init__(HogState(table.goal), HogEvaluator(DiceValues(table)))
        self.table = table
        self._falls = []
        for row in throw_sums(table.die):
            sums = np.flatnonzero(row).tolist()
            self._falls.append(Falls(tuple(row[sums].tolist()), tuple((one,) for one in sums)))
        self.most_falls = max(len(falls.chances) for falls in self._falls)
        names = tuple(f"throw {dice}" for dice in range(1, MOST_DICE + 1))
        self.shape = ModelShape(("me", "opponent"), (0, 0), (table.goal,) * 2, names)

    def _actions(self, _state: HogState, /) -> Mapping[int, int]:
        return DICE

    def number(self, _state: HogState, action: int, /) -> int:
        return action - 1

    def falls_of(self, _state: HogState, action: int, /) -> Falls:
        return self._falls[action - 1]

    def follow(self, moment: GameMoment[HogState, int], fall: int) -> GameMoment[HogState, int]:
        ((gain,), state) = self.falls(moment).dice[fall], moment.state
        scores = state.with_score(min(state.goal, state.me + gain))
        return GameMoment(replace(state, scores=scores, player=1 - state.player))

    def observe(self, moment: GameMoment[HogState, int], player: int) -> tuple[int, ...]:
        return rotate(moment.state.scores, player)

    def standings(self, moment: GameMoment[HogState, int]) -> tuple[PointsStanding, ...]:
        return standings_of(moment.state.scores, moment.state.player, 0, moment.state.goal)

    def scene(self, moment: GameMoment[HogState, int], dice: tuple[int, ...] = ()) -> GameScene:
        """Return what a picture shows; of the dice that fell it tells the sum."""
        shown = super().scene(moment)
        return replace(shown, note=f"{dice[0]} scored; {shown.note}") if dice else shown

    def named(self, name: str) -> Follow[HogState]:
        if name == OPTIMAL:
            return lambda state, _: self.table.dice(state.me, state.opponent) - 1
        shares = dice_shares(name, self.table)
        return lambda state, random: int(random.choice(MOST_DICE, p=shares[state.me, state.opponent]))
