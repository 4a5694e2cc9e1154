"""The keep-and-throw games as games to solve, to advise on and to show."""

import math
import time
from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path
from types import MappingProxyType

import numpy as np

from solver.decision import Decision
from solver.errors import DistributionError, OptionError, PositionError
from solver.game import WIN, Comparison, Game, Solution, TurnOutcomes
from solver.keep_and_throw.crowd import MOST_PLAYERS, CrowdTable, check_crowd, crowd_table
from solver.keep_and_throw.keep_table import TIE, KeepTable, fair_laws, load_keep, solve_keep, turn_values
from solver.keep_and_throw.player import KeepEvaluator, decide
from solver.keep_and_throw.rules import SHIPPED_RULES, KeepRules, find_rules
from solver.keep_and_throw.state import KeepState
from solver.keep_and_throw.strategies import FORMS, GREEDY, OPTIMAL, aside_outcomes, rate_keep, tell_card
from solver.layout import Layout, Panel, Views, mask, title
from solver.notation import Noted
from solver.race.evaluate import win_comparison
from solver.rule_card import RuleCard, ToldCard
from solver.throw_distribution import FACES, Chance, Laws, check_die

SEATS = 2
COLUMNS = 10
"""A table in text has this many scores of each player."""


class KeepGame(Game):
    """A game in which players set scoring dice aside: with the given rules, or the shipped rules of this name."""

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
        """How many dice a photograph shows at most, 0 if a player's dice differ, because it cannot tell them apart."""
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
        """Return the chances of all seats in a game of this many players."""
        begun, state = time.perf_counter(), self.start(players)
        seats = KeepEvaluator(CrowdTable(self.rules, self.laws)).worth(state)
        extra = {"goal": self.rules.goal, "players": players, "seats": list(seats)}
        unit, seconds = f"{WIN}, approximate", time.perf_counter() - begun
        states = players * self.rules.goal // self.rules.step
        return Solution(self.name, seats[0], unit, states, seconds, extra=MappingProxyType(extra))

    def start(self, players: int = 0) -> KeepState:
        players = players or self.options.players or SEATS
        if not SEATS <= players <= MOST_PLAYERS:
            raise OptionError(f"{self.name} is for {SEATS} to {MOST_PLAYERS} players: give that many scores")
        if players > SEATS:
            check_crowd(self.rules, self.laws)
        return KeepState(self.rules, (0,) * players, blanks=(0,) * players)

    def read(self, noted: Noted) -> KeepState:
        noted.check("b", "n", dice=True, turn=True)
        scores, start = noted.points, self.start(len(noted.scores))
        blanks = noted.numbers("b", ":") or start.blanks
        if len(blanks) != len(noted.scores):
            raise PositionError(f"b is for {len(noted.scores)} players: give that many numbers with colons between")
        return KeepState(start.rules, scores, noted.player, noted.turn, noted.dice, blanks, noted.numbers("n"))

    def decide(self, state: KeepState) -> Decision:
        """Return the best choice, approximately for three and more players."""
        self.check_going(state)
        if len(state.scores) == SEATS:
            return decide(load_keep(state.rules, self.laws, self.options.cache), state)
        return decide(crowd_table(state.rules, self.laws), state)

    def values(self) -> KeepEvaluator:
        return KeepEvaluator(self.table())

    def table(self) -> KeepTable:
        if self.options.solo:
            raise OptionError("there is no table for one player", do="leave out {solo}")
        return load_keep(self.rules, self.laws, self.options.cache)

    def _load_shown(self) -> KeepTable:
        self.check_act("show")
        return self.table()

    def lines(self, me: int, opponent: int) -> Iterator[str]:
        return hold_lines(self._load_shown(), me, opponent)

    def views(self) -> Views:
        return Views({"hold": self.text, "win": lambda: _win_layout(self._load_shown())}, self.rules.goal)

    def text(self) -> Layout:
        return hold_layout(self._load_shown())

    def compare(self, names: Sequence[str] | None = None) -> Comparison:
        if self.rules.penalty:
            raise OptionError("strategies can be compared only without a penalty", do="give {penalty}=0")
        if self.rules.last_round:
            raise OptionError("strategies can be compared only without a last round", do="leave out {last_round}")
        return win_comparison(self.name, rate_keep(self.table(), names))

    def outcomes(self, strategy: str | None = None) -> TurnOutcomes:
        """Return the scores of a turn far from the goal by a strategy, by default greedy. Raises SolverError."""
        return aside_outcomes(self.rules, self.laws[0], strategy or GREEDY)

    def tell_card(self, card: RuleCard) -> ToldCard:
        return tell_card(card, self.rules.goal)

    def count_edges(self) -> int:
        """Return six for each pair of scores and each first throw: the fewest counted in games to small goals."""
        rules = self.rules
        return 6 * (rules.goal // rules.step) ** 2 * math.comb(rules.dice + FACES - 1, rules.dice)

    @property
    def rules(self) -> KeepRules:
        """The rules that the options ask for. Raises OptionError."""
        chosen = self.options
        return self.bare_rules.change(chosen.goal, chosen.opening, chosen.penalty, chosen.last_round)

    @property
    def laws(self) -> tuple[Laws, Laws]:
        """The chances of the dice of both seats. Raises DistributionError."""
        rules, options = self.bare_rules, self.options
        every = fair_laws(rules) if options.die is None else (self._law(options.die),) * rules.dice
        given = options.dice_of or {}
        if odd := sorted(given.keys() - {1, 2}):
            raise OptionError(f"there is no seat {odd[0]}: give dice to seat 1 or 2")
        sides = [given.get(seat, every) for seat in (1, 2)]
        for side in sides:
            if len(side) != rules.dice:
                raise DistributionError(f"{len(side)} dice are given: {self.name} needs {rules.dice}")
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


def hold_totals(table: KeepTable, scores: tuple[int, int]) -> tuple[int | None, ...]:
    """Return for each hand of dice left the lowest turn total in points at which holding is best, None if it never is.

    `scores` are those of the player and of the other. Above that total throwing may be best again.
    Raises PositionError for scores outside the game.
    """
    step = table.rules.step
    for score in scores:
        if not 0 <= score < table.rules.goal or score % step:
            raise PositionError(f"a score of {score} lies outside the game: give a multiple of {step} below the goal")
    me, opponent = (score // step for score in scores)
    value = turn_values(table, 0, (me, opponent))[: table.steps - me]
    holds = table.hold_values(0, (me, opponent), rows=len(value))
    best = (holds[:, None] >= 0.0) & (value - holds[:, None] <= TIE) & ~table.hands(0).throws.forced
    best[0] = False  # nobody holds nothing
    return tuple(int(np.argmax(column)) * step if column.any() else None for column in best.T)


def hold_lines(table: KeepTable, me: int, opponent: int) -> Iterator[str]:
    """Yield in a line for each number of dice left at which turn total one holds, at these scores."""
    _check_alike(table)
    for left, total in enumerate(hold_totals(table, (me, opponent)), 1):
        yield f"{me} {opponent} {_tell_left(left)} left: {'throw' if total is None else f'hold from {total}'}"


def hold_layout(table: KeepTable) -> Layout:
    """Return for each number of dice left at which turn total one holds, by ten own scores and ten of the other."""
    _check_alike(table)
    goal, step, dice = table.rules.goal, table.rules.step, table.rules.dice
    scores = sorted({round(goal * part / COLUMNS / step) * step for part in range(COLUMNS)} - {goal})
    found = np.array([[[total or 0 for total in hold_totals(table, (me, other))] for other in scores] for me in scores])
    wide = max(len(str(goal)), len("own"))
    return Layout(
        f"{_title(table)}: hold from this turn total on",
        "turn total",
        tuple(
            Panel(mask(found[:, :, left], found[:, :, left] == 0), scores, scores, f"{_tell_left(left + 1)} left")
            for left in range(dice)
        ),
        hidden="hold only to win",
        logarithmic=True,
        corner="own",
        label=f">{wide}",
        wide=wide + 1,
        caption=": hold from this turn total on, by own and other score",
        key="At - you throw on, whatever the turn has brought.",
    )


def _win_layout(table: KeepTable) -> Layout:
    scores = range(0, table.rules.goal, table.rules.step)
    heading = f"{_title(table)}: chance to win at the start of a turn"
    return Layout(heading, "chance to win", (Panel(table.start[0][0, 0], scores, scores),))


def _tell_left(dice: int) -> str:
    return "1 die" if dice == 1 else f"{dice} dice"


def _title(table: KeepTable) -> str:
    return f"{title(table.rules.name)} to {table.rules.goal:,}"


def _check_alike(table: KeepTable) -> None:
    """Raise OptionError for players whose dice differ, so that it matters which of them are left."""
    if len({law for side in table.laws for law in side}) > 1:
        raise OptionError("where to hold is shown for dice that are all alike", do="leave out {dice_of}")
