"""The games of one round as games to solve and to advise on."""

import time
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any

from solver.decision import Decision
from solver.errors import DistributionError, OptionError, PositionError
from solver.game import WIN, Comparison, Game, Solution, TurnOutcomes
from solver.layout import Layout, Views, score_lines, title
from solver.notation import OPEN, Noted, read_dice
from solver.race.evaluate import win_comparison
from solver.rounds.rating import (
    OPTIMAL,
    for_points,
    rate_pairs,
    rivals_of,
    round_outcomes,
    score_layout,
    turn_scores,
    win_chances,
)
from solver.rounds.rating import WIN as TO_WIN
from solver.rounds.round_player import RoundEvaluator, TargetEvaluator, decide_turn
from solver.rounds.rules import MOST_PLAYERS, SHIPPED_ROUNDS, RoundRules, find_round, read_round
from solver.rounds.state import RoundStanding, RoundState, TargetState, TileState
from solver.rounds.turn_graph import turn_graph
from solver.rounds.turns import KeepingTurn, Position, TargetsTurn, TilesTurn
from solver.throw_distribution import FACES, check_die


class RoundGame(Game):
    """A game in which each player has one turn: with the given rules, or the shipped rules of this name."""

    unit = "points"
    takes = frozenset({"die", "players"})
    limited = MappingProxyType({"players": frozenset({"solve", "rate", "learn", "rate --simulate"})})
    strategies = turns = "optimal, greedy, random, …"

    def __init__(self, name: str, rules: RoundRules | None = None) -> None:
        self.name = name
        self._given = rules

    @property
    def rules(self) -> RoundRules:
        """The rules, with the chances of the faces that the options give. Raises DistributionError."""
        rules, die = find_round(self.name) if self._given is None else self._given, self.options.die
        if die is None:
            return rules
        if len(die) != FACES:
            raise DistributionError(f"a die with {len(die)} faces does not fit {self.name}: give {FACES} numbers")
        return replace(rules, die=check_die(die))

    def solve(self) -> Solution:
        """Solve the game afresh: the best points of a turn on average, or with `players` the first one's chance to win.

        `extra` holds the standard deviation and the chances of all scores, or the chances of all seats. Raises
        OptionError or DistributionError.
        """
        rules = self.rules
        players = None if self.options.players is None else self.players
        turn_graph.cache_clear()
        rivals_of.cache_clear()
        begun = time.perf_counter()
        graph = turn_graph(rules, rules.die)
        if players is None:
            rated = round_outcomes(OPTIMAL, rules, rules.die)
            extra: dict[str, Any] = {"sd": rated.sd, "distribution": rated.chances}
            value, unit, states = rated.mean, self.unit, graph.states
        else:
            seats, aims = win_chances(rules, rules.die, players)
            extra = {"players": players, "seats": list(seats)}
            value, unit, states = seats[0], WIN, aims * graph.states
        return Solution(self.name, value, unit, states, time.perf_counter() - begun, extra=MappingProxyType(extra))

    @property
    def players(self) -> int:
        """The number of players, 1 if the options do not say it. Raises OptionError."""
        players = 1 if self.options.players is None else self.options.players
        if not 1 <= players <= MOST_PLAYERS:
            raise OptionError(f"a round with {players} players is impossible: give 1 to {MOST_PLAYERS}")
        return players

    def start(self, players: int = 0) -> RoundState | TileState | TargetState:
        players = self.with_options(players=players).players if players else self.players
        turn = self.rules.turn
        if isinstance(turn, TargetsTurn):
            return TargetState(self.rules, (0,) * players)
        return (RoundState if isinstance(turn, KeepingTurn) else TileState).start(self.rules, players)

    def read(self, noted: Noted) -> RoundStanding | TargetState:
        start, turn = self.start(len(noted.scores)), self.rules.turn
        if isinstance(turn, TargetsTurn) and OPEN in noted.scores:  # each has all throws one after the other
            noted.check("l", turn=True)
            place = turn.position(noted.turn, noted.number("l", len(turn.targets)))
            return RoundStanding(self.rules, noted.results, place)
        if isinstance(start, TargetState):
            noted.check("t")
            return replace(start, scores=noted.points, thrown=noted.number("t", 0))
        noted.check(*("kr" if isinstance(turn, KeepingTurn) else "o"), dice=True)
        place = turn.start
        if isinstance(turn, KeepingTurn):
            kept = read_dice(noted.marks.get("k", ""))
            place = self._keep_position(turn, kept, noted.dice, noted.number("r", 0) if "r" in noted.marks else None)
        elif isinstance(turn, TilesTurn) and "o" in noted.marks:
            place = turn.position(noted.numbers("o"))
        return replace(start, results=noted.results, place=place, dice=noted.dice)

    def decide(self, state: RoundStanding | TargetState) -> Decision:
        """Return the best choice of a turn, for points, or to win if others play."""
        self.check_going(state)
        if isinstance(state, TargetState):
            left = len(state.targets_left(state.player))
            return self.decide(RoundStanding(state.rules, (None,), (left, state.scores[state.player])))
        return decide_turn(state)

    def values(self) -> RoundEvaluator | TargetEvaluator:
        kind = TargetEvaluator if isinstance(self.rules.turn, TargetsTurn) else partial(RoundEvaluator, self.rules)
        return kind(self.players)

    def compare(self, names: Sequence[str] | None = None) -> Comparison:
        die = self.rules.die
        if self.options.players is not None:
            if self.options.players != 2:
                raise OptionError(
                    "strategies can be compared for one player or for two", do="give {players} 2, or leave it out"
                )
            pairs = rate_pairs(tuple(dict.fromkeys(names or (TO_WIN, *for_points(self.rules)))), self.rules, die)
            return win_comparison(self.name, pairs)
        if TO_WIN in (chosen := dict.fromkeys(names or for_points(self.rules))):
            raise OptionError("to win takes two players", do="give {players} 2")
        rows, lines = [], list[dict[str, Any]]()
        for name in chosen:
            rated = round_outcomes(name, self.rules, die)
            best = rated.chances[max(rated.chances, key=self.rules.worth)]
            lines.append({"strategy": name, "mean": rated.mean, "sd": rated.sd, "best_probability": best})
            rows.append((name, f"{rated.mean:.2f}", f"{rated.sd:.2f}", f"{100 * best:.2f} %"))
        headings = ("strategy", "mean", "sd", "best score")
        return Comparison(tuple(lines), f"What a turn of {self.name} scores", headings, tuple(rows))

    def views(self) -> Views:
        self.check_act("show")
        heading, die = f"{title(self.name)}: what a turn scores", self.rules.die
        return Views({"scores": lambda: score_lines(heading, "of 100 turns", *turn_scores(self.rules, die))})

    def text(self) -> Layout:
        self.check_act("show")
        return score_layout(self.rules, self.rules.die)

    def outcomes(self, strategy: str | None = None) -> TurnOutcomes:
        """Return the scores of a turn by a strategy for points, by default the best one. Raises SolverError."""
        if strategy == TO_WIN:
            raise OptionError("play to win depends on the others: choose optimal")
        return round_outcomes(strategy or OPTIMAL, self.rules, self.rules.die)

    @staticmethod
    def _keep_position(turn: KeepingTurn, kept: tuple[int, ...], dice: tuple[int, ...], later: int | None) -> Position:
        """Return the position of a turn with dice kept before, and `later` throws left."""
        if not all(1 <= value <= FACES for value in kept):
            raise PositionError(f"the kept dice {' '.join(map(str, kept))} are impossible: give values of 1 to {FACES}")
        if later is None:
            later = turn.most_throws - 1 if dice else turn.most_throws
        if later < 0:
            raise PositionError(f"{later} throws left are impossible: give 0 or more")
        return turn.position(kept, later + 1 if dice else later)


def own_round(path: Path) -> RoundGame:
    """Return the game that a TOML file with the engine round describes. Raises OptionError."""
    rules = read_round(path)
    return RoundGame(rules.name, rules)


GAMES: tuple[Game, ...] = tuple(RoundGame(name) for name in SHIPPED_ROUNDS)
