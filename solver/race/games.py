"""The games for two players as games to solve, to advise on, and to compare strategies in."""

import math
from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement, product
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar

from solver.action import HOLD, ROLL
from solver.decision import Decision
from solver.errors import DistributionError, OptionError, PositionError
from solver.game import WIN, Comparison, Game, Solution, TurnOutcomes, complete_position
from solver.goal import check_scores
from solver.last_round import read_last_round
from solver.layout import Layout, Views
from solver.options import DIE, GameOptions
from solver.race.evaluate import HOLD_AT
from solver.race.hog import MOST_DICE, HogState
from solver.race.hog_strategies import FORMS as HOG_FORMS
from solver.race.hog_strategies import hog_strategy
from solver.race.last_round import LastRoundPlayer, LastRoundValues, last_round_values, race_to_last
from solver.race.race_table import (
    HogTable,
    RaceTable,
    TwoPlayerTable,
    find_shipped,
    load_hog,
    load_race,
    load_table,
    ships,
    solve_hog,
    solve_table,
    verify,
)
from solver.race.rules import RACES, PigState, own_race
from solver.race.state import RaceState, TwoPlayerState
from solver.race.strategies import FORMS, OPTIMAL, race_strategy
from solver.throw_distribution import Chance, check_die, weighed_die

C = TypeVar("C", bound=Chance)

MOST_DICE_TRIED = 200
"""A throw of Hog may have this many dice in an experiment; a game allows thirty."""
SEATS = (1, 2)
THROWN = {"coin": frozenset({"die"}), "pigs": frozenset({"weights"})}
"""What chances are given of things that are no dice."""


class TwoPlayerGame(Game):
    """A game for two players, whose strategies can be compared."""

    unit = WIN
    position: tuple[str, ...] = ("me", "opponent")
    defaults: Mapping[str, int] = MappingProxyType({})

    def __init__(self, rules: type[TwoPlayerState]) -> None:
        self.name = rules.game
        self.takes = THROWN.get(rules.thing, DIE) | {"goal"}
        self.rules = rules

    @abstractmethod
    def solve(self, options: GameOptions) -> Solution: ...

    @abstractmethod
    def advise(self, options: GameOptions, **position: int) -> Decision: ...

    def table(self, options: GameOptions) -> TwoPlayerTable:
        self.refuse_last_round(options)
        return load_table(self.rules, self.goal(options), self.die(options))

    def verify(self, options: GameOptions) -> bool:
        if options != GameOptions() or not ships(self.rules):
            return False
        verify(find_shipped(self.rules))
        return True

    def compare(self, options: GameOptions, names: Sequence[str] | None = None) -> Comparison:
        from solver.race.evaluate import rate, win_comparison

        self.refuse_last_round(options)
        return win_comparison(self.name, rate(self.rules, names, self.goal(options), self.die(options)))

    def last_round(self, options: GameOptions) -> str:
        """Return the last round that the options give, as `solver.last_round` names it. Raises OptionError."""
        return read_last_round(options.last_round)

    def refuse_last_round(self, options: GameOptions) -> None:
        """Raise OptionError for a game with a last round."""
        if self.last_round(options):
            raise OptionError(
                f"a last round of {self.name} is solved, advised and played, and nothing else: "
                "leave out --last-round, or last-round in its file"
            )

    def goal(self, options: GameOptions) -> int:
        """Return the goal of the options or the usual one."""
        return self.rules.usual_goal if options.goal is None else options.goal

    def die(self, options: GameOptions) -> tuple[Chance, ...] | None:
        """Return the chances of the faces that the options give, None for the usual ones.

        Raises OptionError or DistributionError.
        """
        if options.weights is not None:
            return weighed_die(self._for_each_face(options.weights))
        chances = options.chances()
        counted = issubclass(self.rules, RaceState) and self.rules.form.points
        return check_die(self._for_each_face(chances)) if chances and counted else chances

    def _for_each_face(self, numbers: tuple[C, ...]) -> tuple[C, ...]:
        faces = self.rules.faces
        if len(numbers) != faces:
            raise DistributionError(f"{self.name} needs one number for each of {faces} faces, not {len(numbers)}")
        return numbers

    def _place(self, options: GameOptions, position: Mapping[str, int]) -> tuple[int, tuple[int, int], int]:
        """Return the goal, both scores and the points at risk, 0 without any. Raises PositionError."""
        place, goal = complete_position(self, position), self.rules.check_goal(self.goal(options))
        me, opponent, turn = place["me"], place["opponent"], place.get("turn", 0)
        check_scores(goal, me, opponent)
        if turn < 0:
            raise PositionError(f"a turn total of {turn} is outside the game: give points from 0 up")
        return goal, (me, opponent), turn


