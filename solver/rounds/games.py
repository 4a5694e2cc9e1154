"""The games of one round as games to solve and to advise on."""

import time
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from solver.errors import DistributionError, OptionError, PositionError
from solver.game import WIN, Comparison, Game, Solution, TurnOutcomes, complete_position, single_dice
from solver.layout import Layout, Views, score_lines, title
from solver.options import GameOptions
from solver.race.evaluate import win_comparison
from solver.rounds.rules import RoundRules, find_round, read_round, shipped_rounds
from solver.rounds.turns import KeepingTurn, Position, TargetsTurn, TilesTurn
from solver.throw_distribution import FACES, Chance, check_die

if TYPE_CHECKING:
    from solver.decision import Decision
    from solver.rounds.round_player import Rivalry

OTHERS = ("rival", "sharing", "after")


class RoundGame(Game):
    """A game in which each player has one turn: by the given rules, or those that ship under this name."""

    unit = "points"
    takes = frozenset({"die", "players"})
    strategies = turns = "optimal, greedy, …"

    def __init__(self, name: str, rules: RoundRules | None = None) -> None:
        self.name = name
        self._given = rules

    @cached_property
    def rules(self) -> RoundRules:
        return find_round(self.name) if self._given is None else self._given

    @cached_property
    def position(self) -> tuple[str, ...]:  # type: ignore[override]  # nobody writes it
        """What describes a position: a turn, and the others of the round."""
        return (*_placed(self.rules), *OTHERS)

    @cached_property
    def defaults(self) -> Mapping[str, Any]:  # type: ignore[override]  # nobody writes it
        """What may be left out: all of it, since a turn has a beginning."""
        usual = {"dice": (), "kept": (), "tiles": None, "rolls_left": None, "me": 0, "left": None}
        turn = {name: usual[name] for name in _placed(self.rules)}
        return MappingProxyType(turn | {"rival": None, "sharing": 1, "after": 0})

    def solve(self, options: GameOptions) -> Solution:
        """Solve the game afresh: the best points of a turn on average, or with `players` the first one's chance to win.

        `extra` holds the standard deviation and the chances of all scores, or the chances of all seats. Raises
        OptionError or DistributionError.
        """
        from solver.rounds.players import rivals_of, win_chances
        from solver.rounds.rating import OPTIMAL, rate_turn, round_outcomes
        from solver.rounds.turn_graph import turn_graph

        rules, die = self.rules, self.die(options)
        players = None if options.players is None else round_players(options)
        turn_graph.cache_clear()
        rivals_of.cache_clear()
        begun = time.perf_counter()
        graph = turn_graph(rules, die)
        if players is None:
            rated = rate_turn(OPTIMAL, rules, die)
            extra: dict[str, Any] = {"sd": rated.sd, "distribution": round_outcomes(OPTIMAL, rules, die).chances}
            value, unit, states = rated.mean, self.unit, graph.states
        else:
            seats, aims = win_chances(rules, die, players)
            extra = {"players": players, "seats": list(seats)}
            value, unit, states = seats[0], WIN, aims * graph.states
        return Solution(self.name, value, unit, states, time.perf_counter() - begun, extra=MappingProxyType(extra))

    def advise(self, options: GameOptions, **position: Any) -> "Decision":
        """Return the best choice of a turn, for points, or to win where others are given.

        `dice` were just thrown, none before a throw; `kept` are dice kept before, `rolls_left` throws after this one;
        `tiles` are open; `me` points so far and `left` targets. `rival` is the best score of the others so far, which
        `sharing` of them have, and `after` of them throw later. Raises SolverError.
        """
        from solver.rounds.round_player import decide_turn
        from solver.rounds.state import RoundStanding, RoundState, TileState

        if options.players is not None:
            raise OptionError("advice takes the others as --rival, --sharing and --after: leave out --players")
        place = complete_position(self, position)
        dice, turn = tuple(place.get("dice", ())), self.rules.turn
        kinds = {KeepingTurn: RoundState, TilesTurn: TileState}
        state = kinds.get(type(turn), RoundStanding)(self.rules, (None,), self._stands(place, dice), dice)
        return decide_turn(state, _others(position, place), self.die(options))

    def dice_place(self, _options: GameOptions, given: Mapping[str, Any], /) -> dict[str, Any]:
        return {name: single_dice(given[name]) for name in ("dice", "kept", "tiles") if name in given}

    def compare(self, options: GameOptions, names: Sequence[str] | None = None) -> Comparison:
        from solver.rounds.rating import WIN as TO_WIN
        from solver.rounds.rating import for_points, rate_pairs, rate_turn

        die = self.die(options)
        if options.players is not None:
            if options.players != 2:
                raise OptionError(
                    "strategies are compared for one player or for two: give --players 2, or leave it out"
                )
            pairs = rate_pairs(tuple(dict.fromkeys(names or (TO_WIN, *for_points(self.rules)))), self.rules, die)
            return win_comparison(self.name, pairs)
        ratings = [rate_turn(name, self.rules, die) for name in dict.fromkeys(names or for_points(self.rules))]
        rows = tuple((one.strategy, f"{one.mean:.4f}", f"{one.sd:.4f}", f"{100 * one.best:.4f} %") for one in ratings)
        lines = tuple(one.to_json() for one in ratings)
        return Comparison(lines, f"What a turn of {self.name} scores", ("strategy", "mean", "sd", "best score"), rows)

    def views(self, options: GameOptions) -> Views:
        from solver.rounds.rating import turn_scores

        self._check_one_turn(options)
        heading, die = f"{title(self.name)}: what a turn scores", self.die(options)
        return Views({"scores": lambda: score_lines(heading, "of 100 turns", *turn_scores(self.rules, die))})

    def text(self, options: GameOptions) -> Layout:
        from solver.rounds.rating import score_layout

        self._check_one_turn(options)
        return score_layout(self.rules, self.die(options))

    def _check_one_turn(self, options: GameOptions) -> None:
        if options.players not in {None, 2}:
            raise OptionError("what is shown is a single turn and two players: leave out --players")

    def outcomes(
        self, die: tuple[Chance, ...] | None, strategy: str | None = None, hold: int | None = None
    ) -> TurnOutcomes:
        """Return the scores of a turn by a strategy for points, the best without one. Raises SolverError."""
        from solver.rounds.rating import OPTIMAL, round_outcomes
        from solver.rounds.rating import WIN as TO_WIN

        if hold is not None:
            raise OptionError(
                "a turn of one round is played by a strategy: leave out --hold, or give --strategy greedy"
            )
        if strategy == TO_WIN:
            raise OptionError("what wins depends on the others: give --strategy optimal, or leave it out")
        return round_outcomes(strategy or OPTIMAL, self.rules, self.die(GameOptions(die=die)))

    def die(self, options: GameOptions) -> tuple[Chance, ...]:
        """Return the chances of the faces. Raises DistributionError."""
        if options.die is None:
            return self.rules.die
        if len(options.die) != FACES:
            raise DistributionError(
                f"a die with {len(options.die)} faces does not fit {self.name}: give {FACES} numbers"
            )
        return check_die(options.die)

    def _stands(self, place: Mapping[str, Any], dice: tuple[int, ...]) -> Position:
        turn = self.rules.turn
        if isinstance(turn, TilesTurn):
            return turn.start if place["tiles"] is None else turn.position(tuple(place["tiles"]))
        if isinstance(turn, TargetsTurn):
            return turn.position(place["me"], len(turn.targets) if place["left"] is None else place["left"])
        kept, later = tuple(place["kept"]), place.get("rolls_left")
        if not all(1 <= value <= FACES for value in kept):
            raise PositionError(f"the kept dice {' '.join(map(str, kept))} are impossible: give values of 1 to {FACES}")
        if later is None:
            later = turn.most_throws - 1 if dice else turn.most_throws
        if later < 0:
            raise PositionError(f"{later} throws left are impossible: give 0 or more")
        return turn.position(kept, later + 1 if dice else later)


