"""The score-sheet games as games to solve, to advise on, and to compare strategies in."""

import math
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np

from solver.decision import Decision, write_share
from solver.errors import OptionError, UnknownNameError
from solver.game import Comparison, Game, Solution
from solver.layout import Layout, Views, score_lines, title
from solver.notation import Noted
from solver.rule_card import RuleCard, ToldCard
from solver.sheet.coach.evaluator import SheetPointsEvaluator, action_words
from solver.sheet.exact.size import check_size, is_solvable
from solver.sheet.exact.table import check_sides
from solver.sheet.game.card import read_short
from solver.sheet.game.custom_sheet import SHEETS, find_sheet
from solver.sheet.game.rules import SheetState
from solver.sheet.game.sheet import HOOLIGAN, Sheet
from solver.spread import Spread
from solver.throw_distribution import Chance

MOST_GAMES = 10_000_000
MOST_SPREAD = 10
"""How many of the best actions a spread of points shows."""
FACES_OF_PHOTOS = 6
"""The number of faces of dice that photographs can show."""
# The strategies whose scores are drawn, the best first.
SHOWN = "optimal", "better-heuristic", "greedy", "yahtzees-and-straights"


class SheetGame(Game):
    """A game on a score sheet: the given one, or the one of this name that the options choose."""

    unit = "points"
    strategies = "optimal, better-heuristic, heuristic, greedy, …"

    def __init__(self, name: str, sheet: Sheet | None = None) -> None:
        self.name = name
        rules = {"rule"} if sheet is None and len(SHEETS[name]) > 1 else set()
        self.takes = frozenset({"die", "cache", *rules, *(["commit"] if sheet is None and name == HOOLIGAN else [])})
        self._sheet = sheet

    @property
    def faces(self) -> int:  # type: ignore[override]  # nobody writes it
        """How many faces its dice have."""
        return self.sheet.sides

    @property
    def seen(self) -> int:  # type: ignore[override]  # nobody writes it
        """How many dice a photograph shows, 0 if they do not have six sides."""
        return self.sheet.dice if self.faces == FACES_OF_PHOTOS else 0

    @property
    def tabled(self) -> bool:  # type: ignore[override]  # nobody writes it
        """Whether a table holds it."""
        return self.sheet.tabled and is_solvable(self.sheet)

    def solve(self) -> Solution:
        """Solve the game afresh; `extra` holds the rule, the standard deviation, and the chances of bonus and Yahtzee.

        It also holds how many Yahtzees a game pays. `seconds` is the solution alone. Raises OptionError,
        UnknownNameError, DistributionError or MissingNumbaError.
        """
        from solver.sheet.exact.card_values import CardValues
        from solver.sheet.exact.solve import solve
        from solver.sheet.policy.evaluate import evaluate
        from solver.sheet.policy.guess import Guess

        sheet, die = self.sheet, self.die
        if not sheet.tabled:
            begun, values = time.perf_counter(), CardValues(sheet, die)
            worth = values.value
            seconds, rule = time.perf_counter() - begun, MappingProxyType({"rule": sheet.rule})
            return Solution(self.name, worth, self.unit, values.states, seconds, extra=rule)
        solved = solve(sheet, die)
        played = evaluate(Guess.of_table(solved), die, scores=False)
        paid = played.yahtzees_mean or None
        extra = {
            "rule": sheet.rule,
            "sd": played.sd,
            "bonus_probability": played.bonus_probability,
            "yahtzee_probability": played.yahtzee_probability,
            "yahtzees_a_game": paid,
            "games_a_yahtzee": paid and 1.0 / paid,
        }
        known = {key: number for key, number in extra.items() if number is not None}
        return Solution(
            self.name, solved.value, self.unit, solved.states, solved.seconds, extra=MappingProxyType(known)
        )

    def start(self, players: int = 0) -> SheetState:
        return SheetState.start(self.sheet, players or 1)

    def read(self, noted: Noted) -> SheetState:
        noted.check("r", dice=True, box=True)
        cards = tuple(read_short(self.sheet, text) for text in noted.scores)
        throws = cards[noted.player].throws
        left = noted.number("r", throws - bool(noted.dice))
        return SheetState(cards, noted.player, tuple(sorted(noted.dice)), left, noted.box or None)

    def values(self) -> SheetPointsEvaluator:
        from solver.sheet.policy.prices import values_of

        return SheetPointsEvaluator(values_of(self.sheet, self.die, self.options.cache))

    def decide(self, state: SheetState) -> Decision:
        """Return the best action for the points of the player whose turn it is."""
        from solver.sheet.coach.advise import advise_state
        from solver.sheet.policy.prices import values_of

        self.check_going(state)
        decision = advise_state(values_of(state.sheet, self.die, self.options.cache), state)
        return replace(decision, words=lambda action: action_words(state.card, state.dice, action, first=state.first))

    def compare(self, names: Sequence[str] | None = None) -> Comparison:
        """Evaluate the strategies called `names`, all that can play the sheet if None, beside what was published.

        Raises SolverError.
        """
        from solver.sheet.policy.strategies import rate_sheet

        check_size(self.sheet)
        ratings = rate_sheet(self.sheet, self.die, names, self.options.cache)
        rows, keys = [], [key for key in ("published_mean", "published_sd") if any(one[key] for one in ratings)]
        for rating in ratings:
            shares = rating["bonus_probability"], rating["yahtzee_probability"]
            said = ["-" if share is None else write_share(share) for share in shares]
            published = ["-" if rating[key] is None else f"{rating[key]:.2f}" for key in keys]
            rows.append((rating["strategy"], f"{rating['mean']:.2f}", f"{rating['sd']:.2f}", *said, *published))
        headings = ("strategy", "mean", "sd", "bonus", "Yahtzee", "published mean", "published sd")
        return Comparison(
            tuple(ratings), f"What strategies score at {self.name}, exactly", headings[: len(rows[0])], tuple(rows)
        )

    def simulate(self, strategy: str, games: int, seed: int, against: str | None = None) -> Mapping[str, Any]:
        """Play `games` games by a strategy, or by two of them in both seatings. Raises SolverError.

        One of the two may be "win", which plays to win; all others play for points.
        """
        from solver.sheet.exact.sheet_files import load_sheet
        from solver.sheet.policy.strategies import find_recipe, sheet_strategy, strategies_for
        from solver.sheet.simulation import simulate
        from solver.sheet.win.match import WIN, Player, play_pairs
        from solver.sheet.win.win_table import load_wins

        sheet, die, cache = self.sheet, self.die, self.options.cache
        if games > MOST_GAMES:
            raise OptionError(f"{games:,} games take too long: play at most {MOST_GAMES:,}")
        known = strategies_for(sheet)
        for name in (strategy, against):
            if name not in {WIN, None} and find_recipe(str(name), sheet) is None:
                forms = f"{', '.join(known)}; against another player also {WIN}; or a level, child to perfect"
                raise UnknownNameError.of(f"strategy of {sheet.name}", str(name), (*known, WIN), forms)
        if against is None and strategy == WIN:
            raise OptionError("win needs a second player: name a strategy to play against")

        def player(name: str) -> Player:
            if name == WIN:
                return load_wins(load_sheet(sheet, die, cache), cache)
            return sheet_strategy(name, sheet, die, cache)

        if against is None:
            return simulate(sheet_strategy(strategy, sheet, die, cache), games, seed, die).to_json()
        return play_pairs(player(strategy), player(against), games, seed, die=die).to_json()

    def spread(self, decision: Decision) -> Spread | None:
        """Return how final points spread; None without a table, where boxes are chosen early, before dice."""
        from solver.sheet.exact.sheet_files import load_sheet
        from solver.sheet.forecast import find_forecast

        state, folder = decision.state, self.options.cache or Path()
        if not self.tabled or self.sheet.commit or not state.dice:
            return None
        forecast = find_forecast(load_sheet(self.sheet, self.die, folder), folder)
        best = [action for action, _ in decision.rank()[:MOST_SPREAD]]
        return Spread({action: forecast.finals(state, state.player, action).tolist() for action in best})

    def views(self) -> Views:
        sheet, die = self.sheet, self.die
        check_size(sheet)

        def scores() -> Layout:
            from solver.sheet.policy.evaluate import evaluate
            from solver.sheet.policy.strategies import sheet_strategy, strategies_for

            names = [name for name in SHOWN if name in strategies_for(sheet)]
            found = [evaluate(sheet_strategy(name, sheet, die, self.options.cache), die).scores for name in names]
            most = max(map(len, found))
            played = {name: np.pad(one, (0, most - len(one))) for name, one in zip(names, found, strict=True)}
            rule = "" if sheet.rule == "plain" else f", {sheet.rule} rule"
            return score_lines(f"{title(sheet.name)}{rule}: what a game scores", "of 100 games", range(most), played)

        return Views({"scores": scores})

    def tell_card(self, card: RuleCard) -> ToldCard:
        from solver.sheet.policy.card_rules import tell_card

        return tell_card(self.sheet, card)

    def count_edges(self) -> int:
        """Return half of all pairs of rolls for each set of open boxes, as keeps join them; else two a roll."""
        sheet = self.sheet
        rolls = math.comb(sheet.dice + sheet.sides - 1, sheet.dice)
        return int(2 ** len(sheet.boxes) * rolls * (2 if sheet.throws == 1 else rolls / 2))

    @property
    def sheet(self) -> Sheet:
        """The sheet that the options ask for. Raises OptionError or UnknownNameError."""
        if self._sheet is not None:
            return self._sheet
        return find_sheet(self.name, self.options.rule, bool(self.options.commit))

    @property
    def die(self) -> tuple[Chance, ...]:
        """The chances of the faces. Raises OptionError, UnknownNameError or DistributionError."""
        return check_sides(self.sheet, self.options.die)


def own_game(path: Path) -> SheetGame:
    """Return the custom game that a TOML file describes. Raises OptionError or UnknownNameError."""
    from solver.sheet.game.custom_sheet import read_sheet

    sheet = read_sheet(path)
    return SheetGame(sheet.name, sheet)


GAMES: tuple[Game, ...] = tuple(SheetGame(name) for name in SHEETS)
