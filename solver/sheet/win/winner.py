"""Play to win: the actions that win most games against everybody's sheets, for two to eight players."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from solver.action import Action
from solver.decision import Decision
from solver.errors import PositionError
from solver.sheet.coach.advise import SheetReasons
from solver.sheet.coach.decide import Weighed, weigh, weigh_ends
from solver.sheet.game.rules import SheetState
from solver.sheet.win.chance_kernels import A_POINT, standing, weigh_standing
from solver.sheet.win.chance_kernels import weigh_ends as weigh_wins
from solver.sheet.win.win_table import WinTable

Options = tuple[tuple[Action, float], ...]


class Winner:
    """A player who plays to win, and estimates everybody's chances.

    `decide` assumes that the others play for points, so that its chances are close to what comes true
    (docs/strategies.md). `win` and `options`, for games of people, assume that everybody plays to win.
    """

    def __init__(self, wins: WinTable) -> None:
        self._table = wins.table
        self._game = wins.game()

    def decide(self, state: SheetState) -> Decision:
        """Return the action that wins most often if the others play for points, all others, and why.

        Worth is the chance to win, 0 to 1, a draw of n players counted as 1/n. If chances are equal, points decide: a
        point counts as 2e-7 of a game. Raises PositionError for a game of one player, one that is over, or one with
        another sheet.
        """
        weighed = self._weigh(state, self.ends(state))
        return SheetReasons(weighed, by_points=lambda: weigh(self._table, state)).decide()

    def ends(self, state: SheetState) -> NDArray[np.float64]:
        """Return what ending this turn is worth [boxes, rolls] if the others play for points, -inf where not legal.

        Raises what `decide` raises.
        """
        sheets = self._sheets(state)
        others = np.delete(sheets, state.player, axis=0)
        return self._by_roll(state, *weigh_wins(self._game, sheets[state.player], others))

    def options(self, state: SheetState) -> Options:
        """Return all legal actions with the chance to win where everybody plays to win, best first.

        Raises what `decide` raises.
        """
        sheets = self._sheets(state)
        ends = self._by_roll(state, *weigh_standing(self._game, sheets, state.player))
        options = self._weigh(state, ends).options
        if state.dice:
            return options
        # A turn's beginning has no choice, so its one action has the worth of the state.
        return ((options[0][0], float(standing(self._game, sheets, state.player)[state.player])),)

    def win(self, state: SheetState) -> tuple[float, ...]:
        """Return every player's chance to win where everybody plays to win, in sum 1. Raises PositionError."""
        if state.over and len(state.cards) > 1:
            return state.returns()
        chances = standing(self._game, self._sheets(state), state.player)
        if state.dice:
            mine = self.options(state)[0][1]
            rest = 1.0 - chances[state.player]
            chances *= (1.0 - mine) / rest if rest else 0.0
            chances[state.player] = mine
        return tuple(chances.tolist())

    def _sheets(self, state: SheetState) -> NDArray[np.int64]:
        """Return filled, flag, total and points [players, 4] of all cards."""
        sheet = state.sheet
        if sheet != self._table.sheet:
            raise PositionError(
                f"the cards are for {sheet.name} with the {sheet.rule} rule: give cards for {self._table.sheet.name}"
            )
        if len(state.cards) < 2 or state.over:
            raise PositionError("play to win needs two players and an open box: give the cards of an unfinished game")
        return np.array([(*self._table.place(card), card.total) for card in state.cards], np.int64)

    def _by_roll(
        self, state: SheetState, chances: NDArray[np.float64], rows: NDArray[np.int64], gains: NDArray[np.float64]
    ) -> NDArray[np.float64]:
        """Return what it is worth to score each roll in each box [boxes, rolls], from each end of a turn."""
        plan = self._table.plan
        worth = np.where(rows >= 0, chances + A_POINT * (gains + self._game.points[rows]), -np.inf)
        ends = worth[plan.slot].T.copy()
        if state.card.filled & plan.yahtzee:
            ends[:, : state.sheet.sides] = worth[len(plan.points) :].reshape(-1, plan.boxes).T
        return ends

    def _weigh(self, state: SheetState, ends: NDArray[np.float64]) -> Weighed:
        """Return a moment weighed by chances to win, from what ends are worth [boxes, rolls]."""
        weighed = weigh_ends(state, self._table.lattice, ends)
        return replace(weighed, options=tuple((action, min(max(value, 0.0), 1.0)) for action, value in weighed.options))