class Race(TwoPlayerGame):
    """A race, in which a player rolls on or holds."""

    strategies = FORMS

    position = ("me", "opponent", "turn", "seat")
    defaults: Mapping[str, int] = MappingProxyType({"turn": 0, "seat": 1})

    def __init__(self, rules: type[RaceState]) -> None:
        super().__init__(rules)
        self.takes |= {"last_round"}
        self.race = rules
        self.turns = f"--hold N (default {HOLD_AT})" if rules is PigState else ""

    def last_round(self, options: GameOptions) -> str:
        given = options.last_round
        return self.race.form.last_round if given is None else read_last_round(given)

    def count_edges(self, options: GameOptions) -> int:
        """Return two actions and all falls for each pair of scores and each turn total, in steps of the points."""
        form = self.race.form
        throws = [*combinations_with_replacement(range(1, form.sides + 1), form.dice)]
        goal = -(-self.goal(options) // (math.gcd(*(form.judge(throw)[1] for throw in throws)) or 1))
        return goal * goal * (goal + 1) // 2 * (2 + len(throws))

    def solve(self, options: GameOptions) -> Solution:
        """Solve the race afresh; where scores can be ruined, `extra` holds the contraction and the error bound."""
        if last_round := self.last_round(options):
            from solver.race.last_round_exact import solve_last

            race = race_to_last(self.race, self.goal(options), self.die(options), last_round)
            last = LastRoundValues(race, *solve_last(race))
            return Solution(self.name, last.value, self.unit, last.states, last.seconds)
        solved = solve_table(self.race, self.goal(options), self.die(options))
        extra: dict[str, Any] = {}
        if solved.contraction:
            extra = {"contraction": solved.contraction, "error_bound": solved.bound}
        found = solved.value, self.unit, solved.states, solved.seconds, solved.policy_sha256
        return Solution(self.name, *found, MappingProxyType(extra))

    def advise(self, options: GameOptions, **position: int) -> Decision:
        """Return the best action with `me` points against `opponent` and `turn` at risk.

        With a last round `opponent` may have reached the goal, and `seat` says whether the first player or the second
        acts. The options always hold both values. With nothing at risk, the value of holding is that of passing without
        a throw, which the rules do not allow.
        """
        die = self.die(options)
        if last_round := self.last_round(options):
            values = last_round_values(self.race, self.goal(options), die, last_round)
            return LastRoundPlayer(OPTIMAL, values).decide(self._last_state(values.goal, last_round, position))
        goal, scores, turn = self._place(options, position)
        return race_strategy(OPTIMAL, self.race, goal, die).decide(self.race(goal, scores, 0, turn))

    def _last_state(self, goal: int, last_round: str, position: Mapping[str, int]) -> RaceState:
        place = complete_position(self, position)
        me, opponent, turn, seat = (place[name] for name in self.position)
        if seat not in SEATS:
            raise PositionError(f"there is no seat {seat}: give 1 or 2")
        scores = (me, opponent) if seat == 1 else (opponent, me)
        state = self.race(goal, scores, seat - 1, turn, last_round=last_round)
        if state.over or me >= goal:
            raise PositionError(f"at {me} : {opponent} the game is over: give scores before its end")
        return state

    def fractions(self, options: GameOptions, /, **position: int) -> dict[str, Fraction | None]:
        """Return what each action is worth as a fraction, None where it is long, in a position that `advise` takes.

        Raises OptionError where chances are no fractions or scores can be ruined.
        """
        from solver.race.turn_values import RaceFractions

        place = complete_position(self, position)
        values = RaceFractions(self._raced(options))
        roll, hold = values.roll_and_hold(place["me"], place["opponent"], place["turn"])
        return {str(ROLL): roll, str(HOLD): hold}

    def views(self, options: GameOptions) -> Views:
        from solver.race.views import race_views

        return race_views(self._raced(options))

    def text(self, options: GameOptions) -> Layout:
        from solver.race.views import hold_layout

        return hold_layout(self._raced(options))

    def lines(self, options: GameOptions, me: int, opponent: int) -> Iterator[str]:
        from solver.race.views import line

        yield line(self._raced(options), me, opponent)

    def all_lines(self, options: GameOptions) -> Iterator[str]:
        from solver.race.views import line

        table = self._raced(options)
        return (line(table, me, opponent) for me, opponent in product(range(table.goal), repeat=2))

    def outcomes(
        self, die: tuple[Chance, ...] | None, strategy: str | None = None, hold: int | None = None
    ) -> TurnOutcomes:
        """Return the scores of a turn of Pig that is held at a total, 20 without one. Raises SolverError."""
        from solver.race.evaluate import hold_outcomes

        if self.name != PigState.game:
            return super().outcomes(die, strategy, hold)
        if strategy is not None:
            raise OptionError("in Pig a turn is held at a total: leave out --strategy, or give --hold N")
        return hold_outcomes(HOLD_AT if hold is None else hold, die)

    def _raced(self, options: GameOptions) -> RaceTable:
        self.refuse_last_round(options)
        return load_race(self.race, self.goal(options), self.die(options))


class Hog(TwoPlayerGame):
    """Hog: a player chooses how many dice to throw."""

    strategies = HOG_FORMS

    def count_edges(self, options: GameOptions) -> int:
        return int(self.goal(options) * MOST_DICE) ** 2

    def solve(self, options: GameOptions) -> Solution:
        return self._solution(solve_hog(self.goal(options), self.die(options)))

    def most_cap(self, _options: GameOptions, /) -> int:
        return MOST_DICE_TRIED

    def solve_capped(self, options: GameOptions, cap: int) -> Solution:
        """Solve Hog with that many dice at most. Raises OptionError or DistributionError."""
        return self._solution(solve_hog(self.goal(options), self.die(options), cap), cap=cap)

    def _solution(self, solved: HogTable, **extra: int) -> Solution:
        found = solved.value, self.unit, solved.states, solved.seconds
        return Solution(self.name, *found, extra=MappingProxyType(extra))

    def advise(self, options: GameOptions, **position: int) -> Decision:
        """Return how many dice to throw with `me` points against `opponent`; options value every number of dice."""
        die = self.die(options)
        goal, scores, _ = self._place(options, position)
        return hog_strategy(OPTIMAL, goal, die).decide(HogState(goal, scores))

    def views(self, options: GameOptions) -> Views:
        from solver.race.views import hog_views

        return hog_views(load_hog(self.goal(options), self.die(options)))

    def text(self, options: GameOptions) -> Layout:
        from solver.race.views import dice_layout

        return dice_layout(load_hog(self.goal(options), self.die(options)))


def own_race_game(path: Path) -> Race:
    """Return the game that a TOML file with the engine race describes. Raises OptionError."""
    return Race(own_race(path))


RACE_GAMES: tuple[Game, ...] = (*(Race(rules) for rules in RACES.values()), Hog(HogState))
