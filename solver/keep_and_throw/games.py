"""The keep-and-throw games as games to solve and to advise on."""

import math
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from solver.decision import Decision
from solver.errors import DistributionError, OptionError, PositionError
from solver.game import WIN, Comparison, Game, Solution, TurnOutcomes, complete_position, single_dice
from solver.keep_and_throw.crowd import check_crowd, crowd_table
from solver.keep_and_throw.keep_table import KeepTable, fair_laws, is_kept, load_keep, solve_keep, verify
from solver.keep_and_throw.player import decide
from solver.keep_and_throw.rules import KeepRules, find_rules, shipped_rules
from solver.keep_and_throw.state import KeepState
from solver.keep_and_throw.strategies import FORMS, GREEDY, OPTIMAL, aside_outcomes, rate_keep
from solver.layout import Layout, Views
from solver.options import GameOptions
from solver.race.evaluate import win_comparison
from solver.throw_distribution import FACES, Chance, Laws, check_die

if TYPE_CHECKING:
    from solver.keep_and_throw.exact import Effort

SEATS = 2
OTHERS = ("second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
"""What those who throw later are called, in order of play."""


class KeepGame(Game):
    """A game in which dice that score are set aside: by the given rules, or those that ship under this name."""

    unit = WIN
    position = ("me", "opponent", "turn", "dice", "thrown", "seat", "blanks", "opponent_blanks", *OTHERS)
    defaults: Mapping[str, Any] = MappingProxyType(
        {"opponent": None, "turn": 0, "thrown": (), "seat": 1, "blanks": 0, "opponent_blanks": 0}
        | dict.fromkeys(OTHERS)
    )
    takes = frozenset({"goal", "opening", "penalty", "last_round", "die", "dice_of", "solo", "cache"})
    strategies = FORMS
    turns = f"{FORMS.removeprefix(f'{OPTIMAL}, ')} (default {GREEDY})"

    def __init__(self, name: str, rules: KeepRules | None = None) -> None:
        self.name = name
        self._given = rules

    @cached_property
    def bare_rules(self) -> KeepRules:
        return find_rules(self.name) if self._given is None else self._given

    def solve(self, options: GameOptions) -> Solution:
        """Solve the game afresh. With `solo`, `extra` holds the most points of a turn, and the value is in turns.

        Raises OptionError, DistributionError, SolverError or MissingNumbaError.
        """
        from solver.keep_and_throw.exact import fewest_expected_turns
        from solver.keep_and_throw.turn_points import most_turn_points

        rules, laws = self.rules(options), self.laws(options)
        if options.solo:
            turns, points = fewest_expected_turns(rules, laws[0]), most_turn_points(rules, laws[0])
            extra = {"turn_points": float(points.values[0, -1]), "turns": float(turns.values[0])}
            seconds = turns.seconds + points.seconds
            return Solution(
                self.name, extra["turns"], "turns to the goal", turns.states, seconds, extra=MappingProxyType(extra)
            )
        table = solve_keep(rules, laws)
        extra = {"goal": rules.goal}
        return Solution(self.name, table.value, self.unit, table.states, table.seconds, extra=MappingProxyType(extra))

    def advise(self, options: GameOptions, **position: Any) -> Decision:
        """Return the best choice with `me` against `opponent`, `turn` points at risk, and `dice` just thrown.

        Instead of the `opponent` the others may be given as `second`, `third` and so on, in order of play: for three
        and more the choice is approximate. `thrown` says by their numbers, from 1, which of the player's dice these
        are, where their laws differ. Raises SolverError.
        """
        self.check_position(options, **position)
        place = complete_position(self, position)
        dice, thrown = tuple(place["dice"]), tuple(place["thrown"])
        if others := _others(place):
            rules, scores = self.rules(options), (place["me"], *others)
            state = KeepState(rules, scores, 0, place["turn"], dice, (0,) * len(scores), thrown)
            return decide(crowd_table(rules, self.laws(options)), state)
        table, seat = self.table(options), place["seat"] - 1
        scores, blanks = (place["me"], place["opponent"]), (place["blanks"], place["opponent_blanks"])
        if seat:
            scores, blanks = scores[::-1], blanks[::-1]
        return decide(table, KeepState(table.rules, scores, seat, place["turn"], dice, blanks, thrown))

    def check_position(self, options: GameOptions, /, **position: Any) -> None:
        place = complete_position(self, position)
        others = _others(place)
        if place["seat"] not in range(1, SEATS + 1):
            raise OptionError(f"there is no seat {place['seat']}: give 1 or 2")
        if not place["dice"]:
            raise PositionError(f"no dice are given: give 1 to {self.bare_rules.dice} values of 1 to {FACES}")
        in_order = others == [place[name] for name in OTHERS[: len(others)]]
        if (place["opponent"] is None) != bool(others) or len(others) == 1 or not in_order:
            raise PositionError(f"a position of {self.name} needs opponent, or second and third and so on")
        if others:
            check_crowd(self.rules(options), self.laws(options))

    def announcement(self, options: GameOptions, *, anew: bool = False) -> str | None:
        """Return what a game with a penalty takes, whose solution is iterated, or dice that differ; None for others.

        Unless it is solved `anew`, None for a game whose table ships or is kept, too.
        """
        effort = None if options.solo else effort_to_solve(self.rules(options), self.laws(options), options.cache, anew)
        if effort is None:
            return None
        what, how = ("a penalty", ", iterated,") if self.rules(options).penalty else ("these dice", "")
        return (
            f"with {what} {self.name} has {effort.states:,} states: they take about {effort.megabytes:,} MB and{how} "
            f"some {effort.whole_seconds:,} s of one core"
        )

    def dice_place(self, _options: GameOptions, given: Mapping[str, Any], /) -> dict[str, Any]:
        return {"dice": single_dice(given["dice"])} if "dice" in given else {}

    def photo_dice(self, options: GameOptions, given: Mapping[str, Any], thrown: int | None, /) -> int:
        """Return how many dice were thrown. Raises OptionError if nobody says so.

        A die that is overlooked in a picture would else be taken for one that was set aside before.
        """
        every = self.bare_rules.dice
        if len(set(self.laws(options)[given.get("seat", 1) - 1])) > 1:
            raise OptionError("dice that differ cannot be told apart in a photo: type them as --dice and --thrown")
        if thrown is None and given.get("turn", 0):
            raise OptionError("some dice may have been set aside: say how many were thrown, such as --thrown-dice 4")
        if thrown is not None and not 1 <= thrown <= every:
            raise OptionError(f"{thrown} dice cannot be thrown: give 1 to {every} as --thrown-dice")
        return every if thrown is None else thrown

    def table(self, options: GameOptions) -> KeepTable:
        if options.solo:
            raise OptionError("one player has no table: leave out --solo")
        return load_keep(self.rules(options), self.laws(options), options.cache)

    def lines(self, options: GameOptions, me: int, opponent: int) -> Iterator[str]:
        from solver.keep_and_throw.views import hold_lines

        return hold_lines(self.table(options), me, opponent)

    def views(self, options: GameOptions) -> Views:
        from solver.keep_and_throw.views import keep_views

        return keep_views(self.table(options))

    def text(self, options: GameOptions) -> Layout:
        from solver.keep_and_throw.views import hold_layout

        return hold_layout(self.table(options))

    def verify(self, options: GameOptions) -> bool:
        return not options.solo and verify(self.rules(options), self.laws(options))

    def compare(self, options: GameOptions, names: Sequence[str] | None = None) -> Comparison:
        if self.rules(options).penalty:
            raise OptionError("strategies are compared without a penalty: give --penalty 0")
        if self.rules(options).last_round:
            raise OptionError("strategies are compared without a last round: leave out --last-round")
        return win_comparison(self.name, rate_keep(self.table(options), names))

    def outcomes(
        self, die: tuple[Chance, ...] | None, strategy: str | None = None, hold: int | None = None
    ) -> TurnOutcomes:
        """Return the scores of a turn far from the goal by a strategy, greedy without one. Raises SolverError."""
        if hold is not None:
            raise OptionError("dice are set aside by a strategy: leave out --hold, or give --strategy hold-500-2")
        options = GameOptions(die=die)
        return aside_outcomes(self.rules(options), self.laws(options)[0], strategy or GREEDY)

    def count_edges(self, options: GameOptions) -> int:
        """Return six for each pair of scores and each first throw, the fewest that were counted of small goals."""
        rules = self.rules(options)
        return 6 * (rules.goal // rules.step) ** 2 * math.comb(rules.dice + FACES - 1, rules.dice)

    def rules(self, options: GameOptions) -> KeepRules:
        """Return the rules that the options ask for. Raises OptionError."""
        return self.bare_rules.changed(options.goal, options.opening, options.penalty, options.last_round)

    def laws(self, options: GameOptions) -> tuple[Laws, Laws]:
        """Return the laws of the dice of both seats. Raises DistributionError."""
        rules = self.bare_rules
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


def _others(place: Mapping[str, Any]) -> list[int]:
    """Return the scores of the others where there are several, as a place gives them."""
    return [place[name] for name in OTHERS if place[name] is not None]


def effort_to_solve(
    rules: KeepRules, laws: tuple[Laws, Laws], cache: Path | None, anew: bool = False
) -> "Effort | None":
    """Return what the solution of a game takes that has a penalty, or dice that differ much; None for others.

    Unless it is solved `anew`, None for a game whose table ships or is in the folder `cache`, too. Raises SolverError.
    """
    if not anew and is_kept(rules, laws, cache):
        return None
    from solver.keep_and_throw.exact import effort_of

    return effort_of(rules, laws)


def own_keep_game(path: Path) -> KeepGame:
    """Return the game that a TOML file with the engine keep-and-throw describes. Raises OptionError."""
    from solver.keep_and_throw.rules import read_rules

    rules = read_rules(path)
    return KeepGame(rules.name, rules)


KEEP_GAMES: tuple[Game, ...] = tuple(KeepGame(name) for name in shipped_rules())
