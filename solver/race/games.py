"""The games for two players as games to solve, to advise on, to compare strategies in, and to show."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations_with_replacement, pairwise
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from solver.action import HOLD, ROLL
from solver.decision import Decision
from solver.errors import DistributionError, OptionError
from solver.game import DIE, WIN, Comparison, Game, Solution, TurnOutcomes
from solver.goal import MOST_WRITTEN_OUT, check_scores
from solver.last_round import read_last_round
from solver.layout import TENTHS, Body, Layout, Panel, Views, mask, title
from solver.notation import Noted
from solver.race.evaluate import HOLD_AT
from solver.race.evaluator import RaceEvaluator
from solver.race.hog import MOST_DICE, HogState
from solver.race.hog_strategies import FORMS as HOG_FORMS
from solver.race.hog_strategies import HogValues, hog_values
from solver.race.last_round import LastRoundValues, last_round_values, race_to_last
from solver.race.race_table import RaceTable, load_race, solve_table
from solver.race.rules import RACES, PigState, own_race
from solver.race.shape import tell_ends, tell_risks
from solver.race.state import RaceState, TwoPlayerState
from solver.race.strategies import FORMS, tell_card
from solver.race.strategies import HOLD_AT as HELD
from solver.rule_card import RuleCard, ToldCard
from solver.throw_distribution import Chance, check_die, weigh_die

C = TypeVar("C", bound=Chance)

THROWN = {"coin": frozenset({"die"}), "pigs": frozenset({"weights"})}
"""The chances that describe things other than dice."""


class TwoPlayerGame(Game):
    """A game for two players, whose strategies can be compared."""

    unit = WIN
    rules: type[TwoPlayerState]

    def __init__(self, rules: type[TwoPlayerState]) -> None:
        self.name = rules.game
        self.takes = THROWN.get(rules.thing, DIE) | {"goal"}
        self.rules, self.faces = rules, rules.faces

    def compare(self, names: Sequence[str] | None = None) -> Comparison:
        from solver.race.evaluate import rate, win_comparison

        self.check_act("rate")
        game = self.rules if issubclass(self.rules, RaceState) else self.name
        return win_comparison(self.name, rate(game, names, self.goal, self.die))

    @property
    def goal(self) -> int:
        """The goal of the options or the usual one."""
        return self.rules.usual_goal if self.options.goal is None else self.options.goal

    @property
    def die(self) -> tuple[Chance, ...] | None:
        """The chances of the faces that the options give, None for the usual ones.

        Raises OptionError or DistributionError.
        """
        if self.options.weights is not None:
            return weigh_die(self._for_each_face(self.options.weights))
        chances = self.options.chances()
        counted = issubclass(self.rules, RaceState) and self.rules.form.points
        return check_die(self._for_each_face(chances)) if chances and counted else chances

    def _for_each_face(self, numbers: tuple[C, ...]) -> tuple[C, ...]:
        faces = self.rules.faces
        if len(numbers) != faces:
            raise DistributionError(f"{self.name} needs one number for each of {faces} faces, not {len(numbers)}")
        return numbers


class Race(TwoPlayerGame):
    """A race, in which a player rolls on or holds."""

    strategies = FORMS
    limited = MappingProxyType({"last_round": frozenset({"solve", "advise", "play"})})

    def __init__(self, rules: type[RaceState]) -> None:
        super().__init__(rules)
        self.takes |= {"last_round"}
        self.race = rules
        self.seen = 0 if rules.thing == "pigs" else rules.dice

    @property
    def last_round(self) -> str:
        """The last round, as `solver.last_round` names it. Raises OptionError."""
        given = self.options.last_round
        return self.race.form.last_round if given is None else read_last_round(given)

    def check_act(self, act: str) -> None:
        if self.last_round and act not in self.limited["last_round"]:
            raise OptionError(
                f"{self.name} with a last round can only be solved, advised and played",
                do="leave out {last_round}, or last-round in its file",
            )

    def count_edges(self) -> int:
        """Return two actions and all outcomes for each pair of scores and each turn total, in steps of points."""
        form = self.race.form
        throws = [*combinations_with_replacement(range(1, form.sides + 1), form.dice)]
        goal = -(-self.goal // (math.gcd(*(form.judge(throw)[1] for throw in throws)) or 1))
        return goal * goal * (goal + 1) // 2 * (2 + len(throws))

    def solve(self) -> Solution:
        """Solve the race afresh; `extra` holds the shape of its policy in words, unless it is too large to write out.

        Where scores can be ruined, it also holds the contraction and the error bound.
        """
        if last_round := self.last_round:
            from solver.race.exact import solve_last

            race = race_to_last(self.race, self.goal, self.die, last_round)
            last = LastRoundValues(race, *solve_last(race))
            return Solution(self.name, last.value, self.unit, last.states, last.seconds)
        solved = solve_table(self.race, self.goal, self.die)
        extra: dict[str, Any] = {}
        if solved.contraction:
            extra = {"contraction": solved.contraction, "error_bound": solved.bound}
        if self.goal <= MOST_WRITTEN_OUT:
            extra |= _shape_of(solved)
        found = solved.value, self.unit, solved.states, solved.seconds, solved.policy_sha256
        return Solution(self.name, *found, MappingProxyType(extra))

    def start(self, players: int = 0) -> RaceState:
        self.check_players(players, 2)
        return self.race(self.goal, last_round=self.last_round)

    def decide(self, state: RaceState) -> Decision:
        return self._values_of(state.goal, state.last_round).decide(state)

    def values(self) -> RaceEvaluator:
        return self._values_of(self.goal, self.last_round)

    def _values_of(self, goal: int, last_round: str) -> RaceEvaluator:
        if last_round:
            return last_round_values(self.race, goal, self.die, last_round)
        return load_race(self.race, goal, self.die)

    def views(self) -> Views:
        return Views({"surface": self._surface, "hold": self.text, "win": lambda: _win_layout(self.table())}, self.goal)

    def _surface(self) -> Body:
        table = self.table()
        return Body(f"{_title(table)}: the body is where the player throws", table.roll_mask())

    def text(self) -> Layout:
        return hold_layout(self.table())

    def lines(self, me: int, opponent: int) -> Iterator[str]:
        yield line(self.table(), me, opponent)

    def tell_card(self, card: RuleCard) -> ToldCard:
        return tell_card(card, self.goal)

    def table(self) -> RaceTable:
        """Return the values of all positions. Raises SolverError."""
        self.check_act("show")
        return load_race(self.race, self.goal, self.die)


class Pig(Race):
    """Pig, with the outcomes of a turn that is held at a total."""

    turns = f"hold<n> (default hold{HOLD_AT})"
    instead = MappingProxyType({"players": "Pig for more than two is a game of its own, pig-three to pig-ten"})

    def outcomes(self, strategy: str | None = None) -> TurnOutcomes:
        """Return the scores of a turn of Pig by hold<n>, by default hold20. Raises SolverError."""
        from solver.race.evaluate import hold_outcomes

        held = HELD.fullmatch(strategy or f"hold{HOLD_AT}")
        if held is None:
            raise OptionError(f"a turn of Pig is held at a total: name hold{HOLD_AT} or another one, not {strategy}")
        return hold_outcomes(int(held[1]), self.options.chances())


class Hog(TwoPlayerGame):
    """Hog: a player chooses how many dice to throw."""

    strategies = HOG_FORMS

    def count_edges(self) -> int:
        return int(self.goal * MOST_DICE) ** 2

    def solve(self) -> Solution:
        solved = HogValues(self.goal, HogState.die() if self.die is None else self.die)
        found = solved.value, self.unit, solved.states, solved.seconds
        return Solution(self.name, *found, extra=MappingProxyType(_shape_of(solved)))

    def start(self, players: int = 0) -> HogState:
        self.check_players(players, 2)
        return HogState(self.goal)

    def read(self, noted: Noted) -> HogState:
        noted.check()
        scores, start = noted.points, self.start(len(noted.scores))
        return replace(start, scores=(scores[0], scores[1]), player=noted.player)

    def decide(self, state: HogState) -> Decision:
        return hog_values(state.goal, self.die).decide(state)

    def values(self) -> HogValues:
        return hog_values(self.goal, self.die)

    def views(self) -> Views:
        return Views({"dice": self.text, "win": lambda: _win_layout(self.values())}, self.goal)

    def text(self) -> Layout:
        return dice_layout(self.values())


def own_race_game(path: Path) -> Race:
    """Return the game that a TOML file with the engine race describes. Raises OptionError."""
    return Race(own_race(path))


GAMES: tuple[Game, ...] = (
    *((Pig if rules is PigState else Race)(rules) for rules in RACES.values()),
    Hog(HogState),
)


def hold_layout(table: RaceTable) -> Layout:
    """Return the lowest turn total to hold at, by both scores; * in print means that at higher ones you throw again.

    There is no number where the player throws on until the goal is reached.
    """
    holds, scores = hold_values(table), range(table.goal)
    _, _, k = np.ogrid[: table.goal, : table.goal, : table.goal]
    again = np.asarray((table.roll_mask() & (k > holds[:, :, None])).any(axis=2))
    races = holds >= table.goal - np.arange(table.goal)[:, None]
    return Layout(
        f"{_title(table)}: the turn total at which to hold",
        "turn total",
        (Panel(mask(holds, races), scores, scores, marks=again),),
        wide=len(str(table.goal)) + 2,
        key="\n".join(("Hold at this total; * above it you throw on again; - you throw on.", *tell_shape(table))),
    )


def tell_shape(table: RaceTable | HogValues) -> list[str]:
    """Return the sentences of `solver.race.shape` on a policy; throwing until the goal risks the whole way to it."""
    if isinstance(table, HogValues):
        return [*tell_risks(table.best.astype(np.int64), "you throw {} dice")]
    holds, left = hold_values(table), table.goal - np.arange(table.goal)[:, None]
    races = holds >= left
    risks = [] if races.all() else tell_risks(np.minimum(holds, left), "you hold at {}")
    return [*risks, *tell_ends(races)]


def _shape_of(table: RaceTable | HogValues) -> dict[str, Any]:
    told = " ".join(tell_shape(table))
    return {"shape": told} if told else {}


def hold_values(table: RaceTable) -> NDArray[np.int64]:
    """Return the lowest turn total at which the policy holds, at [i, j]; the distance to the goal if it never holds.

    Above that total it may roll again; see `line`.
    """
    rolls = table.roll_mask()
    return np.where(rolls.all(axis=2), table.goal, np.argmin(rolls, axis=2))


def dice_layout(table: HogValues) -> Layout:
    """Return how many dice to throw, by both scores."""
    scores = range(table.goal)
    panels = (Panel(table.best.astype(np.float64), scores, scores),)
    wide = len(str(table.goal)) + 2
    return Layout(
        f"{_title(table)}: how many dice to throw",
        "dice",
        panels,
        wide=wide,
        key="\n".join(("How many dice.", *tell_shape(table))),
    )


def _win_layout(table: RaceTable | HogValues) -> Layout:
    scores, heading = range(table.goal), f"{_title(table)}: chance to win at the start of a turn"
    return Layout(heading, "chance to win", (Panel(table.turn_start, scores, scores),), levels=TENTHS)


def _title(table: RaceTable | HogValues) -> str:
    return f"{title(table.game)} to {table.goal}"


def line(table: RaceTable, me: int, opponent: int) -> str:
    """Return both scores, the first action, then each turn total at which it changes, with the action from there on.

    Raises PositionError for scores outside the game.
    """
    check_scores(table.goal, me, opponent)
    actions = [ROLL if table.rolls(me, opponent, turn) else HOLD for turn in range(table.goal - me)]
    changes = (f"{turn} {new}" for turn, (old, new) in enumerate(pairwise(actions), 1) if new is not old)
    return " ".join([f"{me} {opponent} {actions[0]}", *changes])
