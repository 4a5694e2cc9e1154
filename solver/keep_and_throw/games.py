"""The keep-and-throw games as games to solve and to advise on."""

import math
import time
from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path
from types import MappingProxyType

from solver.decision import Decision
from solver.errors import DistributionError, OptionError, PositionError
from solver.game import WIN, Comparison, Game, Solution, TurnOutcomes
from solver.keep_and_throw.crowd import MOST_PLAYERS, CrowdTable, check_crowd, crowd_table
from solver.keep_and_throw.keep_table import KeepTable, fair_laws, load_keep, solve_keep
from solver.keep_and_throw.player import KeepEvaluator, decide
from solver.keep_and_throw.rules import SHIPPED_RULES, KeepRules, find_rules
from solver.keep_and_throw.state import KeepState
from solver.keep_and_throw.strategies import FORMS, GREEDY, OPTIMAL, aside_outcomes, rate_keep, tell_card
from solver.layout import Layout, Views
from solver.notation import Noted
from solver.race.evaluate import win_comparison
from solver.rule_card import RuleCard, ToldCard
from solver.throw_distribution import FACES, Chance, Laws, check_die

SEATS = 2


class KeepGame(Game):
    """A game in which dice that score are set aside: by the given rules, or those that ship under this name."""

    unit = WIN
    sets_aside = True
    takes = frozenset({"goal", "opening", "penalty", "last_round", "die", "dice_of", "solo", "players", "cache"})
    limited = MappingProxyType(
        {
            "solo": frozenset({"solve"}),
            "players": frozenset({"solve", "rate", "rate --simulate"}),
            "dice_of": frozenset({"solve", "advise", "rate", "rate --simulate", "play"}),
            "last_round": frozenset({"solve", "advise", "show", "learn", "rate --simulate", "play"}),
        }
    )
    strategies = FORMS
    turns = f"{FORMS.removeprefix(f'{OPTIMAL}, ')} (default {GREEDY})"

    def __init__(self, name: str, rules: KeepRules | None = None) -> None:
        self.name = name
        self._given = rules

    @property
    def seen(self) -> int:  # type: ignore[override]  # nobody writes it
        """How many dice a photograph shows at most, 0 where the dice of a player differ and cannot be told apart."""
        return self.bare_rules.dice if all(len(set(side)) == 1 for side in self.laws) else 0

    @cached_property
    def bare_rules(self) -> KeepRules:
        return find_rules(self.name) if self._given is None else self._given

    def solve(self) -> Solution:
        """Solve the game afresh. With `solo`, `extra` holds the most points of a turn, and the value is in turns.

        Raises OptionError, DistributionError, SolverError or MissingNumbaError.
        """
        from solver.keep_and_throw.exact import fewest_expected_turns
        from solver.keep_and_throw.hands import most_turn_points

        rules, laws = self.rules, self.laws
        if self.options.solo:
            turns, points = fewest_expected_turns(rules, laws[0]), most_turn_points(rules, laws[0])
            extra = {"turn_points": float(points.values[0, -1]), "turns": float(turns.values[0])}
            seconds = turns.seconds + points.seconds
            return Solution(
                self.name, extra["turns"], "turns to the goal", turns.states, seconds, extra=MappingProxyType(extra)
            )
        if (players := len(self.start().scores)) > SEATS:
            return self._approximate(players)
        table = solve_keep(rules, laws)
        extra = {"goal": rules.goal}
        return Solution(self.name, table.value, self.unit, table.states, table.seconds, extra=MappingProxyType(extra))

    def _approximate(self, players: int) -> Solution:
        """Return the chances of all seats in a game of so many."""
        begun, state = time.perf_counter(), self.start(players)
        seats = KeepEvaluator(CrowdTable(self.rules, self.laws)).worth(state)
        extra = {"goal": self.rules.goal, "players": players, "seats": list(seats)}
        unit, seconds = f"{WIN}, approximate", time.perf_counter() - begun
        states = players * self.rules.goal // self.rules.step
        return Solution(self.name, seats[0], unit, states, seconds, extra=MappingProxyType(extra))

    def start(self, players: int = 0) -> KeepState:
        players = players or self.options.players or SEATS
        if not SEATS <= players <= MOST_PLAYERS:
            raise OptionError(f"{self.name} is for {SEATS} to {MOST_PLAYERS} players: give as many")
        if players > SEATS:
            check_crowd(self.rules, self.laws)
        return KeepState(self.rules, (0,) * players, blanks=(0,) * players)

    def read(self, noted: Noted) -> KeepState:
        noted.check("b", "n", dice=True, turn=True)
        scores, start = noted.points, self.start(len(noted.scores))
        blanks = noted.numbers("b", ":") or start.blanks
        if len(blanks) != len(noted.scores):
            raise PositionError(f"b is for {len(noted.scores)} players: give so many numbers with colons between")
        return KeepState(start.rules, scores, noted.player, noted.turn, noted.dice, blanks, noted.numbers("n"))

    def decide(self, state: KeepState) -> Decision:
        """Return the best choice, which is approximate for three and more."""
        self.check_going(state)
        if len(state.scores) == SEATS:
            return decide(load_keep(state.rules, self.laws, self.options.cache), state)
        return decide(crowd_table(state.rules, self.laws), state)

    def values(self) -> KeepEvaluator:
        return KeepEvaluator(self.table())

    def table(self) -> KeepTable:
        if self.options.solo:
            raise OptionError("one player has no table", do="leave out {solo}")
        return load_keep(self.rules, self.laws, self.options.cache)

    def _shown(self) -> KeepTable:
        self.check_act("show")
        return self.table()

    def lines(self, me: int, opponent: int) -> Iterator[str]:
        from solver.keep_and_throw.views import hold_lines

        return hold_lines(self._shown(), me, opponent)

    def views(self) -> Views:
        from solver.keep_and_throw.views import keep_views

        return keep_views(self._shown())

    def text(self) -> Layout:
        from solver.keep_and_throw.views import hold_layout

        return hold_layout(self._shown())

    def compare(self, names: Sequence[str] | None = None) -> Comparison:
        if self.rules.penalty:
            raise OptionError("strategies are compared without a penalty", do="give {penalty} 0")
        if self.rules.last_round:
            raise OptionError("strategies are compared without a last round", do="leave out {last_round}")
        return win_comparison(self.name, rate_keep(self.table(), names))

    def outcomes(self, strategy: str | None = None) -> TurnOutcomes:
        """Return the scores of a turn far from the goal by a strategy, greedy without one. Raises SolverError."""
        return aside_outcomes(self.rules, self.laws[0], strategy or GREEDY)

    def tell_card(self, card: RuleCard) -> ToldCard:
        return tell_card(card, self.rules.goal)

    def count_edges(self) -> int:
        """Return six for each pair of scores and each first throw, the fewest that were counted of small goals."""
        rules = self.rules
        return 6 * (rules.goal // rules.step) ** 2 * math.comb(rules.dice + FACES - 1, rules.dice)

    @property
    def rules(self) -> KeepRules:
        """The rules that the options ask for. Raises OptionError."""
        chosen = self.options
        return self.bare_rules.changed(chosen.goal, chosen.opening, chosen.penalty, chosen.last_round)

    @property
    def laws(self) -> tuple[Laws, Laws]:
        """The laws of the dice of both seats. Raises DistributionError."""
        rules, options = self.bare_rules, self.options
        every = fair_laws(rules) if options.die is None else (self._law(options.die),) * rules.dice
        given = options.dice_of or {}
        if odd := sorted(given.keys() - {1, 2}):
            raise OptionError(f"there is no seat {odd[0]}: give dice to seat 1 or 2")
        sides = [given.get(seat, every) for seat in (1, 2)]
        for side in sides:
            if len(side) != rules.dice:
                raise DistributionError(f"{len(side)} dice are given: {self.name} is played with {rules.dice}")
        first, second = (tuple(self._law(law) for law in side) for side in sides)
        return first, second

    @staticmethod
    def _law(law: tuple[Chance, ...]) -> tuple[Chance, ...]:
        if len(law) != FACES:
            raise DistributionError(f"a die with {len(law)} faces does not fit these games: give {FACES} numbers")
        return check_die(law)


def own_keep_game(path: Path) -> KeepGame:
    """Return the game that a TOML file with the engine keep-and-throw describes. Raises OptionError."""
    from solver.keep_and_throw.rules import read_rules

    rules = read_rules(path)
    return KeepGame(rules.name, rules)


GAMES: tuple[Game, ...] = tuple(KeepGame(name) for name in SHIPPED_RULES)
