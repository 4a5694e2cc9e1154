"""The solitaires of Pig, THINK, and Pig for three as decision processes."""

from functools import lru_cache

from solver.decision import counted
from solver.environments.models.model import ModelShape
from solver.environments.models.roll_or_hold import ACTIONS, Rolling, RollOrHoldModel, fallen
from solver.environments.models.scene import GameScene, PointsStanding, spoken, standings_of
from solver.multiplayer.states import LEAST_PLAYERS, MultiplayerState
from solver.multiplayer.three import ThreeTable
from solver.race.pig import PigState
from solver.single.exact import MOST_POINTS, SOLITAIRES, SinglePlayerTable, weigh_turn
from solver.single.states import SinglePlayerState

TURNS_KEPT = 4096
MOST_COUNTED = 1_000_000
"""So many turns a game without a limit of them may take, at most, as far as spaces tell."""


class SolitaireModel(RollOrHoldModel[SinglePlayerState]):
    """A game for one player, who sees the banked points, the turn total, and the turns left where these are limited.

    What is got is 1 for the goal in time, points as they are banked, or -1 for each turn that is taken.
    """

    players = 1

    def __init__(self, table: SinglePlayerTable) -> None:
        most = MOST_POINTS if table.goal is None else table.goal
        super().__init__(SOLITAIRES[table.game].thrown, table.die, most)
        self.name = table.game
        self.table = table
        self._turn = lru_cache(TURNS_KEPT)(self._solve_turn)
        fields = ("me", "turn") if table.turns is None else ("me", "turn", "left")
        high = (most, most, table.turns or 0)[: len(fields)]
        least = -float(MOST_COUNTED) if table.turns is None else 0.0
        top = 0.0 if table.turns is None else 1.0 if table.goal else float(most)
        self.shape = ModelShape(fields, (0,) * len(fields), high, ACTIONS, least, top)

    def start(self) -> Rolling[SinglePlayerState]:
        given = {"goal": self.table.goal, "turns": self.table.turns}
        limits = {name: limit for name, limit in given.items() if limit is not None}
        return Rolling(SOLITAIRES[self.name](**limits))

    def player(self, _turn: SinglePlayerState, /) -> int:  # there is only one
        return 0

    def both(self, turn: SinglePlayerState) -> tuple[float, float]:
        left, score, total = self._left(turn), turn.score, turn.turn_total
        rolls, holds = self._turn(left, score)
        roll, hold = (rolls[total], holds[total]) if total < len(rolls) else self.table.weigh(left, score, total)
        # A solved game for points counts those that are banked already.
        banked = score if self.table.goal is None else 0
        return roll - banked, hold - banked

    def _solve_turn(self, left: int, score: int) -> tuple[list[float], list[float]]:
        """Return what `table.weigh` does for the turn totals below its cap, all at once."""
        after = self.table.start[0 if self.table.turns is None else left - 1]
        roll, hold = weigh_turn(self.table.distribution, after, slice(score, score + 1), self.table.cap)
        counted = self.table.turns is None
        return (roll[:, 0] - counted).tolist(), (hold[:, 0] - counted).tolist()

    def gained(self, state: Rolling[SinglePlayerState]) -> tuple[float, ...]:
        got = state.turn.returns()
        return (-got if self.table.turns is None else got,)

    def observe(self, state: Rolling[SinglePlayerState], _player: int, /) -> tuple[int, ...]:
        seen = state.turn.score, state.turn.turn_total, self._left(state.turn)
        return seen[: len(self.shape.fields)]

    def scene(self, state: Rolling[SinglePlayerState], dice: tuple[int, ...] = ()) -> GameScene:
        turn = state.turn
        note = (
            f"turn {turn.taken + 1}"
            if self.table.turns is None
            else f"{counted(self._left(turn), 'turn', 'turns')} left"
        )
        shown, note = fallen(SOLITAIRES[self.name].thrown, dice, "the game is over" if turn.over else note)
        standing = PointsStanding("banked", turn.score, turn.turn_total, self.table.goal or 0)
        return GameScene(spoken(self.name), (standing,), shown, note=note)

    def _left(self, turn: SinglePlayerState) -> int:
        return 0 if self.table.turns is None else self.table.turns - turn.taken


class PigThreeModel(RollOrHoldModel[MultiplayerState]):
    """Pig for three, each for the own win. Scores are seen in order of play, beginning with the own one."""

    name = "pig-three"
    players = LEAST_PLAYERS

    def __init__(self, table: ThreeTable) -> None:
        super().__init__(PigState, table.die, table.goal)
        self.table = table
        fields = "me", "second", "third", "turn"
        self.shape = ModelShape(fields, (0,) * 4, (table.goal,) * 4, ACTIONS, 0.0, 1.0)

    def start(self) -> Rolling[MultiplayerState]:
        return Rolling(MultiplayerState((0,) * self.players, self.table.goal))

    def player(self, turn: MultiplayerState) -> int:
        return turn.player

    def both(self, turn: MultiplayerState) -> tuple[float, float]:
        me, second, third = turn.in_order
        rolls, holds = self.table.turn(me, second, third)
        if me + turn.turn_total >= turn.goal:
            return 1.0 - self.table.distribution.bust * (1.0 - holds[0]), 1.0
        return rolls[turn.turn_total], holds[turn.turn_total]

    def gained(self, state: Rolling[MultiplayerState]) -> tuple[float, ...]:
        return state.turn.returns()

    def observe(self, state: Rolling[MultiplayerState], player: int) -> tuple[int, ...]:
        scores = state.turn.scores
        return (*scores[player:], *scores[:player], state.turn.turn_total)

    def scene(self, state: Rolling[MultiplayerState], dice: tuple[int, ...] = ()) -> GameScene:
        turn = state.turn
        note = f"player {turn.player} acts" if turn.winner is None else f"player {turn.winner} has won"
        standings = standings_of(turn.scores, turn.player, turn.turn_total, turn.goal)
        return GameScene(spoken(self.name), standings, dice, note=note)