def _placed(rules: RoundRules) -> tuple[str, ...]:
    if isinstance(rules.turn, TargetsTurn):
        return ("me", "left")
    if isinstance(rules.turn, KeepingTurn):
        return ("dice", "kept", *(("rolls_left",) if rules.turn.counts_throws else ()))
    return ("dice", "tiles")


def _others(given: Mapping[str, Any], place: Mapping[str, Any]) -> "Rivalry | None":
    """Return the others of a round, None if nothing of them is given."""
    from solver.rounds.round_player import Rivalry

    if not given.keys() & set(OTHERS):
        return None
    if place["rival"] is None and "sharing" in given:
        raise PositionError("players share the best score of the others: give --rival too")
    return Rivalry(place["rival"], place["sharing"], place["after"])


def round_players(options: GameOptions) -> int:
    """Return how many play. Raises OptionError."""
    from solver.rounds.players import MOST_PLAYERS

    if options.players is None or not 1 <= options.players <= MOST_PLAYERS:
        raise OptionError(f"a round of {options.players} players is impossible: give 1 to {MOST_PLAYERS}")
    return options.players


def own_round(path: Path) -> RoundGame:
    """Return the game that a TOML file with the engine round describes. Raises OptionError."""
    rules = read_round(path)
    return RoundGame(rules.name, rules)


ROUND_GAMES: tuple[Game, ...] = tuple(RoundGame(name) for name in shipped_rounds())
