"""The score-sheet games as games to solve, to advise on, and to compare strategies in."""

import math
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np

from solver.decision import count_in_words
from solver.errors import OptionError, PositionError, UnknownNameError
from solver.game import Comparison, Game, Solution, complete_position, single_dice
from solver.layout import Layout, Views, score_lines
from solver.options import GameOptions
from solver.sheet.coach.decide import SheetDecision, moment
from solver.sheet.coach.explain import action_words
from solver.sheet.exact.size import check_size, is_solvable
from solver.sheet.exact.table import check_sides
from solver.sheet.game.card import read_card
from solver.sheet.game.custom_sheet import SHEETS, find_sheet
from solver.sheet.game.sheet import Sheet
from solver.throw_distribution import Chance

if TYPE_CHECKING:
    from solver.sheet.exact.table import SheetTable
    from solver.sheet.policy.evaluate import Summary

MOST_GAMES = 10_000_000
MOST_WEIGHED = 10_000
"""The most games that are played without a table, each move weighed anew."""
FACES_OF_PHOTOS = 6
"""Dice in photographs have this many faces."""
ONE_DIGIT = range(10)
# Those whose scores are drawn, the best first.
SHOWN = "optimal", "better-heuristic", "botzee-4.13", "greedy", "yahtzees-and-straights"


