"""The games for one player as games to solve, to advise on and to show."""

from dataclasses import replace
from types import MappingProxyType
from typing import Any

import numpy as np

from solver.decision import Decision
from solver.game import DIE, Game, Solution
from solver.layout import Layout, Panel, Views, mask, title
from solver.notation import Noted
from solver.single.exact import SOLITAIRES, SinglePlayerTable, load_solitaire, solve_solitaire
from solver.single.states import SinglePlayerState, read_taken

UNITS = {"pig-turns": "expected turns", "pig-reach": "probability of reaching the goal"}
"""What the values of each game count, where these are not points."""


class Solitaire(Game):
    """A game for one player: with a goal and turns, turns alone, or a goal alone."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.unit = UNITS.get(name, "expected points")
        usual = SOLITAIRES[name]()
        self._usual, self.seen = usual, usual.thrown.dice
        limits = {"goal": usual.goal, "turns": usual.turns}
        self.takes = DIE | {name for name, limit in limits.items() if limit is not None}

    def solve(self) -> Solution:
        table = solve_solitaire(self.name, *self.limits, self.options.chances())
        extra: dict[str, Any] = {} if table.goal is not None else {"cap": table.cap}
        found = table.value, self.unit, table.states, table.seconds, table.policy_sha256
        return Solution(self.name, *found, MappingProxyType(extra))

    def start(self, players: int = 0) -> Any:
        self.check_players(players, 1)
        goal, turns = self.limits
        given = {"goal": goal, "turns": turns}
        return type(self._usual)(**{name: limit for name, limit in given.items() if limit is not None})

    def read(self, noted: Noted) -> Any:
        (score,), start = noted.points[:1], self.start(len(noted.scores))
        return replace(start, score=score, taken=read_taken(noted, start.turns), turn_total=noted.turn)

    def decide(self, state: SinglePlayerState) -> Decision:
        """Return the best action; values are in the game's unit, from here to the end.

        `pig-turns` counts this turn too, and fewer are better.
        """
        table = load_solitaire(self.name, state.goal, state.turns, self.options.chances())
        table.check(state.score, state.turn_total)
        return table.decide(replace(state, taken=0) if state.turns is None else state)

    def table(self) -> SinglePlayerTable:
        """Return everything that is known about all positions. Raises SolverError."""
        return load_solitaire(self.name, *self.limits, self.options.chances())

    def values(self) -> SinglePlayerTable:
        return self.table()

    def views(self) -> Views:
        return Views({"hold": self.text}, self.limits[0])

    def text(self) -> Layout:
        return hold_layout(self.table())

    @property
    def limits(self) -> tuple[int | None, int | None]:
        """The goal and the number of turns, None where it has none."""
        goal, turns = self.options.goal, self.options.turns
        return self._usual.goal if goal is None else goal, self._usual.turns if turns is None else turns


GAMES: tuple[Game, ...] = tuple(Solitaire(name) for name in SOLITAIRES if name != "think")
"""Those that are for one alone."""


def hold_layout(table: SinglePlayerTable) -> Layout:
    """Return the lowest turn total that is held, by the own score and the turns left; scores that agree share a line.

    No number stands where the player throws on until the goal is reached.
    """
    rolls = table.rolls if table.turns is None else table.rolls[1:]
    holds = np.where(rolls.all(axis=2), table.cap, np.argmin(rolls, axis=2))
    scores = holds.shape[1]
    races = np.zeros(holds.shape, np.bool_) if table.goal is None else holds >= table.goal - np.arange(scores)
    left = "" if table.turns is None else ", with that many turns left"
    limits = ("" if table.goal is None else f" to {table.goal}", left and f" in {table.turns} turns")
    turns = range(table.turns, 0, -1) if table.turns else ("hold",)
    return Layout(
        f"{title(table.game)}{''.join(limits)}: the turn total at which to hold",
        "turn total",
        (Panel(mask(holds, races)[::-1].T, range(scores), turns),),
        axes=("own score", "turns left"),
        corner="score",
        key=f"Hold at this total{left}; - you throw on.",
        merged=True,
    )