class SheetGame(Game):
    """A game on a score sheet: on the given one, or without it on the one of this name that the options choose."""

    unit = "points"
    strategies = "optimal, greedy, …"
    position = ("dice", "rolls_left", "sheet", "committed")
    defaults: Mapping[str, Any] = MappingProxyType({"dice": (), "rolls_left": None, "sheet": "", "committed": None})

    def __init__(self, name: str, sheet: Sheet | None = None) -> None:
        self.name = name
        self.takes = frozenset({"die", "cache"} | ({"rule", "commit"} if sheet is None else set()))
        self._sheet = sheet

    def solve(self, options: GameOptions) -> Solution:
        """Solve the game afresh; `extra` holds the rule, the standard deviation, and the chances of bonus and Yahtzee.

        It also holds the most points that can be had, and how many Yahtzees a game pays.

        `seconds` is the solution alone. Raises OptionError, UnknownNameError, DistributionError or MissingNumbaError.
        """
        from solver.sheet.exact.card_values import CardValues
        from solver.sheet.exact.solve import solve
        from solver.sheet.policy.evaluate import summarize
        from solver.sheet.policy.guess import Guess

        sheet, die = self.sheet(options), self.die(options)
        if not sheet.tabled:
            begun, values = time.perf_counter(), CardValues(sheet, die)
            worth = values.value
            seconds, rule = time.perf_counter() - begun, MappingProxyType({"rule": sheet.rule})
            return Solution(self.name, worth, self.unit, values.states, seconds, extra=rule)
        solved = solve(sheet, die)
        played = summarize(Guess.of_table(solved), die)
        extra = {
            "rule": sheet.rule,
            "sd": played.sd,
            "bonus_probability": played.bonus_probability,
            "yahtzee_probability": played.yahtzee_probability,
            **self._extremes(solved, played),
        }
        known = {key: number for key, number in extra.items() if number is not None}
        return Solution(
            self.name, solved.value, self.unit, solved.states, solved.seconds, extra=MappingProxyType(known)
        )

    def _extremes(self, table: "SheetTable", played: "Summary") -> dict[str, Any]:
        """Return the most points that a game can bring, with and without pay for further Yahtzees, and how many it has.

        Where boxes are chosen early nobody counts the most points.
        """
        from solver.sheet.exact.solve import solve
        from solver.sheet.win.most_points import most_points

        told: dict[str, Any] = {}
        if not table.sheet.commit:
            told["most_points"] = most_points(table)
        if table.sheet.extra and "most_points" in told:
            alone = solve(replace(table.sheet, extra=0), table.die)
            told["most_points_without_further_yahtzees"] = most_points(alone)
        if played.yahtzees:
            told |= {"yahtzees_a_game": played.yahtzees, "games_a_yahtzee": 1.0 / played.yahtzees}
        return told

    def advise(self, options: GameOptions, **position: Any) -> SheetDecision:
        """Return the best action with `dice` on the table, the throws left, and a card such as "ones=3,sixes=18".

        Without dice the turn begins. `committed` is the box that was chosen early. Raises SolverError.
        """
        from solver.sheet.coach.advise import advise_state, bare_values
        from solver.sheet.exact.table import SheetTable
        from solver.sheet.policy.playing import ByValues, values_of

        sheet, die = self.sheet(options), self.die(options)
        place = complete_position(self, position)
        dice, left = tuple(place["dice"]), place["rolls_left"]
        if left is None and dice:
            raise PositionError(
                f"with dice on the table say how many throws are left: rolls-left is 0 to {sheet.throws - 1}"
            )
        card = read_card(sheet, place["sheet"])
        state = moment(card, dice, card.throws if left is None else left, place["committed"])
        values = values_of(sheet, die, options.cache)
        if isinstance(values, SheetTable):
            plain = bare_values(sheet, die, options.cache) if sheet.bonus else values
            decision = advise_state(values, state, plain)
        else:
            decision = ByValues(values).decide(state)
        return replace(decision, words=lambda action: action_words(card, dice, action, first=state.first))

    def verify(self, options: GameOptions) -> bool:
        """Return whether a table ships with these options; it agrees with a fresh solution, else raise TableError."""
        from solver.sheet.exact.sheet_files import find_shipped, verify

        sheet, die = self.sheet(options), self.die(options)
        shipped = find_shipped(sheet, die)
        if shipped:
            verify(shipped, sheet)
        return shipped is not None

    def compare(self, options: GameOptions, names: Sequence[str] | None = None) -> Comparison:
        """Evaluate the strategies called `names`, all that can play the sheet if None, beside what was published.

        Raises SolverError.
        """
        from solver.sheet.policy.strategies import rate_sheet

        check_size(self.sheet(options))
        ratings = rate_sheet(self.sheet(options), self.die(options), names, options.cache)
        known = any(rating.published for rating in ratings)
        rows = []
        for rating in ratings:
            brought = rating.evaluation.mean, rating.evaluation.sd
            shares = rating.evaluation.bonus_probability, rating.evaluation.yahtzee_probability
            said = ["-" if share is None else f"{100 * share:.1f} %" for share in shares]
            published = [f"{number:.2f}" for number in rating.published or ()]
            rows.append((rating.strategy, *(f"{number:.4f}" for number in brought), *said, *published))
        headings = ("strategy", "mean", "sd", "bonus", "Yahtzee", "published mean", "published sd")
        return Comparison(
            tuple(rating.to_json() for rating in ratings),
            f"What strategies score at {self.name}, exactly",
            headings if known else headings[:5],
            tuple(rows),
        )

    def simulate(
        self, options: GameOptions, strategy: str, games: int, seed: int, against: str | None = None
    ) -> Mapping[str, Any]:
        """Play `games` games by a strategy, or by two of them in both seatings. Raises SolverError.

        One of two may be called "win": it plays to win, all others for points.
        """
        from solver.sheet.coach.levels import LEVELS
        from solver.sheet.exact.sheet_files import load_sheet
        from solver.sheet.policy.strategies import sheet_strategy, strategies_for
        from solver.sheet.simulation import simulate
        from solver.sheet.win.match import WIN, Player, play_pairs
        from solver.sheet.win.win_table import load_wins

        sheet, die = self.sheet(options), self.die(options)
        if games > MOST_GAMES:
            raise OptionError(f"{games:,} games take too long: play {MOST_GAMES:,} at most")
        if not (sheet.tabled and is_solvable(sheet)):
            return self._simulate_values(options, strategy, games, seed, against)
        known = strategies_for(sheet)
        for name in (strategy, against):
            if name not in (*known, WIN, None):
                levels = f"the levels {LEVELS[0].name} to {LEVELS[-1].name} play only at the table"
                forms = f"{', '.join(known)}; against another player also {WIN}; {levels}"
                raise UnknownNameError.of(f"strategy of {sheet.name}", str(name), (*known, WIN), forms)
        if against is None and strategy == WIN:
            raise OptionError("to win takes two players: say whom to play against")

        def player(name: str) -> Player:
            if name == WIN:
                return load_wins(load_sheet(sheet, die, options.cache), options.cache)
            return sheet_strategy(name, sheet, die, options.cache)

        if against is None:
            return simulate(sheet_strategy(strategy, sheet, die, options.cache), games, seed, die).to_json()
        return play_pairs(player(strategy), player(against), games, seed, die=die).to_json()

    def _simulate_values(
        self, options: GameOptions, strategy: str, games: int, seed: int, against: str | None
    ) -> Mapping[str, Any]:
        """Play games on a sheet that no table holds."""
        from solver.sheet.policy.playing import play_by_values, values_of
        from solver.sheet.policy.strategies import OPTIMAL

        if against is not None or strategy != OPTIMAL:
            raise OptionError(
                f"{self.name} has no table, so it is played by one player, by {OPTIMAL}: leave the others out"
            )
        if games > MOST_WEIGHED:
            raise OptionError(f"{games:,} games of {self.name} take too long: play {MOST_WEIGHED:,} at most")
        return play_by_values(values_of(self.sheet(options), self.die(options), options.cache), games, seed).to_json()

    def views(self, options: GameOptions) -> Views:
        from solver.sheet.policy.evaluate import evaluate
        from solver.sheet.policy.strategies import sheet_strategy, strategies_for
        from solver.sheet.views import sheet_title

        sheet, die = self._shown(options)

        def scores() -> Layout:
            names = [name for name in SHOWN if name in strategies_for(sheet)]
            found = [evaluate(sheet_strategy(name, sheet, die, options.cache), die).scores for name in names]
            most = max(map(len, found))
            played = {name: np.pad(one, (0, most - len(one))) for name, one in zip(names, found, strict=True)}
            return score_lines(f"{sheet_title(sheet)}: what a game scores", "of 100 games", range(most), played)

        return Views({"scores": scores})

    def text(self, options: GameOptions) -> Layout:
        from solver.sheet.exact.sheet_files import load_sheet
        from solver.sheet.views import first_layout

        return first_layout(load_sheet(*self._shown(options), options.cache))

    def _shown(self, options: GameOptions) -> tuple[Sheet, tuple[Chance, ...]]:
        sheet = self.sheet(options)
        check_size(sheet)
        return sheet, self.die(options)

    def count_edges(self, options: GameOptions) -> int:
        """Return half of all pairs of rolls for each set of open boxes, as keeps join them; else two a roll."""
        sheet = self.sheet(options)
        rolls = math.comb(sheet.dice + sheet.sides - 1, sheet.dice)
        return int(2 ** len(sheet.boxes) * rolls * (2 if sheet.throws == 1 else rolls / 2))

    def sheet(self, options: GameOptions) -> Sheet:
        """Return the sheet that the options ask for. Raises OptionError or UnknownNameError."""
        if self._sheet is not None:
            return self._sheet
        return find_sheet(self.name, options.rule, bool(options.commit))

    def dice_place(self, options: GameOptions, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return the dice, taken apart where a face has one digit; all throws but the first are left by default."""
        if "dice" not in given:
            return {}
        sheet = self.sheet(options)
        apart = single_dice(given["dice"]) if sheet.sides in ONE_DIGIT else given["dice"]
        saved = read_card(sheet, given.get("sheet", "")).saved if sheet.saves else 0
        return {"rolls_left": given.get("rolls_left", sheet.throws + saved - 1), "dice": apart}

    def photo_dice(self, options: GameOptions, _given: Mapping[str, Any], thrown: int | None, /) -> int:
        """Return how many dice the sheet has. Raises OptionError where they have not six sides."""
        sheet = self.sheet(options)
        if thrown is not None:
            raise OptionError(f"{self.name} takes no --thrown-dice: leave it out")
        if sheet.sides != FACES_OF_PHOTOS:
            raise OptionError(f"{self.name} takes no --photo: leave it out")
        return sheet.dice

    def describe_assumptions(self, given: Mapping[str, Any], place: Mapping[str, Any]) -> str:
        """Return what of a place on a sheet is assumed: that the sheet is empty, and how many throws are left."""
        sheet = "" if given.get("sheet") else "an empty sheet"
        known = "rolls_left" in given or "dice" not in place
        left = "" if known else f"{count_in_words(place['rolls_left'], 'throw', 'throws')} left"
        return ", ".join(filter(None, (sheet, left)))

    def die(self, options: GameOptions) -> tuple[Chance, ...]:
        """Return the chances of the faces. Raises OptionError, UnknownNameError or DistributionError."""
        return check_sides(self.sheet(options), options.die)


def own_game(path: Path) -> SheetGame:
    """Return the custom game that a TOML file describes. Raises OptionError or UnknownNameError."""
    from solver.sheet.game.custom_sheet import read_sheet

    sheet = read_sheet(path)
    return SheetGame(sheet.name, sheet)


SHEET_GAMES: tuple[Game, ...] = tuple(SheetGame(name) for name in SHEETS)
